"""The keys are right: by exact bytes against hashlib, for every instruction set, output form and thread count."""

import hashlib
import random
import re
import unittest

import support
from support import PAPER, ToolTest, hbase_text, md5_modulo, paper_key, rowkey, splitmix64

SEED = 20240917
ROWS = 20011  # a prime: no block, batch or chunk ends with the input


def some_ids():
    """All lengths of decimal text, the ends of the type, and a run."""
    generator = random.Random(SEED)
    ids = [generator.randrange(10 ** generator.randrange(1, 11)) for _ in range(ROWS)]
    return [0, 1, 9, 10, 99, 100, 2**32 - 1, 2**32, 9999999999, *ids]


def text_lines(items):
    return b"".join(item + b"\n" for item in items)


class EveryInstructionSet(ToolTest):
    def each(self):
        names = support.supported()
        self.assertIn("scalar", names)
        for name in names:
            with self.subTest(isa=name):
                yield name

    def test_paper_design(self):
        ids = some_ids()
        data = text_lines(b"%d" % i for i in ids)
        expected = text_lines(map(paper_key, ids))
        for isa in self.each():
            self.assert_keys(expected, "--isa", isa, "--layout", PAPER, "--columns", "id:u64", stdin=data)
            environment = support.environment(ROWKEY_ISA=isa)
            self.assert_keys(expected, "--layout", PAPER, "--columns", "id:u64", stdin=data, env=environment)

    def test_numbers_are_hashed_without_leading_zeros(self):
        expected = text_lines([paper_key(7), paper_key(0)])
        for isa in self.each():
            self.assert_keys(
                expected,
                "--isa",
                isa,
                "--layout",
                PAPER,
                "--columns",
                "id:u64",
                stdin=b"0007\n00000000000000000000000000\n",
            )

    def test_whole_lines(self):
        generator = random.Random(SEED)
        lines = [
            bytes(generator.choices(b'abc xyz,;\t"\r\0\xff\xc3', k=generator.randrange(200))).rstrip(b"\r")
            for _ in range(3000)
        ]
        lines += [b"x" * length for length in (55, 56, 63, 64, 65, 119, 120, 127, 128, 5000)]
        expected = text_lines(b"%07d" % md5_modulo(line, 1000000) for line in lines)
        with_records = text_lines(b"%07d\t%s" % (md5_modulo(line, 1000000), line) for line in lines)
        for isa in self.each():
            arguments = ["--isa", isa, "--layout", "{md5(line) % 1000000:07d}"]
            self.assert_keys(expected, *arguments, stdin=text_lines(lines))
            self.assert_keys(with_records, *arguments, "--emit", "key+record", stdin=text_lines(lines))

    def test_keys_and_records_of_every_length(self):
        """Short ones are copied in units, over whose end the next one is written."""
        generator = random.Random(SEED)
        texts = [bytes(generator.choices(b"abcdefgh", k=length)) for length in (*range(100), 500, 1000)]
        rows = [(n, generator.choice(texts)) for n in range(200)] + list(enumerate(texts))
        data = text_lines(b"%d\t%s" % row for row in rows)
        digests = [hashlib.md5(b"%d" % n).hexdigest().encode() for n, _ in rows]
        designs = {
            "{s}": [s for _, s in rows],
            "{n:010d}": [b"%010d" % n for n, _ in rows],
            "{md5(n):x}": digests,
            "{md5(n):x}!": [digest + b"!" for digest in digests],
            "{md5(n):x}{md5(n):x}{s}": [2 * digest + s for digest, (_, s) in zip(digests, rows)],
        }
        for layout, keys in designs.items():
            expected = text_lines(b"%s\t%d\t%s" % (key, *row) for key, row in zip(keys, rows))
            arguments = ["-l", layout, "-c", "n:u64,s:text", "--input", "tsv", "--emit", "key+record"]
            for size in (1, 100, 3000, 1 << 19):
                with self.subTest(layout=layout, chunk_size=size):
                    self.assert_keys(expected, *arguments, "--chunk-size", size, stdin=data)

    def test_rows_before_a_key_that_text_cannot_hold(self):
        lines = [b"%d" % n + b"x" * (n % 70) for n in range(300)]
        for bad in (0, 1, 150, 298, 299):
            records = [*lines[:bad], b"a\tb", *lines[bad + 1 :]]
            expected = text_lines(b"%s\t%s" % (line, line) for line in lines[:bad] + lines[bad + 1 :])
            with self.subTest(bad=bad):
                result = rowkey(
                    "encode", "-l", "{line}", "--emit", "key+record", "--on-error", "skip", stdin=text_lines(records)
                )
                self.assertEqual(result.stdout, expected)
                self.assertEqual(result.stderr, b"rowkey: 1 bad record skipped\n")

    def test_other_designs(self):
        rows = [(f"user{i % 97}", i * i % 10**10, 1700000000 + i) for i in range(5000)]
        data = text_lines(b"%s\t%d\t%d" % (user.encode(), number, time) for user, number, time in rows)
        designs = {
            "({md5(number) % 1000000:07d},{number:010d})": lambda u, n, t: b"(%07d,%010d)"
            % (md5_modulo(b"%d" % n, 1000000), n),
            "{number % 1000000:07d}{number:010d}": lambda u, n, t: b"%07d%010d" % (n % 1000000, n),
            "{md5(user) % 1000:04d}{user:16s}{t:u64}": lambda u, n, t: b"%04d" % md5_modulo(u, 1000)
            + u.ljust(16, b"\0")
            + t.to_bytes(8, "big"),
            "{md5(user)}{md5(number)}{t:u64}": lambda u, n, t: hashlib.md5(u).digest()
            + hashlib.md5(b"%d" % n).digest()
            + t.to_bytes(8, "big"),
            "{md5(number):x}:{number}": lambda u, n, t: hashlib.md5(b"%d" % n).hexdigest().encode()
            + b":%d" % n,
            "{md5(user) % 4:a}-{user}": lambda u, n, t: b"%c-%s" % (97 + md5_modulo(u, 4), u),
        }
        for isa in self.each():
            for layout, make in designs.items():
                keys = [make(user.encode(), number, time) for user, number, time in rows]
                self.assert_keys(
                    text_lines(key.hex().encode() for key in keys),
                    "--isa",
                    isa,
                    "--input",
                    "tsv",
                    "--columns",
                    "user:text,number:u64,t:u64",
                    "--layout",
                    layout,
                    "--output",
                    "hex",
                    stdin=data,
                )
                self.assert_keys(
                    b"".join(keys),
                    "--isa",
                    isa,
                    "--input",
                    "tsv",
                    "--columns",
                    "user:text,number:u64,t:u64",
                    "--layout",
                    layout,
                    "--output",
                    "raw",
                    stdin=data,
                )


