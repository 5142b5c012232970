"""A file that is one JSON array of records: the same keys as of the records in lines, wherever a read ends."""

import gzip
import json
import random

import support
from support import ToolTest, rowkey

ARGUMENTS = ("-l", "{id:u16}{n}", "-c", "id:u64,n:text", "--input", "jsonl", "--output", "hex")
NEEDLE = 'a,]}[{"\\ ü\n'


def keys_of(records):
    return b"".join((record["id"].to_bytes(2, "big") + record["n"].encode()).hex().encode() + b"\n" for record in records)


def some_records(count, generator):
    return [
        {"more": [{}, [1, "]"]], "n": "".join(generator.choices(NEEDLE, k=generator.randrange(12))), "id": i, "o": {"n": ["{"]}}
        for i in range(count)
    ]


class Arrays(ToolTest):
    def setUp(self):
        super().setUp()
        if not support.has_jsonl():
            self.skipTest("the command is built without simdjson")

    def check(self, data, expected, *arguments, sizes=(1, 2, 3, 7, 19, 64, 1000)):
        for size in support.some(sizes):
            for threads in (1, 3):
                self.assert_keys(expected, *ARGUMENTS, "--chunk-size", size, "--threads", threads, *arguments, stdin=data)

    def test_every_form(self):
        records = some_records(20, random.Random(7))
        for form in ({}, {"indent": 2}, {"separators": (",", ":")}, {"ensure_ascii": False, "indent": "\t"}):
            data = json.dumps(records, **form).encode()
            self.check(data, keys_of(records))
        self.check(b"\xef\xbb\xbf \r\n" + json.dumps(records, indent=1).encode().replace(b"\n", b"\r\n") + b"\r\n \n", keys_of(records))
        self.check(b" [ \n ] \n", b"")
        self.check(b"[]", b"")

    def test_large_files(self):
        records = some_records(20_000, random.Random(8))
        data = json.dumps(records, indent=3).encode()
        self.check(data, keys_of(records), sizes=(4096, 524288))
        for name, content in (("f.json", data), ("f.json.gz", gzip.compress(data, 1))):
            self.assert_keys(keys_of(records), *ARGUMENTS[:4], "--output", "hex", self.file(name, content))

    def test_files_of_both_kinds(self):
        one, lines = self.file("one", b'[{"id":1,"n":"x"}]\n'), self.file("lines", b'{"id":2,"n":"y"}\n')
        expected = keys_of([{"id": 1, "n": "x"}, {"id": 2, "n": "y"}])
        self.assert_keys(expected + expected, *ARGUMENTS, one, lines, one, lines)

    def test_line_is_the_element(self):
        data = b'[ {"a":\n 1 } \n,{"b"\n:[\n1]}]'
        for size in (1, 5, 100):
            self.assert_keys(b'{"a":  1 }\n{"b" :[ 1]}\n', "-l", "{line}", "--input", "jsonl", "--chunk-size", size, stdin=data)

    def test_errors_name_line_and_column(self):
        good = b'[{"id":1,"n":"x"}'
        key = keys_of([{"id": 1, "n": "x"}])
        number = "column id: \"z\" is not a number of type u64: it has a byte that is not a digit (expected digits only, from 0 to 18446744073709551615)"
        control = "the record has a control character in a string, which JSON writes as \\u and four digits (expected a JSON object)"
        for data, place, message in (
            (good + b',\n\n  {"id":"z","n":"y"}, 5]', "3:3", number),
            (good + b",1]", "1:19", "the record is not a JSON object at byte 0 (expected a brace)"),
            (good + b"\n,]", "2:2", "the record is empty (expected a JSON object)"),
            (good + b',{"id":1,"n":"x\ny"}]', "1:19", control),
            (good + b",{]}]", "1:19", "the record is not a JSON object at byte 1 (expected a member's name in quotes)"),
            (good + b'\n{"id":1}]', "1:2", "the record is not a JSON object at byte 17 (expected the end of the line after the object)"),
            (good + b"\n", "2:1", "the file ends within its JSON array (expected a comma or ])"),
            (good + b",", "1:19", "the file ends within its JSON array (expected a comma or ])"),
            (good + b']\n {"id":2}', "2:2", "something follows the JSON array (expected the end of the file)"),
            (good + b"] ,", "1:20", "something follows the JSON array (expected the end of the file)"),
        ):
            before = b"" if place == "1:2" else key
            for size in (1, 4, 1000):
                if message.startswith("the file ends") and not data.endswith(b","):
                    before = b""
                self.assert_fails(1, f"<stdin>:{place}: {message}", *ARGUMENTS, "--chunk-size", size, stdin=data, output=before)

    def test_blank_files_have_as_many_records_as_lines(self):
        """Nothing in them tells whether they are arrays."""
        for data, records in ((b"", 0), (b"\n", 1), (b"\n\n", 2), (b"\n \n ", 3), (b" ", 1)):
            for size in (1, 2, 1000):
                done = rowkey("encode", *ARGUMENTS, "--on-error", "skip", "--chunk-size", size, stdin=data)
                self.assertEqual((0, b""), (done.returncode, done.stdout))
                self.assertIn(b"rowkey: %d bad record" % records if records else b"", done.stderr, (data, size))

    def test_bad_records_are_skipped(self):
        rejects = self.path("bad")
        done = rowkey("encode", *ARGUMENTS, "--on-error", "skip", "--rejects", rejects, stdin=b'[{"id":1,"n":"x"},\n 7,\n{"id":2,"n":"y"}]')
        self.assertEqual((0, keys_of([{"id": 1, "n": "x"}, {"id": 2, "n": "y"}])), (done.returncode, done.stdout))
        self.assertEqual(b"# <stdin>:2:2: the record is not a JSON object at byte 0 (expected a brace)\n7\n", self.read("bad"))

    def test_other_commands(self):
        records = [{"id": i, "n": "x"} for i in range(90)]
        file = self.file("rows.json", json.dumps(records, indent=1).encode())
        reading = ("-c", "id:u64,n:text", file)
        self.assertEqual(b"30\n60\n", rowkey("splits", "--sample", "-l", "{id:02d}", "--regions", 3, *reading).stdout)
        for writers in (1, 4):
            done = rowkey("simulate", "-l", "{id:02d}", "--regions", 3, "--writers", writers, "--output", "json", *reading)
            self.assertEqual(b"", done.stderr)
            self.assertEqual(90, json.loads(done.stdout)["rows"])


if __name__ == "__main__":
    support.main()
