"""rowkey simulate --source: the built-in sources, row by row made again in Python."""

import math
import struct

from load_model import MODULUS, SimulateTest, region_of, turns
from support import is_slow, main, md5_modulo, splitmix64


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

    def numbers(self, source, rows, values, layout="{id:u64}", *arguments):
        """Split points at every 16th of the values that are expected."""
        ordered = sorted(set(values))
        points = [struct.pack(">Q", ordered[i * len(ordered) // 16]) for i in range(1, 16)]
        keys = [struct.pack(">Q", value) for value in values]
        self.check(keys, points, self.ids(source, rows, layout, points, *arguments))

    def texts(self, source, rows, values, layout):
        ordered = sorted(set(values))
        points = sorted({ordered[i * len(ordered) // 16] for i in range(1, 16)} - {b"", ordered[0]})
        self.check(values, points, self.ids(source, rows, layout, points))

    def test_sequential(self):
        self.numbers("sequential", 1000, range(1000))
        self.numbers("sequential(start=5,step=7)", 1000, range(5, 7005, 7))
        self.texts("sequential(start=95)", 1000, [b"%d" % value for value in range(95, 1095)], "{key}")
        self.texts("sequential(start=95)", 1000, [b"%d" % value for value in range(95, 1095)], "{line}")

    def test_random(self):
        self.numbers("random", 3000, [self.below(0, row, 0) for row in range(3000)])
        values = [self.below(0, row, 1000, seed=9) for row in range(3000)]
        self.numbers("random(below=1000)", 3000, values, "{id:u64}", "--seed", 9)

    def test_writers_have_contiguous_parts_of_the_same_rows(self):
        values = [self.below(0, row, 0) for row in range(1003)]
        for writers in (2, 5, 1003, 2000):
            ends = [0]
            for i in range(writers):
                ends.append(ends[-1] + 1003 // writers + (i < 1003 % writers))
            rows = turns([values[a:b] for a, b in zip(ends, ends[1:])])
            self.numbers("random", 1003, rows, "{id:u64}", "--writers", writers)

    def test_timestamps(self):
        times = [1700000000 * 1000 + row * 1000 // 7 + self.below(1, row, 31) for row in range(2000)]
        self.numbers("timestamps(rate=7,jitter=30)", 2000, times, "{ts:u64}")
        self.numbers(
            "timestamps(start=2,ticks=1,rate=3)", 2000, [2 + row // 3 for row in range(2000)], "{ts:u64}"
        )
        self.numbers("timestamps", 2000, range(2000), "{id:u64}")
        self.texts(
            "timestamps(hosts=100)",
            2000,
            [b"host%02d" % self.below(2, row, 100) for row in range(2000)],
            "{host}",
        )
        self.texts(
            "timestamps", 2000, [b"event%d" % self.below(3, row, 10) for row in range(2000)], "{event}"
        )

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
            values = [self.zipf(users, exponent, row) for row in range(2000)]
            source = f"zipf(users={users},exponent={exponent})"
            if users > 2:
                self.numbers(source, 2000, values)
            width = len(str(users - 1))
            result = self.ids(source, 2000, "{user}", [b"user%0*d" % (width, 1)])
            self.assertEqual(
                [values.count(0), 2000 - values.count(0)], result["layouts"][0]["regions"]["rows"]
            )

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
        self.numbers("matrix", 700, range(700))
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
