"""HFiles and bulk loads: rows that go into a table of HBase by way of files, which the package for the JVM writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from py4j.java_gateway import JavaPackage

from rowkey._errors import Error

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

DuplicateKeys = Literal["fail", "keepOne"]

_EXTENSIONS = "io.rowkey.spark.RowKeyExtensions"
_RESULT = "rows bigint, duplicates bigint, files int, split_files int"


def write_hfiles(
    folder: str,
    *,
    table: str,
    family: str | None = None,
    columns: Iterable[str] | Mapping[str, str] | None = None,
    key: str = "key",
    on_duplicate_key: DuplicateKeys = "fail",
    rows_per_task: int = 0,
    options: Mapping[str, str] | None = None,
) -> Callable[[DataFrame], DataFrame]:
    """Return a function for DataFrame.transform that writes a frame as HFiles for a table of HBase, which loads none.

    `hbase completebulkload FOLDER TABLE` takes them. It asks HBase for the table's regions and families, puts rows
    where the regions are now, sorts them and writes them: at once, and not when the frame that it returns is read. That
    has one row, which says how many rows and files were written. The folder has its name once all files are complete.

    The session needs the jars of rowkey-spark and of HBase, and its extension; Spark Connect has no way to them.

    Args:
        folder: a new folder, on the file system of HBase.
        table: the table, perhaps with its namespace, as in ns:name.
        family: the column family of the cells, each of which has the name of its column for a qualifier.
        columns: the columns that become cells; None: all but the keys. Or where each of them goes, as
            "family:qualifier". Integers, doubles, floats, booleans, strings and binary are written as HBase's Bytes
            does; a null is no cell.
        key: the column of the keys, which are binary.
        on_duplicate_key: "fail", or "keepOne": of rows with the same key any one is written.
        rows_per_task: parts larger regions among several tasks, for which the frame is read once more or twice. 0: one
            task for each region.
        options: settings of HBase and Hadoop, such as hbase.zookeeper.quorum. They go before those of hbase-site.xml.

    Raises:
        ValueError: the columns have no family, or two of them.
        rowkey.Error: the session lacks the jars or the extension, or is one of Spark Connect.

    """
    return _action(
        lambda load: load.writeHFiles(folder),
        table=table,
        family=family,
        columns=columns,
        key=key,
        on_duplicate_key=on_duplicate_key,
        rows_per_task=rows_per_task,
        options=options,
    )


def bulk_load(
    staging: str,
    *,
    table: str,
    family: str | None = None,
    columns: Iterable[str] | Mapping[str, str] | None = None,
    key: str = "key",
    on_duplicate_key: DuplicateKeys = "fail",
    rows_per_task: int = 0,
    options: Mapping[str, str] | None = None,
) -> Callable[[DataFrame], DataFrame]:
    """Return a function for DataFrame.transform that loads a frame into a table of HBase, by way of HFiles.

    It is write_hfiles() and what takes the files: nothing is in the table before all of them are complete, and HBase
    then takes those of each region at once.

    Args:
        staging: a folder for the files, on the file system of HBase, so that none has to be copied. It is made where
            there is none. Nothing stays in it but files that HBase did not take: the exception names their folder, and
            `hbase completebulkload FOLDER TABLE` takes them.
        table: as write_hfiles() takes it, and so are the others.
        family: the column family of the cells.
        columns: the columns that become cells, or where each of them goes.
        key: the column of the keys.
        on_duplicate_key: "fail" or "keepOne".
        rows_per_task: parts larger regions among several tasks.
        options: settings of HBase and Hadoop.

    Raises:
        ValueError: the columns have no family, or two of them.
        rowkey.Error: the session lacks the jars or the extension, or is one of Spark Connect.

    """
    return _action(
        lambda load: load.staging(staging).load(),
        table=table,
        family=family,
        columns=columns,
        key=key,
        on_duplicate_key=on_duplicate_key,
        rows_per_task=rows_per_task,
        options=options,
    )


def _action(
    finish: Callable[[Any], Any],
    *,
    table: str,
    family: str | None,
    columns: Iterable[str] | Mapping[str, str] | None,
    key: str,
    on_duplicate_key: DuplicateKeys,
    rows_per_task: int,
    options: Mapping[str, str] | None,
) -> Callable[[DataFrame], DataFrame]:
    """Return what sets up an HBaseBulkLoad for a frame, and finishes it."""
    if not isinstance(columns, Mapping) and columns is not None:
        columns = list(columns)
    if (family is None) != isinstance(columns, Mapping):
        msg = 'a family or a dict of columns says where cells go (expected family="f", or columns={"x": "f:x"})'
        raise ValueError(msg)

    def run(df: DataFrame) -> DataFrame:
        load = _bulk_load_of(df).rowKey(key).table(table).onDuplicateKey(on_duplicate_key).rowsPerTask(rows_per_task)
        for column, column_family, qualifier in _cells(df, family, columns, key):
            load.valueColumn(column, column_family, qualifier)
        for option, value in (options or {}).items():
            load.option(option, value)
        done = finish(load)
        counts = (done.rows(), done.duplicates(), done.files(), done.splitFiles())
        return df.sparkSession.createDataFrame([counts], _RESULT)

    return run


def _cells(
    df: DataFrame, family: str | None, columns: list[str] | Mapping[str, str] | None, key: str
) -> list[tuple[str, str, str]]:
    """Return the column, family and qualifier of each kind of cell."""
    if isinstance(columns, Mapping):
        return [(column, *_place_of(column, place)) for column, place in columns.items()]
    names = [column for column in df.columns if column != key] if columns is None else columns
    return [(column, str(family), column) for column in names]


def _place_of(column: str, place: str) -> tuple[str, str]:
    family, colon, qualifier = place.partition(":")
    if not colon:
        msg = f"column {column} goes to {place!r} (expected family:qualifier)"
        raise ValueError(msg)
    return family, qualifier


def _bulk_load_of(df: DataFrame) -> Any:
    """Return the HBaseBulkLoad of a frame."""
    try:
        frame, jvm, conf = df._jdf, df.sparkSession._jvm, df.sparkSession.conf
    except AttributeError:
        msg = (
            "Spark Connect does not reach HBaseBulkLoad (expected df.write.format('rowkey') with the option "
            "write=bulk-load, or a session in the driver's own process)"
        )
        raise Error(msg) from None
    assert jvm is not None
    for found, jar, place in (
        (jvm.org.apache.hadoop.hbase.client.ConnectionFactory, "hbase-shaded-mapreduce", "spark.driver.extraClassPath"),
        (jvm.io.rowkey.spark.HBaseBulkLoad, "rowkey-spark", "spark.jars or spark.jars.packages"),
    ):
        if isinstance(found, JavaPackage):
            msg = f"the session has no jar of {jar} (expected it in {place})"
            raise Error(msg)
    if _EXTENSIONS not in (conf.get("spark.sql.extensions", "") or ""):
        msg = f"the session lacks an extension (expected spark.sql.extensions={_EXTENSIONS})"
        raise Error(msg)
    return jvm.io.rowkey.spark.HBaseBulkLoad.of(frame)
