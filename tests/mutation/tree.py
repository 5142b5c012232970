"""A scratch copy of the project, built once: what every mutant is compiled and linked against."""

import fcntl
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess

PROJECT = pathlib.Path(__file__).resolve().parents[2]
# gcc compiles the kernels at -O1 several times faster than clang does, and than either does without optimisation.
FLAGS = "-O1 -w"


# A mutant that calls what does not exist does not compile.
MUTANT_FLAGS = ["-Werror=implicit-function-declaration"]


class Failure(Exception):
    pass


class DoesNotBuild(Exception):
    """A mutant that does not compile."""


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)


def output_of(command, **options):
    done = run(command, **options)
    if done.returncode != 0:
        raise Failure(f"{shlex.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


class Tree:
    def __init__(self):
        self.root = PROJECT / "build" / "mutation"
        self.source = self.root / "tree"
        self.base = self.root / "base"
        self.scratch = self.root / "scratch"
        self._inputs = {}
        self._links = {}

    def prepare(self, targets):
        self.root.mkdir(parents=True, exist_ok=True)
        self.lock = (self.root / "lock").open("w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Failure(f"another run is at work in {self.root}") from None
        self.copy_project()
        self.build(targets)
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir()
        self.read_commands()
        self.read_dependencies()

    def copy_project(self):
        """Makes the copy hold what the project holds; a file that is the same keeps its time."""
        listed = output_of(["git", "-C", str(PROJECT), "ls-files", "-z", "-co", "--exclude-standard"])
        wanted = {name for name in listed.split("\0") if name and (PROJECT / name).is_file()}
        for name in wanted:
            target, content = self.source / name, (PROJECT / name).read_bytes()
            if not target.is_file() or target.read_bytes() != content:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(PROJECT / name, target)
                shutil.copymode(PROJECT / name, target)
        for path in self.source.rglob("*"):
            if path.is_file() and str(path.relative_to(self.source)) not in wanted:
                path.unlink()

    def build(self, targets):
        configure = ["cmake", "-S", str(self.source), "-B", str(self.base), "-G", "Ninja", "--log-level=WARNING"]
        configure += ["-DCMAKE_BUILD_TYPE=None", f"-DCMAKE_C_FLAGS={FLAGS}", "-DCMAKE_C_COMPILER=gcc"]
        output_of(configure)
        output_of(["ninja", "-C", str(self.base), *targets])

    def read_commands(self):
        self.compile = {}
        for entry in json.loads((self.base / "compile_commands.json").read_text()):
            words = shlex.split(entry["command"])
            self.compile[words[words.index("-o") + 1]] = words

    def read_dependencies(self):
        """self.dependents: the objects that each file of the project is a part of."""
        self.dependents = {}
        target = None
        for line in output_of(["ninja", "-C", str(self.base), "-t", "deps"]).splitlines():
            if line.startswith("    "):
                path = os.path.normpath(self.base / line.strip())
                if path.startswith(str(self.source) + "/"):
                    self.dependents.setdefault(os.path.relpath(path, self.source), set()).add(target)
            elif line:
                target = line.split(":")[0]

    def inputs(self, program):
        """The objects that a program consists of."""
        if program not in self._inputs:
            listed = output_of(["ninja", "-C", str(self.base), "-t", "inputs", program])
            self._inputs[program] = {name for name in listed.split("\n") if name.endswith(".o")}
        return self._inputs[program]

    def link_command(self, program):
        if program not in self._links:
            last = output_of(["ninja", "-C", str(self.base), "-t", "commands", "-s", program]).splitlines()
            line = [text for text in last if f" -o {program} " in text][-1]
            self._links[program] = shlex.split(re.sub(r"^: && | && :$", "", line.strip()))
        return self._links[program]

    def compile_object(self, name, target, source=None, include=None, flags=()):
        """Compiles an object of the build into `target`, from another `source` if that is given."""
        words = [*self.compile[name], *MUTANT_FLAGS, *flags]
        words[words.index("-o") + 1] = str(target)
        if source:
            words[words.index("-c") + 1] = str(source)
        if include:
            words.insert(1, f"-I{include}")
        done = run(["timeout", "600", *words], cwd=self.base, env={**os.environ, "CCACHE_DISABLE": "1"})
        if done.returncode != 0:
            raise DoesNotBuild(done.stderr)

    def unchanged_object(self, name, flags):
        """An object of the code as it is, compiled with more flags; kept until that of the base is newer."""
        target = self.root / "flags" / re.sub(r"\W+", "-", " ".join(flags)) / name
        if not target.is_file() or target.stat().st_mtime < (self.base / name).stat().st_mtime:
            target.parent.mkdir(parents=True, exist_ok=True)
            self.compile_object(name, target, flags=flags)
        return target

    def link(self, program, target, replaced, added):
        """Links a program with other objects in the place of its own, and some before its libraries. A test that holds
        sources of the library itself keeps its own objects of them: they come first."""
        words = [str(replaced.get(word, word)) for word in self.link_command(program)]
        at = words.index("-o")
        words[at + 1] = str(target)
        words[at:at] = [*map(str, added), "-Wl,--allow-multiple-definition"]
        done = run(words, cwd=self.base)
        if done.returncode != 0:
            raise DoesNotBuild(done.stderr)
