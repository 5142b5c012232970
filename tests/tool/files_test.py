"""Input and output fail cleanly, and an output appears under its name only when it is complete."""

import errno
import gzip
import os
import re
import resource
import signal
import stat
import subprocess
import threading
import unittest

import support
from support import PAPER, TOOL, ToolTest, affordable, codecs, environment, paper_key, rowkey

IDS = ("--layout", PAPER, "--columns", "id:u64")


def data(rows):
    return b"".join(b"%d\n" % i for i in range(rows))


def keys(rows):
    return b"".join(paper_key(i) + b"\n" for i in range(rows))


class Outputs(ToolTest):
    def test_a_new_file_gets_the_modes_that_the_umask_leaves(self):
        path = self.path("keys")
        self.assert_keys(b"", *IDS, "-o", path, stdin=data(9), preexec_fn=lambda: os.umask(0o027))
        self.assertEqual(keys(9), self.read("keys"))
        self.assertEqual(0o640, stat.S_IMODE(os.stat(path).st_mode))
        self.assert_only("keys")

    def test_a_file_that_is_replaced_keeps_its_modes(self):
        path = self.file("keys", b"old")
        os.chmod(path, 0o604)
        self.assert_keys(b"", *IDS, "--output-file", path, stdin=data(9))
        self.assertEqual(keys(9), self.read("keys"))
        self.assertEqual(0o604, stat.S_IMODE(os.stat(path).st_mode))
        self.assert_only("keys")

    def test_a_symbolic_link_stays(self):
        os.mkdir(self.path("there"))
        self.file("there/keys", b"old")
        os.symlink("there/keys", self.path("link"))
        self.assert_keys(b"", *IDS, "-o", self.path("link"), stdin=data(9))
        self.assertTrue(os.path.islink(self.path("link")))
        self.assertEqual(keys(9), self.read("there/keys"))

    def test_a_name_without_a_directory(self):
        self.assert_keys(b"", *IDS, "-o", "keys", stdin=data(9), cwd=self.directory)
        self.assertEqual(keys(9), self.read("keys"))

    def test_a_dash_is_standard_output(self):
        self.assert_keys(keys(9), *IDS, "-o", "-", stdin=data(9))

    def test_no_input_makes_an_empty_file(self):
        self.assert_keys(b"", *IDS, "-o", self.path("keys"))
        self.assertEqual(b"", self.read("keys"))

    def test_a_fifo_is_written_in_place(self):
        path = self.path("fifo")
        os.mkfifo(path)
        read = []

        def drain():
            with open(path, "rb") as fifo:
                read.append(fifo.read())

        reader = threading.Thread(target=drain)
        reader.start()
        self.assert_keys(b"", *IDS, "-o", path, stdin=data(5000))
        reader.join()
        self.assertEqual(keys(5000), read[0])
        self.assertTrue(stat.S_ISFIFO(os.stat(path).st_mode))

    def test_a_file_for_each_thread(self):
        """Pieces of the input go to the files in turn; none of their rows is lost, or moved within its file."""
        rows = range(affordable(100_000, 20_000, 3_000))
        for threads in (1, 2, 7):
            for chunk in ("1", "1000", "524288"):
                with self.subTest(threads=threads, chunk=chunk):
                    names = [f"keys-{i}" for i in range(threads)]
                    self.assert_keys(
                        b"", "-l", "{id:07d}", "-c", "id:u64", "--threads", str(threads), "--chunk-size", chunk, "-o",
                        self.path("keys-%d"), stdin=b"".join(b"%d\n" % row for row in rows[:: 10 if chunk == "1" else 1]),
                    )  # fmt: skip
                    parts = [self.read(name).splitlines() for name in names]
                    self.assertEqual([sorted(part) for part in parts], parts)
                    self.assertEqual(
                        [b"%07d" % row for row in rows[:: 10 if chunk == "1" else 1]], sorted(row for part in parts for row in part)
                    )
        self.assert_only(*(f"keys-{i}" for i in range(7)))

    def test_a_bad_record_leaves_no_file_of_any_thread(self):
        source = self.file("source", b"".join(b"%d\n" % row for row in range(3000)) + b"x\n")
        for threads in ("1", "3"):
            done = rowkey("encode", "-l", "{id:07d}", "-c", "id:u64", "-t", threads, "--chunk-size", "1000", "-o", self.path("keys-%d"), source)
            self.assertEqual((1, b""), (done.returncode, done.stdout))
            self.assert_only("source")
        done = rowkey(
            "encode", "-l", "{id:07d}", "-c", "id:u64", "-t", "3", "--chunk-size", "1000", "-o", self.path("keys-%d"), "--on-error", "skip",
            "--rejects", self.path("bad"), source,
        )  # fmt: skip
        self.assertEqual(0, done.returncode)
        self.assertEqual(b"x", self.read("bad").splitlines()[1])
        self.assertEqual(3000, sum(len(self.read(f"keys-{i}").splitlines()) for i in range(3)))

    def test_files_of_threads_that_are_one(self):
        os.symlink(self.file("keys-0", b""), self.path("keys-1"))
        for source, message in ((self.file("ids", b"1\n"), "keys-0 is the output and also "), (self.path("keys-0"), "is an input and also an output")):
            done = rowkey("encode", "-l", "{id:07d}", "-c", "id:u64", "-t", "2", "-o", self.path("keys-%d"), source)
            self.assertEqual((2, b""), (done.returncode, done.stdout))
            self.assertIn(message.encode(), done.stderr)

    def test_a_full_disk(self):
        for arguments in ([], ["--threads", 3]):
            self.assert_fails(
                3,
                "cannot write /dev/full: No space left on device",
                *IDS,
                "-o",
                "/dev/full",
                *arguments,
                stdin=data(100000),
            )
        with open("/dev/full", "wb") as full:
            for command in (["encode", *IDS], ["--help"], ["--version"], ["cpu"], ["cpu", "--names"]):
                done = subprocess.run(
                    [*support.TOOL, *command], input=data(9), stdout=full, stderr=subprocess.PIPE
                )
                self.assertEqual(
                    (3, b"rowkey: cannot write standard output: No space left on device\n"),
                    (done.returncode, done.stderr),
                    command,
                )

    def test_a_file_that_reaches_its_limit_leaves_nothing(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

        path = self.path("keys")
        self.assert_fails(
            3, f"cannot write {path}: File too large", *IDS, "-o", path, stdin=data(20000), preexec_fn=limit
        )
        self.assert_only()

    def test_paths_that_cannot_be_written(self):
        missing = self.path("no/keys")
        self.assert_fails(
            3, f"cannot write {missing}: No such file or directory", *IDS, "-o", missing, stdin=data(9)
        )
        self.assert_fails(
            3, f"cannot write {self.directory}: Is a directory", *IDS, "-o", self.directory, stdin=data(9)
        )
        message = 'cannot write "": No such file or directory'
        self.assert_fails(3, message, *IDS, "-o", "", stdin=data(9))
        self.assert_fails(3, message, *IDS, "--on-error", "skip", "--rejects", "", stdin=data(9))

    def test_rows_that_are_lost_are_reported_before_the_bad_record_after_them(self):
        message = "cannot write /dev/full: No space left on device"
        for threads in (1, 2):
            self.assert_fails(3, message, *IDS, "-o", "/dev/full", "--threads", threads, stdin=b"1\nx\n")
        message = '<stdin>:2: column id: "x" is not a number of type u64'
        done = rowkey("encode", *IDS, "-o", "/dev/null", stdin=b"1\nx\n")
        self.assertEqual(1, done.returncode)
        self.assertTrue(done.stderr.startswith(f"rowkey: {message}".encode()), done.stderr)

    def test_an_input_without_a_name(self):
        message = 'cannot read "": No such file or directory'
        self.assert_fails(3, message, *IDS, "")
        self.assert_fails(3, message, *IDS[:2], "--splits", "", command="route")
        rejects = self.path("no/rejects")
        self.assert_fails(
            3,
            f"cannot write {rejects}: No such file or directory",
            *IDS,
            "-o",
            self.path("keys"),
            "--on-error",
            "skip",
            "--rejects",
            rejects,
            stdin=data(9),
        )
        self.assert_only()

    def test_closed_standard_streams(self):
        script = '"$0" "$@"'
        for redirection, status, message in (
            (">&-", 3, b"rowkey: cannot write standard output: Bad file descriptor\n"),
            ("<&-", 3, b"rowkey: cannot read <stdin>: Bad file descriptor\n"),
        ):
            done = subprocess.run(
                ["sh", "-c", f"{script} {redirection}", *support.TOOL, "encode", *IDS],
                input=data(9),
                capture_output=True,
            )
            self.assertEqual((status, message, b""), (done.returncode, done.stderr, done.stdout))
        file = self.file("in", data(9))
        done = subprocess.run(
            ["sh", "-c", f"{script} <&- 2>&-", *support.TOOL, "encode", *IDS, file], capture_output=True
        )
        self.assertEqual((0, keys(9)), (done.returncode, done.stdout))
        done = subprocess.run(
            ["sh", "-c", f"{script} >&- 2>&-", *support.TOOL, "encode", *IDS, file], capture_output=True
        )
        self.assertEqual(3, done.returncode)
        self.assertEqual(data(9), self.read("in"))


class Inputs(ToolTest):
    def test_missing_files_are_reported_before_any_work(self):
        file = self.file("in", data(9))
        self.assert_fails(3, "cannot read /no/such: No such file or directory", *IDS, file, "/no/such")

    def test_a_directory(self):
        self.assert_fails(3, f"cannot read {self.directory}: Is a directory", *IDS, self.directory)
        directory = os.open(self.directory, os.O_RDONLY)
        self.addCleanup(os.close, directory)
        done = subprocess.run([*support.TOOL, "encode", *IDS], stdin=directory, capture_output=True)
        self.assertEqual(
            (3, b"rowkey: cannot read <stdin>: Is a directory\n", b""),
            (done.returncode, done.stderr, done.stdout),
        )

    def test_an_unreadable_file(self):
        file = self.file("in", data(9))
        os.chmod(file, 0)
        if os.access(file, os.R_OK):
            self.skipTest("this user may read every file")
        self.assert_fails(3, f"cannot read {file}: Permission denied", *IDS, file)

    def test_a_read_that_fails(self):
        if support.is_emulated():
            self.skipTest("the emulator reads its own memory")
        for threads in (1, 3):
            first = self.file("first", data(9))
            self.assert_fails(
                3,
                f"cannot read /proc/self/mem: {support.error_text(errno.EIO)}",
                *IDS,
                "--threads",
                threads,
                first,
                "/proc/self/mem",
                output=keys(9),
            )
            self.assert_fails(
                3,
                f"cannot read /proc/self/mem: {support.error_text(errno.EIO)}",
                *IDS,
                "--threads",
                threads,
                first,
                "/proc/self/mem",
                "-o",
                self.path("keys"),
            )
            self.assert_only("first")

    def test_a_file_that_becomes_shorter(self):
        """While its first keys wait in a pipe; also one that is compressed, between its members."""
        lines = b"".join(b"%08d\n" % i for i in range(300000))
        member = gzip.compress(lines[: 900 * 1000], 1, mtime=0)
        for name, data, left in (("lines", lines, 1000 * 900), ("lines.gz", member * 3, len(member))):
            if name.endswith(".gz") and "gzip" not in codecs():
                continue
            file = self.file(name, data)
            process = subprocess.Popen(
                [*TOOL, "encode", "-l", "{line}", "--threads", "1", "--chunk-size", "65536", file],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
            )  # fmt: skip
            self.assertEqual(b"00000000\n", process.stdout.read(9))
            os.truncate(file, left)
            _, errors = process.communicate(timeout=300)
            end = rf"it became shorter while it was read, and ends at byte \d+ of {len(data)} "
            self.assertRegex(errors.decode(), rf"^rowkey: cannot read {re.escape(file)}: {end}\(expected a file that nobody changes\)\n$")
            self.assertEqual(3, process.returncode)

    def test_a_file_that_becomes_shorter_while_another_is_read(self):
        """All files are looked for before the first one, here a pipe, is read."""
        keys, pipe = self.path("keys"), self.path("pipe")
        os.mkfifo(pipe)
        layout = ("-l", "{line}")
        for command, *options in (
            ("audit",), ("encode", *layout), ("encode", "--threads", "3", *layout), ("decode", "-l", "{k}", "-c", "k:text"),
            ("splits", "--sample", "--regions", "2"), ("route", "--summary", "--splits", self.file("points", b"b\n")),
        ):  # fmt: skip
            with self.subTest(command=(command, *options)):
                self.file("keys", b"key 1\nkey 2\nkey 3\n")
                process = subprocess.Popen(
                    [*TOOL, command, *options, pipe, keys],
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
                )  # fmt: skip
                with open(pipe, "wb") as opened:  # when the tool opens it, too
                    os.truncate(keys, 12)
                    opened.write(b"key 0\n")
                _, errors = process.communicate(timeout=300)
                end = "it became shorter while it was read, and ends at byte 12 of 18 (expected a file that nobody changes)"
                self.assertEqual((3, f"rowkey: cannot read {keys}: {end}\n"), (process.returncode, errors.decode()))

    def test_an_output_that_is_an_input(self):
        file = self.file("in", data(9))
        os.link(file, self.path("link"))
        os.symlink("in", self.path("symbolic"))
        message = "is an input and also an output (expected another file)"
        for output in ("in", "link", "symbolic"):
            self.assert_fails(2, f"{file} {message}", *IDS, file, "-o", self.path(output))
            self.assert_fails(
                2, f"{file} {message}", *IDS, file, "--on-error", "skip", "--rejects", self.path(output)
            )
        with open(file, "rb") as opened:
            done = subprocess.run(
                [*support.TOOL, "encode", *IDS, "-o", file], stdin=opened, capture_output=True
            )
        self.assertEqual((2, f"rowkey: <stdin> {message}\n".encode()), (done.returncode, done.stderr))
        with open(file, "ab") as opened:
            done = subprocess.run(
                [*support.TOOL, "encode", *IDS, file], stdout=opened, stderr=subprocess.PIPE
            )
        self.assertEqual((2, f"rowkey: {file} {message}\n".encode()), (done.returncode, done.stderr))
        self.assertEqual(data(9), self.read("in"))
        self.assert_only("in", "link", "symbolic")

    def test_rejects_that_are_the_output(self):
        path = self.path("out")
        message = f"{path} is the output and also --rejects (expected another file)"
        skip = ("--on-error", "skip", "--rejects", path)
        self.assert_fails(2, message, *IDS, "-o", path, *skip, stdin=data(9))
        self.assert_only()
        self.file("out", b"old")
        self.assert_fails(2, message, *IDS, "-o", path, *skip, stdin=data(9))
        self.assertEqual(b"old", self.read("out"))
        self.assert_only("out")

    def test_rejects_that_are_the_output_by_another_name(self):
        os.mkdir(self.path("directory"))
        os.symlink("directory", self.path("link"))
        skip = ("--on-error", "skip", "--rejects", self.path("directory/out"))
        for path in (self.path("link/out"), self.path("directory/../directory//out")):
            message = f"{path} is the output and also --rejects (expected another file)"
            self.assert_fails(2, message, *IDS, "-o", path, *skip, stdin=b"1\nx\n")
        for path, other in (("out", "./out"), ("./out", "out")):
            message = f"{path} is the output and also --rejects (expected another file)"
            here = ("-o", path, "--on-error", "skip", "--rejects", other)
            self.assert_fails(2, message, *IDS, *here, stdin=b"1\nx\n", cwd=self.path("directory"))
        self.assertEqual([], os.listdir(self.path("directory")))
        self.assertEqual(0, rowkey("encode", *IDS, "-o", self.path("out"), *skip, stdin=b"1\nx\n").returncode)
        self.assertEqual(["out"], os.listdir(self.path("directory")))

    def test_an_output_that_is_a_list_of_split_points(self):
        points, message = self.file("points", b"3\n"), "is an input and also an output (expected another file)"
        ids = self.file("ids", b"1\nx\n")
        rebucket = ("rebucket", "--from", "{id:d}", "--to", "{id:d}", "--columns", "id:u64", "--records")
        more = self.file("more", b"5\n")
        for command in (
            ("route", *IDS, "--splits", points),
            (*rebucket, "--splits", points),
            (*rebucket, "--splits", more, "--to-splits", points),
            ("simulate", *IDS, "--splits", points),
        ):
            self.assert_fails(2, f"{points} {message}", *command[1:], ids, "-o", points, command=command[0])
        skip = ("--on-error", "skip", "--rejects", points)
        self.assert_fails(2, f"{points} {message}", *rebucket[1:], "--splits", points, ids, *skip, command="rebucket")
        check = ("--check", points, "--sample", ids, *IDS)
        self.assert_fails(2, f"{points} {message}", *check, *skip, command="splits")
        self.assertEqual(b"3\n", self.read("points"))
        self.assert_only("ids", "more", "points")


class Names(ToolTest):
    """File names in messages: one line, which a terminal only shows."""

    def test_control_characters_are_not_sent(self):
        bad = 'column id: "x" is not a number of type u64'
        for name, shown in (("new\nline", "new?line"), ("\x1b[31mred\r", "?[31mred?"), ("\x7f", "?"), ("b\\ä", "b\\ä")):
            for command, more in (("encode", ()), ("simulate", ("--regions", 2))):
                arguments = (command, *IDS, *more, self.file(name, b"1\nx\n"))
                done = rowkey(*arguments)
                self.assertEqual(1, done.returncode, arguments)
                self.assertIn(f"rowkey: {self.path(shown)}:2: {bad}", done.stderr.decode())
                done = rowkey(*arguments[:-1], self.path("no") + name)
                self.assertEqual(3, done.returncode, arguments)
                self.assertEqual(
                    f"rowkey: cannot read {self.path('no')}{shown}: No such file or directory\n", done.stderr.decode()
                )
            self.assert_fails(
                3, f"cannot write {self.path('no')}/{shown}: No such file or directory", *IDS, "-o",
                self.path("no/" + name), stdin=data(9),
            )  # fmt: skip

    def test_each_reject_has_one_line_for_its_place(self):
        rejects = self.path("rejects")
        done = rowkey("encode", *IDS, "--on-error", "skip", "--rejects", rejects, self.file("a\nb", b"1\nx\n"))
        self.assertEqual(0, done.returncode)
        head, record, end = self.read("rejects").split(b"\n")
        self.assertTrue(head.startswith(f"# {self.path('a?b')}:2: column id:".encode()), head)
        self.assertEqual((b"x", b""), (record, end))

    def test_the_longest_path_does_not_hide_what_is_wrong(self):
        directory = self.directory
        while len(directory) < 4096 - 256:
            directory += "/" + "d" * 200
        os.makedirs(directory)
        path = self.file(directory + "/in", b"1\nx\n")
        for command, more in (("encode", ()), ("simulate", ("--regions", 2))):
            done = rowkey(command, *IDS, *more, path)
            self.assertIn(f'{path}:2: column id: "x" is not'.encode(), done.stderr)
        self.assert_fails(3, f"cannot read {path}x: No such file or directory", *IDS, path + "x")
        self.assert_fails(3, f"cannot write {path}/x: Not a directory", *IDS, "-o", path + "/x", stdin=data(9))


class Memory(ToolTest):
    """Peak memory stays under 64 MiB, whatever the size of the input."""

    def peak(self, mebibytes, piece, *arguments, command="encode"):
        """Streams so many MiB of `piece` through the command; its peak resident memory in MiB."""
        process = subprocess.Popen(
            [*support.TOOL, command, *map(str, arguments), "-o", "/dev/null"],
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=support.environment(),
        )
        piece *= max(1, (1 << 20) // len(piece))
        for _ in range((mebibytes << 20) // len(piece)):
            process.stdin.write(piece)
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(0, process.returncode)
        return usage.ru_maxrss / 1024

    def test_is_bounded(self):
        if support.is_slow():
            self.skipTest("an emulator's or sanitizer's memory would be counted, and other compilers change none")
        ids = b"1234567890\n"
        quoted = b'"a ""quoted""\nfield",12\n'
        long = b"x" * (3 << 20) + b"\n"
        skip = ("--on-error", "skip", "--rejects", "/dev/null")
        record = ("--output", "hbase", "--max-key", 4 << 20, "--emit", "key+record")
        for mebibytes, piece, arguments in (
            (128, ids, IDS),
            (128, ids, (*IDS, "--threads", 4)),
            (8, b"\n", ("--layout", "{line}" + "x" * 200)),
            (64, ids, ("--layout", "{line}", *record, "--threads", 4)),
            (
                64,
                quoted,
                ("--layout", "{a}", "--input", "csv", "--columns", "a:text,b:u64", "--output", "hex"),
            ),
            (96, long, ("--layout", "{line}")),
            (96, long, ("--layout", "{line}", *record)),
            (8, b"x\n", (*IDS, *skip)),
        ):
            with self.subTest(arguments=arguments):
                self.assertLess(self.peak(mebibytes, piece, *arguments), 64)
        for mebibytes, piece, arguments in (
            (128, paper_key(1234567890) + b"\n", IDS),
            (64, paper_key(1234567890), (*IDS, "--input", "raw", "--threads", 4, "--output", "csv")),
            (48, long, ("--layout", "{line}")),
            (8, b"\n", ("--layout", "{line}", "--input", "hex", "--output", "csv")),
            (8, b"x\n", (*IDS, *skip)),
        ):
            with self.subTest(command="decode", arguments=arguments):
                self.assertLess(self.peak(mebibytes, piece, *arguments, command="decode"), 64)


if __name__ == "__main__":
    support.main()
