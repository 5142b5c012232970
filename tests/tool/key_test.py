"""rowkey key: the key of one record, the same as encode makes; and the length that HBase allows."""

import re
import unittest

import support
from support import PAPER, ToolTest, ordered_float, paper_key, rowkey, splitmix64

IDS = ("--layout", PAPER, "--columns", "id:u64")
U64 = "(expected digits only, from 0 to 18446744073709551615)"


class OneKey(ToolTest):
    def assert_key(self, expected, *arguments):
        self.assert_keys(expected, *arguments, command="key")

    def test_every_form(self):
        layout = ("--layout", "a\\x22#{n:i8}{b}", "--columns", "b:text,n:i64", "é'", "-3")
        key = b'a"#}' + "é'".encode()
        self.assert_key(b"a\\x22\\x23}\\xC3\\xA9\\x27\n", *layout)
        self.assert_key(b"a\\x22\\x23}\\xC3\\xA9\\x27\n", *layout, "--output", "hbase")
        self.assert_key(key.hex().encode() + b"\n", *layout, "--output", "hex")
        self.assert_key(key + b"\n", *layout, "--output", "text")
        self.assert_key(key, *layout, "--output", "raw")

    def test_is_what_encode_makes(self):
        for isa in support.supported():
            self.assert_key(paper_key(42) + b"\n", *IDS, "--isa", isa, 42)
        columns = ("--columns", "a:u64,b:i64,c:f64,d:f32,e:text")
        layout = ("--layout", "{md5(a, e) % 100:02d}{a:u64}{b:i64}{c}{d}{e:9s}", *columns, "--output", "hex")
        record = ("7", "-8", "-0.0", "2.5", "host")
        done = rowkey("encode", *layout, "--input", "tsv", stdin="\t".join(record).encode() + b"\n")
        self.assertIn(
            ordered_float(-0.0).hex().encode() + ordered_float(2.5, ">f").hex().encode(), done.stdout
        )
        self.assert_key(done.stdout, *layout, *record)
        unused = ("--layout", "{a}", "--columns", "a:u64,t:time(ms)")
        self.assert_keys(b"7\n", *unused, "--input", "csv", stdin=b"7,never\n")
        self.assert_key(b"7\n", *unused, 7, "never")

    def test_the_whole_record_is_one_column(self):
        self.assert_key(b"<a b>\n", "--layout", "<{line}>", "a b")
        self.assert_key(b"<a b>\n", "--layout", "<{line}>", "--columns", "line:text", "a b")

    def test_values_that_begin_with_a_minus(self):
        for value in ("-5", "-0.5", "-.5"):
            expected = ordered_float(float(value)).hex().encode() + b"\n"
            self.assert_key(expected, "--layout", "{v}", "--columns", "v:f64", "--output", "hex", value)
        self.assert_key(b"-x\n", "--layout", "{line}", "--", "-x")
        self.assert_key(b"-\n", "--layout", "{line}", "-")

    def test_the_whole_record_is_no_null(self):
        layout = ("--layout", '{coalesce(line, "none")}', "--null", "N")
        self.assert_key(b"N\n", *layout, "N")
        self.assert_keys(b"N\n", *layout, stdin=b"N\n")
        self.assert_key(b"none\n", *layout, "--columns", "line:text", "N")
        self.assert_keys(b"none\n", *layout, "--columns", "line:text", stdin=b"N\n")

    def test_nulls(self):
        layout = ("--layout", "{coalesce(a, 9)}", "--columns", "a:u64")
        self.assert_key(b"9\n", *layout, "--null", "", "")
        self.assert_fails(
            1,
            "a is null (column a, a value, or coalesce(a, 0) in the layout)",
            *("--layout", "{a}", "--columns", "a:u64", "--null", "NULL", "NULL"),
            command="key",
        )

    def test_random_numbers_are_those_of_the_row(self):
        for seed, row in ((0, 0), (7, 3)):
            self.assert_key(
                b"%d\n" % splitmix64(seed, row), "--layout", "{random()}", "--seed", seed, "--row", row, "x"
            )

    def test_a_constant_layout(self):
        self.assert_key(b"abc\n", "--layout", "abc", "unused")

    def test_a_named_layout(self):
        self.assert_key(b"\\x0A\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x05\n", "--layout", "@phoenix-salted", 5)

    def test_long_keys(self):
        value = "x" * 100_000
        self.assert_key(value.encode() + b"\n", "--layout", "{line}", "--output", "text", value)


