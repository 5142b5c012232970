"""Keys of a frame's rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark.sql import functions

from rowkey._errors import LayoutError
from rowkey.spark import _workers
from rowkey.spark._functions import HAS_ARROW_UDF, arrow_function

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

    from rowkey._layout import Layout

_ARGUMENTS = "rowkey arguments"  # a column that stands in a frame for the time of encoding
_KEY_AND_ERROR = "key binary, error string"


def _columns_of(
    layout: Layout, columns: tuple[str | Column, ...], named: dict[str, str | Column]
) -> list[tuple[str | None, Column]]:
    """Return the columns that a layout is given, with their names, where the driver knows these.

    Checks that Spark may compute the keys twice.
    """
    if any(warning.id == "random-field" for warning in layout.explain().warnings):
        msg = (
            f"{layout.template} has random(): Spark runs tasks again, and a row would get another key each time "
            "(expected a hash of its columns in place of random())"
        )
        raise LayoutError(msg)
    given = [_with_name(column) for column in columns]
    given += [(name, functions.col(column) if isinstance(column, str) else column) for name, column in named.items()]
    given = given or [_with_name(name) for name in layout.columns]
    if not given:
        msg = f"no columns (expected those of {layout.template})"
        raise TypeError(msg)
    return given


def _with_name(column: str | Column) -> tuple[str | None, Column]:
    if not isinstance(column, str):
        return None, column
    is_path = any(character in column for character in ".`*")  # whose name Spark finds out
    return None if is_path else column, functions.col(column)


def _struct(given: list[tuple[str | None, Column]]) -> Column:
    return functions.struct(*(column if name is None else column.alias(name) for name, column in given))


def struct_of(layout: Layout) -> Column:
    """Return a struct of the columns that a layout uses, by their names."""
    return _struct(_columns_of(layout, (), {}))


def _compute(work: _workers.Work, returns: str, given: list[tuple[str | None, Column]]) -> Column:
    """Return the column that does this work on structs of columns; it needs PySpark 4.1.

    A struct that Spark makes costs as much as the way of a column to the worker and back, so columns with known names
    go side by side.
    """
    names = [name for name, _ in given if name is not None]
    if len(names) < len(given):
        return arrow_function(work, returns)(_struct(given))
    return arrow_function(_workers.of_columns(work, names), returns)(*(column for _, column in given))


def _needs_arrow_udf(name: str) -> None:
    if not HAS_ARROW_UDF:
        msg = f"rowkey.spark.{name} needs PySpark 4.1 (expected rowkey.spark.with_key, which takes PySpark 3.5, too)"
        raise NotImplementedError(msg)


def key(layout: Layout, *columns: str | Column, **named: str | Column) -> Column:
    r"""Return the rows' keys, a column of binary. Needs PySpark 4.1.

    A row that the layout has no key for, a null among them that it does not replace, ends the query: the error names
    its column, its value, and its row in its partition.

    Args:
        layout: the layout. Without columns of its own it is compiled for the types of the data. One with random() is
            refused: Spark runs tasks again, and its rows have no numbers.
        columns: the layout's columns, as names or columns, which are found by the name that Spark gives them; none:
            those that the layout uses. A Column here makes Spark build a struct of all of them for each row, which
            takes longer than the key: prefer names and named ones.
        named: the same, by the names that the layout has for them.

    Raises:
        LayoutError: the layout has random().
        NotImplementedError: PySpark is older than 4.1; with_key() takes it, too.

    >>> layout = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:05d}")
    >>> df = spark.createDataFrame([("web-1", 17)], "host string, ts long")
    >>> bytes(df.select(rowkey.spark.key(layout, "host", "ts")).first()[0])
    b'072|web-1|00017'
    >>> bytes(df.select(rowkey.spark.key(layout, "host", ts=df.ts + 1)).first()[0])
    b'072|web-1|00018'

    """
    _needs_arrow_udf("key")
    return _compute(_workers.keys(layout), "binary", _columns_of(layout, columns, named)).alias("key")


def try_key(layout: Layout, *columns: str | Column, **named: str | Column) -> Column:
    """Return the rows' keys as key() does, null for a row that has none. Needs PySpark 4.1."""
    _needs_arrow_udf("try_key")
    given = _columns_of(layout, columns, named)
    return _compute(_workers.keys(layout, "null"), "binary", given).alias("key")


