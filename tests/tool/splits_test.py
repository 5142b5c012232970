"""rowkey splits: HBase's lists byte for byte, and lists from layouts, from samples and from other lists."""

import random

import support
from support import PAPER, ToolTest, hbase_text, rowkey

IDS = ("--layout", PAPER, "--columns", "id:u64")
GUIDE = "bytes:0000000000000000,ffffffffffffffff"
SPREAD = (
    "rowkey: note: this assumes that {id:010d} is spread evenly over 0 ... 9999999999 (--sample measures it)\n"
)


def lines(*points):
    return "".join(point + "\n" for point in points).encode()


class SplitsTest(ToolTest):
    def assert_points(self, expected, *arguments, **options):
        self.assert_keys(expected, *arguments, command="splits", **options)

    def refuse(self, status, message, *arguments, **options):
        self.assert_fails(status, message, *arguments, command="splits", **options)


class Algorithms(SplitsTest):
    def hex(self, algorithm, regions):
        done = rowkey("splits", "--algorithm", algorithm, "--regions", regions, "--output", "hex")
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        return done.stdout.decode().split()

    def test_uniform(self):
        self.assertEqual(["80" + 7 * "00"], self.hex("uniform", 2))
        self.assertEqual([8 * "55", 8 * "aa"], self.hex("uniform", 3))
        tenth = self.hex("uniform", 10)
        self.assertEqual(["1999999999999999", "e666666666666661"], [tenth[0], tenth[-1]])
        self.assertEqual(9, len(tenth))
        self.assertEqual(["%x" % i + 15 * "0" for i in range(1, 16)], self.hex("uniform", 16))
        self.assertEqual(["20", "40", "60"], self.hex("uniform:,\\x7F", 4))

    def test_uniform_in_every_form(self):
        arguments = ("--algorithm", "uniform", "--regions", 4)
        points = [b"\x40" + bytes(7), b"\x80" + bytes(7), b"\xc0" + bytes(7)]
        in_hbase = b"@" + 7 * b"\\x00" + b"\n\\x80" + 7 * b"\\x00" + b"\n\\xC0" + 7 * b"\\x00" + b"\n"
        self.assert_points(in_hbase, *arguments)
        self.assert_points(in_hbase, "--algorithm", "UniformSplit", "--regions", 4)
        self.assert_points(in_hbase, *arguments, "--output", "hbase")
        self.assert_points(b"".join(points), *arguments, "--output", "raw")
        self.assert_points(lines(*(point.hex() for point in points)), *arguments, "--output", "hex")
        self.refuse(
            1,
            'the split point "@' + 7 * "\\x00" + '" holds a NUL (expected none with --output text: use hex or hbase)',
            *(*arguments, "--output", "text"),
        )

    def test_hex_and_decimal(self):
        for form in ("hbase", "text"):
            for algorithm, regions, expected in (
                ("hex", 2, lines("80000000")),
                ("hex", 3, lines("55555555", "aaaaaaaa")),
                ("hex", 16, lines(*("%x0000000" % i for i in range(1, 16)))),
                ("hex:0,A", 11, lines(*"123456789a")),
                ("decimal", 16, lines(*("%08d" % (i * 6250000) for i in range(1, 16)))),
                ("decimal:000,999", 4, lines("250", "500", "750")),
                ("hex:56,718", 3, lines("297", "4d8")),
                ("decimal:007,99", 5, lines("25", "43", "61", "79")),
                ("HexStringSplit:56,718", 3, lines("297", "4d8")),
                ("HexStringSplit", 2, lines("80000000")),
                ("DecimalStringSplit", 2, lines("50000000")),
            ):
                self.assert_points(
                    expected, "--algorithm", algorithm, "--regions", regions, "--output", form
                )

    def test_guide_hex(self):
        points = self.hex("guide-hex", 16)
        self.assertEqual("0fffffffffffffff", bytes.fromhex(points[0]).decode())
        self.assertEqual("effffffffffffff1", bytes.fromhex(points[-1]).decode())
        self.assert_points(
            lines("000000000000007f"), "--algorithm", "guide-hex:00,ff", "--regions", 2
        )

    def test_bytes(self):
        self.assert_points(lines("CCC"), "--algorithm", "bytes:AAA,EEE", "--regions", 2)
        self.assert_points(lines("http://]"), "--algorithm", "bytes:http://A,http://z", "--regions", 2)
        self.assertEqual(["010101aa", "01010254"], self.hex("bytes:\\x01\\x01\\x01,\\x01\\x01\\x03", 3))
        self.assertEqual(
            [
                *("36" + 15 * "f6", "3d" + 14 * "bd" + "bc", "44" + 14 * "84" + "82", "4b" + 14 * "4b" + "48"),
                *("52" + 14 * "12" + "0e", "58" + 14 * "d8" + "d4", "5f" + 14 * "9f" + "9a"),
            ],
            self.hex(GUIDE, 8),
        )
        self.assertEqual(["2d"], self.hex("bytes:\\x2C,.", 2), "a comma as an escape")

    def test_long_rows_against_big_integers(self):
        seed = random.randrange(1 << 32)
        numbers = random.Random(seed)
        for _ in range(12):
            size, regions = numbers.randrange(1, 900), numbers.randrange(2, 60)
            start, stop = sorted(numbers.randbytes(numbers.randrange(1, size + 1)) for _ in range(2))
            inclusive = numbers.random() < 0.5
            size = max(len(start), len(stop))
            if start.ljust(size, b"\0") == stop.ljust(size, b"\0"):
                continue
            while True:
                first = int.from_bytes(start.ljust(size, b"\0"), "big")
                difference = int.from_bytes(stop.ljust(size, b"\0"), "big") - first + inclusive
                if difference >= regions:
                    break
                size += 1
            points = (first + i * (difference // regions) for i in range(1, regions))
            ends = ",".join(hbase_text(row).decode().replace(",", "\\x2C") for row in (start, stop))
            self.assertEqual(
                [point.to_bytes(size, "big").hex() for point in points],
                self.hex(("uniform:" if inclusive else "bytes:") + ends, regions),
                f"seed {seed}",
            )

    def test_create_table(self):
        """Points of RawAsyncHBaseAdmin.getSplitKeys, hbase-client 2.6.4-hadoop3."""
        for ends, regions, points in (
            ("a,z", 3, ["61", "7a"]),
            ("a,zzzz", 5, ["61", "697e28d3", "71fc51a6", "7a7a7a7a"]),
            ("\\x00,b", 5, ["00", "20", "40", "62"]),
        ):
            self.assert_points(
                lines(*points), "--algorithm", f"create-table:{ends}", "--regions", regions, "--output", "hex"
            )

    def test_bad_algorithms(self):
        def refuse(message, algorithm, regions=2):
            self.refuse(2, "option --algorithm: " + message, "--algorithm", algorithm, "--regions", regions)

        refuse('unknown value "md5" (expected uniform, hex, decimal, bytes, create-table, guide-hex, '
            "UniformSplit, HexStringSplit or DecimalStringSplit)", "md5")
        refuse('"bytes" (expected bytes:START,STOP, a comma in them as \\x2C)', "bytes")
        refuse('"create-table" (expected create-table:START,STOP, a comma in them as \\x2C)', "create-table")
        refuse("createTable of HBase makes no table of 2 regions from two rows (expected 3 or more)", "create-table:a,z", 2)
        refuse('"bytes:a" (expected bytes:START,STOP, a comma in them as \\x2C)', "bytes:a")
        refuse('"uniform:a,b,c" (expected uniform:FIRST,LAST, a comma in them as \\x2C)', "uniform:a,b,c")
        refuse('"hex:" (expected hex:FIRST,LAST)', "hex:")
        refuse(
            'the row "\\x5Cq" has "\\x5Cq" at byte 0 (expected \\xHH with two hex digits, \\x5C for a backslash)',
            "bytes:\\q,b",
        )
        refuse(
            "start is not before stop when the shorter one is padded with 00 (expected rows with others between "
            "them)",
            "bytes:b,a",
        )
        refuse("the last row, 00, is not greater than the first one, AA", "hex:AA,00")
        refuse("there are fewer rows from 0 to A than 12 regions", "hex:0,A", 12)
        refuse('the rows "0" and "x" are not two numbers (expected decimal digits)', "decimal:0,x")
        refuse('the rows "" and "ff" are not two numbers (expected hex digits)', "hex:,ff")
        refuse(
            "the row 11111111111111111 has 17 digits, but getHexSplits makes points of 16 (expected at most as many)",
            "guide-hex:0,11111111111111111",
        )


class Layouts(SplitsTest):
    def test_the_paper(self):
        for regions in (2, 4, 8, 16, 32, 55, 110, 165, 220):
            expected = lines(*("%07d" % (i * 1000000 // regions) for i in range(1, regions)))
            self.assert_points(expected, *IDS, "--regions", regions)
        tuple_layout = ("--layout", "({md5(id) % 1000000:07d},{id:010d})", "--columns", "id:u64")
        self.assert_points(lines("(0500000"), *tuple_layout, "--regions", 2)

    def test_letters_and_bytes(self):
        self.assert_points(lines("b", "c", "d"), "--layout", "{md5(line) % 4:a}-{line}", "--regions", 4)
        self.assert_points(
            lines(*("\\x%02X" % i for i in range(1, 16))), "--layout", "@phoenix-salted", "--regions", 16
        )

    def test_ten_thousand_regions(self):
        expected = lines(*("%07d" % (i * 100) for i in range(1, 10000)))
        self.assert_points(expected, *IDS, "--regions", 10000)

    def test_a_single_region_has_an_empty_list(self):
        note = b"rowkey: note: a single region has no split point, so the list is empty\n"
        for arguments in (IDS, ("--algorithm", "uniform"), ("--algorithm", "hex")):
            done = rowkey("splits", *arguments, "--regions", 1)
            self.assertEqual((0, b"", note), (done.returncode, done.stdout, done.stderr))
            self.assert_points(b"", *arguments, "--regions", 1, "--quiet")

    def test_numbers_of_regions_that_cannot_be(self):
        expected = "(expected a number from 1 to 16777216)"
        for text in ("0", "16777217"):
            self.refuse(2, f'option --regions: "{text}" is out of range {expected}', *IDS, "--regions", text)
        self.refuse(2, f'option --regions: "x" has a byte that is not a digit {expected}', *IDS, "--regions", "x")
        self.refuse(
            2,
            "option --layout: {md5(id) % 1000:03d} has 1000 values, which cannot be shared by 100000 regions\n"
            "{md5(id) % 1000:03d}\n"
            "^ expected at most 1000 regions, more values, or split points from a sample of keys",
            *("--layout", "{md5(id) % 1000:03d}", "--columns", "id:u64", "--regions", 100000),
        )
        points = rowkey("splits", *IDS, "--regions", 100000).stdout.split()
        self.assertEqual([b"%07d" % (i * 10) for i in range(1, 100000)], points)

    def test_a_plain_column_gets_a_note(self):
        layout = ("--layout", "{id:010d}", "--columns", "id:u64", "--regions", 2)
        done = rowkey("splits", *layout)
        self.assertEqual((0, b"5000000000\n", SPREAD.encode()), (done.returncode, done.stdout, done.stderr))
        self.assert_points(b"5000000000\n", *layout, "--quiet")

    def test_an_uneven_hash_gets_a_note(self):
        field = "{min(crc32c(line), 5):u8}"
        done = rowkey("splits", "--layout", field, "--regions", 2)
        note = SPREAD.replace("{id:010d}", field).replace("9999999999", "5")
        self.assertEqual((0, b"\\x03\n", note.encode()), (done.returncode, done.stdout, done.stderr))

    def test_a_hash_with_gaps_is_counted(self):
        self.assert_points(b"\\x04\n", "--layout", "{crc32c(line) & 5:u8}", "--regions", 2)
        self.assert_points(b"1000\n2000\n", "--layout", "{crc32c(line) % 3 * 1000:04d}", "--regions", 3)

    def test_unknown_values_ask_for_a_sample(self):
        self.refuse(
            2,
            "option --layout: the layout does not say which texts {line} can be\n"
            "{line}\n"
            "^ expected a hash or a number before it, or split points from a sample of keys",
            *("--layout", "{line}", "--regions", 2),
        )

    def test_an_output_file(self):
        self.assert_points(b"", *IDS, "--regions", 3, "--output-file", self.path("points"))
        self.assertEqual(lines("0333333", "0666666"), self.read("points"))
        done = rowkey("splits", "--layout", "{line}", "--regions", 3, "-o", self.path("other"))
        self.assertEqual(2, done.returncode)
        self.assert_only("points")

    def test_text_that_could_not_be_read_back(self):
        layout = ("--layout", "{id:u8}", "--columns", "id:u64", "--quiet", "--output", "text")
        for regions, point, fault in (
            (25, "\\x0A", "holds a newline"),
            (19, "\\x0D", "ends in a CR"),
            (2, None, None),
        ):
            done = rowkey("splits", *layout, "--regions", regions, "-o", self.path("points"))
            if fault is None:
                self.assertEqual((0, b"\x80\n"), (done.returncode, self.read("points")))
                continue
            expected = "(expected none with --output text: use hex or hbase)"
            message = f'rowkey: the split point "{point}" {fault} {expected}\n'
            self.assertEqual((1, message.encode()), (done.returncode, done.stderr))
            self.assert_only()


class Samples(SplitsTest):
    def test_lines_are_keys_without_a_layout(self):
        keys = b"".join(b"%05d\n" % (i * 7 % 10000) for i in range(10000))
        self.assert_points(
            lines("02500", "05000", "07500"), "--sample", "--regions", 4, stdin=keys
        )

    def test_records_are_read_as_encode_reads_them(self):
        header, rows = b"host,ts\n", [(b"h%03d" % (i % 500), i) for i in range(5000)]
        file = self.file("events.csv", header + b"".join(b"%s,%d\n" % row for row in rows))
        layout = ("--layout", "{host:4s}{ts:u64}", "--columns", "ts:u64,host:text", "--input", "csv", "--header")
        keys = sorted(host + ts.to_bytes(8, "big") for host, ts in rows)
        expected = lines(*(keys[i * 5000 // 8].hex() for i in range(1, 8)))
        for threads in (1, 4):
            self.assert_points(
                expected,
                *(*layout, "--regions", 8, "--output", "hex", "--threads", threads, "--chunk-size", 999),
                *("--sample", file),
            )

    def test_only_the_first_keys_count(self):
        keys = [b"%05d" % (i * 7919 % 60000) for i in range(60000)]
        for rows in (1000, 4096, 30000, 59999, 60000, 99999):
            first = sorted(keys[:rows])
            expected = lines(*(first[i * len(first) // 4].decode() for i in range(1, 4)))
            for threads in (1, 3):
                self.assert_points(
                    expected,
                    *("--sample", "--sample-rows", rows, "--regions", 4, "--threads", threads, "--chunk-size", 9999),
                    stdin=b"\n".join(keys),
                )

    def test_more_keys_than_are_held_at_once(self):
        keys = [b"%099d" % (i * 7919 % 60000) for i in range(60000)]
        expected = b"".join(sorted(keys)[i * 10000] + b"\n" for i in range(1, 6))
        for threads in (1, 3):
            self.assert_points(
                expected,
                *("--sample", "--regions", 6, "--threads", threads, "--chunk-size", 16 << 20),
                stdin=b"\n".join(keys),
            )

    def test_more_keys_than_memory(self):
        if support.is_slow():
            self.skipTest("a sample of 80 MB takes its time")
        keys = self.file("keys", b"".join(b"%0400d\n" % (i * 7919 % 200000) for i in range(200000)))
        done = rowkey("splits", "--sample", "--regions", 4, keys)
        for i, point in enumerate(done.stdout.split(), 1):
            self.assertAlmostEqual(i * 50000, int(point), delta=200)
        self.assertRegex(
            done.stderr,
            rb"^rowkey: note: the keys did not all fit into memory, so that 0.00\d+ % of them may lie on the wrong side "
            rb"of a point\n$",
        )
        self.assert_points(done.stdout, "--sample", "--regions", 4, "--quiet", keys)

    def test_bad_records(self):
        self.refuse(
            1,
            '<stdin>:2: column id: "x" is not a number of type u64: it has a byte that is not a digit (expected digits '
            "only, from 0 to 18446744073709551615)",
            *(*IDS, "--sample", "--regions", 2),
            stdin=b"1\nx\n2\n",
        )
        done = rowkey(
            *("splits", "-l", "{id:02d}", "-c", "id:u64", "--sample", "--regions", 2),
            *("--on-error", "skip", "--rejects", self.path("rejects"), "-o", self.path("points")),
            stdin=b"1\nx\n2\n",
        )
        self.assertEqual((0, b""), (done.returncode, done.stdout))
        self.assertIn(b"1 bad record skipped and kept in ", done.stderr)
        self.assertEqual(b"02\n", self.read("points"))
        self.assertTrue(self.read("rejects").endswith(b"\nx\n"))
        self.assert_only("points", "rejects")

    def test_nothing_is_left_behind_by_a_failure(self):
        for arguments in (("--regions", 5), ("--regions", 2, "--layout", "{line:1s}")):
            done = rowkey("splits", "--sample", *arguments, "-o", self.path("points"), stdin=b"aa\nbb\ncc\n")
            self.assertEqual(1, done.returncode, done.stderr)
        self.assert_only()

    def test_too_few_keys(self):
        self.refuse(
            1,
            "the keys of the sample do not give the split points of 4 regions (expected at most 3 regions, or more "
            "different keys)",
            *("--sample", "--regions", 4),
            stdin=b"a\nb\nc\nb\n",
        )
        self.refuse(
            1,
            "the keys of the sample do not give the split points of 2 regions (expected at most 1 region, or more "
            "different keys)",
            *("--sample", "--regions", 2),
            stdin=b"",
        )

    def test_the_sample_is_not_overwritten(self):
        file = self.file("keys", b"a\nb\n")
        self.refuse(
            2,
            f"{file} is an input and also an output (expected another file)",
            *("--sample", "--regions", 2, "-o", file, file),
        )
        self.assertEqual(b"a\nb\n", self.read("keys"))


class Adding(SplitsTest):
    def test_old_points_stay(self):
        file = self.file("splits", lines("0100000", "0500000"))
        self.assert_points(
            lines("0100000", "0233333", "0366666", "0500000", "0625000", "0750000", "0875000"),
            *(*IDS, "--add", 5, "--splits", file),
        )
        self.assert_points(b"", *IDS, "--add", 1, "--splits", file, "-o", file)
        self.assertEqual(lines("0100000", "0500000", "0750000"), self.read("splits"))

    def test_from_a_sample(self):
        keys = self.file("keys", lines(*("%03d" % i for i in range(1000))))
        self.assert_points(
            lines("250", "500", "750"), "--add", 2, "--splits", "-", "--sample", keys, stdin=lines("500")
        )

    def test_more_than_there_can_be(self):
        self.refuse(
            2,
            "option --add: there cannot be 16777218 regions (expected 1 to 16777216)",
            *(*IDS, "--add", 16777216, "--splits", "-"),
            stdin=lines("05"),
        )

    def test_more_than_the_layout_holds(self):
        done = rowkey(
            "splits", "-l", "{md5(line) % 4:a}", "--add", 3, "--splits", "-", stdin=lines("b", "c")
        )
        self.assertEqual((2, b""), (done.returncode, done.stdout))
        self.assertIn(b"expected at most 1 more", done.stderr)


class Shell(SplitsTest):
    """--output shell: commands of HBase's shell."""

    TABLE = ("--output", "shell", "--table", "ns:t-1")

    def test_a_new_table(self):
        self.assert_points(
            b"create 'ns:t-1', 'f', SPLITS => ['0333333', '0666666']\n", *IDS, "--regions", 3, *self.TABLE
        )
        self.assert_points(b"create 'ns:t-1', 'cf'\n", *IDS, "--regions", 1, "-q", *self.TABLE, "--family", "cf")
        keys = b"\n".join([b"", b"#{1}", b"'\\\x80 "]) + b"\n"
        self.assert_points(
            b"create 'ns:t-1', 'f', SPLITS => ['\\x23{1}', '\\x27\\x5C\\x80 ']\n",
            *("--sample", "--regions", 3, *self.TABLE), stdin=keys,
        )  # fmt: skip

    def test_an_old_table_is_split_in_rounds(self):
        for old, more in (([], 1), ([], 7), ([b"0500000"], 2), ([b"0100000", b"0500000"], 5), ([b"0000007"], 20)):
            listed = ("--add", more, "--splits", self.file("splits", b"".join(point + b"\n" for point in old)))
            expected = rowkey("splits", *IDS, *listed).stdout.split()
            done = rowkey("splits", *IDS, *listed, *self.TABLE)
            self.assertEqual((0, b""), (done.returncode, done.stderr))
            made, table, rounds = set(), set(old), done.stdout.decode().split("# round ")[1:]
            for number, text in enumerate(rounds, 1):
                head, *commands = text.splitlines()
                wait = ", after major_compact 'ns:t-1', when compaction_state 'ns:t-1' says NONE and two minutes have passed" if number > 1 else ""
                self.assertEqual(f"{number} of {len(rounds)}{wait}", head)
                points = [command.removeprefix("split 'ns:t-1', \"").removesuffix('"').encode() for command in commands]
                # No two of them in one region.
                bounds = sorted(table)
                regions = [sum(bound <= point for bound in bounds) for point in points]
                self.assertEqual(len(set(regions)), len(regions))
                table.update(points)
                made.update(points)
            self.assertEqual((expected, more), (sorted(table), len(made)))
            most = max(len([p for p in made if low <= p < high]) for low, high in zip([b"", *old], [*old, b"~"]))
            self.assertEqual(most.bit_length(), len(rounds), "as few rounds as there can be")

    def test_usage(self):
        for option in ("--table", "--family"):
            self.refuse(2, f"option {option} needs --output shell, whose commands it is for",
                        *IDS, "--regions", 2, option, "t")  # fmt: skip
        self.refuse(2, "--output shell needs --table, the table to be created or split",
                    *IDS, "--regions", 2, "--output", "shell")  # fmt: skip
        self.refuse(2, "option --family does not go with --add, which splits a table that is there",
                    *IDS, "--add", 2, "--splits", "-", *self.TABLE, "--family", "f")  # fmt: skip
        expected = "(expected letters, digits, and _ - . :)"
        self.refuse(2, f"option --table: \"t'\" is not a name of a table {expected}",
                    *IDS, "--regions", 2, "--output", "shell", "--table", "t'")  # fmt: skip
        self.refuse(2, f'option --family: "" is not a name of a column family {expected}',
                    *IDS, "--regions", 2, *self.TABLE, "--family", "")  # fmt: skip
        for option in ("--table", "--family"):
            self.refuse(2, f"option {option} does not go with --check, which makes no split points",
                        *IDS, "--check", "f", option, "t")  # fmt: skip


class Usage(SplitsTest):
    def usage(self, message, *arguments):
        self.refuse(2, message, *arguments)

    def test_what_is_missing(self):
        self.usage(
            "option --regions is missing (expected it, or --add N and --splits FILE, or --check FILE; rowkey splits "
            "--help explains them)",
            *IDS,
        )
        missing = (
            "option --layout is missing (expected it, or --sample, or to make points --algorithm; rowkey splits --help "
            "explains them)"
        )
        self.usage(missing, "--regions", 4)
        self.usage(missing, "--check", "list")
        self.usage("option --add needs --splits FILE, the list to add to", *IDS, "--add", 1)
        self.usage(
            "option --splits needs --add N, the number of points to add to the list", *IDS, "--splits", "f", "-r", 2
        )
        self.usage(
            "option --splits-form needs a list to read (expected --add N and --splits FILE, or --check FILE)",
            *(*IDS, "--splits-form", "hex", "--regions", 2),
        )
        self.usage("option --json needs --check, which it is the output of", *IDS, "--regions", 2, "--json")

    def test_what_does_not_go_together(self):
        for option in ("--regions", "--algorithm", "--add", "--splits", "--output", "--output-file"):
            self.usage(
                f"option {option} does not go with --check, which makes no split points",
                *(*IDS, "--check", "list", option, 1),
            )
        for option in ("--regions", "--algorithm"):
            self.usage(
                f"option {option} does not go with --add, which says how many points are made, and where",
                *(*IDS, "--add", 1, "--splits", "list", option, 1),
            )
        for arguments in (("--layout", "x"), ("--columns", "x"), ("--sample",)):
            self.usage(
                f"option --algorithm does not go with {arguments[0]}: it asks neither layout nor keys",
                *("--algorithm", "hex", "--regions", 4, *arguments),
            )
        for arguments in (
            *(("--input", "csv"), ("--header",), ("--delimiter", ";"), ("--null", ""), ("--seed", 1)),
            *(("--threads", 2), ("--on-error", "skip"), ("--rejects", "f"), ("--max-record", 9), ("--chunk-size", 9)),
        ):
            self.usage(
                f"option {arguments[0]} needs --sample, whose records it is about", *IDS, "--regions", 2, *arguments
            )
        self.usage('rowkey splits takes a FILE only with --sample, found "f"', *IDS, "--regions", 2, "f")
        for arguments in (("--columns", "id:u64"), ("--input", "csv"), ("--seed", 1)):
            self.usage(
                f"option {arguments[0]} needs --layout: without it the lines of the input are the keys",
                *("--sample", "--regions", 2, *arguments),
            )
        both = (
            "standard input cannot be both the list of split points and the sample (expected a file for one of them)"
        )
        self.usage(both, "--sample", "--check", "-")
        self.usage(both, "--sample", "--check", "-", "file", "-")

    def test_values(self):
        self.usage(
            'option --splits-form: unknown value "raw" (expected text, hex, hbase or list_regions)',
            *(*IDS, "--check", "list", "--splits-form", "raw"),
        )
        self.usage(
            'option --output: unknown value "x" (expected text, raw, hex, hbase or shell)', *IDS, "-r", 2, "--output", "x"
        )

    def test_help_has_examples(self):
        done = rowkey("splits", "--help")
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assertTrue(done.stdout.startswith(b"Usage: rowkey splits "))
        self.assertIn(b"\nExamples:\n", done.stdout)


if __name__ == "__main__":
    support.main()
