"""Tables in, keys out, tables back: every type, slice, null and chunk as the key of one record has it."""

from __future__ import annotations

import datetime
import decimal
import gc
import pickle
import uuid
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rowkey
from rowkey._data import pieces_of

pa = pytest.importorskip("pyarrow")

UTC = datetime.timezone.utc
HOSTS = "{md5(host) % 1000:03d}|{host}|{ts:u64}"
I64 = st.integers(-(2**63), 2**63 - 1)
TIMES = st.datetimes(datetime.datetime(1, 1, 2), datetime.datetime(9999, 12, 30), timezones=st.just(UTC))
BYTES = st.binary(max_size=20)
TEXT = st.text(max_size=20)

# Arrow's type, its values, and the column type of the same values one by one.
TYPES: list[tuple[Any, Any, str]] = [
    *((getattr(pa, f"int{n}")(), st.integers(-(2 ** (n - 1)), 2 ** (n - 1) - 1), "i64") for n in (8, 16, 32, 64)),
    *((getattr(pa, f"uint{bits}")(), st.integers(0, 2**bits - 1), "u64") for bits in (8, 16, 32, 64)),
    (pa.float64(), st.floats(allow_nan=False), "f64"),
    (pa.float32(), st.floats(allow_nan=False, width=32), "f32"),
    (pa.bool_(), st.booleans(), "bool"),
    (pa.utf8(), TEXT, "text"),
    (pa.large_utf8(), TEXT, "text"),
    (pa.binary(), BYTES, "bytes"),
    (pa.large_binary(), BYTES, "bytes"),
    (pa.binary(5), st.binary(min_size=5, max_size=5), "bytes(5)"),
    (pa.dictionary(pa.int8(), pa.utf8()), st.sampled_from(["a", "bb", ""]), "text"),
    (pa.dictionary(pa.uint32(), pa.int64()), st.sampled_from([-1, 2**40]), "i64"),
    (pa.timestamp("s", "UTC"), TIMES.map(lambda time: time.replace(microsecond=0)), "time(s)"),
    (pa.timestamp("us", "UTC"), TIMES, "time(us)"),
    (pa.timestamp("ms"), TIMES.map(lambda time: time.replace(microsecond=5000, tzinfo=None)), "time(ms)"),
    (pa.date32(), st.dates(datetime.date(1, 1, 1)), "time(s)"),
    (pa.decimal128(18, 2), st.decimals(-(10**9), 10**9, places=2), "decimal(2)"),
]  # fmt: skip
if hasattr(pa, "string_view"):  # pyarrow 16
    TYPES += [(pa.string_view(), TEXT, "text"), (pa.binary_view(), BYTES, "bytes")]


def cut_up(data: st.DataObject, column: Any) -> Any:
    """The same values as slices of longer arrays, in chunks."""
    padded = pa.concat_arrays([column[:1], column, column[-1:]]) if len(column) else column
    whole = padded[1 : 1 + len(column)] if len(column) else padded
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=3)))
    return pa.chunked_array(
        [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)], type=column.type
    )


@pytest.mark.parametrize(
    ("kind", "values", "own"), TYPES, ids=lambda item: str(item) if isinstance(item, pa.DataType) else ""
)
@given(data=st.data())
def test_every_type(kind: Any, values: Any, own: str, data: st.DataObject) -> None:
    rows = data.draw(st.lists(values | st.none(), max_size=40))
    plain = rowkey.Layout("{a:esc}" if own in {"text", "bytes"} else "{a}", {"a": own})
    needs_types = own.startswith(("time", "decimal"))
    layout = plain if needs_types else rowkey.Layout(plain.template)
    numbers = cut_up(data, pa.array(range(len(rows)), pa.int64()))
    table = pa.table({"x": numbers, "a": cut_up(data, pa.array(rows, kind))})
    bad = [row for row, value in enumerate(rows) if value is None]
    if bad:
        for given_to in (plain, layout):
            with pytest.raises(rowkey.RowError) as caught:
                given_to.encode(table)
            assert (caught.value.row, caught.value.column) == (bad[0], "a")
        rows = [value for value in rows if value is not None]
        table = pa.table({"a": cut_up(data, pa.array(rows, kind))})
    expected = [plain.key(a=value) for value in rows]
    keys = layout.encode(table)
    assert keys.to_list() == list(keys) == [keys[i] for i in range(len(keys))] == expected
    assert layout.encode(table, threads=2) == keys
    assert pa.chunked_array(keys).to_pylist() == expected
    for name in ("binary", "large_binary"):
        assert layout.encode(table, format=name).to_list() == expected
    back = pa.table(layout.decode(keys, table.select(["a"]).schema))
    assert back["a"].to_pylist() == table["a"].to_pylist()


