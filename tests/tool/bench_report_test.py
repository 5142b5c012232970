"""scripts/bench-report, of made-up results and programs: nothing here is measured."""

import copy
import json
import os
import pathlib
import re
import subprocess
import sys

import support
from support import ToolTest, environment

TOP = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = TOP / "scripts/bench-report"
CLOCK = 3.7e9
RATES = {  # of one round, in millions
    "md5_fixed/8B/avx512": 277,
    "md5_fixed/8B/avx2": 151,
    "md5_fixed/8B/scalar": 20.9,
    "md5_fixed/8B/openssl": 9.7,
    "md5_fixed/8B/openssl-evp": 7.6,
    "md5_fixed/20B/avx512": 241,
    "md5_fixed/56B/avx512": 119,
    "modulo_u128/1000000/avx512": 2400,
    "modulo_u128/1000000/avx512+generic": 2000,
    "encode/paper-md5mod/avx512": 173,
    "encode/paper-md5mod/openssl-tuned": 10,
    "batch_encode/1/avx512": 1,
    "batch_encode/64/avx512": 100,
    "batch_encode/4096/avx512": 173,
    "memory_read/16KiB/sum": 70000,
    "memory_read/256MiB/sum": 18000,
    "working_set/md5_fixed_8B/16KiB/avx512": 280,
    "working_set/md5_fixed_8B/64MiB/avx512": 200,
    "stride/md5_fixed_8B/8/avx512": 277,
    "stride/md5_fixed_8B/17/avx512": 250,
    "code_offset/decimal_10/avx512+0": 2000,
    "code_offset/decimal_10/avx512+16": 1000,
    "threads/md5_fixed_8B/1/avx512": 277,
    "threads/md5_fixed_8B/2/avx512": 500,
    "first_call/encode_4096/avx512": 20,
    "ports/add/avx512": 7400,
    "ports/ternary/avx512": 7400,
    "ports/rotate/avx512": 3700,
    "latency/add/avx2": 925,  # four cycles, as the other two
    "latency/logic/avx2": 925,
    "latency/shift/avx2": 925,
}
MACHINE = {
    "model": "Made-up 9000",
    "vendor": "Nobody",
    "family_number": "25",
    "model_number": "17",
    "stepping": "1",
    "architecture": "x86_64",
    "instruction_sets": {
        "scalar": {"supported": True, "chosen": False},
        "avx2": {"supported": True, "chosen": False},
        "avx512": {"supported": True, "chosen": True},
    },
    "caches": ["L1 data 32K"],
    "cores": 2,
    "memory_bytes": 8 << 30,
    "kernel": "Linux 6.1",
    "virtual_machine": "yes (Maker)",
    "revision": "abcdef",
}


def made_round(number, factor=1.0, clock=CLOCK):
    rows = {
        name: {"items_per_second": rate * 1e6 * factor, "bytes_per_second": rate * 8e6 * factor}
        for name, rate in RATES.items()
    }
    return {"page_seed": number, "seconds": {"kernels": 1.5}, "clocks": [clock, clock], "rows": rows}


def made_results(factors=(1.0, 1.01, 0.99), clocks=(CLOCK, CLOCK, CLOCK)):
    return {
        "format": "rowkey-bench-report",
        "version": 1,
        "command": "scripts/bench-report",
        "machine": copy.deepcopy(MACHINE),
        "context": {"compiler": "cc 1.0", "compile_flags": "-O2", "perf_counters": "no (none here)", "rowkey": "0.3.0"},
        "rounds": [made_round(number, *both) for number, both in enumerate(zip(factors, clocks), 1)],
        "tool": [
            {"name": "ids/1/rowkey", "what": "ids", "items": 2e7, "bytes": 1.7e8, "wall": [0.4, 0.35], "processor": [0.3, 0.3],
             "memory": 14 << 20},
            {"name": "ids/1/plain-loop", "what": "ids", "items": 2e6, "bytes": 1.7e7, "wall": [0.6], "processor": [0.6],
             "memory": 2 << 20},
        ],
        "notes": [],
    }  # fmt: skip


