"""Ranges, split points and explanations."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rowkey

SMALL = "{md5(a) % 7:u8}{a:u8}{b:02d}"


def lies_in(key: bytes, ranges: rowkey.Ranges) -> bool:
    return any(item.start <= key and (not item.stop or key < item.stop) for item in ranges)


@given(a=st.tuples(st.integers(0, 255), st.integers(0, 255)), b=st.lists(st.integers(0, 99), min_size=1))
def test_ranges_hold_the_rows_that_meet_the_conditions(a: tuple[int, int], b: list[int]) -> None:
    layout = rowkey.Layout(SMALL)
    if a[0] >= a[1]:
        with pytest.raises(rowkey.Error):
            layout.ranges(a=a, b=b)
        return
    ranges = layout.ranges(a=a, b=b, most=100_000)
    assert ranges.exact
    for value in range(max(0, a[0] - 2), min(256, a[1] + 2)):
        for other in {*b, 0, 50, 99}:
            wanted = a[0] <= value < a[1] and other in b
            assert lies_in(layout.key(a=value, b=other), ranges) == wanted


def test_conditions() -> None:
    layout = rowkey.Layout("{host}|{ts:u64}", {"host": "text", "ts": "time(ms)"})
    day = layout.ranges({"host": "web-1"}, ts=("2024-03-01", "2024-03-02"))
    assert len(day) == 1
    assert day[0].start == layout.key(host="web-1", ts="2024-03-01")
    assert lies_in(layout.key(host="web-1", ts="2024-03-01T23:59:59.999Z"), day)
    assert not lies_in(layout.key(host="web-1", ts="2024-03-02"), day)
    assert not day[0].is_key
    assert day[0].region is None
    assert layout.ranges(host="web-1", ts=("2024-03-01", None))[0].start == day[0].start
    assert layout.ranges(host="web-1", ts=(None, "2024-03-02"))[0].stop == day[0].stop
    assert layout.ranges()[0].start == b""
    key = layout.ranges(host="web-1", ts="2024-03-01")
    assert key[0].is_key
    assert key[0].start == day[0].start
    hashed = rowkey.Layout("{md5(host) % 10:d}|{host}|{ts:u64}").ranges(ts=(17, 18), host=["a", "b"])
    assert [item.is_key for item in hashed] == [True, True]
    assert repr(hashed).startswith("<Ranges: 2, [Range(start=b'")
    assert repr(hashed).endswith(")], exact>")
    every_salt = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}").ranges("ts < 18")
    assert repr(every_salt).startswith("<Ranges: 1000, [Range(start=b'000|'")
    assert repr(every_salt).endswith("), ...], filter by ts>")
    assert list(hashed)[1:] == list(hashed[1:])


def test_conditions_as_text() -> None:
    layout = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")
    ranges = layout.ranges(host="web-1", ts=(17, 18))
    assert [*layout.ranges("host = web-1, ts >= 17, ts < 18")] == [*ranges]
    assert [*layout.ranges("ts >= 17, ts < 18", host="web-1")] == [*ranges]
    assert [*layout.ranges('host in ("web-1")', ts=(17, 18))] == [*ranges]
    assert [*layout.ranges("")] == [*layout.ranges()]
    assert layout.ranges("host in (é, \udcff), ts = 17")[0].is_key
    typed = rowkey.Layout("{u}{ts:i64}", {"u": "uuid", "ts": "time(ms)"})
    key = typed.ranges('u = 123e4567-e89b-12d3-a456-426614174000, ts = "2024-03-01 12:30"')
    assert key[0].start == typed.key(u="123e4567-e89b-12d3-a456-426614174000", ts="2024-03-01T12:30:00Z")
    assert rowkey.Layout("{host}|{id:u8}").ranges("host begins we").filter == ()


@given(st.lists(st.tuples(st.sampled_from(["=", "<", "<=", ">", ">="]), st.integers(0, 255)), max_size=4))
def test_text_means_what_it_says(wanted: list[tuple[str, int]]) -> None:
    signs = {"=": int.__eq__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__}
    layout = rowkey.Layout("{md5(a) % 7:u8}{a:u8}")
    met = [a for a in range(256) if all(signs[sign](a, value) for sign, value in wanted)]
    text = ", ".join(f"a {sign} {value}" for sign, value in wanted)
    try:
        ranges = layout.ranges(text)
    except rowkey.Error:
        assert met == []
        return
    assert [a for a in range(256) if lies_in(layout.key(a=a), ranges)] == met


def test_conditions_on_nulls() -> None:
    layout = rowkey.Layout("{null_first(a):u8}{coalesce(a, 7):u8}", {"a": "u64"})
    assert [(item.start, item.is_key) for item in layout.ranges(a=None)] == [(layout.key(a=None), True)]
    assert [*layout.ranges("a is null")] == [*layout.ranges({"a": None})]
    assert [item.start for item in layout.ranges("a is not null")] == [b"\x01"]
    assert [item.start for item in layout.ranges(a=7)] == [layout.key(a=7)]
    with pytest.raises(rowkey.Error, match="no row meets all"):
        layout.ranges("a = 7", a=None)
    with pytest.raises(rowkey.Error, match="compares with null"):
        layout.ranges(a=[1, None])


@pytest.mark.parametrize(
    ("text", "message", "offset"),
    [
        ("idd = 1", "there is no column idd\nidd = 1\n^ expected id (the columns are id)", 0),
        ("id = x", "x is not a number of type i64: it has a byte that is not a digit\nid = x\n     ^ expected ", 5),
        ("id = 1 id = 2", "there is more text after the condition\nid = 1 id = 2\n       ^ expected ", 7),
        ("id begins 1", "begins is a comparison of text, and the column is of type i64\nid begins 1\n   ^", 3),
        ("\x00", "a condition begins with the name of a column\n?\n^ expected ", 0),
    ],
)
def test_wrong_conditions_as_text(text: str, message: str, offset: int) -> None:
    with pytest.raises(rowkey.ConditionError) as caught:
        rowkey.Layout("{id:010d}").ranges(text)
    assert str(caught.value).startswith(message)
    assert caught.value.offset == offset
    assert isinstance(caught.value, ValueError)
    assert pickle.loads(pickle.dumps(caught.value)).args == caught.value.args


def test_ranges_that_are_not_exact_name_the_columns_to_filter_by() -> None:
    layout = rowkey.Layout("{a:u8}{md5(b) % 10:d}", {"a": "u64", "b": "text"})
    ranges = layout.ranges(a=1, b="x")
    assert not ranges.exact
    assert ranges.filter == ("b",)
    with pytest.raises(rowkey.LayoutError):
        rowkey.Layout("{md5(id):x}").ranges(id=(1, 2**40))


def test_ranges_are_cut_at_split_points() -> None:
    layout = rowkey.Layout("{id:010d}")
    splits = rowkey.Splits([b"0000000005", b"0000000007"])
    ranges = layout.ranges(id=(0, 10), splits=splits)
    assert [item.region for item in ranges] == [0, 1, 2]
    assert [item.start for item in ranges][1:] == list(splits)
    assert len(layout.ranges(id=[1, 3, 5], most=1)) == 1


def test_wrong_conditions() -> None:
    layout = rowkey.Layout("{id:010d}")
    with pytest.raises(ValueError, match="no column 'ids'"):
        layout.ranges(id=1, ids=2)
    with pytest.raises(ValueError, match=r"expected \(low, high\)"):
        layout.ranges(id=(1, 2, 3))
    with pytest.raises(ValueError, match="both ends are open"):
        layout.ranges(id=(None, None))
    with pytest.raises(TypeError, match="column id: type i64 does not take bytes"):
        layout.ranges(id=[1, b"x"])
    with pytest.raises(rowkey.RowError, match='column id: "x" is not a number'):
        layout.ranges(id=[1, "x"])
    with pytest.raises(ValueError, match="most=-1"):
        layout.ranges(id=1, most=-1)
    with pytest.raises(TypeError, match="expected a text, a dict"):
        layout.ranges(b"id = 1")  # type: ignore[arg-type]
    with pytest.raises(rowkey.LayoutError, match=r"tests for null, which its keys do not show"):
        layout.ranges(id=None)
    with pytest.raises(TypeError, match="expected Splits"):
        layout.ranges(id=1, splits=[b"x"])  # type: ignore[arg-type]
    with pytest.raises(rowkey.Error):
        layout.ranges(id=[])


@given(st.integers(1, 300))
def test_split_points_share_the_keys(regions: int) -> None:
    layout = rowkey.Layout("{md5(id) % 1000000:07d}{id:010d}")
    splits = layout.splits(regions)
    assert len(splits) == regions - 1
    assert list(splits) == sorted(splits)
    shares = splits.shares(layout)
    assert len(shares) == regions
    assert all(share.share is not None and abs(share.share - 1 / regions) < 1e-5 for share in shares)


def test_splits_are_a_sequence() -> None:
    splits = rowkey.Splits([b"b", b"d", b"f"])
    assert repr(splits) == "Splits([b'b', b'd', b'f'])"
    assert repr(rowkey.Splits([b"%03d" % i for i in range(21)])) == "<Splits: 21 points, [b'000', b'001', b'002', ...]>"
    assert (len(splits), splits[0], splits[-1], splits[1:]) == (3, b"b", b"f", [b"d", b"f"])
    assert splits == rowkey.Splits(iter([b"b", b"d", b"f"]))
    assert splits != rowkey.Splits([])
    assert b"d" in splits
    assert pickle.loads(pickle.dumps(splits)) == splits
    assert hash(splits) == hash(rowkey.Splits(list(splits)))
    with pytest.raises(IndexError):
        splits[3]
    for points in ([b"b", b"a"], [b"a", b"a"], [b""]):
        with pytest.raises(ValueError, match="point"):
            rowkey.Splits(points)
    with pytest.raises(TypeError):
        rowkey.Splits([1 << 40])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="regions"):
        rowkey.Layout("{a:u8}").splits(300)


@given(st.lists(st.binary(min_size=1, max_size=4), unique=True), st.binary(max_size=5))
def test_the_region_of_a_key(points: list[bytes], key: bytes) -> None:
    assert rowkey.Splits(sorted(points)).region(key) == sum(point <= key for point in points)


def test_the_split_points_of_hbase() -> None:
    assert list(rowkey.Splits.hex(4)) == [b"40000000", b"80000000", b"c0000000"]
    assert list(rowkey.Splits.decimal(4)) == [b"25000000", b"50000000", b"75000000"]
    assert list(rowkey.Splits.uniform(2)) == [bytes.fromhex("8000000000000000")]
    layout = rowkey.Layout("{a:u8}")
    assert list(layout.splits(2).add(layout, 2)) == [b"\x40", b"\x80", b"\xc0"]


def test_explanations() -> None:
    explanation = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:~u64}").explain()
    assert explanation.sorted == (("ts", "descending"),)
    assert explanation.columns == {"host": "recovered", "ts": "recovered"}
    assert [field.source for field in explanation.fields] == [
        "{md5(host) % 1000:03d}", "|", "{host}", "|", "{ts:~u64}",
    ]  # fmt: skip
    assert explanation.fields[0].high == 999
    assert explanation.fields[1].literal == b"|"
    text = str(explanation)
    assert "keys with the same {md5(host) % 1000:03d}|{host}| sort by ts descending" in text
    assert "column    host is recovered from a key" in text
    ids = rowkey.Layout("{id % 1000:u16}{id:u64}").explain(stride=10)
    assert "stride-shares-factor" in [finding.id for finding in ids.warnings]
    assert rowkey.Layout("{id:u64}").explain().sorts_as_columns


@given(keys=st.lists(st.binary(max_size=4), max_size=60), regions=st.integers(1, 6))
def test_split_points_of_keys(keys: list[bytes], regions: int) -> None:
    """As sketch.h says: key floor(i * n / regions), or the next different one."""
    ordered = sorted(keys)
    expected: list[bytes] = []
    for i in range(1, regions):
        last = expected[-1] if expected else ordered[0] if ordered else b""
        more = [key for key in ordered[i * len(ordered) // regions :] if key > last]
        if not more:
            with pytest.raises(ValueError, match="regions"):
                rowkey.Splits.of_keys(keys, regions)
            return
        expected.append(more[0])
    assert list(rowkey.Splits.of_keys(keys, regions)) == expected


def test_split_points_of_keys_in_arrow() -> None:
    layout = rowkey.Layout("{id:05d}")
    keys = layout.encode({"id": list(range(1000))})
    assert rowkey.Splits.of_keys(keys, 4) == rowkey.Splits.of_keys(keys.to_list(), 4)
    assert list(rowkey.Splits.of_keys(keys, 4)) == [b"00250", b"00500", b"00750"]
    with pytest.raises(ValueError, match="regions=0"):
        rowkey.Splits.of_keys(keys, 0)
    with pytest.raises(TypeError):
        rowkey.Splits.of_keys(b"one key", 2)
    with pytest.raises(TypeError):
        rowkey.Splits.of_keys([b"a", None, b"b"], 2)
