"""Records that are JSON objects, one a line: Python's json module reads the same from them."""

import gzip
import json
import random

import support
from support import ToolTest, affordable, has_jsonl, md5_modulo, rowkey

ENCODE = ("--input", "jsonl")
VALUE = "a string, a number, true, false or null"


def text_of(value):
    """What a text column holds of a value, None for null."""
    return None if value is None else str(value).encode("utf-8")


class Number(str):
    """A number as it was written."""


def read(line):
    return json.loads(line, parse_int=Number, parse_float=Number)


class JsonTest(ToolTest):
    def setUp(self):
        if not has_jsonl():
            self.skipTest("the command is built without simdjson")
        super().setUp()

    def check(self, values, columns, records, *options):
        """Each record's values, in hex with lines between them."""
        layout = "|".join(f'{{coalesce({name}, "null"):esc}}' for name in columns)
        listed = ",".join(f"{spec}:text" for spec in columns.values())
        expected = b""
        for row in values:
            parts = [b"null" if value is None else value for value in row]
            expected += b"|".join(part.replace(b"\0", b"\0\xff") + b"\0\1" for part in parts).hex().encode() + b"\n"
        self.assert_keys(expected, "-l", layout, "-c", listed, *ENCODE, "--output", "hex", *options, stdin=records)


