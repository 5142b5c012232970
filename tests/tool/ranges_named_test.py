"""rowkey ranges for every named layout: records by the hundred, conditions on every column, brute force."""

import itertools
import json
import random
import unittest

import support
from ranges_oracle import Condition, RangesTest
from support import rowkey

SEED = 20260402
FEW = 8  # salts, so that ranges are few enough to look at

# Columns that keys hold only as a hash, or without order: conditions that leave them many values leave the whole table.
UNSORTED = {
    "hbase-reversing": {"id"},
    "hbase-md5-prefix": {"id"},
    "hbase-composite-hashes": {"host", "event"},
    "kafka-partition": {"key"},
    "librdkafka-partition": {"key"},
    "librdkafka-partition-fnv1a": {"key"},
    "hadoop-partition": {"key"},
    "hadoop-partition-long": {"key"},
    "spark-partition-string": {"key"},
    "spark-partition-int": {"key"},
    "spark-partition-long": {"key"},
    "kinesis-hash-key": {"key"},
    "pulsar-partition": {"key"},
    "flink-key-group": {"key"},
    "flink-key-group-int": {"key"},
    "accumulo-pair": {"ts"},
    "cassandra-random": {"key"},
    "cassandra-murmur3": {"key"},
    "cassandra-murmur3-bigint": {"id"},
    "cassandra-murmur3-composite": {"a", "b"},
    "redis-slot": {"key"},
    "couchbase-vbucket": {"key"},
    "kudu-bucket-string": {"key"},
    "kudu-bucket-int64": {"key"},
    "mongodb-hashed-int": {"key"},
    "mongodb-hashed-string": {"key"},
    "elasticsearch-shard": {"routing"},
    "solr-hash": {"id"},
    "solr-hash-composite": {"prefix", "id"},
    "hudi-bucket": {"key"},
    "spark-bucket-string": {"key"},
    "spark-bucket-int": {"key"},
    "spark-bucket-long": {"key"},
    "spark-bucket-columns": {"name", "a", "b"},
    "iceberg-bucket-long": {"key"},
    "iceberg-bucket-string": {"key"},
    "hive-bucket-string": {"key"},
    "hive-bucket-columns": {"id", "name", "flag"},
    "hive-bucket-v2-string": {"key"},
    "hive-bucket-v2-int": {"key"},
}

TEXTS = [b"", b"a", b"aa", b"ab", b"abc", b"abd", b"b", b"web-1", b"web-12", b"\xc3\xa9", b"2015-04-26|x"]
NUMBERS = [0, 1, 2, 9, 10, 11, 99, 100, 255, 256, 3599, 3600, 7200, 16777215, 16777216, 1420070400]


class EveryLayout(RangesTest):
    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)
        self.questions = support.affordable(40, 5, 2)

    def layouts(self):
        """(name, --layout with few salts, --columns) of each."""
        for layout in json.loads(rowkey("layouts", "--json").stdout):
            salts = [
                f"{parameter['name']}={FEW}"
                for parameter in layout["parameters"]
                if parameter["name"] in ("modulus", "buckets", "partitions", "max_parallelism")
            ]
            text = f"@{layout['name']}({','.join(salts)})" if salts else "@" + layout["name"]
            yield layout["name"], text, layout["columns"].removesuffix(",...")

    def some_records(self, columns, count):
        def value(kind):
            if kind == "text":
                some = "".join(self.random.choices("ab1", k=self.random.randrange(1, 4))).encode()
                return self.random.choice([*TEXTS, some])
            number = self.random.choice([*NUMBERS, self.random.randrange(300)])
            return number * self.random.choice([1, 1, -1]) if kind == "i64" else number

        names = [column.split(":") for column in columns.split(",")]
        records = [{name: value(kind) for name, kind in names} for _ in range(count)]
        return [dict(items) for items in {tuple(record.items()): None for record in records}]

    def some_conditions(self, records, column):
        """A point, some points, a short interval and a long one, and for text a beginning."""
        values = sorted({record[column] for record in records})
        values = self.random.sample(values, len(values))
        first, last = sorted(values[:2]) if len(values) > 1 else (values[0], values[0])
        yield [Condition(column, "=", (values[0],))]
        yield [Condition(column, "in", tuple(values[:3]))]
        yield [Condition(column, ">=", (first,)), Condition(column, "<=", (last,))]
        yield [Condition(column, self.random.choice(["<", ">"]), (values[0],))]
        if isinstance(first, bytes):
            yield [Condition(column, "begins", (values[0][:2],))]

    def all_conditions(self, records):
        names = list(records[0])
        singles = {name: list(self.some_conditions(records, name)) for name in names}
        conditions = [condition for name in names for condition in singles[name]]
        for a, b in itertools.combinations(names, 2):
            conditions += [x + y for x, y in itertools.product(singles[a], singles[b])]
        return self.random.sample(conditions, min(len(conditions), self.questions))

    def test_ranges_hold_all_and_only_what_is_asked_for(self):
        for name, layout, columns in self.layouts():
            rows = self.encoded(layout, columns, self.some_records(columns, 400))
            self.assertGreater(len(rows), 10, layout)
            records = [record for record, _ in rows]
            for conditions in self.all_conditions(records):
                done = self.query(layout, columns, conditions)
                if done.returncode == 0:
                    with self.subTest(layout=layout, where=", ".join(map(str, conditions))):
                        self.check_ranges(json.loads(done.stdout), conditions, rows)
                elif b"no value of" in done.stderr:
                    asked = [r for r in records if all(c.meets(r) for c in conditions)]
                    self.assertEqual([], asked, (layout, done.stderr))
                else:
                    refused = {c.column for c in conditions} & UNSORTED.get(name, set())
                    self.assertTrue(refused, (layout, conditions, done.stderr))


