"""What a client of Spark Connect asks of a server, in a process without a JVM.

Arguments: the address of the server, and the options of a table of HBase as JSON. Each answer is a line of JSON.
"""

from __future__ import annotations

import json
import pathlib
import sys
import tempfile
from typing import Any

from pyspark.sql import SparkSession, functions

import rowkey
import rowkey.spark

ROWS = "concat('web-', id % 7) AS host", "id AS ts", "2 * id AS load"


def say(name: str, found: Any) -> None:
    print(json.dumps([name, found]), flush=True)


def message_of(call: Any) -> str:
    try:
        call()
    except Exception as e:  # of one of many types
        return str(e)
    return "no error"


def functions_of(spark: Any, layout: rowkey.Layout) -> None:
    frame = spark.range(10, numPartitions=2).selectExpr(*ROWS)
    record = functions.struct("host", "ts")
    key = functions.call_function("rowkey_encode", functions.lit(layout.template), record)
    say("keys", [bytes(row[0]).hex() for row in frame.select(key).collect()])
    sql = f"rowkey_encode('{layout.template}', struct(host, ts))"
    columns = "host:text,ts:i64"
    back = frame.selectExpr(f"rowkey_decode('{layout.template}', {sql}, '{columns}') AS back").select("back.*")
    say("back", [list(row) for row in back.collect()])
    bad = spark.sql(
        "SELECT try_rowkey_encode('{id:02d}', struct(id)), rowkey_error('{id:02d}', struct(id)) FROM range(99, 101)"
    )
    say("bad", [[None if row[0] is None else bytes(row[0]).decode(), row[1] is None] for row in bad.collect()])
    say("region", [row[0] for row in frame.selectExpr(f"rowkey_region({sql}, array('5'))").collect()])
    say(
        "error",
        message_of(lambda: spark.sql("SELECT rowkey_encode('{id:02d}', struct(id)) FROM range(100, 101)").collect()),
    )
    keyed = frame.transform(rowkey.spark.with_key(layout, "key", "host", "ts"))
    say("workers", [bytes(row.key).hex() for row in keyed.collect()])
    load = rowkey.spark.write_hfiles("unused", table="unused", family="m", columns=["load"])
    say("loads", message_of(lambda: keyed.transform(load)))


def source(spark: Any, options: dict[str, str], rows: int) -> None:
    frame = spark.range(rows, numPartitions=3).selectExpr(*ROWS)
    for part, more in (("ts < 200", {}), ("ts >= 200 AND ts < 300", {"write": "bulk-load"})):
        frame.filter(part).write.format("rowkey").options(**options, **more).mode("append").save()
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        frame.filter("ts >= 300").write.parquet(str(place / "input"))
        stream = spark.readStream.schema(frame.schema).parquet(str(place / "input")).writeStream.format("rowkey")
        stream = stream.options(**options).option("checkpointLocation", str(place / "checkpoint"))
        stream.trigger(availableNow=True).start().awaitTermination()
    reader = spark.read.format("rowkey").options(**options)
    found = reader.load().filter("host = 'web-5' AND ts < 20")
    say("read", sorted([row.host, row.ts, row.load] for row in found.collect()))
    say("plan", found._explain_string())
    say("count", reader.load().count())
    say("wrong", message_of(lambda: frame.drop("load").write.format("rowkey").options(**options).mode("append").save()))


def tables(spark: Any, options: dict[str, str]) -> None:
    listed = ", ".join(f"`{name}` '{value}'" for name, value in options.items())
    spark.sql(f"CREATE TABLE declared USING rowkey OPTIONS ({listed})")
    spark.sql("INSERT INTO declared VALUES ('web-9', 1, 2)")
    frame = spark.sql("SELECT 'web-9' AS host, 2L AS ts, 4L AS load")
    writer = frame.writeTo("made").using("rowkey")
    for name, value in options.items():
        writer = writer.option(name, value)
    writer.create()
    frame.withColumn("ts", functions.lit(3)).writeTo("made").append()
    say("tables", sorted(row.ts for row in spark.table("declared").filter("host = 'web-9'").collect()))
    say("replace", message_of(writer.createOrReplace))
    say("kept", spark.catalog.tableExists("made"))


def main() -> None:
    remote, options, rows = sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3])
    spark = SparkSession.builder.remote(remote).getOrCreate()
    layout = rowkey.Layout(options["layout"], columns={"host": "text", "ts": "i64"})
    functions_of(spark, layout)
    source(spark, options, rows)
    tables(spark, options)
    spark.stop()


if __name__ == "__main__":
    main()
