"""Columns computed from a column of binary by way of pandas: for PySpark before 4.1, which has no arrow_udf."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pandas as pd
import pyarrow as pa
from pyspark.sql.pandas.functions import pandas_udf

if TYPE_CHECKING:
    from pyspark.sql import Column
    from pyspark.sql.types import DataType

    from rowkey.spark._workers import Work


def _to_pandas(array: Any) -> Any:
    """Return an array as a Series, or a struct array as a DataFrame, that holds it as Arrow's."""
    if pa.types.is_struct(array.type):
        return pa.Table.from_struct_array(array).to_pandas(types_mapper=pd.ArrowDtype)
    return pd.Series(pd.arrays.ArrowExtensionArray(array))


def pandas_function(work: Work, returns: DataType | str) -> Callable[[Column], Column]:
    """Return a function of a column of binary that does this work."""

    def run(series: Iterator[pd.Series]) -> Iterator[pd.Series]:
        return map(_to_pandas, work(pa.array(keys, pa.binary(), from_pandas=True) for keys in series))

    function: Callable[[Column], Column] = pandas_udf(run, returns)  # type: ignore[call-overload, unused-ignore]
    return function
