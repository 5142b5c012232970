"""rowkey simulate: who writes which row when, and every figure of the load, against plain Python."""

import random
import struct

from load_model import SimulateTest, paper_points, region_of, take_files, turns
from support import environment, main, md5_modulo, paper_key, rowkey, some, splitmix64, supported

PIPE_IS_READ_ONCE = (
    "the split points come from the keys of the records, which are then read twice, and a pipe is read once "
    "(expected regular files, or --splits)"
)


class WritersTest(SimulateTest):
    """Files of ids: who writes them, and when."""

    def ids_files(self, sizes, seed=1):
        """Files of random ids with so many lines each."""
        source, files, ids = random.Random(seed), [], []
        for number, size in enumerate(sizes):
            ids.append([source.randrange(10 ** source.randrange(1, 10)) for _ in range(size)])
            files.append(self.file(f"ids{number}", b"".join(b"%d\n" % value for value in ids[-1])))
        return files, ids

    def check(self, rows, points, window, *arguments, servers=0):
        result = self.json(
            "-l", "@paper-md5mod", "--splits", self.points_file(points), "--window", window, *arguments
        )
        self.assertEqual(len(rows), result["rows"])
        regions = [region_of(points, paper_key(row)) for row in rows]
        layout = result["layouts"][0]
        self.assertEqual("@paper-md5mod", layout["layout"])
        self.assertEqual("{md5(id) % 1000000:07d}{id:010d}", layout["template"])
        self.assert_load(regions, len(points) + 1, window, layout["regions"])
        if servers:
            self.assert_load([region % servers for region in regions], servers, window, layout["servers"])
        return result

    def test_each_file_has_a_writer_and_they_take_turns_row_by_row(self):
        files, ids = self.ids_files([700, 0, 2500, 1, 2499])
        rows = turns(ids)
        self.assertEqual([ids[0][0], ids[2][0], ids[3][0], ids[4][0], ids[0][1]], rows[:5])
        for window in (1, 7, 100, 5700, 10000):
            result = self.check(rows, paper_points(13), window, *files)
            self.assertEqual((5, window, 0), (result["writers"], result["window"], result["servers"]))

    def test_servers_have_the_regions_in_turn(self):
        files, ids = self.ids_files([700, 300])
        for servers in (1, 2, 5, 13, 40):
            result = self.check(
                turns(ids), paper_points(13), 50, "--servers", servers, *files, servers=servers
            )
            self.assertEqual(servers, result["servers"])

    def test_a_writer_who_is_done_takes_the_next_file(self):
        files, ids = self.ids_files([100, 2500, 1, 0, 0, 3, 700, 2, 0])
        for writers in range(1, 10):
            self.check(take_files(ids, writers), paper_points(10), 41, "--writers", writers, *files)

    def test_a_small_chunk_changes_nothing(self):
        files, ids = self.ids_files([300, 500, 20])
        for size in (1, 7, 100):
            self.check(take_files(ids, 2), paper_points(10), 41, "--writers", 2, "--chunk-size", size, *files)

    def parts(self, data, begin, parts, ends):
        """The rule: part i ends with the last record that ends at or before (i + 1) / parts of the bytes."""
        wanted = [begin + (len(data) - begin) * (i + 1) // parts for i in range(parts - 1)]
        cuts = (
            [begin] + [max([begin] + [end for end in ends if end <= place]) for place in wanted] + [len(data)]
        )
        return list(zip(cuts, cuts[1:]))

    def test_fewer_files_than_writers_are_cut_at_line_ends(self):
        (name,), (ids,) = self.ids_files([1000])
        data = self.read("ids0")
        ends = [i + 1 for i, byte in enumerate(data) if byte == 10]
        for writers in (2, 3, 7, 100, 3000):
            parts = [
                [int(line) for line in data[a:b].splitlines()] for a, b in self.parts(data, 0, writers, ends)
            ]
            self.assertEqual(1000, sum(map(len, parts)))
            self.check(turns(parts), paper_points(10), 30, "--writers", writers, name)

    def test_long_lines_are_cut_where_they_end(self):
        lines = [
            b"%d" % (number * 7) + b"\t" + b"x" * (200000 if number % 3 == 0 else 9) for number in range(40)
        ]
        data = b"\n".join(lines)  # without a newline at the end
        name = self.file("long", data)
        ends = [i + 1 for i, byte in enumerate(data) if byte == 10]
        for writers in (2, 9):
            parts = [
                [int(line.split(b"\t")[0]) for line in data[a:b].splitlines()]
                for a, b in self.parts(data, 0, writers, ends)
            ]
            self.check(
                turns(parts),
                paper_points(3),
                2,
                "--writers",
                writers,
                "--input",
                "tsv",
                "-c",
                "id:u64,...",
                name,
            )

    def test_the_largest_files_get_the_most_parts(self):
        names, ids = [], []
        for number, size in enumerate((100, 400, 300)):
            ids.append([1000 + number + 3 * i for i in range(size)])
            names.append(self.file(f"f{number}", b"".join(b"%d\n" % value for value in ids[-1])))
        # Lines of 5 bytes: of 6 parts the second file gets 3 and the third one 2.
        parts = [ids[0], ids[1][:133], ids[1][133:266], ids[1][266:], ids[2][:150], ids[2][150:]]
        self.check(turns(parts), paper_points(10), 30, "--writers", 6, *names)

    def test_csv_is_cut_where_no_quote_is_open_and_only_the_first_part_has_the_header(self):
        source = random.Random(3)
        records, ids = [], []
        for number in range(500):
            note = "".join(source.choice('ab,"\n') for _ in range(source.randrange(12)))
            quoted = '"' + note.replace('"', '""') + '"'
            records.append(f"{quoted},{number * 11},{quoted}\n".encode())
            ids.append(number * 11)
        header = b"note,id,more\n"
        data = header + b"".join(records)
        name, ends, place = self.file("a.csv", data), [], len(header)
        for record in records:
            place += len(record)
            ends.append(place)
        for writers in (2, 5, 64):
            parts, begin = [], len(header)
            for a, b in self.parts(data, begin, writers, ends):
                parts.append([ids[i] for i, end in enumerate(ends) if a < end <= b])
            for size in (1, 1000, 1 << 18):
                self.check(
                    turns(parts), paper_points(10), 30, "--writers", writers, "--input", "csv", "--header",
                    "-c", "id:u64", "--chunk-size", size, name,
                )  # fmt: skip

    def test_a_file_whose_size_is_reported_as_0_is_one_part(self):
        with open("/proc/filesystems", "rb") as file:
            rows = len(file.readlines()) - 1
        for kind in ("lines", "tsv"):
            for writers in (2, 3):
                result = self.json(
                    "-l", "{md5(line) % 10:u8}", "--regions", 2, "--input", kind, "--header", "--writers", writers,
                    "/proc/filesystems",
                )  # fmt: skip
                self.assertEqual((rows, writers), (result["rows"], result["writers"]))

    def test_binary_is_cut_between_records(self):
        ids = [number * 12345 for number in range(333)]
        name = self.file("bin", b"".join(struct.pack("<Qxxx", value) for value in ids))
        for writers in (2, 10, 400):
            ends = [0] + [(i + 1) * 333 * 11 // writers // 11 for i in range(writers)]
            parts = [ids[a:b] for a, b in zip(ends, ends[1:])]
            self.check(
                turns(parts),
                paper_points(10),
                30,
                "--writers",
                writers,
                "--input",
                "binary",
                "-c",
                "id:u64le,_:3",
                name,
            )

    def test_bad_binary_records_are_reported_with_their_place(self):
        ids = list(range(5000))
        ids[3000] = 10**10
        name = self.file("ids", b"".join(struct.pack("<Q", value) for value in ids))
        reason = "id = 10000000000 does not fit {id:010d} (column id, at most 9999999999)"
        arguments = ("-l", "@paper-idmod", "-c", "id:u64le", "--input", "binary", "--regions", 3)
        for writers in (1, 3):
            for size in (1000, 100000):
                self.assert_fails(
                    1, f"{name}: record 3001 at byte 24000: {reason}",
                    *arguments, "--writers", writers, "--chunk-size", size, name,
                )  # fmt: skip
        self.assert_fails(2, "a record of 8 bytes is longer than --max-record 7", *arguments, "--max-record", 7, name)
        self.file("ids", b"".join(struct.pack("<Q", value) for value in ids[:300]))
        self.assertEqual(300, self.json(*arguments, "--max-record", 8, name)["rows"])

    def test_bad_lines_are_reported_with_their_place(self):
        """In any file, of any writer, and in any chunk; where a file is cut, nobody has counted lines."""
        good = b"".join(b"%d\n" % value for value in range(5000))
        bad = good + b"12345678901\n" + good
        files = [self.file("a", good), self.file("b", bad), self.file("c", good)]
        reason = "id = 12345678901 does not fit {id:010d} (column id, at most 9999999999)"
        arguments = ("-l", "@paper-idmod", "-c", "id:u64", "--regions", 3)
        for writers in (1, 2, 3):
            for size in (50, 10000, 1000000):
                self.assert_fails(
                    1, f"{files[1]}:5001: {reason}", *arguments, "--writers", writers, "--chunk-size", size, *files
                )
                self.assert_fails(
                    1, f"{files[1]}: byte {len(good)}: {reason}",
                    *arguments, "--writers", writers + 1, "--chunk-size", size, files[1],
                )  # fmt: skip

    def test_files_are_named_by_the_first_one(self):
        files = [self.file(name, b"1\n") for name in "abc"]
        for count, more in ((1, ""), (2, " and 1 more file"), (3, " and 2 more files")):
            result = self.json("-l", "@paper-idmod", "-c", "id:u64", "--regions", 3, *files[:count])
            self.assertEqual((files[0] + more, count), (result["source"], result["writers"]))

    def test_standard_input_is_one_writer(self):
        data = b"".join(b"%d\n" % value for value in range(500))
        result = self.json("-l", "@paper-idmod", "--regions", 4, "--window", 9, stdin=data)
        self.assertEqual((1, "<stdin>"), (result["writers"], result["source"]))
        self.assert_load([0] * 500, 4, 9, result["layouts"][0]["regions"])
        self.assert_fails(
            2,
            "option --writers: <stdin> is not a regular file and cannot be cut into parts (expected at most 1 "
            "writer, not 2)",
            "-l", "@paper-idmod", "--regions", 4, "--writers", 2,
        )  # fmt: skip

    def test_a_header_may_come_from_a_pipe(self):
        data = b"more,id\n" + b"".join(b"x,%d\n" % value for value in range(500))
        result = self.json(
            "-l", "@paper-idmod", "-c", "id:u64", "--regions", 4, "--input", "csv", "--header", stdin=data
        )
        self.assertEqual(500, result["rows"])

    def test_random_differs_in_every_part(self):
        (name,), _ = self.ids_files([4000])
        for writers in (1, 4):
            result = self.json(
                "-l",
                "{random():u64}",
                "-c",
                "id:u64",
                "--regions",
                16,
                "--writers",
                writers,
                "--seed",
                3,
                name,
            )
            counts = result["layouts"][0]["regions"]["rows"]
            if writers == 1:
                expected = [0] * 16
                for row in range(4000):
                    expected[splitmix64(3, row) >> 60] += 1
                self.assertEqual(expected, counts)
            self.assertLess(max(counts), 350)  # 250 on average; parts alike would have 4 times the deviation
            self.assertGreater(min(counts), 170)


class LayoutsTest(SimulateTest):
    def test_layouts_stand_side_by_side_with_regions_of_their_own(self):
        rows, window = range(3000), 100
        result = self.json(
            "-l", "@paper-idmod", "-l", "@paper-md5mod", "-l", "{id:u64}", "--regions", 7,
            "--source", "sequential", "--rows", 3000, "--window", window,
        )  # fmt: skip
        self.assertEqual(
            ["@paper-idmod", "@paper-md5mod", "{id:u64}"], [one["layout"] for one in result["layouts"]]
        )
        points = paper_points(7)
        expected = [
            [region_of(points, b"%07d" % (row % 1000000)) for row in rows],
            [region_of(points, paper_key(row)) for row in rows],
            [0 for row in rows],
        ]
        for rows, layout in zip(expected, result["layouts"]):
            self.assert_load(rows, 7, window, layout["regions"])

    def test_regions_of_unknown_values_come_from_all_the_keys(self):
        source = random.Random(8)
        names = sorted("".join(source.choice("abc") for _ in range(9)).encode() for _ in range(2000))
        source.shuffle(names)
        file = self.file("names", b"".join(name + b"\n" for name in names))
        points = [sorted(names)[i * 2000 // 10] for i in range(1, 10)]
        for writers in (1, 3):
            result = self.json("-l", "{line}", "--regions", 10, "--writers", writers, file)
            counts = [0] * 10
            for name in names:
                counts[region_of(points, name)] += 1
            self.assertEqual(counts, result["layouts"][0]["regions"]["rows"])
        self.assert_fails(
            2,
            PIPE_IS_READ_ONCE,
            "-l", "{line}", "--regions", 2, stdin=b"a\nb\n",
        )  # fmt: skip
        done = rowkey("simulate", "-l", "{line}", "--regions", 3000, file)
        self.assertEqual((1, b""), (done.returncode, done.stdout))
        self.assertIn(b"--regions: split points from the rows themselves", done.stderr)

    def test_regions_come_from_the_first_rows(self):
        """Of all layouts, also of those that have points of their own."""
        rows = b"".join(b"%d\n" % (i * 7919 % 5000 if i < 3000 else i) for i in range(9000))
        file = self.file("ids.csv", rows)
        layouts = ("{id:u32}", "{md5(id) % 1000:03d}{id}", "{id}")
        for sample in (100, 3000, 8192, 9000):
            result = self.json(
                *(word for layout in layouts for word in ("-l", layout)), "-c", "id:u64", "--input", "csv",
                "--regions", 7, "--sample-rows", sample, "--writers", 3, file,
            )  # fmt: skip
            for layout, simulated in zip(layouts, result["layouts"]):
                options = ("-l", layout, "-c", "id:u64", "--input", "csv")
                done = rowkey("splits", *options, "--regions", 7, "--sample", "--sample-rows", sample, file)
                self.assertEqual(0, done.returncode, done.stderr)
                by_list = self.json(*options, "--splits", self.file("points", done.stdout), "--writers", 3, file)
                self.assertEqual(by_list["layouts"][0]["regions"], simulated["regions"], layout)
        self.assert_fails(
            1,
            "option --sample-rows: the keys of the sample do not give the split points of 7 regions (expected at most 3 regions, or more different keys)",
            *options, "--regions", 7, "--sample-rows", 3, file,
        )  # fmt: skip
        self.assert_fails(
            2,
            PIPE_IS_READ_ONCE,
            *options, "--regions", 7, "--sample-rows", 3, stdin=b"1\n2\n",
        )  # fmt: skip

    def test_named_layouts_bring_columns_that_must_agree(self):
        self.assert_fails(
            2,
            "@paper-md5mod is made of the columns id:u64, and @paper-composite of user:text,ts:u64 (expected "
            "--columns, which names those of the records)",
            "-l", "@paper-md5mod", "-l", "@paper-composite", "--regions", 2, "--input", "csv",
        )  # fmt: skip
        data = b"".join(b"%d,user%d,%d\n" % (i, i % 7, i * 3) for i in range(200))
        result = self.json(
            "-l", "@paper-md5mod", "-l", "@paper-composite", "--regions", 2, "--input", "csv",
            "-c", "id:u64,user:text,ts:u64", stdin=data,
        )  # fmt: skip
        users = [int(md5_modulo(b"user%d" % (i % 7), 1000) >= 500) for i in range(200)]
        self.assert_load(users, 2, 10000, result["layouts"][1]["regions"])

    def test_every_instruction_set_gives_the_same(self):
        arguments = ["-l", "@paper-md5mod", "--regions", 220, "--source", "random(below=10000000000)"]
        results = {
            isa: self.simulate(
                *arguments,
                "--rows",
                30000,
                "--writers",
                7,
                "--output",
                "json",
                env=environment(ROWKEY_ISA=isa),
            )
            for isa in supported()
        }
        self.assertEqual(1, len(set(results.values())), results.keys())


class PaperTest(SimulateTest):
    def test_figure_1_comes_out(self):
        result = self.json("-l", "{md5(id) % 1000:04d}{id:010d}", "--regions", 1000, "--source", "sequential")
        total = result["layouts"][0]["regions"]["total"]
        self.assertEqual((3811, 4196, 4000), (total["least"], total["most"], total["mean"]))
        self.assertEqual("63.555", "%.3f" % total["deviation"])

    def test_ids_modulo_walk_in_lock_step_and_md5_does_not(self):
        for writers in some((1, 8, 80)):
            result = self.json(
                "-l", "@paper-idmod", "-l", "@paper-md5mod", "-l", "@paper-random", "--regions", 220,
                "--source", "sequential", "--writers", writers,
            )  # fmt: skip
            modulo, md5, at_random = (one["regions"]["windows"] for one in result["layouts"])
            self.assertGreater(modulo["lock_step"], 0.85)
            self.assertLess(modulo["active_mean"], 50)
            for even in (md5, at_random):
                self.assertLess(even["lock_step"], 0.01)
                self.assertGreater(even["active_least"], 210)


if __name__ == "__main__":
    main()
