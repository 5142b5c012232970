"""rowkey audit: its figures are those of the commands that it prints, and it says what is wrong."""

import collections
import json
import os
import random
import shlex
import subprocess

import support
from support import ToolTest, hbase_text, main, paper_key, rowkey

SEED = 20261124

LISTING = """hbase:001:0> list_regions 't'
 SERVER_NAME | START_KEY | END_KEY | SIZE |  REQ |
 ----------- | --------- | ------- | ---- | ---- |
        rs-1 |           | 0300000 |   10 |    1 |
        rs-2 |   0300000 | 0600000 |   20 |    3 |
        rs-1 |   0600000 |         |   70 |   96 |
 3 rows
Took 0.2 seconds
"""


def lines(keys):
    return b"".join(key + b"\n" for key in keys)


def events(rows, seed=SEED):
    """Keys that begin with their time, in the order of their writing; a hundred hosts."""
    source = random.Random(seed)
    return [b"%d|host%d" % (1700000000 + row, source.randrange(100)) for row in range(rows)]


class AuditTest(ToolTest):
    def audit(self, *arguments, **options):
        done = rowkey("audit", "--output", "json", *arguments, **options)
        self.assertEqual((0, b""), (done.returncode, done.stderr), arguments)
        return json.loads(done.stdout)

    def shell(self, command):
        """What a printed command prints."""
        tool = 'rowkey() { %s "$@"; }; ' % shlex.join(support.TOOL)
        done = subprocess.run(
            ["sh", "-ec", tool + command], cwd=self.directory, capture_output=True, timeout=300, env=support.environment()
        )
        self.assertEqual(0, done.returncode, (command, done.stderr))
        return done.stdout.decode()

    def file_of_keys(self, keys, name="keys"):
        self.file(name, lines(keys))
        return name


