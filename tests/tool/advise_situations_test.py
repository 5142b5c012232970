"""rowkey advise recommends what experts would take, in situations whose answer they agree on."""

import json
import random
import unittest

from situations import ORDERS, SITUATIONS
from support import ToolTest, affordable, main, rowkey


class SituationsTest(ToolTest):
    def advise(self, situation, *options):
        self.seed = random.randrange(1 << 30)  # messages have it
        file = self.file("records.csv", situation.text(self.seed, affordable(20000, 3000, 1000)))
        asked = [word for question in situation.questions for word in ("--ask", question)]
        candidates = ("--candidates", affordable(400, 20, 8))
        done = rowkey(
            "advise", "-q", "-c", situation.columns, "--header", *asked, *situation.cluster, *candidates,
            "--output", "json", *options, file,
        )  # fmt: skip
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        return json.loads(done.stdout)

    def expert_signs(self, name, *options):
        advice = self.advise(SITUATIONS[name], *options)
        design = advice["designs"][advice["recommended"]]
        self.assertEqual([], SITUATIONS[name].objections(design), f"seed {self.seed}: {design['layout']}")
        recommended = [len(tables["designs"]) for tables in advice["tables"] if tables["recommended"]]
        self.assertEqual([1], recommended, f"one table is enough, seed {self.seed}")

    def test_devices(self):
        self.expert_signs("devices, the latest first")

    def test_tenants(self):
        self.expert_signs("many tenants, one of them huge")

    def test_places(self):
        """In a table of some size, where rows between ranges cost more than ranges."""
        self.expert_signs("places on a map", "--rows", "1e6")

    def test_log(self):
        self.expert_signs("a log read by time over all hosts")

    def test_orders(self):
        """By their ids and by customer: two tables, each of which answers its question."""
        advice = self.advise(ORDERS)
        (tables,) = (tables for tables in advice["tables"] if tables["recommended"])
        self.assertEqual(2, len(tables["designs"]), f"seed {self.seed}")
        self.assertLess(tables["read_cost"], 100)
        for question, table in enumerate(tables["table_of_question"]):
            design = advice["designs"][tables["designs"][table]]
            answer = design["answers"][question]
            self.assertEqual([], ORDERS.objections(design), f"seed {self.seed}: {design['layout']}")
            self.assertLessEqual(answer["ranges"], 1, design["layout"])
            self.assertLessEqual(answer["rows_read"], 1.1 * answer["rows_wanted"], design["layout"])

    def test_numbers_at_the_front_have_regions_of_their_own(self):
        """Keys that begin with a number are judged with the split points that their designer would take."""
        for name, layout, (least, most) in (
            ("places on a map", "{interleave(lat, lon, 29):u64}{place:u32}", (1, 1.6)),
            ("places on a map", "{lat:u32}{lon:u32}{place:u32}", (1, 1.6)),
            ("devices, the latest first", "{device:u32}{9223372036854775807 - ts:u64}{event_id}", (1, 1.6)),
            ("devices, the latest first", "{ts:u64}{device:u32}{event_id}", (4, 8)),
            ("places on a map", "{place:u32}{lat:u32}{lon:u32}", (4, 8)),
        ):
            advice = self.advise(SITUATIONS[name], "--layout", layout)
            design = advice["designs"][0]
            self.assertEqual(layout, design["layout"])
            self.assertTrue(design["splits_by_sample"])
            self.assertTrue(least <= design["peak"] <= most, f"{name}, seed {self.seed}: {layout} {design['peak']}")
            if most < 4:
                shares = design["busy_regions"] / 40
                self.assertGreater(shares, 0.8, f"{name}, seed {self.seed}: {layout}")

    def test_keys_have_what_identifies_a_record(self):
        """Of any situation, whatever is asked: a column that is named, or one that is each record's own."""
        for name, situation in SITUATIONS.items():
            advice = self.advise(situation)
            for design in advice["designs"]:
                if design["refused"] is not None or design["name"] is not None:
                    continue
                lost = [text for text in situation.objections(design) if "is not in the key" in text]
                self.assertEqual([], lost, f"{name}, seed {self.seed}: {design['layout']}")

    def test_identity_is_named(self):
        situation = SITUATIONS["devices, the latest first"]
        advice = self.advise(situation, "--identity", "device,kind,event_id")
        design = advice["designs"][advice["recommended"]]
        self.assertIn("{kind}", design["layout"])
        self.assertFalse([note for note in advice["notes"] if "identified" in note])

    def test_identity_is_refused(self):
        situation = SITUATIONS["devices, the latest first"]
        file = self.file("records.csv", situation.text(1, 1000))
        for identity, status, text in (
            ("nothing", 2, "option --identity: there is no column nothing"),
            ("", 2, "option --identity"),
            ("device,", 2, "option --identity"),
            ("kind", 1, "share their device and kind with another record"),
        ):
            done = rowkey(
                "advise", "-q", "-c", situation.columns, "--header", "--ask", "device = ?", "--regions", 4,
                "--identity", identity, file,
            )  # fmt: skip
            self.assertEqual((status, b""), (done.returncode, done.stdout), done.stderr)
            self.assertIn(text, done.stderr.decode())


main()
