"""Polars' expressions of records, regions and ranges give what the plain functions give, however Polars runs them."""

from __future__ import annotations

import datetime
import decimal
import itertools
import uuid
from typing import Any

import pytest

import rowkey

pl = pytest.importorskip("polars")
from test_polars import LAYOUT, OPTIMIZATIONS, VERSION, frame, keys_of  # noqa: E402

SPLITS = rowkey.Splits([b"25", b"5", b"75"])
POLICIES = ["raise", "propagate", "null"]
BINARY_RANGES = pl.List(pl.Struct({"start": pl.Binary, "stop": pl.Binary}))
TIME = datetime.datetime(2024, 3, 1, 12, 30, tzinfo=datetime.timezone.utc)

# ---- Records ----

VALUES: dict[str, list[Any]] = {
    "u64": [0, 2**64 - 1],
    "i64": [-(2**63), 7],
    "f64": [-1.5, 1e300],
    "f32": [-1.5, 0.25],
    "text": ["", "longer than a view holds"],
    "bytes": [b"", b"\xff\0 longer than a view holds"],
    "bytes(3)": [b"abc", b"\0\xff\0"],
    "time(s)": [TIME, 0],
    "time(ms)": [TIME, 1],
    "time(us)": [TIME, 1],
    "time(ns)": [TIME, 1],
    "decimal(2)": [decimal.Decimal("-1.25"), decimal.Decimal(7)],
    "bool": [True, False],
    "uuid": [uuid.UUID(int=1), uuid.UUID(int=2**128 - 1)],
    "ip": ["10.0.0.1", "2001:db8::1"],
    "ipv4": ["10.0.0.1", "255.255.255.255"],
    "enum(a,b)": ["a", "b"],
    "hex": ["00ff", ""],
}


@pytest.mark.parametrize("kind", VALUES)
def test_decode_gives_the_columns_of_the_plain_function(kind: str) -> None:
    layout = rowkey.Layout("{n:u32}{x}", columns={"n": "u64", "x": kind})
    keys = layout.encode({"n": [1, 2], "x": VALUES[kind]}).to_list()
    found = pl.DataFrame({"key": keys}).select(rowkey.polars.decode(layout, "key")).unnest("key")
    assert found.equals(pl.DataFrame(layout.decode(keys)))
    assert found.schema == pl.DataFrame(layout.decode(keys)).schema


TEXTS = ["web-1|00017", None, "|00001", "web-1|17", None, "a long name of a host|99999", "x"]
OF_TEXTS = rowkey.Layout("{host}|{ts:05d}", columns={"host": "text", "ts": "u64"})


def record_of(text: str | None) -> Any:
    """The record of a key, None for null and "bad" where the plain function refuses it."""
    try:
        return text and OF_TEXTS.decode_key(text.encode())
    except rowkey.RowError:
        return "bad"


@pytest.mark.parametrize("dtype", ["Binary", "String", "Categorical"])
@pytest.mark.parametrize("errors", ["raise", "propagate", "null"])
@pytest.mark.parametrize("chunks", [1, 3])
def test_null_and_bad_keys(dtype: str, errors: Any, chunks: int) -> None:
    df = pl.concat([pl.DataFrame({"key": TEXTS})] * chunks, rechunk=False)
    made = rowkey.polars.decode(OF_TEXTS, pl.col("key").cast(getattr(pl, dtype)), errors=errors)
    records = [record_of(text) for text in df["key"]]
    if errors != "null":
        refused = None if errors == "raise" else "bad"
        with pytest.raises(pl.exceptions.ComputeError, match=f"row {records.index(refused)} of the batch"):
            df.select(made)
        good = df.filter([record != "bad" and (record is not None or errors != "raise") for record in records])
        df, records = good, [record_of(text) for text in good["key"]]
    for part in (df, df[2:]):
        found = part.select(made)["key"]
        assert found.to_list() == [None if record == "bad" else record for record in records[-part.height :]]
        assert found.struct.field("host").to_list() == [record and record["host"] for record in found]
        assert part.lazy().select(made).collect()["key"].to_list() == found.to_list()


def test_errors_of_decode() -> None:
    df = pl.DataFrame({"key": ["a|00001"], "n": [1]})
    with pytest.raises(pl.exceptions.ComputeError, match="Arrow type int64"):
        df.lazy().select(rowkey.polars.decode(OF_TEXTS, "n")).collect_schema()
    with pytest.raises(pl.exceptions.ComputeError, match="no column"):
        df.lazy().select(rowkey.polars.decode(rowkey.Layout("{md5(x)}"), "key")).collect_schema()
    with pytest.raises(ValueError, match="errors='ignore'"):
        rowkey.polars.decode(OF_TEXTS, "key", errors="ignore")


