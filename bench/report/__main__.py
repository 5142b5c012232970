"""The command line of scripts/bench-report."""

import os
import pathlib
import shlex
import sys

from . import arguments as options
from . import compare, contents, copies, figures, history, kept, machine, results, runs, tool
from .rates import Rates
from .results import EXIT_REGRESSION, EXIT_USAGE, Failure

TOP = pathlib.Path(__file__).resolve().parents[2]


def measure(arguments, build):
    for program in ("rowkey", "rowkey-bench", "rowkey-plain-loop"):
        if not os.access(build / program, os.X_OK):
            raise Failure(f"{build / program}: not there (expected the programs of the release preset)", EXIT_USAGE)
    command = ["scripts/bench-report", *arguments.shown]
    data = results.new(shlex.join(command), machine.facts(build / "rowkey", TOP))
    wrapper = shlex.split(arguments.wrapper)
    bench = runs.Bench(build / "rowkey-bench", wrapper)
    groups = runs.groups_for(arguments.quick, arguments.filter)
    runs.measure(bench, groups, 1 if arguments.quick else arguments.rounds, data)
    if not arguments.quick and arguments.filter is None:
        copies.measure(build, data["machine"], data, wrapper)
        tool.measure(build, data["machine"], data, wrapper)
    return data


def write(data, arguments):
    if arguments.json:
        results.write_whole(arguments.json, results.as_text(results.for_keeping(data)))
    results.write_whole(pathlib.Path(arguments.output) / "results.json", results.as_text(data))


def compared(old, data, arguments, build):
    """(Markdown, the rows that regressed). What seems to have regressed is measured once more before."""
    name, before = old
    text, regressed = compare.compare(before, data, name, arguments.force)
    if regressed and not arguments.source:
        bench = runs.Bench(build / "rowkey-bench", shlex.split(arguments.wrapper))
        runs.measure_again(bench, regressed, arguments.rounds, data)
        write(data, arguments)
        text, regressed = compare.compare(before, data, name, arguments.force)
    return text, regressed


def main(arguments, build):
    if arguments.figures:
        figures.update(TOP)
        return 0
    if arguments.history is not None:
        history.update(TOP, arguments.history)
        return 0
    old = (arguments.compare, results.load(arguments.compare)) if arguments.compare else None
    data = results.load(arguments.source) if arguments.source else measure(arguments, build)
    comparison, regressed = None, []
    if arguments.compare_kept and (old := kept.like(arguments.compare_kept, data)) is None:
        comparison = kept.nothing_like(arguments.compare_kept, data)
    write(data, arguments)
    if old:
        comparison, regressed = compared(old, data, arguments, build)

    rates = Rates(data)
    output = pathlib.Path(arguments.output)
    head, sections = contents.head(data, rates), list(contents.sections(data, rates))
    report = [head, *([comparison] if comparison else []), *sections]
    results.write_whole(output / "report.md", "\n\n".join(report) + "\n")
    # A terminal gets what was asked for: the comparison, or the chosen rows, or the rows that sum a machine up.
    if comparison:
        summary = [comparison]
    elif arguments.filter is not None:
        summary = [head, *sections]
    else:
        summary = [head, figures.rates_table([figures.Machine(output, data)])]
    print("\n\n".join(summary), end="\n\n")
    print(f"{output}: report.md, results.json ({len(rates.rows)} rows, {rates.rounds} rounds)")
    return EXIT_REGRESSION if regressed else 0


if __name__ == "__main__":
    chosen = options.parse(sys.argv[1:])
    chosen.shown = sys.argv[1:]
    try:
        sys.exit(main(chosen, pathlib.Path(chosen.build or os.environ.get("ROWKEY_BUILD", "build/release"))))
    except Failure as failure:
        print(f"bench-report: {failure}", file=sys.stderr)
        sys.exit(failure.status)
