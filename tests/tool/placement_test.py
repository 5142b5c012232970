"""What HBase's shell prints for list_regions: its regions as split points, what they hold beside what a layout expects,
and on which servers a simulation has them."""

import csv
import io
import json

from load_model import SimulateTest, paper_points, region_of
from support import PAPER, ToolTest, hbase_text, main, paper_key, rowkey, some, splitmix64

# Printed by the code of shell/commands/list_regions.rb of HBase 2.4.17, under its JRuby.
PRINTED = rb"""hbase:001:0> list_regions 't'
                          SERVER_NAME |                                                REGION_NAME |  START_KEY |    END_KEY |  SIZE |     REQ |   LOCALITY |
 ------------------------------------ | ---------------------------------------------------------- | ---------- | ---------- | ----- | ------- | ---------- |
 rs-1.example.org,16020,1700000000001 |          t,,170000000000.0123456789abcdef0123456789abcde0. |            |    0400000 |    12 |    1000 |        1.0 |
 rs-3.example.org,16020,1700000000003 |   t,0400000,170000000001.0123456789abcdef0123456789abcde1. |    0400000 |       0|"# |     7 |      10 |        1.0 |
 rs-2.example.org,16020,1700000000002 |      t,0|"#,170000000002.0123456789abcdef0123456789abcde2. |       0|"# |  \x5C\xFF' |     0 |       0 |        1.0 |
 rs-1.example.org,16020,1700000000001 | t,\x5C\xFF',170000000003.0123456789abcdef0123456789abcde3. |  \x5C\xFF' |       \x80 |   120 |       5 |        1.0 |
 rs-3.example.org,16020,1700000000003 |      t,\x80,170000000004.0123456789abcdef0123456789abcde4. |       \x80 |            |     3 | 2000000 |        1.0 |
 5 rows
Took 0.4 seconds
"""
POINTS = [b"0400000", b'0|"#', b"\\\xff'", b"\x80"]
# Printed by the shell of HBase 2.4.17 about a server of 2.6.4, a moment after the last two regions were split.
PRINTED_AFTER_SPLITS = rb"""Can not find all details for region: shell-added,0833333,1795569382738.131952076b83bcc649f7df66a1cc4c59. , it may be disabled or in transition
Can not find all details for region: shell-added,0916666,1795569382738.897842976215aa117453d5e28f7136cf. , it may be disabled or in transition
                   SERVER_NAME |                                                         REGION_NAME |  START_KEY |    END_KEY |  SIZE |   REQ |   LOCALITY |
 ----------------------------- | ------------------------------------------------------------------- | ---------- | ---------- | ----- | ----- | ---------- |
 127.0.0.1,38733,1795569359894 |        shell-added,,1795569381732.dfb75e0bbf2d141f4ddcb580c66f46ed. |            |    0111111 |     1 |     0 |        0.0 |
 127.0.0.1,38733,1795569359894 | shell-added,0111111,1795569381732.b4a7223dc0ea8739f6841a62cea88d87. |    0111111 |    0222222 |     1 |     0 |        0.0 |
 127.0.0.1,38733,1795569359894 | shell-added,0222222,1795569378928.2b7053e1f41d471f49a3f1cf973af3c5. |    0222222 |    0333333 |     1 |     0 |        0.0 |
 127.0.0.1,45475,1795569359809 | shell-added,0333333,1795569381851.66b337f5299fe695186a1d947cf3f8b1. |    0333333 |    0444444 |     1 |     0 |        0.0 |
 127.0.0.1,45475,1795569359809 | shell-added,0444444,1795569381851.fb3f531b0fe67e7a820093defe055a6c. |    0444444 |    0555555 |     1 |     0 |        0.0 |
 127.0.0.1,45475,1795569359809 | shell-added,0555555,1795569379066.3a6e75b56eb7210bb9d0dcf2fa96d69e. |    0555555 |    0666666 |     1 |     0 |        0.0 |
 127.0.0.1,40273,1795569359985 | shell-added,0666666,1795569381980.92f54c0b22f411a84639ed7c7410e20d. |    0666666 |    0749999 |     1 |     0 |        0.0 |
 127.0.0.1,40273,1795569359985 | shell-added,0749999,1795569381980.c55ebfa97a44e7ac3af80121247176c4. |    0749999 |    0833333 |     1 |     0 |        0.0 |
 127.0.0.1,40273,1795569359985 | shell-added,0833333,1795569382738.131952076b83bcc649f7df66a1cc4c59. |    0833333 |    0916666 |       |       |            |
 127.0.0.1,40273,1795569359985 | shell-added,0916666,1795569382738.897842976215aa117453d5e28f7136cf. |    0916666 |            |       |       |            |
 10 rows
"""
LISTING = ("--splits-form", "list_regions")
TITLES = ("SERVER_NAME", "REGION_NAME", "START_KEY", "END_KEY", "SIZE", "REQ", "LOCALITY")


