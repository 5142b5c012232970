"""Several threads at a time, and the first call of a new process."""

from .curves import WORK, by_implementation
from .document import Heading, Table, Text
from .numbers import magnitude, million, nanoseconds, percent, times

FIRST_CALLS = {"layout": "layout compiled, encoder made", "encode": "the same, and keys encoded"}


def thread_rate(shape, rate):
    return f"{magnitude(rate.median / 1e9)} GB/s" if shape.startswith("memory") else f"{million(rate.median)} M/s"


def thread_blocks(rates):
    shapes = {name.split("/")[1]: None for name in rates.rows if name.startswith("threads/")}
    lines = []
    for shape in shapes:
        for name, found in by_implementation(rates.family(f"threads/{shape}/")).items():
            points = sorted((int(count), rate) for count, rate in found.items())
            for count, rate in points:
                scaled = rate.median / points[0][1].median
                work = WORK.get(shape, shape) if count == points[0][0] else ""
                share = scaled * points[0][0] / count
                cells = [work, name, str(count), thread_rate(shape, rate), times(scaled), percent(share)]
                lines.append([*cells, percent(rate.spread)])
    if lines:
        yield Heading(2, "Threads")
        yield Table(
            ["work", "implementation", ">threads", ">rate", ">one thread", ">of a perfect share", ">spread"], lines
        )


def first_call_blocks(rates):
    rows = rates.family("first_call/")
    if rows:
        yield Heading(2, "First call")
        yield Text(
            "A process that has just begun: pages not yet mapped, caches and predictors cold, the instruction set"
            " not yet chosen."
        )
        lines = []
        for rest, rate in rows.items():
            work, _, name = rest.rpartition("/")
            what, _, count = work.rpartition("_")
            seconds = int(count) / rate.median
            lines.append(
                [
                    FIRST_CALLS.get(what, what),
                    "" if what == "layout" else count,
                    name,
                    nanoseconds(seconds),
                    percent(rate.spread),
                ]
            )
        yield Table(["call", ">rows", "instruction set", ">time", ">spread"], lines)


def blocks(rates):
    yield from thread_blocks(rates)
    yield from first_call_blocks(rates)
