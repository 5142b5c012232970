"""Expressions of Polars give the keys that key() gives, in whatever way Polars runs them."""

from __future__ import annotations

import datetime
import decimal
import doctest
import os
import pickle
import struct
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rowkey

pl = pytest.importorskip("polars")

LAYOUT = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")
VERSION = tuple(map(int, pl.__version__.split(".")[:2]))


def frame(rows: int) -> Any:
    return pl.DataFrame({"ts": range(rows), "host": [f"web-{i % 97}" * (1 + i % 4) for i in range(rows)]})


def keys_of(df: Any) -> list[bytes]:
    return [LAYOUT.key(**row) for row in df.select("host", "ts").iter_rows(named=True)]


OPTIMIZATIONS: list[dict[str, Any]] = (
    [
        {"engine": engine, "optimizations": opt}
        for engine in ("in-memory", "streaming")
        for opt in (pl.QueryOptFlags(), pl.QueryOptFlags.none())
    ]
    if VERSION >= (2, 0)
    else [{}, {"predicate_pushdown": False}]
)


def test_as_typed() -> None:
    df = frame(1000)
    assert df.with_columns(key=rowkey.polars.encode(LAYOUT, "host", "ts"))["key"].to_list() == keys_of(df)


def test_examples() -> None:
    results = doctest.testmod(rowkey.polars)
    assert results.attempted > 0
    assert results.failed == 0


def test_it_is_a_column_of_binary() -> None:
    found = frame(3).select(rowkey.polars.encode(LAYOUT, "host", "ts"))
    assert found.schema == {"key": pl.Binary}


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_lazily(engine: str) -> None:
    df = frame(300_000)
    query = df.lazy().with_columns(key=rowkey.polars.encode(LAYOUT, "host", "ts"))
    found = query.collect(engine=engine) if VERSION >= (1, 25) else query.collect(streaming=engine == "streaming")
    assert found["key"].to_list() == keys_of(df)
    assert query.filter(pl.col("ts") == 17).collect()["key"].to_list() == keys_of(df[17:18])


@pytest.mark.skipif(VERSION < (2, 0), reason="Polars 1.3 runs no expression of a plugin within groups")
def test_over_groups() -> None:
    df = frame(400)
    found = df.select(rowkey.polars.encode(LAYOUT, "host", "ts").over("host"))
    assert found["key"].to_list() == keys_of(df)
    latest = df.select(rowkey.polars.encode(LAYOUT, host="host", ts=pl.max("ts").over("host")))
    assert latest["key"].to_list() == keys_of(df.with_columns(pl.max("ts").over("host")))
    groups = df.group_by("host", maintain_order=True).agg(rowkey.polars.encode(LAYOUT, "host", "ts").first())
    assert groups["key"].to_list() == keys_of(df.unique("host", keep="first", maintain_order=True))


def test_in_a_condition() -> None:
    """Within then(), Polars makes the values of other rows null: the layout or the expression says what they become."""
    df = frame(100)
    even = pl.col("ts") % 2 == 0
    expected = [key if i % 2 == 0 else None for i, key in enumerate(keys_of(df))]
    key = rowkey.polars.encode(LAYOUT, pl.col("host").fill_null(""), pl.col("ts").fill_null(0))
    assert df.select(pl.when(even).then(key).otherwise(None).alias("key"))["key"].to_list() == expected
    before = df.with_columns(key=rowkey.polars.encode(LAYOUT, "host", "ts"))
    assert before.select(pl.when(even).then("key"))["key"].to_list() == expected


def test_of_expressions() -> None:
    df = frame(50)
    found = df.select(rowkey.polars.encode(LAYOUT, host=pl.col("host").str.to_uppercase(), ts=pl.col("ts") + 1))
    assert found["key"].to_list() == keys_of(df.select(pl.col("host").str.to_uppercase(), pl.col("ts") + 1))
    assert df.select(rowkey.polars.encode(LAYOUT, pl.col("ts") + 1, "host"))["key"].to_list() == keys_of(
        df.with_columns(pl.col("ts") + 1)
    )