def printed(points, servers, sizes=None, requests=None, titles=TITLES, end=True):
    """A listing of the regions between the points, as the shell prints it."""
    starts, ends = [b"", *points], [*points, b""]
    rows = [
        {
            "SERVER_NAME": servers[i],
            "REGION_NAME": f"t,{hbase_text(start).decode()},1.{i:032x}.",
            "START_KEY": hbase_text(start).decode(),
            "END_KEY": hbase_text(ends[i]).decode(),
            "SIZE": str(sizes[i]) if sizes else "",
            "REQ": str(requests[i]) if requests else "",
            "LOCALITY": "0.5",
        }
        for i, start in enumerate(starts)
    ]
    widths = [max(len(title) + 1, *(len(row[title]) for row in rows)) for title in titles]
    lines = [titles, ["-" * width for width in widths], *([row[title] for title in titles] for row in rows)]
    text = "".join("".join(f" {cell:>{width}} |" for cell, width in zip(line, widths)) + "\n" for line in lines)
    return (text + (f" {len(rows)} rows\n" if end else "")).encode()


class Listings(ToolTest):
    def test_regions_without_a_size(self):
        listing = self.file("listing", PRINTED_AFTER_SPLITS)
        report = rowkey("audit", "-l", PAPER, "-c", "id:u64", "--splits", listing, *LISTING, "--output", "json", stdin=paper_key(7))
        self.assertEqual(b"", report.stderr)
        regions = json.loads(report.stdout)["regions"]
        starts = ["", *(f"{i * 1000000 // 9:07d}" for i in range(1, 7)), "0749999", "0833333", "0916666"]
        self.assertEqual(starts, [region["start"] for region in regions])
        self.assertEqual([1] * 8 + [None] * 2, [region["megabytes"] for region in regions])
        self.assertEqual([0] * 8 + [None] * 2, [region["requests"] for region in regions])
        servers = [38733] * 3 + [45475] * 3 + [40273] * 4
        self.assertEqual(servers, [int(region["server"].split(",")[1]) for region in regions])

    def refuse(self, message, content):
        self.assert_fails(
            1, "<stdin>:" + message, "--splits", "-", *LISTING, self.file("none", b""), command="route", stdin=content
        )

    def test_regions_are_split_points(self):
        points = self.file("points", b"".join(hbase_text(point) + b"\n" for point in POINTS))
        keys = b"\n".join([b"", b"0", *POINTS, b"a"]) + b"\n"
        expected = rowkey("route", "--splits", points, stdin=keys).stdout
        self.assertEqual(8 - 1, expected.count(b"\n"))
        self.assert_keys(
            expected, "--splits", self.file("listing", PRINTED), *LISTING, command="route", stdin=keys
        )
        more = ("splits", "--sample", "--add", 2)
        sample = b"".join(b"%07d\n" % i for i in range(1000))
        self.assert_keys(
            rowkey(*more, "--splits", points, stdin=sample).stdout,
            *(*more[1:], "--splits", self.path("listing"), *LISTING), command="splits", stdin=sample,
        )  # fmt: skip

    def test_any_columns_with_the_start(self):
        for titles in (("START_KEY",), ("START_KEY", "END_KEY"), ("LOCALITY", "START_KEY", "SERVER_NAME")):
            self.assert_keys(
                b"0\n1\n2\n",
                *("--splits", self.file("listing", printed([b"b", b"m"], ["s"] * 3, titles=titles)), *LISTING),
                command="route", stdin=b"a\nb\nz\n",
            )  # fmt: skip
        single = self.file("listing", printed([], ["s"]))
        self.assert_keys(b"0\n", "--splits", single, *LISTING, command="route", stdin=b"a\n")

    def test_lines_that_end_in_cr_lf(self):
        listing = self.file("listing", PRINTED.replace(b"\n", b"\r\n"))
        self.assert_keys(b"3\n", "--splits", listing, *LISTING, command="route", stdin=b"\\\xff'\n")

    def test_what_is_no_listing(self):
        none = "there is no table of regions (expected what HBase's shell prints for list_regions 'TABLE')"
        self.refuse("0: " + none, b"")
        self.refuse("2: " + none, b"0400000\n0700000\n")
        self.refuse("1: " + none, printed([b"m"], "ab").split(b"\n")[0] + b"\n")
        self.refuse("2: " + none, b" START_KEY |\n x |\n")
        self.refuse("2: " + none, b" START_KEY |\n ---\n")

    def test_parts_that_are_missing(self):
        lines = PRINTED.splitlines(keepends=True)
        self.refuse(
            "8: the table of regions has no end (expected a line with the number of rows after them)",
            b"".join(lines[:8]),
        )
        cut = "(expected all regions of the table, from list_regions without a server or a locality"
        self.refuse(
            f'4: the first region begins at "0400000", not where the table does {cut})',
            b"".join(lines[:3] + lines[4:]),
        )
        self.refuse(
            f'5: the region begins at "0|\\x22#", and the one before it ends at "0400000" {cut}, each once)',
            b"".join(lines[:4] + lines[5:]),
        )
        for last, shown in ((7, '"\\x5Cx80"'), (4, '"0400000"')):
            self.refuse(
                f"{last + 1}: the last region ends at {shown}, not where the table does {cut})",
                b"".join([*lines[:last], b" %d rows\n" % (last - 3)]),
            )
        self.refuse(
            f'5: the region begins at "", and the one before it ends at "0400000" {cut}, each once)',
            b"".join([*lines[:4], lines[3], *lines[4:]]),
        )
        self.refuse(
            '9: the line " 6 rows" is neither a region, of 157 bytes as the line of dashes, nor the end of the table '
            "(expected 5 rows)",
            PRINTED.replace(b" 5 rows", b" 6 rows"),
        )
        self.refuse(
            '3: the line " 0 rows" is neither a region, of 13 bytes as the line of dashes, nor the end of the table '
            "(expected a region)",
            b"  START_KEY |\n ---------- |\n 0 rows\n",
        )
        self.refuse(
            '5: SIZE is "x" (expected a number)', PRINTED.replace(b"     7 |", b"     x |")
        )
        self.refuse(
            '5: the split point "b" comes before the point of line 4, "c" (expected points in the order of their bytes)',
            printed([b"c", b"b"], ["s"] * 3),
        )

    def test_only_lists_have_this_form(self):
        for command, option in (("encode", "--output"), ("decode", "--input"), ("splits", "--output")):
            arguments = ("-l", PAPER, "-c", "id:u64", *(("--regions", 2) if command == "splits" else ()))
            done = rowkey(command, *arguments, option, "list_regions")
            self.assertEqual(2, done.returncode)
            forms = b"hex, hbase or shell" if command == "splits" else b"hex or hbase"
            self.assertIn(b'unknown value "list_regions" (expected text, raw, %s)' % forms, done.stderr)

    def test_a_check_shows_what_the_regions_hold(self):
        points = paper_points(4)
        listing = self.file("listing", printed(points, list("aaba"), [10, 30, 60, 0], [0, 0, 0, 0]))
        check = ("splits", "-l", "@paper-md5mod", "--check", listing, *LISTING)
        done = rowkey(*check)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        lines = [line.split() for line in done.stdout.decode().splitlines()[:5]]
        self.assertEqual("region start stop % of keys % of MB % of requests".split(), lines[0])
        self.assertEqual(["25", "10", "?"], lines[1][2:5])
        self.assertEqual([["25", "30", "?"], ["25", "60", "?"]], [line[3:6] for line in lines[2:4]])
        found = json.loads(rowkey(*check, "--json").stdout)["regions"]
        self.assertEqual(list("aaba"), [one["server"] for one in found])
        self.assertEqual([(10, 0), (30, 0), (60, 0), (0, 0)], [(one["megabytes"], one["requests"]) for one in found])
        unknown = self.file("listing", printed(points, [""] * 4))
        found = json.loads(rowkey("splits", "-l", "@paper-md5mod", "--check", unknown, *LISTING, "--json").stdout)
        self.assertEqual({(None, None, None)}, {(r["server"], r["megabytes"], r["requests"]) for r in found["regions"]})
        done = rowkey("splits", "--check", self.file("listing", PRINTED), *LISTING, "--sample",
                      stdin=b"0\n05\n1\n\\\xff(\n\xff\n")  # fmt: skip
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        lines = [line.split() for line in done.stdout.decode().splitlines()[1:6]]
        self.assertEqual(["20", "8.451", "0.04997"], lines[0][2:5])
        self.assertEqual(["20", "84.51", "0.0002499"], lines[3][3:6])
        self.assertEqual(["20", "2.113", "99.95"], lines[4][2:5])

    def test_faults_are_told_with_their_line(self):
        done = rowkey("splits", "-l", "@paper-md5mod", "--check", self.file("listing", PRINTED), *LISTING)
        self.assertEqual(1, done.returncode)
        self.assertIn(b'/listing:6: the split point "0|\\x22#" has no key from it on\n', done.stdout)


