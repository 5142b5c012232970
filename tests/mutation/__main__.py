"""scripts/mutate: changes the code in small ways, one at a time, and says which changes no test notices."""

import argparse
import fnmatch
import json
import random
import sys
import time

from mutation import planted
from mutation.lists import Claims, Equivalents
from mutation.rules import mutants_of
from mutation.tests import program_of
from mutation.tree import PROJECT, DoesNotBuild, Failure, Tree
from mutation.trial import INVALID, KILLED, SAME, SURVIVED, Trials


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
    parser.add_argument("--line", type=int, metavar="L", help="only mutants of this line")
    parser.add_argument("--again", action="store_true", help="try what survived before once more")
    parser.add_argument("--list", action="store_true", help="print the mutants and try none")
    parser.add_argument("--report", action="store_true", help="print what is known of each file and try none")
    parser.add_argument("--check", action="store_true", help="check the lists of claims and of equivalent mutants")
    parser.add_argument("--planted", action="store_true", help="plant the faults of tests/mutation/planted.py instead")
    return parser.parse_args()


def line_of(mutant, verdict):
    return f"{mutant.path}:{mutant.line}: {mutant.change}: {verdict}"


def chosen(name, options, seed):
    mutants = mutants_of(name, (PROJECT / name).read_text())
    if options.line:
        return [mutant for mutant in mutants if mutant.line == options.line]
    if options.sample is not None and options.sample < len(mutants):
        # In an order of which a smaller sample is the begin.
        random.Random(f"{seed} {name}").shuffle(mutants)
        return mutants[: options.sample]
    return mutants


def report(files, results, equivalents):
    """A line for each file of which mutants were tried, and one for all."""
    print(f"{'file':40} {'possible':>8} {'tried':>6} {'counted':>8} {'killed':>7} {'equivalent':>10} {'survived':>8}")
    total = [0] * 6
    for name in files:
        mutants = mutants_of(name, (PROJECT / name).read_text())
        tried = [(mutant, results.known[mutant.key][0]) for mutant in mutants if mutant.key in results.known]
        real = [(mutant, verdict) for mutant, verdict in tried if verdict in (KILLED, SURVIVED)]
        killed = sum(verdict == KILLED for _, verdict in real)
        equivalent = sum(verdict == SURVIVED and equivalents.reason(mutant) is not None for mutant, verdict in real)
        row = [len(mutants), len(tried), len(real) - equivalent, killed, equivalent, len(real) - killed - equivalent]
        total = [a + b for a, b in zip(total, row)]
        if tried:
            print_row(name, row)
    print_row("all", total)


def print_row(name, row):
    rate = f"  {100 * row[3] / row[2]:.1f} %" if row[2] else ""
    print("{:40} {:8} {:6} {:8} {:7} {:10} {:8}{}".format(name, *row, rate))


def check(claims, equivalents):
    problems = equivalents.stale()
    problems += [f"tests/mutation/claims: no test claims to cover {name}"
                 for name in claims.files() if mutants_of(name, (PROJECT / name).read_text()) and not claims.tests(name)]  # fmt: skip
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def judge(name, mutants, trials, tests, results, equivalents, again):
    """How many mutants of the file survived that nobody says are equivalent, or did not although they are said to."""
    wrong = 0
    for mutant in mutants:
        before = results.known.get(mutant.key)
        if before is not None and not (again and before[0] == SURVIVED):
            verdict, by = before
        else:
            verdict, by = trials.judge(mutant, tests)
            results.add(mutant, verdict, by)
        reason = equivalents.reason(mutant)
        if verdict == SURVIVED and reason is not None:
            print(line_of(mutant, f"equivalent ({reason})"), flush=True)
        elif verdict == KILLED:
            print(line_of(mutant, f"killed by {by}"), flush=True)
            if reason is not None:
                print(line_of(mutant, "IS LISTED AS EQUIVALENT"), flush=True)
                wrong += 1
        else:
            print(line_of(mutant, "SURVIVED" if verdict == SURVIVED else verdict), flush=True)
            wrong += verdict == SURVIVED
    return wrong


def run(options):
    claims, equivalents = Claims(), Equivalents()
    if options.check:
        return check(claims, equivalents)
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
        report(files, results, equivalents)
        return 0
    needed = {test for name in files for test in claims.tests(name)}
    if options.planted:
        needed = planted.tests(claims)
    tree.prepare(sorted({program_of(test) for test in needed} | {"rowkey", "test_isa"}))
    trials = Trials(tree)
    if options.planted:
        return planted.run(trials, claims, files)
    if options.sample is not None:
        print(f"seed {seed}: at most {options.sample} mutants of each file")
    wrong = 0
    for name in files:
        tests = claims.tests(name)
        mutants = chosen(name, options, seed)
        if mutants and not tests:
            raise Failure(f"tests/mutation/claims: no test claims to cover {name}")
        wrong += judge(name, mutants, trials, tests, results, equivalents, options.again)
    report(files, results, equivalents)
    return 1 if wrong else 0


def main():
    try:
        return run(arguments())
    except (Failure, DoesNotBuild) as failure:
        print(f"mutate: {failure}", file=sys.stderr)
        return 2


sys.exit(main())
