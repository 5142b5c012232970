"""rowkey decode: every bad key gives one clear error or is skipped and kept; outputs fail cleanly."""

import functools
import os
import subprocess
import unittest

import support
from support import PAPER, ToolTest, md5_modulo, paper_key, rowkey

IDS = ("--layout", PAPER, "--columns", "id:u64")
SALT = "{md5(id) % 1000000:07d}"
LENGTH = "the key has %s, expected 17"


@functools.cache
def keys(rows):
    return b"".join(paper_key(i) + b"\n" for i in range(rows))


def ids(rows):
    return b"".join(b"%d\n" % i for i in range(rows))


class BadKeys(ToolTest):
    def assert_bad(self, key, reason, form="text"):
        """Among good keys, at several places."""
        encode = {"text": bytes, "hex": lambda data: data.hex().encode(), "hbase": bytes}[form]
        for before in (0, 17, 4000):
            good = [paper_key(i) for i in range(before)]
            data = (
                b"".join(encode(each) + b"\n" for each in good) + key + b"\n" + encode(paper_key(5)) + b"\n"
            )
            for more in ((), ("--threads", 3, "--chunk-size", 500)):
                self.assert_fails(
                    1,
                    f"<stdin>:{before + 1}: {reason}",
                    *(*IDS, "--input", form, *more),
                    command="decode",
                    stdin=data,
                    output=ids(before),
                )

    def test_wrong_salt(self):
        right = b"%07d" % md5_modulo(b"42", 1000000)
        self.assert_bad(
            b"0000001" + b"%010d" % 42,
            f'byte 0: {SALT} holds "0000001", expected "{right.decode()}" for these columns',
        )

    def test_wrong_length(self):
        self.assert_bad(paper_key(42)[:-1], LENGTH % "16 bytes")
        self.assert_bad(paper_key(42) + b"0", LENGTH % "18 bytes")
        self.assert_bad(paper_key(42) + b"\r", LENGTH % "18 bytes")
        self.assert_bad(b"", LENGTH % "0 bytes")
        self.assert_bad(b"0", LENGTH % "1 byte")

    def test_digits_that_are_none(self):
        self.assert_bad(
            paper_key(42)[:7] + b"00000000x2", 'byte 7: {id:010d} holds "00000000x2", expected 10 digits'
        )

    def test_text_that_is_no_hex(self):
        expected = "(expected two hex digits for each byte)"
        self.assert_bad(b"0g", f'the key "0g" has "g" at byte 1 {expected}', "hex")
        self.assert_bad(b"g0", f'the key "g0" has "g" at byte 0 {expected}', "hex")
        self.assert_bad(b"00 11", f'the key "00 11" has " " at byte 2 {expected}', "hex")
        self.assert_bad(b"00\r", f'the key "00\\x0D" has "\\x0D" at byte 2 {expected}', "hex")
        self.assert_bad(
            b"000", 'the key "000" has an odd number of hex digits, 3 (expected two for each byte)', "hex"
        )
        self.assert_bad(b"0x00", f'the key "0x00" has "x" at byte 1 {expected}', "hex")

    def test_text_that_no_hbase_shell_writes(self):
        escape = "(expected \\xHH with two hex digits, \\x5C for a backslash)"
        for text, shown in (
            (b"\\", "\\x5C"),
            (b"\\x", "\\x5Cx"),
            (b"\\x0", "\\x5Cx0"),
            (b"\\x0g", "\\x5Cx0g"),
            (b"\\n12", "\\x5Cn12"),
        ):
            self.assert_bad(b"a" + text, f'the key "a{shown}" has "{shown}" at byte 1 {escape}', "hbase")
        plain = "(expected printable ASCII, and \\xHH for any other byte)"
        self.assert_bad(b"a\tb", f'the key "a\\x09b" has "\\x09" at byte 1 {plain}', "hbase")
        self.assert_bad("é".encode(), f'the key "é" has "\\xC3" at byte 0 {plain}', "hbase")

    def test_raw_key_cut_short(self):
        self.assert_fails(
            1,
            "<stdin>: key 3 at byte 34: the key is cut short: it has 5 bytes (expected 17)",
            *(*IDS, "--input", "raw"),
            command="decode",
            stdin=paper_key(1) + paper_key(2) + paper_key(3)[:5],
            output=b"1\n2\n",
        )

    def test_bad_raw_key(self):
        self.assert_fails(
            1,
            '<stdin>: key 2 at byte 17: byte 7: {id:010d} holds "000000000x", expected 10 digits',
            *(*IDS, "--input", "raw"),
            command="decode",
            stdin=paper_key(1) + paper_key(2)[:-1] + b"x" + paper_key(3),
            output=b"1\n",
        )

    def test_each_file_counts_its_own_lines(self):
        good, bad = self.file("good", keys(3)), self.file("bad", keys(2) + b"x\n")
        self.assert_fails(
            1, f"{bad}:3: {LENGTH % '1 byte'}", *IDS, good, bad, command="decode", output=ids(3) + ids(2)
        )

    def test_text_that_tsv_cannot_hold(self):
        for text, name in ((b"a\tb", "tab"), (b"a\nb", "newline")):
            shown = text.decode().replace("\t", "\\x09").replace("\n", "\\x0A")
            self.assert_fails(
                1,
                f'<stdin>:2: column b: "{shown}" holds a {name} (expected none with --output tsv: use csv)',
                *("--layout", "{a:u8}{b}", "--columns", "a:u64,b:text", "--input", "hex"),
                command="decode",
                stdin=b"0162\n05" + text.hex().encode() + b"\n0263\n",
                output=b"1\tb\n",
            )

    def test_text_alone_that_tsv_cannot_hold(self):
        message = '<stdin>:1: column b: "a\\x09b" holds a tab (expected none with --output tsv: use csv)'
        arguments = ("--layout", "{b}", "--columns", "b:text", "--input", "hex")
        self.assert_fails(1, message, *arguments, command="decode", stdin=b"610962\n")

    def test_key_beyond_the_limit(self):
        self.assert_fails(
            1,
            "<stdin>:2: the key is longer than 5 bytes (--max-record allows more)",
            *("--layout", "{line}", "--max-record", 5),
            command="decode",
            stdin=b"12345\n123456\n",
            output=b"12345\n",
        )


