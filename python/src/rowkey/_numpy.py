"""NumPy's arrays as they lie in memory. NumPy is not imported: who has an array has it."""

from __future__ import annotations

import sys
from typing import Any

from rowkey import _rowkey
from rowkey._errors import RowError
from rowkey._values import NUMPY_UNITS

_FORMATS = {"i1": "c", "i2": "s", "i4": "i", "i8": "l", "u1": "C", "u2": "S", "u4": "I", "u8": "L"} | {
    "f2": "e",
    "f4": "f",
    "f8": "g",
}
_LONGEST = (1 << 63) - 1
_EXPECTED = "integers, floats of 16 to 64 bits, bool, datetime64, text, bytes or objects"


def is_array(values: Any) -> bool:
    """Return whether it is an array of NumPy's, or lies in memory like one."""
    return "numpy" in sys.modules and hasattr(values, "__array_interface__")


def bits_of(nulls: Any) -> bytes | None:
    """Return Arrow's bitmap of the rows that are not null; None where none is."""
    numpy = sys.modules["numpy"]
    return numpy.packbits(~nulls, bitorder="little").tobytes() if nulls.any() else None


def _instants(name: str, values: Any, nulls: Any) -> tuple[str, Any]:
    """Return the format and the counts of a datetime64, whose own conversions between units wrap in silence."""
    numpy = sys.modules["numpy"]
    unit, step = numpy.datetime_data(values.dtype)
    if unit not in NUMPY_UNITS:
        msg = f"column {name!r}: datetime64[{unit}] is not a count of time (expected {', '.join(NUMPY_UNITS)})"
        raise TypeError(msg)
    unit, factor = NUMPY_UNITS[unit]
    counts, factor = values.view("i8"), factor * step
    if factor > 1:
        counts = numpy.where(nulls, 0, counts)
        far = numpy.flatnonzero((counts > _LONGEST // factor) | (counts < -(_LONGEST // factor)))
        if len(far):
            row = int(far[0])
            msg = f"column {name}: {counts[row]} of {values.dtype} is beyond what 64 bits of time({unit}) count"
            raise RowError(msg, row, name)
        counts = counts * factor
    return f"ts{'n' if unit == 'ns' else unit[0]}:UTC", counts


def _format_of(dtype: Any) -> str | None:
    if dtype.kind == "V" and dtype.names is None and dtype.subdtype is None and dtype.type.__name__ == "void":
        return f"w:{dtype.itemsize}"
    return _FORMATS.get(f"{dtype.kind}{dtype.itemsize}")


def array_of(name: str, values: Any, nulls: Any = None) -> _rowkey.Array | list[Any]:
    """Return an array, or the objects of one whose values must be read one by one.

    Its masked values and its NaT are null, and so are the rows where `nulls` is true.
    """
    numpy = sys.modules["numpy"]
    if values.ndim != 1:
        msg = f"column {name!r}: an array of {values.ndim} dimensions (expected one)"
        raise ValueError(msg)
    if nulls is None:
        nulls = numpy.ma.getmaskarray(values) if isinstance(values, numpy.ma.MaskedArray) else False
    values = numpy.asarray(values)
    kind = values.dtype.kind
    if kind in "OSTU":
        objects = values.tolist()
        if kind == "T":  # a missing text is whatever the type has for one
            objects = [value if isinstance(value, str) else None for value in objects]
        return (
            [None if null else value for value, null in zip(objects, nulls, strict=True)]
            if numpy.any(nulls)
            else objects
        )
    values = numpy.require(values, values.dtype.newbyteorder("="), ["C", "A"])
    form: str | None
    if kind == "M":
        nulls = nulls | numpy.isnat(values)
        form, values = _instants(name, values, nulls)
    else:
        form = "b" if kind == "b" else _format_of(values.dtype)
    if form is None:
        msg = f"column {name!r}: no layout can use NumPy's {values.dtype} (expected {_EXPECTED})"
        raise TypeError(msg)
    data = numpy.packbits(values, bitorder="little").tobytes() if kind == "b" else values.__array_interface__["data"][0]
    validity = None if nulls is False else bits_of(nulls)
    return _rowkey.memory_array(form, len(values), data, validity, values)
