"""What Spark's Python workers run: functions from the Arrow arrays of a partition to as many arrays.

A layout travels pickled, as its template and columns. A worker compiles it once and keeps it for later tasks.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import pyarrow as pa
from pyspark import TaskContext

from rowkey import _rowkey
from rowkey._errors import RowError
from rowkey._layout import Errors, Layout, number_of_errors
from rowkey._splits import Splits

Work = Callable[[Iterator[Any]], Iterator[Any]]
"""From the pyarrow arrays of a partition, in order, to one array for each."""

_BINARY = 2  # Layout.encode(format="binary"), which every Spark reads


@lru_cache(maxsize=64)
def _restored(pickled: bytes) -> Any:
    """Return a layout or splits; the cache keeps what it was compiled to."""
    return pickle.loads(pickled)


def _in_partition(error: RowError) -> RowError:
    """Return the error with the partition that its row is counted in."""
    context = TaskContext.get()
    where = "" if context is None else f"; the row is counted in partition {context.partitionId()}"
    return RowError(error.reason + where, error.row, error.column)


class _Encoder:
    """Encodes the batches of one partition."""

    def __init__(self, layout: Layout, errors: Errors = "raise") -> None:
        self._layout = layout
        self._bad_rows = number_of_errors(errors)
        self._encoder: _rowkey.Encoder | None = None
        self._position = 0

    def batches(self, batches: Iterator[Any]) -> Iterator[tuple[_rowkey.Encoder, _rowkey.Array, int]]:
        """Return an encoder, the records of a batch and the number of the first of them, for each batch."""
        for batch in batches:
            records = _rowkey.take_array(*batch.__arrow_c_array__())
            if self._encoder is None:
                self._encoder = _rowkey.encoder(self._layout, records.schema, _BINARY, 0, self._bad_rows)
            yield self._encoder, records, self._position
            self._position += len(records)


def of_columns(work: Work, names: list[str]) -> Work:
    """Return the work from arrays of columns, or tuples of them, that does another one on structs of them."""

    def run(batches: Iterator[Any]) -> Iterator[Any]:
        arrays = (batch if isinstance(batch, tuple) else (batch,) for batch in batches)
        return work(pa.StructArray.from_arrays(columns, names) for columns in arrays)

    return run


def keys(layout: Layout, errors: Errors = "raise") -> Work:
    """Return the work from structs of a layout's columns to keys.

    A row that has none ends the task with RowError; with "null" its key is null.
    """
    pickled = pickle.dumps(layout)

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        for encoder, records, position in _Encoder(_restored(pickled), errors).batches(batches):
            try:
                yield pa.array(encoder.encode(records, 0, len(records), position, 0))
            except RowError as error:
                raise _in_partition(error) from None

    return work


def keys_and_errors(layout: Layout) -> Work:
    """Return the work from structs of a layout's columns to structs of a key and why there is none: one is null."""
    pickled = pickle.dumps(layout)

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        for encoder, records, _ in _Encoder(_restored(pickled)).batches(batches):
            found, reasons = _encode_good_rows(encoder, records)
            yield pa.StructArray.from_arrays([found, reasons], ["key", "error"])

    return work


def _encode_good_rows(encoder: _rowkey.Encoder, records: _rowkey.Array) -> tuple[Any, Any]:
    """Return the keys of records and the reasons of those without one."""
    pieces: list[Any] = []
    reasons: list[str | None] = []
    start = 0
    while start < len(records):
        end = len(records)
        reason: str | None = None
        try:
            piece = encoder.encode(records, start, end - start, 0, 0)
        except RowError as error:
            end, reason = start + error.row, error.reason
            piece = encoder.encode(records, start, end - start, 0, 0)
        pieces.append(pa.array(piece))
        reasons += [None] * (end - start)
        if reason is not None:
            pieces.append(pa.nulls(1, pa.binary()))
            reasons.append(reason)
            end += 1
        start = end
    return pa.concat_arrays(pieces) if pieces else pa.nulls(0, pa.binary()), pa.array(reasons, pa.string())


def regions(splits: Splits) -> Work:
    """Return the work from keys to their regions; a null key has a null region."""
    pickled = pickle.dumps(splits)

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        points: Splits = _restored(pickled)
        for batch in batches:
            found = _rowkey.route(points, _rowkey.take_array(*batch.__arrow_c_array__()))
            yield pa.array(found).cast(pa.int32())

    return work


def records(layout: Layout, type_of_records: Any) -> Work:
    """Return the work from keys to structs of this pyarrow type; a key that the layout cannot make is a RowError."""
    pickled = pickle.dumps(layout)

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        decoder: _rowkey.Decoder | None = None
        position = 0
        for batch in batches:
            keys = _rowkey.take_array(*batch.__arrow_c_array__())
            if decoder is None:
                compiled: Layout = _restored(pickled)
                decoder = _rowkey.decoder(compiled, keys.schema, _rowkey.record_schema(compiled))
            try:
                found = pa.array(decoder.decode(keys, 0, len(keys), position))
            except RowError as error:
                raise _in_partition(error) from None
            yield found.cast(type_of_records)
            position += len(keys)

    return work
