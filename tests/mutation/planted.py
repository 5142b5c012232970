"""Deliberate faults, each of which the tests must find: in every kernel of every instruction set a lane that is wrong
and a number of rows of which the last is left out, and the changes that tests/mutation/planted lists; those in a
kernel are made for one instruction set after the other."""

import time

from mutation import wrapped
from mutation.lists import callers, planted
from mutation.rules import mutants_of
from mutation.trial import ELSEWHERE, KILLED, SAME, SURVIVED

MOST_STALE = 0.1  # of the listed faults: then others are to be planted


def found_in(sources, names, text, change):
    """The mutant of the first of these files that has such a line."""
    for name in names:
        if text in sources[name]:
            for mutant in mutants_of(name, sources[name]):
                if mutant.key[1:] == (text, change):
                    return mutant
    return None


def listed(sources):
    """(the mutants that tests/mutation/planted names, the places of entries that fit no line of today's code). A line
    is looked for in every file: those of its own name first."""
    mutants, stale = [], []
    for place, (path, text, change) in planted():
        base = path.rpartition("/")[2]
        names = sorted(sources, key=lambda name: (name != path, not name.endswith(f"/{base}"), name))
        mutant = found_in(sources, names, text, change)
        if mutant:
            mutants.append(mutant)
        else:
            stale.append(f"{place}: {path} has no line `{text}` that could change so: {change}")
    return mutants, stale


class Planter:
    def __init__(self, trials, claims):
        self.trials, self.tree, self.kernels, self.claims = trials, trials.tree, trials.kernels, claims
        self.found = self.missed = 0

    def report(self, what, verdict, by):
        if verdict in (SAME, ELSEWHERE):
            return  # no part of this instruction set's kernel
        self.found += verdict == KILLED
        self.missed += verdict != KILLED
        print(f"{what}: {'found by ' + by if verdict == KILLED else 'NOT FOUND: ' + verdict}", flush=True)

    def tests_of_kernel(self, kernel, isa):
        function = dict(self.kernels.entries())[kernel]
        tests = {test for home in self.kernels.homes(function, isa) for test in self.claims.tests(home)}
        calling = callers(kernel)
        # Those that name it are the likeliest to find a fault in it.
        return sorted(tests.union(calling), key=lambda test: (test not in calling, self.trials.timings.of(test)))

    def plant_wrapped(self, signature, isa, kind):
        """A fault around a kernel. The other instruction sets stay: the whole test runs, as it always does."""
        source, target = self.tree.scratch / "wrapped.c", self.tree.scratch / "wrapped.o"
        source.write_text(wrapped.source(signature, isa, kind))
        dispatch = next(name for name in self.tree.inputs("test_isa") if name.endswith("dispatch.c.o"))
        self.tree.compile_object(dispatch, target, source=source)
        objects = [target, self.kernels.base_of(isa)]
        tests = self.tests_of_kernel(signature.kernel, isa)
        by = self.trials.first_failure(tests, lambda _: ({}, objects))
        what = {"lane": "the last lane is wrong", "count": "of 2 * lanes + 1 rows the last is left out"}[kind]
        self.report(f"{signature.kernel} of {isa}: {what}", KILLED if by else SURVIVED, by)

    def plant_listed(self, mutant):
        tests = sorted(self.claims.tests(mutant.path), key=self.trials.timings.of)
        isas = self.kernels.isas_with(mutant.path) if mutant.path.startswith("simd/") else []
        where = f"{mutant.path}:{mutant.line}: {mutant.change}"
        for isa in isas:
            self.report(f"{where} for {isa}", *self.trials.judge_kernels(mutant, [isa], tests))
        if not isas:
            self.report(where, *self.trials.judge(mutant, tests))

    def plant_around_kernels(self):
        for kernel, signature in wrapped.signatures(self.tree.source).items():
            for isa in self.kernels.isas:
                if kernel in dict(self.kernels.entries(isa)):
                    for kind in ("lane", "count"):
                        self.plant_wrapped(signature, isa, kind)


def tests(claims, files):
    """Those that the faults in `files` need."""
    names = claims.files() if "simd/kernels.c" in files else files
    return {test for name in names for test in claims.tests(name)}


def run(trials, claims, files):
    """The listed faults that are in `files`; those around kernels come with simd/kernels.c."""
    started = time.monotonic()
    planter = Planter(trials, claims)
    if "simd/kernels.c" in files:
        planter.plant_around_kernels()
    mutants, stale = listed({name: (trials.tree.source / name).read_text() for name in claims.files()})
    for mutant in mutants:
        if mutant.path in files:
            planter.plant_listed(mutant)
    print(*stale, f"{planter.found} planted faults found, {planter.missed} not, {len(stale)} fit no line any more;"
          f" {time.monotonic() - started:.0f} s", sep="\n")  # fmt: skip
    return 1 if planter.missed or len(stale) > MOST_STALE * len(mutants) else 0
