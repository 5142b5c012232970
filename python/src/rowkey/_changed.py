"""Says once in a process where values are read otherwise than rowkey 0.4 did, and which type makes its keys."""

from __future__ import annotations

import warnings
from collections.abc import Mapping

from rowkey import _rowkey
from rowkey._errors import ChangedKeysWarning

_said: set[str] = set()


def _change(declared: str, given: str) -> str | None:
    """Return what has changed for values that are of a type by themselves in a column that is declared so."""
    if declared in {"hex", "base64", "ip"} and given == "text":
        return f"text is read as {declared}; rowkey 0.4 took its bytes, as a column declared as text does"
    if not declared.startswith("decimal(") or given == declared:
        return None
    if given in {"i64", "u64"}:
        return "integers are whole numbers; rowkey 0.4 took them for all of the digits, as a column of i64 does"
    if given.startswith("decimal("):
        return f"decimals keep their value; rowkey 0.4 took their digits, as a column declared as {given} has them"
    return None


def may_have_changed(columns: Mapping[str, str]) -> bool:
    """Return whether columns of these types can be read otherwise."""
    return any(kind.startswith(("decimal(", "hex", "base64", "ip")) for kind in columns.values())


def warn_of_changes(columns: Mapping[str, str], schema: _rowkey.Schema) -> None:
    """Warn of columns of the data that 0.4 read otherwise, of each change once."""
    if schema.format != "+s":
        return
    found = _rowkey.schema_kinds(schema)
    for name, declared in columns.items():
        change = _change(declared, found.get(name, ""))
        if change is None or change in _said:
            continue
        _said.add(change)
        off = "warnings.filterwarnings('ignore', category=rowkey.ChangedKeysWarning) turns this off"
        warnings.warn(f"column {name} is declared as {declared}: {change}. {off}", ChangedKeysWarning, stacklevel=4)
