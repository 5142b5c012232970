"""Functions and constants read from the C sources, as expression trees. It knows the little of C that the lane
headers' arithmetic is written in, and stops at anything else."""
import pathlib
import re

TOP = pathlib.Path(__file__).resolve().parents[2]
TOKEN = re.compile(r"\s*(?:(0[xX][0-9a-fA-F]+|\d+)[uUlL]*|([A-Za-z_]\w*)|('.')|(<<|>>|<=|>=|==|!=|&&|\|\||.))")
TYPES = {"const", "static", "unsigned", "int", "short", "char", "long", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
         "int16_t", "int32_t", "int64_t", "size_t", "vec32", "vec64", "v128_t", "bool"}
LEVELS = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"], ["+", "-"],
          ["*", "/", "%"]]


class Unreadable(Exception):
    """Something in the C that this reader does not know."""


def text_of(path):
    text = (TOP / path).read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)
    return text.replace("\\\n", " ")


def is_type(name):
    return name in TYPES or re.fullmatch(r"__m(128|256|512)i|u?int\d+x\d+(x\d)?_t", name or "") is not None


def tokens_of(text):
    tokens, at = [], 0
    text = text.strip()
    while at < len(text):
        match = TOKEN.match(text, at)
        number, name, character, mark = match.groups()
        tokens.append(("number", int(number, 0)) if number else ("name", name) if name else
                      ("number", ord(character[1])) if character else ("mark", mark))
        at = match.end()
    return tokens


class Parser:
    """Trees: ("number", n), ("name", x), ("call", f, [arguments]), ("cast", type, x), (operator, x, …)."""

    def __init__(self, text):
        self.tokens, self.at = tokens_of(text), 0

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ("end", "")

    def take(self, value=None):
        token = self.peek()
        if value is not None and token[1] != value:
            raise Unreadable(f"expected {value!r}, found {token[1]!r}")
        self.at += 1
        return token

    def type_name(self):
        names = []
        while self.peek()[0] == "name" and is_type(self.peek()[1]):
            names.append(self.take()[1])
        while self.peek()[1] in ("*", "const"):
            names.append(self.take()[1])
        return " ".join(name for name in names if name not in ("const", "static"))

    def expression(self):
        condition = self.level(0)
        if self.peek()[1] != "?":
            return condition
        self.take("?")
        yes = self.expression()
        self.take(":")
        return ("?", condition, yes, self.expression())

    def level(self, n):
        if n == len(LEVELS):
            return self.unary()
        left = self.level(n + 1)
        while self.peek()[0] == "mark" and self.peek()[1] in LEVELS[n]:
            operator = self.take()[1]
            left = (operator, left, self.level(n + 1))
        return left

    def unary(self):
        kind, value = self.peek()
        if value in ("-", "~", "!", "*", "&"):
            self.take()
            return ("unary" + value, self.unary())
        if value == "(":
            self.take()
            if self.peek()[0] == "name" and is_type(self.peek()[1]):
                type_name = self.type_name()
                self.take(")")
                return ("cast", type_name, self.unary())
            inside = self.expression()
            self.take(")")
            return inside
        if kind == "number":
            return ("number", self.take()[1])
        if kind != "name":
            raise Unreadable(f"unexpected {value!r}")
        name = self.take()[1]
        if self.peek()[1] != "(":
            return ("name", name)
        self.take("(")
        arguments = []
        while self.peek()[1] != ")":
            arguments.append(self.expression())
            if self.peek()[1] != ")":
                self.take(",")
        self.take(")")
        return ("call", name, arguments)

    def statements(self):
        """[("set", name, tree), ("return", tree), ("if", condition, statement)…]"""
        found = []
        while self.peek()[0] != "end":
            found += self.statement()
        return found

    def statement(self):
        kind, value = self.peek()
        if value == "__asm__":
            while self.take()[1] != ";":
                pass
            return []
        if value == "return":
            self.take()
            tree = self.expression()
            self.take(";")
            return [("return", tree)]
        if value == "if":
            self.take()
            self.take("(")
            condition = self.expression()
            self.take(")")
            return [("if", condition, self.statement())]
        if is_type(value):
            self.type_name()
        found = []
        while True:
            target = self.unary()
            operator = self.take()[1]
            if operator in "+-*&|^" and self.peek()[1] == "=":
                self.take("=")
                found.append(("set", target, (operator, target, self.expression())))
            elif operator == "=":
                found.append(("set", target, self.expression()))
            else:
                raise Unreadable(f"expected an assignment, found {operator!r}")
            if self.take()[1] == ";":
                return found


class Source:
    """The functions and macros of some files; of several with the same name the first."""

    def __init__(self, *paths):
        self.paths = paths
        self.texts = [text_of(path) for path in paths]

    def function(self, name):
        """(parameter names, statements); a macro is one return statement."""
        for text in self.texts:
            define = re.search(rf"^#define {name}\(([^)]*)\)\s+(.*)$", text, re.MULTILINE)
            if define:
                return [p.strip() for p in define[1].split(",")], [("return", Parser(define[2]).expression())]
            start = re.search(rf"^(?:V_INLINE|static)\b[^;{{}}()]*?\b{name}\(([^)]*)\)\s*\{{", text, re.MULTILINE)
            if start:
                depth, at = 1, start.end()
                while depth:
                    depth += {"{": 1, "}": -1}.get(text[at], 0)
                    at += 1
                parameters = [p.split()[-1].lstrip("*") for p in start[1].split(",") if p.strip() not in ("", "void")]
                return parameters, Parser(text[start.end():at - 1]).statements()
        return None

    def constant(self, name):
        for text in self.texts:
            found = re.search(rf"^#define {name}\s+(.*)$", text, re.MULTILINE)
            if found:
                return Parser(found[1]).expression()
        return None