class Fields(ToolTest):
    """Below the key a line for each field: what it is, where it lies, its bytes, and the column that they give."""

    def lines(self, *arguments):
        done = rowkey("key", "--fields", *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout.decode().splitlines()

    def assert_fields(self, expected, *arguments):
        key, *fields = self.lines(*arguments)
        self.assertEqual([re.split(" {2,}", line) for line in fields], expected)
        self.assertEqual("".join(field[2] for field in expected), key)

    def test_behind_a_field_of_any_length(self):
        layout = ("--layout", "{md5(host) % 100:02d}{host}|{ts:i64}", "--columns", "host:text,ts:i64")
        for host, salt in (("web-1", "72"), ("é", "35")):
            data = host.encode()
            end = 2 + len(data)
            expected = [
                ["{md5(host) % 100:02d}", "0..2", salt.encode().hex()],
                ["{host}", f"2..{end}", data.hex(), f'host = "{host}"'],
                ["|", f"{end}..{end + 1}", "7c"],
                ["{ts:i64}", f"{end + 1}..{end + 9}", "800000006553f100", "ts = 1700000000"],
            ]
            self.assert_fields(expected, *layout, "--output", "hex", host, 1700000000)

    def test_lines_are_aligned(self):
        self.assertEqual(
            self.lines("--layout", "{host:8s}{id:u32}", "--columns", "host:text,id:u64", "web-1", 42),
            [
                "web-1\\x00\\x00\\x00\\x00\\x00\\x00*",
                '{host:8s}  0..8   web-1\\x00\\x00\\x00  host = "web-1"',
                "{id:u32}   8..12  \\x00\\x00\\x00*      id = 42",
            ],
        )
        host = 100 * "x"
        self.assertEqual(
            self.lines("--layout", "{host}|{id:02d}", "--columns", "host:text,id:u64", host, 7)[1:],
            [
                f'{{host}}    0..100    {host}  host = "{host}"',
                "|         100..101  |",
                f"{{id:02d}}  101..103  07{48 * ' '}id = 7",
            ],
        )

    def test_an_empty_field(self):
        fields = self.lines("--layout", "{a}|{b}", "--columns", "a:text,b:text", "", "")[1:]
        self.assertEqual(fields, ['{a}  0..0     a = ""', "|    0..1  |", '{b}  1..1     b = ""'])

    def test_values_are_those_of_their_type(self):
        uuid = "123e4567-e89b-12d3-a456-426614174000"
        self.assert_fields(
            [
                ["{null_first(a):u8}", "0..1", "00"],
                ["{coalesce(a, 0):u16}", "1..3", "0000", "a = null"],
                ["{u}", "3..19", uuid.replace("-", ""), f"u = {uuid}"],
                ["{t:i64}", "19..27", "8000018cc251f400", "t = 2024-01-01T00:00:00.000Z"],
                ["{p:i16}", "27..29", "7e84", "p = -3.80"],
            ],
            *("--layout", "{null_first(a):u8}{coalesce(a, 0):u16}{u}{t:i64}{p:i16}", "--output", "hex", "--null", "-"),
            *("--columns", "a:u64,u:uuid,t:time(ms),p:decimal(2)", "--", "-", uuid, "2024-01-01T00:00:00Z", "-3.8"),
        )

    def test_no_value_where_a_field_alone_does_not_give_it(self):
        digest = "a1d0c6e83f027327d8461063f4ac58a6"
        self.assert_fields(
            [
                ["{md5(id):x}", "0..32", digest],
                ["{id / 10:02d}", "32..34", "04"],
                ["{id % 10:01d}", "34..35", "2"],
                ["constant", "35..43", "constant"],
            ],
            *("--layout", "{md5(id):x}{id / 10:02d}{id % 10:01d}constant", "--columns", "id:u64", 42),
        )
        self.assert_fields([["{random() % 7:u8}", "0..1", "02"]], "--layout", "{random() % 7:u8}", "--seed", 7, "--output", "hex", "x")

    def test_bytes_that_a_terminal_would_obey(self):
        key, field = self.lines("--layout", "{line}", "\x1b[31m\t")
        self.assertEqual(key, "\\x1B[31m\\x09")
        self.assertEqual(field, '{line}  0..6  \\x1B[31m\\x09  line = "\\x1B[31m\\x09"')

    def test_named_layouts(self):
        fields = self.lines("--layout", "@phoenix-salted", "--output", "hex", 5)[1:]
        self.assertEqual([line.split()[-3:] for line in fields[1:]], [["id", "=", "5"]])

    def test_forms(self):
        columns = ("--layout", "{id:03d}", "--columns", "id:u64")
        self.assertEqual(self.lines(*columns, "--output", "text", 7), ["007", "{id:03d}  0..3  007  id = 7"])
        self.assert_fails(
            2,
            "option --fields: --output raw writes no lines (expected hbase, hex or text)",
            *(*columns, "--fields", "--output", "raw", 7),
            command="key",
        )


class Faults(ToolTest):
    def refuse(self, message, *arguments, status=2):
        self.assert_fails(status, message, *arguments, command="key")

    def test_number_of_values(self):
        columns = ("--layout", "{a}", "--columns", "a:u64,b:text")
        self.refuse("value 1 is missing, of column a (expected 2 values)", *columns)
        self.refuse("value 2 is missing, of column b (expected 2 values)", *columns, 1)
        self.refuse('value 3, "z", belongs to no column (expected 2 values)', *columns, 1, 2, "z", 4)
        self.refuse("value 1 is missing, of column id (expected 1 value)", *IDS)

    def test_bad_values(self):
        self.refuse(
            f'column id: "x" is not a number of type u64: it has a byte that is not a digit {U64}',
            *(*IDS, "x"),
            status=1,
        )
        self.refuse(
            "id = 10000000000 does not fit {id:010d} (column id, at most 9999999999)", *IDS, 10**10, status=1
        )
        self.refuse(
            'column v: "nan" is not a number of type f64: it is not-a-number, which has no place in an order '
            "(expected a decimal such as -2.5 or 6e-7, up to 1.7976931348623157e+308, or inf)",
            *("--layout", "{v}", "--columns", "v:f64", "nan"),
            status=1,
        )
        self.refuse(
            'the key "a\\x0Ab" holds a newline (expected none with --output text: use raw, hex or hbase)',
            *("--layout", "{line}", "--output", "text", "a\nb"),
            status=1,
        )

    def test_bad_usage(self):
        self.refuse("option --layout is missing (rowkey key --help explains it)")
        self.refuse(
            "the layout uses line, the whole record, which values alone do not tell (expected --columns line:text, or "
            "a layout without line)",
            *("--layout", "{md5(line)}{a}", "--columns", "a:u64", 1),
        )
        self.refuse(
            'option --output: unknown value "x" (expected text, raw, hex or hbase)', *IDS, "--output", "x", 1
        )
        self.refuse('unknown option "-x" (--help lists them)', *IDS, "-x")

    def test_help_has_examples(self):
        done = rowkey("key", "--help")
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assertTrue(done.stdout.startswith(b"Usage: rowkey key "))
        self.assertIn(b"\nExamples:\n", done.stdout)


class LongKeys(ToolTest):
    """HBase takes keys of at most 32,767 bytes."""

    def shown(self, size):
        return '"' + "x" * 64 + f'"... ({size} bytes)'

    def test_key_refuses_what_hbase_refuses(self):
        self.assert_keys(b"x" * 32767 + b"\n", "--layout", "{line}", "x" * 32767, command="key")
        self.assert_fails(
            1,
            f"the key {self.shown(32768)} has 32768 bytes (expected at most 32767, see --max-key)",
            *("--layout", "{line}", "x" * 32768),
            command="key",
        )
        self.assert_keys(
            b"x" * 32768 + b"\n", "--layout", "{line}", "--max-key", 32768, "x" * 32768, command="key"
        )

    def test_encode_refuses_what_hbase_refuses(self):
        good, bad = b"x" * 32767 + b"\n", b"x" * 32768 + b"\n"
        reason = f"the key {self.shown(32768)} has 32768 bytes (expected at most 32767, see --max-key)"
        hbase = ("--layout", "{line}", "--output", "hbase")
        self.assert_fails(1, f"<stdin>:2: {reason}", *hbase, stdin=good + bad + good, output=good)
        rejects = self.path("rejects")
        done = rowkey("encode", *hbase, "--on-error", "skip", "--rejects", rejects, stdin=good + bad + good)
        self.assertEqual((0, good + good), (done.returncode, done.stdout))
        self.assertEqual(b"# <stdin>:2: " + reason.encode() + b"\n" + bad, self.read("rejects"))
        self.assert_keys(bad, *hbase, "--max-key", 100_000, stdin=bad)
        for form in ("text", "raw", "hex"):
            self.assertEqual(
                0, rowkey("encode", "--layout", "{line}", "--output", form, stdin=bad).returncode
            )

    def test_a_limit_for_any_form(self):
        for form, output in (
            ("text", b"12345\n"),
            ("raw", b"12345"),
            ("hex", b"3132333435\n"),
            ("hbase", b"12345\n"),
        ):
            self.assert_fails(
                1,
                '<stdin>:2: the key "123456" has 6 bytes (expected at most 5, see --max-key)',
                *("--layout", "{line}", "--max-key", 5, "--output", form),
                stdin=b"12345\n123456\n",
                output=output,
            )

    def test_a_layout_whose_keys_are_all_too_long(self):
        self.assert_fails(
            2,
            "keys of this layout have 32768 bytes (expected at most 32767, see --max-key)",
            *("--layout", "x{line:32767s}", "--output", "hbase"),
        )
        self.assert_keys(b"x\n", "--layout", "x", "--constant", "--max-key", 1, stdin=b"any\n")


class EmptyKeys(ToolTest):
    """HBase takes a key of no byte for a row that is not given."""

    REASON = 'the key "" is empty (expected a byte or more with --output hbase: HBase has no such row)'

    def test_key_refuses_what_hbase_refuses(self):
        self.assert_fails(1, self.REASON, "--layout", "{line}", "", command="key")
        self.assert_keys(b"\n", "--layout", "{line}", "--output", "text", "", command="key")

    def test_ranges_refuse_what_hbase_refuses(self):
        query = ("--layout", "{host}", "--columns", "host:text", "--where", 'host in ("a", "")', "--output", "hbase")
        self.assert_fails(1, self.REASON, *query, "--table", "t", command="ranges")

    def test_encode_refuses_what_hbase_refuses(self):
        hbase = ("--layout", "{line}", "--output", "hbase")
        for record in ((), ("--emit", "key+record")):
            self.assert_fails(1, f"<stdin>:1: {self.REASON}", *hbase, *record, stdin=b"\nb\n")
        self.assert_fails(1, f"<stdin>:2: {self.REASON}", *hbase, stdin=b"a\n\n", output=b"a\n")

    def test_other_forms_have_them(self):
        for form, output in (("text", b"a\n\n"), ("raw", b"a"), ("hex", b"61\n\n")):
            self.assert_keys(output, "--layout", "{line}", "--output", form, stdin=b"a\n\n")


if __name__ == "__main__":
    support.main()
