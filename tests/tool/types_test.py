"""Columns of times, UUIDs, addresses, decimals and names: Python's own modules say what each text is and how it is
written, the command what key it becomes and back."""

import base64
import csv
import datetime
import decimal
import io
import ipaddress
import random
import struct
import unittest
import uuid

import support
from support import ToolTest, ordered_i64, rowkey

SEED = 20240229
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
DIGITS = {"s": 0, "ms": 3, "us": 6, "ns": 9}


def count():
    return support.affordable(20000, 3000, 500)


def seconds_of(time):
    """Whole seconds since 1970 of a datetime without zone, which is UTC."""
    return (time.replace(tzinfo=datetime.timezone.utc) - EPOCH) // datetime.timedelta(seconds=1)


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
        self.assertIn(f" is not a valid {kind}: it {reason} (expected ", done.stderr.decode(), text)


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
                keys.append(ordered_i64(seconds * per_second + scaled))
                canonical.append(written_time(seconds, scaled, unit))
            self.assert_column(f"time({unit})", "{v:i64}", texts, keys, canonical)

    def test_counts(self):
        """Numbers are themselves, and instants of their unit."""
        generator = random.Random(SEED)
        for unit, per_second in PER_SECOND.items():
            values = [generator.getrandbits(generator.randrange(1, 65)) - 2**63 for _ in range(count() // 4)]
            values += [-(2**63), 2**63 - 1, -1, 0, 1709296200]
            self.assert_column(f"epoch({unit})", "{v:i64}", list(map(str, values)), map(ordered_i64, values))
            times = [random_time(generator, unit) for _ in range(count() // 4)]
            texts = [str(seconds_of(time) * per_second) for time in times]
            keys = [time.strftime("%d%H").encode() + ordered_i64(int(text)) for time, text in zip(times, texts)]
            self.assert_column(f"epoch({unit})", "{day(v):02d}{hour(v):02d}{v:i64}", texts, keys)
        self.assert_refused("epoch(s)", "{v:i64}", "2024-03-01", "is not written in decimal")
        self.assert_refused("epoch(s)", "{v:i64}", "1709296200.25", "has more digits after the point than the type keeps")
        self.assert_refused("epoch(s)", "{v:i64}", "9223372036854775808", "is beyond an i64 with so many digits after the point")

    def test_dates_of_times(self):
        """Functions of dates say what datetime says; the beginning of a month and what is left give the text back."""
        generator = random.Random(SEED)
        layout = (
            "{year(v):04d}-{month(v):02d}-{day(v):02d} {hour(v):02d}:{minute(v):02d}:{second(v):02d}"
            " {day_of_year(v):03d} {day_of_week(v)}|{truncate(v, month):i64}{v - truncate(v, month):u64}"
        )
        for unit, per_second in PER_SECOND.items():
            times = [random_time(generator, unit) for _ in range(count() // 4)]
            keys = []
            for time in times:
                start = time.replace(day=1, hour=0, minute=0, second=0)
                text = f"{time.isoformat(' ')} {time.timetuple().tm_yday:03d} {time.isoweekday()}|"
                rest = (seconds_of(time) - seconds_of(start)) * per_second
                keys.append(text.encode() + ordered_i64(seconds_of(start) * per_second) + struct.pack(">Q", rest))
            texts = [written_time(seconds_of(time), 0, unit) for time in times]
            self.assert_column(f"time({unit})", layout, texts, keys)

    def test_every_day_of_400_years_and_of_the_first_and_last(self):
        """Dates alone: leap years of all kinds."""
        days = [*range(1600 * 366, 2000 * 366, support.affordable(1, 7, 97)), *range(800), *range(3651000, 3652058)]
        dates = [datetime.date.fromordinal(day + 1) for day in days]
        texts = [date.isoformat() for date in dates]
        keys = [ordered_i64(86400 * (date - EPOCH.date()).days) for date in dates]
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
            "2024-03-01T12:30:00.250000Z": 1709296200250,
            "2024-03-01T12:30:00.25000000000000000000 UTC": 1709296200250,
        }
        self.assert_column(
            "time(ms)",
            "{v:i64}",
            texts,
            map(ordered_i64, texts.values()),
            [written_time(value // 1000, value % 1000, "ms") for value in texts.values()],
        )
        ends = {"1677-09-21T00:12:43.145224192Z": -(2**63), "2262-04-11T23:47:16.854775807Z": 2**63 - 1}
        self.assert_column("time(ns)", "{v:i64}", ends, map(ordered_i64, ends.values()))

    def test_zeros_beyond_the_unit(self):
        """They say the same time; any other digit would be lost."""
        for unit, digits in (("s", 0), ("ms", 3), ("us", 6), ("ns", 9)):
            fraction = "123456789"[:digits]
            number = 1709296200 * 10**digits + int(fraction or 0)
            text = f"2024-03-01T12:30:00.{fraction}000"
            written = text[:-3].rstrip(".") + "Z"
            self.assert_column(f"time({unit})", "{v:i64}", [text, text + "0Z"], [ordered_i64(number)] * 2, [written] * 2)
            self.assert_refused(f"time({unit})", "{v:i64}", text + "1", "has more digits of a second than its unit")
        pattern = 'time(ms, "%T.%f %F")'
        self.assert_column(pattern, "{v:i64}", ["12:30:00.250000 2024-03-01"], [ordered_i64(1709296200250)],
                           ["12:30:00.250 2024-03-01"])  # fmt: skip
        self.assert_refused(pattern, "{v:i64}", "12:30:00.2500001 2024-03-01", "has more digits of a second than its unit")

    def test_refused(self):
        iso = "is not written as ISO 8601"
        zone = "ends in something that is not an offset from UTC"
        years = "is outside of the years 0001 to 9999"
        for text, reason in {
            "": iso,
            "1709294400": "is a number, which the type epoch is for",
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
            "2024-03-01T12:30:00.1230001Z": "has more digits of a second than its unit",
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

    def test_a_form_that_reads_the_text_is_named(self):
        for kind, text, types in (
            ("time(s)", "2024/03/01", 'time(s, "%Y/%m/%d")'),
            ("time(ms)", "03/04/2024 12:30:00.5", 'time(ms, "%m/%d/%Y %T.%f") or time(ms, "%d/%m/%Y %T.%f")'),
            ("time(s)", "3/4/2024", 'time(s, "%-m/%-d/%Y") or time(s, "%-d/%-m/%Y")'),
            ("time(s)", "13/04/2024", 'time(s, "%d/%m/%Y")'),
            ("time(s)", "04/04/2024", 'time(s, "%m/%d/%Y")'),
            ("time(s)", "20240301", 'time(s, "%Y%m%d")'),
            ("time(us)", "Fri, 01 Mar 2024 12:30:00 GMT", 'time(us, "%a, %d %b %Y %T %Z")'),
            ('time(s, "%d.%m.%Y")', "2024-03-01", "time(s)"),
        ):
            done = rowkey("key", "--layout", "{v:i64}", "--columns", f"v:{kind}", "--", text)
            self.assertTrue(done.stderr.decode().endswith(f"; {types} reads it)\n"), done.stderr)
        done = rowkey("key", "--layout", "{v:i64}", "--columns", "v:time(s)", "--", "2024/03/01 yes")
        self.assertNotIn(b"reads it", done.stderr)

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
            "%e.%m.%y %T %Z",
            "%b %e %Y %T",
        ):
            times = [random_time(generator, "s") for _ in range(count() // 5)]
            times = [time.replace(year=max(time.year, 1000)) for time in times if (time.month, time.day) != (2, 29)]
            if "%y" in pattern:
                times = [time.replace(year=1969 + time.year % 100) for time in times]
            times = [time.replace(tzinfo=datetime.timezone.utc) for time in times]
            texts = [time.strftime(pattern) for time in times]
            keys = [ordered_i64(seconds_of(time)) for time in times]
            self.assert_column(f'time(s, "{pattern}")', "{v:i64}", texts, keys)

    def test_patterns(self):
        def second(*parts):
            return ordered_i64(seconds_of(datetime.datetime(*parts)))

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
            [ordered_i64(1709251199500000), ordered_i64(1709251199000001)],
            ["20240229-235959.500000", "20240229-235959.000001"],
        )
        self.assert_column('time(ms, "%Y")', "{v:i64}", ["2024"], [ordered_i64(1704067200000)])
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

    def test_short_years_spaced_days_and_zones(self):
        def second(*parts):
            return ordered_i64(seconds_of(datetime.datetime(*parts)))

        self.assert_column(
            'time(s, "%b %e %y %H:%M %Z")',
            "{v:i64}",
            ["mar  1 69 00:00 UTC", "MAR 01 99 00:00 gmt", "Mar 31 00 12:00 Z", "Mar  9 68 00:00 z"],
            [second(1969, 3, 1), second(1999, 3, 1), second(2000, 3, 31, 12), second(2068, 3, 9)],
            ["Mar  1 69 00:00 UTC", "Mar  1 99 00:00 UTC", "Mar 31 00 12:00 UTC", "Mar  9 68 00:00 UTC"],
        )
        for text, reason in {
            "Mar 1 24 00:00 UTC": "is not written as the pattern says",
            "Mar  0 24 00:00 UTC": "is not written as the pattern says",
            "Mar 00 24 00:00 UTC": "has a day that is not 1 to 31",
            "Feb 30 24 00:00 UTC": "has a day that its month does not have",
            "Mar  1 24 00:00 ": "is not written as the pattern says",
            "Mar  1 24 00:00 UTC+1": "is not written as the pattern says",
            "Mar  1 24 00:00 CET": "has a time zone that is not UTC, GMT or Z: convert the times to UTC, or give their offset, which %z reads",
        }.items():  # fmt: skip
            self.assert_refused('time(s, "%b %e %y %H:%M %Z")', "{v:i64}", text, reason)
        lost = b"it has a part that the pattern does not write, such as a time of day or a century"
        for year in (1968, 2069):
            arguments = ("--layout", "{v:i64}", "--columns", 'v:time(s, "%y")', "--input", "hex")
            done = rowkey("decode", *arguments, stdin=second(year, 1, 1).hex().encode())
            self.assertEqual(1, done.returncode)
            self.assertIn(lost, done.stderr)

    def test_seconds_since_1970(self):
        self.assert_column(
            'time(ms, "%s.%f")',
            "{v:i64}",
            ["1709296200.25", "0.000000", "-0.5", "-1.250", "-62135596800.0", "253402300799.999", "0001.5"],
            map(ordered_i64, (1709296200250, 0, -500, -1250, -62135596800000, 253402300799999, 1500)),
            ["1709296200.250", "0.000", "-0.500", "-1.250", "-62135596800.000", "253402300799.999", "1.500"],
        )
        self.assert_column('time(us, "@%s")', "{v:i64}", ["@-1", "@60"], map(ordered_i64, (-1000000, 60000000)))
        for text, reason in {
            "": "is not written as the pattern says",
            "-": "is not written as the pattern says",
            "+1": "is not written as the pattern says",
            "1.5": "is not written as the pattern says",
            "253402300800": "is outside of the years 0001 to 9999",
            "9" * 40: "is outside of the years 0001 to 9999",
        }.items():
            self.assert_refused('time(s, "%s")', "{v:i64}", text, reason)

    def test_what_a_pattern_cannot_hold_is_no_value(self):
        arguments = ("--layout", "{v:i64}", "--columns", 'v:time(ms, "%F")', "--input", "hex")
        done = rowkey("decode", *arguments, stdin=ordered_i64(1).hex().encode())
        self.assertEqual(1, done.returncode)
        self.assertIn(b"column v: 1 is not a value of time(ms, \"%F\"): it has a part that the pattern does not write", done.stderr)


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
        digit = "has a character that is not a hex digit"
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
        texts = list(map(str, dotted))
        self.assert_column("ipv4", "{v:u32}", texts, [value.packed for value in dotted])

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
                self.assertIn(b" is not a valid ip: it ", done.stderr, text)
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
            "0g": "has a character that is not a hex digit",
            "000000000000000g": "has a character that is not a hex digit",
            "0x00": "has a character that is not a hex digit",
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
                self.assert_column(f"decimal({places})", "{v:i64}", texts, map(ordered_i64, numbers), canonical)

    def test_decimals_in_other_forms(self):
        """Whatever decimal reads without a blank or a word, as Java's BigDecimal does, if it is exact."""
        texts = ["+5", "5.", "+5.", ".5", "-.5", "1e2", "1E+2", "-1.5e-1", "1.230", "0.000", "-0e9", "00e-9", "0e99999999999999999999",
                 "12345e-2", "1230e-3", "0.0000001e5", "000000000000000000000012.34", "100000000000000000000e-18",
                 "12.340000000000000000000000000000", "9.223372036854775807e16", "-9223372036854775808E-2"]  # fmt: skip
        numbers = [int(decimal.Decimal(text).scaleb(2)) if "e9999" not in text else 0 for text in texts]
        with decimal.localcontext() as context:
            context.prec = 60
            canonical = [f"{decimal.Decimal(number).scaleb(-2):.2f}" for number in numbers]
        self.assert_column("decimal(2)", "{v:i64}", texts, map(ordered_i64, numbers), canonical)
        self.assert_column("decimal(18)", "{v:i64}", ["1e-18", "9e0"], map(ordered_i64, (1, 9 * 10**18)),
                           ["0." + "0" * 17 + "1", "9." + "0" * 18])  # fmt: skip
        self.assert_column("epoch(ms)", "{v:i64}", ["1.7092962e12", "+5", "7."], map(ordered_i64, (1709296200000, 5, 7)),
                           ["1709296200000", "5", "7"])  # fmt: skip
        generator = random.Random(SEED)
        texts, numbers = [], []
        for _ in range(count() // 4):
            number = generator.randrange(2**63) >> generator.randrange(63)
            moved = generator.randrange(-25, 25)
            texts.append(f"{generator.choice(['', '+', '0'])}{number}{'0' * max(0, -moved)}e{moved}"
                         if moved <= 0 else f"{decimal.Decimal(number) / 10**moved:f}e{generator.choice(['', '+'])}{moved}")  # fmt: skip
            numbers.append(number)
        self.assert_column("decimal(0)", "{v:i64}", texts, map(ordered_i64, numbers), map(str, numbers))

    def test_decimal_ends(self):
        self.assert_column(
            "decimal(2)",
            "{v:i64}",
            ["92233720368547758.07", "-92233720368547758.08"],
            [ordered_i64(2**63 - 1), ordered_i64(-(2**63))],
        )
        places = "has more digits after the point than the type keeps"
        for text, reason in {
            "": "has no digits",
            "-": "has no digits",
            ".": "is not written in decimal",
            "1.2.3": "is not written in decimal",
            "--1": "is not written in decimal",
            "1-": "is not written in decimal",
            "+": "has no digits",
            "+-1": "is not written in decimal",
            "-+1": "is not written in decimal",
            "1,5": "has a comma",
            "1 000": "has a space",
            "e5": "is not written in decimal",
            "1e": "is not written in decimal",
            "1e+": "is not written in decimal",
            "1e5.0": "is not written in decimal",
            "1e5 ": "has a space",
            "nan": "is not written in decimal",
            "1.234": places,
            "1.2301": places,
            "1e-3": places,
            "12.5e-2": places,
            "1e-99999999999999999999": places,
            "1e17": "is beyond an i64 with so many digits after the point",
            "1e99999999999999999999": "is beyond an i64 with so many digits after the point",
            "92233720368547758.08": "is beyond an i64 with so many digits after the point",
            "-92233720368547758.09": "is beyond an i64 with so many digits after the point",
            "99999999999999999999999": "is beyond an i64 with so many digits after the point",
            # Sums that are 0, 1 and small numbers in 64 bits.
            **dict.fromkeys(
                (f"{sign}{number}{end}" for number in (2**64, 2**64 + 1, 2**64 + 12, 3 * 2**64, 10 * 2**64, 2**65, 2**128)
                 for sign in ("", "-", "+") for end in ("", ".", ".0", "e0", "e1", "00e-2")),
                "is beyond an i64 with so many digits after the point"),
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
            self.assert_refused("enum(red,green)", "{v:u8}", text, "is not one of the names")
        done = rowkey("key", "--layout", "{v:u8}", "--columns", 'v:enum("",b)', "a")
        self.assertIn(b'it is not one of the names (expected one of "", b)', done.stderr)
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


if __name__ == "__main__":
    support.main()
