"""The pictures of rowkey advise: what they show, and that they are the same every time."""

import os
from xml.etree import ElementTree

from advise_runs import AdviseTest, events
from support import main

SVG = "{http://www.w3.org/2000/svg}"


class PicturesTest(AdviseTest):
    NAMES = ("designs.svg", "regions-heat.svg")

    def draw(self, rows, *arguments, out="out"):
        file = self.file("events.csv", events(rows))
        advice = self.json(file, "--pictures", self.path(out), *arguments)
        self.assertEqual(sorted(self.NAMES), sorted(os.listdir(self.path(out))))
        pictures = {}
        for name in self.NAMES:
            with open(os.path.join(self.path(out), name), "rb") as picture:
                pictures[name] = picture.read()
        return advice, pictures

    @staticmethod
    def texts(picture):
        return ["".join(text.itertext()) for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]

    @staticmethod
    def points(picture):
        """By their colours: found, with a name, and recommended."""
        colours = ("#0072b2", "#e69f00", "#d55e00")
        return [shape for shape in ElementTree.fromstring(picture).iter() if shape.get("fill") in colours]

    def test_a_point_for_each_design_that_can_be_taken(self):
        advice, pictures = self.draw(3000, "-l", "{host}|{ts:i64}")
        taken = [index for index, design in enumerate(advice["designs"]) if design["refused"] is None]
        self.assertLess(len(taken), len(advice["designs"]))
        self.assertEqual(len(taken), len(self.points(pictures["designs.svg"])))
        texts = self.texts(pictures["designs.svg"])
        for index, design in enumerate(advice["designs"]):
            names = any(text.split()[:1] == [str(index + 1)] and design["layout"][:20] in text for text in texts)
            self.assertEqual(index in taken, names, texts)

    def test_the_recommended_design_is_shown_beside_the_bare_key(self):
        advice, pictures = self.draw(3000)
        texts = " ".join(self.texts(pictures["regions-heat.svg"]))
        for design in (advice["designs"][0], advice["designs"][advice["recommended"]]):
            self.assertIn(design["layout"][:30], texts)

    def test_a_table_that_grows_is_drawn_at_its_size_then(self):
        _, pictures = self.draw(30000, "--rows", "1e9")  # four times the longest question
        self.assertIn("cost of reading at 1e+09 rows (logarithmic)", self.texts(pictures["designs.svg"]))

    def test_the_same_pictures_from_any_number_of_threads(self):
        one, four = (self.draw(3000, "--threads", count, out=f"out{count}") for count in (1, 4))
        self.assertEqual(one, four)

    def test_a_folder_that_cannot_be_made(self):
        events_file, file = self.file("events.csv", events(100)), self.file("file", b"")
        text = "option --pictures: cannot make the directory"
        self.fails(3, text, events_file, "--pictures", file)
        self.fails(3, text, events_file, "--pictures", self.path("no/folder"))


main()
