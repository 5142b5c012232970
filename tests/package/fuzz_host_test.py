"""The fuzzed tool reaches no real file: every name that fuzz/tool_host.h replaces is replaced whatever the flags are
with which a distribution compiles, _FORTIFY_SOURCE and large files among them."""
import pathlib
import re
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
HOST = SOURCE / "fuzz/tool_host.h"
CC = sys.argv.pop(1)
FLAGS = ["-D_GNU_SOURCE", "-D_FILE_OFFSET_BITS=64", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2", "-O2"]
HEADERS = "fcntl poll signal stdio stdlib sys/resource sys/stat unistd".split()


class FuzzHost(unittest.TestCase):
    def test_no_name_leads_to_the_c_library(self):
        replaced = re.findall(r"^#define (\w+) fuzz_(?!tool_main|exit|stdout)", HOST.read_text(), re.MULTILINE)
        self.assertGreater(len(replaced), 20)
        # What a header makes of a call is in the preprocessed text: an inline function that has the name.
        text = "".join(f"#include <{header}.h>\n" for header in HEADERS)
        command = [CC, *FLAGS, "-include", HOST, "-E", "-P", "-x", "c", "-"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        for name in replaced:
            with self.subTest(name=name):
                self.assertTrue(re.search(rf"\bfuzz_{name} ?\(", done.stdout), "not declared")
                inline = re.search(rf"\bfuzz_{name} ?\([^;{{}}]*(\)\s*{{|__asm__).*", done.stdout)
                self.assertIsNone(inline, "a header makes something else of it")


if __name__ == "__main__":
    unittest.main()
