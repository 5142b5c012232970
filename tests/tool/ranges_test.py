"""rowkey ranges: the rows of small worlds by brute force, and every bad condition."""

import itertools
import json
import random

import support
from ranges_oracle import Condition, RangesTest, where
from support import rowkey

SEED = 20260401


def world(**columns):
    """All records whose columns have one of these values each."""
    return [dict(zip(columns, values)) for values in itertools.product(*columns.values())]


IDS = world(id=range(300))
DATES = [b"2015-04-%02d" % day for day in range(24, 30)]
NAMES = [b"", b"a", b"aa", b"aab", b"ab", b"b", b"ba", b"\xff", b"\xff\xff", b"caf\xc3\xa9"]
UTF8 = [name for name in NAMES if name[:1] != b"\xff"]
SIGNED = [-(2**63), -(2**31), -257, -256, -2, -1, 0, 1, 2, 127, 128, 255, 256, 2**31, 2**63 - 1]
FLOATS = [float("-inf"), -1e300, -2.5, -1.0, -5e-324, -0.0, 0.0, 5e-324, 1.0, 1.5, 65536.0, float("inf")]

WORLDS = [
    # The four prefixes of the paper
    ("{random() % 7:07d}{id:010d}", "id:u64", IDS),
    ("{id % 7:07d}{id:010d}", "id:u64", IDS),
    ("{md5(id) % 7:07d}{id:010d}", "id:u64", IDS),
    ("{md5(line) % 7:07d}{id:010d}", "id:u64", IDS),
    ("({md5(id) % 7:07d},{id:010d})", "id:u64", IDS),
    # Salted tables
    ('{abs(java_hash(date, "|", name) % 11):03d}|{date}|{name}', "date:text,name:text", world(date=DATES, name=UTF8)),
    ("@opentsdb(buckets=5)", "metric:u64,ts:u64,tags:text",
     world(metric=range(4), ts=[0, 3599, 3600, 7199, 7200, 10800], tags=NAMES)),
    ("@phoenix-salted(buckets=4)", "id:i64", world(id=SIGNED)),
    ("{abs(h31(rest) % 3):u8}{host}\\x00{ts:~i64}", "host:text,ts:i64", world(host=NAMES, ts=SIGNED)),
    ("{md5(host)}{ts:u32}", "host:text,ts:u64", world(host=NAMES, ts=range(6))),
    ("{(java_hash(key) & 0xfffffff) % 9:d}:{key}", "key:text", world(key=UTF8)),
    # Order, also the other way round, and no order at all
    ("{id:u16}", "id:u64", IDS),
    ("{id}", "id:u64", IDS),
    ("{id:x}|", "id:u64", IDS),
    ("{reverse(id:04d)}", "id:u64", IDS),
    ("{id:u16le}", "id:u64", IDS),
    ("{n}/{id:02d}", "n:i64,id:u64", world(n=SIGNED, id=range(5))),
    ("{n:i64be}", "n:i64", world(n=SIGNED)),
    ("{n:~i64}{id:~02d}", "n:i64,id:u64", world(n=SIGNED, id=range(5))),
    ("{reverse_time(n):u64}", "n:i64", world(n=SIGNED)),
    ("{a:16s}{b:~8s}", "a:text,b:text", world(a=NAMES, b=NAMES)),
    ("{a}|{b}", "a:text,b:text", world(a=NAMES, b=NAMES)),
    ("{a}||{b}|{id:u8}", "a:text,b:text,id:u64", world(a=NAMES, b=NAMES, id=range(3))),
    ("{a:esc}{b:mem}{id:u8}", "a:text,b:text,id:u64", world(a=NAMES, b=NAMES, id=range(3))),
    ("{a:~esc}{b}", "a:text,b:text", world(a=NAMES, b=NAMES)),
    ("{a:x}-{b}", "a:text,b:text", world(a=NAMES, b=NAMES)),
    ("{v}{w:~f32}", "v:f64,w:f32", world(v=FLOATS, w=[-1.5, -0.0, 0.0, 2.0])),
    # Parts of columns
    ("{truncate(ts, 60):u16}{id:u8}", "ts:u64,id:u64", world(ts=range(0, 300, 7), id=range(3))),
    ("{id / 10:u8}{id % 10:d}", "id:u64", IDS),
    ("{id % 16:u8}{ts:u8}", "id:u64,ts:u64", world(id=range(40), ts=range(5))),
    ("{id + 5:u16}{500 - id:u16}", "id:u64", IDS),
]  # fmt: skip



