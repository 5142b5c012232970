"""What pictures show: shapes as large as the counts of the simulation, whatever their number, where there is room for them.

The counts come from the same run's tables, which other tests check; what a pixel means comes from the ticks of its axes."""

import csv
import io
import math
import re
import unittest
from xml.etree import ElementTree

import support
from support import PAPER, ToolTest, rowkey

SVG = "{http://www.w3.org/2000/svg}"
WIDTH = 1160
EVEN = "{id % 100:02d}{id:010d}"
UNITS = {"k": 10**3, "M": 10**6, "G": 10**9}


def number(text):
    return float(text[:-1]) * UNITS[text[-1]] if text[-1] in UNITS else float(text)


def points(path):
    """The places that a path goes through; None before each move."""
    result, x, y = [], 0, 0
    for command, values in re.findall(r"([MLHV])([^MLHV]*)", path):
        numbers = [float(value) for value in values.split()]
        if command != "V":
            x = numbers[0]
        if command != "H":
            y = numbers[-1]
        result += [None, (x, y)] if command == "M" else [(x, y)]
    return result


def height_at(outline, x):
    """The y at x of a shape of vertical and horizontal lines."""
    for start, end in zip(outline, outline[1:]):
        if start and end and start[0] <= x < end[0] and start[1] == end[1]:
            return start[1]
    return None


class Panel:
    """The axes of one plot, the texts above it, and the shapes in it."""

    def __init__(self, elements):
        axes = next(points(e.get("d")) for e in elements if is_axes(e))
        (self.left, self.top), self.bottom, self.right = axes[1], axes[2][1], axes[3][0]
        self.texts = [e for e in elements if e.tag == SVG + "text"]
        self.shapes = [e for e in elements if e.get("fill", "none") != "none" and e.tag != SVG + "text"]
        self.maps = [e for e in elements if e.tag == SVG + "svg"]
        self.lines = [e for e in elements if e.get("stroke") not in (None, "#555555")]
        # A text follows its tick.
        marks = [(points(e.get("d")), after.text) for e, after in zip(elements, elements[1:]) if is_tick(e)]
        self.below = [(text, mark[1][0]) for mark, text in marks if mark[1][0] == mark[2][0] and mark[1][1] == self.bottom]
        self.beside = [(text, mark[1][1]) for mark, text in marks if mark[1][0] == self.left and mark[2][0] < self.left]
        self.right_ticks = [(text, mark[1][1]) for mark, text in marks if mark[1][0] == self.right and mark[2][0] > self.right]

    @staticmethod
    def scale(ticks, root=False):
        """What a pixel is, by the first and the last tick."""
        (first, a), (last, b) = ((number(text), at) for text, at in (ticks[0], ticks[-1]))
        if root:
            return lambda at: last * ((at - a) / (b - a)) ** 2
        return lambda at: first + (at - a) / (b - a) * (last - first)

    @property
    def x(self):
        return self.scale(self.below)

    @property
    def y(self):
        return self.scale(self.beside, "square-root" in self.labels())

    def labels(self):
        return " ".join(text.text for text in self.texts)

    def outlines(self, colour):
        return [points(shape.get("d")) for shape in self.shapes if shape.get("fill") == colour and shape.get("d")]

    def evens(self):
        return [points(line.get("d"))[1][1] for line in self.lines if line.get("stroke-dasharray")]


def is_axes(element):
    return element.get("stroke") == "#555555" and re.fullmatch(r"M[^MLHV]*V[^MLHV]*H[^MLHV]*", element.get("d"))


def is_tick(element):
    return element.get("stroke") == "#555555" and re.fullmatch(r"M[^MLHV]*L[^MLHV]*", element.get("d"))


def panels_of(root):
    """A panel ends with its axes, their ticks and their labels."""
    panels, elements, has_axes = [], [], False
    for element in list(root)[3:]:  # behind the title, the description and the page
        if has_axes and not is_tick(element) and element.get("font-size") != "12":
            panels.append(Panel(elements))
            elements, has_axes = [], False
        elements.append(element)
        has_axes = has_axes or bool(is_axes(element))
    return [*panels, Panel(elements)]


