#!/usr/bin/env python3
"""tool_rate.py [BUILD]: the rate and the memory of the rowkey command, file to file on tmpfs.

Encodes 20 million decimal ids with the layout {md5(id) % 1000000:07d}{id:010d}, by one thread and by two, and prints
the best of five runs beside encode/paper-md5mod/openssl-tuned of rowkey-bench, which works in memory alone.
BUILD is the directory of the programs, build/release unless given."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

IDS = 20_000_000
RUNS = 5
LAYOUT = "{md5(id) % 1000000:07d}{id:010d}"
PEER = "encode/paper-md5mod/openssl-tuned"


def run(command):
    """Seconds and peak memory in bytes of one run. The memory is never less than this script's own, which a
    child process inherits before it becomes the command: hence the ids come from seq."""
    start = time.perf_counter()
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"tool_rate.py: {command[0]} ended with status {process.returncode}")
    return seconds, usage.ru_maxrss * 1024


def peer_rate(build):
    report = subprocess.run(
        [build / "rowkey-bench", f"--benchmark_filter=^{PEER}$", "--benchmark_format=json",
         f"--benchmark_repetitions={RUNS}", "--benchmark_min_time=0.1"],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    rows = json.loads(report)["benchmarks"]
    return max(row["items_per_second"] for row in rows if row["run_type"] == "iteration")


def main():
    if len(sys.argv) > 2 or sys.argv[1:] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1] if len(sys.argv) == 2 else "build/release").resolve()
    peer = peer_rate(build)
    print("| threads | M rows/s | against the tuned loop | against one thread | peak memory |")
    print("|--:|--:|--:|--:|--:|")
    single = None
    with tempfile.TemporaryDirectory(dir="/dev/shm", prefix="rowkey-") as directory:
        ids, keys = f"{directory}/ids", f"{directory}/keys"
        with open(ids, "wb") as file:
            subprocess.run(["seq", "0", str(IDS - 1)], stdout=file, check=True)
        for threads in (1, 2):
            command = [build / "rowkey", "encode", "--layout", LAYOUT, "--columns", "id:u64",
                       "--threads", str(threads), "-o", keys, ids]  # fmt: skip
            runs = [run(command) for _ in range(RUNS)]
            rate = IDS / min(seconds for seconds, _ in runs)
            single = single or rate
            memory = max(peak for _, peak in runs)
            print(f"| {threads} | {rate / 1e6:.1f} | {rate / peer:.1f} | {rate / single:.2f} | {memory / 2**20:.1f} MiB |")


main()
