"""Every bad record gives one clear error: file, line, column, value, expected; or it is skipped and kept."""

import subprocess
import unittest

import support
from support import PAPER, ToolTest, paper_key, rowkey

UNSIGNED = "(expected digits only, from 0 to 18446744073709551615)"
SIGNED = "(expected digits only, after an optional -, from -9223372036854775808 to 9223372036854775807)"


class Numbers(ToolTest):
    def test_text_that_is_no_u64(self):
        faults = {
            b"": ('""', "is empty"),
            b"+1": ('"+1"', "has a plus sign"),
            b"-1": ('"-1"', "is negative"),
            b" 1": ('" 1"', "has a space"),
            b"1 ": ('"1 "', "has a space"),
            b"1\r ": ('"1\\x0D "', "has a carriage return"),
            b"1e5": ('"1e5"', "is not an integer in plain digits"),
            b"1.0": ('"1.0"', "is not an integer in plain digits"),
            b"0x1": ('"0x1"', "has a byte that is not a digit"),
            b"1\0": ('"1\\x00"', "has a byte that is not a digit"),
            b"12x": ('"12x"', "has a byte that is not a digit"),
            b"1\xef\xbb\xbf": ('"1\\xEF\\xBB\\xBF"', "has a byte that is not a digit"),
            "١".encode(): ('"١"', "has a byte that is not a digit"),
            b"18446744073709551616": ('"18446744073709551616"', "is above 18446744073709551615"),
            b"9" * 100: ('"' + "9" * 64 + '"... (100 bytes)', "is above 18446744073709551615"),
        }
        for text, (shown, reason) in faults.items():
            # among good rows, so that it lies in every lane of a block in turn
            for before in (0, 1, 15, 17, 4000):
                data = b"12345\n" * before + text + b"\n" + b"6\n" * 20
                self.assert_fails(
                    1,
                    f"<stdin>:{before + 1}: column id: {shown} is not a number of type u64: it {reason} "
                    f"{UNSIGNED}",
                    "--layout",
                    "{id}",
                    "--columns",
                    "id:u64",
                    stdin=data,
                    output=b"12345\n" * before,
                )

    def test_text_that_is_no_i64(self):
        faults = {
            b"-": "is a minus sign without digits",
            b"--1": "has a minus sign after its first byte",
            b"9223372036854775808": "is above 9223372036854775807",
            b"-9223372036854775809": "is below -9223372036854775808",
        }
        for text, reason in faults.items():
            self.assert_fails(
                1,
                f'<stdin>:2: column id: "{text.decode()}" is not a number of type i64: it {reason} {SIGNED}',
                "--layout",
                "{id}",
                "--columns",
                "id:i64",
                stdin=b"1\n" + text,
                output=b"1\n",
            )

    def test_utf_16_is_no_number(self):
        done = rowkey("encode", "--layout", "{id}", "--columns", "id:u64", "--compression", "none",
                      stdin="1\n2\n".encode("utf-16"))  # fmt: skip
        self.assertEqual(1, done.returncode)
        self.assertIn(rb'"\xFF\xFE1\x00" is not a number', done.stderr)

    def test_value_that_does_not_fit_its_field(self):
        self.assert_fails(
            1,
            "<stdin>:3: id = 10000000000 does not fit {id:010d} (column id, at most 9999999999)",
            "--layout",
            PAPER,
            "--columns",
            "id:u64",
            stdin=b"1\n9999999999\n10000000000\n",
            output=paper_key(1) + b"\n" + paper_key(9999999999) + b"\n",
        )

    def test_first_bad_record_is_reported_whatever_its_column(self):
        arguments = ["--layout", "{a:01d}{b}", "--input", "csv", "--columns", "a:u64,b:u64"]
        done = rowkey("encode", *arguments, stdin=b"1,1\n22,1\nx,1\n1,y\n")
        self.assertTrue(done.stderr.startswith(b"rowkey: <stdin>:2: a = 22 does not fit"), done.stderr)
        done = rowkey("encode", *arguments, stdin=b"1,1\n1,y\nx,1\n22,1\n")
        self.assertTrue(done.stderr.startswith(b'rowkey: <stdin>:2: column b: "y"'), done.stderr)
        done = rowkey("encode", *arguments, stdin=b"1,1\n1\n1,y\nx,1\n22,1\n")
        self.assertTrue(done.stderr.startswith(b"rowkey: <stdin>:2: column b is missing"), done.stderr)


