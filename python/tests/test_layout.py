"""Layouts: templates and columns, the keys of single records and back."""

from __future__ import annotations

import collections
import datetime
import decimal
import importlib.metadata
import ipaddress
import pickle
import threading
import uuid
from typing import Any

import pytest

import rowkey

UTC = datetime.timezone.utc
IDS = "{md5(id) % 1000000:07d}{id:010d}"
HOSTS = "{md5(host) % 1000:03d}|{host}|{ts:u64}"


def test_a_key_and_its_record() -> None:
    assert rowkey.Layout(IDS).key(id=1) == b"00884110000000001"
    layout = rowkey.Layout(HOSTS)
    key = layout.key(host="web-1", ts=1700000000)
    assert key == b"072|web-1|" + (1700000000).to_bytes(8, "big")
    assert layout.decode_key(key) == {"host": "web-1", "ts": 1700000000}
    assert layout.key(ts=1700000000, host=b"web-1", unused=object()) == key


def test_what_a_layout_tells() -> None:
    layout = rowkey.Layout(HOSTS)
    assert layout.template == HOSTS
    assert layout.columns == {"host": "text", "ts": "i64"}
    assert layout.key_width is None
    assert rowkey.Layout(IDS).key_width == 17
    assert rowkey.Layout("{a}", columns={"a": "u64", "unused": "text"}).columns == {"a": "u64"}
    assert repr(rowkey.Layout("{a}", {"a": "u64"})) == "Layout('{a}', columns={'a': 'u64'})"
    assert rowkey.__version__ == importlib.metadata.version("rowkey")


def test_types_come_from_the_values() -> None:
    layout = rowkey.Layout("{a}")
    assert layout.key(a=-5) == b"-5"
    assert layout.key(a=2**64 - 1) == b"18446744073709551615"
    assert layout.key(a="x") == b"x"
    assert layout.key(a=b"\xff") == b"\xff"
    assert layout.key(a=bytearray(b"y")) == layout.key(a=memoryview(b"y")) == b"y"
    assert layout.key(a=1.5) == bytes.fromhex("bff8000000000000")
    assert layout.key(a=True) == b"1"
    assert layout.key(a=uuid.UUID(int=7)) == bytes(15) + b"\x07"
    assert layout.key(a=ipaddress.ip_address("::1")) == bytes(15) + b"\x01"
    assert layout.key(a=-5) == b"-5"


class Nulls:
    """What pandas and NumPy have in the place of None."""

    pandas = pytest.importorskip("pandas")
    numpy = pytest.importorskip("numpy")
    all = (None, pandas.NA, pandas.NaT, numpy.datetime64("NaT"), numpy.ma.masked)


@pytest.mark.parametrize("null", Nulls.all, ids=repr)
@pytest.mark.parametrize("kind", ["i64", "time(ms)", "text", "decimal(2)", None])
def test_whatever_is_null(null: object, kind: str | None) -> None:
    layout = rowkey.Layout(
        '{coalesce(a, "none")}' if kind in ("text", None) else "{coalesce(a, -1)}", kind and {"a": kind}
    )
    expected = b"none" if kind in ("text", None) else b"-1"
    assert layout.key(a=null) == expected
    assert layout.encode({"a": [null, null]}).to_list() == [expected] * 2


@pytest.mark.parametrize(
    ("value", "kind", "part"),
    [
        (datetime.datetime(2024, 1, 1), "time(us)", "unit"),
        (datetime.date(2024, 1, 1), "time(s)", "unit"),
        (Nulls.pandas.Timestamp(1), "time(ns)", "unit"),
        (Nulls.numpy.datetime64(1, "ms"), "time(ms)", "unit"),
        (decimal.Decimal("1.25"), "decimal(2)", "scale"),
    ],
)
def test_what_must_be_declared(value: object, kind: str, part: str) -> None:
    layout = rowkey.Layout("{host}|{ts}")
    words = f"ts is {kind}: its {part} would be part of the key. Say columns={{'host': 'text', 'ts': '{kind}'}}"
    for make in (
        lambda: layout.key(host="a", ts=value),
        lambda: layout.encode({"host": ["a"], "ts": [value]}),
        lambda: layout.ranges(host="a", ts=value),
    ):
        with pytest.raises(rowkey.LayoutError) as caught:
            make()
        assert str(caught.value) == words
    assert rowkey.Layout("{host}").key(host="a", ts=value) == b"a"
    declared = rowkey.Layout(layout.template, {"host": "text", "ts": kind})
    assert declared.encode({"host": ["a"], "ts": [value]}).to_list() == [declared.key(host="a", ts=value)]


