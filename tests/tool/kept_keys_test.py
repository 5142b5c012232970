"""The keys of tests/kept_keys/keys.tsv, which never change, as the command makes them."""

import functools
import itertools
import json
import operator
import os
import re
import unittest

import support
from support import ToolTest, rowkey

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "kept_keys")
LINE = ",line:text"  # a column that the command has by itself


def kept_keys():
    """Layout, columns, record, seed, row and key of each line."""
    with open(os.path.join(FOLDER, "keys.tsv"), encoding="ascii") as file:
        return [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]


def values_of(record):
    r"""The values as bytes; \N, which --null names, is one of them."""
    escape = re.compile(rb"\\x([0-9a-fA-F]{2})")
    return [escape.sub(lambda found: bytes([int(found[1], 16)]), value.encode()) for value in record.split(",")]


def csv_field(value):
    """In quotes where that may matter: a null in quotes would not be one."""
    return value if value == rb"\N" or re.fullmatch(rb"[\w.:/-]+", value) else b'"%s"' % value.replace(b'"', b'""')


def csv_line(record):
    return b",".join(map(csv_field, values_of(record))) + b"\n"


def options(layout, columns, seed):
    columns = columns.replace("uid(", f"uid({FOLDER}/").removesuffix(LINE)
    constant = ["--constant"] if "{" not in layout and not layout.startswith("@") else []
    return ["--layout", layout, "--columns", columns, "--null", r"\N", "--seed", seed, "--output", "hex", *constant]


def groups(lines):
    return [(name, list(group)) for name, group in itertools.groupby(lines, operator.itemgetter(0, 1, 3))]


@functools.cache
def patterns():
    return {"@" + layout["name"]: layout["pattern"] for layout in json.loads(rowkey("layouts", "--json").stdout)}


def is_random(line):
    return "random()" in patterns().get(line[0].partition("(")[0], line[0])


class KeptKeys(ToolTest):
    def test_encode(self):
        for (layout, columns, seed), group in support.some(groups(itertools.filterfalse(is_random, kept_keys()))):
            records = [line[2] for line in group]
            if columns.endswith(LINE):
                records = [record.rpartition(",")[0] for record in records]
            keys = "".join(line[5] + "\n" for line in group)
            with self.subTest(layout=layout, columns=columns):
                self.assert_keys(keys.encode(), *options(layout, columns, seed), "--input", "csv",
                                 stdin=b"".join(map(csv_line, records)))  # fmt: skip

    def test_key(self):
        lines = list(filter(is_random, kept_keys()))
        self.assertTrue(lines)
        for layout, columns, record, seed, row, key in lines:
            self.assert_keys(key.encode() + b"\n", *options(layout, columns, seed), "--row", row,
                             *map(os.fsdecode, values_of(record)), command="key")  # fmt: skip


if __name__ == "__main__":
    support.main()
