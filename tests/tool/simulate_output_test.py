"""rowkey simulate: the forms of its output, and what it refuses."""

import csv
import io
import os
import pty
import re
import subprocess

import support
from load_model import NO_RECORDS, SimulateTest, evenness
from support import main, rowkey

MEASURES = "least most mean deviation variation peak gini chi_squared p_value active".split()


# The lines of a report: the label, {} being "region" or "server", and how its value is shown.
OF_ALL = (
    ("rows a {}, least", lambda report: "%d" % report["total"]["least"]),
    ("  most", lambda report: "%d" % report["total"]["most"]),
    ("  mean", lambda report: "%.6g" % report["total"]["mean"]),
    ("  standard deviation", lambda report: "%.6g" % report["total"]["deviation"]),
    ("  deviation / mean", lambda report: "%.4g" % report["total"]["variation"]),
    ("  most / mean", lambda report: "%.4g" % report["total"]["peak"]),
    ("  Gini coefficient", lambda report: "%.4f" % report["total"]["gini"]),
    ("  chi-squared", lambda report: "%.6g" % report["total"]["chi_squared"]),
    ("  p-value of as much by chance", lambda report: "%.3g" % report["total"]["p_value"]),
    ("{}s without a row", lambda report: "%d" % (report["count"] - report["total"]["active"])),
)
OF_WINDOWS = (
    ("in a window, active {}s, mean", lambda windows: "%.1f" % windows["active_mean"]),
    ("  least", lambda windows: "%d" % windows["active_least"]),
    ("  most", lambda windows: "%d" % windows["active_most"]),
    ("  of evenly random rows", lambda windows: "%.1f" % windows["active_even"]),
    ("  effective {}s", lambda windows: "%.1f" % windows["effective_mean"]),
    ("  of evenly random rows", lambda windows: "%.1f" % windows["effective_even"]),
    ("  deviation / mean", lambda windows: "%.4g" % windows["variation_mean"]),
    ("  most / mean", lambda windows: "%.4g" % windows["peak_mean"]),
    ("  in the worst window", lambda windows: "%.4g" % windows["peak_most"]),
    ("lock step, 0 to 1", lambda windows: "%.3f" % windows["lock_step"]),
    ("longest the busiest: {}", lambda windows: "%d" % windows["hottest"]["region"]),
    ("  for so many windows", lambda windows: "%d" % windows["hottest"]["windows"]),
    ("  from row", lambda windows: "%d" % (windows["hottest"]["first_window"] * windows["rows"])),
    ("  with a share of", lambda windows: "%.1f %%" % (100 * windows["hottest"]["share"])),
)


def counted(number, noun):
    return f"{number} {noun}{'' if number == 1 else 's'}"


def table_of(result):
    """The table of a simulation, of what --output json says."""
    layouts = result["layouts"]
    regions = layouts[0]["regions"]
    windows = regions["windows"]["count"]
    servers = f" on {counted(result['servers'], 'server')}: {result['placement']}" if result["servers"] > 0 else ""
    few = "" if windows > 0 else ": too few rows to tell what happens over time (give a smaller --window)"
    table = [
        f"{counted(result['rows'], 'row')} of {result['source']}, {counted(result['writers'], 'writer')}, "
        f"{counted(regions['count'], 'region')}{servers}",
        f"{counted(windows, 'window')} of {counted(result['window'], 'row')}{few}",
        "",
        *(f"layout {number}  {layout['layout']}" for number, layout in enumerate(layouts, 1)),
        "",
        " " * 34 + "".join(f" {f'layout {number}':>14}" for number in range(1, len(layouts) + 1)),
    ]
    for unit in ("region", "server") if servers else ("region",):
        reports = [layout[unit + "s"] for layout in layouts]
        lines = [(label, [show(report) for report in reports]) for label, show in OF_ALL]
        if windows > 0:
            lines += [(label, [show(report["windows"]) for report in reports]) for label, show in OF_WINDOWS]
        table += [] if unit == "region" else [""]
        table += [f"{label.format(unit):34}" + "".join(f" {cell:>14}" for cell in cells) for label, cells in lines]
    return table


