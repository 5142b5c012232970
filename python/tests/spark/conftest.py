"""A session of Spark on two threads, which the tests share, and an HBase for those of a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest

pyspark = pytest.importorskip("pyspark", reason="scripts/test-python --spark has PySpark")


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from pyspark.sql import SparkSession  # noqa: PLC0415

    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.memory": "1g",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": "3",
        "spark.sql.session.timeZone": "America/New_York",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "700",
        "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
    }
    if "ROWKEY_TEST_JARS" in os.environ:  # as java/rowkey-spark/README.md sets them up
        settings["spark.jars"] = os.environ["ROWKEY_TEST_JARS"]
        settings["spark.driver.extraClassPath"] = os.environ["ROWKEY_TEST_HBASE_JARS"]
        settings["spark.sql.extensions"] = "io.rowkey.spark.RowKeyExtensions"
    builder = SparkSession.builder.master("local[2,3]")  # a task is run up to three times
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def hbase(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    import local_hbase  # noqa: PLC0415

    with local_hbase.started(spark, os.environ["ROWKEY_TEST_HBASE"], tmp_path_factory.mktemp("hbase")) as found:
        yield found
