"""Columns of pandas. It is not imported: who has a table of its has it."""

from __future__ import annotations

import sys
from collections.abc import Container
from typing import Any

from rowkey import _numpy, _rowkey

# Objects that pyarrow takes for what they are. It cuts nanoseconds off, and times of day where a date comes first, and
# gives NumPy's numbers columns of their size.
_PLAIN = {"string", "bytes", "boolean", "decimal", "empty"}
_MASKED = {f"{sign}Int{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64)} | {"Float32", "Float64", "boolean"}

REFUSALS = (ImportError, ValueError, TypeError, NotImplementedError, OverflowError)
"""What pandas raises without pyarrow, and pyarrow for values that it does not take."""


def is_of(data: Any) -> bool:
    """Return whether it is a table or a column of pandas."""
    owner = type(data)
    return hasattr(owner, "isna") and any(base.__module__.partition(".")[0] == "pandas" for base in owner.__mro__)


def is_frame(data: Any) -> bool:
    """Return whether it is a table of pandas."""
    return is_of(data) and hasattr(data, "columns")


def series_of(values: Any) -> Any:
    """Return a column, also of an index or of values without one."""
    series: Any = sys.modules["pandas"].Series
    return values if isinstance(values, series) else series(values)


def columns_of(data: Any, names: Container[str]) -> Any:
    """Return the table of the columns of these names; levels of the index that have a name are columns."""
    levels = [name for name in data.index.names if name in names and name is not None and name not in data.columns]
    if levels:
        data = data.reset_index(levels)
    if not data.columns.is_unique:
        msg = f"columns {data.columns[data.columns.duplicated()].to_list()} are there twice (expected one of each name)"
        raise ValueError(msg)
    return data[[name for name in data.columns if name in names]]


def goes_through_arrow(column: Any) -> bool:
    """Return whether pyarrow keeps the values of a column as they are."""
    pandas = sys.modules["pandas"]
    if isinstance(column.dtype, (pandas.PeriodDtype, pandas.IntervalDtype)):
        return False  # whose place in a calendar would be the key
    return column.dtype.name != "object" or pandas.api.types.infer_dtype(column, skipna=True) in _PLAIN


def is_of_arrow(column: Any) -> bool:
    """Return whether a column by itself comes through pyarrow best: text, categories, and what is Arrow's."""
    return (column.dtype.kind == "O" or type(column.dtype).__name__ == "ArrowDtype") and goes_through_arrow(column)


def array_of(name: str, column: Any, nulls: Any = None) -> _rowkey.Array | list[Any]:
    """Return an array of a column, or its objects. What isna() tells, NaN among them, is null."""
    pandas = sys.modules["pandas"]
    dtype, nulls = column.dtype, column.isna().to_numpy() if nulls is None else nulls
    if isinstance(dtype, pandas.CategoricalDtype) and len(dtype.categories):
        return array_of(name, pandas.Series(dtype.categories.take(column.cat.codes.clip(0))), nulls)
    if isinstance(dtype, pandas.DatetimeTZDtype):
        return _numpy.array_of(name, column.dt.tz_convert(None).to_numpy(), nulls)
    if dtype.name in _MASKED:
        return _numpy.array_of(name, column.array.to_numpy(dtype=dtype.numpy_dtype, na_value=0), nulls)
    if isinstance(dtype, sys.modules["numpy"].dtype) and dtype.kind != "O":
        return _numpy.array_of(name, column.to_numpy(), nulls)
    return [None if null else value for value, null in zip(column.astype(object), nulls, strict=True)]
