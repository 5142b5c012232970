"""What encoding, decoding and routing return: arrays in chunks, which Arrow's libraries take without a copy."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Generic, TypeVar, overload

from rowkey import _rowkey

Item = TypeVar("Item")


class Chunked(Sequence[Item], Generic[Item]):
    """Values in chunks: a sequence, and a stream of Arrow arrays.

    `pyarrow.chunked_array(values)`, `polars.Series(values)` and `pandas.Series.from_arrow(values)` take it
    without a copy; `pyarrow.table(values)` and `polars.DataFrame(values)` do where the values are records.
    """

    __slots__ = ("_chunks", "_ends", "_schema")

    def __init__(self, schema: _rowkey.Schema, chunks: Sequence[_rowkey.Array]) -> None:
        """Make it of chunks of one type; the functions that return it do."""
        self._schema = schema
        self._chunks = list(chunks)
        self._ends = list(accumulate(map(len, self._chunks)))

    def __len__(self) -> int:
        """Return how many values there are."""
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        """Return a value, or a list of them."""
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            msg = f"there is no row {index} of {len(self)}"
            raise IndexError(msg)
        number = bisect_right(self._ends, place)
        item: Item = self._chunks[number][place - (self._ends[number] - len(self._chunks[number]))]
        return item

    def __iter__(self) -> Iterator[Item]:
        """Return an iterator over the values."""
        for chunk in self._chunks:
            yield from chunk.to_list()

    def to_list(self) -> list[Item]:
        """Return the values as a list."""
        return [value for chunk in self._chunks for value in chunk.to_list()]

    to_pylist = to_list

    @property
    def arrays(self) -> list[_rowkey.Array]:
        """The chunks, each with __arrow_c_array__."""
        return list(self._chunks)

    def __arrow_c_schema__(self) -> object:
        """Return the type, a capsule of an ArrowSchema."""
        return self._schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the chunks, a capsule of an ArrowArrayStream. A requested schema is not looked at."""
        return _rowkey.stream_of(self._schema, self._chunks)

    def __eq__(self, other: object) -> bool:
        """Return whether the other has the same values, in whatever chunks."""
        return isinstance(other, type(self)) and len(self) == len(other) and self.to_list() == other.to_list()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Return the first values as text."""
        more = ", ..." if len(self) > 3 else ""
        return f"<{type(self).__name__}: {len(self)} of {self._schema.format}, {str(self[:3])[:-1]}{more}]>"


class Keys(Chunked[bytes]):
    """Row keys: a sequence of bytes, and a stream of Arrow arrays of binary."""

    __slots__ = ()


class Regions(Chunked[int | None]):
    """The regions of keys, from 0; None where a key is null. A stream of Arrow arrays of uint32."""

    __slots__ = ()


class Records(Chunked[dict[str, Any]]):
    """The columns that came back from keys: a sequence of dicts, and a stream of Arrow's record batches."""

    __slots__ = ()

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._schema.names
