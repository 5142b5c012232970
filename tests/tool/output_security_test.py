"""While outputs are written, other users cannot redirect them, read them too early or destroy what is there."""

import errno
import os
import re
import stat
import subprocess
import time
import unittest

import support
from support import PAPER, TOOL, ToolTest, paper_key

IDS = ("--layout", PAPER, "--columns", "id:u64")
NINE = b"".join(b"%d\n" % i for i in range(9))
KEYS = b"".join(paper_key(i) + b"\n" for i in range(9))
NOBODY = 65534


class Running(ToolTest):
    """While the command waits for input its temporary file is there."""

    def start(self, path, **options):
        process = subprocess.Popen(
            [*TOOL, "encode", *IDS, "-o", path], stdin=subprocess.PIPE, stderr=subprocess.PIPE, **options
        )
        self.addCleanup(process.stderr.close)
        return process

    def temporary(self, process):
        """A path of the file that is written."""
        for _ in range(600):
            found = support.open_files(process, self.directory)
            if found:
                return found[0]
            self.assertIsNone(process.poll(), "it has ended")
            time.sleep(0.05)
        self.fail("there is no temporary file")

    def finish(self, process):
        process.communicate(NINE)
        self.assertEqual(0, process.returncode)

    def test_it_is_beside_the_output_with_the_modes_of_what_it_replaces(self):
        path = self.file("keys", b"old")
        for mode in (0o600, 0o640, 0o604):
            os.chmod(path, mode)
            process = self.start(path, preexec_fn=lambda: os.umask(0))
            self.assertEqual(mode, stat.S_IMODE(os.stat(self.temporary(process)).st_mode))
            self.finish(process)
            self.assertEqual(mode, stat.S_IMODE(os.stat(path).st_mode))
        self.assert_only("keys")

    def trace(self, calls, *arguments):
        """The calls of the system that a run makes, a line each."""
        if support.is_emulated() or support.is_sanitized():
            self.skipTest("the system calls of others would be traced, and sanitizers refuse it")
        if subprocess.run(["sh", "-c", "command -v strace"], capture_output=True).returncode != 0:
            self.skipTest("strace is not installed")
        log = self.path("trace")
        done = subprocess.run(
            ["strace", "-f", "-y", "-o", log, "-e", "trace=" + calls, *TOOL, "encode", *IDS, *arguments],
            input=NINE, preexec_fn=lambda: os.umask(0), capture_output=True,
        )  # fmt: skip
        if b"ptrace" in done.stderr.lower():
            self.skipTest("strace may not trace here")
        self.assertEqual(0, done.returncode, done.stderr)
        return self.read("trace").decode().splitlines()

    def test_it_never_has_more_modes_than_that(self):
        """Not for a moment: whoever opens it then can read on."""
        path = self.file("keys", b"old")
        os.chmod(path, 0o600)
        # There alone: a build that counts what runs creates files of its own elsewhere.
        opened = [line for line in self.trace("openat,open", "-o", path) if f'"{self.directory}' in line]
        created = [line for line in opened if "O_TMPFILE" in line or "O_CREAT" in line]
        self.assertEqual(1, len(created), created)
        if "O_TMPFILE" not in created[0]:
            self.assertRegex(created[0], r"\.tmp\".*O_EXCL.*O_NOFOLLOW")
        self.assertIn(", 0600)", created[0])

    def test_it_is_on_the_disk_before_it_has_its_name(self):
        """First the bytes, then the name, then the directory with the name."""
        path = self.path("keys")
        lines = self.trace("write,fsync,linkat,rename,renameat,renameat2", "-o", path)
        calls = [re.search(r" (\w+)\((?:\d+<([^>]*)>)?", line).groups() for line in lines if "exited" not in line]
        names = [name for name, _ in calls]
        self.assertEqual("fsync", names[-1])
        self.assertEqual(self.directory, calls[-1][1])
        rename = next(i for i, name in enumerate(names) if name.startswith("rename"))
        self.assertEqual(["fsync"], [name for name in names[:rename] if name != "write"][:1])
        self.assertNotIn("write", names[names.index("fsync") :])
        self.assertIn(f'"{path}"', lines[rename])
        self.assertEqual(KEYS, self.read("keys"))

    def test_what_is_planted_under_its_name_is_not_touched(self):
        """A process whose number is known before it begins: what execs the command plants the names."""
        victim = self.file("victim", b"precious")
        script = f'''
for n in 0 1 2; do ln -s victim ".rowkey-$$-$n.tmp"; done
ln -s nowhere ".rowkey-$$-3.tmp"
mkdir ".rowkey-$$-4.tmp"
echo $$ >pid
exec "$@" '''
        done = subprocess.run(
            ["sh", "-c", script, "sh", *TOOL, "encode", *IDS, "-o", self.path("keys")],
            input=NINE, cwd=self.directory, capture_output=True,
        )  # fmt: skip
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        pid = self.read("pid").decode().strip()
        planted = [f".rowkey-{pid}-{n}.tmp" for n in range(5)]
        self.assertEqual(b"precious", self.read("victim"))
        self.assertEqual(KEYS, self.read("keys"))
        self.assertEqual("victim", os.readlink(self.path(planted[0])))
        self.assertFalse(os.path.islink(self.path("keys")) or os.path.exists(self.path("nowhere")))
        self.assert_only("keys", os.path.basename(victim), "pid", *planted)


