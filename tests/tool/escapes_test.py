"""Keys as HBase's shell takes them: whatever their bytes, they are text between quotes there and nothing else."""

import json
import re
import unittest

import support
from support import ToolTest, rowkey

# HBase's shell is Ruby: between double quotes \ begins an escape and # an expression, and " or ' ends the text.
SAFE = re.compile(rb"(?:[ !$%&(-\[\]-~]|\\x[0-9A-F]{2})*")

COMMAND = b"#{`touch x`}"
NASTY = (COMMAND, b'"; `touch x`; "', b"'; `touch x`; '", b"\\x41", b"\\\\#$0", b"\\u0023{1}", b"a\nexit\n")


def to_bytes_binary(text):
    """As Bytes.toBytesBinary reads it: only upper-case digits make an escape."""
    return re.sub(rb"\\x([0-9A-F]{2})", lambda match: bytes([int(match[1], 16)]), text)


class Escapes(ToolTest):
    def assert_safe(self, key, text):
        self.assertIsNotNone(SAFE.fullmatch(text), text)
        self.assertEqual(key, to_bytes_binary(text))

    def test_every_byte(self):
        keys = [bytes([0x61, byte, 0x62]) for byte in range(256)]
        binary = ("-l", "{k:3s}", "-c", "k:3s", "--input", "binary", "--output", "hbase")
        done = rowkey("encode", *binary, stdin=b"".join(keys))
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        texts = done.stdout.split(b"\n")
        self.assertEqual([*map(support.hbase_text, keys), b""], texts)
        for key, text in zip(keys, texts):
            self.assert_safe(key, text)

    def test_every_command_that_prints_keys(self):
        for key in NASTY:
            # More than one region, so that the key is a split point.
            points = self.file("points", b"00\n" + key.hex().encode() + b"\n")
            arguments = (
                ("encode", "-l", "{k}", "-c", "k:text", "--input", "csv", "--output", "hbase"),
                ("key", "-l", "{line}", "--", key),
                ("ranges", "-l", "{line}", "-w", "line = " + self.quoted(key), "--get"),
            )
            stdin = b'"' + key.replace(b'"', b'""') + b'"\n'
            for command in arguments:
                done = rowkey(*map(support.os.fsdecode, command), stdin=stdin)
                self.assertEqual((0, b""), (done.returncode, done.stderr), command)
                self.assert_safe(key, done.stdout[:-1])
            shell = rowkey(*("ranges", "-q", "-l", "{line}:", "-w", "line begins " + self.quoted(key)),
                           *("--output", "hbase", "--table", "t"))  # fmt: skip
            start = re.fullmatch(rb"scan 't', \{STARTROW => \"(.*)\", STOPROW => \"(.*)\"\}\n", shell.stdout)
            self.assert_safe(key, start[1])
            self.assertIsNotNone(SAFE.fullmatch(start[2]))
            done = rowkey("ranges", "-q", "-l", "{line}", "-w", "line = " + self.quoted(key), "--output", "json")
            self.assert_safe(key, json.loads(done.stdout)["ranges"][0]["start"].encode())
            splits = ("--splits", points, "--splits-form", "hex")
            done = rowkey("route", *splits, "--summary", stdin=b"a\n")
            self.assert_safe(key, done.stdout.splitlines()[3].split(b"\t")[1])
            done = rowkey("splits", "--check", points, "--splits-form", "hex", "-l", "{line}", "--json")
            self.assert_safe(key, json.loads(done.stdout)["regions"][2]["start"].encode())

    @staticmethod
    def quoted(key):
        return '"' + "".join(f"\\x{byte:02x}" for byte in key) + '"'

    def test_split_points(self):
        for key in NASTY:
            row = key.ljust(20, b"z")
            points = rowkey("splits", "--sample", "-l", "{k}", "-c", "k:20s", "--input", "binary", "--regions", 2,
                            stdin=b"\1" * 20 + row)  # fmt: skip
            self.assertEqual((0, b""), (points.returncode, points.stderr))
            self.assert_safe(row, points.stdout[:-1])
        # Blanks at the ends survive a shell that strips them.
        done = rowkey("splits", "--sample", "--regions", 2, stdin=b"\n # \n")
        self.assertEqual(b"\\x20\\x23\\x20\n", done.stdout)

    def test_messages_are_for_people(self):
        self.assert_fails(1, """column id: "#'" is not a number of type u64: it has a byte that is not a digit """
                          "(expected digits only, from 0 to 18446744073709551615)",
                          *("-l", "{id}", "-c", "id:u64", "#'"), command="key")  # fmt: skip


class Reading(ToolTest):
    """Text that HBase would read as other bytes is refused wherever it is read."""

    LOWER = (
        'has "\\x5Cx%s" at byte 1 (expected upper-case digits: HBase\'s toBytesBinary takes no others, and silently drops '
        "the backslash)"
    )

    def test_lower_case(self):
        for digits in ("ff", "Af", "fA", "0a"):
            message = f'the %s "a\\x5Cx{digits}" {self.LOWER % digits}'
            text = f"a\\x{digits}\n".encode()
            self.assert_fails(
                1, "<stdin>:1: " + message % "key", *("-l", "{line}", "--input", "hbase"), command="decode", stdin=text
            )
            self.assert_fails(1, "<stdin>:1: " + message % "split point",
                              *("-l", "{line}", "--check", "-"), command="splits", stdin=text)  # fmt: skip
        self.assert_keys(b"aF\xff\n", *("-l", "{line}", "--input", "hbase"), command="decode", stdin=b"a\\x46\\xFF\n")

    def test_what_others_leave_as_it_is(self):
        """Bytes.toStringBinary, which writes keys in the shell's own output, escapes none of these three."""
        self.assert_keys(b"\"#'\n", *("-l", "{line}", "--input", "hbase"), command="decode", stdin=b"\"#'\n")


if __name__ == "__main__":
    support.main()
