"""The rows of rowkey-bench: their names, which scripts rely on, and some of each family run in a moment."""

import unittest

import support
from support import instruction_sets, most_memory, names, report

GIB = 1 << 30
SIZES = ("16KiB", "256KiB", "4MiB", "64MiB", "512MiB")

# Shapes that every instruction set has.
FAMILIES = {
    "md5_fixed": [f"{width}B" for width in (*range(1, 65), 128)],
    "md5_lines": [
        *(f"{length}B" for length in (55, 56, 64, 119, 120, 128, 256, 512, 750, 1024, 2048, 4096)),
        "mixed",
    ],
    "md5_decimal": ["u64", "random64"],
    "modulo_u128": [
        *(1000, 10**6, 10**9, 10**15, 1000003, 2147483647, 1099511627791),
        *(4096, 2**20, 2**32, 2**64 - 1),
    ],
    "modulo_u64": [4096, 10**6, 1000003, 1099511627791, 10**15, 2**64 - 1],
    "modulo_u32": [4096, 10**6, 1000003, 2147483647],
    "decimal": [7, 10, 20],
    "parse": [10],
    "working_set/md5_fixed_8B": SIZES,
    "working_set/modulo_u128": SIZES,
    "working_set/decimal_10": SIZES,
    "working_set/encode_md5mod": SIZES,
    "stride/md5_fixed_8B": [8, 12, 17, 64, 4096],
    "stride/decimal_10": [10, 12, 17, 64, 4096],
    "alignment/md5_fixed_8B": [0, 1, 4, 63],
    "alignment/decimal_10": [0, 1, 4, 63],
    "encode": ["u64", "paper-md5mod", "paper-idmod", "paper-linemd5", "finra", "opentsdb", "phoenix-salted"],
    "decode": ["paper-md5mod"],
    "route": ["17B/220"],
}

# Other libraries' ways to do the same: a report has at least these.
PEERS = [
    *(f"md5_fixed/{width}B/{peer}" for width in (1, 55) for peer in ("openssl", "compiler-vectors")),
    *(f"md5_fixed/128B/{peer}" for peer in ("openssl", "openssl-evp", "openssl-transform")),
    "md5_lines/750B/openssl-evp",
    "modulo_u128/1000000/int128",
    "modulo_u128/1000000/moeller-granlund",
    "modulo_u128/4096/mask",
    "modulo_u64/1000000/native",
    "decimal/10/snprintf",
    "decimal/10/four-digit-table",
    "parse/10/swar",
    "types_read/time/digits",
    "types_read/uuid/table",
    "types_write/decimal/snprintf",
    "decode/paper-md5mod/openssl-tuned",
    "encode/paper-md5mod/openssl-tuned",
    "encode/paper-md5mod/compiler-vectors",
    "encode/hbase-composite-hashes/openssl-tuned",
]


class Names(unittest.TestCase):
    def test_every_family_has_its_shapes(self):
        have = set(names())
        sets = instruction_sets()
        self.assertIn("scalar", sets)
        expected = [
            f"{family}/{shape}/{name}" for family, shapes in FAMILIES.items() for shape in shapes for name in sets
        ]
        self.assertEqual([], [name for name in [*expected, *PEERS] if name not in have])

    def test_batches_have_every_power_of_two_up_to_the_size_of_a_block(self):
        have = [name.rpartition("/")[0] for name in names()]
        for family in ("batch_md5_8B", "batch_encode"):
            for power in [*range(13), 20]:
                self.assertIn(f"{family}/{2**power}", have)

    def test_no_name_is_there_twice(self):
        have = names()
        self.assertEqual(len(set(have)), len(have))


class Runs(unittest.TestCase):
    def test_rows_of_many_families(self):
        sets = instruction_sets()
        shapes = [
            *("md5_fixed/1B", "md5_fixed/55B", "md5_fixed/56B", "md5_fixed/64B", "md5_fixed/128B"),
            *("md5_decimal/u64", "modulo_u128/4096", "modulo_u128/18446744073709551615"),
            *("modulo_u64/1000000000000000", "modulo_u32/2147483647", "decimal/7", "parse/10"),
            *("working_set/encode_md5mod/16KiB", "stride/md5_fixed_8B/17", "stride/decimal_10/4096"),
            *("alignment/md5_fixed_8B/63", "alignment/decimal_10/1", "encode/paper-md5mod", "decode/u64"),
            *("hash_xxh64/mixed", "route/17B/220"),
        ]
        # Compared with what they must write before they are timed, whatever the page offsets.
        for seed in (0, 1, 2):
            _, rows = report(f"--page_seed={seed}", f"--benchmark_filter=^({'|'.join(shapes)})/")
            for shape in shapes:
                for implementation in sets:
                    row = rows[f"{shape}/{implementation}"]
                    self.assertGreater(row["items_per_second"], 0, row)
                    self.assertGreater(row["bytes_per_second"], 0, row)

    def test_bytes_and_items_are_in_proportion(self):
        _, rows = report("--benchmark_filter=^(md5_fixed/20B|working_set/modulo_u128/16KiB)/scalar$")
        for name, width in {"md5_fixed/20B/scalar": 20, "working_set/modulo_u128/16KiB/scalar": 16}.items():
            row = rows[name]
            self.assertAlmostEqual(width, row["bytes_per_second"] / row["items_per_second"], places=6)

    def test_large_shapes_make_room_for_each_other(self):
        """Two of 0.7 GiB each, in turns: what the first one held is made again, and right."""
        _, rows = report(
            "--benchmark_filter=^working_set/(modulo_u128|decimal_10)/512MiB/scalar$",
            "--benchmark_repetitions=2",
            "--benchmark_enable_random_interleaving=true",
        )
        self.assertIn("working_set/decimal_10/512MiB/scalar_mean", rows)
        self.assertLess(most_memory(), 1.2 * GIB)


if __name__ == "__main__":
    support.main()
