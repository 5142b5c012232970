"""What need not be said: the kind of input that a file's name tells, columns that a header or JSON names and the layout
uses, and what messages say where something was probably forgotten."""

import gzip
import itertools
import json

import support
from support import ToolTest, codecs, has_jsonl, rowkey

CSV = b"id,name,load,ts\n7,bob,2.5,-1\n8,ann,-1,100\n"


class Kinds(ToolTest):
    CONTENT = {"csv": b'"a,b",2\n', "tsv": b"a,b\t2\n"}
    OPTIONS = ("-l", "{x}|{y}", "-c", "x:text,y:u64")

    def test_the_name_of_a_file_tells_its_kind(self):
        for kind, content in self.CONTENT.items():
            for name in (f"f.{kind}", f"f.x.{kind.upper()}", f".csv.{kind}"):
                self.assert_keys(b"a,b|2\n", *self.OPTIONS, self.file(name, content))

    def test_files_that_are_compressed(self):
        if "gzip" not in codecs():
            self.skipTest("the command is built without zlib")
        path = self.file("f.csv.gz", gzip.compress(self.CONTENT["csv"]))
        self.assert_keys(b"a,b|2\n", *self.OPTIONS, path)

    def test_json(self):
        for name in ("f.jsonl", "f.ndjson", "f.NDJSON.gz", "f.json"):
            path = self.file(name, b'{"y":2,"x":"a,b"}\n')
            if has_jsonl():
                self.assert_keys(b"a,b|2\n", *self.OPTIONS, path)
            else:
                self.assert_fails(2, f'"{path}": this rowkey is built without simdjson, which jsonl needs (jq -r '
                                  "'[.id, .name] | @csv' makes csv of JSON)", *self.OPTIONS, path)  # fmt: skip

    def test_other_names_tell_nothing(self):
        for name in ("f", "f.txt", "csv", ".csv", "f.csv.txt", "f.csvx", "f.jso", "f.gz"):
            self.assert_keys(b'"a,b",2\n', "-l", "{line}", self.file(name, b'"a,b",2\n'))
        self.assert_keys(b"1\n", "-l", "{line}", stdin=b"1\n")

    def test_an_option_says_otherwise(self):
        path = self.file("f.csv", b"a\t2\n")
        self.assert_keys(b"a|2\n", *self.OPTIONS, "--input", "tsv", path)
        self.assert_keys(b"a\t2\n", "-l", "{line}", "--input", "lines", path)

    def test_names_that_differ(self):
        csv, other, tsv = (self.file(name, b"1\n") for name in ("f.csv", "f", "f.tsv"))
        for first, second in itertools.permutations((csv, other, tsv), 2):
            self.assert_fails(
                2,
                f'the names "{first}" and "{second}" end like different kinds of input (option --input says which one all '
                "FILEs hold)",
                "-l", "{line}", first, second,
            )  # fmt: skip

    def test_keys_are_no_records(self):
        """Without a layout the lines of `splits --sample` are keys."""
        keys = self.file("keys.csv", b'"a",1\n"b",2\n"c",3\n"d",4\n')
        done = rowkey("splits", "--sample", "--regions", 2, keys)
        self.assertEqual((0, b'\\x22c\\x22,3\n'), (done.returncode, done.stdout), done.stderr)


