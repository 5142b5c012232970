"""A server of Spark Connect in a process of its own, on loopback, set up as java/rowkey-spark/README.md says."""

from __future__ import annotations

import contextlib
import os
import pathlib
import re
import subprocess
import sys
import threading
from collections.abc import Iterator

import pyspark

STARTED = re.compile(r"Spark Connect server started at: .*:(\d+)\s*$")


@contextlib.contextmanager
def started(folder: pathlib.Path) -> Iterator[str]:
    """Start the server, on a port that it chooses, wait until it says that it listens, and end it."""
    home = pathlib.Path(pyspark.__file__).parent
    settings = {
        "spark.master": "local[2]",
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": "0",
        "spark.sql.shuffle.partitions": "3",
        "spark.sql.session.timeZone": "America/New_York",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.jars": os.environ["ROWKEY_TEST_JARS"],
        "spark.driver.extraClassPath": os.environ["ROWKEY_TEST_HBASE_JARS"],
        "spark.sql.extensions": "io.rowkey.spark.RowKeyExtensions",
    }
    # Both scripts that begin it end in `exec`: the process is that of the server.
    command = [str(home / "bin" / "spark-submit"), "--class", "org.apache.spark.sql.connect.service.SparkConnectServer"]
    command += [word for name, value in settings.items() for word in ("--conf", f"{name}={value}")]
    environment = {**os.environ, "SPARK_HOME": str(home), "PYSPARK_PYTHON": sys.executable}
    log = folder / "connect.log"
    ready, port = threading.Event(), [""]

    def read(lines: Iterator[str]) -> None:
        with log.open("w") as written:
            for line in lines:
                written.write(line)
                written.flush()
                if found := STARTED.search(line):
                    port[0] = found.group(1)
                    ready.set()
        ready.set()

    with subprocess.Popen(
        [*command, "spark-internal"],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        reader = threading.Thread(target=read, args=(process.stdout,))
        reader.start()
        try:
            assert ready.wait(120), f"the server of Spark Connect is silent: see {log}"
            assert port[0], f"the server of Spark Connect did not start: see {log}"
            yield f"sc://127.0.0.1:{port[0]}"
        finally:
            process.kill()
            reader.join()
