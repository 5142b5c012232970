"""Lists of split points in files: rowkey reports every fault of one, and splits --check describes it."""

import json
import re

import support
from splits_test import GUIDE, IDS, SPREAD, SplitsTest, lines
from support import PAPER, paper_key, rowkey

HEX_MD5 = ("--layout", "{md5(id):x}", "--columns", "id:u64")


class Lists(SplitsTest):
    """rowkey reports every fault of a list in a file."""

    def refuse_list(self, message, content, *arguments):
        self.refuse(1, "<stdin>:" + message, *IDS, "--add", 1, "--splits", "-", *arguments, stdin=content)

    def test_order(self):
        self.refuse_list(
            '3: the split point "a" comes before the point of line 2, "b" (expected points in the order of their bytes)',
            b"A\nb\na\n",
        )
        self.refuse_list('2: the split point "b" is also in line 1 (expected each once)', b"b\nb\n")
        self.refuse_list(
            '2: the split point "\\x7F" comes before the point of line 1, "\\x80" (expected points in the order of their '
            "bytes)",
            b"\\x80\n\\x7F\n",
        )

    def test_empty(self):
        empty = (
            "the line is empty (expected a split point: the first region begins where the table does, and needs none)"
        )
        self.refuse_list("1: " + empty, b"\na\n")
        self.refuse_list("2: " + empty, b"a\n\n")

    def test_a_single_region_has_an_empty_list(self):
        """Which `splits --regions 1` writes, and every command that reads a list takes."""
        points, keys = self.path("one"), b"".join(b"%04d\n" % i for i in range(100))
        self.assert_keys(b"", *IDS, "--regions", 1, "-q", "-o", points, command="splits")
        self.assertEqual(b"", self.read("one"))
        for form in ("hbase", "text", "hex"):
            for isa in support.supported():
                self.assert_keys(b"0\n" * 100, *("--splits", points, "--splits-form", form, "--isa", isa),
                                 command="route", stdin=keys)  # fmt: skip
        done = rowkey("splits", *IDS, "--check", points)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assertIn(b"\n1 region; shares from 100 % to 100 %, the largest 1 times an even one\n", done.stdout)
        self.assertTrue(json.loads(rowkey("splits", *IDS, "--check", points, "--json").stdout)["good"])
        self.assertEqual(0, rowkey("splits", "--check", points, "--sample", stdin=keys).returncode)
        for more in (1, 7):
            made = rowkey("splits", *IDS, "--regions", more + 1).stdout
            self.assert_keys(made, *IDS, "--add", more, "--splits", points, command="splits")
            sampled = rowkey("splits", "--sample", "--regions", more + 1, stdin=keys).stdout
            self.assert_keys(sampled, *("--sample", "--add", more, "--splits", points), command="splits", stdin=keys)
        where = ("ranges", "-q", *IDS, "-w", "id < 3")
        self.assertEqual(
            [0, 0, 0],
            [found["region"] for found in json.loads(rowkey(*where, "--output", "json", "--splits", points).stdout)["ranges"]],
        )
        simulate = ("simulate", "-l", PAPER, "--source", "sequential", "--rows", 1000, "--output", "csv")
        self.assertEqual(rowkey(*simulate, "--regions", 1).stdout, rowkey(*simulate, "--splits", points).stdout)
        rebucket = ("rebucket", "--from", PAPER, "--to", "{id:010d}", "-c", "id:u64", "--json")
        rows = b"".join(paper_key(i) + b"\n" for i in range(50))
        self.assertEqual(
            rowkey(*rebucket, "--regions", 1, stdin=rows).stdout, rowkey(*rebucket, "--splits", points, stdin=rows).stdout
        )

    def test_line_ends(self):
        for form in ("hbase", "text", "hex"):
            self.refuse_list(
                '1: the line "61\\x0D" ends in CR LF (expected LF alone: readers differ in whether the CR is part of the '
                "key, for which \\x0D stands with hbase escapes)",
                *(b"61\r\n62\r\n", "--splits-form", form),
            )

    def test_escapes(self):
        self.refuse_list(
            '2: the split point "a\\x5Cx0a" has "\\x5Cx0a" at byte 1 (expected upper-case digits: HBase\'s '
            "toBytesBinary takes no others, and silently drops the backslash)",
            b"\\x0A\na\\x0a\n",
        )
        for part in ("\\x0", "\\n", "\\xGG", "\\"):
            shown = part.replace("\\", "\\x5C")
            self.refuse_list(
                f'1: the split point "a{shown}" has "{shown}" at byte 1 (expected \\xHH with two hex digits, \\x5C for a '
                "backslash)",
                f"a{part}\n".encode(),
            )

    def test_bytes_that_cannot_be(self):
        self.refuse_list(
            '1: the split point "a\\x00" has "\\x00" at byte 1 (expected printable ASCII, and \\xHH for any other byte)',
            b"a\0\n",
        )
        self.refuse_list(
            '1: the split point "a\\x00" holds a NUL (expected none in text: use hex or hbase)',
            *(b"a\0\n", "--splits-form", "text"),
        )
        self.refuse_list(
            '1: the split point "616" has an odd number of hex digits, 3 (expected two for each byte)',
            *(b"616\n", "--splits-form", "hex"),
        )

    def test_files(self):
        self.refuse(
            3,
            f"cannot read {self.path('none')}: No such file or directory",
            *(*IDS, "--add", 1, "--splits", self.path("none")),
        )
        self.refuse(3, f"cannot read {self.directory}: Is a directory", *IDS, "--add", 1, "--splits", self.directory)

    def test_every_form_comes_back(self):
        layout = ("--layout", "{a:u16}", "--columns", "a:u64", "--quiet")
        for form in ("hbase", "hex"):
            points = rowkey("splits", *layout, "--regions", 65536, "--output", form).stdout
            done = rowkey(
                *("splits", *layout, "--check", "-", "--splits-form", form, "--json"), stdin=points
            )
            self.assertEqual((0, b""), (done.returncode, done.stderr))
            self.assertEqual(65536, json.loads(done.stdout)["region_count"])

    def test_blanks_at_the_ends_are_escaped(self):
        """Some versions of HBase's shell strip them."""
        sample = self.file("keys", b" a\n b \n")
        self.assert_points(b"\\x20b\\x20\n", "--sample", "--regions", 2, sample)
        sample = self.file("keys", b"\x01\n \n")
        self.assert_points(b"\\x20\n", "--sample", "--regions", 2, sample)
        sample = self.file("keys", b"\x01\na \n")
        self.assert_points(b"a\\x20\n", "--sample", "--regions", 2, sample)

    def test_the_last_line_may_lack_its_newline(self):
        done = rowkey("splits", *IDS, "--check", "-", stdin=b"0500000")
        self.assertEqual(0, done.returncode, done.stderr)


