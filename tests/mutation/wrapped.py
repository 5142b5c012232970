"""Faults around a kernel: the kernel of one instruction set is right but for one lane, or for one number of rows.

A wrapper stands in its place in the table: the rest of the table, and every other instruction set, are as they are."""

import re
from dataclasses import dataclass

from mutation.tree import Failure

SIGNATURE = re.compile(r"^  (\w+) \(\*(\w+)\)\(([^)]*)\);", re.MULTILINE)
# Row i of what a kernel writes: the first that fits its parameters, which "const" tells from what it reads.
ROWS = (
    (r"struct rowkey_place \*place", r"place->at[i * place->stride]"),
    (r", uint8_t \*digests", r"digests[16 * i]"),
    (r", uint8_t \*text, uint64_t \*begin", r"text[begin[i]]"),
    (r", uint8_t \*text, size_t stride", r"text[i * stride]"),
    (r"size_t width, .*, uint8_t \*(\w+)$", r"\1[i * width]"),
    (r", uint(?:32|64)_t \*(?!total)(\w+)", r"\1[i]"),
)
# What is counted is not counted in that lane; what is searched for is not seen there.
NOT_COUNTED = {
    "count_byte": "if (size >= lanes && bytes[lanes - 1] == byte) result--",
    "count_records": "if (size >= lanes && bytes[lanes - 1] == '\\n') scan->newlines--",
}
NOT_FOUND = "if (result < rows && result % lanes == lanes - 1) result = rows"


@dataclass(frozen=True)
class Signature:
    kernel: str
    result: str
    parameters: str

    @property
    def names(self):
        return [words.split()[-1].lstrip("*") for words in self.parameters.split(",")]

    @property
    def row(self):
        """C for what it writes for row i, or None where it writes nothing for a row."""
        found = ((re.search(pattern, self.parameters), row) for pattern, row in ROWS)
        return next((match.expand(row) for match, row in found if match), None)

    @property
    def count(self):
        return "rows" if "rows" in self.names else "size"


def signatures(source):
    """Those of the kernels in the project at `source`, by name."""
    text = re.sub(r"/\*.*?\*/", "", (source / "src/kernels/kernel_table.h").read_text(), flags=re.DOTALL)
    found = [Signature(kernel, result, " ".join(words.split())) for result, kernel, words in SIGNATURE.findall(text)]
    # Plans have no rows; a wrong one makes wrong rows.
    return {one.kernel: one for one in found if one.count in one.names}


def lane_fault(signature):
    kernel, row = signature.kernel, signature.row
    if kernel in NOT_COUNTED:
        return f"  {NOT_COUNTED[kernel]};\n"
    if row:
        first = "first + " if "size_t first" in signature.parameters else ""
        # What stands in a bad row is unspecified.
        rows = {"size_t": "result", "bool": "(result ? rows : 0)"}.get(signature.result, "rows")
        return f"  for (size_t i = {first}lanes - 1; i < {rows}; i += lanes) {row} ^= 1;\n"
    if signature.result == "size_t" and signature.count == "rows":
        return f"  {NOT_FOUND};\n"
    raise Failure(f"tests/mutation/wrapped.py: which parameter of {kernel} is what it writes for each row?")


def source(signature, isa, kind):
    """C that defines the instruction set's table with one kernel wrapped. `kind` is "lane" or "count": the last lane
    is wrong, or of 2·lanes + 1 rows the last is left out."""
    table = f"rowkey_kernels_{isa}"
    returns = signature.result != "void"
    call = f"base_{table}.{signature.kernel}({', '.join(signature.names)})"
    count = signature.count
    before = f"  if ({count} == 2 * lanes + 1) {count}--;\n" if kind == "count" else ""
    after = lane_fault(signature) if kind == "lane" else ""
    return (
        '#include "kernels/kernel_table.h"\n'
        f"extern const struct rowkey_kernels base_{table};\n"
        f"struct rowkey_kernels {table};\n"
        f"static {signature.result} planted({signature.parameters}) {{\n"
        f"  const size_t lanes = base_{table}.lanes;\n  (void)lanes;\n"
        f"{before}  {f'{signature.result} result = ' if returns else ''}{call};\n{after}"
        f"{'  return result;' if returns else ''}\n}}\n"
        "__attribute__((constructor)) static void fill_table(void) {\n"
        f"  {table} = base_{table};\n"
        f"  if ({table}.{signature.kernel}) {table}.{signature.kernel} = planted;\n}}\n"
    )
