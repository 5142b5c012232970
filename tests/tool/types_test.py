"""Columns of times, UUIDs, addresses, decimals and names: Python's own modules say what each text is and how it is
written, the command what key it becomes and back."""

import base64
import csv
import datetime
import decimal
import io
import ipaddress
import json
import random
import struct
import unittest
import uuid

import support
from support import ToolTest, rowkey, supported

SEED = 20240229
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
DIGITS = {"s": 0, "ms": 3, "us": 6, "ns": 9}


def count():
    return support.affordable(20000, 3000, 500)


def seconds_of(time):
    """Whole seconds since 1970 of a datetime without zone, which is UTC."""
    return (time.replace(tzinfo=datetime.timezone.utc) - EPOCH) // datetime.timedelta(seconds=1)


def ordered(value):
    """The bytes of an i64 field."""
    return struct.pack(">Q", (value + 2**63) % 2**64)


def random_time(generator, unit):
    """A datetime of whole seconds, all centuries alike."""
    first, last = ((1, 9999) if unit != "ns" else (1678, 2261))
    return datetime.datetime(generator.randrange(first, last + 1), 1, 1) + datetime.timedelta(
        seconds=generator.randrange(365 * 86400)
    )


def show_offset(minutes, generator):
    sign, minutes = ("-", -minutes) if minutes < 0 else ("+", minutes)
    hours, rest = divmod(minutes, 60)
    forms = [f"{sign}{hours:02d}:{rest:02d}", f"{sign}{hours:02d}{rest:02d}"]
    if rest == 0:
        forms.append(f"{sign}{hours:02d}")
    return generator.choice(["", " "]) + generator.choice(forms)


def written_time(seconds, fraction, unit):
    """As decode writes it."""
    text = (datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)).isoformat()
    digits = DIGITS[unit]
    return text + (f".{fraction:0{digits}d}" if digits else "") + "Z"


