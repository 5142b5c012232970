"""Nothing leaks: what many calls allocate is free again after them."""

from __future__ import annotations

import gc
import os
import resource
from collections.abc import Callable

import pytest

import rowkey

pytestmark = pytest.mark.skipif(
    "ROWKEY_TEST_SANITIZE" in os.environ, reason="AddressSanitizer keeps what is freed for some time"
)
LAYOUT = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")
TIMES = rowkey.Layout("{ts:u64}{id}", {"ts": "time(ms)", "id": "uuid"})
KEY = LAYOUT.key(host="web-1", ts=1)
CSV = b'a,b,c\n1,x,2024-03-01\n2,"y",2024-03-02\n'
LOADS = rowkey.simulate(rowkey.Layout("{id:03d}"), {"id": range(100)}, regions=4)


def fail() -> None:
    with pytest.raises(rowkey.RowError):
        LAYOUT.key(host=None, ts=1)
    with pytest.raises(rowkey.LayoutError):
        rowkey.Layout("{id")
    with pytest.raises(rowkey.RowError):
        LAYOUT.decode_key(b"")
    with pytest.raises(rowkey.RowError):
        LAYOUT.fields(b"")
    with pytest.raises(rowkey.RowError):
        TIMES.key(ts="yesterday", id="1" * 32)
    with pytest.raises(rowkey.ConditionError):
        LAYOUT.ranges("host = a, ts = x")
    with pytest.raises(rowkey.RecordError):
        rowkey.read_records(b"1\nx\n", "a:u64", kind="csv")
    with pytest.raises(rowkey.RecordError):
        rowkey.read_records(b"a,b\n", "c:u64", kind="csv", header=True)
    with pytest.raises(ValueError, match="u65"):
        rowkey.read_records(b"1", "a:u65", kind="csv")
    with pytest.raises(ValueError, match="unknown source"):
        rowkey.made_rows("x", 1)
    with pytest.raises(rowkey.RowError):
        rowkey.fill_question("host = ?", {"host": None})


ACTIONS: dict[str, Callable[[], object]] = {
    "key": lambda: LAYOUT.key(host="web-1", ts=1),
    "typed key": lambda: TIMES.key(ts="2024-03-01", id="1" * 32),
    "decode_key": lambda: LAYOUT.decode_key(KEY),
    "typed decode_key": lambda: TIMES.decode_key(bytes(24)),
    "fields": lambda: LAYOUT.fields(KEY),
    "layout": lambda: rowkey.Layout("{a}|{b}", {"a": "time(ms)", "b": "text"}).key(a=1, b="x"),
    "variants": lambda: [rowkey.Layout("{a}").key(a=value) for value in (1, "x", 1.5, True)],
    "ranges": lambda: LAYOUT.ranges(host=["a", "b"], ts=(1, 2)),
    "conditions as text": lambda: LAYOUT.ranges('host in (a, "b c"), ts >= 1', ts=(1, 2)),
    "splits": lambda: rowkey.Layout("{a:u64}").splits(50).region(b"x"),
    "explain": LAYOUT.explain,
    "records": lambda: rowkey.read_records(CSV, header=True, kind="csv"),
    "typed records": lambda: rowkey.read_records(CSV, "a:decimal(2),b:enum(x, y),c:time(s)", header=True, kind="csv"),
    "made rows": lambda: rowkey.made_rows("zipf", 10),
    "question": lambda: rowkey.fill_question("host = ?, ts in last 5", {"host": "x" * 300, "ts": 7}),
    "pictures": LOADS.svg,
    "named": lambda: rowkey.named("opentsdb").columns,
    "errors": fail,
}


@pytest.mark.parametrize("name", ACTIONS)
def test_no_leak(name: str) -> None:
    def grown(times: int) -> int:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(times):
            ACTIONS[name]()
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before

    grown(300)
    # A leak of 100 bytes a call would be as many kilobytes; several tries, as others allocate, too.
    assert min(grown(3000) for _ in range(3)) < 150
