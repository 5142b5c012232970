"""For every named layout, tables of any library have the keys that the command-line tool gives."""

from __future__ import annotations

import csv
import functools
import io
import random
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

import rowkey

NAMED = {named.name: named for named in rowkey.named_layouts()}
ROWS = 300
ALPHABET = "abcxyz0189 .:|-_/{}\\ß€\U0001f511"


def value_of(kind: str, example: str, random: random.Random) -> Any:
    """A value like those of the column, with its edges among them."""
    if kind != "text":
        least = 0 if kind == "u64" else -(2**63)
        limit = 2 ** random.choice([1, 8, 16, 24, 31, 32, 48, 62])
        edges = [least, least + 2**63 - 1, int(example)]
        return random.choice(edges) if random.random() < 0.1 else random.randint(max(least, -limit), limit)
    made = "".join(random.choices(ALPHABET, k=random.randint(0, 20)))
    return random.choice([made, example, example + made])


def text_of(columns: list[Any]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL).writerow(columns)
    return text.getvalue()


@functools.cache
def table_of(name: str) -> tuple[dict[str, str], dict[str, list[Any]], str]:
    """The types of the columns, the columns, and the same records as CSV."""
    named, chance = NAMED[name], random.Random(name)
    layout = rowkey.named(name)
    kinds = dict(column.split(":") for column in named.columns.split(",") if column != "...")
    examples = dict(zip(kinds, named.record.split(",", len(kinds) - 1), strict=True))
    columns: dict[str, list[Any]] = {column: [] for column in layout.columns}
    lines = []
    while len(lines) < ROWS:
        record = {column: value_of(kind, examples[column], chance) for column, kind in kinds.items()}
        line = text_of(list(record.values()))
        record["line"] = line.removesuffix("\n")
        try:
            layout.key(**record)
        except rowkey.RowError:
            continue  # the layout has no key for these values, which are then no question for a table
        lines.append(line)
        for column, values in columns.items():
            values.append(record[column])
    return layout.columns, columns, "".join(lines)


@functools.cache
def keys_of_tool(name: str, tool: str) -> list[bytes]:
    command = [tool, "encode", "--layout", f"@{name}", "--input", "csv", "--output", "hex"]
    done = subprocess.run(command, input=table_of(name)[2].encode(), capture_output=True, check=True)
    return [bytes.fromhex(key) for key in done.stdout.decode().split()]


# ---- The table in each library -------------------------------------------------------------------

Columns = dict[str, list[Any]]
Kinds = dict[str, str]


def of_numpy(layout: rowkey.Layout, kinds: Kinds, columns: Columns) -> list[bytes]:
    numpy = pytest.importorskip("numpy")
    types = {"u64": "u8", "i64": "i8", "text": None}
    arrays = {name: numpy.array(values, types[kinds[name]]) for name, values in columns.items()}
    return layout.encode(arrays).to_list()


def arrow_table(kinds: Kinds, columns: Columns) -> Any:
    pa = pytest.importorskip("pyarrow")
    types = {"u64": pa.uint64(), "i64": pa.int64(), "text": pa.utf8()}
    return pa.table({name: pa.array(values, types[kinds[name]]) for name, values in columns.items()})


def of_pyarrow(layout: rowkey.Layout, kinds: Kinds, columns: Columns) -> list[bytes]:
    table = arrow_table(kinds, columns)
    return layout.encode(table).to_list()


def of_pyarrow_chunks(layout: rowkey.Layout, kinds: Kinds, columns: Columns) -> list[bytes]:
    pa = pytest.importorskip("pyarrow")
    table = arrow_table(kinds, columns)
    large = pa.schema(
        [field.with_type(pa.large_utf8()) if field.type == pa.utf8() else field for field in table.schema]
    )
    chunks = pa.concat_tables([table[:7], table[7:7], table[7:]]).cast(large)
    return layout.encode(chunks, threads=2).to_list()


def of_pandas(layout: rowkey.Layout, kinds: Kinds, columns: Columns) -> list[bytes]:
    pytest.importorskip("pandas")
    return layout.encode(arrow_table(kinds, columns).to_pandas()).to_list()


def polars_frame(kinds: Kinds, columns: Columns) -> Any:
    pl = pytest.importorskip("polars")
    types = {"u64": pl.UInt64, "i64": pl.Int64, "text": pl.String}
    return pl.DataFrame(columns, schema={name: types[kinds[name]] for name in columns})


def of_polars(layout: rowkey.Layout, kinds: Kinds, columns: Columns) -> list[bytes]:
    return layout.encode(polars_frame(kinds, columns)).to_list()


def of_polars_expression(layout: rowkey.Layout, kinds: Kinds, columns: Columns) -> list[bytes]:
    keys: list[bytes] = polars_frame(kinds, columns).select(rowkey.polars.encode(layout, *columns))["key"].to_list()
    return keys


def of_duckdb(layout: rowkey.Layout, kinds: Kinds, columns: Columns) -> list[bytes]:
    duckdb = pytest.importorskip("duckdb")
    records = arrow_table(kinds, columns)
    assert len(records) == ROWS
    return layout.encode(duckdb.sql("select * from records")).to_list()


LIBRARIES: list[Callable[[rowkey.Layout, Kinds, Columns], list[bytes]]] = [
    of_numpy, of_pyarrow, of_pyarrow_chunks, of_pandas, of_polars, of_polars_expression, of_duckdb,
]  # fmt: skip


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library.__name__)
@pytest.mark.parametrize("name", NAMED)
def test_the_keys_of_the_tool(name: str, library: Any, tool: str) -> None:
    kinds, columns, _ = table_of(name)
    named, expected = rowkey.named(name), keys_of_tool(name, tool)
    assert library(named, kinds, columns) == expected
    assert library(rowkey.Layout(named.template), kinds, columns) == expected  # of the types of the data
