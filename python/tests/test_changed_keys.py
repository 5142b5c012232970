"""What CHANGELOG.md says under Keys: which declaration makes the bytes of 0.4, where a declared type now has others.

The bytes of 0.4 follow from what it did: it took the digits of numbers, and the bytes of text.
"""

from __future__ import annotations

import decimal
import uuid
import warnings
from collections.abc import Callable
from typing import Any

import pytest

import rowkey

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
duckdb = pytest.importorskip("duckdb")

Carrier = Callable[[Any], Any]
"""What makes the records of one value, in column x."""


def _arrow(kind: Any) -> Carrier:
    return lambda value: pa.table({"x": pa.array([value], kind)})


def _pandas(kind: str) -> Carrier:
    return lambda value: pd.DataFrame({"x": pd.Series([value], dtype=kind)})


def _polars(kind: Any) -> Carrier:
    return lambda value: pl.DataFrame({"x": pl.Series([value]).cast(kind)})


def _duckdb(kind: str) -> Carrier:
    return lambda value: duckdb.sql(f"select '{value}'::{kind} as x")


# ---- Carriers, and the cells of each ----

INTEGERS: dict[str, Carrier] = {
    **{
        f"numpy {kind}": lambda value, kind=kind: {"x": np.array([value], kind)}
        for kind in ("int64", "int32", "uint64")
    },
    "pandas int64": _pandas("int64"),
    "pandas Int64": _pandas("Int64"),
    **{f"arrow {kind}": _arrow(getattr(pa, kind)()) for kind in ("int64", "int32", "uint64", "uint16")},
    "polars Int64": _polars(pl.Int64),
    "duckdb BIGINT": _duckdb("BIGINT"),
}
LISTS: dict[str, Carrier] = {
    "list": lambda value: {"x": [value]},
    "numpy object": lambda value: {"x": np.array([value], object)},
}
TEXTS: dict[str, Carrier] = {
    "pandas str": _pandas("str"),
    "pandas object": _pandas("object"),
    "pandas category": _pandas("category"),
    **{f"arrow {kind}": _arrow(getattr(pa, kind)()) for kind in ("utf8", "large_utf8")},
    "arrow dictionary": lambda value: pa.table({"x": pa.array([value]).dictionary_encode()}),
    "polars String": _polars(pl.String),
    "polars Categorical": _polars(pl.Categorical),
    "duckdb VARCHAR": _duckdb("VARCHAR"),
}
if hasattr(pa, "string_view"):  # pyarrow 16
    TEXTS["arrow string_view"] = _arrow(pa.string_view())


def _decimals(scale: int) -> dict[str, Carrier]:
    """The carriers of decimals with so many digits after the point."""
    found = {
        "arrow": _arrow(pa.decimal128(20, scale)),
        "polars": lambda value: pl.DataFrame({"x": pl.Series([value], dtype=pl.Decimal(20, scale))}),
        "duckdb": _duckdb(f"DECIMAL(18, {scale})"),
        "pandas object": lambda value: pd.DataFrame({"x": pd.Series([value.quantize(step)], dtype="object")}),
    }
    step = decimal.Decimal(1).scaleb(-scale)
    return {f"{name} scale {scale}": carrier for name, carrier in found.items()}


def _i64(number: int) -> bytes:
    return (number + (1 << 63)).to_bytes(8, "big")


def _u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


LONG_IP = "2001:db8:0:1::10"
IP_BYTES = bytes.fromhex("20010db8000000010000000000000010")
_D = decimal.Decimal
Cell = tuple[Carrier, Any, str, str, bytes, bytes, str]
"""Carrier, value, declared type, template, today's key, the key of 0.4, and the declaration that makes it."""
CELLS: dict[str, Cell] = {
    **{
        f"{name} in decimal(2)": (carrier, 12, "decimal(2)", "{x:i64}", _i64(1200), _i64(12), "i64")
        for name, carrier in INTEGERS.items()
    },
    **{
        f"{name}, {value} in decimal(2)": (
            carrier, _D(value), "decimal(2)", "{x:i64}",
            _i64(int(_D(value) * 100)), _i64(int(_D(value).scaleb(scale))), f"decimal({scale})",
        )
        for scale in (0, 1, 3, 9)
        for value in ("12", "12.5")
        if scale > 0 or value == "12"
        for name, carrier in _decimals(scale).items()
    },
    **{
        f"{name} in {kind}": (carrier, _D(12), kind, f"{{x:{kind}}}", write(12), write(1200), "decimal(2)")
        for kind, write in (("i64", _i64), ("u64", _u64))
        for name, carrier in _decimals(2).items()
    },
    **{
        f"{name} in {kind}": (carrier, text, kind, "{x}", today, text.encode(), declaration)
        for kind, text, today, declaration in (
            ("hex", "6162", b"ab", "text"),
            ("base64", "YWI=", b"ab", "text"),
            ("ip", LONG_IP, IP_BYTES, "bytes(16)"),
        )
        for name, carrier in TEXTS.items()
    },
}  # fmt: skip


@pytest.mark.parametrize("name", CELLS)
def test_the_bytes_of_0_4(name: str) -> None:
    """Both declarations make the bytes that the changelog says."""
    carrier, value, declared, template, today, before, declaration = CELLS[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rowkey.ChangedKeysWarning)
        for kind, key in ((declared, today), (declaration, before)):
            assert rowkey.Layout(template, columns={"x": kind}).encode(carrier(value)).to_list() == [key]


# ---- What 0.4 made keys of, and is refused ----

REFUSED: dict[str, tuple[Carrier, Any, str]] = {
    **{
        f"{name} in {kind}": (carrier, 1, kind)
        for kind in ("enum(a, b)", "uid({ids}, grow)")
        for name, carrier in (INTEGERS | LISTS).items()
    },
    **{
        f"{name} in {kind}": (carrier, _D(1), kind)
        for kind in ("bool", "enum(a, b)", "uid({ids}, grow)", "time(ms)", "epoch(ms)", "ipv4")
        for name, carrier in _decimals(0).items()
        if name.startswith("arrow")
    },
    **{f"{name} in f64": (carrier, _D("1.5"), "f64") for name, carrier in LISTS.items()},
    **{f"{name} float in decimal(2)": (carrier, 12.5, "decimal(2)") for name, carrier in LISTS.items()},
    "numpy float16 in decimal(2)": (lambda value: {"x": np.array([value], "f2")}, 12.5, "decimal(2)"),
    "pandas UUID in text": (_pandas("object"), uuid.UUID(int=7), "text"),
}
if hasattr(pa, "uuid"):  # pyarrow 18
    REFUSED["arrow uuid in text"] = (
        lambda value: pa.table({"x": pa.array([value.bytes], pa.uuid())}),
        uuid.UUID(int=7),
        "text",
    )


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str, tmp_path: Any) -> None:
    """No key comes of it, and the message names the column."""
    carrier, value, kind = REFUSED[name]
    layout = rowkey.Layout("{x}", columns={"x": kind.format(ids=tmp_path / "ids")})
    with pytest.raises((rowkey.Error, TypeError, ValueError), match="x"):
        layout.encode(carrier(value))
