#!/usr/bin/env python3
"""kernel_ports.py [--json FILE] [--kernels REGEX] BUILD:SET…

What the kernels execute for each row, and how fast cores can run it, as Markdown. BUILD is a directory in which
`cmake --build BUILD --target trace-kernel` was run, SET one of its instruction sets: build/release:avx512
build/release:avx2 build/aarch64:neon. x86-64 runs on this machine, 64-bit Arm under qemu-aarch64-static. Needs Debian's
package llvm-19, and for Arm qemu-user-static.

Nothing is timed. Every instruction of a call is traced, with N rows and with 2 N: the difference is what N rows cost,
and the same piece of the trace, without its branches, is what llvm-mca runs."""
import argparse
import json
import re
import sys

from ports import classes, cores, trace

ROWS = {"x86_64": 1536, "aarch64": 384}
ROWS_OF_BLOCKS = 2048  # of whole keys, which are made in blocks


def measure(program, instruction_set, kernel):
    rows = ROWS_OF_BLOCKS if kernel.startswith("encode/") else ROWS[program.architecture]
    loop = trace.Loop(program, instruction_set, kernel, rows)
    row = {"kernel": kernel, "set": instruction_set, "function": loop.function, "instructions": loop.instructions}
    row["classes"] = {name: loop.per_item[name] for name in classes.ALL}
    row["limits"] = {}
    if program.architecture == "x86_64":
        for name, core in cores.PORTS.items():
            cycles, busiest = cores.port_limit(core, instruction_set, loop)
            row["limits"][name] = {"cycles": cycles, "busiest": busiest, "millions": core["clock"] * 1e3 / cycles}
    row["simulated"] = {}
    for name, clock in cores.MODELS[program.architecture].items():
        cycles, bound = cores.simulated(program.architecture, name, loop)
        row["simulated"][name] = {"cycles": cycles, "pipe_cycles": bound, "millions": clock * 1e3 / cycles}
    return row


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|---|---|" + "--:|" * (len(head) - 2))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def number(x):
    return f"{x:,.0f}" if x >= 100 else f"{x:.3g}" if x else ""


def print_tables(title, rows):
    print(f"## {title}\n")
    arithmetic = [sum(row["classes"][name] for name in classes.ARITHMETIC) for row in rows]
    used = [name for name in classes.ALL if any(row["classes"][name] for row in rows)]
    print("Executed for each row of the kernel: all instructions, arithmetic on vectors, and each class.\n")
    lines = [
        [row["kernel"], row["set"], number(row["instructions"]), number(all_arithmetic)]
        + [number(row["classes"][name]) for name in used]
        for row, all_arithmetic in zip(rows, arithmetic)
    ]
    table(["kernel", "set", "instructions", "arithmetic", *used], lines)
    limits, models = rows[0]["limits"], rows[0]["simulated"]
    print("Cycles for each row, and millions a second at that core's clock.\n")
    head = ["kernel", "set"]
    for name in limits:
        head += [f"{name}: cycles", "busiest", "M/s"]
    for name in models:
        head += [f"llvm-mca {name}: busiest pipe", "simulated", "M/s"]
    lines = []
    for row in rows:
        line = [row["kernel"], row["set"]]
        for limit in row["limits"].values():
            line += [number(limit["cycles"]), limit["busiest"], number(limit["millions"])]
        for model in row["simulated"].values():
            line += [number(model["pipe_cycles"]), number(model["cycles"]), number(model["millions"])]
        lines.append(line)
    table(head, lines)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--kernels", metavar="REGEX", default="")
    parser.add_argument("builds", metavar="BUILD:SET", nargs="+")
    arguments = parser.parse_args()
    report = {}
    try:
        for name in arguments.builds:
            build, colon, instruction_set = name.rpartition(":")
            if not colon or instruction_set not in cores.VECTOR_BITS:
                sets = ", ".join(cores.VECTOR_BITS)
                sys.exit(f"kernel_ports.py: {name}: expected a build directory, a colon and one of {sets}")
            program = trace.Program(build)
            kernels = [kernel for kernel in program.kernels() if re.search(arguments.kernels, kernel)]
            if not kernels:
                names = ", ".join(program.kernels())
                sys.exit(f"kernel_ports.py: no kernel matches {arguments.kernels}; there are {names}")
            report[name] = [measure(program, instruction_set, kernel) for kernel in kernels]
            print_tables(name, report[name])
    except (FileNotFoundError, RuntimeError) as error:
        sys.exit(f"kernel_ports.py: {error}")
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(report, file, indent=1)


main()
