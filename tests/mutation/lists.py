"""What is committed about mutants: `claims`, which tests cover which folder, and `planted`, faults to be made."""

import fnmatch
import pathlib
import re

from mutation import wrapped
from mutation.tree import PROJECT, Failure

HERE = pathlib.Path(__file__).resolve().parent
FOR_TESTS = ("src/reference/", "simd/tables.h")  # neither the library nor the tool has a part of them


def code_lines(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield number, line


def callers(kernel):
    """The tests that name this kernel: of what describes it, those that call it, and those of what is made with it."""
    texts = {path.stem: path.read_text() for path in PROJECT.glob("tests/kernels/test_*.c")}
    texts = {test: text for test, text in texts.items() if "run_kernel_tests(" in text} | described()
    return sorted(test for test, text in texts.items() if re.search(rf"\b{kernel}\b", text))


def described():
    """The source of each test that walks a file of tests/descriptors."""
    texts = {path.stem: path.read_text() for path in PROJECT.glob("tests/descriptors/*.c")}
    return {f"test_described_{family}": text for family, text in texts.items() if "DESCRIBE_FAMILY(" in text}


class Claims:
    def __init__(self, path=HERE / "claims"):
        kernels = wrapped.signatures(PROJECT)
        self.groups, self.rows = {"@kernels": [test for kernel in kernels for test in callers(kernel)]}, []
        for number, line in code_lines(path):
            name, separator, words = line.partition(":")
            if not separator:
                raise Failure(f"{path}:{number}: expected PATTERN: TEST...")
            tests = []
            for word in words.split():
                tests += self.groups[word] if word in self.groups else [word]
            if name.startswith("@"):
                self.groups[name] = tests
            else:
                self.rows.append((name, tests))

    def tests(self, path):
        """The tests of the first row that the file's path matches, each once."""
        for pattern, tests in self.rows:
            if fnmatch.fnmatchcase(path, pattern):
                return list(dict.fromkeys(tests))
        return []

    def files(self):
        """Every source that mutants are made of."""
        found = [*PROJECT.glob("src/**/*.[ch]"), *PROJECT.glob("simd/**/*.h")]
        names = sorted(str(path.relative_to(PROJECT)) for path in found)
        return [name for name in names if not name.startswith(FOR_TESTS)]


def planted(path=HERE / "planted"):
    """(place, (file, text, change)) of each entry: a file's path, indented a line of its code, and indented further a
    change of that line."""
    file = text = None
    for number, line in code_lines(path):
        place = f"{path.name}:{number}"
        if not line.startswith(" "):
            file, text = line.strip(), None
        elif not line.startswith("    "):
            text = line.strip()
        elif text is None:
            raise Failure(f"{place}: expected a file, and a line of it, above a change")
        else:
            yield place, (file, text, line.strip())
