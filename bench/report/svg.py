"""Charts as SVG, readable on light and on dark: as files of their own, and inside a page that has STYLE."""

import html
import math

from .numbers import magnitude

WIDTH = 760
SERIES_COLOURS = [  # on light, on dark; told apart by people with any colour vision
    ("#0072b2", "#58b0f0"),
    ("#d55e00", "#ff8f50"),
    ("#008060", "#2fc79a"),
    ("#a2478a", "#e79bd0"),
    ("#8a6d00", "#e3b836"),
    ("#6e7781", "#9aa4af"),
]
GREY = len(SERIES_COLOURS) - 1


def _style():
    light = [".chart .back{fill:#fff} .chart text{fill:#1f2328;font:12px system-ui,sans-serif} .chart .dim{fill:#59636e}"
             " .chart .title{font-weight:600;font-size:14px} .chart .grid{stroke:#e4e8ec} .chart .axis{stroke:#8c959f}"]  # fmt: skip
    dark = [".chart .back{fill:#0d1117} .chart text{fill:#e6edf3} .chart .dim{fill:#9198a1} .chart .grid{stroke:#262c34}"
            " .chart .axis{stroke:#6e7681}"]  # fmt: skip
    for number, (on_light, on_dark) in enumerate(SERIES_COLOURS):
        for rules, colour in ((light, on_light), (dark, on_dark)):
            rules.append(
                f".chart .line{number}{{fill:none;stroke:{colour};stroke-width:2}} .chart .fill{number}{{fill:{colour}}}"
            )
    light.append(".chart .dashed{stroke-dasharray:6 4;stroke-width:1.5}")
    return "\n".join(light) + "\n@media (prefers-color-scheme:dark){\n" + "\n".join(dark) + "\n}\n"


STYLE = _style()


def text(x, y, content, anchor="start", name=""):
    kind = f' class="{name}"' if name else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{kind}>{html.escape(content)}</text>'


def short(value):
    """A number for an axis: 2,000, 50, 0.5."""
    return f"{value:,.0f}" if value >= 99.95 else f"{value:.3g}" if value >= 10 else f"{value:.2g}"


class Chart:
    """A picture with a title. Subclasses draw into self.parts and know their height."""

    def __init__(self, title, height):
        self.title, self.height, self.parts = title, height, []

    def draw(self):
        raise NotImplementedError

    def drawn(self, inside_page=False):
        self.parts = [text(14, 24, self.title, name="title")]
        self.draw()
        style = "" if inside_page else f"<style>{STYLE}</style>\n"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" width="{WIDTH}" height="{self.height}"'
            f' viewBox="0 0 {WIDTH} {self.height}" role="img" aria-label="{html.escape(self.title)}">\n{style}'
            f'<rect class="back" width="{WIDTH}" height="{self.height}" rx="6"/>\n'
            + "\n".join(self.parts)
            + "\n</svg>\n"
        )

    def legend(self, entries, x, y):
        """entries: (label, colour, is a line)."""
        for label, colour, as_line in entries:
            if as_line:
                kind = "dashed " if as_line == "dashed" else ""
                self.parts.append(f'<path class="{kind}line{colour}" d="M{x} {y - 4}h18"/>')
            else:
                self.parts.append(f'<rect class="fill{colour}" x="{x}" y="{y - 10}" width="12" height="12" rx="2"/>')
            self.parts.append(text(x + (24 if as_line else 18), y, label))
            x += 42 + 6.6 * len(label)


class Series:
    def __init__(self, label, points, colour, dashed=False):
        self.label, self.points, self.colour, self.dashed = label, sorted(points), colour, dashed


class Axis:
    """A linear or logarithmic scale, `start` … `end` in pixels."""

    def __init__(self, values, start, end, logarithmic, from_zero=False):
        self.start, self.end, self.logarithmic = start, end, logarithmic
        self.low, self.high = min(values), max(values)
        if logarithmic:
            self.low, self.high = self.low / 1.1, self.high * 1.1
        elif from_zero:
            self.low, self.high = 0, self.high * 1.06 or 1
        if self.low == self.high:
            self.high = self.low + 1

    def at(self, value):
        if self.logarithmic:
            part = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return self.start + part * (self.end - self.start)

    def ticks(self):
        if self.logarithmic:
            return self._powers()
        step = 10 ** math.floor(math.log10((self.high - self.low) / 5))
        step *= next(factor for factor in (1, 2, 5, 10) if (self.high - self.low) / (step * factor) <= 6)
        first = math.ceil(self.low / step)
        return [step * number for number in range(first, math.floor(self.high / step) + 1)]

    def _powers(self):
        first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
        steps = [1, 2, 5] if last - first <= 3 else [1]
        values = [step * 10.0**power for power in range(first, last + 1) for step in steps]
        return [value for value in values if self.low <= value <= self.high]


