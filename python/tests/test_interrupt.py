"""Ctrl-C ends what takes long."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import pytest

import rowkey

pa = pytest.importorskip("pyarrow")


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("threads", [1, 2])
def test_interrupt(threads: int) -> None:
    batch = pa.record_batch({"text": ["x" * 10_000] * 1000})
    table = pa.Table.from_batches([batch] * 100_000)  # a minute of work, at the least
    started = time.monotonic()
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        rowkey.Layout("{md5(text):x}").encode(table, threads=threads)
    timer.join()
    assert time.monotonic() - started < 20


PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
import rowkey
{prepare}
print("begun", flush=True)
try:
    {call}
    print("finished", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
HASHED = 'layout = rowkey.Layout("{md5(id) % 1000000:07d}{id:010d}", {"id": "i64"})'
WIDE = """
import pyarrow as pa, random
chance = random.Random(1)
table = pa.table({f"c{i}": [chance.randrange(10 ** (i % 7 + 1)) for _ in range(20_000)] * 50 for i in range(20)})
table = table.combine_chunks()
"""
MANY = 'import pyarrow as pa\nkeys = pa.array([b"%010d" % (i * 7919 % 999983) for i in range(10 ** 6)] * 20)'
OF_SKETCH = MANY + "\nsketch = rowkey.Sketch(2**28)\nsketch.add(keys)"
CALLS = {
    "ranges that are tried": (HASHED, "layout.ranges(id=(0, 500_000_000), most=20_000_000)"),
    "ranges of a list": (HASHED, "[layout.ranges(id=list(range(1_000_000))) for _ in range(1000)]"),
    "ranges of a list in no order": (
        HASHED + "\nids = [i * 7919 % 3_000_017 for i in range(3_000_017)]",
        "[layout.ranges(id=ids) for _ in range(1000)]",
    ),
    "ranges of a text": (
        HASHED + "\ntext = 'id in (' + ','.join(map(str, range(1_000_000))) + ')'",
        "[layout.ranges(text) for _ in range(1000)]",
    ),
    "encode a list": (HASHED + "\nids = [1] * 40_000_000", "layout.encode({'id': ids})"),
    "encode dicts": (HASHED, "layout.encode({'id': i} for i in range(10 ** 9))"),
    "simulate": (HASHED, "rowkey.simulate([layout] * 1000, {'id': list(range(1_000_000))}, regions=20)"),
    "sketch": (MANY, "[rowkey.Sketch().add(keys) for _ in range(1000)]"),
    "splits of keys": (MANY, "[rowkey.Splits.of_keys(keys, 10) for _ in range(1000)]"),
    "splits of a sketch": (OF_SKETCH, "[sketch.splits(1000) for _ in range(1000)]"),
    "advise": (WIDE, "rowkey.advise(table, ['c1 = ?, c2 > ?', 'c3 = ?, c4 = ?'], regions=20, allow_shared_keys=True)"),
}


def cpu_seconds(process: int) -> float:
    """How long a process has computed."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("after", [0.2, 0.9])
def test_ctrl_c_in_calls_of_the_library(name: str, after: float) -> None:
    """Sends a real SIGINT once the call has computed for so long."""
    if os.environ.get("ROWKEY_TEST_SANITIZE"):
        pytest.skip("the sanitizer makes it slow")
    prepare, call = CALLS[name]
    program = PROGRAM.format(prepare=prepare, call=call)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begun\n"
        begun = cpu_seconds(child.pid)
        while cpu_seconds(child.pid) < begun + after:
            assert child.poll() is None, "the call is over"
            time.sleep(0.001)
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        said = child.stdout.readline()
        took = time.monotonic() - sent
        child.kill()
    print(f"{name}: {took:.3f} s")
    assert said == "interrupted\n"
    assert took < 5  # measured: 0.3 s at the most
