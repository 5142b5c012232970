"""python3 -m proofs.quotes: the C that the proofs in proofs/coq speak of still stands where they say.

A comment that begins with a path of the project, `(* src/kernels/divisor.c: … *)`, quotes C. It must be found there,
without its comments and white space. A theorem that is not asked for its axioms is a complaint as well."""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parents[1]
QUOTE = re.compile(r"\(\* ((?:src|simd)/[\w/]+\.[ch]):(.*?)\*\)", re.DOTALL)


def squeezed(code):
    return re.sub(r"\s+", "", re.sub(r"/\*.*?\*/", "", code, flags=re.DOTALL).replace("\\\n", ""))


def main():
    complaints, quotes = [], 0
    sources = sorted((TOP / "proofs/coq").glob("*.v"))
    for source in sources:
        text = source.read_text(encoding="utf-8")
        for path, quote in QUOTE.findall(text):
            quotes += 1
            code = (TOP / path).read_text(encoding="utf-8") if (TOP / path).is_file() else ""
            if squeezed(quote) not in squeezed(code):
                complaints.append(f"{source.relative_to(TOP)}: this no longer stands in {path}; prove what does:\n"
                                  f"{quote.strip()}")
        asked = set(re.findall(r"^Print Assumptions (\w+)\.$", text, re.MULTILINE))
        for theorem in re.findall(r"^Theorem (\w+)", text, re.MULTILINE):
            if theorem not in asked:
                complaints.append(f"{source.relative_to(TOP)}: no `Print Assumptions {theorem}.`")
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if complaints or quotes == 0:
        sys.exit(f"{len(complaints)} complaints about {quotes} quotes")
    print(f"{quotes} quotes in {len(sources)} files stand in the C sources")


main()
