"""python3 -m proofs.smt: proves with z3 what md5.py and decimals.py ask of the C sources as they stand."""
import sys

from . import decimals, md5
from .solver import ask


def main():
    complaints = [*md5.complaints(), *decimals.complaints()]
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    failed = ask([*md5.questions(), *decimals.questions()]) + len(complaints)
    if failed:
        sys.exit(f"{failed} not proved")


main()