def table_of(rows: int) -> Any:
    return pa.table({"host": [f"web-{i % 97}" for i in range(rows)], "ts": pa.array(range(rows), pa.uint64())})


def producers(table: Any) -> dict[str, Any]:
    numpy = pytest.importorskip("numpy")
    return {
        "pyarrow": table,
        "batch": table.combine_chunks().to_batches()[0],
        "reader": table.to_reader(),
        "arrays": {name: table[name].combine_chunks() for name in table.column_names},
        "lists": {name: table[name].to_pylist() for name in table.column_names},
        "numpy": {"host": numpy.array(table["host"].to_pylist()), "ts": numpy.array(table["ts"])},
        "numpy objects": {
            "host": numpy.array(table["host"].to_pylist(), object),
            "ts": numpy.array(table["ts"], ">u8"),
        },
        "numpy strides": {"host": table["host"].to_pylist(), "ts": numpy.arange(2 * len(table), dtype="i4")[::2] // 2},
        "range": {"host": table["host"].to_pylist(), "ts": range(len(table))},
    }


@pytest.mark.parametrize(
    "name", ["pandas", "polars", "polars categorical", "duckdb", "duckdb enum", *producers(table_of(3))]
)
@pytest.mark.parametrize("named", [True, False])
def test_whatever_library_the_rows_come_from(name: str, named: bool) -> None:
    table = table_in_scope = table_of(5000)
    layout = rowkey.Layout(HOSTS, {"host": "text", "ts": "u64"} if named else None)
    expected = [layout.key(host=f"web-{i % 97}", ts=i) for i in range(5000)]
    if name == "pandas":
        pytest.importorskip("pandas")
        data = table.to_pandas()
    elif name.startswith("polars"):
        polars = pytest.importorskip("polars")
        data = polars.from_arrow(table)
        if name == "polars categorical":
            data = data.with_columns(polars.col("host").cast(polars.Categorical))
    elif name.startswith("duckdb"):
        duckdb = pytest.importorskip("duckdb")
        names = ", ".join(f"'web-{i}'" for i in range(97))
        cast = f"::enum({names})" if name == "duckdb enum" else ""
        data = duckdb.sql(f"select host{cast} as host, ts from table_in_scope order by ts")
    else:
        data = producers(table)[name]
    assert layout.encode(data).to_list() == expected
    del table_in_scope


UUID = "'00112233-4455-6677-8899-aabbccddeeff'::UUID"
IN_RELATIONS = [
    (UUID, "uuid", bytes.fromhex("00112233445566778899aabbccddeeff")),
    (UUID, None, "column order is UUID, which DuckDB hands over as text (expected a column declared as uuid, or"),
    (UUID, "text", "column order is UUID"),
    (f"{UUID}::VARCHAR", "text", b"00112233-4455-6677-8899-aabbccddeeff"),
    ("'101'::BIT", None, "column order: no layout can use BIT (expected a cast, for example to VARCHAR)"),
    ("5::UHUGEINT", "u64", b"5"),
    ("340282366920938463463374607431768211455::UHUGEINT", "i64", "out of range"),
    ("DATE '1970-01-02'", "time(s)", b"86400"),
    *((f"'{sign}infinity'::{kind}", f"time({unit})", "column order: the value is infinity or -infinity (expected")
      for kind, unit in (("DATE", "s"), ("TIMESTAMP", "us"), ("TIMESTAMP_S", "s"), ("TIMESTAMP_MS", "ms"),
                         ("TIMESTAMP_NS", "ns"), ("TIMESTAMPTZ", "us"))
      for sign in ("", "-")),
]  # fmt: skip


@pytest.mark.parametrize(("value", "declared", "expected"), IN_RELATIONS)
def test_relations_of_duckdb(value: str, declared: str | None, expected: bytes | str) -> None:
    """What DuckDB's Arrow does not say of its types: the keys are those of SQL. duckdb/tests has every type."""
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()  # DuckDB 1.1 does not keep it for its relations
    relation = connection.sql(f"""select {value} as "order", '101'::BIT as other""")
    layout = rowkey.Layout("{order}", {"order": declared} if declared else None)
    if isinstance(expected, bytes):
        assert layout.encode(relation).to_list() == [expected]
        return
    with pytest.raises((rowkey.LayoutError, duckdb.Error)) as caught:
        layout.encode(relation)
    assert expected in str(caught.value)


def test_keys_go_into_other_libraries() -> None:
    layout = rowkey.Layout("{md5(id) % 1000000:07d}{id:010d}")
    keys = layout.encode({"id": range(10)})
    assert pa.chunked_array(keys).type == pa.binary(17)
    assert pa.chunked_array(layout.encode({"id": range(3)}, format="binary")).type == pa.binary()
    polars = pytest.importorskip("polars")
    assert polars.Series("key", keys).to_list() == keys.to_list()
    assert polars.DataFrame(layout.decode(keys)).to_dicts() == [{"id": i} for i in range(10)]
    pandas = pytest.importorskip("pandas")
    if hasattr(pandas.Series, "from_arrow"):  # pandas 3
        assert pandas.Series.from_arrow(keys).tolist() == keys.to_list()
    duckdb = pytest.importorskip("duckdb")
    records = pa.table(layout.decode(keys))
    assert duckdb.sql("select sum(id) from records").fetchall() == [(45,)]
    assert len(records) == 10


def test_keys_come_from_other_libraries() -> None:
    layout = rowkey.Layout(HOSTS)
    keys = layout.encode(table_of(100))
    expected = layout.decode(keys)
    assert expected[7] == {"host": "web-7", "ts": 7}
    assert expected.columns == ["host", "ts"]
    polars = pytest.importorskip("polars")
    splits = layout.splits(7)
    regions = splits.route(keys)
    for given_keys in (
        keys.to_list(),
        pa.chunked_array(keys),
        polars.Series(keys),
        pa.chunked_array(keys).cast(pa.binary()),
    ):
        assert layout.decode(given_keys) == expected
        assert splits.route(given_keys) == regions
    assert regions.to_list() == [splits.region(key) for key in keys]
    assert splits.route(pa.array([None, b"a"], pa.binary())).to_list()[0] is None
    assert pa.chunked_array(regions).type == pa.uint32()


def test_types_of_decoded_columns() -> None:
    columns = {"a": "time(ms)", "b": "uuid", "c": "decimal(2)", "d": "bool", "e": "bytes", "f": "f32", "g": "time(ns)"}
    layout = rowkey.Layout("{a:i64}{b}{c:i64}{d:u8}{e:esc}{f}{g:i64}", columns)
    record = {
        "a": datetime.datetime(2024, 3, 1, tzinfo=UTC), "b": uuid.UUID(int=5), "c": decimal.Decimal("1.50"), "d": True,
        "e": b"\xff", "f": 0.5, "g": 17,
    }  # fmt: skip
    key = layout.key(**record)
    assert layout.decode_key(key) == record
    decoded = layout.decode([key])
    assert decoded.to_list() == [{**record, "b": record["b"].bytes}]  # type: ignore[attr-defined]
    schema = pa.table(decoded).schema
    assert schema.field("a").type == pa.timestamp("ms", "UTC")
    assert schema.field("c").type == pa.decimal128(19, 2)
    assert layout.encode({name: [value] for name, value in record.items()}).to_list() == [key]
    assert rowkey.Layout(layout.template, schema).columns["c"] == "decimal(2)"
    assert rowkey.Layout(layout.template, schema).encode(pa.table(decoded)).to_list() == [key]
    with pytest.raises(rowkey.RowError, match="UTF-8"):
        rowkey.Layout("{a}").decode([b"\xff"])


DATE, TIME = datetime.date(2024, 2, 29), datetime.datetime(2024, 3, 1, 12, 30, tzinfo=UTC)
DECODED: dict[Any, list[Any]] = {
    **{getattr(pa, f"int{bits}")(): [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1, None] for bits in (8, 16, 32, 64)},
    **{getattr(pa, f"uint{bits}")(): [0, 2**bits - 1, None] for bits in (8, 16, 32, 64)},
    pa.float32(): [-1.5, 0.25, None],
    pa.float64(): [-1.5, 1e300, None],
    pa.bool_(): [True, False, None],
    **{kind: ["", "short", "longer than a view", None] for kind in (pa.utf8(), pa.large_utf8(), pa.string_view())},
    **{
        kind: [b"", b"\xff", b"longer than a view", None] for kind in (pa.binary(), pa.large_binary(), pa.binary_view())
    },
    pa.binary(3): [b"abc", b"\0\xff\0", None],
    pa.date32(): [DATE, datetime.date(1969, 12, 31), None],
    **{pa.timestamp(unit, "UTC"): [TIME, TIME.replace(year=1969), None] for unit in ("s", "ms", "us")},
    **{
        getattr(pa, f"decimal{bits}")(digits, 2): [decimal.Decimal("-1.25"), decimal.Decimal("7.00"), None]
        for bits, digits in ((32, 9), (64, 18), (128, 19))
        if hasattr(pa, f"decimal{bits}")  # pyarrow 19
    },
}


@pytest.mark.parametrize("kind", DECODED, ids=str)
def test_values_of_decoded_types(kind: Any) -> None:
    """Whatever type records are decoded into, their values are those of pyarrow."""
    rows = pa.table({"x": pa.array(DECODED[kind], kind)})
    texts = pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    other = '"x"' if texts or "binary" in str(kind) else "0.5" if pa.types.is_floating(kind) else "0"
    if kind == pa.binary(3):
        other = '"xxx"'
    layout = rowkey.Layout(f"{{null_first(x):u8}}{{coalesce(x, {other})}}", columns=rows.schema)
    records = layout.decode(layout.encode(rows), rows.schema)
    assert records.to_list() == rows.to_pylist()
    assert [*records] == [records[i] for i in range(len(records))] == rows.to_pylist()
    assert pickle.loads(pickle.dumps(records)).to_list() == rows.to_pylist()
    assert pa.table(records).schema.field("x").type == kind


def test_dates_that_python_does_not_have() -> None:
    days = pa.table({"x": pa.array([10**8, -(10**7), 2932896], pa.int32()).cast(pa.date32())})
    layout = rowkey.Layout("{x:i64}", columns=days.schema)
    found = layout.decode(layout.encode(days), days.schema).to_list()
    assert found == [{"x": 10**8}, {"x": -(10**7)}, {"x": datetime.date.max}]
    milliseconds = pa.table({"x": pa.array([86_400_000, -86_400_000]).cast(pa.date64())})
    layout = rowkey.Layout("{x:i64}", columns=milliseconds.schema)
    expected = [{"x": datetime.datetime(1970, 1, 2, tzinfo=UTC)}, {"x": datetime.datetime(1969, 12, 31, tzinfo=UTC)}]
    assert layout.decode(layout.encode(milliseconds), milliseconds.schema).to_list() == expected


def test_types_that_have_no_values_here() -> None:
    decimals = pa.array([decimal.Decimal("1.25")], pa.decimal256(40, 2))
    for array, name in ((pa.array([[1]]), "list"), (decimals, r"decimal256\(40, 2\)")):
        found = rowkey._rowkey.take_array(*array.__arrow_c_array__())
        with pytest.raises(TypeError, match=f"arrays of Arrow type {name} cannot be read as objects of Python"):
            found.to_list()


def test_nulls_and_empty_tables() -> None:
    layout = rowkey.Layout('{coalesce(host, "none")}|{ts:u64}')
    table = pa.table({"host": [None, "a"], "ts": [1, 2]})
    assert [key[:-8] for key in layout.encode(table)] == [b"none|", b"a|"]
    assert [key[:-8] for key in layout.encode({"host": [None, "a"], "ts": [1, 2]})] == [b"none|", b"a|"]
    empty = layout.encode(table[:0])
    assert (len(empty), empty.to_list(), list(empty)) == (0, [], [])
    assert len(layout.encode(pa.Table.from_batches([], table.schema))) == 0
    assert len(layout.decode(empty)) == 0
    assert len(layout.decode([])) == 0
    assert len(layout.encode({"host": [], "ts": []})) == 0
    numpy = pytest.importorskip("numpy")
    times = numpy.array(["2024-03-01", "NaT"], "datetime64[ms]")
    dates = rowkey.Layout("{year(ts):04d}", {"ts": "time(ms)"})
    assert dates.encode({"ts": times[:1]}).to_list() == [b"2024"]
    with pytest.raises(rowkey.RowError) as caught:
        dates.encode({"ts": times})
    assert caught.value.row == 1


def test_pieces_and_threads_count_rows_alike() -> None:
    layout = rowkey.Layout("{random() % 1000000:07d}{id:010d}")
    ids = pa.chunked_array([pa.array(range(600000)), pa.array(range(600000, 700000))])
    table = pa.table({"id": ids})
    keys = layout.encode(table, first_row=5, seed=9)
    assert keys == layout.encode(table, first_row=5, seed=9, threads=3)
    assert keys[650000] == layout.key(650005, 9, id=650000)
    bad = pa.table({"id": pa.concat_arrays([pa.array(range(600000)), pa.array([10**10])])})
    for threads in (1, 2):
        with pytest.raises(rowkey.RowError) as caught:
            layout.encode(bad, threads=threads)
        assert caught.value.row == 600000
        assert caught.value.column == "id"


@given(lengths=st.lists(st.integers(0, 5000), max_size=4), words=st.integers(1, 20), threads=st.integers(1, 5))
def test_pieces_are_all_of_the_rows(lengths: list[int], words: int, threads: int) -> None:
    pieces = list(pieces_of([range(length) for length in lengths], 64 * words, threads))  # type: ignore[misc]
    rows = [row for length in lengths for row in range(length)]
    assert [row for _, start, size, _ in pieces for row in range(start, start + size)] == rows
    position = 0
    for batch, start, size, first in pieces:
        assert 0 < size <= 64 * words
        assert first == position
        assert start % 64 == 0
        position += size
        if len(batch) > 64 * words and start + size < len(batch):  # all but the last are alike
            assert size == next(other[2] for other in pieces if other[0] is batch)


def test_columns_of_any_name() -> None:
    table = pa.table({"user-id": pa.array([7], pa.uint64()), "Adj Close": ["1.5"]})
    template = "{`user-id`:03d}|{`Adj Close`}"
    expected = [b"007|1.5"]
    assert list(rowkey.Layout(template).encode(table)) == expected
    layout = rowkey.Layout(template, columns={"user-id": "u64", "Adj Close": "text"})
    assert list(layout.encode(table)) == expected
    assert list(pickle.loads(pickle.dumps(layout)).encode(table)) == expected
    assert layout.ranges("`user-id` = 7").exact
    with pytest.raises(rowkey.LayoutError, match="this name in backquotes is not valid"):
        rowkey.Layout("{`user-id}")


def test_wrong_data() -> None:
    layout = rowkey.Layout(HOSTS)
    with pytest.raises(rowkey.LayoutError, match="no column"):
        layout.encode(pa.table({"host": ["a"]}))
    with pytest.raises(rowkey.LayoutError, match="column host: no layout can use Arrow type list "):
        layout.encode(pa.table({"host": [["a"]], "ts": [1]}))
    with pytest.raises(TypeError, match="holds no records"):
        layout.encode(5)
    with pytest.raises(ValueError, match="rows"):
        layout.encode({"host": ["a", "b"], "ts": [1]})
    with pytest.raises(TypeError, match="several types"):
        layout.encode({"host": ["a", 1], "ts": [1, 2]})
    with pytest.raises(ValueError, match="format"):
        layout.encode(table_of(1), format="text")
    with pytest.raises(ValueError, match="threads=0"):
        layout.encode(table_of(1), threads=0)
    with pytest.raises(rowkey.LayoutError, match=r"length|width"):
        layout.encode(table_of(2), format="fixed_size_binary")
    with pytest.raises(TypeError, match="one key"):
        layout.decode(b"key")
    with pytest.raises(rowkey.LayoutError):
        layout.decode(pa.array([1]))
    with pytest.raises(TypeError):
        layout.splits(3).route(pa.array([1]))
    with pytest.raises(rowkey.RowError) as caught:
        layout.decode([layout.key(host="a", ts=1), b"x"])
    assert caught.value.row == 1
    with pytest.raises(rowkey.RowError):
        layout.decode(pa.array([None], pa.binary()))


def test_a_producer_that_fails() -> None:
    def batches() -> Any:
        yield table_of(3).to_batches()[0]
        message = "the disk is gone"
        raise OSError(message)

    reader = pa.RecordBatchReader.from_batches(table_of(1).schema, batches())
    with pytest.raises((rowkey.Error, OSError), match="the disk is gone"):
        rowkey.Layout(HOSTS).encode(reader)


def test_arrays_outlive_what_made_them() -> None:
    keys = pa.chunked_array(rowkey.Layout(HOSTS).encode(table_of(1000)))
    records = pa.table(rowkey.Layout(HOSTS).decode(keys))
    host = records["host"]
    del records
    gc.collect()
    assert host[5].as_py() == "web-5"
    assert keys[5].as_py().endswith(b"\x05")


def test_arrow_memory_is_free_again() -> None:
    layout = rowkey.Layout(HOSTS)
    gc.collect()
    before = pa.total_allocated_bytes()
    table = table_of(1000)
    for _ in range(300):
        keys = layout.encode(table)
        pa.chunked_array(keys)
        pa.table(layout.decode(keys))
        with pytest.raises(rowkey.LayoutError):
            layout.encode(table.select(["ts"]))
    del table, keys
    gc.collect()
    assert pa.total_allocated_bytes() <= before


TYPES = [
    *[getattr(pa, name)() for name in ("null", "bool_", "month_day_nano_interval", "uuid", "bool8")],
    *[getattr(pa, f"{sign}int{bits}")() for sign in ("", "u") for bits in (8, 16, 32, 64)],
    *[getattr(pa, f"float{bits}")() for bits in (16, 32, 64)],
    *[getattr(pa, f"{size}{name}")() for name in ("string", "binary") for size in ("", "large_")],
    *[pa.string_view(), pa.binary_view(), pa.binary(5), pa.date32(), pa.date64()],
    *[kind(unit) for kind in (pa.timestamp, pa.duration) for unit in ("s", "ms", "us", "ns")],
    *[pa.time32("s"), pa.time32("ms"), pa.time64("us"), pa.time64("ns"), pa.timestamp("ms", "Europe/Berlin")],
    *[pa.decimal128(20, 3), pa.decimal128(9, -2), pa.decimal256(40, 4)],
    *[pa.list_(pa.int8()), pa.large_list(pa.int8()), pa.list_(pa.int8(), 3), pa.map_(pa.string(), pa.int8())],
    *[pa.struct([("x", pa.int8())]), pa.dictionary(pa.int8(), pa.string()), pa.run_end_encoded(pa.int32(), pa.int8())],
]


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_messages_name_types_as_pyarrow_does(kind: Any) -> None:
    """Wherever a type is refused: in records without and with declared columns, as keys, and to decode into."""
    schema = pa.schema([("a", kind)])
    text = rowkey.Layout("{a}")
    calls = [
        lambda: text.encode(schema.empty_table()),
        lambda: rowkey.Layout("{a}", {"a": "ipv4"}).encode(schema.empty_table()),
        lambda: rowkey.Layout("{a}", {"a": "time(s)"}).encode(schema.empty_table()),
        lambda: text.decode(pa.chunked_array([], kind)),
        lambda: text.decode([b"x"], schema),
        lambda: rowkey.Layout("{a:i64}", {"a": "time(ns)"}).decode([b"x" * 8], schema),
        lambda: rowkey.Layout("{a}", schema),
    ]
    name = str(getattr(kind, "storage_type", getattr(kind, "value_type", kind))).partition("<")[0]
    if pa.types.is_nested(kind) or pa.types.is_run_end_encoded(kind):
        name = str(kind).partition("<")[0]
    messages: list[str] = []
    for call in calls:
        try:
            call()
        except (rowkey.Error, TypeError) as error:
            messages.append(str(error))
    naming = [message for message in messages if "Arrow type" in message]
    assert [message for message in naming if f"Arrow type {name}" not in message] == []
    assert naming or "string" in name or "binary" in name  # which every column takes, or refuses by value


def test_simulations() -> None:
    ids = rowkey.Layout("{md5(id) % 1000000:07d}{id:010d}")
    simulation = rowkey.simulate([ids, rowkey.Layout("{id:010d}")], {"id": range(20000)}, regions=10)
    hashed, plain = simulation
    assert hashed.rows == sum(hashed.counts) == 20000
    assert hashed.active == 10
    assert plain.active == 1
    assert plain.lock_step > 0.8
    assert hashed.lock_step < 0.1
    assert len(hashed.cells) * hashed.column_windows == hashed.windows == 20
    assert str(simulation).splitlines()[0].startswith("layout")
    one = rowkey.simulate(ids, table_of(10).rename_columns(["x", "id"]).to_reader(), splits=rowkey.Splits([b"5"]))
    assert len(one[0].counts) == 2
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    assert len(simulation.plot().axes) == 2


def test_nulls_that_keys_mark_come_back() -> None:
    layout = rowkey.Layout("{null_first(ts):u8}{coalesce(ts, 0):i64}|{host}")
    records = [{"ts": None, "host": "a"}, {"ts": 0, "host": "b"}]
    assert [layout.decode_key(layout.key(**record)) for record in records] == records
    keys = layout.encode({"ts": [None, 0], "host": ["a", "b"]})
    assert keys.to_list() == [layout.key(**record) for record in records]
    assert layout.decode(keys).to_list() == records
