"""The rowkey command, file to file."""

import statistics

from .document import Heading, Table, Text
from .numbers import magnitude, million, percent, times


def best_rate(run):
    return run["items"] / min(run["wall"])


def spread(run):
    return (max(run["wall"]) - min(run["wall"])) / statistics.median(run["wall"])


def peer_of(name, tool):
    """What the same work costs without this library, and the same by one thread."""
    work = name.split("/")[0]
    return tool.get(f"{work}/1/plain-loop"), tool.get(f"{work}/1/rowkey")


def line(name, run, tool):
    work, threads, program = name.split("/")
    loop, single = peer_of(name, tool)
    cells = [run["what"], program, threads, million(best_rate(run))]
    cells.append(magnitude(run["bytes"] / min(run["wall"]) / 1e9) if run["bytes"] else "")
    cells += [f"{min(run['wall']):.3f}", f"{min(run['processor']):.3f}", percent(spread(run))]
    cells.append(times(best_rate(run) / best_rate(loop)) if loop and run is not loop else "")
    cells.append(times(best_rate(run) / best_rate(single)) if single and threads != "1" else "")
    return [*cells, f"{run['memory'] / 2**20:.1f} MiB"]


def blocks(rates):
    if not rates.tool:
        return
    yield Heading(2, "The tool")
    yield Text(
        "The `rowkey` command from file to file, ids and keys on tmpfs, lines in the page cache: the best of several"
        " runs on the wall's clock, and the processor time of all threads, starting the program included. The plain loop is"
        " `rowkey-plain-loop`: the same keys by `snprintf` and OpenSSL's `MD5()`."
    )
    head = ["work", "program", ">threads", ">M rows/s", ">GB/s read", ">seconds", ">processor", ">spread", ">plain loop",
            ">one thread", ">peak memory"]  # fmt: skip
    yield Table(head, [line(name, run, rates.tool) for name, run in rates.tool.items()])
