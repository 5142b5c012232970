"""The options of scripts/bench-report. Run by itself this checks them and prints what they need built:
"nothing", "release", or the name of a compiler."""

import argparse
import re
import sys

from .kept import FOLDER

DESCRIPTION = """\
Measures this machine with rowkey-bench and the rowkey command, in under five minutes. Prints a summary; writes
DIR/report.md with everything, and DIR/results.json.
Installs what is missing and builds first, unless --build, --from, --figures or --history is given."""
EPILOGUE = """\
exit status: 0 done; 1 --compare found a regression; 2 bad usage, or results that cannot be compared;
3 a program or a file failed."""


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="scripts/bench-report",
        description=DESCRIPTION,
        epilog=EPILOGUE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--output", metavar="DIR", default="build/report", help="where to write (build/report)")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--build", metavar="DIR", help="measure the programs in DIR")
    source.add_argument("--compiler", metavar="CC", help="build with this C compiler, for example clang-19")
    source.add_argument("--from", metavar="FILE", dest="source", help="report on these results; measure nothing")
    source.add_argument(
        "--figures",
        action="store_true",
        help="write the figures in README.md and doc/ from the results in doc/results; measure nothing",
    )
    source.add_argument(
        "--history",
        nargs="*",
        metavar="FILE",
        help="add these results, or those in doc/results, to the history in doc/performance.md; measure nothing",
    )
    add("--json", metavar="FILE", help="also write the results to FILE, rounded: for keeping")
    add("--quick", action="store_true", help="one short round of the main rows, without the tool")
    add("--rounds", metavar="N", type=int, default=3, help="rounds, each with other page offsets (3)")
    add("--filter", metavar="REGEX", help="only the rows that match, without the tool")
    add(
        "--with",
        metavar="COMMAND",
        dest="wrapper",
        default="",
        help='run what has one thread by way of COMMAND, for example "taskset -c 1"',
    )
    older = parser.add_mutually_exclusive_group()
    older.add_argument("--compare", metavar="OLD.json", help="show what is faster or slower than in these results")
    older.add_argument(
        "--compare-kept",
        metavar="DIR",
        nargs="?",
        const=str(FOLDER),
        help="the same with the results of this kind of machine in DIR (doc/results), where there are some",
    )
    add("--force", action="store_true", help="compare even with results of another machine")
    parsed = parser.parse_args(arguments)
    if parsed.rounds < 1:
        parser.error(f"--rounds {parsed.rounds}: expected 1 or more")
    if parsed.compiler and not re.fullmatch(r"(gcc|clang)(-\d+)?", parsed.compiler):
        parser.error(f"--compiler {parsed.compiler}: expected gcc or clang by name, for example clang-19")
    return parsed


def to_build(parsed):
    measures_nothing = parsed.source or parsed.figures or parsed.history is not None
    return "nothing" if parsed.build or measures_nothing else parsed.compiler or "release"


if __name__ == "__main__":
    print(to_build(parse(sys.argv[1:])))
