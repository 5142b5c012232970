"""README.md, SECURITY.md and the pages of doc/ show only what works: C blocks are examples, every console block is run.

A console block is a transcript: each line `$ command` is given to sh, with the build's tool as `rowkey`, in an
empty directory where files of the page's blocks before it are still there; what follows is its output and error
output. `readme_test.py build/release/rowkey --update` writes what is printed now into the pages."""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
README = SOURCE / "README.md"
LAYOUTS, LIBRARY, REGIONS, ADVISE = (SOURCE / f"doc/{name}.md" for name in ["layouts", "library", "regions", "advise"])
PAGES = [README, SOURCE / "SECURITY.md", *sorted(SOURCE.glob("doc/*.md"))]
# Data that a page reads: a file, the package that has it, and what it holds. scripts/lib.sh fetches wheels into WHEELS, where
# the `pip download` of a page finds them without a network.
WHEELS = SOURCE / "build/wheels"
MAKERS = ("/usr/share/ieee-data/oui.csv", "Debian's package ieee-data 20220827.1",
          "6a2a3bb4983b3edcae727ed890406fc678023bd8e5010e4fb89e1312ee3885ae")  # fmt: skip
SAMPLES = (WHEELS / "bokeh_sampledata-2026.1-py3-none-any.whl", "bokeh_sampledata 2026.1, which scripts/test fetches with pip",
           "f40331a40ca30c64a1c1471835aad9006b61b0d9731a3f649ee8cbbf48d3822f")  # fmt: skip
DATA = {"tutorial.md": [MAKERS], "tutorial-prices.md": [SAMPLES], "advise.md": [MAKERS, SAMPLES]}
TOOL = pathlib.Path(sys.argv.pop(1)).resolve()
ENVIRONMENT = {**os.environ, "PATH": f"{TOOL.parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
               "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(WHEELS), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}  # fmt: skip
NUMBERS = {"id": "7", "ts": "9", "customer": "1", "order": "2", "metric": "3"}
TEXTS = {"user": "u", "key": "k", "host": "h", "event": "e", "date": "d", "name": "n", "tags": "t"}


def blocks(language, page):
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def steps(block):
    """(command, expected output) of each `$` line; a command goes on after a backslash at a line's end."""
    for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, expected = re.fullmatch(r"((?:[^\n]*\\\n)*[^\n]*\n)(.*)", step, re.DOTALL).groups()
        yield command, expected


def unhurried(command):
    """The same search, however busy the machine is: by itself `rowkey advise` ends its trial after a minute."""
    return command.replace("rowkey advise ", "rowkey advise --seconds 3600 ")


def output_of(command, directory):
    """All that it prints."""
    return subprocess.run(
        ["sh", "-c", unhurried(command)], cwd=directory, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ).stdout  # fmt: skip


def missing_data(page):
    """What the page needs and this system lacks, if anything."""
    for path, package, digest in DATA.get(page.name, []):
        if not (os.path.exists(path) and hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest() == digest):
            return f"{page.name} needs {path} of {package}"
    return None


def update(page):
    with tempfile.TemporaryDirectory(prefix="rowkey-readme-") as directory:

        def transcript(block):
            return "```console\n" + "".join(f"$ {command}{output_of(command, directory)}" for command, _ in steps(block[1])) + "```"

        text = page.read_text()
        page.write_text(re.sub(r"^```console\n(.*?)^```$", transcript, text, flags=re.MULTILINE | re.DOTALL))


class Pages(unittest.TestCase):
    maxDiff = None

    def test_readme_is_short(self):
        self.assertLessEqual(len(README.read_text().splitlines()), 150)

    def test_c_blocks_are_examples_that_the_package_test_builds_and_runs(self):
        examples = [path.read_text() for path in SOURCE.glob("examples/*.c")]
        for page in PAGES:
            for block in blocks("c", page):
                self.assertIn(block, examples, page)
        self.assertEqual([(SOURCE / "examples/encode.c").read_text()], blocks("c", LIBRARY))

    def test_every_design_of_the_table_is_a_layout(self):
        table = LAYOUTS.read_text().split("| design | layout |", 1)[1].split("\n\n", 1)[0]
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
        table = LIBRARY.read_text().split("| option | default | |", 1)[1].split("\n\n", 1)[0]
        told = dict(re.findall(r"^\| `(\w+)` \| (?:`(ON|OFF)`)?", table, re.MULTILINE))
        text = (SOURCE / "cmake/options.cmake").read_text()
        options = dict(re.findall(r"^option\((\w+) \".*\" (.+)\)$", text, re.MULTILINE))
        options |= {"BUILD_TESTING": "ON", "ROWKEY_PREFIX": "", "ROWKEY_SANITIZE": ""}
        self.assertEqual(told, {name: default.replace("${PROJECT_IS_TOP_LEVEL}", "ON") for name, default in options.items()})

    def check_console_blocks(self, pages):
        for page in pages:
            with self.subTest(page=page.name), tempfile.TemporaryDirectory(prefix="rowkey-readme-") as directory:
                if missing := missing_data(page):
                    self.skipTest(missing)
                for command, expected in (step for block in blocks("console", page) for step in steps(block)):
                    with self.subTest(command=command):
                        self.assertEqual(output_of(command, directory), expected)

    # The page of rowkey advise takes as long as all others.
    def test_every_console_block_of_advise_prints_what_it_shows(self):
        self.check_console_blocks([ADVISE])

    def test_every_console_block_of_the_other_pages_prints_what_it_shows(self):
        self.check_console_blocks([page for page in PAGES if page != ADVISE])

    def check_kept_picture(self, page, picture, kept):
        """The page has the command that draws the picture, and doc/pictures keeps it."""
        with tempfile.TemporaryDirectory(prefix="rowkey-readme-") as directory:
            content = (SOURCE / "doc/pictures" / kept).read_bytes()
            command = re.search(r"^    (rowkey (?:.*\\\n)*.*--pictures pictures(?: \\\n.*)*)$", page.read_text(), re.MULTILINE)[1]
            subprocess.run(["sh", "-ec", unhurried(command)], cwd=directory, env=ENVIRONMENT, capture_output=True, check=True)
            self.assertTrue(pathlib.Path(directory, "pictures", picture).read_bytes() == content, "draw and keep it again")

    def test_the_kept_picture_of_regions_is_what_its_command_draws(self):
        self.check_kept_picture(REGIONS, "regions-heat.svg", "hotspot.svg")

    def test_the_kept_picture_of_advise_is_what_its_command_draws(self):
        self.check_kept_picture(ADVISE, "designs.svg", "advise-designs.svg")

    def test_readme_and_tutorial_have_console_blocks(self):
        for page in [README, SOURCE / "doc/tutorial.md"]:
            self.assertGreater(len(blocks("console", page)), 0, page)


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        for page in PAGES:
            if missing := missing_data(page):
                sys.exit(missing)
            update(page)
    else:
        unittest.main()
