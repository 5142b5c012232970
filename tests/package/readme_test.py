"""README.md, SECURITY.md and the pages of doc/ show only what works: the C example is examples/encode.c, and every console block
is run.

A console block is a transcript: each line `$ command` is given to sh, with the build's tool as `rowkey`, in an
empty directory where files of the page's blocks before it are still there; what follows is its output and error
output."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
README = SOURCE / "README.md"
PAGES = [README, SOURCE / "SECURITY.md", *sorted(SOURCE.glob("doc/*.md"))]
TOOL = pathlib.Path(sys.argv.pop(1)).resolve()
NUMBERS = {"id": "7", "ts": "9", "customer": "1", "order": "2", "metric": "3"}
TEXTS = {"user": "u", "key": "k", "host": "h", "event": "e", "date": "d", "name": "n", "tags": "t"}


def blocks(language, page=README):
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def steps(block):
    """(command, expected output) of each `$` line; a command goes on after a backslash at a line's end."""
    for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, expected = re.fullmatch(r"((?:[^\n]*\\\n)*[^\n]*\n)(.*)", step, re.DOTALL).groups()
        yield command, expected


class Readme(unittest.TestCase):
    maxDiff = None

    def test_c_example_is_the_one_that_the_package_test_builds_and_runs(self):
        self.assertIn((SOURCE / "examples/encode.c").read_text(), blocks("c"))

    def test_every_design_of_the_table_is_a_layout(self):
        table = README.read_text().split("| design | layout |", 1)[1].split("\n\n", 1)[0]
        layouts = re.findall(r"^\| [^|]+ \| `(.*)` \|$", table, re.MULTILINE)
        self.assertGreater(len(layouts), 10)
        columns = ",".join([*(f"{name}:u64" for name in NUMBERS), *(f"{name}:text" for name in TEXTS)])
        for layout in layouts:
            with self.subTest(layout=layout):
                command = [TOOL, "encode", "--input=csv", f"--columns={columns}", "--output=raw"]
                record = ",".join([*NUMBERS.values(), *TEXTS.values()])
                layout = layout.replace("\\|", "|")  # as a cell of a table has it
                done = subprocess.run([*command, "--layout", layout], input=record.encode(), capture_output=True)
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                self.assertNotEqual(done.stdout, b"")

    def test_table_of_options_is_that_of_the_build(self):
        table = README.read_text().split("| option | default | |", 1)[1].split("\n\n", 1)[0]
        told = dict(re.findall(r"^\| `(\w+)` \| (?:`(ON|OFF)`)?", table, re.MULTILINE))
        text = (SOURCE / "cmake/options.cmake").read_text()
        options = dict(re.findall(r"^option\((\w+) \".*\" (.+)\)$", text, re.MULTILINE))
        options |= {"BUILD_TESTING": "ON", "ROWKEY_SANITIZE": "", "ROWKEY_XXHASH_HEADER": ""}
        self.assertEqual(told, {name: default.replace("${PROJECT_IS_TOP_LEVEL}", "ON") for name, default in options.items()})

    def test_every_console_block_prints_what_it_shows(self):
        self.assertGreater(len(blocks("console")), 0)
        environment = {**os.environ, "PATH": f"{TOOL.parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
        for page in PAGES:
            with tempfile.TemporaryDirectory(prefix="rowkey-readme-") as directory:
                for command, expected in (step for block in blocks("console", page) for step in steps(block)):
                    with self.subTest(page=page.name, command=command):
                        done = subprocess.run(
                            ["sh", "-c", command], cwd=directory, env=environment, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                        )  # fmt: skip
                        self.assertEqual(done.stdout, expected)


if __name__ == "__main__":
    unittest.main()