# ---- Regions ----


@pytest.mark.parametrize("dtype", ["Binary", "String", "Categorical"])
@pytest.mark.parametrize("points", [[], [b"5"], [b"072", b"25", b"5", b"75", b"75\0\xff"]])
def test_regions(dtype: str, points: list[bytes]) -> None:
    splits = rowkey.Splits(points)
    keys = ["", "072", None, "25|", "7500", "a long key that no view holds", "5"]
    df = pl.DataFrame({"key": pl.Series(keys).cast(getattr(pl, dtype))})
    found = df.select(rowkey.polars.region(splits, "key"))
    assert found.schema == {"key": pl.UInt32}
    assert found["key"].to_list() == splits.route(pl.Series(keys)).to_list()
    assert found["key"].to_list() == [None if key is None else splits.region(key.encode()) for key in keys]


def test_regions_of_records() -> None:
    df = frame(1000)
    found = df.select(rowkey.polars.region(SPLITS, rowkey.polars.encode(LAYOUT, "host", "ts")))
    assert found["key"].to_list() == SPLITS.route(keys_of(df)).to_list()
    with pytest.raises(pl.exceptions.ComputeError, match="Arrow type int64"):
        df.select(rowkey.polars.region(SPLITS, "ts"))


@pytest.mark.parametrize("columns", ["a, b", "all", "matches"])
def test_several_columns_of_keys(columns: str) -> None:
    keys = keys_of(frame(9))
    df = pl.DataFrame({"a": keys, "b": keys[::-1]})
    chosen = {"a, b": pl.col("a", "b"), "all": pl.all(), "matches": pl.selectors.matches("a|b")}[columns]
    regions = df.select(rowkey.polars.region(SPLITS, chosen))
    records = df.select(rowkey.polars.decode(LAYOUT, chosen))
    for name in "ab":
        assert regions[name].to_list() == SPLITS.route(df[name]).to_list()
        assert records[name].to_list() == LAYOUT.decode(df[name]).to_list()


# ---- Ranges ----

OF_VALUES: list[tuple[str, Any, list[Any]]] = [
    *(("i64", dtype, [-5, 100]) for dtype in ("Int8", "Int16", "Int32", "Int64", pl.Decimal(9, 0), "Float64")),
    *(("u64", dtype, [5, 100]) for dtype in ("UInt8", "UInt16", "UInt32", "UInt64", "Int64")),
    ("f64", "Float64", [-1.5, 2.5]),
    ("f64", "Float32", [-1.5, 2.5]),
    ("f32", "Float32", [-1.5, 2.5]),
    ("text", "String", ["a", "longer than a view holds"]),
    ("text", "Categorical", ["a", "longer than a view holds"]),
    ("bytes", "Binary", [b"", b"\xff\0 longer than a view holds"]),
    ("bytes(3)", "Binary", [b"\0\0\xff", b"abc"]),
    ("time(s)", "Date", [datetime.date(1969, 12, 31), datetime.date(2024, 2, 29)]),
    *(("time(ms)", pl.Datetime(unit, "UTC"), [TIME, TIME.replace(year=2025)]) for unit in ("ms", "us", "ns")),
    ("time(ms)", "String", ["2024-03-01", "2024-03-01T12:30:00Z"]),
    ("decimal(2)", pl.Decimal(18, 2), [decimal.Decimal("-1.25"), decimal.Decimal("3.00")]),
    ("decimal(2)", pl.Decimal(18, 1), [decimal.Decimal("-1.5"), decimal.Decimal("3.0")]),
    ("bool", "Boolean", [False, True]),
    ("uuid", "String", [str(uuid.UUID(int=1)), str(uuid.UUID(int=2))]),
    ("ip", "String", ["10.0.0.1", "2001:db8::1"]),
]


def plain(found: rowkey.Ranges) -> list[dict[str, bytes]]:
    return [{"start": each.start, "stop": each.stop} for each in found]


