#!/usr/bin/env python3
"""Rows a second of rowkey_encode, beside the fastest exact SQL that was found for the same bytes.

`python bench.py FOLDER`, the folder that has PLATFORM/rowkey.duckdb_extension. Each query reads a table in memory and sums
the lengths of the keys. All are run in turns; the best of several runs counts. Before that the keys are compared. Beside rows
a second, it prints rows a second of processor time, which other work on the machine changes less: with two threads it
shows what they lose to each other."""

import pathlib
import platform
import sys
import time

import duckdb

TURNS, ROWS, SQL_ROWS = 9, 4_000_000, 50_000
TEMPLATE = "{md5(id) % 1000000:07d}{id:010d}"
RECORD = "[{id: id}]" if duckdb.__version__.startswith("1.2.") else "{id: id}"
KEY = f"rowkey_encode('{TEMPLATE}', {RECORD})"

# The digest as a number, modulo 1000000: from its two halves, which 64-bit integers hold; as a number of 128 bits; from its
# bytes, which md5_number_upper and md5_number_lower have in the other order.
HALF = "('0x' || md5(id::VARCHAR)[{}:{}])::UBIGINT % 1000000"
HALVES = f"({HALF.format(1, 16)} * {2**64 % 1000000} + {HALF.format(17, 32)}) % 1000000"
WHOLE = "('0x' || md5(id::VARCHAR))::UHUGEINT % 1000000"
BYTES = " + ".join(
    f"((md5_number_{half}(id::VARCHAR) >> {8 * i}) & 255) * {pow(256, first - i, 1000000)}"
    for half, first in [("upper", 15), ("lower", 7)]
    for i in range(8)
)
NUMBERS = {"two halves": HALVES, "a number of 128 bits": WHOLE, "sixteen bytes": f"({BYTES}) % 1000000"}
PADDED = {
    "printf": "printf('%07d%010d', {}, id)",
    "format": "format('{{:07d}}{{:010d}}', {}, id)",
    "lpad": "lpad(({})::VARCHAR, 7, '0') || lpad(id::VARCHAR, 10, '0')",
}


def seconds(connection, sql):
    """By the clock, and of the processor in all threads."""
    begin, begin_cpu = time.perf_counter(), time.process_time()
    connection.execute(sql).fetchall()
    return time.perf_counter() - begin, time.process_time() - begin_cpu


def main():
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    folder = connection.execute("pragma platform").fetchall()[0][0]
    connection.execute(f"load '{pathlib.Path(sys.argv[1]) / folder / 'rowkey.duckdb_extension'}'")
    connection.execute(f"create table rows as select range::BIGINT as id from range({ROWS})")
    connection.execute(f"create table few as from rows limit {SQL_ROWS}")
    queries = {}
    for number, expression in NUMBERS.items():
        for padding, text in PADDED.items():
            sql = text.format(expression)
            wrong = f"select count(*) from few where encode({sql}) is distinct from {KEY}"
            assert connection.execute(wrong).fetchall() == [(0,)], sql
            queries[f"{number}, {padding}"] = (f"select sum(strlen({sql})) from few", SQL_ROWS, 1)
    for threads in [1, 2]:
        queries[f"rowkey_encode, {threads} threads"] = (f"select sum(octet_length({KEY})) from rows", ROWS, threads)
    best = {}
    for _ in range(TURNS):
        for name, (sql, rows, threads) in queries.items():
            connection.execute(f"set threads = {threads}")
            speeds = [rows / each for each in seconds(connection, sql)]
            best[name] = list(map(max, best.get(name, speeds), speeds))
    print(f"DuckDB {duckdb.__version__}, {platform.machine()}, the best of {TURNS}: million rows a second, and a second of processor time")
    for name, (speed, cpu) in best.items():
        print(f"{name:40} {speed / 1e6:8.3f} {cpu / 1e6:8.3f}")
    one, two = (best[f"rowkey_encode, {threads} threads"] for threads in [1, 2])
    sql = [max(speed) for speed in zip(*(speeds for name, speeds in best.items() if "rowkey_encode" not in name))]
    print(f"rowkey_encode to the fastest SQL           {one[0] / sql[0]:8.1f} {one[1] / sql[1]:8.1f}")
    print(f"two threads to one                         {two[0] / one[0]:8.2f} {two[1] / one[1]:8.2f}")


if __name__ == "__main__":
    main()
