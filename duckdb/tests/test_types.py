"""Each type of SQL, as a column of the layout: in, and back."""

import importlib.util
import pathlib
import subprocess

import pytest
from conftest import TOOL

UUID = "00112233-4455-6677-8899-aabbccddeeff"
NUMBERS = [
    ("TINYINT", "-5::TINYINT", "x:i64", -5),
    ("BIGINT", "(-9223372036854775808)::BIGINT", "x:i64", -(2**63)),
    ("HUGEINT", "(-9223372036854775808)::HUGEINT", "x:i64", -(2**63)),
    ("UINTEGER", "4000000000::UINTEGER", "x:u64", 4000000000),
    ("UBIGINT", "18446744073709551615::UBIGINT", "x:u64", 2**64 - 1),
    ("BOOLEAN", "true", "x:bool", 1),
    ("DATE", "DATE '1970-01-03'", "x:time(s)", 2 * 86400),
    ("TIMESTAMP", "TIMESTAMP '1969-12-31 23:59:58'", "x:time(ms)", -2000),
    ("TIMESTAMPTZ", "'1970-01-01 00:00:02+00'::TIMESTAMPTZ", "x:epoch(us)", 2000000),
]


@pytest.mark.parametrize(("value", "column", "number"), [case[1:] for case in NUMBERS], ids=[c[0] for c in NUMBERS])
def test_numbers_back(database, record, value, column, number):
    """What columns keep; test_matrix.py has all keys."""
    kind = "u64" if column in ("x:u64", "x:bool") else "i64"
    template = f"{{x:{kind}}}"
    key = database.value(f"select rowkey_encode('{template}', {record('{x: ' + value + '}')}, '{column}')")
    assert key == (number + (2**63 if kind == "i64" else 0)).to_bytes(8, "big")
    function = {"i64": "rowkey_decode_bigint", "u64": "rowkey_decode_ubigint"}[kind]
    assert database.value(f"select {function}('{template}', ?::BLOB, 'x', '{column}')", key) == number


def test_the_function_tells_u64(database, record):
    """Where nothing else tells the type of the column."""
    for number in [5, 2**63, 2**64 - 1]:
        key = database.value(f"select rowkey_encode('{{x % 7:01d}}{{x:u64}}', {record(f'{{x: {number}::UBIGINT}}')})")
        assert database.value("select rowkey_decode_ubigint('{x % 7:01d}{x:u64}', ?::BLOB, 'x')", key) == number
    key = database.value("select rowkey_encode('{x:i64}', " + record("{x: -5}") + ")")
    assert "expected a number from 0" in database.error(f"select rowkey_decode_ubigint('{{x:i64}}', unhex('{key.hex()}'), 'x')")
    assert database.value("select rowkey_decode_bigint('{x:i64}', ?::BLOB, 'x')", key) == -5
    wrong = "values of type text are not given by this function (use rowkey_decode or rowkey_decode_blob)"
    assert wrong in database.error("select rowkey_decode_ubigint('{x}', 'a'::BLOB, 'x')")
    key = database.value("select rowkey_encode('{x:i64}', [{x: 12.5}], 'x:decimal(2)')")
    wrong = f"select rowkey_decode_bigint('{{x:i64}}', unhex('{key.hex()}'), 'x', 'x:decimal(2)')"
    assert "values of type decimal(2) are not given by this function (use rowkey_decode)" in database.error(wrong)


def test_a_null_with_a_type(database, record):
    template = "{coalesce(x, 5):u64}"
    for arguments in [record("{x: NULL::BIGINT}"), record("{x: NULL}") + ", 'x:u64'"]:
        assert database.value(f"select rowkey_encode('{template}', {arguments})") == (5).to_bytes(8, "big")


@pytest.mark.parametrize("value", [-1.5, 0.1, 1e300])
def test_floats(database, record, value):
    key = database.value("select rowkey_encode('{x:f64}', " + record("{x: ?::DOUBLE}") + ")", value)
    assert database.value("select rowkey_decode_double('{x:f64}', ?::BLOB, 'x', 'x:f64')", key) == value
    single = database.value("select rowkey_encode('{x}', " + record("{x: 1.5::FLOAT}") + ")")
    assert single == bytes.fromhex("bfc00000")


def test_bytes(database, record):
    data = bytes(range(256))
    assert database.value("select rowkey_encode('{x}', " + record("{x: ?::BLOB}") + ")", data) == data
    assert database.value("select rowkey_decode_blob('{x}', ?::BLOB, 'x')", data) == data
    assert "UTF-8" in database.error("select rowkey_decode('{x}', '\\xff'::BLOB, 'x')")
    assert database.value("select rowkey_decode('{x}', 'a\\xC3\\x9F'::BLOB, 'x')") == "aß"


# ---- Types that the third argument tells ----------------------------------------------------------

TOLD = [
    ("time(ms)", "{x:i64}", "2024-03-01T12:30:00.000Z"),
    ("time(s)", "{x:i64}", "1969-12-31T23:59:59Z"),
    ('time(s, "%d.%m.%Y")', "{x:i64}", "01.03.2024"),
    ("uuid", "{x}", UUID),
    ("ip", "{x}", "192.0.2.1"),
    ("ipv4", "{x:u32}", "192.0.2.1"),
    ("decimal(2)", "{x:i64}", "-12.34"),
    ("hex", "{x}", "00ff10"),
    ("base64", "{x}", "AP8Q"),
    ("bool", "{x:u8}", "true"),
    ("enum(a, b, c)", "{x:u8}", "c"),
]


@pytest.mark.parametrize(("kind", "template", "text"), TOLD, ids=[case[0] for case in TOLD])
def test_text_of_a_type(database, record, kind, template, text):
    call = f"rowkey_encode('{template}', {record('{x: t}')}, 'x:{kind}')"
    database.rows("create table texts as select case when i % 3 <> 1 then ? end as t from range(3000) r(i)", text)
    (key,) = {row[0] for row in database.rows(f"select {call} from texts where t is not null")}
    command = [TOOL, "encode", "--layout", template, "--columns", f"x:{kind}", "--output", "hex"]
    expected = subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout
    assert key == bytes.fromhex(expected.decode())
    assert database.value(f"select rowkey_decode('{template}', ?::BLOB, 'x', 'x:{kind}')", key) == text
    assert database.rows(f"select distinct {call} is null, t is null from texts order by 1") == [(False, False), (True, True)]


ADDRESSES = [
    ("10.1.2.3", "0" * 20 + "ffff0a010203", "ip"),
    ("10.1.2.3", "0a010203", "ipv4"),
    ("2001:db8::ff", "20010db8" + "0" * 22 + "ff", "ip"),
]


@pytest.mark.parametrize(("address", "key", "declared"), ADDRESSES)
def test_inet(database, record, address, key, declared):
    """The parts of an INET are refused; its text is read as every text is."""
    extension = importlib.util.find_spec("duckdb_extension_inet")
    if extension is None:
        pytest.skip("PyPI has no package of the extension inet for this version of DuckDB")
    (folder,) = extension.submodule_search_locations
    (library,) = pathlib.Path(folder).glob("extensions/*/inet.duckdb_extension")
    database.rows(f"load '{library}'")
    template = "{a:u32}" if declared == "ipv4" else "{a}"
    made = f"rowkey_encode('{template}', {record('{a: %s}')}, 'a:{declared}')"
    text, parts = made % f"host('{address}'::INET)", made % f"'{address}'::INET"
    assert database.value(f"select hex({text})").lower() == key
    assert "column a: no layout can use" in database.error(f"select {parts}")