class Forms(ToolTest):
    def test_hbase_escapes_what_its_shell_reads_back(self):
        rows = bytes(range(256))
        expected = text_lines(hbase_text(bytes([c])) for c in rows)
        self.assert_keys(
            expected,
            "--layout",
            "{b:u8}",
            "--columns",
            "b:u8",
            "--input",
            "binary",
            "--output",
            "hbase",
            stdin=rows,
        )

    def test_hex_has_two_lower_case_digits_a_byte(self):
        rows = bytes(range(256))
        expected = "".join(f"{byte:02x}7e\n" for byte in rows).encode()
        self.assert_keys(
            expected,
            "--layout",
            "{b:u8}~",
            "--columns",
            "b:u8",
            "--input",
            "binary",
            "--output",
            "hex",
            stdin=rows,
        )

    def test_raw_concatenates(self):
        self.assert_keys(b"1-22--", "--layout", "{line}-", "--output", "raw", stdin=b"1\n22\n\n")

    def test_records_stand_after_keys_in_all_line_forms(self):
        for form, key in (("text", b"0042"), ("hex", b"30303432"), ("hbase", b"0042")):
            self.assert_keys(
                key + b"\t42\n",
                "--layout",
                "{n:04d}",
                "--columns",
                "n:u64",
                "--emit",
                "key+record",
                "--output",
                form,
                stdin=b"42\n",
            )

    def test_text_of_a_layout_of_any_length_ends_in_one_newline(self):
        self.assert_keys(
            b"a-x\n-x\nlonger-x\n", "--layout", "{name}-x", "--columns", "name:text", stdin=b"a\n\nlonger\n"
        )

    def test_random_follows_seed_and_row_number_alone(self):
        rows = 5000
        data = text_lines(b"%d" % i for i in range(rows))
        expected = text_lines(b"%02d-%d" % (splitmix64(42, i) % 16, i) for i in range(rows))
        for threads in (1, 3):
            for size in (50, 999, 131072):
                self.assert_keys(
                    expected,
                    "--layout",
                    "{random() % 16:02d}-{id}",
                    "--columns",
                    "id:u64",
                    "--seed",
                    42,
                    "--threads",
                    threads,
                    "--chunk-size",
                    size,
                    stdin=data,
                )
        middle = data.index(b"\n3333\n") + 1
        first, second = self.file("first", data[:middle]), self.file("second", data[middle:])
        self.assert_keys(
            expected,
            "--layout",
            "{random() % 16:02d}-{id}",
            "--columns",
            "id:u64",
            "--seed",
            42,
            first,
            second,
        )