# Conditions that leave a column of these many values may leave the scan of all of the table.
UNSORTED = {
    "{id:u16le}",
    "{id}",
    "{id:x}|",
    "{n}/{id:02d}",
    "{md5(host)}{ts:u32}",
    "{reverse(id:04d)}",
    "{id % 16:u8}{ts:u8}",
}


class BruteForce(RangesTest):
    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)
        self.conditions = support.affordable(24, 3, 1)

    def some_value(self, values):
        value = self.random.choice(values)
        if isinstance(value, bytes):
            return self.random.choice([value, value, value + b"\0", value[:-1], value + b"\xff"])
        if isinstance(value, int):
            near = value + self.random.choice([0, 0, 0, 1, -1])
            return near if min(values) <= near <= max(values) else value
        return value

    def some_condition(self, records, column):
        values = sorted({record[column] for record in records})
        text = isinstance(values[0], bytes)
        operator = self.random.choice(["=", "=", "<", "<=", ">", ">=", "in"] + ["begins"] * 3 * text)
        count = self.random.randint(1, 5) if operator == "in" else 1
        return Condition(column, operator, tuple(self.some_value(values) for _ in range(count)))

    def some_conditions(self, records):
        """Up to three, mostly such that a record meets them all."""
        target, columns = self.random.choice(records), list(records[0])
        conditions = [
            self.some_condition(records, self.random.choice(columns)) for _ in range(self.random.choice([3, 20]))
        ]
        return [c for c in conditions if len(conditions) == 3 or c.meets(target)][:3] or conditions[:1]

    def test_worlds(self):
        helped, refused = 0, set()
        for layout, columns, records in WORLDS:
            rows = self.encoded(layout, columns, records)
            self.assertGreater(len(rows), 7)
            for _ in range(self.conditions):
                conditions = self.some_conditions(records)
                done = self.query(layout, columns, conditions)
                if b"no value of" in done.stderr:
                    asked = [record for record, _ in rows if all(c.meets(record) for c in conditions)]
                    self.assertEqual([], asked, done.stderr)
                elif b"would scan the whole table" in done.stderr:
                    refused.add(layout)
                else:
                    self.check(layout, columns, conditions, rows)
                    helped += 1
        self.assertLessEqual(refused, UNSORTED)
        self.assertGreater(helped, len(WORLDS) * self.conditions / 2)


    def test_every_value_of_a_small_domain_alone_and_every_interval(self):
        for layout, records in (
            ("{id % 3:d}|{id:02d}", world(id=range(20))),
            ("{md5(id) % 4:a}{id:~u8}", world(id=range(20))),
            ("{id / 4:d}/{id:x}.", world(id=range(20))),
        ):
            rows = self.encoded(layout, "id:u64", records)
            self.assertEqual(len(records), len(rows))
            step = 7 if support.is_slow() else 3
            for low, high in itertools.combinations(range(0, 21, step), 2):
                found = self.check(layout, "id:u64", where(("id", ">=", low), ("id", "<", high)), rows)
                self.assertTrue(found["exact"])
            found = self.check(layout, "id:u64", where(("id", "=", 7)), rows)
            self.assertEqual([True], [r["is_key"] for r in found["ranges"]])

    def test_parts_that_follow_from_a_column_one_after_the_other_are_those_of_its_values(self):
        """Not every value of the second beside every value of the first."""
        for layout, low, high, most in (
            ("{id % 2:u8}{id % 3:u8}{id:u16}", 0, 3, 3),
            ("{id % 5:d}|{md5(id) % 7:d}|{id % 3:d}|{id:03d}", 100, 120, 20),
            ("{md5(id) % 100:02d}{id % 24:02d}{id:010d}", 50, 250, 200),
            ("{md5(id) % 100:02d}{id:010d}", 50, 250, 100),
        ):
            rows = self.encoded(layout, "id:u64", IDS)
            found = self.check(layout, "id:u64", where(("id", ">=", low), ("id", "<", high)), rows)
            self.assertTrue(found["exact"])
            self.assertLessEqual(len(found["ranges"]), most, layout)

    def test_conditions_of_several_options_hold_together(self):
        layout = ("ranges", "--layout", "{a}|{id:02d}", "--columns", "a:text,id:u64", "--output", "json")
        once = rowkey(*layout, "--where", "a = x, id >= 3, id < 9")
        several = rowkey(*layout, "-w", "a = x", "-w", "", "--where=id >= 3 , id<9")
        self.assertEqual((0, once.stdout), (several.returncode, several.stdout))

    def test_null_counts_as_what_stands_in_its_place(self):
        layout = ("--layout", '{coalesce(host, "none")}|{id:02d}', "--columns", "host:text,id:u64")
        key = rowkey("key", *layout, "--null", "NULL", "NULL", "7").stdout
        self.assert_keys(key, *layout, "--get", "--where", "host = none, id = 7", command="ranges")

    def test_nulls_that_the_layout_marks(self):
        layout = ("--layout", "{null_first(a):u8}{coalesce(a, 7):u8}{id:u8}", "--columns", "a:u64,id:u64")
        for conditions, found in (
            ("a is null, id = 5", [("000705", "00070500")]),
            ("a is null", [("0007", "0008")]),
            ("a is not null", [("01", "02")]),
            ("a  is\tnot\nnull , a < 9", [("01", "0109")]),
            ("a = 7", [("0107", "0108")]),
        ):
            done = rowkey("ranges", *layout, "--quiet", "--output", "json", "--where", conditions)
            self.assertEqual((0, b""), (done.returncode, done.stderr))
            answer = json.loads(done.stdout)
            self.assertEqual(found, [(r["start_hex"], r["stop_hex"]) for r in answer["ranges"]], conditions)
            self.assertTrue(answer["exact"])
        key = rowkey("key", *layout, "--null", "", "", "5", "--output", "hex").stdout
        self.assertEqual(b"000705\n", key)
        self.assert_keys(key, *layout, "--get", "--output", "hex", "--where", "a is null, id = 5", command="ranges")

    def test_values_are_those_that_stand_there(self):
        """Each form of a value finds the key of that value."""
        for column, text, key in (
            ("text", "abc", b"abc"),
            ("text", "  a.b|c-d_e/f:g  ", b"a.b|c-d_e/f:g"),
            ("text", "O'Brien", b"O'Brien"),
            ("text", "caf\u00e9", "caf\u00e9".encode()),
            ("text", '"New York, (NY) <=>"', b"New York, (NY) <=>"),
            ("text", '"a\\"b\\\\c\\x00\\xfF"', b'a"b\\c\0\xff'),
            ("text", '""', b""),
            ("u64", "007", b"7"),
            ("u64", "18446744073709551615", b"18446744073709551615"),
            ("i64", "-9223372036854775808", b"-9223372036854775808"),
        ):
            forms = ("v = %s", "v==%s", "v in (%s)", "\n v\t=\r\n%s\r\n", "v >= %s, v <= %s")
            for form, repeat in support.some(itertools.product(forms, (False, True))):
                text_of = form.replace("%s", text) + (", v = " + text if repeat else "")
                with self.subTest(where=text_of):
                    self.assert_keys(b"k" + key + b"\n", "--layout", "k{v}", "--columns", "v:" + column, "--get",
                                     "--where", text_of, "--output", "text", command="ranges")  # fmt: skip

    def test_nothing_is_divided_by_a_column_that_is_0(self):
        """No record has such a key. What is answered may be too much, but it is an answer."""
        expressions = ("a / b", "a % b", "floormod(a, b)", "b - a % b", "a / (b * b)")
        conditions = ("a < 5000, b < 1", "a < 5000, b = 0", "a = 7, b = 0", "a < 1, b = 0", "a in (1, 7), b < 1")
        fields = ("{%s:i64}", "{%s:i64}{a:i64}{b:i64}")
        for expression, text, form in support.some(itertools.product(expressions, conditions, fields)):
            done = rowkey("ranges", "--layout", form % expression, "--columns", "a:i64,b:i64", "--where",
                          f"{text}, a >= 0, b >= 0", "--max-ranges", 20)  # fmt: skip
            self.assertEqual(0, done.returncode, (expression, text, form, done.stderr))


