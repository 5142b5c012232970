"""The columns that are recovered from keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark.sql import functions
from pyspark.sql.pandas.types import from_arrow_schema

from rowkey.spark import _workers
from rowkey.spark._functions import function_of_keys

if TYPE_CHECKING:
    from pyspark.sql import Column

    from rowkey._layout import Layout


def _spark_type(found: Any) -> Any:
    """Return the type of pyarrow in which Spark holds the values of a column that is recovered."""
    if pa.types.is_uint64(found):
        return pa.int64()
    if pa.types.is_fixed_size_binary(found) or pa.types.is_large_binary(found):
        return pa.binary()
    if pa.types.is_large_string(found):
        return pa.string()
    if pa.types.is_timestamp(found):
        return pa.timestamp("us", "UTC")
    return found


def decode(layout: Layout, key: str | Column) -> Column:
    """Return a struct of the columns that are recovered from keys.

    Every byte of the keys is checked: one that the layout cannot have made, a null among them, ends the query with an
    error that names its row and partition. Integers are long, instants timestamp, in microseconds. A number that these
    do not hold, u64 from 2^63 and odd nanoseconds, is an error, too.

    Args:
        layout: the layout. Where it has no columns of its own, their types are those of Layout.decode().
        key: the keys, a column of binary.

    Raises:
        LayoutError: no column can be recovered.

    >>> keys = spark.createDataFrame([(b"web-1|00017",)], "key binary")
    >>> layout = rowkey.Layout("{host}|{ts:05d}")
    >>> keys.select(rowkey.spark.decode(layout, "key").alias("columns")).select("columns.*").first()
    Row(host='web-1', ts=17)

    """
    found = pa.schema(layout.decode([]))
    schema = pa.schema([pa.field(field.name, _spark_type(field.type)) for field in found])
    work = _workers.records(layout, pa.struct(list(schema)))
    column = functions.col(key) if isinstance(key, str) else key
    return function_of_keys(work, from_arrow_schema(schema))(column)
