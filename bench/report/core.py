"""What the core itself can do: bytes and operations a second, which the limits follow from."""

from .bounds import size_of
from .curves import by_implementation
from .document import Heading, Table, Text
from .numbers import magnitude


def memory_blocks(rates):
    found, sizes = {}, {}
    for kind in ("read", "write", "copy"):
        for rest, rate in rates.family(f"memory_{kind}/").items():
            shown, _, how = rest.partition("/")
            sizes[shown] = size_of(shown)
            found.setdefault((kind, how), {})[shown] = magnitude(rate.median / 1e9)
    if found:
        yield Heading(3, "Bandwidth of one core")
        yield Text("GB/s, by the bytes that are read, written or copied.")
        columns = sorted(sizes, key=sizes.get)
        lines = [[*key, *(cells.get(shown, "") for shown in columns)] for key, cells in found.items()]
        yield Table(["", "by", *(f">{shown}" for shown in columns)], lines)


def port_blocks(rates):
    rows = by_implementation(rates.family("ports/"))
    if rows and rates.clock:
        yield Heading(3, "Operations a cycle")
        yield Text(
            "Vector operations of each class that this core does in a cycle of the measured clock, by instruction set."
        )
        classes = sorted({name for found in rows.values() for name in found})
        lines = [
            [name, *(magnitude(found[name].median / rates.clock) if name in found else "" for found in rows.values())]
            for name in classes
        ]
        yield Table(["class", *(f">{name}" for name in rows)], lines)


def blocks(rates):
    yield from memory_blocks(rates)
    yield from port_blocks(rates)
