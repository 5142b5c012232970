"""rowkey explain: the table, the same as JSON, and what it refuses."""

import json
import os
import re
import unittest

import support
from support import PAPER, ToolTest, environment, rowkey, supported

PAPER_TABLE = """\
layout    {md5(id) % 1000000:07d}{id:010d}

field                    at  bytes  kind  sorts as  values
{md5(id) % 1000000:07d}   0      7  text  -         0 ... 999999
{id:010d}                 7     10  text  id        0 ... 9999999999

key       17 bytes, 17 GB in a billion rows; in binary formats 8; in text formats 16
order     keys that are the same up to {md5(id) % 1000000:07d} sort by id
columns   id is recovered from a key
plan      scalar, blocks of N rows; * has a kernel for each instruction set
          md5_decimal      * md5(id)
          modulo_u128      * md5(id) % 1000000
          decimal_padded   * {md5(id) % 1000000:07d}
          decimal_padded   * {id:010d}

note: leading-zeros, at byte 0 of the layout
          the first digit of {md5(id) % 1000000:07d} is always 0, as its value is at most 999999:
          split points beyond that leave regions empty

note: text-is-wider, at byte 0 of the layout
          {md5(id) % 1000000:07d} takes 7 bytes, and :u24 3 for the same values: 4 less in a row, 4
          GB in a billion rows

note: text-is-wider, at byte 23 of the layout
          {id:010d} takes 10 bytes, and :u40 5 for the same values: 5 less in a row, 5 GB in a
          billion rows
"""

COLUMNS = "id:u64,n:i64,ts:u64,metric:u64,host:text,event:text,name:text,temp:f64,level:f32"

LAYOUTS = (
    PAPER,
    "{random() % 1000000:07d}{id:010d}",
    "({md5(id) % 1000000:07d},{id:010d})",
    "{md5(line) % 1000:04d}{host:16s}{ts:u64}",
    "{md5(host) % 4:a}-{host}",
    "{reverse(id:010d)}",
    "{ts % 100:02d}{ts:u64}{host:16s}{event:8s}",
    "{host:16s}{9223372036854775807 - ts:u64}",
    "{md5(host)}{md5(event):x}{murmur3_128(name):039d}{ts:u64}",
    '{abs(java_hash(event, "|", name) % 1000):03d}|{event}|{name}',
    "{abs(h31(metric:u24, host) % 20):u8}{metric:u24}{ts - ts % 3600:u32}{host}",
    "{abs(h31(rest) % 16):u8}{n:i64}{2:u8}{temp}{level:~f32}",
    "{host:~esc}{name:mem}{n}|{ts:x}-{event:x}",
    "{coalesce(n, -1):~i64}{coalesce(host, \"none\")}",
    "only a literal",
)


def explain(layout, *arguments, columns=COLUMNS):
    done = rowkey("explain", "--layout", layout, "--columns", columns, *arguments)
    assert (done.returncode, done.stderr) == (0, b""), (layout, done)
    return done.stdout.decode()


def explained(layout, *arguments, columns=COLUMNS):
    text = explain(layout, "--json", *arguments, columns=columns)
    assert text.endswith("}\n") and text.count("\n") == 1, text
    return json.loads(text)


def bytes_cell(field):
    if field["max_width"] is None:
        return f"{field['min_width']}+"
    if field["max_width"] != field["min_width"]:
        return f"{field['min_width']}-{field['max_width']}"
    return str(field["min_width"])


def sorts_as_cell(field):
    if field["kind"] == "literal":
        return ""
    if field["column_order"] is None:
        return "-"
    return field["column"] + (" desc" if field["column_order"] == "descending" else "")


def words(text):
    """Without what wraps lines."""
    return " ".join(text.split())


