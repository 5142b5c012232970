"""Lines that --comment leaves out: they are not records, wherever a read ends, and what follows them keeps its place."""

import json
import unittest

import support
from support import ToolTest, rowkey

CSV = b'# who, "when\n#\nid,name\n1,"a\n#b"\n#x,"y\n"#2",c#\n#\n\n#last'
CSV = CSV.replace(b"\n\n#last", b"\n3,d\n#last")
OPTIONS = ("--input", "csv", "--header", "--comment", "#", "-l", "{id}-{name}", "-c", "id:text,name:text", "--output", "hex")


def hex_lines(*keys):
    return b"".join(key.hex().encode() + b"\n" for key in keys)


class Comments(ToolTest):
    def test_csv(self):
        expected = hex_lines(b"1-a\n#b", b"#2-c#", b"3-d")
        for size in (*support.some(range(1, 30)), 1000):
            for threads in (1, 3):
                self.assert_keys(expected, *OPTIONS, "--chunk-size", size, "--threads", threads, stdin=CSV)
        self.assert_keys(expected, *OPTIONS, stdin=b"\xef\xbb\xbf" + CSV.replace(b"\n", b"\r\n").replace(b"a\r\n#b", b"a\n#b"))

    def test_lines_and_tsv(self):
        data = b"//\n1\t2\n/\t/\n// 3\t4\n5\t6"
        for size in (1, 2, 5, 100):
            arguments = ("--comment", "//", "--chunk-size", size)
            self.assert_keys(b"1\t2\n/\t/\n5\t6\n", "-l", "{line}", *arguments, stdin=data)
            self.assert_keys(b"2\n/\n6\n", "-l", "{b}", "-c", "_,b:text", "--input", "tsv", *arguments, stdin=data)
        self.assert_keys(b" #\n", "-l", "{line}", "--comment", "#", stdin=b"#\n #\n#")
        self.assert_keys(b"", "-l", "{line}", "--comment", "#", stdin=b"#\n#\n")
        self.assert_keys(b"#\n", "-l", "{line}", stdin=b"#\n")

    def test_they_have_no_number(self):
        """What random() counts is the records."""
        plain = b"".join(b"%d\n" % i for i in range(50))
        lines = b"".join(b"#\n" * (i % 3) + b"%d\n" % i for i in range(50))
        keys = rowkey("encode", "-l", "{random() % 1000:03d}{line}", stdin=plain).stdout
        for size in (1, 9, 1000):
            self.assert_keys(keys, "-l", "{random() % 1000:03d}{line}", "--comment", "#", "--chunk-size", size, stdin=lines)

    def test_places_of_errors_count_them(self):
        for size in (1, 4, 1000):
            self.assert_fails(
                1,
                '<stdin>:6: column n: "x" is not a number of type u64: it has a byte that is not a digit (expected digits only, '
                "from 0 to 18446744073709551615)",
                "-l", "{n}", "-c", "n:u64", "--comment", "#", "--chunk-size", size,
                stdin=b"#\n1\n#\n#\n2\nx\n#\n", output=b"1\n2\n",
            )  # fmt: skip
            self.assert_fails(
                1, "<stdin>:3: field 1 of the header has a quote that is not closed",
                *OPTIONS, "--chunk-size", size, stdin=b'#\n#\n"id',
            )  # fmt: skip
        self.assert_fails(
            1, '<stdin>:3: the header has no column id: its columns are "a"', *OPTIONS, stdin=b"#\n#\na\nb\n"
        )  # fmt: skip
        self.assert_fails(1, "<stdin>:3: the file has only comments (expected a header line)", *OPTIONS, stdin=b"#\n#\n")

    def test_other_commands(self):
        file = self.file("rows.csv", b"# made\nid\n" + b"".join(b"#,\n%d\n" % i for i in range(90)))
        reading = ("--header", "--comment", "#", "-c", "id:u64")
        points = ("splits", "--sample", "-l", "{id:02d}", "--regions", 3, *reading, file)
        self.assertEqual(b"30\n60\n", rowkey(*points).stdout)
        for writers in (1, 3, 7):
            for more in ((), ("--input", "lines")):
                done = rowkey("simulate", "-l", "{id:02d}", "--regions", 3, "--writers", writers, "--output", "json", *reading, *more, file)
                self.assertEqual(b"", done.stderr)
                self.assertEqual(90, json.loads(done.stdout)["rows"])
        done = rowkey("advise", "--ask", "id = ?", "--regions", 4, *reading, file)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn(b"--comment '#'", done.stdout)

    def test_refused(self):
        self.assert_fails(2, "option --comment needs --input lines, csv or tsv", "-l", "{id}", "-c", "id:u8", "--input", "binary", "--comment", "#")
        for kind, text in (("csv", '"'), ("csv", ","), ("tsv", "\t#"), ("lines", ""), ("lines", "#\n")):
            done = rowkey("encode", "-l", "{line}", "--input", kind, "--comment", text)
            self.assertEqual(2, done.returncode, text)
            self.assertIn(b"cannot begin comments (expected text such as #", done.stderr)


if __name__ == "__main__":
    support.main()
