"""Tables that are Markdown and can be read in a terminal, and how numbers are written."""

import textwrap


def table(head, rows):
    """Cells are text; columns whose head begins with ">" are aligned right, and those without any cell are left out."""
    kept = [at for at in range(len(head)) if not rows or any(row[at] for row in rows)]
    right = [head[at].startswith(">") for at in kept]
    lines = [[head[at].removeprefix(">") for at in kept]]
    lines += [[row[at].replace("|", "\\|") for at in kept] for row in rows]
    widths = [max(3, *map(len, column)) for column in zip(*lines)]
    lines.insert(1, ["-" * (width - 1) + (":" if side else "-") for width, side in zip(widths, right)])
    aligned = ([cell.rjust(width) if side else cell.ljust(width) for cell, width, side in zip(line, widths, right)]
               for line in lines)  # fmt: skip
    return "\n".join("| " + " | ".join(line) + " |" for line in aligned)


def paragraph(text):
    return textwrap.fill(text, 118, break_long_words=False, break_on_hyphens=False)


def magnitude(value):
    """Three digits or so: 2,444, 277, 20.9, 8.01."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def million(rate):
    return magnitude(rate / 1e6)


def giga(rate):
    return f"{rate / 1e9:.2f}"


def percent(part):
    return "" if part is None else f"{100 * part:.0f} %"


def times(ratio):
    return f"{ratio:,.0f} ×" if ratio >= 100 else f"{ratio:.1f} ×" if ratio >= 2 else f"{ratio:.2f} ×"
