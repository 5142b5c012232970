"""Python's values and the types of columns: what the C module asks of values that are no int, float, str or bytes.

The rules of types such as time(ms) are the C library's: values go there as text.
"""

from __future__ import annotations

import datetime
import decimal
import ipaddress
import operator
import uuid
from collections.abc import Callable
from typing import Any, SupportsFloat, SupportsIndex

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_MICROSECONDS = {"s": 1_000_000, "ms": 1_000, "us": 1}


def kind_of(value: object) -> str:
    """Return the type that a value has by itself."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, datetime.datetime):
        return "time(us)"
    if isinstance(value, datetime.date):
        return "time(s)"
    if isinstance(value, uuid.UUID):
        return "uuid"
    if isinstance(value, (ipaddress.IPv4Address, ipaddress.IPv6Address)):
        return "ip"
    if isinstance(value, (bytearray, memoryview)):
        return "bytes"
    if isinstance(value, decimal.Decimal):
        msg = f"how many digits a column of {value!r} has is not known (expected columns={{…: 'decimal(2)'}})"
        raise TypeError(msg)
    # Numbers that are no int or float, such as those of NumPy.
    if isinstance(value, SupportsIndex):
        return "i64" if operator.index(value) < 1 << 63 else "u64"
    if isinstance(value, SupportsFloat):
        return "f64"
    msg = f"no column takes a value of type {type(value).__name__}: {value!r}"
    raise TypeError(msg)


def text_of(kind: str, value: object) -> str:
    """Return the text of a value for a column whose type reads text, such as uuid or time(ms)."""
    if isinstance(value, str):
        return value
    if isinstance(value, decimal.Decimal):
        return format(value, "f")
    if isinstance(value, datetime.datetime) and not getattr(value, "nanosecond", 0):
        parts = "microseconds" if value.microsecond % 1000 else "milliseconds" if value.microsecond else "seconds"
        return value.isoformat(" ", parts)  # no more digits than it needs: those beyond the unit are refused
    if isinstance(value, (bytes, bytearray, memoryview)):
        msg = f"a column of type {kind} takes no bytes: {value!r}"
        raise TypeError(msg)
    return str(value)


def _instant(kind: str, count: int) -> object:
    unit = kind[kind.index("(") + 1 :].rstrip(")").partition(",")[0]
    try:
        return _EPOCH + datetime.timedelta(microseconds=count * _MICROSECONDS[unit])
    except (KeyError, OverflowError):
        return count


_READERS: dict[str, Callable[[str], Any]] = {
    "bool": lambda text: text == "true",
    "uuid": uuid.UUID,
    "ip": ipaddress.ip_address,
    "ipv4": ipaddress.IPv4Address,
    "decimal": decimal.Decimal,
}


def value_of(kind: str, raw: Any) -> object:
    """Return the value of what decoding gave: of instants and decimals a number, else the text that the type writes.

    Instants are datetimes in UTC. What a datetime does not hold stays an int: nanoseconds, and years beyond 9999.
    """
    if kind.startswith(("time(", "epoch(")):
        return _instant(kind, raw)
    if kind.startswith("decimal(") and isinstance(raw, int):
        return decimal.Decimal(raw).scaleb(-int(kind[8:-1]))
    return _READERS.get(kind.partition("(")[0], str)(raw)
