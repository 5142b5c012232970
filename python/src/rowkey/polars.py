"""Keys, records, regions and ranges as expressions of Polars, computed in its own threads and streaming engine."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars
from polars.plugins import register_plugin_function

from rowkey import _rowkey
from rowkey._layout import number_of_errors
from rowkey._numbers import MOST_BYTES, integer

if TYPE_CHECKING:
    from rowkey._layout import Errors, Layout
    from rowkey._splits import Splits

_MODULE = Path(str(_rowkey.__file__))
_TYPES_OF_DATA = _NAMES_OF_ARGUMENTS = 0xFFFFFFFF


def _texts(texts: Iterable[str]) -> bytes:
    texts = list(texts)
    for text in texts:
        if "\0" in text:
            msg = f"{text!r} has a NUL (expected the name of a column)"
            raise ValueError(msg)
    return b"".join(text.encode("utf-8", "surrogateescape") + b"\0" for text in texts)


def _request(
    template: bytes,
    names: list[str] | None,
    kinds: Mapping[str, str] | None,
    number: int = 0,
    errors: str = "raise",
) -> dict[str, bytes]:
    """Return what polars_request.c reads."""
    count = _TYPES_OF_DATA if kinds is None else len(kinds)
    known = _NAMES_OF_ARGUMENTS if names is None else len(names)
    header = struct.pack("<QIIII", number, known, count, len(template), number_of_errors(errors))
    columns = [text for column in (kinds or {}).items() for text in column]
    return {"request": header + template + _texts(names or []) + _texts(columns)}


def _template(layout: Layout) -> bytes:
    return layout.template.encode("utf-8", "surrogateescape")


def _column(column: str | polars.Expr) -> polars.Expr:
    return polars.col(column) if isinstance(column, str) else column


def _in_one_piece(column: Any) -> polars.Expr:
    """Return the column as one chunk: Polars 1 takes only the first chunk of a nested result."""
    whole: polars.Expr = column.rechunk() if hasattr(column, "rechunk") else column
    return whole


def _checked(expression: polars.Expr, errors: str) -> polars.Expr:
    """Return an expression that sees the rows of its frame alone, unless no row can raise.

    Polars moves filters: it computes elementwise expressions on rows that other filters drop, and on the least values
    of row groups, which are cut where they are long. It moves nothing past a shift, which streams.
    """
    return expression if errors == "null" else expression.shift(0)


def _named(column: str | polars.Expr) -> tuple[str, polars.Expr]:
    """Return an argument with its name; without one where only the frame tells the columns that it stands for."""
    if isinstance(column, str):
        return column, polars.col(column)
    if column.meta.has_multiple_outputs():
        return "", column
    try:
        return column.meta.output_name(), column
    except polars.exceptions.ComputeError:
        msg = f"{column} stands for no column of one name (expected a name, or encode(layout, NAME=expression))"
        raise ValueError(msg) from None


def encode(
    layout: Layout,
    *columns: str | polars.Expr,
    seed: int = 0,
    errors: Errors = "propagate",
    **named: str | polars.Expr,
) -> polars.Expr:
    r"""Return an expression of the rows' keys: a column of Binary, named "key".

    Polars runs it like its own expressions, without the global lock. Each argument is a column of the layout. One
    value, as of polars.lit("x") or polars.max("ts"), stands for all rows. Categoricals and enums are read as their
    text.

    Args:
        layout: the layout. Without columns of its own it is compiled for the types of the data.
        columns: the columns, as names or expressions. An expression is the column that its result is named after;
            polars.col("host", "ts"), or a selector, is as many as it selects, of which the layout may leave some alone.
        seed: what random() is made from. It counts the rows of the frame: Polars then computes the keys in one piece.
        errors: which rows have a null key. "propagate": those with a null that the layout does not replace, as in other
            expressions. "null": those, and all with a value that the layout refuses. "raise": none. With "null" Polars
            moves filters past the expression and into files; with the others it computes the keys of all rows of
            the frame, and of no others.
        named: the columns, by the names that the layout has for them.

    The expression raises polars.exceptions.ComputeError, with the message of the C library: for a row that `errors`
    does not make null, with its place in the batch that Polars handed over; and for columns that the layout cannot
    use, which is known before a row is read.

    >>> import polars, rowkey
    >>> layout = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")
    >>> df = polars.DataFrame({"host": ["web-1", "web-2"], "ts": [17, 18]})
    >>> df.with_columns(key=rowkey.polars.encode(layout, "host", "ts"))["key"].to_list()
    [b'072|web-1|\x00\x00\x00\x00\x00\x00\x00\x11', b'947|web-2|\x00\x00\x00\x00\x00\x00\x00\x12']
    >>> df.select(rowkey.polars.encode(layout, host=polars.lit("web-1"), ts="ts")).height
    2

    """
    given = [*map(_named, columns)]
    given += [(name, _column(column)) for name, column in named.items()]
    names = [name for name, _ in given]
    if len({*names}) < len(names):
        msg = "two arguments are the same column (expected each column once)"
        raise ValueError(msg)
    arguments = [column for _, column in given]
    if "" in names:  # the columns then have the names of the arguments
        arguments = [column.alias(name) if name else column for name, column in given]
    if not arguments:
        msg = "no columns (expected those of the layout, as in encode(layout, 'host', 'ts'))"
        raise TypeError(msg)
    kinds = layout.columns if layout.has_columns else None
    keys = register_plugin_function(
        plugin_path=_MODULE,
        function_name="encode",
        args=arguments,
        kwargs=_request(_template(layout), None if "" in names else names, kinds, seed, errors),
        input_wildcard_expansion="" in names,
        is_elementwise="random" not in layout.template,
    )
    return _checked(keys, errors).alias("key")


def decode(layout: Layout, key: str | polars.Expr, *, errors: Errors = "propagate") -> polars.Expr:
    r"""Return an expression of the records that are recovered from keys: a column of Struct, named as the keys are.

    Its fields are the columns that Layout.decode() gives back, of the same types. Every byte of the keys is checked.

    Args:
        layout: the layout. Without columns of its own their types are those of decode_key().
        key: the keys, a column of Binary or String; polars.col("a", "b") are two, decoded each.
        errors: which records are null. "propagate": those of null keys. "null": those, and all of keys that encoding
            cannot have made. "raise": none. Filters are moved as encode() says.

    >>> import polars, rowkey
    >>> layout = rowkey.Layout("{host}|{ts:u64}")
    >>> df = polars.DataFrame({"key": [b"web-1|\0\0\0\0\0\0\0\x11", None]})
    >>> df.select(rowkey.polars.decode(layout, "key"))["key"].to_list()
    [{'host': 'web-1', 'ts': 17}, None]
    >>> df.select(rowkey.polars.decode(layout, "key")).unnest("key").columns
    ['host', 'ts']

    """
    records = register_plugin_function(
        plugin_path=_MODULE,
        function_name="decode",
        args=[_in_one_piece(_column(key))],
        kwargs=_request(_template(layout), None, layout.columns, errors=errors),
        is_elementwise=True,
    )
    return _checked(records, errors)


def region(splits: Splits, key: str | polars.Expr) -> polars.Expr:
    """Return an expression of the region of each key, as Splits.route() tells it: UInt32, named as the keys are.

    A null key has a null region. No key raises: Polars moves filters past the expression and into files.

    Args:
        splits: the split points.
        key: the keys, a column of Binary or String, or what makes them, such as encode(layout, "host", "ts").

    >>> import polars, rowkey
    >>> splits = rowkey.Splits([b"g", b"p"])
    >>> df = polars.DataFrame({"key": [b"a", b"g", None]})
    >>> df.with_columns(region=rowkey.polars.region(splits, "key"))["region"].to_list()
    [0, 1, None]

    """
    points = b"".join(struct.pack("<I", len(point)) + point for point in splits)
    return register_plugin_function(
        plugin_path=_MODULE,
        function_name="region",
        args=[_column(key)],
        kwargs=_request(points, None, None),
        is_elementwise=True,
    )


def _comparisons(name: str, wanted: Any) -> Iterator[tuple[str, polars.Expr]]:
    """Return what a column is compared with, each with the column's name and the sign."""
    if isinstance(wanted, tuple) and (len(wanted) != 2 or wanted == (None, None)):
        msg = f"column {name!r}: {wanted!r} (expected (low, high), of which one may be None)"
        raise ValueError(msg)
    if wanted is None or isinstance(wanted, (list, set, frozenset)):
        msg = f"column {name!r}: {wanted!r} (expected a column, an expression, one value, or (low, high) of these)"
        raise TypeError(msg)
    ends = zip((">=", "<"), wanted, strict=True) if isinstance(wanted, tuple) else [("=", wanted)]
    for sign, end in ends:
        if end is not None:
            yield f"{name} {sign}", _column(end) if isinstance(end, (str, polars.Expr)) else polars.lit(end)


