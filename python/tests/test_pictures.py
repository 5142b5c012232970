"""Pictures: the bytes of the tool's."""

from __future__ import annotations

import pickle
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import rowkey
from rowkey._picture import LOAD_KINDS

TEMPLATES = ["{id % 100:02d}{id:u64}", "{md5(id) % 1000:03d}{id:u64}"]
ROWS, SOURCE = 70_000, "sequential(start=0,step=1)"


def drawn(tool: str, folder: Path, *arguments: str) -> dict[str, str]:
    """Return the pictures that the tool draws, by the names of their files."""
    subprocess.run([tool, *arguments, "--quiet", "--pictures", str(folder)], check=True, capture_output=True)
    return {file.stem: file.read_text() for file in folder.iterdir()}


@pytest.mark.parametrize(("writers", "regions"), [(1, 20), (7, 3), (80, 100)])
def test_loads(tool: str, tmp_path: Path, writers: int, regions: int) -> None:
    numbers = {"regions": regions, "window": 300, "writers": writers, "servers": 3}
    options = [text for name, number in numbers.items() for text in (f"--{name}", str(number))]
    options += [text for template in TEMPLATES for text in ("--layout", template)]
    of_tool = drawn(tool, tmp_path, "simulate", "--source", "sequential", "--rows", str(ROWS), *options)
    wanted: dict[str, Any] = {**numbers, "source": SOURCE}
    result = rowkey.simulate([rowkey.Layout(template) for template in TEMPLATES], {"id": range(ROWS)}, **wanted)
    for kind in LOAD_KINDS:
        assert result.svg(kind) == of_tool[f"regions-{kind}"]  # type: ignore[arg-type]
        assert result.svg(kind, by_server=True) == of_tool[f"servers-{kind}"]  # type: ignore[arg-type]
    assert len(of_tool) == 2 * len(LOAD_KINDS)
    assert result._repr_svg_() == result.svg()._repr_svg_() == of_tool["regions-heat"]
    assert pickle.loads(pickle.dumps(result)).svg() == result.svg()


def test_designs(tool: str, tmp_path: Path) -> None:
    columns = {"host": [f"web-{i * 7 % 50:02d}" for i in range(1000)], "number": list(range(1000))}
    file = tmp_path / "events.csv"
    file.write_text("host,number\n" + "".join(f"{a},{b}\n" for a, b in zip(*columns.values(), strict=True)))
    asks, numbers = ["10: host = ?, number in last 60", "number = ?"], {"regions": 20, "servers": 5}
    options = [text for ask in asks for text in ("--ask", ask)]
    options += [text for name, number in numbers.items() for text in (f"--{name}", str(number))]
    options += [
        "--header",
        "--columns",
        "host:text,number:i64",
        "--rows",
        "1000000000",
        "--seconds",
        "100000",
        str(file),
    ]
    of_tool = drawn(tool, tmp_path / "pictures", "advise", *options)
    wanted: dict[str, Any] = {**numbers, "grows_to": 10**9, "seconds": 100_000, "source": str(file)}
    advice = rowkey.advise(columns, asks, **wanted)
    assert advice.svg() == advice._repr_svg_() == of_tool["designs"]
    assert advice.svg("heat") == of_tool["regions-heat"]
    assert pickle.loads(pickle.dumps(advice)).svg("heat") == advice.svg("heat")


def test_any_names() -> None:
    layout = rowkey.Layout("{id}")
    names = {'a<b> & "c"': layout, "\x01\udc80\ud800"[:2]: layout}
    result = rowkey.simulate(names, {"id": range(100)}, regions=4, splits=rowkey.Splits([b"2", b"5"]), source="]]>")
    for kind in LOAD_KINDS:
        ET.fromstring(result.svg(kind))  # type: ignore[arg-type]
    assert isinstance(result.svg(), str)
    empty = rowkey.simulate(layout, {"id": []}, splits=rowkey.Splits([b"2"]))
    assert "from the data" in empty.svg()
    assert rowkey.Simulation([])._repr_svg_() is None


def test_no_picture() -> None:
    result = rowkey.simulate(rowkey.Layout("{id}"), {"id": range(100)}, splits=rowkey.Splits([b"2"]))
    with pytest.raises(ValueError, match=r"kind='map' \(expected one of rows, heat, activity\)"):
        result.svg("map")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"there are no servers \(expected servers= of simulate\(\)\)"):
        result.svg(by_server=True)
    with pytest.raises(rowkey.Error, match="a picture of no layouts"):
        rowkey.Simulation([]).svg()
    untouched: Iterator[dict[str, int]] = map({}.__getitem__, [1])  # the name is looked at before the work
    with pytest.raises(ValueError, match="expected a text without NUL"):
        rowkey.simulate(rowkey.Layout("{id}"), untouched, splits=rowkey.Splits([]), source="a\0b")
    with pytest.raises(ValueError, match="expected a text without NUL"):
        rowkey.advise(untouched, "id = ?", source="a\0b")
    broken = [replace(result[0], cells=[[1, 2, 3]]), replace(result[0], counts=[])]
    for load in broken:
        with pytest.raises(ValueError, match="cells are of other regions"):
            rowkey.Simulation([load]).svg()