class TypedTest(ToolTest):
    def assert_column(self, kind, field, texts, keys, canonical=None, **options):
        """Texts of a column of the type become these keys, and these keys texts of one form."""
        canonical = texts if canonical is None else canonical
        table = io.StringIO()
        csv.writer(table, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows([text] for text in texts)
        lines = b"".join(key.hex().encode() + b"\n" for key in keys)
        columns = ("--layout", field, "--columns", f"v:{kind}")
        self.assert_keys(
            lines, *columns, "--input", "csv", "--output", "hex", stdin=table.getvalue().encode(), **options
        )
        done = rowkey("decode", *columns, "--input", "hex", "--output", "csv", stdin=lines, **options)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assertEqual(list(canonical), [row[0] for row in csv.reader(io.StringIO(done.stdout.decode()))])

    def assert_refused(self, kind, field, text, reason):
        """One line names the place, the value, the type and the reason."""
        done = rowkey("key", "--layout", field, "--columns", f"v:{kind}", "--", text)
        self.assertEqual((1, b""), (done.returncode, done.stdout), text)
        self.assertIn(f" is no {kind}: it {reason} (expected ", done.stderr.decode(), text)


class Times(TypedTest):
    def test_random_times(self):
        generator = random.Random(SEED)
        for unit, per_second in PER_SECOND.items():
            texts, keys, canonical = [], [], []
            for _ in range(count()):
                time = random_time(generator, unit)
                digits = generator.choice([0, generator.randrange(DIGITS[unit] + 1)])
                fraction = generator.randrange(10**digits)
                offset = generator.choice([None, 0, generator.randrange(-1439, 1440)])
                seconds = seconds_of(time) - 60 * (offset or 0)
                scaled = fraction * 10 ** (DIGITS[unit] - digits)
                if not -62135596800 <= seconds <= 253402300799:
                    continue
                text = time.isoformat(generator.choice("T tT"))
                if digits:
                    text += generator.choice(".,") + f"{fraction:0{digits}d}"
                if offset is not None:
                    text += show_offset(offset, generator) if offset else generator.choice(["Z", "z", " UTC", "+00"])
                texts.append(text)
                keys.append(ordered(seconds * per_second + scaled))
                canonical.append(written_time(seconds, scaled, unit))
            self.assert_column(f"time({unit})", "{v:i64}", texts, keys, canonical)

    def test_every_day_of_400_years_and_of_the_first_and_last(self):
        """Dates alone: leap years of all kinds."""
        days = [*range(1600 * 366, 2000 * 366, support.affordable(1, 7, 97)), *range(800), *range(3651000, 3652058)]
        dates = [datetime.date.fromordinal(day + 1) for day in days]
        texts = [date.isoformat() for date in dates]
        keys = [ordered(86400 * (date - EPOCH.date()).days) for date in dates]
        self.assert_column("time(s)", "{v:i64}", texts, keys, [f"{text}T00:00:00Z" for text in texts])
        self.assert_column('time(s, "%F")', "{v:i64}", texts, keys)

    def test_forms_and_ends(self):
        texts = {
            "1970-01-01": 0,
            "1969-12-31T23:59:59.999": -1,
            "2024-02-29T23:59": 1709251140000,
            "2000-02-29 00:00:00": 951782400000,
            "0001-01-01": -62135596800000,
            "0001-01-01T02:00:00+02:00": -62135596800000,
            "9999-12-31T23:59:59.999Z": 253402300799999,
            "9999-12-31 21:59:59,999 -0200": 253402300799999,
            "2024-03-01T12:30:00.5-00:00": 1709296200500,
        }
        self.assert_column(
            "time(ms)",
            "{v:i64}",
            texts,
            map(ordered, texts.values()),
            [written_time(value // 1000, value % 1000, "ms") for value in texts.values()],
        )
        ends = {"1677-09-21T00:12:43.145224192Z": -(2**63), "2262-04-11T23:47:16.854775807Z": 2**63 - 1}
        self.assert_column("time(ns)", "{v:i64}", ends, map(ordered, ends.values()))

    def test_refused(self):
        iso = "is not written as ISO 8601"
        zone = "ends in something that is no offset from UTC"
        years = "is outside of the years 0001 to 9999"
        for text, reason in {
            "": iso,
            "1709294400": iso,
            "2024-3-01": iso,
            "2024-03-01T": iso,
            "2024-03-01Z": iso,
            "2024-03-01T12": iso,
            "2024-03-01_12:30:00": iso,
            "2024/03/01": iso,
            "20240301T123000Z": iso,
            "+2024-03-01": iso,
            " 2024-03-01": iso,
            "2024-03-01T12:30:0O": iso,
            "0000-12-31": "has the year 0000",
            "2024-00-01": "has a month that is not 01 to 12",
            "2024-13-01": "has a month that is not 01 to 12",
            "2024-03-00": "has a day that its month does not have",
            "2024-04-31": "has a day that its month does not have",
            "2023-02-29": "has a day that its month does not have",
            "1900-02-29": "has a day that its month does not have",
            "2024-03-01T24:00:00": "has an hour that is not 00 to 23",
            "2024-03-01T12:60:00": "has a minute that is not 00 to 59",
            "2016-12-31T23:59:60Z": "has a leap second, which a count of seconds since 1970 lacks",
            "2024-03-01T12:30:61": "has a second that is not 00 to 59",
            "2024-03-01T12:30:00.": "has no digits after its point",
            "2024-03-01T12:30:00.1234": "has more digits of a second than its unit",
            "2024-03-01T12:30:00.1230Z": "has more digits of a second than its unit",
            "2024-03-01T12:30:00  Z": zone,
            "2024-03-01T12:30:00 ": zone,
            "2024-03-01T12:30:00Z ": zone,
            "2024-03-01T12:30:00+2": zone,
            "2024-03-01T12:30:00+02:0": zone,
            "2024-03-01T12:30:00+24:00": zone,
            "2024-03-01T12:30:00+02:60": zone,
            "2024-03-01T12:30:00 CET": zone,
            "2024-03-01T12:30.5": zone,
            "0001-01-01T00:00:00+00:01": years,
            "9999-12-31T23:59:59-00:01": years,
        }.items():
            self.assert_refused("time(ms)", "{v:i64}", text, reason)
        for text in ("1677-09-21T00:12:43.145224191Z", "2262-04-11T23:47:16.854775808Z", "0001-01-01"):
            self.assert_refused("time(ns)", "{v:i64}", text, "is beyond what an i64 holds in nanoseconds")

    def test_random_patterns(self):
        """Against strftime, which writes what is read here, and reads what decode writes."""
        generator = random.Random(SEED)
        for pattern in (
            "%Y-%m-%d %H:%M:%S",
            "%d/%b/%Y:%H:%M:%S %z",
            "%m/%d/%Y %I:%M:%S %p",
            "%a, %d %b %Y %H:%M:%S GMT",
            "%Y%m%dT%H%M%SZ",
            "%Y%j.%H%M%S",
            "[%F] (%T) 100%%",
        ):
            times = [random_time(generator, "s") for _ in range(count() // 5)]
            times = [time.replace(year=max(time.year, 1000)) for time in times if (time.month, time.day) != (2, 29)]
            times = [time.replace(tzinfo=datetime.timezone.utc) for time in times]
            texts = [time.strftime(pattern) for time in times]
            keys = [ordered(seconds_of(time)) for time in times]
            self.assert_column(f'time(s, "{pattern}")', "{v:i64}", texts, keys)

    def test_patterns(self):
        def second(*parts):
            return ordered(seconds_of(datetime.datetime(*parts)))

        self.assert_column(
            'time(s, "%-d.%-m.%Y %-H:%M")',
            "{v:i64}",
            ["1.3.2024 7:05", "24.12.2023 17:00", "01.03.2024 07:05"],
            [second(2024, 3, 1, 7, 5), second(2023, 12, 24, 17), second(2024, 3, 1, 7, 5)],
            ["1.3.2024 7:05", "24.12.2023 17:00", "1.3.2024 7:05"],
        )
        self.assert_column(
            'time(s, "%Y %b %d %-I %p%z")',
            "{v:i64}",
            ["2024 mar 01 12 AM+0000", "2024 MAR 01 12 pmZ", "2024 Mar 01 1 PM+02:00"],
            [second(2024, 3, 1), second(2024, 3, 1, 12), second(2024, 3, 1, 11)],
            ["2024 Mar 01 12 AM+0000", "2024 Mar 01 12 PM+0000", "2024 Mar 01 11 AM+0000"],
        )
        self.assert_column(
            'time(us, "%Y%m%d-%H%M%S.%f")',
            "{v:i64}",
            ["20240229-235959.5", "20240229-235959.000001"],
            [ordered(1709251199500000), ordered(1709251199000001)],
            ["20240229-235959.500000", "20240229-235959.000001"],
        )
        self.assert_column('time(ms, "%Y")', "{v:i64}", ["2024"], [ordered(1704067200000)])
        for text, reason in {
            "2024-02-30 10": "has a day that its month does not have",
            "2024-2-03 10": "is not written as the pattern says",
            "2024-02-03 24": "has an hour that is not 0 to 23",
            "2024-02-03 10 ": "is not written as the pattern says",
            "0000-02-03 10": "has the year 0000",
        }.items():
            self.assert_refused('time(ms, "%F %H")', "{v:i64}", text, reason)
        self.assert_refused('time(s, "%a %F")', "{v:i64}", "Thu 2024-03-01", "is not that day of the week")
        self.assert_refused('time(s, "%Y/%j")', "{v:i64}", "2023/366", "has a day 366 in a year of 365")

    def test_what_a_pattern_cannot_hold_is_no_value(self):
        done = rowkey(
            "decode", "--layout", "{v:i64}", "--columns", 'v:time(ms, "%F")', "--input", "hex", stdin=ordered(1).hex().encode()
        )
        self.assertEqual(1, done.returncode)
        self.assertIn(b"column v: 1 is no value of time(ms, \"%F\"): it is not the beginning of what", done.stderr)


class Bytes(TypedTest):
    def test_uuids(self):
        generator = random.Random(SEED)
        values = [uuid.UUID(int=generator.getrandbits(128)) for _ in range(count())]
        values += [uuid.UUID(int=0), uuid.UUID(int=2**128 - 1)]
        forms = (str, lambda value: value.hex, lambda value: str(value).upper(), lambda value: value.hex.upper())
        texts = [generator.choice(forms)(value) for value in values]
        self.assert_column("uuid", "{v}", texts, [value.bytes for value in values], map(str, values))

    def test_uuids_refused(self):
        size = "does not have 32 hex digits, or 36 characters with hyphens"
        digit = "has a character that is no hex digit"
        good = "123e4567-e89b-12d3-a456-426614174000"
        for text in ("", good[:-1], good + "0", "{" + good + "}", good.replace("-", "", 1), "urn:uuid:" + good):
            self.assert_refused("uuid", "{v}", text, size)
        self.assert_refused("uuid", "{v}", good.replace("-", "0"), "has no hyphens after 8, 12, 16 and 20 digits")
        for place in range(36):
            if good[place] == "-":
                continue
            for strange in "g/:@`G \x7f":
                self.assert_refused("uuid", "{v}", good[:place] + strange + good[place + 1 :], digit)

    def test_addresses(self):
        generator = random.Random(SEED)
        values = [ipaddress.IPv4Address(generator.getrandbits(32)) for _ in range(count() // 2)]
        for _ in range(count() // 2):
            groups = [generator.choice([0, 0, generator.getrandbits(16)]) for _ in range(8)]
            values.append(ipaddress.IPv6Address(b"".join(struct.pack(">H", group) for group in groups)))
        values += map(ipaddress.ip_address, ("0.0.0.0", "255.255.255.255", "::", "::1", "1::", "::2:0:0:3"))
        texts, keys, canonical = [], [], []
        for value in values:
            if value.version == 4:
                mapped = f"::ffff:{value}"
                texts.append(generator.choice([str(value), mapped, mapped.upper()]))
                keys.append(b"\0" * 10 + b"\xff\xff" + value.packed)
                canonical.append(str(value))
                continue
            ends_dotted = f"{value.exploded[:29]}:{ipaddress.IPv4Address(value.packed[12:])}"
            texts.append(generator.choice([str(value), value.exploded, value.exploded.upper(), ends_dotted]))
            keys.append(value.packed)
            canonical.append(str(value))
        self.assert_column("ip", "{v}", texts, keys, canonical)
        dotted = [value for value in values if value.version == 4]
        self.assert_column("ipv4", "{v:u32}", map(str, dotted), [value.packed for value in dotted], list(map(str, dotted)))

    def test_addresses_refused(self):
        """Whatever Python refuses, of texts that are nearly addresses."""
        generator = random.Random(SEED)
        texts = ["", ":", ":::", "1", "1:", ":1", "::1::", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4 ",
                 "::1.2.3", "::12345", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "1::2:3:4:5:6:7:8", "::1%eth0", "::/0",
                 "1.2.3.4/32", "1:2:3:4:5:6:7:1.2.3.4", "1.2.3.4::", "::1.2.3.4:5", "g::", "1:::2", "1.2.3.-4", "::00001"]  # fmt: skip
        for _ in range(support.affordable(300, 100, 20)):
            texts.append("".join(generator.choice("0123f:::..") for _ in range(generator.randrange(1, 20))))
        good = 0
        for text in texts:
            try:
                expected = ipaddress.ip_address(text.replace("%", "zones are part of no address"))
            except ValueError:
                done = rowkey("key", "--layout", "{v}", "--columns", "v:ip", "--", text)
                self.assertEqual((1, b""), (done.returncode, done.stdout), text)
                self.assertIn(b" is no ip: it ", done.stderr, text)
                continue
            good += 1
            packed = expected.packed if expected.version == 6 else b"\0" * 10 + b"\xff\xff" + expected.packed
            self.assert_keys(packed.hex().encode() + b"\n", "--layout", "{v}", "--columns", "v:ip", "--output", "hex",
                             "--", text, command="key")  # fmt: skip
        self.assertLess(good, len(texts) / 2)

    def test_hex_and_base64(self):
        generator = random.Random(SEED)
        values = [generator.randbytes(size) for size in range(70)]
        texts = [generator.choice([value.hex(), value.hex().upper()]) for value in values]
        self.assert_column("hex", "{v}", texts, values, [value.hex() for value in values])
        texts = [base64.b64encode(value).decode() for value in values]
        self.assert_column("base64", "{v}", texts, values)
        self.assert_column("base64", "{v}", [text.rstrip("=") for text in texts], values, texts)
        for text, reason in {
            "abc": "has an odd number of digits",
            "0g": "has a character that is no hex digit",
            "000000000000000g": "has a character that is no hex digit",
            "0x00": "has a character that is no hex digit",
        }.items():
            self.assert_refused("hex", "{v}", text, reason)
        for text, reason in {
            "A": "ends in a single character",
            "AAAAA": "ends in a single character",
            "AB": "has bits in its last character that belong to no byte",
            "AAB=": "has bits in its last character that belong to no byte",
            "A===": "has a character that base64 does not use",
            "AA=": "has a character that base64 does not use",
            "AA==AA==": "has a character that base64 does not use",
            "AA-_": "has a character that base64 does not use",
            "AA A": "has a character that base64 does not use",
        }.items():
            self.assert_refused("base64", "{v}", text, reason)


class Numbers(TypedTest):
    def test_decimals(self):
        generator = random.Random(SEED)
        with decimal.localcontext() as context:
            context.prec = 60
            for places in range(19):
                texts, numbers = [], []
                for _ in range(count() // 20):
                    number = generator.randrange(2**63) >> generator.randrange(63)
                    number *= generator.choice([1, -1])
                    exact = decimal.Decimal(number).scaleb(-places)
                    shorter = exact.normalize()
                    texts.append(generator.choice([f"{exact:f}", f"{shorter:f}", f"-000{abs(exact):f}"]))
                    numbers.append(int(decimal.Decimal(texts[-1]).scaleb(places)))
                texts += [".5", "-.0"] if places > 0 else ["5", "-0"]
                numbers += [5 * 10 ** (places - 1), 0] if places > 0 else [5, 0]
                canonical = [f"{decimal.Decimal(number).scaleb(-places):.{places}f}" for number in numbers]
                self.assert_column(f"decimal({places})", "{v:i64}", texts, map(ordered, numbers), canonical)

    def test_decimal_ends(self):
        self.assert_column(
            "decimal(2)",
            "{v:i64}",
            ["92233720368547758.07", "-92233720368547758.08"],
            [ordered(2**63 - 1), ordered(-(2**63))],
        )
        places = "has more digits after the point than the type keeps"
        for text, reason in {
            "": "has no digits",
            "-": "has no digits",
            ".": "is not written in decimal",
            "12.": "has no digit after its point",
            "1.2.3": "is not written in decimal",
            "--1": "is not written in decimal",
            "1-": "is not written in decimal",
            "+1": "has a plus sign",
            "1,5": "has a comma",
            "1 000": "has a space",
            "1e5": "is not written in decimal",
            "nan": "is not written in decimal",
            "1.234": places,
            "1.230": places,
            "92233720368547758.08": "is beyond an i64 with so many digits after the point",
            "-92233720368547758.09": "is beyond an i64 with so many digits after the point",
            "99999999999999999999999": "is beyond an i64 with so many digits after the point",
        }.items():
            self.assert_refused("decimal(2)", "{v:i64}", text, reason)

    def test_names(self):
        self.assert_column(
            'enum(red, green,"light blue, dark", "")',
            "{v:u8}",
            ["green", "", "red", "light blue, dark"],
            [b"\1", b"\3", b"\0", b"\2"],
        )
        names = [f"name{i}" for i in range(3000)]
        self.assert_column(
            f"enum({','.join(names)})", "{v:u16}", names[::7], [struct.pack(">H", i) for i in range(0, 3000, 7)]
        )
        for text in ("Red", "re", "redd", "green ", "blue"):
            self.assert_refused("enum(red,green)", "{v:u8}", text, "is none of the names")
        true, false = ["true", "t", "yes", "y", "on", "1", "TRUE", "Yes"], ["false", "f", "no", "n", "off", "0", "oFF"]
        self.assert_column(
            "bool",
            "{v:u8}",
            true + false,
            [b"\1"] * len(true) + [b"\0"] * len(false),
            ["true"] * len(true) + ["false"] * len(false),
        )
        for text in ("2", "tr", "truee", "maybe", " true"):
            self.assert_refused("bool", "{v:u8}", text, "is neither true nor false")


class Columns(TypedTest):
    TABLE = (
        b"ts,id,price\n"
        b"2024-03-01T12:30:00Z,123e4567-e89b-12d3-a456-426614174000,12.34\n"
        b"2024-03-01 14:30:00.5 +02:00,00000000000000000000000000000001,-1\n"
    )

    def test_header_tabs_and_threads(self):
        """Types by name, in any order, in every kind of text and on every instruction set."""
        expected = b"".join(
            ordered(time) + bytes.fromhex(name) + ordered(price)
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

    def test_binary_records(self):
        """Bytes as they are: no NUL at the end of a UUID is padding."""
        name = bytes(range(15)) + b"\0"
        record = name + struct.pack("<q", -5) + b"\xff" * 16 + struct.pack(">q", 7)
        columns = "id:uuid,ts:time(ms)le,from:ip,price:decimal(2)be"
        self.assert_keys(
            (ordered(7) + b"\xff" * 16 + ordered(-5) + name).hex().encode() + b"\n",
            "--layout", "{price:i64}{from}{ts:i64}{id}", "--columns", columns, "--input", "binary", "--output", "hex",
            stdin=record,
        )  # fmt: skip
        for kind in ("time(ms)", "uuidle", "hex", "bool", "boolle", "enum(a)le", "ipv4be", "decimal(2)"):
            done = rowkey("encode", "--layout", "{v}", "--columns", f"v:{kind}", "--input", "binary")
            self.assertEqual(2, done.returncode)
            self.assertIn(b"is not understood (expected NAME:TYPE with a type u8, i8", done.stderr)

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
            '"x" is no uuid: it does not have 32 hex digits, or 36 characters with hyphens (expected a UUID such as '
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
            done = rowkey("ranges", "--layout", "{v}{n:u8}", "--columns", "v:ip,n:bool", "--where", where, "--output", "json")
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
        points = self.file("points", ordered(seconds_of(datetime.datetime(2024, 3, 11))).hex().encode() + b"\n")
        arguments = ("--columns", columns, "--input", "csv")
        splits = ("--splits", points, "--splits-form", "hex")
        self.assert_keys(b"0\n" * 10 + b"1\n" * 20, "--layout", layout, *arguments, *splits, records, command="route")
        done = rowkey("simulate", "--layout", layout, *arguments, *splits, "--output", "json", records)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn(b'"rows": 30', done.stdout)
        done = rowkey("rebucket", "--from", layout, "--to", layout, *arguments, "--records", *splits, records)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        done = rowkey("splits", "--layout", layout, *arguments, "--sample", "--regions", "3", "--output", "hex", records)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual(2, len(done.stdout.splitlines()))

    def test_conditions_refused(self):
        arguments = ("--layout", "{v}", "--columns", "v:time(s)", "--where")
        self.assert_fails(
            2,
            'option --where: "2024-02-30" is no time(s): it has a day that its month does not have\n'
            "v >= 2024-02-30\n"
            "     ^ expected a time of UTC such as 2024-03-01T12:30:00Z, or with +02:00 for Z",
            *arguments,
            "v >= 2024-02-30",
            command="ranges",
        )
        self.assert_fails(
            2,
            "option --where: only text begins with something, and the column is of type time(s)\n"
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
        refuse("uuid()", "something follows the column type\nuuid()\n    ^ expected the end of the type")
        refuse("enum(a,b,a)", "enum has the name a twice\nenum(a,b,a)\n         ^ expected another name")
        refuse('enum(a,"b)', 'unterminated string\nenum(a,"b)\n       ^ expected a second " that ends it')
        for pattern, fault in {
            "": "is empty",
            "%d": "has no %Y",
            "%Y%": "ends in %",
            "%Y %y": "has an unknown directive",
            "%Y %F": "has a directive twice, or two that say the same",
            "%Y %m %b": "has a directive twice, or two that say the same",
            "%Y %j %d": "has %j beside a month or a day",
            "%Y %I": "has one of %I and %p without the other",
            "%Y %H %p": "has one of %I and %p without the other",
            "%Y %f": "has %f, and the unit is a whole second",
            "%-Y": "has %- before a directive without 0s",
            "%Y%-m%d": "has digits after %f, %z or %-, which may have some more",
            "%z:%Y": "has digits after %f, %z or %-, which may have some more",
        }.items():
            done = rowkey("explain", "--layout", "{v}", "--columns", f'v:time(s,"{pattern}")')
            self.assertEqual(2, done.returncode, pattern)
            self.assertIn(f"column v: the pattern {fault}\n".encode(), done.stderr, pattern)

    def test_decoded_values_that_the_type_lacks(self):
        for kind, field, key, reason in (
            ("time(s)", "{v:i64}", "ffffffffffffffff", "9223372036854775807 is no value of time(s): it is outside of the years 0001 to 9999"),
            ("bool", "{v:u8}", "02", "2 is no value of bool: it is neither 0 nor 1"),
            ("enum(a,b)", "{v:u8}", "02", "2 is no value of enum(a,b): it is the place of no name"),
            ("ipv4", "{v:u64}", "0000000100000000", "4294967296 is no value of ipv4: it is above 4294967295, the number of 255.255.255.255"),
        ):  # fmt: skip
            arguments = ("--layout", field, "--columns", f"v:{kind}", "--input", "hex")
            self.assert_fails(1, f"<stdin>:1: column v: {reason}", *arguments, stdin=key.encode(), command="decode")


if __name__ == "__main__":
    support.main()
