"""--null: which fields are null, what becomes of them, and that nothing changes without it."""

import random
import unittest

import support
from support import ToolTest, ordered_float

SEED = 20250119
SKIP = ("--on-error", "skip")


class Nulls(ToolTest):
    def test_a_null_is_an_error_without_coalesce(self):
        for kind, layout in (("u64", "{v}"), ("i64", "{v}"), ("f64", "{v}"), ("f32", "{v}"), ("text", "{v}")):
            for chunk_size in (1, 100000):
                done = support.rowkey(
                    *(
                        "encode",
                        "--layout",
                        layout,
                        "--columns",
                        f"v:{kind}",
                        "--null",
                        "NULL",
                        "--output",
                        "hex",
                    ),
                    *("--chunk-size", chunk_size),
                    stdin=b"1\n2\nNULL\n3\n",
                )
                constant = 'coalesce(v, "")' if kind == "text" else "coalesce(v, 0)"
                expected = f"rowkey: <stdin>:3: v is null (column v, a value, or {constant} in the layout)\n"
                self.assertEqual((1, expected.encode()), (done.returncode, done.stderr))
                self.assertEqual(2, done.stdout.count(b"\n"))

    def test_coalesce_replaces_nulls(self):
        self.assert_keys(
            b"00017,x\n00000,none\n00000,\n00003,none\n",
            *("--layout", '{coalesce(n, 0):05d},{coalesce(h, "none")}', "--columns", "n:u64,h:text"),
            *("--input", "tsv", "--null", "\\N"),
            stdin=b"17\tx\n\\N\t\\N\n\\N\t\n3\t\\N\n",
        )
        self.assert_keys(
            ordered_float(-1.0).hex().encode() + b"\n" + ordered_float(2.5).hex().encode() + b"\n",
            *("--layout", "{coalesce(v, -1)}", "--columns", "v:f64", "--null", "", "--output", "hex"),
            stdin=b"\n2.5\n",
        )

    def test_without_the_option_nothing_is_null(self):
        self.assert_keys(
            b"NULL-\n",
            "--layout",
            "{a}-{b}",
            "--columns",
            "a:text,b:text",
            "--input",
            "csv",
            stdin=b"NULL,\n",
        )

    def test_in_csv_a_field_in_quotes_is_no_null(self):
        for null in ("", "NULL", "\\N", "0"):
            for chunk_size in (1, 100000):
                self.assert_keys(
                    b'-|-\n%s|%s\n%s|-\n-|%s\n-|x"\n' % ((null.encode(),) * 4),
                    *("--layout", '{coalesce(a, "-")}|{coalesce(b, "-")}', "--columns", "a:text,b:text"),
                    *("--input", "csv", "--null", null, "--chunk-size", chunk_size),
                    stdin=b'%s,%s\n"%s","%s"\r\n"%s",%s\n%s,"%s"\n%s,"x"""\n' % ((null.encode(),) * 9),
                )

    def test_only_the_whole_text_counts(self):
        self.assert_keys(
            b"NULLx\nxNULL\nnull\nNUL\n \n-\n",
            *("--layout", '{coalesce(a, "-")}', "--columns", "a:text", "--null", "NULL"),
            stdin=b"NULLx\nxNULL\nnull\nNUL\n \nNULL\n",
        )

    def test_the_record_itself_is_no_null(self):
        self.assert_keys(
            b"NULL|-\n",
            *("--layout", '{line}|{coalesce(a, "-")}', "--columns", "a:text", "--null", "NULL"),
            stdin=b"NULL\n",
        )

    def test_a_column_that_the_layout_does_not_use_may_be_null(self):
        self.assert_keys(
            b"7\n",
            *("--layout", "{b}", "--columns", "a:u64,b:u64", "--input", "csv", "--null", ""),
            stdin=b",7\n",
        )

    def test_nulls_among_numbers_everywhere(self):
        generator = random.Random(SEED)
        for share in (0.001, 0.1, 0.5, 0.999):
            rows = [
                (
                    None if generator.random() < share else generator.randrange(10**6),
                    None if generator.random() < share else generator.randrange(-(10**6), 10**6),
                    None if generator.random() < share else f"t{generator.randrange(100)}",
                )
                for _ in range(9000)
            ]
            data = "".join(
                ",".join("~" if v is None else str(v) for v in row) + "\n" for row in rows
            ).encode()
            expected = "".join(
                f"{a if a is not None else 42},{b if b is not None else -7},{c if c is not None else 'none'}\n"
                for a, b, c in rows
            ).encode()
            for more in ((), ("--threads", 3, "--chunk-size", 5000)):
                self.assert_keys(
                    expected,
                    *("--layout", '{coalesce(a, 42)},{coalesce(b, -7)},{coalesce(c, "none")}'),
                    *("--columns", "a:u64,b:i64,c:text", "--input", "csv", "--null", "~", *more),
                    stdin=data,
                )

    def test_bad_numbers_among_nulls_are_reported(self):
        for before in (0, 1, 2, 500):
            self.assert_fails(
                1,
                f'<stdin>:{2 * before + 2}: column a: "x" is not a number of type u64: it has a byte that is not a '
                "digit (expected digits only, from 0 to 18446744073709551615)",
                *("--layout", "{coalesce(a, 9)}", "--columns", "a:u64", "--null", ""),
                stdin=b"\n5\n" * before + b"\nx\n\n",
                output=b"9\n5\n" * before + b"9\n",
            )

    def test_skipped_nulls_are_kept_as_they_were_read(self):
        rejects = self.path("rejects")
        done = support.rowkey(
            *("encode", "--layout", "{a}", "--columns", "a:u64,b:text", "--input", "csv", "--null", ""),
            *(*SKIP, "--rejects", rejects),
            stdin=b"1,x\n,y\n3,z\n,\n",
        )
        self.assertEqual((0, b"1\n3\n"), (done.returncode, done.stdout))
        self.assertEqual(f"rowkey: 2 bad records skipped and kept in {rejects}\n".encode(), done.stderr)
        reason = b"a is null (column a, a value, or coalesce(a, 0) in the layout)"
        self.assertEqual(
            b"# <stdin>:2: %s\n,y\n# <stdin>:4: %s\n,\n" % (reason, reason), self.read("rejects")
        )


class Usage(ToolTest):
    def refuse(self, null, shown, expected, *arguments):
        self.assert_fails(
            2,
            f"option --null: no field can be {shown} (expected text without {expected})",
            *("--layout", "x", "--null", null, *arguments),
        )

    def test_text_that_no_field_can_be(self):
        self.refuse("a\nb", '"a\\x0Ab"', "line ends")
        self.refuse("a\tb", '"a\\x09b"', "delimiters and line ends", "--input", "tsv")
        self.refuse("a\nb", '"a\\x0Ab"', "delimiters and line ends", "--input", "tsv")
        for null, shown in (('"', '"\\x22"'), (",", '","'), ("\r", '"\\x0D"'), ("\n", '"\\x0A"')):
            self.refuse(null, shown, "quotes, delimiters and line ends", "--input", "csv")
        self.refuse(";", '";"', "quotes, delimiters and line ends", "--input", "csv", "--delimiter", ";")

    def test_binary_records_have_no_nulls(self):
        self.assert_fails(
            2,
            "option --null: binary records have a value in every column",
            *("--layout", "x", "--null", "", "--input", "binary", "--columns", "a:u8"),
        )


if __name__ == "__main__":
    support.main()
