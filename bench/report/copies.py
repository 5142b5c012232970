"""What a kernel owes to the copy of the program that runs it: the same rows from fresh copies of the file.

The pages of a copy lie elsewhere in memory for as long as the page cache keeps them, and a kernel with much code can be
several times slower in some copies than in others: a figure of one copy says nothing of the next installation.
"""

import pathlib
import shutil
import tempfile

from . import runs

COPIES = 20
# Kernels by the size of their code: the longest are those of keys of 55 bytes, and a whole key.
PATTERN = "^(md5_fixed/(8|20|55|128)B|md5_decimal/u64|md5_lines/(55|750)B|hash_xxh3/mixed|encode/paper-md5mod)/"
SECONDS = 0.005  # of a row in a copy


def pattern(machine):
    """Rows of the instruction sets that this machine has, without the peers."""
    sets = machine["instruction_sets"].items()
    names = [name for name, state in sets if state["supported"] and name != "scalar"]
    return f"{PATTERN}({'|'.join(names or ['scalar'])})$"


def measure(build, machine, results, wrapper=()):
    """Adds to the results, for each row, its rate in each copy."""
    program = pathlib.Path(build) / "rowkey-bench"
    found = {}
    with tempfile.TemporaryDirectory(dir=build, prefix="copies-") as place:
        for number in range(COPIES):
            copy = pathlib.Path(place) / f"rowkey-bench-{number}"
            shutil.copy(program, copy)
            _, rows = runs.Bench(copy, wrapper).measure(pattern(machine), SECONDS, 1, alone=True)
            rows.pop(runs.CLOCK_ROW, None)
            for name, row in rows.items():
                found.setdefault(name, []).append(row["items_per_second"])
    results["copies"] = [{"name": name, "rates": rates} for name, rates in found.items()]