class Outputs(ToolTest):
    def test_a_link_to_nowhere_is_replaced(self):
        os.symlink("nowhere", self.path("keys"))
        self.assert_keys(b"", *IDS, "-o", self.path("keys"), stdin=NINE)
        self.assertFalse(os.path.islink(self.path("keys")))
        self.assertEqual(KEYS, self.read("keys"))
        self.assert_only("keys")

    def test_a_chain_of_links_that_does_not_end(self):
        os.symlink("b", self.path("a"))
        os.symlink("a", self.path("b"))
        path = self.path("a")
        self.assert_fails(3, f"cannot write {path}: {support.error_text(errno.ELOOP)}", *IDS, "-o", path, stdin=NINE)
        self.assert_only("a", "b")

    def test_other_hard_links_keep_what_they_have(self):
        os.link(self.file("keys", b"old"), self.path("other"))
        self.assert_keys(b"", *IDS, "-o", self.path("keys"), stdin=NINE)
        self.assertEqual((KEYS, b"old"), (self.read("keys"), self.read("other")))

    def test_special_modes_are_dropped(self):
        path = self.file("keys", b"old")
        os.chmod(path, 0o4755)
        self.assert_keys(b"", *IDS, "-o", path, stdin=NINE)
        self.assertEqual(0o755, stat.S_IMODE(os.stat(path).st_mode))

    def test_without_permission(self):
        if os.getuid() != 0:
            self.skipTest("only root can become another user")

        def become_nobody():
            os.setgid(NOBODY)
            os.setuid(NOBODY)

        runs = subprocess.run([*TOOL, "--version"], capture_output=True, preexec_fn=become_nobody)
        if runs.returncode != 0:
            self.skipTest("others may not run the command where it was built")
        os.chmod(self.directory, 0o755)
        path = self.path("keys")
        for _ in range(2):
            self.assert_fails(
                3, f"cannot write {path}: Permission denied", *IDS, "-o", path, stdin=NINE, preexec_fn=become_nobody
            )
            self.file("keys", b"old")
        # The directory would allow it; the file's owner has not.
        os.chmod(self.directory, 0o777)
        self.assert_fails(
            3, f"cannot write {path}: Permission denied", *IDS, "-o", path, stdin=NINE, preexec_fn=become_nobody
        )
        self.assertEqual(b"old", self.read("keys"))
        self.assert_only("keys")


class Descriptors(ToolTest):
    def shell(self, redirection, *arguments):
        return subprocess.run(
            ["sh", "-c", f'"$@" {redirection}', "sh", *TOOL, "encode", *IDS, *arguments],
            input=NINE, cwd=self.directory, capture_output=True,
        )  # fmt: skip

    def test_dev_stdout_is_what_the_shell_has_opened(self):
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            self.assert_keys(KEYS, *IDS, "-o", name, stdin=NINE)
            path = self.file("log", b"first\n")
            before = os.stat(path).st_ino
            done = self.shell(">>log", "-o", name)
            self.assertEqual((0, b""), (done.returncode, done.stderr))
            self.assertEqual(b"first\n" + KEYS, self.read("log"))
            self.assertEqual(before, os.stat(path).st_ino)
            self.assert_only("log")

    def test_other_descriptors(self):
        self.file("log", b"first\n")
        done = self.shell("3>>log", "-o", "/dev/fd/3")
        self.assertEqual((0, b"", b""), (done.returncode, done.stdout, done.stderr))
        self.assertEqual(b"first\n" + KEYS, self.read("log"))
        done = self.shell("2>&1 >/dev/null", "-o", "/dev/stderr")
        self.assertEqual((0, KEYS), (done.returncode, done.stdout))
        for name in ("/dev/fd/77", "/proc/self/fd/77"):
            self.assert_fails(3, f"cannot write {name}: Bad file descriptor", *IDS, "-o", name, stdin=NINE)

    def test_standard_input_can_be_written_where_it_is_open_for_that(self):
        self.file("in", NINE)
        path = self.file("log", b"old")
        before = os.stat(path).st_ino
        done = self.shell("<>log", "-o", "/dev/stdin", "in")
        self.assertEqual((0, b"", b""), (done.returncode, done.stdout, done.stderr))
        self.assertEqual((KEYS, before), (self.read("log"), os.stat(path).st_ino))

    def test_messages_follow_the_keys_on_standard_error(self):
        self.file("in", NINE + b"x\n")
        done = self.shell("", "-o", "/dev/stderr", "--on-error", "skip", "in")
        self.assertEqual((0, KEYS + b"rowkey: 1 bad record skipped\n"), (done.returncode, done.stderr))


support.main()