class Table(ToolTest):
    maxDiff = None

    def test_paper(self):
        table = explain(PAPER, "--isa", "scalar", columns="id:u64")
        self.assertEqual(PAPER_TABLE, re.sub(r"blocks of \d+ rows", "blocks of N rows", table))

    def test_lines_are_short(self):
        for layout in LAYOUTS:
            for line in explain(layout).splitlines():
                self.assertLessEqual(len(line), 100, line)
                self.assertEqual(line, line.rstrip(), layout)

    def test_how_keys_sort(self):
        for layout, order in (
            (PAPER, "keys that are the same up to {md5(id) % 1000000:07d} sort by id"),
            ("{host:8s}{9999 - ts:u64}", "keys sort by host, ts descending"),
            ("{ts / 3600:u32}-{ts % 3600:u16}{id:u64}", "keys sort by ts, id"),
            ("{ts / 3600:u32}{id:u64}{host}", "keys sort by the values of {ts / 3600:u32}, {id:u64}, {host}"),
            ("{id / 7:~i64}{host}", "keys sort by the values of {id / 7:~i64} descending, {host}"),
            (
                "{md5(id) % 7:u8}{truncate(ts, 60):u64}{id}|{host}",
                "keys that are the same up to {md5(id) % 7:u8} sort by the values of {truncate(ts, 60):u64}",
            ),
            ("{id:u64}{ts / 60:u64}{host:8s}", "keys sort by id, then by the values of {ts / 60:u64}, {host:8s}"),
            ("{md5(id)}", "keys sort by no column"),
            ("{null_first(id):u8}{coalesce(id, 0):u64}{host}", "keys sort by id (nulls first), host"),
            ("{null_last(ts):u8}{coalesce(ts, 0):~u64}", "keys sort by ts descending (nulls last)"),
        ):
            sentence = re.search(r"^order +(.*?)^columns", explain(layout), re.MULTILINE | re.DOTALL)[1]
            self.assertEqual(order, words(sentence), layout)

    def test_where_nulls_sort(self):
        for marker, nulls in (("null_first", "first"), ("null_last", "last")):
            found = explained("{ts:u64}{%s(id):u8}{coalesce(id, 0):u64}" % marker)
            self.assertEqual(
                [
                    {"field": 0, "column": "ts", "order": "ascending"},
                    {"field": 2, "column": "id", "order": "ascending", "nulls": nulls},
                ],
                found["order"]["sorted"],
            )

    def test_a_long_layout_is_shown_by_its_begin(self):
        done = rowkey("explain", "-l", 3000 * "x" + "{line}")
        shown = done.stdout.split(b"\n\n")[0].split()
        self.assertEqual([b"layout", 1992 * b"x" + b"..."], [shown[0], b"".join(shown[1:])])

    def test_table_says_what_json_says(self):
        for layout in LAYOUTS:
            with self.subTest(layout=layout):
                facts = explained(layout)
                head, *rows = explain(layout).split("\n\n")[1].splitlines()
                begins = [head.index(name) for name in ("field", "kind", "sorts as", "values")]
                self.assertEqual(len(facts["fields"]), len(rows))
                for row, field in zip(rows, facts["fields"]):
                    cells = [row[begin:end].strip() for begin, end in zip(begins, begins[1:] + [None])]
                    source, at, width = cells[0].rsplit(None, 2)
                    shown = field["source"]
                    self.assertEqual(shown if len(shown) <= 28 else shown[:28] + "...", source)
                    self.assertEqual("-" if field["offset"] is None else str(field["offset"]), at)
                    self.assertEqual([bytes_cell(field), field["kind"], sorts_as_cell(field)], [width, *cells[1:3]])
                    self.assertEqual(field["low"] is not None, cells[3] != "")

    def test_warnings_are_those_of_json(self):
        for layout in LAYOUTS:
            facts = explained(layout)
            expected = []
            for each in facts["warnings"]:
                kind, at = "note" if each["note"] else "warning", each["source_offset"]
                place = "" if at is None else f", at byte {at} of the layout"
                expected.append(f"{kind}: {each['id']}{place} {words(each['text'])}")
            found = [words(part) for part in explain(layout).split("\n\n")[3:]]
            self.assertEqual(expected, found, layout)

    def test_columns_are_those_of_encode(self):
        for columns, *arguments in (
            ("id:u64le,_:3,host:16s", "--input", "binary"),
            ("id:u64,_,host:text,...", "--input", "csv"),
            ("id:u64,_,host:text,...", "--input=tsv"),
            ("id:u64,_,host:text,...",),
        ):
            self.assertEqual(explain("{id:u64}{host:16s}"), explain("{id:u64}{host:16s}", *arguments, columns=columns))
        self.assertIn("line", explain("{line}", "--input", "lines", columns="line:text"))

    def test_stride(self):
        layout = "{id % 1000:u16}{id:u64}"
        self.assertIn("warning: lock-step", explain(layout))
        self.assertIn("step by 10 reach only 100 of the 1000", words(explain(layout, "--stride", "10")))
        self.assertNotIn("warning", explain(layout, "--stride=77"))


