"""The rules of scripts/mutate: what they change, and what they leave alone."""

import pathlib
import re
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from mutation import kernels, wrapped  # noqa: E402
from mutation.lists import Claims, callers, described  # noqa: E402
from mutation.planted import listed  # noqa: E402
from mutation.rules import mutants_of  # noqa: E402
from mutation.tests import file_and_command  # noqa: E402
from mutation.tree import PROJECT  # noqa: E402


def changes(source):
    return [mutant.change for mutant in mutants_of("a.c", source)]


def function(body):
    return changes(f"void f(void) {{ {body} }}")


class Rules(unittest.TestCase):
    def test_orders_equalities_and_conditions(self):
        self.assertEqual(
            ["negated: a < b -> !(a < b)", "operator: < -> <=", "deleted: g() -> nothing"], function("if (a < b) g();")
        )
        self.assertEqual(["deleted: x = a == b -> nothing", "operator: == -> !="], function("x = a == b;"))
        self.assertEqual(["operator: && -> ||", "operator: ! -> nothing"], changes("bool x = a && !b;"))

    def test_arithmetic_shifts_and_bits(self):
        self.assertEqual(["operator: + -> -", "operator: << -> >>"], changes("int x = a + b << c;"))
        self.assertEqual(["operator: & -> |", "operator: ~ -> nothing"], changes("int x = a & ~b;"))
        self.assertEqual(["operator: - -> nothing"], changes("int x = -a;"))

    def test_constants_go_up_and_down_and_not_below_0(self):
        self.assertEqual(["constant: 7 -> 8", "constant: 7 -> 6"], changes("int x = 7;"))
        self.assertEqual(["constant: 0 -> 1"], changes("int x = 0;"))
        self.assertEqual(["constant: 0xffU -> 0x100U", "constant: 0xffU -> 0xfeU"], changes("int x = 0xffU;"))
        self.assertEqual([], changes("struct s x = {0};"))

    def test_statements_results_and_jumps(self):
        self.assertEqual(["deleted: a[i] += b -> nothing", "operator: += -> -="], function("a[i] += b;"))
        self.assertEqual(["returned: g(a) -> 0"], function("return g(a);"))
        self.assertEqual(["jump: break -> continue", "jump: break -> nothing"], function("for (;;) break;"))

    def test_operations_of_lanes(self):
        self.assertEqual(["name: v32_add -> v32_sub"], changes("vec32 x = v32_add(a, b);"))
        self.assertEqual(
            ["name: _mm256_add_epi32 -> _mm256_sub_epi32", "name: _mm256_add_epi32 -> _mm256_add_epi64"],
            changes("vec32 x = _mm256_add_epi32(a, b);"),
        )

    def test_declarations_and_heads_of_loops_are_not_deleted(self):
        self.assertEqual([], function("int x = g(y);"))
        self.assertEqual([], function("struct s *x = y;"))
        self.assertEqual(["operator: ++ -> --", "deleted: g() -> nothing"], function("for (i = a; i; i++) g();"))

    def test_comments_strings_and_directives_are_left_alone(self):
        self.assertEqual(
            [], changes("/* a + 1 */ // b < 2\nconst char *s = \"a + 1\", c = '1';\n#if A + 1 < 2\n#endif\n")
        )
        self.assertEqual([], changes("#include <a+1.h>\n"))
        self.assertEqual(["operator: + -> -"], changes("#define A(x) \\\n  ((x) + b)\n"))

    def test_a_change_differs_from_its_like(self):
        mutants = mutants_of("a.c", "int x = a + b + c;\nint y = a + b;\n")
        self.assertEqual(["operator: + -> -", "operator: + -> - #2", "operator: + -> -"], [m.change for m in mutants])
        self.assertEqual(3, len({mutant.key for mutant in mutants}))
        self.assertEqual(
            "int x = a + b - c;\nint y = a + b;\n", mutants[1].applied("int x = a + b + c;\nint y = a + b;\n")
        )


