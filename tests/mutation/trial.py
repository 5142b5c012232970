"""One mutant: compiled, and given to the tests that claim to cover its file."""

import json
import os

from mutation.kernels import Kernels
from mutation.tests import program_of, run_test
from mutation.tree import Failure

KILLED, SURVIVED, SAME, INVALID = "killed", "survived", "same code", "does not compile"


class Timings:
    """Processor seconds of each test on the base, measured once and kept."""

    def __init__(self, tree):
        self.tree = tree
        self.path = tree.root / "seconds.json"
        self.seconds = json.loads(self.path.read_text()) if self.path.is_file() else {}

    def of(self, test):
        if test not in self.seconds:
            outcome = run_test(self.tree, test, self.tree.base / program_of(test), 600)
            if not outcome.passed:
                raise Failure(f"{test} fails on the code as it is: {outcome.why}")
            self.seconds[test] = round(outcome.seconds, 3)
            self.path.write_text(json.dumps(self.seconds, indent=1, sort_keys=True))
        return self.seconds[test]


class Trials:
    def __init__(self, tree):
        self.tree = tree
        self.kernels = Kernels(tree)
        self.timings = Timings(tree)

    def judge(self, mutant, tests):
        """(verdict, the test that killed it and how)"""
        path = self.tree.source / mutant.path
        original, times = path.read_bytes(), os.stat(path)
        tests = sorted(tests, key=self.timings.of)
        isas = self.kernels.isas_with(mutant.path) if mutant.path.startswith("simd/") else []
        for isa in isas:
            self.kernels.unchanged(mutant.path, isa)
        try:
            path.write_bytes(mutant.applied(original.decode()).encode())
            return self.judge_kernels(mutant.path, isas, tests) if isas else self.judge_objects(mutant.path, tests)
        finally:
            path.write_bytes(original)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def first_failure(self, tests, objects_for):
        for test in tests:
            program = self.tree.scratch / "program"
            replaced, added = objects_for(program_of(test))
            self.tree.link(program_of(test), program, replaced, added)
            outcome = run_test(self.tree, test, program, 2 + 5 * self.timings.of(test))
            if not outcome.passed:
                return f"{test} ({outcome.why})"
        return None

    def judge_objects(self, path, tests):
        compiled = {}

        def object_of(name):
            if name not in compiled:
                target = self.tree.scratch / f"{len(compiled)}.o"
                compiled[name] = target if self.tree.compile_object(name, target) else None
            if compiled[name] is None:
                raise SyntaxError
            return compiled[name]

        def objects_for(program):
            link = self.tree.link_command(program)
            names = sorted(self.tree.dependents.get(path, set()) & self.tree.inputs(program))
            replaced = {name: object_of(name) for name in names if name in link}
            return replaced, [object_of(name) for name in names if name not in link]

        try:
            # What the library and the tool are made of, not what tests compile of a header.
            own = sorted(name for name in self.tree.dependents.get(path, ()) if name in self.tree.inputs("rowkey"))
            if not own:
                raise Failure(f"nothing that is built depends on {path}")
            if all(object_of(name).read_bytes() == (self.tree.base / name).read_bytes() for name in own):
                return SAME, ""
            found = self.first_failure(tests, objects_for)
        except SyntaxError:
            return INVALID, ""
        return (KILLED, found) if found else (SURVIVED, "")

    def judge_kernels(self, path, isas, tests):
        """A mutant of a kernel is killed when its tests fail on one instruction set."""
        seen = set()
        for isa in isas:
            verdict, found = self.judge_kernel(path, isa, tests)
            if verdict == KILLED:
                return verdict, f"{found} on {isa}"
            seen.add(verdict)
        if seen == {INVALID}:
            return INVALID, ""
        return (SURVIVED, "") if SURVIVED in seen else (SAME, "")

    def judge_kernel(self, path, isa, tests):
        target = self.tree.scratch / "kernels.o"
        lanes = [test for test in tests if self.probes(test)]
        if lanes:
            verdict, found = self.judge_probes(path, isa, lanes)
            if verdict in (KILLED, INVALID):
                return verdict, found
        if not self.kernels.compile(path, isa, target):
            return INVALID, ""
        if target.read_bytes() == self.kernels.unchanged(path, isa):
            return SAME, ""
        whole = path.startswith("simd/lanes/") or path == "simd/memory.h"
        surroundings = self.kernels.surroundings(isa)
        added = [target, surroundings[0]] if whole else [target, *surroundings]
        found = self.first_failure([test for test in tests if test not in lanes], lambda _: ({}, added))
        return (KILLED, found) if found else (SURVIVED, "")

    def probes(self, test):
        """Whether a test compiles the lanes itself, once for each instruction set."""
        return any("lanes_probe" in name for name in self.tree.inputs(program_of(test)))

    def judge_probes(self, path, isa, tests):
        program = program_of(tests[0])
        name = next(name for name in self.tree.inputs(program) if f"lanes_probe_{isa}.dir" in name)
        if name not in self.tree.dependents.get(path, ()):
            return SAME, ""
        target = self.tree.scratch / "probe.o"
        if not self.tree.compile_object(name, target):
            return INVALID, ""
        if target.read_bytes() == (self.tree.base / name).read_bytes():
            return SAME, ""
        dispatch = self.kernels.surroundings(isa)[0]
        found = self.first_failure(tests, lambda _: ({name: target}, [dispatch]))
        return (KILLED, found) if found else (SURVIVED, "")
