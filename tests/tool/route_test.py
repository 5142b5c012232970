"""rowkey route: the region of keys in every form and of records, against a search in Python."""

import bisect
import random

from support import PAPER, ToolTest, hbase_text, is_slow, main, paper_key, rowkey, supported


FORMS = {"text": bytes, "hex": lambda key: key.hex().encode(), "hbase": hbase_text}


def lines(values):
    return b"".join(value + b"\n" for value in values)


def numbers(values):
    return lines(b"%d" % value for value in values)


def regions_of(points, keys):
    return [bisect.bisect_right(points, key) for key in keys]


def paper_points(regions):
    return [b"%07d" % (i * 1000000 // regions) for i in range(1, regions)]


class RouteTest(ToolTest):
    def points(self, points, name="splits"):
        return self.file(name, lines(map(hbase_text, points)))

    def assert_route(self, expected, *arguments, **options):
        self.assert_keys(expected, *arguments, command="route", **options)

    def assert_refused(self, status, message, *arguments, **options):
        self.assert_fails(status, message, *arguments, command="route", **options)


class Keys(RouteTest):
    def test_region_i_begins_with_point_i(self):
        splits = self.points([b"b", b"d", b"dd"])
        keys = [b"", b"a", b"azz", b"b", b"b\xff", b"c", b"d", b"d\x01", b"dc", b"dd", b"dda", b"e", b"\xff"]
        expected = b"0\n0\n0\n1\n1\n1\n2\n2\n2\n3\n3\n3\n3\n"
        self.assert_route(expected, "--splits", splits, stdin=lines(keys))
        for form, write in FORMS.items():
            self.assert_route(expected, "--splits", splits, "--input", form, stdin=lines(map(write, keys)))

    def test_split_points_in_every_form(self):
        points = [b"\\", b"\\a", b"b c"]
        keys = [b"A", b"\\", b"\\\\", b"\\b", b"b", b"b c", b"b d"]
        expected = numbers(regions_of(points, keys))
        for form, write in FORMS.items():
            splits = self.file("splits", lines(map(write, points)))
            self.assert_route(expected, "--splits", splits, "--splits-form", form, stdin=lines(keys))

    def test_keys_of_all_bytes_on_every_instruction_set_and_in_threads(self):
        random.seed(1)
        alphabet = b"\x00\x01\x7f\x80\xfe\xff09a\n\t\\"

        def word(longest):
            return bytes(random.choice(alphabet) for _ in range(random.randrange(longest + 1)))

        keys = [word(12) for _ in range(2000 if is_slow() else 20000)]
        for shared in b"", b"table-of-keys,":
            points = sorted({shared + word(9) for _ in range(300)} - {b""})
            splits = self.points(points)
            data = lines(FORMS["hex"](shared + key) for key in keys)
            expected = numbers(regions_of(points, [shared + key for key in keys]))
            for isa in supported():
                self.assert_route(expected, "--splits", splits, "--input", "hex", "--isa", isa, stdin=data)
            for threads in 1, 3:
                self.assert_route(
                    expected, "--splits", splits, "--input", "hex", "-t", threads, "--chunk-size", 4096, stdin=data
                )

    def test_many_regions(self):
        points = paper_points(10000)
        keys = [paper_key(number) for number in range(3000)]
        self.assert_route(numbers(regions_of(points, keys)), "--splits", self.points(points), stdin=lines(keys))

    def test_files_follow_each_other(self):
        splits = self.points([b"m"])
        first, second = self.file("first", b"a\nz"), self.file("second", b"z\n")
        self.assert_route(b"0\n1\n1\n0\n", "--splits", splits, first, second, "-", stdin=b"b\n")

    def test_split_points_from_standard_input(self):
        self.assert_route(b"0\n1\n", "--splits", "-", self.file("keys", b"a\nm\n"), stdin=b"m\n")

    def test_no_keys(self):
        self.assert_route(b"", "--splits", self.points([b"m"]))

    def test_key_beside_the_region(self):
        splits = self.points([b"m"])
        self.assert_route(b"0\ta\tb\n1\tz\n", "--splits", splits, "--emit", "region+record", stdin=b"a\tb\nz\n")
        self.assert_route(
            b"1\t7A\n", "--splits", splits, "--emit", "region+record", "--input", "hex", stdin=b"7A\n"
        )

    def test_output_file(self):
        splits = self.points([b"m"])
        self.assert_route(b"", "--splits", splits, "-o", self.path("out"), stdin=b"a\nz\n")
        self.assertEqual(b"0\n1\n", self.read("out"))


class Records(RouteTest):
    def test_as_the_keys_that_encode_makes(self):
        points = paper_points(220)
        splits = self.points(points)
        ids = range(1, 5001)
        expected = numbers(regions_of(points, [paper_key(number) for number in ids]))
        data = numbers(ids)
        for threads in 1, 2:
            self.assert_route(
                expected, "--splits", splits, "-l", PAPER, "-c", "id:u64", "-t", threads, "--chunk-size", 999, stdin=data
            )

    def test_keys_that_differ_in_length(self):
        splits = self.points([b"b", b"bb-1", b"bb-10"])
        data = b"a,1\nb,1\nbb,1\nbb,9\nbb,100\n"
        keys = [b"a-1", b"b-1", b"bb-1", b"bb-9", b"bb-100"]
        expected = numbers(regions_of([b"b", b"bb-1", b"bb-10"], keys))
        arguments = ["--splits", splits, "-l", "{name}-{id}", "-c", "name:text,id:u64", "--input", "csv"]
        self.assert_route(expected, *arguments, stdin=data)

    def test_record_beside_the_region(self):
        splits = self.points([b"m"])
        arguments = ["--splits", splits, "-l", "{name}", "-c", "id:u64,name:text", "--emit", "region+record"]
        self.assert_route(b"0\t1,a\n1\t2,z\n", *arguments, "--input", "csv", stdin=b"1,a\n2,z\n")
        self.assert_refused(
            1,
            "<stdin>:2: the record holds a newline (expected none with --emit region+record)",
            *arguments,
            "--input",
            "csv",
            stdin=b'1,a\n2,"z\nz"\n',
            output=b"0\t1,a\n",
        )

    def test_random_layouts_count_the_rows_of_all_files(self):
        layout = "{random() % 1000:03d}{id:04d}"
        data = numbers(range(3000))
        keys = rowkey("encode", "-l", layout, "-c", "id:u64", "--seed", 7, stdin=data).stdout.split()
        points = [b"%03d" % (100 * i) for i in range(1, 10)]
        arguments = ["--splits", self.points(points), "-l", layout, "-c", "id:u64", "--seed", 7]
        self.assert_route(numbers(regions_of(points, keys)), *arguments, "--chunk-size", 500, stdin=data)


class Summary(RouteTest):
    def test_counts_and_shares_with_the_bounds_of_regions(self):
        splits = self.points([b"b", b"z\x00", b"\xff\\"])
        self.assert_route(
            b"region\tstart\tstop\trows\tshare\n"
            b"0\t\tb\t1\t0.250000\n"
            b"1\tb\tz\\x00\t2\t0.500000\n"
            b"2\tz\\x00\t\\xFF\\x5C\t0\t0.000000\n"
            b"3\t\\xFF\\x5C\t\t1\t0.250000\n",
            "--splits",
            splits,
            "--summary",
            "--input",
            "hex",
            stdin=b"61\n62\n7a\nff5c00\n",
        )

    def test_the_same_for_any_number_of_threads(self):
        points = paper_points(55)
        keys = [paper_key(number) for number in range(20000)]
        counts = [0] * 55
        for region in regions_of(points, keys):
            counts[region] += 1
        bounds = [b"", *points, b""]
        expected = b"region\tstart\tstop\trows\tshare\n" + b"".join(
            b"%d\t%s\t%s\t%d\t%.6f\n" % (i, bounds[i], bounds[i + 1], counts[i], counts[i] / 20000) for i in range(55)
        )
        splits = self.points(points)
        for threads in 1, 2, 5:
            self.assert_route(
                expected, "--splits", splits, "--summary", "-t", threads, "--chunk-size", 5000, stdin=lines(keys)
            )

    def test_no_keys(self):
        expected = b"region\tstart\tstop\trows\tshare\n0\t\tm\t0\t0.000000\n1\tm\t\t0\t0.000000\n"
        self.assert_route(expected, "--splits", self.points([b"m"]), "--summary")

    def test_nothing_is_written_when_a_key_is_bad(self):
        arguments = ["--splits", self.points([b"m"]), "--summary", "--input", "hex", "-o", self.path("out")]
        done = rowkey("route", *arguments, stdin=b"61\nxx\n")
        self.assertEqual((1, b""), (done.returncode, done.stdout))
        self.assert_only("splits")


class BadData(RouteTest):
    HEX = (
        'the key "6x" has "x" at byte 1 (expected two hex digits for each byte)',
        'the key "616" has an odd number of hex digits, 3 (expected two for each byte)',
    )

    def test_a_bad_key_stops_with_its_line(self):
        arguments = ["--splits", self.points([b"m"]), "--input", "hex"]
        self.assert_refused(
            1, f"<stdin>:2: {self.HEX[0]}", *arguments, stdin=b"61\n6x\n7a\n", output=b"0\n"
        )

    def test_bad_keys_are_skipped_and_kept(self):
        arguments = ["--splits", self.points([b"m"]), "--input", "hex", "--on-error", "skip"]
        done = rowkey("route", *arguments, "--rejects", self.path("bad"), stdin=b"61\n6x\n7a\n616\n")
        self.assertEqual((0, b"0\n1\n"), (done.returncode, done.stdout))
        self.assertEqual(f"rowkey: 2 bad keys skipped and kept in {self.path('bad')}\n".encode(), done.stderr)
        expected = f"# <stdin>:2: {self.HEX[0]}\n6x\n# <stdin>:4: {self.HEX[1]}\n616\n"
        self.assertEqual(expected.encode(), self.read("bad"))

    def test_bad_records_are_not_counted(self):
        arguments = ["--splits", self.points([b"2"]), "-l", "{id}", "-c", "id:u64", "--on-error", "skip"]
        done = rowkey("route", *arguments, "--summary", stdin=b"1\nx\n2\n3\n")
        self.assertEqual(0, done.returncode)
        self.assertEqual(b"rowkey: 1 bad record skipped\n", done.stderr)
        self.assertIn(b"0\t\t2\t1\t0.333333\n1\t2\t\t2\t0.666667\n", done.stdout)

    def test_split_points_that_do_not_rise(self):
        splits = self.file("splits", b"b\na\n")
        done = rowkey("route", "--splits", splits, stdin=b"a\n")
        self.assertEqual((1, b""), (done.returncode, done.stdout))
        self.assertIn(f"{splits}:2: ".encode(), done.stderr)


class Regions(RouteTest):
    LAYOUT = ("-l", "{md5(id) % 1000:03d}{id}", "-c", "id:u64")

    def test_regions_are_those_of_splits(self):
        ids = lines(b"%d" % (i * 7919) for i in range(5000))
        for regions in (1, 2, 7, 1000):
            points = rowkey("splits", *self.LAYOUT, "--regions", regions).stdout
            for options in ((), ("--summary",), ("--emit", "region+record", "--threads", 3)):
                done = rowkey("route", *self.LAYOUT, *options, "--splits", self.file("points", points), stdin=ids)
                self.assertEqual(0, done.returncode)
                self.assert_route(done.stdout, *self.LAYOUT, *options, "-r", regions, stdin=ids)

    def test_refused(self):
        self.assert_refused(
            2,
            "option --regions: {md5(id) % 3} has 3 values, which cannot be shared by 4 regions\n"
            "{md5(id) % 3}\n"
            "^ expected at most 3 regions, more values, or split points from a sample of keys (rowkey splits --sample makes "
            "them, for --splits)",
            *("-l", "{md5(id) % 3}", "-c", "id:u64", "--regions", 4),
        )
        self.assert_refused(2, "option --regions needs --layout, which parts the table", "--regions", 4)
        self.assert_refused(
            2, "option --regions does not go with --splits: each of them says which regions there are",
            *self.LAYOUT, "--regions", 4, "--splits", "points",
        )  # fmt: skip


class BadUsage(RouteTest):
    def test_splits_are_needed(self):
        self.assert_refused(
            2,
            "option --splits is missing: the file of the table's split points, as in rowkey route --splits FILE",
        )

    def test_no_such_file(self):
        self.assert_refused(
            3, f"cannot read {self.path('none')}: No such file or directory", "--splits", self.path("none")
        )

    def test_standard_input_for_both(self):
        message = (
            "option --splits: - is standard input, where the keys come from (expected a file for one of them)"
        )
        self.assert_refused(2, message, "--splits", "-")
        self.assert_refused(2, message, "--splits", "-", "a", "-")

    def test_options_of_records_need_a_layout(self):
        for option in ["--columns", "id:u64"], ["--header"], ["--delimiter", ","], ["--null", "x"], ["--seed", "1"]:
            self.assert_refused(
                2,
                f"option {option[0]} needs --layout: without it the lines of the input are the keys",
                "--splits",
                "s",
                *option,
            )

    def test_forms_that_do_not_fit(self):
        splits = self.points([b"m"])
        done = rowkey("route", "--splits", splits, "--input", "raw")
        self.assertEqual(2, done.returncode)
        self.assertIn(b"--input", done.stderr)
        self.assert_refused(
            2, "option --emit does not go with --summary, which writes no line for a key", "--splits", splits, "--summary", "--emit", "region"
        )
        self.assert_refused(
            2,
            "option --emit region+record: binary records cannot stand in a line",
            *["--splits", splits, "--emit", "region+record", "-l", "{id:u64}", "-c", "id:u64", "--input", "binary"],
        )

    def test_an_input_is_no_output(self):
        splits, keys = self.points([b"m"]), self.file("keys", b"a\n")
        for output in keys, splits:
            message = f"{output} is an input and also an output (expected another file)"
            self.assert_refused(2, message, "--splits", splits, keys, "-o", output)
            self.assert_refused(
                2, message, "--splits", splits, keys, "--on-error", "skip", "--rejects", output
            )
        self.assertEqual((b"a\n", b"m\n"), (self.read("keys"), self.read("splits")))


if __name__ == "__main__":
    main()
