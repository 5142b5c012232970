"""Every type of SQL meets every type of a column. Which pairs have keys is read from src/types/conversions.def; what the keys
are, text by text, from the command-line tool, and of other values from exact arithmetic here. Python makes the same keys of
the same relations, or none."""

import csv
import datetime
import decimal
import fractions
import io
import ipaddress
import math
import pathlib
import re
import struct
import subprocess

import duckdb
import pytest
import rowkey
from conftest import IS_1_2, IS_1_3, TOOL, Database

pytestmark = pytest.mark.filterwarnings("ignore::rowkey.ChangedKeysWarning")
DEFINITION = pathlib.Path(__file__).parents[2] / "src/types/conversions.def"
KINDS = ["INTEGER", "FLOAT", "DECIMAL", "INSTANT", "DATE", "BOOL", "TEXT", "BYTES", "UUID"]
STEPS = {
    row[0]: dict(zip(KINDS, row[1:], strict=True))
    for row in (re.split(r",\s*", found) for found in re.findall(r"^DECLARED\((.*)\)$", DEFINITION.read_text(), re.MULTILINE))
}
UNITS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
# What a column is declared as, and how the layout writes it. Of uid, which opens files, test_errors.py tells.
DECLARED = {
    "u64": "u64",
    "f64": "f64",
    "f32": "f32",
    "text": "s",
    "bytes": "s",
    "bytes(2)": "s",
    "bytes(16)": "s",
    "uuid": "s",
    "ip": "s",
    "hex": "s",
    "base64": "s",
    "ipv4": "u32",
    "bool": "u8",
    "enum(a, b)": "u8",
    "i64": "i64",
    "decimal(0)": "i64",
    "decimal(2)": "i64",
    "decimal(18)": "i64",
    "epoch(ms)": "i64",
    'time(ms, "%d.%m.%Y")': "i64",
    **{f"time({unit})": "i64" for unit in UNITS},
}
UUID = "00112233-4455-6677-8899-aabbccddeeff"
TEXTS = [
    *["12", "-12", "012", "12.5", "12.00", "0.125", "1e3", "0", "1", "2", "true", "no", "nan", "inf", "0.1", "1e300", "-0"],
    *["18446744073709551615", "9223372036854775807", "9223372036854775808", "99999999999999999999", "92233720368547758.07"],
    *["2024-03-01", "2024-02-30", "2024-03-01T12:30:00Z", "2024-03-01 12:30:00.125", "1969-12-31T23:59:59.999999999Z"],
    *["01.03.2024", UUID, UUID.upper(), UUID.replace("-", ""), "192.0.2.1", "256.0.0.1", "2001:db8:0:1::10", "sixteen bytes.."],
    *["6162", "616", "YWI=", "a", "b", "ab", "", "ß", "a text of more than twelve bytes, which DuckDB keeps elsewhere"],
]
INTEGERS = {
    **{name: [0, 1, 12, 2 ** (bits - 1) - 1, -(2 ** (bits - 1)), -1] for name, bits in [("TINYINT", 8), ("SMALLINT", 16)]},
    "INTEGER": [0, 1, 12, -1, 16777217, 2**31 - 1, -(2**31)],
    "BIGINT": [0, 1, -12, 2**32 - 1, 2**32, 2**53, 2**53 + 1, 2**63 - 1, -(2**63)],
    "HUGEINT": [0, 1, 12, -12, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2**64 - 1, 2**64, 2**100, 2**127 - 1, 1 - 2**127],
    **{name: [0, 1, 12, 2**bits - 1] for name, bits in [("UTINYINT", 8), ("USMALLINT", 16), ("UINTEGER", 32)]},
    "UBIGINT": [0, 1, 12, 2**63 - 1, 2**63, 2**64 - 1],
    "UHUGEINT": [0, 1, 12, 2**64 - 1, 2**64, 2**64 + 5, 2**127, 2**128 - 1],
}
DECIMALS = {
    "DECIMAL(4,0)": ["0", "12", "-12", "9999"],
    "DECIMAL(4,1)": ["0", "12", "12.5", "-0.1"],
    "DECIMAL(4,2)": ["0", "12", "12.5", "99.99", "-99.99"],
    "DECIMAL(9,3)": ["0", "12", "12.5", "12.125", "-0.001"],
    "DECIMAL(18,0)": ["0", "12", "999999999999999999"],
    "DECIMAL(18,2)": ["0", "12", "12.5", "9999999999999999.99"],
    "DECIMAL(18,9)": ["0", "12", "12.5", "0.000000001"],
    "DECIMAL(38,0)": ["0", "12", "9223372036854775807", "9223372036854775808", "18446744073709551616", "-" + 38 * "9"],
    "DECIMAL(38,2)": ["0", "12", "12.5", "92233720368547758.07", "92233720368547758.08"],
    "DECIMAL(38,20)": ["0", "12", "12.5", "0.00000000000000000001"],
}
FLOATS = [0.0, -0.0, 12.0, -12.0, 12.5, 16777217.0, 2.0**62, 2.0**63, 2.0**64, -(2.0**63), math.inf, -math.inf, math.nan]
TIMESTAMPS = {"TIMESTAMP_S": 0, "TIMESTAMP_MS": 3, "TIMESTAMP": 6, "TIMESTAMP_NS": 9, "TIMESTAMPTZ": 6}
SECONDS = ["1970-01-01 00:00:00", "2024-03-01 00:00:00", "2024-03-01 12:30:05", "1969-12-31 23:59:58", "2261-12-31 01:02:03"]
DATES = ["1970-01-01", "2024-02-29", "1969-12-31", "0001-01-01", "9999-12-31", "200000-01-01"]
INFINITE = object()
BLOBS = [b"", b"a", b"ab", b"\x00\xff", bytes([192, 0, 2, 1]), bytes(range(16)), bytes(range(240, 256)), bytes(40)]


