"""The figures of README.md and doc/performance.md: generated from the results file that is committed."""

import re
import textwrap

from . import chart, contents
from .bounds import bound
from .chart import shown_sets
from .document import Table, markdown_table
from .failure import Failure
from .numbers import cycles, giga, million, percent, times
from .rates import Rates, best_peer, ours
from .results import write_whole
from .tables import best_ratio
from .tool_section import best_rate

# What the README shows: the work, the shape, and the plain C beside it by the name that readers know.
ROWS = [
    ("MD5 of 8-byte keys", "md5_fixed/8B", ("openssl", "OpenSSL `MD5()`")),
    ("MD5 of ids as decimal text", "md5_decimal/u64", ("openssl", "OpenSSL `MD5()`")),
    ("MD5 of 750-byte lines, streamed", "md5_lines/750B", ("openssl", "OpenSSL `MD5()`")),
    ("128-bit digest modulo 1,000,000", "modulo_u128/1000000", ("int128", "`unsigned __int128` `%`")),
    ("decimal text, 10 digits", "decimal/10", ("snprintf", "`snprintf`")),
    ("whole keys `{md5(id) % 1000000:07d}{id:010d}`", "encode/paper-md5mod", ("openssl-tuned", "tuned C over OpenSSL")),
    ("the same decoded, with the salt computed again", "decode/paper-md5mod", None),
    ("`@phoenix-salted`", "encode/phoenix-salted", ("tuned", "tuned C")),
    ("`@finra`, keys of different length", "encode/finra", ("tuned", "tuned C")),
    ("`@opentsdb`", "encode/opentsdb", ("tuned", "tuned C")),
    ("`{id:u64}`", "encode/u64", ("copy/u64/memcpy", "`memcpy` of the same bytes")),
    ("regions of 17-byte keys, 220 of them", "route/17B/220", ("memcmp", "binary search with `memcmp`")),
]
NOT_MEASURED = "not measured"


def cell(rates, name):
    median = rates.median(name)
    return million(median) if median else NOT_MEASURED


def peer_name(shape, peer):
    return peer if "/" in peer else f"{shape}/{peer}"


def fastest_other(rates, shape, plain):
    """The fastest of what is not ours, unless that is the plain peer: (its name, its rate)."""
    row = rates.shape(shape)
    name = best_peer(row)
    if name is None or name == plain:
        return None
    return f"`{name}`", row[name].median


def readme_row(rates, sets, work, shape, peer):
    cells = [work, *(cell(rates, f"{shape}/{isa}") for isa in sets)]
    best = max(rates.median(f"{shape}/{isa}") or 0 for isa in sets)
    plain = (peer[1], rates.median(peer_name(shape, peer[0]))) if peer else None
    for other in (plain, fastest_other(rates, shape, peer and peer[0])):
        if other is None:
            cells += ["", ""]
        elif not other[1]:
            cells += [f"{other[0]} {NOT_MEASURED}", ""]
        else:
            cells += [f"{other[0]} {million(other[1])}", times(best / other[1]) if best else ""]
    return cells


def tool_rows(rates, sets):
    """Of the command itself, which takes the best instruction set: in the first column."""
    blank = [""] * (len(sets) - 1)
    simulated = [rates.tool.get(f"simulate/1/{isa}") for isa in sets]
    if any(simulated):
        cells = [million(best_rate(run)) if run else "" for run in simulated]
        yield ["`rowkey simulate`: sequential ids, that layout, 220 regions", *cells, *[""] * 4]
    one, two, loop = (rates.tool.get(name) for name in ("ids/1/rowkey", "ids/2/rowkey", "ids/1/plain-loop"))
    if one:
        work = f"the tool: {one['items'] / 1e6:.0f} million ids in a file to keys in a file on tmpfs"
        peer = f"`snprintf` and OpenSSL in a loop {million(best_rate(loop))}" if loop else ""
        yield [
            work,
            million(best_rate(one)),
            *blank,
            peer,
            times(best_rate(one) / best_rate(loop)) if loop else "",
            "",
            "",
        ]
    if one and two:
        yield ["the same with two threads", million(best_rate(two)), *blank, *[""] * 4]
    for name, threads in (("lines/1/rowkey", "one thread"), ("lines/2/rowkey", "two threads")):
        if run := rates.tool.get(name):
            rate = f"{million(best_rate(run))} ({run['bytes'] / min(run['wall']) / 1e9:.1f} GB/s)"
            yield [
                f"the tool: 750-byte lines in the page cache to keys `{{md5(line) % 1000000:07d}}`, {threads}",
                rate,
                *blank,
                *[""] * 4,
            ]


