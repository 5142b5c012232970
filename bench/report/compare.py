"""Two results side by side: what became faster or slower, and whether that is more than noise."""

import dataclasses

from . import machine
from .document import Heading, Notice, Table, Text
from .failure import EXIT_USAGE, Failure
from .numbers import giga, million, percent
from .rates import Rates

FAILS_BELOW = 0.90  # a row below this part of its old rate, and beyond noise, is a failure
LEAST_NOISE = 0.02
NOISE_OF_ONE_ROUND = 0.10  # nothing is known of it: assumed
CLOCK_DIFFERS = 0.05
STATEMENT = (
    "The ratio is the new median over the old one. The noise of a row is half of the spread over the rounds of the"
    f" old results and half of that of the new, at least {percent(LEAST_NOISE)}; {percent(NOISE_OF_ONE_ROUND)} where a side has"
    " one round only. A change within it means nothing. The exit status is 1 when a row is more than"
    f" {percent(1 - FAILS_BELOW)} slower, beyond noise."
)


@dataclasses.dataclass(frozen=True)
class Change:
    name: str
    old: float
    new: float
    noise: float

    @property
    def ratio(self):
        return self.new / self.old

    @property
    def verdict(self):
        if abs(self.ratio - 1) <= self.noise:
            return ""
        if self.ratio > 1:
            return "faster"
        return "**REGRESSION**" if self.fails else "slower"

    def cells(self):
        rates = [million(self.old), million(self.new), f"{self.ratio:.3f}"]
        return [f"`{self.name}`", *rates, f"± {percent(self.noise)}", self.verdict]

    @property
    def fails(self):
        return self.ratio < FAILS_BELOW and 1 - self.ratio > self.noise


def noise_of(old, new):
    if len(old.values) < 2 or len(new.values) < 2:
        return NOISE_OF_ONE_ROUND
    return max((old.spread + new.spread) / 2, LEAST_NOISE)


def check_machines(old, new, old_name, force):
    """Refuses results of another machine; returns warnings."""
    before, now = machine.identity(old["machine"]), machine.identity(new["machine"])
    warnings = []
    if before != now:
        text = f"{old_name} is of another machine: {before} (expected this one: {now})"
        if not force:
            raise Failure(f"{text}; --force compares them all the same", EXIT_USAGE)
        warnings.append(f"{text}. Rates of two machines say nothing about a change of code.")
    for key in ("compiler", "compile_flags"):
        was, is_now = old["context"].get(key, "unknown"), new["context"].get(key, "unknown")
        if was != is_now:
            warnings.append(f"**another {key}**: {was} before, {is_now} now. What differs may be its work.")
    return warnings


def changes(old, new):
    """Of the rows that both have, the worst first."""
    found = []
    for name, rate in new.rows.items():
        before = old.get(name)
        if before and before.median > 0 and rate.median > 0:
            found.append(Change(name, before.median, rate.median, noise_of(before, rate)))
    return sorted(found, key=lambda change: change.ratio)


def compare(old_data, new_data, old_name, force):
    """(blocks, whether a row regressed)"""
    warnings = check_machines(old_data, new_data, old_name, force)
    old, new = Rates(old_data), Rates(new_data)
    if old.clock and new.clock and abs(new.clock / old.clock - 1) > CLOCK_DIFFERS:
        warnings.append(
            f"the clock was {giga(old.clock)} GHz before and is {giga(new.clock)} GHz now: rates follow it."
        )
    found = changes(old, new)
    if not found:
        raise Failure(f"{old_name} has no row in common with these results", EXIT_USAGE)
    told = [change for change in found if change.verdict]
    blocks = [Heading(2, f"Compared with {old_name}"), *map(Notice, warnings), Text(STATEMENT)]
    blocks.append(Text(
        f"{len(found)} rows in both; {sum(change.fails for change in found)} regressions,"
        f" {sum(change.verdict == 'slower' for change in found)} slower,"
        f" {sum(change.verdict == 'faster' for change in found)} faster, the others within noise. Only before:"
        f" {len(old.rows.keys() - new.rows.keys())} rows; only now: {len(new.rows.keys() - old.rows.keys())}."
    ))  # fmt: skip
    if told:
        head = ["row", ">M/s before", ">M/s now", ">ratio", ">noise", "verdict"]
        blocks.append(Table(head, [change.cells() for change in told]))
    return blocks, any(change.fails for change in found)