def key_error(layout: Layout, *columns: str | Column, **named: str | Column) -> Column:
    """Return why rows have no key, a column of string, null for those that have one. Needs PySpark 4.1.

    It takes what key() takes.

    >>> layout = rowkey.Layout("{host}|{ts:u64}")
    >>> df = spark.createDataFrame([("web-1", 17), ("web-2", -3)], "host string, ts long")
    >>> df.select(rowkey.spark.key_error(layout, "host", "ts")).collect()[1][0]
    'ts = -3 does not fit {ts:u64} (column ts, at least 0)'
    """
    _needs_arrow_udf("key_error")
    given = _columns_of(layout, columns, named)
    return _compute(_workers.keys_and_errors(layout), _KEY_AND_ERROR, given)["error"].alias("error")


def with_key(
    layout: Layout, name: str, /, *columns: str | Column, errors: str | None = None, **named: str | Column
) -> Callable[[DataFrame], DataFrame]:
    r"""Return a function for DataFrame.transform that adds the rows' keys, a column of binary.

    In PySpark 4.1 and later it is withColumn() of key(). Earlier ones hand whole rows to a worker and back, by
    mapInArrow(): select what you need before it.

    Args:
        layout: as key() takes it.
        name: the new column. One that is there is replaced.
        columns: the layout's columns, as key() takes them.
        errors: the name of one more column, of string: why a row has no key, which is null then. None: such a row ends
            the query.
        named: the layout's columns, as key() takes them.

    Raises:
        LayoutError: the layout has random().

    >>> layout = rowkey.Layout("{host}|{ts:05d}")
    >>> df = spark.createDataFrame([("web-1", 17), ("web-2", None)], "host string, ts long")
    >>> keyed = df.transform(rowkey.spark.with_key(layout, "key", "host", "ts", errors="error"))
    >>> bytes(keyed.filter("error is null").first()["key"])
    b'web-1|00017'
    >>> keyed.filter("error is not null").drop("key").first()
    Row(host='web-2', ts=None, error='ts is null (column ts, a value, or coalesce(ts, 0) in the layout)')

    """
    given = _columns_of(layout, columns, named)
    work = _workers.keys(layout) if errors is None else _workers.keys_and_errors(layout)

    def add(df: DataFrame) -> DataFrame:
        if not HAS_ARROW_UDF:
            return _add_by_map(df, _struct(given), work, name, errors)
        if errors is None:
            return df.withColumn(name, _compute(work, "binary", given))
        both = df.withColumn(_ARGUMENTS, _compute(work, _KEY_AND_ERROR, given))
        added = both.withColumn(name, functions.col(f"`{_ARGUMENTS}`.key"))
        return added.withColumn(errors, functions.col(f"`{_ARGUMENTS}`.error")).drop(_ARGUMENTS)

    return add


def _add_by_map(df: DataFrame, arguments: Column, work: _workers.Work, name: str, errors: str | None) -> DataFrame:
    """Add the columns with mapInArrow(): the frame has them as nulls before, where withColumn() puts them."""
    wide = df.withColumn(_ARGUMENTS, arguments).withColumn(name, functions.lit(None).cast("binary"))
    if errors is not None:
        wide = wide.withColumn(errors, functions.lit(None).cast("string"))

    def run(batches: Iterable[Any]) -> Iterator[Any]:
        rest: list[Any] = []

        def arguments_of_batches() -> Iterator[Any]:
            for batch in batches:
                rest.append(batch)
                yield batch.column(batch.schema.get_field_index(_ARGUMENTS))

        for found in work(arguments_of_batches()):
            columns = dict(zip(rest[-1].schema.names, rest.pop().columns, strict=True))
            del columns[_ARGUMENTS]
            if errors is None:
                columns[name] = found
            else:
                columns[name], columns[errors] = found.flatten()
            yield pa.RecordBatch.from_arrays(list(columns.values()), list(columns))

    return wide.mapInArrow(run, wide.drop(_ARGUMENTS).schema)
