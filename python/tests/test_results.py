"""Results are values: they compare, hash, are pickled and copied, and libraries take them as they are."""

from __future__ import annotations

import copy
import gc
import html.parser
import pickle
import weakref
from typing import Any

import pytest

import rowkey
from rowkey import _chunked

pa = pytest.importorskip("pyarrow")
np = pytest.importorskip("numpy")

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)
LAYOUT = rowkey.Layout("{md5(host) % 10:01d}{null_first(ts):u8}{coalesce(ts, 0):i64}|{host}")
TABLE = pa.table({"host": ["web-1", "web-2\0", "a<b>"], "ts": [17, None, 2**40]})
TYPES = {
    "t": "time(ns)", "d": "decimal(2)", "f": "f64", "e": "f32", "u": "u64", "b": "bool", "x": "bytes(3)", "y": "bytes",
    "i": "uuid",
}  # fmt: skip
MANY = rowkey.Layout("{t:i64}{d:i64}{f:f64}{e:f32}{u:u64}{b:u8}{x}{i}{y}", TYPES)
MANY_ROWS = [
    {"t": 1, "d": "1.50", "f": 0.5, "e": 0.25, "u": 2**64 - 1, "b": b, "x": b"a\0\0", "i": "00" * 16, "y": b"\0" * n}
    for n, b in enumerate([True, False, True] * 3)
]


def results() -> dict[str, Any]:
    chunks = pa.Table.from_batches(TABLE.to_batches() * 3)
    keys = LAYOUT.encode(chunks)
    splits = rowkey.Splits([b"3", b"7"])
    fixed = rowkey.Layout("{id:u64}", {"id": "u64"})
    arrow = pa.schema([
        ("t", pa.timestamp("ns")), ("d", pa.decimal128(19, 2)), ("f", pa.float64()), ("e", pa.float32()),
        ("u", pa.uint64()), ("b", pa.bool_()), ("x", pa.binary(3)), ("i", pa.binary(16)), ("y", pa.binary_view()),
    ])  # fmt: skip
    sketch = rowkey.Sketch()
    sketch.add(keys)
    return {
        "keys": keys,
        "keys of one width": fixed.encode({"id": [0, 256, 1]}),
        "keys as binary": LAYOUT.encode(TABLE, format="binary"),
        "keys as views": LAYOUT.encode({"host": ["x" * 40, "y", "z" * 3000], "ts": [1, 2, 3]}, format="binary_view"),
        "no keys": LAYOUT.encode(TABLE.slice(0, 0)),
        "records": LAYOUT.decode(keys),
        "records of many types": MANY.decode(MANY.encode(MANY_ROWS)),
        "records of Arrow's types": MANY.decode(MANY.encode(MANY_ROWS), arrow),
        "regions": splits.route(keys),
        "regions with nulls": splits.route(pa.array([b"1", None, b"9"])),
        "layout": LAYOUT,
        "named layout": rowkey.named("phoenix-salted", buckets=8),
        "splits": splits,
        "ranges": LAYOUT.ranges(host="web-1", ts=(17, 18)),
        "cut ranges": fixed.ranges(id=(0, 10), splits=fixed.splits(4)),
        "explanation": LAYOUT.explain(),
        "simulation": rowkey.simulate(fixed, {"id": range(100)}, regions=4),
        "advice": rowkey.advise({"id": range(100)}, "id = ?", regions=4, seconds=0.05),
        "sketch": sketch,
    }


RESULTS = results()
NOT_COMPARED = {"advice", "sketch"}


def state_of(result: Any) -> Any:
    """What tells whether two results are the same; where they compare, they do."""
    if isinstance(result, rowkey.Advice):
        return list(result), result.notes, result.recommended
    return result.to_bytes() if isinstance(result, rowkey.Sketch) else result


@pytest.mark.parametrize("name", RESULTS)
def test_pickle_and_copy(name: str) -> None:
    result = RESULTS[name]
    copies = [pickle.loads(pickle.dumps(result, protocol)) for protocol in PROTOCOLS]
    buffers: list[pickle.PickleBuffer] = []
    stream = pickle.dumps(result, 5, buffer_callback=buffers.append)
    copies.append(pickle.loads(stream, buffers=[bytes(buffer) for buffer in buffers]))
    copies.append(pickle.loads(stream, buffers=[bytearray(buffer) for buffer in buffers]))
    copies += [copy.copy(result), copy.deepcopy(result), copy.deepcopy([result])[0]]
    for other in copies:
        assert type(other) is type(result)
        assert state_of(other) == state_of(result)
        if isinstance(result, _chunked.Chunked):
            assert pa.chunked_array(other).equals(pa.chunked_array(result))
            assert repr(other) == repr(result)
            pa.chunked_array(other).validate(full=True)
        if type(result).__hash__ is not None and name not in NOT_COMPARED:
            assert hash(other) == hash(result)
            assert {result: 1}[other] == 1
    if isinstance(result, _chunked.Chunked) and len(result) > 3:
        assert buffers  # the large ones are not in the stream


def test_large_buffers_stay_out_of_the_stream() -> None:
    keys = rowkey.Layout("{id:u64}", {"id": "u64"}).encode({"id": np.arange(100_000, dtype="u8")})
    buffers: list[pickle.PickleBuffer] = []
    assert len(pickle.dumps(keys, 5, buffer_callback=buffers.append)) < 1000
    assert sum(len(buffer.raw()) for buffer in buffers) == 800_000
    assert len(pickle.dumps(keys, 5)) < 801_000


