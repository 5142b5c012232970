"""Simulations: what the tool says of the same records, whose writers take turns."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

import rowkey

TEMPLATES = ["{id % 100:02d}{id:u64}", "{md5(id) % 1000:03d}{id:u64}"]
ROWS, REGIONS, SERVERS, WINDOW = 70_000, 20, 3, 300


def loads_of_tool(tool: str, writers: int) -> list[dict[str, Any]]:
    command = [tool, "simulate", "--quiet", "--output", "json", "--source", "sequential", "--rows", str(ROWS)]
    command += ["--regions", str(REGIONS), "--window", str(WINDOW), "--writers", str(writers)]
    command += ["--servers", str(SERVERS)]
    for template in TEMPLATES:
        command += ["--layout", template]
    found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return list(found["layouts"])


def assert_same(load: rowkey.Load | None, expected: dict[str, Any]) -> None:
    assert load is not None
    windows = expected["windows"]
    assert load.counts == expected["rows"]
    assert (load.window, load.windows) == (windows["rows"], windows["count"])
    for name in ("active_mean", "effective_mean", "peak_mean", "lock_step"):
        assert getattr(load, name) == pytest.approx(windows[name], rel=1e-9, abs=1e-9)
    assert load.gini == pytest.approx(expected["total"]["gini"])


@pytest.mark.parametrize("writers", [1, 2, 7, 80, 2500])
def test_writers_take_turns_as_in_the_tool(tool: str, writers: int) -> None:
    layouts = [rowkey.Layout(template) for template in TEMPLATES]
    wanted: dict[str, Any] = {"regions": REGIONS, "servers": SERVERS, "window": WINDOW, "writers": writers}
    loads = rowkey.simulate(layouts, {"id": range(ROWS)}, **wanted)
    for load, expected in zip(loads, loads_of_tool(tool, writers), strict=True):
        assert_same(load, expected["regions"])
        assert_same(load.servers, expected["servers"])
    del wanted["servers"]
    assert [load.servers for load in rowkey.simulate(layouts, {"id": range(10)}, **wanted)] == [None, None]


def test_parts_of_records_in_chunks() -> None:
    pa = pytest.importorskip("pyarrow")
    layout = rowkey.Layout(TEMPLATES[0])
    table = pa.chunked_array([list(range(5)), [], list(range(5, 3000)), list(range(3000, 9001))], pa.uint64())
    whole = rowkey.simulate(layout, {"id": range(9001)}, regions=REGIONS, window=10, writers=3)
    assert rowkey.simulate(layout, pa.table({"id": table}), regions=REGIONS, window=10, writers=3) == whole
    assert rowkey.simulate(layout, {"id": []}, regions=REGIONS, writers=3)[0].rows == 0