class Skipped(ToolTest):
    def test_bad_keys_are_skipped_and_kept(self):
        rows, bad = [], {}
        for i in range(30_000):
            rows.append(paper_key(i) if i % 7 else b"x%d" % i)
            if i % 7 == 0:
                bad[i] = b"# <stdin>:%d: the key has %d bytes, expected 17\nx%d\n" % (i + 1, len(rows[i]), i)
        expected = b"".join(b"%d\n" % i for i in range(30_000) if i % 7)
        rejects = self.path("rejects")
        for more in ((), ("--threads", 4, "--chunk-size", 3000)):
            done = rowkey(
                *("decode", *IDS, "--on-error", "skip", "--rejects", rejects, *more),
                stdin=b"".join(row + b"\n" for row in rows),
            )
            message = f"rowkey: {len(bad)} bad keys skipped and kept in {rejects}\n".encode()
            self.assertEqual((0, message), (done.returncode, done.stderr))
            self.assertEqual(expected, done.stdout)
            self.assertEqual(b"".join(bad.values()), self.read("rejects"))

    def test_one_bad_raw_key(self):
        done = rowkey(
            *("decode", *IDS, "--input", "raw", "--on-error", "skip"),
            stdin=paper_key(1) + b"x" * 17 + paper_key(2),
        )
        self.assertEqual(
            (0, b"rowkey: 1 bad key skipped\n", b"1\n2\n"), (done.returncode, done.stderr, done.stdout)
        )