def infinities(name):
    return [(f"'{text}'::{name}", INFINITE) for text in ("infinity", "-infinity")]


def nanoseconds(text, digits):
    whole = datetime.datetime.fromisoformat(text + "+00:00")
    return int(whole.timestamp()) * 10**9 + int(digits.ljust(9, "0") or 0)


def instants(name):
    """Each second, and with every number of digits that the type has."""
    most = TIMESTAMPS[name]
    zone = "+00" if name == "TIMESTAMPTZ" else ""
    for second in SECONDS:
        for digits in ["", *("123456789"[:count] for count in (1, 3, 6, 9) if count <= most)]:
            yield f"'{second}{'.' + digits if digits else ''}{zone}'::{name}", nanoseconds(second, digits)


def days(text):
    year, month, day = map(int, text.split("-"))
    cycles, year = divmod(year - 1, 400)  # datetime ends with the year 9999
    return datetime.date(year + 1, month, day).toordinal() + cycles * 146097 - datetime.date(1970, 1, 1).toordinal()


def round_to(value, name):
    return struct.unpack("f", struct.pack("f", value))[0] if name == "FLOAT" else value


# The kind of each type of SQL, and values: as SQL writes them, and as Python has them.
VALUES = {
    **{name: ("INTEGER", [(f"'{value}'::{name}", value) for value in values]) for name, values in INTEGERS.items()},
    **{name: ("DECIMAL", [(f"'{text}'::{name}", decimal.Decimal(text)) for text in texts]) for name, texts in DECIMALS.items()},
    **{name: ("FLOAT", [(f"'{v}'::{name}", round_to(v, name)) for v in [*FLOATS, 0.1]]) for name in ["FLOAT", "DOUBLE"]},
    **{name: ("INSTANT", [*instants(name), *infinities(name)]) for name in TIMESTAMPS},
    "DATE": ("DATE", [*((f"'{text}'::DATE", days(text)) for text in DATES), *infinities("DATE")]),
    "BOOLEAN": ("BOOL", [("true", 1), ("false", 0)]),
    "VARCHAR": ("TEXT", [(f"'{text}'", text) for text in TEXTS]),
    "ENUM": ("TEXT", [(f"'{text}'::texts", text) for text in TEXTS]),
    "BLOB": ("BYTES", [(f"unhex('{value.hex()}')", value) for value in BLOBS]),
    "UUID": ("UUID", [(f"'{text}'::UUID", bytes.fromhex(text.replace("-", ""))) for text in [UUID, "f" + UUID[1:]]]),
}


# ---- What the keys are ---------------------------------------------------------------------------


def texts_of_values():
    """What SQL writes for each value."""
    database = Database()
    database.rows(f"create type texts as enum ({', '.join(map(quoted, TEXTS))})")
    database.rows("set timezone = 'UTC'")
    return {sql: database.value(f"select ({sql})::VARCHAR") for _, values in VALUES.values() for sql, _ in values}


def quoted(text):
    return f"'{text}'"


TEXTS_OF_VALUES = texts_of_values()


