"""The report of one machine: warnings, the machine, a table for each family of rows, the tool."""

import re
import statistics

from .bounds import STATEMENT, bound
from .markdown import giga, magnitude, million, paragraph, percent, table, times
from .rates import DRIFT_NOT_TRUSTED, DRIFT_SHOWN, best_peer, ours, peers

# Rows that differ in one parameter, such as a size or a number of threads: a line for each, a column for each
# implementation. What a cell holds; the first pattern that a row's name matches decides.
GRIDS = [
    (r"md5_fixed/(?!(8|20|55|56|64|128)B/)", "M/s", lambda rate, clock: million(rate)),
    (r"(working_set|stride|alignment|code_offset|batch_\w+|threads)/", "M/s", lambda rate, clock: million(rate)),
    (r"(memory_\w+)/", "GB/s", lambda rate, clock: magnitude(rate / 1e9)),
    (r"ports/", "operations a cycle", lambda rate, clock: magnitude(rate / clock) if clock else ""),
    (r"latency/", "cycles until the result", lambda rate, clock: magnitude(clock / rate) if clock and rate else ""),
    (r"first_call/", "calls a second of a new process, times rows", lambda rate, clock: magnitude(rate)),
]


def natural(text):
    """An order in which 8B comes before 20B, and 512KiB before 1MiB."""
    text = re.sub(r"(\d+)([KMG])iB", lambda size: str(int(size[1]) << (10 * " KMG".index(size[2]))), text)
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", text)]


def clocks_seen(rates):
    return f"{giga(min(rates.clocks))} to {giga(max(rates.clocks))} GHz" if rates.clocks else "not measured"


def warnings(data, rates):
    if rates.apart:
        yield (
            f"two chains that take a cycle a step disagree ({giga(rates.apart[0][0])} and {giga(rates.apart[0][1])} GHz) in"
            f" {len(rates.apart)} of {len(rates.apart) + len(rates.clocks)} measurements, which count for no cycles: this core"
            " shortens one of them, or did something else meanwhile."
        )
    elif not rates.clocks:
        yield "no clock was measured: no cycles, and nothing is known of its drift."
    seen = clocks_seen(rates)
    if rates.drift >= DRIFT_NOT_TRUSTED:
        yield (
            f"**do not trust these figures**: the clock was {seen} while they were measured, a factor of"
            f" {rates.drift:.1f}. Something else used the core, or it was throttled: measure again."
        )
    elif rates.drift > DRIFT_SHOWN:
        yield f"the clock drifted by {percent(rates.drift - 1)} ({seen}): compare ratios and cycles, not rates."
    load, cores = data["context"].get("load_avg", [0])[0], data["machine"].get("cores", 1)
    if load > cores + 1:
        yield (
            f"the machine had other work: a load of {load:.1f} on {cores} cores. Believe the best rates rather than"
            " the medians, and do not believe rows of several threads."
        )


def facts(data, rates):
    machine, context = data["machine"], data["context"]
    sets = machine.get("instruction_sets", {}).items()
    chosen = (
        name + (" (chosen)" if s["chosen"] else "" if s["supported"] else " (not on this CPU)") for name, s in sets
    )
    numbers = " / ".join(machine.get(name, "?") for name in ("family_number", "model_number", "stepping"))
    median = f"{giga(rates.clock)} GHz, the median of " if rates.clock else ""
    yield "processor", f"{machine.get('model', 'unknown')}, family / model / stepping {numbers}"
    yield "instruction sets", ", ".join(chosen)
    yield "clock", median + clocks_seen(rates)
    yield "caches", "; ".join(machine.get("caches", []))
    yield "cores, memory", f"{machine.get('cores', '?')}, {machine.get('memory_bytes', 0) / 2**30:.4g} GiB"
    for name in ("architecture", "kernel", "virtual_machine", "revision"):
        yield name.replace("_", " "), machine.get(name, "")
    for name in ("compiler", "compile_flags", "perf_counters", "rowkey"):
        yield name.replace("_", " "), context.get(name, "")
    yield "command", f"`{data['command']}`, {rates.rounds} rounds"


def head(data, rates):
    parts = [f"# rowkey on {data['machine'].get('model', 'an unknown processor')}"]
    parts += [f"> **Warning:** {warning}" for warning in warnings(data, rates)]
    parts.append(table(["machine", ""], [[name, value] for name, value in facts(data, rates) if value]))
    parts += [f"- Not measured: {note}" for note in data["notes"]]
    return "\n\n".join(parts)


def line(shape, name, row, rates):
    rate = row[name]
    cells = [f"`{shape}`", name, million(rate.median), million(rate.best), percent(rate.spread)]
    cells.append(magnitude(rate.cycles_per_item))
    cells += [magnitude(rate.counters.get(counter)) for counter in ("cycles_per_item", "instructions_per_item")]
    if name not in ours(row):
        ratios = (f"{isa} {times(row[isa].median / rate.median)}" for isa in ours(row))
        return [*cells, ", ".join(ratios), "", "", ""]
    found, peer = bound(shape, name, rates), best_peer(row)
    ratio = f"{times(rate.median / row[peer].median)} `{peer}`" if peer else ""
    return [*cells, ratio, percent(found.ports), percent(found.memory), found.what]


