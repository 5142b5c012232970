"""What libraries mean by null, by chunks and by time: the traps of each, beside the cells of test_matrix.py."""

from __future__ import annotations

import datetime
import decimal
import ipaddress
import pathlib
import subprocess
import sys
import uuid
import warnings
from typing import Any

import pytest

import rowkey
from rowkey import _changed

np = pytest.importorskip("numpy")
pd = pytest.importorskip("pandas")

pytestmark = pytest.mark.filterwarnings("ignore::rowkey.ChangedKeysWarning")
COLUMNS = {
    "a": "i64",
    "t": "time(ms)",
    "d": "decimal(2)",
    "s": "text",
    "u": "uuid",
    "i": "ip",
    "c": "text",
    "b": "bool",
}
LAYOUT = rowkey.Layout(
    '{coalesce(a, -1)}|{coalesce(t, -1)}|{coalesce(d, -1)}|{coalesce(s, "-")}|{u:x}|{i:x}|{coalesce(c, "-")}|{b}',
    COLUMNS,
)
KEYS = [
    b"1|1709210096125|150|x|00112233445566778899aabbccddeeff|00000000000000000000ffff0a000001|p|1",
    b"-1|-1|-1|-|00112233445566778899aabbccddeeff|20010db8000000000000000000000001|-|0",
]


def frame(**others: Any) -> Any:
    """A table of the types that pandas has for these columns, the second row null where it can be."""
    time = datetime.datetime(2024, 2, 29, 12, 34, 56, 125000)
    addresses = [ipaddress.ip_address("10.0.0.1"), ipaddress.ip_address("2001:db8::1")]
    columns = {
        "a": pd.Series([1, None]), "t": pd.Series([time, None]),
        "d": pd.Series([decimal.Decimal("1.50"), None], dtype=object), "s": pd.Series(["x", None]),
        "u": pd.Series([uuid.UUID("00112233-4455-6677-8899-aabbccddeeff")] * 2, dtype=object),
        "i": pd.Series(addresses, dtype=object), "c": pd.Series(["p", None], dtype="category"),
        "b": pd.Series([True, False]),
    }  # fmt: skip
    return pd.DataFrame({**columns, **others})


FRAMES = {
    "plain": frame(),
    "masked": frame(a=pd.Series([1, None], dtype="Int64"), b=pd.Series([True, False], dtype="boolean")),
    "objects": frame(a=pd.Series([1, pd.NA], dtype=object), s=pd.Series(["x", float("nan")], dtype=object)),
    "missing": frame(d=pd.Series([decimal.Decimal("1.5"), float("nan")], dtype=object)),
    "string": frame(s=pd.Series(["x", pd.NA], dtype="string"), u=["00112233445566778899AABBCCDDEEFF"] * 2),
    "zone": frame(t=pd.to_datetime(pd.Series(["2024-02-29 13:34:56.125+01:00", None]), utc=True)),
    "seconds": frame(t=pd.Series(np.array(["2024-02-29T12:34:56.125", "NaT"], "M8[ms]"))),
    "index": frame().assign(b=[True, False]).set_index("a"),
}


@pytest.mark.parametrize("name", FRAMES)
def test_tables_of_pandas(name: str) -> None:
    assert LAYOUT.encode(FRAMES[name]).to_list() == KEYS
    if name != "index":
        assert LAYOUT.encode(dict(FRAMES[name].items())).to_list() == KEYS


NO_PYARROW = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "pyarrow":
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
sys.path.insert(0, "tests")
import test_carriers as test
for name in test.FRAMES:
    test.test_tables_of_pandas(name)
