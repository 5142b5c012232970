"""Running one test: a program of the build, or a file of tests/tool with the tool."""

import os
import re
import resource
import signal
import subprocess
import sys
import tempfile

# Ends at the first failure.
TOOL_TEST = """
import functools, os, runpy, sys, unittest
unittest.main = functools.partial(unittest.main, failfast=True)
sys.argv = sys.argv[1:]
sys.path.insert(0, os.path.dirname(sys.argv[0]))
runpy.run_path(sys.argv[0], run_name="__main__")
"""
FAILED = re.compile(rb"FAILED \(repeat with: .* '(.*)'\)")
MEMORY = 8 << 30
FILE_SIZE = 4 << 30
THREADED = "threads/"  # before the name of a test that runs under ThreadSanitizer, too


def is_tool_test(name):
    return name.removeprefix(THREADED).startswith("tool/")


def file_and_command(name):
    """A test of the tool, and the command of it that alone is tried: "tool/faults_test:splits"."""
    file, _, command = name.removeprefix(THREADED).partition(":")
    return file, command


def program_of(name):
    if file_and_command(name)[0] in ("tool/faults_test", "tool/fault_signals_test"):
        return "rowkey-faults"
    return "rowkey" if is_tool_test(name) else name.removeprefix(THREADED)


def command_of(tree, name, program):
    if is_tool_test(name):
        test = tree.source / "tests" / f"{file_and_command(name)[0]}.py"
        return [sys.executable, "-B", "-c", TOOL_TEST, str(test), str(program)]
    return [str(program), "--seed", "1"]


def seconds_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Outcome:
    def __init__(self, passed, why, seconds):
        self.passed, self.why, self.seconds = passed, why, seconds


def run_test(tree, name, program, seconds, sanitized=False):
    """Runs a test with its program, which a sanitizer may be a part of; `seconds` of processor time it may take, and of time on the clock ten times as
    many. A test that fails is ended at its first failure."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
        if not sanitized:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    environment = {name: value for name, value in os.environ.items() if not name.startswith("ROWKEY_")}
    # A test may hold sources of the library itself beside those of the library.
    environment["ASAN_OPTIONS"] = "detect_odr_violation=0"
    if command := file_and_command(name)[1]:
        environment["ROWKEY_TEST_COMMAND"] = command
    before = seconds_of_children()
    with tempfile.TemporaryDirectory(prefix="rowkey-mutant-") as directory:
        process = subprocess.Popen(
            command_of(tree, name, program),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=limit,
            cwd=directory,
            env={**environment, "TMPDIR": directory},
        )
        why = watch(process, 30 + 10 * seconds)
    return Outcome(why is None, why, seconds_of_children() - before)


def watch(process, seconds):
    """None if the process passes; else why it does not. Whatever it has started is ended with it."""
    expired = []

    def expire(*_):
        expired.append(True)
        end_group(process)

    previous = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        for line in process.stdout:
            if failed := FAILED.search(line):
                return failed[1].decode(errors="replace")
        status = process.wait()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
        end_group(process)
        process.stdout.close()
        process.wait()
    if expired or status in (-signal.SIGXCPU, -signal.SIGKILL):
        return "takes too long"
    if status < 0:
        return f"ended by {signal.Signals(-status).name}"
    return f"exit status {status}" if status != 0 else None


def end_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
