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
    make = f"rowkey_encode('{TEMPLATE}', [{{host: 'web-' || i % 7, ts: make_timestamp(i * 1000000)::TIMESTAMP_S}}], '{COLUMNS}')"
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


@pytest.mark.parametrize("where", ["price = 12.50", "price >= 12.5, price < 20", "price = 12.50, id = 00112233445566778899aabbccddeeff"])
def test_conditions_of_declared_types(database, where):
    """Values are written as the columns are declared."""
    template, columns = "{price:i64}{id}", "price:decimal(2), id:uuid"
    found = database.rows(f"select start, stop from rowkey_ranges('{template}', '{where}', columns := '{columns}')")
    options = ["--layout", template, "--columns", columns, "--where", where, "--output", "json"]
    expected = json.loads(tool("ranges", *options))["ranges"]
    assert [(start.hex(), stop.hex()) for start, stop in found] == [(each["start_hex"], each["stop_hex"]) for each in expected]


def test_open_ranges(database):
    ((start, stop, is_key, is_exact),) = database.rows("select * from rowkey_ranges('{ts:u64}', 'ts >= 5')")
    assert (start, stop, is_key, is_exact) == ((5).to_bytes(8, "big"), None, False, True)
    ((start, stop, is_key, is_exact),) = database.rows("select * from rowkey_ranges('{ts:u64}', 'ts = 5')")
    assert (start, is_key, is_exact) == ((5).to_bytes(8, "big"), True, True) and stop > start
    many = database.rows("select * from rowkey_ranges('{md5(id) % 10000:04d}{ts:u64}', 'ts = 5')")
    assert len(many) == 10000 and many == sorted(many)


QUESTIONS = [
    *[(TEMPLATE, where, COLUMNS) for where in CONDITIONS],
    ("{ts:u64}", "ts >= 5", ""),
    ("{md5(id) % 10000:04d}{ts:u64}", "ts = 5", ""),
    ("{price:i64}", "price = 12.50", "price:decimal(2)"),
    ("@phoenix-salted(buckets=8)", "id in (1, 2, 3)", ""),
]


@pytest.mark.parametrize("shape", ["flat", "constant", "dictionary", "sliced"])
def test_ranges_of_columns(database, shape):
    """A list for each row: the rows that the table function gives for the same constants."""
    expected = [
        [dict(zip(["start", "stop", "is_key", "is_exact"], row)) for row in database.rows(table_of(*question))]
        for question in QUESTIONS
    ]
    assert sum(map(len, expected)) > 10000
    values = ", ".join(f"({i}, '{t}', '{w}', '{c}')" for i, (t, w, c) in enumerate(QUESTIONS))
    database.rows(f"create table questions as select * from (values {values}) v(i, template, conditions, columns)")
    call = "rowkey_ranges(template, conditions, columns)"
    if shape == "constant":
        for i, question in enumerate(QUESTIONS):
            texts = ", ".join(f"'{text}'" for text in question)
            assert database.rows(f"select rowkey_ranges({texts}) from range(3)") == [(expected[i],)] * 3
        return
    source = {
        "flat": "questions",
        "dictionary": "(select q.* from range(30) r(n) join questions q on q.i = n % 9 order by n)",
        "sliced": "(select * from questions where i % 2 = 1)",
    }[shape]
    rows = database.rows(f"select i, {call} from {source}")
    assert len(rows) == {"flat": 9, "dictionary": 30, "sliced": 4}[shape]
    assert [found for _, found in rows] == [expected[i] for i, _ in rows]


def table_of(template, where, columns):
    return f"select * from rowkey_ranges('{template}', '{where}'" + (f", columns := '{columns}')" if columns else ")")


def test_many_questions(database):
    """More than a vector of them; equal neighbours share what lies in their lists."""
    rows = "(select i, i // 3 + 1 as id, case when i % 1000 <> 7 then 'id >= ' || i // 3 + 1 end as question from range(9000) r(i))"
    found = f"select i, id, question, unnest(rowkey_ranges('{{id:u64}}', question), recursive := true) from {rows}"
    good = "start = unhex(printf('%016x', id)) and stop is null and not is_key and is_exact"
    assert database.rows(f"select count(*), count(*) filter ({good}) from ({found})") == [(8991, 8991)]
    absent = f"select list(i order by i) from {rows} where rowkey_ranges('{{id:u64}}', question) is null"
    assert database.value(absent) == list(range(7, 9000, 1000))
    assert database.rows("select rowkey_ranges(NULL, 'id = 1'), rowkey_ranges('{id:u64}', 'id = 1', NULL)") == [(None, None)]


def test_rows_of_each_question(keyed):
    """What the README says to join with."""
    keyed.rows("create table hosts as select 'web-' || i as name from range(9) r(i)")
    ranges = f"unnest(rowkey_ranges('{TEMPLATE}', 'host = ' || name || ', ts < 1970-01-01T00:05:00Z', '{COLUMNS}'))"
    inside = "made >= range.start and (range.stop is null or made < range.stop)"
    found = f"select name, count(made) from hosts, {ranges} u(range) left join t on {inside} group by name"
    wanted = "select name, count(host) from hosts left join t on host = name and ts < 300 group by name"
    assert sorted(keyed.rows(found)) == sorted(keyed.rows(wanted))


def test_a_column_of_bad_conditions(database):
    for bad, text in [("id << 5", "id << 5\n   ^ expected"), ("id < 5, id > 5", "contradict each other"), ("di = 5", "di = 5\n^")]:
        question = f"case when i = 7 then '{bad}' else 'id = ' || i end"
        error = database.error(f"select rowkey_ranges('{{id:u64}}', {question}) from range(9) r(i)")
        assert "rowkey_ranges: row 7 of a vector of 9: " in error and text in error
    assert "{id:u64\n" in database.error("select rowkey_ranges('{id:u64', 'id = 5')")
    if not IS_1_2:
        tried = database.rows("select try(rowkey_ranges('{id:u64}', q)) is null from (values ('id = 5'), ('id = x')) v(q)")
        assert tried == [(False,), (True,)]


def test_a_table_function_takes_constants(database):
    """As README.md says: DuckDB binds it before it reads rows."""
    database.rows("create table questions as select 'id = 5' as question")
    error = database.error("select * from questions, rowkey_ranges('{id:u64}', question)")
    assert "lateral join column parameters" in error
    database.rows("set variable question = 'id = 5'")
    for argument in ["'id = ' || 5", "getvariable('question')"]:
        assert database.value(f"select start from rowkey_ranges('{{id:u64}}', {argument})") == (5).to_bytes(8, "big")
    assert database.value("select start from rowkey_ranges('{id:u64}', ?)", "id = 5") == (5).to_bytes(8, "big")


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