def test_the_whole_record_is_a_column() -> None:
    layout = rowkey.Layout("{md5(line) % 100:02d}{id:04d}")
    assert layout.columns == {"line": "text", "id": "i64"}
    assert layout.encode({"line": ["a,7"], "id": [7]}).to_list() == [layout.key(line="a,7", id=7)]
    assert rowkey.Layout("{id}").columns == {"id": "text"}


def test_addresses() -> None:
    for text in ("10.0.0.1", "2001:db8::1"):
        layout = rowkey.Layout("{a}", {"a": "ip"})
        assert layout.key(a=ipaddress.ip_address(text)) == layout.key(a=text)
        assert layout.encode({"a": [ipaddress.ip_address(text)]}).to_list() == [layout.key(a=text)]
        with pytest.raises(TypeError, match="takes no address"):
            rowkey.Layout("{a}", {"a": "text"}).key(a=ipaddress.ip_address(text))
    assert rowkey.Layout("{a}", {"a": "ipv4"}).key(a=ipaddress.ip_address("0.0.1.0")) == b"256"
    with pytest.raises(rowkey.RowError, match="scope"):
        rowkey.Layout("{a}", {"a": "ip"}).key(a=ipaddress.ip_address("fe80::1%eth0"))


def test_dates_need_instants() -> None:
    layout = rowkey.Layout("{year(ts):04d}-{month(ts):02d}", {"ts": "time(us)"})
    assert layout.key(ts=datetime.datetime(2024, 2, 29, 23, 59)) == b"2024-02"
    assert layout.key(ts=datetime.date(1999, 12, 31)) == b"1999-12"
    assert layout.key(ts=17) == b"1970-01"
    with pytest.raises(rowkey.LayoutError):
        rowkey.Layout("{year(ts):04d}")


