"""Rows as DuckDB hands them over: constants, dictionaries, sequences, NULLs, wide text, many rows, several threads."""

import pytest
from conftest import Database

TEMPLATE = "{id:u64}|{host}"
EXPECTED = "unhex(printf('%016x', id)) || '|'::BLOB || encode(host)"
TABLES = {
    "flat": "select i as id, 'web-' || i as host from range(100000) r(i)",
    "constant text": "select i as id, 'a constant text that is long' as host from range(100000) r(i)",
    "sequence": "select i as id, 'x' as host from range(100000) r(i)",
    "dictionary": "select i as id, repeat('web ', 1 + i % 7) as host from range(100000) r(i)",
    "wide": "select i as id, repeat(chr(97 + (i % 26)::INTEGER), (i % 5000)::INTEGER) as host from range(9000) r(i)",
}


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("is_stored", [False, True])
def test_rows(database, record, name, is_stored):
    table = f"({TABLES[name]})"
    if is_stored:
        database.rows(f"create table t as {TABLES[name]}")
        table = "t"
    call = f"rowkey_encode('{TEMPLATE}', {record('{id: id, host: host}')})"
    for condition in ["true", "id % 7 = 3", "id = 4321"]:
        keyed = f"(select *, {call} as made from {table} s where {condition})"
        wrong = f"select count(*) filter (made <> {EXPECTED} or made is null), count(*) from {keyed}"
        ((wrong, rows),) = database.rows(wrong)
        assert wrong == 0 and rows > 0


def test_join_and_row_of_a_table(database, record):
    database.rows(f"create table hosts as {TABLES['flat']} limit 1000")
    joined = "select hosts.* from hosts join range(50000) r(i) on hosts.id = r.i // 100"
    keyed = f"(select *, rowkey_encode('{TEMPLATE}', {record('s')}) as made from ({joined}) s)"
    assert database.rows(f"select count(*) filter (made = {EXPECTED}), count(*) from {keyed}") == [(50000, 50000)]


def test_nulls(database, record):
    rows = "(select case when i % 3 > 0 then i end as id, i from range(5000) r(i))"
    template = "{i:u32}{coalesce(id, 9):u64}"
    made = f"select i, id, rowkey_encode('{template}', {record('{id: id::BIGINT, i: i}')}) as made from {rows}"
    wrong = "made <> unhex(printf('%08x%016x', i, coalesce(id, 9)))"
    assert database.value(f"select count(*) from ({made}) where {wrong} or made is null") == 0
    back = f"rowkey_decode_bigint('{template}', made, 'id', 'id:i64')"
    assert database.value(f"select count(*) from ({made}) where {back} <> coalesce(id, 9)") == 0

    struct = record("case when i % 3 > 0 then {id: i} end")
    absent = f"select count(*) from (select i, rowkey_encode('{{id:u64}}', {struct}) as made from {rows})"
    assert database.value(f"{absent} where (made is null) <> (i % 3 = 0)") == 0
    assert database.value(f"{absent} where made <> unhex(printf('%016x', i))") == 0
    for arguments in [f"NULL, {record('{id: 1}')}", f"'{{id:u64}}', {record('{id: 1}')}, NULL"]:
        assert database.value(f"select rowkey_encode({arguments})") is None


@pytest.mark.parametrize("every", [1, 2, 7, 64, 2048, 100000])
@pytest.mark.parametrize("template", ["{id:u64}{n:u32}", "{n:u32}|{md5(id) % 100:02d}", "{n}|{id:u64}"])
def test_null_in_null_out(database, record, every, template):
    """A NULL that the template does not replace makes the key NULL, and no other key another one."""
    rows = f"(select i as n, i::BIGINT as whole, case when i % {every} > 0 then i::BIGINT end as id from range(10000) r(i))"
    columns = "id: {}, n: n" if template[1:3] != "n}" else "id: {}, n: n::VARCHAR"
    made, whole = (f"rowkey_encode('{template}', {record('{' + columns.format(name) + '}')})" for name in ("id", "whole"))
    wrong = f"{made} is distinct from case when id is not null then {whole} end"
    assert database.rows(f"select count(*) filter ({wrong}), count(id) from {rows}") == [(0, 10000 - (10000 + every - 1) // every)]


def test_nulls_that_the_key_marks(database, record):
    template = "{null_first(x):u8}{coalesce(x, 0):i64}"
    rows = "(select case when i % 2 = 0 then i end as x from range(5000) r(i))"
    made = f"select x, rowkey_encode('{template}', {record('{x: x}')}) as made from {rows}"
    back = f"rowkey_decode_bigint('{template}', made, 'x', 'x:i64')"
    assert database.value(f"select count(*) from ({made}) where {back} is distinct from x") == 0


def test_threads():
    """Four threads, each with encoders of its own, give the keys that one gives."""
    sums = []
    for threads in [1, 4]:
        database = Database(threads=threads)
        database.rows("create table t as select i as id, 'web-' || i % 1000 as host from range(1500000) r(i)")
        make = "rowkey_encode('{md5(host) % 1000:03d}|{host}|{id:u64}', [{id: id, host: host}])"
        check = "rowkey_decode('{md5(host) % 1000:03d}|{host}|{id:u64}', made, 'host') = host"
        sums += database.rows(
            f"select sum(hash(made)), count(distinct made), count(*) filter ({check}) from (select *, {make} as made from t)"
        )
    assert sums[0] == sums[1]
    assert sums[0][1:] == (1500000, 1500000)


def test_many_layouts(database, record):
    """A template for each row; more of them than encoders are kept."""
    templates = "(select i, '{id:0' || (4 + i % 16) || 'd}' || (i // 16 % 20) || 'x' as template from range(3000) r(i))"
    made = f"select i, rowkey_encode(template, {record('{id: i}')}) as made from {templates}"
    expected = "encode(lpad(i::VARCHAR, (4 + i % 16)::INTEGER, '0') || (i // 16 % 20) || 'x')"
    assert database.value(f"select count(*) from ({made}) where made = {expected}") == 3000


def test_random_numbers(database, record):
    made = f"select rowkey_encode('{{random() % 1000000:06d}}', {record('{id: i}')}) as made from range(10000) r(i)"
    assert database.value(f"select count(distinct made) from ({made})") > 9900


def test_random_numbers_of_constants(database, record):
    """As README.md says: DuckDB makes a key of constants once."""
    for field, keys in [("1", 1), ("i % 2", 10000)]:
        made = f"select rowkey_encode('{{random():u64}}', {record(f'{{id: {field}}}')}) as made from range(10000) r(i)"
        assert database.value(f"select count(distinct made) from ({made})") == keys
