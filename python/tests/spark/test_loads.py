"""Frames in a real HBase, by way of HFiles."""

from __future__ import annotations

import collections
import os
import pathlib
import struct
import subprocess
import types
from typing import Any

import pytest

import rowkey

pytest.importorskip("pyspark")
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import functions as F  # noqa: N812

LAYOUT = rowkey.Layout("{md5(host) % 100:02d}|{host}|{ts:i64}")
ROWS = 2000
ERRORS = (PySparkException, Py4JJavaError)
HAS_JARS = "ROWKEY_TEST_JARS" in os.environ
needs_jars = pytest.mark.skipif(not HAS_JARS, reason="scripts/test-python --spark builds the jars")


def frame(spark: Any) -> Any:
    df = spark.range(ROWS, numPartitions=3).select(
        F.concat(F.lit("web-"), F.col("id") % 97).alias("host"),
        F.col("id").alias("ts"),
        (F.col("id") * 2).alias("load"),
        F.when(F.col("id") % 3 == 0, F.concat(F.lit("unit "), F.col("id"))).alias("unit"),
    )
    return df.transform(rowkey.spark.with_key(LAYOUT, "key", "host", "ts"))


def expected(family: str) -> dict[bytes, dict[str, bytes]]:
    """Return the rows that a table has then, written out by hand."""
    rows = {}
    for i in range(ROWS):
        cells = {f"{family}:load": struct.pack(">q", 2 * i)}
        if i % 3 == 0:
            cells[f"{family}:unit"] = b"unit %d" % i
        rows[LAYOUT.key(host=f"web-{i % 97}", ts=i)] = cells
    return rows


def region_counts(tool: str, folder: pathlib.Path, keys: list[bytes], splits: rowkey.Splits) -> list[int]:
    """Return how many of the keys `rowkey route` finds in each region."""
    points = folder / "splits.txt"
    points.write_text("".join(point.hex() + "\n" for point in splits))
    command = [tool, "route", "--splits", str(points), "--splits-form", "hex", "--input", "hex"]
    lines = "".join(key.hex() + "\n" for key in keys)
    found = subprocess.run(command, input=lines, check=True, capture_output=True, text=True).stdout
    counts = collections.Counter(map(int, found.split()))
    return [counts[i] for i in range(len(splits) + 1)]


@needs_jars
def test_files_are_written_and_loaded_by_hbase(spark: Any, hbase: Any, tool: str, tmp_path: pathlib.Path) -> None:
    df = frame(spark)
    splits = rowkey.spark.splits(df, LAYOUT, 4)
    hbase.create("written", ["f"], splits)
    place = rowkey.spark.by_region("key", splits)
    folder = tmp_path / "hfiles"
    write = rowkey.spark.write_hfiles(
        str(folder), table="written", family="f", columns=["load", "unit"], options=hbase.options
    )
    placed = df.transform(place)
    done = placed.transform(write)
    assert done.columns == ["rows", "duplicates", "files", "split_files"]
    assert done.first() == (ROWS, 0, 4, 0)
    assert len([file for file in (folder / "f").iterdir() if not file.name.startswith(".")]) == 4
    assert list(hbase.rows("written")) == []
    hbase.load("written", str(folder))
    rows = list(hbase.rows("written"))
    assert [key for key, _ in rows] == sorted(key for key, _ in rows)
    assert dict(rows) == expected("f")
    sizes = region_counts(tool, tmp_path, [key for key, _ in rows], splits)
    assert sizes == [len(part) for part in placed.rdd.glom().collect()]
    assert max(sizes) - min(sizes) <= 1  # the points are exact
    written = sorted(tmp_path.iterdir())
    with pytest.raises(ERRORS, match=r"exists \(expected a new folder for HFiles"):
        df.transform(rowkey.spark.write_hfiles(str(tmp_path), table="written", family="f", options=hbase.options))
    assert sorted(tmp_path.iterdir()) == written


@needs_jars
def test_a_load_with_cells_in_two_families(spark: Any, hbase: Any, tmp_path: pathlib.Path) -> None:
    hbase.create("loaded", ["m", "n"], LAYOUT.splits(3))
    columns = {"load": "m:load", "unit": "n:a unit, of text"}
    load = rowkey.spark.bulk_load(str(tmp_path / "staging"), table="loaded", columns=columns, options=hbase.options)
    assert frame(spark).transform(load).first()[:2] == (ROWS, 0)
    for key, cells in hbase.rows("loaded"):
        all_in_m = expected("m")[key]
        assert cells.pop("m:load") == all_in_m["m:load"]
        assert cells == ({"n:a unit, of text": all_in_m["m:unit"]} if "m:unit" in all_in_m else {})
    reader = spark.read.format("rowkey").option("table", "loaded").option("layout", LAYOUT.template)
    reader = reader.option("keyColumns", "host:text,ts:i64").option("valueColumns", "load BIGINT m:load")
    found = reader.options(**hbase.options).load().filter("host = 'web-5'").select("ts", "load").collect()
    assert sorted(map(tuple, found)) == [(i, 2 * i) for i in range(ROWS) if i % 97 == 5]
    assert not list((tmp_path / "staging").iterdir())


@needs_jars
def test_what_hbase_cannot_take_ends_the_query(spark: Any, hbase: Any, tmp_path: pathlib.Path) -> None:
    hbase.create("refused", ["f"], [b"m"])
    df = spark.createDataFrame([(b"a", 1), (b"z", 2), (b"a", 3)], "key binary, load long")

    def write(**arguments: Any) -> Any:
        return rowkey.spark.write_hfiles(str(tmp_path / "out"), options=hbase.options, **arguments)

    with pytest.raises(ERRORS, match="key"):
        df.transform(write(table="refused", family="f"))
    with pytest.raises(ERRORS, match=r"no family g \(expected one of f"):
        df.transform(write(table="refused", family="g"))
    with pytest.raises(ERRORS, match="expected keys, which are BINARY"):
        df.transform(write(table="refused", family="f", key="load"))
    assert not (tmp_path / "out").exists()
    one = df.transform(write(table="refused", family="f", on_duplicate_key="keepOne"))
    assert one.first() == (2, 1, 2, 0)


def test_cells_without_a_place() -> None:
    for function in (rowkey.spark.write_hfiles, rowkey.spark.bulk_load):
        with pytest.raises(ValueError, match=r"a family or a dict of columns"):
            function("out", table="t")
        with pytest.raises(ValueError, match=r"a family or a dict of columns"):
            function("out", table="t", family="f", columns={"load": "f:load"})


@pytest.mark.skipif(HAS_JARS, reason="the session has the jars")
def test_a_session_without_jars(spark: Any) -> None:
    with pytest.raises(rowkey.Error, match=r"no jar of hbase-shaded-mapreduce \(expected it in spark.driver.extra"):
        spark.range(1).transform(rowkey.spark.write_hfiles("out", table="t", family="f"))


def test_spark_connect() -> None:
    df: Any = types.SimpleNamespace()  # as there, without the frame of the JVM
    with pytest.raises(rowkey.Error, match="Spark Connect does not reach HBaseBulkLoad"):
        rowkey.spark.write_hfiles("out", table="t", family="f")(df)


@needs_jars
def test_cells_need_a_qualifier(spark: Any) -> None:
    write = rowkey.spark.write_hfiles("out", table="t", columns={"id": "f"})
    with pytest.raises(ValueError, match=r"column id goes to 'f' \(expected family:qualifier\)"):
        spark.range(1).transform(write)