LINE_HEAD = [
    "row", "implementation", ">M/s, median", ">best", ">spread", ">cycles", ">cycles counted", ">instructions",
    "rowkey against peers", ">of port limit", ">of memory", "bound by",
]  # fmt: skip


def lines(shapes, rates):
    """rowkey's own implementations first, then the generic kernels beside overrides, then the fastest of the peers."""
    for shape in sorted(shapes, key=natural):
        row = rates.shape(shape)
        mine, others = ours(row), peers(row)
        rest = sorted(row.keys() - mine, key=lambda name: (name in others, -row[name].median))
        for name in mine + rest:
            if row[name].median > 0:
                yield line(shape, name, row, rates)


def grid_of(name):
    return next((grid for grid in GRIDS if re.match(grid[0], name)), None)


def grid_table(unit, cell, shapes, rates):
    rows = {shape: rates.shape(shape) for shape in sorted(shapes, key=natural)}
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    cells = [
        [f"`{shape}`", *(cell(row[name].median, rates.clock) if name in row else "" for name in names)]
        for shape, row in rows.items()
    ]
    return table([unit, *(f">{name}" for name in names)], cells)


def families(rates):
    """{(family, its grid or None): its shapes} in the order of measuring."""
    found = {}
    for name in rates.rows:
        family, shape = name.partition("/")[0], name.rpartition("/")[0]
        found.setdefault((family, grid_of(name)), {})[shape] = None
    return found


def measured(rates):
    """A section for each family."""
    for (family, grid), shapes in families(rates).items():
        if grid is None:
            yield f"### {family}\n\n" + table(LINE_HEAD, list(lines(shapes, rates)))
    for (family, grid), shapes in families(rates).items():
        if grid is not None:
            yield f"### {family}\n\n" + grid_table(*grid[1:], shapes, rates)


def best_rate(run):
    return run["items"] / min(run["wall"])


def tool_line(name, run, runs):
    work, threads, program = name.split("/")
    loop, single = runs.get(f"{work}/1/plain-loop"), runs.get(f"{work}/1/rowkey")
    spread = (max(run["wall"]) - min(run["wall"])) / statistics.median(run["wall"])
    return [
        run["what"], program, threads, million(best_rate(run)),
        magnitude(run["bytes"] / min(run["wall"]) / 1e9) if run["bytes"] else "",
        f"{min(run['wall']):.3f}", f"{min(run['processor']):.3f}", percent(spread),
        times(best_rate(run) / best_rate(loop)) if loop and run is not loop else "",
        times(best_rate(run) / best_rate(single)) if single and threads != "1" else "",
        f"{run['memory'] / 2**20:.1f} MiB",
    ]  # fmt: skip


def tool_section(rates):
    heads = ["work", "program", ">threads", ">M rows/s", ">GB/s read", ">seconds", ">processor", ">spread",
             ">against the plain loop", ">against one thread", ">peak memory"]  # fmt: skip
    rows = [tool_line(name, run, rates.tool) for name, run in rates.tool.items()]
    text = (
        "The `rowkey` command from file to file, ids and keys on tmpfs, lines in the page cache: the best of several"
        " runs. The plain loop makes the same keys by `snprintf` and OpenSSL's `MD5()`."
    )
    return f"## The tool\n\n{paragraph(text)}\n\n{table(heads, rows)}"


def copies_section(copies):
    """A line for each row: its rates in copies of the program."""
    text = (
        f"The same rows from {len(copies[0]['rates'])} fresh copies of rowkey-bench, whose code lies on other pages of memory. A"
        " kernel whose slowest copy is far from the others suffers from where its code lies."
    )
    lines = [
        [f"`{entry['name']}`", *(million(choose(entry["rates"])) for choose in (min, statistics.median, max)),
         percent(min(entry["rates"]) / statistics.median(entry["rates"]))]
        for entry in copies
    ]  # fmt: skip
    heads = ["M/s", ">slowest copy", ">median", ">fastest", ">slowest of median"]
    return f"## Copies of the program\n\n{paragraph(text)}\n\n{table(heads, lines)}"


def sections(data, rates):
    """All but the head."""
    text = (
        "One core, batches of 4096 rows in its own caches unless a row streams. M/s: millions of rows a second, the"
        " median of the rounds; spread: from the slowest round to the fastest; cycles: the clock measured in the same"
        " round over the rate. Each of rowkey's rows shows its ratio to the fastest peer, each peer the ratios of"
        " rowkey's to it. " + STATEMENT
    )
    yield f"## Rows\n\n{paragraph(text)}"
    yield from measured(rates)
    if data.get("copies"):
        yield copies_section(data["copies"])
    if rates.tool:
        yield tool_section(rates)
