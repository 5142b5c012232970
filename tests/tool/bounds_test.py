"""What input can cost is bounded: each bound is an error that names it, and memory stays small on the way there."""

import os
import resource
import subprocess
import unittest

import support
from support import TOOL, ToolTest, environment

MIB = 1 << 20
LINE = ("--layout", "{line}")


def small():
    """Address space for the command: its code, 77 MB when a compiler has not optimised it, and 96 MiB."""
    size = os.path.getsize(TOOL[-1]) + 96 * MIB
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


class Usage(ToolTest):
    def assert_refused(self, expected, *arguments, command="encode"):
        done = support.rowkey(command, *arguments)
        self.assertEqual((2, b""), (done.returncode, done.stdout), done.stderr)
        self.assertIn(expected, done.stderr.decode())

    def test_a_template_has_at_most_65536_bytes(self):
        self.assert_keys(b"x" * 65532 + b"7\n", "--layout", "x" * 65532 + "{id}", "--columns", "id:u64", stdin=b"7\n")
        self.assert_refused("the template is too long (expected at most 65536 bytes)", "--layout", "x" * 65537)

    def test_an_expression_is_at_most_200_deep(self):
        expected = "expected at most 200 levels of operations, columns and constants among them"
        for template in (
            "{" + "(" * 201 + "1" + ")" * 201 + ":d}",
            "{" + "-" * 201 + "1:d}",
            "{" + "+".join("1" * 202) + ":d}",
            "{" + "abs(" * 201 + "1" + ")" * 201 + ":d}",
            "{" + "(" * 60000,
        ):
            with self.subTest(template=template[:20]):
                self.assert_refused(expected, "--layout", template)

    def test_a_key_has_at_most_a_mebibyte_of_fixed_width(self):
        self.assert_refused("1048576 bytes", "--layout", "{line:32767s}" * 33)

    def test_copies_for_rest_are_counted(self):
        """A hash of rest hashes all fields to its right again: n of them make n * n / 2 fields."""
        self.assert_refused("expected at most 131072 fields", "--layout", "{md5(rest):x}" * 600 + "{line}")

    def test_numbers_of_options(self):
        for option, largest, command, others in (
            ("--max-record", 1 << 30, "encode", LINE),
            ("--chunk-size", 1 << 30, "encode", LINE),
            ("--threads", 256, "encode", LINE),
            ("--regions", 1 << 24, "splits", ("--layout", "{id:u64}", "--columns", "id:u64")),
            ("--regions", 1 << 24, "simulate", ("--layout", "{id:u64}", "--source", "sequential")),
            ("--max-ranges", 10**8, "ranges", ("--layout", "@paper-md5mod", "--where", "id=5")),
        ):
            for number in (largest + 1, 2**64 - 1, 2**64, 10**40):
                with self.subTest(option=option, command=command, number=number):
                    self.assert_refused(f'option {option}: "{number}"', *others, option, number, command=command)
                    self.assert_refused(f"to {largest})", *others, option, number, command=command)

    def test_columns(self):
        columns = [f"c{i}:u64" for i in range(10001)]
        options = ("--layout", "{c0}", "--input", "csv", "--columns")
        self.assert_keys(b"", *options, ",".join(columns[:10000]))
        self.assert_refused("10000", *options, ",".join(columns))


class Memory(ToolTest):
    def setUp(self):
        super().setUp()
        if support.is_emulated() or support.is_sanitized():
            self.skipTest("memory that is not the command's own would be counted")

    def test_copies_for_rest_take_little(self):
        done = support.rowkey("key", "--layout", "{md5(rest):032x}" * 500 + "{line}", "x", preexec_fn=small)
        self.assertEqual((0, 500 * 32 + 2), (done.returncode, len(done.stdout)), done.stderr)

    def test_fewer_ranges_than_salts_take_no_memory_for_each_salt(self):
        """60,000 salts before 32,000 bytes: 4 GB of ends, of which 16 ranges are asked for."""
        done = support.rowkey(
            "ranges", "--layout", "{md5(a, b) % 60000:05d}{a:32000s}{b:u8}", "--columns", "a:text,b:u64",
            "--where", "a = x", "--max-ranges", "16", preexec_fn=small,
        )
        self.assertEqual((0, 17), (done.returncode, done.stdout.count(b"\n")), done.stderr)

    def feed(self, begin, piece, *arguments, command="encode"):
        """Gives the command, which has little address space, input without end."""
        process = subprocess.Popen(
            [*TOOL, command, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment(),
            preexec_fn=small,
        )
        try:
            process.stdin.write(begin)
            for _ in range(4096):
                process.stdin.write(piece)
        except BrokenPipeError:
            pass
        return process, process.communicate()[1].decode()

    def assert_stops(self, message, *input_and_arguments, status=1, **options):
        process, error = self.feed(*input_and_arguments, **options)
        self.assertEqual((status, f"rowkey: {message}\n"), (process.returncode, error))

    def test_a_line_without_end(self):
        endless = b"x" * MIB
        message = "<stdin>:1: the record is longer than 4194304 bytes (--max-record allows more)"
        for more in ((), ("--threads", 2), ("--on-error", "skip", "--rejects", "/dev/null")):
            self.assert_stops(message, b"", endless, *LINE, *more)
        self.assert_stops(message.replace("record is", "key is"), b"", endless, *LINE, command="decode")

    def test_a_record_of_csv_without_end(self):
        options = ("--layout", "{a}", "--columns", "a:text", "--input", "csv")
        quoted = "<stdin>:2: the record is longer than 4194304 bytes: perhaps a quote in it is not closed"
        self.assert_stops(f"{quoted} (--max-record allows more)", b'1\n"', b"x\n" * MIB, *options)

    def test_a_header_without_end(self):
        process, error = self.feed(b"", b"a," * MIB, "--layout", "{a}", "--columns", "a:text", "--input=csv", "--header")
        self.assertEqual(1, process.returncode, error)
        self.assertIn("4194304", error)

    def test_a_split_point_without_end(self):
        message = "<stdin>:1: the split point is longer than 4194304 bytes"
        for arguments, command in (
            (("--splits", "-", self.file("keys", b"k\n")), "route"),
            (("--splits", "-", "--layout", "@paper-md5mod", "--where", "id = 5"), "ranges"),
            (("--layout", "@paper-md5mod", "--check", "-"), "splits"),
        ):
            self.assert_stops(message, b"", b"x" * MIB, *arguments, command=command)

    def test_a_split_point_of_exactly_the_limit_is_read(self):
        points = self.file("points", b"l" * (4 * MIB) + b"\n")
        self.assert_keys(b"0\n", "--splits", points, command="route", stdin=b"k\n")

    def test_memory_that_is_refused(self):
        self.assert_stops(
            "out of memory", b"", b"x" * MIB, *LINE, "--max-record", 1 << 30, status=3
        )

    def test_any_number_of_lines(self):
        process = subprocess.run(
            ["sh", "-c", 'head -c 100M /dev/zero | tr "\\0" "\\n" | "$@"', "sh", *TOOL, "encode", "--layout", "{line}k",
             "--output-file", "/dev/null"],
            preexec_fn=small, capture_output=True,
        )  # fmt: skip
        self.assertEqual((0, b""), (process.returncode, process.stderr))


support.main()
