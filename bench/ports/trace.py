"""What a kernel executes for each row: trace-kernel's addresses, and the program's text at them."""
import collections
import os
import re
import subprocess
import tempfile

from . import classes

EMULATOR = ["qemu-aarch64-static", "-singlestep", "-d", "exec,nochain"]
MARKS = ["main", "work_begins", "work_ends"]


def without_symbols(operands):
    """Less what llvm-objdump says about addresses: `0x12(%rip), %xmm0  # 0x3456 <table>`, `0x3456 <loop+0x10>`."""
    return re.sub(r"\s*(#|//| <).*", "", operands) if "<" in operands else operands


class Program:
    """trace-kernel of one build."""

    def __init__(self, build):
        self.path = os.path.join(build, "trace-kernel")
        if not os.path.exists(self.path):
            make = f"cmake --build {build} --target trace-kernel"
            raise FileNotFoundError(f"{self.path}: not there; expected what `{make}` makes")
        listing = run("llvm-objdump-19", "--disassemble", "--no-show-raw-insn", self.path)
        self.architecture = "aarch64" if "aarch64" in listing[:200] else "x86_64"
        self.emulated = self.architecture != os.uname().machine
        self.text, self.functions, self.marks = {}, {}, {}
        function = "?"
        for line in listing.splitlines():
            if label := re.match(r"([0-9a-f]+) <(.+)>:$", line):
                function = label[2]
                if function in MARKS:
                    self.marks[function] = int(label[1], 16)
            elif found := re.match(r"\s*([0-9a-f]+):\s+(\S+)\s*(.*)$", line):
                address = int(found[1], 16)
                self.text[address] = (found[2], without_symbols(found[3]))
                self.functions[address] = function

    def kernels(self):
        return run(*EMULATOR[:1], self.path).split() if self.emulated else run(self.path).split()

    def addresses(self, instruction_set, kernel, rows):
        """Of all instructions that the work executes, as addresses in the file, one after the other."""
        command = [self.path, instruction_set, kernel, str(rows)]
        if self.emulated:
            with tempfile.NamedTemporaryFile() as log:
                first = run(*EMULATOR, "-D", log.name, *command, "--plain")
                found = re.findall(r"\[[0-9a-f]+/([0-9a-f]+)/", open(log.name).read())
        else:
            first, *found = run(*command).split()
        moved = int(first, 16) - self.marks["main"]
        executed = [int(address, 16) - moved for address in found]
        begin = executed.index(self.marks["work_begins"])
        return executed[begin : executed.index(self.marks["work_ends"], begin)]


def run(*command, given=None):
    done = subprocess.run(command, input=given, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def shortest_period(sequence):
    """The least divisor k of the length with sequence[i] == sequence[i + k] everywhere (Knuth, Morris, Pratt)."""
    failure, k = [0] * len(sequence), 0
    for i in range(1, len(sequence)):
        while k and sequence[i] != sequence[k]:
            k = failure[k - 1]
        k += sequence[i] == sequence[k]
        failure[i] = k
    period = len(sequence) - failure[-1]
    return period if len(sequence) % period == 0 else len(sequence)


class Loop:
    """What is executed again and again: the difference between a call with `rows` rows and one with twice as many."""

    def __init__(self, program, instruction_set, kernel, rows):
        once = program.addresses(instruction_set, kernel, rows)
        twice = program.addresses(instruction_set, kernel, 2 * rows)
        executed = collections.Counter(twice)
        executed.subtract(collections.Counter(once))
        self.instructions = sum(executed.values()) / rows
        self.per_item = collections.Counter()
        for address, times in executed.items():
            for kind in classes.of(program.architecture, *program.text[address]):
                self.per_item[kind] += times / rows
        # From the middle, where neither the begin of a call nor its last rows are.
        length = len(twice) - len(once)
        steady = twice[(len(twice) - length) // 2 :][:length]
        period = shortest_period(steady)
        self.items = rows * period / len(steady)
        self.lines = [program.text[address] for address in steady[:period]]
        functions = collections.Counter(program.functions[address] for address in steady[:period])
        self.function = functions.most_common(1)[0][0]
