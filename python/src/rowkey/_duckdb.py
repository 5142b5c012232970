"""Relations of DuckDB: what their types say and their Arrow does not.

Nothing is imported here but what the caller has brought.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rowkey._errors import LayoutError

_FINITE = """
    CASE WHEN {column} IN ('infinity', '-infinity')
    THEN error('column {name}: the value is infinity or -infinity (expected a time that is finite)')
    ELSE {column} END
"""

_AS_IN_SQL = {
    "UHUGEINT": "{column}::HUGEINT",  # from 2^127 on, they come as negative numbers
    "DATE": _FINITE,  # comes as the largest number
    "TIMESTAMP": _FINITE,
    "TIMESTAMP_S": _FINITE,
    "TIMESTAMP_MS": _FINITE,
    "TIMESTAMP_NS": _FINITE,
    "TIMESTAMP WITH TIME ZONE": _FINITE,
}
"""Expressions that fail where a value of the type comes as another one."""


def is_relation(data: object) -> bool:
    """Return whether the data is a relation of DuckDB, whatever its version calls the module."""
    kind = type(data)
    return kind.__name__ == "DuckDBPyRelation" and kind.__module__.partition(".")[0] in {"duckdb", "_duckdb"}


def _check_type(name: str, sql_type: str, declared: str | None) -> None:
    if sql_type == "UUID" and declared != "uuid":
        msg = f"column {name} is UUID, which DuckDB hands over as text (expected a column declared as uuid, or a cast)"
        raise LayoutError(msg)
    if sql_type == "BIT":
        msg = f"column {name}: no layout can use BIT (expected a cast, for example to VARCHAR)"
        raise LayoutError(msg)


def as_in_sql(relation: Any, declared: Mapping[str, str | None]) -> Any:
    """Return the relation with the values that SQL has, or errors; `declared` has the columns that are used."""
    changed: list[str] = []
    for name, found in zip(relation.columns, map(str, relation.types), strict=True):
        if name not in declared:
            continue
        _check_type(name, found, declared[name])
        if found in _AS_IN_SQL:
            column = '"' + name.replace('"', '""') + '"'
            expression = _AS_IN_SQL[found].format(column=column, name=name.replace("'", "''"))
            changed.append(f"{expression} AS {column}")
    return relation.project(f"* REPLACE ({', '.join(changed)})") if changed else relation