class Regions(RangesTest):
    """--splits: the same ranges, cut at the boundaries of regions."""

    LAYOUT = ("{md5(id) % 7:d}|{id:03d}", "id:u64")

    def test_cut_ranges_lie_in_one_region_each_and_are_the_same_keys(self):
        rows = self.encoded(*self.LAYOUT, IDS)
        choice = random.Random(SEED)
        for _ in range(4 if support.is_slow() else 20):
            points = sorted({choice.choice(rows)[1][: choice.randint(1, 5)] for _ in range(choice.randint(1, 9))})
            low = choice.randrange(250)
            conditions = where(("id", ">=", low), ("id", "<", low + choice.choice([1, 40, 300])))
            text = "".join(point.hex() + "\n" for point in points).encode()
            cut = self.found(*self.LAYOUT, conditions, "--splits", self.file("s", text), "--splits-form", "hex")
            whole = self.found(*self.LAYOUT, conditions)
            self.check_ranges(cut, conditions, rows, cut=True)
            joined = []
            for part in cut["ranges"]:
                start, stop = bytes.fromhex(part["start_hex"]), bytes.fromhex(part["stop_hex"])
                region = part["region"]
                self.assertTrue(region == 0 or points[region - 1] <= start, part)
                self.assertTrue(region == len(points) or (stop != b"" and stop <= points[region]), part)
                if joined and joined[-1][1] == part["start_hex"]:
                    self.assertEqual(start, points[region - 1])
                    joined[-1][1] = part["stop_hex"]
                else:
                    joined.append([part["start_hex"], part["stop_hex"]])
            self.assertEqual(joined, [[r["start_hex"], r["stop_hex"]] for r in whole["ranges"]])

    def test_bad_lists(self):
        arguments = ("--layout", self.LAYOUT[0], "--columns", self.LAYOUT[1], "--where", "", "--splits")
        for content, message in (
            (b"1\n3\n2\n", '%s:3: the split point "2" comes before the point of line 2, "3" (expected points in the '
             "order of their bytes)"),
        ):  # fmt: skip
            path = self.file("s", content)
            self.assert_fails(1, message % path, *arguments, path, command="ranges")
        done = rowkey("ranges", *arguments, self.path("missing"))
        self.assertEqual((3, b""), (done.returncode, done.stdout))


    def test_names_in_any_script(self):
        layout = ("--layout", "{größe:04d}{名前}", "--columns", "größe:u64,名前:text")
        self.assert_keys(b"0001x\n", *layout, "--get", "--where", "größe = 1, 名前 = x", command="ranges")
        self.assert_fails(
            2,
            "option --where: there is no column große\ngröße = 1, große = 1\n"
            f"{' ' * 11}^ expected größe (the columns are größe, 名前)",
            *(*layout, "--where", "größe = 1, große = 1"),
            command="ranges",
        )