def test_what_was_pickled_is_checked() -> None:
    restore, (kind, schema, states) = LAYOUT.encode(TABLE).__reduce_ex__(2)
    rows, offset, buffers, children = states[0]
    for bad in (
        (rows + 1, offset, buffers, children), (-1, offset, buffers, children), (rows, offset, buffers[:2], children),
        (rows, offset, [buffers[0], buffers[1][:-1], buffers[2]], children), (rows, offset, buffers, [states[0]]),
        (rows, 2**62, buffers, children), (2**63 - 1, offset, buffers, children), (rows, offset, [None] * 3, children),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="pickled array"):
            restore(kind, schema, [bad])


@pytest.mark.parametrize("name", RESULTS)
def test_weak_references(name: str) -> None:
    other = pickle.loads(pickle.dumps(RESULTS[name]))
    reference = weakref.ref(other)
    assert reference() is other
    del other
    gc.collect()
    assert reference() is None


@pytest.mark.parametrize("name", [name for name in RESULTS if name != "sketch" and "layout" not in name])
def test_notebooks(name: str) -> None:
    found: list[str] = []

    class Parser(html.parser.HTMLParser):
        def handle_starttag(self, tag: str, attrs: Any) -> None:
            assert not attrs
            found.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert found[-1 - found[::-1].index(tag)] == tag

    shown = RESULTS[name]._repr_html_()
    Parser(convert_charrefs=True).feed(shown)
    assert "table" in found
    assert "td" in found or name == "no keys"
    assert set(found) <= {"table", "thead", "tbody", "tr", "th", "td", "p", "pre", "code"}
    assert "a<b>" not in shown


def test_values_compare() -> None:
    text, columns = "{id % 10:02d}{id}", {"id": "u64"}
    same = [rowkey.Layout(text, columns), rowkey.Layout(text.encode(), {"id": "u64"})]
    assert len(set(same)) == 1
    others = {*same, rowkey.Layout(text, {"id": "i64"}), rowkey.Layout(text), rowkey.Layout("{id}", columns)}
    assert len(others) == 4
    assert rowkey.named("finra") == rowkey.Layout("@finra") != rowkey.Layout("{id}")
    assert same[0] != "{id}"
    ranges = [same[0].ranges(id=(1, end)) for end in (5, 5, 6)]
    assert ranges[0] == ranges[1] != ranges[2]
    assert len(set(ranges)) == 2
    assert ranges[0] != list(ranges[0])
    assert len({rowkey.Splits([b"a"]), rowkey.Splits((b"a",)), rowkey.Splits([b"b"])}) == 2


def test_numpy_loses_nothing() -> None:
    fixed = RESULTS["keys of one width"]
    for keys in (fixed, RESULTS["keys"], RESULTS["no keys"], RESULTS["keys as views"]):
        array = np.asarray(keys)
        assert array.dtype == object
        assert array.tolist() == list(array) == keys.to_list()
        assert array.shape == (len(keys),)
        assert np.array(keys, dtype=object).tolist() == keys.to_list()
    assert np.asarray(fixed, dtype="V8").tolist() == fixed.to_list()
    regions = np.asarray(RESULTS["regions"])
    assert regions.dtype == np.uint32
    assert regions.tolist() == RESULTS["regions"].to_list()
    assert regions.flags.writeable
    assert np.asarray(RESULTS["regions"], dtype="i8").dtype == np.int64
    assert np.asarray(RESULTS["regions with nulls"]).tolist() == [0, None, 2]
    assert np.asarray(RESULTS["records"]).tolist() == RESULTS["records"].to_list()
    if int(np.__version__.partition(".")[0]) >= 2:
        for name in ("keys", "regions"):
            with pytest.raises(ValueError, match="copy"):
                np.asarray(RESULTS[name], copy=False)


CHUNKED = [name for name, result in RESULTS.items() if isinstance(result, _chunked.Chunked)]


@pytest.fixture
def no_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any) -> None:
        raise AssertionError(arguments)

    for method in ("__iter__", "__getitem__", "to_list", "to_pylist", "__reversed__"):
        monkeypatch.setattr(_chunked.Chunked, method, refuse)


@pytest.mark.parametrize("name", CHUNKED)
@pytest.mark.usefixtures("no_walk")
def test_pyarrow_takes_them_without_a_walk(name: str) -> None:
    result = RESULTS[name]
    chunked = pa.chunked_array(result)
    array = pa.array(result)
    assert array.type == chunked.type
    assert len(array) == len(result)
    assert isinstance(array, pa.Array) == (chunked.num_chunks == 1)
    if pa.types.is_struct(chunked.type):
        assert pa.table(result).num_rows == len(result)
    else:
        kind = pa.int64() if name.startswith("regions") else pa.large_binary()
        assert pa.array(result, kind).type == kind


@pytest.mark.parametrize("name", CHUNKED)
@pytest.mark.usefixtures("no_walk")
def test_polars_takes_them_without_a_walk(name: str) -> None:
    pl = pytest.importorskip("polars")
    result = RESULTS[name]
    series = pl.Series("x", result)
    assert len(series) == len(result)
    if name.startswith("regions"):
        assert series.dtype == pl.UInt32
    if name.startswith("records"):
        assert pl.DataFrame(result).height == len(result)
        assert pl.DataFrame(result).columns == result.columns
    assert pl.DataFrame({"x": result}).height == len(result)


def test_they_are_sequences() -> None:
    keys = RESULTS["keys"]
    values = keys.to_list()
    assert list(keys) == list(reversed(list(reversed(keys)))) == values
    assert values[1] in keys
    assert b"none" not in keys
    for value in values:
        assert keys.index(value) == values.index(value)
        assert keys.count(value) == values.count(value) == 3
        assert keys.index(value, 3) == values.index(value, 3)
    for arguments in ((b"none",), (values[0], 1, 2), (values[0], 7)):
        with pytest.raises(ValueError, match="is not among the keys"):
            keys.index(*arguments)
