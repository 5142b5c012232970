"""Scan ranges checked by brute force: every record of a small world is encoded, filtered in Python, and looked for in
the ranges that `rowkey ranges` prints."""

import bisect
import json
import math
from typing import NamedTuple

from support import ToolTest, rowkey


def rank(value):
    """What the value is compared by: floating-point numbers as Java's compare has them, -0.0 before 0.0."""
    return (value, math.copysign(1.0, value)) if isinstance(value, float) else value


class Condition(NamedTuple):
    column: str
    operator: str  # = < <= > >= in begins
    values: tuple

    def meets(self, record):
        value, first = rank(record[self.column]), rank(self.values[0])
        if self.operator in ("=", "in"):
            return value in map(rank, self.values)
        if self.operator == "begins":
            return value.startswith(first)
        return {"<": value < first, "<=": value <= first, ">": value > first, ">=": value >= first}[self.operator]

    def __str__(self):
        values = [value_text(value) for value in self.values]
        text = "(%s)" % ", ".join(values) if self.operator == "in" else values[0]
        return f"{self.column} {self.operator} {text}"


def value_text(value):
    """The value as --where takes it; text is bytes, and bare where it may be."""
    if not isinstance(value, bytes):
        return repr(value)
    if value and all(chr(byte).isalnum() or byte in b"-_|./" for byte in value) and value.isascii():
        return value.decode()
    return '"%s"' % "".join(
        chr(byte) if 0x20 <= byte < 0x7F and byte not in b'"\\' else "\\x%02x" % byte for byte in value
    )


def where(*texts):
    """Conditions from tuples (column, operator, value, ...)."""
    return [Condition(column, operator, tuple(values)) for column, operator, *values in texts]


class RangesTest(ToolTest):
    def encoded(self, layout, columns, records):
        """(record, key) of all records that have a key; a record is a dict of numbers and bytes."""
        names = [column.split(":")[0] for column in columns.split(",")]
        lines = [
            b"\t".join(v if isinstance(v, bytes) else repr(v).encode() for v in (record[name] for name in names))
            for record in records
        ]
        by_line = dict(zip(lines, records, strict=True))
        done = rowkey("encode", "--layout", layout, "--columns", columns, "--input", "tsv", "--output", "hex",
                      "--emit", "key+record", "--on-error", "skip",
                      stdin=b"".join(line + b"\n" for line in lines))  # fmt: skip
        self.assertEqual(0, done.returncode, done.stderr)
        rows = [row.split(b"\t", 1) for row in done.stdout.split(b"\n")[:-1]]
        return [(by_line[line], bytes.fromhex(key.decode())) for key, line in rows]

    def query(self, layout, columns, conditions, *arguments):
        """What rowkey ranges says of the conditions: the finished process."""
        return rowkey("ranges", "--layout", layout, "--columns", columns, "--where", ", ".join(map(str, conditions)),
                      "--output", "json", "--quiet", *arguments)  # fmt: skip

    def found(self, *arguments):
        done = self.query(*arguments)
        self.assertEqual((0, b""), (done.returncode, done.stderr), arguments)
        return json.loads(done.stdout)

    def check_ranges(self, found, conditions, rows, cut=False):
        """Every row that meets the conditions lies in one range; no other row does, unless the filter excludes it."""
        ranges = [(bytes.fromhex(r["start_hex"]), bytes.fromhex(r["stop_hex"])) for r in found["ranges"]]
        for start, stop in ranges:
            self.assertTrue(stop == b"" or start < stop, (start, stop))
        for (_, stop), (start, _) in zip(ranges, ranges[1:]):
            self.assertTrue(stop != b"" and (stop <= start if cut else stop < start), (stop, start))
        self.assertEqual(found["exact"], not found["filter"])
        left = [condition for condition in conditions if condition.column in found["filter"]]
        starts = [start for start, _ in ranges]
        for record, key in rows:
            place = bisect.bisect_right(starts, key) - 1
            inside = place >= 0 and (ranges[place][1] == b"" or key < ranges[place][1])
            if all(condition.meets(record) for condition in conditions):
                self.assertTrue(inside, (record, key))
            elif inside:
                self.assertFalse(all(condition.meets(record) for condition in left), (record, key))
            if inside and found["ranges"][place]["is_key"]:
                self.assertEqual(starts[place], key, record)

    def check(self, layout, columns, conditions, rows, *arguments):
        """The ranges of the conditions, by brute force over the rows; returns what the tool reported."""
        with self.subTest(layout=layout, where=", ".join(map(str, conditions)), arguments=arguments):
            found = self.found(layout, columns, conditions, *arguments)
            self.check_ranges(found, conditions, rows)
            return found
        return None
