"""Executors in processes of their own get the package with the job, as java/rowkey-spark/README.md says."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import rowkey

pyspark = pytest.importorskip("pyspark")

JOB = """
import json
import rowkey, rowkey.spark
from pyspark.sql import SparkSession

def place(_):
    import rowkey
    yield rowkey.__file__

spark = SparkSession.builder.getOrCreate()
layout = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")
df = spark.range(1000, numPartitions=4).selectExpr("concat('web-', id % 7) AS host", "id AS ts")
keys = [bytes(row.key) for row in df.transform(rowkey.spark.with_key(layout, "key", "host", "ts")).collect()]
places = sorted(set(spark.sparkContext.parallelize(range(8), 8).mapPartitions(place).collect()))
print("found", json.dumps([[key.hex() for key in keys], places]), flush=True)
spark.stop()
"""


def test_the_package_travels_as_an_archive(tmp_path: pathlib.Path) -> None:
    installed = pathlib.Path(rowkey.__file__).parent
    shutil.copytree(installed, tmp_path / "libs" / "rowkey", ignore=shutil.ignore_patterns("__pycache__"))
    archive = shutil.make_archive(str(tmp_path / "rowkey"), "zip", tmp_path / "libs")
    job = tmp_path / "job.py"
    job.write_text(JOB)
    home = pathlib.Path(pyspark.__file__).parent
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.memory": "512m",
        "spark.executor.memory": "512m",
        "spark.executorEnv.PYTHONPATH": "rowkey-libs",
    }
    options = [word for name, value in settings.items() for word in ("--conf", f"{name}={value}")]
    command = [home / "bin" / "spark-submit", "--master", "local-cluster[2,1,512]", *options]
    environment = {
        **os.environ,
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_PYTHON": sys.executable,
    }
    try:
        done = subprocess.run(
            [*command, "--archives", f"{archive}#rowkey-libs", job],
            env=environment, check=False, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
    finally:
        shutil.rmtree(home / "work", ignore_errors=True)  # where executors of this master run
    found = [line for line in done.stdout.splitlines() if line.startswith("found ")]
    assert len(found) == 1, done.stderr[-5000:]
    keys, places = json.loads(found[0].removeprefix("found "))
    layout = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")
    assert sorted(keys) == sorted(layout.key(host=f"web-{i % 7}", ts=i).hex() for i in range(1000))
    assert len(places) == 2  # one for each executor
    assert all(place.startswith(str(home / "work")) for place in places)
    assert all(place.endswith("/rowkey-libs/rowkey/__init__.py") for place in places)
