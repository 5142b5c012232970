"""Regions, their partitions and order, split points and conditions, on a real Spark."""

from __future__ import annotations

import bisect
import itertools
import random
from typing import Any

import pytest

import rowkey

pytest.importorskip("pyspark")
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import functions as F  # noqa: N812

from rowkey.spark._regions import _values_of_partitions

RANDOM = random.Random(7)
KEYS = sorted({RANDOM.randbytes(RANDOM.randrange(1, 6)) for _ in range(3000)} | {b"\x7f", b"\x80", b"\x80\0", b"\xff"})


def frame(spark: Any, keys: list[bytes | None]) -> Any:
    shuffled = RANDOM.sample(keys, len(keys))
    rows = [(key, None if key is None else key.hex()) for key in shuffled]
    return spark.createDataFrame(rows, "key binary, hex string").repartition(3)


def partitions_of(df: Any) -> list[list[bytes]]:
    return [[bytes(row.key) for row in part] for part in df.rdd.glom().collect()]


def test_region(spark: Any) -> None:
    splits = rowkey.Splits.of_keys(KEYS, 40)
    found = frame(spark, [*KEYS, None]).select("key", rowkey.spark.region("key", splits).alias("region"))
    assert found.schema["region"].dataType.simpleString() == "int"
    for row in found.collect():
        assert row.region == (None if row.key is None else bisect.bisect_right(splits, bytes(row.key)))
    assert frame(spark, [b"x"]).select(rowkey.spark.region(F.col("key"), [])).first()[0] == 0


@pytest.mark.parametrize("regions", [1, 2, 7, 40])
def test_a_partition_for_each_region(spark: Any, regions: int) -> None:
    splits = rowkey.Splits.of_keys(KEYS, regions) if regions > 1 else rowkey.Splits([])
    df = frame(spark, KEYS).transform(rowkey.spark.by_region("key", splits))
    assert df.columns == ["key", "hex"]
    found = partitions_of(df)
    assert len(found) == regions
    for i, part in enumerate(found):
        assert part == [key for key in KEYS if splits.region(key) == i]  # KEYS are sorted by unsigned bytes
    assert all(row.hex == bytes(row.key).hex() for row in df.collect())


@pytest.mark.parametrize("count", [1, 3, 9, 10])
def test_fewer_partitions_than_regions(spark: Any, count: int) -> None:
    splits = rowkey.Splits.of_keys(KEYS, 10)
    found = partitions_of(frame(spark, KEYS).transform(rowkey.spark.by_region("key", splits, count)))
    assert len(found) == count
    assert list(itertools.chain(*found)) == KEYS
    held = [{splits.region(key) for key in part} for part in found]
    assert sum(map(len, held)) == 10  # no region is in two partitions
    assert max(map(len, held)) - min(map(len, held)) <= 1


def test_empty_regions(spark: Any) -> None:
    splits = [b"\x10", b"\x10\0", b"\xf0"]
    keys: list[bytes | None] = [b"\x01", b"\xff", b"\x10\0"]
    assert partitions_of(frame(spark, keys).transform(rowkey.spark.by_region("key", splits))) == [
        [b"\x01"],
        [],
        [b"\x10\0"],
        [b"\xff"],
    ]
    none = frame(spark, []).transform(rowkey.spark.by_region("key", splits))
    assert partitions_of(none) in ([], [[], [], [], []])


def test_by_region_refuses(spark: Any) -> None:
    for count in (0, 4):
        with pytest.raises(ValueError, match=f"{count} partitions for 3 regions .expected 1 to 3"):
            rowkey.spark.by_region("key", [b"g", b"p"], count)
    with pytest.raises(ValueError, match=r"rise|order|point"):
        rowkey.spark.by_region("key", [b"p", b"g"])
    with pytest.raises((PySparkException, Py4JJavaError), match="a null in column key: no region holds it"):
        frame(spark, [b"a", None]).transform(rowkey.spark.by_region("key", [b"g"])).collect()


@pytest.mark.parametrize("count", [1, 2, 5, 200])
def test_values_that_repartition_puts_into_each_partition(spark: Any, count: int) -> None:
    values = _values_of_partitions(count)
    df = spark.createDataFrame(list(enumerate(values)), "partition int, value int").repartition(count, "value")
    found = df.select("partition", F.spark_partition_id().alias("found")).collect()
    assert sorted(row.partition for row in found) == list(range(count))
    assert all(row.partition == row.found for row in found)


def test_within(spark: Any) -> None:
    layout = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")
    rows = [(layout.key(host=f"web-{i % 5}", ts=i), i) for i in range(500)]
    df = spark.createDataFrame(rows, "key binary, i int")
    wanted = [i for i in range(500) if i % 5 in {1, 3} and 50 <= i < 300]
    ranges = layout.ranges(host=["web-1", "web-3"], ts=(50, 300))
    assert sorted(row.i for row in df.filter(rowkey.spark.within("key", ranges)).collect()) == wanted
    salted = layout.ranges(ts=(50, 300))  # a range for each of 1000 salts
    assert len(salted) == 1000
    assert sorted(row.i for row in df.filter(rowkey.spark.within("key", salted)).collect()) == list(range(500))
    one = layout.ranges(host="web-1", ts=1)
    assert one[0].is_key
    assert [row.i for row in df.filter(rowkey.spark.within(F.col("key"), one)).collect()] == [1]
    assert df.filter(rowkey.spark.within("key", layout.ranges())).count() == 500
    assert df.filter(rowkey.spark.within("key", [])).count() == 0
