"""Runs of the tool with faults: what is run, and what must hold of the end of each run."""

import gzip
import os
import shutil
import struct
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import support
from support import PAPER, ToolTest, md5_modulo, paper_key

# Thousands of outputs are synchronised: on a disk that takes its time.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
PATIENCE = 60  # seconds, after which a run hangs
OLD = b"the old content\n"
IDS = ("--layout", PAPER, "--columns", "id:u64")
USERS = ("--layout", "{user}|{ts:010d}", "--columns", "user:text,ts:u64")

LINES = b"".join(b"%d\n" % number for number in range(60))
JSON_LINES = b'{"x":{"y":"a\\n"},"b":1}\n{"b":"2","x":{"y":"%s\\""}}\n' % (b"z" * 300_000)
JSON_ARRAY = b"[\n" + b",\n".join(JSON_LINES.splitlines()) + b"]\n"
COMMENTED = b"#\n" * 20 + b"user,day\n" + b"#\nann,1\n" * 20
LINES_GZ = gzip.compress(LINES, mtime=0)
KEYS = b"".join(paper_key(number) + b"\n" for number in range(60))
RECORDS = b'user,ts\n"Smith, A.",17\nann,18\n"broken,\nbob,many\n"b""b",20\n'
USER_KEYS = b"ann|0000000017\nno key\nbob|0000000018\n"
POINTS = b"0400000\n0700000\n"
LISTED = b"""\
 SERVER_NAME | START_KEY | END_KEY | SIZE | REQ |
 ----------- | --------- | ------- | ---- | --- |
          s1 |           | 0400000 |    1 |   9 |
          s2 |   0400000 | 0700000 |    2 |   8 |
          s1 |   0700000 |         |    3 |     |
 3 rows
"""
# Each longer than what is read at a time, and than any memory that is there from the beginning.
LONG = b"".join(letter * 300_000 + b"\n" for letter in (b"a", b"b", b"c"))
LONG_QUOTED = b"".join(b'"%s""%s"\n' % (letter * 300_000, letter * 300_000) for letter in (b"a", b"b", b"c"))
LONG_KEYS = b"".join(b"%02x%s\n" % (md5_modulo(line + b"1", 4), line.hex().encode()) for line in LONG.split())
LONG_LAYOUT = "{md5(line, 1) % 4:u8}{line:esc}{reverse(line):esc}"
PIECES = ("--chunk-size", "200000")

# Names, some of them more than once, and keys that are their ids. With pieces, each line is a batch of its own.
NAMES = [b"cpu.user", b"mem.free", b"cpu.user", b"disk.used", b"net.in", b"mem.free", b"net.out"]
NAMED = ("-l", "{name:u24}", "-c", "name:uid(ids,grow,24)", "--output", "hex", "--chunk-size", "9")
KNOWN = [b"net.in", b"load"]


def crc32c(content):
    crc = 0xFFFFFFFF
    for byte in content:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def dictionary(names):
    """The file of a dictionary, as src/dictionary/name_log.h has it, after one commit."""
    records = b""
    for number, name in enumerate(names, 1):
        record = struct.pack("<II", len(name), number) + name
        records += struct.pack("<I", crc32c(record)) + record
    commits = [struct.pack("<QQQ", 0, 4096, 0), struct.pack("<QQQ", 1, 4096 + len(records), len(names))]
    header = b"rowkey dictionary 1\n".ljust(512, b"\0")
    for commit in commits:
        header += (commit + struct.pack("<I", crc32c(commit))).ljust(512, b"\0")
    return header.ljust(4096, b"\0") + records


# Stands for rsvg-convert: the PNG is the SVG that it gets.
CONVERTER = b'#!/bin/sh\n[ "$1" = --version ] || exec cat\n'


@dataclass(frozen=True)
class Fault:
    call: str
    when: object  # a number from 1, or "odd"
    what: object  # a number for errno, "short" or "signal N"

    def __str__(self):
        return f"{self.call}:{self.when}:{self.what}"


