"""The ends of what is accepted: the longest lists, unusual names, each option that is wrong or excludes another one."""

import errno
import os
import pty
import re
import subprocess
import time
import unittest

import support
from load_model import NO_RECORDS
from support import PAPER, ToolTest, paper_key, rowkey

IDS = ("--layout", PAPER, "--columns", "id:u64")
FILTER = ("--threads", "--chunk-size", "--max-record")


class Usage(ToolTest):
    def refuses(self, *arguments, **options):
        """Status 2, one line that names the option, and nothing on standard output."""
        done = rowkey(*arguments, **options)
        with self.subTest(arguments=arguments):
            self.assertEqual((2, b""), (done.returncode, done.stdout), done.stderr)
            self.assertRegex(done.stderr, rb"^rowkey: [^\n]+\n")
        return done.stderr.decode()

    def test_every_number_is_checked_in_every_command(self):
        for command, arguments, numbers in (
            ("encode", IDS, (*FILTER, "--seed", "--max-key")),
            ("decode", IDS, FILTER),
            ("key", (*IDS, "1"), ("--max-key", "--seed", "--row")),
            ("explain", IDS, ("--stride",)),
            ("splits", (*IDS, "--sample"), (*FILTER, "--seed", "--regions", "--add")),
            ("ranges", (*IDS, "--where", ""), ("--max-ranges",)),
            ("route", ("--splits", "list", *IDS), (*FILTER, "--seed")),
            ("rebucket", ("--from", PAPER, "--to", PAPER, "-c", "id:u64"), (*FILTER, "--regions", "--to-regions")),
            ("simulate", ("-l", PAPER, "-c", "id:u64"),
             ("--seed", "--regions", "--servers", "--writers", "--window", "--rows", "--chunk-size", "--max-record")),
        ):  # fmt: skip
            for number in numbers:
                rest = () if "--regions" in (*arguments, number) else ("--regions", "2")
                if command not in ("splits", "rebucket", "simulate"):
                    rest = ()
                for value in support.some(("x", "-1", "99999999999999999999")):
                    self.assertIn(number, self.refuses(command, *arguments, *rest, number, value))

    def test_every_choice_is_checked_in_every_command(self):
        for command, arguments, choices in (
            ("encode", IDS, ("--input", "--output", "--emit", "--on-error", "--isa")),
            ("decode", IDS, ("--input", "--output", "--on-error", "--isa")),
            ("key", (*IDS, "1"), ("--output", "--isa")),
            ("explain", IDS, ("--input", "--isa")),
            ("splits", (*IDS, "--regions", "2"), ("--output", "--isa", "--splits-form", "--input", "--on-error")),
            ("ranges", (*IDS, "--where", ""), ("--output", "--splits-form", "--isa")),
            ("route", ("--splits", "list"), ("--input", "--emit", "--splits-form", "--isa", "--on-error")),
            ("rebucket", ("--from", PAPER, "--to", PAPER, "-c", "id:u64", "--regions", "2"),
             ("--input", "--splits-form", "--isa", "--on-error")),
            ("simulate", ("-l", PAPER, "--regions", "2", "--source", "sequential", "--rows", "9"),
             ("--output", "--picture-format", "--isa", "--splits-form", "--input")),
        ):  # fmt: skip
            for choice in choices:
                self.assertIn(choice, self.refuses(command, *arguments, choice, "nonsense"))

    def test_every_command_refuses_unknown_options(self):
        for command in ("encode", "decode", "key", "explain", "layouts", "splits", "ranges", "route", "rebucket",
                        "simulate", "cpu"):  # fmt: skip
            self.assertIn("--nonsense", self.refuses(command, "--nonsense"))

    def test_layouts_that_are_not_known(self):
        for command, *rest in (
            ("encode",), ("decode",), ("explain",), ("key", "1"), ("splits", "--regions", "2"), ("ranges", "-w", ""),
            ("simulate", "--regions", "2", "--source", "sequential"),
        ):  # fmt: skip
            self.assertIn("@nonsense", self.refuses(command, "-l", "@nonsense", *rest))
        for side in ("--from", "--to"):
            other = "--to" if side == "--from" else "--from"
            self.assertIn(side, self.refuses("rebucket", side, "@nonsense", other, PAPER, "--regions", "2"))
        self.assertIn("nonsense", self.refuses("layouts", "@nonsense(buckets=2)"))

    def test_options_that_exclude_or_need_each_other(self):
        splits = self.file("list", b"0400000\n")
        for arguments in (
            ("encode", *IDS, "--rejects", "x"),
            ("explain", *IDS, "operand"),
            ("explain", "-l", "@opentsdb", "--input", "lines"),
            ("simulate", "-l", "@opentsdb", "--regions", "2", splits),
            ("simulate", *IDS, "--regions", "2", "--picture-format", "png", splits),
            ("simulate", *IDS, "--regions", "2", "--rows", "7", splits),
            ("simulate", *IDS, "--regions", "2", "--splits-form", "hex", splits),
            ("simulate", *IDS, "--regions", "2", "--splits", splits, splits),
            ("simulate", *IDS, "--splits", "-", "-"),
            ("simulate", *IDS, "--regions", "2", "-o", splits, splits),
            ("simulate", *IDS, "--regions", "2", "-o", "both", "--windows-csv", "both", splits),
            ("simulate", "-l", PAPER, "--regions", "2", "--source", "nonsense"),
            ("simulate", "-l", PAPER, "--regions", "2", "--source", "zipf(exponent=x)"),
            ("simulate", "-l", PAPER, "--regions", "2", "--source", "zipf(exponent=0)"),
            ("simulate", "-l", PAPER, "--regions", "2", "--source", "zipf(exponent=1e9)"),
            ("simulate", "-l", "{ts:u64}", "--regions", "2", "--source", "timestamps(start=18446744073709551615)"),
            ("simulate", "-l", "{ts:u64}", "--regions", "2", "--source", "timestamps(ticks=18446744073709551615)"),
            ("simulate", "-l", "{ts:u64}", "--regions", "2", "--source", "timestamps(jitter=18446744073709551615)"),
            ("simulate", "-l", PAPER, "--regions", "2", "--source", "sequential(start=18446744073709551615)"),
            ("splits", *IDS, "--regions", "2", "operand"),
            ("splits", *IDS, "--add", "2"),
            ("splits", *IDS, "--add", "2", "--splits", "-", "--sample"),
            ("splits", *IDS, "--add", "2", "--splits", "-", "--sample", "-"),
            ("splits", *IDS, "--check", splits, "--regions", "2"),
            ("splits", *IDS, "--regions", "2", "--json"),
            ("splits", "--algorithm", "nonsense", "--regions", "2"),
            ("splits", "--algorithm", "bytes:\\x4,b", "--regions", "2"),
            ("splits", "--algorithm", "bytes:a,\\xZZ", "--regions", "2"),
            ("ranges", *IDS, "--where", "id = 1", "--get", "--splits", splits),
            ("ranges", *IDS, "--where", "id = 1", "--table", "t"),
            ("ranges", *IDS, "--where", "id = 1", "operand"),
            ("ranges", *IDS, "--where", "id in (1 2)"),
            ("ranges", *IDS, "--where", "id in (1,"),
            ("ranges", *IDS, "--where", "id = '1'"),
            ("ranges", *IDS, "--where", "Id_2 = 1"),
            ("route", "--splits", splits, "--emit", "region+record", "--summary"),
            ("route", "--splits", splits, "-o", splits),
            ("encode", "-l", "{a}", "-c", "a:text", "--input", "csv", "-d", '"'),
            ("encode", "-l", "{a:u64}", "-c", "a:u64le", "--input", "binary", "--max-record", "7"),
            ("simulate", "-l", "{a:u64}", "-c", "a:u64le", "--input", "binary", "--max-record", "7", "--regions", "2"),
        ):
            self.refuses(*arguments, cwd=self.directory)

    def test_more_columns_than_there_may_be(self):
        columns = ",".join(f"c{i}:u64" for i in range(10001))
        self.assertIn("more than", self.refuses("encode", "-l", "{c0}", "-c", columns, "--input", "csv"))

    def test_long_lists_of_columns_are_cut(self):
        columns = [f"a_rather_long_name_of_a_column_{i}" for i in range(400)]
        header = ",".join(columns).encode() + b"\n"
        typed = ",".join(f"{name}:u64" for name in columns)
        arguments = ("encode", "-l", "{%s}" % columns[0], "--input", "csv", "--header", "-c", typed + ",missing:u64")
        self.assertRegex(rowkey(*arguments, stdin=header).stderr, rb"missing")
        self.refuses("encode", "-l", "{nothing}", "-c", typed, "--input", "csv")
        done = rowkey("decode", "-l", "{" + columns[0] + "}", "-c", typed, stdin=b"7\n")
        self.assertEqual((0, b"7\n"), (done.returncode, done.stdout))
        self.assertRegex(done.stderr, rb"^rowkey: [^\n.]+ \(the layout does not use it\), \.\.\.[^\n.]*\n$")

    def test_names_of_columns(self):
        names = ("a", "Z", "_x", "a1", "A_9z", "line2", "é", "_\u0080", "\u540d1")
        for name in names:
            self.assert_keys(b"7\n", "-l", "{%s}" % name, "-c", f"{name}:u64", stdin=b"7\n")
        for name in ("1a", "a-b", "", "a b", "a{"):
            self.refuses("encode", "-l", "{line}", "-c", f"{name}:u64")

    def test_types_of_binary_columns(self):
        for kind in ("u8le1", "u16", "u12le", "x8", "f32", "f64xx", "0s", "99999999999s", "16t"):
            self.refuses("encode", "-l", "{line}", "-c", f"a:{kind}", "--input", "binary")
        self.refuses("encode", "-l", "{a:u64}", "-c", "a:u64be,_:x", "--input", "binary")
        self.refuses("encode", "-l", "{a:u64}", "-c", "a:u64be,_8", "--input", "binary")


