"""The figures in README.md and doc/: generated from the results files that are kept in doc/results.

A page holds them between <!-- NAME: begin --> and <!-- NAME: end -->; BLOCKS has the names."""

import os
import re

from .bounds import bound
from .contents import LINE_HEAD, best_rate, families, line, natural
from .markdown import giga, million, paragraph, table, times
from .rates import Rates, best_peer, ours, peers
from .results import Failure, load, write_whole

SETS = {"avx512": "AVX-512", "avx2": "AVX2", "sve2": "SVE2", "neon": "NEON"}  # those that the tables show
CORES = {  # by (vendor, family, model)
    ("AuthenticAMD", "26", "2"): "Zen 5",
    ("AuthenticAMD", "25", "17"): "Zen 4",
    ("GenuineIntel", "6", "207"): "Emerald Rapids",
    ("GenuineIntel", "6", "167"): "Granite Rapids",  # a virtual machine's number: by its caches and features
}
# The work as a reader knows it, the row, and the way that comes to mind first.
ROWS = [
    ("MD5 of 8-byte keys", "md5_fixed/8B", "openssl", "OpenSSL `MD5()`"),
    ("MD5 of 750-byte lines, streamed from memory", "md5_lines/750B", "openssl", "OpenSSL `MD5()`"),
    ("128-bit digest modulo 1,000,000", "modulo_u128/1000000", "int128", "`unsigned __int128`"),
    ("number to decimal text, 10 digits", "decimal/10", "snprintf", "`snprintf`"),
    ("keys `{md5(id) % 1000000:07d}{id:010d}`", "encode/paper-md5mod", "openssl-tuned", "tuned C, OpenSSL"),
    ("the same keys decoded and checked", "decode/paper-md5mod", "openssl-tuned", "tuned C, OpenSSL"),
    ("keys `@phoenix-salted`", "encode/phoenix-salted", "tuned", "tuned C"),
    ("keys `@opentsdb`", "encode/opentsdb", "tuned", "tuned C"),
    ("region of a 17-byte key, of 220", "route/17B/220", "memcmp", "binary search"),
]
TOOL_ROWS = [
    ("`rowkey encode`, ids to those keys, file to file", "ids/1/{}", "ids/1/plain-loop", "`snprintf`, OpenSSL"),
    ("`rowkey encode`, 750-byte lines to MD5 keys", "lines/1/{}", None, ""),
    ("`rowkey simulate`, those keys, 220 regions", "simulate/1/{}", None, ""),
]
SUMMARY = {"encode/paper-md5mod", "decode/paper-md5mod", "ids/1/{}"}
# The rows with a model of their limits that matter most.
LIMITED = [
    "md5_fixed/8B", "md5_fixed/20B", "md5_fixed/55B", "md5_lines/750B", "md5_decimal/u64", "modulo_u128/1000000",
    "decimal/7", "decimal/10", "encode/paper-idmod", "encode/paper-md5mod",
]  # fmt: skip


class Machine:
    """A results file, and what its core is called."""

    def __init__(self, path, data):
        self.path, self.data, self.rates = path, data, Rates(data)
        facts = data["machine"]
        numbers = tuple(facts.get(name, "?") for name in ("vendor", "family_number", "model_number"))
        self.name = CORES.get(numbers) or facts.get("model", "unknown")
        self.sets = [isa for isa in SETS if any(name.endswith(f"/{isa}") for name in self.rates.rows)] or ["scalar"]

    def sentence(self):
        facts, clock = self.data["machine"], self.rates.clock
        virtual = ", a virtual machine" if facts["virtual_machine"].startswith("yes") else ""
        shown = f" at {giga(clock)} GHz" if clock else ""
        # Without its package's version, whose tilde Markdown would take for the beginning of deleted text.
        compiler = self.data["context"].get("compiler", "unknown compiler").split(" (")[0]
        return f"{self.name} ({facts['model']}{virtual}){shown}, {compiler}"


def against(name, rate, best):
    """Another way: its rate, its name, how many times as fast the best of rowkey's is."""
    return f"{million(rate)} {name} ({times(best / rate)})" if rate and best else ""


def kernel_cells(machine, shape, usual, usual_name):
    """(rates of the instruction sets, the usual way, the fastest other way)"""
    row = machine.rates.shape(shape)
    mine = [million(row[isa].median) if isa in row else "" for isa in machine.sets]
    best = max((row[isa].median for isa in machine.sets if isa in row), default=0)
    fastest = best_peer(row)
    common = against(usual_name, row[usual].median, best) if usual in row else ""
    other = against(f"`{fastest}`", row[fastest].median, best) if fastest not in (None, usual) else ""
    return mine, common, other


def tool_cells(machine, name, usual, usual_name):
    """The command takes the best instruction set unless --isa names one."""
    runs = machine.rates.tool
    found = [runs.get(name.format(isa)) or (runs.get(name.format("rowkey")) if at == 0 else None)
             for at, isa in enumerate(machine.sets)]  # fmt: skip
    common = against(usual_name, best_rate(runs[usual]), best_rate(found[0])) if usual in runs and found[0] else ""
    return [million(best_rate(run)) if run else "" for run in found], common, ""


