"""What the tests of the command share: running it, and keys made in plain Python.

Every test file is run as `python3 FILE.py [EMULATOR...] ROWKEY`.
"""

import errno
import functools
import hashlib
import os
import re
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import unittest

TOOL = []  # the command, after its emulator if there is one

FATAL_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGXCPU)

PAPER = "{md5(id) % 1000000:07d}{id:010d}"


def is_emulated():
    return len(TOOL) > 1


@functools.cache
def is_sanitized():
    """Whether the command carries a sanitizer's runtime."""
    with open(TOOL[-1], "rb") as program:
        content = program.read()
    return b"__asan_init" in content or b"__tsan_init" in content or b"__msan_init" in content


@functools.cache
def has_jsonl():
    """Whether the command was built with what reads JSON."""
    return b"jsonl" in rowkey("encode", "-l", "{line}", "--input", "?").stderr.partition(b"expected")[2]


@functools.cache
def error_text(number):
    """What the command's C library calls an error of the system."""
    of_musl = {errno.EIO: "I/O error", errno.ELOOP: "Symbolic link loop", errno.ENAMETOOLONG: "Filename too long"}
    with open(TOOL[-1], "rb") as program:
        content = program.read()
    return of_musl[number] if of_musl[number].encode() + b"\0" in content else os.strerror(number)


@functools.cache
def codecs():
    """The names of the compressions that the command was built to undo."""
    message = rowkey("encode", "-l", "{line}", "--compression", "?").stderr.decode()
    return set(re.findall(r"gzip|zstd", message.partition("expected")[2]))


def is_slow():
    """Whether to try less: the command is emulated or sanitized, or another build is tested at full length."""
    return is_emulated() or is_sanitized() or os.environ.get("ROWKEY_TEST_EFFORT") == "low"


def affordable(full, slow, emulated):
    return emulated if is_emulated() else slow if is_slow() else full


def some(cases):
    """The cases; where it is slow to try them all, the first of every five or ten: another build tries the others."""
    return list(cases)[:: affordable(1, 5, 10)]


def environment(**changes):
    result = {name: value for name, value in os.environ.items() if name != "ROWKEY_ISA"}
    result.update(changes)
    return result


def rowkey(*arguments, stdin=b"", env=None, **options):
    """Runs the command to its end; .returncode, .stdout and .stderr show what it did."""
    return subprocess.run(
        [*TOOL, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        timeout=300,
        env=env or environment(),
        **options,
    )


def hear_signals():
    """Tests in the background of a shell, or under nohup, are started with some of these ignored, and would hand that
    down to the commands. Some of these would leave a core file."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    for number in FATAL_SIGNALS:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


def open_files(process, directory):
    """Paths in /proc of the files that the process has open in the directory, with a name there or without one."""
    links = []
    for number in os.listdir(f"/proc/{process.pid}/fd"):
        link = f"/proc/{process.pid}/fd/{number}"
        try:
            if os.readlink(link).startswith(directory + "/"):
                links.append(link)
        except FileNotFoundError:
            pass  # closed since the folder was listed
    return links


def supported():
    """The names of the instruction sets that can be used here."""
    return rowkey("cpu", "--names").stdout.decode().split()


def md5_modulo(data, divisor):
    return int.from_bytes(hashlib.md5(data).digest(), "big") % divisor


def paper_key(number):
    return b"%07d%010d" % (md5_modulo(b"%d" % number, 1000000), number)


def hbase_text(data):
    """A key as --output hbase writes it: \\xHH for what is not printable, and for what quotes of HBase's shell do not keep."""
    return b"".join(
        b"%c" % byte if 0x20 <= byte < 0x7F and byte not in b"\\\"'#" else b"\\x%02X" % byte for byte in data
    )


def ordered_float(value, form=">d"):
    """The bytes of an f64 field, or with form ">f" of an f32 field: in the order of the numbers."""
    data = struct.pack(form, value)
    flip = 0xFF if data[0] >> 7 else 0
    return bytes([data[0] ^ (flip | 0x80), *(byte ^ flip for byte in data[1:])])


def ordered_i64(value):
    """The bytes of an i64 field: in the order of the numbers."""
    return struct.pack(">Q", (value + 2**63) % 2**64)


def splitmix64(seed, index):
    """Output number `index` of the SplitMix64 generator."""
    mask = (1 << 64) - 1
    z = (seed + (index + 1) * 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31)


class ToolTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="rowkey-test-")
        self.addCleanup(directory.cleanup)
        self.directory = directory.name

    def path(self, name):
        return os.path.join(self.directory, name)

    def file(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def assert_keys(self, expected, *arguments, command="encode", **options):
        """The command succeeds silently and writes exactly these bytes."""
        done = rowkey(command, *arguments, **options)
        self.assertEqual((0, b""), (done.returncode, done.stderr), arguments)
        if done.stdout != expected:
            self.assertEqual(expected[:2000], done.stdout[:2000], arguments)
            self.fail(f"{arguments}: {len(done.stdout)} bytes instead of {len(expected)}, or others later on")

    def assert_fails(self, status, message, *arguments, command="encode", output=b"", **options):
        """The command ends with this status and exactly this message, having written `output`."""
        done = rowkey(command, *arguments, **options)
        expected = ("rowkey: " + message + "\n").encode()
        self.assertEqual((status, expected, output), (done.returncode, done.stderr, done.stdout), arguments)

    def assert_only(self, *names):
        """Nothing else is left in the test's directory."""
        self.assertEqual(sorted(names), sorted(os.listdir(self.directory)))


def main():
    program, *command = sys.argv
    if not command:
        sys.exit(f"usage: {program} [EMULATOR...] ROWKEY")
    TOOL.extend(command)
    hear_signals()
    unittest.main(argv=[program], verbosity=1)
