"""The pages of the manual and what completion offers say what --help says: all are made from one table."""

import gzip
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import support
from bad_usage_test import COMMANDS
from support import ToolTest, rowkey

LAYOUTS = pathlib.Path(__file__).resolve().parents[2] / "doc/layouts.md"
PAGES = ["rowkey", *(f"rowkey-{command}" for command in COMMANDS), "rowkey-layout"]
ESCAPES = {"e": "\\", "-": "-", "(aq": "'", "(ga": "`", "(ha": "^", "(ti": "~", "(dq": '"', "(bu": "*"}
NOTHING = {"fB", "fI", "fR", "&", ":"}


def plain(roff):
    """The text of a page, as a reader of any program sees it."""

    def shown(match):
        return "" if match[1] in NOTHING else ESCAPES[match[1]]

    return re.sub(r"\\(\(..|f.|.)", shown, roff)


def page(name):
    done = rowkey("--generate", "man", name)
    assert (done.returncode, done.stderr) == (0, b""), done
    return done.stdout.decode()


def candidates(*words):
    done = rowkey("--generate", "candidates", *words)
    assert (done.returncode, done.stderr) == (0, b""), done
    ending, *lines = done.stdout.decode().splitlines() or [""]
    return ending, [line.split("\t")[0] for line in lines]


def options_of_help(command):
    """The options that begin a line of the help, or follow others in it."""
    text = rowkey(command, "--help").stdout.decode().split("\nExamples:\n")[0]
    terms = re.findall(r"^ {2,6}((?:-\w, )?--[a-z-]+(?: [A-Z0-9a-z]+)?(?:, .*)?)", text, re.MULTILINE)
    return {option for term in terms for option in re.findall(r"--[a-z-]+", term)}


