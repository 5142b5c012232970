"""scripts/mutate: changes the code in small ways, one at a time, and shows which changes no test notices."""

import argparse
import fnmatch
import json
import os
import random
import sys
import time

from mutation import planted
from mutation.lists import Claims
from mutation.rules import mutants_of
from mutation.tests import program_of
from mutation.tree import PROJECT, DoesNotBuild, Failure, Tree
from mutation.trial import KILLED, SURVIVED, Trials


FLOOR = 85  # per cent of the mutants of a folder that its tests must notice: some changes are none
LEAST = 20  # a folder of fewer mutants is not judged


class Results:
    """One line of JSON for each mutant that was tried, appended as it is known: a run that was stopped goes on."""

    def __init__(self, path):
        self.path = path
        self.known = {}
        if path.is_file():
            for line in path.read_text().splitlines():
                entry = json.loads(line)
                self.known[tuple(entry["key"])] = (entry["verdict"], entry["by"])

    def add(self, mutant, verdict, by):
        self.known[mutant.key] = (verdict, by)
        with self.path.open("a") as file:
            file.write(json.dumps({"key": mutant.key, "verdict": verdict, "by": by}) + "\n")


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=__doc__.split(": ", 1)[1])
    parser.add_argument("--file", action="append", metavar="PATTERN", help="only files whose path matches; repeatable")
    parser.add_argument("--sample", type=int, metavar="N", help="at most N mutants of each file, chosen by the seed")
    parser.add_argument("--seed", type=int, metavar="S", help="of the sample; by default a new one, which is printed")
    parser.add_argument("--minutes", type=float, metavar="M", help="begin with no file after so many; the seed orders them")
    parser.add_argument("--line", type=int, metavar="L", help="only mutants of this line")
    parser.add_argument("--again", action="store_true", help="try what survived before once more")
    parser.add_argument("--list", action="store_true", help="print the mutants and try none")
    parser.add_argument("--report", action="store_true", help="print what is known of each file and try none")
    parser.add_argument("--floor", type=float, default=FLOOR, metavar="PERCENT", help="fail below it (%(default)s)")
    parser.add_argument("--planted", action="store_true", help="plant the faults of tests/mutation/planted.py instead")
    return parser.parse_args()


def line_of(mutant, verdict):
    return f"{mutant.path}:{mutant.line}: {mutant.change}: {verdict}"


def chosen(name, options, seed):
    mutants = mutants_of(name, (PROJECT / name).read_text())
    if options.line:
        return [mutant for mutant in mutants if mutant.line == options.line]
    if options.sample is not None and options.sample < len(mutants):
        # In an order in which a smaller sample is the beginning of a larger one.
        random.Random(f"{seed} {name}").shuffle(mutants)
        return mutants[: options.sample]
    return mutants


def report(files, results, floor):
    """Prints a line for each file whose mutants were tried, for each folder and for all; returns the exit status."""
    print(f"{'file':48} {'possible':>8} {'tried':>6} {'counted':>8} {'killed':>7} {'survived':>8}")
    folders = {}
    for name in files:
        mutants = mutants_of(name, (PROJECT / name).read_text())
        verdicts = [results.known[mutant.key][0] for mutant in mutants if mutant.key in results.known]
        killed, survived = verdicts.count(KILLED), verdicts.count(SURVIVED)
        row = [len(mutants), len(verdicts), killed + survived, killed, survived]
        for folder in (os.path.dirname(name), "all"):
            folders[folder] = [a + b for a, b in zip(folders.get(folder, [0] * 5), row)]
        if verdicts:
            print_row(name, row)
    print()
    low = []
    for folder, row in folders.items():
        if row[1]:
            print_row(folder, row)
        if row[2] >= LEAST and 100 * row[3] < floor * row[2]:
            low.append(folder)
    for folder in low:
        print(f"mutate: {folder}: the tests notice less than {floor:g} % of the mutants", file=sys.stderr)
    return 1 if low else 0


def print_row(name, row):
    rate = f"  {100 * row[3] / row[2]:.1f} %" if row[2] else ""
    print("{:48} {:8} {:6} {:8} {:7} {:8}{}".format(name, *row, rate))


def judge(mutants, trials, tests, results, again):
    for mutant in mutants:
        before = results.known.get(mutant.key)
        if before is not None and not (again and before[0] == SURVIVED):
            verdict, by = before
        else:
            verdict, by = trials.judge(mutant, tests)
            results.add(mutant, verdict, by)
        shown = {KILLED: f"killed by {by}", SURVIVED: "SURVIVED"}.get(verdict, verdict)
        print(line_of(mutant, shown), flush=True)


def run(options):
    claims = Claims()
    files = claims.files()
    if options.planted:
        files.insert(0, "simd/kernels.c")  # stands for the faults around kernels
    if options.file:
        files = [name for name in files if any(fnmatch.fnmatchcase(name, pattern) for pattern in options.file)]
        if not files:
            raise Failure(f"no file of src/ or simd/ matches {' or '.join(options.file)}")
    seed = options.seed if options.seed is not None else time.time_ns() % 1000000
    if options.list:
        for name in files:
            for mutant in chosen(name, options, seed):
                print(line_of(mutant, mutant.text))
        return 0

    tree = Tree()
    tree.root.mkdir(parents=True, exist_ok=True)
    results = Results(tree.root / "results.jsonl")
    if options.report:
        return report(files, results, options.floor)
    needed = {test for name in files for test in claims.tests(name)}
    if options.planted:
        needed = planted.tests(claims, files)
    tree.prepare(sorted({program_of(test) for test in needed} | {"rowkey", "test_isa"}))
    trials = Trials(tree)
    if options.planted:
        return planted.run(trials, claims, files)
    if options.sample is not None:
        print(f"seed {seed}: at most {options.sample} mutants of each file")
    end = float("inf")
    if options.minutes is not None:
        random.Random(seed).shuffle(files)
        end = time.monotonic() + 60 * options.minutes
    for number, name in enumerate(files):
        if time.monotonic() > end:
            print(f"{options.minutes:g} minutes are over: {len(files) - number} of {len(files)} files were not tried")
            break
        judge(chosen(name, options, seed), trials, claims.tests(name), results, options.again)
    return report(sorted(files), results, options.floor)


def main():
    try:
        return run(arguments())
    except (Failure, DoesNotBuild) as failure:
        print(f"mutate: {failure}", file=sys.stderr)
        return 2


sys.exit(main())
