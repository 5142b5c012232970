"""One value, whatever carries it, in whatever type is declared: one key, or an error.

The cells are those of src/types/conversions.def: each carrier below, a row of a table, with each declared type. What
the keys shall be is computed here, from what the value is, and compared with the command-line tool's for text.
"""

from __future__ import annotations

import base64
import contextlib
import csv
import datetime
import decimal
import io
import ipaddress
import pathlib
import re
import struct
import subprocess
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

import rowkey
from rowkey import _data

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
duckdb = pytest.importorskip("duckdb")

pytestmark = pytest.mark.filterwarnings("ignore::rowkey.ChangedKeysWarning")
KINDS = ["INTEGER", "FLOAT", "DECIMAL", "INSTANT", "DATE", "BOOL", "TEXT", "BYTES", "UUID"]
DEFINITION = pathlib.Path(__file__).resolve().parents[2] / "src" / "types" / "conversions.def"
LINES = {
    line: dict(zip(KINDS, re.split(r",\s*", steps), strict=True))
    for line, steps in re.findall(r"^DECLARED\((\w+),\s*(.*)\)$", DEFINITION.read_text("ascii"), re.M)
}
TIMES = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
DATABASE = duckdb.connect()
UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1)

TYPES = {
    "u64": ["u64"], "i64": ["i64"], "f64": ["f64"], "f32": ["f32"], "text": ["text", "bytes"],
    "bytes": ["bytes(2)", "bytes(16)"], "time": [*(f"time({unit})" for unit in TIMES), 'time(ms, "%d.%m.%Y")'],
    "epoch": ["epoch(ms)"], "decimal": ["decimal(2)", "decimal(0)"], "uuid": ["uuid"], "ip": ["ip"], "ipv4": ["ipv4"],
    "hex": ["hex"], "base64": ["base64"], "bool": ["bool"], "enum": ["enum(a, b)"], "uid": ["uid(FILE)"],
}  # fmt: skip

# Values of each kind: instants are nanoseconds since 1970.
VALUES: dict[str, list[Any]] = {
    "INTEGER": [0, 1, 12, -5, 255, 2**31, 2**53 + 1, 2**63 - 1, -(2**63), 2**64 - 1],
    "FLOAT": [0.0, 1.0, 12.0, -5.0, 12.5, 0.1, 2.0**53, 2.0**63, -(2.0**63), 2.0**64, 1e300],
    "DECIMAL": [decimal.Decimal(text) for text in ("0", "1", "12.00", "12.5", "-1.25", "0.001", "1234567.891")],
    "INSTANT": [0, 86400 * 10**9, 1709210096 * 10**9, 1709210096125 * 10**6, 1709210096125250 * 10**3,
                -(10**9), -1, 1709210096125250125],
    "DATE": [datetime.date(1970, 1, 1) + datetime.timedelta(days) for days in (0, 19782, -1, -106751)],
    "BOOL": [True, False],
    "TEXT": ["", "a", "b", "12", "-5", "12.5", "1", "true", "no", "6162", "YWI=", "ab", "zoë", "10.0.0.1",
             "2001:db8::10", "2024-02-29", "2024-02-29T12:34:56.125Z", "2024-02-29 12:34:56", "29.02.2024",
             "00112233-4455-6677-8899-aabbccddeeff", "00112233445566778899AABBCCDDEEFF", "18446744073709551616"],
    "BYTES": [b"", b"ab", b"a\0", b"\n\0\0\x01", bytes(range(16)), b"\xff" * 5],
    "UUID": [uuid.UUID(int=0), uuid.UUID("00112233-4455-6677-8899-aabbccddeeff")],
}  # fmt: skip


# ---- What keys shall be --------------------------------------------------------------------------

UNKNOWN = object()  # another text of base64 that a reader may take or not


def whole(number: Any, low: int, high: int) -> bytes | None:
    if isinstance(number, float) and number in (float("inf"), float("-inf")):
        return None
    exact = Fraction(number)
    return b"%d" % exact.numerator if exact.denominator == 1 and low <= exact <= high else None


def signed(number: Any) -> bytes | None:
    return whole(number, -(2**63), 2**63 - 1)


def ordered(code: str, number: Any) -> bytes | None:
    """The bytes of a float, which sort as it does."""
    try:
        packed = struct.pack(f">{code}", number)
    except OverflowError:
        return None
    if Fraction(struct.unpack(f">{code}", packed)[0]) != Fraction(number):
        return None
    if packed[0] & 0x80:
        return bytes(byte ^ 0xFF for byte in packed)
    return bytes([packed[0] | 0x80]) + packed[1:]


def instant_of(kind: str, value: Any) -> Fraction | None:
    """Nanoseconds."""
    if kind == "INSTANT":
        return Fraction(value)
    if kind == "DATE":
        return Fraction((value - EPOCH.date()).days * 86400 * 10**9)
    if not re.match(r"\d{4}-", value):
        return None
    read = datetime.datetime.fromisoformat(value.replace("Z", "")).replace(tzinfo=None)
    return Fraction((read - EPOCH) // datetime.timedelta(microseconds=1) * 1000)


def key_of_time(declared: str, kind: str, value: Any) -> bytes | None:
    unit = re.findall(r"\((\w+)", declared)[0]
    if kind == "INTEGER":
        return signed(value)
    if kind == "TEXT" and declared.startswith("epoch"):
        return key_of_decimal("decimal(0)", kind, value)
    if kind == "TEXT" and "%" in declared:
        if not re.fullmatch(r"\d\d\.\d\d\.\d{4}", value):
            return None
        read = (datetime.datetime.strptime(value, "%d.%m.%Y") - EPOCH) // datetime.timedelta(microseconds=1)
        return signed(Fraction(read * 1000, TIMES[unit]))
    found = instant_of(kind, value)
    return None if found is None else signed(found / TIMES[unit])


def key_of_number(line: str, kind: str, value: Any) -> bytes | None:
    if kind == "TEXT":
        pattern = {"u64": r"\d+", "i64": r"-?\d+"}.get(line, r"-?\d+(\.\d+)?")
        if not re.fullmatch(pattern, value):
            return None
        value = int(value) if line in ("u64", "i64") else float(value)
    if line in ("u64", "i64"):
        return signed(value) if line == "i64" else whole(value, 0, 2**64 - 1)
    return ordered("d" if line == "f64" else "f", value)


def key_of_decimal(declared: str, kind: str, value: Any) -> bytes | None:
    digits = int(declared[8:-1])
    if kind == "TEXT":
        if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", value):
            return None
        value = decimal.Decimal(value)
    return signed(Fraction(value) * 10**digits)


def key_of_bytes(line: str, declared: str, kind: str, value: Any) -> Any:
    raw: bytes = value.bytes if kind == "UUID" else value.encode() if kind == "TEXT" else value
    if line in ("text", "bytes"):
        width = re.findall(r"\d+", declared)
        return raw if not width or len(raw) == int(width[0]) else None
    if line == "uuid":
        if kind == "TEXT":
            is_one = re.fullmatch(r"[0-9a-fA-F]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", value)
            return uuid.UUID(value).bytes if is_one else None
        return raw if len(raw) == 16 else None
    if line in ("hex", "base64") and kind == "TEXT":
        if line == "hex":
            return bytes.fromhex(value) if re.fullmatch(r"([0-9a-fA-F]{2})*", value) else None
        bare = value.rstrip("=")
        if len(bare) % 4 == 1 or not re.fullmatch(r"[A-Za-z0-9+/]*", bare):
            return None
        read = base64.b64decode(bare + "=" * (-len(bare) % 4))
        return read if base64.b64encode(read).decode().rstrip("=") == bare else UNKNOWN
    return raw


def key_of_address(line: str, kind: str, value: Any) -> bytes | None:
    if line == "ipv4" and kind == "INTEGER":
        return whole(value, 0, 2**32 - 1)
    try:
        address = ipaddress.ip_address(value)
    except ValueError:
        return None
    if line == "ipv4":
        return b"%d" % int(address) if address.version == 4 else None
    return address.packed if address.version == 6 else bytes(10) + b"\xff\xff" + address.packed


def expected_key(line: str, declared: str, kind: str, value: Any) -> Any:
    """The key of {a} alone, None where the value is an error of its row."""
    if line in ("u64", "i64", "f64", "f32"):
        return key_of_number(line, kind, value)
    if line in ("time", "epoch"):
        return key_of_time(declared, kind, value)
    if line == "decimal":
        return key_of_decimal(declared, kind, value)
    if line in ("ip", "ipv4"):
        return key_of_address(line, kind, value)
    words = {"enum": {"a": b"0", "b": b"1"}, "uid": {"a": b"1", "12": b"2"}}
    if line in words:
        return words[line].get(value)
    if line == "bool":
        text = value.lower() if kind == "TEXT" else str(int(value)) if value in (0, 1) else ""
        return {"true": b"1", "1": b"1", "0": b"0", "no": b"0"}.get(text)
    return key_of_bytes(line, declared, kind, value)


# ---- Carriers ------------------------------------------------------------------------------------


@dataclass
class Carrier:
    """A way to hand values over."""

    name: str
    kind: str
    make: Callable[[list[Any]], Any]
    """The column of values, among which None is null."""
    holds: Callable[[Any], bool] = lambda _: True
    has_nulls: bool = True
    encode: Callable[[rowkey.Layout, Any], list[bytes]] = lambda layout, column: layout.encode({"a": column}).to_list()
    without_arrow: bool = False


def each(change: Callable[[Any], Any]) -> Callable[[list[Any]], list[Any]]:
    return lambda values: [None if value is None else change(value) for value in values]


def filled(values: list[Any]) -> list[Any]:
    first = next((value for value in values if value is not None), 0)
    return [first if value is None else value for value in values]


def masked(dtype: str) -> Callable[[list[Any]], Any]:
    """An array of NumPy's, with a mask where there are nulls."""

    def make(values: list[Any]) -> Any:
        array = np.array(filled(values), dtype)
        if None not in values:
            return array
        return np.ma.array(array, mask=[value is None for value in values])

    return make


def objects(values: list[Any]) -> Any:
    array = np.empty(len(values), object)
    array[:] = values
    return array


def counts(unit: str) -> Callable[[list[Any]], list[Any]]:
    return each(lambda value: value // (TIMES | {"h": 3600 * 10**9, "m": 60 * 10**9})[unit])


def whole_in(unit: str) -> Callable[[Any], bool]:
    return lambda value: value % (TIMES | {"h": 3600 * 10**9, "m": 60 * 10**9})[unit] == 0


def numpy_times(unit: str) -> Callable[[list[Any]], Any]:
    return lambda values: np.array(
        [np.datetime64("NaT") if count is None else np.datetime64(count, unit) for count in counts(unit)(values)],
        f"M8[{unit}]",
    )


def to_datetime(value: int) -> datetime.datetime:
    return EPOCH + datetime.timedelta(microseconds=value // 1000)


def bits(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: low <= value <= high


def integers(width: int, is_signed: bool = True) -> Callable[[Any], bool]:
    return bits(-(2 ** (width - 1)), 2 ** (width - 1) - 1) if is_signed else bits(0, 2**width - 1)


def floats(code: str) -> Callable[[Any], bool]:
    return lambda value: (
        abs(value) < {"e": 6e4, "f": 3e38}[code] and struct.unpack(code, struct.pack(code, value))[0] == value
    )


def digits(scale: int) -> Callable[[Any], bool]:
    return lambda value: value == round(value, scale)


def scaled(scale: int) -> Callable[[list[Any]], list[Any]]:
    return each(lambda value: value.quantize(decimal.Decimal(1).scaleb(-scale)))


def arrow(kind: Any, change: Callable[[list[Any]], list[Any]] = list) -> Callable[[list[Any]], Any]:
    return lambda values: pa.array(change(values), kind)


def series(dtype: Any, change: Callable[[list[Any]], list[Any]] = list) -> Callable[[list[Any]], Any]:
    return lambda values: pd.Series(change(values), dtype=dtype)


def polars(dtype: Any, change: Callable[[list[Any]], list[Any]] = list) -> Callable[[list[Any]], Any]:
    return lambda values: pl.Series(change(values), dtype=dtype)


def long(size: int) -> Callable[[Any], bool]:
    return lambda value: len(value) == size


def frame_keys(layout: rowkey.Layout, column: Any) -> list[bytes]:
    return layout.encode(pd.DataFrame({"a": column, "other": [[]] * len(column)})).to_list()


def relation(dtype: str) -> Callable[[rowkey.Layout, Any], list[bytes]]:
    def encode(layout: rowkey.Layout, column: Any) -> list[bytes]:
        whole = pa.array(column.to_pylist(), column.type)  # DuckDB 1.1 reads slices of bools wrong
        rows = pa.table({"a": whole, "i": range(len(whole))})  # noqa: F841
        with DATABASE.cursor() as connection:  # a result that an error leaves open keeps its connection
            return layout.encode(connection.sql(f"select a::{dtype} as a from rows order by i")).to_list()

    return encode


def of_series(layout: rowkey.Layout, column: Any) -> list[bytes]:
    """A column in a dict. Older Series say that they export another type than they do."""
    is_right = tuple(map(int, pl.__version__.split(".")[:2])) >= (1, 25)
    return layout.encode({"a": column} if is_right else pl.DataFrame({"a": column})).to_list()


def expression(layout: rowkey.Layout, column: Any) -> list[bytes]:
    try:
        return list(pl.DataFrame({"a": column}).select(rowkey.polars.encode(layout, "a", errors="raise"))["key"])
    except pl.exceptions.ComputeError as error:
        found = re.search(r"row (\d+) of the batch: (.*)", str(error), re.S)
        if found:
            raise rowkey.RowError(found[2], int(found[1]), "a") from None
        raise rowkey.LayoutError(str(error)) from None


OBJECTS: list[tuple[str, str, Callable[[Any], Any], Callable[[Any], bool]]] = [
    ("int", "INTEGER", int, lambda _: True),
    ("float", "FLOAT", float, lambda _: True),
    ("Decimal", "DECIMAL", decimal.Decimal, lambda _: True),
    ("datetime", "INSTANT", to_datetime, whole_in("us")),
    ("datetime with a zone", "INSTANT",
     lambda value: to_datetime(value).replace(tzinfo=UTC).astimezone(datetime.timezone(datetime.timedelta(hours=5))),
     whole_in("us")),
    ("Timestamp", "INSTANT", pd.Timestamp, lambda _: True),
    ("datetime64", "INSTANT", lambda value: np.datetime64(value, "ns"), lambda _: True),
    ("date", "DATE", lambda value: value, lambda _: True),
    ("bool", "BOOL", bool, lambda _: True),
    ("numpy bool", "BOOL", np.bool_, lambda _: True),
    ("numpy int64", "INTEGER", np.int64, integers(64)),
    ("numpy uint8", "INTEGER", np.uint8, integers(8, False)),
    ("numpy float32", "FLOAT", np.float32, floats("f")),
    ("str", "TEXT", str, lambda _: True),
    ("bytes", "BYTES", bytes, lambda _: True),
    ("bytearray", "BYTES", bytearray, lambda _: True),
    ("UUID", "UUID", lambda value: value, lambda _: True),
]  # fmt: skip

CARRIERS = [
    *(Carrier(f"list of {name}", kind, each(change), holds) for name, kind, change, holds in OBJECTS),
    *(
        Carrier(f"key of {name}", kind, each(change), holds,
                encode=lambda layout, values: [layout.key(row, a=value) for row, value in enumerate(values)])
        for name, kind, change, holds in OBJECTS
    ),
    *(
        Carrier(f"numpy object {name}", kind, lambda values, change=change: objects(each(change)(values)), holds)
        for name, kind, change, holds in OBJECTS
    ),
    *(
        Carrier(f"pandas object {name}{how}", kind,
                lambda values, change=change: pd.Series(each(change)(values), dtype=object), holds,
                encode=frame_keys, without_arrow=without)
        for name, kind, change, holds in OBJECTS
        for how, without in (("", False), (" without pyarrow", True))
    ),
    *(Carrier(f"numpy i{n}", "INTEGER", masked(f"i{n}"), integers(8 * n)) for n in (1, 2, 4, 8)),
    *(Carrier(f"numpy u{n}", "INTEGER", masked(f"u{n}"), integers(8 * n, False)) for n in (1, 2, 4, 8)),
    Carrier("numpy >i8", "INTEGER", masked(">i8"), integers(64)),
    Carrier("numpy every other i4", "INTEGER", lambda values: np.repeat(masked("i4")(values), 2)[::2], integers(32),
            has_nulls=False),
    Carrier("numpy f2", "FLOAT", masked("f2"), floats("e")),
    Carrier("numpy f4", "FLOAT", masked("f4"), floats("f")),
    Carrier("numpy >f8", "FLOAT", masked(">f8")),
    Carrier("numpy bool", "BOOL", masked("?")),
    Carrier("numpy U", "TEXT", masked("U")),
    *([Carrier("numpy StringDType", "TEXT", lambda values: np.array(values, np.dtypes.StringDType(na_object=None)))]
      if hasattr(np, "dtypes") and hasattr(np.dtypes, "StringDType") else []),
    Carrier("numpy S", "BYTES", masked("S"), lambda value: not value.endswith(b"\0")),
    Carrier("numpy V16", "BYTES", masked("V16"), long(16)),
    *(Carrier(f"numpy M8[{unit}]", "INSTANT", numpy_times(unit), whole_in(unit)) for unit in ("h", "m", *TIMES)),
    Carrier("numpy M8[D]", "DATE", lambda values: np.array(values, "M8[D]")),
    Carrier("numpy >M8[D]", "DATE", lambda values: np.array(values, ">M8[D]")),
    *(Carrier(f"pandas {dtype}{how}", "INTEGER", series(dtype), holds, dtype[0] in "IU", frame_keys, without)
      for dtype, holds in (("int64", integers(64)), ("uint64", integers(64, False)), ("Int64", integers(64)),
                           ("UInt8", integers(8, False)))
      for how, without in (("", False), (" without pyarrow", True))),
    *(Carrier(f"pandas {name}{how}", kind, series(dtype), holds, name != "bool", frame_keys, without)
      for name, kind, dtype, holds in (
          ("float64", "FLOAT", "float64", lambda _: True), ("Float32", "FLOAT", "Float32", floats("f")),
          ("bool", "BOOL", "bool", lambda _: True), ("boolean", "BOOL", "boolean", lambda _: True),
          ("default text", "TEXT", None, lambda _: True), ("string", "TEXT", "string", lambda _: True),
          ("category", "TEXT", "category", lambda _: True),
          ("arrow decimal", "DECIMAL", pd.ArrowDtype(pa.decimal128(20, 3)), lambda _: True))
      for how, without in (("", False), (" without pyarrow", True))),
    *(Carrier(f"pandas M8[{unit}{zone}]{how}", "INSTANT",
              lambda values, unit=unit, zone=zone: pd.Series(numpy_times(unit)(values)).dt.tz_localize(zone or None),
              whole_in(unit), encode=frame_keys, without_arrow=without)
      for unit in TIMES for zone in ("", "UTC") for how, without in (("", False), (" without pyarrow", True))),
    *(Carrier(f"arrow int{n}", "INTEGER", arrow(getattr(pa, f"int{n}")()), integers(n)) for n in (8, 16, 32, 64)),
    *(Carrier(f"arrow uint{n}", "INTEGER", arrow(getattr(pa, f"uint{n}")()), integers(n, False))
      for n in (8, 16, 32, 64)),
    Carrier("arrow float16", "FLOAT", arrow(pa.float16(), each(np.float16)), floats("e")),
    Carrier("arrow float32", "FLOAT", arrow(pa.float32()), floats("f")),
    Carrier("arrow float64", "FLOAT", arrow(pa.float64())),
    *(Carrier(f"arrow {kind}", "TEXT", arrow(kind)) for kind in
      (pa.utf8(), pa.large_utf8(), *([pa.string_view()] if hasattr(pa, "string_view") else []),
       pa.dictionary(pa.int8(), pa.utf8()))),
    *(Carrier(f"arrow {kind}", "BYTES", arrow(kind)) for kind in
      (pa.binary(), pa.large_binary(), *([pa.binary_view()] if hasattr(pa, "binary_view") else []))),
    *(Carrier(f"arrow fixed {n}", "BYTES", arrow(pa.binary(n)), long(n)) for n in (2, 4, 16)),
    *(Carrier(f"arrow decimal128({scale})", "DECIMAL", arrow(pa.decimal128(20, scale), scaled(scale)), digits(scale))
      for scale in (0, 1, 2, 3, 9)),
    Carrier("arrow decimal256(2)", "DECIMAL", arrow(pa.decimal256(40, 2), scaled(2)), digits(2)),
    *(Carrier(f"arrow timestamp {unit}{zone}", "INSTANT", arrow(pa.timestamp(unit, zone or None), counts(unit)),
              whole_in(unit)) for unit in TIMES for zone in ("", "UTC")),
    Carrier("arrow date32", "DATE", arrow(pa.date32())),
    Carrier("arrow date64", "DATE", arrow(pa.date64())),
    Carrier("arrow bool", "BOOL", arrow(pa.bool_())),
    *([Carrier("arrow bool8", "BOOL", lambda values: pa.ExtensionArray.from_storage(
        pa.bool8(), pa.array(each(int)(values), pa.int8()))),
       Carrier("arrow uuid", "UUID", lambda values: pa.ExtensionArray.from_storage(
           pa.uuid(), pa.array(each(lambda value: value.bytes)(values), pa.binary(16))))]
      if hasattr(pa, "bool8") else []),
    *(
        Carrier(f"polars {name}{how}", kind, polars(dtype, change), holds, encode=encode)
        for name, kind, dtype, change, holds in (
            ("Int64", "INTEGER", pl.Int64, list, integers(64)),
            ("UInt64", "INTEGER", pl.UInt64, list, integers(64, False)),
            ("Int8", "INTEGER", pl.Int8, list, integers(8)), ("Float64", "FLOAT", pl.Float64, list, lambda _: True),
            ("Float32", "FLOAT", pl.Float32, list, floats("f")),
            ("Decimal", "DECIMAL", pl.Decimal(20, 3), list, digits(3)),
            ("String", "TEXT", pl.String, list, lambda _: True), ("Binary", "BYTES", pl.Binary, list, lambda _: True),
            ("Categorical", "TEXT", pl.Categorical, list, lambda _: True),
            ("Enum", "TEXT", pl.Enum(VALUES["TEXT"]), list, lambda _: True),
            ("Boolean", "BOOL", pl.Boolean, list, lambda _: True), ("Date", "DATE", pl.Date, list, lambda _: True),
            *((f"Datetime {unit}", "INSTANT", pl.Datetime(unit), counts(unit), whole_in(unit))
              for unit in ("ms", "us", "ns")),
        )
        for how, encode in ((" expression", expression), ("", of_series))
    ),
    *(
        Carrier(f"duckdb {dtype}", kind, arrow(held, change), holds, encode=relation(dtype))
        for dtype, kind, held, change, holds in (
            ("BIGINT", "INTEGER", pa.int64(), list, integers(64)),
            ("UTINYINT", "INTEGER", pa.uint8(), list, integers(8, False)),
            ("DOUBLE", "FLOAT", pa.float64(), list, lambda _: True),
            ("DECIMAL(18,3)", "DECIMAL", pa.decimal128(18, 3), scaled(3), digits(3)),
            ("VARCHAR", "TEXT", pa.utf8(), list, lambda _: True),
            ("BLOB", "BYTES", pa.binary(), list, lambda _: True),
            ("BOOLEAN", "BOOL", pa.bool_(), list, lambda _: True), ("DATE", "DATE", pa.date32(), list, lambda _: True),
            ("TIMESTAMP", "INSTANT", pa.timestamp("us"), counts("us"), whole_in("us")),
            ("TIMESTAMP_NS", "INSTANT", pa.timestamp("ns"), counts("ns"), lambda _: True),
        )
    ),
]  # fmt: skip


@contextlib.contextmanager
def as_carried(carrier: Carrier, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Without pyarrow, pandas hands nothing over."""

    def refuse(_: Any) -> Any:
        raise ImportError

    with patch.context() as patched:
        if carrier.without_arrow:
            patched.setattr(_data, "of_arrow", refuse)
        yield


def cut(column: Any, start: int, stop: int) -> Any:
    return column.iloc[start:stop].reset_index(drop=True) if isinstance(column, pd.Series) else column[start:stop]


def chunked(column: Any) -> Any:
    """The same in chunks, of which one is empty; None of what has none."""
    parts = [cut(column, 0, 1), cut(column, 1, 1), cut(column, 1, len(column))]
    if isinstance(column, (pa.Array, pa.ExtensionArray)):
        return pa.chunked_array(parts, column.type)
    return pl.concat(parts, rechunk=False) if isinstance(column, pl.Series) else None


@pytest.fixture(scope="session")
def names(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The file of a uid: a and 12 have ids."""
    path = tmp_path_factory.mktemp("uid") / "names"
    rowkey.Layout("{a}", {"a": f"uid({path}, grow)"}).encode({"a": ["a", "12"]})
    return path


@pytest.mark.parametrize("carrier", CARRIERS, ids=lambda carrier: carrier.name)
def test_every_cell(carrier: Carrier, names: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    values = [value for value in VALUES[carrier.kind] if carrier.holds(value)]
    assert values
    column = carrier.make(values)
    with as_carried(carrier, monkeypatch):
        for line, steps in LINES.items():
            for declared in TYPES[line]:
                layout = rowkey.Layout("{a}", {"a": declared.replace("FILE", str(names))})
                if steps[carrier.kind] == "REFUSE" or (carrier.kind, declared) == ("UUID", "bytes(2)"):
                    with pytest.raises((TypeError, rowkey.LayoutError), match="a"):
                        carrier.encode(layout, column)
                else:
                    check_values(carrier, layout, line, declared, values)


def check_values(carrier: Carrier, layout: rowkey.Layout, line: str, declared: str, values: list[Any]) -> None:
    keys = {i: expected_key(line, declared, carrier.kind, value) for i, value in enumerate(values)}
    good = [i for i, key in keys.items() if key is not None and key is not UNKNOWN]
    rows, expected = [values[i] for i in good], [keys[i] for i in good]
    if rows:
        column = carrier.make(rows)
        assert carrier.encode(layout, column) == expected, declared
        if not isinstance(column, list):
            assert carrier.encode(layout, cut(column, 1, len(rows))) == expected[1:], (declared, "slice")
        pieces = chunked(column)
        if pieces is not None:
            assert carrier.encode(layout, pieces) == expected, (declared, "chunks")
            assert carrier.encode(layout, pieces[:0]) == [], (declared, "no rows")
    bads = [values[i] for i, key in keys.items() if key is None]
    if carrier.encode is not Carrier.encode:  # a query or a table for each
        bads = bads[:2]
    for bad in bads + ([None] if carrier.has_nulls and rows else []):
        with pytest.raises(rowkey.RowError) as caught:
            carrier.encode(layout, carrier.make([*rows, bad]))
        assert (caught.value.row, caught.value.column) == (len(rows), "a"), (declared, bad)


OWN = {"FLOAT": "f64", "TEXT": "text", "BYTES": "bytes", "BOOL": "bool", "UUID": "uuid"}


@pytest.mark.parametrize("carrier", CARRIERS, ids=lambda carrier: carrier.name)
def test_without_declared_types(carrier: Carrier, monkeypatch: pytest.MonkeyPatch) -> None:
    values = [value for value in VALUES[carrier.kind] if carrier.holds(value)]
    layout = rowkey.Layout("{a}")
    with as_carried(carrier, monkeypatch):
        if carrier.kind in ("INSTANT", "DATE", "DECIMAL"):
            how = (
                "expected columns such as" if "expression" in carrier.name else r"Say columns=\{'a': '(time|decimal)\("
            )
            with pytest.raises(rowkey.LayoutError, match=how):
                carrier.encode(layout, carrier.make(values))
            return
        if carrier.kind == "INTEGER":
            values = [value for value in values if value >= 0]
        expected = [
            b"%d" % value if carrier.kind == "INTEGER" else expected_key(OWN[carrier.kind], "", carrier.kind, value)
            for value in values
        ]
        is_single = carrier.kind == "FLOAT" and layout.columns and re.search(r"f4|[fF]loat32$|Float32", carrier.name)
        if is_single and not re.search("numpy float32", carrier.name):
            expected = [ordered("f", value) for value in values]
        assert carrier.encode(layout, carrier.make(values)) == expected


def test_text_as_the_tool_reads_it(tool: str, names: pathlib.Path) -> None:
    for line, of_line in TYPES.items():
        for declared in of_line:
            rows = [(value, expected_key(line, declared, "TEXT", value)) for value in VALUES["TEXT"] if value]
            rows = [(value, key) for value, key in rows if key is not None and key is not UNKNOWN]
            text = io.StringIO()
            csv.writer(text).writerows([value] for value, _ in rows)
            columns = f"a:{declared.replace('FILE', str(names))}"
            done = subprocess.run(
                [tool, "encode", "--input", "csv", "--columns", columns, "--output", "hex", "--layout", "{a}"],
                input=text.getvalue().encode(), capture_output=True, check=True,
            )  # fmt: skip
            assert done.stdout.decode().split() == [key.hex() for _, key in rows if key], declared
