"""rowkey decode: what encode made comes back byte for byte, in every form, for every instruction set."""

import csv
import io
import json
import math
import random
import struct
import unittest

import support
from support import PAPER, ToolTest, paper_key, rowkey

SEED = 20250120
ROWS = 100_003  # a prime: no block, batch or chunk ends with the input
HOSTS = ["web-1", "db", "a much longer name of a host", "x", "é", 'with "quotes"', "semi;colon", "com,ma"]


def decode(*arguments, **options):
    return rowkey("decode", *arguments, **options)


def tsv(rows):
    return "".join("\t".join(map(str, row)) + "\n" for row in rows).encode()


def digits(text):
    """How many significant digits a number is written with."""
    return len(text.split("e")[0].replace(".", "").strip("-0"))


class RoundTrip(ToolTest):
    def assert_round_trip(self, layout, columns, data, *more, forms=("hex", "hbase")):
        """tsv in, keys of each form, the same tsv out."""
        source = self.file("source", data)
        for form in forms:
            keys = self.path(f"keys.{form}")
            common = ("--layout", layout, "--columns", columns, *more)
            self.assert_keys(
                b"", *common, "--input", "tsv", "--output", form, source, "-o", keys, "--chunk-size", 70001
            )
            self.assert_keys(data, *common, "--input", form, keys, command="decode")
            self.assert_keys(
                data, *common, "--input", form, keys, "--threads", 3, "--chunk-size", 9001, command="decode"
            )

    def test_the_paper_design(self):
        data = b"".join(b"%d\n" % i for i in range(0, 10 * ROWS, 10))
        self.assert_round_trip(PAPER, "id:u64", data, forms=("text", "raw", "hex", "hbase"))

    def test_composite_keys(self):
        generator = random.Random(SEED)
        data = tsv(
            (generator.choice(HOSTS), generator.randrange(2**64), generator.randrange(-(2**63), 2**63))
            for _ in range(ROWS)
        )
        columns = "host:text,event:u64,time:i64"
        self.assert_round_trip(
            "{md5(host) % 97:02d}{host:40s}{event:u64}{time:i64}", columns, data, forms=("raw", "hex")
        )
        self.assert_round_trip("{host}|{event:d}|{time:~i64}", columns, data)

    def test_variable_text_side_by_side(self):
        generator = random.Random(SEED)
        data = tsv(
            ("".join(generator.choices("ab\0\x01é", k=generator.randrange(9))) for _ in range(2))
            for _ in range(20_000)
        )
        for form in ("esc", "mem"):
            self.assert_round_trip(f"{{a:{form}}}{{b:{form}}}", "a:text,b:text", data)

    def test_floating_point(self):
        generator = random.Random(SEED)
        doubles = [generator.uniform(-1, 1) * 10 ** generator.randrange(-320, 308) for _ in range(20_000)]
        doubles += [0.1, 1 / 3, 1e22, 1e23, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308]
        values = self.path("doubles")
        self.assert_keys(
            b"",
            *("--layout", "{v}", "--columns", "v:f64", "--output", "raw", "-o", values),
            stdin="".join(f"{value!r}\n" for value in doubles).encode(),
        )
        done = decode("--layout", "{v}", "--columns", "v:f64", "--input", "raw", values)
        texts = done.stdout.decode().split()
        self.assertEqual(doubles, list(map(float, texts)))
        for value, text in zip(doubles, texts):  # as short as Python's, which is the shortest
            self.assertEqual(digits(repr(value)), digits(text))

    def test_floating_point_text(self):
        texts = b"0\n-0\n1\n-2.5\n0.1\n1e+22\n5e-324\n123456\n1e+15\n0.0001\n1e-05\ninf\n-inf\n"
        self.assert_round_trip("{v}", "v:f64", texts)
        self.assert_round_trip(
            "{v}", "v:f32", b"0\n-0\n0.1\n16777216\n1e-45\n3.4028235e+38\n1.1754942e-38\n-inf\n"
        )

    def test_f32_in_the_fewest_digits(self):
        generator = random.Random(SEED)
        floats = [struct.unpack(">f", generator.randbytes(4))[0] for _ in range(20_000)]
        floats = list(filter(math.isfinite, floats))
        done = rowkey(
            *("encode", "--layout", "{v}", "--columns", "v:f32be", "--input", "binary", "--output", "raw"),
            stdin=b"".join(struct.pack(">f", value) for value in floats),
        )
        done = decode("--layout", "{v}", "--columns", "v:f32", "--input", "raw", stdin=done.stdout)
        for value, text in zip(floats, done.stdout.decode().split()):
            self.assertEqual(struct.pack(">f", value), struct.pack(">f", float(text)))
            if digits(text) > 1:
                shorter = float(f"{value:.{digits(text) - 2}e}")
                self.assertNotEqual(
                    value,
                    shorter if abs(shorter) > 3.4e38 else struct.unpack(">f", struct.pack(">f", shorter))[0],
                )

    def test_every_instruction_set(self):
        data = b"".join(paper_key(i) + b"\n" for i in range(5000))
        for isa in support.supported():
            self.assert_keys(
                b"".join(b"%d\n" % i for i in range(5000)),
                *("--isa", isa, "--layout", PAPER, "--columns", "id:u64"),
                command="decode",
                stdin=data,
            )

    def test_numbers_at_the_ends_of_their_types(self):
        data = b"0\t-9223372036854775808\n18446744073709551615\t9223372036854775807\n10\t-1\n9\t0\n"
        self.assert_round_trip("{a:u64}{b:i64}", "a:u64,b:i64", data, forms=("raw", "hex", "hbase"))
        self.assert_round_trip("{a},{b}", "a:u64,b:i64", data, forms=("text", "hex"))

    def test_nulls_come_back_as_what_replaced_them(self):
        done = rowkey(
            *("encode", "--layout", '{coalesce(a, 7)}|{coalesce(b, "none")}', "--columns", "a:u64,b:text"),
            *("--input", "csv", "--null", ""),
            stdin=b"1,x\n,\n",
        )
        self.assert_keys(
            b"1\tx\n7\tnone\n",
            *("--layout", '{coalesce(a, 7)}|{coalesce(b, "none")}', "--columns", "a:u64,b:text"),
            command="decode",
            stdin=done.stdout,
        )


    def test_nulls_come_back_that_have_markers(self):
        layout = '{null_last(t):u8}{coalesce(t, -1):i64}{null_first(b):01d}{coalesce(b, ""):esc}'
        arguments = ("--layout", layout, "--columns", "t:time(s),b:text")
        rows = b"2024-03-01T12:00:00Z,x\n,\n1969-12-31T23:59:59Z,\"\"\n,NULL\n"
        done = rowkey("encode", *arguments, "--input", "csv", "--null", "", "--output", "hex", stdin=rows)
        self.assertEqual(done.returncode, 0, done.stderr)
        keys = ("decode", *arguments, "--input", "hex")
        self.assertEqual(rowkey(*keys, "--output", "csv", stdin=done.stdout).stdout, rows)
        self.assertEqual(
            rowkey(*keys, "--output", "csv", "--null", "NULL", stdin=done.stdout).stdout,
            b'2024-03-01T12:00:00Z,x\nNULL,NULL\n1969-12-31T23:59:59Z,""\nNULL,"NULL"\n',
        )
        self.assertEqual(
            rowkey(*keys, "--null", "\\N", stdin=done.stdout).stdout,
            b"2024-03-01T12:00:00Z\tx\n\\N\t\\N\n1969-12-31T23:59:59Z\t\n\\N\tNULL\n",
        )
        for text, row in (("", 3), ("NULL", 4)):
            failed = rowkey(*keys, "--null", text, stdin=done.stdout)
            self.assertEqual(
                failed.stderr.decode(),
                f'rowkey: <stdin>:{row}: column b: "{text}" is what --null writes for a null '
                "(expected another --null, or csv)\n",
            )
        for form, text in (("csv", "a,b"), ("tsv", "a\tb")):
            failed = rowkey(*keys, "--output", form, "--null", text, stdin=done.stdout)
            self.assertEqual(failed.returncode, 2)
            self.assertIn(b"option --null: no field can be", failed.stderr)


