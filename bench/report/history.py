"""The history of ten rows: doc/history.tsv, which keeps a line for each run of scripts/bench-report that was kept, and the
block `history` of doc/performance.md with its picture, which are made from that file alone."""

import csv
import io
import re

from . import kept
from .contents import best_rate
from .drawing import draw
from .figures import ROWS, TOOL_ROWS, Machine
from .markdown import million, table
from .rates import ours
from .results import Failure, load, write_whole

TOOL_WORK, TOOL_ROW = TOOL_ROWS[0][:2]
WORKS = {shape: work for work, shape, *_ in ROWS} | {TOOL_ROW.format("rowkey"): TOOL_WORK}
FACTS = ["measured", "revision", "version", "core", "compiler", "clock"]
KEPT, PAGE, PICTURE = "doc/history.tsv", "doc/performance.md", "doc/pictures/history.svg"


def point_of(data, machine):
    """A line of the file."""
    rates, context = machine.rates, data["context"]
    point = {
        "measured": kept.measured(data)[:16],
        "revision": data["machine"]["revision"],
        "version": context.get("rowkey", "unknown"),
        "core": f"{machine.name} ({data['machine']['model']})",
        "compiler": context.get("compiler", "unknown").split(" (")[0],
        "clock": f"{rates.clock:.4g}" if rates.clock else "",
    }
    for _, shape, *_ in ROWS:
        row = rates.shape(shape)
        point[shape] = f"{row[ours(row)[0]].median:.4g}" if ours(row) else ""
    run = rates.tool.get(TOOL_ROW.format("rowkey")) or rates.tool.get(TOOL_ROW.format(machine.sets[0]))
    point[TOOL_ROW.format("rowkey")] = f"{best_rate(run):.4g}" if run else ""
    return point


def read(path):
    if not path.exists():
        return []
    lines = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")), delimiter="\t"))
    for number, line in enumerate(lines, 2):
        if list(line) != [*FACTS, *WORKS] or None in line.values():
            raise Failure(f"{path}, line {number}: expected the columns {', '.join([*FACTS, *WORKS])}")
    return lines


def as_text(points):
    text = io.StringIO()
    writer = csv.DictWriter(text, [*FACTS, *WORKS], delimiter="\t", lineterminator="\n")
    writer.writeheader()
    writer.writerows(points)
    return text.getvalue()


def series_of(point):
    return f"{point['core']}, {point['compiler']}"


def block(points):
    """What stands in the page between <!-- history: begin --> and <!-- history: end -->."""
    head = [">run", "measured", "revision", "version", "core", "compiler", ">clock, GHz"]
    runs = [
        [str(number), *(point[fact] for fact in FACTS[:-1]), f"{float(point['clock']) / 1e9:.2f}" if point["clock"] else ""]
        for number, point in enumerate(points, 1)
    ]
    rates = [
        [work, *(million(float(point[row])) if point[row] else "" for point in points)] for row, work in WORKS.items()
    ]
    numbers = [f">{number}" for number in range(1, len(points) + 1)]
    parts = [
        f"![The rates of ten rows, a panel each]({PICTURE.removeprefix('doc/')})",
        table(head, runs),
        "Millions a second, run by run:",
        table(["row", *numbers], rates),
    ]
    return "\n\n".join(parts) + "\n"


def picture(points):
    series = list(dict.fromkeys(map(series_of, points)))
    lines = {
        work.replace("`", ""): {
            name: [
                (number, float(point[row]) / 1e6)
                for number, point in enumerate(points, 1)
                if series_of(point) == name and point[row]
            ]
            for name in series
        }
        for row, work in WORKS.items()
    }
    return draw("M/s", "run", lines)


def documents(top, points):
    """{the path of a page or a picture: what is in it}"""
    text = (top / PAGE).read_text(encoding="utf-8")
    marks = re.compile(r"(<!-- history: begin -->\n).*?(<!-- history: end -->)", re.DOTALL)
    page, found = marks.subn(lambda match: match[1] + block(points) + match[2], text)
    if found != 1:
        raise Failure(f"{top / PAGE}: {found} blocks between <!-- history: begin --> and <!-- history: end --> (expected 1)")
    return {PAGE: page, PICTURE: picture(points)}


def update(top, files):
    points = {(point["measured"], point["revision"]): point for point in read(top / KEPT)}
    for path in files or sorted(kept.FOLDER.glob("*.json")):
        data = load(path)
        point = point_of(data, Machine(path, data))
        points[point["measured"], point["revision"]] = point
    in_order = [points[key] for key in sorted(points)]
    for path, text in {KEPT: as_text(in_order), **documents(top, in_order)}.items():
        write_whole(top / path, text)
        print(path)
