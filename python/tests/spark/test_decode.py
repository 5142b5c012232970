"""Columns are recovered from keys."""

from __future__ import annotations

import datetime
import decimal
from typing import Any

import pytest

import rowkey

pytest.importorskip("pyspark")
from pyspark.errors import PySparkException
from pyspark.sql import functions as F  # noqa: N812

LAYOUT = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")


def test_decode(spark: Any) -> None:
    df = spark.range(3000, numPartitions=2).select(
        F.concat(F.lit("web-"), F.col("id") % 97).alias("host"), F.col("id").alias("ts")
    )
    keyed = df.transform(rowkey.spark.with_key(LAYOUT, "key"))
    found = keyed.withColumn("columns", rowkey.spark.decode(LAYOUT, "key"))
    assert found.schema["columns"].dataType.simpleString() == "struct<host:string,ts:bigint>"
    for row in found.collect():
        assert (row.columns.host, row.columns.ts) == (row.host, row.ts)
    assert found.filter("columns.ts = 17").select("columns.host").first().host == "web-17"
    assert keyed.filter("ts < 0").select(rowkey.spark.decode(LAYOUT, "key")).collect() == []


TIME = datetime.datetime(
    2024, 11, 3, 5, 30, 0, 250_000, tzinfo=datetime.timezone.utc
)  # 1:30 in New York, the first time
TYPES: list[tuple[str, str, list[Any], str]] = [
    ("i64", "{x:i64}", [2**63 - 1, 2**53 + 1, -5], "bigint"),
    ("u64", "{x:u64}", [2**63 - 1, 0], "bigint"),
    ("f64", "{x:f64}", [0.5, -1.5, float("-inf")], "double"),
    ("f32", "{x:f32}", [0.5, -1.5], "float"),
    ("text", "{x}", ["", "ü"], "string"),
    ("bytes", "{x}", [b"\0\xff", b""], "binary"),
    ("bytes(3)", "{x}", [b"abc"], "binary"),
    ("bool", "{x:u8}", [True, False], "boolean"),
    ("decimal(2)", "{x:i64}", [decimal.Decimal("-1.25"), decimal.Decimal("3.00")], "decimal(19,2)"),
    *((f"time({unit})", "{x:i64}", [TIME.replace(microsecond=0)], "timestamp") for unit in ("s", "ms", "us", "ns")),
    ("time(us)", "{x:i64}", [TIME, TIME + datetime.timedelta(hours=1)], "timestamp"),
]


@pytest.mark.parametrize(
    ("kind", "template", "values", "spark_type"), TYPES, ids=[f"{t[0]}-{i}" for i, t in enumerate(TYPES)]
)
def test_types(spark: Any, kind: str, template: str, values: list[Any], spark_type: str) -> None:
    layout = rowkey.Layout("{i:u32}" + template, columns={"i": "i64", "x": kind})
    rows = [(i, layout.key(i=i, x=values[i % len(values)])) for i in range(20)]
    df = spark.createDataFrame(rows, "i int, key binary")
    found = df.select("i", rowkey.spark.decode(layout, F.col("key")).alias("columns"))
    assert found.schema["columns"].dataType["x"].dataType.simpleString() == spark_type
    for row in found.select("columns.i", F.col("columns.x").cast("string").alias("text"), "columns.x").collect():
        value = values[row.i % len(values)]
        if isinstance(value, datetime.datetime):
            row_value = row.x.astimezone(datetime.timezone.utc)
            assert row_value == value or row.text.startswith("2024-11-03 01:30")  # Python's naive hour is there twice
        else:
            assert (bytes(row.x) if isinstance(value, bytes) else row.x) == value
    if spark_type == "timestamp":
        micros = found.select("columns.i", F.unix_micros("columns.x").alias("x")).collect()
        epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
        one = datetime.timedelta(microseconds=1)
        assert all(row.x == (values[row.i % len(values)] - epoch) // one for row in micros)


def test_a_foreign_key_ends_the_query(spark: Any) -> None:
    rows = [(LAYOUT.key(host="web-1", ts=i),) for i in range(2000)]
    rows[1999] = (b"000|web-1|12345678",)
    df = spark.createDataFrame(rows, "key binary").coalesce(1)
    with pytest.raises(PySparkException, match=r"row 1999: (.|\n)*the row is counted in partition 0"):
        df.select(rowkey.spark.decode(LAYOUT, "key")).collect()
    with pytest.raises(PySparkException, match=r"RowError: row 0: "):
        spark.createDataFrame([(None,)], "key binary").select(rowkey.spark.decode(LAYOUT, "key")).collect()


def test_what_spark_has_no_type_for(spark: Any) -> None:
    large = rowkey.Layout("{x:u64}")
    df = spark.createDataFrame([(large.key(x=2**63),)], "key binary")
    with pytest.raises(PySparkException, match="9223372036854775808"):
        df.select(rowkey.spark.decode(large, "key")).collect()
    with pytest.raises(rowkey.LayoutError):
        rowkey.spark.decode(rowkey.Layout("{md5(id)}"), "key")
