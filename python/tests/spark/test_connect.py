"""Functions and the source `rowkey` through a server of Spark Connect, on a real HBase."""

from __future__ import annotations

import json
import os
import pathlib
import struct
import subprocess
import sys
from typing import Any

import pytest

import rowkey

pytest.importorskip("pyspark")
import connect_server
import pyspark

LAYOUT = rowkey.Layout("{md5(host) % 100:02d}|{host}|{ts:i64}", columns={"host": "text", "ts": "i64"})
ROWS = 500
pytestmark = [
    pytest.mark.skipif("ROWKEY_TEST_JARS" not in os.environ, reason="scripts/test-python --spark builds the jars"),
    pytest.mark.skipif(pyspark.__version__.startswith("3."), reason="PySpark has the server from 4.0 on"),
]


def test_a_client_of_spark_connect(hbase: Any, tmp_path: pathlib.Path) -> None:
    hbase.create("connect", ["m"], LAYOUT.splits(3))
    options = {
        "table": "connect",
        "layout": LAYOUT.template,
        "keyColumns": "host:text,ts:i64",
        "valueColumns": "load BIGINT m:load",
        "staging": str(tmp_path / "staging"),
        **hbase.options,
    }
    with connect_server.started(tmp_path) as remote:
        client = pathlib.Path(__file__).with_name("connect_client.py")
        command = [sys.executable, str(client), remote, json.dumps(options), str(ROWS)]
        run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    found = dict(json.loads(line) for line in run.stdout.splitlines() if line.startswith("["))

    keys = [LAYOUT.key(host=f"web-{i % 7}", ts=i) for i in range(10)]
    assert found["keys"] == found["workers"] == [bytes(key).hex() for key in keys]
    assert found["back"] == [[f"web-{i % 7}", i] for i in range(10)]
    assert found["bad"] == [["99", True], [None, False]]
    assert found["region"] == [int(bytes(key) >= b"5") for key in keys]
    assert "no key of {id:02d} for (id = 100)" in found["error"]
    assert "Spark Connect does not reach HBaseBulkLoad" in found["loads"]

    assert found["read"] == [["web-5", i, 2 * i] for i in (5, 12, 19)]
    assert 'pushed: [host = "web-5", ts < 20]' in found["plan"]
    assert found["count"] == ROWS
    assert "the frame has no column load, which valueColumns names" in found["wrong"]

    assert found["tables"] == [1, 2, 3]
    assert "the table made is not replaced" in found["replace"]
    assert found["kept"] is True
    expected = {LAYOUT.key(host=f"web-{i % 7}", ts=i): {"m:load": struct.pack(">q", 2 * i)} for i in range(ROWS)}
    expected |= {
        LAYOUT.key(host="web-9", ts=i): {"m:load": struct.pack(">q", load)} for i, load in ((1, 2), (2, 4), (3, 4))
    }
    assert dict(hbase.rows("connect")) == expected
