"""The command line of scripts/bench-report."""

import os
import pathlib
import shlex
import sys

from . import arguments as options
from . import compare, contents, docs, machine, results, runs, tool
from .document import markdown, page
from .failure import EXIT_REGRESSION, EXIT_USAGE, Failure
from .rates import Rates

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
        tool.measure(build, data["machine"], data, wrapper)
    return data


def write_report(output, data, comparison):
    blocks = list(contents.blocks(data))
    # What changed is what the reader of a comparison came for: right behind the title and its warnings.
    at = next(number for number, block in enumerate(blocks) if getattr(block, "level", 0) == 2)
    blocks[at:at] = comparison
    for block in blocks:
        if hasattr(block, "chart"):
            results.write_whole(output / f"pictures/{block.name}.svg", block.chart.drawn())
    results.write_whole(output / "report.md", markdown(blocks))
    results.write_whole(output / "report.html", page(blocks[0].text, blocks))


def main(arguments, build):
    old = results.load(arguments.compare) if arguments.compare else None
    data = results.load(arguments.source) if arguments.source else measure(arguments, build)
    if arguments.json:
        results.write_whole(arguments.json, results.as_text(results.for_keeping(data)))
    if arguments.update_docs:
        docs.update(TOP, data, os.path.relpath(arguments.source, TOP))
    output = pathlib.Path(arguments.output)
    results.write_whole(output / "results.json", results.as_text(data))
    comparison, regressed = compare.compare(old, data, arguments.compare, arguments.force) if old else ([], False)
    write_report(output, data, comparison)
    if comparison:
        print(markdown(comparison), end="")
    rates = Rates(data)
    print(f"{output}: report.html, report.md, results.json ({len(rates.rows)} rows, {rates.rounds} rounds)")
    return EXIT_REGRESSION if regressed else 0


if __name__ == "__main__":
    chosen = options.parse(sys.argv[1:])
    chosen.shown = sys.argv[1:]
    try:
        sys.exit(main(chosen, pathlib.Path(chosen.build or os.environ.get("ROWKEY_BUILD", "build/release"))))
    except Failure as failure:
        print(f"bench-report: {failure}", file=sys.stderr)
        sys.exit(failure.status)
