"""Each call that the tool makes of the system, and each allocation, fails in turn: what then becomes of the run.

Run on `rowkey-faults`, which is the tool with tests/support/faults.c around its calls.
"""

import errno
import os

import faults
import support
from faults import Fault

INTERRUPTIBLE = ("open", "read", "pread", "write", "pwrite", "flock", "close", "fsync", "waitpid")
SHORT = ("read", "pread", "write", "pwrite")

# What calls of each kind fail with.
ERRORS = {
    "allocate": [errno.ENOMEM],
    "open": [errno.EMFILE],
    "close": [errno.EIO],
    "read": [errno.EIO],
    "pread": [errno.EIO],
    "write": [errno.ENOSPC, errno.EIO],
    "pwrite": [errno.ENOSPC, errno.EIO],
    "flock": [errno.ENOLCK],
    "lseek": [errno.EIO],
    "stat": [errno.EIO],
    "fstat": [errno.EIO],
    "access": [errno.EACCES],
    "fchmod": [errno.EPERM],
    "rename": [errno.EIO],
    "fsync": [errno.EIO],
    "link": [errno.EIO],
    "mkdir": [errno.ENOSPC],
    "dup": [errno.EMFILE],
    "fcntl": [errno.EINVAL],
    "stream": [errno.ENOMEM],
    "fflush": [errno.ENOSPC],
    "fclose": [errno.EIO],
    "fseek": [errno.EIO],
    "fork": [errno.EAGAIN],
    "waitpid": [errno.ECHILD],
    "thread": [errno.EAGAIN],
    "rlimit": [errno.EPERM],
}
# The tool may do without some of these: inputs that do not close, threads and a file limit that it does not get, the
# name of the CPU, a way to name files later.
DISPENSABLE = ("access", "close", "fclose", "fcntl", "fstat", "rlimit", "stream", "thread")

ENDS = 130  # allocations, of those that are not all tried: the tool's own come before and after the library's


def is_dispensable(fault):
    """Each second flock unlocks a file that is closed next, which unlocks it as well."""
    return fault.call in DISPENSABLE or (fault.call == "flock" and fault.when % 2 == 0)


