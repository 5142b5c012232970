"""Layouts: templates of row keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rowkey import _rowkey
from rowkey._conditions import conditions_of
from rowkey._explanation import Explanation
from rowkey._ranges import Range, Ranges
from rowkey._splits import Splits

if TYPE_CHECKING:
    from typing_extensions import Self


def _split_columns(text: str) -> dict[str, str]:
    """Return the columns of a named layout, "host:text,ts:i64", as a dict."""
    pairs = (item.partition(":") for item in text.split(",") if item != "...")
    return {name: kind for name, _, kind in pairs}


class Layout(_rowkey.Layout):
    """A template of row keys, compiled. Immutable: threads may share it.

    Args:
        template: the template, as str or bytes, or the name of a layout: "@opentsdb(buckets=8)".
        columns: the columns of the records, as a dict from name to type. Types are

            - "u64", "i64", "f64", "f32": numbers;
            - "text": str, "bytes": bytes, "bytes(16)": so many of them;
            - "time(s)", "time(ms)", "time(us)", "time(ns)": instants, as datetime or as their count since 1970;
            - "decimal(2)", "uuid", "ip", "ipv4", "bool", "enum(a, b)", "hex", "base64", "uid(FILE)".

            Without it the types come from the data: an int is an i64, or a u64 where only that holds it, a float an
            f64, a datetime a time(us). Where there is none, as in decode_key() and splits(), a column is text
            unless the template needs a number; then it is an i64, or an f64 where only that will do. A named
            layout has columns of its own.

    Raises:
        LayoutError: the template is wrong, or does not fit the columns.

    >>> import rowkey
    >>> layout = rowkey.Layout("{host}|{ts:u64}", columns={"host": "text", "ts": "time(ms)"})
    >>> layout.key(host="web-1", ts="2024-03-01T12:30:00Z").hex()
    '7765622d317c0000018df9fe2940'

    """

    __slots__ = ("_columns", "_text")
    _text: str | bytes
    _columns: dict[str, str] | None

    def __new__(cls, template: str | bytes, columns: Mapping[str, str] | None = None) -> Self:
        """Compile the template."""
        text = template if isinstance(template, bytes) else template.encode("utf-8", "surrogateescape")
        given = None if columns is None else dict(columns)
        if text.startswith(b"@"):
            expanded, own = _rowkey.expand(text.decode("utf-8", "backslashreplace"))
            text = expanded.encode()
            given = given if given is not None else _split_columns(own)
            if b"line" in text and "line" not in given:
                given["line"] = "text"
        self = super().__new__(cls, text, given)
        self._text = template
        self._columns = None if columns is None else dict(columns)
        return self

    def __reduce__(self) -> tuple[type[Layout], tuple[str | bytes, dict[str, str] | None]]:
        """Return what pickle needs."""
        return Layout, (self._text, self._columns)

    def __repr__(self) -> str:
        """Return how the layout was made."""
        columns = "" if self._columns is None else f", columns={self._columns!r}"
        return f"Layout({self._text!r}{columns})"

    def ranges(
        self,
        where: Mapping[str, Any] | None = None,
        *,
        most: int = 0,
        splits: Splits | None = None,
        **conditions: Any,
    ) -> Ranges:
        r"""Return which ranges of keys hold the rows that meet all of the conditions.

        A condition is the column's name and

        - a value: the column is equal to it;
        - a tuple (low, high): low <= column < high; None at either end leaves it open;
        - a list: the column is equal to one of its values.

        `where` takes the same as a dict, for names that are no identifiers of Python.

        Args:
            where: more conditions.
            most: at most so many ranges; 0 for 1,000,000. Where exact ones would be more, fewer and longer ones are
                given that are not exact.
            splits: cut the ranges at these points, so that each lies in one region.
            conditions: the conditions.

        Raises:
            LayoutError: all of the table would be read: keys do not sort by these columns.
            Error: conditions that contradict each other.

        >>> import rowkey
        >>> layout = rowkey.Layout("{md5(host) % 1000:03d}|{host}|{ts:u64}")
        >>> ranges = layout.ranges(host="web-1", ts=(17, 18))
        >>> ranges[0].start, ranges.exact
        (b'072|web-1|\x00\x00\x00\x00\x00\x00\x00\x11', True)

        """
        found, exact, names = self._ranges(conditions_of({**(where or {}), **conditions}), most, splits)
        return Ranges([Range(*item) for item in found], exact, names)

    def splits(self, regions: int) -> Splits:
        """Return split points for so many regions that share the values of the key's first field evenly.

        Raises ValueError when the field has fewer values, LayoutError when the layout does not tell which it can have.

        >>> import rowkey
        >>> rowkey.Layout("{md5(id) % 1000000:07d}{id:010d}").splits(4)
        Splits([b'0250000', b'0500000', b'0750000'])
        """
        return Splits._of_layout(self, regions)

    def explain(self, stride: int = 0) -> Explanation:
        """Return what the keys are like: where fields stand, how keys sort, what they cost, and what goes wrong.

        Args:
            stride: the distance from one value to the next of the numbers that the prefix is made from, such as 10
                for ids 10, 20, 30, …; 0 when it is not known.

        """
        return Explanation.of(self.template, self._explain(stride))
