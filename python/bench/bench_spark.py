"""What keys cost in PySpark: `python python/bench/bench_spark.py [--rows N] [--rounds N]`.

It needs PySpark; `scripts/test-python --spark` makes an environment. Spark runs on two threads and writes rows to its
sink "noop", so that nothing but making them is timed. Each figure is the best of some rounds, in nanoseconds a row; a
round runs all of them, so that a busy machine slows them alike. All but the first two make the same bytes, which is
checked first:

- identity: the id to a Python worker and back, through Arrow, as an arrow_udf (PySpark 4.1 and later) and by
  mapInArrow.
- constant keys: an arrow_udf that sends as many bytes back as keys have, the same for each row, whether it is given the
  id or a struct of it. It costs what Spark does for keys, and tells what a struct costs.
- built-in functions of SQL: md5() gives 32 digits in hex. Modulo 1,000,000 they are folded in parts of 12, 12 and 8
  digits, whose numbers fit bigint; 16^12 mod 10^6 is 710,656 and 16^8 mod 10^6 is 967,296.
- a Python UDF: hashlib, row by row.
- the worker's part: what rowkey.spark.key does in a worker, on one core and without Spark, in batches of 10,000 rows.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import time
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql import functions as F  # noqa: N812

import rowkey
import rowkey.spark
from rowkey.spark import _functions, _workers

LAYOUT = rowkey.Layout("{md5(id) % 1000000:07d}{id:010d}")

SQL = """
with digits as (select id, md5(cast(id as string)) h from {ids}),
parts as (
  select id, cast(conv(substr(h, 1, 12), 16, 10) as bigint) a, cast(conv(substr(h, 13, 12), 16, 10) as bigint) b,
    cast(conv(substr(h, 25, 8), 16, 10) as bigint) c from digits),
salts as (select id, (((a % 1000000) * 710656 + b) % 1000000 * 967296 + c) % 1000000 salt from parts)
select cast(concat(lpad(salt, 7, '0'), lpad(id, 10, '0')) as binary) key from salts
"""


def hashlib_key(number: int) -> bytes:
    digest = hashlib.md5(b"%d" % number).digest()
    return b"%07d%010d" % (int.from_bytes(digest, "big") % 1000000, number)


def constant_keys(arrays: Iterator[pa.Array]) -> Iterator[pa.Array]:
    keys = pa.nulls(0, pa.binary())
    for array in arrays:
        if len(keys) < len(array):
            keys = pa.array([hashlib_key(0)] * len(array), pa.binary())
        yield keys.slice(0, len(array))


def frames_of(ids: Any) -> dict[str, Any]:
    """The frames that are timed; those of keys have one column."""
    frames = {
        "identity, mapInArrow": ids.mapInArrow(lambda batches: batches, "id long"),
        "rowkey.spark.with_key": ids.transform(rowkey.spark.with_key(LAYOUT, "key", "id")),
        "built-in functions": ids.sparkSession.sql(SQL.format(ids="{ids}"), ids=ids),
        "Python UDF, hashlib": ids.select(F.udf(hashlib_key, "binary")("id").alias("key")),
    }
    if _functions.HAS_ARROW_UDF:
        frames["identity, arrow_udf"] = ids.select(
            _functions.arrow_function(lambda arrays: arrays, "long")(F.col("id"))
        )
        constant = _functions.arrow_function(constant_keys, "binary")
        frames["constant keys, of the id"] = ids.select(constant("id"))
        frames["constant keys, of a struct"] = ids.select(constant(F.struct("id")))
        frames["rowkey.spark.key"] = ids.select(rowkey.spark.key(LAYOUT, "id"))
    return frames


def check(spark: Any) -> None:
    """Compare the keys of all ways that make some."""
    ids = spark.range(0, 10_000_000_000, 999_983, numPartitions=2)
    expected = list(map(hashlib_key, range(0, 10_000_000_000, 999_983)))
    for name, df in frames_of(ids).items():
        if not name.startswith(("identity", "constant")):
            assert [bytes(row.key) for row in df.select("key").collect()] == expected, name


def seconds(df: Any) -> float:
    started = time.perf_counter()
    df.write.format("noop").mode("overwrite").save()
    return time.perf_counter() - started


def worker_seconds(rows: int) -> float:
    batches = [pa.array(range(start, start + 10_000), pa.int64()) for start in range(0, rows, 10_000)]
    work = _workers.of_columns(_workers.keys(LAYOUT), ["id"])
    started = time.perf_counter()
    for _ in work(iter(batches)):
        pass
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=4_000_000)
    parser.add_argument("--rounds", type=int, default=8)
    arguments = parser.parse_args()
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = (
        SparkSession.builder.master("local[2]").config("spark.driver.memory", "2g").config("spark.ui.enabled", "false")
    )
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    check(spark)
    frames = frames_of(spark.range(arguments.rows, numPartitions=2))
    best = dict.fromkeys(frames, float("inf"))
    for _ in range(arguments.rounds):
        for name, df in frames.items():
            best[name] = min(best[name], seconds(df))
    print(f"PySpark {spark.version}, {arguments.rows} rows, best of {arguments.rounds}, nanoseconds a row in two tasks")
    for name, found in best.items():
        print(f"{name:28}{found / arguments.rows * 1e9:8.0f}")
    alone = min(worker_seconds(1_000_000) for _ in range(arguments.rounds))
    print(f"{'worker, alone':28}{alone / 1_000_000 * 1e9:8.0f}")
    way = "key" if "rowkey.spark.key" in best else "with_key"
    ours, identity = best[f"rowkey.spark.{way}"], best[f"identity, {'arrow_udf' if way == 'key' else 'mapInArrow'}"]
    print(f"\nrowkey.spark.{way}: {ours / identity:.2f} x identity", end="")
    if way == "key":
        print(f", {ours / best['constant keys, of the id']:.2f} x constant keys", end="")
    print(f", built-in functions {best['built-in functions'] / ours:.1f} x", end="")
    print(f", hashlib {best['Python UDF, hashlib'] / ours:.1f} x")
    spark.stop()


if __name__ == "__main__":
    main()