class Values(JsonTest):
    COLUMNS = {"a": "a", "b.c": "b.c", "d": "d=x.y.z", "odd": "odd=@t\\.s", "again": "again=a"}

    def wanted(self, record):
        b, x = record.get("b"), record.get("x")
        y = x.get("y") if x is not None else None
        found = [record.get("a"), b.get("c") if b else None, y.get("z") if y else None, record.get("@t.s"), record.get("a")]
        return [text_of(value) for value in found]

    def record(self, random_):
        def scalar():
            return random_.choice(
                [None, 0, -17, 2**64, 1.5, -2e300, "", "x", "a\"b\\c/\n\r\t\b\f", "é€😀\0\x1f", "{[,:]}", "null",
                 "y" * random_.randrange(300)]
            )  # fmt: skip

        def anything(depth):
            choice = random_.randrange(8)
            if depth > 3 or choice < 5:
                return scalar()
            if choice == 5:
                return [anything(depth + 1) for _ in range(random_.randrange(4))]
            return {random_.choice("abcxyz") + str(i): anything(depth + 1) for i in range(random_.randrange(4))}

        def object_(*members):
            pairs = [(f"other{i}", anything(0)) for i in range(random_.randrange(4))]
            pairs += [(name, make()) for name, make in members if random_.random() < 0.8]
            random_.shuffle(pairs)
            return dict(pairs)

        y = lambda: random_.choice([None, object_(("z", scalar))])  # noqa: E731
        x = lambda: random_.choice([None, object_(("y", y), ("z", lambda: 5))])  # noqa: E731
        b = lambda: random_.choice([None, object_(("c", scalar), ("a", lambda: 6))])  # noqa: E731
        return object_(("a", scalar), ("b", b), ("x", x), ("@t.s", scalar))

    def test_random_records(self):
        random_ = random.Random(7)
        lines, values = [], []
        for _ in range(affordable(3000, 1000, 200)):
            record = self.record(random_)
            text = json.dumps(record, ensure_ascii=random_.random() < 0.5, separators=random_.choice([(",", ":"), (" , ", "\t: ")]))
            # Any character may be written as an escape, in names, too.
            if random_.random() < 0.2:
                text = text.replace('"a"', '"\\u0061"').replace('"x', '"\\u0078').replace("/", "\\/")
            lines.append(text.encode() + random_.choice([b"", b" ", b"\r"]) + b"\n")
            values.append(self.wanted(read(text)))
        content = b"".join(lines)
        self.check(values, self.COLUMNS, content)
        self.check(values, self.COLUMNS, content, "--threads", 3, "--chunk-size", 1000)
        self.check(values[:50], self.COLUMNS, b"".join(lines[:50]), "--chunk-size", 1)
        self.check(values, self.COLUMNS, b"\xef\xbb\xbf" + content)

    def test_numbers_are_exact(self):
        numbers = [0, 7, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1]
        lines = b"".join(b'{"id":%d}\n{"id":"%d"}\n' % (number, number) for number in numbers)
        expected = b"".join(b"%016x\n" % number * 2 for number in numbers)
        self.assert_keys(expected, "-l", "{id:u64}", "-c", "id:u64", *ENCODE, "--output", "hex", stdin=lines)
        self.assert_keys(b"%016x\n" % (2**63 - 5), "-l", "{id:i64}", "-c", "id:i64", *ENCODE, "--output", "hex",
                         stdin=b'{"id":-5}\n')  # fmt: skip
        for text in (b"1.50", b"-0", b"1E5", b"12345678901234567890.123456789012345678901"):
            self.assert_keys(text + b"\n", "-l", "{x}", "-c", "x:text", *ENCODE, stdin=b'{"x":%s}' % text)
        for text in (b"0.1", b"1e-7", b"-2.5"):
            self.assert_keys(support.ordered_float(float(text)).hex().encode() + b"\n", "-l", "{x:f64}", "-c", "x:f64",
                             *ENCODE, "--output", "hex", stdin=b'{"x":%s}' % text)  # fmt: skip

    def test_text_that_is_no_number_of_the_type(self):
        for value, shown in ((b"true", "true"), (b'"x"', "x"), (b'"1.0"', "1.0")):
            done = rowkey("encode", "-l", "{id}", "-c", "id:u64", *ENCODE, stdin=b'{"id":1}\n{"id":%s}\n' % value)
            self.assertEqual((1, b"1\n"), (done.returncode, done.stdout))
            self.assertIn(f'<stdin>:2: column id: "{shown}" is not a number of type u64'.encode(), done.stderr)

    def test_values_are_what_they_are(self):
        """Numbers, true and false mean the same whatever type their column has; a string is what the type reads."""
        cases = (
            ("u64", "1.0", "1"), ("u64", "1e3", "1000"), ("i64", "-12.50e1", "-125"), ("u64", "18446744073709551615e0", "18446744073709551615"),
            ("time(ms)", "1709251200125", "1709251200125"), ("time(s)", '"2024-03-01"', "1709251200"), ("epoch(s)", "-7", "-7"),
            ("decimal(2)", "12", "1200"), ("decimal(2)", "1.25e1", "1250"), ("decimal(2)", '"12.5"', "1250"),
            ("ipv4", "3221225985", "3221225985"), ("ipv4", '"192.0.2.1"', "3221225985"), ("bool", "1", "1"), ("bool", "false", "0"),
            ("text", "12.00", "12.00"), ("u64", "0e999999999", "0"),
        )  # fmt: skip
        for kind, value, key in cases:
            line = b'{"x":%s}\n' % value.encode()
            self.assert_keys(key.encode() + b"\n", "-l", "{x}", "-c", f"x:{kind}", *ENCODE, stdin=line)
        refused = (
            ("u64", "1.5", "1.5 has digits that u64 does not keep"), ("u64", "-1e0", "-1 is out of the range of u64"),
            ("u64", "2e19", "more digits than 64 bits hold"), ("u64", "1e-1", "0.1 has digits"), ("i64", "1e99999", "more digits than 64 bits"),
            ("time(ms)", "1.5", "type time(ms) does not take decimals"), ("time(ms)", "true", "does not take bools"),
            ("decimal(2)", "0.125", "0.125 has digits that decimal(2) does not keep"), ("enum(a,b)", "0", "type enum(a,b) does not take integers"),
            ("hex", "12", "type hex does not take integers"), ("uuid", "12345678123456781234567812345678", "more digits than 64 bits"),
            ("bool", "2", "2 is out of the range of bool"), ("ipv4", "4294967296", "4294967296 is out of the range of ipv4"),
            ("text", "true", "type text does not take bools"), ("text", "false", "declared as bool"),
        )  # fmt: skip
        for kind, value, shown in refused:
            done = rowkey("encode", "-l", "{x}|", "-c", f"x:{kind}", *ENCODE, "--output", "hex", stdin=b'{"x":%s}\n' % value.encode())
            self.assertEqual((1, b""), (done.returncode, done.stdout), (kind, value))
            self.assertIn(b"<stdin>:1: column x: ", done.stderr)
            self.assertIn(shown.encode(), done.stderr)

    def test_kinds_that_take_turns(self):
        """Strings, numbers and nulls of one column, in blocks and threads."""
        random_ = random.Random(3)
        values, lines = [], []
        for _ in range(affordable(9000, 3000, 300)):
            number = random_.randrange(-(10**6), 10**6)
            text = f"{'-' * (number < 0)}{abs(number) // 100}.{abs(number) % 100:02d}"
            written = random_.choice([text, f'"{text}"', f"{number}e-2", "null"])
            values.append(777 if written == "null" else number)
            lines.append(b'{"x":%s}\n' % written.encode())
        expected = b"".join(b"%d\n" % value for value in values)
        for options in ((), ("--threads", 3, "--chunk-size", 1000)):
            self.assert_keys(expected, "-l", "{coalesce(x, 777)}", "-c", "x:decimal(2)", *ENCODE, *options, stdin=b"".join(lines))

    def test_types_that_text_writes(self):
        self.assert_keys(
            b"1|1709251200|1234\n0|-1|-5\n", "-l", "{ok}|{t}|{price}", "-c", "ok:bool,t:time(s),price:decimal(2)", *ENCODE,
            stdin=b'{"ok":true,"t":"2024-03-01T00:00:00Z","price":12.34}\n'
                  b'{"price":"-0.05","ok":"no","t":"1969-12-31 23:59:59"}\n',
        )  # fmt: skip
        self.assert_keys(b"7\n", "-l", "{coalesce(t, 7)}", "-c", "t:time(s)", *ENCODE, stdin=b'{"t":null}')

    def test_nulls(self):
        layout = ("-l", '{coalesce(a, "-")}|{coalesce(b.c, 7)}', "-c", "a:text,b.c:u64")
        lines = b'{}\n{"a":null,"b":null}\n{"b":{}}\n{"b":{"c":null},"a":"null"}\n{"a":"","b":{"c":8}}\n'
        self.assert_keys(b"-|7\n-|7\n-|7\nnull|7\n|8\n", *layout, *ENCODE, stdin=lines)
        done = rowkey("encode", "-l", "{a}", "-c", "a:text", *ENCODE, stdin=b'{"a":"x"}\n{"b":1}\n')
        self.assertEqual((1, b"x\n"), (done.returncode, done.stdout))
        self.assertIn(b"<stdin>:2: a is null", done.stderr)

    def test_line_is_the_whole_record(self):
        line = b'{"a": 1 }'
        self.assert_keys(line + b"\n", "-l", "{line}", *ENCODE, stdin=line + b"\r\n")
        self.assert_keys(b"1\t" + line + b"\n", "-l", "{a}", "-c", "a:text", *ENCODE, "--emit", "key+record", stdin=line)

    def test_a_column_may_hold_what_no_line_does(self):
        record = b'{"a":"x\\ny"}'
        self.assert_keys(b"780a79\n", "-l", "{a}", "-c", "a:text", *ENCODE, "--output", "hex", stdin=record)
        done = rowkey("encode", "-l", "{a}", "-c", "a:text", *ENCODE, stdin=record)
        self.assertEqual((1, b""), (done.returncode, done.stdout))
        self.assertIn(b"newline", done.stderr)

    def test_long_strings_and_records(self):
        long = "é\n" * 100_000
        records = b"".join(json.dumps({"n": i, "a": long}).encode() + b"\n" for i in range(3))
        expected = b"".join(b"%03d\n" % md5_modulo(long.encode(), 1000) for _ in range(3))
        self.assert_keys(expected, "-l", "{md5(a) % 1000:03d}", "-c", "a:text", *ENCODE, stdin=records)
        self.assert_keys(expected, "-l", "{md5(a) % 1000:03d}", "-c", "a:text", *ENCODE, "--chunk-size", 999,
                         self.file("x.gz", gzip.compress(records)))  # fmt: skip

    def test_parts_for_writers(self):
        path = self.file("ids", b"".join(b'{"id":%d}\n' % number for number in range(5000)))
        done = rowkey("simulate", "-l", "{id:u64}", "-c", "id:u64", *ENCODE, "--regions", 2, "--writers", 3, "--output",
                      "json", path)  # fmt: skip
        self.assertEqual((0, 5000), (done.returncode, json.loads(done.stdout)["rows"]))


