"""Small line charts side by side, as one SVG."""

import itertools
from xml.sax.saxutils import escape

COLUMNS = 2
WIDTH, HEIGHT = 420, 150  # of a panel
LEFT, RIGHT, TOP, BOTTOM = 74, 12, 26, 22  # around its axes
LEGEND = 22  # a line of it
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"]  # Okabe and Ito's, for every eye
STYLE = "text{font:11px sans-serif;fill:#222}.title{font-weight:bold}.axis{stroke:#bbb}.line{fill:none;stroke-width:1.5}"


def nice_top(value):
    """The least number of one digit and zeros that is not below the value: 1, 2, 3 … 10, 20 …"""
    step = 1.0
    while step * 10 <= value:
        step *= 10
    while step > value:
        step /= 10
    return step * -(-value // step)


def text(x, y, content, kind="", anchor="start"):
    shown = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}"{shown} text-anchor="{anchor}">{escape(content)}</text>'


def line(x1, y1, x2, y2):
    return f'<line class="axis" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>'


def panel(title, unit, lines, last):
    """One chart at the origin; `lines` are {series: [(x, y)]} with x from 1 to `last`."""
    highest = nice_top(max((y for points in lines.values() for _, y in points), default=1))
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def place(x, y):
        return LEFT + width * (x - 0.5) / last, TOP + height * (1 - y / highest)

    yield text(LEFT, TOP - 10, title, "title")
    for part in (0, 0.5, 1):
        _, y = place(1, part * highest)
        yield line(LEFT, y, LEFT + width, y)
        yield text(LEFT - 6, y + 4, f"{part * highest:,g}" + (f" {unit}" if part == 1 else ""), anchor="end")
    for x in range(1, last + 1):
        yield text(place(x, 0)[0], HEIGHT - 6, str(x), anchor="middle")
    for colour, points in zip(itertools.cycle(COLOURS), lines.values()):
        placed = [place(x, y) for x, y in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        yield f'<polyline class="line" stroke="{colour}" points="{path}"/>'
        yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in placed)


def draw(unit, x_name, panels):
    """`panels` are {title: lines}, each with the same series."""
    series = list(dict.fromkeys(name for lines in panels.values() for name in lines))
    last = max((x for lines in panels.values() for points in lines.values() for x, _ in points), default=1)
    top = LEGEND * len(series) + 10
    rows = -(-len(panels) // COLUMNS)
    width, height = COLUMNS * WIDTH, top + rows * HEIGHT + 10
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">']
    parts += [f"<style>{STYLE}</style>", f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for number, (colour, name) in enumerate(zip(itertools.cycle(COLOURS), series)):
        y = LEGEND * number + 16
        parts.append(f'<circle cx="{LEFT}" cy="{y - 4}" r="4" fill="{colour}"/>')
        parts.append(text(LEFT + 10, y, name))
    for number, (title, lines) in enumerate(panels.items()):
        x, y = WIDTH * (number % COLUMNS), top + HEIGHT * (number // COLUMNS)
        parts += [f'<g transform="translate({x},{y})">', *panel(title, unit, lines, last), "</g>"]
    parts += [text(width - RIGHT, height - 4, f"below: the number of the {x_name}", anchor="end"), "</svg>"]
    return "\n".join(parts) + "\n"