@pytest.mark.parametrize("dtype", ["Categorical", "Enum", "String"])
def test_one_value_for_all_rows(dtype: str) -> None:
    df = frame(100)
    kind = pl.Enum(["web-0", "web-7"]) if dtype == "Enum" else getattr(pl, dtype)
    found = df.select(rowkey.polars.encode(LAYOUT, host=pl.lit("web-7").cast(kind), ts="ts"))
    assert found["key"].to_list() == [LAYOUT.key(host="web-7", ts=i) for i in range(100)]
    one = df.select(rowkey.polars.encode(LAYOUT, host=pl.col("host").first(), ts=pl.col("ts").max()))
    assert one["key"].to_list() == [LAYOUT.key(host="web-0", ts=99)]
    null = rowkey.Layout('{ts:u64}{coalesce(host, "?")}')
    found = df.select(rowkey.polars.encode(null, host=pl.lit(None, pl.String).cast(kind), ts="ts"))
    assert found["key"].to_list() == [struct.pack(">Q", i) + b"?" for i in range(100)]


@pytest.mark.parametrize("dtype", ["Categorical", "Enum"])
def test_dictionaries(dtype: str) -> None:
    df = frame(1000)
    kind = pl.Categorical if dtype == "Categorical" else pl.Enum(df["host"].unique().to_list())
    coded = df.with_columns(pl.col("host").cast(kind))
    assert coded.select(rowkey.polars.encode(LAYOUT, "host", "ts"))["key"].to_list() == keys_of(df)
    part = coded[311:555]
    assert part.select(rowkey.polars.encode(LAYOUT, "host", "ts"))["key"].to_list() == keys_of(df[311:555])


TIME = datetime.datetime(2024, 3, 1, 12, 30, tzinfo=datetime.timezone.utc)
TYPES: list[tuple[Any, Any, list[Any], str]] = [
    *((t, "{coalesce(x, 0):i64}", [0, 1, 100, None], "i64") for t in ("Int8", "Int16", "Int32", "Int64")),
    *((t, "{coalesce(x, 0):u64}", [0, 1, 100, None], "u64") for t in ("UInt8", "UInt16", "UInt32", "UInt64")),
    ("Float64", "{x:f64}", [0.5, -1.5], "f64"),
    ("Float32", "{x:f32}", [0.5, -1.5], "f32"),
    ("Boolean", "{coalesce(x, 0):u8}", [True, False, None], "bool"),
    ("String", '{coalesce(x, "")}', ["", "a", "longer than a view holds", None], "text"),
    ("Binary", '{coalesce(x, "")}', [b"", b"\0", b"longer than a view holds", None], "bytes"),
    ("Date", "{coalesce(x, 0):i64}", [datetime.date(1969, 12, 31), datetime.date(2024, 2, 29), None], "time(s)"),
    (pl.Datetime("ms", "UTC"), "{coalesce(x, 0):i64}", [TIME, None], "time(ms)"),
    (pl.Datetime("us", "UTC"), "{coalesce(x, 0):i64}", [TIME, None], "time(us)"),
    (pl.Datetime("ns", "UTC"), "{coalesce(x, 0):i64}", [TIME, None], "time(ns)"),
    (
        pl.Decimal(18, 2),
        "{coalesce(x, 0):i64}",
        [decimal.Decimal("-1.25"), decimal.Decimal("3.00"), None],
        "decimal(2)",
    ),
]


@given(data=st.data())
@pytest.mark.parametrize(("dtype", "template", "values", "kind"), TYPES, ids=[str(row[0]) for row in TYPES])
def test_types(dtype: Any, template: str, values: list[Any], kind: str, data: st.DataObject) -> None:
    dtype = getattr(pl, dtype) if isinstance(dtype, str) else dtype
    rows = data.draw(st.lists(st.sampled_from(values), max_size=40))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(rows)), max_size=3)))
    pieces = [rows[a:b] for a, b in zip([0, *cuts], [*cuts, len(rows)], strict=True)]
    series = pl.concat([pl.Series("x", piece, dtype=dtype) for piece in pieces], rechunk=data.draw(st.booleans()))
    start = data.draw(st.integers(0, len(rows)))
    df = pl.DataFrame([series]).with_columns(i=pl.int_range(pl.len(), dtype=pl.UInt32))[start:]
    expected = rowkey.Layout("{i:u32}" + template, columns={"i": "u64", "x": kind})
    layout = expected if kind.startswith(("time", "decimal")) else rowkey.Layout(expected.template)
    found = df.select(rowkey.polars.encode(layout, "i", "x"))["key"].to_list()
    assert found == [expected.key(i=i, x=rows[i]) for i in range(start, len(rows))]


def test_columns_in_different_chunks() -> None:
    df = frame(1000)
    host = pl.concat([df["host"][:10], df["host"][10:10], df["host"][10:777], df["host"][777:]], rechunk=False)
    ts = pl.concat([df["ts"][:500], df["ts"][500:]], rechunk=False)
    found = pl.DataFrame([host, ts]).select(rowkey.polars.encode(LAYOUT, "host", "ts"))
    assert found["key"].to_list() == keys_of(df)


