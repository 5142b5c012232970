"""Questions, asked for one record."""

from __future__ import annotations

import uuid
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

import pytest

import rowkey

NOON = datetime(2024, 3, 1, 12, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("question", "record", "columns", "filled"),
    [
        ("host = ?", {"host": "a b"}, None, 'host = "a b"'),
        ("3: host = ?, order by id desc, limit 5", {"host": "a", "id": 7}, None, 'host = "a"'),
        ("id in last 10", {"id": 7}, None, "id > -3, id <= 7"),
        ("id = ?", {"id": 2**64 - 1}, None, "id = 18446744073709551615"),
        ("host = ?", {"host": b"\xff\0"}, None, 'host = "\\xFF\\x00"'),
        ("price = ?", {"price": Decimal("1.50")}, {"price": "decimal(2)"}, 'price = "1.50"'),
        ("price = ?", {"price": 3}, {"price": "decimal(2)"}, 'price = "3.00"'),
        ("kind = ?", {"kind": "b"}, {"kind": "enum(a, b)"}, 'kind = "b"'),
        ("id = ?", {"id": uuid.UUID(int=1)}, None, 'id = "00000000-0000-0000-0000-000000000001"'),
        ("ts in last 1h", {"ts": NOON, "no": None}, {"ts": "time(s)"}, "ts > {11}, ts <= {12}"),
        ("ts in last 1h", {"ts": "2024-03-01 12:00"}, {"ts": "time(s)", "host": "text"}, "ts > {11}, ts <= {12}"),
        ("host = web-1", {}, {"host": "text"}, "host = web-1"),
        ("host = ?", {"host": "x" * 5000}, None, 'host = "' + "x" * 5000 + '"'),
    ],
)
def test_values(question: str, record: dict[str, Any], columns: dict[str, str] | None, filled: str) -> None:
    hours = {f"{{{hour}}}": f'"2024-03-01T{hour}:00:00Z"' for hour in (11, 12)}
    for mark, hour in hours.items():
        filled = filled.replace(mark, hour)
    assert rowkey.fill_question(question, record, columns) == filled


def test_ranges_of_a_record() -> None:
    layout = rowkey.Layout("{host}|{ts:u64}", {"host": "text", "ts": "time(s)"})
    record = {"host": "web-1", "ts": NOON}
    ranges = layout.ranges(rowkey.fill_question("host = ?, ts in last 1h", record, layout.columns))
    second = int(NOON.timestamp())
    assert ranges == layout.ranges(host="web-1", ts=(second - 3599, second + 1))
    pa = pytest.importorskip("pyarrow")
    schema = pa.schema([("host", pa.string()), ("ts", pa.timestamp("s"))])
    assert layout.ranges(rowkey.fill_question("host = ?, ts in last 1h", record, schema)) == ranges


def test_the_examples_of_advice() -> None:
    table = {"host": [f"web-{i % 20}" for i in range(400)], "id": list(range(400))}
    asks = ["host = ?, id in last 50", "id = ?"]
    advice = rowkey.advise(table, asks, regions=4, servers=2)
    records = [{name: values[row] for name, values in table.items()} for row in range(400)]
    for ask, example in zip(asks, advice.examples, strict=True):
        assert example in {rowkey.fill_question(ask, record) for record in records}


def test_errors() -> None:
    with pytest.raises(rowkey.ConditionError, match="there is no column x") as place:
        rowkey.fill_question("host = a, x = ?", {"host": "a"})
    assert place.value.offset == 10
    with pytest.raises(rowkey.RowError, match="the record has no value of host") as missing:
        rowkey.fill_question("host = ?", {"id": 1}, {"host": "text"})
    assert (missing.value.row, missing.value.column) == (0, "host")
    with pytest.raises(rowkey.RowError, match='column id: "x" is not a number of type u64'):
        rowkey.fill_question("id = ?", {"id": "x"}, {"id": "u64"})
    with pytest.raises(TypeError, match=r"column ts: type time\(s\) does not take floats"):
        rowkey.fill_question("ts = ?", {"ts": 1.5}, {"ts": "time(s)"})
    with pytest.raises(rowkey.LayoutError, match="u65"):
        rowkey.fill_question("ts = ?", {"ts": 1}, {"ts": "u65"})
    assert rowkey.fill_question("host = ?", {"host": "a", "ts": "no time"}, {"ts": "time(s)"}) == 'host = "a"'
