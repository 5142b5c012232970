"""rowkey simulate --source: the built-in sources, row by row made again in Python."""

import collections
import math
import struct

from load_model import MODULUS, SimulateTest, region_of, turns
from support import is_slow, main, md5_modulo, rowkey, splitmix64

# More than two blocks of rows, and no multiple of one.
ROWS = 4500


class SourcesTest(SimulateTest):
    def ids(self, source, rows, layout="{id:u64}", points=None, *arguments):
        points = points or [struct.pack(">Q", (1 << 60) * i) for i in range(1, 16)]
        file = self.file(
            "points", b"".join(b"".join(b"\\x%02X" % byte for byte in point) + b"\n" for point in points)
        )
        return self.json(
            "-l", layout, "--splits", file, "--source", source, "--rows", rows, "--window", 50, *arguments
        )

    def stream(self, number, seed=0):
        return splitmix64(seed ^ 0x736F757263650000, number)

    def below(self, stream, row, bound, seed=0):
        value = splitmix64(self.stream(stream, seed), row)
        return value * bound >> 64 if bound else value

    def check(self, values, points, result):
        self.assertEqual(len(values), result["rows"])
        rows = [region_of(points, value) for value in values]
        self.assert_load(rows, len(points) + 1, 50, result["layouts"][0]["regions"])

    def each(self, source, keys, layout, *arguments):
        """Each key is made as often as expected, and no other one: a region begins at every key, and one after it."""
        counts = collections.Counter(keys)
        points = sorted(point for key in counts for point in (key, key + b"\0"))
        seen = self.ids(source, len(keys), layout, points, *arguments)["layouts"][0]["regions"]["rows"]
        wrong = [(*pair, point) for *pair, point in zip(seen, [0] + [counts[at] for at in points], [b"", *points])
                 if pair[0] != pair[1]]  # fmt: skip
        self.assertEqual([], wrong[:5], f"{source}: (rows, rows expected, first key) of some regions")

    def keys(self, source, keys, layout, *arguments):
        """The keys, and with split points at every 16th of them when they are made."""
        self.each(source, keys, layout, *arguments)
        ordered = sorted(set(keys))
        points = sorted({ordered[i * len(ordered) // 16] for i in range(1, 16)} - {ordered[0]})
        if points:
            self.check(keys, points, self.ids(source, len(keys), layout, points, *arguments))

    def numbers(self, source, values, layout="{id:u64}", *arguments):
        self.keys(source, [struct.pack(">Q", value) for value in values], layout, *arguments)

    def test_sequential(self):
        self.numbers("sequential", range(ROWS))
        self.numbers("sequential(start=5,step=7)", range(5, 5 + 7 * ROWS, 7))
        self.numbers("sequential(start=6,step=0)", [6] * ROWS)
        for column in ("key", "line"):
            values = [b"%d" % value for value in range(95, 95 + ROWS)]
            self.keys("sequential(start=95)", values, f"{{{column}}}")

    def test_random(self):
        self.numbers("random", [self.below(0, row, 0) for row in range(ROWS)])
        values = [self.below(0, row, 1000, seed=9) for row in range(ROWS)]
        self.numbers("random(below=1000)", values, "{id:u64}", "--seed", 9)
        for bound in (1, 2, 2**64 - 1):
            self.numbers(f"random(below={bound})", [self.below(0, row, bound) for row in range(ROWS)])
        for column in ("key", "line"):
            self.keys("random", [b"%d" % self.below(0, row, 0) for row in range(ROWS)], f"{{{column}}}")

    def test_writers_have_contiguous_parts_of_the_same_rows(self):
        values = [self.below(0, row, 0) for row in range(1003)]
        for writers in (2, 5, 1003, 2000):
            ends = [0]
            for i in range(writers):
                ends.append(ends[-1] + 1003 // writers + (i < 1003 % writers))
            rows = turns([values[a:b] for a, b in zip(ends, ends[1:])])
            self.numbers("random", rows, "{id:u64}", "--writers", writers)

    def times(self, rate, jitter):
        return [1700000000000 + row * 1000 // rate + self.below(1, row, jitter + 1) for row in range(ROWS)]

    def test_timestamps(self):
        self.numbers("timestamps(rate=7,jitter=30)", self.times(7, 30), "{ts:u64}")
        self.numbers("timestamps(start=2,ticks=1,rate=3)", [2 + row // 3 for row in range(ROWS)], "{ts:u64}")
        self.numbers("timestamps", [1700000000000 + row for row in range(ROWS)], "{ts:u64}")
        self.numbers("timestamps", range(ROWS), "{id:u64}")
        for hosts, form in ((1, b"host%d"), (10, b"host%d"), (11, b"host%02d"), (101, b"host%03d")):
            values = [form % self.below(2, row, hosts) for row in range(ROWS)]
            self.keys(f"timestamps(hosts={hosts})", values, "{host}")
        self.keys("timestamps", [b"host%02d" % self.below(2, row, 100) for row in range(ROWS)], "{host}")
        self.keys("timestamps", [b"event%d" % self.below(3, row, 10) for row in range(ROWS)], "{event}")

    def test_the_largest_of_every_parameter(self):
        most, late = 10**12, 10**18
        hosts = [b"host%012d" % self.below(2, row, most) for row in range(ROWS)]
        self.keys(f"timestamps(hosts={most})", hosts, "{host}")
        times = [9 * 10**9 + row * 10**9 // most + self.below(1, row, late + 1) for row in range(ROWS)]
        source = f"timestamps(start=9,ticks={10**9},rate={most},jitter={late})"
        self.numbers(source, times, "{ts:u64}")
        top = 2**64 - 1
        self.numbers(f"sequential(start={top},step=0)", [top] * 3)
        self.numbers(f"sequential(start=0,step={top})", [0, top])

    def test_what_a_parameter_cannot_be(self):
        """Each bound is the one that the message names, and a value on it is accepted: an error of the layout comes later."""
        bounds = {"start": (0, 2**64 - 1), "step": (0, 2**64 - 1), "below": (0, 2**64 - 1), "hosts": (1, 10**12),
                  "users": (1, 10**12), "rate": (1, 10**12), "ticks": (1, 10**9), "jitter": (0, 10**18)}  # fmt: skip
        of_times = ["start", "rate", "ticks", "jitter"]
        for kind, names in {
            "sequential": ["start", "step"],
            "random": ["below"],
            "timestamps": ["hosts", *of_times],
            "zipf": ["users", *of_times],
        }.items():
            for name in names:
                least, most = bounds[name]
                for value in (least, most):
                    self.assert_taken(f"{kind}({name}={value})", 0)
                for value in ([least - 1] if least > 0 else []) + [most + 1]:
                    fault = "out of range" if value < 2**64 else f"above {2**64 - 1}"
                    self.assert_refused(
                        f'{name}: "{value}" is {fault} (expected a number from {least} to {most})',
                        f"{kind}({name}={value})", 0,
                    )  # fmt: skip
        for exponent in ("1e-300", "100"):
            self.assert_taken(f"zipf(exponent={exponent})", 1)
        self.assert_refused(
            'exponent "100.1" is out of range (expected a decimal above 0, to 100)', "zipf(exponent=100.1)", 1
        )

    def assert_refused(self, message, source, rows):
        self.assert_fails(
            2, f"option --source: {message}",
            "-l", "{nowhere}", "--regions", 3, "--source", source, "--rows", rows,
        )  # fmt: skip

    def assert_taken(self, source, rows):
        done = rowkey("simulate", "-l", "{nowhere}", "--regions", 3, "--source", source, "--rows", rows)
        self.assertIn(b"option --layout: there is no column nowhere", done.stderr, source)

    def assert_most_rows(self, source, rows, what):
        """So many rows can be made of the source, and not one more."""
        self.assert_taken(source, rows)
        self.assert_refused(f"the last {what} of {source} passes 64 bits (expected fewer --rows)", source, rows + 1)

    def test_ids_end_with_64_bits(self):
        top = 2**64 - 1
        for start, step in ((2, 1), (top, 1), (top - 70, 7), (top - 69, 7), (2**63, 2**63 - 1), (1, 2**63)):
            self.assert_most_rows(f"sequential(start={start},step={step})", (top - start) // step + 1, "id")
        self.assert_taken("sequential(start=0,step=1)", top)
        self.assert_taken(f"sequential(start={top},step=0)", top)

    def test_times_end_with_64_bits(self):
        for kind in ("timestamps(hosts=100,{})", "zipf(users=1000000,{},exponent=1)"):
            for start, rate, ticks, jitter in (
                (2**64 - 11, 1, 1, 0),
                (2**64 - 11, 1, 1, 4),
                (2**64 - 11, 4, 1, 4),
                ((2**64 - 1) // 1000, 3, 1000, 0),
                ((2**64 - 1) // 1000 - 2, 7, 1000, 1500),
                ((2**64 - 1) // 10**9, 1, 10**9, 709551615),
                (0, 1, 10**9, 0),
                (0, 1, 10**9, 10**18),
            ):
                source = kind.format(f"start={start},rate={rate},ticks={ticks},jitter={jitter}")
                ticks_left = 2**64 - 1 - jitter - start * ticks
                # The greatest row with row * ticks // rate <= ticks_left.
                self.assert_most_rows(source, ((ticks_left + 1) * rate - 1) // ticks + 1, "ts")
            for start, ticks, jitter in ((2**64 - 1, 2, 0), (18446744074, 10**9, 0), (18446744073, 10**9, 709551616)):
                source = kind.format(f"start={start},rate=1,ticks={ticks},jitter={jitter}")
                self.assert_refused(f"the last ts of {source} passes 64 bits (expected fewer --rows)", source, 1)
                self.assert_taken(source, 0)
            # Also where a second has so many rows that the last one would come in time.
            source = kind.format("start=0,rate=1000,ticks=1000,jitter=0")
            self.assert_most_rows(source, (2**64 - 1) // 1000 + 1, "ts")

    def zipf(self, users, exponent, row):
        """Rejection-inversion of Hörmann and Derflinger, as its authors state it."""
        t = 1 - exponent

        def integral(x):
            return math.log(x) if t == 0 else math.expm1(t * math.log(x)) / t

        def inverse(y):
            return math.exp(y) if t == 0 else math.exp(math.log1p(max(t * y, -1)) / t)

        def power(x):
            return math.exp(-exponent * math.log(x))

        first, last = integral(1.5) - 1, integral(users + 0.5)
        sure = 2 - inverse(integral(2.5) - power(2))
        for attempt in range(1000):
            part = ((splitmix64(self.stream(5 + attempt), row) >> 11) + 0.5) / 2**53
            y = last + part * (first - last)
            x = inverse(y)
            user = min(max(math.floor(x + 0.5), 1), users)
            if user - x <= sure or y >= integral(user + 0.5) - power(user):
                return user - 1

    def test_zipf(self):
        for users, exponent in ((1, 1), (2, 3), (1000, 1), (50000, 0.7), (1000000, 1.3)):
            values = [self.zipf(users, exponent, row) for row in range(ROWS)]
            source = f"zipf(users={users},exponent={exponent})"
            self.numbers(source, values)
            names = [b"user%0*d" % (len(str(users - 1)), value) for value in values]
            for column in ("user", "key"):
                self.keys(source, names, f"{{{column}}}")
        self.numbers("zipf(rate=7,jitter=30)", self.times(7, 30), "{ts:u64}")
        self.keys("zipf", [b"event%d" % self.below(3, row, 10) for row in range(ROWS)], "{event}")

    def test_zipf_next_to_exponent_1(self):
        """There the power of a logarithm would cancel: a trillion users show the last digits of what takes its place."""
        users = 10**12
        for exponent in ("1.0000000001", "0.9999999999", "1.00000001", "1"):
            values = [self.zipf(users, float(exponent), row) for row in range(ROWS)]
            edges = []
            for value in sorted(set(values)):
                rounding = value >> 32
                if edges and value - rounding <= edges[-1]:
                    edges[-1] = value + rounding + 1
                else:
                    edges += [value - rounding, value + rounding + 1]
            expected = [0] * (len(edges) + 1)
            for value in values:
                expected[region_of(edges, value)] += 1
            points = [struct.pack(">Q", edge) for edge in edges]
            result = self.ids(f"zipf(users={users},exponent={exponent})", ROWS, "{id:u64}", points)
            self.assertTrue(expected == result["layouts"][0]["regions"]["rows"], exponent)

    def test_zipf_has_the_frequencies_of_the_law(self):
        rows = 100000 if is_slow() else 2000000
        result = self.ids("zipf(users=20,exponent=1.1)", rows, "{id:u8}", [bytes([i]) for i in range(1, 20)])
        total = sum(k**-1.1 for k in range(1, 21))
        for k, count in enumerate(result["layouts"][0]["regions"]["rows"], 1):
            expected = rows * k**-1.1 / total
            self.assertLess(abs(count - expected), 6 * math.sqrt(expected), k)

    def matrix_line(self, row):
        text = b"%d" % row
        for item in range(2, 64):
            number = (splitmix64(self.stream(4), row * 64 + item) >> 32) * 10**8 >> 32
            text += b" %04d:0.%04d" % divmod(number, 10000)
        return text

    def test_matrix(self):
        lines = [self.matrix_line(row) for row in range(700)]
        self.assertEqual({745, 746, 747}, set(map(len, lines)))
        self.each("matrix", lines, "{line}")
        self.numbers("matrix", range(ROWS))
        self.keys("matrix", [b"%d" % row for row in range(ROWS)], "{key}")
        values = [md5_modulo(line, MODULUS) for line in lines]
        points = [b"%07d" % (i * MODULUS // 220) for i in range(1, 220)]
        self.check(
            [b"%07d" % value for value in values], points, self.ids("matrix", 700, "@paper-linemd5", points)
        )

    def test_a_default_is_four_million_rows(self):
        result = self.json("-l", "{id % 10:02d}", "--regions", 5, "--source", "sequential")
        self.assertEqual((4000000, 10000, 1), (result["rows"], result["window"], result["writers"]))
        self.assertEqual([800000] * 5, result["layouts"][0]["regions"]["rows"])
        self.assertEqual("sequential(start=0,step=1)", result["source"])


if __name__ == "__main__":
    main()