def test_no_rows() -> None:
    found = frame(5)[:0].select(rowkey.polars.encode(LAYOUT, "host", "ts"))
    assert found.schema == {"key": pl.Binary}
    assert found.height == 0
    assert frame(5)[:0].select(rowkey.polars.encode(LAYOUT, host=pl.lit("x"), ts="ts")).height == 0


def test_types_that_the_layout_names() -> None:
    layout = rowkey.Layout("{ts:u64}{id}", columns={"ts": "time(ms)", "id": "bytes(2)"})
    df = pl.DataFrame({"ts": [1, 2], "id": [b"ab", b"cd"]})
    assert df.select(rowkey.polars.encode(layout, "ts", "id"))["key"].to_list() == [
        layout.key(ts=1, id=b"ab"),
        layout.key(ts=2, id=b"cd"),
    ]
    with pytest.raises(pl.exceptions.ComputeError, match="2"):
        df.select(rowkey.polars.encode(layout, ts="ts", id=pl.lit(b"abc")))


def test_named_layouts() -> None:
    layout = rowkey.named("phoenix-salted", buckets=16)
    df = pl.DataFrame({"id": [-1, 1, 2**40]})
    assert df.select(rowkey.polars.encode(layout, "id"))["key"].to_list() == [layout.key(id=i) for i in df["id"]]


def test_random_counts_the_rows_of_the_frame() -> None:
    layout = rowkey.Layout("{random() % 1000:03d}{id:010d}", columns={"id": "i64"})
    df = pl.DataFrame({"id": range(250_000)})
    query = df.lazy().select(rowkey.polars.encode(layout, "id", seed=7))
    found = query.collect(engine="streaming") if VERSION >= (1, 25) else query.collect()
    assert found["key"].to_list() == layout.encode({"id": range(250_000)}, seed=7).to_list()


def test_errors_of_rows() -> None:
    df = pl.DataFrame({"host": ["a", None], "ts": [1, 2]})
    with pytest.raises(pl.exceptions.ComputeError, match=r"row 1 of the batch: .*host"):
        df.select(rowkey.polars.encode(LAYOUT, "host", "ts", errors="raise"))
    chunks = pl.concat([df[:1], df[:1], df], rechunk=False)
    with pytest.raises(pl.exceptions.ComputeError, match="row 3 of the batch"):
        chunks.select(rowkey.polars.encode(LAYOUT, "host", "ts", errors="raise"))
    with pytest.raises(pl.exceptions.ComputeError, match="row 0 of the batch"):
        df.select(rowkey.polars.encode(LAYOUT, host=pl.lit("a"), ts=pl.col("ts") - 5))
    with pytest.raises(pl.exceptions.ComputeError, match="row 0 of the batch"):
        df.select(rowkey.polars.encode(LAYOUT, host=pl.lit(None), ts="ts", errors="raise"))
    assert df[:1].select(rowkey.polars.encode(LAYOUT, "host", "ts", errors="raise")).height == 1
    with pytest.raises(ValueError, match="errors='ignore'"):
        rowkey.polars.encode(LAYOUT, "host", "ts", errors="ignore")


KEY_1 = LAYOUT.key(host="a", ts=1)


def test_null_in_null_out() -> None:
    df = pl.DataFrame({"host": ["a", None, "a", None], "ts": [1, 2, None, -1]})
    chunks = pl.concat([df[:1], df[1:3], df, df[:0]], rechunk=False)
    propagated = rowkey.polars.encode(LAYOUT, "host", "ts")
    assert df.select(propagated)["key"].to_list() == [KEY_1, None, None, None]
    assert chunks.select(propagated)["key"].to_list() == [KEY_1, None, None, KEY_1, None, None, None]
    assert df.select(rowkey.polars.encode(LAYOUT, host=pl.lit(None), ts="ts"))["key"].to_list() == [None] * 4
    bad = pl.DataFrame({"host": ["a", "a", None], "ts": [-1, 1, 1]})
    nulled = rowkey.polars.encode(LAYOUT, "host", "ts", errors="null")
    assert bad.select(nulled)["key"].to_list() == [None, KEY_1, None]
    with pytest.raises(pl.exceptions.ComputeError, match=r"row 0 of the batch: .*ts = -1"):
        bad.select(propagated)


