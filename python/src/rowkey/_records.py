"""Records of text as columns, as the tool reads them."""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal, TypeAlias

from rowkey import _rowkey
from rowkey._chunked import Records
from rowkey._errors import RecordError
from rowkey._numbers import integer, thread_count
from rowkey._threads import in_order

RecordKind = Literal["lines", "csv", "tsv", "jsonl", "binary"]
Source: TypeAlias = "str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO"

_PIECE = 1 << 22  # bytes that are read at a time
_MOST_OF_RECORD = 1 << 22
_NO_LINE, _TEXT, _BYTES = range(3)  # what the whole record is
_COMPRESSED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}


# ---- What is asked for ----


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _list_of(columns: Mapping[str, str]) -> str:
    """Return columns as the library takes them, each of which is one item."""
    items = [f"`{name}`:{kind}" for name, kind in columns.items()]
    for name, item in zip(columns, items, strict=True):
        text = _bytes(item)
        if "`" in name or _rowkey.item_length(text) != len(text):
            msg = f"column {name!r}: {columns[name]!r} (expected one column, whose name has no backquote)"
            raise ValueError(msg)
    return ",".join(items)


def _byte(name: str, text: str | None) -> bytes:
    """Return an argument that is one byte; none for None."""
    byte = b"" if text is None else _bytes(text)
    if text is not None and (len(byte) != 1 or byte == b"\0"):
        msg = f"{name}={text!r} (expected one byte, such as ';')"
        raise ValueError(msg)
    return byte


@dataclass
class _Wanted:
    """How records are read."""

    kind: int
    is_text: bool
    has_members: bool
    header: bool
    delimiter: bytes
    columns: bytes | None
    null: bytes | None
    comment: bytes | None
    line: int
    max_record: int

    def records(self, columns: bytes | None) -> _rowkey.TextRecords:
        return _rowkey.text_records(self.kind, self.header, self.delimiter, columns, self.null, self.comment, self.line)


def _number_of_kind(kind: str | None, name: str) -> int:
    """Return the number of a kind of records; None: what the name of the file says."""
    known = _rowkey.record_kinds()
    for number, (known_kind, endings, _, _) in enumerate(known):
        if kind == known_kind or (kind is None and name.lower().endswith(tuple(endings.split()))):
            return number
    if kind is None:
        return 0
    msg = f"kind={kind!r} (expected one of {', '.join(found[0] for found in known)}, or None)"
    raise ValueError(msg)


def _wanted(  # noqa: PLR0917
    source: Source,
    columns: str | Mapping[str, str] | None,
    kind: str | None,
    header: bool,
    delimiter: str | None,
    null: str | None,
    comment: str | None,
    line: bool,
    max_record: int,
) -> _Wanted:
    name = os.fspath(source) if isinstance(source, (str, os.PathLike)) else getattr(source, "name", "")
    number = _number_of_kind(kind, name if isinstance(name, str) else "")
    is_line = number == 0
    _, _, is_text, has_members = _rowkey.record_kinds()[number]
    line_kind = _TEXT if line or (is_line and columns is None) else _NO_LINE
    if isinstance(columns, Mapping):
        fields = {of: kind_of for of, kind_of in columns.items() if of != "line" or is_line}
        if len(fields) < len(columns):
            if columns["line"] not in ("text", "bytes"):
                expected = "expected text or bytes: the name line stands for the whole record"
                msg = f"column line: type {columns['line']} ({expected})"
                raise ValueError(msg)
            line_kind = _BYTES if columns["line"] == "bytes" else _TEXT
        columns = _list_of(fields)
    if columns is None and is_text and not header and not is_line:
        known = "" if has_members else " or header=True"
        msg = f"no columns are named (expected columns={{'id': 'u64', ...}}{known})"
        raise ValueError(msg)
    list_of, null_text, comment_text = (None if text is None else _bytes(text) for text in (columns, null, comment))
    byte = _byte("delimiter", delimiter)
    most = integer("max_record", max_record, 1)
    return _Wanted(number, is_text, has_members, header, byte, list_of, null_text, comment_text, line_kind, most)


# ---- Bytes ----