class Refused(RangesTest):
    """Conditions that are understood, and that no range of keys can answer."""

    LAYOUT = ("--layout", "{md5(host)}{reverse(id:04d)}{n:u8}", "--columns", "host:text,id:u64,n:u64,other:text")

    def refuse(self, sentence, text, caret, expected):
        self.assert_fails(
            2,
            f"option --where: {sentence}\n{text}\n{' ' * caret}^ expected {expected}",
            *(*self.LAYOUT, "--where", text),
            command="ranges",
        )

    def has_no_rows(self, sentence, text, caret, expected, layout=LAYOUT):
        done = rowkey("ranges", *layout, "--where", text)
        note = f"rowkey: note: option --where: {sentence}\n{text}\n{' ' * caret}^ expected {expected}\n"
        none = "rowkey: no ranges: no key of the layout meets the conditions\n"
        self.assertEqual((0, note + none), (done.returncode, done.stderr.decode()), text)
        self.assertNotIn(b"\n    1  ", done.stdout)

    def test_contradictions_have_no_rows_and_name_the_conditions(self):
        both, one = "conditions that some value meets", "a condition that some value meets"
        self.has_no_rows("no value of id meets both id > 5 and id < 3", "id > 5, n = 1, id < 3", 15, both)
        self.has_no_rows("no value of id meets both id >= 5 and id <5", "id < 9, id >= 5, n > 1, id <5", 24, both)
        self.has_no_rows("no value of id meets both id > 5 and id < 6", "id > 5, id < 6", 8, both)
        self.has_no_rows("no value of n meets both n = 1 and n in (2, 3)", "n = 1, n in (2, 3)", 7, both)
        self.has_no_rows("no value of host meets both host begins ab and host >= b", "host begins ab, host >= b", 16, both)
        self.has_no_rows("no value of id meets id < 0", "n = 1, id < 0", 7, one)
        self.has_no_rows('no value of host meets host < ""', 'host < ""', 0, one)
        self.has_no_rows(
            "no value of n meets all of the conditions on it",
            *("id = 1, n in (1, 2), n in (2, 3), n in (1, 3)", 8, both),
        )
        for output, written in ((["json"], b'"ranges": []'), (["hbase", "--table", "t"], b"")):
            done = rowkey("ranges", *self.LAYOUT, "-q", "-w", "id > 5, id < 6", "--output", *output)
            self.assertEqual((0, b""), (done.returncode, done.stderr))
            self.assertIn(written, done.stdout)
            self.assertEqual(written == b"", done.stdout == b"")
        self.assert_fails(
            2,
            f"option --where: no value of id meets both id > 5 and id < 6\nid > 5, id < 6\n{' ' * 8}^ expected {both}",
            *(*self.LAYOUT, "--where", "id > 5, id < 6", "--get"), command="ranges",
        )  # fmt: skip

    def test_nulls(self):
        marked = ("--layout", "{null_first(a):u8}{coalesce(a, 7):u8}{id:u8}", "--columns", "a:u64,id:u64")
        marker = "null_first or null_last of the column in the layout"
        both = "conditions that some value meets"
        self.has_no_rows(
            "no value of a meets both a is null and a = 7", "id = 1, a is null, a = 7", 19, both, marked
        )
        self.has_no_rows(
            "no value of a meets both a is null and a is not null", "a is null, a is not null", 11, both, marked
        )
        for columns, sentence, text, caret, expected in (
            (self.LAYOUT, "a condition on column id tests for null, which its keys do not show", "n = 1, id is null",
             7, marker),
            (self.LAYOUT, "a condition on column n tests for null, which its keys do not show", "n is not null", 0, marker),
            (marked, "a column is null, or is not", "id = 1, a is 7", 13, "null or not null"),
            (marked, "a column is null, or is not", "a is not", 5, "null or not null"),
            (marked, "a column is null, or is not", "a is not 7", 5, "null or not null"),
            (marked, "there is more text after the condition", "a is null 7", 10,
             "a comma and another condition, or the end"),
        ):  # fmt: skip
            self.assert_fails(
                2, f"option --where: {sentence}\n{text}\n{' ' * caret}^ expected {expected}",
                *(*columns, "--where", text), command="ranges",
            )  # fmt: skip

    def test_columns_that_no_range_can_help_with(self):
        rest = "would scan the whole table"
        self.refuse(f"the keys hold only a hash of column host: this condition {rest}", "n = 1, host > a", 7,
                    "host = one or a few values")  # fmt: skip
        self.refuse(f"the keys do not hold column other: a condition on it {rest}", "other = x", 0,
                    "a column that the layout uses")  # fmt: skip


