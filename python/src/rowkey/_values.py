"""Python's values and the types of columns: what the C module asks of values that are no int, float, str or bytes.

A value says what it is; the C library converts it to what its column keeps, or refuses it.
"""

from __future__ import annotations

import datetime
import decimal
import ipaddress
import operator
import sys
import uuid
from collections.abc import Callable
from typing import Any, SupportsFloat, SupportsIndex

Told = tuple[str, int, "int | float | bytes"]
"""What a value is; the digits of a decimal after its point, or the unit of an instant; the number or the bytes."""

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_NAIVE_EPOCH = _EPOCH.replace(tzinfo=None)
_MICROSECONDS = {"s": 1_000_000, "ms": 1_000, "us": 1}
_UNITS = ("", "s", "ms", "us", "ns")  # as rowkey_time_unit numbers them
_US, _NS = _UNITS.index("us"), _UNITS.index("ns")
_NULLS = {("pandas", "NaTType"), ("pandas", "NAType"), ("numpy", "MaskedConstant")}
_MOST_DIGITS = 76

NUMPY_UNITS = {"D": ("s", 86400), "h": ("s", 3600), "m": ("s", 60)} | {unit: (unit, 1) for unit in _UNITS[1:]}
"""The units of NumPy's datetime64: the one that counts them, and how many of it they are."""
NOT_A_TIME = -(1 << 63)


# ---- What a value says ----


def _of_datetime(found: Any) -> Told:
    nanoseconds = 0
    value: datetime.datetime = found
    if hasattr(found, "to_pydatetime"):  # a Timestamp of pandas
        nanoseconds, value = found.nanosecond, found.to_pydatetime(warn=False)
    since = value - (_EPOCH if value.tzinfo is not None else _NAIVE_EPOCH)
    count = (since.days * 86400 + since.seconds) * 1_000_000 + since.microseconds
    return ("instant", _NS, count * 1000 + nanoseconds) if nanoseconds else ("instant", _US, count)


def _of_datetime64(value: Any) -> Told | None:
    numpy = sys.modules["numpy"]
    unit, step = numpy.datetime_data(value.dtype)
    count = int(value.view("i8"))
    if count == NOT_A_TIME:
        return None
    if unit not in NUMPY_UNITS:
        msg = f"no column takes NumPy's datetime64[{unit}] (expected one of {', '.join(NUMPY_UNITS)})"
        raise TypeError(msg)
    of_unit, factor = NUMPY_UNITS[unit]
    return "instant", _UNITS.index(of_unit), count * step * factor


def _of_decimal(value: decimal.Decimal) -> Told:
    sign, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        msg = f"{value} is not a number (expected one)"
        raise ValueError(msg)
    unscaled = int("".join(map(str, digits)))
    while unscaled and unscaled % 10 == 0:
        unscaled, exponent = unscaled // 10, exponent + 1
    if unscaled and abs(exponent) > _MOST_DIGITS:
        msg = f"{value} has a power of ten beyond {_MOST_DIGITS} (expected a decimal of 18 digits)"
        raise ValueError(msg)
    return "decimal", -exponent if unscaled else 0, -unscaled if sign else unscaled


def _of_address(value: ipaddress.IPv4Address | ipaddress.IPv6Address, kind: str) -> Told:
    if getattr(value, "scope_id", None):
        msg = f"{value} has a scope (expected an address alone)"
        raise ValueError(msg)
    if kind in {"text", "bytes"}:
        msg = f"a column of type {kind} takes no address: {value!r} (expected its text, or a column declared as ip)"
        raise TypeError(msg)
    return "bytes", 0, value.packed


def _of_float(value: SupportsFloat) -> Told:
    number = float(value)
    if number != value and value == value:  # noqa: PLR0124
        msg = f"{value!r} is not a double (expected a number that 53 bits hold)"
        raise ValueError(msg)
    return "float", 0, number


def told(value: Any, kind: str = "") -> Told | None:
    """Return what a value is, and None for nulls; `kind` is its column's.

    Raises TypeError for what no column takes, ValueError for a value of a fitting type that none holds.
    """
    if type(value) is datetime.datetime:
        return _of_datetime(value)
    if (type(value).__module__.partition(".")[0], type(value).__name__) in _NULLS or value is None:
        return None
    if isinstance(value, datetime.datetime):
        return _of_datetime(value)
    if isinstance(value, datetime.date):
        return "date", 0, value.toordinal() - _EPOCH.toordinal()
    if isinstance(value, decimal.Decimal):
        return _of_decimal(value)
    if isinstance(value, uuid.UUID):
        return "uuid", 0, value.bytes
    if isinstance(value, (ipaddress.IPv4Address, ipaddress.IPv6Address)):
        return _of_address(value, kind)
    if isinstance(value, (bytearray, memoryview)):
        return "bytes", 0, bytes(value)
    letter = getattr(getattr(value, "dtype", None), "kind", "i")  # of NumPy's scalars
    if isinstance(value, bool) or letter == "b":
        return "bool", 0, int(value)
    if letter == "M":
        return _of_datetime64(value)
    if letter in "iuf" and isinstance(value, SupportsIndex):
        return "integer", 0, operator.index(value)
    if letter in "iuf" and isinstance(value, SupportsFloat):
        return _of_float(value)
    msg = f"no column takes a value of type {type(value).__name__}: {value!r}"
    raise TypeError(msg)


# ---- Types that values have by themselves ----

_KINDS = {"float": "f64", "date": "time(s)"}


def kind_of(value: object) -> str | None:
    """Return the type that a value has by itself; of what must be declared the type to write. None for nulls."""
    if isinstance(value, (ipaddress.IPv4Address, ipaddress.IPv6Address)):
        return "ip"
    found = told(value)
    if found is None:
        return None
    word, detail, number = found
    if word == "integer":
        return "i64" if number < 1 << 63 else "u64"  # type: ignore[operator]
    if word == "instant":
        return f"time({_UNITS[detail]})"
    if word == "decimal":
        return f"decimal({min(max(detail, 0), 18)})"
    return _KINDS.get(word, word)


# ---- What is recovered ----


def _instant(kind: str, count: int) -> object:
    unit = kind[kind.index("(") + 1 :].rstrip(")").partition(",")[0]
    try:
        return _EPOCH + datetime.timedelta(microseconds=count * _MICROSECONDS[unit])
    except (KeyError, OverflowError):
        return count


def _date(days: int) -> object:
    try:
        return datetime.date.fromordinal(days + _EPOCH.toordinal())
    except (ValueError, OverflowError):
        return days


_READERS: dict[str, Callable[[str], Any]] = {
    "bool": lambda text: text == "true",
    "uuid": uuid.UUID,
    "ip": ipaddress.ip_address,
    "ipv4": ipaddress.IPv4Address,
    "decimal": decimal.Decimal,
}


def value_of(kind: str, raw: Any) -> object:
    """Return the value of what decoding gave: of dates, instants and decimals a number, else the type's text.

    Instants are datetimes in UTC. What these do not hold stays an int: nanoseconds, and years beyond 9999.
    """
    if kind.startswith(("time(", "epoch(")):
        return _instant(kind, raw)
    if kind == "date":
        return _date(raw)
    if kind.startswith("decimal(") and isinstance(raw, int):
        return decimal.Decimal(raw).scaleb(-int(kind[8:-1]))
    return _READERS.get(kind.partition("(")[0], str)(raw)
