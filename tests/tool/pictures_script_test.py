"""What gnuplot gets to draw: the counts of the simulation, whatever their number, where there is room for them.

A program that prints its input stands for gnuplot, so that each picture is its own script. The counts come from the
same run's tables, which other tests check."""

import csv
import io
import math
import os
import re
import unittest

import support
from support import PAPER, ToolTest, environment, rowkey

WIDTH = 1160
LANE = 0.86  # of a lane's height is used
EVEN = "{id % 100:02d}{id:010d}"


class Panel:
    """The axes of one plot, the texts above it, and what is drawn."""

    def __init__(self, lines):
        self.lines = lines
        text = "\n".join(lines)
        self.labels = [
            (unescaped(label), float(x), float(y))
            for label, x, y in re.findall(r'^set label "(.*)" at screen ([\d.]+), page_y\(([\d.]+)\)', text, re.MULTILINE)
        ]
        self.sides = {side: float(at) for side, at in re.findall(r"^set ([lrtb])margin at screen ([\d.]+)$", text, re.MULTILINE)}
        plot = next(i for i, line in enumerate(lines) if line.startswith("plot "))
        self.plot = lines[plot]
        self.data = [[]]
        for line in lines[plot + 1 :]:
            if line == "e":
                self.data.append([])
            elif re.match(r"[-\d]", line):
                self.data[-1].append([float(number) for number in line.split()])
        self.data.pop()

    def setting(self, name):
        return next(line for line in self.lines if line.startswith(f"set {name} "))[len(name) + 5 :]

    def range(self, axis):
        low, high = self.setting(f"{axis}range")[1:-1].split(":")
        return float(low), float(high)

    def ticks(self, axis):
        return [(text, float(at)) for text, at in re.findall(r"'([^']*)' (-?[\d.]+)", self.setting(f"{axis}tics"))]


def panels_of(script):
    """A panel ends with what its plot command is followed by: numbers, and the ends of their lists."""
    panels, lines, plotted = [], [], False
    for line in script.splitlines():
        if plotted and not re.match(r"[-\d]|e$", line):
            panels.append(Panel(lines))
            lines, plotted = [], False
        lines.append(line)
        plotted = plotted or line.startswith("plot ")
    return panels


def unescaped(text):
    return re.sub(r"(?:\\[0-7]{3})+", lambda run: bytes(int(code, 8) for code in run[0].split("\\")[1:]).decode(), text)


def height_at(outline, x):
    """The height at x of a shape of vertical and horizontal lines."""
    for (x1, y1), (x2, y2) in zip(outline, outline[1:]):
        if x1 <= x < x2 and y1 == y2:
            return y1
    return None


