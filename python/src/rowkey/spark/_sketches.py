"""Split points of a frame's keys, from sketches of its partitions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import functions

from rowkey._layout import Layout
from rowkey._sketch import Sketch
from rowkey.spark import _workers
from rowkey.spark._keys import struct_of
from rowkey.spark._regions import PARTITION, place

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

    from rowkey._splits import Splits

_MEMORY = 1 << 20
_LEAST, _MOST = 1 << 16, 1 << 30
_GROUPS = 16  # of sketches, which tasks merge before the driver does


def sketch(df: DataFrame, key: Layout | str | Column, *, memory: int = _MEMORY) -> Sketch:
    """Return the sketch of a frame's keys: their number, their split points, and how exact these are.

    Reads the frame once. Each partition makes a sketch of its keys, tasks merge these to 16, and the driver merges
    those: no key comes to it that a sketch did not keep. The same partitions make the same sketch.

    Args:
        df: the frame.
        key: its keys: a layout, whose columns the frame has by their names, or a column of binary, in which nulls do
            not count. With a layout, keys go no way but into the sketch.
        memory: bytes for each sketch, 64 KiB to 1 GiB. Up to 16 of them come to the driver.

    Raises:
        ValueError: the memory is too small or too large.

    >>> df = spark.createDataFrame([(b"a",), (b"b",), (b"c",), (b"d",)], "key binary")
    >>> rowkey.spark.sketch(df, "key")
    <Sketch: 4 keys, error 0>

    """
    if not _LEAST <= memory <= _MOST:
        msg = f"{memory} bytes of memory for a sketch (expected {_LEAST} to {_MOST})"
        raise ValueError(msg)
    keys = struct_of(key) if isinstance(key, Layout) else functions.col(key) if isinstance(key, str) else key
    work = _workers.keys(key) if isinstance(key, Layout) else iter

    def of_partition(batches: Iterable[Any]) -> Iterator[Any]:
        found = Sketch(memory)
        for keys_of_batch in work(batch.column(0) for batch in batches):
            found.add(keys_of_batch)
        context = TaskContext.get()
        yield _row(0 if context is None else context.partitionId(), found)

    def of_group(batches: Iterable[Any]) -> Iterator[Any]:
        yield _row(0, _merged(memory, (row for batch in batches for row in batch.column("sketch").to_pylist())))

    row = "partition int, sketch binary"
    partitions = df.select(keys.alias("key")).mapInArrow(of_partition, row)
    groups = place(partitions.withColumn(PARTITION, functions.col("partition") % _GROUPS), _GROUPS)
    rows = groups.drop(PARTITION).sortWithinPartitions("partition").mapInArrow(of_group, row).collect()
    return _merged(0, (bytes(row.sketch) for row in rows))


def _row(partition: int, found: Sketch) -> Any:
    columns = [pa.array([partition], pa.int32()), pa.array([found.to_bytes()], pa.binary())]
    return pa.RecordBatch.from_arrays(columns, ["partition", "sketch"])


def _merged(memory: int, sketches: Iterable[bytes]) -> Sketch:
    all_keys = Sketch(memory)
    for data in sketches:
        all_keys.merge(Sketch.from_bytes(data))
    return all_keys


def splits(df: DataFrame, key: Layout | str | Column, regions: int, *, memory: int = _MEMORY) -> Splits:
    """Return split points that part the rows of a frame evenly among so many regions.

    They are those of sketch(): exact for some ten thousand keys, and close for any number. Where keys begin with a hash
    of their columns, Layout.splits() gives as good points and reads nothing.

    Args:
        df: the frame.
        key: its keys: a layout, or a column of binary, as sketch() takes it.
        regions: how many.
        memory: bytes for each sketch, as sketch() takes it. The more, the closer.

    Raises:
        ValueError: the keys have too few different values.

    >>> layout = rowkey.Layout("{host}|{ts:05d}")
    >>> df = spark.createDataFrame([("web-1", 17), ("web-1", 18), ("web-2", 3), ("web-2", 5)], "host string, ts long")
    >>> rowkey.spark.splits(df, layout, 2)
    Splits([b'web-2|00003'])
    >>> rowkey.spark.splits(df, "host", 2)
    Splits([b'web-2'])

    """
    return sketch(df, key, memory=memory).splits(regions)
