"""Every input that is right is read right: lines, tabs, headers, wherever a read happens to end."""

import os
import threading
import unittest

import support
from support import ToolTest, paper_key, rowkey

COPY = ("--layout", "{line}", "--output", "hex")


def hex_keys(*records):
    return b"".join(record.hex().encode() + b"\n" for record in records)


class Lines(ToolTest):
    def test_no_input_makes_no_keys(self):
        for kind in ("lines", "csv", "tsv"):
            self.assert_keys(b"", *COPY, "--input", kind)
        self.assert_keys(
            b"", "--layout", "{a:u8}", "--columns", "a:u8", "--input", "binary", "--output", "raw"
        )
        self.assert_keys(b"", *COPY, "/dev/null")

    def test_last_line_may_lack_its_newline(self):
        self.assert_keys(hex_keys(b"a", b"b"), *COPY, stdin=b"a\nb")
        self.assert_keys(hex_keys(b"a", b"b"), *COPY, stdin=b"a\nb\n")
        self.assert_keys(hex_keys(b"a", b"b", b""), *COPY, stdin=b"a\nb\n\n")
        self.assert_keys(hex_keys(b""), *COPY, stdin=b"\n")

    def test_every_byte_but_the_line_end_is_data(self):
        strange = [
            bytes(c for c in range(256) if c != 10),
            b"\xef\xbb\xbfa",
            b"a\r ",
            b"\ra",
            b"\0",
            b"\xff\xfe",
            "é€😀".encode(),
            "é".encode("utf-16-le"),
            b'"',
            b'"a',
            b"\t",
            b" ",
        ]
        self.assert_keys(hex_keys(*strange), *COPY, stdin=b"\n".join(strange))

    def test_files_stand_one_after_the_other(self):
        first, second, empty = self.file("1", b"a\nb"), self.file("2", b"c\n"), self.file("3", b"")
        self.assert_keys(
            hex_keys(b"a", b"b", b"in", b"c", b"a", b"b"),
            *COPY,
            first,
            "-",
            second,
            empty,
            first,
            stdin=b"in",
        )

    def test_a_file_may_be_called_like_an_option(self):
        self.file("--layout", b"a\n")
        self.assert_keys(hex_keys(b"a"), *COPY, "--", "--layout", cwd=self.directory)

    def test_options_may_stand_in_any_form_and_place(self):
        file = self.file("in", b"7\n")
        self.assert_keys(b"07\n", file, "--layout={n:02d}", "--columns=n:u64")
        self.assert_keys(b"07\n", "-l", "{n:02d}", file, "-cn:u64", "-t2")

    def test_fifo_is_read(self):
        path = self.path("fifo")
        os.mkfifo(path)

        def feed():
            with open(path, "wb") as fifo:
                fifo.write(b"a\nb\n")

        writer = threading.Thread(target=feed)
        writer.start()
        self.assert_keys(hex_keys(b"a", b"b"), *COPY, path)
        writer.join()

    def test_line_that_is_longer_than_many_reads(self):
        long = b"x" * 3_000_000
        done = rowkey("encode", "--layout", "{line}", stdin=b"a\n" + long + b"\nb\n")
        self.assertEqual((0, b"", b"a\n" + long + b"\nb\n"), (done.returncode, done.stderr, done.stdout))

    def test_record_of_exactly_the_limit_is_read(self):
        for size in range(1, 20):
            for data in (b"12345\n12\n12345", b"12345\n12345\n"):
                self.assert_keys(
                    hex_keys(*data.split()), *COPY, "--max-record", 5, "--chunk-size", size, stdin=data
                )


