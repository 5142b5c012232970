"""Signals, closed pipes, slow pipes and terminals."""

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import time
import unittest

import support
from support import PAPER, ToolTest, paper_key, rowkey

IDS = ("--layout", PAPER, "--columns", "id:u64")
PATIENCE = 60


def wait_until(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("waited in vain")
        time.sleep(0.01)


def start(*arguments, **options):
    options.setdefault("stdin", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.Popen(
        [*support.TOOL, "encode", *map(str, arguments)], env=support.environment(), **options
    )


class Signals(ToolTest):
    def interrupted(self, number, *arguments, **options):
        """The command's end after this signal in the middle of its work."""
        process = start(*IDS, "-o", self.path("keys"), *arguments, **options)
        process.stdin.write(b"1\n" * 100000)
        process.stdin.flush()
        wait_until(lambda: support.open_files(process, self.directory))
        process.send_signal(number)
        return process

    def test_nothing_is_left_after_a_signal(self):
        for number in support.FATAL_SIGNALS:
            for threads in (1, 3):
                process = self.interrupted(number, "--threads", threads)
                _, errors = process.communicate(timeout=PATIENCE)
                if support.is_emulated():  # the emulator may say of itself that it ends so, too
                    errors = re.sub(rb"^qemu: uncaught target signal .*\n", b"", errors)
                self.assertEqual((-number, b""), (process.returncode, errors))
                self.assert_only()

    def test_a_signal_leaves_the_old_version(self):
        self.file("keys", b"old")
        process = start(*IDS, "-o", self.path("keys"))
        wait_until(lambda: support.open_files(process, self.directory))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(b"old", self.read("keys"))
        self.assert_only("keys")

    def test_rejects_are_removed_too(self):
        process = start(
            *IDS, "-o", self.path("keys"), "--on-error", "skip", "--rejects", self.path("rejects")
        )
        wait_until(lambda: len(support.open_files(process, self.directory)) == 2)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        self.assert_only()

    def test_nothing_is_left_whatever_ends_it(self):
        try:
            os.close(os.open(self.directory, os.O_TMPFILE | os.O_WRONLY))
        except OSError:
            self.skipTest("the file system has no files without a name")
        process = self.interrupted(signal.SIGKILL)
        process.communicate(timeout=PATIENCE)
        self.assert_only()

    def test_an_ignored_hangup_stays_ignored(self):
        process = self.interrupted(
            signal.SIGHUP, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
        )
        _, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual((0, b""), (process.returncode, errors))
        self.assertEqual((paper_key(1) + b"\n") * 100000, self.read("keys"))

    def test_stopped_and_continued(self):
        process = start(*IDS, stdout=subprocess.PIPE)
        for _ in range(5):
            process.stdin.write(b"7\n")
            process.stdin.flush()
            process.send_signal(signal.SIGSTOP)
            process.send_signal(signal.SIGCONT)
        output, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual((0, b"", (paper_key(7) + b"\n") * 5), (process.returncode, errors, output))


class Pipes(ToolTest):
    def test_a_closed_pipe_ends_it_quietly(self):
        file = self.file("in", b"1\n" * 2_000_000)
        for threads in (1, 3):
            process = start(
                *IDS, "--threads", threads, file, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL
            )
            self.assertEqual(paper_key(1), process.stdout.read(17))
            process.stdout.close()
            self.assertEqual(b"", process.stderr.read())
            self.assertEqual(-signal.SIGPIPE, process.wait(timeout=PATIENCE))
            process.stderr.close()

    def test_a_closed_pipe_ends_it_where_its_signal_is_blocked(self):
        """As in what a thread starts that leaves all signals to another one."""
        file = self.file("in", b"1\n" * 2_000_000)
        process = start(
            *IDS, file, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
            preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGPIPE]),
        )  # fmt: skip
        self.assertEqual(paper_key(1), process.stdout.read(17))
        process.stdout.close()
        self.assertEqual(b"", process.stderr.read())
        self.assertEqual(-signal.SIGPIPE, process.wait(timeout=PATIENCE))
        process.stderr.close()

    def test_keys_of_complete_lines_do_not_wait_for_more(self):
        process = start(*IDS, stdout=subprocess.PIPE)
        for number in (1, 22, 333):
            process.stdin.write(b"%d\n9" % number)
            process.stdin.flush()
            self.assertEqual(18, len(process.stdout.read(18)))
        process.communicate(timeout=PATIENCE)
        self.assertEqual(0, process.returncode)

    def test_a_failure_does_not_wait_for_more_input(self):
        process = start(*IDS, "--threads", 3, stdout=subprocess.PIPE)
        process.stdin.write(b"1\nx\n")
        process.stdin.flush()
        self.assertEqual(1, process.wait(timeout=PATIENCE))
        output, _ = process.communicate()
        self.assertEqual(paper_key(1) + b"\n", output)

    def test_descriptors_that_do_not_wait(self):
        input_read, input_write = os.pipe()
        output_read, output_write = os.pipe()
        for descriptor in (input_read, output_write):
            fcntl.fcntl(descriptor, fcntl.F_SETFL, fcntl.fcntl(descriptor, fcntl.F_GETFL) | os.O_NONBLOCK)
        process = start(*IDS, stdin=input_read, stdout=output_write)
        os.close(input_read)
        os.close(output_write)
        time.sleep(0.2)  # it meets an empty pipe …
        os.write(input_write, b"5\n" * 30000)
        os.close(input_write)
        time.sleep(0.2)  # … and a full one
        with os.fdopen(output_read, "rb") as output:
            self.assertEqual((paper_key(5) + b"\n") * 30000, output.read())
        _, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual((0, b""), (process.returncode, errors))


    def test_a_message_waits_for_a_full_pipe(self):
        read, write = os.pipe()
        os.set_blocking(write, False)
        filled = 0
        while filled % 4096 == 0:
            try:
                filled += os.write(write, b"." * 4096)
            except BlockingIOError:
                break
        process = start("--layout", "{", stdin=subprocess.DEVNULL, stderr=write)
        os.close(write)
        time.sleep(0.2)
        with os.fdopen(read, "rb") as errors:
            told = errors.read()[filled:]
        self.assertEqual(2, process.wait(timeout=PATIENCE))
        self.assertTrue(told.startswith(b"rowkey: option --layout: "), told)