@dataclass
class Run:
    status: int
    stdout: bytes
    stderr: bytes
    files: dict
    counts: dict = None  # None when main did not return
    left: dict = None
    later_ids: dict = None  # of the names that a dictionary gives ids to, asked in another order after the run

    def result(self):
        return self.status, self.stdout, self.stderr, self.files


@dataclass
class Scenario:
    """A command, `inputs` that it finds, `outputs` whose old content it replaces. @NAME in an argument is the path of
    a file in the directory of the run."""

    name: str
    arguments: tuple
    inputs: dict = field(default_factory=dict)
    outputs: tuple = ()
    stdin: bytes = b""
    makes: str = None  # a directory that does not exist before
    threads: bool = False
    programs: str = None  # where rsvg-convert is
    dictionary: str = None  # the file of one that gives ids to NAMES; it may be one of the inputs
    allocation_step: int = 1  # one of so many allocations fails

    def turns(self, call, ends=0):
        """The numbers of its calls that are tried: of allocations also so many of the first and the last ones."""
        turns = range(1, self.counts[call] + 1)
        step = self.allocation_step if call == "allocate" else 1
        return sorted({*turns[::step], *turns[:ends], *turns[len(turns) - ends :]})

    def names(self):
        return [*self.inputs, *self.outputs, "pictures", *([self.dictionary] if self.dictionary else [])]

    def run(self, *faults):
        """One run in a directory of its own. Paths in its messages are relative to that."""
        directory = tempfile.mkdtemp(prefix="rowkey-fault-", dir=MEMORY)
        try:
            return self._run_in(directory, faults)
        finally:
            shutil.rmtree(directory)

    def _run_in(self, directory, faults):
        work = os.path.join(directory, "work")
        os.mkdir(work)
        for name, content in {**self.inputs, **dict.fromkeys(self.outputs, OLD)}.items():
            if name == self.makes or self.makes and name.startswith(self.makes + "/"):
                continue
            os.makedirs(os.path.dirname(os.path.join(work, name)), exist_ok=True)
            write_file(os.path.join(work, name), content)
        log = os.path.join(directory, "log")
        # What is left in memory is counted by the program itself; LeakSanitizer's own search takes longer than a run.
        variables = {
            "ASAN_OPTIONS": "detect_leaks=0",
            "ROWKEY_FAULT_LOG": log,
            "PATH": f"{self.programs}:{os.environ['PATH']}",
        }
        if faults:
            variables["ROWKEY_FAULT"] = ",".join(map(str, faults))
        done = subprocess.run(
            [*support.TOOL, *self.arguments],
            input=self.stdin,
            capture_output=True,
            timeout=PATIENCE,
            cwd=work,
            env=support.environment(**variables),
        )
        run = Run(done.returncode, done.stdout, done.stderr, read_tree(work))
        if os.path.exists(log):
            with open(log, encoding="ascii") as lines:
                run.counts = {name: int(count) for name, count in (line.rsplit(" ", 1) for line in lines)}
            run.left = {name: run.counts.pop(name) for name in ("memory left", "descriptors left")}
        if self.dictionary:
            run.later_ids = ids_of_names(work)
        return run


def ids_of_names(directory):
    """What a dictionary gives, without faults, to a name that is new, and then to NAMES, the last one first."""
    names = [b"new", *reversed(NAMES)]
    done = subprocess.run(
        [*support.TOOL, "encode", *NAMED],
        input=b"".join(name + b"\n" for name in names),
        capture_output=True,
        timeout=PATIENCE,
        cwd=directory,
        env=support.environment(ASAN_OPTIONS="detect_leaks=0"),
    )
    assert done.returncode == 0, done.stderr
    return {name: int(key, 16) for name, key in zip(names, done.stdout.split(), strict=True)}


def write_file(path, content):
    with open(path, "wb") as file:
        file.write(content)


