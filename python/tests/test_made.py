"""Made rows: those of the tool."""

from __future__ import annotations

import json
import subprocess

import pytest

import rowkey

ROWS, REGIONS = 150_000, 300


@pytest.mark.parametrize(
    "kind",
    [
        "sequential",
        "sequential(start=18446744073709000000,step=3)",
        "random",
        "random(below=1000)",
        "timestamps(hosts=7,jitter=500)",
        "zipf(users=1000,exponent=1.2)",
        "matrix",
    ],
)
def test_rows_of_the_tool(tool: str, kind: str) -> None:
    rows = rowkey.made_rows(kind, ROWS, seed=7)
    template = f"{{md5({', '.join(rows[0])}) % 100000:05d}}"
    command = [tool, "simulate", "--quiet", "--output", "json", "--source", kind, "--rows", str(ROWS), "--seed", "7"]
    command += ["--regions", str(REGIONS), "--window", "500", "--writers", "3", "--layout", template]
    expected = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["layouts"][0]["regions"]
    load = rowkey.simulate(rowkey.Layout(template), rows, regions=REGIONS, window=500, writers=3)[0]
    assert load.counts == expected["rows"]
    assert (load.hottest, load.hottest_windows) == (
        expected["windows"]["hottest"]["region"],
        expected["windows"]["hottest"]["windows"],
    )


@pytest.mark.parametrize("kind", [kind.name for kind in rowkey.made_kinds()])
def test_each_kind(kind: str) -> None:
    few, more = rowkey.made_rows(kind, 3), rowkey.made_rows(kind, 70_000)
    assert more[:3] == few.to_list()
    assert len(more) == 70_000
    assert rowkey.made_rows(kind, 0).to_list() == []
    pa = pytest.importorskip("pyarrow")
    table = pa.table(more)
    table.validate(full=True)
    assert table.slice(69_990).to_pylist() == more[69_990:]


def test_what_is_wrong() -> None:
    for kind, text in {
        "no": "expected sequential, random",
        "zipf(a=1)": "no parameter",
        "zipf(": r"does not end in \)",
        "sequential(start=18446744073709551615)": "passes 64 bits",
        "\udc80": "unknown source",
    }.items():
        with pytest.raises(ValueError, match=text):
            rowkey.made_rows(kind, 10)
    with pytest.raises(ValueError, match="rows=-1"):
        rowkey.made_rows("random", -1)
    with pytest.raises(TypeError, match=r"seed=1\.5"):
        rowkey.made_rows("random", 1, seed=1.5)  # type: ignore[arg-type]
