"""rowkey key: the key of one record, the same as encode makes; and the length that HBase allows."""

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
