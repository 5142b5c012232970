"""The results file: what was measured, on which machine, by which command. Everything else is made from it.

format, version     this is what load() insists on
command             the command that measured
machine             machine.facts()
context             Google Benchmark's own, with compiler, flags and perf_counters
rounds              for each: page_seed, seconds, clocks (cycles a second, one for each process), clocks_apart (those of two
                    chains, where they disagree, for each process: not there where all agree),
                    rows {name: {items_per_second, bytes_per_second, user counters}}
tool                tool.measure(): runs of the rowkey command
copies              copies.measure(): {name, rates}, a rate for each copy of rowkey-bench; files before 0.4 have none
notes               what had to be left out
"""

import json
import os
import pathlib

EXIT_REGRESSION, EXIT_USAGE, EXIT_FAILED = 1, 2, 3
FORMAT = "rowkey-bench-report"
VERSION = 1
PARTS = {"command": str, "machine": dict, "context": dict, "rounds": list, "tool": list, "notes": list}
OPTIONAL_PARTS = {"copies": list}
SIGNIFICANT_DIGITS = 5


class Failure(Exception):
    """Ends bench-report with a message and an exit status instead of a traceback."""

    def __init__(self, text, status=EXIT_FAILED):
        super().__init__(text)
        self.status = status


def new(command, machine):
    empty = {part: kind() for part, kind in (PARTS | OPTIONAL_PARTS).items()}
    return {"format": FORMAT, "version": VERSION, **empty, "command": command, "machine": machine}


def complaint_about(data):
    """What is wrong with a file's contents, or None."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return f'not a results file (expected "format": "{FORMAT}")'
    if data.get("version") != VERSION:
        return f"version {data.get('version')!r} of the results' format (expected {VERSION})"
    for part, kind in PARTS.items():
        if not isinstance(data.get(part), kind):
            return f"no {part} (expected a {'list' if kind is list else 'text' if kind is str else 'table'})"
    for part, kind in OPTIONAL_PARTS.items():
        if not isinstance(data.get(part, kind()), kind):
            return f"{part} is not a list (expected a list, or nothing)"
    for number, entry in enumerate(data["rounds"], 1):
        rows = entry.get("rows") if isinstance(entry, dict) else None
        clocks = entry.get("clocks") if isinstance(entry, dict) else None
        if not isinstance(rows, dict) or not isinstance(clocks, list):
            return f"round {number} is not whole (expected clocks and rows)"
        if not all(isinstance(clock, (int, float)) and clock > 0 for clock in clocks):
            return f"round {number} has clocks {clocks} (expected cycles a second)"
        for name, row in rows.items():
            if not isinstance(row, dict) or not isinstance(row.get("items_per_second"), (int, float)):
                return f"row {name} of round {number} has no items_per_second"
    return None


def load(path):
    try:
        data = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise Failure(
            f"{path}: not JSON: {error} (expected the results.json of scripts/bench-report)", EXIT_USAGE
        ) from error
    if complaint := complaint_about(data):
        raise Failure(f"{path}: {complaint}", EXIT_USAGE)
    return data


def write_whole(path, text):
    """Under its name only when it is complete."""
    path = pathlib.Path(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise Failure(f"{path}: {error.strerror}") from error


def as_text(data):
    """As JSON with a line for each row, so that two files can be compared by eye."""
    head = {key: value for key, value in data.items() if key not in ("rounds", "tool", "copies")}
    text = json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}")
    text += ',\n "rounds": [\n' + ",\n".join(map(round_as_text, data["rounds"])) + "\n ]"
    for part in ("copies", "tool"):
        lines = ",\n".join("  " + json.dumps(entry) for entry in data.get(part, []))
        text += f',\n "{part}": [\n{lines}\n ]'
    return text + "\n}\n"


def round_as_text(entry):
    head = {key: value for key, value in entry.items() if key != "rows"}
    rows = ",\n".join(f"   {json.dumps(name)}: {json.dumps(row)}" for name, row in entry["rows"].items())
    return "  " + json.dumps(head).removesuffix("}") + ', "rows": {\n' + rows + "\n  }}"


def rounded(value):
    if isinstance(value, float):
        shorter = float(f"{value:.{SIGNIFICANT_DIGITS}g}")
        return int(shorter) if shorter.is_integer() else shorter
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return value


def for_keeping(data):
    """Smaller: numbers rounded, and the bytes of a row, which are the same for every item, in the first round only."""
    kept = rounded(data)
    seen = set()
    for entry in kept["rounds"]:
        for name in seen & entry["rows"].keys():
            entry["rows"][name].pop("bytes_per_second", None)
        seen |= entry["rows"].keys()
    return kept