# Lines that are no records, and what is said of them.
NO_OBJECT = "the record is not a JSON object at byte %d (expected %s)"
BAD = {
    b"": "the record is empty (expected a JSON object)",
    b"\t ": "the record is empty (expected a JSON object)",
    b"[1]": NO_OBJECT % (0, "a brace"),
    b"1": NO_OBJECT % (0, "a brace"),
    b'"a"': NO_OBJECT % (0, "a brace"),
    b"{": NO_OBJECT % (1, "a member's name in quotes"),
    b"{a:1}": NO_OBJECT % (1, "a member's name in quotes"),
    b"{,}": NO_OBJECT % (1, "a member's name in quotes"),
    b'{"a"': NO_OBJECT % (4, "a colon after a member's name"),
    b'{"a" 1}': NO_OBJECT % (5, "a colon after a member's name"),
    b'{"a",1}': NO_OBJECT % (4, "a colon after a member's name"),
    b'{"a":': NO_OBJECT % (5, "a value"),
    b'{"a":}': NO_OBJECT % (5, "a value"),
    b'{"b":,"a":1}': NO_OBJECT % (5, "a value"),
    b'{"a":1': NO_OBJECT % (6, "a comma or a closing brace after a member"),
    b'{"a":1]': NO_OBJECT % (6, "a comma or a closing brace after a member"),
    b'{"a":"b"c}': NO_OBJECT % (8, "a comma or a closing brace after a member"),
    b'{"a":1,}': NO_OBJECT % (7, "a member's name in quotes"),
    b'{"b":[1,{}': NO_OBJECT % (10, "the end of an object or array"),
    b'{"a":1}x': NO_OBJECT % (7, "the end of the line after the object"),
    b'{"a":1} {"a":2}': NO_OBJECT % (8, "the end of the line after the object"),
    b'{"a":01}': NO_OBJECT % (5, "a value"),
    b'{"a":+1}': NO_OBJECT % (5, "a value"),
    b'{"a":1.}': NO_OBJECT % (5, "a value"),
    b'{"a":.5}': NO_OBJECT % (5, "a value"),
    b'{"a":1e}': NO_OBJECT % (5, "a value"),
    b'{"a":-}': NO_OBJECT % (5, "a value"),
    b'{"a":NaN}': NO_OBJECT % (5, "a value"),
    b'{"a":tru}': NO_OBJECT % (5, "a value"),
    b"{\"a\":'x'}": NO_OBJECT % (5, "a value"),
    rb'{"a":"\x"}': NO_OBJECT % (5, "escapes as JSON has them, and surrogates in pairs"),
    rb'{"a":"\u12"}': NO_OBJECT % (5, "escapes as JSON has them, and surrogates in pairs"),
    rb'{"a":"\ud800"}': NO_OBJECT % (5, "escapes as JSON has them, and surrogates in pairs"),
    rb'{"a":"\ude00\ud83d"}': NO_OBJECT % (5, "escapes as JSON has them, and surrogates in pairs"),
    rb'{"a":"\ud83d\u0041"}': NO_OBJECT % (5, "escapes as JSON has them, and surrogates in pairs"),
    rb'{"\q":1}': NO_OBJECT % (1, "escapes as JSON has them, and surrogates in pairs"),
    b'{"a":"x': "the record has a string that does not end (expected a JSON object)",
    b'{"b":"\xff"}': "the record is not UTF-8 (expected a JSON object)",
    b'{"b":"\1"}': "the record has a control character in a string, which JSON writes as \\u and four digits (expected a "
    "JSON object)",
    b'{"z":tru}': NO_OBJECT % (5, "a value"),
    b'{"z":"x","y":1..2}': NO_OBJECT % (13, "a value"),
    b'{"z":\\"x"}': "the record has a string that does not end (expected a JSON object)",
    b'{"a":[1]}': f"column a: it is an array (expected {VALUE})",
    b'{"a":{"b":1}}': f"column a: it is an object (expected {VALUE})",
    b'{"a":1,"a":1}': 'member "a" stands twice in its object',
    b'{"a":null,"\\u0061":null}': 'member "a" stands twice in its object',
    b'{"b":7}': 'member "b" is a number (expected an object)',
    b'{"b":"x"}': 'member "b" is a string (expected an object)',
    b'{"b":[{"c":1}]}': 'member "b" is an array (expected an object)',
    b'{"b":false}': 'member "b" is true or false (expected an object)',
}
LAYOUT = ("-l", '{coalesce(a, "-")}|{coalesce(b.c, "-")}', "-c", "a:text,b.c:text", *ENCODE)