def cells_of(svg, ground):
    """{(line, column): colour}, as far as a colour is not the ground's."""
    cells = {}
    for path in svg:
        for command, x, y, count in re.findall(r"([Mm])(\d+)(?: 0|-(\d+)\.5)h(\d+)", path.get("d")):
            if command == "M":
                line, column = int(y), int(x)
            else:
                column += int(x)
            for at in range(column, column + int(count)):
                assert (line, at) not in cells
                cells[line, at] = path.get("stroke")
            column += int(count)
    assert ground not in cells.values()
    return cells


class Shapes(ToolTest):
    def draw(self, *layouts, regions=5, rows=1000, window=100):
        """The panels of each picture of a small simulation. Of each layout, self.counts holds the rows of each region,
        self.windows those of each window, by the rows before it."""
        chosen = [item for layout in layouts for item in ("--layout", layout)]
        done = rowkey("simulate", *chosen, "--regions", regions, "--source", "sequential", "--rows", rows, "--window", window,
                      "--output", "csv", "--windows-csv", self.path("windows"), "--pictures", self.path("out"))  # fmt: skip
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        table = list(csv.reader(io.StringIO(done.stdout.decode())))[1:]
        self.counts = [[int(row[-1]) for row in table if row[0] == layout] for layout in layouts]
        table = list(csv.reader(io.StringIO(self.read("windows").decode())))[1:]
        self.windows = [{int(row[1]): [int(n) for n in row[13:]] for row in table if row[0] == layout} for layout in layouts]
        pictures = []
        for name in ("rows", "heat", "activity"):
            root = ElementTree.fromstring(self.read(f"out/regions-{name}.svg"))
            pictures.append(panels_of(root))
            self.check_page(root, pictures[-1])
        return pictures

    def check_page(self, root, panels):
        """All is on the page and nothing upon another thing: panels, and between them the texts above each."""
        height = float(root.get("height"))
        for i, panel in enumerate(panels):
            self.assertTrue(0 < panel.left < panel.right < WIDTH and 0 < panel.top + 50 < panel.bottom < height - 42)
            for other in panels[:i]:
                beside = panel.right < other.left or other.right < panel.left
                self.assertTrue(beside or panel.bottom + 60 < other.top or other.bottom + 60 < panel.top)
        texts = [text for panel in panels for text in panel.texts if text.get("font-size") != "12"]
        places = [(float(text.get("x")), float(text.get("y"))) for text in texts]
        self.assertEqual(len(places), len(set(places)))
        for x, y in places:
            self.assertTrue(0 < x < WIDTH and 0 < y < height)
            self.assertFalse(any(p.left < x < p.right and p.top < y < p.bottom for p in panels), "a text is in a panel")
        for panel in panels:
            above = [y for x, y in places if x == panel.left and panel.top - 40 < y < panel.top]
            self.assertIn(len(above), (0, 2), "the layout and a note, or both beside another panel")

    def test_bars_are_the_rows_of_each_region(self):
        for layouts in ((PAPER, "@paper-idmod"), ("@paper-idmod", PAPER)):
            rows, _, _ = self.draw(*layouts, regions=7, rows=3000)
            self.assertEqual(4, len(rows))
            highest = max(map(max, self.counts))
            for counts, panel in zip(self.counts, rows[::2]):
                (outline,) = panel.outlines("#0072b2")
                middles = dict(panel.below)
                self.assertEqual([str(i) for i in range(7)], list(middles))
                found = [panel.y(height_at(outline, middles[str(region)])) for region in range(7)]
                for count, drawn in zip(counts, found):
                    self.assertAlmostEqual(count, drawn, delta=highest * 1e-3)
                self.assertTrue(highest < panel.y(panel.top) < 1.1 * highest)
                self.assertAlmostEqual(3000 / 7, panel.y(panel.evens()[0]), delta=highest * 1e-3)

    def test_a_bar_of_many_regions_reaches_from_the_least_to_the_most(self):
        rows, _, _ = self.draw(PAPER, regions=1000, rows=20000)
        panel = rows[0]
        (most,), (least,) = panel.outlines("#9ecae1"), panel.outlines("#0072b2")
        pixels = (panel.right - panel.left) / 1000
        for first in range(0, 1000, 3):  # 400 bars at most
            counts = self.counts[0][first : first + 3]
            for extreme, outline in ((min(counts), least), (max(counts), most)):
                drawn = panel.y(height_at(outline, panel.left + (first + 0.5) * pixels))
                self.assertAlmostEqual(extreme, drawn, delta=0.05)
        self.assertEqual(most[1:2] + most[-1:], [(panel.left, panel.bottom), (panel.right, panel.bottom)])
        self.assertIn("3 regions a bar", panel.labels())

    def test_regions_are_counted_by_their_rows(self):
        shapes = set()
        for layouts, regions, total in (((PAPER, "@paper-idmod"), 100, 5000), ((PAPER,), 30, 3000), ((PAPER,), 100, 500),
                                        ((PAPER, EVEN), 100, 100000), ((PAPER, "{id:010d}"), 200, 40000)):  # fmt: skip
            rows, _, _ = self.draw(*layouts, regions=regions, rows=total)
            tops = []
            for counts, panel in zip(self.counts, rows[1::2]):
                boxes = [s for s in panel.shapes if s.tag == SVG + "rect"]
                self.assertLessEqual(len(boxes), 40)
                rest = dict.fromkeys(counts, 0)
                for box in boxes:
                    left, right = (panel.x(float(box.get("x")) + part * float(box.get("width"))) for part in (-0.035, 1.035))
                    inside = [count for count in counts if left < count < right]
                    drawn = panel.y(float(box.get("y")))
                    self.assertAlmostEqual(len(inside), drawn, delta=0.02 * len(inside) + 0.05)
                    for count in inside:
                        rest[count] += 1
                self.assertEqual({count: counts.count(count) for count in counts}, rest)
                by_root = "square-root" in panel.labels()
                tops.append((max(panel.y(float(box.get("y"))) for box in boxes), by_root))
                curves = [line for line in panel.lines if line.get("stroke-width") == "2"]
                self.assertEqual(regions >= 16 and total >= 16 * regions, bool(curves))
                for curve in curves:
                    self.check_curve(panel, points(curve.get("d"))[1:], regions, total)
                self.assertGreater(min(float(box.get("y")) for box in boxes), panel.top)
            highest, lowest = max(tops)[0], min(tops)[0]
            self.assertEqual({highest > 20 and highest > 4 * lowest}, {by_root for _, by_root in tops})
            shapes.add(tops[0][1])
        self.assertEqual({False, True}, shapes)

    def check_curve(self, panel, curve, regions, rows):
        """The normal distribution with the mean and the deviation of the binomial one."""
        mean, deviation = rows / regions, math.sqrt(rows / regions * (1 - 1 / regions))
        width = panel.x(curve[1][0]) - panel.x(curve[0][0]) if len(curve) > 1 else 1
        for x, y in curve:
            below, above = (0.5 * (1 + math.erf((panel.x(x) + side * width / 2 - mean) / deviation / math.sqrt(2)))
                            for side in (-1, 1))  # fmt: skip
            expected = regions * (above - below)
            self.assertAlmostEqual(expected, panel.y(y), delta=0.02 * expected + 0.02)

    def test_the_text_reports_how_even_it_is(self):
        rows, _, _ = self.draw(PAPER, regions=5, rows=4000)
        counts, mean = self.counts[0], 800
        chi_squared = sum((count - mean) ** 2 for count in counts) / mean
        text = rows[0].labels()
        self.assertIn(f"{min(counts)} to {max(counts)} rows; ", text)
        self.assertIn(f"chi-squared {chi_squared:.1f} with 4 degrees of freedom: p = ", text)

    def test_cells_are_the_shares_of_regions_over_time(self):
        for layouts, regions, total, window in (((PAPER, "@paper-idmod"), 5, 1000, 100), (("{id:010d}",), 64, 640, 10),
                                                ((PAPER,), 5, 7, 1), ((PAPER,), 3, 2560, 10),
                                                ((PAPER, "{id:010d}"), 600, 60000, 10000), ((PAPER,), 4, 950, 100)):  # fmt: skip
            _, heat, _ = self.draw(*layouts, regions=regions, rows=total, window=window)
            together = (regions - 1) // 256 + 1
            shares = []
            for windows in self.windows:
                for row in windows.values():
                    for first in range(0, regions, together):
                        part = row[first : first + together]
                        shares.append(sum(part) / len(part) * regions / sum(row))
            highest = math.ceil(math.log2(max(8, *shares)))
            step = (highest + 3) / 15
            legend = [s.get("fill") for s in heat[0].shapes[:17]]
            self.assertEqual(("#e4e4e4", "#440154", "#fde725"), (legend[0], legend[1], legend[16]))
            for windows, panel in zip(self.windows, heat):
                ground = panel.shapes[-1].get("fill")
                (svg,) = panel.maps
                _, below, across, up = map(float, svg.get("viewBox").split())
                self.assertEqual(-below, up)
                self.assertAlmostEqual(regions / together, up, places=5)
                first, *starts = windows
                self.assertAlmostEqual(total / (starts[0] - first) if starts else 1, across, places=5)
                cells = cells_of(svg, ground)
                for column, row in enumerate(windows.values()):
                    for line in range(-(-regions // together)):
                        part = row[line * together : (line + 1) * together]
                        level = self.level(sum(part) / len(part) * regions / sum(row), step)
                        self.assertEqual(legend[level], cells.pop((line, column), ground), (line, column))
                self.assertEqual({}, cells)
                self.assertEqual([panel.left, panel.top], [float(svg.get(name)) for name in ("x", "y")])

    def test_the_legend_says_which_colour_is_which_share(self):
        _, heat, _ = self.draw("{id:010d}", regions=64, rows=640, window=10)
        bar = [float(s.get("x")) for s in heat[0].shapes[:17]]
        width, step = bar[1] - bar[0], (6 + 3) / 15
        texts = [text for text in heat[0].texts if text.get("font-size") == "12" and float(text.get("y")) < heat[0].top - 50]
        self.assertEqual("none", texts[0].text)
        self.assertTrue(4 <= len(texts) <= 9 and "1" in [text.text for text in texts], len(texts))
        for text in texts[1:]:
            power = -math.log2(int(text.text[2:])) if text.text.startswith("1/") else math.log2(int(text.text))
            level = (float(text.get("x")) - bar[0]) / width - 0.5
            self.assertAlmostEqual(self.even(step) + power / step, level, delta=0.01)

    def even(self, step):
        """The level of an even share: 16 levels, from an eighth of it on."""
        return 1 + math.floor(3 / step + 0.5)

    def level(self, share, step):
        if share == 0:
            return 0
        steps = math.log2(share) / step
        return min(max(self.even(step) + math.copysign(math.floor(abs(steps) + 0.5), steps), 1), 16).__int__()

    def check_lanes(self, windows, panel, window, total, most, by_root):
        outlines, evens = panel.outlines("#0072b2"), panel.evens()
        self.assertEqual(len(panel.beside), len(outlines))
        self.assertEqual(len(panel.beside), len(evens))
        pixels = (panel.right - panel.left) / total
        zero, top = panel.right_ticks
        self.assertEqual(("0", f"{most:,}", panel.beside[-1][1]), (zero[0], top[0], zero[1]))
        for (name, base), outline, even in zip(panel.beside, outlines, evens):
            region = int(name.split()[1])
            self.assertEqual([(panel.left, base), (panel.right, base)], [outline[1], outline[-1]])

            def height(rows):
                part = rows / most
                return base - (zero[1] - top[1]) * (math.sqrt(part) if by_root else part)

            for first, row in windows.items():
                drawn = height_at(outline, panel.left + (first + 0.5) * pixels)
                self.assertAlmostEqual(height(row[region] / sum(row) * min(window, total)), drawn, delta=0.51)
            self.assertAlmostEqual(height(min(window, total) / len(row)), even, delta=0.02)

    def test_lanes_are_the_rows_of_regions_over_time(self):
        for layouts, total, window in ((("@paper-idmod", PAPER), 4050, 100), ((PAPER,), 1000, 100), (("{id:010d}",), 1, 1)):
            _, _, activity = self.draw(*layouts, regions=5, rows=total, window=window)
            most = math.ceil(max(max(max(row) * (window / sum(row)) for row in windows.values()) for windows in self.windows))
            for windows, panel in zip(self.windows, activity):
                self.assertEqual([f"region {i}" for i in range(5)], [name for name, _ in panel.beside])
                self.check_lanes(windows, panel, window, total, most, False)

    def test_lanes_of_few_busy_regions_have_a_square_root_scale(self):
        _, _, activity = self.draw("{id:010d}", "@paper-idmod", regions=100, rows=1000, window=100)
        for windows, panel in zip(self.windows, activity):
            self.assertEqual(8, len(panel.beside))
            self.check_lanes(windows, panel, 100, 1000, 100, True)
        self.assertIn(", square-root scale", activity[0].labels())

    def test_layouts_stand_side_by_side(self):
        for panels in self.draw(PAPER, "@paper-idmod", "@paper-md5mod")[1:]:
            self.assertTrue(panels[0].top == panels[1].top < panels[2].top)

    def test_a_long_layout_is_cut_where_its_panel_ends(self):
        for layouts in ((PAPER + "x" * 500,), (PAPER + "é" * 250, PAPER)):
            for panels in self.draw(*layouts)[1:]:
                text = next(text for text in panels[0].texts if text.text.startswith(PAPER))
                self.assertTrue(text.text.endswith("..."), text.text)
                room = panels[0].right - float(text.get("x"))
                self.assertTrue(room - 9.1 < 9.1 * len(text.text) < room + 1)

    def test_numbers_of_any_size_are_reported(self):
        rows, _, _ = self.draw(PAPER, window=2**64 - 1)
        self.assertIn("in windows of 18,446,744,073,709,551,615 rows", rows[0].labels())

    def test_lanes_have_at_most_two_hundred_steps(self):
        for windows, steps in ((200, 200), (201, 1)):  # of 201, each two are taken together
            _, _, activity = self.draw("{id / 10 % 2:u8}", regions=2, rows=10 * windows, window=10)
            for outline in activity[0].outlines("#0072b2"):
                self.assertTrue(steps <= len({point[0] for point in outline[1:]}) - 1 <= steps + 1, windows)

    def test_pictures_of_a_long_run_stay_small(self):
        self.draw(PAPER, regions=300, rows=200000, window=100)
        for name, most in (("rows", 30_000), ("heat", 300_000), ("activity", 60_000)):
            self.assertLess(len(self.read(f"out/regions-{name}.svg")), most, name)

    def test_maps_of_many_layouts_are_coarser_and_stay_small(self):
        layouts = [f"{{md5(id) % 256:u8}}{{id:u64}}{i}" for i in range(12)]  # noise: hardly any neighbours are equal
        _, heat, _ = self.draw(*layouts, regions=256, rows=196608, window=768)
        self.assertEqual(12, len(heat))
        for panel in heat:
            self.assertEqual(86, math.ceil(float(panel.maps[0].get("viewBox").split()[2])))
        self.assertLess(len(self.read("out/regions-heat.svg")), 1_200_000)

    def test_axes_of_counted_things_have_few_ticks_in_the_middle_of_each(self):
        for regions in (1, 2, 9, 10, 23, 99, 120, 700, 5000):
            rows, _, _ = self.draw(PAPER, regions=regions, rows=50)
            panel = rows[0]
            names = [int(number(name)) for name, _ in panel.below]
            for name, (_, at) in zip(names, panel.below):
                self.assertAlmostEqual(panel.left + (name + 0.5) / regions * (panel.right - panel.left), at, delta=0.01)
            step = names[1] if len(names) > 1 else 1
            self.assertEqual(list(range(0, regions, step)), names)
            self.assertRegex(str(step), "^[125]0*$")
            self.assertTrue(regions <= 2 * len(names) <= 20 or 4 <= len(names) <= 10, names)

    def test_axes_of_rows_have_few_round_ticks(self):
        for rows in (1, 7, 30, 444, 9999, 10000, 70000, 3_000_000):
            panels, _, _ = self.draw("{{0}}{id:010d}", regions=1, rows=rows)
            ticks = [number(text) for text, _ in panels[0].beside]
            self.assertEqual([i * ticks[1] for i in range(len(ticks))], ticks)
            self.assertRegex(f"{ticks[1]:.0f}", "^[125]0*$")
            self.assertTrue(rows < 5 or 1.9 < rows / ticks[1] <= 5, (rows, ticks))
            for axis in panels[0].below, panels[0].beside, panels[1].below, panels[1].beside:
                for text, _ in axis:
                    self.assertRegex(text, r"^\d{1,4}$|^\d+(\.\d+)?[kM]$")


if __name__ == "__main__":
    support.main()
