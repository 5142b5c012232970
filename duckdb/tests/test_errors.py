"""What queries fail with."""

import pytest
from conftest import IS_1_2

RECORD = "[{id: i, host: 'x'}]"
ENCODE = [
    ("'{id:q}'", RECORD, ["there is no format q\n{id:q}\n    ^ expected d,"]),
    ("'{di:u64}'", RECORD, ["there is no column di\n{di:u64}\n ^ expected id (the columns are id, host)"]),
    ("'{id:u8}'", RECORD, ["row 256 of a vector of", "id = 256 does not fit {id:u8}"]),
    ("'{id:u64}'", "[{id: nullif(i, 1999)}]", ["row 1999 of a vector of", "id is null", "coalesce(id, 0)"]),
    ("'{id:u64}'", "[{id: INTERVAL 1 DAY}]", ["column id: no layout can use its type", "cast it"]),
    ("'{id:u64}'", "[{id: i}, {id: i}]", ["the list has 2 structs"]),
    ("'{id:u64}'", "[i]", ["no STRUCT"]),
    ("'@nothing'", RECORD, ["@nothing\n ^"]),
    ("'{id:u64}'", RECORD + ", 'id:u65'", ["column id:", "u65"]),
    ("'{id:u64}'", RECORD + ", 'id'", ['"id" is not understood', "NAME:TYPE"]),
    ("'{id}'", RECORD + ", 'id:uid(/tmp/ids)'", ["uid opens a file"]),
    ("'{t:u64}'", "[{t: '2024-13-01'}], 't:time(s)'", ["row 0 of a vector of", '"2024-13-01" is no time(s)']),
]


@pytest.mark.parametrize(("template", "arguments", "texts"), ENCODE, ids=range(len(ENCODE)))
def test_encode(database, template, arguments, texts):
    error = database.error(f"select max(rowkey_encode({template}, {arguments})) from range(2000) r(i)")
    assert "rowkey_encode: " in error
    for text in texts:
        assert text in error


DECODE = [
    ("rowkey_decode_bigint('{id:u64}', 'abc'::BLOB, 'id')", "row 0 of a vector of 1: the key has 3 bytes, expected 8"),
    ("rowkey_decode('{md5(host)}', 'abc'::BLOB, 'host')", "column host does not come back from the key: the key holds only"),
    ("rowkey_decode('{host}', 'abc'::BLOB, 'hots')", "the layout has no column hots"),
    ("rowkey_decode('{id:u64}', 'abcdefgh'::BLOB, 'id')", "use rowkey_decode_bigint"),
    ("rowkey_decode('{x:f64}', 'abcdefgh'::BLOB, 'x')", "use rowkey_decode_double"),
    ("rowkey_decode_bigint('{md5(id) % 10:01d}{id:d}', '05'::BLOB, 'id')", "row 0"),
    ("rowkey_decode_bigint('{x:u64}', '\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff'::BLOB, 'x', 'x:u64')", "row 0"),
    ("rowkey_region('a'::BLOB, ['b'::BLOB, 'a'::BLOB])", 'the split point "a" comes after "b"'),
    ("rowkey_region('a'::BLOB, ['b'::BLOB, NULL])", "split point 1 is NULL"),
]


@pytest.mark.parametrize(("call", "text"), DECODE, ids=range(len(DECODE)))
def test_decode_and_region(database, call, text):
    assert text in database.error(f"select {call}")


TABLES = [
    ("rowkey_ranges('{id:u64}', 'id >> 5')", "id >> 5\n"),
    ("rowkey_ranges('{md5(host)}', 'host > a')", "host"),
    ("rowkey_ranges('{id:u64}', NULL)", "an argument is NULL"),
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