class Threads(ToolTest):
    def test_order_is_that_of_the_input(self):
        ids = some_ids() * 5
        file = self.file("ids", text_lines(b"%d" % i for i in ids))
        expected = text_lines(map(paper_key, ids))
        for threads in (1, 2, 3, 4, 7):
            for size in (1000, 65536):
                self.assert_keys(
                    expected,
                    "--threads",
                    threads,
                    "--chunk-size",
                    size,
                    "--layout",
                    PAPER,
                    "--columns",
                    "id:u64",
                    file,
                )

    def test_first_bad_record_ends_the_stream_at_the_same_key(self):
        ids = list(range(50000))
        data = bytearray(text_lines(b"%05d" % i for i in ids))
        data[6 * 30000] = ord("x")
        data[6 * 40000] = ord("y")
        expected = text_lines(map(paper_key, ids[:30000]))
        for threads in (1, 2, 4):
            done = rowkey(
                "encode",
                "--threads",
                threads,
                "--chunk-size",
                5000,
                "--layout",
                PAPER,
                "--columns",
                "id:u64",
                stdin=bytes(data),
            )
            self.assertEqual(1, done.returncode)
            self.assertIn(b'<stdin>:30001: column id: "x0000" is not', done.stderr)
            self.assertEqual(expected, done.stdout)


class Cpu(ToolTest):
    def test_table_shows_one_chosen_set(self):
        done = rowkey("cpu")
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        rows = [line.split() for line in done.stdout.decode().splitlines()]
        header = next(i for i, row in enumerate(rows) if row[:2] == ["instruction", "set"])
        sets = rows[header + 1 :]
        self.assertEqual(1, sum(row[-1] == "yes" for row in sets))
        self.assertEqual(support.supported(), [row[0] for row in sets if row[2] == "yes"])

    def test_the_cpu_has_the_name_that_the_system_gives_it(self):
        if support.is_emulated():
            self.skipTest("the emulator has its own")
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = re.findall(r"^model name\s*: (.*)$", file.read(), re.MULTILINE)
        told = re.findall(r"^CPU: (.*)$", rowkey("cpu").stdout.decode(), re.MULTILINE)
        self.assertEqual(names[:1], told)

    def test_environment_chooses(self):
        done = rowkey("cpu", env=support.environment(ROWKEY_ISA="scalar"))
        chosen = [line.split()[0] for line in done.stdout.decode().splitlines() if line.endswith(" yes")]
        self.assertEqual(["scalar"], chosen)


if __name__ == "__main__":
    support.main()