class Scripts(ToolTest):
    def draw(self, *layouts, regions=5, rows=1000, window=100):
        """The panels of each picture of a small simulation. Of each layout, self.counts holds the rows of each region,
        self.windows those of each window, by the rows before it."""
        os.makedirs(self.path("bin"), exist_ok=True)
        os.chmod(self.file("bin/gnuplot", b'#!/bin/sh\n[ "$1" = --version ] || exec cat /dev/stdin\n'), 0o755)
        chosen = [item for layout in layouts for item in ("--layout", layout)]
        done = rowkey("simulate", *chosen, "--regions", regions, "--source", "sequential", "--rows", rows, "--window",
                      window, "--output", "csv", "--windows-csv", self.path("windows"), "--pictures", self.path("out"),
                      env=environment(PATH=self.path("bin") + ":/bin:/usr/bin"))  # fmt: skip
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        table = list(csv.reader(io.StringIO(done.stdout.decode())))[1:]
        self.counts = [[int(row[-1]) for row in table if row[0] == layout] for layout in layouts]
        table = list(csv.reader(io.StringIO(self.read("windows").decode())))[1:]
        self.windows = [{int(row[1]): [int(n) for n in row[13:]] for row in table if row[0] == layout} for layout in layouts]
        pictures = {}
        for name in ("rows", "heat", "activity"):
            script = self.read(f"out/regions-{name}.svg").decode()
            self.assertTrue(script.endswith("\nunset multiplot\n"))
            self.page_height = float(re.search(r"size 1160,(\d+) ", script)[1])
            pictures[name] = panels_of(script)
            self.check_page(pictures[name])
        self.assertEqual(1, len({max(panel.sides["r"] for panel in panels) for panels in pictures.values()}))
        return pictures["rows"], pictures["heat"], pictures["activity"]

    def check_page(self, panels):
        """All is on the page and nothing upon another thing: panels, and between them the texts above each."""
        places = []
        for panel in panels:
            sides = panel.sides
            self.assertTrue(0 < sides["l"] < sides["r"] < 1 and 0 < sides["b"] < sides["t"] < 1, sides)
            top, bottom = (1 - sides["t"]) * self.page_height, (1 - sides["b"]) * self.page_height
            self.assertLess(50, bottom - top)
            self.assertLess(bottom + 30, self.page_height, "there is room for the axis")
            places.append((sides["l"] * WIDTH, top, sides["r"] * WIDTH, bottom))
        for i, (left, top, right, bottom) in enumerate(places):
            for other in places[:i]:
                beside = right < other[0] or other[2] < left
                self.assertTrue(beside or bottom + 60 < other[1] or other[3] + 60 < top, (places[i], other))
        texts = [(x * WIDTH, y) for panel in panels for _, x, y in panel.labels]
        self.assertEqual(len(texts), len(set(texts)))
        for x, y in texts:
            self.assertTrue(0 < x < WIDTH and 0 < y < self.page_height)
            for left, top, right, bottom in places:
                self.assertFalse(left < x < right and top < y < bottom, "a text is in a panel")
        for panel, (left, top, _, _) in zip(panels, places):
            above = [y for _, x, y in panel.labels if abs(x * WIDTH - left) < 1]
            self.assertTrue(all(top - 40 < y < top for y in above), (above, top))
            self.assertEqual(2 if panel.labels else 0, len(above), "the layout and a note, or both beside another panel")

    def test_bars_are_the_rows_of_each_region(self):
        for layouts in ((PAPER, "@paper-idmod"), ("@paper-idmod", PAPER)):
            rows, _, _ = self.draw(*layouts, regions=7, rows=3000)
            self.assertEqual(4, len(rows))
            for counts, panel in zip(self.counts, rows[::2]):
                (outline,) = panel.data
                self.assertEqual(counts, [height_at(outline, region + 0.5) for region in range(7)])
                self.assertEqual([0] * 6, [height_at(outline, region) for region in range(1, 7)])
                self.assertEqual((0, 7), panel.range("x"))
                low, high = panel.range("y")
                self.assertTrue(low == 0 and max(map(max, self.counts)) < high < 1.1 * max(map(max, self.counts)))
                even = re.search(r", ([\d.]+) with lines", panel.plot)
                self.assertAlmostEqual(3000 / 7, float(even[1]))

    def test_a_bar_of_many_regions_reaches_from_the_least_to_the_most(self):
        rows, _, _ = self.draw(PAPER, regions=1000, rows=20000)
        most, least = rows[0].data
        together = 3  # 400 bars at most
        for first in range(0, 1000, together):
            counts = self.counts[0][first : first + together]
            self.assertEqual((min(counts), max(counts)), tuple(height_at(side, first + 0.5) for side in (least, most)))
        for outline in most, least:
            self.assertEqual([(0, 0), (1000, 0)], [tuple(point) for point in (outline[0], outline[-1])])
            self.assertTrue(all(y > 0 for _, y in outline[1:-1]))
        self.assertIn("3 regions a bar", " ".join(label for label, _, _ in rows[0].labels))

    def test_regions_are_counted_by_their_rows(self):
        shapes = set()
        for layouts, regions, total in (((PAPER, "@paper-idmod"), 100, 5000), ((PAPER,), 30, 3000), ((PAPER,), 7, 3),
                                        ((PAPER,), 100, 500), ((PAPER,), 5, 1000),
                                        ((PAPER, EVEN), 100, 100000), ((PAPER, "{id:010d}"), 200, 40000)):  # fmt: skip
            rows, _, _ = self.draw(*layouts, regions=regions, rows=total)
            scale = 1 if max(map(max, self.counts)) < 10**4 else 1000
            tops = []
            for counts, panel in zip(self.counts, rows[1::2]):
                boxes, *curves = panel.data
                width = float(re.search(r":2:\(([\d.]+)\)", panel.plot)[1]) / 0.94 * scale
                self.assertLessEqual(len(boxes), 40)
                by_root = "square-root" in panel.setting("ylabel")
                found = [round(height**2, 2) if by_root else height for _, height in boxes]
                inside = [sum(x * scale <= count < x * scale + width - 1e-6 for count in counts) for x, _ in boxes]
                self.assertEqual(len(found), len(inside))
                for drawn, expected in zip(found, inside):
                    self.assertAlmostEqual(expected, drawn, delta=0.02 * expected if by_root else 0)
                self.assertEqual(regions, sum(inside))
                tops.append((max(inside), by_root))
                self.assertEqual(regions >= 16 and total >= 16 * regions, bool(curves))
                for curve in curves:
                    self.check_curve(curve, width, scale, regions, total, by_root)
                middle = float(re.search(r"\(\$1\+([\d.]+)\)", panel.plot)[1])
                self.assertAlmostEqual(width / 2 - 0.5, middle * scale, places=3)
                low, high = panel.range("x")
                self.assertTrue(low * scale < boxes[0][0] * scale and boxes[-1][0] * scale + width - 1 < high * scale)
                self.assertLess(max(height for _, height in boxes), panel.range("y")[1])
            highest, lowest = max(tops)[0], min(tops)[0]
            self.assertEqual({highest > 20 and highest > 4 * lowest}, {by_root for _, by_root in tops})
            shapes.add(tops[0][1])
        self.assertEqual({False, True}, shapes)

    def check_curve(self, curve, width, scale, regions, rows, by_root):
        """The normal distribution with the mean and the deviation of the binomial one."""
        mean, deviation = rows / regions, math.sqrt(rows / regions * (1 - 1 / regions))
        for x, height in curve:
            below, above = (0.5 * (1 + math.erf((x * scale + side * width / 2 - mean) / deviation / math.sqrt(2)))
                            for side in (-1, 1))  # fmt: skip
            expected = regions * (above - below)
            self.assertAlmostEqual(expected, height**2 if by_root else height, delta=0.01 * expected + 0.001)

    def test_the_text_reports_how_even_it_is(self):
        rows, _, _ = self.draw(PAPER, regions=5, rows=4000)
        counts, mean = self.counts[0], 800
        chi_squared = sum((count - mean) ** 2 for count in counts) / mean
        text = " ".join(label for label, _, _ in rows[0].labels)
        self.assertIn(f"{min(counts)} to {max(counts)} rows; ", text)
        self.assertIn(f"chi-squared {chi_squared:.1f} with 4 degrees of freedom: p = ", text)

    def test_cells_are_the_shares_of_regions_over_time(self):
        for layouts, regions, total, window in (((PAPER, "@paper-idmod"), 5, 1000, 100), (("{id:010d}",), 64, 640, 10),
                                                ((PAPER,), 5, 7, 1), ((PAPER,), 3, 2560, 10),
                                                ((PAPER, "{id:010d}"), 600, 60000, 10000)):  # fmt: skip
            _, heat, _ = self.draw(*layouts, regions=regions, rows=total, window=window)
            shares = []
            for windows in self.windows:
                bands = (regions - 1) // 256 + 1
                for row in windows.values():
                    for first in range(0, regions, bands):
                        part = row[first : first + bands]
                        shares.append(sum(part) / len(part) * regions / sum(row))
            highest = math.ceil(math.log2(max(8, *shares)))
            step = (highest + 3) / 15
            for windows, panel in zip(self.windows, heat):
                self.check_map(panel, windows, regions, lambda share: self.level(share, step))
                self.assertEqual((0, regions), panel.range("y"))
                self.assertEqual((0, total / (1 if total < 10**4 else 1000)), panel.range("x"))
            ticks = dict(heat[0].ticks("cb"))
            self.assertEqual(0, ticks.pop("none"))
            for name, at in ticks.items():
                power = -math.log2(int(name[2:])) if name.startswith("1/") else math.log2(int(name))
                self.assertAlmostEqual(self.even(step) + power / step, at, places=3)
            self.assertTrue(4 <= len(ticks) <= 9 and "1" in ticks, ticks)
            self.assertIn("set palette maxcolors 17 defined (0 '#e4e4e4', 1 '#440154', 2 ", "\n".join(heat[0].lines))

    def even(self, step):
        """The level of an even share: 16 levels, from an eighth of it on."""
        return 1 + math.floor(3 / step + 0.5)

    def level(self, share, step):
        if share == 0:
            return 0
        steps = math.log2(share) / step
        return min(max(self.even(step) + math.copysign(math.floor(abs(steps) + 0.5), steps), 1), 16)

    def check_map(self, panel, windows, regions, level):
        (cells,) = panel.data
        bands = (regions - 1) // 256 + 1
        lines = -(-regions // bands)
        self.assertEqual(0, len(cells) % lines)
        self.assertTrue(256 <= len(cells) < 512 and 256 <= len(cells[0]) < 512)
        across, up = (float(size) for size in re.search(r"\+0.5\)\*([\d.e-]+)\):\(\(\$2\+0.5\)\*([\d.e-]+)\)", panel.plot).groups())
        self.assertAlmostEqual(lines * bands, up * len(cells), places=6)
        self.assertAlmostEqual(panel.range("x")[1], across * len(cells[0]), delta=panel.range("x")[1] * 0.2)
        for number, row in enumerate(windows.values()):
            column = number * len(cells[0]) // len(windows)
            for line in range(lines):
                part = row[line * bands : (line + 1) * bands]
                expected = level(sum(part) / len(part) * regions / sum(row))
                for pixel in (line * len(cells) // lines, (line + 1) * len(cells) // lines - 1):
                    self.assertEqual(expected, cells[pixel][column], (number, line))

    def test_lanes_are_the_rows_of_regions_over_time(self):
        for layouts, total, window in ((("@paper-idmod", PAPER), 4050, 100), ((PAPER,), 1000, 100), (("{id:010d}",), 1, 1)):
            _, _, activity = self.draw(*layouts, regions=5, rows=total, window=window)
            most = max(max(max(row) * (window / sum(row)) for row in windows.values()) for windows in self.windows)
            by_logarithm = math.ceil(most) > 12 * min(window, total) / 5
            for windows, panel in zip(self.windows, activity):
                self.assertEqual([(f"region {i}", i) for i in range(5)], panel.ticks("y"))
                self.assertEqual([("0", 4), (f"{math.ceil(most)}", 4 + LANE)], panel.ticks("y2"))
                self.assertEqual(5, len(panel.data))
                self.assertEqual((0, total), panel.range("x"))
                self.assertFalse(by_logarithm)
                for region, outline in enumerate(panel.data):
                    self.assertEqual([[0, region], [total, region]], [outline[0], outline[-1]])
                    self.assertLess(total - window, outline[-2][0])
                    for first, row in windows.items():
                        height = height_at(outline, first) - region
                        expected = row[region] / sum(row) * window / math.ceil(most) * LANE
                        self.assertAlmostEqual(expected, height, delta=LANE * 0.5 / 100 + 1e-4)
                evens = [float(at) for at in re.findall(r"([\d.]+) with lines", panel.plot)]
                for region, even in enumerate(evens):
                    self.assertAlmostEqual(region + window / 5 / math.ceil(most) * LANE, even, delta=LANE * 0.5 / 100 + 1e-4)
                self.assertEqual(5, len(evens))

    def test_lanes_of_few_busy_regions_are_drawn_by_logarithm(self):
        _, _, activity = self.draw("{id:010d}", "@paper-idmod", regions=100, rows=1000, window=100)
        for windows, panel in zip(self.windows, activity):
            lanes = [int(name.split()[1]) for name, _ in panel.ticks("y")]
            self.assertEqual(8, len(lanes))
            for lane, (region, outline) in enumerate(zip(lanes, panel.data)):
                for first, row in windows.items():
                    expected = LANE * math.log1p(row[region]) / math.log1p(100)
                    self.assertAlmostEqual(expected, height_at(outline, first) - lane, delta=LANE * 0.01)
        self.assertIn(", logarithmic", " ".join(label for label, _, _ in activity[0].labels))

    def test_layouts_stand_side_by_side(self):
        _, heat, activity = self.draw(PAPER, "@paper-idmod", "@paper-md5mod")
        for panels in heat, activity:
            tops = [panel.sides["t"] for panel in panels]
            self.assertTrue(tops[0] == tops[1] > tops[2])

    def test_a_long_layout_is_cut_where_its_panel_ends(self):
        for layouts in ((PAPER + "x" * 500,), (PAPER + "x" * 500, PAPER)):
            for panels in self.draw(*layouts)[1:]:
                text, x, _ = next(label for label in panels[0].labels if label[0].startswith(PAPER))
                self.assertTrue(text.endswith("..."), text)
                self.assertLess(x * WIDTH + 9.1 * len(text), panels[0].sides["r"] * WIDTH + 1)

    def test_numbers_of_any_size_are_reported(self):
        rows, _, _ = self.draw(PAPER, window=2**64 - 1)
        self.assertIn("in windows of 18,446,744,073,709,551,615 rows", " ".join(label for label, _, _ in rows[0].labels))

    def test_lanes_have_at_most_two_hundred_steps(self):
        for windows, steps in ((200, 200), (201, 1)):  # of 201, each two are taken together
            _, _, activity = self.draw("{id / 10 % 2:u8}", regions=2, rows=10 * windows, window=10)
            for outline in activity[0].data:
                self.assertTrue(steps <= len({x for x, _ in outline}) - 1 <= steps + 1, windows)

    def test_pictures_of_a_long_run_stay_small(self):
        _, heat, activity = self.draw(PAPER, regions=300, rows=200000, window=100)
        for panel in activity:
            self.assertEqual(8, len(panel.data))
            self.assertLessEqual(max(len(outline) for outline in panel.data), 2 * 200 + 3)
        self.assertLess(len(heat[0].data[0]), 512)

    def test_axes_of_counted_things_have_few_ticks_in_the_middle_of_each(self):
        for regions in (1, 2, 9, 10, 23, 99, 120, 700, 5000):
            rows, _, _ = self.draw(PAPER, regions=regions, rows=50)
            ticks = rows[0].ticks("x")
            names = [int(name) for name, _ in ticks]
            self.assertEqual([name + 0.5 for name in names], [at for _, at in ticks])
            step = names[1] if len(names) > 1 else 1
            self.assertEqual(list(range(0, regions, step)), names)
            self.assertRegex(str(step), "^[125]0*$")
            self.assertTrue(regions <= 2 * len(names) <= 18 or 4 <= len(names) <= 9, names)

    def test_axes_of_rows_have_few_round_ticks(self):
        for rows in (1, 7, 30, 444, 9999, 10000, 70000, 3_000_000):
            panels, _, _ = self.draw("{{0}}{id:010d}", regions=1, rows=rows)
            scale = 1 if rows < 10**4 else 1000 if rows < 10**6 else 10**6
            start, step = map(float, panels[0].setting("ytics").split(","))
            self.assertEqual(0, start)
            self.assertRegex(f"{step * scale:.0f}", "^[125]0*$")
            self.assertTrue(rows < 5 or 2 <= rows / (step * scale) <= 5, (rows, step))
            named = {1: "", 1000: ", thousands", 10**6: ", millions"}[scale]
            self.assertIn(f"'rows of a region{named}'", panels[0].setting("ylabel"))


if __name__ == "__main__":
    support.main()
