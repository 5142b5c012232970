"""Conditions on columns, as Layout.ranges() takes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Condition = tuple[str, str, tuple[Any, ...]]
_ENDS = 2


def _ends_of(name: str, *ends: Any) -> Iterator[Condition]:
    if len(ends) != _ENDS:
        msg = f"column {name!r}: a tuple of {len(ends)} values (expected (low, high), or a list of values)"
        raise ValueError(msg)
    if all(end is None for end in ends):
        msg = f"column {name!r}: both ends are open (expected a value at one of them)"
        raise ValueError(msg)
    for sign, end in zip((">=", "<"), ends, strict=True):
        if end is not None:
            yield name, sign, (end,)


def _conditions_on(name: str, wanted: Any) -> Iterator[Condition]:
    values: Iterable[Any] = wanted if isinstance(wanted, (list, set, frozenset)) else (wanted,)
    if wanted is None:
        yield name, "is null", ()
    elif isinstance(wanted, tuple):
        yield from _ends_of(name, *wanted)
    else:
        yield name, "=", tuple(values)


def conditions_of(wanted: Mapping[str, Any]) -> tuple[Condition, ...]:
    """Return the conditions as the C module takes them: the name, a comparison and its values."""
    return tuple(condition for name in wanted for condition in _conditions_on(name, wanted[name]))
