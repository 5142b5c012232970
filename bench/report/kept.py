"""The results that are kept in doc/results: which of them are of this machine."""

import pathlib

from . import machine
from .markdown import paragraph
from .results import load

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "doc/results"


def measured(data):
    return data["context"].get("date", "")


def like(folder, data):
    """The newest kept results of the same kind of machine, those of the same compiler first, or None."""
    found = [(path, load(path)) for path in sorted(pathlib.Path(folder).glob("*.json"))]
    same = [(path, old) for path, old in found if machine.identity(old["machine"]) == machine.identity(data["machine"])]
    compiler = data["context"].get("compiler")
    return max(same, key=lambda each: (each[1]["context"].get("compiler") == compiler, measured(each[1])), default=None)


def nothing_like(folder, data):
    """What to do where none are of this machine."""
    return "## Compared with kept results\n\n" + paragraph(
        f"{folder} has no results of this machine, {machine.identity(data['machine'])}: nothing was compared."
        " To compare with this revision from now on, keep its results:"
        " scripts/bench-report --compiler clang-19 --json doc/results/NAME.json"
    )