class Places(ToolTest):
    def test_each_file_counts_its_own_lines(self):
        good, bad = self.file("good", b"1\n2\n3\n"), self.file("bad", b"4\nx\n")
        self.assert_fails(
            1,
            f'{bad}:2: column id: "x" is not a number of type u64: it has a byte that is not a digit '
            + UNSIGNED,
            "--layout",
            "{id}",
            "--columns",
            "id:u64",
            good,
            bad,
            output=b"1\n2\n3\n4\n",
        )

    def test_line_numbers_count_newlines_in_quotes(self):
        for size in (1, 5, 131072):
            done = rowkey(
                "encode",
                "--layout",
                "{b}",
                "--input",
                "csv",
                "--columns",
                "a:text,b:u64",
                "--chunk-size",
                size,
                stdin=b'"x\n\ny",1\n"\n",2\nz,bad\n',
            )
            self.assertTrue(done.stderr.startswith(b'rowkey: <stdin>:6: column b: "bad"'), done.stderr)

    def test_line_number_beyond_a_million(self):
        data = b"7\n" * 1_234_567 + b"x\n"
        for threads in (1, 3):
            done = rowkey(
                "encode",
                "--layout",
                "{id}",
                "--columns",
                "id:u64",
                "--threads",
                threads,
                "-o",
                "/dev/null",
                stdin=data,
            )
            self.assertTrue(done.stderr.startswith(b"rowkey: <stdin>:1234568: "), done.stderr)

    def test_record_beyond_the_limit(self):
        message = "the record is longer than 5 bytes (--max-record allows more)"
        for size in (1, 3, 100):
            self.assert_fails(
                1,
                f"<stdin>:2: {message}",
                "--layout",
                "{line}",
                "--max-record",
                5,
                "--chunk-size",
                size,
                stdin=b"a\n123456\nb\n",
                output=b"a\n",
            )
        self.assert_fails(
            1,
            "<stdin>:2: the record is longer than 8 bytes: perhaps a quote in it is not closed (--max-record "
            "allows more)",
            "--layout",
            "{a}",
            "--input",
            "csv",
            "--columns",
            "a:text",
            "--max-record",
            8,
            stdin=b'a\n"b\nc\nd\ne\nf\ng\n',
            output=b"a\n",
        )

    def test_endless_line_is_given_up_at_the_limit(self):
        with open("/dev/zero", "rb") as zeros:
            done = subprocess.run(
                [*support.TOOL, "encode", "--layout", "{line}"], stdin=zeros, capture_output=True, timeout=60
            )
        self.assertEqual(
            (1, b"rowkey: <stdin>:1: the record is longer than 4194304 bytes (--max-record allows more)\n"),
            (done.returncode, done.stderr),
        )


class Headers(ToolTest):
    ARGUMENTS = ("--layout", "{id}", "--input", "csv", "--header", "--columns", "id:u64")

    def test_header_with_another_delimiter(self):
        for header, shown, hint in (
            (b"id;b", '"id;b"', " (--delimiter ';' cuts fields there)"),
            (b"id|b", '"id|b"', " (--delimiter '|' cuts fields there)"),
            (b"id\tb", r'"id\x09b"', " (--input tsv cuts fields at tabs)"),
            (b"id;b,c", '"id;b", "c"', ""),
        ):
            message = f"<stdin>:1: the header has no column id: its columns are {shown}{hint}"
            self.assert_fails(1, message, *self.ARGUMENTS, stdin=header + b"\n7;8\n")

    def test_column_that_the_header_lacks(self):
        self.assert_fails(
            1,
            '<stdin>:1: the header has no column id: its columns are "ID", "na me", ""',
            *self.ARGUMENTS,
            stdin=b'ID,"na me",\n1,2,3\n',
        )

    def test_column_that_the_header_has_twice(self):
        self.assert_fails(1, "<stdin>:1: the header names column id twice", *self.ARGUMENTS, stdin=b"id,id\n1,2\n")

    def test_empty_file_has_no_header(self):
        self.assert_fails(1, "<stdin>:1: the file is empty (expected a header line)", *self.ARGUMENTS)

    def test_utf_16_header(self):
        self.assert_fails(
            1,
            "<stdin>:1: the header holds a NUL byte (expected text, but not UTF-16)",
            *self.ARGUMENTS,
            "--compression",
            "none",
            stdin="id\n1\n".encode("utf-16"),
        )

    def test_record_unlike_its_header(self):
        self.assert_fails(
            1,
            "<stdin>:3: the record has 3 fields (expected 2)",
            *self.ARGUMENTS,
            stdin=b"id,b\n1,2\n3,4,5\n",
            output=b"1\n",
        )
        self.assert_fails(
            1, "<stdin>:2: the record has 1 field (expected 2)", *self.ARGUMENTS, stdin=b"id,b\n1\n"
        )

    def test_record_unlike_a_header_of_which_no_column_is_named(self):
        self.assert_fails(
            1,
            "<stdin>:3: the record has 3 fields (expected 2)",
            "--layout",
            "{line}",
            "--input",
            "csv",
            "--header",
            stdin=b"a,b\n1,2\n3,4,5\n",
            output=b"1,2\n",
        )


