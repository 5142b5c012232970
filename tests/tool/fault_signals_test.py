"""A signal comes at each call that the tool makes of the system, and at each allocation: old outputs stay as they were.

Run on `rowkey-faults`, as faults_test.py is.
"""

import errno
import signal

import faults
import support
from faults import Fault

CALLS = ("open", "read", "write", "pwrite", "flock", "close", "fsync", "link", "rename", "allocate", "fflush", "waitpid")


class FaultSignals(faults.FaultTest):
    def test_a_signal_at_any_call_leaves_the_old_files(self):
        if support.is_sanitized():
            self.skipTest("a process that a signal ends tells a sanitizer nothing")
        for scenario in self.scenarios:
            if not scenario.outputs and not scenario.dictionary:
                continue
            for number in (signal.SIGINT, signal.SIGQUIT):
                points = [
                    Fault(call, turn, f"signal {int(number)}")
                    for call in CALLS
                    for turn in scenario.turns(call)
                ]
                self.in_parallel(lambda fault, s=scenario, n=number: self.check_signal(s, fault, n), points)

    def test_also_where_every_file_has_a_name(self):
        if support.is_sanitized():
            self.skipTest("a process that a signal ends tells a sanitizer nothing")
        for scenario in self.scenarios:
            if len(scenario.outputs) != 1 or scenario.threads or scenario.makes:
                continue
            for turn in range(1, scenario.counts["open"] + 1):
                unnamed = Fault("open", turn, errno.EOPNOTSUPP)
                run = scenario.run(unnamed)
                if run.status != 0 or run.counts["link"] > 0:  # it was not the opening of the output
                    continue
                self.in_parallel(
                    lambda at, s=scenario, u=unnamed: self.check_signal(s, Fault(at[0], 1, f"signal {int(at[1])}"), at[1], u),
                    [(call, number) for call in ("write", "fsync", "rename") for number in support.FATAL_SIGNALS],
                )

    def check_signal(self, scenario, fault, number, *others):
        run = scenario.run(fault, *others)
        with self.subTest(scenario=scenario.name, fault=str(fault)):
            if scenario.threads and run.status == 0:
                self.check_success(scenario, run)
                return
            self.assertEqual((-number, b""), (run.status, run.stderr))
            self.check_files(scenario, run, finished=True)


if __name__ == "__main__":
    support.main()