class BadLines(JsonTest):
    def test_each_is_an_error_of_its_line(self):
        for line, message in BAD.items():
            # Without blanks at the ends, what is not JSON is not JSON for Python either, apart from what columns want.
            if message.startswith("the record") and b"NaN" not in line and rb"\ud" not in line:
                with self.assertRaises(ValueError):
                    if not isinstance(json.loads(line), dict):
                        raise ValueError("no object")
            for before in (20, 3000) if line.startswith(b"[") else (0, 20, 3000):  # a file that begins so is an array
                data = b'{"a":1}\n' * before + line + b'\n{"a":2}\n'
                self.assert_fails(1, f"<stdin>:{before + 1}: {message}", *LAYOUT, stdin=data, output=b"1|-\n" * before)

    def test_they_can_be_skipped_and_kept(self):
        lines = list(BAD)
        data = b"".join(line + b'\n{"b":{"c":"good"}}\n' for line in lines)
        for threads in (1, 3):
            rejects = self.path("rejects")
            done = rowkey("encode", *LAYOUT, "--on-error", "skip", "--rejects", rejects, "--threads", threads,
                          "--chunk-size", 300, stdin=data)  # fmt: skip
            self.assertEqual((0, b"-|good\n" * len(lines)), (done.returncode, done.stdout))
            expected = b"".join(
                f"# <stdin>:{2 * i + 1}: {message}\n".encode() + line + b"\n" for i, (line, message) in enumerate(BAD.items())
            )
            self.assertEqual(expected, self.read("rejects"))


