"""Completion in bash, zsh and fish: the scripts that the command prints, in real shells, by the Tab key.

The shells whose keys are pressed run in a terminal of their own; fish is asked by its `complete -C`."""

import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import support
from support import ToolTest, rowkey

PATIENCE = 60  # seconds that a shell may take for one answer

# The line before Tab, and after it: with what the terminal of bash and zsh shows, quotes and blanks included.
UNIQUE = [
    ("rowkey enc", "rowkey encode "),
    ("rowkey help reb", "rowkey help rebucket "),
    ("rowkey encode --rej", "rowkey encode --rejects "),
    ("rowkey encode --input bin", "rowkey encode --input binary "),
    ("rowkey encode --input=tsv --on-error=sk", "rowkey encode --input=tsv --on-error=skip "),
    ("rowkey encode -l @opentsdb-un", "rowkey encode -l @opentsdb-unsalted "),
    ("rowkey encode --layout=@opentsdb-un", "rowkey encode --layout=@opentsdb-unsalted "),
    ("rowkey layouts opentsdb-un", "rowkey layouts opentsdb-unsalted "),
    ("rowkey encode -c id:uu", "rowkey encode -c id:uuid"),
    ("rowkey encode --columns=id:uu", "rowkey encode --columns=id:uuid"),
    ("rowkey encode -c id:u64,x:uu", "rowkey encode -c id:u64,x:uuid"),
    ("rowkey encode -c 'id:uu", "rowkey encode -c 'id:uuid"),
    ("rowkey encode --header points.csv -c ti", "rowkey encode --header points.csv -c time:"),
    ("rowkey encode --header 'two words.csv' -c 'pl", "rowkey encode --header 'two words.csv' -c 'place:"),
    ("rowkey encode --header two\\ words.csv -c pl", "rowkey encode --header two\\ words.csv -c place:"),
    ("rowkey encode --header points.csv -c time:u64,ho", "rowkey encode --header points.csv -c time:u64,host:"),
    ("rowkey ranges -l @opentsdb -w 'metric = 3, me", "rowkey ranges -l @opentsdb -w 'metric = 3, metric"),
    ("rowkey encode poi", "rowkey encode points.csv "),
    ("rowkey encode -o poi", "rowkey encode -o points.csv "),
    ("rowkey encode --rejects=poi", "rowkey encode --rejects=points.csv "),
    ("rowkey encode --sort --temporary fol", "rowkey encode --sort --temporary folder/"),
    ("rowkey encode --lay={id} poi", "rowkey encode --lay={id} points.csv "),
    ("rowkey encode -l{id} poi", "rowkey encode -l{id} points.csv "),
    ("rowkey encode -qo poi", "rowkey encode -qo points.csv "),
    ("rowkey encode -Z poi", "rowkey encode -Z points.csv "),
    ("rowkey encode -- poi", "rowkey encode -- points.csv "),
    ("rowkey encode --header --delimiter ';' other.csv -c ho", "rowkey encode --header --delimiter ';' other.csv -c host:"),
    ("rowkey encode --header --delimiter '\\t' tabs.csv -c ho", "rowkey encode --header --delimiter '\\t' tabs.csv -c host:"),
    ("rowkey advise --header points.csv --ask ho", "rowkey advise --header points.csv --ask host"),
    ("rowkey ranges -c _,host:text -w ho", "rowkey ranges -c _,host:text -w host"),
    ("rowkey --generate complete-z", "rowkey --generate complete-zsh "),
    ("rowkey --generate man rowkey-enc", "rowkey --generate man rowkey-encode "),
]  # fmt: skip


class Terminal:
    """A shell in a terminal. In its line Tab completes, and Ctrl-X Ctrl-D prints what the line has become."""

    def __init__(self, arguments, directory, path):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(directory)
            os.execvpe(
                arguments[0],
                arguments,
                support.environment(PATH=path, TERM="dumb", LC_ALL="C.UTF-8", HOME=directory, ZDOTDIR=directory),
            )
        self.seen = b""

    def send(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, pattern):
        """What the pattern's group matches; what came before it is forgotten."""
        end = time.monotonic() + PATIENCE
        while (match := re.search(pattern, self.seen, re.DOTALL)) is None:
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"no {pattern} in {self.seen}")
            self.seen += os.read(self.terminal, 65536)
        self.seen = self.seen[match.end() :]
        return match[1].decode()

    def complete(self, line):
        self.send(line + "\t\x18\x04")
        result = self.read_until(rb"LINE<(.*?)>")
        self.send("\x15")
        return result

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


