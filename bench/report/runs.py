"""Rounds of rowkey-bench: every round in processes of their own, with buffers at other page offsets."""

import dataclasses
import json
import re
import subprocess
import sys
import time

from .results import Failure

CLOCK_ROW = "clock/cycles/additions"
CLOCK_CHECK_ROW = "clock/check/rotations"  # another chain of as many cycles
CLOCKS_APART = 1.05  # a core may do one of the chains in fewer cycles: then neither counts them
CHOSEN = "chosen rows"  # by the pattern of --filter
BUDGET_SECONDS = 235  # for all rounds; the runs of the rowkey command come on top
# What Google Benchmark appends to the names of rows that are timed in another way.
NAME_SUFFIXES = re.compile(r"/(real_time|manual_time|process_time|threads:\d+|(iterations|repeats|min_time):[^/]+)\b")
NOT_COUNTERS = {
    "family_index", "per_family_instance_index", "repetitions", "repetition_index", "threads", "iterations",
    "real_time", "cpu_time",
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Group:
    """Rows that run in one process of each round."""

    name: str
    pattern: str
    seconds: float  # Google Benchmark's min_time of a row
    rounds: int | None = None  # in so many of the first rounds; None is in all
    alone: bool = True  # on one core: may be pinned


WITH_ONE_PEER = "(avx512|avx2|sse4|sve2|neon|scalar|openssl)$"
GROUPS = [
    Group(
        "kernels",
        "^(md5_fixed/(8|20|55|56|64|128)B|md5_decimal|md5_lines/(128B|750B|mixed)|modulo_[^/]*|decimal|decimal_unpadded|parse"
        "|route/17B/220|encode|decode/[^/]*|copy|big_endian|random|find_byte|hash_[^/]*/(8B|mixed))/",
        0.03,
    ),
    Group("threads", "^threads/", 0.1, alone=False),
    Group("batch", "^batch_", 0.02),
    Group("machine", "^(ports|latency|memory_[^/]*|code_offset|stride|alignment|first_call)/", 0.02, rounds=2),
    Group("widths", f"^md5_fixed/([1-9]|[1-5][0-9]|6[0-4])B/{WITH_ONE_PEER}", 0.01, rounds=2),
    Group("lines", f"^md5_lines/(55|56|64|119|120|256|512|1024|2048|4096)B/{WITH_ONE_PEER}", 0.02, rounds=2),
    Group("working_set", "^working_set/", 0.02, rounds=2),
]
QUICK_GROUPS = [
    Group(
        "kernels",
        "^(md5_fixed/(8|20|55|64|128)B|md5_decimal/u64|modulo_u128|decimal|parse|route/17B/220"
        "|encode/(u64|paper-[^/]*|finra|opentsdb|phoenix-salted)|decode/paper-md5mod|copy|md5_lines/750B|ports|latency"
        "|memory_[^/]*/(16KiB|256KiB)|batch_[^/]*/(1|16|256|4096))/",
        0.01,
        rounds=1,
    ),
]


class Bench:
    """The program, and the command it is run by way of."""

    def __init__(self, program, wrapper=()):
        self.program = str(program)
        self.wrapper = list(wrapper)

    def names(self, pattern="."):
        """Of the rows that match; a pattern that matches none is the program's own error."""
        listed = self._run(["--benchmark_list_tests=true", f"--benchmark_filter={pattern}"], [])
        return [NAME_SUFFIXES.sub("", line) for line in listed.splitlines()]

    def measure(self, pattern, seconds, page_seed, alone):
        arguments = [
            f"--benchmark_filter={pattern}|^{CLOCK_ROW}",
            "--benchmark_format=json",
            f"--benchmark_min_time={seconds}",
            f"--page_seed={page_seed}",
        ]
        return parse(self._run(arguments, self.wrapper if alone else []))

    def _run(self, arguments, wrapper):
        command = [*wrapper, self.program, *arguments]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise Failure(f"{command[0]}: {error.strerror}") from error
        if done.returncode != 0:
            raise Failure(f"{' '.join(command)}\nended with status {done.returncode}:\n{done.stderr.strip()}")
        return done.stdout


def parse(text):
    """(context, {row: numbers}) of Google Benchmark's JSON."""
    try:
        report = json.loads(text)
        rows = {}
        for entry in report["benchmarks"]:
            name = NAME_SUFFIXES.sub("", entry["name"])
            if entry.get("error_occurred"):
                raise Failure(f"rowkey-bench: {name}: {entry.get('error_message', 'failed')}")
            if entry["run_type"] != "iteration":
                continue
            rows[name] = {
                key: value
                for key, value in entry.items()
                if isinstance(value, (int, float)) and key not in NOT_COUNTERS
            }
            rows[name].setdefault("items_per_second", 0.0)
        return report["context"], rows
    except (ValueError, KeyError, TypeError) as error:
        raise Failure(f"rowkey-bench wrote no report of --benchmark_format=json: {error!r}") from error


def shown_context(context):
    """Without what names the machine; gcc calls itself by its version alone."""
    shown = {key: value for key, value in context.items() if key not in ("host_name", "executable")}
    if shown.get("compiler", "")[:1].isdigit():
        shown["compiler"] = f"gcc {shown['compiler']}"
    return shown


def groups_for(quick, pattern):
    if pattern is not None:
        return [Group(CHOSEN, pattern, 0.03)]
    return QUICK_GROUPS if quick else GROUPS


def measure(bench, groups, rounds, results):
    """Adds rounds to the results until they are done or the time is up."""
    names = bench.names(groups[0].pattern if groups[0].name == CHOSEN else ".")
    groups = [group for group in groups if group.name == CHOSEN or is_there(group, names, results)]
    started = time.monotonic()
    longest = 0.0
    for number in range(1, rounds + 1):
        if time.monotonic() - started + longest > BUDGET_SECONDS:
            results["notes"].append(
                f"{number - 1} of {rounds} rounds: one took up to {longest:.0f} s, and there are {BUDGET_SECONDS} s"
                " for all"
            )
            return
        round_started = time.monotonic()
        results["rounds"].append(measure_round(bench, groups, number, results))
        longest = max(longest, time.monotonic() - round_started)


def measure_again(bench, rows, rounds, results):
    """Adds rounds of these rows alone."""
    group = Group(CHOSEN, pattern_of(rows), 0.03)
    first = len(results["rounds"]) + 1
    for number in range(first, first + rounds):
        results["rounds"].append(measure_round(bench, [group], number, results))
    results["notes"].append(f"rounds {first} to {first + rounds - 1} measured again what seemed to have regressed")


def pattern_of(rows):
    return "^(" + "|".join(re.sub(r"([.+])", r"\\\1", row) for row in rows) + ")(/|$)"


def is_there(group, names, results):
    """Whether this program has rows of the group; a note says so where it has none."""
    found = any(re.search(group.pattern, name) for name in names)
    if not found:
        results["notes"].append(f"{group.name}: this rowkey-bench has no such rows")
    return found


def take_clock(rows, entry):
    """Moves the clock from the rows to the round, or to those that cannot be told."""
    clock, check = rows.pop(CLOCK_ROW, None), rows.pop(CLOCK_CHECK_ROW, None)
    if clock is None:
        return
    both = [row["items_per_second"] for row in (clock, check) if row is not None]
    if max(both) <= CLOCKS_APART * min(both):
        entry["clocks"].append(both[0])
    else:
        entry.setdefault("clocks_apart", []).append(both)


def measure_round(bench, groups, number, results):
    entry = {"page_seed": number, "clocks": [], "seconds": {}, "rows": {}}
    for group in groups:
        if group.rounds is not None and number > group.rounds:
            continue
        started = time.monotonic()
        context, rows = bench.measure(group.pattern, group.seconds, number, group.alone)
        take_clock(rows, entry)
        entry["rows"].update(rows)
        entry["seconds"][group.name] = round(time.monotonic() - started, 1)
        results["context"] = shown_context(context)
        print(f"== round {number}, {group.name}: {len(rows)} rows in {entry['seconds'][group.name]} s", file=sys.stderr)
    return entry
