"""rowkey advise: its figures are those of rowkey simulate and rowkey ranges, and it says what is wrong."""

import json
import os
import re
import resource
import shlex

from advise_runs import CLUSTER, COLUMNS, QUESTIONS, AdviseTest, events
from support import has_jsonl, main, rowkey


class FiguresTest(AdviseTest):
    def test_loads_are_those_of_simulate(self):
        file = self.file("events.csv", events(7000))
        advice = self.json(file, "--window", 500, "--placement", "round-robin")
        taken = [design for design in advice["designs"] if design["refused"] is None]
        self.assertGreater(len(taken), 5)
        self.assertEqual({0, 3500}, {design["sample_rows"] for design in taken})
        for design in taken:
            sample = ["--sample-rows", design["sample_rows"]] if design["splits_by_sample"] else []
            done = rowkey(
                "simulate", "-l", design["layout"], "-c", COLUMNS, "--header", *CLUSTER, *sample,
                "--window", 500, "--output", "json", file,
            )  # fmt: skip
            layout = json.loads(done.stdout)["layouts"][0]
            for unit in ("server", "region"):
                windows = layout[f"{unit}s"]["windows"]
                self.assertEqual(windows["peak_most"], design[f"{unit}_peak_most"], design["layout"])
                self.assertEqual(windows["peak_mean"], design[f"{unit}_peak_mean"], design["layout"])
            self.assertEqual(layout["regions"]["windows"]["lock_step"], design["lock_step"])

    def test_ranges_are_those_of_ranges(self):
        """A question that leaves nothing open is asked once: its means are single numbers."""
        file = self.file("events.csv", events(3000))
        advice = self.json(
            file, questions=["host = host3, ts >= 2024-03-01T00:05:00Z, ts < 2024-03-01T00:09:00Z"]
        )  # fmt: skip
        rows = [line.split(",") for line in events(3000).decode().splitlines()[1:]]
        wanted = [row for row in rows if row[1] == "host3" and "T00:05:00" <= row[0][10:19] < "T00:09:00"]
        for design in advice["designs"]:
            if design["refused"] is not None:
                continue
            answer = design["answers"][0]
            self.assertEqual(len(wanted), answer["rows_wanted"])
            if answer["reads_all"]:
                continue
            limit = ["--max-ranges", answer["max_ranges"]] if answer["max_ranges"] else []
            done = rowkey(
                "ranges", "-l", design["layout"], "-c", COLUMNS, "-w", advice["questions"][0]["example"],
                "--output", "json", *limit,
            )  # fmt: skip
            self.assertEqual(len(json.loads(done.stdout)["ranges"]), answer["ranges"], design["layout"])

    def test_more_ranges_than_the_command_allows(self):
        """The command of a question that takes more of them allows these."""
        done = rowkey(
            "advise", "-c", COLUMNS, "--header", "--ask", "host = host3", "--regions", 128, "--servers", 4, "--writers", 3,
            "--seek-cost", 0.0001, "--most-peak", 1, "--candidates", 1, "--designs", 1, self.file("events.csv", events(3000)),
        )  # fmt: skip
        report, commands = done.stdout.decode().split("The same figures:\n")
        self.assertIn(": 12800 ranges in ", report.split(", recommended")[1])
        command = commands.splitlines()[2]
        self.assertIn(" --max-ranges 12800", command)
        ranges = rowkey(*shlex.split(command)[1:], "--output", "json").stdout
        self.assertEqual(12800, len(json.loads(ranges)["ranges"]))

    def test_designs_of_many_ranges_are_asked_as_often_as_others(self):
        own = "{md5(id) % 2000:04d}{host}\\x00{id:u40}"
        file = self.file("events.csv", events(7000))
        advice = self.json(
            file, "--layout", own, "--seek-cost", 0.001, "--candidates", 20, questions=["host = ?"]
        )  # fmt: skip
        answers = {design["layout"]: design["answers"][0] for design in advice["designs"] if design["refused"] is None}
        self.assertEqual(2000, answers[own]["ranges"])
        self.assertEqual(answers[own]["rows_read"], answers[own]["rows_wanted"])
        self.assertEqual(1, len({answer["rows_wanted"] for answer in answers.values()}))

    def test_the_recommended_design_is_the_cheapest_even_one(self):
        advice = self.json(self.file("events.csv", events(7000)), "--most-peak", "1.7")
        whole = [design for design in advice["designs"] if design["refused"] is None and not design["partial"]]
        even = [design for design in whole if design["peak"] <= 1.7]
        for design in even:
            self.assertEqual(max(design["server_peak_most"], design["busy_regions_server_peak"]), design["peak"])
        best = advice["designs"][advice["recommended"]]
        self.assertIn(best, even)
        self.assertLessEqual(best["read_cost"], 1.05 * min(design["read_cost"] for design in even))
        self.assertTrue(best["recommended"])

    def test_the_commands_of_the_report_run(self):
        file = self.file("events.csv", events(2000))
        for options in ((), ("--most-peak", 12)):
            done = self.advise(file, "--order", "ts", *options)
            self.assertEqual((0, b""), (done.returncode, done.stderr))
            commands = done.stdout.decode().split("The same figures:\n")[1].splitlines()
            self.assertEqual(2 + len(QUESTIONS), len(commands))
            for command in commands:
                name, *arguments = shlex.split(command)
                self.assertEqual(("rowkey", 0), (name, rowkey(*arguments).returncode), command)
            splits, simulate = (shlex.split(command)[1:] for command in commands[:2])
            points = self.file("points", rowkey(*splits).stdout)
            at = simulate.index("--regions")
            by_list = [*simulate[:at], "--splits", points, *simulate[at + 2 :]]
            if "--sample-rows" in by_list:
                at = by_list.index("--sample-rows")
                by_list[at : at + 2] = []
            self.assertEqual(rowkey(*simulate).stdout, rowkey(*by_list).stdout)

    def test_the_commands_of_several_tables_give_their_figures(self):
        file = self.file("events.csv", events(7000))
        questions = ["10: id = ?", "host = ?, ts in last 10m"]
        text = self.advise(file, "--seek-cost", 5, questions=questions).stdout.decode()
        advice = self.json(file, "--seek-cost", 5, questions=questions)
        (tables,) = (tables for tables in advice["tables"] if tables["recommended"])
        self.assertEqual(2, len(tables["designs"]))
        self.assertIn("Two tables are recommended, each with all rows: design ", text)
        starred = [int(line.split()[1]) - 1 for line in text.splitlines() if re.match(r"\* +\d+ +[\d.]+ +[\d.]+x", line)]
        self.assertEqual(tables["designs"], starred)
        commands = [shlex.split(line)[1:] for line in text.split("The same figures:\n")[1].splitlines()]
        self.assertEqual(["splits", "simulate", "ranges"] * 2, [command[0] for command in commands])
        for table, index in enumerate(tables["designs"]):
            design = advice["designs"][index]
            splits, simulate, ranges = commands[3 * table : 3 * table + 3]
            question = tables["table_of_question"].index(table)
            self.assertEqual([design["layout"]] * 3, [command[2] for command in (splits, simulate, ranges)])
            self.assertEqual(11, len(rowkey(*splits).stdout.splitlines()))
            (load,) = json.loads(rowkey(*simulate, "--output", "json").stdout)["layouts"]
            self.assertEqual(design["server_peak_worst"], load["servers"]["windows"]["peak_most"])
            found = json.loads(rowkey(*ranges, "--output", "json").stdout)["ranges"]
            self.assertEqual(design["answers"][question]["ranges"], len(found))

    def test_servers_are_judged_over_placements(self):
        """The figures of a design are the means of what rowkey simulate counts in eight placements."""
        file = self.file("events.csv", events(2000, 30))
        own = ("-l", "{md5(host) % 4:01d}{ts:i64}{host}\\x00{id:u64}", "--candidates", 2, "--designs", 1)
        design = self.json(file, *own)["designs"][0]
        advised = self.advise(file, *own).stdout.decode()
        simulate = next(
            shlex.split(line)[1:] for line in advised.splitlines() if line.startswith("  rowkey simulate")
        )  # fmt: skip
        simulate[2] = design["layout"]
        for option in ("--placement", "--sample-rows"):
            if option in simulate:
                del simulate[simulate.index(option) : simulate.index(option) + 2]
        if design["sample_rows"] > 0:
            simulate[3:3] = ["--sample-rows", design["sample_rows"]]
        placements = ["round-robin", *(f"shuffle:{seed}" for seed in range(1, 8))]
        windows = []
        for placement in placements:
            load = rowkey(*simulate, "--placement", placement, "--output", "json").stdout
            windows.append(json.loads(load)["layouts"][0]["servers"]["windows"])
        one = self.json(file, *own, "--placement", placements[5])["designs"][0]
        self.assertEqual(windows[5]["peak_mean"], one["server_peak_mean"])
        self.assertEqual(windows[5]["peak_most"], one["server_peak_most"])
        for figure in ("mean", "most"):
            mean = sum(window[f"peak_{figure}"] for window in windows) / 8
            self.assertAlmostEqual(mean, design[f"server_peak_{figure}"], 9)
        most = [window["peak_most"] for window in windows]
        self.assertEqual((max(most), most.index(max(most))), (design["server_peak_worst"], design["worst_placement"]))
        self.assertRegex(
            advised,
            rf"\n    the busiest server gets {design['server_peak_most']:.2f} times its share in the worst window, [\d.]+ times on "
            rf"average: the means of 8 ways to place the regions; {max(most):.2f} times in the worst window of "
            rf"{placements[design['worst_placement']]}\n",
        )

    def test_placements_that_are_refused(self):
        file = self.file("events.csv", events(100))
        self.fails(2, "is not a way to place regions that are searched for", file, "--placement", file)
        self.fails(2, "--placement shuffle:", file, "--placement", "shuffle:x")


