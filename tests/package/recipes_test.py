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
    "regions": ("error.h", "const uint32_t *regions"),
    "error": ("error.h", "rowkey_error error"),
    "text": ("error.h", "const char *text"),
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
    own = [f"#include <rowkey/{header.name}>", *includes, "#include <stdio.h>", "#include <string.h>"]
    parameters = ", ".join(declaration for _, declaration in given) or "void"
    return "\n".join([*own, f"void recipe({parameters});", f"void recipe({parameters}) {{", text, "}", ""])


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
            for function in re.findall(r"^ROWKEY_(?:API|CHECKED)[^;(]*?\b(\w+)\(", header.read_text(), re.MULTILINE):
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

    def test_each_header_says_its_tier(self):
        for header in sorted(INCLUDE.glob("rowkey/*.h")):
            comment = header.read_text().split("*/", 1)[0].replace("\n *", "")
            with self.subTest(header=header.name):
                self.assertRegex(comment, r"Stable|Experimental|functions are stable")


if __name__ == "__main__":
    unittest.main()
