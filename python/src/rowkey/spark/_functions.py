"""Columns that Spark's Python workers compute from Arrow arrays, in each version of PySpark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pyarrow as pa
from pyspark.sql import functions

if TYPE_CHECKING:
    from pyspark.sql import Column
    from pyspark.sql.types import DataType

    from rowkey.spark._workers import Work

HAS_ARROW_UDF = hasattr(functions, "arrow_udf")
"""Whether functions of Arrow arrays make columns: PySpark 4.1 and later."""


def arrow_function(work: Work, returns: DataType | str) -> Callable[..., Column]:
    """Return a function of columns that does this work; it needs PySpark 4.1.

    Of several columns the work gets tuples of arrays.
    """

    def run(arrays: Iterator[pa.Array]) -> Iterator[pa.Array]:
        return work(arrays)

    function: Callable[..., Column] = getattr(functions, "arrow_udf")(run, returns)  # noqa: B009
    return function


def function_of_keys(work: Work, returns: DataType | str) -> Callable[[Column], Column]:
    """Return a function of a column of binary that does this work.

    Before PySpark 4.1 it goes by way of pandas, which holds binary as it is. It would round integers between nulls, and
    take the zone from timestamps: functions of other columns have no such way.
    """
    if HAS_ARROW_UDF:
        return arrow_function(work, returns)
    from rowkey.spark._pandas import pandas_function  # noqa: PLC0415 - pandas is imported where it is needed

    return pandas_function(work, returns)
