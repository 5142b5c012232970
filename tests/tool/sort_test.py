"""rowkey encode --sort: the rows in the order of their keys' bytes, against Python's stable sort."""

import os
import random
import signal
import subprocess
import time

import support
from support import PAPER, ToolTest, affordable, hbase_text, main, paper_key, rowkey

LEAST = 1 << 20  # bytes of memory that --memory takes at least
ROWS = 60_000  # some runs more than are merged at once in so much memory
SPILL = ("--memory", str(LEAST))


def lines(values):
    return b"".join(value + b"\n" for value in values)


class SortTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.random = random.Random(20241124)
        self.spill = self.path("spill")
        os.mkdir(self.spill)

    def assert_sorted(self, expected, *arguments, **options):
        """In memory, in runs, and with two threads."""
        for way in ((), (*SPILL, "--temporary", self.spill), ("--threads", "2", "--chunk-size", "5000")):
            with self.subTest(way=way):
                self.assert_keys(expected, "--sort", *way, *arguments, **options)
                self.assertEqual([], os.listdir(self.spill))


class Order(SortTest):
    def test_paper_design(self):
        ids = self.random.sample(range(10**9), affordable(ROWS, 20_000, 3_000))
        data = lines(b"%d" % i for i in ids)
        self.assert_sorted(lines(sorted(map(paper_key, ids))), "-l", PAPER, "-c", "id:u64", stdin=data)

    def test_bytes_are_unsigned_and_the_form_does_not_matter(self):
        """In hex and HBase's escapes the order is that of the bytes, which is not that of the text."""
        words = [bytes(self.random.choices(b"\x00\x01\x7f\x80\xff\\a\t ", k=self.random.randrange(9))) for _ in range(3000)]
        data = lines(words)
        self.assert_sorted(
            lines(word.hex().encode() for word in sorted(words)), "-l", "{line}", "--output", "hex", stdin=data
        )
        self.assert_sorted(
            lines(hbase_text(b"k" + word) for word in sorted(words)), "-l", "k{line}", "--output", "hbase", stdin=data
        )
        self.assert_sorted(b"".join(sorted(words)), "-l", "{line}", "--output", "raw", stdin=data)

    def test_a_key_comes_before_those_that_go_on(self):
        words = [b"a" * n for n in range(60)] * 3
        self.random.shuffle(words)
        self.assert_sorted(lines(sorted(words)), "-l", "{line}", stdin=lines(words))

    def test_equal_keys_keep_the_order_of_the_input(self):
        rows = [(self.random.randrange(50), i) for i in range(affordable(ROWS // 2, 10_000, 2_000))]
        data = lines(b"%d,%d" % row for row in rows)
        expected = lines(b"%02d\t%d,%d" % (key, key, i) for key, i in sorted(rows, key=lambda row: row[0]))
        self.assert_sorted(
            expected, "-l", "{k:02d}", "-c", "k:u64,_", "--input", "csv", "--emit", "key+record", stdin=data
        )

    def test_records_go_with_their_keys(self):
        records = [b"%d,%s" % (i, bytes(self.random.choices(b"xyz", k=self.random.randrange(300)))) for i in range(2000)]
        self.random.shuffle(records)
        expected = lines(b"%s\t%s" % (record.split(b",")[0].zfill(5), record) for record in records)
        for form in ("text", "hbase"):
            self.assert_sorted(
                lines(sorted(expected.splitlines())), "-l", "{k:05d}", "-c", "k:u64,_", "--input", "csv",
                "--emit", "key+record", "--output", form, stdin=lines(records),
            )  # fmt: skip

    def test_rows_that_are_divided(self):
        """From so many rows on they are sorted in parts: keys of one width, of several, and equal ones."""
        count = affordable(100_000, 80_000, 70_000)
        ids = [self.random.randrange(10**5) for _ in range(count)]
        data = lines(b"%d" % i for i in ids)
        self.assert_sorted(lines(sorted(map(paper_key, ids))), "-l", PAPER, "-c", "id:u64", stdin=data)
        records = [b"%d,%d" % (self.random.randrange(10) ** i % 10**i, i) for i in (n % 90 + 1 for n in range(count))]
        self.assert_sorted(
            lines(b"a long shared stem %s\t%s" % row for row in sorted(((r.split(b",")[0], r) for r in records), key=lambda row: row[0])),
            "-l", "a long shared stem {k}", "-c", "k:text,_", "--input", "csv", "--emit", "key+record", stdin=lines(records),
        )  # fmt: skip

    def test_rows_that_cannot_be_divided(self):
        """Equal keys, and those that differ only after the bytes that tell parts apart."""
        count = 70_000
        numbers = [self.random.randrange(10**6) for _ in range(count)]
        for key, fill in ((b"same", b""), (b"x" * 70, b"%06d")):
            words = [key + (fill % n if fill else b"") for n in numbers]
            self.assert_sorted(lines(sorted(words)), "-l", "{line}", stdin=lines(words))

    def test_keys_that_rise_in_the_input(self):
        """The rows after the sample all belong to the last part."""
        words = [b"%08d" % i for i in range(150_000)]
        self.assert_sorted(lines(words), "-l", "{line}", stdin=lines(words))
        self.assert_sorted(lines(words), "-l", "{line}", stdin=lines(reversed(words)))

    def test_few_rows(self):
        self.assert_sorted(b"", "-l", "{line}", stdin=b"")
        self.assert_sorted(b"\n", "-l", "{line}", stdin=b"\n")
        self.assert_sorted(b"a\n", "-l", "{line}", stdin=b"a")

    def test_rows_longer_than_memory(self):
        words = [bytes([letter]) * (LEAST + letter) for letter in b"cab"]
        self.assert_sorted(lines(sorted(words)), "-l", "{line}", stdin=lines(words))

    def test_several_files(self):
        names = [self.file(name, lines(words)) for name, words in (("1", [b"d", b"a"]), ("2", [b"c", b"b", b"a"]))]
        self.assert_keys(b"a\na\nb\nc\nd\n", "--sort", "-l", "{line}", *names)


def memory_groups():
    """(directory of a memory control group of this process, the file of its limit): of version 2 and of version 1."""
    with open("/proc/self/cgroup", encoding="ascii") as lines:
        for line in lines:
            _, controllers, group = line.rstrip("\n").split(":", 2)
            if controllers == "":
                yield f"/sys/fs/cgroup{group}", "memory.max"
            elif controllers == "memory":
                yield f"/sys/fs/cgroup/memory{group}", "memory.limit_in_bytes"


class Memory(SortTest):
    """A quarter of what there is, where --memory does not say how much."""

    ROWS = lines(b"%08d" % i for i in range(400_000))

    def puts_rows_aside(self, group=None):
        """Whether rows go to a file before the input ends."""
        process = subprocess.Popen(
            [*support.TOOL, "encode", "--sort", "--temporary", self.spill, "-l", "{line}", "-o", self.path("keys")],
            stdin=subprocess.PIPE, preexec_fn=group and (lambda: self.write_to(f"{group}/cgroup.procs", "0")),
        )  # fmt: skip
        process.stdin.write(self.ROWS)
        process.stdin.flush()
        # The tool reads more only when it has taken what came before.
        for _ in range(2):
            process.stdin.write(lines([b"9" * 9]) * affordable(1 << 20, 1 << 18, 1 << 18))
            process.stdin.flush()
        aside = bool(support.open_files(process, self.spill))
        process.communicate()
        self.assertEqual(0, process.returncode)
        return aside

    @staticmethod
    def write_to(path, text):
        with open(path, "w", encoding="ascii") as file:
            file.write(text)

    def test_of_a_machine(self):
        self.assertFalse(self.puts_rows_aside())

    def test_of_a_control_group(self):
        if support.is_slow():
            self.skipTest("emulators and sanitizers take more memory than the group has")
        for parent, limit in memory_groups():
            outer = f"{parent}/rowkey-test-{os.getpid()}"
            try:
                os.mkdir(outer)
                self.addCleanup(os.rmdir, outer)
                self.write_to(f"{outer}/{limit}", str(192 << 20))
                os.mkdir(f"{outer}/inner")
                self.addCleanup(os.rmdir, f"{outer}/inner")
            except OSError:
                continue  # nobody may make groups here, or this kind has no memory
            self.assertTrue(self.puts_rows_aside(f"{outer}/inner"))
            return
        self.skipTest("no control group of memory can be made here")


class Duplicates(SortTest):
    def assert_reported(self, message, words, *way):
        done = rowkey("encode", "--sort", "--count-duplicates", *way, "-l", "{line}", stdin=lines(words))
        self.assertEqual((0, lines(sorted(words)), b"rowkey: " + message + b"\n"), (done.returncode, done.stdout, done.stderr))

    def test_rows_after_the_first_of_their_key(self):
        for way in ((), (*SPILL, "--temporary", self.spill), ("--threads", "2", "--chunk-size", "5000")):
            with self.subTest(way=way):
                words = [b"%06d" % n for n in range(affordable(ROWS, 20_000, 3_000))]
                self.random.shuffle(words)
                self.assert_reported(b"no row has the key of an earlier row", words, *way)
                self.assert_reported(
                    b'1 row has the key of an earlier row: the first such key is "000100"', [*words, b"000100"], *way
                )
                self.assert_reported(
                    b'4 rows have the key of an earlier row: the first such key is "000007"',
                    [b"001000", b"000007", *words, b"000007", b"000007"], *way,
                )  # fmt: skip

    def test_keys_without_bytes(self):
        self.assert_reported(b'1 row has the key of an earlier row: the first such key is ""', [b"", b"a", b""])
        self.assert_reported(b"no row has the key of an earlier row", [])


class Regions(SortTest):
    """--splits: a file for each region."""

    def setUp(self):
        super().setUp()
        self.points = [b"000", b"25", b"25\x00", b"5", b"9999999", b"\xff"]
        self.splits = self.file("points", lines(map(hbase_text, self.points)))
        self.data = lines(b"%d" % n for n in self.random.sample(range(10**7), affordable(ROWS, 20_000, 3_000)))
        self.expected = [[] for _ in range(len(self.points) + 1)]
        for word in sorted(self.data.split()):
            self.expected[sum(point <= word for point in self.points)].append(word)
        self.ways = ((), (*SPILL, "--temporary", self.spill), ("--threads", "2", "--chunk-size", "5000"))

    def encode(self, *arguments, **options):
        return rowkey("encode", "--sort", "-l", "{line}", "--splits", self.splits, *arguments, **options)

    def test_each_region_has_a_file(self):
        for form, written in (("text", lines), ("hex", lambda words: lines(word.hex().encode() for word in words))):
            for way in self.ways:
                with self.subTest(form=form, way=way):
                    done = self.encode("--output", form, "-o", self.path("part-%d"), *way, stdin=self.data)
                    self.assertEqual((0, b"", b""), (done.returncode, done.stdout, done.stderr))
                    for i, words in enumerate(self.expected):
                        self.assertEqual(written(words), self.read(f"part-{i}"), i)
        self.assert_only("points", "spill", *(f"part-{i}" for i in range(len(self.expected))))

    def test_names(self):
        for name, made in (
            ("%03d", "00{}"), ("%d-of-%d", "{0}-of-{0}"), ("%s-%d%", "%s-{}%"), ("%d%5d%0d%00d%010d%0xd%:d%09", "{}%5d%0d%00d%010d%0xd%:d%09"),
            ("%09d%01d", "00000000{0}{0}"),
        ):  # fmt: skip
            self.assertEqual(0, self.encode("-o", self.path(name), stdin=self.data).returncode)
            self.assertEqual(lines(self.expected[3]), self.read(made.format(3)))

    def test_no_rows_and_no_points(self):
        self.assertEqual(0, self.encode("-o", self.path("part-%d")).returncode)
        self.assertEqual([b""] * 7, [self.read(f"part-{i}") for i in range(7)])
        self.splits = self.file("none", b"")
        self.assertEqual(0, self.encode("-o", self.path("all-%d"), stdin=b"b\na\n").returncode)
        self.assertEqual(b"a\nb\n", self.read("all-0"))

    def test_a_bad_record_leaves_no_file(self):
        done = rowkey(
            "encode", "--sort", "-l", "{id:u64}", "-c", "id:u64", "--output", "raw", "--splits", self.splits, "-o",
            self.path("part-%d"), stdin=b"1\nx\n",
        )  # fmt: skip
        self.assertEqual(1, done.returncode)
        self.assert_only("points", "spill")

    def test_an_output_that_is_read(self):
        for name in ("part-6", "points-2"):
            self.splits = self.file("points-2", lines(map(hbase_text, self.points)))
            source = self.file("part-6", self.data)
            done = self.encode("-o", self.path(name.split("-")[0] + "-%d"), source)
            self.assertEqual(2, done.returncode)
            self.assertIn(f"{self.path(name)} is an input and also an output".encode(), done.stderr)
            self.assertEqual(self.data, self.read("part-6"))

    def test_rejects_that_are_an_output(self):
        for rejects in ("part-0", "part-4"):
            self.file("part-4", b"")
            done = self.encode("-o", self.path("part-%d"), "--on-error", "skip", "--rejects", self.path(rejects), stdin=b"a\n")
            self.assertEqual(2, done.returncode)
            self.assertIn(b"also --rejects (expected another file)", done.stderr)

    def test_a_file_that_cannot_be_written(self):
        """A directory in its place is found before any work; the others fail when their turn comes, and those before
        are complete."""
        for name in ("part-0", "part-3"):
            os.mkdir(self.path(name))
            done = self.encode("-o", self.path("part-%d"), self.file("source", self.data))
            self.assertEqual(3, done.returncode)
            self.assertIn(f"cannot write {self.path(name)}: Is a directory".encode(), done.stderr)
            os.rmdir(self.path(name))
        self.assert_only("points", "spill", "source")
        for i in range(3):
            os.mkdir(self.path(f"region-{i}"))
        done = self.encode("-o", self.path("region-%d/rows"), self.path("source"))
        self.assertEqual(3, done.returncode)
        self.assertIn(f"cannot write {self.path('region-3/rows')}: No such file or directory".encode(), done.stderr)
        self.assertEqual([lines(words) for words in self.expected[:3]], [self.read(f"region-{i}/rows") for i in range(3)])

    def test_options(self):
        points = self.splits
        for message, arguments in (
            ("option --splits needs --output-file with a %d in the name", ("--sort", "--splits", points)),
            ("option --splits needs --output-file with a %d in the name", ("--sort", "--splits", points, "-o", "part")),
            ("option --splits needs --sort: nothing else keeps rows", ("--splits", points, "-o", "part-%d")),
            ("option --splits-form needs --splits", ("--sort", "--splits-form", "hex")),
            ("option --count-duplicates needs --sort: nothing else keeps rows", ("--count-duplicates",)),
            ("option --output-file: part-%d has a %d: with --sort it needs --splits", ("--sort", "-o", "part-%d")),
            ("option --splits: - is standard input, where the records come from", ("--sort", "--splits", "-", "-o", "part-%d")),
            ("option --splits-form: ", ("--sort", "--splits", points, "--splits-form", "tsv", "-o", "part-%d")),
        ):
            done = rowkey("encode", "-l", "{line}", *arguments, stdin=b"a\n")
            self.assertEqual((2, b""), (done.returncode, done.stdout), arguments)
            self.assertIn(f"rowkey: {message}".encode(), done.stderr)
        done = self.encode("--splits-form", "hex", "-o", self.path("part-%d"), stdin=b"a\n")
        self.assertEqual(1, done.returncode)
        self.assertIn(b"points:1: ", done.stderr)


class Bad(SortTest):
    def test_bad_records_are_skipped_and_kept(self):
        expected = b"001\n002\n003\n"
        data = b"3\nx\n1\n4000\n2\n"
        arguments = ("-l", "{id:03d}", "-c", "id:u64", "--on-error", "skip", "--rejects", self.path("bad"), "--quiet")
        done = rowkey("encode", "--sort", *arguments, stdin=data)
        self.assertEqual((0, expected), (done.returncode, done.stdout))
        self.assertIn(b"2 bad records skipped", done.stderr)
        self.assertEqual([b"x", b"4000"], self.read("bad").splitlines()[1::2])

    def test_a_bad_record_leaves_no_output(self):
        names = self.file("ids", b"3\nx\n")
        for output in ((), ("-o", self.path("keys"))):
            done = rowkey("encode", "--sort", "-l", "{id:03d}", "-c", "id:u64", *output, names)
            self.assertEqual((1, b""), (done.returncode, done.stdout))
            self.assertIn(b"ids:2: ", done.stderr)
        self.assert_only("ids", "spill")

    def test_options(self):
        for text in ("5", "1023K", "K", "-1", "", "1Gi", "1.5G", "16777216T", "99999999999999999999"):
            done = rowkey("encode", "--sort", "--memory", text, "-l", "{line}", stdin=b"a\n")
            self.assertEqual((2, b""), (done.returncode, done.stdout), text)
            self.assertIn(b"option --memory: ", done.stderr, text)
        for option in ("--memory", "--temporary"):
            self.assert_fails(
                2, f"option {option} needs --sort: nothing else keeps rows", option, "9999999", "-l", "{line}", stdin=b"a\n"
            )

    def test_sizes(self):
        for text in (str(LEAST), "1024K", "1M", "1G", "16777215T"):
            self.assert_keys(b"a\nb\n", "--sort", "--memory", text, "-l", "{line}", stdin=b"b\na\n")

    def test_no_directory_for_rows(self):
        words = lines(b"%08d" % i for i in range(50_000))
        self.assert_fails(
            3, f"{self.path('nowhere')}: rows that memory does not hold: No such file or directory", "--sort", *SPILL,
            "--temporary", self.path("nowhere"), "-l", "{line}", stdin=words,
        )  # fmt: skip
        self.assert_fails(
            3, f"{self.path('nowhere')}: rows that memory does not hold: No such file or directory", "--sort", *SPILL, "-l", "{line}",
            stdin=words, env=support.environment(TMPDIR=self.path("nowhere")),
        )  # fmt: skip

    def test_nothing_is_left_when_it_is_killed(self):
        process = subprocess.Popen(
            [*support.TOOL, "encode", "--sort", *SPILL, "--temporary", self.spill, "-l", "{line}", "-o", self.path("keys")],
            stdin=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            process.stdin.write(lines(b"%08d" % i for i in range(400_000)))
            process.stdin.flush()
            deadline = time.monotonic() + 60
            while not support.open_files(process, self.spill) and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertTrue(support.open_files(process, self.spill), "no row was put aside")
        finally:
            process.send_signal(signal.SIGKILL)
            process.stdin.close()
            process.wait()
        self.assertEqual([], os.listdir(self.spill))
        self.assert_only("spill")


main()
