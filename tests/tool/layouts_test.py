"""Named layouts: the list of them, their keys against the systems' formulas in Python, and --layout @NAME."""

import json
import random
import re
import unittest

import support
from support import ToolTest, paper_key, rowkey
from systems import KEYS

SEED = 20250401


def listed():
    """The layouts of rowkey layouts --json, by name."""
    return {layout["name"]: layout for layout in json.loads(rowkey("layouts", "--json").stdout)}


def types_of(layout):
    return [column.split(":")[1] for column in layout["columns"].split(",") if column != "..."]


def unescaped(text):
    return re.sub(rb"\\x(..)", lambda match: bytes.fromhex(match[1].decode()), text.encode())


def values_of(record, types):
    items = [unescaped(item) for item in record.split(",")]
    return [item if kind == "text" else int(item) for item, kind in zip(items, types, strict=True)]


class EveryLayout(ToolTest):
    """The keys of random records, some of which have none, for parameters all over their ranges."""

    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)
        self.rows = 20 if support.is_slow() else 150

    def some_text(self):
        """Text that may stand in a TSV file: short or a little longer, ASCII, UTF-8 of all lengths, with NULs."""
        alphabet = self.random.choice(["ab", "0123456789", "a\0b", "azé߿ࠀ€\U00010000\U0010ffff"])
        return "".join(self.random.choices(alphabet, k=self.random.randrange(24))).encode()

    def some_bytes(self):
        text = bytes(self.random.choices(range(256), k=self.random.randrange(40)))
        return text.translate(None, b"\t\n").rstrip(b"\r")

    def some_value(self, kind, is_java):
        if kind == "text":
            return self.some_text() if is_java or self.random.random() < 0.5 else self.some_bytes()
        number = self.random.getrandbits(self.random.choice([1, 4, 10, 23, 24, 31, 32, 33, 40, 63, 64]))
        if kind == "u64":
            return number
        return number % 2**63 * self.random.choice([1, -1])

    def some_parameters(self, layout):
        """Texts of parameters: the defaults, both ends where a key stays short, and numbers between."""
        choices = [{}]
        for parameter in layout["parameters"]:
            least, most = parameter["least"], min(parameter["most"], 300 if "width" in parameter["name"] else 2**64)
            values = {least, most, self.random.randint(least, most), self.random.randint(least, min(most, 300))}
            choices += [{parameter["name"]: value} for value in sorted(values)]
        return support.some(choices)

    def check(self, layout, parameters, records):
        keys = [KEYS[layout["name"]](*record, **parameters) for record in records]
        good = [key for key in keys if key is not None]
        lines = [b"\t".join(v if isinstance(v, bytes) else b"%d" % v for v in record) for record in records]
        data = b"".join(line + b"\n" for line in lines)
        text = "@%s(%s)" % (layout["name"], ",".join(f"{name}={value}" for name, value in parameters.items()))
        for isa in support.supported():
            with self.subTest(layout=text, isa=isa):
                done = rowkey("encode", "--layout", text, "--input", "tsv", "--on-error", "skip", "--isa", isa,
                              "--output", "hex", stdin=data)  # fmt: skip
                self.assertEqual(0, done.returncode, done.stderr)
                self.assertEqual([key.hex() for key in good], done.stdout.decode().split())
                skipped = re.match(rb"rowkey: (\d+) bad record", done.stderr)
                self.assertEqual(len(keys) - len(good), int(skipped[1]) if skipped else 0, done.stderr)

    def test_keys_are_those_of_the_system(self):
        for layout in listed().values():
            rows = 1 if "random()" in layout["template"] else self.rows
            types = types_of(layout)
            for parameters in self.some_parameters(layout):
                is_java = "java_hash" in layout["template"]
                self.check(
                    layout,
                    parameters,
                    [[self.some_value(kind, is_java) for kind in types] for _ in range(rows)],
                )

    def test_examples(self):
        layouts = listed()
        self.assertEqual(sorted(KEYS), sorted(layouts))
        for name, layout in layouts.items():
            with self.subTest(layout=name):
                record = values_of(layout["record"], types_of(layout))
                self.assertEqual(KEYS[name](*record).hex(), layout["key"])


