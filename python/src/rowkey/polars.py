"""Keys as an expression of Polars, computed in Polars' own threads and in its streaming engine."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING

import polars
from polars.plugins import register_plugin_function

from rowkey import _rowkey

if TYPE_CHECKING:
    from rowkey._layout import Layout

_MODULE = Path(str(_rowkey.__file__))
_TYPES_OF_DATA = 0xFFFFFFFF


def _texts(texts: list[str]) -> bytes:
    for text in texts:
        if "\0" in text:
            msg = f"{text!r} has a NUL (expected the name of a column)"
            raise ValueError(msg)
    return b"".join(text.encode("utf-8", "surrogateescape") + b"\0" for text in texts)


def _request(layout: Layout, names: list[str], seed: int) -> bytes:
    """Return what polars_request.c reads."""
    template = layout.template.encode("utf-8", "surrogateescape")
    kinds = layout.columns if layout.has_columns else None
    header = struct.pack("<QIII", seed, len(names), _TYPES_OF_DATA if kinds is None else len(kinds), len(template))
    columns = [text for column in (kinds or {}).items() for text in column]
    return header + template + _texts(names) + _texts(columns)


def _named(column: str | polars.Expr) -> tuple[str, polars.Expr]:
    if isinstance(column, str):
        return column, polars.col(column)
    try:
        return column.meta.output_name(), column
    except polars.exceptions.ComputeError:
        msg = f"{column} stands for no column of one name (expected a name, or encode(layout, NAME=expression))"
        raise ValueError(msg) from None


def encode(layout: Layout, *columns: str | polars.Expr, seed: int = 0, **named: str | polars.Expr) -> polars.Expr:
    r"""Return an expression of the rows' keys: a column of Binary, named "key".

    Polars runs it like its own expressions, without the global lock. Each argument is a column of the layout. One
    value, as of polars.lit("x") or polars.max("ts"), stands for all rows. Categoricals and enums are read as their
    text.

    Args:
        layout: the layout. Without columns of its own it is compiled for the types of the data.
        columns: the columns, as names or expressions. An expression is the column that its result is named after.
        seed: what random() is made from. It counts the rows of the frame: Polars then computes the keys in one piece.
        named: the columns, by the names that the layout has for them.

    The expression raises polars.exceptions.ComputeError, with the message of the C library: for a value that the
    layout refuses, a null among them, with its row in the batch that Polars handed over; and for columns that the
    layout cannot use, which is known before a row is read.

    >>> import polars, rowkey
    >>> layout = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")
    >>> df = polars.DataFrame({"host": ["web-1", "web-2"], "ts": [17, 18]})
    >>> df.with_columns(key=rowkey.polars.encode(layout, "host", "ts"))["key"].to_list()
    [b'072|web-1|\x00\x00\x00\x00\x00\x00\x00\x11', b'947|web-2|\x00\x00\x00\x00\x00\x00\x00\x12']
    >>> df.select(rowkey.polars.encode(layout, host=polars.lit("web-1"), ts="ts")).height
    2

    """
    arguments = dict(map(_named, columns))
    if len(arguments) < len(columns) or arguments.keys() & named.keys():
        msg = "two arguments are the same column (expected each column once)"
        raise ValueError(msg)
    arguments |= {name: _named(column)[1] if isinstance(column, str) else column for name, column in named.items()}
    if not arguments:
        msg = "no columns (expected those of the layout, as in encode(layout, 'host', 'ts'))"
        raise TypeError(msg)
    return register_plugin_function(
        plugin_path=_MODULE,
        function_name="encode",
        args=list(arguments.values()),
        kwargs={"request": _request(layout, list(arguments), seed)},
        is_elementwise="random" not in layout.template,
    ).alias("key")