class KnownQuestions(RangesTest):
    """How many ranges the questions take that these designs are made for, and which rows they leave to be filtered."""

    QUESTIONS = (
        ("@finra", "key >= 2015-04-26, key < 2015-04-27", 1000, ""),
        ("@finra", 'key = "2015-04-26|abc"', 1, ""),
        ("@phoenix-salted", "id >= 0, id < 100000000", 16, ""),
        ("@phoenix-salted", "id >= 5, id < 8", 3, ""),
        ("@phoenix-salted-composite", "host = web, ts > 1700000000000", 16, ""),
        ("@opentsdb", "metric = 3, ts >= 3600, ts < 7200", 20, ""),
        ("@opentsdb", 'metric = 3, ts >= 3600, ts < 7200, tags = "\\x00\\x00\\x01"', 1, ""),
        ("@opentsdb", "metric = 3, ts >= 3605, ts < 7200", 20, "ts"),
        ("@paper-md5mod", "id = 3", 1, ""),
        ("@paper-md5mod", "id >= 1000, id < 2000", 1000, ""),
        ("@paper-composite", "user = alice, ts >= 5, ts < 100", 1, ""),
        ("@hbase-salting", "key = x", 4, ""),
        ("@hbase-hashing", "key = x", 1, ""),
        ("@hbase-hashing", "key > x", 4, ""),
        ("@hbase-reverse-timestamp", "host = web-07, ts >= 5, ts < 100", 1, ""),
        ("@hbase-bucketed-time", "ts >= 1000, ts < 1000000000", 100, ""),
        ("@hbase-bucketed-time", "ts >= 1000, ts < 1000000000, host = a", 100, "host"),
        ("@hbase-composite-hashes", "host = a, event = b, ts > 5", 1, "host, event"),
        ("@hbase-list-data", "user begins al", 1, ""),
        ("@hbase-record-types", "customer = 7", 1, ""),
        ("@gbif", "key begins 3595", 1000, ""),
        ("@kafka-partition", "key = foobar", 1, "key"),
        ("@tidb-index", "value = iceberg, handle > 3", 1, ""),
        ("@cockroach-string", "key >= a, key < b", 1, ""),
        ("@foundationdb-tuple", "name = web, ts >= 1600000000", 1, ""),
        ("@ordered-composite", "a = x, b begins y", 1, ""),
    )

    def test_they_take_as_few_ranges_as_there_are_salts(self):
        for layout, text, count, left in self.QUESTIONS:
            with self.subTest(layout=layout, where=text):
                done = rowkey("ranges", "--layout", layout, "--where", text, "--output", "json", "--quiet")
                self.assertEqual((0, b""), (done.returncode, done.stderr))
                found = json.loads(done.stdout)
                self.assertEqual((count, left), (len(found["ranges"]), ", ".join(found["filter"])))


if __name__ == "__main__":
    support.main()
