"""Quantiles of keys, in bounded memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rowkey import _rowkey
from rowkey._data import of_keys
from rowkey._numbers import MOST_BYTES, integer, region_count
from rowkey._splits import Splits

if TYPE_CHECKING:
    from typing_extensions import Buffer, Self


class Sketch(_rowkey.Sketch):
    """The quantiles of keys, which give split points: exact as long as all keys fit, then within `error`.

    Sketches of parts of the keys, which other threads, processes or days have made, merge into one of all. They can be
    pickled. Threads may share one; they take turns.

    >>> import rowkey
    >>> sketch = rowkey.Sketch()
    >>> sketch.add([b"d", b"a"])
    >>> other = rowkey.Sketch()
    >>> other.add([b"c", b"b"])
    >>> sketch.merge(other)
    >>> sketch.rows, sketch.error, sketch.splits(2)
    (4, 0.0, Splits([b'c']))
    """

    __slots__ = ("__weakref__",)

    def __new__(cls, memory: int = 0) -> Self:
        """Make an empty sketch.

        `memory` is how many bytes it may use, 64 KiB to 4 GiB; 0 for 64 MiB. A key takes 18 bytes beside its own.
        """
        return super().__new__(cls, integer("memory", memory, 0, MOST_BYTES))

    def add(self, keys: Any) -> None:
        """Add keys.

        They are what Layout.encode() returned, any Arrow array or column of binary or text, or a list of bytes. Null
        keys do not count, and of keys longer than 1024 bytes the first 1024 do.
        """
        for batch in of_keys(keys).batches:
            self._add(batch)

    def merge(self, other: Sketch) -> None:
        """Add all keys that another sketch has seen."""
        self._merge(other)

    def splits(self, regions: int) -> Splits:
        """Return points that part the keys evenly among so many regions.

        Raises ValueError when the keys have too few different values.
        """
        return Splits._of_sketch(self, region_count(regions))

    def to_bytes(self) -> bytes:
        """Return the sketch as bytes, the same on every machine. They take what it holds, and not its memory."""
        return self._write()

    @classmethod
    def from_bytes(cls, data: Buffer) -> Self:
        """Return the sketch that to_bytes() wrote; ValueError for any other bytes."""
        return cls._read(bytes(memoryview(data)))

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        """Return what pickle needs."""
        return Sketch.from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        """Return the number of keys and the error as text."""
        return f"<Sketch: {self.rows} keys, error {self.error:.2g}>"