class Usage(JsonTest):
    def test_options_that_have_no_meaning(self):
        for option, message in (
            (("--header",), "option --header: the members of JSON have their names in each record"),
            (("--null", "x"), "option --null: JSON has null for a member without a value"),
            (("--delimiter", ";"), "option --delimiter needs --input csv or tsv"),
        ):
            self.assert_fails(2, message, *LAYOUT, *option)

    def test_columns_that_are_not_understood(self):
        syntax = ("NAME:TYPE or NAME=PATH:TYPE with a type u64, i64, f64, f32, text, bytes(16), time(ms), epoch(ms), "
                  "decimal(2), uuid, ip, ipv4, hex, base64, bool, enum(a,b) or uid(FILE)")  # fmt: skip
        for item in ("a", "a=b", "=b:u64", "a.:u64", ".a:u64", "a..b:u64", "a.1:u64"):
            self.assert_fails(2, f'option --columns: "{item}" is not understood (expected {syntax})',
                              "-l", "{line}", "-c", item, *ENCODE)  # fmt: skip
        for item in ("_", "..."):
            self.assert_fails(
                2,
                f'option --columns: "{item}" is not understood (expected only NAME:TYPE: members that no column names are '
                "skipped)",
                "-l", "{line}", "-c", f"a:text,{item}", *ENCODE,
            )  # fmt: skip


class Unbuilt(ToolTest):
    def test_without_its_library_the_kind_is_refused(self):
        if has_jsonl():
            self.skipTest("the command is built with simdjson")
        self.assert_fails(
            2,
            "option --input: this rowkey is built without simdjson, which jsonl needs (jq -r '[.id, .name] | @csv' makes csv "
            "of JSON)",
            "-l", "{line}", *ENCODE,
        )  # fmt: skip


if __name__ == "__main__":
    support.main()
