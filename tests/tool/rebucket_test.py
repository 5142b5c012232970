"""rowkey rebucket: what moves where, against keys and regions made in plain Python."""

import bisect
import collections
import csv
import io
import json
import struct
import unittest

import support
from support import PAPER, ToolTest, hbase_text, md5_modulo, rowkey, supported

IDS = ("--columns", "id:u64")


def decimal(modulus, width):
    """The layout of decimal ids after a decimal salt, its keys, and its split points."""

    def key(number):
        return b"%0*d%010d" % (width, md5_modulo(b"%d" % number, modulus), number)

    def points(regions):
        return [b"%0*d" % (width, i * modulus // regions) for i in range(1, regions)]

    return f"{{md5(id) % {modulus}:0{width}d}}{{id:010d}}", key, points


def binary(modulus):
    """The same in binary, the salt in one byte."""

    def key(number):
        return bytes([md5_modulo(b"%d" % number, modulus)]) + struct.pack(">Q", number)

    def points(regions):
        return [bytes([i * modulus // regions]) for i in range(1, regions)]

    return f"{{md5(id) % {modulus}:u8}}{{id:u64}}", key, points


def hbase(data):
    return hbase_text(data).decode()


def lines(keys, form=bytes):
    return b"".join(form(key) + b"\n" for key in keys)


def bounds(points):
    """(start, stop) of each region; None where the table ends."""
    return list(zip([b"", *points], [*points, None]))


def holds(outer, inner):
    """Whether a region lies in another."""
    return outer[0] <= inner[0] and (outer[1] is None or (inner[1] is not None and inner[1] <= outer[1]))


def oracle(old_layout, new_layout, old_keys, new_keys, old_points, new_points):
    """What --json is to say."""
    flows = collections.Counter()
    same = collections.Counter()
    for old, new in zip(old_keys, new_keys):
        pair = bisect.bisect_right(old_points, old), bisect.bisect_right(new_points, new)
        flows[pair] += 1
        same[pair] += old == new
    old_regions, new_regions = bounds(old_points), bounds(new_points)
    stays = {(i, j): holds(old_regions[i], new_regions[j]) for i, j in flows}
    rows = len(old_keys)
    stay = sum(count for pair, count in flows.items() if stays[pair])
    best = sum(
        max((count for (_, to), count in flows.items() if to == j), default=0)
        for j in range(len(new_regions))
    )
    old_starts, new_starts = {b"", *old_points, None}, {b"", *new_points, None}
    kept = [region for region in old_regions if region in new_regions]
    split = [r for r in old_regions if r not in kept and r[0] in new_starts and r[1] in new_starts]

    def side(layout, regions, place, moving):
        result = []
        for i, (start, stop) in enumerate(regions):
            mine = [pair for pair in flows if pair[place] == i]
            total = sum(flows[pair] for pair in mine)
            result.append(
                {
                    "region": i,
                    "start": hbase(start),
                    "stop": hbase(stop or b""),
                    "rows": total,
                    moving: total - sum(flows[pair] for pair in mine if stays[pair]),
                    "other_keys": total - sum(same[pair] for pair in mine),
                }
            )
        return {"layout": layout, "regions": result}

    assert None in old_starts
    return {
        "rows": rows,
        "same_keys": sum(same.values()),
        "stay": stay,
        "stay_share": stay / rows if rows else 0,
        "best": best,
        "best_share": best / rows if rows else 0,
        "move": rows - stay,
        "regions_kept": len(kept),
        "regions_split": len(split),
        "from": side(old_layout, old_regions, 0, "leave"),
        "to": side(new_layout, new_regions, 1, "arrive"),
        "flows": [
            {"from": i, "to": j, "rows": flows[i, j], "same_keys": same[i, j], "stays": stays[i, j]}
            for i, j in sorted(flows)
        ],
    }


def table_of(report):
    """The report for people, of what --json says."""
    rows, old, new = report["rows"], report["from"]["regions"], report["to"]["regions"]

    def percent(part):
        return f"{100 * part / rows if rows else 0:5.1f} %"

    def bound(side, region, name):
        text = side[region][name]
        if text == "":
            return "(begin)" if name == "start" else "(end)"
        return text[:36] + ("..." if len(text) > 36 else "")

    def regions(title, side, moving):
        moved = [region for region in side if region[moving] > 0 or region["other_keys"] > 0]
        if not moved:
            return []
        told = ["", title, f"   region         rows {moving:>12}   other keys   start .. stop"]
        for one in moved[:12]:
            start, stop = (bound(side, one["region"], name) for name in ("start", "stop"))
            told.append(f"{one['region']:9} {one['rows']:12} {one[moving]:12} {one['other_keys']:12}   {start} .. {stop}")
        return told + ([f"          and {len(moved) - 12} more (--json lists all)"] if len(moved) > 12 else [])

    table = [f"rows             {rows:12}"]
    for name, member in (("same key", "same_keys"), ("stay", "stay"), ("best possible", "best"), ("move", "move")):
        table.append(f"{name:16} {report[member]:12}  {percent(report[member])}")
    kept, split = report["regions_kept"], report["regions_split"]
    table += ["", f"regions {len(old)} -> {len(new)}: {kept} as before, {split} split in place, "
              f"{len(old) - kept - split} with other bounds"]  # fmt: skip
    if rows == 0:
        return table
    no_moves, same_keys = report["move"] == 0, report["same_keys"] == rows
    if same_keys:
        table += ["", f"No key changes{' and no row moves' if no_moves else ''}: nothing has to be read from both "
                  "layouts."]  # fmt: skip
    flows = [flow for flow in report["flows"] if not flow["stays"]]
    if flows:
        table += ["", f"     from        to         rows    share   the largest of {len(flows)} flow"
                  + ("s" if len(flows) > 1 else "")]  # fmt: skip
    for flow in sorted(flows, key=lambda flow: -flow["rows"])[:12]:
        table.append(f"{flow['from']:9} {flow['to']:9} {flow['rows']:12}  {percent(flow['rows'])}")
    leave = "Regions to be read with keys of --from as well, until all rows have moved:"
    table += regions("Regions that rows leave:" if same_keys else leave, old, "leave")
    table += regions("Regions that rows come to:" if same_keys else "Regions to be read with keys of --to:", new, "arrive")
    return table


class Rebucket(ToolTest):
    def run_command(self, *arguments, **options):
        done = rowkey("rebucket", *arguments, **options)
        self.assertEqual((0, b""), (done.returncode, done.stderr), arguments)
        return done.stdout

    def assert_report(self, expected, *arguments, **options):
        """In all three forms."""
        self.assertEqual(expected, json.loads(self.run_command(*arguments, "--json", **options)), arguments)
        self.assert_csv(expected, self.run_command(*arguments, "--csv", **options).decode())
        self.assertEqual(table_of(expected), self.run_command(*arguments, **options).decode().splitlines())

    def assert_csv(self, expected, text):
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual(len(expected["flows"]), len(rows))
        for flow, row in zip(expected["flows"], rows):
            old, new = expected["from"]["regions"][flow["from"]], expected["to"]["regions"][flow["to"]]
            self.assertEqual(
                {
                    "from": str(flow["from"]),
                    "from_start": old["start"],
                    "from_stop": old["stop"],
                    "to": str(flow["to"]),
                    "to_start": new["start"],
                    "to_stop": new["stop"],
                    "rows": str(flow["rows"]),
                    "same_keys": str(flow["same_keys"]),
                    "stays": "true" if flow["stays"] else "false",
                },
                row,
            )


class Layouts(Rebucket):
    def assert_change(self, old, new, regions, to_regions, form="text", numbers=range(3000)):
        (old_layout, old_key, old_points), (new_layout, new_key, new_points) = old, new
        old_keys, new_keys = [old_key(i) for i in numbers], [new_key(i) for i in numbers]
        expected = oracle(
            old_layout, new_layout, old_keys, new_keys, old_points(regions), new_points(to_regions)
        )
        write = {"text": bytes, "hex": lambda key: key.hex().encode(), "hbase": lambda key: hbase(key).encode()}
        arguments = ["--from", old_layout, "--to", new_layout, *IDS, "--regions", regions, "--input", form]
        if to_regions != regions:
            arguments += ["--to-regions", to_regions]
        self.assert_report(expected, *arguments, stdin=lines(old_keys, write[form]))
        return expected

    def test_modulus_of_decimal_salt(self):
        self.assert_change(decimal(1000, 3), decimal(2000, 4), 10, 10)
        self.assert_change(decimal(1000, 4), decimal(2000, 4), 10, 20)
        self.assert_change(decimal(1000, 4), decimal(1500, 4), 7, 7)
        self.assert_change(decimal(1000, 3), decimal(999, 3), 1, 5)

    def test_buckets_in_bytes(self):
        for form in ("hex", "hbase"):
            expected = self.assert_change(binary(16), binary(32), 16, 32, form)
            self.assertEqual(15, expected["regions_kept"])
            self.assertEqual(1, expected["regions_split"])
        self.assert_change(binary(20), binary(40), 20, 40, "hbase")
        self.assert_change(binary(20), binary(40), 20, 20, "hbase")

    def test_other_form(self):
        self.assert_change(decimal(1000, 3), binary(16), 10, 16)
        self.assert_change(binary(16), decimal(1000, 3), 16, 10, "hex")

    def test_regions_that_are_split_move_nothing(self):
        expected = self.assert_change(decimal(1000000, 7), decimal(1000000, 7), 110, 220)
        self.assertEqual((3000, 0, 110), (expected["same_keys"], expected["move"], expected["regions_split"]))
        layout = decimal(1000000, 7)[0]
        table = self.run_command(
            *("--from", layout, "--to", layout, *IDS, "--regions", 110, "--to-regions", 220),
            stdin=lines(map(decimal(1000000, 7)[1], range(100))),
        )
        self.assertIn(b"regions 110 -> 220: 0 as before, 110 split in place, 0 with other bounds", table)
        self.assertIn(b"No key changes and no row moves: nothing has to be read from both layouts.", table)

    def test_regions_with_other_bounds(self):
        expected = self.assert_change(decimal(1000000, 7), decimal(1000000, 7), 110, 111)
        self.assertEqual(3000, expected["same_keys"])
        self.assertGreater(expected["move"], 2000)
        self.assert_change(decimal(1000000, 7), decimal(1000000, 7), 220, 110)

    def test_table_shows_where_regions_begin_and_end(self):
        arguments = ("--from", "{id:01d}", "--to", "{id:02d}", "--columns", "id:u64", "--regions", 2)
        table = self.run_command(*arguments, stdin=b"1\n9\n").decode()
        self.assertRegex(table, r"(?m)^ +0( +1){3}   \(begin\) \.\. 5\n +1( +1){3}   5 \.\. \(end\)$")

    def test_long_bounds_are_cut(self):
        points = [b"a" * 36, b"b" * 37, b"\\" * 9, b"\\" * 10, b"x"]
        keys = [b"a" * 35, b"a" * 36, b"b" * 37, b"c", b"xyz", b"y"]
        arguments = ["--from", "{line}", "--to", "{line}", "--columns", "line:text"]
        for name, kept in (("old", points), ("new", points[::2])):
            arguments += ["--splits" if name == "old" else "--to-splits"]
            arguments += [self.file(name, lines(sorted(kept), lambda key: hbase(key).encode()))]
        expected = oracle("{line}", "{line}", keys, keys, sorted(points), sorted(points[::2]))
        self.assert_report(expected, *arguments, stdin=lines(keys))

    def test_many_regions(self):
        regions = 300 if support.is_slow() else 3000
        self.assert_change(decimal(1000000, 7), decimal(1000000, 7), regions, regions + 1000)

    def test_no_rows(self):
        self.assert_change(decimal(1000, 3), decimal(2000, 4), 10, 10, numbers=range(0))

    def test_row_that_few_regions_have(self):
        self.assert_change(decimal(1000, 3), decimal(2000, 4), 10, 10, numbers=[7])

    def test_text_and_signed_columns(self):
        names = [b"", b"a", b"host-%d" % 3, bytes(range(1, 30)) * 2]
        rows = [(name, number) for name in names for number in (-(2**63), -1, 0, 5, 2**63 - 1)]

        def old(name, number):
            return b"%02d" % md5_modulo(name, 50) + b"%d" % number + b"|" + name

        def new(name, number):
            return bytes([md5_modulo(name, 7)]) + name.replace(b"\0", b"\0\xff") + b"\0\1" + struct.pack(
                ">Q", number + 2**63
            )

        old_layout, new_layout = "{md5(name) % 50:02d}{n:d}|{name}", "{md5(name) % 7:u8}{name:esc}{n:i64}"
        old_keys, new_keys = [old(*row) for row in rows], [new(*row) for row in rows]
        points = [b"%02d" % (i * 50 // 5) for i in range(1, 5)], [bytes([i * 7 // 5]) for i in range(1, 5)]
        self.assert_report(
            oracle(old_layout, new_layout, old_keys, new_keys, *points),
            *("--from", old_layout, "--to", new_layout, "--columns", "n:i64,name:text", "--regions", 5),
            *("--input", "hex"),
            stdin=lines(old_keys, lambda key: key.hex().encode()),
        )


class Splits(Rebucket):
    def test_files(self):
        layout, key, _ = binary(16)
        to_layout, to_key, _ = binary(32)
        numbers = range(2000)
        keys, to_keys = [key(i) for i in numbers], [to_key(i) for i in numbers]
        one = [b"\x02", b"\x02\x00\x00\x01", b"\x04\\", b"\x0f", b'\x10"']
        other = [b"\x02", b"\x04", b"\x04\\", b"\x08,", b"\x0f", b'\x10"', b"\x1f\xff"]
        self.file("one", lines(one, lambda point: hbase(point).encode()))
        self.file("other", lines(other, lambda point: hbase(point).encode()))
        self.file("hex", lines(one, lambda point: point.hex().encode()))
        arguments = ("--from", layout, "--to", to_layout, *IDS, "--input", "hex")
        data = lines(keys, lambda each: each.hex().encode())
        same = oracle(layout, to_layout, keys, to_keys, one, one)
        self.assertEqual(6, same["regions_kept"])
        self.assert_report(same, *arguments, "--splits", self.path("one"), stdin=data)
        more = ("--splits", self.path("hex"), "--splits-form", "hex")
        self.assert_report(same, *arguments, *more, stdin=data)
        self.assert_report(
            oracle(layout, to_layout, keys, to_keys, one, other),
            *(*arguments, "--splits", self.path("one"), "--to-splits", self.path("other")),
            stdin=data,
        )
        self.file("keys", data)
        done = rowkey(
            "rebucket", *arguments, "--json", "--splits", "-", self.path("keys"), stdin=self.read("one")
        )
        self.assertEqual(same, json.loads(done.stdout))


class Input(Rebucket):
    OLD, NEW = decimal(1000, 3), decimal(2000, 4)
    ARGUMENTS = ("--from", OLD[0], "--to", NEW[0], "--regions", 10)

    def expected(self, numbers):
        (old, old_key, old_points), (new, new_key, new_points) = self.OLD, self.NEW
        old_keys, new_keys = [old_key(i) for i in numbers], [new_key(i) for i in numbers]
        return oracle(old, new, old_keys, new_keys, old_points(10), new_points(10))

    def test_records(self):
        self.assert_report(
            self.expected(range(5000)),
            *(*self.ARGUMENTS, *IDS, "--records"),
            stdin=lines(b"%d" % i for i in range(5000)),
        )
        self.assert_report(
            self.expected(range(500)),
            *(*self.ARGUMENTS, *IDS, "--records", "--input", "csv", "--header", "--delimiter", ";"),
            stdin=b"name;id\n" + lines(b'"a;b";%d' % i for i in range(500)),
        )
        data = b"".join(struct.pack(">Q", i) for i in range(300))
        self.assert_report(
            self.expected(range(300)),
            *(*self.ARGUMENTS, "--columns", "id:u64be", "--records", "--input", "binary"),
            stdin=data,
        )

    def test_records_have_columns_that_keys_do_not(self):
        def key(name, number):
            return bytes([md5_modulo(name, 9)]) + struct.pack(">Q", number)

        def to_key(name, number):
            return bytes([number % 5]) + name

        rows = [(b"n%d" % (i % 17), i) for i in range(1000)]
        keys, to_keys = [key(*row) for row in rows], [to_key(*row) for row in rows]
        layouts = "{md5(name) % 9:u8}{id:u64}", "{id % 5:u8}{name}"
        points = [bytes([i * 9 // 3]) for i in (1, 2)], [bytes([i * 5 // 5]) for i in range(1, 5)]
        columns = ("--columns", "name:text,id:u64")
        arguments = ("--from", layouts[0], "--to", layouts[1], *columns, "--regions", 3, "--to-regions", 5)
        self.assert_report(
            oracle(*layouts, keys, to_keys, *points),
            *(*arguments, "--records", "--input", "tsv"),
            stdin=lines(b"%s\t%d" % row for row in rows),
        )
        self.assert_fails(
            2,
            "option --to: it uses column name, which cannot be recovered from keys of --from: only a hash of it "
            "is in the key (expected --records and the records themselves)",
            *(*arguments, "--input", "hex"),
            command="rebucket",
        )

    def test_any_way_of_reading(self):
        numbers = range(20000)
        keys = [self.OLD[1](i) for i in numbers]
        expected = self.run_command(*self.ARGUMENTS, *IDS, "--json", stdin=lines(keys))
        self.assertEqual(self.expected(numbers), json.loads(expected))
        files = [self.file("a", lines(keys[:7000])), self.file("b", lines(keys[7000:])[:-1])]
        for more in (
            ("--threads", 4),
            ("--threads", 3, "--chunk-size", 1000),
            ("--chunk-size", 1),
            *(("--isa", isa) for isa in supported()),
        ):
            self.assertEqual(expected, self.run_command(*self.ARGUMENTS, *IDS, "--json", *more, *files), more)
        self.assertEqual(b"", self.run_command(*self.ARGUMENTS, *IDS, "--json", "-o", self.path("c"), *files))
        self.assertEqual(expected, self.read("c"))

    def test_bad_keys(self):
        good = lines(self.OLD[1](i) for i in range(3000))
        salt = "{md5(id) % 1000:03d}"
        right = "%03d" % md5_modulo(b"7", 1000)
        reason = f'byte 0: {salt} holds "00x", expected "{right}" for these columns'
        self.assert_fails(
            1,
            f"<stdin>:3001: {reason}",
            *(*self.ARGUMENTS, *IDS),
            command="rebucket",
            stdin=good + b"00x0000000007\n" + good,
        )
        wrong = "%03d" % (int(right) ^ 1)
        self.assert_fails(
            1,
            f'<stdin>:1: byte 0: {salt} holds "{wrong}", expected "{right}" for these columns',
            *(*self.ARGUMENTS, *IDS, "-o", self.path("out")),
            command="rebucket",
            stdin=wrong.encode() + b"0000000007\n",
        )
        self.assert_only()
        done = rowkey(
            *("rebucket", *self.ARGUMENTS, *IDS, "--json", "--on-error", "skip"),
            *("--rejects", self.path("bad")),
            stdin=good + b"00x0000000007\n" + good + b"0\n",
        )
        self.assertEqual((0, 6000), (done.returncode, json.loads(done.stdout)["rows"]))
        self.assertEqual(f"rowkey: 2 bad keys skipped and kept in {self.path('bad')}\n".encode(), done.stderr)
        self.assertEqual(
            f"# <stdin>:3001: {reason}\n00x0000000007\n"
            "# <stdin>:6002: the key has 1 byte, expected 13\n0\n".encode(),
            self.read("bad"),
        )

    def test_rows_that_the_new_layout_cannot_hold(self):
        for more in ((), ("--threads", 2, "--chunk-size", 100)):
            done = rowkey(
                *("rebucket", "--from", "{id:010d}", "--to", "{id:03d}", *IDS, "--regions", 10, *more),
                stdin=lines(b"%010d" % i for i in range(2000)),
            )
            self.assertEqual((1, b""), (done.returncode, done.stdout))
            self.assertTrue(done.stderr.startswith(b"rowkey: <stdin>:1001: the key of --to: "), done.stderr)


class Usage(ToolTest):
    def assert_usage(self, message, *arguments, **options):
        self.assert_fails(2, message, *arguments, command="rebucket", **options)

    def test_missing(self):
        self.assert_usage(
            "option --from is missing: the layout that the table has (rowkey rebucket --help explains it)"
        )
        self.assert_usage(
            "option --to is missing: the layout that the table is to have (rowkey rebucket --help explains it)",
            *("--from", PAPER),
        )
        both = ("--from", PAPER, "--to", PAPER, *IDS)
        self.assert_usage(
            "option --regions is missing: how many regions the table has, or --splits with a file of its split "
            "points",
            *both,
        )
        self.assert_usage("option --to-regions needs --regions", *both, "--to-regions", 2)
        self.assert_usage("option --to-splits needs --splits", *both, "--to-splits", "x")
        self.assert_usage("option --splits-form needs --splits", *both, "--regions", 2, "--splits-form", "hex")

    def test_contradictions(self):
        both = ("--from", PAPER, "--to", PAPER, *IDS)
        for number, file in (("regions", "splits"), ("to-regions", "splits"), ("regions", "to-splits")):
            message = f"option --{number} does not go with --{file}, which sets the regions too"
            self.assert_usage(message, *both, f"--{number}", 2, f"--{file}", "x")
        self.assert_usage(
            "option --csv is --output csv, and --output is given with another value",
            *(*both, "--regions", 2, "--csv", "--json"),
        )
        self.assert_usage(
            "option --layout: there are two here (expected --from and --to)", *both, "--layout", PAPER
        )
        self.assert_usage(
            "option --header needs --records: without it the input are keys", *both, "--regions", 2, "--header"
        )
        stdin = "option --{}: - is standard input, which is {} already (expected a file for one of them)"
        self.assert_usage(stdin.format("splits", "the input"), *both, "--splits", "-")
        self.assert_usage(
            stdin.format("to-splits", "--splits"), *both, "--splits", "-", "--to-splits", "-", "file"
        )

    def test_layouts_and_regions_that_do_not_fit(self):
        self.assert_usage(
            "option --from: the template ends within a field\n{id\n   ^ expected an operator, a colon and a format, or }",
            *("--from", "{id", "--to", PAPER, *IDS, "--regions", 2),
        )
        for number in (0, 2**24 + 1, "x", -1):
            done = rowkey("rebucket", "--from", PAPER, "--to", PAPER, *IDS, "--regions", number)
            self.assertEqual(2, done.returncode)
            self.assertIn(b"option --regions: ", done.stderr)
        for arguments, subject in (
            (("--from", "{id % 10:02d}{id:u64}", "--to", PAPER), b"option --from: "),
            (("--from", PAPER, "--to", "{id % 10:02d}{id:u64}"), b"option --to: "),
            (("--from", "{id:d}|", "--to", PAPER), b"option --from: "),
        ):
            done = rowkey("rebucket", *arguments, *IDS, "--regions", 11, "--input", "hex")
            self.assertEqual((2, b""), (done.returncode, done.stdout))
            self.assertTrue(done.stderr.startswith(b"rowkey: " + subject), done.stderr)
        self.assert_usage(
            "keys of --from may hold a newline, where --input text ends a key (expected --input hex or hbase)",
            *("--from", "{id:u64}", "--to", PAPER, *IDS, "--regions", 2),
        )

    def test_bad_split_files(self):
        both = ("--from", PAPER, "--to", PAPER, *IDS)
        self.file("falling", b"b\na\n")
        done = rowkey("rebucket", *both, "--splits", self.path("falling"))
        self.assertEqual((1, b""), (done.returncode, done.stdout))
        self.assertIn(f"rowkey: {self.path('falling')}:2: ".encode(), done.stderr)
        done = rowkey("rebucket", *both, "--splits", self.path("none"))
        self.assertEqual((3, b""), (done.returncode, done.stdout))


if __name__ == "__main__":
    support.main()
