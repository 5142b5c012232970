"""The rows of rowkey-bench about the machine itself, and what its report says of it."""

import os
import re
import unittest

import support
from support import instruction_sets, names, report

CLASSES = {
    "neon": {"add", "logic", "shift", "multiply32", "byte_shuffle", "unpack", "load", "store"},
    "avx2": {"add", "logic", "shift", "multiply32", "byte_shuffle", "unpack", "permute", "load", "store"},
    "avx512": {"add", "logic", "ternary", "shift", "rotate", "multiply32", "multiply52", "byte_shuffle", "unpack",
               "permute", "permute2", "load", "store"},
}  # fmt: skip


def thread_counts(cpus):
    """1, 2, 4, ... and as many as there are CPUs."""
    counts = [1]
    while 2 * counts[-1] < cpus:
        counts.append(2 * counts[-1])
    return sorted({*counts, cpus})


def family(name):
    """The rows of a family without its name."""
    return [row.removeprefix(f"{name}/") for row in names() if row.startswith(f"{name}/")]


class Names(unittest.TestCase):
    def setUp(self):
        self.sets = instruction_sets()
        self.vectors = [name for name in self.sets if name != "scalar"]

    def test_ports_are_those_that_the_instruction_sets_have(self):
        expected = {f"{port}/{name}" for name in self.vectors for port in CLASSES[name]}
        self.assertEqual(expected, set(family("ports")))

    def test_code_offsets_of_every_set_with_vectors(self):
        kernels = ("md5_fixed_8B", "modulo_u128", "decimal_10")
        expected = {f"{k}/{name}+{offset}" for k in kernels for name in self.vectors for offset in (0, 16, 32, 48)}
        self.assertEqual(expected, set(family("code_offset")))

    def test_memory_of_every_size_and_set(self):
        for kind in ("read", "write"):
            rows = family(f"memory_{kind}")
            for size in ("16KiB", "256KiB", "4MiB"):
                self.assertLessEqual({f"{size}/{name}" for name in self.sets}, set(rows))
            largest = max(int(row.partition("MiB")[0]) for row in rows if "MiB" in row)
            self.assertGreaterEqual(largest, 256)

    def test_threads_from_one_to_all_that_may_run(self):
        allowed = os.sched_getaffinity(0)
        try:
            for cpus in (allowed, {min(allowed)}):
                os.sched_setaffinity(0, cpus)
                for work in ("encode_md5mod", "md5_fixed_8B", "memory_read"):
                    counts = [int(row.split("/")[0]) for row in family(f"threads/{work}")]
                    self.assertEqual(thread_counts(len(cpus)), counts)
        finally:
            os.sched_setaffinity(0, allowed)


class Runs(unittest.TestCase):
    def test_all_that_are_small(self):
        """Each is compared with what it must write before it is timed."""
        pattern = r"clock|ports|code_offset|memory_[a-z]+/(16|256)KiB|threads/(encode_md5mod|md5_fixed_8B)"
        _, rows = report(f"--benchmark_filter=^({pattern})/")
        self.assertIn("clock/cycles/additions", rows)
        for row in rows.values():
            self.assertGreater(row["items_per_second"], 0, row)

    def test_threads_that_read_more_than_caches_hold(self):
        _, rows = report("--benchmark_filter=^threads/memory_read/")
        for row in rows.values():
            self.assertGreater(row["bytes_per_second"], 1e6, row)

    def test_first_calls(self):
        _, rows = report("--benchmark_filter=^first_call/")
        times = {name.split("/")[1]: row["real_time"] for name, row in rows.items()}
        self.assertEqual({"layout_1", "encode_1", "encode_4096"}, set(times))
        for name, nanoseconds in times.items():
            self.assertTrue(100 < nanoseconds < 1e9, (name, nanoseconds))

    def test_the_instruction_set_that_is_asked_for(self):
        os.environ["ROWKEY_ISA"] = "scalar"
        try:
            context, rows = report("--benchmark_filter=^(first_call/encode_1|threads/md5_fixed_8B/1)/")
        finally:
            del os.environ["ROWKEY_ISA"]
        self.assertEqual("scalar", context["instruction_set"])
        self.assertTrue(all("/scalar/" in name for name in rows), rows)


class Head(unittest.TestCase):
    def test_compiler_flags_and_instruction_set(self):
        context, _ = report("--benchmark_filter=^clock/")
        self.assertTrue(context["compiler"])
        self.assertIn("compile_flags", context)
        self.assertIn(context["instruction_set"], instruction_sets())

    def test_counters_of_the_cpu_are_in_every_row_or_a_reason_in_the_head(self):
        context, rows = report("--benchmark_filter=^(clock|ports)/")
        self.assertRegex(context["perf_counters"], re.compile(r"^(yes|no \(.+\))$"))
        for row in rows.values():
            counted = {"cycles_per_item", "instructions_per_item"} & set(row)
            if context["perf_counters"] != "yes":
                self.assertEqual(set(), counted)


if __name__ == "__main__":
    support.main()
