"""One mutant: compiled, and given to the tests that claim to cover its file."""

import contextlib
import json
import os

from mutation.kernels import Kernels
from mutation.tests import THREADED, program_of, run_test
from mutation.tree import DoesNotBuild, Failure

# What is not initialised has the bytes that are the least likely to be right.
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-ftrivial-auto-var-init=pattern"]
THREAD_SANITIZER = ["-fsanitize=thread"]
KILLED, SURVIVED, SAME, INVALID = "killed", "survived", "same code", "does not compile"
ELSEWHERE = "only in kernels that this CPU does not support"


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


class Objects:
    """The objects that a file is a part of, compiled as programs ask for them."""

    def __init__(self, tree, path, flags=()):
        self.tree, self.flags = tree, flags
        self.own = tree.dependents.get(path, set())
        self.compiled = {}

    def names(self, program):
        return self.own & self.tree.inputs(program)

    def get(self, name):
        if name not in self.compiled:
            target = self.tree.scratch / f"{len(self.compiled)}.o"
            self.tree.compile_object(name, target, flags=self.flags)
            self.compiled[name] = target
        return self.compiled[name]

    def of_program(self, program):
        """What to put in the place of a program's own objects, and what to link before its libraries."""
        link = self.tree.link_command(program)
        names = sorted(self.names(program))
        replaced = {name: self.get(name) for name in names if name in link}
        return replaced, [self.get(name) for name in names if name not in link]


class SanitizedObjects(Objects):
    """The whole program but its kernels: what one file reads may lie after what another one has."""

    def names(self, program):
        return {name for name in self.tree.inputs(program) if not Kernels.is_table(name)}

    def get(self, name):
        return super().get(name) if name in self.own else self.tree.unchanged_object(name, self.flags)


