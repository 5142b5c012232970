"""Columns of types such as time(ms) in every command, kind of input and condition; and types that are wrong."""

import datetime
import ipaddress
import json
import struct

import support
from support import ToolTest, has_jsonl, ordered_i64, rowkey, supported

EPOCH = datetime.datetime(1970, 1, 1)


def seconds_of(time):
    """Whole seconds since 1970 of a datetime without zone, which is UTC."""
    return (time - EPOCH) // datetime.timedelta(seconds=1)


class Columns(ToolTest):
    TABLE = (
        b"ts,id,price\n"
        b"2024-03-01T12:30:00Z,123e4567-e89b-12d3-a456-426614174000,12.34\n"
        b"2024-03-01 14:30:00.5 +02:00,00000000000000000000000000000001,-1\n"
    )

    def test_header_tabs_and_threads(self):
        """Types by name, in any order, in every kind of text and on every instruction set."""
        expected = b"".join(
            ordered_i64(time) + bytes.fromhex(name) + ordered_i64(price)
            for time, price, name in (
                (1709296200000, 1234, "123e4567e89b12d3a456426614174000"),
                (1709296200500, -100, "00000000000000000000000000000001"),
            )
        )
        columns = "price:decimal(2),ts:time(ms),id:uuid"
        arguments = ("--layout", "{ts:i64}{id}{price:i64}", "--columns", columns, "--header", "--output", "raw")
        self.assert_keys(expected, *arguments, "--input", "csv", stdin=self.TABLE)
        tabs = self.TABLE.replace(b",", b"\t")
        for isa in supported():
            self.assert_keys(expected, *arguments, "--input", "tsv", "--isa", isa, "--threads", "3", stdin=tabs)

    def test_lines_and_nulls(self):
        arguments = ("--layout", "{coalesce(v, 7):u8}", "--columns", "v:enum(a,b)", "--null", "-", "--output", "hex")
        self.assert_keys(b"00\n07\n01\n", *arguments, stdin=b"a\n-\nb\n")
        layout = '{coalesce(v, "none")}'
        self.assert_keys(b"abc\nnone\n", "--layout", layout, "--columns", "v:hex", "--null", "", stdin=b"616263\n\n")

    def test_json_lines(self):
        """Strings, numbers and true as JSON has them, also within an object."""
        if not has_jsonl():
            self.skipTest("the command is built without simdjson")
        record = {
            "at": {"ts": "2024-03-01T14:30:00+02:00"},
            "id": "123E4567E89B12D3A456426614174000",
            "price": 12.5,
            "ok": True,
            "kind": "b, c",
        }
        columns = 'ts=at.ts:time(ms),id:uuid,price:decimal(2),ok:bool,kind:enum(a,"b, c")'
        key = ordered_i64(1709296200000) + bytes.fromhex(record["id"]) + ordered_i64(1250) + b"\1\1"
        self.assert_keys(
            key.hex().encode() + b"\n",
            "--layout", "{ts:i64}{id}{price:i64}{ok:u8}{kind:u8}", "--columns", columns, "--input", "jsonl",
            "--output", "hex", stdin=json.dumps(record).encode() + b"\n",
        )  # fmt: skip

    def test_binary_records(self):
        """Bytes as they are: no NUL at the end of a UUID is padding."""
        name = bytes(range(15)) + b"\0"
        record = name + struct.pack("<q", -5) + b"\xff" * 16 + struct.pack(">q", 7)
        columns = "id:uuid,ts:time(ms)le,from:ip,price:decimal(2)be"
        self.assert_keys(
            (ordered_i64(7) + b"\xff" * 16 + ordered_i64(-5) + name).hex().encode() + b"\n",
            "--layout", "{price:i64}{from}{ts:i64}{id}", "--columns", columns, "--input", "binary", "--output", "hex",
            stdin=record,
        )  # fmt: skip
        for kind in ("time(ms)", "uuidle", "hex", "bool", "boolle", "enum(a)le", "ipv4be", "decimal(2)"):
            done = rowkey("encode", "--layout", "{v}", "--columns", f"v:{kind}", "--input", "binary")
            self.assertEqual(2, done.returncode)
            self.assertIn(b"is not understood (expected NAME:TYPE with a type u8, i8", done.stderr)

    def test_bytes_of_a_width(self):
        """A field of each kind is its bytes, and {id} needs no delimiter."""
        layout = ("--layout", "{id}{n:u8}", "--output", "hex")
        for kind, records, n in (
            ("csv", b'"ab,d",7\n', "u64"),
            ("tsv", b"ab,d\t7\n", "u64"),
            ("jsonl", b'{"n":7,"id":"ab,d"}\n', "u64"),
            ("binary", b"ab,d\7", "u8"),
        ):
            if kind != "jsonl" or has_jsonl():
                self.assert_keys(b"61622c6407\n", *layout, "--columns", f"id:bytes(4), n:{n}", "--input", kind, stdin=records)
        binary = ("--columns", "id:bytes(4),n:u8", "--input", "binary")
        self.assert_keys(b"6162000007\n", *layout, *binary, stdin=b"ab\0\0\7")  # as they are: without padding
        done = rowkey("encode", *layout, "--columns", "id:bytes(4),n:u64", "--input", "csv", stdin=b"abcd,1\nabc,2\n")
        self.assertEqual((1, b"6162636401\n"), (done.returncode, done.stdout))
        self.assertEqual(
            b'rowkey: <stdin>:2: id = "abc" is not as wide as its column (column id, 4 bytes, not 3)\n', done.stderr
        )
        key = ("--layout", "{id}{n:u8}", "--columns", "id:bytes(4),n:u64")
        self.assertEqual(b"ab,d\t7\n", rowkey("decode", *key, "--input", "hex", stdin=b"61622c6407\n").stdout)
        self.assertEqual(b"6162636407\n", rowkey("key", *key, "abcd", "7", "--output", "hex").stdout)

    def test_a_width_and_a_unit_are_known(self):
        """{id} is a field of 16 bytes, which needs no delimiter and may be any part of a key."""
        layout = ("--layout", "{id}{addr}{ts:i64}", "--columns", "id:uuid,addr:ip,ts:time(ms)")
        done = rowkey("explain", *layout, "--json")
        self.assertIn(b'"min_width": 40, "max_width": 40', done.stdout)

    def test_bad_rows_are_named_and_kept(self):
        rejects = self.path("bad")
        arguments = ("--layout", "{v}", "--columns", "v:uuid", "--output", "hex")
        good = "123e4567e89b12d3a456426614174000"
        lines = f"{good}\nx\n{good}\n".encode()
        reason = (
            '"x" is not a valid uuid: it does not have 32 hex digits, or 36 characters with hyphens (expected a UUID such as '
            "123e4567-e89b-12d3-a456-426614174000, with or without hyphens)"
        )
        done = rowkey("encode", *arguments, stdin=lines)
        self.assertEqual((1, f"rowkey: <stdin>:2: column v: {reason}\n"), (done.returncode, done.stderr.decode()))
        done = rowkey("encode", *arguments, "--on-error", "skip", "--rejects", rejects, "--quiet", stdin=lines)
        self.assertEqual((good + "\n") * 2, done.stdout.decode())
        self.assertEqual(f"# <stdin>:2: column v: {reason}\nx\n", self.read("bad").decode())

    def test_conditions(self):
        """A condition in text is the condition on the number that the text stands for."""

        def ranges(columns, where):
            done = rowkey("ranges", "--layout", "{k:u8}{v:i64}", "--columns", columns, "--where", where)
            self.assertEqual(0, done.returncode, done.stderr)
            return done.stdout

        numbers = ranges("k:u64,v:i64", "k in (0, 2), v >= 1709251200000, v < 1709337600000")
        for where in (
            "k in (a, c), v >= 2024-03-01, v < 2024-03-02",
            'k in ("a", "c"), v >= "2024-03-01 00:00:00", v < 2024-03-02T01:00:00+01:00',
        ):
            self.assertEqual(numbers, ranges("k:enum(a,b,c),v:time(ms)", where))
        self.assertEqual(ranges("k:u64,v:i64", "k = 1, v = -150"), ranges("k:bool,v:decimal(2)", "k=yes, v=-1.5"))
        columns = ("--layout", "{v}", "--columns", "v:ip")
        self.assert_keys(
            b"get 'x', \"\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xFF\\xFF\\x01\\x02\\x03\\x04\"\n",
            *columns, "--where", "v = 1.2.3.4", "--output", "hbase", "--table", "x", "--quiet", command="ranges",
        )  # fmt: skip

    def test_a_network_is_a_range_of_addresses(self):
        """Of IPv4 and of IPv6: the bounds are those of Python's networks."""
        for network, first, last in (
            ("10.0.0.0/8", "10.0.0.0", "10.255.255.255"),
            ("2001:db8::/32", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"),
        ):
            known = ipaddress.ip_network(network)
            ends = [known.network_address, known.broadcast_address]
            self.assertEqual(list(map(ipaddress.ip_address, (first, last))), ends)
            where = f"v >= {first}, v <= {last}"
            columns = ("--layout", "{v}{n:u8}", "--columns", "v:ip,n:bool")
            done = rowkey("ranges", *columns, "--where", where, "--output", "json")
            ranges = json.loads(done.stdout)
            mapped = b"" if known.version == 6 else b"\0" * 10 + b"\xff\xff"
            start, stop = (int.from_bytes((mapped + end.packed).rjust(16, b"\0"), "big") for end in ends)
            self.assertTrue(ranges["exact"])
            self.assertEqual(1, len(ranges["ranges"]))
            found = ranges["ranges"][0]
            self.assertEqual(start, int(found["start_hex"].ljust(32, "0")[:32], 16))
            self.assertEqual(stop + 1, int(found["stop_hex"].ljust(32, "0")[:32], 16))

    def test_every_command_that_reads_records(self):
        """What encode makes of typed columns is what route and simulate count, and rebucket moves."""
        records = self.file(
            "records", b"".join(b"2024-03-%02dT00:00:00Z,%032x\n" % (day, day) for day in range(1, 31))
        )
        layout, columns = "{ts:i64}{id}", "ts:time(s),id:uuid"
        points = self.file("points", ordered_i64(seconds_of(datetime.datetime(2024, 3, 11))).hex().encode() + b"\n")
        arguments = ("--columns", columns, "--input", "csv")
        splits = ("--splits", points, "--splits-form", "hex")
        self.assert_keys(b"0\n" * 10 + b"1\n" * 20, "--layout", layout, *arguments, *splits, records, command="route")
        done = rowkey("simulate", "--layout", layout, *arguments, *splits, "--output", "json", records)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn(b'"rows": 30', done.stdout)
        done = rowkey("rebucket", "--from", layout, "--to", layout, *arguments, "--records", *splits, records)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        sample = ("--sample", "--regions", "3", "--output", "hex")
        done = rowkey("splits", "--layout", layout, *arguments, *sample, records)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual(2, len(done.stdout.splitlines()))

    def test_bytes_begin_with_bytes(self):
        for kind, value in (("hex", "00FF"), ("base64", "AP8=")):
            arguments = ("--layout", "{v}", "--columns", f"v:{kind}", "--output", "hbase", "--table", "t", "--quiet")
            self.assert_keys(b"scan 't', {STARTROW => \"\\x00\\xFF\", STOPROW => \"\\x01\"}\n", *arguments,
                             "--where", f"v begins {value}", command="ranges")  # fmt: skip
        self.assert_fails(
            2,
            "option --where: begins is a comparison of text, and the column is of type uuid\nv begins 00ff\n"
            "  ^ expected = < <= > >= or in",
            *("--layout", "{v}", "--columns", "v:uuid", "--where", "v begins 00ff"),
            command="ranges",
        )

    def test_conditions_refused(self):
        arguments = ("--layout", "{v}", "--columns", "v:time(s)", "--where")
        self.assert_fails(
            2,
            'option --where: "2024-02-30" is not a valid time(s): it has a day that its month does not have\n'
            "v >= 2024-02-30\n"
            "     ^ expected a time of UTC such as 2024-03-01T12:30:00Z, or with +02:00 for Z",
            *arguments,
            "v >= 2024-02-30",
            command="ranges",
        )
        self.assert_fails(
            2,
            "option --where: begins is a comparison of text, and the column is of type time(s)\n"
            "v begins 2024\n"
            "  ^ expected = < <= > >= or in",
            *arguments,
            "v begins 2024",
            command="ranges",
        )
        self.assert_fails(
            2,
            "option --where: a value is missing\nv >= \n     ^ expected a value, in \"double quotes\" where it holds "
            'blanks or , ( ) "',
            *arguments,
            "v >= ",
            command="ranges",
        )

    def test_types_refused(self):
        def refuse(kind, text):
            self.assert_fails(2, f"option --columns: column v: {text}", "--layout", "{v}", "--columns", f"v:{kind}")

        units = "s, ms, us or ns"
        refuse("time", f"the parameters of time are missing\ntime\n    ^ expected time(UNIT) or time(UNIT, \"PATTERN\"), the unit {units}")  # fmt: skip
        refuse("time(m)", f"time has no unit m\ntime(m)\n     ^ expected {units}")
        refuse("time()", f"a parameter is missing\ntime()\n     ^ expected {units}")
        refuse("time(s", "the parameters of the type do not end\ntime(s\n      ^ expected a comma or )")
        refuse("decimal(19)", "decimal cannot have 19 digits after the point\ndecimal(19)\n        ^ expected the digits after the point, 0 to 18")  # fmt: skip
        refuse("decimal(2,3)", "decimal has no such parameter\ndecimal(2,3)\n          ^ expected decimal(N), with N digits after the point")  # fmt: skip
        refuse('uid("")', 'the path is empty\nuid("")\n    ^ expected the path of a file')
        refuse(r'uid("a\x00b")', 'the path has a NUL byte\n' + r'uid("a\x00b")' + "\n    ^ expected the path of a file")
        refuse("uuid()", "something follows the type\nuuid()\n    ^ expected the end of the type")
        refuse("enum(a,b,a)", "enum has the name a twice\nenum(a,b,a)\n         ^ expected another name")
        refuse('enum(a,"b)', 'unterminated string\nenum(a,"b)\n       ^ expected a second " that ends it')
        for pattern, fault in {
            "": "is empty",
            "%d": "has no %Y, %y or %s",
            "%Y%": "ends in %",
            "%Y %q": "has an unknown directive",
            "%Y %y": "has a directive twice, or two that say the same",
            "%Y %m %d %e": "has a directive twice, or two that say the same",
            "%Y %z %Z": "has a directive twice, or two that say the same",
            "%s %z": "has %s beside another part than %f",
            "%s %Y": "has %s beside another part than %f",
            "%Y %F": "has a directive twice, or two that say the same",
            "%Y %m %b": "has a directive twice, or two that say the same",
            "%Y %j %d": "has %j beside a month or a day",
            "%Y %I": "has one of %I and %p without the other",
            "%Y %H %p": "has one of %I and %p without the other",
            "%Y %f": "has %f, and the unit is a whole second",
            "%-Y": "has %- before a directive without 0s",
            "%-e %Y": "has %- before a directive without 0s",
            "%Y%-m%d": "has digits after %f, %z, %s or %-, which may have some more",
            "%z:%Y": "has digits after %f, %z, %s or %-, which may have some more",
            "%s0": "has digits after %f, %z, %s or %-, which may have some more",
            "%Y %-H%e": "has digits after %f, %z, %s or %-, which may have some more",
        }.items():
            done = rowkey("explain", "--layout", "{v}", "--columns", f'v:time(s,"{pattern}")')
            self.assertEqual(2, done.returncode, pattern)
            self.assertIn(f"column v: the pattern {fault}\n".encode(), done.stderr, pattern)

    def test_decoded_values_that_the_type_lacks(self):
        none = "no record has this key: "
        for kind, field, key, reason in (
            ("time(s)", "{v:i64}", "ffffffffffffffff", "column v: 9223372036854775807 is not a value of time(s): it is outside of the years 0001 to 9999"),
            ("bool", "{v:u8}", "02", none + "column v: 2 is out of the range of bool (expected 0 or 1)"),
            ("enum(a,b)", "{v:u8}", "02", none + "column v: 2 is out of the range of enum(a,b) (expected 0 or 1)"),
            ("ipv4", "{v:u64}", "0000000100000000", none + "column v: 4294967296 is out of the range of ipv4 (expected 0 to 4294967295)"),
        ):  # fmt: skip
            arguments = ("--layout", field, "--columns", f"v:{kind}", "--input", "hex")
            self.assert_fails(1, f"<stdin>:1: {reason}", *arguments, stdin=key.encode(), command="decode")


if __name__ == "__main__":
    support.main()
