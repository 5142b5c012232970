"""How fast a core can run what a kernel executes: by its ports, measured, or by LLVM's model of the core."""
import itertools
import json
import re

from . import trace

# Of AMD's cores: which of four pipes can run a class, how many pipes-cycles one operation on a vector of a width takes,
# and what else is done in a cycle. Zen 4's were measured (the rates of bench/'s ports rows, and pairs of classes, which
# tell whether they share a pipe). Zen 5's rates of single classes were measured on such a core; which of them share is
# taken from Zen 4. Moves between registers take no pipe, only a place among what is dispatched.
ZEN_PIPES = {
    "add": "0123",
    "logic": "0123",
    "ternary": "0123",
    "multiply": "03",
    "shift": "12",
    "rotate": "12",
    "permute": "23",
    "unpack": "123",
}
ZEN5_PIPES = {**ZEN_PIPES, "unpack": "0123"}
PORTS = {
    "zen4": {"clock": 3.68, "pipes": ZEN_PIPES, "bits": 256, "dispatched": 6, "load": 2, "store": 1},
    "zen5": {"clock": 4.05, "pipes": ZEN5_PIPES, "bits": 512, "dispatched": 8, "load": 2, "store": 1},
}
# What llvm-mca simulates. Clocks are those of a named product, for figures in items a second.
MODELS = {
    "x86_64": {"znver4": 3.68},
    "aarch64": {"neoverse-v1": 2.6},  # Graviton 3
}
VECTOR_BITS = {"avx512": 512, "avx2": 256, "neon": 128}


def port_limit(core, instruction_set, loop):
    """Cycles an item by the busiest resource, and its name. Memory is counted as if every access were narrow."""
    passes = max(1, VECTOR_BITS[instruction_set] // core["bits"])
    cycles = {"dispatch": loop.instructions / core["dispatched"]}
    cycles.update({name + "s": loop.per_item[name] / core[name] for name in ("load", "store")})
    for count in range(1, 5):
        for pipes in itertools.combinations("0123", count):
            work = sum(loop.per_item[name] for name, able in core["pipes"].items() if set(able) <= set(pipes))
            cycles["pipes " + "".join(pipes)] = work * passes / count
    busiest = max(cycles, key=lambda name: (cycles[name], len(name)))
    return cycles[busiest], busiest


def simulated(architecture, core, loop):
    """Cycles an item when llvm-mca runs the loop again and again, and of its busiest pipe."""
    lines = []
    for mnemonic, operands in loop.lines:
        if re.match(r"(j|call|ret|b$|b\.|bl$|blr$|br$|cb|tb[nz]|nop|data16|cs$)", mnemonic):
            continue  # what is predicted, or nothing
        if mnemonic == "adrp":
            operands = operands.split(",")[0] + ", #0"
        lines.append(f"{mnemonic} {operands}")
    triple = {"x86_64": "x86_64-linux-gnu", "aarch64": "aarch64-linux-gnu"}[architecture]
    iterations = max(20, 3000 // len(lines))
    report = json.loads(
        trace.run("llvm-mca-19", f"-mtriple={triple}", f"-mcpu={core}", f"-iterations={iterations}", "-json", "-",
                  given="\n".join(lines))  # fmt: skip
    )
    region = report["CodeRegions"][0]
    pressure = region["ResourcePressureView"]["ResourcePressureInfo"]
    busiest = max(entry["ResourceUsage"] for entry in pressure if entry["InstructionIndex"] == len(lines))
    return region["SummaryView"]["TotalCycles"] / iterations / loop.items, busiest / loop.items