class Usage(ToolTest):
    def refuse(self, message, *arguments):
        self.assert_fails(2, message, *arguments, command="decode")

    def test_layout(self):
        self.refuse("option --layout is missing (rowkey decode --help explains it)")

    def test_raw_keys_need_a_width(self):
        why = "so that nothing shows where one ends (expected text, hex or hbase)"
        self.refuse(
            f"option --input raw: keys of this layout differ in length, {why}",
            "--layout",
            "{line}",
            "--input",
            "raw",
        )

    def test_text_needs_keys_without_newlines(self):
        why = "keys of this layout may hold a newline, where --input text ends a key (expected --input %shex or hbase)"
        self.refuse(why % "raw, ", "--layout", "{id:u64}", "--columns", "id:u64")
        self.refuse(why % "", "--layout", "{id:u64}{name}", "--columns", "id:u64,name:text")

    def test_nothing_comes_back(self):
        self.refuse(
            "no column can be recovered from keys of this layout: id (only a hash of it is in the key), "
            "host (only a result of arithmetic on it is in the key), c (the layout does not use it)",
            *("--layout", "{md5(id)}{host % 5:d}", "--columns", "id:u64,host:u64,c:text", "--input", "hex"),
        )

    def test_select(self):
        layout = (
            "--layout",
            "{md5(a)}{b % 7:u8}{c:u8}",
            "--columns",
            "a:u64,b:u64,c:u64,d:u64",
            "--input",
            "raw",
        )
        come_back = "option --select: column %s cannot be recovered: %s"
        self.refuse(come_back % ("a", "only a hash of it is in the key"), *layout, "--select", "c,a")
        self.refuse(
            come_back % ("b", "only a result of arithmetic on it is in the key"), *layout, "--select", "b,c"
        )
        self.refuse(come_back % ("d", "the layout does not use it"), *layout, "--select", "d")
        for names, shown in (("e", "e"), ("c,", ""), ("", ""), ("c,cc", "cc")):
            self.refuse(
                f'option --select: "{shown}" is not a column (expected names of --columns)',
                *layout,
                "--select",
                names,
            )
        self.refuse("option --select: c is named twice", *layout, "--select", "c,c")

    def test_names(self):
        for option, known in (("--input", "text, raw, hex or hbase"), ("--output", "tsv or csv")):
            self.refuse(f'option {option}: unknown value "x" (expected {known})', *IDS, option, "x")
        self.refuse("option --rejects needs --on-error skip", *IDS, "--rejects", "x")
        self.refuse('unknown option "--selct": did you mean --select?', *IDS, "--selct", "id")

    def test_help_has_examples(self):
        done = rowkey("decode", "--help")
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assertTrue(done.stdout.startswith(b"Usage: rowkey decode "))
        self.assertIn(b"\nExamples:\n", done.stdout)


class Outputs(ToolTest):
    def test_a_file_appears_when_it_is_complete(self):
        path = self.path("ids")
        self.assert_keys(b"", *IDS, "-o", path, command="decode", stdin=keys(9))
        self.assertEqual(ids(9), self.read("ids"))
        self.assert_fails(
            1, f"<stdin>:10: {LENGTH % '1 byte'}", *IDS, "-o", path, command="decode", stdin=keys(9) + b"x\n"
        )
        self.assertEqual(ids(9), self.read("ids"))
        self.assert_only("ids")

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_a_full_device(self):
        for rows in (9, 100_000):
            for more in ((), ("--header",), ("--threads", 3)):
                with open("/dev/full", "wb") as full:
                    done = subprocess.run(
                        [*support.TOOL, "decode", *IDS, *map(str, more)],
                        input=keys(rows),
                        stdout=full,
                        stderr=subprocess.PIPE,
                        env=support.environment(),
                        timeout=60,
                    )
                self.assertEqual(
                    (3, b"rowkey: cannot write standard output: No space left on device\n"),
                    (done.returncode, done.stderr),
                )

    def test_a_closed_pipe_ends_quietly(self):
        for threads in ("1", "3"):
            process = subprocess.Popen(
                [*support.TOOL, "decode", *IDS, "--threads", threads, self.file("keys", keys(400_000))],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=support.environment(),
            )
            process.stdout.read(10)
            process.stdout.close()
            errors = process.stderr.read()
            process.stderr.close()
            self.assertEqual((b"", -13), (errors, process.wait(60)))


if __name__ == "__main__":
    support.main()
