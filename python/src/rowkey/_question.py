"""Questions, asked for one record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rowkey import _rowkey
from rowkey._data import kind_of_values
from rowkey._layout import kinds_of_columns

if TYPE_CHECKING:
    from rowkey._layout import ArrowSchema


def fill_question(
    question: str, record: Mapping[str, Any], columns: Mapping[str, str] | ArrowSchema | None = None
) -> str:
    """Return a question, as advise() takes it, with the values of a record: conditions, as Layout.ranges() takes them.

    The value of the record stands for each `?`, and `ts in last 1h` becomes the hour up to its `ts`. The weight, an
    order and a limit are left out.

    Args:
        question: the question.
        record: the values by the names of their columns.
        columns: the types of columns, as Layout() takes them; the others have those of their values.

    Raises:
        ConditionError: a question that cannot be read; it shows the place.
        RowError: the record has no value for the question, or one that its column does not hold; its row is 0.
        TypeError: a value of a kind that its column does not take.

    >>> import datetime, rowkey
    >>> record = {"host": "web-1", "ts": datetime.datetime(2024, 3, 1, 12)}
    >>> rowkey.fill_question("10: host = ?, ts in last 1h", record, {"ts": "time(s)"})
    'host = "web-1", ts > "2024-03-01T11:00:00Z", ts <= "2024-03-01T12:00:00Z"'

    """
    given = kinds_of_columns(columns) or {}
    kinds = {name: given[name] if name in given else kind_of_values(name, [record[name]], "text") for name in record}
    items = [(name, kind, record.get(name)) for name, kind in {**given, **kinds}.items()]
    return _rowkey.fill_question(question.encode("utf-8", "surrogateescape"), items)
