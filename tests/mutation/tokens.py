"""C source as tokens: what mutations see. Comments are dropped, and so are directives other than the bodies of
#define; strings and characters are tokens that no rule changes."""

import re
from dataclasses import dataclass

PATTERN = re.compile(
    r"""
    (?P<space>[ \t\r\f\v]+|\\\n)
  | (?P<newline>\n)
  | (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<text>(?:u8|[LuU])?"(?:\\.|[^"\\\n])*"|(?:[LuU])?'(?:\\.|[^'\\\n])*')
  | (?P<number>\.?[0-9](?:[eEpP][+-]|[\w.])*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<operator><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#\#|[-+*/%&|^!~<>=?:;,.(){}\[\]\#])
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(\w+)")
DEFINE = re.compile(r"[ \t]*#[ \t]*define[ \t]+\w+(\([^)]*\))?")


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int
    spaced_before: bool  # white space or the begin of a line stands before it
    spaced_behind: bool
    in_define: bool

    @property
    def end(self):
        return self.start + len(self.text)

    @property
    def is_binary(self):
        """clang-format sets operators with two operands, and only those, between spaces."""
        return self.spaced_before and self.spaced_behind


def directive_end(source, start):
    """The end of the logical line that begins at `start`."""
    end = source.find("\n", start)
    while end != -1 and source[end - 1] == "\\":
        end = source.find("\n", end + 1)
    return len(source) if end == -1 else end


def tokenize(source):
    tokens = []
    position, define_end, line_begins = 0, 0, True
    while position < len(source):
        if line_begins and position >= define_end and (directive := DIRECTIVE.match(source, position)):
            end = directive_end(source, position)
            if directive[1] != "define":
                position = end
                continue
            position, define_end = DEFINE.match(source, position).end(), end
        match = PATTERN.match(source, position)
        kind = match.lastgroup
        if kind not in ("space", "newline", "comment"):
            before, behind = source[match.start() - 1 : match.start()], source[match.end() : match.end() + 1]
            tokens.append(
                Token(
                    kind,
                    match[0],
                    match.start(),
                    before in " \n\t",
                    behind in " \n\t",
                    match.start() < define_end,
                )
            )
        line_begins = kind == "newline" or (line_begins and kind in ("space", "comment"))
        position = match.end()
    return tokens