class Trials:
    def __init__(self, tree):
        self.tree = tree
        self.kernels = Kernels(tree)
        self.timings = Timings(tree)
        self.alone = set()

    def judge(self, mutant, tests):
        """(verdict, the test that killed it and how)"""
        tests = sorted(tests, key=self.timings.of)
        if self.kernels.built_with(mutant.path) and mutant.path.startswith("simd/"):
            isas = self.kernels.isas_with(mutant.path)
            return self.judge_kernels(mutant, isas, tests) if isas else (ELSEWHERE, "")
        try:
            return self.judge_objects(mutant, tests)
        except DoesNotBuild:
            return INVALID, ""

    @contextlib.contextmanager
    def applied(self, mutant):
        """The tree with the mutant in it. The file's time stays: for the build nothing has happened."""
        path = self.tree.source / mutant.path
        original, times = path.read_bytes(), os.stat(path)
        try:
            path.write_bytes(mutant.applied(original.decode()).encode())
            yield
        finally:
            path.write_bytes(original)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def first_failure(self, tests, objects_for, sanitizers=()):
        for test in tests:
            program = self.tree.scratch / "program"
            replaced, added = objects_for(program_of(test))
            self.tree.link(program_of(test), program, replaced, [*added, *sanitizers])
            seconds = 2 + (20 if sanitizers else 5) * self.timings.of(test)
            outcome = run_test(self.tree, test, program, seconds, bool(sanitizers))
            if not outcome.passed:
                return f"{test} ({outcome.why})"
        return None

    def judge_objects(self, mutant, tests):
        # What the library and the tool are made of, not what tests compile of a header.
        dependents = self.tree.dependents.get(mutant.path, ())
        own = sorted(name for name in dependents if name in self.tree.inputs("rowkey"))
        if not own:
            raise Failure(f"nothing that is built depends on {mutant.path}")
        with self.applied(mutant):
            objects = Objects(self.tree, mutant.path)
            if all(objects.get(name).read_bytes() == (self.tree.base / name).read_bytes() for name in own):
                return SAME, ""
            if found := self.first_failure(tests, objects.of_program):
                return KILLED, found
        # The tests run under sanitizers too, which see what has no effect here.
        threaded = [test for test in tests if test.startswith(THREADED)]
        found = self.sanitized_failure(mutant, threaded, THREAD_SANITIZER)
        found = found or self.sanitized_failure(mutant, tests, SANITIZERS)
        return (KILLED, f"{found} under sanitizers") if found else (SURVIVED, "")

    def sanitized_failure(self, mutant, tests, sanitizers):
        with self.applied(mutant):
            mutated = SanitizedObjects(self.tree, mutant.path, sanitizers)
            found = self.first_failure(tests, mutated.of_program, sanitizers)
        if not found:
            return None
        test = found.split(" ")[0]
        original = SanitizedObjects(self.tree, None, sanitizers)
        if why := self.first_failure([test], original.of_program, sanitizers):
            raise Failure(f"{why} fails on the code as it is with sanitizers")
        return found

    def judge_kernels(self, mutant, isas, tests):
        """A mutant of a kernel is killed when its tests fail on one instruction set."""
        seen = set()
        for isa in isas:
            self.check_alone(tests, isa)
            verdict, found = self.judge_kernel(mutant, isa, tests)
            if verdict == KILLED:
                return verdict, f"{found} on {isa}"
            seen.add(verdict)
        return next(verdict for verdict in (SURVIVED, SAME, INVALID) if verdict in seen), ""

    def judge_kernel(self, mutant, isa, tests):
        lanes = [test for test in tests if self.probes(test)]
        rest = [test for test in tests if test not in lanes]
        seen = set()
        try:
            for judgement in (
                *([lambda: self.judge_probes(mutant, isa, lanes)] if lanes else []),
                *(lambda entries=entries: self.judge_entries(mutant, isa, entries, rest)
                  for entries in self.kernels.stages(mutant.path, isa)),
            ):  # fmt: skip
                verdict, found = judgement()
                if verdict == KILLED:
                    return verdict, found
                seen.add(verdict)
        except DoesNotBuild:
            return INVALID, ""
        return (SURVIVED if SURVIVED in seen else SAME), ""

    def judge_entries(self, mutant, isa, entries, tests):
        target = self.tree.scratch / "kernels.o"
        with self.applied(mutant):
            self.kernels.compile(entries, isa, target)
        compiled = target.read_bytes()
        # The unchanged code takes as long to compile: it is compared first only where it has been compiled already.
        if self.kernels.knows_unchanged(entries, isa) and compiled == self.kernels.unchanged(entries, isa):
            return SAME, ""
        if found := self.first_failure(tests, lambda program: ({}, self.kernels.objects(program, entries, isa, target))):
            return KILLED, found
        return (SAME if compiled == self.kernels.unchanged(entries, isa) else SURVIVED), ""

    def check_alone(self, tests, isa):
        """Checks that the tests pass for the base with this instruction set alone."""
        new = [test for test in tests if (test, isa) not in self.alone]
        if found := self.first_failure(new, lambda program: ({}, self.kernels.lists(program, isa))):
            raise Failure(f"{found} fails on the code as it is with {isa} alone")
        self.alone.update((test, isa) for test in new)

    def probes(self, test):
        """Whether a test compiles the lanes itself, once for each instruction set."""
        return any("lanes_probe" in name for name in self.tree.inputs(program_of(test)))

    def judge_probes(self, mutant, isa, tests):
        name = next(name for name in self.tree.inputs(program_of(tests[0])) if f"lanes_probe_{isa}.dir" in name)
        if name not in self.tree.dependents.get(mutant.path, ()):
            return SAME, ""
        target = self.tree.scratch / "probe.o"
        with self.applied(mutant):
            self.tree.compile_object(name, target)
        if target.read_bytes() == (self.tree.base / name).read_bytes():
            return SAME, ""
        found = self.first_failure(tests, lambda program: ({name: target}, self.kernels.lists(program, isa)))
        return (KILLED, found) if found else (SURVIVED, "")
