"""Keys of frames are those that key() and the command-line tool give."""

from __future__ import annotations

import datetime
import decimal
import os
import pickle
import subprocess
from typing import Any

import pytest

import rowkey

pytest.importorskip("pyspark")
import pyarrow as pa
from pyspark import TaskContext, cloudpickle
from pyspark.errors import PySparkException
from pyspark.sql import functions as F  # noqa: N812

from rowkey.spark import _workers

HAS_COLUMNS = hasattr(F, "arrow_udf")
needs_columns = pytest.mark.skipif(not HAS_COLUMNS, reason="PySpark before 4.1 has no arrow_udf")
LAYOUT = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")
ROWS = 5000


def frame(spark: Any, rows: int = ROWS) -> Any:
    return spark.range(rows, numPartitions=3).select(
        F.concat(F.lit("web-"), F.col("id") % 97).alias("host"),
        F.col("id").alias("ts"),
        (F.col("id") * 2).alias("more"),
    )


def key_of(row: Any) -> bytes:
    return LAYOUT.key(host=row.host, ts=row.ts)


def failure(df: Any) -> str:
    """Return the text of the exception that a query ends with."""
    with pytest.raises(PySparkException) as found:
        df.collect()
    return str(found.value)


def test_with_key(spark: Any) -> None:
    found = frame(spark).transform(rowkey.spark.with_key(LAYOUT, "key", "host", "ts"))
    assert found.schema.simpleString() == "struct<host:string,ts:bigint,more:bigint,key:binary>"
    rows = found.collect()
    assert len(rows) == ROWS
    for row in rows:
        assert bytes(row.key) == key_of(row)
        assert row.more == 2 * row.ts


def test_arguments(spark: Any) -> None:
    df = frame(spark, 50)
    expected = sorted(map(key_of, df.collect()))
    upper = F.upper("host")
    ways = [
        rowkey.spark.with_key(LAYOUT, "key"),
        rowkey.spark.with_key(LAYOUT, "key", F.col("host"), ts="ts"),
    ]
    for way in ways:
        assert sorted(bytes(row.key) for row in df.transform(way).collect()) == expected
    nested = df.select(F.struct("host").alias("who"), F.col("ts").alias("t s"))
    way = rowkey.spark.with_key(LAYOUT, "key", "who.host", ts="t s")
    assert sorted(bytes(row.key) for row in nested.transform(way).collect()) == expected
    typed = rowkey.Layout(LAYOUT.template, columns={"host": "text", "ts": "i64"})
    way = rowkey.spark.with_key(typed, "key", host=F.lower(upper), ts=(F.col("more") / 2).cast("int"))
    assert sorted(bytes(row.key) for row in df.transform(way).collect()) == expected


