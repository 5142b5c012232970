"""Numbers that callers give as arguments."""

from __future__ import annotations

import math
import operator
import sys
from typing import Any

from rowkey import _rowkey

MOST = 2**64 - 1
MOST_BYTES = sys.maxsize
_MOST_THREADS = 1024


def integer(name: str, value: Any, least: int = 0, most: int = MOST, expected: str | None = None) -> int:
    """Return an argument that counts something, from `least` to `most`; not a bool.

    Raises TypeError or ValueError, which name the argument and say what is expected.
    """
    expected = expected or f"{least} to {most}"
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        msg = f"{name}={value!r} (expected an integer, {expected})"
        raise TypeError(msg) from None
    if not least <= number <= most:
        msg = f"{name}={number} (expected {expected})"
        raise ValueError(msg)
    return number


def real(name: str, value: Any, expected: str, *, least: float = 0) -> float:
    """Return an argument that is a finite number, `least` or more, and above 0. Errors are those of integer()."""
    if isinstance(value, (bool, str, bytes)) or not (hasattr(value, "__float__") or hasattr(value, "__index__")):
        msg = f"{name}={value!r} (expected {expected})"
        raise TypeError(msg)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not (0 < number < math.inf and number >= least):
        msg = f"{name}={value} (expected {expected})"
        raise ValueError(msg)
    return number


def region_count(regions: Any, least: int = 1) -> int:
    """Return how many regions are asked for."""
    return integer("regions", regions, least, _rowkey.most_regions)


def thread_count(threads: Any) -> int:
    """Return how many threads are asked for."""
    return integer("threads", threads, 1, _MOST_THREADS)