# Does as rowkey-bench does, with the rates of RATES and a clock that the environment can slow down in the second round.
FAKE_BENCH = """#!{python}
import json, os, re, sys
rates = json.loads({rates!r})
rates["clock/cycles/additions"] = rates["clock/check/rotations"] = {clock}
options = dict(argument.lstrip("-").split("=", 1) for argument in sys.argv[1:])
chosen = [name for name in rates if re.search(options["benchmark_filter"], name)]
if not chosen:
    sys.exit("rowkey-bench: no benchmark matches --benchmark_filter=" + options["benchmark_filter"])
if "benchmark_list_tests" in options:
    print("\\n".join(chosen))
    sys.exit()
slow_rounds = dict(busy=3, slow=9).get(os.environ.get("FAKE"), 0)
if int(options["page_seed"]) <= slow_rounds:
    rates["md5_fixed/8B/avx2"] /= 1.5
if os.environ.get("FAKE") == "drift" and options["page_seed"] == "2":
    rates["clock/cycles/additions"] /= 2.5
    rates["clock/check/rotations"] /= 2.5
rows = [dict(name=name + ("/real_time/threads:2" if name.startswith("threads/") else ""), run_type="iteration", real_time=1.0,
             items_per_second=rates[name], bytes_per_second=8 * rates[name]) for name in chosen]
if os.environ.get("FAKE") == "wrong":
    rows = [dict(name=row["name"], error_occurred=True, error_message="its output is wrong") for row in rows]
print(json.dumps(dict(context=dict(compiler="cc 1.0", host_name="secret", page_seed=options["page_seed"]), benchmarks=rows)))
"""
FAKE_ROWKEY = """#!/bin/sh
echo 'CPU: Made-up'
echo 'instruction set  32-bit lanes  supported  preferred  chosen'
echo 'scalar 1 yes yes yes'
echo 'avx2 8 no no no'
"""


def run(command, fake="", **options):
    variables = environment(FAKE=fake, PYTHONPATH=str(TOP / "bench"))
    return subprocess.run(
        [*command], capture_output=True, text=True, timeout=300, check=False, env=variables, **options
    )


def script(*arguments):
    """By way of the shell, which asks what has to be built."""
    return run([SCRIPT, *map(str, arguments)])


def bench_report(*arguments, fake=""):
    """What the script runs when everything is built."""
    return run([sys.executable, "-B", "-m", "report", *map(str, arguments)], fake)


class ReportTest(ToolTest):
    def setUp(self):
        super().setUp()
        if support.is_emulated():
            self.skipTest("the scripts are the same everywhere")
        self.out = pathlib.Path(self.path("out"))

    def kept(self, name, data):
        path = pathlib.Path(self.path(name))
        path.write_text(data if isinstance(data, str) else json.dumps(data))
        return path

    def report(self, data, *arguments, status=0):
        done = bench_report("--from", self.kept("new.json", data), "--output", self.out, *arguments)
        self.assertEqual(status, done.returncode, done.stdout + done.stderr)
        self.printed = done.stdout
        return self.written() if status in (0, 1) else done.stderr

    def written(self):
        """The report without what only lays its tables out."""
        return re.sub(" +", " ", (self.out / "report.md").read_text())


