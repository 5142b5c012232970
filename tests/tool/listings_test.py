"""The Python functions that doc/paper.md shows make the keys that the layouts beside them make."""
import pathlib
import random
import re
import unittest

import support
from support import rowkey

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "doc/paper.md").read_text()
FUNCTIONS = {}
exec(re.search(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL).group(1), FUNCTIONS)
LAYOUTS = dict(re.findall(r"^\| `(\w+_key)\([^|]*\| `(\{.*\})` \|$", PAGE, re.MULTILINE))


def rows():
    return 20_000 if support.is_slow() else 1_000_000


class Listings(unittest.TestCase):
    def check(self, name, columns, records, expected):
        data = "".join(record + "\n" for record in records).encode()
        for isa in support.supported():
            with self.subTest(layout=LAYOUTS[name], isa=isa):
                done = rowkey("encode", "--layout", LAYOUTS[name], "--columns", columns, "--input", "csv", "--isa",
                              isa, "--output", "raw", stdin=data)
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                self.assertTrue(done.stdout == expected, "the keys differ")

    def test_every_function_has_a_layout(self):
        self.assertEqual(sorted(LAYOUTS), sorted(name for name in FUNCTIONS if name.endswith("_key")))

    def test_ids(self):
        ids = [*range(rows() // 2), *random.Random(1).sample(range(10**10), rows() // 2)]
        expected = "".join(FUNCTIONS["id_key"](number) for number in ids).encode()
        self.check("id_key", "id:u64", map(str, ids), expected)

    def test_parts_of_composite_ids(self):
        chosen = random.Random(2)
        ids = [(f"user{chosen.randrange(10**chosen.randint(1, 9))}", chosen.randrange(2**40)) for _ in range(rows())]
        expected = "".join(FUNCTIONS["composite_key"](user, number) for user, number in ids).encode()
        self.check("composite_key", "user:text,n:u64", (f"{user},{number}" for user, number in ids), expected)

    def test_whole_lines(self):
        chosen = random.Random(3)
        lines = [f"{n},{'x' * chosen.randrange(120)}é{chosen.random()}" for n in range(rows() // 4)]
        expected = "".join(FUNCTIONS["line_key"](line, line.split(",")[0]) for line in lines).encode()
        self.check("line_key", "id:u64,_", lines, expected)


support.main()
