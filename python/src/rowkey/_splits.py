"""Split points of regions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from rowkey import _rowkey
from rowkey._chunked import Regions
from rowkey._data import of_keys
from rowkey._html import counted, html_table
from rowkey._numbers import integer, region_count

if TYPE_CHECKING:
    from typing_extensions import Self

    from rowkey._layout import Layout

_SHOWN = 20  # in a notebook


@dataclass(frozen=True)
class Share:
    """What a region gets when every value of every field is equally frequent."""

    share: float | None
    """Of all keys, 0 to 1; None where text of the records decides."""
    reachable: bool
    """False: no key of the layout lies in the region."""


class Splits(_rowkey.Splits, Sequence[bytes]):
    """Split points in rising order, a sequence of bytes. R regions have R - 1 of them.

    Region 0 holds the keys before point 0, region i those from point i - 1 up to, not including, point i. Immutable:
    threads may share it.

    >>> import rowkey
    >>> splits = rowkey.Splits([b"g", b"p"])
    >>> len(splits), splits[0], splits.region(b"host")
    (2, b'g', 1)
    """

    __slots__ = ("__weakref__",)

    def __new__(cls, points: Iterable[bytes]) -> Self:
        """Make splits of points that rise; ValueError when they do not or one is empty, TypeError for no bytes."""
        return super().__new__(cls, tuple(bytes(memoryview(point)) for point in points))

    @classmethod
    def of_keys(cls, keys: Any, regions: int) -> Self:
        """Return points that part keys, such as a sample of a table's, evenly among so many regions.

        `keys` is what route() takes, in any order. Raises ValueError when they have too few different values, TypeError
        for a null. A Sketch takes keys that do not fit into memory.

        >>> import rowkey
        >>> rowkey.Splits.of_keys([b"d", b"a", b"c", b"b"], 2)
        Splits([b'c'])
        """
        count = region_count(regions)
        sketch = _rowkey.Sketch(0)
        rows = 0
        for batch in of_keys(keys).batches:
            sketch._add(batch)
            rows += len(batch)
        if sketch.rows < rows:
            msg = f"{rows - sketch.rows} of {rows} keys are null (expected bytes)"
            raise TypeError(msg)
        return cls._of_sketch(sketch, count)

    @classmethod
    def uniform(cls, regions: int) -> Self:
        """Return the points of HBase's UniformSplit: all bytes equally frequent."""
        return cls._uniform(region_count(regions))

    @classmethod
    def hex(cls, regions: int, first: str = "00000000", last: str = "FFFFFFFF") -> Self:
        """Return the points of HBase's HexStringSplit, between two numbers in hex."""
        return cls._digits(16, first, last, region_count(regions))

    @classmethod
    def decimal(cls, regions: int, first: str = "00000000", last: str = "99999999") -> Self:
        """Return the points of HBase's DecimalStringSplit, between two decimal numbers."""
        return cls._digits(10, first, last, region_count(regions))

    def add(self, layout: Layout, more: int) -> Self:
        """Return these points and `more` between them, where regions have the most values of the first field."""
        return type(self)._add(layout, self, integer("more", more, 0, _rowkey.most_regions))

    def route(self, keys: Any) -> Regions:
        """Return the region of each key, 0 to len(splits).

        `keys` is what Layout.encode() returned, any Arrow array or column of binary or text, or a list of bytes.

        >>> import rowkey
        >>> rowkey.Splits([b"g", b"p"]).route([b"a", b"g", b"zoo"]).to_list()
        [0, 1, 2]
        """
        found = [_rowkey.route(self, batch) for batch in of_keys(keys).batches]
        if not found:
            found = [_rowkey.route(self, _rowkey.values_array("key", "bytes", []))]
        return Regions(found[0].schema, found)

    def shares(self, layout: Layout) -> list[Share]:
        """Return what part of a layout's keys each region gets: len(splits) + 1 of them."""
        return [Share(share, reachable) for share, reachable in self._shares(layout)]

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> list[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | list[bytes]:
        """Return a point, or a list of them."""
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        return super().__getitem__(index)

    def __iter__(self) -> Iterator[bytes]:
        """Return an iterator over the points."""
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Return whether the other splits have the same points."""
        return isinstance(other, Splits) and list(self) == list(other)

    def __hash__(self) -> int:
        """Return a hash of the points."""
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type[Splits], tuple[tuple[bytes, ...]]]:
        """Return what pickle needs."""
        return Splits, (tuple(self),)

    def _repr_html_(self) -> str:
        """Return the first points as a table, for notebooks."""
        rows = [(i, repr(self[i - 1]) if i > 0 else "") for i in range(min(len(self) + 1, _SHOWN))]
        return html_table([("region", "from"), *rows], counted(len(self) + 1, "regions", _SHOWN))

    def __repr__(self) -> str:
        """Return the points as text, of many the first ones."""
        if len(self) <= 20:
            return f"Splits({list(self)!r})"
        return f"<Splits: {len(self)} points, {str([self[i] for i in range(3)])[:-1]}, ...]>"