class Completion(ToolTest):
    def setUp(self):
        self.directory = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.directory)
        root = pathlib.Path(self.directory)
        (root / "bin").mkdir()
        (root / "bin/rowkey").symlink_to(os.path.abspath(support.TOOL[-1]))
        self.path = f"{root}/bin:{os.environ['PATH']}"
        (root / "work").mkdir()
        (root / "work/folder").mkdir()
        (root / "work/points.csv").write_text("time,host,value\n1,a,2\n")
        (root / "work/other.csv").write_text("time;host\n1;a\n")
        (root / "work/tabs.csv").write_text("time\thost\n1\ta\n")
        (root / "work/two words.csv").write_text('"place",name\n1,a\n')

    def script(self, shell):
        """The file of what the command prints for the shell, which must be here."""
        if shutil.which(shell) is None:
            self.skipTest(f"{shell} is not installed")
        done = rowkey("--generate", f"complete-{shell}")
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        file = pathlib.Path(self.directory, "_rowkey" if shell == "zsh" else f"rowkey.{shell}")
        file.write_bytes(done.stdout)
        return file

    def check(self, arguments, begin, closes_quotes=False):
        terminal = Terminal(arguments, f"{self.directory}/work", self.path)
        try:
            terminal.send(begin + "\n")
            terminal.read_until(rb"(READY)> ")
            for line, completed in UNIQUE:
                if closes_quotes and completed.count("'") % 2 == 1:
                    completed += "'"
                with self.subTest(line=line):
                    self.assertEqual(completed, terminal.complete(line))
        finally:
            terminal.close()

    def test_bash(self):
        script = self.script("bash")
        show = """bind -x '"\\C-x\\C-d": printf "LINE<%s>\\n" "$READLINE_LINE"'"""
        self.check(["bash", "--norc", "--noprofile", "-i"], f"{show}; source {script}; PS1='REA''DY> '", closes_quotes=True)

    def test_bash_with_the_package_bash_completion(self):
        package = "/usr/share/bash-completion/bash_completion"
        if not os.path.exists(package):
            self.skipTest("bash-completion is not installed")
        home = pathlib.Path(self.directory, "share/bash-completion/completions")
        home.mkdir(parents=True)
        shutil.copy(self.script("bash"), home / "rowkey")
        show = """bind -x '"\\C-x\\C-d": printf "LINE<%s>\\n" "$READLINE_LINE"'"""
        self.check(
            ["bash", "--norc", "--noprofile", "-i"],
            f"{show}; XDG_DATA_DIRS={self.directory}/share:/usr/share; source {package}; PS1='REA''DY> '",
            closes_quotes=True,
        )

    def test_zsh(self):
        folder = self.script("zsh").parent
        self.check(
            ["zsh", "-f", "-i"],
            f"fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D; unsetopt zle_bracketed_paste; "
            'show() { print -r -- "LINE<$BUFFER>" }; zle -N show; bindkey -e; bindkey "^X^D" show; PROMPT=\'REA\'\'DY> \'',
        )

    def test_zsh_that_reads_the_script(self):
        script = self.script("zsh")
        self.check(
            ["zsh", "-f", "-i"],
            f"autoload -Uz compinit; compinit -u -D; source {script}; unsetopt zle_bracketed_paste; "
            'show() { print -r -- "LINE<$BUFFER>" }; zle -N show; bindkey -e; bindkey "^X^D" show; PROMPT=\'REA\'\'DY> \'',
        )

    def fish(self, line):
        """What fish offers for the line: candidates, and what it says of them."""
        script = self.script("fish")
        done = subprocess.run(
            ["fish", "--no-config", "-c", f"source {script}; complete -C $argv[1]", line],
            capture_output=True,
            timeout=PATIENCE,
            cwd=f"{self.directory}/work",
            env=support.environment(PATH=self.path, HOME=self.directory, XDG_CONFIG_HOME=self.directory),
        )
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        return [tuple(row.split("\t")) for row in done.stdout.decode().splitlines()]

    def test_fish(self):
        for line, completed in UNIQUE:
            word = completed.split(" -w ")[-1].split(" -c ")[-1].rstrip(" ").lstrip("'")
            word = word if "metric = 3" in word else word.split(" ")[-1]
            with self.subTest(line=line):
                self.assertEqual([word], [row[0] for row in self.fish(line)])
        self.assertIn(("encode", "make a row key of every record of its input"), self.fish("rowkey "))
        self.assertIn(("csv", "fields as in RFC 4180, lines ending in LF or CR LF"), self.fish("rowkey encode --input "))
        self.assertEqual([("time:",), ("host:",), ("value:",)], self.sorted_as(self.fish("rowkey encode --header points.csv -c ")))

    @staticmethod
    def sorted_as(rows, order=("time:", "host:", "value:")):
        return sorted(rows, key=lambda row: order.index(row[0]) if row[0] in order else len(order))


if __name__ == "__main__":
    support.main()
