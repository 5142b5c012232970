"""What lies on disk is not always text: compressed files are read, other formats are refused with the command that
converts them, and marks and line ends that become part of keys are warned of."""

import bz2
import functools
import gzip
import lzma
import os
import struct
import subprocess

import support
from support import PAPER, ToolTest, codecs, paper_key, rowkey

IDS = b"".join(b"%d\n" % number for number in range(60000))
KEYS = b"".join(paper_key(number) + b"\n" for number in range(60000))
ENCODE = ("--layout", PAPER, "--columns", "id:u64")
AS_IT_IS = "--compression none takes its bytes as they are"


def needs(codec):
    def decorate(test):
        @functools.wraps(test)
        def run(self):
            if codec not in codecs():
                self.skipTest(f"the command is built without {codec}")
            test(self)

        return run

    return decorate


def zstd_frame(content, block=1 << 16):
    """A frame of blocks that are not compressed (RFC 8878)."""
    size = struct.pack("<Q", len(content))
    blocks = [content[at : at + block] for at in range(0, len(content), block)] or [b""]
    headers = [struct.pack("<I", len(each) << 3 | (i + 1 == len(blocks)))[:3] for i, each in enumerate(blocks)]
    return b"\x28\xb5\x2f\xfd\xe0" + size + b"".join(head + each for head, each in zip(headers, blocks))


ZSTD_SKIPPED = b"\x50\x2a\x4d\x18\3\0\0\0abc"

DATASET = (
    "python3 -c 'import sys, pyarrow as a, pyarrow.csv as c, pyarrow.dataset as d; "
    "c.write_csv(d.dataset(sys.argv[1], format=\"%s\").to_table(), sys.stdout.buffer)'"
)
DUCKDB = "duckdb -c \"COPY (FROM %s('{}')) TO '/dev/stdout' (FORMAT csv)\""
STREAM = (
    "python3 -c 'import sys, pyarrow as a, pyarrow.csv as c, pyarrow.dataset as d; "
    "c.write_csv(a.ipc.open_stream(sys.argv[1]).read_all(), sys.stdout.buffer)'"
)

# What files begin with, those of tables as pyarrow 26.0.1 and fastavro 1.13.1 write them, the name of the format, the
# command, whether that needs a file, and what rowkey needs for what it writes.
FOREIGN = [
    (lzma.compress(IDS), "xz", "xz -dc", False, ""),
    (bz2.compress(IDS), "bzip2", "bzip2 -dc", False, ""),
    (bz2.compress(b""), "bzip2", "bzip2 -dc", False, ""),
    (b"\x04\x22\x4d\x18\x64\x40\xa7", "lz4", "lz4 -dc", False, ""),
    (b"\x1f\x9d\x90a", "compress", "zcat", False, ""),
    (b"PK\3\4\x14\0", "zip", "unzip -p", True, ""),
    (b"PK\3\4" + b"\0" * 22 + b"\5\0\0\0a.csv" + b"1,2\n" * 9, "zip", "unzip -p", True, ""),
    (b"PK\3\4" + b"\0" * 22 + b"\x13\0\0\0[Content_Types].xml", "Excel (xlsx)", DUCKDB % "read_xlsx", True, "--input csv --header "),
    (b"PK\3\4" + b"\0" * 22 + b"\x0b\0\0\0xl/workbook.xml", "Excel (xlsx)", DUCKDB % "read_xlsx", True, "--input csv --header "),
    (b"PAR1\x15\x04\x150\x15.L\x15\x06", "Parquet", DUCKDB % "read_parquet", True, "--input csv --header "),
    (b"PAR1\x15\x00\x15<\x15<,\x15\x06", "Parquet", DUCKDB % "read_parquet", True, "--input csv --header "),
    (b"ORC\n\x06\x12\x04\x08\x03P\0\n\x12", "ORC", DATASET % "orc", True, "--input csv --header "),
    (b"ORC\x11\0\0\n\x06\x12\x04", "ORC", DATASET % "orc", True, "--input csv --header "),
    (b"ARROW1\0\0\xff\xff\xff\xff\xa8\0\0\0", "Arrow IPC", DATASET % "ipc", True, "--input csv --header "),
    (b"\xff\xff\xff\xff\xa8\0\0\0\x10\0\0\0", "Arrow IPC stream", STREAM, True, "--input csv --header "),
    (b"Obj\x01\x04\x14avro.codec\x08null", "Avro", "fastavro", True, "--input jsonl "),
    ("1\n2\n".encode("utf-16"), "UTF-16", "iconv -f UTF-16 -t UTF-8", False, ""),
    (b"\xfe\xff\0001\0\n", "UTF-16", "iconv -f UTF-16 -t UTF-8", False, ""),
    ("1\n2\n".encode("utf-16-le"), "UTF-16 (little-endian)", "iconv -f UTF-16LE -t UTF-8", False, ""),
    ("id,name\n1,x\n".encode("utf-16-be"), "UTF-16 (big-endian)", "iconv -f UTF-16BE -t UTF-8", False, ""),
    ("1\n2\n".encode("utf-32"), "UTF-32", "iconv -f UTF-32 -t UTF-8", False, ""),
    ("12".encode("utf-32-le"), "UTF-32 (little-endian)", "iconv -f UTF-32LE -t UTF-8", False, ""),
    ("12".encode("utf-32-be"), "UTF-32 (big-endian)", "iconv -f UTF-32BE -t UTF-8", False, ""),
]