class EveryBufferEnd(ToolTest):
    """A read may end at any byte: the keys are the same for all chunk sizes, with one thread and with three."""

    def assert_same(self, *arguments, stdin):
        expected = rowkey("encode", *arguments, stdin=stdin)
        self.assertEqual((0, b""), (expected.returncode, expected.stderr))
        self.assertNotEqual(b"", expected.stdout)
        for size in support.some(range(1, 48)):
            for threads in (1, 3) if size % 5 == 1 else (1,):
                self.assert_keys(
                    expected.stdout, *arguments, "--chunk-size", size, "--threads", threads, stdin=stdin
                )

    def test_lines(self):
        self.assert_same("--layout", "{line}", stdin=b"a\nbb\n\n" + b"c" * 50 + b"\nlast")

    def test_tsv(self):
        self.assert_same(
            "--layout",
            "{b}-{a:03d}",
            "--input",
            "tsv",
            "--columns",
            "a:u64,b:text",
            stdin=b"1\tx\n22\t\n3\tyy",
        )

    def test_csv(self):
        data = (
            b'name,note\r\n"a,""b""",x\r\n"two\r\nlines",""\r\nplain,text\n"""","\n\n"\n"",""\n'
            b'last,"""x"""'
        )
        self.assert_same(
            "--layout",
            "{note}",
            "--output",
            "hex",
            "--input",
            "csv",
            "--columns",
            "who:text,note:text",
            stdin=data,
        )
        self.assert_same(
            "--layout",
            "{name}",
            "--output",
            "hex",
            "--input",
            "csv",
            "--header",
            "--columns",
            "name:text",
            stdin=data,
        )

    def test_binary(self):
        self.assert_same(
            "--layout",
            "{a}-{b:05d}",
            "--input",
            "binary",
            "--columns",
            "a:3s,_:2,b:u16le",
            stdin=b"abc__\1\0x\0\0__\2\1zz\0__\xff\xff",
        )


class Headers(ToolTest):
    DATA = b"id,name,size\n1,one,10\n2,two,20\n"

    def test_columns_are_found_by_name_in_any_order(self):
        for data in (
            self.DATA,
            b"\xef\xbb\xbf" + self.DATA,
            self.DATA.replace(b"\n", b"\r\n"),
            self.DATA.replace(b"id,name", b'"id","name"'),
        ):
            self.assert_keys(
                b"10-01\n20-02\n",
                "--layout",
                "{size}-{id:02d}",
                "--input",
                "csv",
                "--header",
                "--columns",
                "size:u64,id:u64",
                stdin=data,
            )

    def test_header_in_quotes_may_span_lines(self):
        for mark in b"", b"\xef\xbb\xbf":
            self.assert_keys(
                b"1\n",
                "--layout",
                "{a}",
                "--input",
                "csv",
                "--header",
                "--columns",
                "a:u64",
                stdin=mark + b'"x\ny","a"\n0,1\n',
            )
        self.assert_fails(
            1,
            '<stdin>:3: column a: "x" is not a number of type u64: it has a byte that is not a digit '
            "(expected digits only, from 0 to 18446744073709551615)",
            "--layout",
            "{a}",
            "--input",
            "csv",
            "--header",
            "--columns",
            "a:u64",
            stdin=b'"x\ny","a"\n0,x\n',
        )

    def test_tsv_and_lines_have_headers_too(self):
        self.assert_keys(
            b"x\n",
            "--layout",
            "{b}",
            "--input",
            "tsv",
            "--header",
            "--columns",
            "b:text",
            stdin=b"a\tb\n1\tx\n",
        )
        self.assert_keys(b"7\n", "--layout", "{id}", "--header", "--columns", "id:u64", stdin=b"id\n7\n")

    def test_header_alone_makes_no_keys(self):
        for data in (b"id\n", b"id"):
            self.assert_keys(
                b"", "--layout", "{id}", "--input", "csv", "--header", "--columns", "id:u64", stdin=data
            )

    def test_every_file_has_its_header(self):
        first, second = self.file("1", self.DATA), self.file("2", b"id,name,size\n3,three,30")
        arguments = ["--layout", "{id}", "--input", "csv", "--header", "--columns", "id:u64"]
        self.assert_keys(b"1\n2\n3\n", *arguments, first, second)
        other = self.file("3", b"name,id,size\nx,4,40\n")
        self.assert_fails(
            1,
            f"{other}:1: the header differs from the header of {first}",
            *arguments,
            first,
            other,
            output=b"1\n2\n",
        )

    def test_header_is_no_row(self):
        expected = b"%d\n" % (support.splitmix64(5, 0) % 1000)
        self.assert_keys(
            expected,
            "--layout",
            "{random() % 1000}",
            "--seed",
            5,
            "--header",
            "--columns",
            "id:u64",
            "--input",
            "csv",
            stdin=b"id\n1\n",
        )


