"""The objects of one mutated kernel: only what the mutated file is a part of is compiled again, for one instruction
set; the rest of the table is that of the base."""

import re

from mutation.tree import Failure, output_of

INCLUDE = re.compile(r'^#include (?:"(simd/[^"]+)"|(V_\w+_HEADER))', re.MULTILINE)
ENTRY = re.compile(r"^    \.(\w+) = (\w+),$", re.MULTILINE)
# Where the table begins in simd/kernels.c, and the sources that list the tables of all instruction sets.
TABLE = "extern const struct rowkey_kernels"
LISTS = ("src/kernels/dispatch.c", "simd/tables.c")


class Kernels:
    def __init__(self, tree):
        self.tree = tree
        self.source = (tree.source / "simd/kernels.c").read_text()
        self.built = [self.isa_of(name) for name in tree.compile if self.is_table(name) and name in tree.inputs("test_isa")]
        rows = [line.split() for line in output_of([str(tree.base / "rowkey"), "cpu"]).splitlines()]
        supported = {row[0] for row in rows if len(row) == 5 and row[2] == "yes"}
        self.isas = [isa for isa in self.built if isa in supported]
        self._unchanged = {}
        self._surroundings = {}

    @staticmethod
    def is_table(name):
        return name.endswith("simd/kernels.c.o")

    @staticmethod
    def isa_of(name):
        return re.search(r"_kernels_(\w+)\.dir/", name)[1]

    def object_of(self, isa):
        return next(name for name in self.tree.compile if name.endswith("simd/kernels.c.o") and self.isa_of(name) == isa)

    def built_with(self, path):
        """The instruction sets whose kernels the file is a part of, quickest to compile first."""
        return [isa for isa in self.built if self.object_of(isa) in self.tree.dependents.get(path, ())]

    def isas_with(self, path):
        """Those of them that this CPU supports."""
        return [isa for isa in self.built_with(path) if isa in self.isas]

    def included(self, path, isa):
        """The files of simd/ that a file includes, itself with them."""
        lanes = (self.tree.source / f"simd/lanes/{isa}.h").read_text()
        found, pending = set(), [path]
        while pending:
            current = pending.pop()
            if current in found:
                continue
            found.add(current)
            for name, macro in INCLUDE.findall((self.tree.source / current).read_text()):
                named = [name] if name else re.findall(rf'#define {macro} "([^"]+)"', lanes)
                pending += named
        return found

    def entries(self, isa=None):
        """(field, function) of each kernel in the table; of one instruction set, those that it has."""
        found = ENTRY.findall(self.source)
        return [entry for entry in found if isa is None or self.homes(entry[1], isa)]

    def homes(self, function, isa):
        """The headers in which a kernel is defined."""
        definition = re.compile(rf"^(?:static|V_\w+) [^;={{]*\b{function}\(", re.MULTILINE)
        headers = self.included("simd/kernels.c", isa)
        return [name for name in headers if definition.search((self.tree.source / name).read_text())]

    def entries_with(self, path, isa):
        """The kernels that a file may have a part in."""
        return [
            (field, function)
            for field, function in self.entries(isa)
            if any(path in self.included(home, isa) for home in self.homes(function, isa))
        ]

    def stages(self, path, isa):
        """What to compile again, little first: the kernels of the header that includes least, then all that the file
        may have a part in. None stands for the whole table."""
        if path.startswith("simd/lanes/") or path == "simd/memory.h":
            return [None]
        entries = self.entries_with(path, isa)
        if not entries:
            raise Failure(f"no kernel of {isa} is made with {path}")
        costs = [min(len(self.included(home, isa)) for home in self.homes(function, isa)) for _, function in entries]
        few = [entry for entry, cost in zip(entries, costs) if cost == min(costs)]
        return [few] if few == entries else [few, entries]

    def write_part(self, entries, isa):
        """A source like simd/kernels.c that takes from the base all kernels but these."""
        table = f"rowkey_kernels_{isa}"
        lines = [
            self.source[: self.source.index(TABLE)],
            '#include "simd/lanes/end_target.h"',
            f"extern const struct rowkey_kernels base_{table};",
            f"struct rowkey_kernels {table};",
            "__attribute__((constructor)) static void fill_table(void) {",
            f"  {table} = base_{table};",
            *(f"  {table}.{field} = {function};" for field, function in entries),
            "}",
        ]
        target = self.tree.scratch / f"kernels-{isa}.c"
        target.write_text("\n".join(lines) + "\n")
        return target

    def compile(self, entries, isa, target):
        source = None if entries is None else self.write_part(entries, isa)
        self.tree.compile_object(self.object_of(isa), target, source=source)

    def objects(self, program, entries, isa, compiled):
        """What to link for a program to have what compile() has made, and this instruction set alone."""
        lists = self.lists(program, isa)
        return [compiled, *lists] if entries is None else [compiled, *lists, self.base_of(isa)]

    def knows_unchanged(self, entries, isa):
        return entries is None or (isa, *entries) in self._unchanged

    def unchanged(self, entries, isa):
        """What compile() makes of the code as it is, which must stand in the tree."""
        if entries is None:
            return (self.tree.base / self.object_of(isa)).read_bytes()
        key = (isa, *entries)
        if key not in self._unchanged:
            target = self.tree.scratch / "unchanged.o"
            self.compile(entries, isa, target)
            self._unchanged[key] = target.read_bytes()
        return self._unchanged[key]

    def lists(self, program, isa):
        """Objects that make a program run on this instruction set alone: those of its lists of all sets, with one row."""
        return [target for name, target in self.surroundings(isa)[0].items() if name in self.tree.inputs(program)]

    def base_of(self, isa):
        """The base's kernels under another name."""
        return self.surroundings(isa)[1]

    def surroundings(self, isa):
        if isa not in self._surroundings:
            directory = self.tree.scratch / f"only-{isa}"
            (directory / "simd").mkdir(parents=True)
            rows = (self.tree.source / "simd/isa.def").read_text()
            (directory / "simd/isa.def").write_text(re.search(rf"^ROWKEY_ISA\({isa},.*$", rows, re.MULTILINE)[0] + "\n")
            lists = dict(self.list_object(directory, source) for source in LISTS)
            table = f"rowkey_kernels_{isa}"
            kernels = str(self.tree.base / self.object_of(isa))
            output_of(["objcopy", f"--redefine-sym={table}=base_{table}", kernels, str(directory / "kernels.o")])
            self._surroundings[isa] = lists, directory / "kernels.o"
        return self._surroundings[isa]

    def list_object(self, directory, source):
        """The name of the object of a source that includes the list of instruction sets, and one with the list in this
        directory."""
        folder, _, file = source.partition("/")
        # Of the library's sources there are two objects, and programs have that of the static one.
        names = self.tree.inputs("test_isa")
        name = next(name for name in names if name.startswith(f"{folder}/") and name.endswith(f"/{file}.o"))
        target = directory / f"{file.rpartition('/')[2]}.o"
        self.tree.compile_object(name, target, include=directory)
        return name, target