def summary(machines, links):
    """What the README shows: three rows, by the widest instruction set of each machine."""
    lines = []
    for rows, cells_of in ((ROWS, kernel_cells), (TOOL_ROWS, tool_cells)):
        for work, shape, *usual in rows:
            if shape in SUMMARY:
                cells = [cells_of(machine, shape, *usual) for machine in machines]
                lines.append([work, *(mine[0] for mine, _, _ in cells), cells[0][1]])
    widest = (f">{machine.name}, {SETS.get(machine.sets[0], machine.sets[0])}" for machine in machines)
    return table(["millions a second, one core", *widest, f"the usual way, {machines[0].name}"], lines) + "\n"


def rates_table(machines):
    """All machines side by side, other ways on the first of them."""
    first = machines[0].name
    head = ["millions a second, one core", *(f">{m.name}, {SETS.get(isa, isa)}" for m in machines for isa in m.sets)]
    head += [f"the usual way, {first}", f"the fastest other way, {first}"]
    lines = []
    for rows, cells_of in ((ROWS, kernel_cells), (TOOL_ROWS, tool_cells)):
        for work, *row in rows:
            cells = [cells_of(machine, *row) for machine in machines]
            rates = [rate for mine, _, _ in cells for rate in mine]
            if any(rates):
                lines.append([work, *rates, *cells[0][1:]])
    return table(head, lines)


def figures(machines, links):
    text = (
        "Millions of keys, digests or rows a second on one core: medians of the rounds, of the command the best run."
        " In brackets: how many times as fast rowkey is, with the widest instruction set. "
        + "; ".join(f"{machine.sentence()}: [results]({link})" for machine, link in zip(machines, links))
        + ". `scripts/bench-report` makes this table of your machine in under five minutes."
    )
    return f"{rates_table(machines)}\n\n{paragraph(text)}\n"


def limits(machines, links):
    """How near the rows are to what their core allows, machine by machine."""
    for machine, link in zip(machines, links):
        rows = {shape: machine.rates.shape(shape) for shape in LIMITED}
        counted = [
            line(shape, isa, row, machine.rates)
            for shape, row in rows.items()
            for isa in ours(row)
            if bound(shape, isa, machine.rates).ports is not None
        ]
        yield paragraph(f"{machine.sentence()}; [all results]({link}) of `{machine.data['command']}`:")
        yield table(LINE_HEAD, counted)


def faster_peer(row, isa, widest):
    """The fastest peer, where it is faster by more than 1 %; of narrower sets not one that needs a wider one."""
    names = {name: row[name] for name in peers(row) if isa == widest or not any(wider in name for wider in SETS)}
    peer = best_peer(names)
    return peer if peer and row[isa].median < 0.99 * row[peer].median else None


def slower_rows(rates):
    """(shape, isa, peer) of kernels and layouts by the widest instruction set, and of layouts by the one after it."""
    for (_, grid), shapes in families(rates).items():
        for shape in sorted(shapes, key=natural) if grid is None else ():
            row = rates.shape(shape)
            mine = [isa for isa in ours(row) if isa in SETS]
            for isa in mine[: 2 if shape.startswith(("encode/", "decode/")) else 1]:
                if peer := faster_peer(row, isa, mine[0]):
                    yield shape, isa, peer


def others_ahead(machines, links):
    """Where another way is faster, machine by machine."""
    head = ["row", "implementation", ">M/s", ">peer, M/s", "peer", ">ratio"]
    for machine, link in zip(machines, links):
        lines = []
        for shape, isa, peer in slower_rows(machine.rates):
            mine, other = machine.rates.shape(shape)[isa].median, machine.rates.shape(shape)[peer].median
            lines.append([f"`{shape}`", isa, million(mine), million(other), f"`{peer}`", f"{mine / other:.2f}"])
        yield paragraph(f"{machine.name}, of the [results]({link}):")
        yield table(head, lines)


BLOCKS = {
    "others-ahead": lambda machines, links: "\n\n".join(others_ahead(machines, links)) + "\n",
    "figures": figures,
    "summary": summary,
    "limits": lambda machines, links: "\n\n".join(limits(machines, links)) + "\n",
}


def page_with(text, machines, links):
    """A page's text with its blocks made anew."""
    names = "|".join(BLOCKS)
    pattern = re.compile(rf"(<!-- ({names}): begin -->\n).*?(<!-- \2: end -->)", re.DOTALL)
    return pattern.sub(lambda match: match[1] + BLOCKS[match[2]](machines, links) + match[3], text)


def pages(top):
    """{page: its new text} of all that have a block."""
    paths = sorted((top / "doc/results").glob("*.json"), reverse=True)  # the newest processor first
    if not paths:
        raise Failure(f"{top / 'doc/results'}: no results (expected the files of scripts/bench-report --json)")
    machines = [Machine(path, load(path)) for path in paths]
    texts = {}
    for page in [top / "README.md", *sorted((top / "doc").rglob("*.md"))]:
        text = page.read_text(encoding="utf-8")
        links = [os.path.relpath(path, page.parent) for path in paths]
        if any(f"<!-- {name}: begin -->" in text for name in BLOCKS):
            texts[page] = page_with(text, machines, links)
    return texts


def update(top):
    for page, text in pages(top).items():
        write_whole(page, text)
        print(page.relative_to(top))
