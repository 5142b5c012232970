"""Layouts: templates of row keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol

from rowkey import _rowkey
from rowkey._changed import may_have_changed, warn_of_changes
from rowkey._chunked import Keys, Records
from rowkey._conditions import conditions_of
from rowkey._data import of_keys, of_records, pieces_of
from rowkey._errors import LayoutError
from rowkey._explanation import Explanation, KeyField
from rowkey._numbers import MOST_BYTES, integer, region_count, thread_count
from rowkey._ranges import Range, Ranges
from rowkey._splits import Splits
from rowkey._threads import in_order

if TYPE_CHECKING:
    from typing_extensions import Self


Errors = Literal["raise", "propagate", "null"]
KeyFormat = Literal["fixed_size_binary", "binary", "large_binary", "binary_view"]

_FORMATS: dict[str | None, int] = {None: 0, "fixed_size_binary": 1, "binary": 2, "large_binary": 3, "binary_view": 4}
_ERRORS = {"raise": 0, "propagate": 1, "null": 2}  # rowkey_bad_rows
_PIECE_ROWS = 1 << 18  # what one thread encodes at a time: between two pieces Ctrl-C interrupts


def number_of_errors(errors: str) -> int:
    """Return the rowkey_bad_rows that this is the name of."""
    if errors not in _ERRORS:
        msg = f"errors={errors!r} (expected one of {', '.join(_ERRORS)})"
        raise ValueError(msg)
    return _ERRORS[errors]


class ArrowSchema(Protocol):
    """A schema of Arrow: pyarrow.Schema, or what else has this method."""

    def __arrow_c_schema__(self) -> object:
        """Return a capsule of an ArrowSchema."""
        ...


def _split_columns(text: str) -> dict[str, str]:
    """Return the columns of a named layout, "host:text,ts:i64", as a dict."""
    pairs = (item.partition(":") for item in text.split(",") if item != "...")
    return {name: kind for name, _, kind in pairs}


def kinds_of_columns(columns: Mapping[str, str] | ArrowSchema | None) -> dict[str, str] | None:
    """Return the types of columns as callers give them, by name; None for None."""
    if columns is None or isinstance(columns, Mapping):
        return None if columns is None else dict(columns)
    return _rowkey.schema_kinds(_rowkey.take_schema(columns.__arrow_c_schema__()))


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

            A value is converted by what it is, exactly or with an error of its row: 12 in decimal(2) is 12.00, str is
            read as the type reads text, bytes are the bytes themselves.

            Without it the types come from the data: an int is an i64, or a u64 where only that holds it, a float an
            f64. Instants, dates and decimals must be declared: their unit or scale would be part of the key. Where
            there is no data, as in decode_key() and splits(), a column is text unless the template needs a number;
            then it is an i64, or a u64 or f64 where only that will do. A named layout has columns of its own.

            Or a schema of Arrow, such as a pyarrow.Schema, whose types they then have, with its units and scales.

    Raises:
        LayoutError: the template is wrong, or does not fit the columns.

    >>> import rowkey
    >>> layout = rowkey.Layout("{host}|{ts:u64}", columns={"host": "text", "ts": "time(ms)"})
    >>> layout.key(host="web-1", ts="2024-03-01T12:30:00Z").hex()
    '7765622d317c0000018df9fe2940'

    """

    __slots__ = ("__weakref__", "_columns", "_may_have_changed", "_text", "has_columns")
    _text: str | bytes
    _columns: dict[str, str] | None
    _may_have_changed: bool
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
        given = kinds_of_columns(columns)
        self = super().__new__(cls, text, own if given is None else given)
        self._text = template
        self._columns = given
        self.has_columns = own is not None or given is not None
        self._may_have_changed = self.has_columns and may_have_changed(self.columns)
        return self

    def __reduce__(self) -> tuple[type[Layout], tuple[str | bytes, dict[str, str] | None]]:
        """Return what pickle needs."""
        return Layout, (self._text, self._columns)

    def _value(self) -> tuple[str, frozenset[tuple[str, str]] | None]:
        """Return what makes its keys: the template, and the types of the columns where they were named."""
        return self.template, frozenset(self.columns.items()) if self.has_columns else None

    def __eq__(self, other: object) -> bool:
        """Return whether the other is a layout of the same template and columns: it makes the same keys."""
        return self is other or (isinstance(other, Layout) and self._value() == other._value())

    def __hash__(self) -> int:
        """Return a hash of the template and the columns."""
        return hash(self._value())

    def __repr__(self) -> str:
        """Return how the layout was made."""
        columns = "" if self._columns is None else f", columns={self._columns!r}"
        return f"Layout({self._text!r}{columns})"

    def _encoder(self, schema: _rowkey.Schema, form: int, seed: int, bad_rows: int) -> _rowkey.Encoder:
        if self._may_have_changed:
            warn_of_changes(self.columns, schema)
        try:
            return _rowkey.encoder(self, schema, form, seed, bad_rows)
        except LayoutError:
            problem = None if self.has_columns else _rowkey.undeclared(self._kinds_in(schema))
            if problem is None:
                raise
            raise LayoutError(problem) from None

    def _kinds_in(self, schema: _rowkey.Schema) -> dict[str, str]:
        """Return the types that the columns of the template have in the data; an array serves the first of them."""
        if schema.format != "+s":
            schema = _rowkey.struct_schema(list(self.columns)[:1], [schema])
        return self.columns | {
            name: kind for name, kind in _rowkey.schema_kinds(schema).items() if name in self.columns
        }

    def encode(
        self,
        data: Any,
        *,
        threads: int = 1,
        format: KeyFormat | None = None,  # noqa: A002
        first_row: int = 0,
        seed: int = 0,
        errors: Errors = "raise",
    ) -> Keys:
        r"""Return the keys of records, one for each row.

        Columns are found by name; the layout leaves others alone. Without columns of its own it is compiled for the
        types of the data. Rows are encoded without the global lock, in pieces: Ctrl-C interrupts between them.

        Args:
            data: a table of pyarrow, pandas, Polars or DuckDB, or whatever else has __arrow_c_stream__ or
                __arrow_c_array__; or a dict from name to NumPy array, pandas or Polars Series, Arrow array, in chunks
                or not, or list; or records that are a dict each, in a list, a tuple or a generator, where a column that
                some of them lack is null. Columns of numbers and of text are read where they lie.
            threads: how many threads encode; the order is kept.
            format: the Arrow type of the keys, "fixed_size_binary", "binary", "large_binary" or "binary_view"; None:
                fixed_size_binary for keys of one width, else large_binary.
            first_row: the number of the first row, for random().
            seed: what random() is made from.
            errors: which rows have None in place of a key: none, with "raise"; with "propagate" those with a null that
                the template does not replace; with "null" those, and all with a value that the layout refuses. Arrow
                then has nulls there.

        Raises:
            RowError: a value that the layout refuses; its row counts from 0 in the data.
            LayoutError: the data lacks a column, or has one of a type that does not serve, or that must be declared: a
                UUID of DuckDB, which hands it over as text, as uuid.
            TypeError: the data is none; or a value of a list is of a kind that its column does not take.
            duckdb.Error: the query of a relation fails, or has a value that Arrow cannot carry: an infinite time, or a
                UHUGEINT from 2^127 on.

        Warns:
            ChangedKeysWarning: a column is read otherwise than by rowkey 0.4, once for each change in a process.

        >>> import rowkey
        >>> rowkey.Layout("{md5(id) % 1000000:07d}{id:010d}").encode({"id": [1, 2, 3]}).to_list()
        [b'00884110000000001', b'04792120000000002', b'08808830000000003']
        >>> rowkey.Layout("{id:u8}").encode({"id": [1, None, 300]}, errors="null").to_list()
        [b'\x01', None, None]

        """
        if format not in _FORMATS:
            msg = f"format={format!r} (expected one of {', '.join(filter(None, _FORMATS))}, or None)"
            raise ValueError(msg)
        threads, first = thread_count(threads), integer("first_row", first_row)
        of_seed = integer("seed", seed)
        records = of_records(self, data)
        encoder = self._encoder(records.schema, _FORMATS[format], of_seed, number_of_errors(errors))

        def encode_piece(piece: tuple[_rowkey.Array, int, int, int]) -> _rowkey.Array:
            return encoder.encode(*piece, first + piece[3])

        return Keys(
            encoder.schema, list(in_order(encode_piece, pieces_of(records.batches, _PIECE_ROWS, threads), threads))
        )

    def decode(self, keys: Any, columns: Mapping[str, str] | ArrowSchema | None = None, *, threads: int = 1) -> Records:
        """Return the columns that are recovered from keys. Every byte of the keys is checked.

        Args:
            keys: what encode() returned, any Arrow array or column of binary or text, or a list of bytes.
            columns: the types of the columns, as Layout() takes them; None: those of the layout.
            threads: how many threads decode; the order is kept.

        Raises:
            RowError: a key that encoding cannot have made; its row counts from 0.
            LayoutError: no column can be recovered.

        >>> import rowkey
        >>> layout = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")
        >>> layout.decode(layout.encode({"host": ["web-1", "web-2"], "ts": [17, 18]})).to_list()
        [{'host': 'web-1', 'ts': 17}, {'host': 'web-2', 'ts': 18}]

        """
        threads = thread_count(threads)
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

        `where` takes the same as a dict, for names that are not identifiers of Python, or conditions as one text, with
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
            most: at most so many ranges; 0 for 10,000. Where exact ones would be more, fewer and longer ones are
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
        count = integer("most", most, 0, MOST_BYTES)
        found, exact, names = self._ranges(text, conditions_of({**(where or {}), **conditions}), count, splits)
        return Ranges([Range(*item) for item in found], exact, names)

    def splits(self, regions: int) -> Splits:
        """Return split points for so many regions that share the values of the key's first field evenly.

        Raises ValueError when the field has fewer values, LayoutError when the layout does not tell which it can have.

        >>> import rowkey
        >>> rowkey.Layout("{md5(id) % 1000000:07d}{id:010d}").splits(4)
        Splits([b'0250000', b'0500000', b'0750000'])
        """
        return Splits._of_layout(self, region_count(regions))

    def explain(self, stride: int = 0) -> Explanation:
        """Return what the keys are like: where fields stand, how keys sort, what they cost, and what goes wrong.

        Args:
            stride: the distance from one value to the next of the numbers that the prefix is made from, such as 10
                for ids 10, 20, 30, …; 0 when it is not known.

        """
        return Explanation.of(self.template, self._explain(integer("stride", stride)))

    def fields(self, key: bytes) -> tuple[KeyField, ...]:
        """Return where each field lies in one key, and what it holds. Every byte of the key is checked.

        Raises:
            RowError: a key that encoding cannot have made.

        >>> import rowkey
        >>> layout = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:010d}")
        >>> for field in layout.fields(layout.key(host="web-1", ts=1700000000)):
        ...     print(field.begin, field.end, field.source, field.data, field.value)
        0 3 {md5(host) % 1000:03d} b'072' None
        3 4 | b'|' None
        4 9 {host} b'web-1' web-1
        9 10 | b'|' None
        10 20 {ts:010d} b'1700000000' 1700000000

        """
        explained = self.explain().fields
        ends = self._field_ends(key, len(explained))
        data, values = bytes(key), self.decode_key(key)
        found: list[KeyField] = []
        for field, begin, end in zip(explained, [0, *ends], ends, strict=False):
            column = field.column if field.reversible and field.column in values else None
            value = None if column is None else values[column]
            found.append(KeyField(field.source, begin, end, data[begin:end], column, value))
        return tuple(found)