class WishesTest(AdviseTest):
    def test_threads_change_nothing(self):
        file = self.file("events.csv", events(1000))
        alone, shared = (self.advise(file, "--threads", n).stdout for n in (1, 3))
        self.assertIn(b"is recommended", alone)
        self.assertEqual(alone, shared)

    def test_seconds_end_a_trial_that_takes_longer(self):
        """Of a million designs, which no machine tries in a second; the rest is as if those tried were all."""
        names = "abcdefgh"
        lines = [",".join(names), *(",".join(str(row * step % 601) for step in range(1, 9)) for row in range(600))]
        done = rowkey(
            "advise", "-c", ",".join(f"{name}:u64" for name in names), "--header", "--ask", ", ".join(f"{name} = ?" for name in names),
            "--regions", 8, "--candidates", 1000000, "--seconds", 1, "--output", "json",
            self.file("records.csv", "\n".join(lines).encode()),
        )  # fmt: skip
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        advice = json.loads(done.stdout)
        self.assertLess(advice["tried"], advice["candidates"])
        self.assertIsNone(advice["designs"][advice["recommended"]]["refused"])

    def test_one_row_is_no_rows(self):
        file = self.file("events.csv", events(300))
        text = self.advise(file, "--candidates", 20, questions=["id = ?"]).stdout.decode()
        self.assertIn(" 1 row read for 1 wanted", text)
        self.assertNotIn(" 1 rows", text)

    def test_the_reason_of_the_choice_is_true(self):
        file = self.file("events.csv", events(7000))
        text = self.advise(file, "--candidates", 20).stdout.decode()
        self.assertRegex(
            text,
            r"Design \d+ is recommended: it keeps the busiest server at 2 times its share or below, and costs at most 5 % more to "
            r"read than the cheapest one that does\.",
        )
        text = self.advise(file, "--candidates", 20, "--most-peak", 1).stdout.decode()
        self.assertRegex(text, r"as the most even one: none keeps the busiest server at 1 times its share or below\.")

    def test_own_designs_come_first(self):
        file = self.file("events.csv", events(2000))
        advice = self.json(file, "-l", "{host}|{ts:i64}{id:u64}")
        self.assertEqual("{host}|{ts:i64}{id:u64}", advice["designs"][0]["layout"])
        self.assertEqual("yours", advice["designs"][0]["name"])

    def test_designs_whose_rows_share_keys_are_refused(self):
        file = self.file("events.csv", events(2000))
        advice = self.json(file, "-l", "{host}|{ts:i64}")
        self.assertIn("share their key with another record", advice["designs"][0]["refused"])

    def test_the_table_shows_what_is_wrong_with_a_design(self):
        file = self.file("events.csv", events(2000))
        few = ("--candidates", 1, "--designs", 1)
        for rows in ((), ("--rows", "1e6")):
            table = self.advise(file, "-l", "{host}|{ts:i64}", *few, *rows, questions=["host = ?"]).stdout.decode()
            self.assertRegex(table, r"\n       1  cannot be taken +\{host\}\|\{ts:i64\}  \(yours\)\n")
            self.assertRegex(table, r"\n    cannot be taken: .* share their key with another record")
        table = self.advise(file, "-l", "{md5(host):x}{md5(event):x}{id:u64}", *few).stdout.decode()
        self.assertIn("question 2: reads all of the table for", table)
        self.assertIn("    does not give back host, event\n", table)

    def test_named_layouts_that_fit_are_measured(self):
        lines = "".join(f"{user % 50:03d},{user * 7919 % 10**6}\n" for user in range(4000))
        done = rowkey(
            "advise", "-c", "user:text,value:u64", "--ask", "user = ?", "--regions", 8, "--output", "json",
            "--designs", 1, self.file("list.csv", lines.encode()),
        )  # fmt: skip
        names = {design["name"]: design for design in json.loads(done.stdout)["designs"]}
        self.assertEqual("{user:16s}{value:u64}", names["@hbase-list-data"]["layout"])
        self.assertEqual(1, names["@hbase-list-data"]["answers"][0]["ranges"])

    def test_columns_are_kept_in_order(self):
        file = self.file("events.csv", events(2000))
        advice = self.json(file, "--keep", "host before ts, ts before event")
        for design in advice["designs"]:
            if design["name"] is None:
                fields = [field for field in ("{host}", "{ts:", "{event}") if field in design["layout"]]
                self.assertGreater(len(fields), 1, design["layout"])
                places = [design["layout"].index(field) for field in fields]
                self.assertEqual(sorted(places), places, design["layout"])

    def test_a_table_that_grows(self):
        file = self.file("events.csv", events(7000))
        questions = ["10: host = ?, ts in last 10m", "event = ?, ts in last 12m"]
        advice = self.json(file, "--rows", "1e9", questions=questions)
        self.assertEqual(10**9, advice["grown_rows"])
        bare = next(design for design in advice["designs"] if design["name"] == "bare key")
        growth = bare["growth"]
        self.assertEqual((1, 4), (growth["busy_regions"], growth["server_peak"]))
        self.assertAlmostEqual(1e9 * 12 / 7000, growth["regions"], delta=1)
        self.assertAlmostEqual(1e9 * bare["key_bytes"], growth["key_bytes"])
        done = self.advise(file, "--rows", 10**9, questions=questions)
        self.assertIn("at 1e+09 rows: ", done.stdout.decode())
        self.assertNotRegex(done.stdout.decode(), r"[0-9]{8,} rows|rows read then:.* [0-9]{8}")
        self.fails(2, "the table grows to 6999 rows and has 7000", file, "--rows", 6999)
        self.fails(2, "goes further back than a quarter of the records", file, "--rows", 7001)
        self.fails(2, 'option --rows: "1e-3" is not a number of rows', file, "--rows", "1e-3")

    def test_rows_that_are_made(self):
        done = rowkey(
            "advise", "--ask", "id = ?", "--regions", 8, "--source", "sequential", "--rows", 5000,
            "--output", "json",
        )  # fmt: skip
        self.assertEqual(0, done.returncode, done.stderr)
        advice = json.loads(done.stdout)
        self.assertEqual((5000, 8), (advice["rows"], advice["servers"]))
        best = advice["designs"][advice["recommended"]]
        self.assertEqual(1, best["answers"][0]["ranges"])


