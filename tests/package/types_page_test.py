"""The table of doc/types.md says what src/types/conversions.def does. --update writes it anew."""

import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
PAGE = TOP / "doc/types.md"
KINDS = ("integers", "floats", "decimals", "instants", "dates", "bools", "text", "bytes", "UUIDs")
SPELLINGS = {"bytes": "bytes(N)", "time": "time(U)", "epoch": "epoch(U)", "decimal": "decimal(N)", "enum": "enum(a, b)", "uid": "uid(FILE)"}
WORDS = {
    "KEEP": "as they are",
    "RESCALE": "exact",
    "WHOLE": "if whole",
    "EXACT": "if exact",
    "PARSE": "read",
    "ADDRESS": "of an address",
    "REFUSE": "–",
}


def table():
    lines = [f"| type | {' | '.join(KINDS)} |", "|---" * (len(KINDS) + 1) + "|"]
    for name, steps in re.findall(r"^DECLARED\((\w+), +(.*)\)$", (TOP / "src/types/conversions.def").read_text(), re.MULTILINE):
        cells = [WORDS[step.strip()] for step in steps.split(",")]
        assert len(cells) == len(KINDS), name
        lines.append(f"| `{SPELLINGS.get(name, name)}` | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main():
    page = PAGE.read_text()
    found = re.search(r"^\| type \|.*?\n(?=\n)", page, re.MULTILINE | re.DOTALL)
    if found is None:
        sys.exit(f"{PAGE}: there is no table that begins with | type |")
    if "--update" in sys.argv:
        PAGE.write_text(page[: found.start()] + table() + page[found.end() :])
    elif found.group() != table():
        sys.exit(f"{PAGE}: the table is not that of src/types/conversions.def ({sys.argv[0]} --update writes it)")


main()