class Terminal(ToolTest):
    """Standard output is a terminal: keys of bytes are shown, in a form that it can show."""

    BYTES = ("--layout", "{id:u64}", "--columns", "id:u64", "--quiet")
    NOTE = b"rowkey: note: these keys are bytes: shown as with --output hbase\n"

    def shown(self, *arguments, stdin=b"1\n10\n"):
        terminal, other_end = pty.openpty()
        process = start(*arguments, stdout=other_end)
        _, errors = process.communicate(stdin, timeout=PATIENCE)
        os.close(other_end)
        shown = b""
        try:
            while piece := os.read(terminal, 65536):
                shown += piece
        except OSError:  # the terminal's other end is closed
            pass
        os.close(terminal)
        return process.returncode, shown.replace(b"\r\n", b"\n"), errors

    def test_keys_of_bytes(self):
        zeros = b"\\x00" * 7
        keys = zeros + b"\\x01\n" + zeros + b"\\x0A\n"
        self.assertEqual((0, keys, b""), self.shown(*self.BYTES))
        self.assertEqual((0, keys, b""), self.shown(*self.BYTES, "-o", "-"))
        self.assertEqual((0, keys, self.NOTE), self.shown(*self.BYTES[:-1]))
        long = ("--layout", "{line:32767s}{md5(line)}", "--quiet")
        self.assertEqual(2, self.shown(*long)[0], "HBase takes no such key")
        self.assertEqual(2, self.shown(*self.BYTES, "--max-key", 7)[0])

    def test_nothing_else_changes(self):
        refused = b"keys of this layout may hold a newline, where --output text ends a key (use --output "
        for arguments in (("--output", "text"), ("--emit", "key+record"), ("-o", self.path("keys"))):
            status, shown, errors = self.shown(*self.BYTES, *arguments)
            self.assertEqual((2, b""), (status, shown), arguments)
            self.assertIn(refused, errors)
        self.assert_only()
        done = rowkey("encode", *self.BYTES, stdin=b"1\n")
        self.assertEqual((2, b""), (done.returncode, done.stdout))
        self.assertEqual((0, b"0000000000000001\n", b""), self.shown(*self.BYTES, "--output", "hex", stdin=b"1\n"))
        self.assertEqual((0, b"ab\n", b""), self.shown("--layout", "{line}", stdin=b"ab\n"))


class Progress(ToolTest):
    def on_terminal(self, *arguments):
        """What a terminal shows while the work takes more than a second; the seconds from the begin until it first
        showed something, and until the end. However rarely the machine lets either side run, a record comes more
        than a second after the first key."""
        terminal, other_end = pty.openpty()
        begun = time.monotonic()
        process = start(*IDS, *arguments, stdout=subprocess.PIPE, stderr=other_end)
        os.close(other_end)
        first_key, first_shown, shown = None, None, b""
        while first_key is None or shown.count(b"rows/s") < 2 and time.monotonic() < first_key + 1.5:
            process.stdin.write(b"1\n")
            process.stdin.flush()
            self.assertEqual(paper_key(1) + b"\n", process.stdout.read(18))
            first_key = first_key or time.monotonic()
            if select.select([terminal], [], [], 0.02)[0]:
                shown += os.read(terminal, 65536)
                first_shown = first_shown or time.monotonic() - begun
        _, errors = process.communicate(b"1\n", timeout=PATIENCE)
        self.assertEqual((0, None), (process.returncode, errors))
        try:
            while piece := os.read(terminal, 65536):
                shown += piece
        except OSError:  # the terminal's other end is closed
            pass
        os.close(terminal)
        return shown, first_shown, time.monotonic() - begun

    def test_bar_appears_after_a_second_and_is_removed(self):
        shown, first, seconds = self.on_terminal()
        self.assertRegex(shown, rb"^(\r\d+ rows, \d+\.\d M rows/s\x1b\[K)+\r\x1b\[K$")
        self.assertTrue(first is None or first >= 1, first)
        self.assertLessEqual(shown.count(b"rows/s"), 1 + (seconds - 1) / 0.2)

    def test_a_share_is_not_reported_where_a_pipe_is_among_the_files(self):
        shown, _, _ = self.on_terminal(self.file("in", b"1\n"), "-")
        self.assertRegex(shown, rb"^(\r\d+ rows, \d+\.\d M rows/s\x1b\[K)+\r\x1b\[K$")

    def test_no_bar_when_it_is_not_wanted(self):
        self.assertEqual(b"", self.on_terminal("--quiet")[0])

    def test_no_bar_for_short_work_or_in_a_pipe(self):
        self.assertEqual(b"", rowkey("encode", *IDS, stdin=b"1\n").stderr)


if __name__ == "__main__":
    support.main()