def _opened(source: Source) -> tuple[str, AbstractContextManager[BinaryIO]]:
    """Return what messages call the data, "" for nothing, and the data as a file, which is closed if it was opened."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return "", io.BytesIO(source)
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source), open(source, "rb")
    if not hasattr(source, "read") or isinstance(source, io.TextIOBase):
        holds = "reads text" if hasattr(source, "read") else "holds no records"
        msg = f"a {type(source).__name__} {holds} (expected a path, bytes, or a file that is open as 'rb')"
        raise TypeError(msg)
    name = getattr(source, "name", "")
    return name if isinstance(name, str) else "", nullcontext(source)


def _read(stream: BinaryIO, *size: int) -> bytes:
    found: Any = stream.read(*size)
    if not isinstance(found, bytes):
        msg = f"read() of the file returned a {type(found).__name__} (expected bytes: a file that is open as 'rb')"
        raise TypeError(msg)
    return found


@dataclass
class _Piece:
    """Whole records, and where they are in their file."""

    data: bytes
    cut: bytes
    line: int
    row: int
    byte: int


class _Reading:
    """Records of one file, from its beginning on."""

    def __init__(self, wanted: _Wanted, columns: bytes | None, name: str, stream: BinaryIO) -> None:
        self.text = wanted.records(columns)
        self.name = name
        self._wanted = wanted
        self._stream = stream
        self._data = _read(stream, min(_PIECE, wanted.max_record + 1))
        self._line = 1
        self._byte = 0
        self.header = ""
        found = next((word for magic, word in _COMPRESSED.items() if self._data.startswith(magic)), None)
        if found is not None and wanted.is_text:
            msg = f"{name or 'the data'} is compressed with {found} (expected a file that decompresses, as gzip.open())"
            raise ValueError(msg)
        if wanted.header:
            self._take_header()
        elif wanted.is_text:
            self._warn_of_first_line()

    def _warn_of_first_line(self) -> None:
        name = self.name or "the data"
        if self._data.startswith(b"\xef\xbb\xbf") and not self._wanted.has_members:
            note = f"{name} begins with a byte order mark, which belongs to its first record (expected none)"
            warnings.warn(note, stacklevel=5)
        if self.text.begins_with_names(self._data):
            note = f"the first line of {name} holds the names of the columns, and is taken for a record"
            warnings.warn(f"{note} (header=True reads it as names)", stacklevel=5)

    def place(self) -> str:
        return f"{self.name}:{self._line}" if self.name else f"line {self._line}"

    def _take_header(self) -> None:
        data, end, ended = self._data, None, not self._data
        while True:
            begin, end = self.text.find_header(data, ended)
            data = self._skip(data, begin)  # comments
            if end is not None:
                break
            more = self._more(data, None, self._line)
            ended = not more
            data += more
        if not data:
            has_only = "has only comments" if self._byte > 0 else "is empty"
            raise RecordError(f"the file {has_only} (expected a header line)", self.place())
        self.header = self.place()
        self.text.set_header(data[: end - begin], self.header)
        self._data = self._skip(data, end - begin + 1)

    def _skip(self, data: bytes, size: int) -> bytes:
        """Return what follows the first bytes of the data, which were read."""
        taken, left = data[:size], data[size:]
        self._line += taken.count(b"\n")
        self._byte += len(taken)
        return left

    def _more(self, data: bytes, row: int | None, line: int) -> bytes:
        """Return what follows the data, which begin with this record and hold no whole one; none at the end."""
        most = self._wanted.max_record
        if len(data) > most:
            self._line = line
            in_quotes = ": perhaps a quote in it is not closed" if self.text.cut(data, False, False)[3] else ""
            reason = f"the record is longer than {most} bytes{in_quotes} (max_record= allows more)"
            raise RecordError(reason, self.place(), row)
        return _read(self._stream, min(max(_PIECE, len(data)), most + 1 - len(data)))

    def pieces(self) -> Iterator[_Piece]:
        """Return all records."""
        data, line, row, byte, ended = self._data, self._line, 0, self._byte, False
        while data or not ended:
            size, count, cut, _ = self.text.cut(data, byte == 0, False)
            if size == 0 and not ended:
                more = self._more(data, row, line)
                ended = not more
                data += more
                continue
            if size == 0:  # the last record lacks its newline
                data += b"\n" if self._wanted.is_text else b""
                size, count, cut, _ = self.text.cut(data, byte == 0, True)
            yield _Piece(data[:size], cut, line, row, byte)
            line += data.count(b"\n", 0, size)
            row += count
            byte += size
            data = data[size:]

    def read(self, piece: _Piece, finder: object = None) -> Any:
        """Return an array of the records, or None for a finder, which their values are added to."""
        return self.text.read(piece.data, piece.cut, self.name, piece.line, piece.row, piece.byte, finder)


def _found_columns(wanted: _Wanted, name: str, stream: BinaryIO) -> bytes:
    """Return the columns that the header names, of types that all values have."""
    begin = stream.tell()
    named = _Reading(wanted, None, name, stream)
    finder = _rowkey.column_finder(named.text, named.header)
    stream.seek(begin)
    columns, _ = _rowkey.found_columns(finder)
    texts = _Reading(wanted, columns, name, stream)
    texts.text.use()
    for piece in texts.pieces():
        texts.read(piece, finder)
    stream.seek(begin)
    columns, notes = _rowkey.found_columns(finder)
    for note in notes.splitlines():
        warnings.warn(note, stacklevel=4)
    return columns


# ---- Records ----


def _arrays(source: Source, wanted: _Wanted, threads: int) -> Iterator[Any]:
    """Return the schema, then the arrays."""
    name, opened = _opened(source)
    with opened as stream:
        columns = wanted.columns
        if columns is None and wanted.header:
            can_seek = getattr(stream, "seekable", bool)  # which not all that can be read have
            file = stream if can_seek() else io.BytesIO(_read(stream))
            columns = _found_columns(wanted, name, file)
        else:
            file = stream
        reading = _Reading(wanted, columns, name, file)
        grows = reading.text.use()
        yield reading.text.schema
        yield from in_order(reading.read, reading.pieces(), 1 if grows else threads)


def read_records(
    source: Source,
    columns: str | Mapping[str, str] | None = None,
    *,
    kind: RecordKind | None = None,
    header: bool = False,
    delimiter: str | None = None,
    null: str | None = None,
    comment: str | None = None,
    line: bool = False,
    max_record: int = _MOST_OF_RECORD,
    threads: int = 1,
) -> Records:
    r"""Return the records of a file of text, or of records of a fixed width, in columns: as the tool reads them.

    What takes records takes them, without a change: Layout.encode(), simulate() and advise(). A value is converted
    exactly to the type of its column, or is an error of its line. All are in memory; iter_records() goes through a file
    of any size.

    Args:
        source: a path, bytes, or a file that is open for bytes, from where it stands. Files that are compressed are
            opened with gzip.open() and the like.
        columns: the types of the columns by their names, as Layout() takes them: of the fields in their order; with
            a header, and of JSON's members, of those of these names. `line` is the whole record, too. Or the
            text that the tool's --columns takes, as "id:u64,_,ts:time(ms)", which also leaves fields out. None: with
            `header` all that it names, of the first of the types u64, i64, f64, time, uuid and text that all values
            have; whole numbers that are all times from 2000 to 2099 in one unit are times, too. The data are read twice
            for that, and are kept in memory where they cannot be read again.
        kind: how records are written: "csv", "tsv", "jsonl" (an object a line), "lines" or "binary"; None: as the end
            of the file's name says, else lines.
        header: the first line names the columns.
        delimiter: what separates fields, in place of a comma or a tab.
        null: the text of a field that is null.
        comment: what lines that are not records begin with.
        line: a further column, `line`, is the whole record.
        max_record: the most bytes of a record, whose end is looked for no further.
        threads: how many threads read; the order is kept.

    Raises:
        RecordError: a record that cannot be read, with its place in the file.
        ValueError: arguments that do not go together, or columns that are wrong.
        OSError: a file that cannot be read.

    Warns:
        UserWarning: a column whose type is found is text only for some of its values, or could be times; without
            `header` the first line holds the names of the columns, or begins with a byte order mark.

    >>> import rowkey
    >>> records = rowkey.read_records(b"host,ts\nweb-1,17\nweb-2,18\n", kind="csv", header=True)
    >>> records.to_list()
    [{'host': 'web-1', 'ts': 17}, {'host': 'web-2', 'ts': 18}]
    >>> rowkey.Layout("{host}|{ts:u16}").encode(records).to_list()
    [b'web-1|\x00\x11', b'web-2|\x00\x12']

    """
    wanted = _wanted(source, columns, kind, header, delimiter, null, comment, line, max_record)
    arrays = _arrays(source, wanted, thread_count(threads))
    schema = next(arrays)
    return Records(schema, list(arrays))


def iter_records(
    source: Source,
    columns: str | Mapping[str, str] | None = None,
    *,
    kind: RecordKind | None = None,
    header: bool = False,
    delimiter: str | None = None,
    null: str | None = None,
    comment: str | None = None,
    line: bool = False,
    max_record: int = _MOST_OF_RECORD,
    threads: int = 1,
) -> Iterator[Records]:
    r"""Return an iterator over the records that read_records() returns, as parts of some megabytes each.

    Arguments and errors are those of read_records().

    >>> import rowkey
    >>> layout = rowkey.Layout("{id:010d}")
    >>> for records in rowkey.iter_records(b"17\n18\n", "id:u64"):
    ...     print(layout.encode(records).to_list())
    [b'0000000017', b'0000000018']

    """
    wanted = _wanted(source, columns, kind, header, delimiter, null, comment, line, max_record)
    arrays = _arrays(source, wanted, thread_count(threads))
    return _parts(arrays)


def _parts(arrays: Iterator[Any]) -> Iterator[Records]:
    schema = next(arrays)
    for array in arrays:
        yield Records(schema, [array])