class Lists(unittest.TestCase):
    def file(self, content):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        path = pathlib.Path(directory.name) / "list"
        path.write_text(content)
        return path

    def test_the_first_claim_that_matches_counts(self):
        claims = Claims(self.file("@two: b c\nsrc/x.c: a @two a\nsrc/*: d\n"))
        self.assertEqual(["a", "b", "c"], claims.tests("src/x.c"))
        self.assertEqual(["d"], claims.tests("src/y.c"))
        self.assertEqual([], claims.tests("simd/z.h"))

    def test_every_file_has_tests(self):
        claims = Claims()
        for name in claims.files():
            self.assertTrue(claims.tests(name), name)

    def test_every_test_exists(self):
        programs = {path.stem for path in PROJECT.glob("tests/*/test_*.c")} | described().keys()
        scripts = {f"tool/{path.stem}" for path in PROJECT.glob("tests/tool/*_test.py")}
        claims = Claims()
        named = {file_and_command(test)[0] for name in claims.files() for test in claims.tests(name)}
        self.assertEqual(set(), named - programs - scripts)

    def test_kernels_are_taken_apart_where_they_stand(self):
        """The table, and what lists the tables: another source with the list of instruction sets is one of these."""
        source = (PROJECT / "simd/kernels.c").read_text()
        self.assertEqual(1, source.count(kernels.TABLE))
        self.assertGreater(len(kernels.ENTRY.findall(source[source.index(kernels.TABLE) :])), 40)
        found = [path for folder in ("src", "simd") for path in (PROJECT / folder).rglob("*.c")]
        found = [str(path.relative_to(PROJECT)) for path in found if '#include "simd/isa.def"' in path.read_text()]
        self.assertEqual(sorted(kernels.LISTS), sorted(found))

    def test_every_kernel_can_be_wrong_and_has_a_test(self):
        found = wrapped.signatures(PROJECT)
        self.assertGreater(len(found), 40)
        for signature in found.values():
            for kind in ("lane", "count"):
                planted = wrapped.source(signature, "scalar", kind)
                self.assertIn("planted", planted)
                for header in re.findall(r'#include "([^"]+)"', planted):
                    self.assertTrue((PROJECT / "src" / header).exists(), f"{header} is not in src")
            self.assertTrue(callers(signature.kernel), f"neither tests/descriptors nor tests/kernels names {signature.kernel}")

    def test_what_a_kernel_writes_follows_from_its_parameters(self):
        def row(parameters, result="void"):
            return wrapped.Signature("some", result, parameters).row

        self.assertEqual("out[i]", row("const uint64_t *values, size_t rows, uint64_t *out"))
        self.assertEqual("remainders[i]", row("const uint8_t *digests, size_t rows, uint32_t *remainders"))
        self.assertEqual("text[begin[i]]", row("size_t rows, uint8_t *text, uint64_t *begin, uint64_t *end"))
        self.assertEqual("reversed[i * width]", row("const uint8_t *bytes, size_t width, size_t rows, uint8_t *reversed"))
        unknown = wrapped.Signature("some", "void", "const uint64_t *values, size_t rows, struct new *somewhere")
        with self.assertRaisesRegex(wrapped.Failure, "which parameter of some"):
            wrapped.source(unknown, "scalar", "lane")

    def test_planted_faults_follow_lines_that_move(self):
        sources = {name: (PROJECT / name).read_text() for name in Claims().files()}
        mutants, stale = listed(sources)
        self.assertGreater(len(mutants), 60)
        moved = {f"other/{name}": text for name, text in sources.items()}
        self.assertEqual([f"other/{mutant.path}" for mutant in mutants], [mutant.path for mutant in listed(moved)[0]])
        self.assertEqual((0, len(mutants) + len(stale)), tuple(map(len, listed({"src/a.c": "int a = 1;"}))))


unittest.main()
