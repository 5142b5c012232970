"""Installs the build into a temporary prefix and uses it as a stranger would: each public header alone, and the
examples in C and C++ through find_package and through pkg-config, shared and static.

ctest runs each test by itself: one run with `--install FOLDER` installs for all of them, and they get `--installed FOLDER`.
Without either, a run installs for itself."""
import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = SOURCE / "examples"
C_STANDARDS, CPP_STANDARDS = ["c11", "c17", "c2x"], ["c++11", "c++14", "c++17", "c++20", "c++2b"]
MOVED = "moved to é"
# What each program prints.
EXPECTED = {
    "encode.c": "0 03178500000000000\n1 00884110000000001\n2 04792120000000002\n3999999 01460570003999999\n",
    "encode.cpp": "329-alpha-\\x00\\x00\\x00\\x00eS\\xF1\\x00\n178-beta-\\x00\\x00\\x00\\x00eS\\xF1\\x01\n"
    "914-gamma-\\x00\\x00\\x00\\x00eS\\xF1\\x02\n",
    "round_trip.c": "{abs(h31(rest) % 3):u8}{id:i64}\n027fffffffffffffd6\nid -42\n"
    'byte 0: {abs(h31(rest) % 3):u8} holds "\\x03", expected "\\x02" for these columns\n',
    "arrow.c": "web-1|\\x7F\\xFF\\xFF\\xFF\\x9A\\xAC\\x0E\\xFF\n"
    "none|\\x7F\\xFF\\xFF\\xFF\\x9A\\xAC\\x0E\\xC3\ndb|\\x80" + 7 * "\\x00" + "\n",
    "presplit.c": "split at 250\nsplit at 500\nsplit at 750\n"
    "scan 300|alice|1700000000 to 300|alice|170000359: from region 1\nexact\n",
    "advise.c": "20000 records, 20000 of them in the sample\n"
    'asked for example: host = "host19", ts > 1700018787, ts <= 1700019687\n'
    "several candidates measured: yes\n"
    "today's {ts:u64}{host:6s}: a server gets 4.0 times its share\n"
    "better  {host}\\x00{ts:i48}: less than twice its share: yes\n"
    "one table is enough: yes\n"
    "drawn: yes\n"
    'asked again: host = "host07", ts > 1700002700, ts <= 1700003600\n',
    "arrow_profile.c": "the first row has 17 hits\n"
    "host: about 3 values of 2 to 5 bytes\n"
    "hits: about 3 values from -3 to 17\n",
    "arrow_stream.c": "id 1\n"
    "id 2\n"
    "id 3999999\n"
    "key of Arrow type fixed_size_binary[17] to id of Arrow type uint64\n"
    "00884110000000001 in region 0\n"
    "04792120000000002 in region 1\n"
    "01460570003999999 in region 0\n"
    "3 keys in a sketch\n"
    "id 1\n"
    "id 2\n"
    "id 3999999\n",
    "cpu.c": "00884110000000001\n"
    "all the same\n",
    "flat.c": "host:text,ts:time(ms)\n"
    "keys differ in length\n"
    "a key of 15 bytes\n"
    "a record of 25 bytes: web-1\n"
    "3 keys of 42 bytes\n"
    "the last one is of 1709296200127\n",
    "handler.c": "20000 keys in 100 of 100 buckets\n",
    "values.c": 3 * "487765622d317c8000018df9fe29bd80000000000004b00001\n"
    + "column price: 12.345 has digits that decimal(2) does not keep (expected a value that it holds exactly)\n"
    "column price: type decimal(2) does not take floats (expected integers, decimals or text)\n"
    "column host: type text does not take instants (expected text or bytes; or a column declared as time(ms))\n",
    "schema.c": "host is text\nts is time(ms), and the data must not choose its unit\nid is bytes(16)\n"
    "price is decimal(2), and the data must not choose its scale\n",
    "csv.c": "4 newlines, 3 of them end a record\n"
    "17 -3\n"
    "3999999 40\n",
    "dictionary.c": "2 names\n"
    "1 sys.cpu\n"
    "2 sys.mem\n"
    "1 sys.cpu\n",
    "kernels.c": "00884110000000001 salt 2, web1 partition 10, digest e6, random 13679457532755275413\n"
    "04792120000000002 salt 3, web2 partition 8, digest bb, random 2949826092126892291\n"
    "01460570003999999 salt 5, db-1 partition 2, digest 49, random 5139283748462763858\n",
    "fields.c": " 0 to  5  {host} 77 65 62 2d 31  gives host\n"
    " 5 to  6  | 7c\n"
    " 6 to  8  {md5(host) % 100:02d} 37 32\n"
    " 8 to  9  | 7c\n"
    " 9 to 17  {ts:i64} 80 00 00 00 65 53 f1 00  gives ts\n"
    'byte 9: {ts:i64} holds "\\x80\\x00\\x00\\x00eS\\xF1", expected 8 bytes\n',
    "simulation.c": "{id:08d}                      2.0 of 10 regions busy at a time, the busiest server has 1.00 times its share\n"
    "{md5(id) % 100:02d}{id:08d}   9.9 of 10 regions busy at a time, the busiest server has 1.11 times its share\n"
    "id / 2000                     2.0 of 10 regions busy at a time\n"
    "20000 rows, from #e4e4e4 for none to #fde725 for 7 times an even share\n"
    "  0  0  0  0  0  0  0  0 15 15\n"
    "  0  0  0  0  0  0 15 15  0  0\n"
    "  0  0  0  0 15 15  0  0  0  0\n"
    "  0  0 15 15  0  0  0  0  0  0\n"
    " 15 15  0  0  0  0  0  0  0  0\n"
    "  0  0  0  0  0  0  0  0 15 15\n"
    "  0  0  0  0  0  0 15 15  0  0\n"
    "  0  0  0  0 15 15  0  0  0  0\n"
    "  0  0 15 15  0  0  0  0  0  0\n"
    " 15 15  0  0  0  0  0  0  0  0\n",
    "made.c": "sequential(start=0,step=1)\n"
    "random(below=0)\n"
    "timestamps(hosts=100,start=1700000000,rate=1000,ticks=1000,jitter=0)\n"
    "zipf(users=1000000,start=...,rate=...,ticks=...,jitter=...,exponent=1)\n"
    "matrix\n"
    "timestamps(hosts=1000,start=1700000000,rate=1,ticks=1000,jitter=0): 4 columns, the first is ts\n"
    "host470|1700000000\n"
    "host728|1700000001\n"
    "host368|1700000002\n",
    "records.c": "host, ts, note\n"
    "line 8: column note is missing: the record has 2 fields (expected 3)\n"
    "host:text,ts:time(s),note:text\n\nfirst: host:text\n"
    "line 3: web1|1709296200\nline 4: web2|1709251200\nline 6: db1|1709337600\n"
    "line 8: column note is missing: the record has 2 fields (expected 3)\n"
    "line 9: db3|1709424000\n"
    "fields as in RFC 4180, lines ending in LF or CR LF: names\nnote is bytes\n8 bytes\n",
    "layout.c": "compiled: keys differ in length, newlines only from text, NUL may occur\n"
    "  host, text, is recovered with nulls\n"
    "  id, number, is hashed\n"
    "  note, text, is not used\n"
    "implied: keys differ in length, newlines only from text, NUL may occur\n"
    "  user, text, is recovered\n"
    "  ts, number, is recovered\n"
    "terminated: keys of 11 bytes, newlines occur, NUL never occurs\n"
    "  host, text, is not used\n"
    "  id, number, is recovered\n"
    "  note, text, is not used\n"
    "@hbasewd {int32(abs(h31(key))) % $(buckets):u8}{key}\n"
    "hbasewd: key:text\n",
    "sketch.c": "2000 keys, ranks wrong by at most 0 of them\n"
    "0.250 | u334 | 0.250 | u889 | 0.250 | v445 | 0.250\n"
    "0.125 | u056 | 0.125 | u334 | 0.250 | u889 | 0.250 | v445 | 0.250\n",
    "sort.c": "000:00000 of row 0\n"
    "000:00003 of row 3\n"
    "001:00001 of row 1\n"
    "001:00001 of row 5\n"
    "001:00004 of row 4\n"
    "002:00002 of row 2\n"
    "1 duplicate, 3 regions with rows, peak 1.50 times the mean\n"
    "region 0: 000:00003\n"
    "region 1: 001:00004\n"
    "region 2: 002:00002\n",
    "splits.c": "point 1 does not rise\n"
    "shares: 0.10 0.90 never\n"
    "more: 100 325 550 775 abc\n"
    "below 3000: " + 6 * "\\x00" + "\\x03\\xE8 " + 6 * "\\x00" + "\\x07\\xD0\n"
    "UniformSplit: @" + 7 * "\\x00" + " \\x80" + 7 * "\\x00" + " \\xC0" + 7 * "\\x00" + "\n"
    "HexStringSplit: 40000000 80000000 c0000000\n"
    "DecimalStringSplit: 25000000 50000000 75000000\n"
    "getHexSplits: 0000000000000040 0000000000000080 00000000000000c0\n"
    "Bytes.split: i q\n"
    "createTable: a m z\n",
    "types.c": "time(ms) 2024-02-29T12:30:00.000Z\n"
    "time(ms) 2024-03-01T00:00:00.000Z\n"
    "uuid 6ba7b810-9dad-11d1-80b4-00c04fd430c8\n"
    "uuid 6ba7b811-9dad-11d1-80b4-00c04fd430c8\n",
}