@pytest.mark.parametrize(("kind", "dtype", "values"), OF_VALUES, ids=[f"{kind}-{t}" for kind, t, _ in OF_VALUES])
def test_ranges_of_values(kind: str, dtype: Any, values: list[Any]) -> None:
    layout = rowkey.Layout("{n:u32}{x}", columns={"n": "u64", "x": kind})
    dtype = getattr(pl, dtype) if isinstance(dtype, str) else dtype
    df = pl.DataFrame(
        {"n": [7] * 3, "x": pl.Series([*values, None], dtype=pl.String if dtype == pl.Categorical else dtype)}
    )
    df = df.with_columns(pl.col("x").cast(dtype))
    found = df.select(rowkey.polars.ranges(layout, n="n", x="x"))
    assert found.schema == {"ranges": BINARY_RANGES}
    assert found["ranges"].to_list() == [*(plain(layout.ranges(n=7, x=value)) for value in values), None]
    above = df[:1].select(rowkey.polars.ranges(layout, n=7, x=("x", None)))["ranges"].to_list()
    assert above == [plain(layout.ranges(n=7, x=(values[0], None)))]
    between = df[:1].select(rowkey.polars.ranges(layout, n=pl.lit(7), x=("x", pl.lit(values[1]).cast(dtype))))
    assert between["ranges"].to_list() == [plain(layout.ranges(n=7, x=tuple(values)))]


@pytest.mark.parametrize("rows", [0, 1, 1000, 10_000])
@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_ranges_of_rows(rows: int, engine: str) -> None:
    df = frame(rows).with_columns(to=pl.col("ts") + 5)
    query = df.lazy().select(rowkey.polars.ranges(LAYOUT, host="host", ts=("ts", "to")))
    found = query.collect(engine=engine) if VERSION >= (1, 25) else query.collect(streaming=engine == "streaming")
    expected = [plain(LAYOUT.ranges(host=host, ts=(ts, to))) for ts, host, to in df.iter_rows()]
    assert found["ranges"].to_list() == expected


def test_many_ranges_of_a_row() -> None:
    df = pl.DataFrame({"from": [3, 4], "to": [9, 5]})
    for most in (0, 4):
        found = df.select(rowkey.polars.ranges(LAYOUT, {"ts": ("from", "to")}, most=most))["ranges"].to_list()
        assert found == [plain(LAYOUT.ranges(ts=ends, most=most)) for ends in df.iter_rows()]
    one = rowkey.polars.ranges(LAYOUT, host=pl.lit("a"), ts=(1, 2))
    assert df.with_columns(one)["ranges"].to_list() == [plain(LAYOUT.ranges(host="a", ts=(1, 2)))] * 2


def test_errors_of_ranges() -> None:
    df = pl.DataFrame({"host": ["a", "a", None], "from": [1, 5, 1], "to": [2, 5, 2]})
    ends = ("from", "to")
    made = {errors: rowkey.polars.ranges(LAYOUT, host="host", ts=ends, errors=errors) for errors in POLICIES}
    assert df.select(made["null"])["ranges"].to_list() == [plain(LAYOUT.ranges(host="a", ts=(1, 2))), None, None]
    assert df[2:].select(made["propagate"])["ranges"].to_list() == [None]
    with pytest.raises(pl.exceptions.ComputeError, match=r"row 1 of the batch: .*ts"):
        df.select(made["propagate"])
    with pytest.raises(pl.exceptions.ComputeError, match=r"row 0 of the batch: .*null"):
        df[2:].select(made["raise"])
    for errors in POLICIES:
        with pytest.raises(pl.exceptions.ComputeError, match="the whole table"):
            df.select(rowkey.polars.ranges(rowkey.Layout("{md5(host)}{ts:u64}"), host=("host", None), errors=errors))
    with pytest.raises(pl.exceptions.ComputeError, match="nothing =: the layout has no such column"):
        df.lazy().select(rowkey.polars.ranges(LAYOUT, nothing="host")).collect_schema()
    with pytest.raises(pl.exceptions.ComputeError, match="host =: no column takes values of this type"):
        df.lazy().select(rowkey.polars.ranges(LAYOUT, host=pl.col("host").str.split("-"))).collect_schema()
    for wrong in (None, ["a"], {"a"}):
        with pytest.raises(TypeError, match="column 'host'"):
            rowkey.polars.ranges(LAYOUT, host=wrong)
    for wrong in ((1,), (1, 2, 3), (None, None)):
        with pytest.raises(ValueError, match="column 'ts'"):
            rowkey.polars.ranges(LAYOUT, ts=wrong)
    with pytest.raises(TypeError, match="no conditions"):
        rowkey.polars.ranges(LAYOUT)
    with pytest.raises(ValueError, match="most=-1"):
        rowkey.polars.ranges(LAYOUT, ts=1, most=-1)


# ---- Filters of files ----


