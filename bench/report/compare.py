"""Two results side by side: what is faster or slower, and whether that is more than noise."""

import dataclasses
import shlex

from . import machine
from .markdown import giga, million, paragraph, percent, table
from .rates import INSTRUCTION_SETS, Rates
from .results import EXIT_USAGE, Failure
from .runs import pattern_of

FAILS_BELOW = 0.90  # a row below this part of its old rate, and beyond noise, is a failure
LEAST_NOISE = 0.02
NOISE_OF_ONE_ROUND = 0.10  # nothing is known of it: assumed
CLOCK_DIFFERS = 0.05
REGRESSION = "**REGRESSION**"
STATEMENT = (
    "The ratio is the new median over the old one. The noise of a row is half of the spread over the rounds of the"
    f" old results and half of that of the new, at least {percent(LEAST_NOISE)}; {percent(NOISE_OF_ONE_ROUND)} where a"
    " side has one round only. A change within it means nothing. The exit status is 1 when a row is more than"
    f" {percent(1 - FAILS_BELOW)} slower, beyond noise. Other implementations, and rows that measure the machine, never fail."
)
SHOWN_TO_MEASURE = 10  # rows in the command that measures the worst of them once more


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
        return REGRESSION if self.ratio < FAILS_BELOW and is_ours(self.name) else "slower"

    def cells(self):
        rates = [million(self.old), million(self.new), f"{self.ratio:.3f}"]
        return [f"`{self.name}`", *rates, f"± {percent(self.noise)}", self.verdict]


def is_ours(name):
    shape, _, implementation = name.rpartition("/")
    return implementation.partition("+")[0] in INSTRUCTION_SETS and not shape.startswith(("ports/", "latency/"))


def noise_of(old, new):
    if len(old.values) < 2 or len(new.values) < 2:
        return NOISE_OF_ONE_ROUND
    return max((old.spread + new.spread) / 2, LEAST_NOISE)


def warnings(old, new, old_name, force):
    """Refuses results of another machine."""
    before, now = machine.identity(old["machine"]), machine.identity(new["machine"])
    if before != now:
        text = f"{old_name} is of another machine: {before} (expected this one: {now})"
        if not force:
            raise Failure(f"{text}; --force compares them all the same", EXIT_USAGE)
        yield f"{text}. Rates of two machines say nothing about a change of code."
    for key in ("compiler", "compile_flags"):
        was, is_now = old["context"].get(key, "unknown"), new["context"].get(key, "unknown")
        if was != is_now:
            yield f"**another {key}**: {was} before, {is_now} now. What differs may be its work."
    was, is_now = Rates(old).clock, Rates(new).clock
    if was and is_now and abs(is_now / was - 1) > CLOCK_DIFFERS:
        yield f"the clock was {giga(was)} GHz before and is {giga(is_now)} GHz now: rates follow it."


def changes(old, new):
    """Of the rows that both have, the worst first."""
    found = []
    for name, rate in new.rows.items():
        before = old.get(name)
        if before and before.median > 0 and rate.median > 0:
            found.append(Change(name, before.median, rate.median, noise_of(before, rate)))
    return sorted(found, key=lambda change: change.ratio)


def compare(old_data, new_data, old_name, force):
    """(Markdown, the rows that regressed)"""
    parts = [f"## Compared with {old_name}"]
    parts += [f"> **Warning:** {warning}" for warning in warnings(old_data, new_data, old_name, force)]
    old, new = Rates(old_data), Rates(new_data)
    found = changes(old, new)
    if not found:
        raise Failure(f"{old_name} has no row in common with these results", EXIT_USAGE)
    verdicts = [change.verdict for change in found]
    regressions = verdicts.count(REGRESSION)
    counts = (
        f"{len(found)} rows in both; {regressions} regressions, {verdicts.count('slower')} slower,"
        f" {verdicts.count('faster')} faster, the others within noise. Only before:"
        f" {len(old.rows.keys() - new.rows.keys())} rows; only now: {len(new.rows.keys() - old.rows.keys())}."
    )
    parts += [paragraph(STATEMENT), counts]
    if any(verdicts):
        head = ["row", ">M/s before", ">M/s now", ">ratio", ">noise", "verdict"]
        parts.append(table(head, [change.cells() for change in found if change.verdict]))
    regressed = [change.name for change in found if change.verdict == REGRESSION]
    if regressed:
        parts.append(advice(regressed[:SHOWN_TO_MEASURE], old_name))
    return "\n\n".join(parts), regressed


def advice(rows, old_name):
    command = ["scripts/bench-report", "--filter", pattern_of(rows), "--rounds", "5", "--compare", str(old_name)]
    return (
        "What to do: measure the worst rows again, with nothing else on the machine:\n\n"
        f"    {shlex.join(command)}\n\n"
        + paragraph(
            "Where they stay slow, `git bisect run` with this command finds the change; bench/README.md tells how a row"
            " becomes slow that nobody has touched. Where the change is worth it, say so in simd/laboratory.md and keep new"
            " results."
        )
    )
