"""In which line of a TOML text each key and each entry of a list stands.

The text is known to be sound TOML (`tomllib` has read it), so the scanner only follows keys and brackets.
"""

import re
from typing import NamedTuple

Path = tuple[str | int, ...]

TOKEN = re.compile(
    r'''(?P<skip>[ \t\r]+|\#[^\n]*)
    | (?P<newline>\n)
    | (?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\])*"|'[^']*')
    | (?P<sign>[\[\]{}=,])
    | (?P<bare>[^\s\[\]{}=,"'#]+)''',
    re.VERBOSE | re.DOTALL,
)
DOTTED = re.compile(r'"(?:\\.|[^"\\])*"' + r"|'[^']*'|[^.\s]+")


class Token(NamedTuple):
    kind: str
    text: str
    line: int


def lines(text: str) -> dict[Path, int]:
    """The line, from 1, of every key and list entry, by its path from the top."""
    return Scanner(text).scan()


class Scanner:
    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.at = 0
        self.found: dict[Path, int] = {}
        self.lists: dict[Path, int] = {}  # how many entries a [[list]] has so far

    def scan(self) -> dict[Path, int]:
        table: Path = ()
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.kind == "newline":
                self.at += 1
            elif token.text == "[":
                table = self.header()
            else:
                self.pair(table)
        return self.found

    def header(self) -> Path:
        line, doubled = self.tokens[self.at].line, self.tokens[self.at + 1].text == "["
        self.at += 2 if doubled else 1
        path = self.inside_lists(self.key("]"))
        self.at += 1 if doubled else 0
        if doubled:
            count = self.lists.get(path, 0)
            self.lists[path] = count + 1
            path = (*path, count)
        self.note(path, line)
        return path

    def inside_lists(self, key: Path) -> Path:
        """A header's key as a path: below a [[list]] it means the list's latest entry."""
        path: Path = ()
        for i, part in enumerate(key):
            path = (*path, part)
            if path in self.lists and i < len(key) - 1:
                path = (*path, self.lists[path] - 1)
        return path

    def pair(self, table: Path) -> None:
        line = self.tokens[self.at].line
        path = (*table, *self.key("="))
        self.note(path, line)
        self.value(path)

    def key(self, end: str) -> Path:
        """The parts of a dotted key, up to and past the sign that ends it."""
        written = ""
        while self.tokens[self.at].text != end:
            written += self.tokens[self.at].text
            self.at += 1
        self.at += 1
        return tuple(_unquoted(part) for part in DOTTED.findall(written))

    def value(self, path: Path) -> None:
        token = self.tokens[self.at]
        self.at += 1
        if token.text == "[":
            self.entries(path)
        elif token.text == "{":
            self.pairs(path)
        else:
            while self.at < len(self.tokens) and self.tokens[self.at].kind == "bare":  # a date and its time
                self.at += 1

    def entries(self, path: Path) -> None:
        count = 0
        while (token := self.tokens[self.at]).text != "]":
            if token.kind == "newline" or token.text == ",":
                self.at += 1
                continue
            self.note((*path, count), token.line)
            self.value((*path, count))
            count += 1
        self.at += 1

    def pairs(self, path: Path) -> None:
        while (token := self.tokens[self.at]).text != "}":
            if token.kind == "newline" or token.text == ",":
                self.at += 1
            else:
                self.pair(path)
        self.at += 1

    def note(self, path: Path, line: int) -> None:
        for end in range(1, len(path) + 1):
            self.found.setdefault(path[:end], line)


def _tokens(text: str) -> list[Token]:
    tokens, line = [], 1
    for match in TOKEN.finditer(text):
        if match.lastgroup != "skip":
            tokens.append(Token(match.lastgroup or "", match.group(), line))
        line += match.group().count("\n")
    return tokens


def _unquoted(part: str) -> str:
    return part[1:-1] if part[0] in "\"'" else part