@pytest.mark.parametrize(
    ("kind", "value", "stored", "back"),
    [
        ("u64", 2**64 - 1, b"18446744073709551615", 2**64 - 1),
        ("i64", -(2**63), b"-9223372036854775808", -(2**63)),
        ("bytes", b"\xff\x00", b"\xff\x00", b"\xff\x00"),
        ("text", "zoë", "zoë".encode(), "zoë"),
        ("bytes(3)", b"abc", b"abc", b"abc"),
        ("time(ms)", datetime.datetime(2024, 3, 1, 12, 30, tzinfo=UTC), b"1709296200000", None),
        ("time(s)", datetime.date(1970, 1, 2), b"86400", datetime.datetime(1970, 1, 2, tzinfo=UTC)),
        ("time(us)", "1970-01-01T00:00:01.5Z", b"1500000", datetime.datetime(1970, 1, 1, 0, 0, 1, 500000, UTC)),
        ("time(ns)", 1, b"1", 1),
        ("time(s)", 2**62, b"4611686018427387904", 2**62),
        ("epoch(ms)", "86400000", b"86400000", datetime.datetime(1970, 1, 2, tzinfo=UTC)),
        ("epoch(ms)", datetime.datetime(1970, 1, 2), b"86400000", datetime.datetime(1970, 1, 2, tzinfo=UTC)),
        ('time(s, "%d.%m.%Y")', "02.01.1970", b"86400", datetime.datetime(1970, 1, 2, tzinfo=UTC)),
        ('time(s, "%d.%m.%Y")', datetime.datetime(1970, 1, 2), b"86400", datetime.datetime(1970, 1, 2, tzinfo=UTC)),
        ("decimal(2)", decimal.Decimal("-1.5"), b"-150", decimal.Decimal("-1.50")),
        ("decimal(2)", decimal.Decimal("1E+2"), b"10000", decimal.Decimal("100.00")),
        ("decimal(2)", 7, b"700", decimal.Decimal("7.00")),
        ("uuid", uuid.UUID(int=1), bytes(15) + b"\x01", uuid.UUID(int=1)),
        ("uuid", bytes(16), bytes(16), uuid.UUID(int=0)),
        ("ip", "10.0.0.1", bytes(10) + b"\xff\xff\x0a\x00\x00\x01", ipaddress.ip_address("10.0.0.1")),
        ("ipv4", ipaddress.ip_address("0.0.1.0"), b"256", ipaddress.ip_address("0.0.1.0")),
        ("bool", True, b"1", True),
        ("bool", "no", b"0", False),
        ("enum(a, b)", "b", b"1", "b"),
        ("hex", "00ff", b"\x00\xff", "00ff"),
        ("hex", b"\x00\xff", b"\x00\xff", "00ff"),
        ("base64", "AAE=", b"\x00\x01", "AAE="),
    ],
)
def test_types_of_columns(kind: str, value: object, stored: bytes, back: object) -> None:
    layout = rowkey.Layout("{a}", columns={"a": kind})
    assert layout.columns == {"a": kind}
    key = layout.key(a=value)
    assert key == stored
    assert layout.decode_key(key) == {"a": value if back is None else back}


def test_floats() -> None:
    assert rowkey.Layout("{a}", {"a": "f32"}).decode_key(bytes.fromhex("bfc00000")) == {"a": 1.5}
    assert rowkey.Layout("{a}", {"a": "f64"}).key(a=1) == rowkey.Layout("{a}").key(a=1.0)
    with pytest.raises(rowkey.RowError, match=r"0\.1.*not a valid f32"):
        rowkey.Layout("{a}", {"a": "f32"}).key(a=0.1)
    with pytest.raises(rowkey.RowError, match="out of the range"):
        rowkey.Layout("{a}", {"a": "f64"}).key(a=10**400)


def test_nulls() -> None:
    layout = rowkey.Layout('{coalesce(host, "none")}|{ts:u64}')
    assert layout.key(host=None, ts=1)[:5] == b"none|"
    with pytest.raises(rowkey.RowError) as caught:
        layout.key(host="a", ts=None)
    assert caught.value.row == 0
    assert caught.value.column == "ts"
    assert str(caught.value) == f"row 0: {caught.value.reason}"


def test_random_counts_rows() -> None:
    layout = rowkey.Layout("{random() % 1000000:07d}{id:010d}")
    assert layout.key(0, id=1) == layout.key(0, 0, id=1) == layout.encode({"id": [1]})[0]
    made = collections.Counter(layout.key(id=1)[1:2] for _ in range(2000))
    assert len(made) == 10
    assert min(made.values()) > 100  # 200 are expected, and 13 more or less
    assert len({layout.key(row, id=1) for row in range(20)}) == 20
    assert layout.key(0, 1, id=1) != layout.key(0, 2, id=1)


@pytest.mark.parametrize("template", ["{id", "{md4(id)}", "{id:q}", "", "}", "@nothing", "@gbif(x=1)"])
def test_wrong_templates_are_shown_with_a_caret(template: str) -> None:
    with pytest.raises(rowkey.LayoutError) as caught:
        rowkey.Layout(template).key(id=1)
    assert isinstance(caught.value, ValueError)
    assert caught.value.offset is None or 0 <= caught.value.offset <= len(template)
    if caught.value.offset is not None:
        assert str(caught.value).splitlines()[2].lstrip().startswith("^ expected ")