class KnownSystems(ToolTest):
    def test_example_of_every_named_layout(self):
        """Columns that are all recovered from the key make the same key again."""
        names = []
        for layout in json.loads(rowkey("layouts", "--json").stdout):
            name, key = "@" + layout["name"], layout["key"].encode() + b"\n"
            done = decode("--layout", name, "--input", "hex", "--output", "csv", "--header", stdin=key)
            if done.stderr:
                self.assertRegex(
                    done.stderr, rb"^rowkey: (left out|no column can be recovered from keys of this layout): "
                )
                continue
            names.append(layout["name"])
            self.assert_keys(
                key, *("--layout", name, "--input", "csv", "--header", "--output", "hex"), stdin=done.stdout
            )
        self.assertIn("phoenix-salted", names)
        self.assertIn("tidb-index", names)


class Forms(ToolTest):
    LAYOUT = ("--layout", "{line}")

    def test_lines_without_columns(self):
        self.assert_keys(b"abc\n\n", *self.LAYOUT, command="decode", stdin=b"abc\n\n")
        self.assert_keys(
            b"c\n", "--layout", "ab{line}", "--columns", "line:text", command="decode", stdin=b"abc\n"
        )
        self.assert_keys(b"line\nc\n", "--layout", "ab{line}", "--header", command="decode", stdin=b"abc\n")

    def test_hex_of_either_case(self):
        self.assert_keys(b"jZ\xff\n\n", *self.LAYOUT, "--input", "hex", command="decode", stdin=b"6a5AfF\n\n")

    def test_hbase(self):
        self.assert_keys(
            b"a\xff\xab\\x\x01\n",
            *(*self.LAYOUT, "--input", "hbase"),
            command="decode",
            stdin=b"a\\xFF\\xAB\\x5Cx\\x01\n",
        )

    def test_last_line_without_a_newline(self):
        self.assert_keys(b"jj\nZ\n", *self.LAYOUT, "--input", "hex", command="decode", stdin=b"6a6A\n5a")

    def test_csv_can_be_read_back(self):
        generator = random.Random(SEED)
        rows = [
            ["".join(generator.choices('ab,"\n\r\t é', k=generator.randrange(6))) for _ in range(2)]
            for _ in range(5000)
        ]
        layout = ("--layout", "{a:mem}{b:mem}", "--columns", "a:text,b:text")
        source = io.StringIO()
        csv.writer(source, quoting=csv.QUOTE_ALL).writerows(rows)
        encoded = rowkey(
            "encode", *layout, "--input", "csv", "--output", "hex", stdin=source.getvalue().encode()
        )
        self.assertEqual(b"", encoded.stderr)
        done = decode(*layout, "--input", "hex", "--output", "csv", "--header", stdin=encoded.stdout)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        text = io.StringIO(done.stdout.decode(), newline="")
        self.assertEqual([["a", "b"], *rows], list(csv.reader(text, strict=True)))
        again = rowkey("encode", *layout, "--input", "csv", "--header", "--output", "hex", stdin=done.stdout)
        self.assertEqual(encoded.stdout, again.stdout)

    def test_csv_by_exact_bytes(self):
        keys = b"".join(
            text.hex().encode() + b"\n" for text in (b"", b"a", b"a b", b'"', b",", b"\n", b"\r", b"\t")
        )
        self.assert_keys(
            b'""\na\na b\n""""\n","\n"\n"\n"\r"\n\t\n',
            *(*self.LAYOUT, "--input", "hex", "--output", "csv"),
            command="decode",
            stdin=keys,
        )