class Json(ToolTest):
    maxDiff = None

    def test_everything_of_one_layout(self):
        facts = explained("{ts / 60 % 7:u8}|{host:~esc}", "--isa", "scalar", columns="ts:u64,host:text")
        self.assertGreater(facts["plan"].pop("block_rows"), 0)
        self.assertEqual(
            {
                "layout": "{ts / 60 % 7:u8}|{host:~esc}",
                "min_width": 4,
                "max_width": None,
                "binary_width": None,
                "text_width": None,
                "fields": [
                    {
                        "source": "{ts / 60 % 7:u8}",
                        "source_offset": 0,
                        "source_length": 16,
                        "kind": "bytes",
                        "literal_hex": None,
                        "offset": 0,
                        "min_width": 1,
                        "max_width": 1,
                        "low": "0",
                        "high": "6",
                        "values": None,
                        "order": "ascending",
                        "column": "ts",
                        "column_order": None,
                        "reversible": False,
                        "even": False,
                        "binary": {"format": "u8", "width": 1},
                        "text": {"format": "01d", "width": 1},
                    },
                    {
                        "source": "|",
                        "source_offset": 16,
                        "source_length": 1,
                        "kind": "literal",
                        "literal_hex": "7c",
                        "offset": 1,
                        "min_width": 1,
                        "max_width": 1,
                        "low": None,
                        "high": None,
                        "values": None,
                        "order": None,
                        "column": None,
                        "column_order": None,
                        "reversible": False,
                        "even": False,
                        "binary": None,
                        "text": None,
                    },
                    {
                        "source": "{host:~esc}",
                        "source_offset": 17,
                        "source_length": 11,
                        "kind": "bytes",
                        "literal_hex": None,
                        "offset": 2,
                        "min_width": 2,
                        "max_width": None,
                        "low": None,
                        "high": None,
                        "values": None,
                        "order": "descending",
                        "column": "host",
                        "column_order": "descending",
                        "reversible": True,
                        "even": False,
                        "binary": None,
                        "text": None,
                    },
                ],
                "order": {
                    "sorted_from": 2,
                    "sorted": [{"field": 2, "column": "host", "order": "descending"}],
                    "sorted_to_end": True,
                    "sorts_as_columns": False,
                },
                "columns": [
                    {"name": "ts", "recovery": "reduced"},
                    {"name": "host", "recovery": "recovered"},
                    {"name": "line", "recovery": "unused"},
                ],
                "warnings": [
                    {
                        "id": "lock-step",
                        "note": False,
                        "field": 0,
                        "source_offset": 0,
                        "text": "{ts / 60 % 7:u8} is not a hash of ts: writers in the order of ts pass through the "
                        "regions in lock step",
                    },
                    {
                        "id": "column-lost",
                        "note": True,
                        "field": 0,
                        "source_offset": 1,
                        "text": "ts cannot be recovered from the keys: decoding cannot compute it from what they hold",
                    },
                    {
                        "id": "key-may-be-too-long",
                        "note": True,
                        "field": 2,
                        "source_offset": 17,
                        "text": "{host:~esc} can make a key longer than the 32767 bytes that HBase takes",
                    },
                ],
            },
            {name: facts[name] for name in facts if name != "plan"},
        )
        self.assertEqual("scalar", facts["plan"]["isa"])
        for step in facts["plan"]["steps"]:
            offset, length = step["source_offset"], step["source_length"]
            self.assertEqual(facts["layout"][offset : offset + length], step["source"])

    def test_strings_are_escaped(self):
        for literal, shown in (
            ('a"b', 'a"b'),
            ("a\\\\b", "a\\\\b"),
            ("é€𝄞", "é€𝄞"),
            ("\x01\t\n\x7f", "\x01\t\n\x7f"),
            (os.fsdecode(b"\xff\xc3"), "\\xFF\\xC3"),
            ("\u0085", "\\xC2\\x85"),
        ):
            facts = explained(literal + "{id}", columns="id:u64")
            self.assertEqual(shown + "{id}", facts["layout"])
            self.assertEqual(shown, facts["fields"][0]["source"])
            self.assertEqual(len(os.fsencode(literal)), facts["fields"][0]["source_length"])
            done = rowkey("encode", "--layout", facts["layout"], "--columns", "id:u64", "--output", "hex", stdin=b"7\n")
            self.assertEqual(facts["fields"][0]["literal_hex"] + "37", done.stdout.decode().strip())

    def test_same_but_for_the_plan_on_every_instruction_set(self):
        for layout in LAYOUTS:
            found = set()
            for isa in supported():
                facts = explained(layout, "--isa", isa)
                self.assertEqual(isa, facts.pop("plan")["isa"])
                found.add(json.dumps(facts))
            self.assertEqual(1, len(found), layout)


