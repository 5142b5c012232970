"""Columns of names that become ids: uid(FILE), which looks up, and uid(FILE, grow), which gives new ids."""

import os
import random
import unittest

import support
from support import ToolTest, rowkey

LAYOUT = ("--layout", "{metric:u24}{ts:u32}")


class Dictionaries(ToolTest):
    def columns(self, *more):
        return "--columns", f"metric:uid({', '.join([self.path('metric.uid'), *more])}),ts:u64"

    def encode(self, rows, *more, options=()):
        lines = "".join(f"{name},{ts}\n" for name, ts in rows).encode()
        return rowkey(
            "encode", *LAYOUT, *self.columns(*more), "--input", "csv", "--output", "hex", *options, stdin=lines
        )

    def assert_ids(self, rows, ids, *more):
        done = self.encode(rows, *more)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        keys = [f"{number:06x}{ts:08x}" for number, (_, ts) in zip(ids, rows)]
        self.assertEqual(keys, done.stdout.decode().splitlines())
        return done.stdout

    def test_ids_in_order_of_appearance_and_back(self):
        generator = random.Random(7)
        rows = [(f"sys.cpu.{generator.randrange(3000)}", ts) for ts in range(support.affordable(20000, 5000, 1000))]
        ids = {}
        expected = [ids.setdefault(name, len(ids) + 1) for name, _ in rows]
        half = len(rows) // 2
        self.assert_ids(rows[:half], expected[:half], "grow")
        keys = self.assert_ids(rows, expected, "grow", "24")
        self.assert_ids(rows, expected)
        done = rowkey("decode", *LAYOUT, *self.columns(), "--input", "hex", stdin=keys)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assertEqual([f"{name}\t{ts}" for name, ts in rows], done.stdout.decode().splitlines())

    def test_conditions_name_names(self):
        self.assert_ids([("sys.cpu", 1), ("sys.mem", 2)], [1, 2], "grow")
        done = rowkey("ranges", *LAYOUT, *self.columns(), "--where", "metric = sys.mem, ts = 7", "--output", "json")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn(b'"start_hex": "00000200000007"', done.stdout)
        done = rowkey("key", *LAYOUT, *self.columns(), "--output", "hex", "sys.mem", "7")
        self.assertEqual(b"00000200000007\n", done.stdout)

    def test_unknown_names(self):
        self.assert_ids([("a", 1)], [1], "grow")
        done = self.encode([("a", 1), ("b", 2)])
        self.assertEqual(1, done.returncode)
        self.assertIn(b'<stdin>:2: column metric: "b" has no id in ', done.stderr)
        done = self.encode([("a", 1), ("b", 2), ("a", 3)], options=("--on-error", "skip"))
        self.assertEqual((0, b"00000100000001\n00000100000003\n"), (done.returncode, done.stdout))
        done = rowkey("decode", *LAYOUT, *self.columns(), "--input", "hex", stdin=b"00000500000001\n")
        self.assertEqual(1, done.returncode)
        self.assertIn(b"column metric: 5 is not an id of ", done.stderr)

    def test_full_dictionary(self):
        done = self.encode([("a", 1), ("b", 2)], "grow", "1")
        self.assertEqual(1, done.returncode)
        self.assertIn(b'<stdin>:2: column metric: "b" is new, but ', done.stderr)

    def test_files_that_cannot_be_used(self):
        done = self.encode([("a", 1)])
        self.assertEqual(3, done.returncode)
        self.assertIn(b"metric.uid: cannot open: No such file or directory", done.stderr)
        self.file("metric.uid", b"id,name\n")
        done = self.encode([("a", 1)], "grow")
        self.assertEqual(3, done.returncode)
        self.assertIn(b"metric.uid: this is not a dictionary", done.stderr)

    def test_threads_cannot_give_ids(self):
        done = self.encode([("a", 1)], "grow", options=("--threads", "2"))
        self.assertEqual(2, done.returncode)
        self.assertIn(b"in the order of the records", done.stderr)
        self.assert_ids([("a", 1)], [1], "grow")
        done = self.encode([("a", 1)], options=("--threads", "2"))
        self.assertEqual((0, b"00000100000001\n"), (done.returncode, done.stdout))
        self.assertEqual(["metric.uid"], os.listdir(self.directory))


if __name__ == "__main__":
    support.main()
