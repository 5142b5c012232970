"""Layouts: templates and columns, the keys of single records and back."""

from __future__ import annotations

import datetime
import decimal
import ipaddress
import pickle
import threading
import uuid

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
    assert isinstance(rowkey.__version__, str)


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


def test_dates_need_instants() -> None:
    layout = rowkey.Layout("{year(ts):04d}-{month(ts):02d}")
    assert layout.key(ts=datetime.datetime(2024, 2, 29, 23, 59)) == b"2024-02"
    assert layout.key(ts=datetime.date(1999, 12, 31)) == b"1999-12"
    with pytest.raises(rowkey.LayoutError, match=r"instant|time"):
        layout.key(ts=17)
    with pytest.raises(rowkey.LayoutError):
        layout.splits(3)


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
    with pytest.raises(rowkey.RowError, match=r"no f32"):
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
    assert layout.key(id=1) == layout.key(0, 0, id=1)
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
    with pytest.raises(rowkey.RowError, match=r"-1.*out of the range of type u64"):
        layout.key(id=-1)
    with pytest.raises(rowkey.RowError, match="10000000000"):
        layout.key(id=10**10)
    with pytest.raises(TypeError, match=r"'id' is of type u64: expected an int, found 'x'"):
        layout.key(id="x")
    with pytest.raises(TypeError, match=r"expected an int, found 1\.0"):
        layout.key(id=1.0)
    with pytest.raises(TypeError, match="'id' has no value"):
        layout.key(ids=1)
    with pytest.raises(TypeError, match="no column takes"):
        rowkey.Layout("{a}").key(a=[])
    with pytest.raises(TypeError, match=r"decimal\(2\)"):
        rowkey.Layout("{a}").key(a=decimal.Decimal(1))
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
