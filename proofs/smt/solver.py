"""Questions to z3, a process each, and the list of what it answered."""
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

CPU_SECONDS = 120


class Question:
    """Checks that a claim holds for all values of the variables that the assumptions allow."""

    def __init__(self, what, variables, assumptions, claim):
        self.what, self.variables, self.assumptions, self.claim = what, variables, assumptions, claim

    def text(self):
        lines = [f"(declare-const {name} {sort})" for name, sort in self.variables]
        lines += [f"(assert {assumption})" for assumption in self.assumptions]
        # The assumptions can be met, or anything would follow from them.
        lines += ["(check-sat)", f"(assert (not {self.claim}))", "(check-sat)"]
        return "\n".join(lines) + "\n"

    def complaint(self):
        command = ["sh", "-c", f"ulimit -t {CPU_SECONDS} && exec z3 -in"]
        done = subprocess.run(command, input=self.text(), capture_output=True, text=True, check=False)
        answers = done.stdout.split()
        if answers == ["sat", "unsat"]:
            return None
        return f"{self.what}: z3 says {' '.join(answers) or done.stderr or done.returncode}, expected sat unsat"


def bits(name, width):
    return name, f"(_ BitVec {width})"


def ask(questions):
    """Prints what is proved; the number of those that are not."""
    with ThreadPoolExecutor() as pool:
        complaints = list(pool.map(Question.complaint, questions))
    for question, complaint in zip(questions, complaints):
        print(f"proved: {question.what}" if complaint is None else complaint,
              file=sys.stdout if complaint is None else sys.stderr)
    return sum(complaint is not None for complaint in complaints)
