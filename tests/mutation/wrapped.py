"""Faults around a kernel: the kernel of one instruction set is right but for one lane, or for one number of rows.

A wrapper stands in its place in the table: the rest of the table, and every other instruction set, are as they are."""

import re
from dataclasses import dataclass

from mutation.tree import Failure

SIGNATURE = re.compile(r"^  (\w+) \(\*(\w+)\)\(([^)]*)\);", re.MULTILINE)
IN_PLACE = "place->at[i * place->stride]"
# The byte of row i that the lane gets wrong.
WRONG_BYTE = {
    "md5_fixed": "digests[16 * i]",
    "md5_decimal": "digests[16 * i]",
    "md5_strings": "digests[16 * i]",
    "hash_fixed": "values[i]",
    "hash_strings": "values[i]",
    "modulo_u128": "remainders[i]",
    "modulo_u64": "remainders[i]",
    "modulo_u32": "remainders[i]",
    "modulo_i64": "remainders[i]",
    "absolute_i64": "out[i]",
    "mask_integers": "out[i]",
    "decimal_padded": IN_PLACE,
    "decimal_unpadded": "text[i * stride]",
    "decimal_strings": "text[8 * i + 7]",
    "decimal_u128": "text[i * stride]",
    "parse_u64": "values[i]",
    "random_u64": "values[i]",
    "big_endian": IN_PLACE,
    "big_endian_coded": IN_PLACE,
    "copy_fixed": IN_PLACE,
    "hex_fixed": IN_PLACE,
    "hex_padded": IN_PLACE,
    "reverse_fixed": "reversed[i * width]",
    "padded_text": IN_PLACE,
    "escape_terminated": "text[begin[i] - begin[0]]",
    "escape_groups": "text[begin[i] - begin[0]]",
    "join_rows": "ends[i]",
    "find_byte": "positions[i]",
    "find_separators": "positions[i]",
    "route_fixed": "regions[i]",
    "route_strings": "regions[i]",
    "fixed_rows": IN_PLACE,
}
# What these find is not seen in that lane.
OVERLOOKED = {
    "find_outside": "result < rows && result % lanes == lanes - 1) result = rows",
    "find_in_strings": "result < rows && result % lanes == lanes - 1) result = rows",
    "check_strings": "result < rows && result % lanes == lanes - 1) result = rows",
    "count_byte": "size >= lanes && bytes[lanes - 1] == byte) result--",
    "count_records": "size >= lanes && bytes[lanes - 1] == '\\n') scan->newlines--",
}


@dataclass(frozen=True)
class Signature:
    kernel: str
    result: str
    parameters: str
    names: list

    @property
    def count(self):
        return "rows" if "rows" in self.names else "size"


def signatures(tree):
    text = re.sub(r"/\*.*?\*/", "", (tree.source / "src/kernel_table.h").read_text(), flags=re.DOTALL)
    found = {}
    for result, kernel, parameters in SIGNATURE.findall(text):
        if parameters != "void":
            names = [words.split()[-1].lstrip("*") for words in parameters.split(",")]
            found[kernel] = Signature(kernel, result, " ".join(parameters.split()), names)
    # Plans have no rows; a wrong one makes wrong rows.
    return {kernel: one for kernel, one in found.items() if one.count in one.names}


def lane_fault(signature):
    kernel = signature.kernel
    if kernel in OVERLOOKED:
        return f"  if ({OVERLOOKED[kernel]};\n"
    if kernel not in WRONG_BYTE:
        raise Failure(f"tests/mutation/wrapped.py does not know what {kernel} writes")
    first, rows = ("first + " if kernel == "join_rows" else ""), "rows"
    if signature.result == "size_t":
        rows = "result"  # what stands in a bad row is unspecified
    if signature.result == "bool":
        rows = "(result ? rows : 0)"
    return f"  for (size_t i = {first}lanes - 1; i < {rows}; i += lanes) {WRONG_BYTE[kernel]} ^= 1;\n"


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
        '#include "kernel_table.h"\n'
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
