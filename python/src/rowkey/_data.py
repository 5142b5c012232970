"""Data as it comes: whatever speaks Arrow's PyCapsule interface, and columns in a dict.

Nothing is imported here but what the caller has brought: NumPy's arrays are read through __array_interface__.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rowkey import _rowkey
from rowkey._values import kind_of

if TYPE_CHECKING:
    from rowkey._layout import Layout

_FORMATS = {"i1": "c", "i2": "s", "i4": "i", "i8": "l", "u1": "C", "u2": "S", "u4": "I", "u8": "L", "b1": "C"} | {
    "f4": "f",
    "f8": "g",
}
_UNITS = {"s": "tss:UTC", "ms": "tsm:UTC", "us": "tsu:UTC", "ns": "tsn:UTC"}
_NATIVE = "<" if sys.byteorder == "little" else ">"


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


def _of_numpy(name: str, values: Any) -> _rowkey.Array | None:
    """Return an array of NumPy's as it lies in memory, or None where its values must be read one by one."""
    if values.ndim != 1:
        msg = f"column {name!r}: an array of {values.ndim} dimensions (expected one)"
        raise ValueError(msg)
    interface = values.__array_interface__
    order, code, size = interface["typestr"][0], interface["typestr"][1:3], len(values)
    if order not in {_NATIVE, "|"}:
        return _of_numpy(name, values.astype(values.dtype.newbyteorder("=")))
    if interface["strides"] is not None:
        return _of_numpy(name, values.copy())
    form, validity = _FORMATS.get(code), None
    if code == "M8":
        form = _UNITS.get(interface["typestr"][3:].strip("[]"))
        numpy = sys.modules["numpy"]
        nulls = numpy.isnat(values)
        validity = numpy.packbits(~nulls, bitorder="little").tobytes() if nulls.any() else None
    if form is None:
        return None
    return _rowkey.memory_array(form, size, interface["data"][0], validity, values)


def _kind_of_values(name: str, values: list[Any], implied: str) -> str:
    """Return the type that all of the values have; without any the one that the template implies."""
    kinds = {
        "text" if isinstance(value, str)
        else "bytes" if isinstance(value, bytes)
        else "f64" if isinstance(value, float)
        else "i64" if isinstance(value, int) and not isinstance(value, bool) and value < 1 << 63
        else kind_of(value)
        for value in values
        if value is not None
    }  # fmt: skip
    if kinds == {"i64", "u64"}:
        return "u64"
    if kinds == {"i64", "f64"}:
        return "f64"
    if len(kinds) > 1:
        msg = f"column {name!r} has values of several types: {', '.join(sorted(kinds))}"
        raise TypeError(msg)
    return kinds.pop() if kinds else implied


def _column(layout: Layout | None, name: str, values: Any) -> _rowkey.Array:
    """Return the array of a column, of the type that the layout has for it, or its values."""
    found = of_arrow(values)
    if found is not None:
        chunks = list(found.batches)
        if len(chunks) == 1:
            return chunks[0]
        msg = f"column {name!r} has {len(chunks)} chunks (expected one array, or a table of all columns)"
        raise ValueError(msg)
    if hasattr(values, "__array_interface__"):
        array = _of_numpy(name, values)
        if array is not None:
            return array
        values = values.tolist()
    elif not isinstance(values, list):
        values = list(values)
    kind = "text" if layout is None else layout.named_columns.get(name, "text")
    is_given = layout is not None and layout.has_columns
    return _rowkey.values_array(name, kind if is_given else _kind_of_values(name, values, kind), values)


def _of_columns(layout: Layout | None, columns: Mapping[str, Any]) -> Data:
    named = () if layout is None else layout.named_columns
    used = [name for name in columns if name in named] if named else list(columns)
    return _of_array(_rowkey.struct_array(used, [_column(layout, name, columns[name]) for name in used]))


def of_records(layout: Layout | None, data: Any) -> Data:
    """Return the records that a caller hands over: of a dict the columns that the layout names, or all."""
    if isinstance(data, Data):
        return data
    if isinstance(data, Mapping):
        return _of_columns(layout, data)
    try:
        found = of_arrow(data)
    except ImportError:  # pandas exports with the help of pyarrow alone
        found = _of_columns(layout, {name: data[name].to_numpy() for name in data.columns})
    if found is not None:
        return found
    msg = f"a {type(data).__name__} holds no records (expected a table with __arrow_c_stream__, or a dict of columns)"
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
