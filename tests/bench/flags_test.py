"""What rowkey-bench does with its arguments, good and bad."""

import unittest

import support
from support import bench, report

QUICK = "--benchmark_filter=^md5_fixed/8B/scalar$"


class Flags(unittest.TestCase):
    def assert_fails(self, message, *arguments):
        done = bench(*arguments)
        self.assertEqual((2, ""), (done.returncode, done.stdout), arguments)
        self.assertIn(message, done.stderr)

    def test_a_filter_that_matches_nothing(self):
        for pattern in ("nothing_of_that_name", "^md5_fixed/8B$"):
            self.assert_fails(
                f"no benchmark matches --benchmark_filter={pattern}; expected a regular expression",
                f"--benchmark_filter={pattern}",
            )

    def test_a_filter_that_is_no_regular_expression(self):
        self.assert_fails("--benchmark_filter=md5_fixed[", "--benchmark_filter=md5_fixed[")

    def test_unknown_flags(self):
        for flag in ("--frobnicate", "--benchmark_frobnicate=1", "--page_seed", "--page_seeds=1"):
            self.assert_fails(flag, QUICK, flag)

    def test_page_seeds_that_are_no_numbers(self):
        for value in ("", "x", "-1", "1x", " 1", "0x10", "1.5", "18446744073709551616"):
            self.assert_fails(
                f"rowkey-bench: --page_seed={value}: expected a number from 0 to 2^64-1",
                QUICK,
                f"--page_seed={value}",
            )

    def test_the_report_has_the_page_seed(self):
        self.assertEqual("0", report(QUICK)[0]["page_seed"])
        for value in ("1", "18446744073709551615"):
            self.assertEqual(value, report(QUICK, f"--page_seed={value}")[0]["page_seed"])

    def test_the_report_says_what_was_measured_with_what(self):
        context, _ = report(QUICK)
        for key in ("rowkey", "compiler", "page_seed"):
            self.assertTrue(context[key], key)

    def test_help_shows_our_own_flag_too(self):
        done = bench("--help")
        self.assertEqual(0, done.returncode)
        self.assertIn("--page_seed=", done.stdout)
        self.assertIn("--benchmark_filter=", done.stdout)


if __name__ == "__main__":
    support.main()
