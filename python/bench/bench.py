"""How fast the package is, beside Python's own ways: `python python/bench/bench.py [--rows N] [--cpu] [--c RATE]`.

It needs pyarrow and Polars. Each figure is the best of some rounds, in millions of rows a second; a round runs all of
them, so that a busy machine slows them alike. With `--cpu` a second is one of processor time, in all threads: other
programs count little then. `--c` is the rate of the C library on this machine, as `rowkey-bench` tells it in its row
`arrow/id-md5mod/arrow-int64-utf8`; its share is then shown, too. Expressions of Polars run on one thread with
POLARS_MAX_THREADS=1.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Callable
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

import rowkey

IDS = "{md5(id) % 1000000:07d}{id:010d}"
HOSTS = "{md5(host) % 1000:03d}|{host}|{ts:u64}"


Figures = dict[str, tuple[int, Callable[[], Any]]]
"""A name, how many rows, and what does them."""


def rates(figures: Figures, rounds: int, clock: Callable[[], float]) -> dict[str, float]:
    best = dict.fromkeys(figures, float("inf"))
    for _ in range(rounds):
        for name, (_, run) in figures.items():
            started = clock()
            run()
            best[name] = min(best[name], clock() - started)
    return {name: rows / best[name] / 1e6 for name, (rows, _) in figures.items()}


def hashlib_keys(ids: list[int]) -> list[bytes]:
    md5 = hashlib.md5
    return [b"%07d%010d" % (int.from_bytes(md5(b"%d" % i).digest(), "big") % 1000000, i) for i in ids]


def arrow_pad_and_join(ids: Any) -> Any:
    """The id alone, padded and joined to a constant: pyarrow.compute has no hash."""
    padded = pc.utf8_lpad(pc.cast(ids, pa.string()), 10, "0")
    return pc.binary_join_element_wise("0000000", padded, "")


def polars_figures(layout: rowkey.Layout, by_host: rowkey.Layout, ids: Any, hosts: Any) -> Figures:
    frames = {
        "Polars expression, ids": (pl.DataFrame(ids), rowkey.polars.encode(layout, "id")),
        "Polars expression, hosts": (pl.DataFrame(hosts).rechunk(), rowkey.polars.encode(by_host, "host", "ts")),
    }
    return {name: (df.height, lambda df=df, key=key: df.select(key)) for name, (df, key) in frames.items()}


def figures_of(rows: int) -> Figures:
    ids = pa.table({"id": pa.array(range(rows), pa.uint64())})
    hosts = pa.table({"host": [f"web-{i % 5000}" for i in range(rows)], "ts": pa.array(range(rows), pa.uint64())})
    narrow = pa.table({"id": ids["id"].cast(pa.int32())})
    coded = hosts.set_column(0, "host", hosts["host"].dictionary_encode())
    layout, by_host = rowkey.Layout(IDS), rowkey.Layout(HOSTS)
    keys, few = layout.encode(ids), list(range(min(rows, 100_000)))
    splits = layout.splits(220)
    assert keys[:5] == hashlib_keys(few[:5])
    return {
        "encode, ids": (rows, lambda: layout.encode(ids)),
        "encode, ids, 2 threads": (rows, lambda: layout.encode(ids, threads=2)),
        "encode, int32 ids": (rows, lambda: layout.encode(narrow)),
        "encode, hosts": (rows, lambda: by_host.encode(hosts)),
        "encode, hosts of a dictionary": (rows, lambda: by_host.encode(coded)),
        "decode, ids": (rows, lambda: layout.decode(keys)),
        "route, 220 regions": (rows, lambda: splits.route(keys)),
        "hashlib in a loop": (len(few), lambda: hashlib_keys(few)),
        "pyarrow.compute, no hash": (rows, lambda: arrow_pad_and_join(ids["id"])),
        "key() of one id": (len(few), lambda: [layout.key(id=i) for i in few]),
        "key() of host and ts": (len(few), lambda: [by_host.key(host="web-1", ts=i) for i in few]),
    } | polars_figures(layout, by_host, ids, hosts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=4_000_000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--cpu", action="store_true", help="count processor time")
    parser.add_argument("--c", type=float, help="millions of keys a second of the C library, for figures of ids")
    arguments = parser.parse_args()
    clock = time.process_time if arguments.cpu else time.perf_counter
    figures = rates(figures_of(arguments.rows), arguments.rounds, clock)
    for name, value in figures.items():
        print(f"{name:32}{value:10.2f} million a second{1000 / value:10.1f} ns a row")
    ours = figures["encode, ids"]
    print(f"\nids: {ours / figures['hashlib in a loop']:.0f} x hashlib", end="")
    print(f", {ours / figures['pyarrow.compute, no hash']:.1f} x pyarrow.compute", end="")
    print("" if arguments.cpu else f", 2 threads {figures['encode, ids, 2 threads'] / ours:.2f} x one")
    if arguments.c:
        for name in ("encode, ids", "Polars expression, ids"):
            print(f"{name}: {figures[name] / arguments.c:.2f} of the C library's {arguments.c}")


if __name__ == "__main__":
    main()
