"""Named layouts: the keys that the systems themselves make, and those of the command-line tool."""

from __future__ import annotations

import re
import subprocess

import pytest

import rowkey

NAMED = rowkey.named_layouts()


def values_of(named: rowkey.NamedLayout) -> dict[str, bytes | int]:
    """The record of the table, in the types of its columns."""
    texts = named.record.split(",", named.columns.count(","))
    record: dict[str, bytes | int] = {}
    for column, text in zip(named.columns.replace(",...", "").split(","), texts, strict=False):
        name, _, kind = column.partition(":")
        raw = re.sub(rb"\\x(..)", lambda found: bytes.fromhex(found[1].decode()), text.encode())
        record[name] = raw if kind == "text" else int(raw)
    return record


def layout_of(named: rowkey.NamedLayout) -> rowkey.Layout:
    return rowkey.named(named.name)


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.name)
def test_the_key_of_the_table(named: rowkey.NamedLayout) -> None:
    record = values_of(named)
    if "line" in named.pattern:
        record["line"] = named.record.encode()
    assert layout_of(named).key(0, **record).hex() == named.key


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.name)
def test_the_key_of_the_table_in_a_column(named: rowkey.NamedLayout) -> None:
    record = values_of(named)
    if "line" in named.pattern:
        record["line"] = named.record.encode()
    table = {name: [value] for name, value in record.items()}
    assert [key.hex() for key in layout_of(named).encode(table)] == [named.key]
    assert [key.hex() for key in rowkey.Layout(layout_of(named).template, layout_of(named).columns).encode(table)] == [
        named.key
    ]


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.name)
def test_the_key_of_the_tool(named: rowkey.NamedLayout, tool: str) -> None:
    record = values_of(named)
    if "line" in named.pattern:
        pytest.skip("the tool's command key has no line")
    values = [value if isinstance(value, bytes) else str(value).encode() for value in record.values()]
    if any(b"\0" in value for value in values):
        pytest.skip("an argument of a command holds no byte 0")
    columns = named.columns.replace(",...", "")
    command = [tool, "key", "--layout", f"@{named.name}", "--columns", columns, "--seed", "0", "--output", "hex"]
    done = subprocess.run([*command, "--", *values], capture_output=True, check=True)
    assert layout_of(named).key(0, **record).hex() == done.stdout.decode().strip()


def test_parameters() -> None:
    assert len(NAMED) > 40
    assert rowkey.named("opentsdb", buckets=8).template == rowkey.Layout("@opentsdb(buckets=8)").template
    assert rowkey.named("@gbif").template == rowkey.named("gbif").template
    assert rowkey.named("phoenix-salted").columns == {"id": "i64"}
    salted = next(named for named in NAMED if named.name == "phoenix-salted")
    assert salted.parameters[0].name == "buckets"
    assert salted.parameters[0].least <= salted.parameters[0].value <= salted.parameters[0].most
    with pytest.raises(rowkey.LayoutError, match="expected"):
        rowkey.named("phoenix-salted", buckets=10**9)
    with pytest.raises(rowkey.LayoutError):
        rowkey.named("phoenix")
