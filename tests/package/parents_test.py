"""Projects that hold rowkey within them, as users of CMake do. Each is configured and built, and its program must print the
right keys."""
import argparse
import hashlib
import os
import pathlib
import re
import shlex
import struct
import subprocess
import typing
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
HERE = SOURCE / "tests/package"
SUBDIRECTORY = "add_subdirectory(${ROWKEY_SOURCE} rowkey)"
FETCH = "include(FetchContent)\nFetchContent_Declare(rowkey SOURCE_DIR ${ROWKEY_SOURCE} BINARY_DIR ${CMAKE_BINARY_DIR}/rowkey"
# Parents have such targets of their own.
NAMES = "bench benchmark check cli docs examples fuzz reference rowkey test_md5 testing tests tool trace-kernel uninstall"
# And such headers.
HEADERS = r"""foreach(name base/strings.h kernels/cpu.h layout/layout.h)
  file(WRITE ${CMAKE_BINARY_DIR}/own/${name} "#error this is a header of the parent\n")
endforeach()
include_directories(${CMAKE_BINARY_DIR}/own)"""
STRICT = "add_compile_options(-Wall -Wextra -Wundef -Wcast-align -Wswitch-enum -Wmissing-declarations -pedantic-errors -Werror)"


class Parent(typing.NamedTuple):
    """What a parent says before it adds rowkey, how it adds it, and which library its program links."""

    before: str = ""
    library: str = "rowkey_static"
    add: str = SUBDIRECTORY
    language: str = "C"
    options: tuple = ()
    shared: bool = False  # what rowkey::rowkey must be


# All of these must compile rowkey alike, whatever they say: the first compiles it, and the others find its objects.
ALIKE = {
    "nothing said": Parent(library="rowkey", shared=True),
    "the shared library": Parent(library="rowkey_shared", shared=True),
    "the static library": Parent(),
    "BUILD_SHARED_LIBS on": Parent("set(BUILD_SHARED_LIBS ON)", "rowkey", shared=True),
    "BUILD_SHARED_LIBS off": Parent("set(BUILD_SHARED_LIBS OFF)", "rowkey"),
    "BUILD_SHARED_LIBS on, but for rowkey": Parent(
        "set(BUILD_SHARED_LIBS ON)", "rowkey", f"set(BUILD_SHARED_LIBS OFF)\n{SUBDIRECTORY}\nset(BUILD_SHARED_LIBS ON)"
    ),
    "FetchContent": Parent(add=f"{FETCH})\nFetchContent_MakeAvailable(rowkey)"),
    "find_package that FetchContent answers": Parent(add=f"{FETCH} OVERRIDE_FIND_PACKAGE)\nfind_package(rowkey REQUIRED)"),
    "C++ alone": Parent(language="CXX"),
    "C90": Parent("set(CMAKE_C_STANDARD 90)\nset(CMAKE_C_EXTENSIONS ON)\nset(CMAKE_C_STANDARD_REQUIRED ON)"),
    "C99": Parent(options=("-DCMAKE_C_STANDARD=99",)),
    "C17": Parent("set(CMAKE_C_STANDARD 17)"),
    "unity build": Parent(options=("-DCMAKE_UNITY_BUILD=ON",)),
    "warnings as errors": Parent(options=("-DCMAKE_COMPILE_WARNING_AS_ERROR=ON",)),
    "visible symbols, no position independence": Parent(
        "set(CMAKE_C_VISIBILITY_PRESET default)\nset(CMAKE_POSITION_INDEPENDENT_CODE OFF)"
    ),
    "targets of its own": Parent(f"foreach(name {NAMES})\n  add_library(${{name}} INTERFACE)\nendforeach()"),
    "headers of its own": Parent(HEADERS),
    "tests of its own": Parent("include(CTest)\nadd_test(NAME own COMMAND program)", options=("-DBUILD_TESTING=ON",)),
}
# Each of these compiles rowkey anew.
FLAGS = {
    "Debug, with warnings as errors": Parent(STRICT, options=("-DCMAKE_BUILD_TYPE=Debug",)),
    "-Os, with warnings as errors": Parent(STRICT, options=("-DCMAKE_BUILD_TYPE=MinSizeRel",)),
    "arithmetic that is fast, char that is unsigned": Parent(
        options=("-DCMAKE_C_FLAGS=-O1 -ffast-math -funsigned-char",)
    ),
}