def read_tree(directory):
    found = {}
    for parent, _, names in os.walk(directory):
        for name in names:
            path = os.path.join(parent, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, directory)] = file.read()
    return found


PICTURES = tuple(f"pictures/{unit}s-{name}.svg" for unit in ("region", "server") for name in ("rows", "heat", "activity"))
MADE = ("--regions", "3", "--source", "sequential", "--rows", "50", "--window", "10")

ADVISED = ("-c", "id:u64", "--ask", "id = ?", "--regions", "2", "--servers", "2", "--candidates", "1", "--designs", "1")

TYPED = ("-l", "{id}{kind:u8}{ts:i64}{more}", "-c", "ts:time(s),id:uuid,kind:enum(a,b),more:hex")

SCENARIOS = (
    Scenario("encode to a file", ("encode", *IDS, "-o", "keys", "ids"), {"ids": LINES}, ("keys",)),
    Scenario("encode a stream", ("encode", *IDS), stdin=LINES),
    Scenario(
        "encode JSON",
        ("encode", "-l", "{a:esc}{b}", "-c", "a=x.y:text,b:u64", "--input", "jsonl", "--output", "hex", "-o", "keys", "records"),
        {"records": JSON_LINES},
        ("keys",),
    ),
    Scenario(
        "encode a JSON array",
        ("encode", "-l", "{a:esc}{b}", "-c", "a=x.y:text,b:u64", "--input", "jsonl", "--output", "hex", "-o", "keys", "records"),
        {"records": JSON_ARRAY},
        ("keys",),
    ),
    Scenario(
        "encode joined columns between comments",
        ("encode", "-l", "{t}", "-c", 'user:text,day:text,t:text = user + "-" + day', "--input", "csv", "--header", "--comment", "#",
         "-o", "keys", "records"),
        {"records": COMMENTED},
        ("keys",),
    ),
    Scenario(
        "names get ids in a new dictionary",
        ("encode", *NAMED, "names"),
        {"names": b"\n".join(NAMES)},
        dictionary="ids",
    ),
    Scenario(
        "names get ids in a dictionary that grows",
        ("encode", *NAMED, "-o", "keys", "names"),
        {"names": b"\n".join(NAMES), "ids": dictionary(KNOWN)},
        ("keys",),
        dictionary="ids",
    ),
    Scenario("encode a compressed file", ("encode", *IDS, "-o", "keys", "ids"), {"ids": LINES_GZ}, ("keys",)),
    Scenario(
        "encode with two threads",
        ("encode", *IDS, "--threads", "2", "--chunk-size", "40", "-o", "keys", "ids"),
        {"ids": LINES},
        ("keys",),
        threads=True,
    ),
    Scenario(
        "encode csv with rejects",
        ("encode", *USERS, "--input", "csv", "--header", "--emit", "key+record", "--on-error", "skip", "--rejects", "bad",
         "-o", "keys", "records", "records"),
        {"records": RECORDS},
        ("keys", "bad"),
    ),  # fmt: skip
    Scenario(
        "encode binary records",
        ("encode", "-l", "{md5(host, reverse(host))}{ts:u64}{host:esc}", "-c", "host:4s,ts:u64le", "--input", "binary",
         "--output", "hbase", "-o", "keys", "records"),
        {"records": b"web1\1\0\0\0\0\0\0\0db\0\0\2\0\0\0\0\0\0\0"},
        ("keys",),
    ),  # fmt: skip
    Scenario(
        "encode columns of types",
        ("encode", *TYPED, "--input", "csv", "--output", "hex", "-o", "keys", "records"),
        {"records": b"2024-03-01T12:30:00Z,00000000000000000000000000000001,b,00ff\n" * 2},
        ("keys",),
    ),
    Scenario(
        "decode columns of types",
        ("decode", *TYPED, "--input", "hex", "--output", "csv", "-o", "records", "keys"),
        {"keys": b"00000000000000000000000000000001018000000065e1ca3800ff\n" * 2},
        ("records",),
    ),
    Scenario(
        "encode columns that the layout implies",
        ("encode", "-l", "{ts % 16:02d}{ts:u64}{md5(host):x}", "--input", "csv", "--header", "--output", "hex"),
        stdin=b"ts,host\n1,a\n",
    ),
    Scenario("a key of types", ("key", *TYPED, "2024-03-01", "00000000000000000000000000000001", "a", "00ff")),
    Scenario("the fields of a key", ("key", "--fields", *TYPED, "2024-03-01", "00000000000000000000000000000001", "a", "00ff")),
    Scenario(
        "audit with a layout",
        ("audit", *IDS, "--splits", "points", "-o", "report", "keys"),
        {"keys": KEYS, "points": b"5\n"},
        ("report",),
    ),
    Scenario(
        "audit keys that another prefix would spread",
        ("audit", "-l", "{ts:010d}|{n:d}", "-c", "ts:time(s),n:u64", "--splits", "points", "-o", "report", "keys"),
        {"keys": b"".join(b"%d|%d\n" % (1700000000 + i, i % 7) for i in range(300)), "points": b"1700000150\n18\n"},
        ("report",),
    ),
    Scenario(
        "audit without a layout",
        ("audit", "--splits", "points", "--output", "json", "-o", "report", "keys"),
        {"keys": b"12|a\n13|bc\n14|d\n", "points": b"13\n"},
        ("report",),
    ),
    Scenario("decode to a file", ("decode", *IDS, "-o", "ids", "keys"), {"keys": KEYS}, ("ids",)),
    Scenario(
        "decode to many times the bytes",
        ("decode", "-l", "{kind:u8}", "-c", f"kind:enum({'a' * 200},b)", "--input", "hex", "-o", "kinds", "keys"),
        {"keys": b"00\n" * 12_000},  # 2 MiB at most are ready for the output
        ("kinds",),
    ),
    Scenario(
        "decode to csv with rejects",
        ("decode", *USERS, "--output", "csv", "--header", "--on-error", "skip", "--rejects", "bad", "-o", "users", "keys"),
        {"keys": USER_KEYS},
        ("users", "bad"),
    ),
    Scenario(
        "encode long lines",
        ("encode", "-l", LONG_LAYOUT, "--output", "raw", *PIECES, "-o", "keys", "lines"),
        {"lines": LONG},
        ("keys",),
    ),
    Scenario(
        "encode long quoted lines, with the records",
        ("encode", "-l", "{md5(a, 1):x}{reverse(a)}", "-c", "a:text", "--input", "csv", "--emit", "key+record",
         "--output", "hbase", "--max-key", "4000000", *PIECES, "-o", "keys", "lines"),
        {"lines": LONG_QUOTED},
        ("keys",),
    ),  # fmt: skip
    Scenario(
        "encode long lines in order, in more memory than there is",
        ("encode", "-l", "{line}", "--sort", "--memory", str(1 << 20), "--temporary", ".", "-o", "keys", "rows"),
        {"rows": b"".join(bytes([letter]) * 300_000 + b"\n" for letter in b"dbca")},
        ("keys",),
    ),
    Scenario(
        "encode so many lines in order that they are divided",
        ("encode", "-l", "{line}", "--sort", "--memory", "64M", "--temporary", ".", "--chunk-size", "20000", "-o", "keys",
         "rows"),
        {"rows": b"".join(b"%d\n" % (i * 7919 % 70001) for i in range(70_000))},
        ("keys",),
        allocation_step=61,
    ),  # fmt: skip
    Scenario(
        "encode a file for each region",
        ("encode", *IDS, "--sort", "--count-duplicates", "--memory", "1M", "--splits", "points", "-o", "part-%d", "ids"),
        {"ids": LINES, "points": b"03\n06\n"},
        ("part-0", "part-1", "part-2"),
    ),
    Scenario("encode a file for each thread", ("encode", *IDS, "-t", "2", "-o", "keys-%d", "ids"), {"ids": LINES},
             ("keys-0", "keys-1"), threads=True),
    Scenario(
        "reject long lines",
        ("encode", *IDS, "--on-error", "skip", "--rejects", "bad", "-o", "keys", "lines"),
        {"lines": LONG},
        ("keys", "bad"),
    ),
    Scenario(
        "decode long keys",
        ("decode", "-l", "{md5(line, 1) % 4:u8}{line}", "-c", "line:text", "--input", "hex", "-o", "lines", "keys"),
        {"keys": LONG_KEYS},
        ("lines",),
    ),
    Scenario("key", ("key", *IDS, "17")),
    Scenario("a long key", ("key", "-l", "{md5(line, 1)}{line}", "--output", "hex", "x" * 100_000)),
    Scenario("explain", ("explain", "-l", "{ts % 16:u8}{ts:u64}{md5(host)}", "-c", "ts:u64,host:text")),
    Scenario("explain as JSON", ("explain", "-l", "@opentsdb", "--json")),
    Scenario("layouts", ("layouts",)),
    Scenario("one layout", ("layouts", "phoenix-salted")),
    Scenario("layouts as JSON", ("layouts", "--json")),
    Scenario("cpu", ("cpu",)),
    Scenario("help", ("encode", "--help")),
    Scenario("splits of a layout", ("splits", *IDS, "--regions", "5", "-o", "points"), {}, ("points",)),
    Scenario("splits of HBase", ("splits", "--algorithm", "hex", "--regions", "5", "-o", "points"), {}, ("points",)),
    Scenario(
        "splits of a sample",
        ("splits", *IDS, "--sample", "--regions", "5", "--threads", "2", "-o", "points", "ids"),
        {"ids": LINES},
        ("points",),
        threads=True,
    ),
    Scenario("splits of the lines", ("splits", "--sample", "--regions", "4", "ids"), {"ids": LINES}),
    Scenario(
        "more splits",
        ("splits", *IDS, "--add", "3", "--splits", "list", "-o", "points"),
        {"list": POINTS},
        ("points",),
    ),
    Scenario("splits for the shell",
             ("splits", *IDS, "--regions", "4", "--output", "shell", "--table", "t", "-o", "commands"),
             outputs=("commands",)),  # fmt: skip
    Scenario("more splits for the shell",
             ("splits", *IDS, "--add", "3", "--splits", "list", "--output", "shell", "--table", "t"),
             {"list": POINTS}),  # fmt: skip
    Scenario("a check of splits", ("splits", *IDS, "--check", "list", "--sample", "ids"), {"list": POINTS, "ids": LINES}),
    Scenario("a check of a table of regions",
             ("splits", *IDS, "--check", "listing", "--splits-form", "list_regions"), {"listing": LISTED}),  # fmt: skip
    Scenario("simulate a cluster",
             ("simulate", "-l", PAPER, *MADE, "--placement", "listing", "--output", "json", "-o", "report"),
             {"listing": LISTED.replace(b"0400000", b"0333333").replace(b"0700000", b"0666666")}, ("report",)),  # fmt: skip
    Scenario("a check as JSON", ("splits", *IDS, "--check", "list", "--json"), {"list": POINTS}),
    Scenario("ranges", ("ranges", *IDS, "--where", "id < 5, id in (1, 2)", "--splits", "list"), {"list": POINTS}),
    Scenario("ranges as JSON", ("ranges", *USERS, "--where", 'user begins "a", ts > 7', "--output", "json")),
    Scenario("ranges of types", ("ranges", *TYPED, "--where", "id = 00000000000000000000000000000001, kind = b")),
    Scenario("the one key", ("ranges", *IDS, "--where", "id = 5", "--get")),
    Scenario(
        "route",
        ("route", "--splits", "list", "--emit", "region+record", "-o", "regions", "keys"),
        {"list": POINTS, "keys": KEYS},
        ("regions",),
    ),
    Scenario(
        "route records",
        ("route", "--splits", "list", *IDS, "--summary", "-o", "regions", "ids"),
        {"list": POINTS, "ids": LINES},
        ("regions",),
    ),
    Scenario(
        "route long lines",
        ("route", "--splits", "list", "-l", LONG_LAYOUT, "--emit", "region+record", "-o", "regions", "lines"),
        {"list": b"b\n", "lines": LONG},
        ("regions",),
    ),
    Scenario(
        "route long keys",
        ("route", "--splits", "list", "-o", "regions", "lines"),
        {"list": b"b\n", "lines": LONG},
        ("regions",),
    ),
    Scenario(
        "rebucket long records",
        ("rebucket", "--from", "{line}", "--to", LONG_LAYOUT, "--splits", "list", "--records", "--csv", "-o", "report",
         "lines"),
        {"list": b"b\n", "lines": LONG},
        ("report",),
    ),  # fmt: skip
    Scenario(
        "rebucket long keys",
        ("rebucket", "--from", "{line}", "--to", "{md5(line, 1):x}", "--splits", "list", "-o", "report", "lines"),
        {"list": b"b\n", "lines": LONG},
        ("report",),
    ),
    Scenario(
        "rebucket",
        ("rebucket", "--from", PAPER, "--to", "{md5(id) % 500000:07d}{id:010d}", "-c", "id:u64", "--splits", "list",
         "-o", "report", "keys"),
        {"list": POINTS, "keys": KEYS},
        ("report",),
    ),  # fmt: skip
    Scenario(
        "rebucket as JSON",
        ("rebucket", "--from", "{md5(id) % 4:u8}{id:u64}", "--to", "{md5(id) % 8:u8}{id:u64}", "-c", "id:u64",
         "--regions", "2", "--to-regions", "4", "--records", "--json", "-o", "report", "ids"),
        {"ids": LINES},
        ("report",),
    ),  # fmt: skip
    Scenario(
        "simulate files with pictures",
        ("simulate", "-l", PAPER, "-l", "{id:u64}", "-c", "id:u64", "--regions", "3", "--servers", "2", "--writers", "3",
         "--window", "10", "--output", "json", "--windows-csv", "windows", "--pictures", "pictures", "-o", "report",
         "ids"),
        {"ids": LINES},
        ("report", "windows", *PICTURES),
    ),  # fmt: skip
    Scenario(
        "simulate into a new directory",
        ("simulate", *IDS[:2], *MADE, "--pictures", "pictures", "--picture-format", "png"),
        outputs=tuple(name.replace("svg", "png") for name in PICTURES[:3]),
        makes="pictures",
    ),
    # In tests/advise each allocation of the advisor fails once.
    Scenario(
        "advise with pictures",
        ("advise", *ADVISED, "--threads", "1", "--pictures", "pictures", "-o", "report", "ids"),
        {"ids": LINES},
        ("report", "pictures/designs.svg", "pictures/regions-heat.svg"),
        allocation_step=211,
    ),
    Scenario(
        "advise with two threads, on columns that it finds",
        ("advise", "--header", *ADVISED[2:], "--threads", "2", "--output", "json", "-o", "report", "ids.csv"),
        {"ids.csv": b"id\n" + LINES},
        ("report",),
        threads=True,
        allocation_step=211,
    ),
    Scenario("simulate long lines", ("simulate", "-l", LONG_LAYOUT, "--regions", "2", *PIECES, "lines"),
             {"lines": LONG}),  # fmt: skip
    Scenario("simulate lines by a sample", ("simulate", "-l", "{line}", "--regions", "2", "lines"), {"lines": LONG}),
    Scenario("simulate long quoted lines",
             ("simulate", "-l", "{md5(a, 1)}{a}", "-c", "a:text", "--input", "csv", "--splits", "list", "lines"),
             {"list": b"b\n", "lines": LONG_QUOTED}),  # fmt: skip
    Scenario("ranges for the shell",
             ("ranges", *USERS, "--where", "user = ann, ts < 7", "--output", "hbase", "--table", "t")),  # fmt: skip
    Scenario("simulate zipf", ("simulate", "-l", "{user:16s}{ts:u64}", "--regions", "3", "--source",
        "zipf(users=9)", "--rows", "20"),),  # fmt: skip
    Scenario(
        "simulate csv with quotes",
        ("simulate", *USERS, "--splits", "list", "--input", "csv", "--header", "--writers", "2", "--output", "csv",
         "records"),
        {"list": b"b\n", "records": b'user,ts\n"a\nb",1\nbob,2\nx,3\n'},
    ),  # fmt: skip
)