class Placements(SimulateTest):
    ROWS, REGIONS = 3000, 22
    MADE = ("--source", "sequential", "--rows", ROWS, "--window", 100)

    def check(self, expected, *arguments, points=None):
        """The load is that of these servers; returns the report."""
        points = paper_points(self.REGIONS) if points is None else points
        result = self.json("-l", "@paper-md5mod", *self.MADE, *arguments)
        regions = [region_of(points, paper_key(row)) for row in range(self.ROWS)]
        self.assertEqual(expected, result["server_of_region"])
        self.assertEqual(max(expected) + 1, result["servers"])
        self.assert_load([expected[r] for r in regions], max(expected) + 1, 100, result["layouts"][0]["servers"])
        return result

    def shuffled(self, servers, seed):
        placed = [region % servers for region in range(self.REGIONS)]
        for left in range(self.REGIONS, 1, -1):
            other = splitmix64(seed, left) * left >> 64
            placed[left - 1], placed[other] = placed[other], placed[left - 1]
        return placed

    def test_in_turn_and_at_random(self):
        regions = ("--regions", self.REGIONS)
        in_turn = [region % 3 for region in range(self.REGIONS)]
        for arguments in ((), ("--placement", "round-robin")):
            result = self.check(in_turn, *regions, "--servers", 3, *arguments)
            self.assertEqual("region r on server r modulo 3", result["placement"])
        for servers in some((1, 2, 3, 5, 22)):
            for seed, text in ((0, "shuffle"), (7, "shuffle:7"), (2**64 - 1, f"shuffle:{2**64 - 1}")):
                expected = self.shuffled(servers, seed)
                result = self.check(expected, *regions, "--servers", servers, "--placement", text)
                self.assertEqual(f"regions dealt out at random, seed {seed}", result["placement"])
                counts = [expected.count(server) for server in range(servers)]
                self.assertLessEqual(max(counts) - min(counts), 1)
        self.assertNotEqual(self.shuffled(3, 0), self.shuffled(3, 1))

    def test_as_in_a_cluster(self):
        points = paper_points(5)
        names = ["rs-b,16020,1", "rs-a,16020,2", "rs-b,16020,1", "rs-c,16020,3", "rs-a,16020,2"]
        listing = self.file("listing", printed(points, names))
        expected = [0, 1, 0, 2, 1]
        for regions in (("--regions", 5), ("--splits", listing, *LISTING)):
            result = self.check(expected, *regions, "--placement", listing, points=points)
            self.assertEqual([names[0], names[1], names[3]], result["server_names"])
            self.assertEqual("as in " + listing, result["placement"])
        arguments = ("-l", "@paper-md5mod", "-l", "@paper-idmod", *self.MADE, "--regions", 5, "--placement", listing)
        table = csv.DictReader(io.StringIO(self.simulate(*arguments, "--output", "csv").decode()))
        self.assertEqual(names * 2, [row["server"] for row in table])
        self.assertIn(f"5 regions on 3 servers: as in {listing}\n".encode(), self.simulate(*arguments))

    def test_regions_that_are_not_those_of_the_file(self):
        listing = self.file("listing", printed(paper_points(5), ["s"] * 5))
        why = "(expected the same%s, as from --splits with --splits-form list_regions)"
        start = ("-l", "@paper-md5mod", *self.MADE, "--placement")
        self.refuse(2, f"option --placement: {listing} has 5 regions, and the simulation 4 (expected the same ones, as from "
                    "--splits with --splits-form list_regions)", *start, listing, "--regions", 4)  # fmt: skip
        other = self.file("other", printed([b"0200000", b"0400000", b"0600001", b"0800000"], ["s"] * 5))
        self.refuse(2, f'option --placement: {other}:6: region 3 begins at "0600001", and in the simulation at "0600000" '
                    + why % " regions", *start, other, "--regions", 5)  # fmt: skip
        nameless = self.file("nameless", printed(paper_points(5), ["s", "s", "", "s", "s"]))
        self.refuse(1, f"{nameless}:5: the region has no server (expected the column SERVER_NAME)",
                    *start, nameless, "--regions", 5)  # fmt: skip

    def test_usage(self):
        start = ("-l", "@paper-md5mod", *self.MADE, "--regions", 5, "--placement")
        self.refuse(2, "option --placement needs --servers, the number of servers to place regions on", *start, "shuffle")
        self.refuse(2, "option --servers does not go with --placement FILE, which says which servers there are (expected "
                    "round-robin or shuffle, or no --servers)", *start, "file", "--servers", 3)  # fmt: skip
        self.refuse(2, 'option --placement shuffle:: "x" has a byte that is not a digit (expected a number from 0 to '
                    "18446744073709551615)", *start, "shuffle:x", "--servers", 3)  # fmt: skip
        self.refuse(3, "cannot read shuffled: No such file or directory", *start, "shuffled")

    def refuse(self, status, message, *arguments):
        self.assert_fails(status, message, *arguments)


if __name__ == "__main__":
    main()
