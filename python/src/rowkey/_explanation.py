"""What a layout's keys are like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Literal

from rowkey._html import html_table

if TYPE_CHECKING:
    from typing_extensions import Self

    from rowkey import _rowkey

Order = Literal["ascending", "descending"]
Fate = Literal["recovered", "hashed", "reduced"]

_FATES: dict[Fate, str] = {
    "recovered": "is recovered from a key",
    "hashed": "is lost: a key has only a hash of it",
    "reduced": "is lost: decoding does not find it from what a key holds of it",
}


_COLUMNS = ("field", "at", "bytes", "kind", "sorts as", "values")


@dataclass(frozen=True)
class Field:
    """A field of the key, or the literal text between two."""

    source: str
    """As the template has it."""
    source_offset: int
    """Its first byte in the template."""
    kind: Literal["literal", "text", "bytes"]
    literal: bytes | None
    offset: int | None
    """Its first byte in every key; None where a field before it varies in length."""
    min_width: int
    max_width: int | None
    """In bytes; None where only the records limit it."""
    low: int | None
    high: int | None
    """Integers and hashes: no key holds a lower or higher number."""
    values: int | None
    """Integers: how many of the numbers from `low` to `high` keys hold at most, or None where they may hold all."""
    order: Order | None
    """How keys sort by the field's values; None: not by them."""
    column: str | None
    """The only column that it is made from."""
    column_order: Order | None
    """How keys sort by the column's values."""
    reversible: bool
    """Its bytes give back the columns that it is made from."""
    is_even: bool
    """It is made from hashes or random(), so that its values are about equally frequent."""
    binary: tuple[str, int | None] | None
    text: tuple[str, int | None] | None
    """Other ways to write it: a format and its width in bytes."""


@dataclass(frozen=True)
class KeyField:
    """A field of one key, or the literal text between two: data is key[begin:end]."""

    source: str
    """As the template has it."""
    begin: int
    end: int
    data: bytes
    column: str | None
    """The column that these bytes alone give back; None where there is none."""
    value: Any
    """What that column holds."""


@dataclass(frozen=True)
class Step:
    """What encoding does to each block of rows."""

    operation: str
    is_kernel: bool
    """Compiled for each instruction set."""
    source: str
    """What it makes or writes, in the template."""


@dataclass(frozen=True)
class Finding:
    """What is known to go wrong with such keys, or is worth to know of them."""

    id: str
    """Lower-case words with hyphens, such as "increasing-prefix"."""
    is_note: bool
    """Worth knowing, and often wanted."""
    field: int | None
    offset: int | None
    """Byte of the template concerned."""
    text: str


@dataclass(frozen=True)
class Explanation:
    """What a layout's keys are like; str() shows it as text.

    >>> import rowkey
    >>> explanation = rowkey.Layout("{md5(id) % 1000000:07d}{id:010d}").explain()
    >>> explanation.max_width, explanation.sorted, [warning.id for warning in explanation.warnings]
    (17, (('id', 'ascending'),), ['leading-zeros', 'text-is-wider', 'text-is-wider'])
    """

    template: str
    min_width: int
    max_width: int | None
    """Of a key in bytes; None where only the records limit it."""
    binary_width: int | None
    text_width: int | None
    """The most, with every field in its binary or text alternative."""
    fields: tuple[Field, ...]
    sorted_from: int
    """The first field that keys sort by; len(fields) when there is none."""
    sorted: tuple[tuple[str, Order], ...]
    """Keys with the same bytes before it sort by these columns, each ascending or descending."""
    sorted_to_end: bool
    """Keys with the same values of them are the same."""
    sorts_as_columns: bool
    """Keys sort by these columns alone."""
    columns: dict[str, Fate]
    """What becomes of the columns of the layout in a key."""
    isa: str
    """The instruction set chosen."""
    block_rows: int
    steps: tuple[Step, ...]
    warnings: tuple[Finding, ...]

    @classmethod
    def of(cls, template: str, found: _rowkey.ExplanationDict) -> Self:
        """Make the explanation of what the C module tells."""
        return cls(
            template=template,
            min_width=found["min_width"],
            max_width=found["max_width"],
            binary_width=found["binary_width"],
            text_width=found["text_width"],
            fields=tuple(Field(**field) for field in found["fields"]),
            sorted_from=found["sorted_from"],
            sorted=tuple(found["sorted"]),
            sorted_to_end=found["sorted_to_end"],
            sorts_as_columns=found["sorts_as_columns"],
            columns=found["columns"],
            isa=found["isa"],
            block_rows=found["block_rows"],
            steps=tuple(Step(**step) for step in found["steps"]),
            warnings=tuple(Finding(**warning) for warning in found["warnings"]),
        )

    def __hash__(self) -> int:
        """Return a hash of the template and the fields."""
        return hash((self.template, self.fields, self.warnings))

    def _repr_html_(self) -> str:
        """Return the fields as a table and what else there is to say as text, for notebooks."""
        table = html_table([_COLUMNS, *map(_cells, self.fields)])
        facts = escape("\n".join(self._facts()))
        return f"<p><code>{escape(self.template)}</code></p>\n{table}\n<pre>{facts}</pre>"

    def __str__(self) -> str:
        """Return the explanation as people read it."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"layout    {self.template}"
        yield ""
        yield from _table([_COLUMNS, *map(_cells, self.fields)])
        yield ""
        yield from self._facts()

    def _facts(self) -> Iterator[str]:
        yield f"key       {_width(self.min_width, self.max_width)} bytes"
        yield f"order     {self._order()}"
        for name, fate in self.columns.items():
            yield f"column    {name} {_FATES[fate]}"
        yield f"plan      {self.isa}, blocks of {self.block_rows} rows"
        for warning in self.warnings:
            yield f"{'note' if warning.is_note else 'warning':10}{warning.id}: {warning.text}"

    def _order(self) -> str:
        if not self.sorted:
            return "keys sort by no column"
        names = ", ".join(name + " descending" * (order == "descending") for name, order in self.sorted)
        if all(field.kind == "literal" for field in self.fields[: self.sorted_from]):
            return f"keys sort by {names}"
        prefix = "".join(field.source for field in self.fields[: self.sorted_from])
        return f"keys with the same {prefix} sort by {names}"


def _width(least: int, most: int | None) -> str:
    if most is None:
        return f"{least}+"
    return str(least) if least == most else f"{least}-{most}"


def _cells(field: Field) -> tuple[str, ...]:
    at = "-" if field.offset is None else str(field.offset)
    sorts = "-" if field.column_order is None else f"{field.column}{' desc' * (field.column_order == 'descending')}"
    values = "" if field.low is None else f"{field.low} ... {field.high}"
    if field.values is not None:
        values += f", {field.values} numbers"
    literal = field.kind == "literal"
    width = _width(field.min_width, field.max_width)
    return field.source, at, width, field.kind, "" if literal else sorts, "" if literal else values


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    numbers = (1, 2)
    for row in rows:
        cells = (
            cell.rjust(width) if i in numbers else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()