# Text that begins as one of them does, and bytes that are no text but none of them.
PLAIN = [
    b"PAR1 is a station\n", b"ORCA\nORC\n", b"BZh\n", b"BZh9 1AY&SY\n", b"Obj\n", b"PK\n", b"P\n", b"\x1f\n", b"\x1f\x8b\n",
    b"\xff\xfe"[:1] + b"\n", b"\xfd7zXZ\n", b"ARROW1\n", b"A\0B\n", b"\0\n", b"\0A\0\0\n", b"1\0\n", b"\n", b"a",
    b"\xff\xff\xff\xffabcd\n", b"\x28\xb5\x2f\n",
]  # fmt: skip


class Compressed(ToolTest):
    def check(self, content, expected=KEYS, *options):
        self.file("ids", content)
        for threads in (1, 3):
            arguments = (*ENCODE, "--threads", threads, *options)
            self.assert_keys(expected, *arguments, self.path("ids"))
            self.assert_keys(expected, *arguments, stdin=content)

    @needs("gzip")
    def test_gzip(self):
        self.check(gzip.compress(IDS))
        self.check(gzip.compress(IDS, 0))
        self.check(gzip.compress(b""), b"")
        self.check(gzip.compress(IDS), KEYS, "--compression", "gzip")

    @needs("gzip")
    def test_members_of_gzip_follow_one_another(self):
        half = len(IDS) // 2
        self.check(gzip.compress(IDS[:half]) + gzip.compress(b"") + gzip.compress(IDS[half:]))

    @needs("gzip")
    def test_zeros_after_the_last_member_of_gzip(self):
        """Tapes and tar fill blocks with them. They are not a member, and nothing may follow them."""
        content = gzip.compress(b"1\n") + gzip.compress(b"22\n")
        keys = b"".join(paper_key(n) + b"\n" for n in (1, 22))
        for zeros in (1, 512, 200_000):
            self.check(content + bytes(zeros), keys)
        for size in (1, 2, 64):
            self.check(content + bytes(9), keys, "--chunk-size", size)

    @needs("gzip")
    def test_what_follows_the_zeros_of_gzip(self):
        whole = gzip.compress(IDS)
        for more, at in ((b"\0\0x", 2), (bytes(200_000) + whole, 200_000)):
            self.check_broken(whole + more, f"its gzip data is damaged at byte {len(whole) + at}: something follows the zeros after "
                              "its last member")  # fmt: skip
        done = rowkey("encode", *ENCODE, stdin=whole + b"x")
        self.assertEqual(3, done.returncode)

    @needs("gzip")
    def test_pieces_of_any_size(self):
        content = gzip.compress(b"1\n22\n333\n") + gzip.compress(b"4\n")
        for size in (1, 2, 3, 5, 8, 64):
            self.check(content, b"".join(paper_key(n) + b"\n" for n in (1, 22, 333, 4)), "--chunk-size", size)

    @needs("zstd")
    def test_zstd(self):
        self.check(zstd_frame(IDS))
        self.check(zstd_frame(b""), b"")
        self.check(zstd_frame(IDS), KEYS, "--compression", "zstd")
        half = len(IDS) // 2
        self.check(ZSTD_SKIPPED + zstd_frame(IDS[:half]) + ZSTD_SKIPPED + zstd_frame(IDS[half:]))
        for size in (1, 2, 3, 64):
            self.check(zstd_frame(b"1\n22\n", 2), paper_key(1) + b"\n" + paper_key(22) + b"\n", "--chunk-size", size)

    @needs("gzip")
    def test_files_of_both_sorts(self):
        self.file("plain", b"id\n1\n")
        self.file("gz", gzip.compress(b"id\n2\n"))
        expected = b"".join(paper_key(n) + b"\n" for n in (1, 2, 1))
        self.assert_keys(
            expected, *ENCODE, "--input", "csv", "--header", self.path("plain"), self.path("gz"), self.path("plain")
        )

    @needs("gzip")
    def test_keys_and_split_points(self):
        keys = self.file("keys.gz", gzip.compress(KEYS))
        self.assert_keys(IDS, *ENCODE, keys, command="decode")
        points = self.file("points.gz", gzip.compress(b"0500000\n"))
        done = rowkey("route", "--splits", points, keys)
        self.assertEqual(0, done.returncode, done.stderr)

    @needs("gzip")
    def test_simulate_reads_them_but_not_in_parts(self):
        ids = self.file("ids.gz", gzip.compress(IDS))
        done = rowkey("simulate", *ENCODE, "--regions", 4, "--writers", 1, ids)
        plain = rowkey("simulate", *ENCODE, "--regions", 4, "--writers", 1, self.file("ids", IDS))
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assertEqual(plain.stdout.replace(self.path("ids").encode(), b""), done.stdout.replace(ids.encode(), b""))
        self.assert_fails(
            2,
            f"option --writers: {ids} is compressed and cannot be cut into parts (expected at most one writer for each "
            "file)",
            *ENCODE, "--regions", 4, "--writers", 2, ids, command="simulate",
        )  # fmt: skip

    def check_broken(self, content, expected):
        """The message, whatever the number of threads; keys before the place are written, none after it."""
        path = self.file("broken", content)
        for threads in (1, 3):
            done = rowkey("encode", *ENCODE, "--threads", threads, path)
            self.assertEqual((3, f"rowkey: cannot read {path}: {expected}\n"), (done.returncode, done.stderr.decode()))
            self.assertTrue(KEYS.startswith(done.stdout))
            done = rowkey("encode", *ENCODE, "--threads", threads, "-o", self.path("keys"), path)
            self.assertEqual(3, done.returncode)
            self.assert_only("broken")

    @needs("gzip")
    def test_damaged_gzip(self):
        whole = gzip.compress(IDS)
        for size in (3, 9, 10, 11, 1000, len(whole) - 9, len(whole) - 8, len(whole) - 1):
            self.check_broken(whole[:size], f"its gzip data is cut short: the file ends at byte {size}")
        self.check_broken(whole[:-8] + bytes(4) + whole[-4:],
                          f"its gzip data is damaged at byte {len(whole) - 4}: incorrect data check")  # fmt: skip
        self.check_broken(whole + b"more", f"its gzip data is damaged at byte {len(whole) + 2}: incorrect header check")
        done = rowkey("encode", *ENCODE, "--compression", "gzip", stdin=IDS)
        self.assertEqual((3, b""), (done.returncode, done.stdout))
        self.assertRegex(done.stderr, rb"^rowkey: cannot read <stdin>: its gzip data is damaged at byte 2: [^\n]+\n$")

    @needs("gzip")
    def test_every_damaged_byte_of_gzip_is_noticed(self):
        whole = gzip.compress(b"1\n22\n333\n")
        for place in range(10, len(whole)):
            changed = bytearray(whole)
            changed[place] ^= 0x55
            done = rowkey("encode", *ENCODE, stdin=bytes(changed))
            self.assertEqual(3, done.returncode, place)

    @needs("zstd")
    def test_damaged_zstd(self):
        whole = zstd_frame(IDS)
        for size in (4, 8, 1000, len(whole) - 1):
            self.check_broken(whole[:size], f"its zstd data is cut short: the file ends at byte {size}")
        for content in (whole + b"more", b"\x28\xb5\x2f\xfd\x20\5\7\0\0"):
            done = rowkey("encode", *ENCODE, stdin=content)
            self.assertEqual(3, done.returncode)
            self.assertRegex(done.stderr, rb"^rowkey: cannot read <stdin>: its zstd data is damaged at byte \d+: [^\n]+\n$")

    @needs("zstd")
    def test_zstd_that_asks_for_a_large_window(self):
        window = (28 - 10) << 3  # the exponent of 256 MiB
        frame = b"\x28\xb5\x2f\xfd\0" + bytes([window]) + b"\x11\0\0" + b"1\n"
        done = rowkey("encode", *ENCODE, stdin=frame)
        self.assertEqual(3, done.returncode)
        self.assertIn(b"its window is larger than 128 MiB (zstd -dc --long=31 reads it)", done.stderr)

    @needs("gzip")
    def test_binary_records_are_taken_as_they_are_unless_somebody_asks(self):
        records = b"".join(struct.pack("<H", number) for number in (0x8B1F, 0x0008, 7))
        arguments = ("-l", "{id:u64}", "-c", "id:u16le", "--input", "binary", "--output", "raw")
        keys = b"".join(struct.pack(">Q", number) for number in (0x8B1F, 0x0008, 7))
        self.assert_keys(keys, *arguments, stdin=records)
        self.assert_keys(keys, *arguments, "--compression", "gzip", stdin=gzip.compress(records))

    def test_without_its_library_a_compressed_file_is_refused(self):
        for content, name, command in ((gzip.compress(IDS), "gzip", "zcat"), (zstd_frame(IDS), "zstd", "zstd -dc")):
            if name not in codecs():
                self.assert_fails(1, f"<stdin>: this is {name} data (expected text: {command} | rowkey ... converts it; "
                                  f"{AS_IT_IS})", *ENCODE, stdin=content)  # fmt: skip

    def test_values_of_the_option(self):
        names = ["auto", "none", *sorted(codecs())]
        listed = f"{', '.join(names[:-1])} or {names[-1]}"
        self.assert_fails(2, f'option --compression: unknown value "zip" (expected {listed})', *ENCODE, "--compression", "zip")