def test_several_columns_as_one_argument() -> None:
    df = frame(10)
    for columns in (pl.col("host", "ts"), pl.col(["ts", "host"])):
        assert df.select(rowkey.polars.encode(LAYOUT, columns))["key"].to_list() == keys_of(df)
    other = df.with_columns(other=pl.lit([1]))
    for columns in (pl.all(), pl.selectors.matches("host|ts"), pl.col("^(host|ts)$"), pl.exclude("x")):
        assert other.select(rowkey.polars.encode(LAYOUT, columns))["key"].to_list() == keys_of(df)
    mixed = rowkey.polars.encode(LAYOUT, pl.selectors.string(), ts=pl.col("other").list.first() + 1)
    assert other.lazy().select(mixed).collect()["key"].to_list() == keys_of(df.with_columns(ts=pl.lit(2)))
    with pytest.raises(pl.exceptions.PolarsError, match="ts"):
        df.select(rowkey.polars.encode(LAYOUT, pl.col("host", "ts"), "ts"))


@pytest.mark.parametrize("errors", ["propagate", "null"])
@pytest.mark.parametrize("statistics", [True, False])
@pytest.mark.parametrize("nulls", [0, 3, 100, 1000])
def test_filters_of_files(tmp_path: Any, errors: Any, statistics: bool, nulls: int) -> None:
    """In every order of filters, with what the optimiser does and without, rows are those of a frame in memory.

    Row groups have 100 rows, so that statistics skip some of them; some have one value only, or only nulls.
    """
    df = frame(1000).with_columns(host=pl.col("host").sort())
    if nulls > 0:
        df = df.with_columns(host=pl.when((pl.int_range(pl.len()) // 10) % 100 >= nulls // 10).then("host"))
    df.write_parquet(tmp_path / "t.parquet", row_group_size=100, statistics=statistics)
    keyed = df.with_columns(key=pl.Series("key", LAYOUT.encode(df, errors=errors).to_list(), dtype=pl.Binary))
    key = rowkey.polars.encode(LAYOUT, "host", "ts", errors=errors)
    wanted = next((k for k in reversed(keyed["key"].to_list()) if k is not None), KEY_1)
    conditions = {
        "=": (key == wanted, pl.col("key") == wanted),
        ">=": (key >= wanted, pl.col("key") >= wanted),
        "null": (key.is_null(), pl.col("key").is_null()),
        "in": (key.is_in([wanted, KEY_1]), pl.col("key").is_in([wanted, KEY_1])),
        "ne": (key.ne_missing(wanted), pl.col("key").ne_missing(wanted)),
    }
    others = [pl.lit(True), pl.col("ts") >= 100, pl.col("host").is_not_null(), pl.col("host") > "web-3"]
    for condition, plain in conditions.values():
        for other in others:
            expected = keyed.filter(plain & other).select("ts", "host")
            scan = pl.scan_parquet(tmp_path / "t.parquet")
            queries = [
                scan.filter(condition).filter(other),
                scan.filter(other).filter(condition),
                scan.filter(other & condition),
                scan.with_columns(key=key).filter(plain).filter(other),
                scan.filter(other).with_columns(key=key).filter(plain),
            ]
            for query in queries:
                for options in OPTIMIZATIONS:
                    found = query.select("ts", "host").collect(**options)
                    assert found.sort("ts").equals(expected.sort("ts")), query.explain()


def test_errors_are_known_before_a_row_is_read() -> None:
    lazy = frame(3).lazy()
    with pytest.raises(pl.exceptions.ComputeError, match=r"there is no column host(.|\n)*\^"):
        lazy.select(rowkey.polars.encode(LAYOUT, "ts")).collect_schema()
    with pytest.raises(pl.exceptions.ComputeError, match="host"):
        lazy.select(rowkey.polars.encode(LAYOUT, host=pl.col("host").str.split("-"), ts="ts")).collect_schema()


def test_arguments_that_are_wrong() -> None:
    with pytest.raises(ValueError, match="the same column"):
        rowkey.polars.encode(LAYOUT, "host", host="ts")
    with pytest.raises(TypeError, match="no columns"):
        rowkey.polars.encode(LAYOUT)
    with pytest.raises(ValueError, match="NUL"):
        rowkey.polars.encode(LAYOUT, "a\0b")
    with pytest.raises(AttributeError, match="nothing"):
        rowkey.nothing  # noqa: B018


def plugin(kwargs: dict[str, Any], *columns: str, function: str = "encode") -> Any:
    path = rowkey._rowkey.__file__
    return pl.plugins.register_plugin_function(
        plugin_path=path, function_name=function, args=columns or ["ts"], kwargs=kwargs, is_elementwise=True
    )


GOOD = struct.pack("<QIIII", 0, 1, 0xFFFFFFFF, 8, 1) + b"{ts:u64}" + b"ts\0"


def test_the_request_is_checked() -> None:
    assert frame(2).select(plugin({"request": GOOD})).height == 2
    large = struct.pack("<QIIII", 0, 1, 0xFFFFFFFF, 308, 1) + b"x" * 300 + b"{ts:u64}" + b"ts\0"
    assert frame(1).select(plugin({"request": large})).item() == b"x" * 300 + bytes(8)
    with pytest.raises(pl.exceptions.ComputeError, match=r"2 columns .expected 1"):
        frame(2).select(plugin({"request": GOOD}, "ts", "host"))
    wrong = [GOOD[:size] for size in range(len(GOOD))]
    wrong += [GOOD + b"x"]
    wrong += [struct.pack("<QIIII", 0, 1, *rest, 1) + GOOD[24:] for rest in ((7, 8), (0, 80))]
    for request in wrong:
        with pytest.raises(pl.exceptions.ComputeError, match="expected its functions"):
            frame(2).select(plugin({"request": request}))
    for kwargs in ({}, {"request": 17}, {"request": None}):
        with pytest.raises(pl.exceptions.ComputeError, match="expected its functions"):
            frame(2).select(plugin(kwargs))


@pytest.mark.parametrize("function", ["decode", "region", "ranges"])
def test_the_request_of_each_function_is_checked(function: str) -> None:
    template = struct.pack("<I", 4) + b"{ts}" if function == "region" else b"{ts:u64}"
    name = {"decode": 0xFFFFFFFF, "region": 0xFFFFFFFF, "ranges": 1}[function]
    columns = (0xFFFFFFFF, b"") if function == "region" else (1, b"ts\0u64\0")
    names = b"ts >=\0" if function == "ranges" else b""
    good = struct.pack("<QIIII", 0, name, columns[0], len(template), 1) + template + names + columns[1]
    df = frame(2).with_columns(key=pl.lit(b"\0" * 8))
    column = "ts" if function == "ranges" else "key"
    assert df.select(plugin({"request": good}, column, function=function)).height == 2
    for wrong in [*(good[:size] for size in range(len(good))), good + b"x", good.replace(b" >=", b"><=")]:
        if wrong != good:
            with pytest.raises(pl.exceptions.ComputeError, match="expected its functions"):
                df.select(plugin({"request": wrong}, column, function=function))
    with pytest.raises(pl.exceptions.ComputeError, match="expected"):
        df.select(plugin({"request": good}, column, "host", function=function))


def test_queries_can_be_pickled() -> None:
    df = frame(10)
    query = df.lazy().select(rowkey.polars.encode(LAYOUT, "host", "ts"))
    assert pickle.loads(pickle.dumps(query)).collect()["key"].to_list() == keys_of(df)


def test_many_layouts_in_turn() -> None:
    """More than the plugin keeps at rest."""
    df = frame(3)
    for turn in range(50):
        layout = rowkey.Layout(f"{turn % 20:02d}{{ts:u64}}")
        assert df.select(rowkey.polars.encode(layout, "ts"))["key"].to_list() == [layout.key(ts=i) for i in range(3)]


@pytest.mark.skipif("ROWKEY_TEST_SANITIZE" in os.environ, reason="AddressSanitizer keeps what is freed for some time")
def test_memory_is_given_back() -> None:
    program = """
import resource
import polars as pl, rowkey
layout = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")
splits = layout.splits(1000)
df = pl.DataFrame({"host": ["web-1"] * 20000, "ts": range(20000)})
bad = df.with_columns(host=pl.when(pl.col("ts") < 19999).then("host"))
def run(times):
    for _ in range(times):
        keys = df.select(rowkey.polars.encode(layout, "host", "ts"))
        keys.select(rowkey.polars.decode(layout, "key").alias("a"), rowkey.polars.region(splits, "key"))
        df.head(10).select(rowkey.polars.ranges(layout, host="host", ts=("ts", None)))
        try:
            df.head(10).select(rowkey.polars.ranges(layout, host="host", ts=("ts", "ts")))
        except pl.exceptions.ComputeError:
            pass
        try:
            bad.select(rowkey.polars.encode(layout, "host", "ts"))
        except pl.exceptions.ComputeError:
            pass
run(50)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
run(400)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    grown = int(subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout)
    assert grown < 100_000, f"{grown} KiB; 400 times the keys are 300,000 KiB"