def ranges(
    layout: Layout,
    where: Mapping[str, Any] | None = None,
    *,
    most: int = 0,
    errors: Errors = "propagate",
    **conditions: Any,
) -> polars.Expr:
    r"""Return an expression of the ranges of keys that hold what each row asks for, as Layout.ranges() finds them.

    It is a column of List(Struct({"start": Binary, "stop": Binary})), named "ranges". A range holds the keys from start
    up to, not including, stop; with an empty stop up to the end of the table. Ranges need not be exact: where
    Layout.ranges() says so, conditions are to be applied to each row that is read.

    Args:
        layout: the layout. Without columns of its own their types are those of decode_key().
        where: more conditions, for names that are not identifiers of Python.
        most: at most so many ranges for each row; 0 for 10,000.
        errors: which rows have null in place of ranges. "propagate": those with a null among their values. "null":
            those, and all whose conditions contradict each other or have values that the column refuses. "raise": none.
            Filters are moved as encode() says.
        conditions: by the name of a column of the layout, what it is equal to: a column of the frame by its name, an
            expression, or one value that is no str; or a tuple (low, high) of these: low <= column < high. None at
            either end leaves it open.

    >>> import polars, rowkey
    >>> layout = rowkey.Layout("{host}|{ts:u64}")
    >>> asked = polars.DataFrame({"host": ["web-1"], "from": [17], "to": [256]})
    >>> found = asked.select(rowkey.polars.ranges(layout, host="host", ts=("from", "to"))).explode("ranges")
    >>> found["ranges"].to_list()
    [{'start': b'web-1|\x00\x00\x00\x00\x00\x00\x00\x11', 'stop': b'web-1|\x00\x00\x00\x00\x00\x00\x01'}]

    """
    wanted = {**(where or {}), **conditions}
    comparisons = [comparison for name in wanted for comparison in _comparisons(name, wanted[name])]
    if not comparisons:
        msg = "no conditions (expected some, as in ranges(layout, host='host', ts=('from', 'to')))"
        raise TypeError(msg)
    number = integer("most", most, 0, MOST_BYTES)
    found = register_plugin_function(
        plugin_path=_MODULE,
        function_name="ranges",
        args=[_in_one_piece(expression) for _, expression in comparisons],
        kwargs=_request(_template(layout), [name for name, _ in comparisons], layout.columns, number, errors),
        is_elementwise=True,
    )
    return _checked(found, errors).alias("ranges")
