"""A signal comes at each call that the tool makes of the system, and at each allocation: old outputs stay as they were.

Run on `rowkey-faults`, as faults_test.py is.
"""

import signal

import faults
import support
from faults import Fault

CALLS = ("open", "read", "write", "close", "rename", "allocate", "fflush", "waitpid")


class FaultSignals(faults.FaultTest):
    def test_a_signal_at_any_call_leaves_the_old_files(self):
        if support.is_sanitized():
            self.skipTest("a process that a signal ends tells a sanitizer nothing")
        for scenario in self.scenarios:
            if not scenario.outputs:
                continue
            for number in (signal.SIGINT, signal.SIGTERM):
                points = [
                    Fault(call, turn, f"signal {int(number)}")
                    for call in CALLS
                    for turn in range(1, scenario.counts[call] + 1)
                ]
                self.in_parallel(lambda fault, s=scenario, n=number: self.check_signal(s, fault, n), points)

    def check_signal(self, scenario, fault, number):
        run = scenario.run(fault)
        with self.subTest(scenario=scenario.name, fault=str(fault)):
            if scenario.threads and run.status == 0:
                self.check_success(scenario, run)
                return
            self.assertEqual((-number, b""), (run.status, run.stderr))
            self.check_files(scenario, run, finished=True)


if __name__ == "__main__":
    support.main()
