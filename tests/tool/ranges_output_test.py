"""rowkey ranges: what each form prints, byte by byte, and --get."""

import base64
import itertools
import json
import random
import shlex
import subprocess

import support
from ranges_oracle import RangesTest
from support import rowkey


def table_of(ranges):
    """The table of ranges, made from --output json: columns are as wide as their cells, at most 48."""
    def shown(key):
        return key.replace(" ", "\\x20") or "(open)"

    def widest(title, texts):
        return max([len(title)] + [len(text) for text in texts if len(text) <= 48])

    if not ranges:
        return []
    starts, stops = ([shown(one[end]) for one in ranges] for end in ("start", "stop"))
    number, start, stop = max(5, len(str(len(ranges)))), widest("start", starts), widest("stop", stops)
    cut = "region" in ranges[0]
    table = [f"{'range':>{number}}  {'region  ' if cut else ''}{'start':{start}}  stop"]
    for i, one in enumerate(ranges):
        region = f"{one['region']:6}  " if cut else ""
        end = f"{stops[i]:{stop}}  one key" if one["is_key"] else stops[i]
        table.append(f"{i + 1:{number}}  {region}{starts[i]:{start}}  {end}")
    return table


class Output(RangesTest):
    """What each form prints, byte by byte."""

    SALTED = ("--layout", "{id % 3:d}|{id:03d}", "--columns", "id:u64")
    BYTES = ("--layout", 'q"# \\\\{id:u8}', "--columns", "id:u64")

    def assert_prints(self, output, message, *arguments, **options):
        done = rowkey("ranges", *arguments, **options)
        self.assertEqual((output, message, 0), (done.stdout.decode(), done.stderr.decode(), done.returncode))
        quiet = rowkey("ranges", *arguments, "--quiet", **options)
        self.assertEqual((output, b"", 0), (quiet.stdout.decode(), quiet.stderr, quiet.returncode))

    def test_table(self):
        exact = "rowkey: %s, exact: no other rows lie in them\n"
        self.assert_prints(
            "range  start  stop\n"
            "    1  0|006  0|00:\n"
            "    2  1|004  1|008\n"
            "    3  2|005  2|009\n",
            exact % "3 ranges", *self.SALTED, "--where", "id >= 4, id <= 9",
        )  # fmt: skip
        self.assert_prints(
            "range  start  stop\n"
            "    1  1|004  1|004\\x00  one key\n"
            "    2  1|007  1|007\\x00  one key\n",
            exact % "2 ranges", *self.SALTED, "--where", "id in (4, 7)",
        )  # fmt: skip
        self.assert_prints(
            "range  region  start   stop\n"
            "    1       0  (open)  \\x20\n"
            "    2       1  \\x20    1|5\n"
            "    3       2  1|5     (open)\n",
            exact % "3 ranges", *self.SALTED, "--where", "", "--splits", "-", stdin=b" \n1|5\n",
        )  # fmt: skip
        self.assert_prints(
            "range  start   stop\n    1  (open)  (open)\n",
            "rowkey: 1 range, exact: no other rows lie in it\n", *self.SALTED, "--where", "",
        )  # fmt: skip
        self.assert_prints(
            "", "rowkey: no ranges: no key of the layout meets the conditions\n", *self.SALTED, "-w", "id > 999"
        )

    def test_the_table_says_what_json_says(self):
        text = ("--layout", "{host}|{id:03d}", "--columns", "host:text,id:u64", "--where")
        splits = self.file("points", b"a\nb\\x20\nb\\x20c\nweb|5\n")
        many = 10**3 if support.is_slow() else 10**5
        for arguments in (
            (*text, "host in (a, 'b c', '" + "x" * 43 + "', '" + "y" * 44 + "', '" + "z" * 45 + "'), id < 3"),
            (*text, 'host in (" ", "  a"), id in (1, 2, 9)'),
            (*text, "host > b, id < 7", "--splits", splits),
            (*text, 'host in (a, "b c", web), id in (1, 700)', "--splits", splits),
            (*self.SALTED, "--where", "id < 200", "--max-ranges", 7),
            ("--layout", "{id:u8}", "--columns", "id:u64", "--where", "id > 254"),
            ("--layout", "{a:u64}{id:u64}", "--columns", "a:u64,id:u64", "--where", f"a < {many + 7}, id = 2",
             "--max-ranges", 10 * many),
        ):  # fmt: skip
            arguments = [word.replace("'", '"') if isinstance(word, str) else word for word in arguments]
            found = json.loads(rowkey("ranges", *arguments, "--output", "json", "--quiet").stdout)
            done = rowkey("ranges", *arguments, "--quiet")
            self.assertEqual((0, b""), (done.returncode, done.stderr))
            expected, lines = table_of(found["ranges"]), done.stdout.decode().splitlines()
            self.assertEqual(expected[:20], lines[:20], arguments)
            self.assertTrue(expected == lines, arguments)

    def test_filter_is_reported(self):
        self.assert_prints(
            "range  start  stop\n    1  web    wec\n",
            "rowkey: 1 range, not exact: rows must be filtered by id\n",
            *("--layout", "{host}|{id:u8}", "--columns", "host:text,id:u64", "-w", "host begins web, id < 3"),
        )
        self.assert_prints(
            "range  start  stop\n    1  web    wec\n",
            "rowkey: 1 range, not exact: rows must be filtered by id\n",
            *("--layout", "{host}|{id:u8}", "--columns", "id:u64,host:text", "-w", "host begins web, id < 9, id < 3"),
        )

    def test_the_scan_of_all_of_the_table_is_reported(self):
        """Also when it is cut; but not when a part is left out."""
        layout = ("--layout", "{host}|{id:u8}", "--columns", "host:text,id:u64", "-w")
        whole = "not exact: all of the table is read, and rows must be filtered by id\n"
        self.assert_prints(
            "range  start   stop\n    1  (open)  (open)\n", f"rowkey: 1 range, {whole}", *layout, "id < 3"
        )
        self.assert_prints(
            "range  region  start   stop\n    1       0  (open)  m\n    2       1  m       (open)\n",
            f"rowkey: 2 ranges, {whole}", *layout, "id < 3", "--splits", "-", stdin=b"m\n",
        )  # fmt: skip
        self.assert_prints(
            "range  start   stop\n    1  (open)  m\n    2  |       }\n",
            "rowkey: 2 ranges, not exact: rows must be filtered by id\n", *layout, "id < 3, host < m",
        )  # fmt: skip

    def test_as_many_ranges_as_are_allowed_are_exact(self):
        a, b, c = range(1, 12, 2), range(1, 52, 2), (5, 9)
        done = rowkey("ranges", "--layout", "{a:02x}{b:02x}{c:02x}{a:02x}", "--columns", "a:u64,b:u64,c:u64", "--where",
                      f"a in {tuple(a)}, b in {tuple(b)}, c in {c}", "--max-ranges", 312, "--output", "json")  # fmt: skip
        self.assertEqual(b"rowkey: 312 ranges, exact: no other rows lie in them\n", done.stderr)
        self.assertEqual(
            ["%02x%02x%02x%02x" % (*key, key[0]) for key in itertools.product(a, b, c)],
            [found["start"] for found in json.loads(done.stdout)["ranges"]],
        )

    def test_ten_thousand_ranges_are_allowed_where_no_number_is_given(self):
        arguments = ("ranges", "--layout", "{a:u32}{id:u8}", "--columns", "a:u64,id:u64", "--where")
        for count, told in (
            (10000, b"10000 ranges, exact: no other rows lie in them\nrowkey: note: 10000 ranges are as many scans or gets; "
             b"one scan of the whole table, filtered by a, id, may be cheaper (--max-ranges gives fewer and longer ranges)"),
            (10001, b"1 range, not exact: rows must be filtered by id\nrowkey: note: with a greater --max-ranges fewer "
             b"other rows are read"),
        ):
            done = rowkey(*arguments, f"a < {count}, id = 2")
            self.assertEqual((0, b"rowkey: " + told + b"\n"), (done.returncode, done.stderr))

    def test_lists_of_columns_end_in_dots_where_they_are_too_long(self):
        """1018 bytes of names are shown whole; of one more the last name gives way."""
        names = [f"column_of_many_{i:02d}" for i in range(52)]
        for last, shown in (("x" * 25, "x" * 25), ("x" * 26, "...")):
            listed = [*names, "and", last]
            self.assertEqual(993 + len(last), len(", ".join(listed)))
            layout = ("--layout", "{host}|" + "".join(f"{{{name}:u8}}" for name in listed), "--columns",
                      ",".join(["host:text"] + [f"{name}:u64" for name in listed]))  # fmt: skip
            shown = ", ".join([*names, "and", shown])
            self.assert_prints(
                "range  start  stop\n    1  web    wec\n",
                f"rowkey: 1 range, not exact: rows must be filtered by {shown}\n",
                *layout, "-w", "host begins web, " + ", ".join(f"{name} < 3" for name in listed),
            )  # fmt: skip
            self.assert_fails(
                2, "--get: the conditions leave 1 range of keys (expected one key, from one value of each of "
                f"{shown})", *layout, "-w", "host = web", "--get", command="ranges",
            )  # fmt: skip

    def test_json(self):
        self.assert_prints(
            '{"exact": true, "limited": false, "filter": [], "filter_conditions": [], "ranges": [{"start": "q\\\\x22\\\\x23 \\\\x5C\\\\xFE", "stop": "q\\\\x22\\\\x23 ]", '
            '"start_hex": "712223205cfe", "stop_hex": "712223205d", "start_base64": "cSIjIFz+", "stop_base64": "cSIjIF0=", '
            '"start_inclusive": true, "stop_inclusive": false, "is_key": false}]}\n',
            "rowkey: 1 range, exact: no other rows lie in it\n",
            *self.BYTES, "-w", "id >= 254", "--output", "json",
        )  # fmt: skip
        done = rowkey("ranges", *self.SALTED, "--where", "", "--splits", "-", "--output", "json", stdin=b"2\n")
        open_range = {"start": "", "stop": "2", "start_hex": "", "stop_hex": "32", "is_key": False, "region": 0,
                      "start_base64": "", "stop_base64": "Mg==", "start_inclusive": True, "stop_inclusive": False}
        found = json.loads(done.stdout)
        self.assertEqual(open_range, found["ranges"][0])
        self.assertEqual((1, "", ""), tuple(found["ranges"][1][name] for name in ("region", "stop", "stop_hex")))
        none = rowkey("ranges", *self.SALTED, "--where", "id > 999", "--output", "json")
        self.assertEqual([], json.loads(none.stdout)["ranges"])

    def test_json_has_what_is_left_to_filter_and_every_byte(self):
        layout = ("--layout", "{host}|{n:u8}", "--columns", "host:text,n:u64,other:i64")
        conditions = ("-w", "host begins web, n < 7", "-w", "other >= -3")
        found = json.loads(rowkey("ranges", "-q", *layout, *conditions, "--output", "json").stdout)
        self.assertEqual(["n", "other"], found["filter"])
        self.assertEqual(["n < 7", "other >= -3"], found["filter_conditions"])
        generator = random.Random(7)
        for size in range(1, 40):
            key = generator.randbytes(size)
            text = "".join(f"\\x{byte:02x}" for byte in key)
            done = rowkey("ranges", "-q", "-l", "{line}", "-w", f'line = "{text}"', "--output", "json")
            one = json.loads(done.stdout)["ranges"][0]
            self.assertEqual(key, base64.b64decode(one["start_base64"], validate=True))
            self.assertEqual((key.hex(), key + b"\0"), (one["start_hex"], base64.b64decode(one["stop_base64"])))

    def test_very_many_ranges_are_noted(self):
        salted = ("ranges", "--layout", "{md5(id) % 2000:04d}{n:u8}{id:u64}", "--columns", "id:u64,n:u64")
        where = ("--output", "json", "-w", "id > 7", "-w")
        note = (
            "rowkey: note: %d ranges are as many scans or gets; one scan of the whole table, filtered by id, n, may be "
            "cheaper (--max-ranges gives fewer and longer ranges)\n"
        )
        points = self.file("points", b"1000\n")
        for splits in ((), ("--splits", points)):
            done = rowkey(*salted, *where, "n = 3", *splits)
            self.assertTrue(done.stderr.decode().endswith(note % 2000), done.stderr)
            self.assertEqual(b"", rowkey(*salted, *where, "n = 3", "-q", *splits).stderr)
        few = rowkey(*salted, *where, "n = 3, id < 1000")
        self.assertRegex(few.stderr, rb"^rowkey: \d{3} ranges, exact: no other rows lie in them\n$")
        points = self.file("points", b"".join(b"%04d\n" % i for i in range(1, 2000)))
        cut = rowkey("ranges", *salted[1:], "-w", "", "--splits", points)
        self.assertEqual(b"rowkey: 2000 ranges, exact: no other rows lie in them\n", cut.stderr)

    def test_commands_of_the_shell(self):
        table = ("--output", "hbase", "--table", "ns:t-1")
        escaped = 'q\\x22\\x23 \\x5C'
        exact = "rowkey: 1 range, exact: no other rows lie in it\n"
        self.assert_prints(
            "scan 'ns:t-1', {STARTROW => \"%s\\xFE\", STOPROW => \"q\\x22\\x23 ]\"}\n" % escaped,
            exact, *self.BYTES, "-w", "id >= 254", *table,
        )  # fmt: skip
        self.assert_prints("get 'ns:t-1', \"%s\\x07\"\n" % escaped, exact, *self.BYTES, "-w", "id = 7", *table)
        self.assert_prints("scan 'ns:t-1'\n", exact, *self.SALTED, "-w", "", *table)
        self.assert_prints(
            "scan 'ns:t-1', {STOPROW => \"b\"}\nscan 'ns:t-1', {STARTROW => \"b\"}\n",
            "rowkey: 2 ranges, exact: no other rows lie in them\n",
            *self.SALTED, "-w", "", *table, "--splits", "-", stdin=b"b\n",
        )  # fmt: skip

    def test_examples_of_the_help_work(self):
        self.file("splits.txt", b"\\x04\n\\x08\n")
        help_text = rowkey("ranges", "--help").stdout.decode()
        examples = help_text.split("\nExamples:\n")[1].replace(" | hbase shell", "").splitlines()
        self.assertEqual(4, len(examples))
        for example in examples:
            done = rowkey(*shlex.split(example)[1:], cwd=self.directory)
            self.assertEqual(0, done.returncode, (example, done.stderr))

    def test_full_device_is_reported(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([*support.TOOL, "ranges", *self.SALTED, "-w", ""], stdout=full,
                                  stderr=subprocess.PIPE, env=support.environment())  # fmt: skip
        self.assertEqual((3, b"rowkey: cannot write standard output: No space left on device\n"),
                         (done.returncode, done.stderr))  # fmt: skip


class Get(RangesTest):
    """--get: the one key of the values, as rowkey key has it."""

    def test_it_is_what_key_prints(self):
        layout = ("--layout", '{md5(a, n) % 100:02d}"{a}|{n:i64}', "--columns", "a:text,n:i64")
        for form in ("hbase", "hex", "text", "raw"):
            key = rowkey("key", *layout, "x#y", "-3", "--output", form).stdout
            self.assertNotEqual(b"", key)
            self.assert_keys(key, *layout, "--get", "-w", "a = x#y, n = -3", "--output", form, command="ranges")
        self.assert_keys(
            rowkey("key", *layout, "x#y", "-3").stdout, *layout, "--get", "-w", "a = x#y, n = -3", command="ranges"
        )

    def test_whatever_leaves_one_key(self):
        day = ("--layout", "{truncate(ts, 86400):u32}", "--columns", "ts:u64", "--output", "hex")
        self.assert_keys(b"00015180\n", *day, "--get", "-w", "ts >= 86400, ts < 172800", command="ranges")

    def refuse(self, message, *arguments):
        self.assert_fails(2, "--get: " + message, "--get", *arguments, command="ranges")

    def test_more_keys_or_none(self):
        layout = ("--layout", "{md5(a) % 100:02d}{a}|{n:u8}", "--columns", "a:text,n:u64,unused:u64")
        self.refuse("the conditions leave 1 range of keys (expected one key, from one value of n)",
                    *layout, "-w", "a = x")  # fmt: skip
        self.refuse("the conditions leave 2 ranges of keys (expected one key, from one value of n)",
                    *layout, "-w", "a = x, n in (3, 5)")  # fmt: skip
        self.refuse("the conditions leave 1 range of keys (expected one key, from one value of each of a, n)",
                    *layout, "-w", "")  # fmt: skip
        self.refuse("no key of the layout meets the conditions", *layout, "-w", "a = x, n = 300")
        self.refuse(
            "a row that meets the conditions has any of 4 keys, because no column says what random() was (expected "
            "one key)",
            *("--layout", "@hbase-salting", "-w", "key = x"),
        )


if __name__ == "__main__":
    support.main()
