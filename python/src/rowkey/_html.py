"""Results as notebooks show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def html_table(rows: Iterable[Sequence[object]], note: str = "") -> str:
    """Return a table in HTML; the first row is its head, the note stands below."""
    head, *body = [[escape(str(cell)) for cell in row] for row in rows]
    lines = ["<thead><tr>" + "".join(f"<th>{cell}</th>" for cell in head) + "</tr></thead>", "<tbody>"]
    lines += ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in body]
    return "<table>\n" + "\n".join(lines) + "\n</tbody>\n</table>" + (f"\n<p>{escape(note)}</p>" if note else "")


def counted(count: int, what: str, shown: int) -> str:
    """Return how many there are, and how many of these are shown."""
    return f"{count} {what}" + (f", the first {shown} shown" if shown < count else "")