class BadConditions(RangesTest):
    COLUMNS = ("--layout", "{id:u64}{n:i64}{v}{host}", "--columns", "id:u64,n:i64,v:f64,host:text")

    def refuse(self, sentence, text, caret, expected):
        self.assert_fails(
            2,
            f"option --where: {sentence}\n{text}\n{' ' * caret}^ expected {expected}",
            *self.COLUMNS,
            "--where",
            text,
            command="ranges",
        )

    def test_columns(self):
        columns = "the columns are id, n, v, host"
        self.refuse("there is no column hots", "id = 5, hots = a", 8, f"host ({columns})")
        self.refuse("there is no column timestamp", "timestamp=5", 0, "one of " + columns.replace(" are", ""))
        for text, caret in ((",", 0), ("= 5", 0), ("id = 5,", 7), ("id = 5, , n = 1", 8), ('"id" = 5', 0)):
            self.refuse("a condition begins with the name of a column", text, caret,
                        "one of the columns id, n, v, host")  # fmt: skip

    def test_comparisons(self):
        numbers, text = "= < <= > >= or in", "= < <= > >= in or begins"
        self.refuse("a comparison is missing", "id", 2, numbers)
        self.refuse("a comparison is missing", "host , id = 5", 5, text)
        self.refuse("unknown comparison", "id != 5", 3, numbers)
        self.refuse("unknown comparison", "id <> 5", 3, numbers)
        self.refuse("unknown comparison", "id => 5", 3, numbers)
        self.refuse("unknown comparison", "host =< a", 5, text)
        self.refuse("unknown comparison", "id 5", 3, numbers)
        self.refuse("unknown comparison", "host like 5", 5, text)
        self.refuse("unknown comparison", "host beginsa", 5, text)
        self.refuse("begins is a comparison of text, and the column is of type u64", "id begins 5", 3, numbers)

    def test_values(self):
        u64 = "digits only, from 0 to 18446744073709551615"
        i64 = "digits only, after an optional -, from -9223372036854775808 to 9223372036854775807"
        f64 = "a decimal such as -2.5 or 6e-7, up to 1.7976931348623157e+308, or inf"
        digit = "it has a byte that is not a digit"
        self.refuse(f"abc is not a number of type u64: {digit}", "id = abc", 5, u64)
        self.refuse(f'"5" is not a number of type u64: {digit}', 'id = "5"', 5, u64)
        self.refuse("1e3 is not a number of type u64: it is not an integer in plain digits", "id=1e3", 3, u64)
        self.refuse("-1 is not a number of type u64: it is negative", "id >= -1", 6, u64)
        self.refuse(
            "18446744073709551616 is not a number of type u64: it is above 18446744073709551615",
            *("id in (1, 18446744073709551616)", 10, u64),
        )
        self.refuse(
            "-9223372036854775809 is not a number of type i64: it is below -9223372036854775808",
            *("n = -9223372036854775809", 4, i64),
        )
        self.refuse("nan is not a number of type f64: it is not-a-number, which has no place in an order",
                    "v < nan", 4, f64)  # fmt: skip
        self.refuse("a value is missing", "id =", 4, u64)
        self.refuse("a value is missing", "id = , n = 1", 5, u64)
        self.refuse("a value is missing", "host =  ", 8,
                    'text, in "double quotes" where it is empty or holds blanks or , ( ) < > = " \\')  # fmt: skip
        self.refuse("text cannot be in single quotes", "host = 'a'", 7, 'text as it is, or in "double quotes"')

    def test_quotes(self):
        self.refuse("unterminated string", 'host = "a', 7, 'a second " that ends it')
        self.refuse("unknown escape", 'host = "\\q"', 8, '\\xHH, \\\\ or \\"')
        self.refuse("incomplete escape", 'host = "\\x4"', 8, "\\x and two hex digits, such as \\x1f")

    def test_lists(self):
        self.refuse("the list of values is missing", "id in 5", 6, "( and values with commas between, then )")
        self.refuse("the list of values does not end", "id in (5, 6", 11, "a comma and one more value, or )")
        self.refuse("the list of values does not end", "id in (5 6)", 9, "a comma and one more value, or )")
        self.refuse("a value is missing", "n in ()", 6,
                    "digits only, after an optional -, from -9223372036854775808 to 9223372036854775807")  # fmt: skip

    def test_what_stands_after_a_value(self):
        sentence, end = "there is more text after the condition", "a comma and another condition, or the end"
        text = 'a comma or the end; text with blanks or , ( ) < > = " \\ in "double quotes"'
        self.refuse(sentence, "id >= 5 and id < 7", 8, end)
        self.refuse(sentence, "id in (5) 6", 10, end)
        self.refuse(sentence, "host = New York", 11, text)
        self.refuse(sentence, "host = a=b", 8, text)
        self.refuse(sentence, 'host = a"b', 8, text)
        self.refuse(sentence, 'host = "a"b', 10, text)

    def test_place_in_the_second_of_several(self):
        self.assert_fails(
            2,
            "option --where: a value is missing\nn =\n   ^ expected digits only, after an optional -, from "
            "-9223372036854775808 to 9223372036854775807",
            *(*self.COLUMNS, "--where", "id = 5", "-w", "n ="),
            command="ranges",
        )


