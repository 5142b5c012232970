"""Bad usage gives one clear error, status 2, and touches nothing."""

import functools
import random
import re
import unittest

import support
from support import ToolTest, rowkey, some

SEED = 20261122
COMMANDS = "encode decode key explain layouts splits ranges route rebucket simulate advise audit cpu".split()


@functools.cache
def edits_between(a, b):
    """Levenshtein's distance, where a swap of neighbours is one edit as well."""
    if not a or not b:
        return len(a) + len(b)
    ways = [edits_between(a[1:], b) + 1, edits_between(a, b[1:]) + 1, edits_between(a[1:], b[1:]) + (a[0] != b[0])]
    if a[:2] == b[1::-1]:
        ways.append(edits_between(a[2:], b[2:]) + 1)
    return min(ways)


def nearest(name, names):
    """The shortest of those that begin with the name's two or more letters; else the first of those that are the
    fewest edits away from it: up to a third of its letters, or one, and fewer than they have letters."""

    def distance(known):
        return 0 if len(name) > 1 and known.startswith(name) else edits_between(name, known)

    most = max(1, len(name) // 3)
    near = [known for known in names if distance(known) < min(most + 1, len(known))]
    return min(near, key=lambda known: (distance(known), 0 if distance(known) else len(known)), default=None)


class Commands(ToolTest):
    def test_version(self):
        done = rowkey("--version")
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assertRegex(done.stdout, rb"^rowkey \d+\.\d+\.\d+(-rc\.\d+)?\n$")

    def test_help_of_every_command_has_examples(self):
        for arguments in (["--help"], *([command, "--help"] for command in COMMANDS)):
            done = rowkey(*arguments)
            self.assertEqual((0, b""), (done.returncode, done.stderr))
            self.assertTrue(done.stdout.startswith(b"Usage: rowkey"))
            self.assertIn(b"Example", done.stdout)
            self.assertLessEqual(max(map(len, done.stdout.splitlines())), 110)

    def test_json_has_one_spelling_more(self):
        """Whoever takes --output json takes --json, and makes the same of it."""
        ids = ("-c", "id:u64")
        runs = {
            "explain": ("-l", "{id:08d}", *ids),
            "layouts": ("opentsdb",),
            "ranges": ("-l", "{id:08d}", *ids, "-w", "id < 9"),
            "rebucket": ("--from", "{id:08d}", "--to", "{id % 7:01d}{id:08d}", *ids, "--regions", "3"),
            "simulate": ("-l", "{id:08d}", *ids, "-r", "3"),
            "audit": (),
            "advise": None,  # tells how long it took
        }
        for command in COMMANDS:
            page = rowkey(command, "--help").stdout
            with self.subTest(command=command):
                self.assertEqual(command in runs, b"the same as --output json" in page)
                if command not in runs:
                    continue
                self.assertRegex(page, rb"\n +json[:\t ]")
                refused = rowkey(command, "--json", "--output", "x")
                self.assertEqual(2, refused.returncode)
                self.assertEqual(b"rowkey: option --json is --output json, and --output is given with another value\n", refused.stderr)
                if runs[command] is not None:
                    keys = b"00000001\n00000002\n"
                    done = rowkey(command, *runs[command], "--json", stdin=keys)
                    self.assertEqual((0, b"{"), (done.returncode, done.stdout[:1]), done.stderr)
                    self.assertEqual(done.stdout, rowkey(command, *runs[command], "--output", "json", stdin=keys).stdout)

    def test_every_option_alone_is_read_and_its_rules_asked(self):
        """A rule that names an option that its command does not have would end the command by a signal."""
        for command in COMMANDS:
            page = rowkey(command, "--help").stdout.decode().split("\nExamples:\n")[0]
            options = set(re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", page, re.MULTILINE))
            self.assertGreater(len(options), 1, command)
            for option in sorted(options):
                for given in ([option], [option, "1"], [f"{option}=x"]):
                    with self.subTest(command=command, given=given):
                        self.assertIn(rowkey(command, *given, cwd=self.directory).returncode, {0, 1, 2, 3})

    def test_short_help_is_one_screen_of_the_options_that_are_used_most(self):
        for arguments in ([], *([command] for command in COMMANDS)):
            done = rowkey(*arguments, "-h")
            self.assertEqual((0, b""), (done.returncode, done.stderr))
            self.assertTrue(done.stdout.startswith(b"Usage: rowkey"))
            lines = done.stdout.decode().splitlines()
            self.assertLessEqual(sum(1 + (len(line) - 1) // 80 for line in lines if line) + lines.count(""), 24, arguments)
            self.assertIn("--help", lines[-1])
            for option in re.findall(r"^ +(?:-\w, )?--[a-z-]+", done.stdout.decode(), re.MULTILINE):
                self.assertIn("\n" + option, rowkey(*arguments, "--help").stdout.decode())

    def test_help_lists_every_command(self):
        listed = rowkey("--help").stdout.decode().split("\nCommands:\n")[1].split("\n\n")[0]
        self.assertEqual(COMMANDS, re.findall(r"^  (\w+) +\w+ .*\w$", listed, re.MULTILINE))
        for command in COMMANDS:
            self.assertTrue(rowkey(command, "--help").stdout.startswith(f"Usage: rowkey {command} ".encode()))

    def test_help_names_every_option_that_there_is_and_no_other(self):
        helps = {command: rowkey(command, "--help").stdout.decode() for command in COMMANDS}
        every = sorted(set(re.findall(r"--[a-z][a-z-]+", "".join(helps.values()))))
        for command, option in some([(command, option) for command in COMMANDS for option in every]):
            with self.subTest(command=command, option=option):
                known = b"unknown option" not in rowkey(command, option, stdin=b"").stderr
                explained = re.search(rf"^ +(-\w, )?{option}\b(?!-)", helps[command], re.MULTILINE)
                named = re.search(rf"{option}\b(?!-)", helps[command])
                if (command, option) != ("rebucket", "--layout"):  # which has an answer of its own there
                    self.assertTrue(known if explained else named or not known)

    def test_without_a_command_usage_goes_to_standard_error(self):
        done = rowkey()
        self.assertEqual((2, b""), (done.returncode, done.stdout))
        self.assertTrue(done.stderr.startswith(b"Usage: rowkey"))

    def test_help_is_a_command_too(self):
        for arguments in ((), ("--help",)):
            self.assert_keys(rowkey("--help").stdout, *arguments, command="help")
        self.assert_keys(rowkey("-h").stdout, "-h", command="help")
        for name in COMMANDS:
            self.assert_keys(rowkey(name, "--help").stdout, name, command="help")
        self.assert_fails(
            2, 'unknown command "keys": did you mean key? (rowkey --help lists them)', "keys", command="help"
        )
        self.assert_fails(2, 'rowkey help takes one command, found "b" as well', "key", "b", command="help")

    def test_columns_that_are_not_named(self):
        message = "option --layout: there is no column id\n{id}\n ^ expected one of the columns line"
        self.assert_fails(2, f"{message} (option --columns names the columns of the records; with --header their first line does)", "--layout", "{id}")
        self.assert_fails(2, message.replace("line", "a, line"), "--layout", "{id}", "--columns", "a:u64")

    def test_unknown_command(self):
        for name, hint in (
            ("enc", ": did you mean encode?"),
            ("encdoe", ": did you mean encode?"),
            ("encde", ": did you mean encode?"),
            ("kye", ": did you mean key?"),
            ("encdeo", ": did you mean encode?"),
            ("ncde", ""),
            ("xcde", ""),
            ("x", ""),
            ("", ""),
        ):
            self.assert_fails(2, f'unknown command "{name}"{hint} (rowkey --help lists them)', command=name)

    def test_the_command_that_is_the_fewest_edits_away_is_named(self):
        words = random.Random(SEED)
        for _ in range(20 if support.is_slow() else 200):
            name = list(words.choice(COMMANDS))
            for _ in range(words.randrange(1, 5)):
                at = words.randrange(len(name) + 1)
                name[at : at + words.randrange(2)] = words.choices("aeost", k=words.randrange(2))
            name = "".join(name)
            if name and name not in (*COMMANDS, "help"):
                command = nearest(name, COMMANDS)
                hint = f": did you mean {command}?" if command else ""
                self.assert_fails(2, f'unknown command "{name}"{hint} (rowkey --help lists them)', command=name)

    def test_a_long_unknown_command_is_near_to_none(self):
        shown = '"' + 64 * "x" + '"... (200 bytes)'
        self.assert_fails(2, f"unknown command {shown} (rowkey --help lists them)", command=200 * "x")

    def test_cpu_takes_no_argument(self):
        self.assert_fails(2, 'rowkey cpu takes no argument, found "x"', "x", command="cpu")


class Options(ToolTest):
    GOOD = ("--layout", "{id}", "--columns", "id:u64")

    def usage(self, message, *arguments):
        self.assert_fails(2, message, *arguments, stdin=b"1\n")

    def test_unknown_options_name_the_nearest(self):
        self.usage('unknown option "--layot": did you mean --layout?', "--layot", "x")
        self.usage('unknown option "--colums": did you mean --columns?', "--colums=x")
        self.usage('unknown option "--zzzzzz" (--help lists them)', "--zzzzzz")
        self.usage('unknown option "-x" (--help lists them)', "-x")
        self.usage('unknown option "--csv" (--help lists them)', "--csv")
        self.usage('unknown option "--head": did you mean --header?', "--head")
        self.usage('unknown option "--col": did you mean --columns?', "--col", "id:u64")
        self.usage('unknown option "--nul": did you mean --null?', "--nul", "-")
        self.usage('unknown option "-null": did you mean --null?', "-null", "-")

    def test_short_options_combine(self):
        for arguments in (("-ql{id}", "-cid:u64"), ("-ql", "{id}", "-c", "id:u64"), ("-q", "-l{id}", "-cid:u64")):
            self.assert_keys(b"1\n", *arguments, stdin=b"1\n")
        helped = rowkey("encode", "-h").stdout
        for argument in ("-qh", "-hq", "-h"):
            self.assert_keys(helped, argument)
        self.usage('unknown option "-x" in "-qx" (--help lists them)', *self.GOOD, "-qx")
        self.usage('unknown option "-xq" (--help lists them)', *self.GOOD, "-xq")
        self.usage("option --quiet is given twice", *self.GOOD, "-qq")
        self.usage("option --columns needs a value", "-l{id}", "-qc")

    def test_numbers_have_bounds(self):
        most, gibibyte, regions = 2**64 - 1, 2**30, 2**24
        bounds = {
            "encode --layout {id}": {
                "threads": (1, 256), "chunk-size": (1, gibibyte), "max-record": (1, gibibyte), "max-key": (1, most),
                "seed": (0, most)},
            "key --layout {id}": {"max-key": (1, most), "seed": (0, most), "row": (0, most)},
            "explain --layout {id}": {"stride": (1, most)},
            "ranges --layout {id}": {"max-ranges": (1, 10**8)},
            "splits --layout {id}": {"regions": (1, regions)},
            "rebucket --from {id} --to {id}": {"regions": (1, regions)},
            "simulate --layout {id} --regions 4": {
                "servers": (1, regions), "chunk-size": (1, gibibyte),
                "max-record": (1, gibibyte), "writers": (1, 100000), "window": (1, most)},
        }  # fmt: skip
        for command, options in bounds.items():
            for option, (low, high) in options.items():
                done = rowkey(*command.split(), "--columns", "id:u64", f"--{option}", high + 1)
                self.assertEqual((2, b""), (done.returncode, done.stdout), (command, option))
                self.assertRegex(
                    done.stderr.decode(),
                    rf'^rowkey: option --{option}: "{high + 1}" is (out of range|above {most}) '
                    rf"\(expected a number from {low} to {high}\)\n$",
                )

    def test_no_command_takes_other_letters(self):
        for command in COMMANDS:
            self.assert_fails(2, 'unknown option "-\\x01" (--help lists them)', "-\x01", command=command)

    def test_values(self):
        self.usage("option --layout is missing (rowkey encode --help explains it)")
        self.usage("option --layout needs a value", "--layout")
        self.usage("option --layout is given twice", *self.GOOD, "-l", "{id}")
        self.usage("option --header takes no value", *self.GOOD, "--header=yes")
        self.usage(
            'option --threads: "0" is out of range (expected a number from 1 to 256)',
            *self.GOOD,
            "--threads",
            0,
        )
        self.usage(
            'option --threads: "two" has a byte that is not a digit (expected a number from 1 to 256)',
            *self.GOOD,
            "--threads",
            "two",
        )
        self.usage(
            'option --seed: "18446744073709551616" is above 18446744073709551615 (expected a number from 0 to '
            "18446744073709551615)",
            *self.GOOD,
            "--seed",
            2**64,
        )
        self.usage(
            f'option --input: unknown value "cvs" (expected lines, csv, tsv{", jsonl" * support.has_jsonl()} or binary)',
            *self.GOOD,
            "--input",
            "cvs",
        )
        self.usage(
            'option --output: unknown value "txt" (expected text, raw, hex or hbase)',
            *self.GOOD,
            "--output",
            "txt",
        )
        self.usage(
            'option --emit: unknown value "record" (expected key or key+record)',
            *self.GOOD,
            "--emit",
            "record",
        )
        self.usage(
            'option --on-error: unknown value "go" (expected stop or skip)', *self.GOOD, "--on-error", "go"
        )
        for delimiter, shown in (
            ("", '""'),
            ("ab", '"ab"'),
            ('"', '"\\x22"'),
            ("\n", '"\\x0A"'),
            ("é", '"é"'),
        ):
            self.usage(
                f"option --delimiter: {shown} (expected one byte, but not a quote or a line end; \\t is a tab)",
                *self.GOOD,
                "--input",
                "csv",
                "--delimiter",
                delimiter,
            )

    def test_options_that_contradict_each_other(self):
        self.usage("option --delimiter needs --input csv or tsv", *self.GOOD, "--delimiter", ",")
        self.usage("option --rejects needs --on-error skip", *self.GOOD, "--rejects", self.path("x"))
        self.usage(
            "option --header: binary records have no header line",
            "--layout",
            "{a}",
            "--columns",
            "a:u8",
            "--input",
            "binary",
            "--header",
        )
        self.usage(
            "option --emit key+record: binary records cannot stand in a line",
            "--layout",
            "{a}",
            "--columns",
            "a:u8",
            "--input",
            "binary",
            "--emit",
            "key+record",
        )
        self.usage(
            "option --emit key+record: nothing separates raw keys from records (use --output text, hex or hbase)",
            *self.GOOD,
            "--emit",
            "key+record",
            "--output",
            "raw",
        )
        self.usage(
            "--input binary needs --columns, which gives a record's width",
            "--layout",
            "{line}",
            "--input",
            "binary",
        )
        self.usage(
            "a record of 9 bytes is longer than --max-record 8",
            "--layout",
            "{line}",
            "--input",
            "binary",
            "--columns",
            "_:9",
            "--max-record",
            8,
        )
        longest = ("--layout", "{id:u64}", "--input", "binary", "--columns", "id:u64be", "--max-record", 8)
        self.assertEqual(b"rowkeys!", rowkey("encode", *longest, "--output", "raw", stdin=b"rowkeys!").stdout)
        self.assert_only()


class Columns(ToolTest):
    TEXT = (
        "NAME:TYPE with a type u64, i64, f64, f32, text, bytes(16), time(ms), epoch(ms), decimal(2), uuid, ip, ipv4, hex, "
        "base64, bool, enum(a,b) or uid(FILE), _ to skip a column, ... at the end"
    )
    BINARY = (
        "NAME:TYPE with a type u8, i8, u16le ... i64be, f32le ... f64be, Ns, bytes(N), uuid, ip, time(ms)le or "
        "decimal(2)be, or _:N to skip N bytes"
    )

    def columns(self, message, text, kind, *arguments):
        self.assert_fails(
            2, f"option --columns: {message}", "--layout", "x", "--columns", text, "--input", kind, *arguments
        )

    def test_items_that_are_not_understood(self):
        for item in ("", "id", ":u64", "1d:u64", "a-b:text"):
            self.columns(f'"{item}" is not understood (expected {self.TEXT})', f"a:text,{item}", "csv")
        for item in (
            "id:u64",
            "id:text",
            "id:u24be",
            "id:u7",
            "id:0s",
            "id:s",
            "id:16",
            "id:u16",
            "id:u16me",
            "id:f64",
            "id:f16le",
            "id:f8",
            "id:99999s",
            "id:bytes",
            "id:bytes(4)le",
            "id:bytes(65537)",
        ):
            self.columns(f'"{item}" is not understood (expected {self.BINARY})', item, "binary")
        for item in ("_", "_:0", "_:", "_:x", "_:1x", "_:99999"):
            self.columns(f'"{item}" is not understood (expected _:N to skip N bytes, from 1 to 65536)', item, "binary")
        self.columns('"_:3" is not understood (expected _ alone to skip a column)', "_:3", "csv")

    TYPES = "types are u64, i64, f64, f32, text, bytes, time, epoch, decimal, uuid, ip, ipv4, hex, base64, bool, enum, uid"

    def test_types_that_there_are_not(self):
        """The message has the type with a caret, and the nearest one."""
        for kind, column, sentence, expected in (
            ("", 0, "a type is missing", f"one of the {self.TYPES.replace(' are', '')}"),
            ("u65", 0, "there is no type u65", f"u64 (the {self.TYPES})"),
            ("u64le", 0, "there is no type u64le", f"one of the {self.TYPES.replace(' are', '')}"),
            ("u64:x", 3, "something follows the type", "the end of the type"),
            ("text(16)", 4, "text has no parameters", "text alone, or bytes(N) for values of N bytes"),
            ("bytes(0)", 6, "the width is not valid", "bytes(N) with N from 1 to 1048576, or bytes alone"),
        ):
            message = f"column id: {sentence}\n{kind}\n{' ' * column}^ expected {expected}"
            self.columns(message, f"a:text, id: {kind}", "csv")

    def test_names(self):
        self.columns("a is named twice", "a:u64,a:text", "csv")
        self.columns(
            "the name line stands for the whole record: give the column another name", "line:text", "csv"
        )
        self.columns(
            "the name line stands for the whole record: give the column another name", "line:u64", "lines"
        )

    def test_rest_stands_at_the_end(self):
        self.columns(
            '"..." is not understood (expected ... only at the end, and not for binary records)',
            "...,a:u64",
            "csv",
        )
        self.columns(
            '"..." is not understood (expected ... only at the end, and not for binary records)',
            "a:u8,...",
            "binary",
        )

    def test_lines_have_one_column(self):
        for text in ("a:u64,b:u64", "a:u64,...", "_,_"):
            self.columns("a line is one column (use --input csv or tsv for several)", text, "lines")

    def test_header_names_what_is_skipped(self):
        for item in ("_", "..."):
            self.columns(
                f'"{item}" is not understood (expected only NAME:TYPE: with --header, columns that are not named are '
                "skipped)",
                f"a:u64,{item}",
                "csv",
                "--header",
            )


class Layouts(ToolTest):
    def starts(self, message, layout, columns="id:u64"):
        done = rowkey(
            "encode", "--layout", layout, "--columns", columns, "-o", self.path("keys"), stdin=b"1\n"
        )
        self.assertEqual((2, b""), (done.returncode, done.stdout))
        first, *rest = done.stderr.decode().splitlines()
        self.assertEqual(f"rowkey: option --layout: {message}", first)
        self.assertEqual(2, len(rest))
        self.assertEqual(layout, rest[0])
        self.assertRegex(rest[1], r"^ *\^")
        self.assert_only()

    def test_errors_point_into_the_template(self):
        self.starts("division by 0", "{id % 0}")
        self.starts("there is no column idd", "{idd}")
        self.starts("there is no function sha", "{sha(id)}")
        self.starts("there is no format q", "{id:q}")

    def test_text_output_refuses_what_it_could_not_tell_apart(self):
        for layout in ("{md5(line)}", "{line:16s}{md5(line)}", "a\\x0ab{line}"):
            self.assert_fails(
                2,
                "keys of this layout may hold a newline, where --output text ends a key (use --output raw, "
                "hex or hbase)",
                "--layout",
                layout,
                stdin=b"a\n",
            )
            self.assertEqual(
                0, rowkey("encode", "--layout", layout, "--output", "hbase", stdin=b"a\n").returncode
            )
        self.assert_fails(
            2,
            "keys of this layout may hold a tab, where --output text ends a key (use --output hex or hbase)",
            "--layout",
            "a\\x09{line}",
            "--emit",
            "key+record",
            stdin=b"a\n",
        )

    def test_text_output_takes_what_lines_cannot_break(self):
        self.assert_keys(b"ab\0\0\n", "--layout", "{line:4s}", stdin=b"ab\n")
        self.assert_keys(b"ab\n", "--layout", "{line}", stdin=b"ab\n")
        self.assert_keys(
            b"x-ab\n", "--layout", "{b}-{a}", "--input", "tsv", "--columns", "a:text,b:text", stdin=b"ab\tx\n"
        )


class InstructionSets(ToolTest):
    def test_unknown_ones_list_those_that_are_there(self):
        names = ", ".join(support.supported())
        arguments = ["--layout", "{line}"]
        self.assert_fails(
            2,
            f'option --isa: instruction set "foo" is not known; supported here: {names}',
            *arguments,
            "--isa",
            "foo",
            stdin=b"a\n",
        )
        environment = support.environment(ROWKEY_ISA="foo")
        message = (
            f'environment variable ROWKEY_ISA: instruction set "foo" is not known; supported here: {names}'
        )
        self.assert_fails(2, message, *arguments, stdin=b"a\n", env=environment)
        self.assert_fails(2, message, command="cpu", env=environment)

    def test_an_empty_variable_is_none(self):
        self.assert_keys(
            b"a\n", "--layout", "{line}", stdin=b"a\n", env=support.environment(ROWKEY_ISA="")
        )


if __name__ == "__main__":
    support.main()
