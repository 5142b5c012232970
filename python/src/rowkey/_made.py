"""Made rows: records of built-in kinds, for a table whose data is not there yet."""

from __future__ import annotations

from dataclasses import dataclass

from rowkey import _rowkey
from rowkey._chunked import Records
from rowkey._numbers import integer


@dataclass(frozen=True)
class MadeKind:
    """A kind of made rows."""

    name: str
    usage: str
    """What may follow the name: "(start=0,step=1)"."""
    summary: str
    """The columns, and what is in them."""


def made_kinds() -> tuple[MadeKind, ...]:
    """Return the kinds that made_rows() knows.

    >>> import rowkey
    >>> [kind.usage for kind in rowkey.made_kinds() if kind.name == "sequential"]
    ['(start=0,step=1)']

    """
    return tuple(MadeKind(*found) for found in _rowkey.made_kinds())


def made_rows(kind: str, rows: int, *, seed: int = 0) -> Records:
    """Return rows of a built-in kind: those that the tool makes with --source.

    They are in memory, and what takes records takes them: Layout.encode(), simulate() and advise().

    Args:
        kind: the name of a kind, with parameters or without: "zipf(users=1000)"; made_kinds() lists them.
        rows: how many.
        seed: of what is random, 0 to 2**64 - 1. Row i is the same however many there are.

    Raises ValueError for a kind or a parameter that is not known, or out of its range.

    >>> import rowkey
    >>> rowkey.made_rows("timestamps(hosts=20)", 3)[2]
    {'ts': 1700000000002, 'host': 'host07', 'event': 'event2', 'id': 2}

    """
    text = kind.encode("utf-8", "surrogateescape")
    return Records(*_rowkey.made_rows(text, integer("rows", rows), integer("seed", seed)))
