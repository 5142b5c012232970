"""Writers, regions and their load in plain Python: what the tests of rowkey simulate compare with."""

import bisect
import json
import math

from support import ToolTest, rowkey

MODULUS = 1000000


def region_of(points, key):
    return bisect.bisect_right(points, key)


def paper_points(regions, modulus=MODULUS, width=7):
    return [b"%0*d" % (width, i * modulus // regions) for i in range(1, regions)]


def turns(writers):
    """The rows of all writers in the order of their turns."""
    rows, live = [], [iter(rows) for rows in writers]
    while live:
        left = []
        for writer in live:
            for row in writer:
                rows.append(row)
                left.append(writer)
                break
        live = left
    return rows


def take_files(files, writers):
    """The rows of the files in the order of time, when so many writers take them one after the other."""
    waiting = [iter(rows) for rows in files]
    rows, live = [], [None] * writers
    while live:
        left = []
        for writer in live:
            row = next(writer, None) if writer is not None else None
            while row is None and waiting:
                writer = waiting.pop(0)
                row = next(writer, None)
            if row is not None:
                rows.append(row)
                left.append(writer)
        live = left
    return rows


def p_value(chi_squared, freedom):
    """How likely chance makes chi-squared as large: for even and for odd degrees of freedom a finite sum."""
    if chi_squared == 0 or freedom == 0:
        return 1
    half = chi_squared / 2
    first, sum_ = (1, math.erfc(math.sqrt(half))) if freedom % 2 else (0, 0)
    for i in range(first, (freedom + 1) // 2):
        power = i - first / 2
        sum_ += math.exp(power * math.log(half) - half - math.lgamma(power + 1))
    return sum_


def evenness(counts):
    n, regions = sum(counts), len(counts)
    if n == 0:
        zeros = dict.fromkeys("rows least most mean deviation variation peak gini chi_squared active".split(), 0)
        return {**zeros, "p_value": 1}
    mean = n / regions
    squares = sum((count - mean) ** 2 for count in counts)
    differences = sum(abs(a - b) for a in counts for b in counts)
    return {
        "rows": n,
        "least": min(counts),
        "most": max(counts),
        "mean": mean,
        "deviation": math.sqrt(squares / regions),
        "variation": math.sqrt(squares / regions) / mean,
        "peak": max(counts) / mean,
        "gini": differences / (2 * regions * n),
        "chi_squared": squares / mean,
        "p_value": p_value(squares / mean, regions - 1),
        "active": sum(count > 0 for count in counts),
    }


def mean_of(values):
    return sum(values) / len(values) if values else 0


def windows_of(rows, regions, window):
    count = len(rows) // window
    windows = [[0] * regions for _ in range(count)]
    for i, region in enumerate(rows[: count * window]):
        windows[i // window][region] += 1
    active = [sum(value > 0 for value in counts) for counts in windows]
    effective = [1 / sum((value / window) ** 2 for value in counts) for counts in windows]
    peaks = [max(counts) / (window / regions) for counts in windows]
    busiest = [counts.index(max(counts)) for counts in windows]
    best = (0, 0, 0)
    for first in range(count):
        length = 1
        while first + length < count and busiest[first + length] == busiest[first]:
            length += 1
        if length > best[0]:
            best = (length, first, busiest[first])
    length, first, hottest = best
    hot_rows = sum(counts[hottest] for counts in windows[first : first + length])
    effective_even = window / (1 + (window - 1) / regions)
    return {
        "rows": window,
        "count": count,
        "active_mean": mean_of(active),
        "active_least": min(active, default=0),
        "active_most": max(active, default=0),
        "active_even": regions * (1 - (1 - 1 / regions) ** window),
        "effective_mean": mean_of(effective),
        "effective_even": effective_even,
        "peak_mean": mean_of(peaks),
        "peak_most": max(peaks, default=0),
        "variation_mean": mean_of([evenness(counts)["variation"] for counts in windows]),
        "lock_step": max(0, 1 - mean_of(effective) / effective_even) if count else 0,
        "hottest": {
            "region": hottest,
            "windows": length,
            "first_window": first,
            "share": hot_rows / (length * window) if count else 0,
        },
    }


NO_RECORDS = b"rowkey: note: the input has no records: nothing was measured\n"


class SimulateTest(ToolTest):
    def simulate(self, *arguments, note=b"", **options):
        done = rowkey("simulate", *arguments, **options)
        self.assertEqual((0, note), (done.returncode, done.stderr), arguments)
        return done.stdout

    def json(self, *arguments, **options):
        return json.loads(self.simulate(*arguments, "--output", "json", **options))

    def assert_fails(self, status, message, *arguments, **options):
        super().assert_fails(status, message, *arguments, command="simulate", **options)

    def assert_close(self, expected, seen, path=""):
        """Every member of `expected` is in `seen`, numbers up to rounding."""
        if isinstance(expected, dict):
            for name, value in expected.items():
                self.assert_close(value, seen[name], f"{path}.{name}")
        elif isinstance(expected, float):
            self.assertTrue(
                math.isclose(expected, seen, rel_tol=1e-9, abs_tol=1e-9), f"{path}: {seen}, not {expected}"
            )
        else:
            self.assertEqual(expected, seen, path)

    def assert_load(self, rows, regions, window, seen):
        counts = [0] * regions
        for row in rows:
            counts[row] += 1
        self.assertEqual(counts, seen["rows"])
        self.assertEqual(regions, seen["count"])
        self.assert_close(evenness(counts), seen["total"])
        self.assert_close(windows_of(rows, regions, window), seen["windows"])

    def points_file(self, points, name="splits"):
        return self.file(name, b"".join(point + b"\n" for point in points))