class Data(ToolTest):
    def test_names_in_a_header_are_unquoted(self):
        header = b'"a ""quoted"" name",b\r\n1,2\r\n'
        self.assert_keys(b"2\n", "-l", "{b}", "-c", "b:u64", "--input", "csv", "--header", stdin=header)
        self.assert_fails(
            1, "<stdin>:1: field 2 of the header has a quote that is not closed",
            "-l", "{b}", "-c", "b:u64", "--input", "csv", "--header", stdin=b'a,"b'
        )  # fmt: skip
        for text in (b"", b"\r\n", b"a,b\r\n"):
            rowkey("encode", "-l", "{b}", "-c", "b:u64", "--input", "csv", "--header", stdin=text)

    def test_a_field_of_the_header_whose_name_is_no_name_gets_one(self):
        header = b"Adj Close,a:b,c\\d,e=f\n1,2,3,4\n"
        options = ("--input", "csv", "--header")
        columns = r"adj=Adj Close:u64,ab=a\:b:u64,cd=c\\d:u64,ef=e=f:u64"
        self.assert_keys(b"4321\n", "-l", "{ef:01d}{cd:01d}{ab:01d}{adj:01d}", "-c", columns, *options,
                         stdin=header)  # fmt: skip
        self.assert_fails(1, r'<stdin>:1: the header has no column Adj Clos: its columns are "Adj Close", "a:b", "c\x5Cd", "e=f"',
                          "-l", "{adj}", "-c", "adj=Adj Clos:u64", *options, stdin=header)  # fmt: skip
        for columns, kind, expected in (
            ("Adj Close:u64", options, b"NAME:TYPE, or NAME=FIELD:TYPE where the header has another name, with a type u64,"),
            ("adj=Adj Close:u64", options[:2], b"NAME:TYPE with a type u64,"),
        ):
            done = rowkey("encode", "-l", "{adj}", "-c", columns, *kind, stdin=header)
            self.assertEqual((2, b""), (done.returncode, done.stdout))
            self.assertIn(b'option --columns: "%s" is not understood (expected %s' % (columns.encode(), expected), done.stderr)

    def test_the_list_of_columns_of_records_is_that_of_commands_without_records(self):
        columns = r"adj=Adj Close:u64,at=user.@\:t:text"
        layout = ("-l", "{adj:04d}{at}", "-c", columns)
        self.assertEqual(b"7\tx\n", rowkey("decode", *layout, stdin=b"0007x\n").stdout)
        self.assertEqual(b"0007x\n", rowkey("key", *layout, "7", "x").stdout)
        self.assertEqual(b"get 't', \"0007x\"\n",
                         rowkey("ranges", *layout, "-w", "adj = 7, at = x", "--output", "hbase", "--table", "t", "-q").stdout)  # fmt: skip
        for arguments in (("explain", *layout), ("explain", "--input", "csv", *layout), ("splits", *layout, "--regions", 2)):
            self.assertEqual(0, rowkey(*arguments).returncode, arguments)

    def test_a_header_that_is_nothing_but_a_mark_names_no_column(self):
        for kind in ("csv", "tsv"):
            for text in (b"\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"):
                self.assert_fails(1, '<stdin>:1: the header has no column b: its columns are ""',
                                  "-l", "{b}", "-c", "b:u64", "--input", kind, "--header", stdin=text)  # fmt: skip

    def test_bad_binary_records_of_a_simulation_have_a_place(self):
        done = rowkey("simulate", "-l", "{a % 10:u8}{8 - a:u8}", "-c", "a:u64le", "--input", "binary", "--splits",
                      self.file("list", b"a\n"), self.file("in", b"\1\0\0\0\0\0\0\0" * 3 + b"\xff" * 8))  # fmt: skip
        self.assertEqual(1, done.returncode)
        self.assertRegex(done.stderr.decode(), r"/in: record 4 at byte 24: ")
        done = rowkey("simulate", "-l", "{a:u64}", "-c", "a:u64le", "--input", "binary", "--splits", self.path("list"),
                      self.file("in", b"\1\0\0\0\0\0\0\0" * 3 + b"\xff" * 7))  # fmt: skip
        self.assertEqual(1, done.returncode)
        self.assertRegex(done.stderr.decode(), r"/in: ")

    def test_bad_records_of_a_simulation_have_a_place(self):
        splits = self.file("list", b"0400000\n")
        for content, place in ((b"1\n2\nx\n", "/in:3: "), (b"1\n2,3\n", "/in:2: ")):
            done = rowkey("simulate", *IDS, "--input", "csv", "--splits", splits, self.file("in", content))
            self.assertEqual(1, done.returncode)
            self.assertIn(place, done.stderr.decode())
        done = rowkey("simulate", *IDS, "--regions", "2", "--writers", "2", self.file("in", b"1\n2\n3\n4\n5\nx\n"))
        self.assertRegex(done.stderr.decode(), r"/in: byte \d+: ")

    def test_a_header_that_differs_in_a_simulation(self):
        first, second = self.file("a", b"id\n1\n"), self.file("b", b"ID\n1\n")
        done = rowkey("simulate", *IDS, "--input", "csv", "--header", "--regions", "2", first, second)
        self.assertEqual(1, done.returncode)
        self.assertIn("the header differs", done.stderr.decode())

    def test_a_pipe_is_not_read_twice_nor_cut(self):
        splits = self.file("list", b"m\n")
        for arguments in (("-l", "{line}", "--regions", "2"), ("-l", "{line}", "--splits", splits, "--writers", "2")):
            done = rowkey("simulate", *arguments, stdin=b"a\nb\n")
            self.assertEqual(2, done.returncode, done.stderr)
        done = rowkey("simulate", "-l", "{line}", "--splits", splits, "--writers", "3", "-", splits, stdin=b"a\n")
        self.assertEqual(2, done.returncode, done.stderr)
        done = rowkey("simulate", "-l", "{line}", "--splits", splits, "-", splits, stdin=b"a\n")
        self.assertEqual(0, done.returncode, done.stderr)

    def test_every_made_column_makes_rows(self):
        for source, columns in (
            ("sequential", ("id:u64", "key", "line")),
            ("sequential(step=0)", ("id:u64",)),
            ("random(below=9)", ("id:u64", "key", "line")),
            ("timestamps", ("ts:u64", "host", "event:8s", "id:u64")),
            ("zipf(users=3)", ("user", "ts:u64", "id:u64", "key", "event:8s")),
            ("matrix", ("id:u64", "key", "line")),
        ):
            for column in columns:
                for rows in ("0", "1", "100"):
                    done = rowkey("simulate", "-l", "{md5(%s) %% 9:u8}" % column, "--regions", "3", "--source", source,
                                  "--rows", rows, "--servers", "1", "--output", "json")  # fmt: skip
                    note = NO_RECORDS if rows == "0" else b""
                    if b"there is no column" not in done.stderr:
                        self.assertEqual((0, note), (done.returncode, done.stderr), (source, column))

    def test_lists_of_split_points_in_every_form(self):
        for form, content, status in (
            ("hex", b"00\n0a\n", 0), ("hex", b"0g\n", 1), ("hex", b"0\n", 1), ("hbase", b"\\x0a\n", 1),
            ("hbase", b"\\x0A\\xFF\n", 0), ("hbase", b"\\x0\n", 1), ("hbase", b"\\xAa\n", 1), ("hbase", b"a\\\n", 1),
            ("hbase", b" a\n", 1), ("hbase", b"a \n", 1), ("hbase", b"a\r\n", 1), ("text", b"a \n b\n", 1),
            ("text", b"a\nb \n", 0), ("hbase", b"", 0), ("hbase", b"b\na\n", 1), ("hbase", b"\xff\n", 1),
        ):  # fmt: skip
            with self.subTest(form=form, content=content):
                splits = self.file("list", content)
                done = rowkey("route", "--splits", splits, "--splits-form", form, stdin=b"k\n")
                self.assertIn(done.returncode, (0, 1), done.stderr)
                if status == 0:
                    self.assertEqual(0, done.returncode, done.stderr)

    def test_more_split_points_than_regions_may_have(self):
        if support.is_slow():
            self.skipTest("it reads 2^24 lines")
        done = rowkey("route", "--splits", self.file("list", b"a\n" * ((1 << 24) + 1)), stdin=b"k\n")
        self.assertEqual(1, done.returncode, done.stderr)
        self.assertIn("more split points than", done.stderr.decode())

    def test_what_is_left_to_filter_is_cut_when_it_is_long(self):
        columns = [f"a_rather_long_name_of_a_column_{i}" for i in range(60)]
        layout = "".join("{%s %% 7:u8}" % name for name in columns)
        typed = ",".join(f"{name}:u64" for name in columns)
        where = ",".join(f"{name} = 1" for name in columns)
        done = rowkey("ranges", "-l", layout, "-c", typed, "-w", where)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn(", ...", done.stderr.decode())

    def test_answers_of_every_form(self):
        splits, one = self.file("list", b"m\n"), self.file("one", b"0500000\n")
        ids, lines = self.file("ids", b"1\n2\n3\n"), self.file("lines", b"a\nz\n")
        wide = ("-l", "{a}|{b}", "-c", "a:text,b:u64")
        for arguments in (
            ("explain", "-l", "x"),
            ("explain", "-l", "x", "--json"),
            ("explain", "-l", "{line}" * 1 + "x" * 40),
            ("explain", "-l", "{line:1s}"),
            ("explain", "-l", "{md5(id) % 16:u8}k{id:u64}", "-c", "id:u64"),
            ("explain", "-l", "{id:020d}{id % 1000000000000:012d}", "-c", "id:u64", "--stride", "1000003"),
            ("explain", "-l", "{a:16384s}{a:16384s}{a:16384s}", "-c", "a:text"),
            ("explain", "-l", "{(id & 7) * 3:u8}{h31(id & 3:u8) & 15:u8}{id * 9223372036854775807:d}", "-c", "id:u64"),
            ("explain", "-l", "{abs(java_hash(a)) & 255:u8}{crc32c(a) % 256:u8}{a}", "-c", "a:text"),
            ("explain", "-l", "{random() % 5000000000:u64}{id % 1:u8}{id % 3:u8}", "-c", "id:u64"),
            ("ranges", "-l", "x", "-c", "a:u64", "-w", ""),
            ("ranges", *wide, "-w", "a = x, b = 7", "--get"),
            ("ranges", *wide, "-w", "a = x, b in (7, 8)"),
            ("ranges", *wide, "-w", "a in (x, y),\tb = 3\n"),
            ("ranges", *wide, "-w", "a >= x, a < y"),
            ("ranges", *wide, "-w", "a >= x, a < xy, b <= 5", "--output", "json", "--splits", splits),
            ("ranges", *wide, "-w", "a = " + "x" * 300 + ", b = 2", "--output", "text"),
            ("ranges", *wide, "-w", "b = 2", "--output", "hbase", "--table", "t"),
            ("ranges", *IDS, "-w", "id > 5", "--max-ranges", "2"),
            ("splits", "-l", "x{id % 10:u8}", "-c", "id:u64", "--regions", "3"),
            ("splits", "--sample", "--regions", "2", lines),
            ("splits", *IDS, "--check", one, "--sample", ids),
            ("splits", "-l", "{id % 4:u8}", "-c", "id:u64", "--check", self.file("high", b"\\x01\n\\x80\n")),
            ("splits", "-l", "{line}", "--check", splits, "--sample", lines),
            ("rebucket", "--from", "{id:u8}", "--to", "{id % 9:u8}", "-c", "id:u64", "--regions", "3", "--records", ids),
            ("rebucket", "--from", "{line}", "--to", "{line}", "--splits", splits, lines),
            ("rebucket", "--from", "{line}", "--to", "{line}", "--splits", splits, "--splits-form", "text", "--json", lines),
            ("route", "--splits", splits, "--summary", lines),
            ("simulate", "-l", "{line}", "-l", "{md5(line) % 9:u8}", "--regions", "2", lines),
            ("simulate", "-l", "{line}", "-l", "{reverse(line)}", "--regions", "2", lines),
            ("simulate", "-l", PAPER, "--regions", "2", "--source", "sequential()", "--rows", "9"),
            ("simulate", "-l", "@paper-md5mod", "-l", "@paper-idmod", "--regions", "2", ids),
            ("simulate", "-l", "{user:4s}", "--regions", "2", "--source", "zipf(users=1)", "--rows", "99", "--splits-form",
             "hbase"),
            ("simulate", *IDS, "--regions", "3", "--servers", "1", "--writers", "3", "--window", "1", ids),
            ("simulate", *IDS, "--regions", "3", "--writers", "600", ids),
        ):
            with self.subTest(arguments=arguments):
                done = rowkey(*arguments)
                self.assertIn(done.returncode, (0, 1, 2), done.stderr)
                if done.returncode != 0 and not done.stdout:
                    self.assertRegex(done.stderr, rb"rowkey: ")

    def test_unusual_ways_to_ask(self):
        """What each says is another test's: here each ends, by itself and with a status that is meant."""
        splits, ids = self.file("list", b"m\nn\n"), self.file("ids", b"1\n2\n3\n")
        times = ("simulate", "-l", "{ts:u64}", "--regions", "2", "--rows", "9", "--source")
        two = ("-l", "{a}|{b}", "-c", "a:text,b:text")
        for arguments in (
            ("x" * 200,), ("",), ("encode", "--" + "x" * 500), ("encode", "-l", "@a_b"),
            ("encode", "-l", "@phoenix-salted(buckets=99999999999999999999999)"),
            ("encode", *two, "--input", "tsv", "--emit", "key+record"),
            ("encode", *two, "--input", "csv", "--emit", "key+record"),
            ("encode", "-l", "{line}", "--emit", "key+record"),
            ("encode", *two, "--input", "tsv", "-d", "\\t"), ("encode", *two, "--input", "csv", "-d", "\t"),
            ("encode", *two, "--input", "csv", "-d", ""), ("encode", *two, "--input", "csv", "-d", "\n"),
            ("encode", *two, "--input", "tsv", "-d", ";", "--emit", "key+record"),
            ("encode", *two, "--input", "csv", "--header"),
            ("encode", "-l", "{line}", "-o", "-", "--on-error", "skip", "--rejects", "-"),
            ("encode", "-l", "{line}", "-o", "/dev/null", "--on-error", "skip", "--rejects", "/dev/null"),
            ("encode", "-l", "{line}", "-o", "/dev/null", "--on-error", "skip", "--rejects", self.path("bad")),
            ("decode", "-l", "{md5(line)}"), ("decode", "-l", "x", "-c", "_:u64"),
            ("simulate", *IDS, "--regions", "2", "--writers", "2", "--max-record", "1", self.file("wide", b"1\n222\n3\n4\n")),
            ("simulate", *IDS, "--splits", splits, "--splits-form", "nonsense", ids),
            ("simulate", *IDS, "--splits", splits, "--splits-form", "text", ids),
            ("simulate", *IDS, "--regions", "2", "--writers", "600", "--chunk-size", "100", ids),
            ("simulate", *IDS, "--regions", "2", "--writers", "2", "/dev/null"),
            ("simulate", *IDS, "--regions", "2", "--pictures", "", ids),
            ("simulate", "-l", PAPER, "--regions", "2", "--source", "sequential", "--rows", "x"),
            (*times, "timestamps(start=0,rate=1,ticks=18446744073709551615)"),
            (*times, "timestamps(start=18446744073709551610,rate=1,ticks=1)"),
            (*times, "timestamps(start=0,rate=1,ticks=1,jitter=18446744073709551615)"),
            ("rebucket", "--from", "{line}", "--to", "{line}", "--splits", splits, "--splits-form", "nonsense"),
            ("ranges", *IDS, "-w", "id = 1", "--splits", splits, "--splits-form", "nonsense"),
            ("ranges", *IDS, "-w", "id\r=\r1"), ("ranges", *IDS, "-w", "id => 1"), ("ranges", *IDS, "-w", "id <> 1"),
            ("ranges", *IDS, "-w", "id == 1"), ("ranges", *IDS, "-w", "id >> 1"), ("ranges", *IDS, "-w", "ID = 1"),
            ("splits", "-l", "x", "--regions", "1"), ("splits", *IDS, "--add", "0", "--splits", splits),
            ("splits", *IDS, "--sample", "--regions", "2", "-", "-"),
            ("splits", "--check", splits, "--sample", self.file("few", b"a\n")),
            ("splits", "--check", splits, "--sample", self.file("last", b"z\n")),
            ("route", "--splits", self.file("lower", b"\\xa0\n")),
        ):  # fmt: skip
            for stdin in support.some((b"a\tb\nc\n", b"", b"\n", b"a,b\nc\n")):
                with self.subTest(arguments=arguments, stdin=stdin):
                    done = rowkey(*arguments, stdin=stdin, cwd=self.directory)
                    self.assertIn(done.returncode, (0, 1, 2, 3))
                    self.assertTrue(done.returncode == 0 or done.stdout or b"rowkey: " in done.stderr)

    def test_columns_that_are_missing_in_a_record(self):
        content = b"a,b,c\n1,2,3\n1\n"
        for columns in ("c:u64,b:u64", "b:u64,c:u64", "c:u64,a:u64,b:u64"):
            done = rowkey("encode", "-l", "{b}|{c}", "-c", columns, "--input", "csv", "--header", stdin=content)
            self.assertEqual((1, b"2|3\n"), (done.returncode, done.stdout), done.stderr)
            self.assertIn("column b", done.stderr.decode())

    def test_converter_that_cannot_be_run_is_missing(self):
        if support.is_emulated():
            self.skipTest("the emulator is found by PATH, too")
        missing = "PNG is made by rsvg-convert, which cannot be run"
        for script, mode in ((b"#!/bin/sh\nexit 127\n", 0o755), (b"", 0o644)):
            program = self.file("rsvg-convert", script)
            os.chmod(program, mode)
            done = rowkey("simulate", "-l", PAPER, "--regions", "2", "--source", "sequential", "--rows", "9", "--pictures",
                          self.path("out"), "--picture-format", "png", env=support.environment(PATH=self.directory))  # fmt: skip
            self.assertEqual(3, done.returncode)
            self.assertIn(missing, done.stderr.decode())
            os.unlink(program)

    def test_many_empty_regions_are_cut_short(self):
        points = b"".join(b"%07d\n" % (point * 1000) for point in range(1, 900))
        keys = b"".join(b"%d\n" % i for i in range(40))
        for arguments in ((), ("--json",)):
            done = rowkey("splits", *IDS, "--check", self.file("list", points), "--sample", *arguments, stdin=keys)
            self.assertIn(done.returncode, (0, 1), done.stderr)
        done = rowkey("splits", "--check", self.path("list"), "--sample", stdin=b"x\n")
        self.assertIn(done.returncode, (0, 1), done.stderr)

    def test_a_sample_that_does_not_fit_reports_its_error(self):
        if support.is_slow():
            self.skipTest("it reads 80 MB")
        keys = b"".join(b"%07d%s\n" % (i * 7919 % 1000000, b"x" * 1000) for i in range(80000))
        done = rowkey("splits", "--check", self.file("list", b"0300000\n0600000\n"), "--sample", stdin=keys)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertRegex(done.stdout, rb"80000 keys in the sample.*, each end of a region off by at most")

    def test_moves_between_many_regions_with_long_bounds(self):
        points = b"".join(b"%s%02d\n" % (b"x" * 100, point) for point in range(40))
        keys = b"".join(b"%s%02d\n" % (b"x" * 100, point) for point in range(0, 40, 2))
        splits, other = self.file("list", points), self.file("other", points[:103])
        for arguments in ((), ("--csv",), ("--json",)):
            done = rowkey("rebucket", "--from", "{line}", "--to", "{line}", "--splits", splits, "--to-splits", other,
                          *arguments, stdin=keys)  # fmt: skip
            self.assertEqual(0, done.returncode, done.stderr)
        done = rowkey("rebucket", "--from", "{line}", "--to", "{reverse(line)}", "--splits", splits, stdin=b"")
        self.assertEqual(0, done.returncode, done.stderr)

    def test_bad_records_of_rebucket_and_route(self):
        splits = self.file("list", b"0400000\n")
        skip = ("--on-error", "skip", "--quiet")
        for command in (("rebucket", "--from", PAPER, "--to", "{id:u8}", "-c", "id:u64"),
                        ("rebucket", "--from", PAPER, "--to", "{id:u8}", "-c", "id:u64", "--records"),
                        ("rebucket", "--from", "{id:u8}", "--to", PAPER, "-c", "id:u64", "--records"),
                        ("route", "-l", "{id:u8}", "-c", "id:u64")):  # fmt: skip
            for content in (b"x\n", b"1\n300\nx\n2\n", b"1\n2\n300\n", b"x\n1\n"):
                if "--records" not in command and command[0] == "rebucket":
                    content = content.replace(b"1\n", paper_key(1) + b"\n").replace(b"300\n", paper_key(300) + b"\n")
                done = rowkey(*command, "--splits", splits, *skip, stdin=content)
                self.assertEqual(0, done.returncode, done.stderr)
                done = rowkey(*command, "--splits", splits, stdin=content)
                self.assertEqual(1, done.returncode, done.stderr)

    def test_long_text_is_wrapped_anywhere(self):
        done = rowkey("explain", "-l", "x" * 500 + "{line}")
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        for layout in ("x", "{line:1s}", "{id:u64}"):
            for arguments in ((), ("--json",)):
                done = rowkey("explain", "-l", layout, "-c", "id:u64,line:text", *arguments)
                self.assertIn(done.returncode, (0, 2), done.stderr)