class BadUsage(RangesTest):
    LAYOUT = ("--layout", "{host}|{id:04d}", "--columns", "host:text,id:u64")

    def refuse(self, message, *arguments, layout=LAYOUT, status=2):
        self.assert_fails(status, message, *layout, *arguments, command="ranges")

    def test_options(self):
        self.refuse("option --layout is missing (rowkey ranges --help explains it)", "--where", "", layout=())
        self.refuse("option --where is missing (expected conditions, or '' for all rows)")
        self.refuse(
            'rowkey ranges takes no argument, found "id = 5" (--where takes the conditions)', "id = 5", "--where", ""
        )
        for option, message in (
            (("--output", "xml"), 'option --output: unknown value "xml" (expected text, json or hbase)'),
            (("--output", "json", "--get"), 'option --output: unknown value "json" (expected text, raw, hex or hbase)'),
            (("--output", "hbase"), "--output hbase needs --table, the table to be read"),
            (("--table", "t"), "option --table needs --output hbase, which is all it is for"),
            (("--splits-form", "hex"), "option --splits-form needs --splits"),
            (("--get", "--table", "t"), "option --table does not go with --get, which prints one key"),
            (("--get", "--splits", "f"), "option --splits does not go with --get, which prints one key"),
            (("--max-ranges", "0"),
             'option --max-ranges: "0" is out of range (expected a number from 1 to 100000000)'),
            (("--isa", "mmx"), None),
        ):  # fmt: skip
            if message is None:
                self.assertEqual(2, rowkey("ranges", *self.LAYOUT, "--where", "", *option).returncode)
            else:
                self.refuse(message, "--where", "", *option)

    def test_names_of_tables_are_those_that_hbase_takes(self):
        for table, shown in (("", '""'), ("a'b", '"a\'b"'), ("a b", '"a b"'), ("a\nb", '"a\\x0Ab"')):
            self.refuse(
                f"option --table: {shown} is not a name of a table (expected letters, digits, and _ - . :)",
                *("--where", "", "--output", "hbase", "--table", table),
            )

    def test_one_option_may_be_repeated_and_only_so_often(self):
        self.refuse("option --columns is given twice", "--where", "", "--columns", "a:u64")
        self.refuse("option --where is given more than 64 times", *["--where", ""] * 65)


if __name__ == "__main__":
    support.main()