def table_of(found):
    """The report that a check prints for people, made from its --json."""
    regions, sample_rows = found["regions"], found.get("sample_rows", 0)

    def shown(text):
        bytes_ = re.findall(r"\\x..|.", text)
        used = 0
        while used < len(bytes_) and sum(map(len, bytes_[:used])) < 28:
            used += 1
        return "".join(bytes_[:used]) + ("..." if used < len(bytes_) else "")

    width = max(5, *(len(shown(region["start"])) for region in regions))
    empty = [not region.get("reachable", True) or (sample_rows > 0 and region["share"] <= 0) for region in regions]
    shares = [region["share"] for region in regions]
    known = [share for share in shares if share is not None]
    table = [f"  region  {'start':{width}}  {'stop':{width}}  % of keys"]
    for number, region in enumerate(regions):
        share = region["share"]
        filled = int(24 * share / max(known) + 0.5) if share else 0
        why = "" if not empty[number] else "  none of the sample" if region.get("reachable", True) else "  no key can lie here"
        table.append(
            f"{number:8}  {shown(region['start']):{width}}  {shown(region['stop']):{width}}  "
            f"{'?' if share is None else '%.4g' % (100 * share):>9}{'  ' if filled else ''}{'#' * filled}{why}"
        )
    total = f"{len(regions)} regions" + (f", {sample_rows} keys in the sample" if sample_rows > 0 else "")
    if len(known) < len(shares):
        total += f"; the layout does not tell the shares of {len(shares) - len(known)}"
    else:
        total += "; shares from %.4g %% to %.4g %%, the largest %.4g times an even one" % (
            100 * min(known), 100 * max(known), max(known) * len(regions))  # fmt: skip
    if found.get("sample_error", 0) > 0:
        total += ", each end of a region off by at most %.2g %%" % (100 * found["sample_error"])
    table += ["", total, *(f"{found['file']}:{fault['line']}: {fault['text']}" for fault in found["faults"])]
    if any(empty):
        ranges = []
        for number, is_empty in enumerate(empty):
            if is_empty and number > 0 and empty[number - 1]:
                ranges[-1][1] = number
            elif is_empty:
                ranges.append([number, number])
        named = [str(first) if first == last else f"{first} to {last}" for first, last in ranges]
        named = named[:12] + (["..."] if len(named) > 12 else [])
        plural = "" if sum(empty) == 1 else "s"
        why = "without a key of the sample" if sample_rows > 0 else "that no key can reach"
        table.append(f"{sum(empty)} region{plural} {why}: {', '.join(named)}")
    return table