"""


def test_tables_of_pandas_without_pyarrow() -> None:
    program, folder = NO_PYARROW, pathlib.Path(__file__).resolve().parents[1]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stderr


def test_what_pyarrow_would_change() -> None:
    """It infers dates from the first value, and cuts nanoseconds off."""
    both = pd.Series([datetime.date(2024, 1, 1), datetime.datetime(2024, 1, 1, 5)], dtype=object)
    keys = rowkey.Layout("{a}", {"a": "time(s)"}).encode(pd.DataFrame({"a": both})).to_list()
    assert keys == [b"1704067200", b"1704085200"]
    times = pd.Series([pd.Timestamp(1704067200000000001)], dtype=object)
    assert rowkey.Layout("{a}", {"a": "time(ns)"}).encode(pd.DataFrame({"a": times}))[0] == b"1704067200000000001"
    with pytest.raises(TypeError, match="Period"):
        rowkey.Layout("{a}").encode(pd.DataFrame({"a": pd.period_range("2024-01", periods=2, freq="M")}))
    twice = pd.DataFrame([[1, 2]], columns=["a", "a"])
    with pytest.raises(ValueError, match="twice"):
        rowkey.Layout("{a}").encode(twice)


def test_masks_and_missing_texts_of_numpy() -> None:
    layout = rowkey.Layout("{coalesce(a, -1)}", {"a": "i64"})
    data = np.ma.array([7, 8, 9], mask=[False, True, False])
    assert layout.encode({"a": data}).to_list() == [b"7", b"-1", b"9"]
    assert layout.encode({"a": data[1:]}).to_list() == [b"-1", b"9"]
    assert layout.encode({"a": np.ma.array([7])}).to_list() == [b"7"]
    if hasattr(np, "dtypes") and hasattr(np.dtypes, "StringDType"):
        text = rowkey.Layout('{coalesce(a, "-")}')
        for missing in (None, float("nan"), pd.NA):
            values = np.array(["x", missing], np.dtypes.StringDType(na_object=missing))
            assert text.encode({"a": values}).to_list() == [b"x", b"-"]


def test_columns_of_nulls_alone() -> None:
    pa, pl = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    for kind in ("i64", "time(ms)", "decimal(2)", "bool"):
        layout = rowkey.Layout("{coalesce(a, 0)}", {"a": kind})
        for nulls in (
            [None, None],
            pa.nulls(2),
            pl.Series([None, None]),
            np.array([None, None]),
            pd.Series([None, None]),
        ):
            assert layout.encode({"a": nulls}).to_list() == [b"0", b"0"]


def test_times_of_numpy_do_not_wrap() -> None:
    layout = rowkey.Layout("{a}", {"a": "time(s)"})
    most = (2**63 - 1) // 86400
    assert layout.encode({"a": np.array([most, -most], "M8[D]")}).to_list() == [
        b"%d" % (most * 86400),
        b"-%d" % (most * 86400),
    ]
    for unit, count in (("D", most + 1), ("h", 2**62), ("m", -(2**62)), ("25s", 2**60)):
        with pytest.raises(rowkey.RowError) as caught:
            layout.encode({"a": np.array([0, count], f"M8[{unit}]")})
        assert (caught.value.row, caught.value.column) == (1, "a")
        with pytest.raises(rowkey.RowError):
            layout.key(a=np.datetime64(count, unit))
    assert layout.encode({"a": np.array([3, 4], "M8[10s]")}).to_list() == [b"30", b"40"]
    unaligned = np.frombuffer(b"\0" + np.array([1, 2], "i8").tobytes(), "i8", offset=1)
    assert rowkey.Layout("{a}").encode({"a": unaligned}).to_list() == [b"1", b"2"]


@pytest.mark.parametrize(
    "values",
    [np.zeros(2, "i4,i4"), np.zeros(2, "c16"), np.zeros(2, "m8[s]"), np.zeros(2, "M8[ps]"), np.zeros(2, "M8[M]")],
    ids=lambda values: str(values.dtype),
)
def test_what_numpy_has_and_no_layout_takes(values: Any) -> None:
    with pytest.raises(TypeError, match=r"column 'a': .*\(expected "):
        rowkey.Layout("{a}", {"a": "i64"}).encode({"a": values})


def test_columns_of_a_dict_in_chunks() -> None:
    pa, pl = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    layout = rowkey.Layout("{a}|{b}")
    a = pa.chunked_array([[1, 2], [], [3, 4, 5]], pa.int64())
    b = pl.concat([pl.Series(["v"]), pl.Series(["w", "x", "y"]), pl.Series(["z"])], rechunk=False)
    expected = [b"1|v", b"2|w", b"3|x", b"4|y", b"5|z"]
    for other in (b, list("vwxyz"), np.array(list("vwxyz")), pa.array(list("vwxyz")).dictionary_encode()):
        assert layout.encode({"a": a, "b": other}).to_list() == expected
        assert layout.encode({"a": a, "b": other}, threads=2).to_list() == expected
    none = pa.chunked_array([], pa.int64())
    assert layout.encode({"a": none, "b": pa.chunked_array([], pa.utf8())}).to_list() == []
    assert layout.encode({"a": none, "b": []}).to_list() == []
    with pytest.raises(ValueError, match="column 'b' has 5 rows, and 'a' has 0"):
        layout.encode({"a": none, "b": b})
    with pytest.raises(rowkey.RowError) as caught:
        rowkey.Layout("{a:02d}").encode({"a": pa.chunked_array([[1], [2, 300]])})
    assert caught.value.row == 2


def test_records_that_are_dicts() -> None:
    pa = pytest.importorskip("pyarrow")
    layout = rowkey.Layout('{coalesce(a, -1)}|{coalesce(b, "-")}')
    records = [{"a": 1, "b": "x", "more": object()}, {"b": "y"}, {"a": 3, "b": None}, {"b": "z", "a": 2**63 - 1}]
    keys = [b"1|x", b"-1|y", b"3|-", b"9223372036854775807|z"]
    for given in (records, tuple(records), iter(records), (record for record in records), map(dict, records)):
        assert layout.encode(given).to_list() == keys
    assert layout.encode(pa.table({"a": [1], "b": ["x"]}).to_pylist()).to_list() == [b"1|x"]
    assert layout.encode([]).to_list() == layout.encode(iter(())).to_list() == []
    assert layout.encode(layout.decode([b"5|c"]).to_list()).to_list() == [b"5|c"]
    declared = rowkey.Layout("{t}", {"t": "time(s)"})
    assert declared.encode([{"t": datetime.date(1970, 1, 2)}, {"t": "1970-01-01"}]).to_list() == [b"86400", b"0"]
    with pytest.raises(TypeError, match=r"record 1 is a tuple \(expected a dict"):
        layout.encode([records[0], (1, "x")])
    with pytest.raises(rowkey.LayoutError, match="b"):
        layout.encode([{"a": 1}, {"a": 2}])  # in none of them: more likely a slip
    with pytest.raises(rowkey.RowError) as caught:
        rowkey.Layout("{a:02d}").encode({"a": number} for number in (1, 2, 300))
    assert (caught.value.row, caught.value.column) == (2, "a")
    for data in (b"12", "12", 12, {1, 2}):
        with pytest.raises(TypeError, match="holds no records"):
            layout.encode(data)


@pytest.mark.parametrize("name", ["dict", "iterators", "frame", "table", "stream", "list", "generator"])
def test_simulations_read_data_for_each_layout(name: str) -> None:
    pa = pytest.importorskip("pyarrow")
    columns = {"a": list(range(200)), "b": list(range(1000, 1200))}
    table = pa.table(columns)
    carriers = {
        "dict": columns, "iterators": {name: iter(values) for name, values in columns.items()},
        "frame": pd.DataFrame(columns), "table": table, "stream": table.to_reader(), "list": table.to_pylist(),
        "generator": iter(table.to_pylist()),
    }  # fmt: skip
    layouts = [rowkey.Layout("{a % 10:02d}{a:u64}"), rowkey.Layout("{b % 10:02d}{b:u64}")]
    loads = rowkey.simulate(layouts, carriers[name], splits=rowkey.Splits([b"05"]))
    assert [load.counts for load in loads] == [[100, 100]] * 2


def test_simulations_of_one_template() -> None:
    layouts = [rowkey.Layout("{id % 10:02d}{id}", {"id": kind}) for kind in ("u64", "i64")]
    loads = rowkey.simulate([*layouts, layouts[0]], {"id": range(20)}, splits=rowkey.Splits([b"05"]))
    name = "{id % 10:02d}{id}"
    assert [load.layout for load in loads] == [f"{name} of id:u64", f"{name} of id:i64", f"{name} of id:u64"]
    assert [load.layout for load in rowkey.simulate(layouts[:1], {"id": range(20)}, regions=2)] == [name]


def test_changes_are_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pa = pytest.importorskip("pyarrow")
    monkeypatch.setattr(_changed, "_said", set())
    layout = rowkey.Layout("{p}|{h}", {"p": "decimal(2)", "h": "hex"})
    layout.encode({"p": [12], "h": ["6162"]})  # as 0.4 did
    layout.encode(pa.table({"p": pa.array([1], pa.decimal128(9, 2)), "h": [b"x"]}))
    tables = [
        pa.table({"p": [12], "h": [b"ab"]}),
        pa.table({"p": pa.array([12], pa.decimal128(9, 0)), "h": [b"ab"]}),
        pa.table({"p": pa.array([12], pa.decimal128(9, 2)), "h": ["6162"]}),
    ]
    for table, what in zip(tables, ("integers are whole", "decimals keep", "text is read as hex"), strict=True):
        with pytest.warns(rowkey.ChangedKeysWarning, match=what) as caught:
            assert layout.encode(table).to_list() == [b"1200|ab"]
        assert caught[0].filename == __file__
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            layout.encode(table)


def test_types_of_streams() -> None:
    pa = pytest.importorskip("pyarrow")
    reader = pa.table({"ts": pa.array([1], pa.timestamp("us"))}).to_reader()
    with pytest.raises(rowkey.LayoutError, match=r"Say columns=\{'ts': 'time\(us\)'\}"):
        rowkey.Layout("{ts}").encode(reader)
