"""Runs of rowkey advise on events, for its tests."""

import json
import random

from support import ToolTest, affordable, rowkey

COLUMNS = "ts:time(s),host:text,event:text,id:u64"
QUESTIONS = ["10: host = ?, ts in last 10m", "event = ?, ts in last 1h", "5: host = ?, ts = ?"]
CLUSTER = ["--regions", 12, "--servers", 4, "--writers", 3]


def events(rows, hosts=9, seed=1):
    """Lines of events, two a second."""
    source, lines = random.Random(seed), ["ts,host,event,id"]
    for row in range(rows):
        time = f"2024-03-01T{row // 7200:02d}:{row // 120 % 60:02d}:{row // 2 % 60:02d}Z"
        lines.append(f"{time},host{source.randrange(hosts)},event{source.randrange(4)},{row}")
    return "\n".join(lines).encode() + b"\n"


class AdviseTest(ToolTest):
    def advise(self, file, *arguments, questions=QUESTIONS):
        asked = [word for question in questions for word in ("--ask", question)]
        if "--candidates" not in arguments:
            arguments += ("--candidates", affordable(40, 8, 8))
        return rowkey("advise", "-c", COLUMNS, "--header", *asked, *CLUSTER, *arguments, file)

    def json(self, file, *arguments, **more):
        done = self.advise(file, "--output", "json", *arguments, **more)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        return json.loads(done.stdout)

    def fails(self, status, text, file, *arguments, **more):
        done = self.advise(file, *arguments, **more)
        self.assertEqual((status, b""), (done.returncode, done.stdout))
        self.assertIn(text, done.stderr.decode())
