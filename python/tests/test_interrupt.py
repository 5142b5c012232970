"""Ctrl-C ends an encoding between two pieces."""

from __future__ import annotations

import os
import signal
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
