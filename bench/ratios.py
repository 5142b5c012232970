#!/usr/bin/env python3
"""ratios.py [--all] [REPORT.json…]: how many times faster than what, from rowkey-bench's JSON.

Reads the output of `rowkey-bench --benchmark_format=json` from the files named, or from standard input.
Each rate is the best of its repetitions. Prints, as Markdown, the ratios that the project promises;
with --all, every rate beside the fastest row of its shape that is not ours."""
import json
import signal
import sys

INSTRUCTION_SETS = ["scalar", "neon", "avx2", "avx512"]

# Shape, the peer it is measured against, and how many times faster each instruction set is to be.
GOALS = [
    ("md5_fixed/8B", "openssl", {"avx2": 13, "avx512": 45}),
    ("md5_lines/750B", "openssl", {"avx512": 9}),
    ("modulo_u128/1000000", "int128", {"avx2": 8, "avx512": 25}),
    ("decimal/10", "snprintf", {"avx2": 40, "avx512": 150}),
    ("route/17B/220", "memcmp", {"scalar": 10}),
    ("encode/paper-md5mod", "openssl-tuned", {"avx2": 11, "avx512": 30}),
]


def read_rates(report, rates):
    """Adds to rates[shape][implementation], in items a second."""
    for row in report["benchmarks"]:
        if row.get("error_occurred"):
            sys.exit(f"ratios.py: {row['name']}: {row.get('error_message', 'failed')}")
        if row["run_type"] != "iteration":
            continue
        shape, _, implementation = row["run_name"].rpartition("/")
        best = rates.setdefault(shape, {})
        best[implementation] = max(best.get(implementation, 0.0), row["items_per_second"])


def million(rate):
    return f"{rate / 1e6:,.1f}"


def print_goals(rates):
    print("| shape | instruction set | M/s | peer | M/s | ratio | goal |")
    print("|---|---|--:|---|--:|--:|--:|")
    for shape, peer, goals in GOALS:
        for ours, goal in goals.items():
            row = rates.get(shape, {})
            missing = [name for name in (ours, peer) if name not in row]
            if missing:
                print(f"| `{shape}` | {ours} | not in this report: {', '.join(missing)} | {peer} | | | {goal} |")
                continue
            ratio = row[ours] / row[peer]
            print(f"| `{shape}` | {ours} | {million(row[ours])} | {peer} | {million(row[peer])} |"
                  f" {ratio:.1f} | {goal} |")  # fmt: skip


def print_all(rates):
    print("| shape | " + " | ".join(INSTRUCTION_SETS) + " | fastest peer | its M/s | best of ours / peer |")
    print("|---|" + "--:|" * len(INSTRUCTION_SETS) + "---|--:|--:|")
    for shape, row in rates.items():
        ours = {name: rate for name, rate in row.items() if name in INSTRUCTION_SETS}
        peers = {name: rate for name, rate in row.items() if name not in INSTRUCTION_SETS}
        cells = [million(row[name]) if name in row else "" for name in INSTRUCTION_SETS]
        if peers:
            peer = max(peers, key=peers.get)
            cells += [peer, million(peers[peer])]
            cells.append(f"{max(ours.values()) / peers[peer]:.1f}" if ours else "")
        else:
            cells += ["", "", ""]
        print(f"| `{shape}` | " + " | ".join(cells) + " |")


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    arguments = sys.argv[1:]
    if any(argument in ("-h", "--help") for argument in arguments):
        print(__doc__)
        return
    show_all = "--all" in arguments
    paths = [argument for argument in arguments if argument != "--all"]
    rates = {}
    for path in paths or ["-"]:
        try:
            with sys.stdin if path == "-" else open(path, encoding="utf-8") as file:
                read_rates(json.load(file), rates)
        except (OSError, ValueError, KeyError) as error:
            sys.exit(f"ratios.py: {path}: not a report of rowkey-bench --benchmark_format=json: {error!r}")
    (print_all if show_all else print_goals)(rates)


main()
