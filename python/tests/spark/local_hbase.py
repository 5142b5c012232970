"""A real HBase in a process of its own, and its client in the process of Spark's driver."""

from __future__ import annotations

import contextlib
import pathlib
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from typing import Any


class LocalHBase:
    """An HBase that runs; `options` tell a client where."""

    def __init__(self, spark: Any, folder: pathlib.Path, port: str) -> None:
        self.folder = folder
        self.options = {
            "hbase.zookeeper.quorum": "127.0.0.1",
            "hbase.zookeeper.property.clientPort": port,
            "hbase.fs.tmp.dir": str(folder / "staging"),
            "hbase.client.pause": "10",
            "hbase.client.retries.number": "200",
        }
        self._gateway, self._jvm = spark.sparkContext._gateway, spark._jvm
        self._client = self._jvm.org.apache.hadoop.hbase.client
        settings = self._jvm.org.apache.hadoop.hbase.HBaseConfiguration.create()
        for name, value in self.options.items():
            settings.set(name, value)
        self._connection = self._client.ConnectionFactory.createConnection(settings)

    def close(self) -> None:
        self._connection.close()

    def create(self, table: str, families: Sequence[str], splits: Sequence[bytes]) -> None:
        descriptor = self._client.TableDescriptorBuilder.newBuilder(self._name(table))
        for family in families:
            descriptor.setColumnFamily(self._client.ColumnFamilyDescriptorBuilder.of(family))
        points = self._gateway.new_array(self._jvm.byte, len(splits), 1)
        for i, point in enumerate(splits):
            points[i] = bytes(point)
        admin = self._connection.getAdmin()
        admin.createTable(descriptor.build(), points)
        admin.close()

    def rows(self, table: str) -> Iterator[tuple[bytes, dict[str, bytes]]]:
        """Return the keys and cells that HBase's own client finds in a scan, in its order."""
        scanner = self._connection.getTable(self._name(table)).getScanner(self._client.Scan().setCaching(1000))
        while (found := scanner.next()) is not None:
            cells = {}
            for cell in found.listCells():
                util = self._jvm.org.apache.hadoop.hbase.CellUtil
                place = bytes(util.cloneFamily(cell)) + b":" + bytes(util.cloneQualifier(cell))
                cells[place.decode()] = bytes(util.cloneValue(cell))
            yield bytes(found.getRow()), cells
        scanner.close()

    def load(self, table: str, folder: str) -> None:
        """Run what `hbase completebulkload` runs."""
        tool = self._jvm.org.apache.hadoop.hbase.tool.BulkLoadHFiles.create(self._connection.getConfiguration())
        tool.bulkLoad(self._name(table), self._jvm.org.apache.hadoop.fs.Path(folder))

    def _name(self, table: str) -> Any:
        return self._jvm.org.apache.hadoop.hbase.TableName.valueOf(table)


@contextlib.contextmanager
def started(spark: Any, command: str, folder: pathlib.Path) -> Iterator[LocalHBase]:
    """Start an HBase, by a command that takes a folder and a number of region servers, and end it.

    It says where it listens, and ends by itself when its standard input does.
    """
    (folder / "tmp").mkdir()
    log = folder / "hbase.err"
    words = shlex.split(command)
    words[1:1] = ["-Xmx1g", f"-Drowkey.hbase.log={folder / 'hbase.log'}", f"-Djava.io.tmpdir={folder / 'tmp'}"]
    with (
        log.open("w") as errors,
        subprocess.Popen(
            [*words, str(folder), "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        try:
            assert process.stdout is not None
            ready = "ZooKeeper listens at "
            port = next((line.removeprefix(ready) for line in process.stdout if line.startswith(ready)), None)
            assert port is not None, f"HBase did not start: see {folder}"
            hbase = LocalHBase(spark, folder, port.strip())
            try:
                yield hbase
            finally:
                hbase.close()
        finally:
            process.kill()