def keys_of_texts(declared):
    """By the tool; a text that the type does not read has none."""
    text = io.StringIO()
    texts = dict.fromkeys([*TEXTS, *TEXTS_OF_VALUES.values()])
    csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows([each] for each in texts)
    command = [TOOL, "encode", "--layout", f"{{x:{DECLARED[declared]}}}", "--columns", f"x:{declared}", "--input", "csv"]
    options = ["--output", "hex", "--emit", "key+record", "--on-error", "skip"]
    done = subprocess.run([*command, *options], input=text.getvalue().encode(), capture_output=True, check=True)
    pairs = [line.split("\t", 1) for line in done.stdout.decode().splitlines()]
    return {next(csv.reader([record]))[0]: bytes.fromhex(key) for key, record in pairs}


KEYS_OF_TEXTS = {declared: keys_of_texts(declared) for declared in DECLARED}


def key_of_float(value, size):
    bits = int.from_bytes(struct.pack(">f" if size == 4 else ">d", value), "big")
    sign = 1 << (8 * size - 1)
    return ((bits ^ (2 * sign - 1)) if bits & sign else bits | sign).to_bytes(size, "big")


def to_float(declared, value):
    size = {"f32": 4, "f64": 8}[declared]
    try:
        nearest = struct.unpack("f", struct.pack("f", value))[0] if size == 4 else float(value)
    except OverflowError:
        return None
    return key_of_float(nearest, size) if nearest == value else None


def to_number(declared, kind, value):
    """The whole number that the column keeps, as a fraction where there is none."""
    if isinstance(value, float) and not math.isfinite(value):
        return fractions.Fraction(1, 2)
    number = fractions.Fraction(value)
    if declared.startswith("decimal"):
        return number * 10 ** int(declared[8:-1])
    unit = UNITS.get(re.split(r"[(,)]", declared + "(")[1])
    if kind == "INSTANT":
        return number / unit
    return number * 86400 * 10**9 / unit if kind == "DATE" else number


def to_bytes(declared, value):
    if declared == "ip" and len(value) == 4:
        return ipaddress.ip_address("::ffff:0:0").packed[:12] + value
    width = {"uuid": 16, "ip": 16, "ipv4": 4, "bytes(2)": 2, "bytes(16)": 16}.get(declared, len(value))
    return value if len(value) == width else None


