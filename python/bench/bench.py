"""How fast the package is, beside Python's own ways: `python python/bench/bench.py [--rows N] [--c RATE]`.

It needs pyarrow and Polars. Each figure is the best of some runs, in millions of rows a second. `--c` is the rate of
the C library on the same machine, as `rowkey-bench` tells it in its row of the same keys; its share is then shown, too.
Expressions of Polars run on one thread with POLARS_MAX_THREADS=1.
"""

from __future__ import annotations

import argparse
import hashlib
import timeit
from collections.abc import Callable
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

import rowkey

IDS = "{md5(id) % 1000000:07d}{id:010d}"
HOSTS = "{md5(host) % 1000:03d}|{host}|{ts:u64}"


def rate(rows: int, run: Callable[[], Any], repeat: int = 7) -> float:
    return rows / min(timeit.repeat(run, number=1, repeat=repeat)) / 1e6


def hashlib_keys(ids: list[int]) -> list[bytes]:
    md5 = hashlib.md5
    return [b"%07d%010d" % (int.from_bytes(md5(b"%d" % i).digest(), "big") % 1000000, i) for i in ids]


def arrow_pad_and_join(ids: Any) -> Any:
    """The id alone, padded and joined to a constant: pyarrow.compute has no hash."""
    padded = pc.utf8_lpad(pc.cast(ids, pa.string()), 10, "0")
    return pc.binary_join_element_wise("0000000", padded, "")


def polars_figures(layout: rowkey.Layout, by_host: rowkey.Layout, ids: Any, hosts: Any) -> dict[str, float]:
    frames = {
        "Polars expression, ids": (pl.DataFrame(ids), rowkey.polars.encode(layout, "id")),
        "Polars expression, hosts": (pl.DataFrame(hosts).rechunk(), rowkey.polars.encode(by_host, "host", "ts")),
    }
    return {name: rate(df.height, lambda df=df, key=key: df.select(key)) for name, (df, key) in frames.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=4_000_000)
    parser.add_argument("--c", type=float, help="millions of keys a second of the C library, for the first figure")
    arguments = parser.parse_args()
    rows = arguments.rows
    ids = pa.table({"id": pa.array(range(rows), pa.uint64())})
    hosts = pa.table({"host": [f"web-{i % 5000}" for i in range(rows)], "ts": pa.array(range(rows), pa.uint64())})
    narrow = pa.table({"id": ids["id"].cast(pa.int32())})
    coded = hosts.set_column(0, "host", hosts["host"].dictionary_encode())
    layout, by_host = rowkey.Layout(IDS), rowkey.Layout(HOSTS)
    keys, few = layout.encode(ids), list(range(min(rows, 100_000)))
    assert keys[:5] == hashlib_keys(few[:5])

    figures = {
        "encode, ids": rate(rows, lambda: layout.encode(ids)),
        "encode, ids, 2 threads": rate(rows, lambda: layout.encode(ids, threads=2)),
        "encode, int32 ids": rate(rows, lambda: layout.encode(narrow)),
        "encode, hosts": rate(rows, lambda: by_host.encode(hosts)),
        "encode, hosts of a dictionary": rate(rows, lambda: by_host.encode(coded)),
        "decode, ids": rate(rows, lambda: layout.decode(keys)),
        "route, 220 regions": rate(rows, lambda: layout.splits(220).route(keys)),
        "hashlib in a loop": rate(len(few), lambda: hashlib_keys(few), 3),
        "pyarrow.compute, no hash": rate(rows, lambda: arrow_pad_and_join(ids["id"]), 3),
        "key() of one id": rate(len(few), lambda: [layout.key(id=i) for i in few]),
        "key() of host and ts": rate(len(few), lambda: [by_host.key(host="web-1", ts=i) for i in few]),
    }
    figures |= polars_figures(layout, by_host, ids, hosts)
    for name, value in figures.items():
        print(f"{name:32}{value:10.2f} million a second{1000 / value:10.1f} ns a row")
    ours = figures["encode, ids"]
    print(f"\nids: {ours / figures['hashlib in a loop']:.0f} x hashlib", end="")
    print(f", {ours / figures['pyarrow.compute, no hash']:.1f} x pyarrow.compute", end="")
    print(f", 2 threads {figures['encode, ids, 2 threads'] / ours:.2f} x one")
    if arguments.c:
        for name in ("encode, ids", "Polars expression, ids"):
            print(f"{name}: {figures[name] / arguments.c:.2f} of the C library's {arguments.c}")


if __name__ == "__main__":
    main()
