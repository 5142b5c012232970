"""Split points of a frame's keys are those of all its keys, or near to them."""

from __future__ import annotations

import random
from typing import Any

import pytest

import rowkey

pytest.importorskip("pyspark")
from pyspark.errors import PySparkException
from pyspark.sql import functions as F  # noqa: N812

LAYOUT = rowkey.Layout("{host}|{ts:05d}")
RANDOM = random.Random(7)
KEYS: list[bytes | None] = [RANDOM.randbytes(RANDOM.randrange(1, 6)) for _ in range(3000)]


def frame(spark: Any, keys: list[bytes | None]) -> Any:
    return spark.createDataFrame([(key,) for key in keys], "key binary").repartition(3)


def test_points_of_all_keys(spark: Any) -> None:
    df = frame(spark, [*KEYS, None])
    expected = rowkey.Splits.of_keys(KEYS, 16)
    assert rowkey.spark.splits(df, "key", 16) == expected
    assert rowkey.spark.splits(df.repartition(40), F.col("key"), 16) == expected
    assert rowkey.spark.sketch(df, "key").rows == len(KEYS)
    with pytest.raises(ValueError, match="regions"):
        rowkey.spark.splits(df.filter("key is null"), "key", 2)
    with pytest.raises(ValueError, match="regions"):
        rowkey.spark.splits(spark.createDataFrame([], "key binary"), "key", 2)


def test_points_of_a_layout(spark: Any) -> None:
    df = spark.range(5000, numPartitions=5).select(
        F.col("id").alias("ts"), F.concat(F.lit("web-"), F.col("id") % 7).alias("host"), F.lit(1).alias("more")
    )
    keys = [LAYOUT.key(host=f"web-{i % 7}", ts=i) for i in range(5000)]
    assert rowkey.spark.splits(df, LAYOUT, 9) == rowkey.Splits.of_keys(keys, 9)
    keyed = df.transform(rowkey.spark.with_key(LAYOUT, "key", "host", "ts"))
    assert rowkey.spark.splits(keyed, "key", 9) == rowkey.spark.splits(df, LAYOUT, 9)


def test_points_of_more_keys_than_memory(spark: Any) -> None:
    """The frame is skewed: each second key begins with 0x00."""
    key = F.concat(
        F.when(F.col("id") % 2 == 0, F.lit("0")).otherwise(F.lit("f")), F.lpad(F.col("id").cast("string"), 9, "0")
    )
    df = spark.range(60_000, numPartitions=20).select(key.cast("binary").alias("key"))
    sketch = rowkey.spark.sketch(df, "key", memory=1 << 16)
    assert sketch.rows == 60_000
    assert 0 < sketch.error < 0.1
    assert sketch.to_bytes() == rowkey.spark.sketch(df, "key", memory=1 << 16).to_bytes()  # however tasks end
    counts = df.groupBy(rowkey.spark.region("key", sketch.splits(10)).alias("region")).count().collect()
    assert sorted(row.region for row in counts) == list(range(10))
    most = 60_000 * 2 * sketch.error
    assert all(abs(row["count"] - 6000) <= most for row in counts)
    assert all(abs(row["count"] - 6000) <= 600 for row in counts)  # in fact


def test_what_is_refused(spark: Any) -> None:
    df = spark.createDataFrame([("web-1", 17), ("web-1", -4)], "host string, ts long").coalesce(1)
    with pytest.raises(PySparkException, match=r"ts = -4 does not fit \{ts:05d\}"):
        rowkey.spark.splits(df, LAYOUT, 2)
    with pytest.raises(PySparkException, match="ts"):
        rowkey.spark.splits(df.select("host"), LAYOUT, 2)
    with pytest.raises(PySparkException, match=r"ts|key"):
        rowkey.spark.splits(df, "ts", 2)
    for memory in (1 << 10, 1 << 31):
        with pytest.raises(ValueError, match=rf"{memory} bytes of memory for a sketch \(expected 65536 to"):
            rowkey.spark.splits(df, LAYOUT, 2, memory=memory)