class Skipping(ToolTest):
    ARGUMENTS = ("--layout", "{id:03d}", "--columns", "id:u64", "--on-error", "skip")

    def test_bad_records_are_counted_and_kept_with_their_reasons(self):
        rejects = self.path("rejects")
        data = b"1\nx\n1000\n2\n\n3"
        expected = (
            f'# <stdin>:2: column id: "x" is not a number of type u64: it has a byte that is not a digit {UNSIGNED}\nx\n'
            "# <stdin>:3: id = 1000 does not fit {id:03d} (column id, at most 999)\n1000\n"
            f'# <stdin>:5: column id: "" is not a number of type u64: it is empty {UNSIGNED}\n\n'
        ).encode()
        for threads in (1, 2, 4):
            for size in (1, 3, 131072):
                done = rowkey(
                    "encode",
                    *self.ARGUMENTS,
                    "--rejects",
                    rejects,
                    "--threads",
                    threads,
                    "--chunk-size",
                    size,
                    stdin=data,
                )
                self.assertEqual((0, b"001\n002\n003\n"), (done.returncode, done.stdout))
                self.assertEqual(
                    f"rowkey: 3 bad records skipped and kept in {rejects}\n".encode(), done.stderr
                )
                self.assertEqual(expected, self.read("rejects"))
        done = rowkey("encode", *self.ARGUMENTS, stdin=data)
        self.assertEqual(
            (0, b"001\n002\n003\n", b"rowkey: 3 bad records skipped\n"),
            (done.returncode, done.stdout, done.stderr),
        )

    def test_rejects_are_empty_when_all_is_well(self):
        self.assert_keys(b"001\n", *self.ARGUMENTS, "--rejects", self.path("rejects"), stdin=b"1\n")
        self.assertEqual(b"", self.read("rejects"))

    def test_many_bad_records_in_all_patterns(self):
        pattern = [i * i % 7 < 3 or 5000 < i < 12000 for i in range(30000)]
        data = b"".join(b"%d\n" % (i % 1000) if good else b"bad%d\n" % i for i, good in enumerate(pattern))
        expected = b"".join(b"%03d\n" % (i % 1000) for i, good in enumerate(pattern) if good)
        kept = b"".join(b"bad%d\n" % i for i, good in enumerate(pattern) if not good)
        for threads in (1, 3):
            done = rowkey(
                "encode",
                *self.ARGUMENTS,
                "--rejects",
                self.path("rejects"),
                "--threads",
                threads,
                "--chunk-size",
                20000,
                stdin=data,
            )
            self.assertEqual((0, expected), (done.returncode, done.stdout))
            lines = self.read("rejects").splitlines(keepends=True)
            self.assertEqual(kept, b"".join(line for line in lines if not line.startswith(b"#")))
            numbers = [int(line.split(b":")[1]) for line in lines if line.startswith(b"#")]
            self.assertEqual([i + 1 for i, good in enumerate(pattern) if not good], numbers)

    def test_long_bad_records_are_kept(self):
        for size in (60_000, 65_536, 300_000):
            bad = b"x" * size
            data = b"".join((b"1\n", bad, b"\n2\n", bad, b"\n", bad, b"\n3\n"))
            done = rowkey("encode", *self.ARGUMENTS, "--rejects", self.path("rejects"), stdin=data)
            self.assertEqual((0, b"001\n002\n003\n"), (done.returncode, done.stdout), size)
            lines = self.read("rejects").splitlines()
            self.assertEqual([b"# <stdin>:2", b"# <stdin>:4", b"# <stdin>:5"], [line[:11] for line in lines[::2]])
            self.assertTrue(lines[1::2] == [bad] * 3, size)

    def test_random_counts_skipped_records_too(self):
        all_rows = rowkey(
            "encode", "--layout", "{random() % 1000:03d}", "--seed", 9, stdin=b"1\n2\n3\n"
        ).stdout.split()
        self.assertEqual(3, len(set(all_rows)))
        done = rowkey(
            "encode",
            "--layout",
            "{random() % 1000:03d}-{id}",
            "--columns",
            "id:u64",
            "--seed",
            9,
            "--on-error",
            "skip",
            stdin=b"1\nx\n3\n",
        )
        self.assertEqual([all_rows[0] + b"-1", all_rows[2] + b"-3"], done.stdout.split())


class NothingIsLeft(ToolTest):
    def test_under_the_final_name_after_an_error(self):
        rejects = self.path("rejects")
        for data in (b"1\n" * 100000 + b"x\n", b"x\n"):
            done = rowkey(
                "encode", "--layout", "{id}", "--columns", "id:u64", "-o", self.path("keys"), stdin=data
            )
            self.assertEqual((1, b""), (done.returncode, done.stdout))
            self.assert_only()
        done = rowkey(
            "encode",
            "--layout",
            "{id}",
            "--columns",
            "id:u64",
            "-o",
            self.path("keys"),
            "--on-error",
            "skip",
            "--rejects",
            rejects,
            "--max-record",
            4,
            stdin=b"1\nx\n12345\n",
        )
        self.assertEqual(1, done.returncode)
        self.assert_only()

    def test_of_a_new_version_when_there_is_an_old_one(self):
        self.file("keys", b"old\n")
        rowkey("encode", "--layout", "{id}", "--columns", "id:u64", "-o", self.path("keys"), stdin=b"1\nx\n")
        self.assertEqual(b"old\n", self.read("keys"))
        self.assert_only("keys")


if __name__ == "__main__":
    support.main()