class Lines(Chart):
    """Curves over a common x axis. x_ticks: [(value, label)], or None to choose."""

    def __init__(self, title, x_label, y_label, series, x_log=False, y_log=False, x_ticks=None):
        super().__init__(title, 340)
        self.x_label, self.y_label, self.x_ticks = x_label, y_label, x_ticks
        self.series = [one for one in series if one.points]
        self.x_log, self.y_log = x_log, y_log

    def draw(self):
        left, right, top, bottom = 64, WIDTH - 18, 64, self.height - 48
        points = [point for one in self.series for point in one.points]
        x_axis = Axis([x for x, _ in points], left + 8, right - 8, self.x_log)
        y_axis = Axis([y for _, y in points], bottom, top, self.y_log, from_zero=not self.y_log)
        self.legend([(one.label, one.colour, "dashed" if one.dashed else "line") for one in self.series], 14, 46)
        for value in y_axis.ticks():
            y = y_axis.at(value)
            self.parts.append(f'<path class="grid" d="M{left} {y:.1f}H{right}"/>')
            self.parts.append(text(left - 8, y + 4, short(value) if value else "0", "end"))
        for value, label in self.x_ticks or [(value, short(value) if value else "0") for value in x_axis.ticks()]:
            if not x_axis.low <= value <= x_axis.high:
                continue
            x = x_axis.at(value)
            self.parts.append(f'<path class="axis" d="M{x:.1f} {bottom}v5"/>')
            self.parts.append(text(x, bottom + 19, label, "middle"))
        self.parts.append(f'<path class="axis" d="M{left} {bottom}H{right}"/>')
        self.parts.append(text(right, self.height - 10, self.x_label, "end", "dim"))
        self.parts.append(text(right, 46, self.y_label, "end", "dim"))
        for one in self.series:
            self._curve(one, x_axis, y_axis)

    def _curve(self, one, x_axis, y_axis):
        corners = [(x_axis.at(x), y_axis.at(y)) for x, y in one.points]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners)
        self.parts.append(f'<path class="{"dashed " if one.dashed else ""}line{one.colour}" d="{path}"/>')
        if not one.dashed and len(corners) <= 24:
            self.parts += [f'<circle class="fill{one.colour}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in corners]


class Bars(Chart):
    """Groups of horizontal bars, each group in proportion to its own longest: rates of unlike work side by side.
    groups: [(label, [(value, colour, note)])]."""

    BAR, GAP, LABEL = 13, 11, 250

    def __init__(self, title, unit, groups, legend):
        bars = sum(len(bars) for _, bars in groups)
        super().__init__(title, 76 + bars * (self.BAR + 2) + len(groups) * self.GAP)
        self.unit, self.groups, self.entries = unit, groups, legend

    def draw(self):
        self.legend([(label, colour, None) for label, colour in self.entries], 14, 46)
        self.parts.append(text(WIDTH - 14, 24, self.unit, "end", "dim"))
        y, longest = 62, WIDTH - self.LABEL - 190
        for label, bars in self.groups:
            most = max((value for value, _, _ in bars), default=1)
            middle = y + len(bars) * (self.BAR + 2) / 2 + 4
            self.parts.append(text(self.LABEL - 10, middle, label, "end"))
            for value, colour, note in bars:
                width = max(value / most * longest, 1)
                self.parts.append(
                    f'<rect class="fill{colour}" x="{self.LABEL}" y="{y}" width="{width:.1f}" height="{self.BAR}" rx="2"/>'
                )
                shown = magnitude(value)
                self.parts.append(text(self.LABEL + width + 6, y + 11, shown))
                if note:
                    self.parts.append(text(self.LABEL + width + 14 + 7 * len(shown), y + 11, note, name="dim"))
                y += self.BAR + 2
            y += self.GAP