class List(ToolTest):
    def output(self, *arguments):
        done = rowkey("layouts", *arguments)
        self.assertEqual((0, b""), (done.returncode, done.stderr), arguments)
        return done.stdout.decode()

    def test_list_names_every_layout_with_its_template_in_100_characters(self):
        lines = self.output().split("\n")
        self.assertLessEqual(max(map(len, lines)), 100)
        for name, layout in listed().items():
            first = next(i for i, line in enumerate(lines) if line.startswith(name + " "))
            self.assertTrue(lines[first].endswith(" " + layout["columns"]), lines[first])
            block = lines[first + 1] + "".join(" " + line[4:] for line in lines[first + 2 : first + 4])
            self.assertTrue(block.replace(" ", "").startswith(layout["template"].replace(" ", "")), block)

    def test_one_layout_is_shown_whole_in_100_characters(self):
        for name, layout in listed().items():
            text = self.output(name)
            lines = [line for line in text.rpartition("\n\n")[0].split("\n") if not line.startswith("  key ")]
            self.assertLessEqual(max(map(len, lines)), 100, name)
            told = "".join(text.split())
            for parameter in layout["parameters"]:
                self.assertIn("{name}={default},from{least}to{most}:".format(**parameter), told)
            for member in ("name", "system", "source", "template", "columns", "description", "record", "key"):
                self.assertIn("".join(layout[member].split()), told, (name, member))
            self.assertEqual(layout, json.loads(self.output("--json", name)))

    def test_key_is_shown_as_text_in_hex_and_for_the_shell_of_hbase(self):
        self.assertIn(
            "example, with the default parameters\n"
            "  record    35953305172933/\n"
            "  key text  455:35953305172933/\n"
            "  key hex   3435353a33353935333330353137323933332f\n"
            "  key hbase 455:35953305172933/\n",
            self.output("gbif"),
        )
        self.assertIn(
            "  record    1234\n"
            "  key hex   0180000000000004d2\n"
            "  key hbase \\x01\\x80\\x00\\x00\\x00\\x00\\x00\\x04\\xD2\n",
            self.output("phoenix-salted"),
        )

    def test_fields_of_the_example_are_its_whole_key(self):
        self.assertTrue(
            self.output("@phoenix-salted(buckets=8)").endswith(
                "\n\n"
                "{abs(h31(rest) % 16):u8}  0..1  01\n"
                "{id:i64}                  1..9  80000000000004d2  id = 1234\n"
            )
        )
        for name, layout in listed().items():
            with self.subTest(layout=name):
                key, end = bytes.fromhex(layout["key"]), 0
                is_text = all(0x20 <= byte < 0x7F for byte in key)
                for line in self.output(name).rpartition("\n\n")[2].splitlines():
                    begin, end_of_field = re.search(rf"  ({end})\.\.(\d+)(?: |$)", line).groups()
                    field, end = key[end : int(end_of_field)], int(end_of_field)
                    shown = field.decode() if is_text else field.hex()
                    self.assertRegex(line, rf"  {begin}\.\.{end} +{re.escape(shown)}(?:  |$)")
                self.assertEqual(len(key), end)

    def test_template_with_other_parameters(self):
        text = "@gbif(modulus=28)"
        self.assertIn("\ntemplate    {(java_hash(key) & 0xfffffff) % 28:02d}:{key}\n", self.output(text))
        template = json.loads(self.output("--json", text))["template"]
        self.assertEqual("{(java_hash(key) & 0xfffffff) % 28:02d}:{key}", template)

    def test_unknown_name_is_answered_with_the_nearest(self):
        done = rowkey("layouts", "opentsbd")
        self.assertEqual((2, b""), (done.returncode, done.stdout))
        self.assertRegex(
            done.stderr.decode(),
            r"^rowkey: there is no named layout opentsbd\n@opentsbd\n"
            r" \^ expected opentsdb \(the named layouts are paper-",
        )

    def test_bad_usage(self):
        self.assert_fails(2, 'rowkey layouts takes one name, found also "b"', "a", "b", command="layouts")
        self.assert_fails(
            2,
            "the name of a layout is too long (expected at most 1022 bytes)",
            "x" * 1023,
            command="layouts",
        )


class Encode(ToolTest):
    def test_named_layout_brings_its_columns(self):
        self.assert_keys(paper_key(7) + b"\n", "--layout", "@paper-md5mod", stdin=b"7\n")
        opentsdb = KEYS["opentsdb"](1, 1356999634, b"abc", buckets=8).hex().encode() + b"\n"
        arguments = ["--layout", "@opentsdb(buckets=8)", "--output", "hex"]
        self.assert_keys(opentsdb, *arguments, "--input", "csv", stdin=b"1,1356999634,abc\n")
        header = b"tags,metric,other,ts\nabc,1,,1356999634\n"
        self.assert_keys(opentsdb, *arguments, "--input", "csv", "--header", stdin=header)

    def test_columns_that_are_given_count(self):
        self.assert_keys(
            paper_key(7) + b"\n",
            "--layout",
            "@paper-md5mod",
            "--columns",
            "_,id:u64",
            "--input",
            "csv",
            stdin=b"a,7\n",
        )
        self.assert_fails(
            2,
            "option --layout: there is no column id\n"
            "{md5(id) % 1000000:07d}{id:010d}\n"
            "     ^ expected one of the columns key, line",
            "--layout",
            "@paper-md5mod",
            "--columns",
            "key:u64",
        )

    def test_lines_hash_what_stands_after_the_id_too(self):
        expected = b"%07d%010d\n" % (support.md5_modulo(b"7,more", 1000000), 7)
        self.assert_keys(expected, "--layout", "@paper-linemd5", "--input", "csv", stdin=b"7,more\n")
        header = b"id,more\n7,more\n"
        self.assert_keys(expected, "--layout", "@paper-linemd5", "--input", "csv", "--header", stdin=header)
        self.assert_keys(paper_key(7) + b"\n", "--layout", "@paper-linemd5", stdin=b"7\n")

    def test_columns_that_the_input_cannot_have(self):
        self.assert_fails(
            2,
            "option --layout: @tidb-index is made of several columns, value:text,handle:i64, and a line is one "
            "(expected --input csv or tsv)",
            "--layout",
            "@tidb-index",
        )
        self.assert_fails(
            2,
            "--input binary needs --columns, which gives a record's width",
            "--layout",
            "@tidb-row",
            "--input",
            "binary",
        )

    def test_error_points_into_what_was_written(self):
        self.assert_fails(
            2,
            "option --layout: the value of buckets is out of its range\n"
            "@opentsdb(buckets=257)\n"
            "                  ^ expected a number from 1 to 256: tsd.storage.salt.buckets",
            "--layout",
            "@opentsdb(buckets=257)",
        )

    def test_template_may_begin_with_a_literal_at(self):
        self.assert_keys(b"@x\n", "--layout", "\\x40{line}", stdin=b"x\n")


if __name__ == "__main__":
    support.main()
