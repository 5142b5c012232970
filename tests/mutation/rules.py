"""The mutations of a C source: small changes, each of which a test should notice."""

import re
from dataclasses import dataclass

from mutation.tokens import tokenize

# The opposite of an order is left to `negated`.
BINARY = {
    "<": "<=",
    ">": ">=",
    "<=": "<",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "+": "-",
    "-": "+",
    "*": "+",
    "/": "*",
    "%": "/",
    "<<": ">>",
    ">>": "<<",
    "&&": "||",
    "||": "&&",
    "&": "|",
    "|": "&",
    "^": "|",
    "+=": "-=",
    "-=": "+=",
    "*=": "+=",
    "/=": "*=",
    "%=": "/=",
    "<<=": ">>=",
    ">>=": "<<=",
    "&=": "|=",
    "|=": "&=",
    "^=": "|=",
}
CROWDED = {"++": "--", "--": "++"}
DROPPED = {"!", "~"}
NAMES = {"true": "false", "false": "true"}
# Parts between the underscores of the names of lane operations and intrinsics.
PARTS = {
    "add": "sub",
    "sub": "add",
    "and": "or",
    "or": "and",
    "xor": "or",
    "andnot": "and",
    "min": "max",
    "max": "min",
    "unpacklo": "unpackhi",
    "unpackhi": "unpacklo",
    "low": "high",
    "high": "low",
    "sll": "srl",
    "srl": "sll",
    "sllv": "srlv",
    "srlv": "sllv",
    "slli": "srli",
    "srli": "slli",
    "srai": "srli",
    "rol": "ror",
    "rotl": "srl",
    "epi32": "epi64",
    "epi64": "epi32",
    "epu32": "epi32",
    "epu64": "epi64",
    "less": "equal",
    "equal": "less",
    "cmpgt": "cmpeq",
    "cmpeq": "cmpgt",
    "cmplt": "cmple",
    "cmpneq": "cmpeq",
    "trn1q": "trn2q",
    "trn2q": "trn1q",
    "zip1q": "zip2q",
    "zip2q": "zip1q",
    "vaddq": "vsubq",
    "vsubq": "vaddq",
    "vandq": "vorrq",
    "vorrq": "vandq",
    "veorq": "vorrq",
    "vminq": "vmaxq",
    "vmaxq": "vminq",
    "vminvq": "vmaxvq",
    "vmaxvq": "vminvq",
    "vshlq": "vshrq",
    "vcgtq": "vcgeq",
    "vceqq": "vcgtq",
}
INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|[0-9]+)([uUlL]*)$")
DECLARING = {
    "return", "break", "continue", "goto", "case", "default", "if", "else", "for", "while", "do", "switch", "struct",
    "union", "enum", "typedef", "static", "const", "extern", "inline", "volatile", "register", "void", "char", "short",
    "int", "long", "float", "double", "signed", "unsigned", "bool", "sizeof", "_Static_assert", "_Alignas", "V_INLINE",
    "V_INLINE_LONG",
}  # fmt: skip
ASSIGNING = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--", "("}


@dataclass(frozen=True)
class Mutant:
    path: str
    line: int
    text: str  # the line, without the space around it
    occurrence: int  # of the same change within equal lines of the file: 1 is the first
    rule: str
    before: str
    after: str
    start: int
    end: int
    replacement: str

    @property
    def change(self):
        number = f" #{self.occurrence}" if self.occurrence > 1 else ""
        return f"{self.rule}: {self.before} -> {self.after}{number}"

    @property
    def key(self):
        return (self.path, self.text, self.change)

    def applied(self, source):
        return source[: self.start] + self.replacement + source[self.end :]


def matching(tokens, index):
    """The index of the bracket that closes the one at `index`."""
    depth = 0
    for i in range(index, len(tokens)):
        if tokens[i].text in ("(", "[", "{"):
            depth += 1
        elif tokens[i].text in (")", "]", "}"):
            depth -= 1
            if depth == 0:
                return i
    return len(tokens) - 1


def integer_changes(text):
    match = INTEGER.match(text)
    if not match:
        return
    base = 16 if match[1][:2] in ("0x", "0X") else 10
    value = int(match[1], base)
    for changed in (value + 1, value - 1):
        if changed >= 0:
            yield (hex(changed) if base == 16 else str(changed)) + match[2]


def name_changes(text):
    if text in NAMES:
        yield NAMES[text]
    if re.match(r"(v32|v64|v|_mm\d*|v[a-z0-9]+q)_", text):
        parts = text.split("_")
        for i, part in enumerate(parts):
            if part in PARTS:
                yield "_".join([*parts[:i], PARTS[part], *parts[i + 1 :]])


def function_bodies(tokens):
    """Whether each token stands inside a function's braces."""
    inside, depth, result = 0, 0, []
    for i, token in enumerate(tokens):
        if token.text == "{":
            if depth == 0 and i > 0 and tokens[i - 1].text == ")":
                inside = 1
            depth += 1
        result.append(bool(inside))
        if token.text == "}":
            depth -= 1
            if depth == 0:
                inside = 0
    return result


def statement_end(tokens, start):
    """The index of the semicolon of the expression statement that begins at `start`, or None."""
    token = tokens[start]
    if token.kind != "name" and token.text not in ("*", "(", "++", "--"):
        return None
    if token.text in DECLARING or token.in_define:
        return None
    follower = tokens[start + 1]
    declares = follower.kind == "name" or (follower.text == "*" and not follower.spaced_behind)
    if token.kind == "name" and (declares or follower.text == ":"):
        return None
    depth = 0
    assigns = False
    for i in range(start, len(tokens)):
        text = tokens[i].text
        assigns = assigns or text in ASSIGNING
        if text in ("(", "["):
            depth += 1
        elif text in (")", "]"):
            depth -= 1
            if depth < 0:  # within the head of a for
                return None
        elif text in ("{", "}") and depth == 0:
            return None
        elif text == ";" and depth == 0:
            return i if assigns else None
    return None


def statement_starts(tokens, bodies):
    for i in range(1, len(tokens) - 1):
        if not bodies[i]:
            continue
        before = tokens[i - 1].text
        if before in (";", "{", "}", "else") or (before == ")" and closes_control(tokens, i - 1)):
            yield i


def closes_control(tokens, index):
    depth = 0
    for i in range(index, -1, -1):
        if tokens[i].text == ")":
            depth += 1
        elif tokens[i].text == "(":
            depth -= 1
            if depth == 0:
                return i > 0 and tokens[i - 1].text in ("if", "for", "while")
    return False


def token_changes(tokens, i, in_body):
    """(rule, start, end, replacement) for the token itself."""
    token = tokens[i]
    where = (token.start, token.end)
    before = tokens[i - 1].text if i > 0 else ""
    if token.kind == "number":
        # {0} clears what follows: another first member is not what is meant to vary.
        if not (token.text == "0" and before == "{" and tokens[i + 1].text == "}"):
            for text in integer_changes(token.text):
                yield ("constant", *where, text)
    elif token.kind == "name":
        for text in name_changes(token.text):
            yield ("name", *where, text)
        if token.text in ("break", "continue") and in_body:
            yield ("jump", *where, {"break": "continue", "continue": "break"}[token.text])
            if token.text == "break":
                yield ("jump", *where, "")
    elif token.text in BINARY and token.is_binary:
        yield ("operator", *where, BINARY[token.text])
    elif token.text in CROWDED:
        yield ("operator", *where, CROWDED[token.text])
    elif token.text in DROPPED and not token.spaced_behind:
        yield ("operator", *where, "")
    elif token.text == "-" and token.spaced_before and not token.spaced_behind:
        yield ("operator", *where, "")


def changes(tokens):
    bodies = function_bodies(tokens)
    for i, token in enumerate(tokens):
        in_body = bodies[i] or token.in_define
        yield from token_changes(tokens, i, in_body)
        if not in_body or i + 1 >= len(tokens):
            continue
        if token.text == "if" and tokens[i + 1].text == "(":
            close = matching(tokens, i + 1)
            yield ("negated", tokens[i + 1].end, tokens[close].start, None)
        if token.text == "return" and tokens[i + 1].text != ";":
            end = next(j for j in range(i, len(tokens)) if tokens[j].text == ";")
            if end > i + 2:
                yield ("returned", tokens[i + 1].start, tokens[end].start, "0")
    for start in statement_starts(tokens, bodies):
        end = statement_end(tokens, start)
        if end is not None:
            yield ("deleted", tokens[start].start, tokens[end].start, "")


def shown(text):
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."


def mutants_of(path, source):
    """All mutants of a file, in the order of their places."""
    found = []
    counts = {}
    for rule, start, end, replacement in sorted(changes(tokenize(source)), key=lambda change: change[1:3]):
        original = source[start:end]
        if replacement is None:
            replacement = f"!({original})"
        line_start = source.rfind("\n", 0, start) + 1
        text = source[line_start : source.find("\n", start)].strip()
        same = (text, rule, original, replacement)
        counts[same] = counts.get(same, 0) + 1
        found.append(
            Mutant(
                path,
                source.count("\n", 0, start) + 1,
                text,
                counts[same],
                rule,
                shown(original),
                shown(replacement) or "nothing",
                start,
                end,
                replacement,
            )
        )
    return found
