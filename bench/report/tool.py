"""The rowkey command itself, file to file, where files are in memory, so that no disk is measured: ids and keys on
tmpfs, lines in the page cache of the file system of the build, whose pages are larger and are read three times as
fast."""

import os
import pathlib
import re
import subprocess
import tempfile
import time

from .machine import read
from .results import Failure

IDS = 20_000_000
PEER_IDS = 2_000_000
LINE_BYTES = 512 << 20
LINE_WIDTH = 750
KEY_LAYOUT = "{md5(id) % 1000000:07d}{id:010d}"
LINE_LAYOUT = "{md5(line) % 1000000:07d}"
SIMULATED_ROWS = 20_000_000


def started(command):
    return subprocess.Popen([str(part) for part in command], stderr=subprocess.PIPE)


def check(process, status):
    complaint = process.stderr.read().decode(errors="replace")
    process.stderr.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Failure(f"{process.args[0]} ended with status {process.returncode}: {complaint.strip()}")


def timed(command):
    """(seconds on the wall's clock, seconds of all processors)"""
    begin = time.perf_counter()
    process = started(command)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    check(process, status)
    return wall, usage.ru_utime + usage.ru_stime


def peak_memory(command):
    """Bytes, read while the command runs: wait4 never reports less than this process has."""
    process = started(command)
    peak = 0
    while (ended := os.waitpid(process.pid, os.WNOHANG))[0] == 0:
        found = re.search(r"VmHWM:\s+(\d+) kB", read(f"/proc/{process.pid}/status"))
        peak = max(peak, int(found[1]) * 1024 if found else 0)
        time.sleep(0.002)
    check(process, ended[1])
    return peak


def write_ids(path, count):
    with open(path, "wb") as file:
        subprocess.run(["seq", "0", str(count - 1)], stdout=file, check=True)


def write_lines(path, size):
    """Lines of printable characters, all different. They stay in the page cache."""
    block = bytes(32 + i * 7 % 95 for i in range(LINE_WIDTH - 16))
    with open(path, "wb", buffering=1 << 20) as file:
        for number in range(size // (LINE_WIDTH + 1)):
            file.write(b"%016d%s\n" % (number, block))
        file.flush()
        os.fsync(file.fileno())  # so that nothing is written back while the command runs
    return size // (LINE_WIDTH + 1)


def free_bytes(directory):
    space = os.statvfs(directory)
    return space.f_bavail * space.f_frsize


def memory_directory():
    """A file system in memory, if there is one with room."""
    shared = pathlib.Path("/dev/shm")
    if shared.is_dir() and os.access(shared, os.W_OK) and free_bytes(shared) > 40 * IDS:
        return shared
    return None


def encode(rowkey, layout, columns, threads, keys, records):
    chosen = ["--columns", columns] if columns else []
    return [rowkey, "encode", "--layout", layout, *chosen, "--threads", threads, "--quiet", "-o", keys, records]


def simulate(rowkey, isa):
    return [
        rowkey, "simulate", "--isa", isa, "--layout", KEY_LAYOUT, "--regions", "220",
        "--source", "sequential", "--rows", SIMULATED_ROWS, "--quiet", "--output-file", "/dev/null",
    ]  # fmt: skip


class Runs:
    """Runs of commands that become entries of the results."""

    def __init__(self, wrapper, entries, repetitions):
        self.wrapper, self.entries, self.repetitions = list(wrapper), entries, repetitions

    def add(self, work, threads, program, what, items, size, command, output=None):
        """`output`: the file that the command writes, removed before each run, so that no run pays for the last."""
        if threads == 1:
            command = [*self.wrapper, *command]
        memory = peak_memory(command)  # which also warms up
        times = []
        for _ in range(self.repetitions):
            if output is not None:
                output.unlink(missing_ok=True)
            times.append(timed(command))
        self.entries.append(
            {
                "name": f"{work}/{threads}/{program}",
                "what": what,
                "items": items,
                "bytes": size,
                "wall": [wall for wall, _ in times],
                "processor": [processor for _, processor in times],
                "memory": memory,
            }
        )


def measure_ids(build, place, threads, runs):
    ids, keys = place / "ids", place / "keys"
    write_ids(ids, IDS)
    for count in threads:
        command = encode(build / "rowkey", KEY_LAYOUT, "id:u64", count, keys, ids)
        runs.add("ids", count, "rowkey", f"{IDS:,} ids to keys `{KEY_LAYOUT}`", IDS, ids.stat().st_size, command, keys)
    write_ids(ids, PEER_IDS)
    what = f"{PEER_IDS:,} ids by `snprintf` and OpenSSL"
    command = [build / "rowkey-plain-loop", ids, keys]
    runs.add("ids", 1, "plain-loop", what, PEER_IDS, ids.stat().st_size, command, keys)


def measure_lines(build, lines, keys, threads, runs):
    rows = write_lines(lines, LINE_BYTES)
    what = f"{rows:,} lines of {LINE_WIDTH} bytes to keys `{LINE_LAYOUT}`"
    for count in threads:
        command = encode(build / "rowkey", LINE_LAYOUT, None, count, keys, lines)
        runs.add("lines", count, "rowkey", what, rows, lines.stat().st_size, command, keys)


def measure(build, machine, results, wrapper=(), repetitions=5):
    """Adds the command's rates to the results. `wrapper`: by way of what one thread is measured."""
    directory = memory_directory()
    if directory is None:
        results["notes"].append("the tool was not measured: /dev/shm is missing or too small, and a disk says nothing")
        return
    threads = [1, 2] if machine["cores"] > 1 else [1]
    if machine["cores"] == 1:
        results["notes"].append("one core: the tool was not measured with two threads")
    runs = Runs(wrapper, results["tool"], repetitions)
    with tempfile.TemporaryDirectory(dir=directory, prefix="rowkey-") as place:
        measure_ids(build, pathlib.Path(place), threads, runs)
        if free_bytes(build) < 2 * LINE_BYTES:
            results["notes"].append(f"the tool was not measured with lines: less than 1 GiB is free in {build}")
        else:
            with tempfile.TemporaryDirectory(dir=build, prefix="lines-") as lines:
                measure_lines(build, pathlib.Path(lines) / "lines", pathlib.Path(place) / "keys", threads, runs)
    for isa, state in machine["instruction_sets"].items():
        if state["supported"] and isa != "scalar":
            what = f"{SIMULATED_ROWS:,} rows simulated, 220 regions"
            runs.add("simulate", 1, isa, what, SIMULATED_ROWS, 0, simulate(build / "rowkey", isa))
