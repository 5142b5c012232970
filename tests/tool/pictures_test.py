"""Pictures of simulations: which files there are, that they can be read, and what happens when there is no rsvg-convert."""

import os
import pathlib
import re
import shlex
import shutil
import signal
import stat
import struct
import sys
import unittest
import zlib
from xml.etree import ElementTree

import support
from load_model import NO_RECORDS
from support import PAPER, TOOL, ToolTest, environment, rowkey

NAMES = ["activity", "heat", "rows"]
SVG = "{http://www.w3.org/2000/svg}"
LARGEST_SVG = 300_000


def png_size(content):
    """The width and height of a PNG whose chunks are all there and whose checksums are right."""
    if content[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("not a PNG")
    at, kinds = 8, []
    while at < len(content):
        length, kind = struct.unpack(">I4s", content[at : at + 8])
        data = content[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack(">I", content[at + 8 + length : at + 12 + length])
        if len(data) != length or zlib.crc32(kind + data) != checksum:
            raise ValueError(f"chunk {kind} is damaged")
        kinds.append(kind)
        at += 12 + length
    if kinds[0] != b"IHDR" or kinds[-1] != b"IEND":
        raise ValueError(f"chunks {kinds}")
    return struct.unpack(">II", content[16:24])


class Base(ToolTest):
    def simulate(self, *arguments, layouts=(PAPER,), regions=5, rows=2000, writers=2, window=100, **options):
        """Runs a small simulation."""
        chosen = [item for layout in layouts for item in ("--layout", layout)]
        return rowkey("simulate", *chosen, "--regions", regions, "--source", "sequential", "--rows", rows,
                      "--writers", writers, "--window", window, *arguments, **options)  # fmt: skip


needs_converter = unittest.skipUnless(shutil.which("rsvg-convert"), "rsvg-convert is not installed (package librsvg2-bin)")


class Draw(Base):
    def draw(self, *arguments, form="svg", units=("regions",), layouts=(PAPER,), **options):
        """Simulates and draws; the pictures by name, each checked to be whole."""
        arguments += "--pictures", self.path("out"), "--picture-format", form
        done = self.simulate(*arguments, layouts=layouts, **options)
        self.assertEqual((0, NO_RECORDS if options.get("rows") == 0 else b""), (done.returncode, done.stderr))
        expected = sorted(f"{unit}-{name}.{form}" for unit in units for name in NAMES)
        self.assertEqual(expected, sorted(os.listdir(self.path("out"))))
        result = {name: self.read(os.path.join("out", name)) for name in expected}
        for name, content in result.items():
            with self.subTest(picture=name):
                self.check_svg(content, len(layouts)) if form == "svg" else self.check_png(content)
        return result

    def check_svg(self, content, layouts):
        """Well-formed, small, told to who cannot see it, with a background of its own, and nothing that it would have to fetch."""
        root = ElementTree.fromstring(content)
        self.assertEqual(SVG + "svg", root.tag)
        self.assertLess(len(content), LARGEST_SVG * max(1, layouts / 4))
        title, description, page = list(root)[:3]
        self.assertEqual(("img", SVG + "title", SVG + "desc"), (root.get("role"), title.tag, description.tag))
        shown = self.texts(content)
        self.assertEqual([title.text, description.text], [shown[0], f"{shown[1]}. {shown[2]}"])
        self.assertEqual((root.get("width"), root.get("height")), (page.get("width"), page.get("height")))
        self.assertEqual("#ffffff", page.get("fill"))
        for element in root.iter():
            self.assertIn(element.tag.removeprefix(SVG), ("svg", "title", "desc", "rect", "path", "circle", "text"))
            self.assertFalse(any("href" in attribute or "url" in value for attribute, value in element.attrib.items()))
            for attribute in ("x", "y", "width", "height"):
                self.assertRegex(element.get(attribute, "0"), r"^\d+(\.\d{1,2})?$")

    def check_png(self, content):
        width, height = png_size(content)
        self.assertEqual(1740, width)
        self.assertGreater(height, 300)

    def texts(self, picture):
        return [text for element in ElementTree.fromstring(picture).iter(SVG + "text") if (text := element.text)]

    def test_every_picture_says_what_was_simulated(self):
        for name, picture in self.draw(layouts=[PAPER, "@paper-idmod"], rows=123456, writers=3).items():
            texts = self.texts(picture)
            self.assertIn(PAPER, texts, name)
            self.assertIn("@paper-idmod", texts, name)
            caption = next(text for text in texts if text.startswith("123,456 rows"))
            self.assertIn("by 3 writers into 5 regions, in windows of 100 rows", caption)
            self.assertIn("sequential", caption)

    def test_counts_reported_are_those_of_the_simulation(self):
        pictures = self.draw(layouts=["@paper-idmod"], regions=4, rows=1000, writers=1)
        self.assertTrue(any(text.startswith("0 to 1,000 rows;") for text in self.texts(pictures["regions-rows.svg"])))
        heat = self.texts(pictures["regions-heat.svg"])
        self.assertTrue(any(text.startswith("1.0 of 4 regions active in a window") for text in heat), heat)
        activity = self.texts(pictures["regions-activity.svg"])
        self.assertIn("busiest longest: region 0 for 10 windows, 100 % of their rows", activity)

    def test_the_busiest_region_has_a_lane_wherever_it_is(self):
        # All rows are in region 24 of 200; an even choice of eight has 0, 25, …
        points = self.file("points", b"".join(b"%010d\n" % (5 * i) for i in range(1, 200)))
        done = rowkey("simulate", "--layout", "0000000123{id:010d}", "--splits", points, "--source", "sequential",
                      "--rows", 100, "--pictures", self.path("out"))  # fmt: skip
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        texts = self.texts(self.read("out/regions-activity.svg"))
        lanes = [int(text.split()[1]) for text in texts if re.fullmatch(r"region \d+", text)]
        self.assertEqual([24, 25, 50, 75, 100, 125, 150, 175], sorted(lanes))

    def test_small_shares_are_reported(self):
        pictures = self.draw(layouts=["{id % 1000:03d}"], regions=1000, rows=1000, window=1000)
        texts = self.texts(pictures["regions-activity.svg"])
        self.assertIn("busiest longest: region 0 for 1 window, 0.1 % of their rows", texts)

    def test_no_axis_counts_parts_of_a_region_or_row(self):
        for options in {"regions": 1, "rows": 1}, {"regions": 4, "rows": 6}, {"regions": 7, "rows": 3}, {"rows": 0}:
            with self.subTest(**options):
                for text in self.texts(self.draw(**options, window=1)["regions-rows.svg"]):
                    self.assertNotRegex(text, r"^\s*-?\d+\.\d+\s*$")

    @needs_converter
    def test_png_is_one_and_a_half_times_as_large(self):
        layouts = [PAPER, "@paper-random"]
        pictures = self.draw(layouts=layouts)
        shutil.rmtree(self.path("out"))
        for name, picture in self.draw(form="png", layouts=layouts).items():
            root = ElementTree.fromstring(pictures[name.replace("png", "svg")])
            self.assertEqual(tuple(int(root.get(side)) * 3 // 2 for side in ("width", "height")), png_size(picture), name)

    def test_svg_is_what_is_drawn_without_a_format(self):
        done = self.simulate("--pictures", self.path("out"))
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assertEqual([f"regions-{name}.svg" for name in NAMES], sorted(os.listdir(self.path("out"))))

    def test_servers_have_pictures_of_their_own(self):
        pictures = self.draw("--servers", 3, units=("regions", "servers"))
        self.assertTrue(any("into 3 servers" in text for text in self.texts(pictures["servers-heat.svg"])))

    def test_small_and_large(self):
        sizes = [{"regions": 1}, {"regions": 2, "rows": 1}, {"rows": 100, "window": 100}, {"rows": 50, "window": 100},
                 {"regions": 5000, "rows": 20000}, {"window": 1}, {"rows": 1001, "window": 10}]  # fmt: skip
        for options in sizes:
            with self.subTest(**options):
                self.draw(**options)

    def test_many_layouts(self):
        layouts = [PAPER, "@paper-idmod", "@paper-random"] * 4
        for name, picture in self.draw(layouts=layouts, rows=20000, regions=50).items():
            self.assertEqual(len(layouts), sum(text in layouts for text in self.texts(picture)), name)

    HOSTILE = [b"`touch made`", b"\"; system('touch made') #", b"'", b"\\", b"\\n$0@x%s%d", b"<b>&amp;]]>", b"  a   b ",
               b"\xc3\xa9 \xe2\x82\xac", b"\xff\xfe", b"\xef\xbf\xbf", b"\x01\x1b[0m\r\n", b"\xe2\x80\xae\xc2\x85", b"0" * 300]  # fmt: skip

    def hostile_layouts(self):
        texts = [text.replace(b"{", b"{{").replace(b"}", b"}}").replace(b"\\", b"\\\\") for text in self.HOSTILE]
        return [b"{id % 10:02d}" + text for text in texts]

    def test_text_is_shown_as_it_is_but_for_what_cannot_be_seen(self):
        layouts = self.hostile_layouts()
        escaped = {0xFF: "\\xFF", 0xFE: "\\xFE", 1: "\\x01", 0x1B: "\\x1B", 13: "\\x0D", 10: "\\x0A"}
        for name, picture in self.draw(layouts=[os.fsdecode(layout) for layout in layouts]).items():
            texts = self.texts(picture)
            for layout, text in zip(layouts, self.HOSTILE):
                with self.subTest(picture=name, text=text):
                    if text == b"\xef\xbf\xbf":
                        shown = "\\xEF\\xBF\\xBF"
                    elif text == b"\xe2\x80\xae\xc2\x85":
                        shown = "\\xE2\\x80\\xAE\\xC2\\x85"
                    elif len(text) > 100:
                        shown = None
                    else:
                        bytes_shown = b"".join(escaped[b].encode() if b in escaped else bytes([b]) for b in layout)
                        shown = bytes_shown[len("{id % 10:02d}") :].decode()
                    if shown is not None:
                        self.assertIn("{id % 10:02d}" + shown, texts)

    @needs_converter
    def test_layout_is_only_ever_text(self):
        self.draw(form="png", layouts=[os.fsdecode(layout) for layout in self.hostile_layouts()], cwd=self.directory)
        self.assert_only("out")

    def test_again_into_the_same_directory(self):
        first = self.draw()
        with open(os.path.join(self.path("out"), "regions-heat.svg"), "ab") as file:
            file.write(b"more")
        self.assertEqual(first, self.draw())

    def test_same_pictures_from_every_instruction_set(self):
        names = support.supported()
        pictures = [self.draw("--isa", name, rows=30000) for name in names]
        for name, other in zip(names, pictures):
            self.assertEqual(pictures[0], other, name)

    def test_directories_beside_and_below_the_working_one(self):
        os.mkdir(self.path("here"))
        for path in ("out", "also/", "here/out", "."):
            done = self.simulate("--pictures", path, cwd=self.directory)
            self.assertEqual((0, b""), (done.returncode, done.stderr), path)
            pictures = [name for name in os.listdir(self.path(path)) if name.endswith(".svg")]
            self.assertEqual([f"regions-{name}.svg" for name in NAMES], sorted(pictures))

    def test_directory_that_cannot_be_written(self):
        if os.geteuid() == 0:
            self.skipTest("root may write everywhere")
        os.mkdir(self.path("out"))
        os.chmod(self.path("out"), stat.S_IRUSR | stat.S_IXUSR)
        done = self.simulate("--pictures", self.path("out"), rows=10**15)
        self.assertEqual(3, done.returncode)
        self.assertRegex(done.stderr.decode(), r"cannot write into the directory .*/out\": Permission denied")

    def test_directory_that_cannot_be_made_is_reported_before_any_row_is_read(self):
        for path in self.path("no/out"), self.path("no/out/"), self.file("file", b"") + "/out":
            done = self.simulate("--pictures", path, rows=10**15)
            self.assertEqual((3, b""), (done.returncode, done.stdout))
            self.assertRegex(done.stderr.decode(), r"cannot make the directory .*: N")
            self.assertFalse(os.path.exists(path))


class Converter(Base):
    """What rsvg-convert does, or what stands for it."""

    def setUp(self):
        super().setUp()
        TOOL[0] = shutil.which(TOOL[0]) or TOOL[0]  # an emulator is found now, and not in those empty folders

    def draw(self, script, **options):
        """Draws with an rsvg-convert that answers --version, and does this when it is to draw."""
        os.mkdir(self.path("bin"))
        os.chmod(self.file("bin/rsvg-convert", b'#!/bin/sh\n[ "$1" != --version ] || exit 0\n' + script), 0o755)
        return self.simulate("--pictures", self.path("out"), "--picture-format", "png", "-o", self.path("report"),
                             env=environment(PATH=self.path("bin") + ":/bin:/usr/bin"), cwd=self.directory, **options)  # fmt: skip

    def check_fails(self, message, script, **options):
        done = self.draw(script, **options)
        self.assertEqual((3, f"rowkey: rsvg-convert {message}\n"), (done.returncode, done.stderr.decode()))
        self.assertEqual([], os.listdir(self.path("out")))

    def test_one_that_fails_leaves_nothing_half_written(self):
        self.check_fails("failed with exit status 1: no such font", b"echo PNG; echo 'no such font' >&2; echo more >&2; exit 1\n")

    def test_one_that_is_killed_leaves_nothing_half_written(self):
        self.check_fails("was ended by signal 9", b"echo PNG; kill -9 $$\n")

    def test_one_that_fails_where_ends_of_children_are_ignored(self):
        self.check_fails("failed with exit status 1: it says nothing more", b"echo PNG; exit 1\n",
                         preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))  # fmt: skip

    def test_it_gets_the_svg_and_what_it_writes_is_the_picture(self):
        done = self.draw(b'echo "$*"; cat\n')
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.simulate("--pictures", self.path("svg"))
        for name in NAMES:
            picture = self.read(f"svg/regions-{name}.svg")
            self.assertEqual(b"--zoom=1.5\n" + picture, self.read(f"out/regions-{name}.png"))

    def test_it_inherits_its_three_streams_alone(self):
        script = "import os; print(*sorted(os.listdir('/proc/self/fd')), file=open(f'open.{os.getpid()}', 'w'))"
        done = self.draw(f'exec {shlex.quote(sys.executable)} -c "{script}"\n'.encode())
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        lists = [name for name in os.listdir(self.directory) if name.startswith("open.")]
        self.assertEqual(3, len(lists))
        for name in lists:
            # The last one is the list itself.
            self.assertEqual(["0", "1", "2", "3"], self.read(name).decode().split())

    def test_it_does_not_ignore_the_signals_that_the_tool_ignores(self):
        done = self.draw(b"sed -n s/SigIgn:.//p /proc/self/status > ignored.$$\n")
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        masks = [int(self.read(name), 16) for name in os.listdir(self.directory) if name.startswith("ignored.")]
        self.assertEqual(3, len(masks))
        for mask in masks:
            for number in (signal.SIGPIPE, signal.SIGXFSZ):
                self.assertEqual(0, mask >> (number - 1) & 1, number)

    def test_a_missing_one_is_reported_before_any_row_is_read(self):
        missing = (
            "rowkey: PNG is made by rsvg-convert, which cannot be run (expected it in PATH; on Debian: apt-get install "
            "librsvg2-bin; SVG needs no program: --picture-format svg)\n"
        )
        os.mkdir(self.path("nothing"))
        for path in [self.path("nothing"), "/nonexistent"]:
            done = self.simulate("--pictures", self.path("out"), "--picture-format", "png", rows=10**15,
                                 env=environment(PATH=path))  # fmt: skip
            self.assertEqual((3, b"", missing), (done.returncode, done.stdout, done.stderr.decode()))
            self.assert_only("nothing")

    def test_svg_needs_no_other_program(self):
        done = self.simulate("--pictures", self.path("out"), env=environment(PATH="/nonexistent"))
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assertEqual(3, len(os.listdir(self.path("out"))))


class BadUsage(Base):
    def test_directory_that_is_a_file(self):
        file = pathlib.Path(self.file("out", b""))
        done = self.simulate("--pictures", file.name, cwd=file.parent)
        self.assertEqual(3, done.returncode)
        self.assertEqual(b'rowkey: option --pictures: cannot make the directory "out": Not a directory\n', done.stderr)
        self.assertEqual(b"", self.read("out"))

    def test_unknown_format(self):
        done = self.simulate("--pictures", self.path("out"), "--picture-format", "jpeg")
        self.assertEqual((2, b""), (done.returncode, done.stdout))
        self.assertTrue(re.search(r"--picture-format.*svg.*png", done.stderr.decode()), done.stderr)
        self.assert_only()


if __name__ == "__main__":
    support.main()
