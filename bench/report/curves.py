"""What changes with the rows of a call, the bytes of a pass, of a key and of a line: curves."""

from .bounds import memory_limit, output_bytes, size_of
from .document import Heading, Picture, Table
from .model import port_limit
from .numbers import million, nanoseconds, percent, size
from .rates import INSTRUCTION_SETS
from .svg import GREY, Lines, Series

PORTS_COLOUR = 4
COLOURS = {"avx512": 0, "avx2": 1, "scalar": 2, "neon": 0, "sve2": 3, "sse4": 3}
CURVES = [*COLOURS, "openssl"]  # of all implementations, those that pictures show
WORK = {
    "md5_fixed_8B": "MD5 of 8-byte keys",
    "md5_8B": "MD5 of 8-byte keys",
    "modulo_u128": "128-bit digest modulo 1,000,000",
    "decimal_10": "10 decimal digits",
    "encode_md5mod": "whole keys {md5(id) % 1000000:07d}{id:010d}",
    "encode": "whole keys {md5(id) % 1000000:07d}{id:010d}",
    "memory_read": "memory read",
}


def colour(name):
    return COLOURS.get(name, GREY)


def by_implementation(rows):
    """{implementation: {parameter: Rate}} from {"8B/avx512": Rate}."""
    found = {}
    for rest, rate in rows.items():
        parameter, _, name = rest.rpartition("/")
        if rate.median > 0:
            found.setdefault(name, {})[parameter] = rate
    order = {name: number for number, name in enumerate(INSTRUCTION_SETS)}
    return dict(sorted(found.items(), key=lambda item: order.get(item[0].partition("+")[0], 99)))


def batch_blocks(rates):
    for family in ("encode", "md5_8B"):
        rows = by_implementation(rates.family(f"batch_{family}/"))
        if not rows:
            continue
        lines, series = [], []
        for name, found in rows.items():
            points = sorted((int(count), rate) for count, rate in found.items())
            best = max(rate.median for _, rate in points)
            half, most = (next(count for count, rate in points if rate.median >= part * best) for part in (0.5, 0.9))
            last = points[-1][1].median / best
            first = nanoseconds(points[0][0] / points[0][1].median)
            lines.append([name, f"{half:,}", f"{most:,}", million(best), first, percent(last)])
            series.append(Series(name, [(count, rate.median / 1e6) for count, rate in points], colour(name)))
        yield Heading(3, f"Rows a call: {WORK[family]}")
        head = ["instruction set", ">half the best rate from", ">90 % of it from", ">best, M/s"]
        yield Table([*head, f">a call of {points[0][0]}", f">at {points[-1][0]:,} rows"], lines)
        ticks = [(4**power, size(4**power).replace(" B", "").replace("B", "")) for power in range(11)]
        chart = Lines(f"Rows a call: {WORK[family]}", "rows a call", "M/s", series, x_log=True, x_ticks=ticks)
        yield Picture(
            f"batch-{family}", "The rate of the public function by the number of rows that it is called with.", chart
        )


def limit_series(kernel, rows, rates):
    """What memory allows at each size, and what the ports of the widest counted instruction set allow at any."""
    memory, ports = [], []
    for shown, rate in next(iter(rows.values())).items():
        shape = f"working_set/{kernel}/{shown}"
        if limit := memory_limit(shape, rate, rates):
            memory.append((size_of(shown), limit / 1e6))
        counted = next((found for isa in rows if (found := port_limit(shape, isa, rates))), None)
        if counted:
            ports.append((size_of(shown), counted[0] / 1e6))
    yield Series("what memory allows", memory, GREY, dashed=True)
    yield Series("what the ports allow", ports, PORTS_COLOUR, dashed=True)


def working_set_blocks(rates):
    kernels = {name.split("/")[1]: None for name in rates.rows if name.startswith("working_set/")}
    for kernel in kernels:
        rows = by_implementation(rates.family(f"working_set/{kernel}/"))
        if not rows:
            continue
        series = [
            Series(name, [(size_of(shown), rate.median / 1e6) for shown, rate in found.items()], colour(name))
            for name, found in rows.items()
        ]
        title = f"Working set: {WORK.get(kernel, kernel)}"
        one = next(iter(next(iter(rows.values())).values()))
        yield Picture(
            f"working-set-{kernel}",
            f"{title}: what becomes of the rate when input and output leave the caches. Dashed: what the bandwidth"
            f" measured at that size allows for {one.bytes_per_item:.0f} bytes in and {output_bytes(kernel)} out, and the"
            " port limit of the widest instruction set.",
            Lines(
                title,
                "bytes read and written in a pass",
                "M/s",
                [*series, *limit_series(kernel, rows, rates)],
                x_log=True,
                y_log=True,
                x_ticks=[(x, size(x)) for x, _ in series[0].points],
            ),
        )


def width_blocks(rates):
    rows = by_implementation(rates.family("md5_fixed/"))
    series = []
    for name, found in rows.items():
        points = [(int(width[:-1]), rate.median / 1e6) for width, rate in found.items() if int(width[:-1]) <= 64]
        if len(points) > 2 and name in CURVES:
            series.append(Series(name, points, colour(name)))
    if series:
        yield Heading(2, "Key width")
        ticks = [(width, str(width)) for width in (1, 8, 16, 20, 24, 32, 40, 48, 56, 64)]
        chart = Lines("MD5 of keys of one width", "bytes of a key", "M/s", series, y_log=True, x_ticks=ticks)
        yield Picture("widths", "From 56 bytes on a key needs two blocks.", chart)


def line_blocks(rates):
    rows = by_implementation(rates.family("md5_lines/"))
    series = []
    for name, found in rows.items():
        points = [
            (int(width[:-1]), rate.median * int(width[:-1]) / 1e9) for width, rate in found.items() if width != "mixed"
        ]
        if len(points) > 1 and name in CURVES:
            series.append(Series(name, points, colour(name)))
    if series:
        yield Heading(2, "Line length")
        ticks = [(length, str(length)) for length in (56, 128, 256, 512, 750, 1024, 2048, 4096)]
        chart = Lines(
            "MD5 of lines, streamed from memory", "bytes of a line", "GB/s", series, x_log=True, x_ticks=ticks
        )
        yield Picture("lines", "Bytes of text a second, by the length of its lines; 64 MiB of text a pass.", chart)


def blocks(rates):
    yield from width_blocks(rates)
    yield from line_blocks(rates)
    pieces = list(batch_blocks(rates))
    if pieces:
        yield Heading(2, "From how many rows a call pays")
        yield from pieces
    pieces = list(working_set_blocks(rates))
    if pieces:
        yield Heading(2, "From the first cache to memory")
        yield from pieces