class Contents(ReportTest):
    def test_report_is_whole(self):
        report = self.report(made_results())
        self.assertNotIn("Warning", report)
        line = next(line for line in report.splitlines() if line.startswith("| `md5_fixed/8B` | avx512 |"))
        # The clock over the rate; the best peer first; rotations through half of the pipes do not bind, additions do.
        self.assertIn("| 277 | 280 | 2 % | 13.4 | 28.6 × `openssl` |", line)
        self.assertIn("| openssl-evp | 7.60 | 7.68 | 2 % | 487 | avx512 36.4 ×, avx2 19.9 ×, scalar 2.8 × |", report)
        self.assertRegex(line, r"79 % \|.*\| ports: all arithmetic \|$")
        self.assertRegex(report, r"modulo_u128/1000000` \| avx512\+generic \| 2,000 \|.* avx512 1\.20 × \|")
        self.assertIn("| M/s | avx512+0 | avx512+16 |\n", report)
        self.assertIn("| `code_offset/decimal_10` | 2,000 | 1,000 |", report)
        self.assertRegex(report, r"\| `batch_encode/1` \| 1\.00 \|\n.*/64` \| 100 \|\n.*/4096` \| 173 \|")
        self.assertRegex(report, r"\| `working_set/md5_fixed_8B/16KiB` \| 280 \|\n.*/64MiB` \| 200 \|")
        self.assertRegex(report, r"\| `threads/md5_fixed_8B/1` \| 277 \|\n.*/2` \| 500 \|")
        self.assertRegex(report, r"`md5_fixed/8B` \| avx2 \|.*\| latency: a chain of 1408 cycles a block \|")
        self.assertRegex(report, r"\| cycles until the result \| avx2 \|\n.*\n\| `latency/add` \| 4\.00 \|")
        self.assertRegex(report, r"\| operations a cycle \| avx512 \|\n.*\n\| `ports/add` \| 2\.00 \|")
        self.assertRegex(report, r"\| GB/s \| sum \|\n.*\n\| `memory_read/16KiB` \| 70\.0 \|")
        self.assertIn("| ids | rowkey | 1 | 57.1 | 0.49 | 0.350 |", report)
        for fact in (
            "Made-up 9000",
            "25 / 17 / 1",
            "3.70 GHz",
            "cc 1.0",
            "-O2",
            "8 GiB",
            "yes (Maker)",
            "no (none here)",
        ):
            self.assertIn(fact, report)
        for row in made_results()["rounds"][0]["rows"]:
            shape, _, name = row.rpartition("/")
            self.assertIn(f"`{shape}`", report)
            self.assertIn(f" {name} ", report)
        self.assertEqual(["report.md", "results.json"], sorted(os.listdir(self.out)))

    def test_copies_of_the_program(self):
        rates = [5e8, 4.9e8, 1e8]
        data = {**made_results(), "copies": [{"name": "md5_fixed/20B/avx512", "rates": rates}]}
        report = self.report(data)
        self.assertIn("The same rows from 3 fresh copies of rowkey-bench", report)
        self.assertIn("| `md5_fixed/20B/avx512` | 100 | 490 | 500 | 20 % |", report)
        self.assertEqual(rates, json.loads((self.out / "results.json").read_text())["copies"][0]["rates"])
        self.assertNotIn("Copies of the program", self.report(made_results()))

    def test_terminal_gets_a_summary(self):
        self.report(made_results())
        table = [line for line in self.printed.splitlines() if line.startswith("|")]
        self.assertRegex(
            self.printed, r"\n\| MD5 of 8-byte keys +\| +277 \| +151 \| 9\.70 OpenSSL `MD5\(\)` \(28\.6 ×\) +\|\n"
        )
        self.assertRegex(
            self.printed, r"\n\| `rowkey encode`, ids .* +57\.1 \| +\| 3\.33 `snprintf`, OpenSSL \(17\.1 ×\) \|\n"
        )
        self.assertNotIn("code_offset", self.printed)
        for line, below in zip(table, table[1:]):
            if line.count("|") == below.count("|"):
                self.assertEqual(len(line), len(below))

    def test_machine_without_vectors_and_counters(self):
        data = made_results()
        data["machine"]["instruction_sets"]["avx512"] = {"supported": False, "chosen": False}
        data["machine"]["cores"] = 1
        for entry in data["rounds"]:
            entry["rows"] = {name: row for name, row in entry["rows"].items() if "avx512" not in name}
            entry["clocks"] = []
        report = self.report(data)
        self.assertIn("avx512 (not on this CPU)", report)
        self.assertIn("no clock was measured", report)

    def test_chains_that_disagree_count_no_cycles(self):
        data = made_results()
        for entry in data["rounds"]:
            entry["clocks"], entry["clocks_apart"] = [], [[5.33 * CLOCK, CLOCK]]
        report = self.report(data)
        self.assertIn("two chains that take a cycle a step disagree (19.72 and 3.70 GHz) in 3 of 3 measurements", report)
        self.assertNotIn("no clock was measured", report)

    def test_counters_of_the_processor(self):
        data = made_results()
        data["context"]["perf_counters"] = "yes"
        for entry in data["rounds"]:
            entry["rows"]["md5_fixed/8B/avx512"].update(cycles_per_item=13.2, instructions_per_item=30.5)
        report = self.report(data)
        self.assertIn("| cycles | cycles counted | instructions |", report)
        self.assertIn("| 13.4 | 13.2 | 30.5 | 28.6 × `openssl`", report)

    def test_nothing_measured_at_all(self):
        data = made_results()
        data["rounds"] = []
        self.assertIn("no clock was measured", self.report(data))