class Foreign(ToolTest):
    def test_other_formats_are_refused_with_what_converts_them(self):
        for content, name, command, needs_file, options in FOREIGN:
            path = self.file("data", content)
            for kind in ((), ("--input", "csv"), ("--input", "tsv", "--header")):
                for source, stdin in ((path, b""), ("-", content)):
                    shown = "<stdin>" if source == "-" else path
                    argument = ("FILE" if needs_file else "") if source == "-" else path
                    whole = command.replace("{}", argument) if "{}" in command else f"{command} {argument}".rstrip()
                    self.assert_fails(
                        1,
                        f"{shown}: this is {name} data (expected text: {whole} | rowkey {options}... converts "
                        f"it; {AS_IT_IS})",
                        "-l", "{line}", *kind, source, stdin=stdin,
                    )  # fmt: skip

    def test_names_that_a_shell_would_change_are_not_shown_in_commands(self):
        for name in ("a b", "$(x)", "-x", "a'b"):
            self.file(name, lzma.compress(IDS))
            done = rowkey("encode", "-l", "{line}", "--", name, cwd=self.directory)
            self.assertIn(b"xz -dc FILE | rowkey ... converts", done.stderr)

    def test_text_that_begins_like_them_is_text(self):
        for content in PLAIN:
            expected = content if content.endswith(b"\n") else content + b"\n"
            self.assert_keys(expected, "-l", "{line}", stdin=content)
            self.assert_keys(expected, "-l", "{line}", "--chunk-size", 1, self.file("data", content))

    def test_none_takes_them_as_they_are(self):
        for content, *_ in FOREIGN:
            done = rowkey("encode", "-l", "{line}", "--compression", "none", stdin=content)
            self.assertEqual((0, content.rstrip(b"\n")), (done.returncode, done.stdout.rstrip(b"\n")))

    @needs("gzip")
    def test_a_live_pipe_is_not_kept_waiting(self):
        """One line arrives, and its key is written before more follows."""
        if support.is_emulated():
            self.skipTest("not about the CPU")
        for line in (b"1\n", b"\n", b"P\n", b"\x1f\n"):
            with subprocess.Popen([*support.TOOL, "encode", "-l", "{line}"], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, env=support.environment()) as run:  # fmt: skip
                run.stdin.write(line)
                run.stdin.flush()
                self.assertEqual(line, os.read(run.stdout.fileno(), 100))


