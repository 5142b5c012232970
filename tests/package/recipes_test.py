"""recipes_test.py CC [CXX]: each public header begins with a recipe, and the recipe compiles as C11 and as C++17; so do
the constructors, which set what they are given. Each function stands in a recipe or in a program in examples.

A recipe is the first paragraph of the header's comment that is indented. It may begin with #include lines. Objects that other
headers' recipes make, it takes from the function around it."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE, EXAMPLES, CONSTRUCTORS = HERE.parents[1] / "include", HERE.parents[1] / "examples", HERE / "constructors.c"
COMPILERS = [(sys.argv[1], "c", "c11"), *((path, "c++", "c++17") for path in sys.argv[2:3])]
del sys.argv[1:]
LINES = range(2, 9)  # how long a recipe is
GIVEN = {
    "layout": ("layout.h", "const rowkey_layout *layout"),
    "encoder": ("encode.h", "rowkey_encoder *encoder"),
    "keys": ("keys.h", "rowkey_keys keys"),
    "splits": ("splits.h", "const rowkey_splits *splits"),
    "error": ("error.h", "rowkey_error error"),
    "text": ("error.h", "const char *text"),
    "simulation": ("simulation.h", "rowkey_simulation *simulation"),
    "times": ("values.h", "rowkey_values times"),
    "texts": ("decode.h", "rowkey_decoded texts"),
    "schema": ("arrow.h", "struct ArrowSchema schema"),
    "batch": ("arrow.h", "struct ArrowArray batch"),
}


def recipe_of(header):
    comment = header.read_text().split("*/", 1)[0]
    lines = re.search(r"^(?: \*     .*\n)+", comment, re.MULTILINE).group().replace(" *     ", "").splitlines()
    return [line for line in lines if line.startswith("#")], [line for line in lines if not line.startswith("#")]


def program_of(header, includes, body):
    text = "\n".join(body)
    given = [GIVEN[name] for name in GIVEN if re.search(rf"(?<![.>])\b{name}\b", text) and not declares(text, name)]
    own = ["#define ROWKEY_EXPERIMENTAL", f"#include <rowkey/{header.name}>", *includes, "#include <stdio.h>", "#include <string.h>"]
    parameters = ", ".join(declaration for _, declaration in given) or "void"
    return "\n".join([*own, f"void recipe({parameters});", f"void recipe({parameters}) {{", text, "}", ""])


def declared_in(header):
    return re.findall(r"^ROWKEY_(?:API|CHECKED)[^;(]*?\b(\w+)\(", header.read_text(), re.MULTILINE)


def declares(text, name):
    return re.search(rf"\b(rowkey_\w+|uint32_t|char|struct \w+) \*?{name}\b(?!\()", text) is not None


class Recipes(unittest.TestCase):
    def test_each_header_has_a_recipe_that_compiles(self):
        headers = sorted(INCLUDE.glob("rowkey/*.h"))
        self.assertGreater(len(headers), 10)
        for header in headers:
            includes, body = recipe_of(header)
            with self.subTest(header=header.name):
                self.assertIn(len(body), LINES)
                program = program_of(header, includes, body)
                for compiler, language, standard in COMPILERS:
                    done = subprocess.run(
                        [compiler, f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                         f"-I{INCLUDE}", "-x", language, "-"],
                        input=program, capture_output=True, text=True,
                    )  # fmt: skip
                    self.assertEqual((done.returncode, done.stderr), (0, ""), program)

    def test_each_function_is_called_in_a_recipe_or_an_example(self):
        headers = sorted(INCLUDE.glob("rowkey/*.h"))
        recipes = ["\n".join(recipe_of(header)[1]) for header in headers]
        examples = [re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL) for path in EXAMPLES.iterdir()]
        called = set(re.findall(r"\b(rowkey_\w+)\(", "\n".join(recipes + examples)))
        for header in headers:
            for function in declared_in(header):
                with self.subTest(header=header.name, function=function):
                    self.assertTrue(function in called, "neither a header's recipe nor a program in examples calls it")

    def test_constructors_set_what_they_are_given(self):
        for compiler, language, standard in COMPILERS:
            with self.subTest(language=language), tempfile.TemporaryDirectory(prefix="rowkey-recipes-") as directory:
                program = pathlib.Path(directory) / "constructors"
                done = subprocess.run(
                    [compiler, f"-std={standard}", "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}", "-x", language,
                     CONSTRUCTORS, "-o", program],
                    capture_output=True, text=True,
                )  # fmt: skip
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                done = subprocess.run([program], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_each_header_has_its_tier_in_the_table(self):
        """What a header says of itself, where the table of rowkey.h has it, and whether it asks for the macro."""
        comment = (INCLUDE / "rowkey/rowkey.h").read_text().split("*/", 1)[0]
        table, tier = {}, None
        for line in comment.splitlines():
            if found := re.match(r" \* (Stable|Experimental)\b.*:$", line):
                tier = found[1]
            elif found := re.match(r" \*   rowkey/(\w+\.h) ", line):
                table[found[1]] = tier
        headers = {path.name: path.read_text() for path in INCLUDE.glob("rowkey/*.h")}
        self.assertEqual(sorted(table), sorted(headers))
        for name, text in headers.items():
            with self.subTest(header=name):
                said = re.search(r"Stable|Experimental|functions are stable", text.split("*/", 1)[0].replace("\n *", ""))
                self.assertIn(table[name][1:], said[0].capitalize())
                gate = f"#ifndef ROWKEY_EXPERIMENTAL\n#error \"rowkey/{name} is experimental"
                self.assertEqual(gate in text, table[name] == "Experimental")

    def test_experimental_headers_ask_for_the_macro(self):
        """Alone they are refused without it, and rowkey.h has nothing of them then."""
        headers = sorted(INCLUDE.glob("rowkey/*.h"))
        gated = {path: declared_in(path) for path in headers if "#ifndef ROWKEY_EXPERIMENTAL" in path.read_text()}
        self.assertGreater(len(gated), 10)
        compiler, language, standard = COMPILERS[0]
        command = [compiler, f"-std={standard}", f"-I{INCLUDE}", "-x", language, "-E", "-"]
        for path, functions in gated.items():
            for define, passes in (("", False), ("#define ROWKEY_EXPERIMENTAL\n", True)):
                program = f"{define}#include <rowkey/{path.name}>\n"
                done = subprocess.run(command, input=program, capture_output=True, text=True)
                with self.subTest(header=path.name, passes=passes):
                    self.assertEqual(done.returncode == 0, passes, done.stderr)
                whole = f"{define}#include <rowkey/rowkey.h>\n"
                done = subprocess.run(command, input=whole, capture_output=True, text=True)
                for function in functions:
                    self.assertEqual(re.search(rf"\b{function}\(", done.stdout) is not None, passes, function)


if __name__ == "__main__":
    unittest.main()