class ReasonsTest(AdviseTest):
    REASONS = (
        (
            "{md5(host) % 40:02d}{ts:i64}{event}",
            "{md5(host) % 40:02d} spreads rows over 40 places by host: questions 1 and 3 give it and look into one of them, "
            "question 2 has to look into all.",
        ),
        (
            "{md5(host, ts) % 16:02d}{ts:i64}{event}|{host}",
            "{md5(host, ts) % 16:02d} spreads rows over 16 places by ts and host: question 3 gives them and looks into one of "
            "them, questions 1 and 2 have to look into all.",
        ),
        (
            "x{h31(rest) & 7:u8}{host}\\x00{ts:i64}{event}",
            "{h31(rest) & 7:u8} spreads rows over 8 places by ts, host and event: each question has to look into all.",
        ),
        (
            "{random() % 10:01d}{host}\\x00{ts:i64}{event}",
            "{random() % 10:01d} spreads rows over 10 places at random: each question has to look into all.",
        ),
        (
            "{md5(host):x}{ts:i64}{event}",
            "{md5(host):x} spreads rows by host: questions 1 and 3 give it and look into one place, question 2 has to look into all.",
        ),
        (
            "{ts:i64}{host}\\x00{event}",
            "Keys begin with ts: each question asks for it and reads rows that lie together; new rows all go to one region at a time.",
        ),
        (
            "{truncate(ts, 60):i64}{host}\\x00{event}|{ts:i64}",
            "Keys begin with {truncate(ts, 60):i64}: each question asks for it and reads rows that lie together; new rows all go to "
            "one region at a time.",
        ),
        ("{id:u64}{host}\\x00{ts:i64}{event}", "Keys begin with id: no question asks for it; new rows all go to one region at a time."),
    )

    def test_what_keys_begin_with_and_what_it_means(self):
        file = self.file("events.csv", events(1000))
        for layout, reason in self.REASONS:
            with self.subTest(layout=layout):
                design = self.json(file, "-l", layout, "--candidates", 1, "--designs", 1, "--allow-shared-keys")["designs"][0]
                self.assertEqual((layout, "yours", reason), (design["layout"], design["name"], design["reason"]))
        text = self.advise(file, "-l", layout, "--candidates", 1, "--designs", 1, "--allow-shared-keys").stdout.decode()
        self.assertIn(f"yours: {layout}\n    {reason}\n", text)

    def test_shared_by_some_regions(self):
        file = self.file("events.csv", events(1000))
        layout = "{host}\\x00{ts:i64}{event}"
        reason = self.json(file, "-l", layout, "--candidates", 1, "--designs", 1, "--allow-shared-keys")["designs"][0]["reason"]
        start = "Keys begin with host: questions 1 and 3 ask for it and read rows that lie together, question 2 does not ask for it; "
        self.assertRegex(reason, "^" + start + r"new rows go to \d+(\.\d+)? of 12 regions\.$")

    def test_a_single_question(self):
        file = self.file("events.csv", events(300))
        for layout, reason in (
            ("{md5(id) % 4:u8}{id:u64}", "{md5(id) % 4:u8} spreads rows over 4 places by id: the question gives it and looks into one of them."),
            ("{md5(ts) % 4:u8}{id:u64}", "{md5(ts) % 4:u8} spreads rows over 4 places by ts: the question has to look into all."),
        ):
            advice = self.json(file, "-l", layout, "--candidates", 1, questions=["id = ?"])
            self.assertEqual(reason, advice["designs"][0]["reason"])

    def test_a_marker_of_nulls(self):
        file = self.file("records.csv", b"id,value\n" + b"".join(b"%d,%s\n" % (i, b"" if i % 3 else b"%d" % i) for i in range(60)))
        done = rowkey(
            "advise", "--header", "--null", "", "--ask", "value = ?", "--regions", 2, "--output", "json", "--allow-shared-keys",
            "-l", "{null_first(value):u8}{coalesce(value, 0):u64}{id:u64}", "--candidates", 1, file,
        )  # fmt: skip
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertRegex(json.loads(done.stdout)["designs"][0]["reason"], "^Keys begin with value: the question asks for it")


