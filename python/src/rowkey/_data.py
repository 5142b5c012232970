"""Data as it comes: whatever speaks Arrow's PyCapsule interface, and columns in a dict.

Nothing is imported here but what the caller has brought.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rowkey import _duckdb, _numpy, _pandas, _rowkey
from rowkey._values import kind_of

if TYPE_CHECKING:
    from rowkey._layout import Layout


@dataclass
class Data:
    """Arrays of one type, one after the other."""

    schema: _rowkey.Schema
    batches: Iterable[_rowkey.Array]


def _of_array(array: _rowkey.Array) -> Data:
    return Data(array.schema, (array,))


def _call(export: Callable[..., Any]) -> Any:
    """Call without the schema that may be requested: pandas 2.2 and Polars 1.3 take one, DuckDB 1.1 none."""
    try:
        return export()
    except TypeError:
        return export(None)


def of_arrow(data: Any) -> Data | None:
    """Return what an object exports to Arrow, or None where it does not."""
    if hasattr(data, "__arrow_c_stream__"):
        source = _rowkey.take_stream(_call(data.__arrow_c_stream__))
        return Data(source.schema, source)
    if hasattr(data, "__arrow_c_array__"):
        return _of_array(_rowkey.take_array(*_call(data.__arrow_c_array__)))
    return None


# ---- Columns in a dict ----


def kind_of_values(name: str, values: list[Any], implied: str) -> str:
    """Return the type that all of the values have; without any the one that the template implies."""
    found = {
        "text" if isinstance(value, str)
        else "bytes" if isinstance(value, bytes)
        else "f64" if isinstance(value, float)
        else "i64" if isinstance(value, int) and not isinstance(value, bool) and value < 1 << 63
        else kind_of(value)
        for value in values
        if value is not None
    }  # fmt: skip
    kinds = {kind for kind in found if kind is not None}
    if kinds == {"i64", "u64"}:
        return "u64"
    if kinds == {"i64", "f64"}:
        return "f64"
    if kinds == {"time(us)", "time(ns)"}:
        return "time(ns)"
    if kinds and all(kind.startswith("decimal(") for kind in kinds):
        return max(kinds, key=lambda kind: int(kind[8:-1]))
    if len(kinds) > 1:
        msg = f"column {name!r} has values of several types: {', '.join(sorted(kinds))}"
        raise TypeError(msg)
    return kinds.pop() if kinds else implied


class _Wanted:
    """What is asked of data: the layout's columns and their types, or all that there are."""

    def __init__(self, layout: Layout | None) -> None:
        self.kinds: Mapping[str, str] = {} if layout is None else layout.columns
        self.is_given = layout is not None and layout.has_columns

    def __contains__(self, name: object) -> bool:
        return not self.kinds or name in self.kinds  # of constants alone all: their rows count

    def declared(self, names: Iterable[str]) -> dict[str, str | None]:
        """Return those names that are wanted, with the types that the caller has declared."""
        return {name: self.kinds.get(name) if self.is_given else None for name in names if name in self}

    def array_of(self, name: str, values: list[Any]) -> _rowkey.Array:
        kind = self.kinds.get(name, "text")
        if not self.is_given or name not in self.kinds:
            kind = kind_of_values(name, values, kind)
        return _rowkey.values_array(name, kind, values)


def _column(wanted: _Wanted, name: str, values: Any) -> Data:
    """Return a column, of the type that the layout has for it, or its values."""
    found: Any = None
    if isinstance(values, list):
        found = values
    elif _pandas.is_of(values):
        found = _of_series(name, values)
    else:
        found = of_arrow(values)
        if found is None:
            found = _numpy.array_of(name, values) if _numpy.is_array(values) else list(values)
    if isinstance(found, list):
        found = wanted.array_of(name, found)
    return _of_array(found) if isinstance(found, _rowkey.Array) else found


def _of_series(name: str, values: Any) -> Data | _rowkey.Array | list[Any]:
    """Return a column of pandas: through pyarrow where that has its type, and it is there."""
    column = _pandas.series_of(values)
    if _pandas.is_of_arrow(column):
        try:
            found = of_arrow(column)
        except _pandas.REFUSALS:
            found = None
        if found is not None:
            return found
    return _pandas.array_of(name, column)