class Drift(ReportTest):
    def test_ten_per_cent_is_flagged(self):
        report = self.report(made_results(clocks=(CLOCK, CLOCK, CLOCK * 1.15)))
        self.assertIn("> **Warning:** the clock drifted by 15 % (3.70 to 4.25 GHz)", report.partition("| machine |")[0])

    def test_two_times_is_not_to_be_trusted(self):
        report = self.report(made_results(clocks=(CLOCK, CLOCK / 2, CLOCK)))
        self.assertIn("**do not trust these figures**", report.partition("| machine |")[0])
        self.assertIn("a factor of 2.0", report)

    def test_other_work_is_flagged(self):
        data = made_results()
        data["context"]["load_avg"] = [7.5, 3.0, 2.0]
        self.assertIn("> **Warning:** the machine had other work: a load of 7.5 on 2 cores", self.report(data))

    def test_less_is_not(self):
        self.assertNotIn("Warning", self.report(made_results(clocks=(CLOCK, CLOCK * 1.08, CLOCK))))


class Compare(ReportTest):
    def compare(self, old, new, *arguments, status=0):
        return self.report(new, "--compare", self.kept("old.json", old), *arguments, status=status)

    def slowed(self, name, factor):
        data = made_results()
        for entry in data["rounds"]:
            entry["rows"][name]["items_per_second"] *= factor
        return data

    def test_the_same_is_no_change(self):
        report = self.compare(made_results(), made_results())
        self.assertIn(f"{len(RATES)} rows in both; 0 regressions, 0 slower, 0 faster", report)

    def test_regression(self):
        report = self.compare(made_results(), self.slowed("md5_fixed/8B/avx2", 0.8), status=1)
        self.assertIn("| `md5_fixed/8B/avx2` | 151 | 121 | 0.800 | ± 2 % | **REGRESSION** |", report)
        self.assertIn("1 regressions, 0 slower, 0 faster", report)

    def test_less_than_ten_per_cent_is_shown_and_no_failure(self):
        report = self.compare(made_results(), self.slowed("md5_fixed/8B/avx2", 0.92))
        self.assertRegex(report, r"md5_fixed/8B/avx2` .* slower \|")

    def test_other_implementations_and_the_machine_never_fail(self):
        for name in ("md5_fixed/8B/openssl", "ports/add/avx512", "latency/add/avx2", "memory_read/16KiB/sum"):
            report = self.compare(made_results(), self.slowed(name, 0.8))
            self.assertRegex(report, rf"{name}` .* slower \|")

    def test_noise_hides_what_is_within(self):
        noisy = made_results(factors=(1.0, 1.3, 0.9))
        report = self.compare(noisy, self.slowed("md5_fixed/8B/avx2", 0.85))
        self.assertNotIn("md5_fixed/8B/avx2`", report.partition("| machine |")[0])

    def test_one_round_has_unknown_noise(self):
        one = made_results(factors=(1.0,), clocks=(CLOCK,))
        self.compare(one, self.slowed("md5_fixed/8B/avx2", 0.91))
        self.compare(one, self.slowed("md5_fixed/8B/avx2", 0.85), status=1)

    def test_other_machine_is_refused(self):
        old = made_results()
        old["machine"]["model"] = "Another 5"
        error = self.compare(old, made_results(), status=2)
        self.assertIn("old.json is of another machine: x86_64 Another 5", error)
        self.assertIn("--force", error)
        self.assertFalse((self.out / "report.md").exists())
        self.assertIn("of another machine", self.compare(old, made_results(), "--force"))

    def test_other_instruction_sets_are_another_machine(self):
        old = made_results()
        old["machine"]["instruction_sets"]["avx512"]["supported"] = False
        self.assertIn("of another machine", self.compare(old, made_results(), status=2))

    def test_other_compiler_is_flagged(self):
        old = made_results()
        old["context"]["compiler"] = "cc 0.9"
        self.assertIn("**another compiler**: cc 0.9 before, cc 1.0 now", self.compare(old, made_results()))

    def test_nothing_in_common(self):
        old = made_results()
        for entry in old["rounds"]:
            entry["rows"] = {"other/row/x": {"items_per_second": 1.0}}
        self.assertIn("no row in common", self.compare(old, made_results(), status=2))

    def test_malformed_files(self):
        cases = {
            "{": "not JSON",
            "[]": 'not a results file (expected "format": "rowkey-bench-report")',
            '{"benchmarks": []}': "not a results file",
            json.dumps({**made_results(), "version": 7}): "version 7 of the results' format (expected 1)",
            json.dumps({**made_results(), "rounds": {}}): "no rounds (expected a list)",
            json.dumps({**made_results(), "copies": {}}): "copies is not a list",
            json.dumps({**made_results(), "rounds": [{"rows": {}}]}): "round 1 is not whole",
            json.dumps({**made_results(), "rounds": [{"clocks": [0], "rows": {}}]}): "round 1 has clocks [0]",
            json.dumps(
                {**made_results(), "rounds": [{"clocks": [], "rows": {"a": {}}}]}
            ): "row a of round 1 has no items",
        }
        for text, complaint in cases.items():
            error = self.compare(text, made_results(), status=2)
            self.assertIn("old.json: ", error)
            self.assertIn(complaint, error)
        done = bench_report("--from", self.path("nowhere.json"), "--output", self.out)
        self.assertEqual(3, done.returncode)
        self.assertIn("nowhere.json: No such file", done.stderr)


