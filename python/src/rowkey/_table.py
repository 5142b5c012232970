"""Rows of text as a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table_of(rows: Iterable[Sequence[str]], *, left: Iterable[int] = (0,)) -> str:
    """Return cells in columns of one width each, aligned to the right but for the columns in `left`."""
    rows = list(rows)
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    lefts = set(left)
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i in lefts else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
