"""What is committed about mutants: `claims`, which tests claim to cover which file, and `equivalent`, which mutants
no test can tell from the code as it is, and why."""

import fnmatch
import pathlib

from mutation.rules import mutants_of
from mutation.tree import PROJECT, Failure

HERE = pathlib.Path(__file__).resolve().parent
REASON = " because "


def code_lines(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield number, line


class Claims:
    def __init__(self, path=HERE / "claims"):
        self.groups, self.rows = {}, []
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
        """The files that the rows match: every source that mutants are made of."""
        found = [*PROJECT.glob("src/**/*.[ch]"), *PROJECT.glob("simd/**/*.h")]
        names = sorted(str(path.relative_to(PROJECT)) for path in found)
        return [name for name in names if not name.startswith("src/reference/")]


class Equivalents:
    """path, then indented a line of its code, then further in `CHANGE because REASON`."""

    def __init__(self, path=HERE / "equivalent"):
        self.reasons = {}
        self.places = {}
        file = text = None
        for number, line in code_lines(path):
            place = f"{path.relative_to(PROJECT)}:{number}"
            if not line.startswith(" "):
                file = line.strip()
            elif not line.startswith("    "):
                text = line.strip()
            else:
                change, separator, reason = line.strip().partition(REASON)
                if not separator or file is None or text is None:
                    raise Failure(f"{place}: expected CHANGE{REASON}REASON below a file and a line of it")
                self.reasons[file, text, change] = reason
                self.places[file, text, change] = place

    def reason(self, mutant):
        return self.reasons.get(mutant.key)

    def stale(self):
        """The places of entries that are no mutant of today's code."""
        keys = set()
        for name in {file for file, _, _ in self.reasons}:
            path = PROJECT / name
            if path.is_file():
                keys.update(mutant.key for mutant in mutants_of(name, path.read_text()))
        return [f"{place}: {key[0]} has no such mutant" for key, place in self.places.items() if key not in keys]