class ErrorsTest(AdviseTest):
    def test_what_is_missing(self):
        file = self.file("events.csv", events(10))
        done = rowkey("advise", "-c", COLUMNS, "--header", "--regions", 4, file)
        self.assertIn(b"option --ask is missing", done.stderr)
        done = rowkey("advise", "-c", COLUMNS, "--header", "--ask", "host = ?", file)
        self.assertIn(b"option --regions is missing", done.stderr)
        done = rowkey("advise", "--ask", "host = ?", "--regions", 4, file)
        self.assertIn(b"option --columns is missing", done.stderr)
        done = rowkey("advise", "--ask", "id = ?", "--regions", 4, "--input", "binary", file)
        self.assertEqual(2, done.returncode)
        self.assertIn(b"option --columns is missing: the columns of the records that keys may be made of\n", done.stderr)

    def test_options_of_records_that_do_not_fit_them(self):
        if not has_jsonl():
            self.skipTest("this build reads no JSON")
        file = self.file("events.csv", events(10))
        done = rowkey("advise", "-c", "id:u64", "--ask", "id = ?", "--regions", 4, "--input", "jsonl", "--header", file)
        self.assertEqual(2, done.returncode)
        self.assertIn(b"--header", done.stderr)

    def test_questions(self):
        file = self.file("events.csv", events(100))
        self.fails(2, "expected host", file, questions=["hots = ?"])
        self.fails(2, "is not a length of time", file, questions=["ts in last 1y"])
        self.fails(2, "contradict", file, questions=["host = a, host = b"])
        self.fails(2, "option --ask is given more than 64 times", file, questions=["host = ?"] * 65)
        for question in ("host", "host =", "id = x"):
            self.fails(2, "rowkey: option --ask: ", file, questions=[question])

    def test_wishes(self):
        file = self.file("events.csv", events(100))
        for pairs in ("host after ts", "host behind ts", "host before", "host before ts id", "host before ts, ts"):
            self.fails(2, "option --keep: cannot read it", file, "--keep", pairs)
        self.fails(2, "option --keep: there is no column hots", file, "--keep", "hots before ts")
        self.fails(2, "option --keep: there is no column tz", file, "--keep", "host before tz")
        self.fails(2, "option --keep: ", file, "--keep", "host before host")
        self.fails(2, "there are more than 64 pairs", file, "--keep", ", ".join(["host before ts"] * 65))
        for cost in ("x", "0", "-1", "1e12"):
            self.fails(2, f'option --seek-cost: "{cost}" is not a number above 0', file, "--seek-cost", cost)
        self.fails(2, "option --isa: ", file, "--isa", "mmx")
        self.fails(2, "option --order: there is no column tz", file, "--order", "tz")
        self.fails(2, "option --layout: ", file, "-l", "{hots}")
        self.fails(2, "there is no column hots: expected host (the columns are ts, host, event, id)", file, "--keep", "hots before ts")
        self.fails(2, "option --order: there is no column color\ncolor\n^ expected one of the columns ts, host, event, id", file, "--order", "color")
        self.fails(2, 'option --most-peak: "0" is not a number above 0', file, "--most-peak", "0")
        self.fails(2, "option --most-peak: no design can meet 0.99", file, "--most-peak", "0.99")
        self.assertEqual(0, self.advise(file, "--most-peak", "1", "--candidates", 20).returncode)
        for rows in ("0", "0e3", "1e19", "15e-1", "1ee"):
            self.fails(2, "option --rows: ", file, "--rows", rows)
        done = rowkey(
            "advise", "-c", COLUMNS, "--header", "--ask", "host = ?", "--regions", 4, "--servers", 5, file
        )
        self.assertIn(b"option --servers: 5 servers cannot share 4 regions", done.stderr)
        self.fails(2, "option --source does not go with a FILE", file, "--source", "sequential")
        done = rowkey("advise", "-c", COLUMNS, "--ask", "id = ?", "--regions", 4, "--source", "sequential")
        self.assertIn(b"option --columns does not go with --source", done.stderr)

    def test_rows(self):
        self.fails(1, "there are no records", self.file("empty.csv", events(0)))
        self.fails(1, "bad.csv:3: column id", self.file("bad.csv", events(1) + b"2024-03-01,h,e,x\n"))
        shared = events(50) + events(50).split(b"\n", 1)[1]
        self.fails(1, "with another record", self.file("shared.csv", shared))
        self.fails(1, "option --allow-shared-keys allows", self.file("shared.csv", shared))
        done = self.advise(self.file("shared2.csv", shared), "--allow-shared-keys", "--candidates", 20)
        self.assertEqual(0, done.returncode, done.stderr)

    def test_windows_of_more_rows_than_there_are(self):
        """Of none that is whole nothing could be measured."""
        file = self.file("events.csv", events(60))
        self.fails(2, "option --window: 61 rows are more than there are, and nothing can be measured (expected at most 60", file, "--window", 61)
        for design in self.json(file, "--window", 60, "--candidates", 20)["designs"]:
            if design["refused"] is None:
                self.assertGreaterEqual(design["server_peak_most"], 1)

    def test_files_that_can_be_read_once(self):
        file = self.file("events.csv", events(60))
        pipe, link, none = (os.path.join(os.path.dirname(file), f"{name}.csv") for name in ("pipe", "link", "none"))
        os.mkfifo(pipe)
        for name in (pipe, "/dev/null", "-"):
            shown = "standard input" if name == "-" else name
            self.fails(2, f"rowkey: {shown} can be read once, and records are read more often (expected FILEs", name)
        os.symlink(file, link)
        self.assertEqual(0, self.advise(link, "--candidates", 20).returncode)
        self.fails(3, "No such file or directory", none)
        self.fails(3, "Is a directory", os.path.dirname(file))

    def test_more_writers_than_files_may_be_open(self):
        file = self.file("events.csv", events(2000))
        arguments = ["advise", "-c", COLUMNS, "--header", "--ask", "host = ?", "--regions", 4, "--candidates", 20, "--threads", 4, file]

        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))

        done = rowkey(*arguments, "--writers", 65, preexec_fn=limit)
        self.assertEqual(2, done.returncode, done.stderr)
        self.assertIn(b"option --writers: 65 writers have as many files open, and the system allows 32", done.stderr)
        # Four threads with the files of all writers each would have too many.
        done = rowkey(*arguments, "--writers", 20, preexec_fn=limit)
        self.assertEqual((0, b""), (done.returncode, done.stderr))

    def test_json_has_no_header(self):
        if not has_jsonl():
            self.skipTest("this build reads no JSON")
        file = self.file("events.jsonl", b'{"id": 1}\n{"id": 2}\n')
        done = rowkey("advise", "--ask", "id = ?", "--regions", 4, file)
        self.assertEqual(2, done.returncode)
        self.assertIn(b"option --columns is missing: the members of the records", done.stderr)
        self.assertNotIn(b"--header", done.stderr)

    def test_one_row(self):
        done = self.advise(self.file("one.csv", events(1)))
        self.assertEqual(0, done.returncode, done.stderr)


main()