class Manual(ToolTest):
    def test_a_page_explains_every_option_of_the_help(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                explained = plain("".join(re.findall(r"^\.TP\n(.*\n)", page(f"rowkey-{command}"), re.MULTILINE)))
                options = set(re.findall(r"--[a-z-]+", explained))
                self.assertIn("--help", options)
                self.assertEqual(options_of_help(command), options)

    def test_a_page_says_what_the_help_says(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                said = set(plain(page(f"rowkey-{command}")).split())
                help_text = rowkey(command, "--help").stdout.decode()
                for word in re.sub(r"^(Usage|Exit status|Examples):", "", help_text, flags=re.MULTILINE).split():
                    self.assertIn(word, said)

    def test_the_page_of_layouts_is_the_document(self):
        said = " ".join(plain(page("rowkey-layout")).replace("*", "").split())
        document = re.sub(r"\[([^]`]+)\]\([^)]+\)", r"\1", LAYOUTS.read_text())
        lines = [line for line in document.splitlines()[1:] if not line.startswith(("```", "|---"))]
        self.assertGreater(len(lines), 200)
        for line in lines:
            parts = re.split(r"(?<!\\)\|", line[1:]) if line.startswith("|") else [re.sub("^(#+|-) ", "", line)]
            for part in parts:
                self.assertIn(" ".join(part.replace("\\|", "|").translate({42: "", 96: ""}).split()), said)

    def test_the_page_of_layouts_has_no_stray_spaces(self):
        text = re.sub(r"^\.EX\n.*?^\.EE\n", "", page("rowkey-layout"), flags=re.MULTILINE | re.DOTALL)
        self.assertEqual([], [line for line in text.splitlines() if "  " in line])

    def test_heads_of_tables_are_items(self):
        said = page("rowkey-layout")
        self.assertIn(".TP\n\\fIdesign\\fR\n\\fIlayout\\fR\n.TP\n", said)
        self.assertIn("\n.PP\n\\fIon integers\\fR\n.TP\n", said)

    def test_nothing_is_hyphenated(self):
        if shutil.which("groff") is None:
            self.skipTest("groff is not installed")
        for name in PAGES:
            program = ["groff", "-man", "-Kutf8", "-Tutf8", "-rLL=60n"]
            done = subprocess.run(program, input=page(name).encode(), capture_output=True)
            self.assertGreater(len(done.stdout.splitlines()), 30, name)
            self.assertNotIn("\N{HYPHEN}\n", done.stdout.decode(), name)

    def test_pages_are_clean(self):
        # A page has no date, so that one version makes one page.
        for name in PAGES:
            self.check_clean(name, ["mandoc", "-T", "lint", "-W", "warning"], rb".*WARNING: missing date, using \"\": TH\n")

    def test_groff_has_no_warnings(self):
        for name in PAGES:
            self.check_clean(name, ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z"], b"")

    def check_clean(self, name, program, expected):
        if shutil.which(program[0]) is None:
            self.skipTest(f"{program[0]} is not installed")
        with tempfile.NamedTemporaryFile("w", suffix=".7" if name == "rowkey-layout" else ".1", encoding="utf-8") as file:
            file.write(page(name))
            file.flush()
            done = subprocess.run([*program, file.name], capture_output=True, env=support.environment(MANWIDTH="80"))
        messages = done.stdout if program[0] == "mandoc" else done.stderr
        self.assertRegex(messages, b"\\A" + expected + b"\\Z", name)

    def test_what_is_not_generated(self):
        self.assert_fails(
            2,
            "option --generate needs a value (expected man, complete-bash, complete-zsh or complete-fish)",
            command="--generate",
        )
        self.assert_fails(
            2,
            'option --generate: unknown value "mann" (expected man, complete-bash, complete-zsh, complete-fish or '
            "candidates)",
            "mann",
            command="--generate",
        )
        self.assert_fails(
            2,
            '--generate man: there is no page "rowkey-x" (expected rowkey, rowkey-COMMAND or rowkey-layout)',
            "man",
            "rowkey-x",
            command="--generate",
        )
        for arguments in (["complete-bash", "x"], ["man", "rowkey", "x"]):
            self.assert_fails(
                2, f'--generate {arguments[0]} takes no further argument, found "x"', *arguments, command="--generate"
            )


class Candidates(ToolTest):
    def test_commands_and_pages(self):
        self.assertEqual(("words", [*COMMANDS, "help", "--help", "--version", "--generate"]), candidates(""))
        self.assertEqual(("words", COMMANDS), candidates("help", ""))
        self.assertEqual(("words", PAGES), candidates("--generate", "man", ""))

    def test_options_are_those_of_the_help(self):
        for command in COMMANDS:
            ending, options = candidates(command, "-")
            self.assertEqual(("words", options_of_help(command)), (ending, set(options)))
            self.assertEqual(len(options), len(set(options)))
        self.assertEqual(("files", []), candidates("encode", "--", "--lay"))

    def test_every_value_that_is_offered_is_taken(self):
        counts = {}
        for command in COMMANDS:
            for option in candidates(command, "--")[1]:
                for value in candidates(command, option, "")[1]:
                    counts[option] = counts.get(option, 0) + 1
                    self.assertNotIn(b"unknown value", rowkey(command, option, value).stderr, (command, option, value))
        for option in ("--layout", "--input", "--output", "--isa", "--compression", "--on-error", "--splits-form",
                       "--emit", "--algorithm", "--source", "--placement", "--picture-format", "--from"):  # fmt: skip
            self.assertGreater(counts.get(option, 0), 1, option)

    def test_input_is_keys_or_records(self):
        keys = ("words", ["text", "hex", "hbase"])
        records = candidates("encode", "--input", "")
        self.assertEqual(keys, candidates("route", "--input", ""))
        self.assertEqual(records, candidates("route", "-l", "@opentsdb", "--input", ""))
        self.assertEqual(keys, candidates("rebucket", "--from", "@opentsdb", "--input", ""))
        self.assertEqual(records, candidates("rebucket", "--records", "--input", ""))

    def test_layouts_are_those_that_have_a_name(self):
        names = re.findall(r"^  ([a-z0-9-]+) ", rowkey("layouts").stdout.decode(), re.MULTILINE)
        ending, offered = candidates("encode", "--layout", "@")
        self.assertEqual("words", ending)
        self.assertGreater(len(offered), 50)
        self.assertTrue(set(names) <= {name[1:] for name in offered})
        self.assertEqual(sorted(f"--layout={name}" for name in offered), sorted(candidates("encode", "--layout=@")[1]))
        self.assertEqual(sorted(f"-l{name}" for name in offered), sorted(candidates("encode", "-l@")[1]))
        self.assertEqual(sorted(name[1:] for name in offered), sorted(candidates("layouts", "")[1]))
        self.assertEqual(("words", []), candidates("encode", "-l", "{id"))

    def test_instruction_sets_are_those_of_the_machine(self):
        self.assertEqual(("words", support.supported()), candidates("key", "--isa", ""))

    def test_types_of_columns(self):
        ending, offered = candidates("key", "-c", "id:u64,x:")
        self.assertEqual("nospace", ending)
        self.assertIn("id:u64,x:time(ms)", offered)
        for columns in offered:
            if not columns.endswith("uid(FILE)"):
                done = rowkey("explain", "-l", "{id}", "-c", columns)
                self.assertEqual((0, b""), (done.returncode, done.stderr), columns)
        self.assertEqual(("nospace", ["a:enum(x,y),b:uuid"]), candidates("key", "-c", "a:enum(x,y),b:uu"))

    def header(self, name, text):
        directory = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, directory)
        path = pathlib.Path(directory, name)
        path.write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
        return path

    def test_columns_of_a_header(self):
        names = ["user", "user_id", "ts"]
        for name, delimiter in (("a.csv", b","), ("a.csv.gz", b","), ("a.tsv", b"\t")):
            if name.endswith(".gz") and "gzip" not in candidates("encode", "--compression", "")[1]:
                continue
            path = self.header(name, b"\xef\xbb\xbf" + delimiter.join([b"user", b"user_id", b"no name", b"ts"]) + b"\n1")
            columns = [f"{column}:" for column in names]
            self.assertEqual(("nospace", columns), candidates("encode", path, "--header", "-c", ""))
            self.assertEqual(("nospace", ["--columns=ts:"]), candidates("encode", "--header", path, "--columns=t"))
            self.assertEqual(
                ("nospace", ["ts:u64,user:", "ts:u64,user_id:"]),
                candidates("encode", "--header", path, "-c", "ts:u64,us"),
            )
            self.assertEqual(("nospace", []), candidates("encode", path, "-c", ""))
            self.assertEqual(
                ("nospace", ["--columns=ts:u64,user:text,user_id:"]),
                candidates("encode", "--header", path, "--columns=ts:u64,user:text,"),
            )
        path = self.header("data", b"a;b\n")
        self.assertEqual(
            ("nospace", ["a:", "b:"]), candidates("encode", "--input", "csv", "-d", ";", "--header", path, "-c", "")
        )

    def test_files_without_a_header(self):
        for path in ("/nowhere", "/", self.header("a.csv", b""), self.header("b.csv", b'"a\n'), "-"):
            done = rowkey("--generate", "candidates", "encode", "--header", "--input", "csv", path, "-c", "")
            self.assertEqual((0, b"nospace\n", b""), (done.returncode, done.stdout.replace(b":\n", b""), done.stderr), path)

    def test_names_of_columns(self):
        self.assertEqual(
            ("nospace", ["ts,user", "ts,id"]),
            candidates("decode", "-c", 'user:text,ts:time(ms, "%d,%m"),_,id:u64', "--select", "ts,"),
        )
        self.assertEqual(
            ("nospace", ["metric = 3, metric", "metric = 3, ts", "metric = 3, tags"]),
            candidates("ranges", "-l", "@opentsdb", "-w", "metric = 3, "),
        )

    def test_files_and_folders(self):
        self.assertEqual(("files", []), candidates("encode", ""))
        self.assertEqual(("files", []), candidates("encode", "--rejects", "x"))
        self.assertEqual(("folders", []), candidates("encode", "--temporary", ""))
        self.assertEqual("files", candidates("simulate", "--placement", "")[0])
        self.assertEqual(("words", []), candidates("cpu", ""))

    def test_nothing_is_offered_where_nothing_is_known(self):
        for words in (["nowhere", ""], ["help", "encode", ""], ["encode", "--max-key", ""], ["--version", ""]):
            self.assertEqual(("words", []), candidates(*words), words)
        self.assertEqual(b"", rowkey("--generate", "candidates").stdout)


if __name__ == "__main__":
    support.main()
