"""The report of rowkey advise says in words what its JSON has in numbers."""

import json
import re

from support import ToolTest, main, rowkey

ROWS = ["--regions", 40, "--servers", 8, "--source", "timestamps(hosts=8,rate=20)"]


def order_of(answer):
    """How the rows of a question come, if --order is ts."""
    if not answer["wants_order"]:
        words = ", in the order of ts" if answer["in_order"] else ""
    elif answer["in_order"]:
        words = ", in order"
    else:
        words = ", in order within each range" if answer["in_order_by_range"] else ", to be sorted"
    return words + (" if read backwards" if answer["in_order"] and answer["backwards"] else "")


def seeks_of(answer):
    if answer["seeks"] > answer["ranges"]:
        return r", skipping to [\d.]+ groups"
    return r", as [\d.]+ ranges suffice" if answer["seeks"] < answer["ranges"] else ""


class WordsTest(ToolTest):
    def advise(self, *arguments):
        done = rowkey("advise", "-q", *ROWS, *arguments)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        return done.stdout.decode()

    def test_answers(self):
        questions = [
            "10: host = ?, order by ts desc, limit 10",
            "order by ts desc, limit 1 by host",
            "ts in last 50000, limit 5",
        ]
        asked = [word for question in questions for word in ("--ask", question)]
        arguments = [*asked, "--order", "ts", "--rows", 1500, "--candidates", 16]
        advice, report = json.loads(self.advise(*arguments, "--output", "json")), self.advise(*arguments)
        seen = set()
        for number, design in enumerate(advice["designs"], 1):
            if design["refused"] is not None:
                continue
            text = re.search(rf"^design {number}[,:].*?\n\n", report, re.M | re.S)[0]
            for question, answer in enumerate(design["answers"], 1):
                line = re.search(rf"^    question {question}: (.*)$", text, re.M)[1]
                if answer["reads_all"]:
                    self.assertRegex(line, "^reads all of the table for ")
                    continue
                limited = f", with --max-ranges {answer['max_ranges']}" if answer["max_ranges"] > 0 else ""
                self.assertRegex(line, f" wanted{limited}{seeks_of(answer)}{order_of(answer)}$")
                seen |= {order_of(answer), seeks_of(answer)[:6]}
        self.assertLessEqual(
            {", in order", ", to be sorted", ", in order within each range", ", in the order of ts", ", skip", ", as ["},
            seen,
        )  # fmt: skip

    def test_the_placement_that_is_asked_for(self):
        report = self.advise("--ask", "host = ?", "--rows", 1000, "--candidates", 8, "--placement", "shuffle:3")
        self.assertRegex(report, r"(?m)^  rowkey simulate .* --placement shuffle:3 ")
        self.assertNotIn("ways to place the regions", report)

    def test_a_sample_of_many_rows(self):
        arguments = ["--ask", "host = ?", "--rows", 66000, "--candidates", 2]
        sampled = json.loads(self.advise(*arguments, "--output", "json"))["sampled_rows"]
        self.assertLess(sampled, 66000)
        self.assertIn(
            f"counted over {sampled} of the rows, each of which stands for {66000 / sampled:.3g},",
            self.advise(*arguments),
        )


main()
