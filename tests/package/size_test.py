"""What a program that compiles a layout and encodes carries of the static library: no more bytes than these, and nothing
that other functions alone use."""
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
OTHERS = "advise|profile|infer|arrow|named|explain|splits|ranges|router|sketch|load|sort|decode"


def main(compiler, library, most):
    with tempfile.TemporaryDirectory() as directory:
        program = pathlib.Path(directory) / "encode"
        subprocess.run(
            [compiler, "-O2", f"-I{SOURCE / 'include'}", SOURCE / "examples/encode.c", library, "-lm",
             "-Wl,--gc-sections", "-o", program],
            check=True,
        )  # fmt: skip
        subprocess.run([program], check=True, stdout=subprocess.DEVNULL)
        sizes = subprocess.run(["size", program], check=True, capture_output=True, text=True).stdout
        names = subprocess.run(["nm", program], check=True, capture_output=True, text=True).stdout
    text = int(sizes.splitlines()[1].split()[0])
    print(f"{text} bytes of text, at most {most}")
    carried = re.findall(rf" [tT] (rowkey_(?:{OTHERS})\w*)$", names, re.MULTILINE)
    if carried:
        sys.exit(f"a program that encodes carries {', '.join(carried)}")
    if text > int(most):
        sys.exit(f"a program that encodes has {text} bytes of text, expected at most {most}")


main(*sys.argv[1:])