class Named(ToolTest):
    def test_every_named_layout(self):
        for layout in json.loads(rowkey("layouts", "--json").stdout):
            done = rowkey("explain", "--layout", "@" + layout["name"], "--json")
            self.assertEqual((0, b""), (done.returncode, done.stderr), layout["name"])
            facts = json.loads(done.stdout)
            self.assertEqual(layout["template"], facts["layout"])
            self.assertEqual(layout["description"], facts["description"])
            width = len(layout["key"]) // 2
            self.assertGreaterEqual(width, facts["min_width"])
            if facts["max_width"] is not None:
                self.assertLessEqual(width, facts["max_width"])
            for line in rowkey("explain", "--layout", "@" + layout["name"]).stdout.decode().splitlines():
                self.assertLessEqual(len(line), 100, line)

    def test_parameters(self):
        facts = explained("@opentsdb(buckets=8)", columns="metric:u64,ts:u64,tags:text")
        self.assertEqual("7", facts["fields"][0]["high"])


class Refused(ToolTest):
    def refused(self, message, *arguments, **options):
        self.assert_fails(2, message, *arguments, command="explain", **options)

    def test_usage(self):
        self.refused("option --layout is missing (rowkey explain --help explains it)")
        self.refused('rowkey explain takes no argument, found "x"', "-l", "{line}", "x")
        done = rowkey("explain", "-l", "{line}", "--input", "xml")
        self.assertEqual((2, b""), (done.returncode, done.stdout))
        self.refused('unknown option "--strid": did you mean --stride?', "--strid", "1")
        for stride in ("0", "18446744073709551616", "x"):
            done = rowkey("explain", "-l", "{line}", "--stride", stride)
            self.assertEqual((2, b""), (done.returncode, done.stdout), stride)
            self.assertIn(b"option --stride: ", done.stderr)

    def test_layout(self):
        self.refused(
            "option --layout: there is no column idd\n{idd}\n ^ expected id (the columns are id, line)",
            *("-l", "{idd}", "-c", "id:u64"),
        )

    def test_instruction_sets(self):
        self.refused(
            f'option --isa: instruction set "abacus" is not known; supported here: {", ".join(supported())}',
            *("-l", "{line}", "--isa", "abacus"),
        )
        done = rowkey("explain", "-l", "{line}", env=environment(ROWKEY_ISA="abacus"))
        self.assertEqual((2, b""), (done.returncode, done.stdout))

    @unittest.skipUnless(os.path.exists("/dev/full"), "the system has no /dev/full")
    def test_full_disk(self):
        with open("/dev/full", "wb") as full:
            done = support.subprocess.run(
                [*support.TOOL, "explain", "-l", "{line}"], stdout=full, stderr=support.subprocess.PIPE, check=False
            )
        self.assertEqual(3, done.returncode)
        self.assertIn(b"cannot write standard output", done.stderr)

    def test_help(self):
        text = rowkey("explain", "--help").stdout.decode()
        self.assertTrue(text.startswith("Usage: rowkey explain"))
        for option in ("layout", "columns", "input", "stride", "json", "isa", "help"):
            self.assertIn("--" + option, text)
        self.assertLessEqual(max(map(len, text.splitlines())), 110)


if __name__ == "__main__":
    support.main()
