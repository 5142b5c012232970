"""Ranges, split points and regions: those of the command-line tool, and what they mean for rows."""

import json
import subprocess

import pytest
from conftest import TOOL, IS_1_2

TEMPLATE = "{md5(host) % 1000:03d}|{host}|{ts:u64}"
COLUMNS = "host:text,ts:time(s)"
CONDITIONS = [
    "host = web-1, ts >= 1970-01-01T00:10:00Z, ts < 1970-01-01T00:20:00Z",
    "host in (web-1, web-2)",
    "host = web-1",
    "host = web-3, ts = 1970-01-01T00:00:03Z",
    "ts < 1970-01-01T00:01:00Z, host in (web-0, web-4)",
]


def tool(*arguments):
    return subprocess.run([TOOL, *arguments], capture_output=True, check=True).stdout.decode()


@pytest.fixture
def keyed(database):
    make = f"rowkey_encode('{TEMPLATE}', [{{host: 'web-' || i % 7, ts: make_timestamp(i * 1000000)::TIMESTAMP_S}}])"
    database.rows(f"create table t as select 'web-' || i % 7 as host, i as ts, {make} as made from range(5000) r(i)")
    return database


@pytest.mark.parametrize("where", CONDITIONS)
def test_ranges(keyed, where):
    ranges = keyed.rows(f"select * from rowkey_ranges('{TEMPLATE}', '{where}', columns := '{COLUMNS}')")
    expected = json.loads(
        tool("ranges", "--layout", TEMPLATE, "--columns", COLUMNS, "--where", where, "--output", "json")
    )
    assert [(start.hex(), (stop or b"").hex()) for start, stop, *_ in ranges] == [
        (each["start_hex"], each["stop_hex"]) for each in expected["ranges"]
    ]
    assert {is_exact for *_, is_exact in ranges} == {True}


@pytest.mark.parametrize(
    ("where", "condition"),
    [
        (CONDITIONS[0], "host = 'web-1' and ts >= 600 and ts < 1200"),
        (CONDITIONS[1], "host in ('web-1', 'web-2')"),
        (CONDITIONS[3], "host = 'web-3' and ts = 3"),
        (CONDITIONS[4], "host in ('web-0', 'web-4') and ts < 60"),
    ],
)
def test_rows_of_ranges(keyed, where, condition):
    """A join with exact ranges finds the rows that the conditions mean, no more and no fewer."""
    ranges = f"rowkey_ranges('{TEMPLATE}', '{where}', columns := '{COLUMNS}') r"
    found = f"select t.host, t.ts from t join {ranges} on made >= r.start and (r.stop is null or made < r.stop)"
    wanted = f"select host, ts from t where {condition}"
    assert sorted(keyed.rows(found)) == sorted(keyed.rows(wanted)) != []


def test_open_ranges(database):
    ((start, stop, is_key, is_exact),) = database.rows("select * from rowkey_ranges('{ts:u64}', 'ts >= 5')")
    assert (start, stop, is_key, is_exact) == ((5).to_bytes(8, "big"), None, False, True)
    ((start, stop, is_key, is_exact),) = database.rows("select * from rowkey_ranges('{ts:u64}', 'ts = 5')")
    assert (start, is_key, is_exact) == ((5).to_bytes(8, "big"), True, True) and stop > start
    many = database.rows("select * from rowkey_ranges('{md5(id) % 10000:04d}{ts:u64}', 'ts = 5')")
    assert len(many) == 10000 and many == sorted(many)


@pytest.mark.parametrize("regions", [1, 2, 7, 3000])
def test_splits(database, regions):
    points = [point for (point,) in database.rows("select * from rowkey_splits('{md5(id) % 100000:05d}{id}', ?)", regions)]
    lines = tool("splits", "--layout", "{md5(id) % 100000:05d}{id}", "--columns", "id:i64", "--regions", str(regions))
    assert [point.decode() for point in points] == lines.split()


def test_regions(keyed):
    keyed.rows(f"create table points as select point from rowkey_splits('{TEMPLATE}', 16)")
    region = "rowkey_region(made, (select list(point order by point) from points))"
    counted = "(select count(*) from points where point <= made)"
    assert keyed.value(f"select count(*) from t where {region} = {counted}") == 5000
    assert keyed.value(f"select typeof({region}) from t limit 1") == "UINTEGER"


def test_regions_of_lists_that_differ(database):
    points = "case i % 3 when 0 then ['b'::BLOB] when 1 then ['a'::BLOB, 'b'::BLOB] end"
    found = database.rows(f"select rowkey_region('b'::BLOB, {points}) from range(3000) r(i)")
    assert found == [(1,), (2,), (None,)] * 1000
    assert database.rows("select rowkey_region(NULL, ['b'::BLOB]), rowkey_region('b'::BLOB, [])") == [(None, 0)]
    if not IS_1_2:  # which cannot hand this list over
        assert "point 0 is NULL" in database.error("select rowkey_region('b'::BLOB, [NULL])")


@pytest.mark.parametrize(
    "points",
    [
        "list_slice(['a'::BLOB, 'b'::BLOB, encode(i::VARCHAR)], 1, 2)",
        "list_sort(['b'::BLOB, 'a'::BLOB])",
        "list_distinct(['a'::BLOB])",
        f"list_filter(['a'::BLOB, 'b'::BLOB], {'x -> ' if IS_1_2 else 'lambda x: '}x <> 'c'::BLOB)",
    ],
)
def test_lists_that_functions_make(database, points):
    assert database.value(f"select sum(rowkey_region('az'::BLOB, {points})) from range(3000) r(i)") == 3000
