"""What queries fail with."""

import pytest
from conftest import IS_1_2

RECORD = "[{id: i, host: 'x'}]"
ENCODE = [
    ("'{id:q}'", RECORD, ["there is no format q\n{id:q}\n    ^ expected d,"]),
    ("'{di:u64}'", RECORD, ["there is no column di\n{di:u64}\n ^ expected id (the columns are id, host)"]),
    ("'{id:u8}'", RECORD, ["row 256 of a vector of", "id = 256 does not fit {id:u8}"]),
    ("'{id:u64}'", "[{id: INTERVAL 1 DAY}]", ["column id: no layout can use INTERVAL", "cast it"]),
    ("'{id:u64}'", "[{id: i}, {id: i}]", ["the list has 2 structs"]),
    ("'{id:u64}'", "[i]", ["is not a STRUCT"]),
    ("'@nothing'", RECORD, ["@nothing\n ^"]),
    ("'{id:u64}'", RECORD + ", 'id:u32'", ["columns: there is no type u32\nid:u32\n   ^ expected f32 (the types are u64, i64, f64, f32, text, bytes,"]),
    ("'{id:u64}'", RECORD + ", 'id:time'", ["columns: the parameters of time are missing\nid:time\n       ^ expected time("]),
    ("'{id:u64}'", RECORD + ", 'id:time(ms),id:u64'", ["columns: id is named twice\nid:time(ms),id:u64\n            ^"]),
    ("'{id:u64}'", RECORD + ", 'idd:i64'", ["columns: the struct has no idd (its columns are id, host)"]),
    ("'{id}'", RECORD + ", 'id:text'", ["column id: type text does not take integers", "(id is BIGINT: cast it"]),
    ("'{host:u64}'", RECORD + ", 'host:u64'", ["row 0 of a vector of", 'host: "x" is not a number of type u64']),
    (
        "'{t:u64}'",
        "[{t: make_timestamp(1709251200000000 + i * 125)}], 't:time(ms)'",
        ["row 1 of a vector of", "column t: 1709251200000125", "has digits that time(ms) does not keep"],
    ),
    ("'{t:u64}'", "[{t: TIMESTAMP '2024-03-01'}], 't:i64'", ["type i64 does not take instants", "column declared as time(us)"]),
    ("'@opentsdb'", "[{ts: TIMESTAMP '2024-03-01', metric: i, tags: ''}]", ["(ts is TIMESTAMP: cast it, or declare another"]),
    ("'{id:u64}'", "[{id: NULL}]", ["column id: NULL has no type", "NULL::BIGINT"]),
    ("'{x:u64}{id:04d}'", "[{x: NULL, id: NULL}]", ["column id: NULL has no type"]),
    ("'{x:q}'", "[{x: NULL}]", ["there is no format q"]),
    ("'{id:u64}'", RECORD + ", 'id'", ["columns: the type of id is missing\nid\n  ^ expected a colon and the type"]),
    ("'{id}'", RECORD + ", 'id:uid(/tmp/ids)'", ["columns: the type uid opens a file, which is not allowed here"]),
    ("'{t:u64}'", "[{t: '2024-13-01'}], 't:time(s)'", ["row 0 of a vector of", 'column t: "2024-13-01" is not a valid time(s)']),
    (
        "'{a:i64}{b:i64}'",
        "[{a: x, b: x}], 'a:decimal(2),b:decimal(1)'",
        ["row 1999 of a vector of", 'column b: "1.22" is not a valid decimal(1)'],
    ),
]


@pytest.mark.parametrize(("template", "arguments", "texts"), ENCODE, ids=range(len(ENCODE)))
def test_encode(database, template, arguments, texts):
    rows = "(select i, case when i = 1999 then '1.22' else '1.2' end as x from range(2000) r(i))"
    error = database.error(f"select max(rowkey_encode({template}, {arguments})) from {rows}")
    assert "rowkey_encode: " in error
    for text in texts:
        assert text in error


