"""Advice: what the tool says of the same records, and errors that say what was wrong."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import threading
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

import rowkey

pa = pytest.importorskip("pyarrow")

ASKS = ["10: host = ?, ts in last 5m", "event = ?, ts in last 8m", "host = ?, ts = ?"]


def events(rows: int) -> dict[str, Any]:
    """Return events of skewed hosts, in seconds."""
    chance = random.Random(5)
    return {
        "ts": [1_700_000_000 + i // 3 for i in range(rows)],
        "host": [f"web-{min(int(chance.paretovariate(1)), 400)}" for _ in range(rows)],
        "event": [chance.choice(["start", "stop", "fault"]) for _ in range(rows)],
        "number": list(range(rows)),
    }


def advice_of_tool(tool: str, file: Path, columns: dict[str, Any], *options: str) -> dict[str, Any]:
    times = [f"{datetime.fromtimestamp(ts, timezone.utc):%FT%TZ}" for ts in columns["ts"]]
    lines = [",".join(map(str, row)) for row in zip(*{**columns, "ts": times}.values(), strict=True)]
    file.write_text("\n".join([",".join(columns), *lines]) + "\n")
    command = [tool, "advise", "--output", "json", "--input", "csv", "--header", str(file)]
    command += ["--columns", "ts:time(s),host:text,event:text,number:i64", *options]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return found


FIGURES = (
    "read_cost",
    "peak",
    "key_bytes",
    "server_peak_most",
    "server_peak_mean",
    "region_peak_most",
    "region_peak_mean",
)


def assert_same(advice: rowkey.Advice, expected: dict[str, Any]) -> None:
    assert (advice.rows, advice.window) == (expected["rows"], expected["window"])
    assert (advice.candidates, advice.tried) == (expected["candidates"], expected["tried"])
    assert list(advice.examples) == [question["example"] for question in expected["questions"]]
    assert list(advice.notes) == expected["notes"]
    assert advice.recommended is not None
    assert list(advice).index(advice.recommended) == expected["recommended"]
    assert len(advice) == len(expected["designs"])
    assert len(advice.tables) == len(expected["tables"]) > 1
    for tables, of_tool in zip(advice.tables, expected["tables"], strict=True):
        found = vars(tables)
        assert {name: list(value) for name, value in found.items() if isinstance(value, tuple)} == {
            name: of_tool[name] for name in ("designs", "table_of_question")
        }
        figures = {name: value for name, value in of_tool.items() if not isinstance(value, list)}
        assert {name: found[name] for name in figures} == pytest.approx(figures)
    for design, other in zip(advice, expected["designs"], strict=True):
        assert (design.layout, design.name, design.on_front) == (other["layout"], other["name"], other["on_front"])
        assert design.reason == other.get("reason")
        assert design.now is not None
        assert (design.now.busy_regions, design.now.server_peak) == pytest.approx(
            (other["busy_regions"], other["busy_regions_server_peak"])
        )
        assert [getattr(design, name) for name in FIGURES] == pytest.approx([other[name] for name in FIGURES])
        growth = {name: value for name, value in other["growth"].items() if name in rowkey.Growth.__annotations__}
        assert design.growth is None or vars(design.growth) == pytest.approx(growth)
        assert design.lock_step == pytest.approx(other["lock_step"])
        for answer, of_tool in zip(design.answers, other["answers"], strict=True):
            assert (answer.reads_all, answer.exact) == (of_tool["reads_all"], of_tool["exact"])
            assert answer.max_ranges == (of_tool["max_ranges"] or None)
            assert answer.in_order == of_tool["in_order"]
            assert answer.in_order_by_range == of_tool["in_order_by_range"]
            assert answer.backwards == of_tool["backwards"]
            numbers = ("ranges", "seeks", "regions", "rows_read", "rows_wanted", "grown_rows_read")
            assert [getattr(answer, name) for name in numbers] == pytest.approx([of_tool[name] for name in numbers])


def test_the_same_as_the_tool(tool: str, tmp_path: Path) -> None:
    columns = events(6000)
    options = [option for text in ASKS for option in ("--ask", text)]
    options += [
        "--regions",
        "40",
        "--servers",
        "8",
        "--order",
        "ts",
        "--keep",
        "host before event, event before ts",
        "--rows",
        "1000000000",
        "--seconds",
        "100000",
    ]
    expected = advice_of_tool(tool, tmp_path / "events.csv", columns, *options)
    table = pa.table(columns).set_column(0, "ts", pa.array(columns["ts"], pa.timestamp("s")))
    batches = pa.Table.from_batches(table.to_batches(max_chunksize=2500))
    wanted: dict[str, Any] = {"regions": 40, "servers": 8, "order": "ts", "keep": [("host", "event"), ("event", "ts")]}
    advice = rowkey.advise(batches, ASKS, grows_to=10**9, seconds=100_000, **wanted)
    assert_same(advice, expected)
    # The figures of a design are those of its layout, too.
    best = advice.recommended
    assert best is not None
    layout = rowkey.Layout(best.layout, {"ts": "time(s)", "host": "text", "event": "text", "number": "i64"})
    ranges = layout.ranges(advice.examples[0], most=best.answers[0].max_ranges or 0)
    assert len(ranges) <= 8 * best.answers[0].ranges
    load = rowkey.simulate(layout, batches, splits=best.splits, window=advice.window)[0]
    assert load.peak_mean == pytest.approx(best.region_peak_mean)


def test_two_tables() -> None:
    columns = events(60000)
    advice = rowkey.advise(columns, ["number = ?", "event = ?, ts in last 60"], regions=8, servers=4)
    one, two = advice.tables
    assert (one.recommended, two.recommended) == (False, True)
    assert two.read_cost * 5 < one.read_cost
    by_number, by_event = (advice[two.designs[table]].layout for table in two.table_of_question)
    assert "event" not in by_number
    assert by_event.rpartition("{")[2].startswith("number:")
    starred = [line.split()[1] for line in str(advice).splitlines() if line.startswith("*")]
    assert starred == [str(design + 1) for design in two.designs]


def test_data_of_many_kinds() -> None:
    columns = events(3000)
    del columns["event"]
    expected = rowkey.advise(columns, "host = ?, ts in last 600", regions=8)
    for data in (pa.table(columns), pa.record_batch(columns), pa.table(columns).to_reader()):
        assert str(rowkey.advise(data, ["host = ?, ts in last 600"], regions=8)) == str(expected)
    nested = pa.table(columns).append_column("tags", pa.array([["a"]] * 3000))
    assert str(rowkey.advise(nested, ["host = ?, ts in last 600"], regions=8)) == str(expected)


def test_designs_to_consider() -> None:
    own = {"mine": "{reverse(number:010d)}", "layout": rowkey.Layout("{host}|{number:010d}")}
    advice = rowkey.advise(events(2000), ["number = ?"], regions=4, consider=own)
    named = {design.name: design.layout for design in advice if design.name is not None}
    assert named["mine"] == "{reverse(number:010d)}"
    assert named["layout"] == "{host}|{number:010d}"
    assert {"bare key", "MD5 modulo", "salted by 16"} <= set(named)


def test_table_and_plot() -> None:
    advice = rowkey.advise(events(2000), ASKS[2:], regions=4)
    lines = str(advice).splitlines()
    assert len(lines) == len(advice) + 1
    assert [line[0] for line in lines[1:]].count("*") == 1
    assert repr(advice).startswith("<Advice of ")
    assert advice[0] is next(iter(advice))
    assert len(advice[:2]) == 2
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    axis = advice.plot().axes[0]
    assert len(axis.texts) == sum(design.refused is None for design in advice)


@pytest.mark.parametrize(
    ("asks", "options", "error", "message"),
    [
        ([], {}, ValueError, "question"),
        (["host = "], {}, rowkey.ConditionError, "\\^"),
        (["color = ?"], {}, rowkey.ConditionError, "color"),
        (["number = x"], {}, rowkey.ConditionError, "\\^"),
        (["number = 99999999999999999999"], {}, rowkey.ConditionError, "\\^"),
        (["host = ?"], {"order": "color"}, ValueError, "there is no column color"),
        (["host = ?"], {"keep": [("host", "color")]}, ValueError, "there is no column color"),
        (["host = ?"], {"keep": [("host", "host")]}, rowkey.Error, "before itself"),
        (["host = ?"], {"consider": {"mine": "{color}"}}, rowkey.LayoutError, "color"),
        (["host = ?"], {"regions": 1}, ValueError, "regions"),
        (["host = ?"], {"servers": 9}, ValueError, "servers"),
        (["number < 3, number > 4"], {}, ValueError, "contradict"),
    ],
)
def test_errors(asks: list[str], options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        rowkey.advise(events(100), asks, **{"regions": 8, **options})


@pytest.mark.parametrize(
    ("name", "number", "error", "message"),
    [
        *[(name, float("inf"), ValueError, f"{name}=inf") for name in ("seek_cost", "most_peak", "seconds")],
        *[(name, float("nan"), ValueError, f"{name}=nan") for name in ("seek_cost", "most_peak", "seconds")],
        ("most_peak", 0.99, ValueError, r"most_peak=0.99 \(expected 1 or more"),
        ("window", 101, ValueError, "a window of 101 rows .* at most 100"),
    ],
)
def test_numbers_that_cannot_be(name: str, number: float, error: type[Exception], message: str) -> None:
    wanted: dict[str, Any] = {name: number}
    with pytest.raises(error, match=message):
        rowkey.advise(events(100), ["host = ?"], regions=8, **wanted)


def test_the_ends_of_numbers() -> None:
    wanted: dict[str, Any] = {"window": 100, "most_peak": 1, "seed": 2**64 - 1, "seconds": 1e300}
    advice = rowkey.advise(events(100), ["number = ?"], regions=4, **wanted)
    assert advice.window == 100
    assert all(design.server_peak_most >= 1 for design in advice if design.refused is None)


def test_growth_is_what_was_asked_for() -> None:
    columns = events(2000)
    advice = rowkey.advise(columns, ["number = ?"], regions=4, consider={"shared": "{event}"})
    assert all(design.growth is None for design in advice)
    assert all((design.now is None) == (design.refused is not None) for design in advice)
    grown = rowkey.advise(columns, ["number = ?"], regions=4, grows_to=10**6, consider={"shared": "{event}"})
    assert all((design.growth is None) == (design.refused is not None) for design in grown)
    assert grown[0].refused is not None


def test_identity() -> None:
    records = {"host": ["a", "b"] * 500, "ts": range(1000), "id": [i * 977 % 65536 for i in range(1000)]}
    question = "host = ?, ts in last 60"
    found = rowkey.advise(records, question, regions=4)
    assert "{id:" in found.recommended.layout
    assert any("identified by id" in note for note in found.notes)
    given = rowkey.advise(records, question, regions=4, identity=["host", "ts"])
    assert "{id" not in given.recommended.layout
    assert not any("identified" in note for note in given.notes)
    with pytest.raises(ValueError, match="share their host with another record"):
        rowkey.advise(records, "host = ?", regions=4, identity="host")
    with pytest.raises(ValueError, match="no column nothing"):
        rowkey.advise(records, question, regions=4, identity="nothing")


def test_records_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="record"):
        rowkey.advise(pa.table(events(100)).slice(0, 0), ["host = ?"], regions=8)
    with pytest.raises(ValueError, match=r"with another record.*allow_shared_keys=True"):
        rowkey.advise({"host": ["a", "a", "b"]}, ["host = ?"], regions=2)
    shared = rowkey.advise({"host": ["a", "a", "b"] * 9}, ["host = ?"], regions=2, allow_shared_keys=True)
    assert shared.rows == 27
    with pytest.raises(TypeError, match="holds no records"):
        rowkey.advise(17, ["host = ?"], regions=2)
    too_large = pa.table({"id": pa.array([1, 10**30], pa.decimal128(38, 0))})
    with pytest.raises(rowkey.RowError) as raised:
        rowkey.advise(too_large, ["id = ?"], regions=2)
    assert (raised.value.row, raised.value.column) == (1, "id")


@pytest.mark.usefixtures("ctrl_c")
def test_interrupt() -> None:
    chance = random.Random(1)
    table = pa.table({name: [chance.randrange(1 << 40) for _ in range(50_000)] for name in "abcdefg"})
    asks = ["a = ?, b = ?, c in last 1000", "d = ?, e = ?, f in last 1000", "g in last 1000"]
    timer = threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT))
    started = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        rowkey.advise(table, asks, regions=200, servers=20)
    timer.join()
    assert time.monotonic() - started < 30