class Faults(faults.FaultTest):
    def check_failure(self, scenario, fault, run):
        """Status 3, one line that names what failed and why, the old files as they were, nothing else left."""
        self.assertEqual(3, run.status, (run.stderr, run.stdout[:200]))
        self.assertRegex(run.stderr, rb"^rowkey: [^\n]+\n$")
        if fault.call == "allocate" or fault.call in ("stream", "fclose") and b"out of memory" in run.stderr:
            self.assertRegex(run.stderr, rb"out of memory|Cannot allocate memory")
        else:
            reasons = [os.strerror(fault.what)]
            # Why a write of stdio failed is known only when it is the last one.
            if fault.call == "write" and scenario.counts["fflush"] > 0:
                reasons.append(os.strerror(errno.EIO))
            self.assertTrue(any(reason.encode() in run.stderr for reason in reasons), run.stderr)
            names = [*scenario.names(), "standard output", "<stdin>", "/dev/null", "/dev/urandom", "rsvg-convert", "a temporary file",
                     "a picture"]  # fmt: skip
            self.assertTrue(any(name.encode() in run.stderr for name in names), run.stderr)
        # The last one is that of a directory, where the file has its name already.
        self.check_files(scenario, run, finished=fault.call == "fsync")
        # After a write of stdio that failed, later ones still happen.
        if fault.call != "write" or scenario.counts["fflush"] == 0:
            self.assertEqual(scenario.reference[1][: len(run.stdout)], run.stdout)
        self.check_leaks(run, scenario.threads)

    def check(self, scenario, fault):
        run = scenario.run(fault)
        with self.subTest(scenario=scenario.name, fault=str(fault)):
            # With threads, other calls may come first.
            reached = run.counts is None or run.counts[fault.call] >= fault.when
            if run.status == 0 and fault.call == "write" and len(run.stderr) < len(scenario.reference[2]):
                run.stderr = scenario.reference[2]  # standard error is what failed
                reached = False
            if run.status == 0 and fault.call == "stream" and scenario.name == "cpu":
                self.assertTrue(scenario.reference[1].endswith(run.stdout), "only the first line, the CPU's name")
            elif reached and (run.status != 0 or not is_dispensable(fault)):
                self.check_failure(scenario, fault, run)
            else:
                self.check_success(scenario, run)
        return run.status

    def test_every_call_fails_in_turn(self):
        tried = 0
        for scenario in self.scenarios:
            failures = [
                Fault(call, number, error)
                for call, errors in ERRORS.items()
                for number in scenario.turns(call, ENDS)
                for error in errors
            ]
            statuses = self.in_parallel(lambda fault, scenario=scenario: self.check(scenario, fault), failures)
            tried += len(failures)
            closing = {status for fault, status in zip(failures, statuses) if fault.call == "close"}
            if scenario.outputs:
                self.assertIn(3, closing, f"{scenario.name}: no output is closed with care")
        print(f"{tried} faults", end=" ", flush=True)
        for call in ERRORS if faults.one_command() is None else ():
            self.assertTrue(any(scenario.counts[call] for scenario in self.scenarios), f"nothing calls {call}")

    def test_where_every_file_has_a_name(self):
        """On file systems without O_TMPFILE, a file of another name is written and renamed."""
        renamed = 0
        for scenario in self.scenarios:
            for turn in range(1, scenario.counts["open"] + 1 if scenario.outputs else 1):
                unnamed = Fault("open", turn, errno.EOPNOTSUPP)
                run = scenario.run(unnamed)
                if run.status != 0:  # it was not the opening of an output
                    continue
                with self.subTest(scenario=scenario.name, fault=str(unnamed)):
                    self.check_success(scenario, run)
                    for call in ("write", "fsync", "close", "rename"):
                        run = scenario.run(unnamed, Fault(call, 1, errno.EIO))
                        if run.status != 0:
                            self.check_failure(scenario, Fault(call, 1, errno.EIO), run)
                    renamed += 1
        self.assertEqual(any(scenario.outputs for scenario in self.scenarios), renamed > 0)

    def test_file_systems_that_cannot_synchronise(self):
        """Outputs are written all the same; a dictionary gives no ids that it might lose."""
        for scenario in self.scenarios:
            for turn in range(1, scenario.counts["fsync"] + 1):
                for error in (errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP):
                    fault = Fault("fsync", turn, error)
                    run = scenario.run(fault)
                    with self.subTest(scenario=scenario.name, turn=turn):
                        if scenario.dictionary and run.status != 0:
                            self.check_failure(scenario, fault, run)
                        else:
                            self.check_success(scenario, run)

    def test_interrupted_calls_are_tried_again(self):
        for scenario in self.scenarios:
            for calls in (*((call,) for call in INTERRUPTIBLE), INTERRUPTIBLE):
                run = scenario.run(*(Fault(call, "odd", errno.EINTR) for call in calls))
                with self.subTest(scenario=scenario.name, calls=calls):
                    # The tool does not print again what stdio failed to print, but reports it. No handler of the tool
                    # returns, so the system itself continues an interrupted write.
                    if "write" in calls and scenario.counts["fflush"] > 0:
                        self.check_failure(scenario, Fault("write", 1, errno.EINTR), run)
                    else:
                        self.check_success(scenario, run)

    def test_short_reads_and_writes_change_nothing(self):
        for scenario in self.scenarios:
            for call in SHORT:
                for when in ("odd", 1, 2):
                    run = scenario.run(Fault(call, when, "short"))
                    with self.subTest(scenario=scenario.name, call=call, when=when):
                        self.check_success(scenario, run)

    def test_a_write_of_nothing_is_a_failure(self):
        for scenario in self.scenarios:
            if scenario.outputs and scenario.counts["fflush"] == 0 and scenario.counts["write"] > 0:
                run = scenario.run(Fault("write", 1, "none"))
                with self.subTest(scenario=scenario.name):
                    self.check_failure(scenario, Fault("write", 1, errno.EIO), run)


if __name__ == "__main__":
    support.main()