class Figures(AuditTest):
    def test_counts_are_those_of_route(self):
        keys = self.file_of_keys([paper_key(i) for i in range(5000)])
        points = self.file("points", b"0100000\n0100001\n0500000\n")
        report = self.audit("--splits", points, self.path(keys))
        summary = rowkey("route", "--summary", "--splits", points, self.path(keys)).stdout.decode().splitlines()[1:]
        self.assertEqual([int(line.split("\t")[3]) for line in summary], [region["keys"] for region in report["regions"]])
        self.assertEqual([line.split("\t")[1] for line in summary], [region["start"] for region in report["regions"]])
        self.assertEqual(5000, report["all"]["keys"])

    def test_printed_commands_show_the_same_figures(self):
        for form, written in (("text", bytes), ("hex", lambda key: key.hex().encode()), ("hbase", hbase_text)):
            with self.subTest(form=form):
                keys = events(3000)
                self.file("keys", lines(map(written, keys)))
                self.file("points", b"1700000100\n1700000200\n1700002000\n")
                paths = ("--splits", "points", *(("--input", form) if form != "text" else ()), "keys")
                report = self.audit(*paths, cwd=self.directory)
                for command in report["commands"]:
                    output = self.shell(command)
                    if " rebucket " not in command:
                        continue
                    mend = report["other_regions" if "even.txt" in command else "other_prefix"]
                    moved = json.loads(self.shell(command + " --json"))
                    for name in ("rows", "same_keys", "stay", "move", "regions_kept", "regions_split"):
                        self.assertEqual(moved[name], mend[name], (command, name))
                    self.assertEqual([region["start"] for region in moved["to"]["regions"]][1:], mend["points"])
                    self.assertEqual(max(region["rows"] for region in moved["to"]["regions"]), mend["all"]["most"])
                    self.assertIn("regions 4 -> 4", output)
                self.assertEqual(2, sum(" rebucket " in command for command in report["commands"]))

    def test_commands_of_a_listing(self):
        self.file("regions", LISTING.encode())
        self.file("keys", lines([b"%017d" % i for i in range(2000)]))
        report = self.audit("--splits", "regions", "--splits-form", "list_regions", "keys", cwd=self.directory)
        for command in report["commands"]:
            self.shell(command)
        self.assertEqual("0300000\n0600000\n", self.read("present.txt").decode())

    def test_expected_shares_are_those_of_the_layout(self):
        keys = self.file_of_keys([paper_key(i) for i in range(500)])
        points = self.file("points", b"0250000\n1\n2\n")
        report = self.audit("-l", "@paper-md5mod", "--splits", points, self.path(keys))
        self.assertEqual([0.25, 0.75, 0, 0], [round(region["expected_share"], 6) for region in report["regions"]])
        self.assertEqual([None, "hot", "unreachable", "unreachable"], [region["fault"] for region in report["regions"]])

    def test_nothing_is_expected_of_inferred_times(self):
        """Ten digits hold far more than the times of a table; behind a salt they decide nothing."""
        points = self.file("points", b"1700000500\nx\n")
        report = self.audit("--splits", points, stdin=lines(events(1000)))
        self.assertEqual("{ts:010d}|{text}", report["layout"])
        self.assertEqual([None, None, 0], [region["expected_share"] for region in report["regions"]])
        self.assertEqual("unreachable", report["regions"][2]["fault"])
        given = ("-l", report["layout"], "-c", report["columns"])
        shares = [region["expected_share"] for region in self.audit("--splits", points, *given, stdin=lines(events(1000)))["regions"]]
        self.assertAlmostEqual(0.17, shares[0], places=3)
        salted = rowkey("encode", "-l", "{md5(key) % 8:01d}|{key}", "-c", "key:text", stdin=lines(events(2000))).stdout
        report = self.audit("--splits", self.file("salts", b"4\n"), stdin=salted)
        self.assertIn("{ts:010d}", report["layout"])
        self.assertNotIn(None, [region["expected_share"] for region in report["regions"]])

    def test_newest_by_time(self):
        """The last tenth of the times, wherever their keys stand in the input."""
        keys = events(4000)
        report_of = {}
        for name, order in (("rising", keys), ("shuffled", random.Random(SEED).sample(keys, len(keys)))):
            points = self.file("points", b"1700001000\n1700002000\n1700003700\n")
            report_of[name] = self.audit(
                "-l", "{ts:010d}|{host}", "-c", "ts:time(s),host:text", "--splits", points, stdin=lines(order)
            )  # fmt: skip
        for report in report_of.values():
            self.assertEqual(("time", "ts"), (report["newest_by"], report["time_column"]))
            self.assertEqual((400, 2), (report["newest"]["keys"], report["newest"]["regions"]))
            self.assertEqual((3, 300), (report["newest"]["busiest"], report["newest"]["most"]))
            self.assertAlmostEqual(400**2 / (100**2 + 300**2), report["newest"]["effective"])

    def test_newest_by_order(self):
        """Without a time the order of the input counts, unless it is that of the keys."""
        source = random.Random(SEED)
        keys = [b"%c%06d" % (97 + 25 * row // 3000, source.randrange(10**6)) for row in range(3000)]
        points = self.file("points", b"h\np\n")
        report = self.audit("-l", "{key}", "-c", "key:text", "--splits", points, stdin=lines(keys))
        self.assertEqual(("order", 300, 1), (report["newest_by"], report["newest"]["keys"], report["newest"]["regions"]))
        self.assertEqual(0, report["newest"]["effective_by_chance"] < 2)
        self.assertEqual(3, report["other_prefix"]["newest"]["regions"])
        report = self.audit("-l", "{key}", "-c", "key:text", "--splits", points, stdin=lines(sorted(keys)))
        self.assertIsNone(report["newest_by"])

    def test_faults(self):
        keys = [b"a%d" % i for i in range(1000)] + [b"b1", b"d1"]
        points = self.file("points", b"a\nb\nc\nd\nd5\n")
        report = self.audit("-l", "{key}", "-c", "key:text", "--splits", points, stdin=lines(keys))
        self.assertEqual(["empty", "hot", None, "empty", None, "empty"], [region["fault"] for region in report["regions"]])
        self.assertEqual(6 * 1000 / 1002, report["all"]["peak"])
        self.assertLess(report["other_regions"]["all"]["peak"], 1.01)
        text = rowkey("audit", "--splits", points, "-l", "{key}", "-c", "key:text", stdin=lines(keys)).stdout.decode()
        self.assertIn("6 regions, most / mean 5.988: 1 hot, 3 empty, 0 unreachable\n", text)

    def test_nothing_to_mend(self):
        points = self.file("points", b"0250000\n0500000\n0750000\n")
        report = self.audit("--splits", points, stdin=lines(paper_key(i) for i in range(4000)))
        self.assertIsNone(report["other_regions"])
        self.assertIsNone(report["other_prefix"])

    def test_chance_is_nothing_to_mend(self):
        """Few keys are uneven by chance; more of the same would not be."""
        source = random.Random(SEED)
        keys = [b"%06d" % source.randrange(10**6) for _ in range(400)]
        points = self.file("points", lines(b"%06d" % (25000 * i) for i in range(1, 40)))
        report = self.audit("-l", "{key}", "-c", "key:text", "--splits", points, stdin=lines(keys))
        self.assertGreater(report["all"]["peak"], 1.5)
        self.assertEqual({None}, {region["fault"] for region in report["regions"]})
        self.assertIsNone(report["other_regions"])

    def test_proposed_regions_are_judged_by_other_keys(self):
        """Points that a few keys make part the others less evenly than themselves."""
        source = random.Random(SEED)
        keys = self.file_of_keys([b"%08d" % (10**8 * source.random() ** 3) for _ in range(50000)])
        points = self.file("points", lines(b"%08d" % (10**8 // 40 * i) for i in range(1, 40)))
        paths = ("-l", "{key}", "-c", "key:text", "--splits", points, "--sample", 500, self.path(keys))
        report = self.audit(*paths)
        mend = report["other_regions"]
        self.assertEqual((report["sample"] + 1) // 2, mend["rows"])
        self.file("even", lines(point.encode() for point in mend["points"]))
        truth = self.audit("-l", "{key}", "-c", "key:text", "--splits", self.path("even"), self.path(keys))
        self.assertGreaterEqual(mend["all"]["peak"], 0.9 * truth["all"]["peak"])
        text = rowkey("audit", *paths).stdout.decode()
        self.assertIn(", by the half of the sample that did not make the points\n", text)

    def test_sizes_and_requests_of_a_listing(self):
        regions = self.file("regions", LISTING.encode())
        report = self.audit("--splits", regions, "--splits-form", "list_regions", stdin=lines(paper_key(i) for i in range(99)))
        self.assertEqual([10, 20, 70], [region["megabytes"] for region in report["regions"]])
        self.assertEqual(["rs-1", "rs-2", "rs-1"], [region["server"] for region in report["regions"]])
        text = rowkey("audit", "--splits", regions, "--splits-form", "list_regions", stdin=b"abc\n")
        self.assertIn(b"% of requests", text.stdout)

    def test_the_report_does_not_depend_on_threads_and_chunks(self):
        keys = events(3000)
        points = self.file("points", b"1700001000\n")
        expected = rowkey("audit", "--splits", points, stdin=lines(keys)).stdout
        for more in (["--threads", 3], ["--chunk-size", 100], ["--threads", 2, "--chunk-size", 999]):
            self.assertEqual(expected, rowkey("audit", "--splits", points, *more, stdin=lines(keys)).stdout)

    def test_all_keys_are_counted_whatever_the_sample(self):
        keys = [paper_key(i) for i in range(5000)]
        points = self.file("points", b"0500000\n")
        report = self.audit("--splits", points, "--sample", 100, stdin=lines(keys))
        counts = collections.Counter(key >= b"0500000" for key in keys)
        self.assertEqual([counts[False], counts[True]], [region["keys"] for region in report["regions"]])
        self.assertLessEqual(report["sample"], 100)


    def test_small_samples_have_keys(self):
        keys = lines(b"%d" % i for i in range(1, 51))
        for sample in range(2, 20):
            report = self.audit("--sample", sample, stdin=keys)
            self.assertTrue(max(1, sample // 4) <= report["sample"] <= sample, (sample, report["sample"]))


class Layouts(AuditTest):
    def test_the_inferred_layout_is_printed_with_its_columns(self):
        keys = events(1000)
        report = self.audit(stdin=lines(keys))
        self.assertEqual("{ts:010d}|{text}", report["layout"])
        self.assertEqual(("ts:time(s),text:text", "shape"), (report["columns"], report["confidence"]))
        self.assertEqual((1000, 0), (report["decoded"], report["foreign"]))
        done = rowkey("decode", "-l", report["layout"], "-c", report["columns"], stdin=lines(keys))
        self.assertEqual((0, 1000), (done.returncode, done.stdout.count(b"\n")))

    def test_a_salt_is_found_and_checked(self):
        keys = [paper_key(i) for i in range(2000)]
        report = self.audit(stdin=lines(keys))
        self.assertEqual("{md5(id) % 1000000:07d}{id:010d}", report["layout"])
        self.assertEqual(("checked", "@paper-md5mod(modulus=1000000)"), (report["confidence"], report["named"]))
        self.assertLess(report["chance"], 0.2)

    def test_random_keys_are_not_explained(self):
        source = random.Random(SEED)
        keys = b"".join(source.randbytes(12).hex().encode() + b"\n" for _ in range(2000))
        report = self.audit("--input", "hex", stdin=keys)
        self.assertEqual(("width", 1), (report["confidence"], report["chance"]))
        self.assertIn(b"any bytes are such keys", rowkey("audit", "--input", "hex", stdin=keys).stdout)

    def test_keys_that_the_layout_does_not_make(self):
        keys = [paper_key(i) for i in range(50)]
        keys[7] = b"0" * 17
        keys[20] = b"short\xff"
        report = self.audit("-l", "@paper-md5mod", stdin=lines(keys))
        self.assertEqual((48, 2, "given"), (report["decoded"], report["foreign"], report["confidence"]))
        self.assertEqual([8, 21], [example["key_number"] for example in report["examples"]])
        self.assertEqual("short\\xFF", report["examples"][1]["key"])
        self.assertIn("byte 0", report["examples"][0]["reason"])
        text = rowkey("audit", "-l", "@paper-md5mod", stdin=lines(keys)).stdout.decode()
        self.assertIn("decoded   48 of 50 keys, 96 %\n", text)
        self.assertIn('key 21 "short\\xFF": the key has 6 bytes, expected 17\n', text)

    def test_empty_keys_that_the_layout_does_not_make(self):
        report = self.audit("-l", "@paper-md5mod", stdin=b"\n" * 5)
        self.assertEqual((0, 5, [""] * 3), (report["decoded"], report["foreign"], [example["key"] for example in report["examples"]]))
        text = rowkey("audit", "-l", "@paper-md5mod", stdin=b"\n" * 5).stdout.decode()
        self.assertIn('key 3 "": the key has 0 bytes, expected 17\n          and 2 more\n', text)

    def test_a_time_is_overruled_and_chances_are_told(self):
        keys = lines(b"%010d" % (1700000000 + i) for i in range(1000))
        [field] = self.audit(stdin=keys)["fields"]
        self.assertEqual("{ts:010d}", field["field"])
        self.assertTrue(0.1 < field["chance"] < 0.11, field)
        report = self.audit("--not-a-time", "ts", stdin=keys)
        self.assertEqual(("{number:010d}", "number:u64"), (report["layout"], report["columns"]))
        self.assertLess(report["fields"][0]["chance"], 1e-9)
        for more, end in (((), "like a time in seconds (chance 0.11)"), (("--not-a-time", "ts"), "decimal digits (chance < 1e-09)")):
            self.assertIn(end + "\n", rowkey("audit", *more, stdin=keys).stdout.decode())
        self.assertIn(b" (any bytes fit)\n", rowkey("audit", "--input", "hex", stdin=b"00ff\nab01\n3333\n").stdout)

    def test_a_column_that_keys_do_not_give_back(self):
        keys = [b"%02x%d" % (i % 16, 1700000000 + i) for i in range(100)]
        report = self.audit("-l", "{md5(host) % 16:02x}{ts:010d}", "-c", "host:text,ts:time(s)", stdin=lines(keys))
        self.assertEqual(100, report["keys"])

    def test_a_time_behind_a_constant(self):
        keys = self.file_of_keys([b"event-" + key for key in events(3000)])
        report = self.audit("--splits", self.file("points", b"event-1700000100\nevent-1700000200\n"), self.path(keys))
        self.assertEqual([None] * 3, [region["expected_share"] for region in report["regions"]])

    def test_lengths_of_all_kinds(self):
        """Empty keys, one key, keys that are all the same."""
        for keys in ([b""], [b"", b"a", b"abc" * 100], [b"x"], [b"same"] * 40, [b"{}\\"] * 20):
            with self.subTest(keys=keys[:3]):
                report = self.audit("--splits", self.file("points", b"b\n"), stdin=lines(keys))
                self.assertEqual(len(keys), report["keys"])
                if report["layout"] is not None:
                    self.assertEqual(len(keys), report["decoded"])


class BadInput(AuditTest):
    def fails(self, status, message, *arguments, stdin=b""):
        self.assert_fails(status, message, *arguments, command="audit", stdin=stdin)

    def test_no_keys(self):
        self.fails(1, "there are no keys (expected the keys of a table, or a sample of them)")

    def test_regions_that_are_none(self):
        points = self.file("points", b"b\na\n")
        self.fails(
            1,
            f'{points}:2: the split point "a" comes before the point of line 1, "b" (expected points in the order of their bytes)',
            "--splits", points,
        )  # fmt: skip
        self.fails(
            1,
            f"{points}:2: there is no table of regions (expected what HBase's shell prints for list_regions 'TABLE')",
            "--splits", points, "--splits-form", "list_regions",
        )  # fmt: skip

    def test_regions_with_a_gap(self):
        file = self.file("regions", LISTING.replace("|   0600000 |", "|   0700000 |").encode())
        done = rowkey("audit", "--splits", file, "--splits-form", "list_regions", stdin=b"a\n")
        self.assertEqual((1, b""), (done.returncode, done.stdout))
        self.assertIn(b'the region begins at "0700000", and the one before it ends at "0600000"', done.stderr)

    def test_regions_that_overlap(self):
        file = self.file("regions", LISTING.replace("|   0600000 |", "|   0500000 |").encode())
        done = rowkey("audit", "--splits", file, "--splits-form", "list_regions", stdin=b"a\n")
        self.assertEqual((1, b""), (done.returncode, done.stdout))
        self.assertIn(b'the region begins at "0500000", and the one before it ends at "0600000"', done.stderr)

    def test_keys_that_cannot_be_read(self):
        done = rowkey("audit", "--input", "hex", stdin=b"0a\nxy\n")
        self.assertEqual((1, b""), (done.returncode, done.stdout))
        self.assertIn(b"<stdin>:2: the key", done.stderr)
        report = self.audit("--input", "hex", "--on-error", "skip", "--rejects", self.path("bad"), "-q", stdin=b"0a\n0b\n")
        self.assertEqual(2, report["keys"])

    def test_options_that_do_not_go_together(self):
        self.fails(2, "option --splits-form needs --splits: the file that it is about", "--splits-form", "hex")
        why = "of a layout that is given nothing is inferred"
        self.fails(2, f"option --not-a-time does not go with --layout: {why}", "--not-a-time", "ts", "-l", "{k}", "-c", "k:text")
        none = 'option --not-a-time: "ts" is not an inferred time (no time was inferred)'
        self.fails(2, none, "--not-a-time", "ts", stdin=b"Ann\nBob\n")
        self.fails(2, "option --columns needs --layout: columns are those of a template", "--columns", "a:u64")
        self.fails(
            2,
            "option --splits: - is standard input, where the keys come from (expected a file for one of them)",
            "--splits", "-",
        )  # fmt: skip

    def test_values_of_options(self):
        for option, value in (("--threads", "x"), ("--input", "tsv"), ("--sample", "1"), ("--output", "csv"), ("--splits-form", "x")):
            done = rowkey("audit", "--splits", "s", option, value, stdin=b"a\n")
            self.assertEqual(2, done.returncode)
            self.assertIn(f"rowkey: option {option}: ", done.stderr.decode())

    def test_a_layout_is_refused_before_keys_are_read(self):
        done = rowkey("audit", "-l", "{a", self.file("keys", b"a\n"))
        self.assertEqual((2, b""), (done.returncode, done.stdout))
        self.assertIn(b"option --layout: the template ends within a field", done.stderr)

    def test_output_is_complete_or_not_there(self):
        report = self.path("report")
        self.assertEqual(1, rowkey("audit", "-o", report, stdin=b"").returncode)
        self.assertFalse(os.path.exists(report))
        self.assertEqual(0, rowkey("audit", "-o", report, stdin=b"abc\n").returncode)
        self.assertTrue(self.read("report").startswith(b"1 key of 3 bytes, sorted\n"))


main()