class Oddities(ToolTest):
    MARK = "warning: <stdin> begins with a byte order mark, which belongs to its first record (tail -c +4 leaves it out)"
    MIXED = "warning: <stdin>:%d: the line ends in %s, and those before it in %s (a CR before LF belongs to no record)"

    def check(self, keys, warnings, *arguments, stdin):
        done = rowkey("encode", *arguments, stdin=stdin)
        expected = "".join(f"rowkey: {warning}\n" for warning in warnings)
        self.assertEqual((0, expected, keys), (done.returncode, done.stderr.decode(), done.stdout))

    def test_a_byte_order_mark(self):
        mark = b"\xef\xbb\xbf"
        self.check(mark + b"a\nb\n", [self.MARK], "-l", "{line}", stdin=mark + b"a\nb\n")
        self.check(mark + b"a\n", [self.MARK], "-l", "{x}", "-c", "x:text,...", "--input", "csv", stdin=mark + b"a,b\n")
        self.check(b"a\n", [], "-l", "{x}", "-c", "x:text", "--input", "csv", "--header", stdin=mark + b"x\na\n")
        self.check(b"\xef\xbb\n", [], "-l", "{line}", stdin=b"\xef\xbb\n")

    def test_line_ends_of_cr_lf(self):
        """As in csv; where only some lines end so, the CR of these may have been data."""
        tsv = ("-l", "{y}", "-c", "_,y:text", "--input", "tsv")
        self.check(b"a\nb\n", [], "-l", "{line}", stdin=b"a\r\nb\r\n")
        self.check(b"a\n", [], "-l", "{line}", stdin=b"a\r")
        self.check(b"a\r\n\n", [], "-l", "{line}", stdin=b"a\r\r\n\r\n")
        self.check(b"b\nc\n", [], *tsv, stdin=b"a\tb\r\n\tc\r\n")
        self.check(b"1\n", [], "-l", "{line}", "--input", "tsv", "--header", stdin=b"x\r\n1\r\n")
        self.check(b"a\n", [], "-l", "{x}", "-c", "x:text", "--input", "csv", stdin=b"a\r\n")
        for size in (1, 3, 100):
            chunks = ("--chunk-size", size)
            self.check(b"a\nb\nc\n", [self.MIXED % (2, "CR LF", "LF")], "-l", "{line}", *chunks, stdin=b"a\nb\r\nc\r")
            self.check(b"a\nb\nc\n", [self.MIXED % (3, "LF", "CR LF")], "-l", "{line}", *chunks, stdin=b"a\r\nb\r\nc\n")
            self.check(b"b\nd\n", [self.MIXED % (2, "LF", "CR LF")], *tsv, *chunks, stdin=b"a\tb\r\nc\td\n")
        many = b"a" * 99 + b"\n"
        self.check(many * 30000 + b"b\n", [self.MIXED % (30001, "CR LF", "LF")], "-l", "{line}", stdin=many * 30000 + b"b\r\n")

    def test_a_cr_in_the_line_of_a_key_is_its_own(self):
        warning = b"rowkey: warning: the lines of <stdin> end in CR LF, and in lines the CR belongs to the key (tr -d '\\r' leaves it out)\n"
        done = rowkey("decode", "-l", "{a}", "-c", "a:text", stdin=b"x\r\n")
        self.assertEqual((0, warning, b"x\r\n"), (done.returncode, done.stderr, done.stdout))

    def test_each_is_said_once(self):
        paths = [self.file(name, b"\xef\xbb\xbfa\r\n") for name in ("one", "two")]
        done = rowkey("encode", "-l", "{line}", *paths)
        self.assertEqual(1, done.stderr.count(b"warning"), done.stderr)
        paths = [self.file(name, b"\xef\xbb\xbfa\nb\r\n") for name in ("one", "two")]
        done = rowkey("encode", "-l", "{line}", *paths)
        self.assertEqual(2, done.stderr.count(b"warning"), done.stderr)
        self.assertNotIn(b"two", done.stderr)


if __name__ == "__main__":
    support.main()
