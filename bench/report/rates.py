"""What the rounds of a results file say about each row: median, best, spread, cycles."""

import dataclasses
import statistics

INSTRUCTION_SETS = ["avx512", "avx2", "sse4", "sve2", "neon", "scalar"]  # the widest first
DRIFT_SHOWN, DRIFT_NOT_TRUSTED = 1.10, 2.0


@dataclasses.dataclass(frozen=True)
class Rate:
    """A row's rates, one of each round in which it ran."""

    name: str
    values: tuple  # items a second
    cycles: tuple  # cycles an item, by the clock of the same round
    bytes_per_item: float
    counters: dict  # medians of the user counters

    @property
    def median(self):
        return statistics.median(self.values)

    @property
    def best(self):
        return max(self.values)

    @property
    def spread(self):
        """From the slowest round to the fastest, as a part of the median."""
        return (max(self.values) - min(self.values)) / self.median

    @property
    def cycles_per_item(self):
        return statistics.median(self.cycles) if self.cycles else None


class Rates:
    def __init__(self, data):
        self.rounds = len(data["rounds"])
        self.clocks = [clock for entry in data["rounds"] for clock in entry["clocks"]]
        self.apart = [pair for entry in data["rounds"] for pair in entry.get("clocks_apart", [])]
        names = {name: None for entry in data["rounds"] for name in entry["rows"]}
        self.rows = {name: self._rate(name, data["rounds"]) for name in names}
        self.tool = {run["name"]: run for run in data["tool"]}

    @staticmethod
    def _rate(name, rounds):
        values, cycles, rows = [], [], []
        for entry in rounds:
            row = entry["rows"].get(name)
            if row is None or row["items_per_second"] <= 0:
                continue
            rows.append(row)
            values.append(row["items_per_second"])
            if entry["clocks"]:
                cycles.append(statistics.median(entry["clocks"]) / row["items_per_second"])
        if not values:
            return Rate(name, (0.0,), (), 0.0, {})
        known = {key for row in rows for key in row} - {"items_per_second", "bytes_per_second"}
        counters = {key: statistics.median(row[key] for row in rows if key in row) for key in sorted(known)}
        return Rate(name, tuple(values), tuple(cycles), rows[0].get("bytes_per_second", 0.0) / values[0], counters)

    @property
    def clock(self):
        """Cycles a second, or None without a measurement."""
        return statistics.median(self.clocks) if self.clocks else None

    @property
    def drift(self):
        """The fastest clock that was seen over the slowest."""
        return max(self.clocks) / min(self.clocks) if self.clocks else 1.0

    def get(self, name):
        return self.rows.get(name)

    def median(self, name):
        return self.rows[name].median if name in self.rows else None

    def family(self, prefix):
        """Rows whose names begin with prefix, by what follows it."""
        return {name[len(prefix) :]: rate for name, rate in self.rows.items() if name.startswith(prefix)}

    def shape(self, name):
        """{implementation: Rate} of a shape such as md5_fixed/8B."""
        return {rest: rate for rest, rate in self.family(name + "/").items() if "/" not in rest}


def ours(row):
    """The implementations of a shape that are this library's, the widest instruction set first."""
    return [name for name in INSTRUCTION_SETS if name in row]


def peers(row):
    return [name for name in row if name.partition("+")[0] not in INSTRUCTION_SETS]


def best_peer(row):
    return max(peers(row), key=lambda name: row[name].best, default=None)