def run(*command, **keywords):
    """The standard output of a command that must succeed; all it printed when it does not."""
    done = subprocess.run(command, capture_output=True, text=True, **keywords)
    if done.returncode != 0:
        raise AssertionError(
            f"{shlex.join(map(str, command))}\nexited with {done.returncode}\n{done.stdout[-5000:]}{done.stderr}"
        )
    return done.stdout


def key(number, rate):
    """The key of program.c, by Python's own means, in hex."""
    digest = int(hashlib.md5(str(number).encode()).hexdigest(), 16)
    (bits,) = struct.unpack(">i", struct.pack(">f", rate))
    ordered = bits + 2**31 if bits >= 0 else ~bits
    return (f"{digest % 1000:03d}".encode() + struct.pack(">II", number + 2**31, ordered)).hex()


KEYS = "".join(f"{key(3999999 + i, rate)}\n" for i, rate in enumerate((0.1, -0.0, 1.5e-30, 3.4028235e38)))


class Parents(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        # The same folder each time, so that ccache finds what was compiled before.
        self.directory = OPTIONS.work / self.id().rpartition(".")[2]
        self.directory.mkdir(parents=True, exist_ok=True)
        self.build = self.directory / "build"

    def configure(self, parent):
        """Writes that parent and configures it in the one folder of builds, where no choice of another parent is left."""
        (self.directory / "CMakeLists.txt").write_text(
            f"cmake_minimum_required(VERSION 3.22)\nproject(parent LANGUAGES {parent.language})\n{parent.before}\n"
            f"set(ROWKEY_VECTORS OFF)\n{parent.add}\nadd_executable(program {HERE}/parent/program.c)\n"
            f"set_source_files_properties({HERE}/parent/program.c PROPERTIES LANGUAGE {parent.language})\n"
            f"set_target_properties(program PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON)\n"
            f"target_link_libraries(program PRIVATE rowkey::{parent.library})\n"
        )
        run(
            OPTIONS.cmake, "--fresh", "-S", self.directory, "-B", self.build, "-G", OPTIONS.generator,
            f"-DROWKEY_SOURCE={SOURCE}", f"-DCMAKE_C_COMPILER={OPTIONS.cc}", f"-DCMAKE_CXX_COMPILER={OPTIONS.cxx}",
            *parent.options,
        )  # fmt: skip

    def make(self, parent, target="program"):
        """Builds that parent's program, which must print the keys."""
        self.configure(parent)
        run(OPTIONS.cmake, "--build", self.build, "--parallel", "--target", target)
        self.assertEqual(run(self.build / "program"), KEYS)
        self.assertEqual("librowkey.so" in run("readelf", "-d", self.build / "program"), parent.shared)

    def test_what_a_parent_says_of_its_own_code_leaves_rowkey_as_it_is(self):
        self.make(ALIKE["nothing said"], "all")
        # It got the libraries, and nothing that it did not ask for.
        cache = (self.build / "CMakeCache.txt").read_text()
        self.assertNotRegex(cache, r"\nCMAKE_BUILD_TYPE:\w+=.")
        self.assertNotIn("BUILD_TESTING", cache)
        self.assertFalse((self.build / "compile_commands.json").exists())
        made = [path for pattern in ("*.a", "*.so") for path in self.build.rglob(pattern)]
        self.assertEqual(sorted(path.name for path in made), ["librowkey.a", "librowkey.so"])
        programs = [path for path in (self.build / "rowkey").rglob("*") if path.is_file() and os.access(path, os.X_OK)]
        self.assertEqual({path.name.split(".so")[0] for path in programs}, {"librowkey"})
        objects = {path: path.stat().st_mtime_ns for path in (self.build / "rowkey").rglob("*.o")}
        for name, parent in ALIKE.items():
            with self.subTest(parent=name):
                self.make(parent)
                tests = run(pathlib.Path(OPTIONS.cmake).with_name("ctest"), "-N", "--test-dir", self.build)
                self.assertIn(f"Total Tests: {1 if 'include(CTest)' in parent.before else 0}\n", tests)
                now = {path: path.stat().st_mtime_ns for path in (self.build / "rowkey").rglob("*.o")}
                self.assertEqual(
                    sorted(str(path) for path in now if objects.get(path) != now[path]), [], "rowkey was compiled anew"
                )

    def test_flags_of_a_parent_change_no_key(self):
        for name, parent in FLAGS.items():
            with self.subTest(parent=name):
                self.make(parent)

    def test_optimising_across_files_changes_no_key(self):
        self.make(Parent(options=("-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON", "-DCMAKE_BUILD_TYPE=RelWithDebInfo")))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for option in ("cmake", "generator", "cc", "cxx"):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=[__file__, *rest])
