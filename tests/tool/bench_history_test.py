"""What scripts/bench-report makes of results that are kept: a comparison, and a history. Of made-up results."""

import contextlib
import io
import json
import pathlib
import re
import sys
from xml.etree import ElementTree

import support
from bench_report_test import CLOCK, TOP, ReportTest, bench_report, made_results, script

sys.path.insert(0, str(TOP / "bench"))
from report import drawing, history  # noqa: E402
from report.figures import Machine  # noqa: E402
from report.results import Failure  # noqa: E402


def named(model="Made-up 9000", compiler="cc 1.0", date="2026-01-01T00:00:00", revision="abcdef", factor=1.0):
    data = made_results(factors=(factor, 1.01 * factor, 0.99 * factor))
    data["machine"].update(model=model, revision=revision)
    data["context"].update(compiler=compiler, date=date)
    return data


class CompareKept(ReportTest):
    def setUp(self):
        super().setUp()
        self.folder = pathlib.Path(self.path("results"))
        self.folder.mkdir()

    def keep(self, name, **facts):
        (self.folder / name).write_text(json.dumps(named(**facts)))

    def compare(self, data, status=0):
        return self.report(data, "--compare-kept", self.folder, status=status)

    def test_results_of_this_machine_are_found(self):
        self.keep("a.json", model="Another 5", factor=3)
        self.keep("b.json", factor=1.02)
        self.assertRegex(self.compare(named()), r"## Compared with \S*/b\.json\n")

    def test_the_compiler_counts_more_than_the_date(self):
        self.keep("old.json", date="2025-01-01T00:00:00")
        self.keep("older.json", date="2024-01-01T00:00:00")
        self.keep("new.json", compiler="cc 2.0")
        report = self.compare(named())
        self.assertRegex(report, r"## Compared with \S*/old\.json\n")
        self.assertNotIn("another compiler", report)

    def test_a_regression_fails_and_says_what_to_do(self):
        self.keep("a.json")
        report = self.compare(named(factor=0.8), status=1)
        self.assertIn("0.800 | ± 2 % | **REGRESSION**", report)
        command = re.search(r"What to do: .*\n\n (scripts/bench-report .*)\n", report)[1]
        self.assertIn(f"--rounds 5 --compare {self.folder}/a.json", command)
        pattern = re.search(r"--filter '(.*?)'", command)[1]
        self.assertRegex("md5_fixed/8B/avx512", pattern)
        self.assertNotRegex("md5_fixed/8B/avx512x", pattern)
        self.assertEqual(10, pattern.count("|", 0, pattern.rindex("(")) + 1)

    def test_what_is_within_the_tolerance_passes(self):
        self.keep("a.json")
        self.assertNotIn("What to do", self.compare(named(factor=0.92)))

    def test_no_results_of_this_machine(self):
        self.keep("a.json", model="Another 5")
        report = self.compare(named(factor=0.5))
        self.assertIn("has no results of this machine, x86_64 Made-up 9000 25 17 1 avx2 avx512 scalar", report)
        self.assertIn("--json doc/results/NAME.json", report.replace("\n", " "))

    def test_one_way_to_compare(self):
        done = script("--compare", "x", "--compare-kept")
        self.assertEqual(2, done.returncode)
        self.assertIn("not allowed with argument", done.stderr)


