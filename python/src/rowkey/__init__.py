r"""Row keys for sorted, sharded stores, encoded in bulk.

A layout is a template of row keys:

>>> import rowkey
>>> layout = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")
>>> layout.key(host="web-1", ts=1700000000)
b'072|web-1|\x00\x00\x00\x00eS\xf1\x00'

doc/layouts.md explains the language of templates.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from rowkey._advise import Advice, Answer, Design, Growth, Tables, advise
from rowkey._chunked import Keys, Records, Regions
from rowkey._errors import ChangedKeysWarning, ConditionError, Error, LayoutError, RecordError, RowError
from rowkey._explanation import Explanation, Field, Finding, KeyField, Step
from rowkey._layout import Layout
from rowkey._made import MadeKind, made_kinds, made_rows
from rowkey._named import NamedLayout, NamedParameter, named, named_layouts
from rowkey._picture import Picture
from rowkey._question import fill_question
from rowkey._ranges import Range, Ranges
from rowkey._records import iter_records, read_records
from rowkey._rowkey import version as _version
from rowkey._simulate import Load, Simulation, simulate
from rowkey._sketch import Sketch
from rowkey._splits import Share, Splits

if TYPE_CHECKING:
    from rowkey import polars as polars
    from rowkey import spark as spark

__version__ = _version.replace("-rc.", "rc")  # as PEP 440 has it

__all__ = [
    "Advice",
    "Answer",
    "ChangedKeysWarning",
    "ConditionError",
    "Design",
    "Error",
    "Explanation",
    "Field",
    "Finding",
    "Growth",
    "KeyField",
    "Keys",
    "Layout",
    "LayoutError",
    "Load",
    "MadeKind",
    "NamedLayout",
    "NamedParameter",
    "Picture",
    "Range",
    "Ranges",
    "RecordError",
    "Records",
    "Regions",
    "RowError",
    "Share",
    "Simulation",
    "Sketch",
    "Splits",
    "Step",
    "Tables",
    "__version__",
    "advise",
    "fill_question",
    "iter_records",
    "made_kinds",
    "made_rows",
    "named",
    "named_layouts",
    "read_records",
    "simulate",
]


def __getattr__(name: str) -> Any:
    """Import rowkey.polars and rowkey.spark when they are used first: they need Polars and PySpark."""
    if name not in {"polars", "spark"}:
        msg = f"module 'rowkey' has no attribute {name!r}"
        raise AttributeError(msg)
    return importlib.import_module(f"rowkey.{name}")