class Measuring(ReportTest):
    """With programs that only pretend."""

    def setUp(self):
        super().setUp()
        self.build = pathlib.Path(self.path("programs"))
        self.build.mkdir()
        rates = json.dumps({name: rate * 1e6 for name, rate in RATES.items()})
        programs = {
            "rowkey-bench": FAKE_BENCH.format(python=sys.executable, rates=rates, clock=CLOCK),
            "rowkey": FAKE_ROWKEY,
            "rowkey-plain-loop": "#!/bin/sh\n",
        }
        for name, text in programs.items():
            (self.build / name).write_text(text)
            (self.build / name).chmod(0o755)

    def test_each_of_more_rounds_has_the_rows(self):
        done = self.measure("--rounds", "5")
        self.assertEqual(0, done.returncode, done.stderr)
        counts = [len(entry["rows"]) for entry in self.results()["rounds"]]
        self.assertEqual([counts[0]] * 5, counts)
        self.assertGreater(counts[0], 3)

    def measure(self, *arguments, fake=""):
        return bench_report(
            "--build", self.build, "--output", self.out, "--filter", "md5_fixed|threads", *arguments, fake=fake
        )

    def results(self):
        return json.loads((self.out / "results.json").read_text())

    def test_rounds_are_processes_with_other_page_offsets(self):
        done = self.measure()
        self.assertEqual(0, done.returncode, done.stderr)
        data = self.results()
        self.assertEqual([1, 2, 3], [entry["page_seed"] for entry in data["rounds"]])
        self.assertEqual([[CLOCK]] * 3, [entry["clocks"] for entry in data["rounds"]])
        self.assertIn("threads/md5_fixed_8B/2/avx512", data["rounds"][0]["rows"])
        self.assertNotIn("host_name", data["context"])
        self.assertEqual({"supported": False, "chosen": False}, data["machine"]["instruction_sets"]["avx2"])
        self.assertIn("avx2 (not on this CPU)", self.written())

    def test_report_of_kept_results_is_the_same(self):
        self.measure("--json", self.path("kept.json"))
        report = self.written()
        self.assertNotIn("bytes_per_second", json.dumps(json.loads(self.read("kept.json"))["rounds"][1]))
        done = bench_report("--from", self.path("kept.json"), "--output", self.out)
        self.assertEqual((0, report), (done.returncode, self.written()), done.stderr)

    def test_what_seems_to_have_regressed_is_measured_again(self):
        self.measure("--json", self.path("old.json"))
        done = self.measure("--compare", self.path("old.json"), fake="busy")
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        rounds = self.results()["rounds"]
        self.assertEqual([1, 2, 3, 4, 5, 6], [entry["page_seed"] for entry in rounds])
        self.assertEqual(["md5_fixed/8B/avx2"], list(rounds[-1]["rows"]))
        self.assertIn("rounds 4 to 6 measured again what seemed to have regressed", self.written())

        done = self.measure("--compare", self.path("old.json"), fake="slow")
        self.assertEqual(1, done.returncode, done.stdout + done.stderr)
        self.assertIn("1 regressions", done.stdout)

    def test_every_copy_of_the_program_is_run(self):
        machine = {"instruction_sets": {"scalar": {"supported": True}, "avx512": {"supported": True}, "avx2": {"supported": False}}}
        program = (
            "import json, sys\nfrom report import copies\n"
            f"results = {{}}\ncopies.measure(sys.argv[1], {machine!r}, results)\nprint(json.dumps(results))"
        )  # fmt: skip
        done = run([sys.executable, "-B", "-c", program, self.build])
        self.assertEqual(0, done.returncode, done.stderr)
        copies = {entry["name"]: entry["rates"] for entry in json.loads(done.stdout)["copies"]}
        self.assertEqual(
            {"md5_fixed/8B/avx512", "md5_fixed/20B/avx512", "encode/paper-md5mod/avx512"}, set(copies)
        )
        self.assertEqual([277e6] * 20, copies["md5_fixed/8B/avx512"])
        self.assertEqual(3, len(list(self.build.iterdir())), "the copies are still there")

    def test_quick_is_one_round(self):
        done = bench_report("--build", self.build, "--output", self.out, "--quick")
        self.assertEqual((0, 1), (done.returncode, len(self.results()["rounds"])), done.stderr)

    def test_drift_during_the_run(self):
        self.assertEqual(0, self.measure(fake="drift").returncode)
        self.assertIn("do not trust", self.written())

    def test_filter_that_matches_nothing_is_the_benchmarks_error(self):
        done = bench_report("--build", self.build, "--output", self.out, "--filter", "nothing")
        self.assertEqual(3, done.returncode)
        self.assertIn("rowkey-bench: no benchmark matches --benchmark_filter=nothing", done.stderr)
        self.assertFalse(self.out.exists())

    def test_wrong_row_ends_it(self):
        done = self.measure(fake="wrong")
        self.assertEqual(3, done.returncode)
        self.assertIn("md5_fixed/8B/avx512: its output is wrong", done.stderr)

    def test_programs_that_are_missing(self):
        (self.build / "rowkey-plain-loop").unlink()
        done = self.measure()
        self.assertEqual(2, done.returncode)
        self.assertIn("rowkey-plain-loop: not there", done.stderr)

    def test_by_way_of_a_command(self):
        done = self.measure("--with", "/nonexistent/taskset -c 1")
        self.assertEqual(3, done.returncode)
        self.assertIn("/nonexistent/taskset: No such file", done.stderr)


