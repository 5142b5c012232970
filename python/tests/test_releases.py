"""Every struct of Arrow's that is handed over is released once, also after errors, and nothing is lost."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

RELEASES = int(os.environ.get("ROWKEY_TEST_RELEASES", "40000"))
A_TURN = 20  # structs handed over and out


@pytest.mark.skipif(sys.platform != "linux", reason="asks glibc or AddressSanitizer for the memory in use")
def test_each_struct_is_released_once() -> None:
    turns = -(-RELEASES // (2 * A_TURN))
    done = subprocess.run(
        [sys.executable, str(pathlib.Path(__file__).with_name("releases.py")), str(turns)],
        env={**os.environ, "PYTHONMALLOC": "malloc"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
    handed_over, released, handed_out, grown = map(int, done.stdout.split())
    assert handed_over == released
    assert handed_over + handed_out >= RELEASES
    assert grown < 16 * turns, f"{grown} bytes in {turns} turns: what malloc gives is no smaller than 16"
