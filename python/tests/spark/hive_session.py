"""Uses tables of HBase through a metastore of Hive, embedded Derby, in a session of its own.

Arguments: a folder, the options of a table of HBase as JSON, and `make` or `use`. It prints what it finds as JSON.
"""

from __future__ import annotations

import json
import os
import pathlib
import sys

from pyspark.sql import SparkSession


def main() -> None:
    folder, options, what = pathlib.Path(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3]
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.jars": os.environ["ROWKEY_TEST_JARS"],
        "spark.driver.extraClassPath": os.environ["ROWKEY_TEST_HBASE_JARS"],
        "spark.sql.extensions": "io.rowkey.spark.RowKeyExtensions",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.hadoop.javax.jdo.option.ConnectionURL": f"jdbc:derby:;databaseName={folder / 'metastore'};create=true",
    }
    builder = SparkSession.builder.master("local[2]").enableHiveSupport()
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    frame = spark.range(100).selectExpr("concat('web-', id % 7) AS host", "id AS ts", "2 * id AS load")
    frame.createOrReplaceTempView("some_rows")
    listed = ", ".join(f"`{name}` '{value}'" for name, value in options.items())
    if what == "make":
        spark.sql(f"CREATE TABLE declared (host STRING, ts BIGINT, load BIGINT) USING rowkey OPTIONS ({listed})")
        spark.sql(f"CREATE TABLE inferred USING rowkey OPTIONS ({listed})")
        spark.sql("INSERT INTO inferred SELECT host, ts, load FROM some_rows WHERE ts < 40")
        spark.sql(f"CREATE TABLE selected USING rowkey OPTIONS ({listed}) AS SELECT * FROM some_rows WHERE ts < 70")
        frame.filter("ts < 80").write.format("rowkey").options(**options).saveAsTable("saved")
    else:
        spark.sql("INSERT INTO declared SELECT * FROM some_rows")
    names = ["declared", "inferred", "selected", "saved"]
    counts = {name: spark.table(name).count() for name in names}
    found = {name: spark.table(name).filter("host = 'web-5' AND ts < 20").count() for name in names}
    plan = spark.table("saved").filter("host = 'web-5'")._jdf.queryExecution().executedPlan().toString()
    print(json.dumps({"counts": counts, "found": found, "plan": plan}))
    spark.stop()


if __name__ == "__main__":
    main()