class BadUsage(ReportTest):
    def test_bad_options(self):
        cases = {
            ("--fast",): "unrecognized arguments: --fast",
            ("--rounds", "0"): "--rounds 0: expected 1 or more",
            ("--compiler", "tcc"): "--compiler tcc: expected gcc or clang by name",
            ("--figures", "--compiler", "clang-19"): "not allowed with argument",
            ("--build", "x", "--from", "y"): "not allowed with argument",
        }
        for arguments, complaint in cases.items():
            done = script(*arguments)
            self.assertEqual(2, done.returncode)
            self.assertIn(complaint, done.stderr)

    def test_relative_names_are_those_of_the_caller(self):
        self.kept("kept.json", made_results())
        done = run([SCRIPT, "--from", "kept.json", "--output", "out"], cwd=self.directory)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertTrue((self.out / "report.md").exists())

    def test_help(self):
        done = script("--help")
        self.assertEqual(0, done.returncode)
        self.assertIn("--compare OLD.json", done.stdout)


class Documents(ReportTest):
    """The figures in README.md and doc/ are those of the results that are kept."""

    def test_figures_are_those_of_the_kept_results(self):
        sys.path.insert(0, str(TOP / "bench"))
        from report import figures

        for path in (TOP / "doc/results").glob("*.json"):
            self.assertLess(path.stat().st_size, 300_000, path)
        pages = figures.pages(TOP)
        self.assertIn(TOP / "README.md", pages)
        self.assertTrue(any("<!-- limits: end -->" in text for text in pages.values()))
        for page, text in pages.items():
            self.assertEqual(text, page.read_text(), f"{page}: not what scripts/bench-report --figures writes")


if __name__ == "__main__":
    support.main()
