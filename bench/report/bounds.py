"""What bounds a row, by a stated model: ports, memory, calls, or, where none of them explains its time, the rest."""

import dataclasses
import re

from . import model
from .markdown import percent

NEAR = 0.7  # a limit that is reached to this part is what bounds
ROWS = 4096  # of the shapes that do not stream
STREAMED = re.compile(r"(md5_lines|encode/paper-linemd5)\b")
UNITS = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
STATEMENT = (
    f"A row is bound by *ports* or by *memory* when it reaches {percent(NEAR)} of that limit, whichever is nearer. The"
    " port limit follows from the operations that the algorithm needs and from this core's measured throughput of"
    " each class of them; the memory limit from the bytes in and out and from the bandwidth that this core was"
    " measured to have for sets of that size (more than 100 % of it: this row moves them faster than the plain loops"
    " do). A row of MD5 that reaches neither, but that part of what the chain of its steps allows with the messages in"
    " flight, is bound by *latency*. What reaches none of them waits for results, for calls, for the front end, or does"
    " more operations than the count says: the model cannot tell these apart, and says *latency or other*. Rows of few"
    " keys a call"
    " are bound by *calls*. Rows that nobody has counted have no port limit."
)
PLACED = re.compile(r"(working_set|stride|alignment|code_offset|threads)/")  # the same work, elsewhere
OUTPUT_BYTES = [
    (r"md5_", 16),
    (r"hash_|modulo_u(128|64)|parse|random|copy|big_endian|encode/u64|route|decode", 8),
    (r"modulo_u32", 4),
    (r"encode[/_](paper-)?(md5mod|idmod|linemd5|random)", 17),
]


@dataclasses.dataclass(frozen=True)
class Bound:
    ports: float | None  # the part of the port limit that is reached
    port_class: str
    memory: float | None  # the same of the memory's
    what: str


def size_of(text):
    """Bytes of "256KiB", or None."""
    match = re.fullmatch(r"(\d+)(KiB|MiB|GiB)", text)
    return int(match[1]) * UNITS[match[2]] if match else None


def bandwidths(rates, kind):
    """[(bytes of the set, bytes a second)] of memory_read, memory_write or memory_copy, smallest set first."""
    found = {}
    for rest, rate in rates.family(f"memory_{kind}/").items():
        size = size_of(rest.split("/")[0])
        if size:
            found[size] = max(found.get(size, 0), rate.median)
    return sorted(found.items())


def bandwidth_at(rates, kind, size):
    """Of the smallest measured set that is as large as this one; of the largest for one that is larger."""
    known = bandwidths(rates, kind)
    if not known:
        return None
    return next((rate for known_size, rate in known if known_size >= size), known[-1][1])


def output_bytes(shape):
    work = PLACED.sub("", shape)
    if match := re.match(r"decimal[/_](\d+)", work):
        return int(match[1])
    return next((size for pattern, size in OUTPUT_BYTES if re.match(pattern, work)), 0)


def set_size(shape, rate):
    """Bytes that a pass of the shape reads and writes."""
    if STREAMED.match(shape):
        return 64 << 20
    for part in shape.split("/"):
        if size := size_of(part):
            return size
    return int(ROWS * (rate.bytes_per_item + output_bytes(shape)))


def memory_limit(shape, rate, rates):
    """Items a second that memory allows, or None."""
    size = set_size(shape, rate)
    read = bandwidth_at(rates, "read", size)
    if not read or not rate.bytes_per_item:
        return None
    write = bandwidth_at(rates, "write", size) or read
    return 1 / (rate.bytes_per_item / read + output_bytes(shape) / write)


def bound(shape, isa, rates):
    rate = rates.get(f"{shape}/{isa}")
    ports = model.port_limit(shape, isa, rates)
    memory = memory_limit(shape, rate, rates)
    ports_part = rate.median / ports[0] if ports else None
    memory_part = rate.median / memory if memory else None
    if max(ports_part or 0, memory_part or 0) >= NEAR:
        what = f"ports: {ports[1]}" if (ports_part or 0) >= (memory_part or 0) else "memory"
    elif (chain := model.chain_limit(shape, isa, rates)) and rate.median / chain[0] >= NEAR:
        what = f"latency: a chain of {chain[1]:.0f} cycles a block"
    elif shape.startswith("batch_") and int(shape.rpartition("/")[2]) < 256:
        what = "calls"
    else:
        what = "latency or other" if ports else ""
    return Bound(ports_part, ports[1] if ports else "", memory_part, what)