class OutputTest(SimulateTest):
    ARGUMENTS = ("-l", "@paper-idmod", "-l", '{md5("\\x22", id) % 100:02d}-{id}', "--regions", 4)
    SOURCE = ("--source", "sequential", "--rows", 2000, "--window", 30)

    def test_csv_has_the_rows_of_each_region(self):
        text = self.simulate(*self.ARGUMENTS, *self.SOURCE, "--output", "csv").decode()
        result = self.json(*self.ARGUMENTS, *self.SOURCE)
        rows = list(csv.DictReader(io.StringIO(text)))
        expected = [
            (layout["layout"], str(region), str(count))
            for layout in result["layouts"]
            for region, count in enumerate(layout["regions"]["rows"])
        ]
        self.assertEqual(expected, [(row["layout"], row["region"], row["rows"]) for row in rows])
        self.assertEqual(
            ["", "0250000", "0500000", "0750000", "", "25", "50", "75"], [row["start"] for row in rows]
        )

    def test_csv_has_servers_where_there_are_any(self):
        text = self.simulate(*self.ARGUMENTS, *self.SOURCE, "--servers", 3, "--output", "csv").decode()
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual(list("01200120"), [row["server"] for row in rows])
        text = self.simulate(*self.ARGUMENTS, *self.SOURCE, "--servers", 1, "--output", "csv").decode()
        self.assertEqual(["0"] * 8, [row["server"] for row in csv.DictReader(io.StringIO(text))])

    def test_windows_csv_has_the_counts_over_time(self):
        for rows, window in ((0, 10), (5, 10), (100, 10), (2000, 30), (51210, 100), (51300, 100)):
            self.simulate(
                "-l", "{id % 8:u8}", "--regions", 4, "--source", "sequential(step=3)", "--rows", rows,
                "--window", window, "--windows-csv", self.path("windows"), "-o", self.path("report"),
                note=NO_RECORDS if rows == 0 else b"",
            )  # fmt: skip
            lines = list(csv.reader(io.StringIO(self.read("windows").decode())))
            self.assertEqual(["layout", "first_row", "rows", *MEASURES, "0", "1", "2", "3"], lines[0])
            merged = window
            while (rows + merged - 1) // merged > 512:
                merged *= 2
            expected = []
            for first in range(0, rows, merged):
                counts = [0] * 4
                for row in range(first, min(first + merged, rows)):
                    counts[row * 3 % 8 // 2] += 1
                expected.append(["{id % 8:u8}", *map(str, [first, sum(counts), *counts])])
                measures = dict(zip(MEASURES, map(float, lines[len(expected)][3:-4])))
                self.assert_close(evenness(counts), {"rows": sum(counts), **measures})
            self.assertEqual(expected, [line[:3] + line[-4:] for line in lines[1:]])
            self.assert_only("windows", "report")

    def test_windows_csv_has_one_layout_after_the_other(self):
        layouts = ("-l", "{id % 4:u8}", "-l", "{id % 8:u8}")
        self.simulate(
            *layouts, "--regions", 4, "--source", "sequential", "--rows", 40, "--window", 20,
            "--windows-csv", self.path("windows"),
        )  # fmt: skip
        lines = list(csv.reader(io.StringIO(self.read("windows").decode())))
        self.assertEqual(
            [
                ["{id % 4:u8}", "0", "20", "5", "5", "5", "5"],
                ["{id % 4:u8}", "20", "20", "5", "5", "5", "5"],
                ["{id % 8:u8}", "0", "20", "6", "6", "4", "4"],
                ["{id % 8:u8}", "20", "20", "4", "4", "6", "6"],
            ],
            [line[:3] + line[-4:] for line in lines[1:]],
        )

    def test_the_table_says_what_json_says(self):
        for arguments in (
            (*self.ARGUMENTS, *self.SOURCE),
            (*self.ARGUMENTS, *self.SOURCE, "--servers", 2),
            (*self.ARGUMENTS, *self.SOURCE, "--servers", 1, "--writers", 3),
            ("-l", "@paper-md5mod", "--regions", 1, "--source", "random(below=9)", "--rows", 1, "--servers", 3),
            ("-l", "{id % 7:d}", "--regions", 7, "--source", "sequential", "--rows", 1000, "--window", 999),
            ("-l", "{id % 7:d}", "--regions", 7, "--source", "sequential", "--rows", 5, "--window", 6, "--servers", 2),
            (*["-l", "@paper-idmod"] * 12, "--regions", 2, "--source", "sequential", "--rows", 200),
        ):
            expected = table_of(self.json(*arguments))
            self.assertEqual(expected, self.simulate(*arguments).decode().splitlines(), arguments)

    def test_no_rows_are_no_error(self):
        for arguments, stdin in ((self.SOURCE[:2] + ("--rows", 0), b""), (("-c", "id:u64"), b"")):
            text = self.simulate(*self.ARGUMENTS, *arguments, stdin=stdin, note=NO_RECORDS).decode()
            self.assertEqual(text.encode(), self.simulate(*self.ARGUMENTS, *arguments, "--quiet", stdin=stdin))
            self.assertTrue(text.startswith("0 rows of "), text)
            self.assertIn(": too few rows to tell what happens over time", text)
            result = self.json(*self.ARGUMENTS, *arguments, "-q", stdin=stdin)
            for layout in result["layouts"]:
                self.assert_load([], 4, result["window"], layout["regions"])

    def test_what_fails_leaves_nothing_behind(self):
        self.assert_fails(
            1, self.bad_number(),
            *self.ARGUMENTS, "-c", "id:u64", "-o", self.path("out"), "--windows-csv", self.path("windows"),
            stdin=b"1\nx\n",
        )  # fmt: skip
        self.assert_only()

    def bad_number(self):
        return rowkey("encode", "-l", "{id}", "-c", "id:u64", stdin=b"1\nx\n").stderr.decode()[
            len("rowkey: ") : -1
        ]

    def test_outputs_are_not_inputs(self):
        name = self.file("ids", b"1\n2\n")
        for option in ("-o", "--windows-csv"):
            self.assert_fails(
                2, f"{name} is an input and also an output (expected another file)",
                "-l", "@paper-idmod", "--regions", 3, name, option, name,
            )  # fmt: skip
        self.assertEqual(b"1\n2\n", self.read("ids"))
        self.assert_only("ids")

    def test_outputs_are_two_files(self):
        self.assert_fails(
            2, f"{self.path('out')} is the output and also --windows-csv (expected another file)",
            *self.ARGUMENTS, *self.SOURCE, "-o", self.path("out"), "--windows-csv", self.path("out"),
        )  # fmt: skip

    def test_a_full_disk_is_reported(self):
        for option in ("-o", "--windows-csv"):
            self.assert_fails(
                3, "cannot write /dev/full: No space left on device",
                *self.ARGUMENTS, *self.SOURCE, option, "/dev/full",
            )  # fmt: skip


    def test_the_progress_is_that_of_the_rows(self):
        total = 10**9
        terminal, other_end = pty.openpty()
        command = ("simulate", "-l", "@paper-md5mod", "--regions", "3", "--source", "sequential", "--rows", str(total))
        process = subprocess.Popen(
            [*support.TOOL, *command], stdout=subprocess.DEVNULL, stderr=other_end, env=support.environment()
        )
        os.close(other_end)
        shown = b""
        while shown.count(b"left") < 2:
            shown += os.read(terminal, 65536)
        process.kill()
        process.wait()
        os.close(terminal)
        bars = re.findall(rb"\r *(\d+)% \[#*-*\] (\d+) rows, ", shown)
        self.assertGreaterEqual(len(bars), 2)
        for percent, rows in bars:
            self.assertTrue(int(percent) <= 100 * int(rows) / total < int(percent) + 1, shown)


class BadUsageTest(SimulateTest):
    SOURCE = ("--source", "sequential")

    def test_regions_are_wanted_once_and_from_1_to_what_the_layout_has(self):
        self.assert_fails(
            2, "option --regions is missing (expected it, or --splits LIST)", "-l", "{id}", *self.SOURCE
        )
        self.assert_fails(
            2, "option --splits does not go with --regions: each of them says which regions there are",
            "-l", "{id}", *self.SOURCE, "--regions", 2, "--splits", "x",
        )  # fmt: skip
        self.assert_fails(
            2, 'option --regions: "0" is out of range (expected a number from 1 to 16777216)',
            "-l", "{id:u8}", *self.SOURCE, "--regions", 0,
        )  # fmt: skip
        done = rowkey("simulate", "-l", "{id % 10:02d}", *self.SOURCE, "--regions", 11)
        self.assertEqual((1, b""), (done.returncode, done.stdout))
        self.assertIn(b"too few: ", done.stderr)
        self.assertIn(b"expected at most 10 regions", done.stderr)
        result = self.json("-l", "{id % 10:02d}{id:010d}", *self.SOURCE, "--rows", 1000, "--regions", 40)
        self.assertEqual([25] * 40, result["layouts"][0]["regions"]["rows"])
        result = self.json("-l", "{id % 10:02d}", *self.SOURCE, "--rows", 1000, "--regions", 10)
        self.assertEqual([100] * 10, result["layouts"][0]["regions"]["rows"])
        result = self.json("-l", "@paper-md5mod", *self.SOURCE, "--rows", 1000, "--regions", 100000)
        self.assertEqual(100000, result["layouts"][0]["regions"]["count"])
        result = self.json("-l", "{id:u8}", *self.SOURCE, "--rows", 100, "--regions", 1)
        self.assert_load([0] * 100, 1, 1, result["layouts"][0]["regions"])

    def test_a_layout_is_wanted(self):
        self.assert_fails(
            2, "option --layout is missing (rowkey simulate --help explains it)", "--regions", 3, *self.SOURCE
        )

    def test_split_points_in_disorder_are_refused(self):
        splits = self.file("splits", b"b\na\n")
        done = rowkey("simulate", "-l", "{key}", *self.SOURCE, "--splits", splits)
        self.assertEqual((1, b""), (done.returncode, done.stdout))
        self.assertIn(b'splits:2: the split point "a" comes before the point of line 1', done.stderr)

    def test_unknown_columns_are_reported_with_those_that_there_are(self):
        done = rowkey("simulate", "-l", "{user}", *self.SOURCE, "--regions", 3)
        self.assertEqual(2, done.returncode)
        self.assertIn(b"there is no column user", done.stderr)
        self.assertIn(b"expected one of the columns id, key, line", done.stderr)

    def test_sources_and_their_parameters_are_known_ones(self):
        of_zipf = "(expected users, start, rate, ticks, jitter, exponent, each with = and a value)"
        last_id = "passes 64 bits (expected fewer --rows)"
        cases = {
            "sequence": 'unknown source "sequence" (expected sequential, random, timestamps, zipf, matrix)',
            "zipf(user=3)": f'zipf has no parameter "user" {of_zipf}',
            "zipf(users)": f'zipf has no parameter "users" {of_zipf}',
            "zipf(users=3,users=3)": "users of zipf is given twice",
            "zipf(exponent=1,users=9,exponent=1)": "exponent of zipf is given twice",
            "matrix(a=1)": 'matrix has no parameter "a" (expected none)',
            "zipf(users=0)": 'users: "0" is out of range (expected a number from 1 to 1000000000000)',
            "zipf(exponent=0)": 'exponent "0" is out of range (expected a decimal above 0, to 100)',
            "zipf(users=3": '"zipf(users=3" does not end in )',
            "sequential(start=9,step=18446744073709551615)": "the last id of "
            f"sequential(start=9,step=18446744073709551615) {last_id}",
        }
        for source, message in cases.items():
            self.assert_fails(
                2, "option --source: " + message, "-l", "{id}", "--regions", 3, "--source", source
            )

    def test_sources_are_reported_with_what_was_left_out(self):
        for source, told in (
            ("zipf", "zipf(users=1000000,start=1700000000,rate=1000,ticks=1000,jitter=0,exponent=1)"),
            ("timestamps(rate=7)", "timestamps(hosts=100,start=1700000000,rate=7,ticks=1000,jitter=0)"),
        ):
            text = self.simulate("-l", "{id:u64}", "--regions", 3, "--source", source, "--rows", 5).decode()
            self.assertIn(f"5 rows of {told}, 1 writer", text)

    def test_options_of_files_and_of_sources_do_not_mix(self):
        regions = ("-l", "@paper-idmod", "--regions", 3)
        self.assert_fails(
            2, "option --rows needs --source: a FILE has the rows that it has", *regions, "--rows", 3
        )
        self.assert_fails(
            2, "option --source does not go with a FILE, whose place it takes", *regions, *self.SOURCE, "file"
        )
        for option in (
            ("--columns", "id:u64"), ("--chunk-size", 9), ("--max-record", 9), ("--input", "csv"), ("--header",),
            ("--delimiter", ";"), ("--null", "x"),
        ):  # fmt: skip
            self.assert_fails(
                2, f"option {option[0]} does not go with --source: it says how a FILE is read",
                *regions, *self.SOURCE, *option,
            )  # fmt: skip
        self.assert_fails(
            2, "option --splits-form needs --splits", *regions, *self.SOURCE, "--splits-form", "hex"
        )
        self.assert_fails(
            2, "option --picture-format needs --pictures", *regions, *self.SOURCE, "--picture-format", "png"
        )

    def test_numbers_have_bounds(self):
        arguments = ("-l", "@paper-idmod", "--regions", 3)
        for option, least, most, others in (
            ("--writers", 1, 100000, self.SOURCE),
            ("--window", 1, 2**64 - 1, self.SOURCE),
            ("--servers", 1, 2**24, self.SOURCE),
            ("--rows", 0, 2**64 - 1, self.SOURCE),
            ("--chunk-size", 1, 2**30, ()),
            ("--max-record", 1, 2**30, ()),
        ):
            for number in (least - 1, most + 1):
                if number >= 0:
                    fault = "out of range" if number < 2**64 else f"above {2**64 - 1}"
                    self.assert_fails(
                        2, f'option {option}: "{number}" is {fault} (expected a number from {least} to {most})',
                        *arguments, *others, option, number,
                    )  # fmt: skip
        for option in ("--writers", "--window", "--servers", "--chunk-size", "--max-record"):
            self.assertEqual(1, self.json(*arguments, "-c", "id:u64", option, 1, stdin=b"7")["rows"])
        servers = 2**10 if support.is_slow() else 2**24  # as many take two seconds and 660 MB
        for option, most in (("--writers", 100000), ("--window", 2**64 - 1), ("--servers", servers)):
            self.simulate(*arguments, *self.SOURCE, "--rows", 100, option, most)

    def test_standard_input_is_read_once(self):
        arguments = ("-l", "@paper-idmod")
        three = "standard input is asked for 3 times, as a FILE, for --splits or --placement (expected once)"
        self.assert_fails(2, three, *arguments, "--splits", "-", "-", "file", "-")
        message = "standard input is asked for 2 times, as a FILE, for --splits or --placement (expected once)"
        self.assert_fails(2, message, *arguments, "--splits", "-", stdin=b"1\n")
        self.assert_fails(2, message, *arguments, "--regions", 2, "-", "-", stdin=b"1\n")
        result = self.json(
            "-l", "{id:02d}", "--source", "sequential", "--rows", 100, "--splits", "-", stdin=b"40\n"
        )
        self.assertEqual([40, 60], result["layouts"][0]["regions"]["rows"])

    def test_bad_records_are_reported_with_their_place(self):
        good = b"".join(b"%d\n" % value for value in range(1000))
        name = self.file("ids", good + b"12345678901\n" + good)
        reason = "id = 12345678901 does not fit {id:010d} (column id, at most 9999999999)"
        arguments = ("-l", "@paper-idmod", "--regions", 3)
        self.assert_fails(1, f"{name}:1001: {reason}", *arguments, name)
        self.assert_fails(1, f"{name}: byte {len(good)}: {reason}", *arguments, "--writers", 3, name)
        self.assert_fails(
            1, f"sequential(start=9999999998,step=1): row 2: {reason.replace('12345678901', '10000000000')}",
            *arguments, "--source", "sequential(start=9999999998)",
        )  # fmt: skip
        for writers, row in ((1, 5000), (3, 3334)):  # of three, the second one begins there
            start = 10000000000 - row
            self.assert_fails(
                1, f"sequential(start={start},step=1): row {row}: {reason.replace('12345678901', '10000000000')}",
                *arguments, "--source", f"sequential(start={start})", "--rows", 10000, "--writers", writers,
            )  # fmt: skip

    def test_headers_of_all_files_are_alike(self):
        a, b = self.file("a", b"id,x\n1,2\n"), self.file("b", b"x,id\n1,2\n")
        arguments = ("-l", "{id:u16}", "-c", "id:u64", "--regions", 3, "--input", "csv", "--header")
        self.assert_fails(1, f"{b}:1: the header differs from the header of {a}", *arguments, a, b)
        self.assert_fails(1, f"{b}:1: the header differs from the header of {a}", *arguments, "--writers", 9, a, b)

    def test_a_missing_file_is_reported_before_any_work(self):
        name = self.file("ids", b"1\n")
        missing = self.path("missing")
        self.assert_fails(
            3,
            f"cannot read {missing}: No such file or directory",
            "-l",
            "@paper-idmod",
            "--regions",
            3,
            name,
            missing,
        )
        self.assert_fails(
            3,
            f"cannot read {self.directory}: Is a directory",
            "-l",
            "@paper-idmod",
            "--regions",
            3,
            self.directory,
        )


if __name__ == "__main__":
    main()
