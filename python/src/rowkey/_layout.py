"""Layouts: templates of row keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from rowkey import _rowkey
from rowkey._chunked import Keys, Records
from rowkey._conditions import conditions_of
from rowkey._data import of_keys, of_records, pieces_of
from rowkey._errors import LayoutError
from rowkey._explanation import Explanation
from rowkey._ranges import Range, Ranges
from rowkey._splits import Splits
from rowkey._threads import in_order

if TYPE_CHECKING:
    from typing_extensions import Self


_FORMATS = {None: 0, "fixed_size_binary": 1, "binary": 2, "large_binary": 3, "binary_view": 4}
_PIECE_ROWS = 1 << 18  # what one thread encodes at a time: between two pieces Ctrl-C interrupts


class ArrowSchema(Protocol):
    """A schema of Arrow: pyarrow.Schema, or what else has this method."""

    def __arrow_c_schema__(self) -> object:
        """Return a capsule of an ArrowSchema."""
        ...


def _split_columns(text: str) -> dict[str, str]:
    """Return the columns of a named layout, "host:text,ts:i64", as a dict."""
    pairs = (item.partition(":") for item in text.split(",") if item != "...")
    return {name: kind for name, _, kind in pairs}


class Layout(_rowkey.Layout):
    """A template of row keys, compiled. Immutable: threads may share it.

    Args:
        template: the template, as str or bytes, or the name of a layout: "@opentsdb(buckets=8)".
        columns: the columns of the records, as a dict from name to type. Types are

            - "u64", "i64", "f64", "f32": numbers;
            - "text": str, "bytes": bytes, "bytes(16)": so many of them;
            - "time(s)", "time(ms)", "time(us)", "time(ns)": instants, as datetime or as their count since 1970, which
              str spells as ISO 8601 or, in "epoch(ms)" and the like, as that number;
            - "decimal(2)", "uuid", "ip", "ipv4", "bool", "enum(a, b)", "hex", "base64", "uid(FILE)".

            Without it the types come from the data: an int is an i64, or a u64 where only that holds it, a float an
            f64, a datetime a time(us). Where there is none, as in decode_key() and splits(), a column is text
            unless the template needs a number; then it is an i64, or a u64 or f64 where only that will do. A named
            layout has columns of its own.

            Or a schema of Arrow, such as a pyarrow.Schema, whose types they then have.

    Raises:
        LayoutError: the template is wrong, or does not fit the columns.

    >>> import rowkey
    >>> layout = rowkey.Layout("{host}|{ts:u64}", columns={"host": "text", "ts": "time(ms)"})
    >>> layout.key(host="web-1", ts="2024-03-01T12:30:00Z").hex()
    '7765622d317c0000018df9fe2940'

    """

    __slots__ = ("_columns", "_text", "has_columns")
    _text: str | bytes
    _columns: dict[str, str] | None
    has_columns: bool
    """Whether the types of its columns were named; else they come from the data."""

    def __new__(cls, template: str | bytes, columns: Mapping[str, str] | ArrowSchema | None = None) -> Self:
        """Compile the template."""
        text = template if isinstance(template, bytes) else template.encode("utf-8", "surrogateescape")
        own: dict[str, str] | None = None
        if text.startswith(b"@"):
            expanded, written = _rowkey.expand(text.decode("utf-8", "backslashreplace"))
            text, own = expanded.encode(), _split_columns(written)
            own.setdefault("line", "text")  # the whole record: a column only of layouts whose template has it
        given: dict[str, str] | None
        if columns is None:
            given = None
        elif isinstance(columns, Mapping):
            given = dict(columns)
        else:
            given = _rowkey.schema_kinds(text, _rowkey.take_schema(columns.__arrow_c_schema__()))
        self = super().__new__(cls, text, own if given is None else given)
        self._text = template
        self._columns = given
        self.has_columns = own is not None or given is not None
        return self

    def __reduce__(self) -> tuple[type[Layout], tuple[str | bytes, dict[str, str] | None]]:
        """Return what pickle needs."""
        return Layout, (self._text, self._columns)

    def __repr__(self) -> str:
        """Return how the layout was made."""
        columns = "" if self._columns is None else f", columns={self._columns!r}"
        return f"Layout({self._text!r}{columns})"

    @property
    def named_columns(self) -> dict[str, str]:
        """The columns that the template uses, as `columns`; empty where their types need to come from the data."""
        try:
            return self.columns
        except LayoutError:
            return {}

    def encode(
        self,
        data: Any,
        *,
        threads: int = 1,
        format: str | None = None,  # noqa: A002
        first_row: int = 0,
        seed: int = 0,
    ) -> Keys:
        """Return the keys of records, one for each row.

        Columns are found by name; the layout leaves others alone. Without columns of its own it is compiled for the
        types of the data. Rows are encoded without the global lock, in pieces: Ctrl-C interrupts between them.

        Args:
            data: a table of pyarrow, pandas, Polars or DuckDB, or whatever else has __arrow_c_stream__ or
                __arrow_c_array__; or a dict from name to NumPy array, Arrow array or list. Columns of numbers and of
                text are read where they lie.
            threads: how many threads encode; the order is kept.
            format: the Arrow type of the keys, "fixed_size_binary", "binary", "large_binary" or "binary_view"; None:
                fixed_size_binary for keys of one width, else large_binary.
            first_row: the number of the first row, for random().
            seed: what random() is made from.

        Raises:
            RowError: a value that the layout refuses; its row counts from 0 in the data.
            LayoutError: the data lacks a column, or has one of a type that does not serve.
            TypeError: the data is none.

        >>> import rowkey
        >>> rowkey.Layout("{md5(id) % 1000000:07d}{id:010d}").encode({"id": [1, 2, 3]}).to_list()
        [b'00884110000000001', b'04792120000000002', b'08808830000000003']

        """
        if format not in _FORMATS:
            msg = f"format={format!r} (expected one of {', '.join(filter(None, _FORMATS))}, or None)"
            raise ValueError(msg)
        records = of_records(self, data)
        encoder = _rowkey.encoder(self, records.schema, _FORMATS[format], seed)

        def encode_piece(piece: tuple[_rowkey.Array, int, int, int]) -> _rowkey.Array:
            return encoder.encode(*piece, first_row + piece[3])

        return Keys(
            encoder.schema, list(in_order(encode_piece, pieces_of(records.batches, _PIECE_ROWS, threads), threads))
        )

    def decode(self, keys: Any, columns: Mapping[str, str] | ArrowSchema | None = None, *, threads: int = 1) -> Records:
        """Return the columns that come back from keys. Every byte of the keys is checked.

        Args:
            keys: what encode() returned, any Arrow array or column of binary or text, or a list of bytes.
            columns: the types of the columns, as Layout() takes them; None: those of the layout.
            threads: how many threads decode; the order is kept.

        Raises:
            RowError: a key that encoding cannot have made; its row counts from 0.
            LayoutError: no column comes back.

        >>> import rowkey
        >>> layout = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")
        >>> layout.decode(layout.encode({"host": ["web-1", "web-2"], "ts": [17, 18]})).to_list()
        [{'host': 'web-1', 'ts': 17}, {'host': 'web-2', 'ts': 18}]

        """
        layout = self if columns is None else Layout(self.template, columns)
        if columns is None or isinstance(columns, Mapping):
            wanted = _rowkey.record_schema(layout)
        else:
            wanted = _rowkey.take_schema(columns.__arrow_c_schema__())
        given = of_keys(keys)
        decoder = _rowkey.decoder(layout, given.schema, wanted)

        def decode_piece(piece: tuple[_rowkey.Array, int, int, int]) -> _rowkey.Array:
            return decoder.decode(*piece)

        return Records(
            decoder.schema, list(in_order(decode_piece, pieces_of(given.batches, _PIECE_ROWS, threads), threads))
        )

    def ranges(
        self,
        where: str | Mapping[str, Any] | None = None,
        *,
        most: int = 0,
        splits: Splits | None = None,
        **conditions: Any,
    ) -> Ranges:
        r"""Return which ranges of keys hold the rows that meet all of the conditions.

        A condition is the column's name and

        - a value: the column is equal to it;
        - a tuple (low, high): low <= column < high; None at either end leaves it open;
        - a list: the column is equal to one of its values;
        - None: the column is null. The layout needs to mark its nulls, with null_first or null_last.

        `where` takes the same as a dict, for names that are no identifiers of Python, or conditions as one text, with
        commas between them:

        - ``COLUMN OP VALUE``, where OP is ``=`` (or ``==``), ``<``, ``<=``, ``>`` or ``>=``;
        - ``COLUMN in (VALUE, VALUE, …)``;
        - ``COLUMN begins VALUE``: text that begins with the value;
        - ``COLUMN is null`` or ``COLUMN is not null``.

        Values in a text are as the column's type writes them, such as ``2024-03-01`` or ``"2024-03-01 12:30"`` of
        time(ms). What is empty or holds a blank or one of ``, ( ) < > = " \`` stands in double quotes, in which ``\"``,
        ``\\`` and ``\xHH`` are a quote, a backslash and any byte. A text tells no types: where the layout has no
        columns of its own, those are as in decode_key().

        Args:
            where: more conditions.
            most: at most so many ranges; 0 for 1,000,000. Where exact ones would be more, fewer and longer ones are
                given that are not exact.
            splits: cut the ranges at these points, so that each lies in one region.
            conditions: the conditions.

        Raises:
            LayoutError: all of the table would be read: keys do not sort by these columns.
            ConditionError: a text of conditions that cannot be read; it shows the place.
            Error: conditions that contradict each other.

        >>> import rowkey
        >>> layout = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")
        >>> ranges = layout.ranges(host="web-1", ts=(17, 18))
        >>> ranges[0].start, ranges.exact
        (b'072|web-1|\x00\x00\x00\x00\x00\x00\x00\x11', True)
        >>> layout.ranges("host = web-1, ts >= 17, ts < 18")[0] == ranges[0]
        True

        """
        text: bytes | None = None
        if isinstance(where, str):
            text, where = where.encode("utf-8", "surrogateescape"), None
        elif where is not None and not isinstance(where, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            msg = f"conditions {where!r} (expected a text, a dict from the names of columns to values, or them by name)"
            raise TypeError(msg)
        found, exact, names = self._ranges(text, conditions_of({**(where or {}), **conditions}), most, splits)
        return Ranges([Range(*item) for item in found], exact, names)

    def splits(self, regions: int) -> Splits:
        """Return split points for so many regions that share the values of the key's first field evenly.

        Raises ValueError when the field has fewer values, LayoutError when the layout does not tell which it can have.

        >>> import rowkey
        >>> rowkey.Layout("{md5(id) % 1000000:07d}{id:010d}").splits(4)
        Splits([b'0250000', b'0500000', b'0750000'])
        """
        return Splits._of_layout(self, regions)

    def explain(self, stride: int = 0) -> Explanation:
        """Return what the keys are like: where fields stand, how keys sort, what they cost, and what goes wrong.

        Args:
            stride: the distance from one value to the next of the numbers that the prefix is made from, such as 10
                for ids 10, 20, 30, …; 0 when it is not known.

        """
        return Explanation.of(self.template, self._explain(stride))
