"""The tables of kernels and whole keys, one for each family."""

import re

from .bounds import STATEMENT, bound
from .document import Heading, Table, Text
from .numbers import cycles, million, percent, times
from .rates import best_peer, ours, peers

FAMILIES = {
    "md5_fixed": "MD5 of keys of one width",
    "md5_decimal": "MD5 of integers' decimal text",
    "md5_lines": "MD5 of whole lines, streamed from memory",
    "modulo_u128": "Digests modulo a divisor",
    "modulo_u64": "64-bit integers modulo a divisor",
    "modulo_u32": "32-bit integers modulo a divisor",
    "decimal": "Zero-padded decimal text",
    "decimal_unpadded": "Unpadded decimal text",
    "parse": "Decimal text to integers",
    "encode": "Whole keys of every named layout",
    "decode": "Columns back from keys",
    "route": "The region of a key",
    "hash": "The hashes of other systems",
    "other": "What surrounds them",
}
OTHERS = ["copy", "big_endian", "random", "find_byte", "join_rows", "padded_text", "escape_terminated", "escape_groups"]
WIDTHS_SHOWN = {"8B", "20B", "55B", "56B", "64B", "128B"}


def shapes_of(family, rates):
    """{name of the shape: {implementation: Rate}}"""
    if family == "other":
        families = OTHERS
    elif family == "hash":
        families = sorted({name.split("/")[0] for name in rates.rows if name.startswith("hash_")})
    else:
        families = [family]
    return {
        f"{name}/{shape}": row
        for name in families
        for shape, row in rates.shapes(name).items()
        if name != "md5_fixed" or shape in WIDTHS_SHOWN
    }


def natural(text):
    """An order in which 8B comes before 20B."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", text)]


def best_ratio(name, row):
    """How many times as fast as the best peer."""
    peer = best_peer(row)
    return f"{times(row[name].median / row[peer].median)} `{peer}`" if peer else ""


def peer_ratios(peer, row):
    """How many times as fast as this peer each of ours is."""
    return ", ".join(f"{name} {times(row[name].median / row[peer].median)}" for name in ours(row))


def line(shape, name, row, rates):
    rate = row[name]
    cells = [shape, name, million(rate.median), million(rate.best), percent(rate.spread), cycles(rate.cycles_per_item)]
    cells += [cycles(rate.counters.get(counter)) for counter in ("cycles_per_item", "instructions_per_item")]
    if name not in ours(row):
        return [*cells, peer_ratios(name, row), "", "", ""]
    found = bound(shape, name, rates)
    return [*cells, best_ratio(name, row), percent(found.ports), percent(found.memory), found.what]


HEAD = [
    "shape", "implementation", ">M/s, median", ">best", ">spread", ">cycles", ">cycles counted", ">instructions",
    "ours over peers", ">of port limit", ">of memory", "bound by",
]  # fmt: skip


def without_empty(head, rows):
    kept = [index for index in range(len(head)) if index < 2 or any(row[index] for row in rows)]
    return Table([head[index] for index in kept], [[row[index] for index in kept] for row in rows])


def family_rows(family, rates):
    """Lines of a family's table; a shape is named in its first line only."""
    rows = []
    for shape, row in sorted(shapes_of(family, rates).items(), key=lambda item: natural(item[0])):
        order = ours(row) + sorted(peers(row), key=lambda peer: -row[peer].median)
        lines = [line(shape, name, row, rates) for name in order if row[name].median > 0]
        for number, cells in enumerate(lines):
            cells[0] = "" if number else f"`{shape}`"
        rows += lines
    return rows


def blocks(rates):
    yield Heading(2, "Kernels and whole keys")
    yield Text(
        "One core, batches of 4096 rows in its own caches unless a shape streams. M/s are millions of rows a second,"
        " the median of the rounds and the best of them; spread is from the slowest round to the fastest. Cycles are"
        " those of the clock measured in the same round for one row, or counted by the processor. Beside ours is the"
        " ratio to the fastest peer, beside each peer the ratios of ours to it. " + STATEMENT
    )
    for family, title in FAMILIES.items():
        rows = family_rows(family, rates)
        if rows:
            yield Heading(3, title)
            yield without_empty(HEAD, rows)
