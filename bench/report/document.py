"""A report as a list of blocks, and its two forms: Markdown and an HTML page that needs nothing besides itself."""

import dataclasses
import html
import re

from . import svg


@dataclasses.dataclass
class Heading:
    level: int
    text: str


@dataclasses.dataclass
class Text:
    text: str


@dataclasses.dataclass
class Bullets:
    items: list


@dataclasses.dataclass
class Notice:
    """What a reader must not miss."""

    text: str


@dataclasses.dataclass
class Table:
    """Cells are text; columns whose head begins with ">" are aligned right."""

    head: list
    rows: list


@dataclasses.dataclass
class Picture:
    name: str  # of its file beside report.md
    caption: str
    chart: svg.Chart


# ---- Markdown -------------------------------------------------------------------------------------


def markdown_table(table):
    rule = ["--:" if head.startswith(">") else "---" for head in table.head]
    rows = [[head.removeprefix(">") for head in table.head], *table.rows]
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "|".join(rule) + "|", *lines[1:]])


def markdown_block(block):
    if isinstance(block, Heading):
        return "#" * block.level + " " + block.text
    if isinstance(block, Text):
        return block.text
    if isinstance(block, Bullets):
        return "\n".join(f"- {item}" for item in block.items)
    if isinstance(block, Notice):
        return f"> **Warning:** {block.text}"
    if isinstance(block, Table):
        return markdown_table(block)
    return f"![{block.caption}](pictures/{block.name}.svg)"


def markdown(blocks):
    return "\n\n".join(map(markdown_block, blocks)) + "\n"


# ---- HTML -----------------------------------------------------------------------------------------

PAGE_STYLE = """
:root { color-scheme: light dark; --text: #1f2328; --back: #fff; --line: #d0d7de; --band: #f6f8fa; --warn: #fff1e5;
 --warn-line: #d55e00; --dim: #59636e }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --back: #0d1117; --line: #30363d; --band: #161b22;
 --warn: #3d2410; --warn-line: #ff8a4c; --dim: #9198a1 } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); max-width: 80rem;
 margin: 2rem auto; padding: 0 1rem }
h1, h2, h3 { line-height: 1.25; margin: 2rem 0 .75rem } h2 { border-bottom: 1px solid var(--line); padding-bottom: .3rem }
.table { overflow-x: auto } table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums }
th, td { padding: .25rem .6rem; border-top: 1px solid var(--line); text-align: left; white-space: nowrap }
tr.more td { border-top: none }
td.wide { white-space: normal; min-width: 16rem }
th { background: var(--band) } .right { text-align: right }
code { background: var(--band); padding: .1em .3em; border-radius: 4px; font-size: 90% }
.warning { background: var(--warn); border-left: 4px solid var(--warn-line); padding: .6rem 1rem; margin: 1rem 0 }
figure { margin: 1rem 0 } figure svg { max-width: 100%; height: auto } figcaption { color: var(--dim); font-size: 13px }
"""
LONG_CELL = 60


def inline(text):
    text = html.escape(text, quote=False)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
    text = re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])", r"<em>\1</em>", text)
    return re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", r'<a href="\2">\1</a>', text)


def html_cell(tag, text, right):
    classes = ["right"] if right else ["wide"] if len(text) > LONG_CELL else []
    name = f' class="{" ".join(classes)}"' if classes else ""
    return f"<{tag}{name}>{inline(text)}</{tag}>"


def html_row(cells, right, tag="td"):
    more = ' class="more"' if tag == "td" and not cells[0] else ""
    return f"<tr{more}>" + "".join(html_cell(tag, cell, side) for cell, side in zip(cells, right)) + "</tr>"


def html_table(table):
    """A row without a first cell belongs to the one above it."""
    right = [head.startswith(">") for head in table.head]
    lines = []
    if any(table.head):
        lines.append(html_row([head.removeprefix(">") for head in table.head], right, "th"))
    lines += [html_row(row, right) for row in table.rows]
    return '<div class="table"><table>\n' + "\n".join(lines) + "\n</table></div>"


def html_block(block):
    if isinstance(block, Heading):
        return f"<h{block.level}>{inline(block.text)}</h{block.level}>"
    if isinstance(block, Text):
        return f"<p>{inline(block.text)}</p>"
    if isinstance(block, Bullets):
        return "<ul>" + "".join(f"<li>{inline(item)}</li>" for item in block.items) + "</ul>"
    if isinstance(block, Notice):
        return f'<p class="warning"><strong>Warning:</strong> {inline(block.text)}</p>'
    if isinstance(block, Table):
        return html_table(block)
    return f"<figure>\n{block.chart.drawn(inside_page=True)}<figcaption>{inline(block.caption)}</figcaption>\n</figure>"


def page(title, blocks):
    body = "\n".join(map(html_block, blocks))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<style>{PAGE_STYLE}{svg.STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )
