"""What the tests of rowkey-bench share. Every test file is run as `python3 FILE.py ROWKEY-BENCH`."""

import json
import resource
import subprocess
import sys
import unittest

PROGRAM = []


def bench(*arguments):
    """Runs the program to its end; .returncode, .stdout and .stderr show what it did."""
    return subprocess.run([*PROGRAM, *arguments], capture_output=True, timeout=300, text=True)


def names():
    """Those of all rows."""
    return bench("--benchmark_list_tests").stdout.split()


def instruction_sets():
    """Those of this CPU: the only implementations that this shape has."""
    shape = "stride/md5_fixed_8B/8/"
    return [name.removeprefix(shape) for name in names() if name.startswith(shape)]


def report(*arguments):
    """What a run says of itself, and its rows by name; the run is as short as it can be."""
    done = bench("--benchmark_min_time=0.0001", "--benchmark_format=json", *arguments)
    if done.returncode != 0:
        raise AssertionError(f"{arguments}: exit status {done.returncode}: {done.stderr}")
    content = json.loads(done.stdout)
    return content["context"], {row["name"]: row for row in content["benchmarks"]}


def most_memory():
    """The most bytes that any run so far had in memory."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024


def main():
    program, *command = sys.argv
    if not command:
        sys.exit(f"usage: {program} ROWKEY-BENCH")
    PROGRAM.extend(command)
    unittest.main(argv=[program], verbosity=1)
