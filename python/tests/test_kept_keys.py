"""The keys of tests/kept_keys/keys.tsv, which never change: of single records and of tables, and back."""

from __future__ import annotations

import functools
import itertools
import pathlib
import re
from typing import Any, NamedTuple

import pytest

import rowkey

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "tests" / "kept_keys"
PLAIN = {"u64", "i64", "f64", "f32", "bytes"}


class Kept(NamedTuple):
    """A line of the file, which says what its fields hold."""

    layout: str
    columns: str
    record: str
    seed: int
    row: int
    key: bytes

    @property
    def kinds(self) -> dict[str, str]:
        """The columns as Python writes them, with text as bytes, which need not be UTF-8."""
        columns = self.columns.replace("uid(", f"uid({FOLDER}/")
        pairs = re.findall(r'(\w+):(\w+(?:\((?:"[^"]*"|[^")])*\))?)', columns)
        return {name: "bytes" if kind == "text" else kind for name, kind in pairs}

    @property
    def values(self) -> dict[str, Any]:
        """The record."""
        return dict(
            zip(self.kinds, map(value_of, self.kinds.values(), self.record.split(",")), strict=True),
        )


def value_of(kind: str, text: str) -> Any:
    if text == r"\N":
        return None
    value = re.sub(rb"\\x([0-9a-fA-F]{2})", lambda found: bytes.fromhex(found[1].decode()), text.encode())
    if kind in ("u64", "i64"):
        return int(value)
    if kind in ("f64", "f32"):
        return float(value)
    return value if kind == "bytes" else value.decode()


@functools.cache
def kept_keys() -> list[Kept]:
    with (FOLDER / "keys.tsv").open(encoding="ascii") as file:
        lines = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return [
        Kept(layout, columns, record, int(seed), int(row), bytes.fromhex(key))
        for layout, columns, record, seed, row, key in lines
    ]


@functools.cache
def layout_of(layout: str, columns: tuple[tuple[str, str], ...]) -> rowkey.Layout:
    return rowkey.Layout(layout, dict(columns))


def compiled(kept: Kept) -> rowkey.Layout:
    return layout_of(kept.layout, tuple(kept.kinds.items()))


def test_there_are_some() -> None:
    assert len(kept_keys()) > 1000


def test_keys_of_single_records() -> None:
    for kept in kept_keys():
        assert compiled(kept).key(kept.row, kept.seed, **kept.values) == kept.key, kept


def test_keys_of_tables() -> None:
    groups = itertools.groupby(kept_keys(), lambda kept: (kept.layout, kept.columns, kept.seed, kept.row))
    for (_, _, seed, row), lines in groups:
        group = list(lines)
        if "random()" in compiled(group[0]).template:
            group = group[:1]
        columns = {name: [kept.values[name] for kept in group] for name in group[0].kinds}
        keys = compiled(group[0]).encode(columns, first_row=row, seed=seed).to_list()
        assert keys == [kept.key for kept in group], group


def test_columns_come_back() -> None:
    recovered = 0
    for kept in kept_keys():
        layout, values = compiled(kept), kept.values
        back = layout.decode_key(kept.key)
        for name, value in back.items():
            if kept.kinds[name] in PLAIN and values[name] is not None:
                assert repr(value) == repr(values[name]), kept  # -0.0 is another number than 0.0
        # Of times, addresses and the like Python has types of its own, which make the key again.
        assert layout.key(kept.row, kept.seed, **{**values, **back}) == kept.key, kept
        recovered += len(back)
    assert recovered > 500


def test_named_layouts_have_columns_of_their_own() -> None:
    for kept in kept_keys():
        if kept.layout.startswith("@"):
            assert rowkey.Layout(kept.layout).key(kept.row, kept.seed, **kept.values) == kept.key, kept


@pytest.mark.parametrize("name", [named.name for named in rowkey.named_layouts()])
def test_every_named_layout_is_kept(name: str) -> None:
    assert any(re.match(rf"@{name}(\(|$)", kept.layout) for kept in kept_keys())