def is_built(scenario):
    return "jsonl" not in scenario.arguments or support.has_jsonl()


def one_command():
    """The command of the tool to which these tests are limited, if they are."""
    return os.environ.get("ROWKEY_TEST_COMMAND")


class FaultTest(ToolTest):
    @classmethod
    def setUpClass(cls):
        cls.scenarios = [each for each in SCENARIOS if one_command() in (None, each.arguments[0]) and is_built(each)]
        assert cls.scenarios, f"no scenario of rowkey {one_command()}"
        # Written before any run begins: a file that is open for writing cannot be run.
        programs = tempfile.TemporaryDirectory(prefix="rowkey-fault-")
        cls.addClassCleanup(programs.cleanup)
        converter = os.path.join(programs.name, "rsvg-convert")
        write_file(converter, CONVERTER)
        os.chmod(converter, 0o755)
        for scenario in cls.scenarios:
            scenario.programs = programs.name
            run = scenario.run()
            assert run.status == 0, (scenario.name, run.stderr[:300])
            assert not any(run.left.values()), (scenario.name, run.left)
            scenario.reference = run.result()
            scenario.counts = run.counts

    def in_parallel(self, call, items):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(call, items))

    def check_leaks(self, run, threads=False):
        """A run that ends while other threads work leaves all to the system."""
        if run.left is None and threads:
            return
        self.assertEqual({"memory left": 0, "descriptors left": 0}, run.left)

    def check_success(self, scenario, run):
        """To the byte what comes of it without a fault."""
        self.assertEqual(scenario.reference, run.result())
        self.check_dictionary(scenario, run)
        self.check_leaks(run)

    def check_files(self, scenario, run, finished=False):
        """Each output is as it was, or complete where it was completed before another one failed or the run was
        `finished`; there is no other file."""
        complete = {name: content for name, content in scenario.reference[3].items() if name != scenario.dictionary}
        found = {name: content for name, content in run.files.items() if name != scenario.dictionary}
        self.check_dictionary(scenario, run)
        for name, content in found.items():
            if name in scenario.inputs:
                self.assertEqual(scenario.inputs[name], content, name)
                continue
            self.assertIn(name, scenario.outputs, "a file is left")
            old = [] if scenario.makes and name.startswith(scenario.makes) else [OLD]
            new = [complete[name]] if finished or len(scenario.outputs) > 1 else []
            self.assertIn(content, old + new, name)
        if not scenario.makes:
            self.assertEqual(set(complete), set(found))

    def check_dictionary(self, scenario, run):
        """Every id that is in a key, or was given before, is the one that its name has after the run, and no other
        name has it."""
        if not scenario.dictionary:
            return
        before = scenario.inputs.get(scenario.dictionary, b"")
        self.assertEqual(before[4096:], run.files.get(scenario.dictionary, b"")[4096 : len(before)])
        keys = [run.stdout, *(run.files[name] for name in scenario.outputs if run.files[name] != OLD)]
        given = [(name, int(key, 16)) for text in keys for name, key in zip(NAMES, text.split(b"\n")[:-1])]
        given += [(name, number) for number, name in enumerate(KNOWN, 1) if before and name in NAMES]
        for name, number in given:
            self.assertEqual(number, run.later_ids[name], name)
        self.assertEqual(len(run.later_ids), len(set(run.later_ids.values())), run.later_ids)