def key_of(declared, kind, value):
    """None where it is an error of the row."""
    layout_format = DECLARED[declared]
    if value is INFINITE:
        return None
    if kind == "TEXT":
        return KEYS_OF_TEXTS[declared].get(value)
    if isinstance(value, bytes):
        return to_bytes(declared, value)
    if layout_format in ("f32", "f64"):
        return to_float(layout_format, value)
    number = to_number(declared, kind, value)
    bits = int(layout_format[1:])
    low, high = (-(2**63), 2**63 - 1) if layout_format == "i64" else (0, 1 if declared == "bool" else 2**bits - 1)
    if number.denominator != 1 or not low <= number <= high:
        return None
    return (int(number) + (2**63 if layout_format == "i64" else 0)).to_bytes(bits // 8, "big")


def is_refused(declared, kind):
    return STEPS[declared.split("(")[0]][kind] == "REFUSE" or (kind == "UUID" and declared in ("bytes", "bytes(2)"))


# What Arrow has for types that it lacks: there, Python refuses what SQL takes.
IN_ARROW = {"HUGEINT": "DECIMAL", "UHUGEINT": "DECIMAL"}


def python_refuses(name, declared):
    return declared != "uuid" if name == "UUID" else is_refused(declared, IN_ARROW.get(name, VALUES[name][0]))


# ---- The cells -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def base():
    database = Database()
    database.rows(f"create type texts as enum ({', '.join(map(quoted, TEXTS))})")
    return database


def rows_of(values):
    return "(values " + ", ".join(f"({place}, {sql})" for place, sql in enumerate(values)) + ") v(i, x)"


def sliced(values):
    """Vectors of which a part is selected."""
    return f"(select i - 1 as i, x from {rows_of([values[0], *values])} where i > 0) v"


def constants(values):
    """A constant vector for each value."""
    return "(" + " union all ".join(f"select {i} + i as i, {sql} as x from range(1) r(i)" for i, sql in enumerate(values)) + ") v"


def keys(database, template, declared, values, rows=rows_of, record="[{x: x}]"):
    call = f"rowkey_encode('{template}', {record}, 'x:{declared}')"
    return [key for (key,) in database.rows(f"select {call} from {rows(values)} order by i")]


def keys_of_python(database, template, declared, values, rows=rows_of):
    """Of the same rows, as a relation: None where it refuses the type of the column, or a value but NULL."""
    layout = rowkey.Layout(template, {"x": declared} if declared else None)
    with database.connection.cursor() as connection:  # a result that an error leaves open keeps its connection
        try:
            return layout.encode(connection.sql(f"select x from {rows(values)} order by i"), errors="propagate").to_list()
        except (rowkey.LayoutError, rowkey.RowError, duckdb.InvalidInputException, duckdb.ConversionException):
            return None


def replacement(declared):
    """What stands for a null in the layout, and its bytes in the key."""
    layout_format = DECLARED[declared]
    if layout_format == "s":
        text = b"0" * {"uuid": 16, "ip": 16, "bytes(2)": 2, "bytes(16)": 16}.get(declared, 3)
        return f'"{text.decode()}"', text
    if layout_format[0] == "f":
        return "1.5", key_of_float(1.5, int(layout_format[1:]) // 8)
    return "1", (1 + (2**63 if layout_format == "i64" else 0)).to_bytes(int(layout_format[1:]) // 8, "big")


@pytest.mark.parametrize("declared", DECLARED)
@pytest.mark.parametrize("name", VALUES)
def test_cell(base, name, declared):
    kind, values = VALUES[name]
    template = f"{{x:{DECLARED[declared]}}}"
    call = f"rowkey_encode('{template}', [{{x: x}}], 'x:{declared}')"
    if is_refused(declared, kind):
        error = base.error(f"select {call} from {rows_of([values[0][0]])}")
        shown = "text" if declared == "bytes" else declared
        assert f"column x: type {shown} does not take " in error and f"(x is {name.split('(')[0]}:" in error
        assert keys_of_python(base, template, declared, [values[0][0]]) is None
        return
    good = [(sql, key) for sql, value in values if (key := key_of(declared, kind, value)) is not None]
    assert good
    check_rows(base, name, declared, good)
    for sql, key in good:  # of a FLOAT, 0.1 is not the double that is written so; SQL escapes bytes
        if kind != "BYTES" and (name, declared) != ("FLOAT", "f64"):
            assert KEYS_OF_TEXTS[declared].get(TEXTS_OF_VALUES[sql], key) == key
    for bad in [sql for sql, value in values if key_of(declared, kind, value) is None]:
        error = base.error(f"select {call} from {rows_of([good[0][0], bad, good[0][0]])}")
        assert re.search("row 1 of a vector of 3: (column )?x", error), (bad, error)
        assert keys_of_python(base, template, declared, [good[0][0], bad, good[0][0]]) is None, bad
        if not IS_1_2:
            tried = base.rows(f"select try({call}) from {rows_of([good[0][0], bad, 'NULL'])} order by i")
            assert tried == [(good[0][1],), (None,), (None,)]


def check_rows(base, name, declared, good):
    """Vectors of each shape, with nulls and without, in SQL and in Python."""
    text, replaced = replacement(declared)
    template = f"{{x:{DECLARED[declared]}}}"
    nullable = f"{{null_first(x):u8}}{{coalesce(x, {text}):{DECLARED[declared]}}}"
    marked = [each for _, key in good for each in (b"\x01" + key, b"\x00" + replaced)]
    with_nulls = [each for sql, _ in good for each in (sql, "NULL")]
    for of_template, values, expected in [
        (template, [sql for sql, _ in good], [key for _, key in good]),
        (template, with_nulls, [each for _, key in good for each in (key, None)]),
        (nullable, with_nulls, marked),
    ]:
        for rows in [rows_of, sliced, constants]:
            record = "[{x: x}]" if rows is rows_of or IS_1_2 else "{x: x}"
            assert keys(base, of_template, declared, values, rows, record) == expected
            made = keys_of_python(base, of_template, declared, values, rows)
            assert made == (None if python_refuses(name, declared) else expected)


# What a column is that nothing declares, by the type in SQL or its kind; and what to declare where that is refused.
UNDECLARED = {
    **dict.fromkeys(["UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"], "u64"),
    **{"INTEGER": "i64", "FLOAT": "f32", "DOUBLE": "f64", "BOOL": "bool", "TEXT": "text", "BYTES": "text", "UUID": "uuid"},
}
TO_DECLARE = {
    **{"DATE": "time(s)", "TIMESTAMP_S": "time(s)", "TIMESTAMP_MS": "time(ms)", "TIMESTAMP_NS": "time(ns)"},
    **{"TIMESTAMP": "time(us)", "TIMESTAMPTZ": "time(us)", "DECIMAL(38,20)": "decimal(18)"},
    **{name: f"decimal({name.split(',')[1]}" for name in DECIMALS if name != "DECIMAL(38,20)"},
}


@pytest.mark.parametrize("name", VALUES)
def test_a_column_that_is_not_declared(base, name):
    kind, values = VALUES[name]
    if name in TO_DECLARE:
        error = base.error(f"select rowkey_encode('{{n}}|{{x:i64}}', [{{x: {values[0][0]}, n: 'web'}}])")
        part = "scale" if kind == "DECIMAL" else "unit"
        assert f"column x is {name.split('(')[0]}: its {part} would be part of the key" in error
        assert f"such as 'x:{TO_DECLARE[name]},n:text')" in error
        assert keys_of_python(base, "{x:i64}", None, [values[0][0]]) is None
        return
    declared = UNDECLARED.get(name, UNDECLARED.get(kind))
    good = [(sql, key) for sql, value in values if (key := key_of(declared, kind, value)) is not None]
    template, sqls, expected = f"{{x:{DECLARED[declared]}}}", [sql for sql, _ in good], [key for _, key in good]
    made = base.rows(f"select rowkey_encode('{template}', [{{x: x}}]) from {rows_of(sqls)} order by i")
    assert made == [(key,) for key in expected]
    assert keys_of_python(base, template, None, sqls) == (None if name in ("UUID", *IN_ARROW) else expected)


UNUSABLE = {
    **{"TIME '12:00:00'": "TIME", "'12:00:00+00'::TIMETZ": "TIMETZ", "INTERVAL 1 DAY": "INTERVAL"},
    **dict.fromkeys(["'101'::BIT", f"'12'::{'VARINT' if IS_1_2 or IS_1_3 else 'BIGNUM'}", "[1]", "[1, 2]::INTEGER[2]"], "its type"),
    **dict.fromkeys(["{a: 1}", "MAP {'a': 1}", "union_value(a := 1)"], "its type"),
    "{ip_type: 1::UTINYINT, address: 1::HUGEINT, mask: 32::USMALLINT}": "its type",  # as INET is
}


@pytest.mark.parametrize("value", UNUSABLE)
@pytest.mark.parametrize("columns", ["", "time(us)", "i64", "text", "bytes(16)"])
def test_what_no_layout_can_use(base, value, columns):
    declared = f", 'x:{columns}'" if columns else ""
    error = base.error(f"select rowkey_encode('{{x}}', [{{x: {value}}}]{declared})")
    assert f"column x: no layout can use {UNUSABLE[value]} (expected numbers" in error and "cast it" in error
    assert keys_of_python(base, "{x}", columns or None, [value]) is None


@pytest.mark.parametrize("declared", DECLARED)
def test_null_alone(base, declared):
    text, replaced = replacement(declared)
    assert keys(base, f"{{coalesce(x, {text}):{DECLARED[declared]}}}", declared, ["NULL"]) == [replaced]


def test_large_enums(base):
    """Numbers of enums have one, two or four bytes; texts are read as their columns are declared."""
    for count in [200, 300, 70000]:
        base.rows("drop type if exists many")
        base.rows(f"create type many as enum (select i::VARCHAR from range({count}) r(i))")
        rows = f"(select i, case when i % 7 > 0 then i::VARCHAR::many end as x from range({count}) r(i))"
        call = "rowkey_encode('{coalesce(x, 1):u64}', [{x: x}], 'x:u64')"
        wrong = f"select count(*) from {rows} where {call} <> unhex(printf('%016x', case when i % 7 > 0 then i else 1 end))"
        assert base.rows(wrong) == [(0,)]
        assert base.rows(f"select rowkey_encode('{{x}}', [{{x: '17'::many}}])") == [(b"17",)]


def test_enums_of_one_call_differ(base):
    """Encoders are kept by the types of fields: a later enum of the same size has other texts."""
    for texts in [["a", "b"], ["c", "d"]]:
        base.rows("drop type if exists pair")
        base.rows(f"create type pair as enum ('{texts[0]}', '{texts[1]}')")
        made = base.rows("select rowkey_encode('{x}', [{x: x}]) from (select unnest(enum_range(NULL::pair)) as x)")
        assert made == [(text.encode(),) for text in texts]
