"""Tables of HBase in a catalog that is a metastore of Hive: they are there in the next process."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
from typing import Any

import pytest

import rowkey

pytest.importorskip("pyspark")

LAYOUT = rowkey.Layout("{md5(host) % 100:02d}|{host}|{ts:i64}", columns={"host": "text", "ts": "i64"})
pytestmark = pytest.mark.skipif(
    "ROWKEY_TEST_JARS" not in os.environ, reason="scripts/test-python --spark builds the jars"
)


def test_tables_are_there_in_the_next_process(hbase: Any, tmp_path: pathlib.Path) -> None:
    hbase.create("hive", ["m"], LAYOUT.splits(3))
    options = {
        "table": "hive",
        "layout": LAYOUT.template,
        "keyColumns": "host:text,ts:i64",
        "valueColumns": "load BIGINT m:load",
        **hbase.options,
    }
    script = pathlib.Path(__file__).with_name("hive_session.py")
    for what, rows in (("make", 80), ("use", 100)):
        command = [sys.executable, str(script), str(tmp_path), json.dumps(options), what]
        run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, cwd=tmp_path)
        assert run.returncode == 0, run.stderr
        found = json.loads(run.stdout.splitlines()[-1])
        assert set(found["counts"].values()) == {rows}, found
        assert set(found["found"].values()) == {3}, found  # 5, 12 and 19
        assert 'pushed: [host = "web-5"]' in found["plan"]