def file_frame() -> Any:
    """Row groups of 100 rows, of which some have one value alone; keys and ids are longer than statistics keep."""
    number = pl.int_range(pl.len())
    df = frame(1000).with_columns(
        host=pl.col("host").sort(), id=pl.format("{}" * 100, *[(number // 250).cast(str)] * 100)
    )
    df = df.with_columns(id=pl.col("id").cast(pl.Binary), ts=pl.when(number < 200).then(5).otherwise("ts"))
    df = df.with_columns(less=pl.col("ts") // 2, host=pl.when(number < 200).then(pl.lit("web-1")).otherwise("host"))
    return df.with_columns(key=pl.Series(WIDE.encode(df).to_list(), dtype=pl.Binary))


WIDE = rowkey.Layout(
    "{ts - less:u64}{id}{host}", columns={"ts": "i64", "less": "i64", "id": "bytes(100)", "host": "text"}
)
BY_ID = rowkey.Layout("{id}{n:u8}", columns={"id": "bytes(100)", "n": "i64"})
ONE_KEY = WIDE.key(ts=5, less=2, id=b"0" * 100, host="web-1")
RECORDS = rowkey.Layout("{since:u64}{id}{host}", columns={"since": "u64", "id": "bytes(100)", "host": "text"})
CONDITIONS: dict[str, Any] = {
    "encode": lambda errors: rowkey.polars.encode(WIDE, "ts", "less", "id", "host", errors=errors) == ONE_KEY,
    "decode": lambda errors: rowkey.polars.decode(RECORDS, "key", errors=errors).struct.field("host") == "web-1",
    "region": lambda _: rowkey.polars.region(rowkey.Splits([b"\0" * 7 + b"\x04"]), "key") == 0,
    "ranges": lambda errors: (
        rowkey.polars.ranges(BY_ID, id="id", n=1, errors=errors).list.first().struct.field("start")
        == b"0" * 100 + b"\1"
    ),
}


@pytest.mark.parametrize("statistics", [True, False, "full"])
@pytest.mark.parametrize("errors", ["raise", "propagate", "null"])
@pytest.mark.parametrize("name", CONDITIONS)
def test_filters_of_files(tmp_path: Any, name: str, errors: Any, statistics: Any) -> None:
    """In every order of filters, rows are those of a frame in memory, and statistics raise for none."""
    df = file_frame()
    df.write_parquet(tmp_path / "t.parquet", row_group_size=100, statistics=statistics)
    condition = CONDITIONS[name](errors)
    chosen = df.select(condition).to_series()
    assert 0 < chosen.sum() < 1000
    scan = pl.scan_parquet(tmp_path / "t.parquet")
    for other in (pl.lit(True), pl.col("ts") >= 100, pl.col("host") > "web-3", pl.col("key") != ONE_KEY):
        expected = df.filter(chosen).filter(other)
        queries = [
            scan.filter(condition).filter(other),
            scan.filter(other).filter(condition),
            scan.filter(other & condition),
            scan.with_columns(chosen=condition).filter("chosen").filter(other).drop("chosen"),
            scan.filter(other).with_columns(chosen=condition).filter("chosen").drop("chosen"),
        ]
        for query, options in itertools.product(queries, OPTIMIZATIONS):
            assert query.collect(**options).sort("ts", "key").equals(expected.sort("ts", "key")), query.explain()


@pytest.mark.parametrize("name", ["encode", "decode", "ranges"])
def test_rows_that_other_filters_drop(tmp_path: Any, name: str) -> None:
    """A value that raises does not where a filter before drops its row, whatever the optimiser does."""
    bad = {"ts": 1, "less": 2, "id": b"short", "key": b"short"}
    df = file_frame().with_columns(
        pl.when(pl.col("ts") != 777).then(column).otherwise(pl.lit(value)).alias(column)
        for column, value in bad.items()
    )
    df.write_parquet(tmp_path / "t.parquet", row_group_size=100)
    good = pl.col("key") != b"short"
    condition = CONDITIONS[name]("propagate")
    with pytest.raises(pl.exceptions.ComputeError):
        df.select(condition)
    for options in OPTIMIZATIONS:
        found = pl.scan_parquet(tmp_path / "t.parquet").filter(good).filter(condition).collect(**options)
        assert found.sort("ts", "key").equals(df.filter(good).filter(condition).sort("ts", "key"))


def test_what_moves(tmp_path: Any) -> None:
    """Filters go into files past expressions that cannot raise, and past no others."""
    file_frame().write_parquet(tmp_path / "t.parquet")
    scan = pl.scan_parquet(tmp_path / "t.parquet")
    for name, errors in itertools.product(CONDITIONS, ["raise", "propagate", "null"]):
        plan = scan.with_columns(chosen=CONDITIONS[name](errors)).filter(pl.col("ts") > 1).explain()
        assert ("SELECTION" in plan) == (errors == "null" or name == "region"), plan
