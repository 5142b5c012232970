"""The row-key designs of known systems."""

from __future__ import annotations

from dataclasses import dataclass

from rowkey import _rowkey
from rowkey._layout import Layout
from rowkey._numbers import integer


@dataclass(frozen=True)
class NamedParameter:
    """An integer that a named layout leaves open."""

    name: str
    value: int
    """The default."""
    least: int
    most: int
    meaning: str


@dataclass(frozen=True)
class NamedLayout:
    """The row-key design of a known system: a template with parameters."""

    name: str
    system: str
    source: str
    """Where the system defines it: a section of its documents, or the class that makes the keys."""
    parameters: tuple[NamedParameter, ...]
    pattern: str
    """The template, with $(buckets) where the value of the parameter `buckets` goes."""
    columns: str
    """The columns of the records, as the command-line tool writes them: "host:text,ts:i64"."""
    description: str
    record: str
    r"""A record, as the tool reads it: values with commas between, \xHH for a byte."""
    key: str
    """The key of that record in hex, for the defaults of the parameters and row 0 of seed 0."""


def named(name: str, **parameters: int) -> Layout:
    r"""Return the layout of this name, with or without its @, for the columns that it has.

    Parameters that are not given have their defaults. Raises LayoutError for a name or a parameter that does not
    exist, and for a value out of its range.

    >>> import rowkey
    >>> rowkey.named("phoenix-salted", buckets=16).key(id=1)
    b'\x0e\x80\x00\x00\x00\x00\x00\x00\x01'
    """
    text = name if name.startswith("@") else f"@{name}"
    if parameters:
        text += "(" + ",".join(f"{key}={integer(key, value)}" for key, value in parameters.items()) + ")"
    return Layout(text)


def named_layouts() -> list[NamedLayout]:
    """Return all of the named layouts. Those of one system stand together."""
    return [
        NamedLayout(name, system, source, tuple(NamedParameter(*parameter) for parameter in parameters), *rest)
        for name, system, source, parameters, *rest in _rowkey.named_layouts()
    ]