class Columns(ToolTest):
    def encode(self, layout, *options, stdin=CSV):
        return rowkey("encode", "-l", layout, "--input", "csv", "--header", "--output", "hex", *options, stdin=stdin)

    def test_types_that_layouts_need(self):
        """The same keys as with --columns."""
        for layout, columns in {
            "{name}": "name:text",
            "{id}": "id:text",
            "{id:05d}{name}": "id:i64,name:text",
            "{md5(id) % 100:02d}{id:u64}": "id:i64",
            "{md5(name) % 100:02d}{name:8s}": "name:text",
            "{ts:i64}|{name}": "ts:i64,name:text",
            "{id % 4:u8}{md5(id)}": "id:i64",
            "{100 - ts:i64}{id & 7:u8}": "ts:i64,id:i64",
            "{id + ts:i64}": "id:i64,ts:i64",
            "{load:f64}{name:esc}{id:u64}": "load:f64,name:text,id:i64",
            "{load:~f32}": "load:f64",
            "{coalesce(id, 7)}|{coalesce(name, \"-\")}": "id:i64,name:text",
            "{md5(rest):x}{name}|{id:u64}": "name:text,id:i64",
        }.items():
            expected = self.encode(layout, "-c", columns)
            done = self.encode(layout)
            self.assertEqual((0, b""), (expected.returncode, expected.stderr), layout)
            self.assertEqual((0, b"", expected.stdout), (done.returncode, done.stderr, done.stdout), layout)

    def test_numbers_are_i64(self):
        done = self.encode("{id:u64}", stdin=b"id\n9223372036854775808\n")
        self.assertEqual(1, done.returncode)
        self.assertIn(b"is not a number of type i64: it is above 9223372036854775807", done.stderr)

    def test_no_column(self):
        self.assertEqual(b"a,b".hex().encode() + b"\n", self.encode("{line}", stdin=b"x,y\na,b\n").stdout)

    def test_columns_that_the_header_lacks(self):
        self.assert_fails(1, '<stdin>:1: the header has no column nme: its columns are "id", "name", "load", "ts"',
                          "-l", "{nme}", "--input", "csv", "--header", stdin=CSV)  # fmt: skip

    def test_layouts_that_no_types_make_right(self):
        for layout in ("{id:u99}", "{id:u64", "{f(id)}", "{id % 0:u8}", "{random(id)}", "{}"):
            done = self.encode(layout)
            self.assertEqual((2, b""), (done.returncode, done.stdout), layout)
            self.assertRegex(done.stderr, rb"^rowkey: option --layout: ")
            self.assertNotIn(b"there is no column", done.stderr)

    def test_without_names_columns_are_asked_for(self):
        done = rowkey("encode", "-l", "{id}", "--input", "csv", stdin=CSV)
        self.assertEqual(2, done.returncode)
        self.assertIn(b"there is no column id", done.stderr)

    def test_json(self):
        if not has_jsonl():
            self.skipTest("the command is built without simdjson")
        records = b'{"id":7,"user":{"name":"bob"}}\n'
        self.assert_keys(b"00007|bob\n", "-l", "{id:05d}|{user.name}", "--input", "jsonl", stdin=records)

    def test_other_commands(self):
        path = self.file("f.csv", CSV)
        self.file("points", b"b\n")
        for command, *arguments in (
            ("route", "-l", "{name}|{id:u64}", "--splits", self.path("points")),
            ("splits", "-l", "{name}|{id:u64}", "--sample", "--regions", 2),
            ("rebucket", "--records", "--from", "{id:u64}", "--to", "{md5(name) % 4:u8}{id:u64}", "--regions", 2,
             "--to-regions", 2),
        ):  # fmt: skip
            listed = rowkey(command, *arguments, "--header", "-c", "name:text,id:i64", path)
            done = rowkey(command, *arguments, "--header", path)
            self.assertEqual((0, listed.stdout), (done.returncode, done.stdout), done.stderr)
        done = rowkey("simulate", "-l", "{name}|{id:u64}", "-l", "{load:f64}{name:esc}", "--header", "--regions", 2,
                      "--output", "json", path)  # fmt: skip
        self.assertEqual((0, 2), (done.returncode, json.loads(done.stdout)["rows"]))


class Forgotten(ToolTest):
    SEEMS = ": this line seems to name the columns (option --header reads it so)"
    NAMES = ("warning: the first line of <stdin> holds the names of the columns, and is taken for a record (option --header "
             "reads it as names)")  # fmt: skip

    def test_a_header_where_numbers_should_be(self):
        for kind, header in (("csv", b"ID,name\n"), ("csv", b'"id",name\n'), ("tsv", b"id\tname\n")):
            done = rowkey("encode", "-l", "{id}", "-c", "id:u64,name:text", "--input", kind, stdin=header)
            self.assertEqual(1, done.returncode)
            self.assertTrue(done.stderr.startswith(b"rowkey: <stdin>:1: column id: "))
            self.assertTrue(done.stderr.decode().endswith(self.SEEMS + "\n"), done.stderr)
        done = rowkey("encode", "-l", "{ts}", "-c", "ts:time(s)", "--input", "csv", stdin=b"ts\n")
        self.assertTrue(done.stderr.decode().endswith(self.SEEMS + "\n"), done.stderr)
        done = rowkey("encode", "-l", "{id}", "-c", "id:u64", stdin=b"ids\n")
        self.assertNotIn(self.SEEMS.encode(), done.stderr)

    def test_a_header_where_text_is(self):
        layout = ("-l", "{bb}", "-c", "a:text,_,bb:text", "--input", "csv")
        done = rowkey("encode", *layout, stdin=b"a,x,bb\n1,2,3\n")
        self.assertEqual((0, b"bb\n3\n", f"rowkey: {self.NAMES}\n"), (done.returncode, done.stdout, done.stderr.decode()))
        for stdin in (b"a,x,c\n", b"1,2,3\na,x,bb\n", b"bb,x,a\n"):
            done = rowkey("encode", *layout, stdin=stdin)
            self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assert_keys(b"a\n", "-l", "{a}", "-c", "a:text", "--input", "csv", stdin=b"a\n")

    def test_a_blank_line(self):
        for kind in ("csv", "tsv"):
            record = b"1,2\n" if kind == "csv" else b"1\t2\n"
            for end in (b"\n", b"\r\n") if kind == "csv" else (b"\n",):
                self.assert_fails(
                    1,
                    "<stdin>:2: column b is missing: the record has 1 field (expected 2): the line is blank (grep -v '^$' "
                    "leaves such lines out)",
                    "-l", "{b}", "-c", "a:text,b:text", "--input", kind, stdin=record + end, output=b"2\n",
                )  # fmt: skip


if __name__ == "__main__":
    support.main()