def test_a_column_is_replaced(spark: Any) -> None:
    df = frame(spark, 10).withColumn("error", F.lit(1))
    found = df.transform(rowkey.spark.with_key(LAYOUT, "ts", "host", "ts", errors="error"))
    assert found.schema.simpleString() == "struct<host:string,ts:binary,more:bigint,error:string>"
    for row in found.collect():
        assert bytes(row.ts) == LAYOUT.key(host=row.host, ts=row.more // 2)
        assert row.error is None


@needs_columns
def test_key_is_a_column(spark: Any) -> None:
    df = frame(spark)
    found = df.select("host", "ts", rowkey.spark.key(LAYOUT, "host", "ts"))
    assert found.columns == ["host", "ts", "key"]
    assert all(bytes(row.key) == key_of(row) for row in found.collect())
    assert df.filter(F.length(rowkey.spark.key(LAYOUT, "host", "ts")) == 17).count() == sum(
        len(key_of(row)) == 17 for row in df.collect()
    )


@needs_columns
def test_columns_with_names_are_sent_without_a_struct(spark: Any) -> None:
    def plan(*columns: Any) -> str:
        df = frame(spark).select(rowkey.spark.key(LAYOUT, *columns))
        return str(df._jdf.queryExecution().optimizedPlan().toString())

    assert "struct" in plan("host", F.col("ts"))
    assert "struct" not in plan("host", "ts")


@pytest.mark.skipif(HAS_COLUMNS, reason="this PySpark has arrow_udf")
def test_columns_need_a_newer_pyspark() -> None:
    for function in (rowkey.spark.key, rowkey.spark.try_key, rowkey.spark.key_error):
        with pytest.raises(NotImplementedError, match=r"needs PySpark 4\.1 \(expected rowkey\.spark\.with_key"):
            function(LAYOUT, "host", "ts")


def tool_keys(tool: str, template: str, columns: str, rows: list[tuple[Any, ...]]) -> list[bytes]:
    lines = "".join(",".join(map(str, row)) + "\n" for row in rows)
    command = [tool, "encode", "-l", template, "-c", columns, "--input", "csv", "--output", "hex"]
    found = subprocess.run(command, input=lines, check=True, capture_output=True, text=True).stdout
    return [bytes.fromhex(line) for line in found.split()]


@pytest.mark.parametrize(
    "name", ["phoenix-salted", "paper-md5mod", "hbase-bucketed-time", "finra", "ordered-composite"]
)
def test_named_layouts_as_the_tool_encodes_them(spark: Any, tool: str, name: str) -> None:
    layout = rowkey.named(name)
    example = next(found for found in rowkey.named_layouts() if found.name == name)
    kinds = {"i64": "long", "u64": "long", "text": "string", "f64": "double"}
    ddl = ", ".join(f"{column} {kinds[kind]}" for column, kind in layout.columns.items())
    assert ddl, example
    values = {"long": range(40), "string": [f"user-{i}" for i in range(40)], "double": [i / 4 - 3 for i in range(40)]}
    rows = list(zip(*(values[kinds[kind]] for kind in layout.columns.values()), strict=True))
    df = spark.createDataFrame(rows, ddl).coalesce(1)
    found = [bytes(row.key) for row in df.transform(rowkey.spark.with_key(layout, "key")).collect()]
    columns = ",".join(f"{column}:{kind}" for column, kind in layout.columns.items())
    assert found == tool_keys(tool, layout.template, columns, rows)


TIME = datetime.datetime(2024, 11, 3, 5, 30, tzinfo=datetime.timezone.utc)  # 1:30 in New York, for the first time
TYPES: list[tuple[str, str, list[Any], str]] = [
    ("byte", "{coalesce(x, 0):i64}", [0, -5, None], "i64"),
    ("short", "{coalesce(x, 0):i64}", [0, -5, None], "i64"),
    ("int", "{coalesce(x, 0):i64}", [2**31 - 1, -5, None], "i64"),
    ("long", "{coalesce(x, 0):i64}", [2**63 - 1, 2**53 + 1, -(2**63), None], "i64"),  # pandas would round these
    ("boolean", "{coalesce(x, 0):u8}", [True, False, None], "bool"),
    ("double", "{x:f64}", [0.5, -1.5, float("inf")], "f64"),
    ("float", "{x:f32}", [0.5, -1.5], "f32"),
    ("string", '{coalesce(x, "")}', ["", "ü", "a longer text than others", None], "text"),
    ("binary", '{coalesce(x, "")}', [b"", b"\0\xff", None], "bytes"),
    ("decimal(18,2)", "{coalesce(x, 0):i64}", [decimal.Decimal("-1.25"), decimal.Decimal("3.00"), None], "decimal(2)"),
    ("date", "{coalesce(x, 0):i64}", [datetime.date(1969, 12, 31), datetime.date(2024, 2, 29), None], "time(s)"),
    ("timestamp", "{coalesce(x, 0):i64}", [TIME, TIME + datetime.timedelta(hours=1), None], "time(us)"),
    ("timestamp_ntz", "{coalesce(x, 0):i64}", [TIME.replace(tzinfo=None), None], "time(us)"),
]


@pytest.mark.parametrize(("ddl", "template", "values", "kind"), TYPES, ids=[row[0] for row in TYPES])
def test_types(spark: Any, ddl: str, template: str, values: list[Any], kind: str) -> None:
    """Instants are those of UTC, whatever the session's time zone, also in the hour that it has twice."""
    df = spark.createDataFrame([(i, values[i % len(values)]) for i in range(30)], f"i int, x {ddl}")
    expected = rowkey.Layout("{i:u32}" + template, columns={"i": "u64", "x": kind})
    layout = expected if kind.startswith(("time", "decimal")) else rowkey.Layout(expected.template)
    found = df.transform(rowkey.spark.with_key(layout, "key", "i", "x")).collect()
    for row in found:
        value = values[row.i % len(values)]
        if isinstance(value, datetime.datetime) and value.tzinfo is None:
            value = value.replace(tzinfo=datetime.timezone.utc)
        assert bytes(row.key) == expected.key(i=row.i, x=value)


@pytest.mark.parametrize("size", [1, 999, 100_000])
def test_batches(spark: Any, size: int) -> None:
    setting = "spark.sql.execution.arrow.maxRecordsPerBatch"
    before = spark.conf.get(setting)
    spark.conf.set(setting, size)
    try:
        rows = frame(spark, 2000 if size == 1 else ROWS)
        found = rows.transform(rowkey.spark.with_key(LAYOUT, "key", "host", "ts")).collect()
    finally:
        spark.conf.set(setting, before)
    assert all(bytes(row.key) == key_of(row) for row in found)


def test_large_types(spark: Any) -> None:
    """With 64-bit offsets in Arrow, as for columns of many gigabytes."""
    setting = "spark.sql.execution.arrow.useLargeVarTypes"
    spark.conf.set(setting, "true")
    try:
        found = frame(spark, 2000).transform(rowkey.spark.with_key(LAYOUT, "key", "host", "ts", errors="e")).collect()
    finally:
        spark.conf.set(setting, "false")
    assert all(bytes(row.key) == key_of(row) for row in found)


def test_no_rows_and_uneven_partitions(spark: Any) -> None:
    with_key = rowkey.spark.with_key(LAYOUT, "key", "host", "ts")
    empty = frame(spark, 0).transform(with_key)
    assert empty.collect() == []
    assert empty.columns == ["host", "ts", "more", "key"]
    half = frame(spark, 2000).repartition(7, F.when(F.col("ts") % 2 == 0, 0).otherwise(F.col("ts") % 3))
    sizes = sorted(half.rdd.glom().map(len).collect())
    assert sizes[0] == 0
    assert sizes[-1] >= 1000
    found = half.transform(with_key).collect()
    assert len(found) == 2000
    assert all(bytes(row.key) == key_of(row) for row in found)


def test_a_bad_row_ends_the_query(spark: Any) -> None:
    with_key = rowkey.spark.with_key(LAYOUT, "key", "host", "ts")
    df = frame(spark).coalesce(1)
    null = df.withColumn("host", F.when(F.col("ts") != 1711, F.col("host")))
    text = failure(null.transform(with_key))
    assert "row 1711: host is null (column host, a value, or coalesce" in text
    assert "the row is counted in partition 0" in text
    negative = df.withColumn("ts", F.when(F.col("ts") == 4999, -2).otherwise(F.col("ts")))
    assert "row 4999: ts = -2 does not fit {ts:u64} (column ts, at least 0)" in failure(negative.transform(with_key))
    bar = df.withColumn("host", F.when(F.col("ts") == 3, "b|c").otherwise(F.col("host")))
    assert 'row 3: host = "b|c" holds the byte "|"' in failure(bar.transform(with_key))


def test_bad_rows_are_diverted(spark: Any) -> None:
    df = frame(spark).withColumn("ts", F.when(F.col("ts") % 3 == 1, -F.col("ts")).otherwise(F.col("ts")))
    found = df.transform(rowkey.spark.with_key(LAYOUT, "key", "host", "ts", errors="error")).collect()
    assert len(found) == ROWS
    for row in found:
        if row.ts < 0:
            assert row.key is None
            assert row.error == f"ts = {row.ts} does not fit {{ts:u64}} (column ts, at least 0)"
        else:
            assert bytes(row.key) == key_of(row)
            assert row.error is None
    all_bad = frame(spark).withColumn("host", F.lit(None).cast("string"))
    counted = all_bad.transform(rowkey.spark.with_key(LAYOUT, "key", "host", "ts", errors="error"))
    assert counted.filter("key is null and error like 'host is null%'").count() == ROWS
    assert frame(spark, 0).transform(rowkey.spark.with_key(LAYOUT, "key", errors="error")).collect() == []


@needs_columns
def test_columns_of_bad_rows(spark: Any) -> None:
    df = frame(spark, 10).withColumn("ts", F.when(F.col("ts") == 7, -7).otherwise(F.col("ts")))
    arguments = (LAYOUT, "host", "ts")
    for row in df.select("host", "ts", rowkey.spark.try_key(*arguments), rowkey.spark.key_error(*arguments)).collect():
        assert (row.key is None) == (row.ts == -7) == (row.error is not None)
        assert row.key is None or bytes(row.key) == key_of(row)


def test_arguments_that_are_wrong(spark: Any) -> None:
    with pytest.raises(rowkey.LayoutError, match=r"has random\(\).*expected a hash"):
        rowkey.spark.with_key(rowkey.named("hbase-salting"), "key")
    assert rowkey.spark.with_key(rowkey.Layout("random {random:03d}"), "key") is not None
    text = failure(frame(spark, 5).transform(rowkey.spark.with_key(LAYOUT, "key", "host")))
    assert "there is no column ts" in text
    text = failure(frame(spark, 5).transform(rowkey.spark.with_key(LAYOUT, "key", "host", ts=F.array("ts"))))
    assert "ts" in text
    assert "list" in text or "type" in text
    with pytest.raises(PySparkException, match="nothing"):
        frame(spark, 5).transform(rowkey.spark.with_key(LAYOUT, "key", "nothing", "ts"))


def test_a_task_that_runs_again_gives_the_same_keys(spark: Any) -> None:
    df = frame(spark)
    runs = spark.sparkContext.accumulator(0)

    def fail_first(batches: Any) -> Any:
        runs.add(1)
        for number, batch in enumerate(batches):
            if TaskContext.get().attemptNumber() == 0 and TaskContext.get().partitionId() == 1 and number == 1:
                os._exit(3)  # as if the worker was killed
            yield batch

    keyed = df.transform(rowkey.spark.with_key(LAYOUT, "key", "host", "ts"))
    found = keyed.mapInArrow(fail_first, keyed.schema).collect()
    assert runs.value == 3  # tasks that ended
    assert len(found) == ROWS
    assert sorted(bytes(row.key) for row in found) == sorted(map(key_of, df.collect()))


def test_a_worker_compiles_a_layout_once() -> None:
    layout = rowkey.Layout("{host}|compiled once|{ts:u64}")
    _workers._restored.cache_clear()
    for _ in range(3):  # tasks, each of which Spark sends the work
        work = pickle.loads(cloudpickle.dumps(_workers.keys(layout)))
        records = pa.array([{"host": "web-1", "ts": 17}] * 3)
        assert [array.to_pylist() for array in work(iter([records, records]))] == [
            [layout.key(host="web-1", ts=17)] * 3
        ] * 2
    assert _workers._restored.cache_info().misses == 1