class History(ReportTest):
    def points(self, *results):
        return [history.point_of(data, Machine(pathlib.Path("x"), data)) for data in results]

    def test_a_point_is_the_widest_instruction_set(self):
        (point,) = self.points(named())
        self.assertEqual(["2026-01-01T00:00", "abcdef", "0.3.0", "Made-up 9000 (Made-up 9000)", "cc 1.0", "3.7e+09"],
                         [point[fact] for fact in history.FACTS])  # fmt: skip
        self.assertEqual(f"{CLOCK:.4g}", point["clock"])
        self.assertEqual("2.77e+08", point["md5_fixed/8B"])
        self.assertEqual("5.714e+07", point["ids/1/rowkey"])
        self.assertEqual("", point["decimal/10"])
        self.assertEqual(10, len(point) - len(history.FACTS))

    def test_the_page_tells_of_each_point_what_it_is_of(self):
        points = self.points(named(), named(compiler="cc 2.0", date="2026-02-01T00:00:00", factor=1.1))
        page = re.sub(" +", " ", history.block(points))
        self.assertIn("| 2 | 2026-02-01T00:00 | abcdef | 0.3.0 | Made-up 9000 (Made-up 9000) | cc 2.0 | 3.70 |", page)
        self.assertIn("| MD5 of 8-byte keys | 277 | 305 |", page)
        self.assertIn("| number to decimal text, 10 digits | | |", page)

    def test_a_line_joins_what_can_be_compared(self):
        points = self.points(named(), named(), named(compiler="cc 2.0"))
        svg = ElementTree.fromstring(history.picture(points))
        panels = svg.findall("{*}g")
        self.assertEqual(10, len(panels))
        self.assertEqual([2, 1], [len(each.get("points").split()) for each in panels[0].findall("{*}polyline")])
        names = [each.text for each in svg.findall("{*}text")]
        self.assertEqual([f"Made-up 9000 (Made-up 9000), cc {version}" for version in ("1.0", "2.0")], names[:2])

    def test_axes_end_above_all(self):
        for value, top in ((1, 1), (277, 300), (7540, 8000), (0.42, 0.5), (10, 10)):
            self.assertAlmostEqual(top, drawing.nice_top(value))

    def test_a_file_that_lacks_a_column(self):
        path = pathlib.Path(self.path("history.tsv"))
        path.write_text(history.as_text(self.points(named())))
        self.assertEqual(self.points(named()), history.read(path))
        path.write_text(path.read_text().replace("\t\t", "\t"))
        with self.assertRaisesRegex(Failure, "line 2: expected the columns measured, revision"):
            history.read(path)

    def test_results_are_added_once(self):
        top = pathlib.Path(self.path("top"))
        (top / "doc").mkdir(parents=True)
        (top / history.PAGE).write_text("before\n<!-- history: begin -->\n<!-- history: end -->\nafter\n")
        files = [self.kept("b.json", named(date="2026-02-01T00:00:00")), self.kept("a.json", named())]
        for _ in range(2):
            with contextlib.redirect_stdout(io.StringIO()):
                history.update(top, files)
        points = history.read(top / history.KEPT)
        self.assertEqual(["2026-01-01T00:00", "2026-02-01T00:00"], [point["measured"] for point in points])
        for name, text in history.documents(top, points).items():
            self.assertEqual(text, (top / name).read_text())
        page = (top / history.PAGE).read_text()
        self.assertRegex(page, r"(?s)^before\n.*\| MD5 of 8-byte keys .*\nafter\n$")

    def test_a_page_without_the_block(self):
        top = pathlib.Path(self.path("top"))
        (top / "doc").mkdir(parents=True)
        (top / history.PAGE).write_text("nothing\n")
        with self.assertRaisesRegex(Failure, "performance.md: 0 blocks between .* \\(expected 1\\)"):
            history.documents(top, self.points(named()))

    def test_measuring_is_another_request(self):
        done = script("--history", "--compiler", "clang-19")
        self.assertIn("not allowed with argument", done.stderr)
        done = bench_report("--history", self.path("nowhere.json"))
        self.assertEqual(3, done.returncode)

    def test_the_page_is_of_the_kept_points_and_has_the_newest(self):
        points = history.read(TOP / history.KEPT)
        for path, text in history.documents(TOP, points).items():
            self.assertEqual(text, (TOP / path).read_text(), f"{path}: not what scripts/bench-report --history writes")
        for path in (TOP / "doc/results").glob("*.json"):
            (point,) = self.points(json.loads(path.read_text()))
            self.assertIn(point, points, f"{path}: scripts/bench-report --history adds it")


if __name__ == "__main__":
    support.main()