def machine_sentence(data, rates):
    machine, context = data["machine"], data["context"]
    numbers = f"family {machine['family_number']}, model {machine['model_number']}"
    virtual = ", a virtual machine" if machine["virtual_machine"].startswith("yes") else ""
    clock = f"{giga(rates.clock)} GHz measured" if rates.clock else "its clock not measured"
    return f"{machine['model']} ({numbers}{virtual}; {clock}), {context.get('compiler', 'unknown compiler')}"


def paragraph(text):
    return textwrap.fill(text, 118, break_long_words=False, break_on_hyphens=False)


def readme_block(data, path):
    rates = Rates(data)
    sets = shown_sets(rates)
    table = Table(
        ["work", *(f">{name}" for name in sets.values()), "plain C", ">ours", "the fastest other", ">ours"],
        [readme_row(rates, sets, *row) for row in ROWS] + list(tool_rows(rates, sets)),
    )
    tool = rates.tool.get("ids/1/rowkey")
    memory = f"The tool takes {tool['memory'] / 2**20:.0f} MB of memory for those ids. " if tool else ""
    return "\n\n".join([
        "![Rates of one core beside plain C](doc/pictures/throughput.svg)",
        paragraph(
            f"Millions a second on one core of an {machine_sentence(data, rates)}. The median of {rates.rounds}"
            " rounds; of the tool the best run. Behind each peer is how many times its rate the best of ours is:"
        ),
        markdown_table(table),
        paragraph(
            f"{memory}All of this is from [{path}]({path}), which `{data['command']}` wrote. The same command writes"
            " a report of the machine at hand in under five minutes: cycles a key, ratios to every peer, parts of"
            " the port and memory limits, threads, rows a call, working sets. [bench/README.md](bench/README.md)"
            " says what each row asks, [doc/performance.md](doc/performance.md) what bounds it and what has been"
            " tried."
        ),
    ]) + "\n"  # fmt: skip


def limit_rows(rates):
    """The rows that matter most, against their limits and their best peers."""
    for shape in contents.COUNTS_SHOWN:
        row = rates.shape(shape)
        for isa in ours(row):
            found, rate = bound(shape, isa, rates), row[isa]
            if found.ports is None:
                continue
            yield [f"`{shape}`", isa, million(rate.median), million(rate.best), percent(rate.spread),
                   cycles(rate.cycles_per_item), best_ratio(isa, row), percent(found.ports), percent(found.memory),
                   found.what]  # fmt: skip


def performance_block(data, path):
    rates = Rates(data)
    head = [
        "row",
        "instruction set",
        ">M/s, median",
        ">best",
        ">spread",
        ">cycles",
        "× best peer",
        ">of port limit",
        ">of memory",
        "bound by",
    ]
    return (
        paragraph(f"From [{path}](../{path}), which `{data['command']}` wrote: {machine_sentence(data, rates)}.")
        + f"\n\n{markdown_table(Table(head, list(limit_rows(rates))))}\n\nAgainst the ratios that are the goal:\n\n"
        f"{markdown_table(contents.goals_table(rates))}\n"
    )


def between(text, name, content, path):
    """The text with another content between <!-- NAME: begin --> and <!-- NAME: end -->."""
    pattern = f"(<!-- {name}: begin -->\n).*?(<!-- {name}: end -->)"
    text, count = re.subn(pattern, lambda match: match[1] + content + match[2], text, flags=re.DOTALL)
    if count != 1:
        raise Failure(f"{path}: expected <!-- {name}: begin --> and <!-- {name}: end -->, once")
    return text


def pages(top, data, path):
    """{file: its new text}; doc/performance.md only where there is one."""
    readme, performance = top / "README.md", top / "doc/performance.md"
    texts = {readme: between(readme.read_text(encoding="utf-8"), "figures", readme_block(data, path), readme)}
    if performance.exists():
        old = performance.read_text(encoding="utf-8")
        texts[performance] = between(old, "figures", performance_block(data, path), performance)
    texts[top / "doc/pictures/throughput.svg"] = chart.throughput(Rates(data)).drawn()
    return texts


def update(top, data, path):
    for file, text in pages(top, data, path).items():
        write_whole(file, text)