class Columns(ToolTest):
    def test_skipped_and_further_fields(self):
        data = b"a;b;c;d\ne;f;g;h\n"
        csv = ("--input", "csv", "--delimiter", ";", "--layout", "{x}-{y}", "--columns")
        self.assert_keys(b"a-c\ne-g\n", *csv, "x:text,_,y:text,_", stdin=data)
        self.assert_keys(b"a-c\ne-g\n", *csv, "x:text,_,y:text,...", stdin=data)
        self.assert_keys(b"b-d\nf-h\n", *csv, "_,x:text,_,y:text,...", stdin=data)

    def test_first_fields_of_long_records(self):
        lines = [f"{i};b{i};{'x;' * (i * 37 % 900)}" for i in range(300)]
        expected = "".join(f"b{i}-{i}\n" for i in range(300)).encode()
        for kind in ("csv", "tsv"):
            for size in (1, 700, 1 << 20):
                self.assert_keys(
                    expected,
                    *("--input", kind, "--delimiter", ";", "--layout", "{b}-{a}"),
                    *("--columns", "a:u64,b:text,...", "--chunk-size", size),
                    stdin="".join(f"{line}\n" for line in lines).encode(),
                )
        quoted = [f'{line};"{i};\n"' if i % 3 else line for i, line in enumerate(lines)]
        self.assert_keys(
            expected,
            *("--input", "csv", "--delimiter", ";", "--layout", "{b}-{a}", "--columns", "a:u64,b:text,..."),
            stdin="".join(f"{line}\n" for line in quoted).encode(),
        )

    def test_long_records_that_lack_a_field(self):
        self.assert_fails(
            1,
            "<stdin>:2: column c is missing: the record has 2 fields (expected 3 or more)",
            *("--layout", "{a}", "--input", "tsv", "--columns", "a:text,_,c:text,..."),
            stdin=b"a\tb\tc\td" + b"x" * 3000 + b"\na\tb" + b"x" * 3000 + b"\n",
            output=b"a\n",
        )

    def test_fields_of_columns_that_are_not_used_are_not_parsed(self):
        self.assert_keys(
            b"1\n", "--input", "csv", "--layout", "{a}", "--columns", "a:u64,b:u64", stdin=b"1,x\n"
        )

    def test_line_is_the_record_as_it_stands(self):
        self.assert_keys(
            b'"a",b\t"a",b\nc,d\tc,d\n',
            "--input",
            "csv",
            "--layout",
            "{line}",
            "--emit",
            "key+record",
            stdin=b'"a",b\r\nc,d\n',
        )

    def test_numbers_of_every_size_and_sign(self):
        data = b"0\n00\n18446744073709551615\n" + b"0" * 100 + b"7\n"
        self.assert_keys(
            b"0\n0\n18446744073709551615\n7\n", "--layout", "{n}", "--columns", "n:u64", stdin=data
        )
        data = b"-1\n-0\n9223372036854775807\n-9223372036854775808\n"
        self.assert_keys(
            b"7fffffffffffffff\n8000000000000000\nffffffffffffffff\n0000000000000000\n",
            "--layout",
            "{n:i64}",
            "--columns",
            "n:i64",
            "--output",
            "hex",
            stdin=data,
        )


if __name__ == "__main__":
    support.main()
