"""What it matters where data and code lie: stride, alignment, offset of the code."""

from .document import Heading, Table
from .numbers import million, percent
from .tables import natural

PLACES = [
    ("stride", "Stride: bytes from row to row", "bytes"),
    ("alignment", "Alignment: bytes that the data lies behind a line's begin", "bytes"),
    ("code_offset", "Code offset: the same kernel compiled to begin so many bytes further", "bytes"),
]


def place_of(rest):
    """Where work lies: the +16 of an implementation, or the name's middle part."""
    _, *middle, name = rest.split("/")
    return name.partition("+")[2] or (middle[0] if middle else "0")


def place_lines(rows, places):
    """A row for each kernel and instruction set, a column for each place."""
    found = {}
    for rest, rate in rows.items():
        kernel, name = rest.split("/")[0], rest.rpartition("/")[2].partition("+")[0]
        found.setdefault((kernel, name), {})[place_of(rest)] = rate.median
    for (kernel, name), cells in sorted(found.items()):
        span = max(cells.values()) / min(cells.values()) - 1 if min(cells.values()) > 0 else 0
        yield [
            f"`{kernel}`",
            name,
            *(million(cells[place]) if place in cells else "" for place in places),
            percent(span),
        ]


def place_blocks(rates):
    for family, title, unit in PLACES:
        rows = rates.family(f"{family}/")
        if not rows:
            continue
        places = sorted({place_of(rest) for rest in rows}, key=natural)
        yield Heading(3, title)
        head = ["kernel", "implementation", *(f">{place} {unit}" for place in places), ">best over worst"]
        yield Table(head, list(place_lines(rows, places)))


def blocks(rates):
    pieces = list(place_blocks(rates))
    if pieces:
        yield Heading(2, "Luck with places")
        yield from pieces