def _side_by_side(
    names: list[str], schema: _rowkey.Schema, columns: list[list[_rowkey.Array]]
) -> Iterator[_rowkey.Array]:
    """Return the rows of columns in chunks, cut wherever a chunk of any of them ends."""
    whole = [chunks[0] for chunks in columns if len(chunks) == 1]
    if len(whole) == len(columns) and len(set(map(len, whole))) <= 1:
        yield _rowkey.struct_array(schema, whole, [0] * len(whole), len(whole[0]) if whole else 0)
        return
    ends = [[0, *itertools.accumulate(map(len, chunks))] for chunks in columns]
    for name, own in zip(names, ends, strict=True):
        if own[-1] != ends[0][-1]:
            msg = f"column {name!r} has {own[-1]} rows, and {names[0]!r} has {ends[0][-1]}"
            raise ValueError(msg)
    cuts = sorted(set().union(*ends))
    for start, stop in itertools.pairwise(cuts):
        chunks = [bisect_right(own, start) - 1 for own in ends]
        yield _rowkey.struct_array(
            schema,
            [column[chunk] for column, chunk in zip(columns, chunks, strict=True)],
            [start - own[chunk] for own, chunk in zip(ends, chunks, strict=True)],
            stop - start,
        )


def _of_columns(wanted: _Wanted, columns: Mapping[str, Any]) -> Data:
    used = [name for name in columns if name in wanted]
    found = [_column(wanted, name, columns[name]) for name in used]
    schema = _rowkey.struct_schema(used, [column.schema for column in found])
    return Data(schema, list(_side_by_side(used, schema, [list(column.batches) for column in found])))


def _of_frame(wanted: _Wanted, data: Any) -> Data:
    """Return a table of pandas: through pyarrow, or column by column where it is not there or would change values."""
    used = _pandas.columns_of(data, wanted)
    if all(_pandas.goes_through_arrow(used[name]) for name in used.columns):
        try:
            found = of_arrow(used)
        except _pandas.REFUSALS:
            found = None
        if found is not None:
            return found
    return _of_columns(wanted, {name: used[name] for name in used.columns})


def _of_dicts(wanted: _Wanted, records: Iterable[Any]) -> Data:
    """Return records that are a dict each. What one lacks and others have is null."""
    rows: list[Mapping[str, Any]] = list(records)
    for row, record in enumerate(rows):
        if not isinstance(record, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            msg = f"record {row} is a {type(record).__name__} (expected a dict from the names of columns to values)"
            raise TypeError(msg)
    names = dict.fromkeys(name for record in rows for name in record if name in wanted) if rows else wanted.kinds
    return _of_columns(wanted, {name: [record.get(name) for record in rows] for name in names})


def reusable(data: Any) -> Any:
    """Return data that of_records() can read more than once: the rows of a stream or an iterator."""
    if isinstance(data, Mapping):
        return {name: list(values) if isinstance(values, Iterator) else values for name, values in data.items()}
    if _pandas.is_frame(data):
        return data
    found = of_arrow(data)
    if found is not None:
        return Data(found.schema, list(found.batches))
    return list(data) if isinstance(data, Iterator) else data


def of_records(layout: Layout | None, data: Any) -> Data:
    """Return the records that a caller hands over: of dicts the columns that the layout names, or all."""
    if isinstance(data, Data):
        return data
    if isinstance(data, Mapping):
        return _of_columns(_Wanted(layout), data)
    if _duckdb.is_relation(data):
        data = _duckdb.as_in_sql(data, _Wanted(layout).declared(data.columns) if layout is not None else {})
    found = _of_frame(_Wanted(layout), data) if _pandas.is_frame(data) else of_arrow(data)
    if found is not None:
        return found
    if isinstance(data, (list, tuple, Iterator)):
        return _of_dicts(_Wanted(layout), data)
    expected = "a table with __arrow_c_stream__, a dict of columns, or dicts in a list or generator"
    msg = f"a {type(data).__name__} holds no records (expected {expected})"
    raise TypeError(msg)


def of_keys(keys: Any) -> Data:
    """Return the keys that a caller hands over."""
    found = of_arrow(keys)
    if found is not None:
        return found
    if isinstance(keys, (bytes, str)):
        msg = f"one key, {keys!r} (expected a list of bytes, or an Arrow array)"
        raise TypeError(msg)
    return _of_array(_rowkey.values_array("key", "bytes", list(keys)))


# ---- Pieces ----

_BITS = 64  # pieces begin at words of a validity bitmap


def pieces_of(
    batches: Iterable[_rowkey.Array], most: int, threads: int
) -> Iterator[tuple[_rowkey.Array, int, int, int]]:
    """Return (array, first row in it, rows, first row in all) of pieces of at most so many rows.

    Those of a long array are alike, and there are as many for each thread, so that threads end at the same time.
    """
    position = 0
    for batch in batches:
        pieces = threads * -(-len(batch) // (threads * most)) if len(batch) > most else 1
        rows = max(1, -(-len(batch) // (pieces * _BITS))) * _BITS
        for start in range(0, len(batch), rows):
            yield batch, start, min(rows, len(batch) - start), position + start
        position += len(batch)