class Selection(ToolTest):
    LAYOUT = (
        "--layout",
        "{md5(host)}{id % 7:u8}{a:u64}{b:u8}",
        "--columns",
        "b:u64,host:text,id:u64,a:u64,c:text",
    )
    KEY = bytes(16) + b"\x06" + (258).to_bytes(8, "big") + b"\x05"
    LEFT_OUT = (
        b"rowkey: left out: host (only a hash of it is in the key), id (only a result of arithmetic on it is in the "
        b"key), c (the layout does not use it)\n"
    )

    def test_columns_that_do_not_come_back_are_reported_once(self):
        done = decode(*self.LAYOUT, "--input", "raw", "--header", "--threads", 2, stdin=self.KEY * 50_000)
        self.assertEqual((0, self.LEFT_OUT), (done.returncode, done.stderr))
        self.assertEqual(b"b\ta\n" + b"5\t258\n" * 50_000, done.stdout)

    def test_a_long_list_of_what_is_left_out_ends_in_dots(self):
        names = ["c%039d" % i for i in range(26)]
        for last, ends in (("x" * 32, "x" * 32 + " (only a hash of it is in the key)"), ("x" * 33, "...")):
            layout = f"{{md5({', '.join([*names, last])})}}{{id:u8}}"
            columns = ",".join([f"{name}:text" for name in [*names, last]] + ["id:u64"])
            done = rowkey("decode", "-l", layout, "-c", columns, "--input", "hex", stdin=b"")
            told = ", ".join([f"{name} (only a hash of it is in the key)" for name in names] + [ends])
            self.assertEqual((0, f"rowkey: left out: {told}\n"), (done.returncode, done.stderr.decode()))

    def test_the_whole_record_is_a_column_as_well(self):
        """Also where --columns does not name it."""
        hashed = ("-l", "{md5(line) % 10:u8}{id:u8}", "-c", "id:u64")
        ends = ("-l", "{id:u8}{line}", "-c", "id:u64")
        cases = (
            (hashed, b"\x00\x07", b"7\n", "left out: line (only a hash of it is in the key)"),
            (ends, b"\x077,a", b"7\n", "left out: line (--columns does not name it; --select writes it)"),
        )
        for layout, key, expected, message in cases:
            done = rowkey("decode", *layout, "--input", "hex", stdin=key.hex().encode() + b"\n")
            self.assertEqual((0, expected), (done.returncode, done.stdout), done.stderr)
            self.assertEqual(f"rowkey: {message}\n", done.stderr.decode())
        self.assert_keys(b"7\t7,a\n", *ends, "--input", "hex", "-s", "id,line", command="decode", stdin=b"07372c61\n")
        self.assert_fails(
            2,
            "no column can be recovered from keys of this layout: id (the layout does not use it), line (only a hash of it is "
            "in the key)",
            *("-l", "{md5(line):x}", "-c", "id:u64"),
            command="decode",
        )

    def test_quiet(self):
        self.assert_keys(
            b"5,258\n",
            *self.LAYOUT,
            "--input",
            "raw",
            "--output",
            "csv",
            "-q",
            command="decode",
            stdin=self.KEY,
        )

    def test_select(self):
        for names, expected in (("a,b", b"a\tb\n258\t5\n"), ("a", b"a\n258\n")):
            self.assert_keys(
                expected,
                *self.LAYOUT,
                "--input",
                "raw",
                "--header",
                "--select",
                names,
                command="decode",
                stdin=self.KEY,
            )

    def test_header_of_no_keys(self):
        self.assert_keys(
            b"a,b\n",
            *self.LAYOUT,
            "-s",
            "a,b",
            "--input",
            "raw",
            "--header",
            "--output",
            "csv",
            command="decode",
        )

    def test_skipped_fields_of_the_list_mean_nothing(self):
        self.assert_keys(
            b"258\t5\n",
            *("--layout", "{a:u64}{b:u8}", "--columns", "_,a:u64,_,b:u64,...", "--input", "raw"),
            command="decode",
            stdin=self.KEY[-9:],
        )

    def test_the_whole_record(self):
        self.assert_keys(
            b"1|x\n",
            *("--layout", "{id}-{line}", "--columns", "id:u64,name:text", "--select", "line"),
            command="decode",
            stdin=b"1-1|x\n",
        )


if __name__ == "__main__":
    support.main()