DECODE = [
    ("rowkey_decode_bigint('{id:u64}', 'abc'::BLOB, 'id')", "row 0 of a vector of 1: the key has 3 bytes, expected 8"),
    ("rowkey_decode('{md5(host)}', 'abc'::BLOB, 'host')", "column host cannot be recovered from the key: the key holds only"),
    ("rowkey_decode('{host}', 'abc'::BLOB, 'hots')", "the layout has no column hots"),
    ("rowkey_decode('{id:u64}', 'abcdefgh'::BLOB, 'id')", "use rowkey_decode_bigint"),
    ("rowkey_decode('{x:f64}', 'abcdefgh'::BLOB, 'x')", "use rowkey_decode_double"),
    ("rowkey_decode_bigint('{md5(id) % 10:01d}{id:d}', '05'::BLOB, 'id')", "row 0"),
    ("rowkey_decode_bigint('{x:u64}', '\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff'::BLOB, 'x', 'x:u64')", "row 0"),
    (
        "rowkey_decode_bigint('{x:u64}', '\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff'::BLOB, 'x', 'x:u64')",
        "column x: 18446744073709551615 does not fit BIGINT",
    ),
    ("rowkey_decode_bigint('{host}', 'abc'::BLOB, 'host')", "column host: values of type text are not given by this function (use rowkey_decode "),
    ("rowkey_decode_blob('{id:u64}', 'abcdefgh'::BLOB, 'id')", "values of type i64 are not given by this function (use rowkey_decode_bigint)"),
    ("rowkey_decode('{id:u64}', 'abcdefgh'::BLOB, 'id', 'id:u64,id:i64')", "columns: id is named twice"),
    ("rowkey_region('a'::BLOB, ['b'::BLOB, 'a'::BLOB])", 'row 0 of a vector of 1: the split point "a" comes after "b"'),
    ("rowkey_region('a'::BLOB, ['b'::BLOB, NULL])", "split point 1 is NULL"),
]


@pytest.mark.parametrize(("call", "text"), DECODE, ids=range(len(DECODE)))
def test_decode_and_region(database, call, text):
    assert text in database.error(f"select {call}")


def test_the_row_of_a_bad_list_of_points(database):
    points = "case when i = 1 then ['b'::BLOB, 'c'::BLOB, 'a'::BLOB] else ['b'::BLOB] end"
    error = database.error(f"select rowkey_region('a'::BLOB, {points}) from range(3) r(i)")
    assert 'row 1 of a vector of 3: the split point "a" comes after "c"' in error


INFINITIES = ["DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "TIMESTAMPTZ"]


@pytest.mark.parametrize("kind", INFINITIES)
@pytest.mark.parametrize("value", ["infinity", "-infinity"])
def test_infinities(database, kind, value):
    rows = f"(select i, case when i = 7 then '{value}'::{kind} else '2024-03-01'::{kind} end as t from range(9) r(i))"
    error = database.error(f"select rowkey_encode('{{t:i64}}', [{{t: t}}], 't:time(us)') from {rows}")
    assert "row 7 of a vector of 9: column t: the value is infinity or -infinity" in error
    good = f"select count(rowkey_encode('{{coalesce(t, 5):i64}}', [{{t: nullif(t, '{value}'::{kind})}}], 't:time(us)')) from {rows}"
    assert database.value(good) == 9


TABLES = [
    ("rowkey_ranges('{id:u64}', 'id >> 5')", "id >> 5\n"),
    ("rowkey_ranges('{md5(host)}', 'host > a')", "host"),
    ("rowkey_ranges('{id:u64}', NULL)", "an argument is NULL"),
    ("rowkey_ranges('{id:u64}', 'id = 5', columns := NULL)", "an argument is NULL"),
    ("rowkey_splits('{id:u64}', 4, columns := NULL)", "an argument is NULL"),
    ("rowkey_splits('{id:u64', 4)", "{id:u64\n"),
    ("rowkey_splits('{id:u64}', 0)", "0 regions (expected 1 or more)"),
    ("rowkey_splits('{id % 3:u8}', 4)", "rowkey_splits: "),
    ("rowkey_splits('{host}', 4)", "rowkey_splits: "),
]


@pytest.mark.parametrize(("call", "text"), TABLES, ids=range(len(TABLES)))
def test_table_functions(database, call, text):
    error = database.error(f"select * from {call}")
    assert text in error and call.split("(")[0] in error


@pytest.mark.skipif(not IS_1_2, reason="later versions hand structs over")
def test_a_struct_in_1_2(database):
    for struct in ["{id: i}", "r"]:
        error = database.error(f"select rowkey_encode('{{id:u64}}', {struct}) from range(10) r(i)")
        assert "expected it in a list: [{id: id}]" in error


def test_errors_leave_nothing_behind(database):
    """After rows that failed, the same layout gives keys."""
    call = "select count(rowkey_encode('{id:u8}', [{id: i}])) from range(%d) r(i)"
    for _ in range(100):
        assert "does not fit" in database.error(call % 300)
        assert database.value(call % 256) == 256
