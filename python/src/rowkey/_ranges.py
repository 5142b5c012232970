"""Where the rows lie that meet conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from rowkey._html import counted, html_table

_SHOWN = 20  # in a notebook


@dataclass(frozen=True)
class Range:
    """The keys from `start` up to, not including, `stop`."""

    start: bytes
    stop: bytes
    """Empty: up to the end of the table."""
    is_key: bool
    """Whether `start` is the one key that can lie in the range: a Get will do."""
    region: int | None
    """Where the ranges are cut at split points; else None."""


class Ranges(Sequence[Range]):
    """Ranges of keys in rising order. Every row that is asked for lies in one of them.

    Attributes:
        exact: whether no other row of the layout lies in them.
        filter: where they are not exact, the columns whose conditions are to be applied to each row.

    """

    __slots__ = ("__weakref__", "_ranges", "exact", "filter")

    def __init__(self, ranges: Sequence[Range], exact: bool, filter: Sequence[str]) -> None:  # noqa: A002
        """Make the sequence; `Layout.ranges` does."""
        self._ranges = tuple(ranges)
        self.exact = exact
        self.filter = tuple(filter)

    def __len__(self) -> int:
        """Return how many ranges there are."""
        return len(self._ranges)

    @overload
    def __getitem__(self, index: int) -> Range: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Range, ...]: ...
    def __getitem__(self, index: int | slice) -> Range | tuple[Range, ...]:
        """Return a range, or a tuple of them."""
        return self._ranges[index]

    def __iter__(self) -> Iterator[Range]:
        """Return an iterator over the ranges."""
        return iter(self._ranges)

    def _value(self) -> tuple[tuple[Range, ...], bool, tuple[str, ...]]:
        return self._ranges, self.exact, self.filter

    def __eq__(self, other: object) -> bool:
        """Return whether the other has the same ranges, and is as exact."""
        return isinstance(other, Ranges) and self._value() == other._value()

    def __hash__(self) -> int:
        """Return a hash of the ranges."""
        return hash(self._value())

    def __reduce__(self) -> tuple[type[Ranges], tuple[tuple[Range, ...], bool, tuple[str, ...]]]:
        """Return what pickle needs."""
        return Ranges, self._value()

    def _repr_html_(self) -> str:
        """Return the first ranges as a table, for notebooks."""
        rows = [(repr(each.start), repr(each.stop) if each.stop else "", each.region) for each in self[:_SHOWN]]
        cut = any(region is not None for _, _, region in rows)
        head = ("start", "stop", "region") if cut else ("start", "stop")
        kind = "exact" if self.exact else f"filter by {', '.join(self.filter)}"
        table = [head, *(row[: len(head)] for row in rows)]
        return html_table(table, f"{counted(len(self), 'ranges', _SHOWN)}; {kind}")

    def __repr__(self) -> str:
        """Return their number and the first ones as text."""
        kind = "exact" if self.exact else f"filter by {', '.join(self.filter)}"
        more = ", ..." if len(self) > 3 else ""
        return f"<Ranges: {len(self)}, {str(list(self._ranges[:3]))[:-1]}{more}], {kind}>"
