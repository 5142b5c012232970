"""The head of a report: what must not be missed, the machine, what is absent."""

from .document import Bullets, Heading, Notice, Table, Text
from .numbers import giga, percent, size
from .rates import DRIFT_NOT_TRUSTED, DRIFT_SHOWN

FAMILIES = [
    "md5_fixed", "md5_decimal", "md5_lines", "modulo_u128", "modulo_u64", "modulo_u32", "decimal", "decimal_unpadded",
    "parse", "encode", "decode", "route", "batch_md5_8B", "batch_encode", "working_set", "stride", "alignment",
    "code_offset", "threads", "first_call", "ports", "memory_read", "memory_write", "memory_copy",
]  # fmt: skip


def drift_warnings(rates):
    if not rates.clocks:
        yield Notice("no clock was measured: no cycles, and nothing is known of its drift.")
        return
    seen = f"{giga(min(rates.clocks))} to {giga(max(rates.clocks))} GHz"
    if rates.drift >= DRIFT_NOT_TRUSTED:
        yield Notice(
            f"**these figures are not to be trusted**: the clock was {seen} while they were measured, a factor of"
            f" {rates.drift:.1f}. Something else used the core, or it was throttled: measure again."
        )
    elif rates.drift > DRIFT_SHOWN:
        yield Notice(
            f"the clock drifted by {percent(rates.drift - 1)} ({seen}): compare ratios and cycles rather than rates."
        )


def load_warnings(data):
    load, cores = data["context"].get("load_avg", [0])[0], data["machine"].get("cores", 1)
    if load > cores + 1:
        yield Notice(
            f"the machine had other work: a load of {load:.1f} on {cores} cores. Believe the best rates rather than"
            " the medians, and threads not at all."
        )


def absent(data, rates):
    """What this report cannot say, and why."""
    missing = [family for family in FAMILIES if not any(name.startswith(family + "/") for name in rates.rows)]
    if missing:
        yield "rows that were not measured: " + ", ".join(f"`{name}`" for name in missing)
    counters = data["context"].get("perf_counters", "no (this rowkey-bench does not say)")
    if not counters.startswith("yes"):
        yield f"no performance counters: {counters.removeprefix('no').strip(' ()') or 'no reason given'};" \
            " cycles come from the measured clock alone"  # fmt: skip
    sets = data["machine"].get("instruction_sets", {})
    unsupported = [name for name, state in sets.items() if not state["supported"]]
    if unsupported:
        yield f"this CPU has no {', '.join(unsupported)}: no figures for " + ("it" if len(unsupported) == 1 else "them")
    if not data["tool"]:
        yield "the rowkey command was not measured"
    yield from data["notes"]


def machine_table(data, rates):
    machine, context = data["machine"], data["context"]
    clocks = [
        ", ".join(giga(clock) for clock in entry["clocks"]) or "none" for entry in data["rounds"]
    ]  # of every process
    sets = machine.get("instruction_sets", {})
    facts = [
        ("processor", f"{machine.get('model', 'unknown')}, {machine.get('vendor', '')}".rstrip(", ")),
        (
            "family, model, stepping",
            " / ".join(machine.get(name, "?") for name in ("family_number", "model_number", "stepping")),
        ),
        ("architecture", machine.get("architecture", "unknown")),
        (
            "instruction sets",
            ", ".join(
                name + (" (chosen)" if state["chosen"] else "" if state["supported"] else " (not on this CPU)")
                for name, state in sets.items()
            ),
        ),
        (
            "clock",
            f"{giga(rates.clock)} GHz, the median of {giga(min(rates.clocks))} to {giga(max(rates.clocks))}"
            if rates.clock
            else "not measured",
        ),
        ("clock in each process, GHz", "; ".join(f"round {number}: {found}" for number, found in enumerate(clocks, 1))),
        ("caches", "; ".join(machine.get("caches", [])) or "unknown"),
        ("cores", str(machine.get("cores", "unknown"))),
        ("memory", size(machine.get("memory_bytes", 0))),
        ("kernel", machine.get("kernel", "unknown")),
        ("virtual machine", machine.get("virtual_machine", "unknown")),
        ("compiler", context.get("compiler", "unknown")),
        ("flags", context.get("compile_flags", "unknown")),
        ("performance counters", context.get("perf_counters", "unknown")),
        ("rowkey", f"{context.get('rowkey', 'unknown')}, revision {machine.get('revision', 'unknown')}"),
        ("command", f"`{data['command']}`"),
        (
            "rounds",
            f"{len(data['rounds'])}, in {sum(sum(e.get('seconds', {}).values()) for e in data['rounds']):.0f} s",
        ),
    ]
    return Table(["", ""], [[name, value] for name, value in facts if value])


def blocks(data, rates):
    yield Heading(1, f"rowkey on {data['machine'].get('model', 'an unknown processor')}")
    yield from drift_warnings(rates)
    yield from load_warnings(data)
    yield Heading(2, "The machine")
    yield machine_table(data, rates)
    left_out = list(absent(data, rates))
    if left_out:
        yield Text("Not in this report:")
        yield Bullets(left_out)
