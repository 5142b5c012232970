"""Keys and the regions of a table: where they go, in what order, and which of them to read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from pyspark.sql import DataFrame, functions

from rowkey._named import named
from rowkey._ranges import Range
from rowkey._splits import Splits
from rowkey.spark import _workers
from rowkey.spark._functions import function_of_keys

if TYPE_CHECKING:
    from pyspark.sql import Column

PARTITION = "rowkey partition"  # a column that stands in a frame for the time of a shuffle


def _column(key: str | Column) -> Column:
    return functions.col(key) if isinstance(key, str) else key


def region(key: str | Column, splits: Iterable[bytes]) -> Column:
    """Return the region of each key, a column of int: 0 for keys before the first of the split points, and so on.

    A null key has a null region.

    >>> df = spark.createDataFrame([(b"a",), (b"m",)], "key binary")
    >>> df.select(rowkey.spark.region("key", [b"m"]).alias("region")).collect()
    [Row(region=0), Row(region=1)]
    """
    points = splits if isinstance(splits, Splits) else Splits(splits)
    return function_of_keys(_workers.regions(points), "int")(_column(key))


def by_region(key: str, splits: Iterable[bytes], partitions: int | None = None) -> Callable[[DataFrame], DataFrame]:
    """Return a function for DataFrame.transform that puts rows where a table has them.

    Partition i holds the rows of region i, those of an empty region none, in the order of a store: by the unsigned
    bytes of their keys. A null key ends the query with an error.

    Args:
        key: the column of keys.
        splits: the split points of the table.
        partitions: so many partitions, each with regions that lie side by side, instead of one for each region.

    Raises:
        ValueError: more partitions than regions, or none.

    >>> df = spark.createDataFrame([(b"z",), (b"m",), (b"a",)], "key binary")
    >>> placed = df.transform(rowkey.spark.by_region("key", [b"m"]))
    >>> [[bytes(row.key) for row in rows] for rows in placed.rdd.glom().collect()]
    [[b'a'], [b'm', b'z']]

    """
    points = splits if isinstance(splits, Splits) else Splits(splits)
    regions = len(points) + 1
    count = regions if partitions is None else partitions
    if not 1 <= count <= regions:
        msg = f"{count} partitions for {regions} regions (expected 1 to {regions})"
        raise ValueError(msg)
    # Partition i begins with region i * regions / count, rounded up.
    first_points = Splits(points[-(-i * regions // count) - 1] for i in range(1, count))
    null = functions.raise_error(functions.lit(f"a null in column {key}: no region holds it (expected a key)"))

    def move(df: DataFrame) -> DataFrame:
        partition = functions.coalesce(region(key, first_points), null.cast("int"))
        return place(df.withColumn(PARTITION, partition), count).drop(PARTITION).sortWithinPartitions(key)

    return move


def place(df: DataFrame, count: int) -> DataFrame:
    """Put each row into the partition that its column PARTITION says."""
    if hasattr(DataFrame, "repartitionById"):  # PySpark 4.1 and later
        placed: DataFrame = getattr(df, "repartitionById")(count, PARTITION)  # noqa: B009 - earlier types lack it
        return placed
    values = functions.array(*map(functions.lit, _values_of_partitions(count)))
    return df.repartition(count, values[functions.col(PARTITION)])


@lru_cache(maxsize=16)
def _values_of_partitions(count: int) -> Sequence[int]:
    """Return an int for each of `count` partitions that repartition(count, …) puts there.

    It goes by Spark's hash of the int, modulo the number of partitions, which is the layout spark-bucket-int.
    """
    layout = named("spark-bucket-int", buckets=count)
    found: dict[int, int] = {}
    first = 0
    while len(found) < count:
        values = range(first, first + 4 * count)
        for value, bucket in zip(values, layout.encode({"key": list(values)}), strict=True):
            found.setdefault(int(bucket), value)
        first = values.stop
    return [found[partition] for partition in range(count)]


def within(key: str | Column, ranges: Sequence[Range]) -> Column:
    """Return the condition that a key lies in one of the ranges that Layout.ranges() gives.

    Spark hands it to sources that read less by it, such as Parquet. Where the ranges are not exact, filter by the
    columns of `ranges.filter`, too.

    >>> layout = rowkey.Layout("{host}|{ts:05d}")
    >>> df = spark.createDataFrame([(b"web-1|00017",), (b"web-2|00018",)], "key binary")
    >>> df.filter(rowkey.spark.within("key", layout.ranges(host="web-2"))).count()
    1
    """
    conditions = [_in_range(_column(key), item) for item in ranges]
    while len(conditions) > 1:  # pairs: an expression as deep as there are ranges would overflow Spark's stack
        pairs = [a | b for a, b in zip(conditions[::2], conditions[1::2], strict=False)]
        conditions = pairs + conditions[2 * len(pairs) :]
    return conditions[0] if conditions else functions.lit(False)


def _in_range(key: Column, item: Range) -> Column:
    if item.is_key:
        return key == functions.lit(item.start)
    condition = key >= functions.lit(item.start)
    return condition & (key < functions.lit(item.stop)) if item.stop else condition
