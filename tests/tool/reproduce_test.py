"""scripts/reproduce-paper from end to end, with fewer rows: its tables and pictures, and that it finds the findings."""

import csv
import json
import os
import pathlib
import re
import subprocess
import unittest

import support
from support import TOOL, ToolTest, environment

TOP = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = TOP / "scripts/reproduce-paper"
QUICK_REGIONS, QUICK_FILES, QUICK_ROWS = [1, 2, 4, 55, 220], [1, 10], 1_000_000
DESIGNS = ["ID modulo", "MD5", "line MD5", "random"]


def reproduce(*arguments, **options):
    return subprocess.run(
        [SCRIPT, *arguments], capture_output=True, text=True, timeout=600, env=environment(), **options
    )


class Page(unittest.TestCase):
    """doc/paper.md as it stands."""

    def setUp(self):
        self.text = (TOP / "doc/paper.md").read_text()

    def test_every_picture_is_there_and_small(self):
        names = re.findall(r"\]\((pictures/[^)]*)\)", self.text)
        self.assertGreater(len(names), 3)
        shown = [TOP / "doc" / name for name in names]
        for path in shown:
            self.assertLess(path.stat().st_size, 300_000, path)
        others = [page.read_text() for page in (TOP / "README.md", *(TOP / "doc").glob("*.md")) if page.name != "paper.md"]
        of_other_pages = {name for page in others for name in re.findall(r"pictures/([\w-]+\.svg)", page)}
        drawn = [path for path in (TOP / "doc/pictures").rglob("*.svg") if path.name not in of_other_pages]
        self.assertEqual(sorted(shown), sorted(drawn))
        self.assertLess(sum(path.stat().st_size for path in shown), 2_000_000)

    def test_every_table_is_filled(self):
        for name in re.findall(r"<!-- ([\w-]+): begin -->", self.text):
            self.assertRegex(self.text, rf"<!-- {name}: begin -->\n\|(.*\n)+\|.*\n<!-- {name}: end -->", name)


class Quick(ToolTest):
    def setUp(self):
        super().setUp()
        if support.is_slow():
            self.skipTest("takes too long here; the test of the release build runs it")

    def test_from_end_to_end(self):
        page = (TOP / "doc/paper.md").read_bytes()
        out = pathlib.Path(self.path("out"))
        # A directory that is there already, and a relative name from another place than the project's.
        (out / "runs").mkdir(parents=True)
        (out / "runs/7-7.json").write_text("left over")
        done = reproduce("--quick", "--rowkey", TOOL[0], "out", cwd=self.directory)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        self.assertIn("  found: Figure 1", done.stdout)
        self.assertNotIn("NOT FOUND", done.stdout)
        self.assertEqual(page, (TOP / "doc/paper.md").read_bytes())
        self.assertEqual(["pictures", "results.csv", "runs", "tables.md"], sorted(os.listdir(out)))
        self.check_results(out)
        for directory in (out / "pictures").iterdir():
            self.assertEqual(
                ["regions-activity.svg", "regions-heat.svg", "regions-rows.svg"], sorted(os.listdir(directory))
            )
        self.check_id_modulo(out)
        self.check_missed_finding(out)

    def check_results(self, out):
        with open(out / "results.csv", newline="") as file:
            lines = list(csv.DictReader(file))
        expected = [(design, r, f) for design in DESIGNS for r in QUICK_REGIONS for f in QUICK_FILES]
        self.assertEqual(expected, [(line["design"], int(line["regions"]), int(line["files"])) for line in lines])
        self.assertEqual({str(QUICK_ROWS)}, {line["rows"] for line in lines})

    def check_id_modulo(self, out):
        """The ids 0 … 999999 are their own prefixes: each region has as many rows as prefixes, files or not."""
        for regions in QUICK_REGIONS:
            bounds = [i * 1_000_000 // regions for i in range(regions + 1)]
            expected = [end - start for start, end in zip(bounds, bounds[1:])]
            for files in QUICK_FILES:
                run = json.loads((out / f"runs/{regions}-{files}.json").read_text())
                self.assertEqual((QUICK_ROWS, files), (run["rows"], run["writers"]))
                layout = next(layout for layout in run["layouts"] if layout["layout"] == "@paper-idmod")
                self.assertEqual(expected, layout["regions"]["rows"])

    def check_missed_finding(self, out):
        """The tables of results in which MD5 is as the ID modulo prefix is."""
        path = out / "runs/220-10.json"
        run = json.loads(path.read_text())
        layouts = {layout["layout"]: layout for layout in run["layouts"]}
        layouts["@paper-md5mod"]["regions"] = layouts["@paper-idmod"]["regions"]
        path.write_text(json.dumps(run))
        done = subprocess.run([TOP / "scripts/checks/paper-tables", "--quick", out], capture_output=True, text=True)
        self.assertEqual((1, ""), (done.returncode, done.stderr))
        self.assertIn("  NOT FOUND: they are so at any time", done.stdout)
        self.assertIn("  found: Figure 1", done.stdout)

    def test_page_has_what_comes_out_now(self):
        """A line of its table of evenness, from all of the rows."""
        page = (TOP / "doc/paper.md").read_text()
        table = re.search(r"<!-- evenness: begin -->\n(.*)<!-- evenness: end -->", page, re.DOTALL)[1]
        designs = "@paper-random @paper-idmod @paper-md5mod @paper-linemd5".split()
        done = support.rowkey(
            "simulate", *(item for design in designs for item in ("--layout", design)), "--regions", 220,
            "--source", "matrix", "--rows", 4_000_000, "--writers", 1, "--window", 4000, "--output", "json",
        )  # fmt: skip
        totals = [layout["regions"]["total"] for layout in json.loads(done.stdout)["layouts"]]
        cells = [f"{100 * total['variation']:.3f} | {total['p_value']:.2f}" for total in totals]
        self.assertIn(f"| 220 | {' | '.join(cells)} |\n", table)

    def test_program_that_fails_is_an_error(self):
        done = reproduce("--quick", "--rowkey", "/bin/false", self.path("out"))
        self.assertNotEqual(0, done.returncode)
        self.assertFalse(os.path.exists(os.path.join(self.path("out"), "results.csv")))


class BadUsage(ToolTest):
    def test_unknown_option_shows_the_usage(self):
        done = reproduce("--fast")
        self.assertEqual(2, done.returncode)
        self.assertIn("scripts/reproduce-paper --update-doc", done.stderr)
        self.assertNotIn("invoked_from", done.stderr)

    def test_page_is_not_written_from_a_part_of_the_experiments(self):
        done = reproduce("--quick", "--update-doc")
        self.assertEqual((2, ""), (done.returncode, done.stdout))
        self.assertIn("--update-doc needs all of the experiments", done.stderr)


if __name__ == "__main__":
    support.main()