class Files(ToolTest):
    def test_names_too_long_for_a_temporary_file(self):
        name = "/".join([self.directory] + ["." * 1] * 2030) + "/keys"
        done = rowkey("encode", *IDS, "-o", name, stdin=b"1\n")
        self.assertEqual(3, done.returncode)
        self.assertIn(support.error_text(errno.ENAMETOOLONG), done.stderr.decode())
        self.assert_only()

    def test_temporary_files_that_are_there_already_are_left_alone(self):
        if support.is_emulated():
            self.skipTest("the process is the emulator's")
        script = 'i=0; while [ $i -lt %d ]; do : >.rowkey-$$-$i.tmp; i=$((i+1)); done; exec "$@"'
        for count, status in ((3, 0), (100, 3)):
            command = ["sh", "-c", script % count, "sh", *support.TOOL, "encode", *IDS, "-o", "keys"]
            done = subprocess.run(command, input=b"1\n", capture_output=True, cwd=self.directory, check=False)
            self.assertEqual(status, done.returncode, done.stderr)
            self.assertEqual(count, sum(name.startswith(".rowkey") for name in os.listdir(self.directory)))
            for name in os.listdir(self.directory):
                os.unlink(self.path(name))

    def test_progress_of_a_file_reports_its_share(self):
        file = self.file("in", b"1\n" * 1_000_000)
        terminal, other_end = pty.openpty()
        begun = time.monotonic()
        process = subprocess.Popen(
            [*support.TOOL, "encode", *IDS, file], stdout=subprocess.PIPE, stderr=other_end,
            env=support.environment(),
        )  # fmt: skip
        os.close(other_end)
        expected = paper_key(1) + b"\n"
        read = process.stdout.read(len(expected))
        for _ in range(3):
            time.sleep(0.5)
            read += process.stdout.read(18 * 200_000)
        read += process.stdout.read()
        self.assertEqual(0, process.wait(timeout=60))
        process.stdout.close()
        self.assertTrue(read == expected * 1_000_000, "other keys")
        shown = os.read(terminal, 65536)
        os.close(terminal)
        bars = re.findall(rb"\r *(\d+)% \[(#*)(-*)\] (\d+) rows, (\d+\.\d) M rows/s, (\d+):(\d\d) left\x1b\[K", shown)
        self.assertTrue(bars, shown)
        elapsed = time.monotonic() - begun
        for percent, marks, rest, rows, rate, minutes, seconds in bars:
            percent, rows = int(percent), int(rows)
            self.assertTrue(percent - 1 <= rows / 1e4 <= percent + 2, rows)
            self.assertTrue(percent * 24 // 100 <= len(marks) <= (percent + 1) * 24 // 100, marks)
            self.assertEqual(24, len(marks + rest))
            # The command has run no longer than this test.
            self.assertGreaterEqual(float(rate) + 0.06, rows / 1e6 / elapsed)
            self.assertLessEqual(60 * int(minutes) + int(seconds), elapsed * 100 / max(percent, 1))


if __name__ == "__main__":
    support.main()
