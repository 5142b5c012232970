"""Frames and streams that are put into a real HBase, and tables of the catalog, by the source `rowkey`."""

from __future__ import annotations

import os
import pathlib
import struct
from typing import Any

import pytest

import rowkey

pytest.importorskip("pyspark")
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

LAYOUT = rowkey.Layout("{md5(host) % 100:02d}|{host}|{ts:i64}", columns={"host": "text", "ts": "i64"})
ROWS = 500
ERRORS = (PySparkException, Py4JJavaError)
pytestmark = pytest.mark.skipif(
    "ROWKEY_TEST_JARS" not in os.environ, reason="scripts/test-python --spark builds the jars"
)


def frame(spark: Any) -> Any:
    return spark.range(ROWS, numPartitions=3).selectExpr("concat('web-', id % 7) AS host", "id AS ts", "2 * id AS load")


def expected() -> dict[bytes, dict[str, bytes]]:
    """Return the rows that a table has then, written out by hand."""
    return {LAYOUT.key(host=f"web-{i % 7}", ts=i): {"m:load": struct.pack(">q", 2 * i)} for i in range(ROWS)}


def options_of(hbase: Any, table: str) -> dict[str, str]:
    columns = {"keyColumns": "host:text,ts:i64", "valueColumns": "load BIGINT m:load"}
    return {"table": table, "layout": LAYOUT.template, **columns, **hbase.options}


@pytest.mark.parametrize("write", ["puts", "bulk-load"])
def test_frames_are_appended(spark: Any, hbase: Any, tmp_path: pathlib.Path, write: str) -> None:
    hbase.create(write, ["m"], LAYOUT.splits(3))
    options = {**options_of(hbase, write), "write": write, "staging": str(tmp_path / "staging")}
    frame(spark).write.format("rowkey").options(**options).mode("append").save()
    assert dict(hbase.rows(write)) == expected()
    bad = frame(spark).selectExpr("if(ts = 7, NULL, host) AS host", "ts", "load")
    with pytest.raises(ERRORS, match=r"\(host = null, ts = 7\)"):
        bad.write.format("rowkey").options(**options).mode("append").save()
    good = "try_rowkey_encode('{host}', struct(host)) IS NOT NULL"
    assert bad.filter(good).count() == ROWS - 1


def test_tables_of_the_catalog_are_there_in_a_new_session(spark: Any, hbase: Any) -> None:
    hbase.create("catalog", ["m"], LAYOUT.splits(3))
    options = ", ".join(f"`{name}` '{value}'" for name, value in options_of(hbase, "catalog").items())
    spark.sql(f"CREATE TABLE written (host STRING, ts BIGINT, load BIGINT) USING rowkey OPTIONS ({options})")
    frame(spark).createOrReplaceGlobalTempView("some_rows")
    session = spark.newSession()
    try:
        session.sql("INSERT INTO written SELECT host, ts, load FROM global_temp.some_rows")
        assert dict(hbase.rows("catalog")) == expected()
        assert session.table("written").filter("host = 'web-5' AND ts < 20").count() == 3  # 5, 12 and 19
    finally:
        spark.sql("DROP TABLE written")


def test_frames_make_tables_of_the_catalog(spark: Any, hbase: Any) -> None:
    hbase.create("made", ["m"], LAYOUT.splits(3))
    options = options_of(hbase, "made")
    try:
        frame(spark).filter("ts < 200").write.format("rowkey").options(**options).saveAsTable("made")
        frame(spark).filter("ts >= 200").write.format("rowkey").mode("append").saveAsTable("made")
        assert dict(hbase.rows("made")) == expected()
        assert spark.newSession().table("made").filter("host = 'web-5' AND ts < 20").count() == 3
        with pytest.raises(ERRORS, match="the table made is not replaced"):
            frame(spark).writeTo("made").using("rowkey").createOrReplace()
        assert spark.catalog.tableExists("made")
    finally:
        spark.sql("DROP TABLE IF EXISTS made")


def test_views_are_read_and_written(spark: Any, hbase: Any) -> None:
    hbase.create("viewed", ["m"], LAYOUT.splits(3))
    options = ", ".join(f"`{name}` '{value}'" for name, value in options_of(hbase, "viewed").items())
    spark.sql(f"CREATE OR REPLACE TEMPORARY VIEW viewed USING rowkey OPTIONS ({options})")
    frame(spark).createOrReplaceTempView("rows_of_a_view")
    spark.sql("INSERT INTO viewed SELECT * FROM rows_of_a_view")
    assert dict(hbase.rows("viewed")) == expected()
    assert spark.table("viewed").filter("host = 'web-5' AND ts < 20").count() == 3


def test_streams_go_on_from_their_checkpoint(spark: Any, hbase: Any, tmp_path: pathlib.Path) -> None:
    hbase.create("stream", ["m"], LAYOUT.splits(3))
    for part in ("ts < 200", "ts >= 200"):
        frame(spark).filter(part).write.mode("append").parquet(str(tmp_path / "input"))
        stream = spark.readStream.schema(frame(spark).schema).parquet(str(tmp_path / "input"))
        writer = stream.writeStream.format("rowkey").options(**options_of(hbase, "stream"))
        query = writer.option("checkpointLocation", str(tmp_path / "checkpoint")).trigger(availableNow=True).start()
        query.awaitTermination()
    assert dict(hbase.rows("stream")) == expected()


def test_bad_rows_of_a_table(spark: Any, hbase: Any) -> None:
    hbase.create("bad", ["m"], LAYOUT.splits(3))
    frame(spark).write.format("rowkey").options(**options_of(hbase, "bad")).mode("append").save()
    other = {**options_of(hbase, "bad"), "layout": "{host}", "keyColumns": "host:text"}
    spark.sql("SELECT 'x' AS host, 1L AS load").write.format("rowkey").options(**other).mode("append").save()
    reader = spark.read.format("rowkey").options(**options_of(hbase, "bad"))
    with pytest.raises(ERRORS, match="row x of table bad: "):
        reader.load().collect()
    assert reader.option("mode", "DROPMALFORMED").load().count() == ROWS
    told = reader.option("mode", "PERMISSIVE").load().filter("_corrupt_record IS NOT NULL").collect()
    assert [row[3].partition(": ")[0] for row in told] == ["row x of table bad"]