def test_wrong_columns() -> None:
    with pytest.raises(rowkey.LayoutError, match="no column id"):
        rowkey.Layout(IDS, columns={"other": "u64"})
    with pytest.raises(rowkey.LayoutError, match="u46"):
        rowkey.Layout(IDS, columns={"id": "u46"})
    with pytest.raises(TypeError):
        rowkey.Layout(IDS, columns={"id": 64})  # type: ignore[dict-item]
    with pytest.raises(rowkey.LayoutError):
        rowkey.Layout(IDS, columns={"id": "bytes(0)"})


def test_wrong_values() -> None:
    layout = rowkey.Layout(IDS, columns={"id": "u64"})
    with pytest.raises(rowkey.RowError, match=r"-1 is out of the range of u64"):
        layout.key(id=-1)
    with pytest.raises(rowkey.RowError, match="10000000000"):
        layout.key(id=10**10)
    with pytest.raises(rowkey.RowError, match='"x" is not a number of type u64'):
        layout.key(id="x")
    with pytest.raises(rowkey.RowError, match=r"1\.5 is not a valid u64"):
        layout.key(id=1.5)
    with pytest.raises(TypeError, match=r"row 7: column id: type u64 does not take bytes.*found b'x'"):
        layout.key(7, id=b"x")
    with pytest.raises(rowkey.RowError, match=r"is out of the range of type u64"):
        layout.key(id=2**64)
    with pytest.raises(rowkey.RowError, match=r"NaN is not a number"):
        rowkey.Layout("{a}", {"a": "decimal(2)"}).key(a=decimal.Decimal("NaN"))
    with pytest.raises(TypeError, match="'id' has no value"):
        layout.key(ids=1)
    with pytest.raises(TypeError, match="no column takes"):
        rowkey.Layout("{a}").key(a=[])
    with pytest.raises(rowkey.RowError, match="uuid"):
        rowkey.Layout("{a}", {"a": "uuid"}).key(a="no uuid")
    with pytest.raises(TypeError, match="by position"):
        layout.key(1, 2, 3)  # type: ignore[call-arg]


def test_wrong_keys() -> None:
    layout = rowkey.Layout(HOSTS)
    key = layout.key(host="web-1", ts=1)
    with pytest.raises(rowkey.RowError):
        layout.decode_key(b"073" + key[3:])
    with pytest.raises(rowkey.RowError):
        layout.decode_key(key + b"x")
    with pytest.raises(rowkey.RowError):
        layout.decode_key(b"")
    with pytest.raises(rowkey.RowError, match="not UTF-8"):
        layout.decode_key(layout.key(host=b"\xff", ts=1))
    assert rowkey.Layout(HOSTS, {"host": "bytes", "ts": "u64"}).decode_key(layout.key(host=b"\xff", ts=1)) == {
        "host": b"\xff",
        "ts": 1,
    }
    with pytest.raises(TypeError, match="expected a key as bytes"):
        layout.decode_key("text")  # type: ignore[arg-type]


def test_the_fields_of_a_key() -> None:
    layout = rowkey.Layout("{md5(host) % 100:02d}{host}|{ts:i64}", {"host": "text", "ts": "time(s)"})
    for host, salt in (("web-1", b"72"), ("é", b"35"), ("", b"66")):
        key = layout.key(host=host, ts=1700000000)
        end = 2 + len(host.encode())
        instant = datetime.datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)
        assert layout.fields(key) == (
            rowkey.KeyField("{md5(host) % 100:02d}", 0, 2, salt, None, None),
            rowkey.KeyField("{host}", 2, end, host.encode(), "host", host),
            rowkey.KeyField("|", end, end + 1, b"|", None, None),
            rowkey.KeyField("{ts:i64}", end + 1, end + 9, key[end + 1 :], "ts", instant),
        )
        assert layout.fields(bytearray(key)) == layout.fields(key)
    lost = rowkey.Layout("{id / 10:02d}{md5(id):x}", {"id": "u64"})
    assert [(field.begin, field.end, field.column) for field in lost.fields(lost.key(id=42))] == [
        (0, 2, None),
        (2, 34, None),
    ]
    with pytest.raises(rowkey.RowError, match=r"byte 8: .* expected 8 bytes"):
        layout.fields(b"72web-1|\0")
    with pytest.raises(TypeError, match="expected a key as bytes"):
        layout.fields("text")  # type: ignore[arg-type]


