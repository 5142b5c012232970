"""Columns that are joined from the texts of others, such as a time from its date and its clock."""

import datetime
import json
import random

import support
from support import ToolTest, ordered_i64, rowkey

JOINED = 'ts:time(s) = date + " " + clock'
COLUMNS = "date:text,clock:text," + JOINED
LAYOUT = ("-l", "{ts:i64}", "--output", "hex")
EPOCH = datetime.datetime(1970, 1, 1)


def some_times(count):
    generator = random.Random(5)
    return [EPOCH + datetime.timedelta(seconds=generator.randrange(2**31)) for _ in range(count)]


def keys_of(times):
    return b"".join(ordered_i64(int((time - EPOCH).total_seconds())).hex().encode() + b"\n" for time in times)


class Joined(ToolTest):
    def test_every_kind(self):
        times = some_times(5000)
        dates = [f"{time:%Y-%m-%d}" for time in times]
        clocks = [f"{time:%H:%M:%S}" for time in times]
        rows = list(zip(dates, clocks))
        inputs = {
            ("csv",): "".join(f"{date},{clock}\n" for date, clock in rows),
            ("csv", "--delimiter", ";"): "".join(f'"{date}";"{clock}"\n' for date, clock in rows),
            ("tsv",): "".join(f"{date}\t{clock}\n" for date, clock in rows),
            ("csv", "--header"): "clock,more,date\n" + "".join(f'{clock},"x""y",{date}\n' for date, clock in rows),
            ("jsonl",): "".join(json.dumps({"clock": clock, "date": date}) + "\n" for date, clock in rows),
        }
        for kind, data in inputs.items():
            if kind == ("jsonl",) and not support.has_jsonl():
                continue
            for size in (4096, 524288):
                self.assert_keys(keys_of(times), *LAYOUT, "-c", COLUMNS, "--chunk-size", size, "--input", *kind, stdin=data.encode())

    def test_parts(self):
        """Names in any order, often, between texts with escapes; blanks do not count."""
        columns = r'a:text, `b-c`:text, x:text = "," + `b-c`+a + a +"\x41\"" , y:u64=a'
        self.assert_keys(b',-77A"|7|\n', "-l", "{x}|{y}|", "-c", columns, "--input", "csv", stdin=b"7,-\n")
        self.assert_keys(b"7070\n", "-l", "{z}", "-c", 'a:text,z:hex = a + "0" + a + "0"', "--input", "csv", "--output", "hex", stdin=b"7\n")

    def test_columns_of_the_same_field(self):
        """Each has its own type, and may be a part of others."""
        columns = ("-c", 'a=x:text,b=x:u64,c=x:text,d:text=c + "," + a', "-l", "{a}|{b}|{c}|{d}")
        self.assert_keys(b"7|7|7|7,7\n8|8|8|8,8\n", *columns, "--input", "csv", "--header", stdin=b'y,x\n1,7\n"",8\n')
        self.assert_keys(b"7|7|7|7,7\n", *columns, "--input", "tsv", "--header", stdin=b"y\tx\n1\t7\n")
        twice = ("-c", "a=x:text,b=x:text", "-l", "{a}|{b}")
        self.assert_keys(b'q"|q"\nr|r\n', *twice, "--input", "csv", "--header", stdin=b'x\n"q"""\nr\n')
        if support.has_jsonl():
            self.assert_keys(b"7|7|7|7,7\n", *columns, "--input", "jsonl", stdin=b'{"x":"7"}\n')

    def test_quotes_and_escapes(self):
        columns = ("-l", "{x}", "-c", 'a:text,b:text,x:text = a + "," + b', "--output", "hex")
        self.assert_keys(b'a"b,,"'.hex().encode() + b"\n", *columns, "--input", "csv", stdin=b'"a""b",","""\n')
        if support.has_jsonl():
            self.assert_keys("ü\n,\"".encode().hex().encode() + b"\n", *columns, "--input", "jsonl", stdin=rb'{"a":"\u00fc\n","b":"\""}')

    def test_nulls(self):
        null = b"-\n"
        arguments = ("-l", '{coalesce(x, "-")}', "-c", "a:text,b:text,x:text = a + b")
        for text, data, expected in (
            ("NA", b"NA,b\n", null), ("NA", b"a,NA\n", null), ("NA", b'"NA",b\n', b"NAb\n"), ("NA", b"N,A\n", b"NA\n"), ("", b",b\n", null),
            ("", b'"",""\n', b"\n"), ("", b'"","b"\n', b"b\n"),
        ):  # fmt: skip
            self.assert_keys(expected, *arguments, "--input", "csv", "--null", text, stdin=data)
        if support.has_jsonl():
            self.assert_keys(null + b"ab\n" + b"7\n", *arguments, "--input", "jsonl",
                             stdin=b'{"a":"a"}\n{"a":"a","b":"b"}\n{"a":"","b":7}\n')  # fmt: skip

    def test_errors_show_the_joined_text(self):
        self.assert_fails(
            1,
            '<stdin>:2: column ts: "2024-03-01 25:00" is not a valid time(s): it has an hour that is not 00 to 23 (expected a time of '
            "UTC such as 2024-03-01T12:30:00Z, or with +02:00 for Z)",
            *LAYOUT, "-c", COLUMNS, "--input", "csv", stdin=b"2024-03-01,12:30\n2024-03-01,25:00\n",
            output=keys_of([datetime.datetime(2024, 3, 1, 12, 30)]),
        )  # fmt: skip
        self.assert_fails(
            1, "<stdin>:1: column clock is missing: the record has 1 field (expected 2)",
            *LAYOUT, "-c", COLUMNS, "--input", "csv", stdin=b"2024-03-01\n",
        )  # fmt: skip

    def test_other_commands(self):
        times = sorted(some_times(90))
        file = self.file("rows.csv", b"date,clock\n" + b"".join(f"{time:%Y-%m-%d,%H:%M:%S}\n".encode() for time in times))
        reading = ("--header", "-c", COLUMNS, file)
        points = keys_of(times).split()
        done = rowkey("splits", "--sample", "-l", "{ts:i64}", "--regions", 3, "--output", "hex", *reading)
        self.assertEqual([points[30], points[60]], done.stdout.split())
        done = rowkey("simulate", "-l", "{ts:i64}", "--regions", 3, "--output", "json", *reading)
        self.assertEqual(90, json.loads(done.stdout)["rows"])
        done = rowkey("advise", "--ask", "ts in last 1h", "--regions", 2, "--candidates", 1, "--designs", 1, *reading)
        self.assertEqual(0, done.returncode, done.stderr)
        key = self.file("key", points[0] + b"\n")
        done = rowkey("decode", "-l", "{ts:i64}", "-c", COLUMNS, "--input", "hex", key)
        self.assertEqual(f"{times[0]:%Y-%m-%dT%H:%M:%SZ}\n".encode(), done.stdout)
        done = rowkey("ranges", "-l", "{ts:i64}", "-c", COLUMNS, "-w", "ts >= 2024-03-01", "--quiet")
        self.assertEqual(0, done.returncode, done.stderr)

    def test_refused(self):
        cannot = 'cannot be joined (expected names of text columns that stand before it in the list, and "texts", with + between)'
        for columns, shown in (
            ("a:text,t:text = ", '""'), ("a:text,t:text = a +", '""'), ("t:text = a,a:text", '"a"'), ("a:u64,t:text = a", '"a"'),
            ("a:text,b:text = a,t:text = b", '"b"'), ("a:text,t:text = a a", '"a"'), ("a:text,t:text = t", '"t"'),
        ):  # fmt: skip
            self.assert_fails(2, f"option --columns: column t: {shown} {cannot}", "-l", "{t}", "-c", columns, "--input", "csv")
        for kind, columns in (("lines", "t:text = \"x\""), ("binary", "a:u8,t:u8 = a"), ("csv", "a:text,t=a:text = a")):
            done = rowkey("encode", "-l", "{t}", "-c", columns, "--input", kind)
            self.assertEqual(2, done.returncode, kind)
            self.assertIn(b"option --columns: ", done.stderr)


if __name__ == "__main__":
    support.main()
