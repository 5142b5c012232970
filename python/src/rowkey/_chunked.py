"""What encoding, decoding and routing return: arrays in chunks, which Arrow's libraries take without a copy."""

from __future__ import annotations

import importlib
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from pickle import PickleBuffer
from typing import Any, ClassVar, Generic, TypeVar, overload

from rowkey import _rowkey
from rowkey._html import counted, html_table

Item = TypeVar("Item")
Kind = TypeVar("Kind")


_SHOWN = 10  # rows in a notebook
_OUT_OF_BAND = 5  # the first protocol of pickle that can leave buffers to the caller


def _with_buffers(state: Any, convert: Any) -> Any:
    """Return the state of an array with its buffers converted."""
    rows, offset, buffers, children = state
    converted = [None if buffer is None else convert(buffer) for buffer in buffers]
    return rows, offset, converted, [_with_buffers(child, convert) for child in children]


def _restore(kind: Any, schema_state: Any, states: list[Any]) -> Any:
    """Return what pickle has taken apart."""
    schema = _rowkey.schema_of_state(schema_state)
    return kind(schema, [_rowkey.array_of_state(schema, _with_buffers(state, bytes)) for state in states])


class Chunked(Generic[Item]):
    """Values in chunks: a sequence, and a stream of Arrow arrays. They do not change, and can be pickled.

    `pyarrow.array(values)`, `pyarrow.chunked_array(values)`, `polars.Series(values)` and
    `pandas.Series.from_arrow(values)` take it without a copy; `pyarrow.table(values)` and `polars.DataFrame(values)` do
    where the values are records. It has the methods of a sequence and is not derived from
    `collections.abc.Sequence`: Polars would take its values one by one.
    """

    __slots__ = ("__weakref__", "_chunks", "_ends", "_schema")
    _of: ClassVar[str] = "values"

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

    def __reversed__(self) -> Iterator[Item]:
        """Return an iterator over the values from the last one on."""
        for chunk in reversed(self._chunks):
            yield from reversed(chunk.to_list())

    def __contains__(self, value: object) -> bool:
        """Return whether one of the values is equal to this one."""
        return any(item is value or item == value for item in self)

    def index(self, value: object, start: int = 0, stop: int = sys.maxsize) -> int:
        """Return the first row of a value, from row `start` up to `stop`; ValueError where there is none."""
        rows = range(*slice(start, stop).indices(len(self)))
        for row, item in zip(rows, islice(self, rows.start, None), strict=False):
            if item is value or item == value:
                return row
        msg = f"{value!r} is not among the {self._of}"
        raise ValueError(msg)

    def count(self, value: object) -> int:
        """Return how many of the values are equal to this one."""
        return sum(item is value or item == value for item in self)

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

    def __arrow_array__(self, type: Any = None) -> Any:  # noqa: A002
        """Return what pyarrow.array() does: an array, or of several chunks a chunked one."""
        pyarrow: Any = importlib.import_module("pyarrow")
        array = pyarrow.chunked_array(self)
        return array if type is None or array.type == type else array.cast(type)

    def __copy__(self: Kind) -> Kind:
        """Return itself: it does not change."""
        return self

    def __deepcopy__(self: Kind, memo: object) -> Kind:
        """Return itself: it does not change."""
        return self

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        """Return what pickle needs. From protocol 5 on the buffers can stay out of its stream."""
        states: list[Any] = [_rowkey.array_state(chunk) for chunk in self._chunks]
        if int(protocol) >= _OUT_OF_BAND:
            states = [_with_buffers(state, PickleBuffer) for state in states]
        return _restore, (type(self), _rowkey.schema_state(self._schema), states)

    def __eq__(self, other: object) -> bool:
        """Return whether the other has the same values, in whatever chunks."""
        return isinstance(other, type(self)) and len(self) == len(other) and self.to_list() == other.to_list()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Return the first values as text."""
        more = ", ..." if len(self) > 3 else ""
        return f"<{type(self).__name__}: {len(self)} of {self._schema.format}, {str(self[:3])[:-1]}{more}]>"

    def _repr_html_(self) -> str:
        """Return the first values as a table, for notebooks."""
        rows = [self._head(), *map(self._cells, range(min(len(self), _SHOWN)))]
        return html_table(rows, counted(len(self), self._of, _SHOWN))

    def _head(self) -> Sequence[str]:
        return "row", "value"

    def _cells(self, row: int) -> Sequence[object]:
        return row, repr(self[row])


class Keys(Chunked[bytes]):
    """Row keys: a sequence of bytes, and a stream of Arrow arrays of binary."""

    __slots__ = ()
    _of = "keys"

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return NumPy's array of bytes objects: its type S would lose the zero bytes at the ends of keys."""
        return _objects(self, dtype, copy)


class Regions(Chunked[int | None]):
    """The regions of keys, from 0; None where a key is null. A stream of Arrow arrays of uint32."""

    __slots__ = ()
    _of = "regions"

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return NumPy's array of uint32, or of objects where a region is null."""
        states = [_rowkey.array_state(chunk) for chunk in self._chunks]
        if any(state[2][0] is not None for state in states):
            return _objects(self, dtype, copy)
        _refuse_no_copy(copy)
        numpy: Any = importlib.import_module("numpy")
        numbers = numpy.frombuffer(b"".join(state[2][1] or b"" for state in states), numpy.uint32).copy()
        return numbers if dtype is None else numbers.astype(dtype)


def _refuse_no_copy(copy: bool | None) -> None:
    if copy is False:
        msg = "an array of NumPy takes a copy (expected copy=True or None)"
        raise ValueError(msg)


def _objects(values: Chunked[Any], dtype: Any, copy: bool | None) -> Any:
    _refuse_no_copy(copy)
    numpy: Any = importlib.import_module("numpy")
    if dtype is not None and numpy.dtype(dtype).kind != "O":
        return numpy.array(values.to_list(), dtype)
    objects = numpy.empty(len(values), object)
    objects[:] = values.to_list()
    return objects


class Records(Chunked[dict[str, Any]]):
    """Records in columns: a sequence of dicts, and a stream of Arrow's record batches."""

    __slots__ = ()
    _of = "records"

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._schema.names

    def _head(self) -> Sequence[str]:
        return ["row", *self.columns]

    def _cells(self, row: int) -> Sequence[object]:
        return [row, *map(repr, self[row].values())]