class Checks(SplitsTest):
    def test_the_table_says_what_json_says(self):
        ids = self.file("ids", b"".join(b"%d\n" % i for i in range(40)))
        keys = self.file("keys", b"".join(b"%07d\n" % (i * 7919 % 1000000) for i in range(100)))
        disorder = lines("0900000", "0100000", "0500000", "0100000", "0500000", "!", "a", "0700000")
        long = lines("a" * 27, "a" * 28, "b" * 28 + "x", "c" * 27 + "\\xFF", "c" * 27 + "\\xFFa", "\\xFF" * 7, "\\xFF" * 8)
        for content, *arguments in (
            (lines("0500000"), *IDS),
            (disorder, *IDS),
            (disorder, *IDS, "--sample", ids),
            (disorder, "--sample", keys),
            (long, "--layout", "{line}"),
            (long, "--sample", keys),
            (lines("x"), "--layout", "{md5(line)}{line}"),
            (lines("x"), *IDS),
            (rowkey("splits", "--algorithm", GUIDE, "--regions", 40).stdout, *HEX_MD5),
            (lines(*("%07d" % (point * 10000) for point in range(1, 100))), *IDS, "--sample", ids),
            (lines(*("%07d" % (point * 10000) for point in range(1, 100))), "--sample", ids),
        ):
            list_file = self.file("list", content)
            found = rowkey("splits", *arguments, "--check", list_file, "--json", "--quiet")
            done = rowkey("splits", *arguments, "--check", list_file, "--quiet")
            self.assertEqual((found.returncode, b""), (done.returncode, done.stderr))
            self.assertEqual(table_of(json.loads(found.stdout)), done.stdout.decode().splitlines(), (content, arguments))

    def check(self, status, content, *arguments):
        done = rowkey("splits", *arguments, "--check", "-", "--json", stdin=content)
        self.assertEqual((status, b""), (done.returncode, done.stderr))
        return json.loads(done.stdout)

    def faults(self, found):
        return [(fault["kind"], fault["line"], fault.get("other_line")) for fault in found["faults"]]

    def test_a_good_list(self):
        points = rowkey("splits", *IDS, "--regions", 16).stdout
        found = self.check(0, points, *IDS)
        self.assertTrue(found["good"])
        self.assertEqual((16, 0, []), (found["region_count"], found["regions_without_keys"], found["faults"]))
        self.assertEqual([1 / 16] * 16, [region["share"] for region in found["regions"]])
        self.assertEqual([True] * 16, [region["reachable"] for region in found["regions"]])
        self.assertEqual("", found["regions"][0]["start"])
        self.assertEqual("0062500", found["regions"][0]["stop"])
        self.assertEqual("", found["regions"][-1]["stop"])

    def test_the_gap_of_the_guide(self):
        """Of ten regions that divide bytes, seven lie between the hex digits 9 and a, and no key ever comes there."""
        points = rowkey("splits", "--algorithm", GUIDE, "--regions", 10).stdout
        found = self.check(1, points, *HEX_MD5)
        self.assertFalse(found["good"])
        reachable = [region["reachable"] for region in found["regions"]]
        self.assertEqual([True, True] + 7 * [False] + [True], reachable)
        self.assertEqual([0.375, 0.25] + 7 * [0] + [0.375], [region["share"] for region in found["regions"]])
        done = rowkey("splits", *HEX_MD5, "--check", "-", stdin=points)
        self.assertEqual((1, b""), (done.returncode, done.stderr))
        self.assertIn(b"\n7 regions that no key can reach: 2 to 8\n", done.stdout)
        self.assertEqual(7, done.stdout.count(b"  no key can lie here\n"))
        good = rowkey("splits", "--algorithm", "hex:" + 32 * "0" + "," + 32 * "f", "--regions", 10).stdout
        self.assertEqual(0, rowkey("splits", *HEX_MD5, "--check", "-", stdin=good).returncode)

    def test_all_faults_of_order(self):
        found = self.check(1, lines("0100000", "0900000", "0500000", "0100000", "0500000", "0700000"), *IDS)
        self.assertEqual(
            [
                ("out-of-order", 3, 2),
                ("out-of-order", 4, 3),
                ("duplicate", 4, 1),
                ("duplicate", 5, 3),
            ],
            sorted(self.faults(found), key=lambda fault: (fault[1], fault[0] == "duplicate")),
        )
        self.assertEqual(
            ["", "0100000", "0500000", "0700000", "0900000"], [region["start"] for region in found["regions"]]
        )

    def test_points_beside_the_keys(self):
        found = self.check(1, lines("!", "0000000", "0500000", "1", "a"), *IDS)
        self.assertEqual(
            [
                ("before-all-keys", 1, None),
                ("before-all-keys", 2, None),
                ("behind-all-keys", 4, None),
                ("behind-all-keys", 5, None),
            ],
            self.faults(found),
        )
        shares = [round(region["share"], 12) for region in found["regions"]]
        self.assertEqual([0, 0, 0.5, 0.5, 0, 0], shares)
        self.assertEqual(4, found["regions_without_keys"])

    def test_the_table(self):
        done = rowkey("splits", *IDS, "--check", self.file("list", lines("0250000", "0250000", "09", "05")))
        self.assertEqual((1, b""), (done.returncode, done.stderr))
        list_file = self.path("list")
        self.assertEqual(
            "  region  start    stop     % of keys\n"
            "       0           0250000         25  ###############\n"
            "       1  0250000  05              25  ###############\n"
            "       2  05       09              40  ########################\n"
            "       3  09                       10  ######\n"
            "\n"
            "4 regions; shares from 10 % to 40 %, the largest 1.6 times an even one\n"
            f'{list_file}:2: the split point "0250000" is also in line 1\n'
            f'{list_file}:4: the split point "05" comes before the point of line 3\n',
            done.stdout.decode(),
        )

    def test_a_layout_that_does_not_tell(self):
        done = rowkey("splits", "--layout", "{line}", "--check", "-", stdin=b"b\n")
        self.assertEqual(
            (
                0,
                "  region  start  stop   % of keys\n"
                "       0         b              ?\n"
                "       1  b                     ?\n"
                "\n"
                "2 regions; the layout does not tell the shares of 2\n",
                "",
            ),
            (done.returncode, done.stdout.decode(), done.stderr.decode()),
        )

    def test_against_a_sample(self):
        keys = self.file("keys", lines(*("%02d" % i for i in range(100))))
        found = self.check(1, lines("05", "30", "30x", "31"), "--sample", keys)
        self.assertEqual([0.05, 0.25, 0.01, 0, 0.69], [region["share"] for region in found["regions"]])
        self.assertEqual((100, 0, 1), (found["sample_rows"], found["sample_error"], found["regions_without_keys"]))
        done = rowkey("splits", "--check", "-", "--sample", keys, stdin=lines("05", "30", "30x", "31"))
        self.assertIn(b"\n1 region without a key of the sample: 3\n", done.stdout)

    def test_against_a_sample_and_a_layout(self):
        ids = b"".join(b"%d\n" % i for i in range(1000))
        points = lines("0500000", "1")
        found = self.check(1, points, *IDS, "--sample", self.file("ids", ids))
        below = sum(paper_key(i) < b"0500000" for i in range(1000)) / 1000
        self.assertEqual([below, 1 - below, 0], [round(region["share"], 9) for region in found["regions"]])
        self.assertEqual([("behind-all-keys", 2, None)], self.faults(found))

    def test_a_plain_column_gets_a_note(self):
        layout = ("--layout", "{id:010d}", "--columns", "id:u64", "--check", "-")
        done = rowkey("splits", *layout, stdin=b"5\n")
        self.assertEqual((0, SPREAD.encode()), (done.returncode, done.stderr))
        self.assertEqual(b"", rowkey("splits", *layout, "--quiet", stdin=b"5\n").stderr)

    def test_many_regions(self):
        points = rowkey("splits", *IDS, "--regions", 10000).stdout
        found = self.check(0, points, *IDS)
        self.assertEqual(10000, len(found["regions"]))


if __name__ == "__main__":
    support.main()
