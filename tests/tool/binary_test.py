"""Binary records: integers of all widths and byte orders, padded text, skipped bytes."""

import random
import struct
import unittest

import support
from support import ToolTest, rowkey

FORMATS = {"u8": "B", "i8": "b"}
for bits, letter in ((16, "H"), (32, "I"), (64, "Q")):
    for order, mark in (("le", "<"), ("be", ">")):
        FORMATS[f"u{bits}{order}"] = mark + letter
        FORMATS[f"i{bits}{order}"] = mark + letter.lower()


class Binary(ToolTest):
    def test_integers_of_every_type(self):
        generator = random.Random(64)
        for name, form in FORMATS.items():
            bits = 8 * struct.calcsize(form)
            low, high = (0, 2**bits - 1) if name[0] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
            values = [low, high, 0, 1, high - 1] + [generator.randint(low, high) for _ in range(3000)]
            data = b"".join(b"#" + struct.pack(form, value) for value in values)
            written = "u64" if name[0] == "u" else "i64"
            bias = 0 if name[0] == "u" else 2**63
            expected = b"".join(struct.pack(">Q", value + bias) for value in values)
            for size in (11, 131072):
                self.assert_keys(
                    expected,
                    "--layout",
                    "{v:%s}" % written,
                    "--columns",
                    f"_:1,v:{name}",
                    "--input",
                    "binary",
                    "--output",
                    "raw",
                    "--chunk-size",
                    size,
                    stdin=data,
                )

    def test_text_loses_the_padding_at_its_end_alone(self):
        data = b"abc\0a\0b\0\0\0\0\0abcd"
        self.assert_keys(
            b"abc;\na\\x00b;\n;\nabcd;\n",
            "--layout",
            "{t};",
            "--columns",
            "t:4s",
            "--input",
            "binary",
            "--output",
            "hbase",
            stdin=data,
        )

    def test_fields_lie_side_by_side(self):
        data = struct.pack("<Q16sHi", 7, b"host", 0xFFFF, -1) * 3
        self.assert_keys(
            b"007|host|-1\n" * 3,
            "--layout",
            "{id:03d}|{host}|{d}",
            "--columns",
            "id:u64le,host:16s,_:2,d:i32le",
            "--input",
            "binary",
            stdin=data,
        )

    def test_line_is_the_whole_record(self):
        self.assert_keys(
            b"0102\n0304\n",
            "--layout",
            "{line}",
            "--columns",
            "a:u8,_:1",
            "--input",
            "binary",
            "--output",
            "hex",
            stdin=b"\1\2\3\4",
        )

    def test_truncated_last_record(self):
        arguments = [
            "--layout",
            "{a:u32}",
            "--columns",
            "a:u32be,_:1",
            "--input",
            "binary",
            "--output",
            "hex",
        ]
        data = b"\0\0\0\1.\0\0\0\2."
        for cut in range(1, 5):
            for size in (1, 3, 131072):
                self.assert_fails(
                    1,
                    f"<stdin>: record 3 at byte 10: the record is cut short: it has {cut} byte{'s' if cut > 1 else ''} (expected 5)",
                    *arguments,
                    "--chunk-size",
                    size,
                    stdin=data + b"abcd"[:cut],
                    output=b"00000001\n00000002\n",
                )

    def test_truncated_record_is_kept_among_the_rejects(self):
        rejects = self.path("rejects")
        done = rowkey(
            "encode",
            "--layout",
            "{a:u16}",
            "--columns",
            "a:u16be",
            "--input",
            "binary",
            "--output",
            "hex",
            "--on-error",
            "skip",
            "--rejects",
            rejects,
            stdin=b"\0\1\2",
        )
        self.assertEqual((0, b"0001\n"), (done.returncode, done.stdout))
        self.assertEqual(f"rowkey: 1 bad record skipped and kept in {rejects}\n".encode(), done.stderr)
        self.assertEqual(
            b"# <stdin>: record 2 at byte 2: the record is cut short: it has 1 byte (expected 2)\n\2\n",
            self.read("rejects"),
        )

    def test_value_that_does_not_fit_names_record_and_byte(self):
        done = rowkey(
            "encode", "--layout", "{a:02d}", "--columns", "a:u16be", "--input", "binary", stdin=b"\0\1\0\x64"
        )
        self.assertEqual((1, b"01\n"), (done.returncode, done.stdout))
        self.assertRegex(done.stderr, rb"^rowkey: <stdin>: record 2 at byte 2: .*100")


if __name__ == "__main__":
    support.main()