def program_name(example):
    return example.replace(".", "_")


def run(*command, errors="backslashreplace", **keywords):
    """The standard output of a command that must succeed; all it printed when it does not."""
    done = subprocess.run(command, capture_output=True, text=True, errors=errors, **keywords)
    if done.returncode != 0:
        raise AssertionError(
            f"{shlex.join(map(str, command))}\nexited with {done.returncode}\n{done.stdout}{done.stderr}"
        )
    return done.stdout


def install(directory):
    """Installs the build into a place within the directory, which it returns."""
    run(OPTIONS.cmake, "--install", OPTIONS.build, "--prefix", directory / "installed")
    # Move it: nothing in an installation may remember where it was put first, or mind what the place is called.
    return (directory / "installed").rename(directory / MOVED)


class Package(unittest.TestCase):
    def test_every_example_has_its_output_here(self):
        self.assertEqual(sorted(EXPECTED), sorted(example.name for example in EXAMPLES.iterdir()))

    @classmethod
    def setUpClass(cls):
        cls.directory = pathlib.Path(tempfile.mkdtemp(prefix="rowkey-package-"))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        cls.prefix = OPTIONS.installed / MOVED if OPTIONS.installed else install(cls.directory)
        cls.compilers = {
            example: [OPTIONS.cxx, "-std=c++17", EXAMPLES / example]
            if example.endswith(".cpp")
            else [OPTIONS.cc, "-std=c11", EXAMPLES / example]
            for example in EXPECTED
        }
        version = re.search(
            r'VERSION_STRING "(([0-9.]+).*)"', (SOURCE / "include/rowkey/rowkey.h").read_text()
        )
        cls.version, cls.release = version.groups()

    def pkg_config(self, *arguments):
        files = list(self.prefix.rglob("rowkey.pc"))
        self.assertEqual(len(files), 1, "one rowkey.pc is installed")
        environment = {**os.environ, "PKG_CONFIG_PATH": str(files[0].parent)}
        # A backslash stands before each byte of a letter: only as bytes do these make the letter again.
        found = run(OPTIONS.pkg_config, *arguments, "rowkey", env=environment, errors="surrogateescape")
        return shlex.split(found)

    def installed_libdir(self):
        (directory,) = self.pkg_config("--variable=libdir")
        return os.path.realpath(directory)

    def compiles(self, source, standard, *options):
        """Whether `source`, a path or a text, compiles against the installed headers without a warning."""
        language, compiler = ("c++", OPTIONS.cxx) if "+" in standard else ("c", OPTIONS.cc)
        strict = ["-Wall", "-Wextra", "-Wconversion", "-Wpedantic", "-Werror", "-fsyntax-only", f"-I{self.prefix / 'include'}"]
        command = [compiler, f"-std={standard}", *strict, *options, "-x", language]
        if isinstance(source, pathlib.Path):
            run(*command, source)
        else:
            run(*command, "-", input=source)

    def test_every_header_compiles_alone_in_every_standard(self):
        include = self.prefix / "include"
        headers = sorted(header.relative_to(include) for header in include.rglob("*.h"))
        self.assertIn(pathlib.Path("rowkey/rowkey.h"), headers)
        source_headers = (SOURCE / "include").rglob("*.h")
        self.assertEqual(headers, sorted(header.relative_to(SOURCE / "include") for header in source_headers))
        for standard in C_STANDARDS + CPP_STANDARDS:
            for header in headers:
                with self.subTest(header=str(header), standard=standard):
                    # Twice: the include guard is part of the promise.
                    self.compiles(f"#include <{header}>\n" * 2, standard, "-DROWKEY_EXPERIMENTAL")

    def test_programs_are_as_strict_as_who_copies_them(self):
        constructors = SOURCE / "tests/package/constructors.c"
        for standard in C_STANDARDS:
            for program in (constructors, *sorted(EXAMPLES.glob("*.c"))):
                with self.subTest(program=program.name, standard=standard):
                    self.compiles(program, standard)
        for standard in CPP_STANDARDS:
            with self.subTest(program=constructors.name, standard=standard):
                self.compiles(constructors, standard)
        for program in EXAMPLES.glob("*.cpp"):
            with self.subTest(program=program.name):
                self.compiles(program, "c++17")

    def configure(self, name, request):
        """The command that configures the consumer, which asks find_package for this, in a directory of its own."""
        return [
            OPTIONS.cmake, "-S", SOURCE / "tests/package/consumer", "-B", self.directory / name,
            "-G", OPTIONS.generator, f"-DEXAMPLES={EXAMPLES}", f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DROWKEY_FIND={request}", f"-DCMAKE_C_COMPILER={OPTIONS.cc}",
            f"-DCMAKE_CXX_COMPILER={OPTIONS.cxx}",
        ]  # fmt: skip

    def test_find_package_serves_c_and_cpp_shared_and_static(self):
        run(*self.configure("consumer", self.release.rpartition(".")[0]))
        build = self.directory / "consumer"
        run(OPTIONS.cmake, "--build", build, "--parallel")
        for example, expected in EXPECTED.items():
            for library in ("rowkey", "rowkey_shared", "rowkey_static"):
                program = build / f"{program_name(example)}_{library}"
                with self.subTest(program=program.name):
                    self.assertEqual(run(program), expected)
                    needed = "librowkey.so" in run("readelf", "-d", program)
                    self.assertEqual(needed, library != "rowkey_static")

    def run_user(self, name, prefix, package, source, library):
        """What a program of this source prints that finds the package at `prefix` and links its library."""
        build = self.directory / f"{name}-user"
        run(
            OPTIONS.cmake, "-S", SOURCE / "tests/package/user", "-B", build, "-G", OPTIONS.generator,
            f"-DCMAKE_PREFIX_PATH={prefix}", f"-DPACKAGE={package}", f"-DSOURCE={source}", f"-DLIBRARY={library}",
            f"-DCMAKE_C_COMPILER={OPTIONS.cc}",
        )  # fmt: skip
        run(OPTIONS.cmake, "--build", build)
        return run(build / "program")

    def test_a_parent_exports_a_library_that_needs_it(self):
        build = self.directory / "exporter"  # one for all: the later ones find the objects of the first
        program = SOURCE / "tests/package/user/program.c"
        for case, export, install in (("own", "own", "OFF"), ("installed", "rowkey", "ON"), ("component", "rowkey", "OFF")):
            installed = self.directory / f"exported-{case}"
            run(
                OPTIONS.cmake, "-S", SOURCE / "tests/package/exporter", "-B", build, "-G", OPTIONS.generator,
                f"-DROWKEY_SOURCE={SOURCE}", "-DROWKEY_VECTORS=OFF", f"-DROWKEY_INSTALL={install}",
                f"-DEXPORT={export}", f"-DCMAKE_C_COMPILER={OPTIONS.cc}",
            )  # fmt: skip
            run(OPTIONS.cmake, "--build", build, "--parallel")
            run(OPTIONS.cmake, "--install", build, "--prefix", installed)
            with self.subTest(case=case):
                if case == "component":
                    self.assertEqual(list(installed.rglob("*rowkey*")), [])
                    run(OPTIONS.cmake, "--install", build, "--prefix", installed, "--component", "rowkey")
                    self.assertFalse((installed / "bin").exists())
                printed = self.run_user(case, installed, "ingester", program, "ingester::ingester")
                self.assertEqual(printed, f"{self.version}\n")

    def copy_of(self, prefix, *command):
        """Compiles sources of tests/package/copies against the installation at `prefix`."""
        run(OPTIONS.cc, "-std=gnu11", "-fPIC", f"-I{prefix / 'include'}", *command, cwd=SOURCE / "tests/package/copies")

    def assert_copies(self, prefix, libraries, version):
        """A program with this version, linked with either library, and a plugin of that `version` do not meet."""
        plugin = self.directory / "plugin.so"
        self.copy_of(prefix, "part.c", "-shared", *libraries, "-lm", "-o", plugin)
        exported = run("nm", "--dynamic", "--defined-only", "--format=posix", plugin)
        names = ["part_agrees", "part_calls", "part_select", "part_version"]
        self.assertEqual(sorted(re.findall(r"^(\w+) T", exported, re.MULTILINE)), names)
        self.assertNotIn("rowkey", exported)
        own = pathlib.Path(self.installed_libdir())
        for name, linked in {
            "static": ["-rdynamic", own / "librowkey.a", "-lm"],
            "shared": ["-rdynamic", f"-L{own}", f"-Wl,-rpath,{own}", "-lrowkey"],
        }.items():
            host = self.directory / f"host-{name}"
            self.copy_of(self.prefix, "host.c", *linked, "-ldl", "-o", host)
            with self.subTest(host=name, plugin=libraries):
                self.assertEqual(run(host, plugin), f"rowkey {self.version} and {version}\n")

    def test_each_copy_of_the_library_answers_for_itself(self):
        """A plugin with the static library within it exports nothing of it, and calls its own, whatever copy the program
        that loads it has."""
        self.assert_copies(self.prefix, [pathlib.Path(self.installed_libdir()) / "librowkey.a"], self.version)

    def test_two_versions_serve_one_process(self):
        other, build = self.directory / "other", self.directory / "other-build"
        shutil.copytree(SOURCE / "include", other / "include")
        for name in ("CMakeLists.txt", "bench", "cmake", "simd", "src"):
            (other / name).symlink_to(SOURCE / name)
        header = other / "include/rowkey/rowkey.h"
        header.write_text(re.sub(r'(VERSION_MAJOR |VERSION_STRING ")\d+', r"\g<1>98", header.read_text()))
        version = self.version.replace(self.version.split(".")[0], "98", 1)
        run(
            OPTIONS.cmake, "-S", other, "-B", build, "-G", OPTIONS.generator, "-DROWKEY_VECTORS=OFF",
            "-DROWKEY_BUILD_TOOL=OFF", "-DBUILD_TESTING=OFF", "-DCMAKE_BUILD_TYPE=Debug", f"-DCMAKE_C_COMPILER={OPTIONS.cc}",
        )  # fmt: skip
        run(OPTIONS.cmake, "--build", build, "--parallel")
        self.assert_copies(other, [build / "src/librowkey.a"], version)
        self.assert_copies(other, [f"-L{build}/src", f"-Wl,-rpath,{build}/src", "-lrowkey"], version)

    def test_a_prefix_lets_two_copies_into_one_program(self):
        build, prefixed = self.directory / "prefix-build", self.directory / "prefixed"
        run(
            OPTIONS.cmake, "-S", SOURCE, "-B", build, "-G", OPTIONS.generator, "-DROWKEY_PREFIX=ours_",
            "-DROWKEY_VECTORS=OFF", "-DCMAKE_BUILD_TYPE=Debug", f"-DCMAKE_C_COMPILER={OPTIONS.cc}",
        )  # fmt: skip
        run(OPTIONS.cmake, "--build", build, "--parallel")
        run(OPTIONS.cmake, "--install", build, "--prefix", prefixed)
        (archive,) = prefixed.rglob("librowkey.a")
        symbols = run("nm", "--extern-only", "--defined-only", "--format=posix", archive)
        names = [line.split()[0] for line in symbols.splitlines() if line and not line.endswith("]:")]
        self.assertEqual([name for name in names if not name.startswith("ours_rowkey_")], [])
        # With the flags of its own pkg-config file.
        (package,) = prefixed.rglob("rowkey.pc")
        environment = {**os.environ, "PKG_CONFIG_PATH": str(package.parent)}
        flags = shlex.split(run(OPTIONS.pkg_config, "--cflags", "rowkey", env=environment))
        part, program = self.directory / "part.o", self.directory / "two_copies"
        self.copy_of(prefixed, *flags, "-c", "part.c", "-o", part)
        own = pathlib.Path(self.installed_libdir()) / "librowkey.a"
        self.copy_of(self.prefix, "-DLINKED", "host.c", part, archive, own, "-lm", "-ldl", "-o", program)
        self.assertEqual(run(program), f"rowkey {self.version} and {self.version}\n")
        # find_package: the library that there is.
        printed = self.run_user("prefixed", prefixed, "rowkey", EXAMPLES / "encode.c", "rowkey::rowkey")
        self.assertEqual(printed, EXPECTED["encode.c"])

    def test_manual_and_completions_stand_where_they_are_looked_for(self):
        share = self.prefix / "share"
        defined = (SOURCE / "src/cli/commands/commands.def").read_text()
        names = re.findall(r"^COMMAND\((\w+)\)", defined, re.MULTILINE)
        pages = ["rowkey.1", *(f"rowkey-{name}.1" for name in names)]
        self.assertEqual(sorted(pages), sorted(page.name for page in (share / "man/man1").iterdir()))
        generated = {
            **{f"man/man1/{page}": ["man", page.removesuffix(".1")] for page in pages},
            "man/man7/rowkey-layout.7": ["man", "rowkey-layout"],
            "bash-completion/completions/rowkey": ["complete-bash"],
            "zsh/site-functions/_rowkey": ["complete-zsh"],
            "fish/vendor_completions.d/rowkey.fish": ["complete-fish"],
        }
        for file, arguments in generated.items():
            printed = run(self.prefix / "bin/rowkey", "--generate", *arguments)
            self.assertEqual(printed, (share / file).read_text(encoding="utf-8"))

    def test_find_package_refuses_components(self):
        command = self.configure("components", f"{self.release};COMPONENTS;jvm")
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no component jvm", done.stderr)

    def test_find_package_refuses_a_later_minor_and_another_major_version(self):
        major, minor, _ = map(int, self.release.split("."))
        for request in (f"{major}.{minor + 1}", f"{major - 1}.{minor}", f"{major + 1}.{minor}"):
            with self.subTest(request=request):
                done = subprocess.run(self.configure("refused", request), capture_output=True, text=True)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(f"version: {self.release}", done.stderr)

    def test_pkg_config_serves_c_and_cpp_shared_and_static(self):
        self.assertEqual(self.pkg_config("--modversion"), [self.release])
        for example, expected in EXPECTED.items():
            shared = self.directory / f"{program_name(example)}_shared"
            static = self.directory / f"{program_name(example)}_static"
            run(*self.compilers[example], *self.pkg_config("--cflags", "--libs"), "-o", shared)
            run(
                *self.compilers[example], "-static", *self.pkg_config("--static", "--cflags", "--libs"),
                "-o", static,
            )  # fmt: skip
            with self.subTest(example=example):
                where = {**os.environ, "LD_LIBRARY_PATH": self.installed_libdir()}
                self.assertEqual(run(shared, env=where), expected)
                self.assertEqual(run(static), expected)

    def test_shared_library_has_a_soname_with_the_major_version(self):
        major = self.release.split(".")[0]
        dynamic = run("readelf", "-d", pathlib.Path(self.installed_libdir()) / "librowkey.so")
        self.assertIn(f"soname: [librowkey.so.{major}]", dynamic)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for option in ("build", "cmake", "generator", "cc", "cxx", "pkg-config"):
        parser.add_argument(f"--{option}", required=True)
    for option in ("install", "installed"):
        parser.add_argument(f"--{option}", type=pathlib.Path)
    OPTIONS, rest = parser.parse_known_args()
    if OPTIONS.install:
        shutil.rmtree(OPTIONS.install, ignore_errors=True)
        install(OPTIONS.install)
    else:
        unittest.main(argv=[__file__, *rest])
