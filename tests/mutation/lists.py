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


def keyed(path):
    """(place, key) for each entry of a list of mutants: a file's path, indented a line of its code, and indented
    further what comes below that line."""
    name = path.relative_to(PROJECT) if path.is_relative_to(PROJECT) else path
    file = text = None
    for number, line in code_lines(path):
        place = f"{name}:{number}"
        if not line.startswith(" "):
            file, text = line.strip(), None
        elif not line.startswith("    "):
            text = line.strip()
        elif text is None:
            raise Failure(f"{place}: expected a file, and a line of it, above a change")
        else:
            yield place, (file, text, line.strip())


class Equivalents:
    """Each change is followed by its reason."""

    def __init__(self, path=HERE / "equivalent"):
        self.reasons, self.places = {}, {}
        for place, (file, text, words) in keyed(path):
            change, separator, reason = words.partition(REASON)
            if not separator:
                raise Failure(f"{place}: expected CHANGE{REASON}REASON")
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
