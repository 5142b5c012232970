#!/usr/bin/env python3
"""filter.py HEADER: prints a public header with its plain comments as Doxygen reads them. Lines keep their numbers.

The first comment describes the file, and that of rowkey.h is also the first page; the pages of examples follow it. A comment on the lines before a
declaration, or behind it on its line, describes that. Declarations that follow one another without a blank line share the
comment above the first."""
import pathlib
import re
import sys

RULER = re.compile(r"^/\* -{4}.*-- \*/$", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
LEADING = re.compile(r"^( *)/\* (?=\S)", re.MULTILINE)
TRAILING = re.compile(r"(?<=\S)( +)/\* (?=\S)")
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
DECLARATION = re.compile(r"ROWKEY_(?:API|CHECKED) [^;(]*?\b(\w+)\(|#define (\w+) ")


def with_blocks(comment):
    """Indented lines as they stand: the first ones are code, others tables. In text, what Doxygen would take for commands."""
    lines, block, language = comment.group().split("\n"), None, "c"
    for i, line in enumerate(lines):
        if line.startswith(" *   "):
            if block is None:
                lines[i - 1] += f" @code{{.{language}}}"
            block = i
            continue
        if block is not None:
            lines[block] += " @endcode"
            block, language = None, "unparsed"
        lines[i] = re.sub(r"([\\@#])", r"\\\1", line)
    return "\n".join(lines)


def with_shared_comments(text):
    first, previous, lines = None, "", []
    for line in text.split("\n"):
        lines.append(line)
        if declared := DECLARATION.match(line):
            if previous.startswith(("/*", " *")):
                first = declared[1] or declared[2]
            elif first:
                lines[-1] = f"/** See #{first}. */ {line}"
        elif not line:
            first = None
        previous = line
    return "\n".join(lines)


def examples():
    """A page for each program in examples, which begins with a comment; functions link to those that call them."""
    pages = []
    for path in sorted(EXAMPLES.iterdir()):
        about = re.match(r"/\* (.*?) ?\*/|// (.*)", path.read_text(), re.DOTALL if path.suffix == ".c" else 0)
        pages.append(f"/** @example {path.name}\n * {about[1] or about[2]} */")
    return "\n".join(pages) + "\n"


def filtered(name, text):
    text = COMMENT.sub(with_blocks, RULER.sub("", text))
    head, rest = text.split("*/", 1)
    rest = TRAILING.sub(r"\1/**< ", LEADING.sub(r"\1/** ", with_shared_comments(rest)))
    first_page = head.replace("/* ", "/** @mainpage The C interface\n * ", 1) + "*/\n" + examples() if name == "rowkey.h" else ""
    return head.replace("/* ", f"/** @file rowkey/{name} ", 1) + "*/" + rest + first_page


def main():
    path = pathlib.Path(sys.argv[1])
    sys.stdout.write(filtered(path.name, path.read_text()))


main()