def test_long_keys_and_many_columns() -> None:
    assert rowkey.Layout("{a}").key(a="x" * 100000) == b"x" * 100000
    names = [f"c{i}" for i in range(100)]
    layout = rowkey.Layout("".join(f"{{{name}:u8}}" for name in names))
    values = {name: i for i, name in enumerate(names)}
    assert layout.key(**values) == bytes(range(100))
    assert layout.decode_key(bytes(range(100))) == values


def test_layouts_can_be_pickled_and_do_not_change() -> None:
    layout = rowkey.Layout("@opentsdb(buckets=8)")
    assert pickle.loads(pickle.dumps(layout)).template == layout.template
    with pytest.raises(AttributeError):
        layout.template = "x"  # type: ignore[misc]


def test_values_of_ever_new_types_are_refused_in_the_end() -> None:
    names = "abcdefghi"
    layout = rowkey.Layout("".join(f"{{{name}}}|" for name in names))
    records = [{name: "x" if bits >> i & 1 else i for i, name in enumerate(names)} for bits in range(512)]
    for record in records[:200]:
        layout.key(**record)
    with pytest.raises(rowkey.Error, match="256 combinations"):
        [layout.key(**record) for record in records]


def test_threads_share_a_layout() -> None:
    layout = rowkey.Layout("{h31(a) % 16:u8}{a}|{b}")
    expected = {i: layout.key(a=str(i), b=i) for i in range(100)}
    failures: list[int] = []

    def work() -> None:
        for _ in range(30):
            failures.extend(i for i in expected if layout.key(a=str(i), b=i) != expected[i])
            failures.extend(i for i in expected if layout.decode_key(expected[i])["b"] != str(i))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.parametrize("format", [None, "fixed_size_binary", "binary", "large_binary", "binary_view"])
@pytest.mark.parametrize("template", ["{id:u8}{n:u32}", "{n:u32}{id:u8}{md5(n) % 10:01d}", "{n:u32}{id:d}"])
@pytest.mark.parametrize("threads", [1, 2])
def test_null_keys(template: str, format: Any, threads: int) -> None:  # noqa: A002
    """By each policy the keys of good rows are those of key(), in every format, and Arrow has the others as nulls."""
    pyarrow = pytest.importorskip("pyarrow")
    layout = rowkey.Layout(template)
    if format == "fixed_size_binary" and template.endswith("d}"):
        return
    for every in (1, 3, 64, 10**9):
        ids = [None if (i + 1) % every == 0 else i % 256 for i in range(5000)]
        data = {"id": ids, "n": list(range(5000))}
        expected = [None if row is None else layout.key(id=row, n=i) for i, row in enumerate(ids)]
        for errors in ("propagate", "null"):
            keys = layout.encode(data, format=format, threads=threads, errors=errors)
            assert keys.to_list() == expected
            assert [keys[i] for i in (0, 1, 4999)] == [expected[i] for i in (0, 1, 4999)]
            array = pyarrow.chunked_array(keys)
            array.validate(full=True)
            assert array.null_count == expected.count(None)
            assert array.to_pylist() == expected
        if None in ids:
            with pytest.raises(rowkey.RowError, match="id is null"):
                layout.encode(data, errors="raise")
    bad = {"id": [1, -1, None, 2], "n": [0, 1, 2, 3]}
    with pytest.raises(rowkey.RowError, match="id = -1") as caught:
        rowkey.Layout("{id:u8}").encode(bad, errors="propagate")
    assert caught.value.row == 1
    assert rowkey.Layout("{id:u8}").encode(bad, errors="null").to_list() == [b"\x01", None, None, b"\x02"]
    with pytest.raises(ValueError, match="errors='coerce'"):
        layout.encode(bad, errors="coerce")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
