"""What a report holds, in its order."""

from . import chart, core, curves, head, model, places, tables, threads, tool_section
from .document import Heading, Picture, Table, Text
from .numbers import million
from .rates import Rates


def goal_lines(rates):
    for shape, peer, goals in GOALS:
        for isa, goal in goals.items():
            mine, theirs = rates.median(f"{shape}/{isa}"), rates.median(f"{shape}/{peer}")
            found = f"{mine / theirs:.1f}" if mine and theirs else "not measured"
            yield [f"`{shape}`", isa, f"`{peer}`", found, str(goal)]


# How many times faster than which peer each instruction set is to be.
GOALS = [
    ("md5_fixed/8B", "openssl", {"avx2": 13, "avx512": 45}),
    ("md5_lines/750B", "openssl", {"avx512": 9}),
    ("modulo_u128/1000000", "int128", {"avx2": 8, "avx512": 25}),
    ("decimal/10", "snprintf", {"avx2": 40, "avx512": 150}),
    ("route/17B/220", "memcmp", {"scalar": 10}),
    ("encode/paper-md5mod", "openssl-tuned", {"avx2": 11, "avx512": 30}),
]


def goals_table(rates):
    return Table(["shape", "instruction set", "peer", ">times faster", ">goal"], list(goal_lines(rates)))


COUNTS_SHOWN = [
    "md5_fixed/8B", "md5_fixed/20B", "md5_fixed/55B", "md5_lines/750B", "md5_decimal/u64", "modulo_u128/1000000",
    "decimal/7", "decimal/10", "encode/paper-idmod", "encode/paper-md5mod",
]  # fmt: skip


def count_lines(data, rates):
    sets = [name for name, state in data["machine"].get("instruction_sets", {}).items() if state["supported"]]
    before = None
    for shape in COUNTS_SHOWN:
        for isa in sorted(sets, reverse=True):
            needed = model.operations(shape, isa)
            if not needed:
                continue
            limit = model.port_limit(shape, isa, rates)
            listed = ", ".join(f"{name} {number:.3g}" for name, number in sorted(needed.items()) if number)
            found = [million(limit[0]), limit[1]] if limit else ["no rows `ports`", ""]
            how = model.how_counted(shape)
            yield [f"`{shape}`", isa, listed, *found, "the same" if how == before else how]
            before = how


def counts_blocks(data, rates):
    """How the port limits came about."""
    yield Heading(2, "How operations were counted")
    for paragraph in model.__doc__.split("\n\n")[1:]:
        yield Text(" ".join(paragraph.split()))
    head = ["shape", "instruction set", "vector operations for an item", ">limit, M/s", "by", "how"]
    yield Table(head, list(count_lines(data, rates)))


def blocks(data):
    rates = Rates(data)
    yield from head.blocks(data, rates)
    summary = chart.throughput(rates)
    if summary.groups:
        yield Picture("throughput", "Median rates of one core; each group of bars has its own scale.", summary)
    yield from core.blocks(rates)
    yield Heading(2, "Against the goals")
    yield goals_table(rates)
    yield from tables.blocks(rates)
    yield from curves.blocks(rates)
    yield from threads.blocks(rates)
    yield from places.blocks(rates)
    yield from tool_section.blocks(rates)
    yield from counts_blocks(data, rates)
