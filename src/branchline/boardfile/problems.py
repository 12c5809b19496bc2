"""What is wrong in a board file, where, and what would be right."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from branchline.boardfile.lines import Path, lines
from branchline.boardfile.mistakes import FormMistake, Said
from branchline.boardfile.words import show, visible
from branchline.errors import BranchlineError

LONGEST = 100  # characters of an entry's name in a message
Finding = tuple[Path, Said]  # where, and what is said of it


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: its line, the entry it is in, and what is said of it."""

    line: int
    entry: str
    said: Said
    source: str = ""
    path: Path = ()  # of the entry or field, from the top of the file

    @property
    def wrong(self) -> str:
        """What is wrong, in English."""
        return self.said.wrong

    @property
    def right(self) -> str:
        """What would be right, in English."""
        return self.said.right

    def as_json(self) -> dict[str, Any]:
        """For an app, which makes a sentence of its language from the kind and the values."""
        said = self.said
        return {
            "path": list(self.path),
            "line": self.line,
            "entry": self.entry,
            "kind": said.mistake.kind,
            "values": dict(said.values),
            "field": said.field,
            "option": said.option,
            "wrong": said.wrong,
            "right": said.right,
        }

    def __str__(self) -> str:
        return f"{self.source}:{self.line}: {self.entry}: {self.wrong}; {self.right}"


class BoardError(BranchlineError):
    """A board that cannot be played on; `problems` has every mistake in its file."""

    exit_code = 3

    def __init__(self, message: str, problems: Iterable[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


def unsound(source: str, problems: list[Problem]) -> BoardError:
    """The error for a file with problems in it."""
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    return BoardError("\n".join([f"the board {source} has {count}:", *map(str, problems)]), problems)


def not_toml(text: str, source: str, message: str) -> Problem:
    """The problem of a text that is no TOML, from what the parser says."""
    reason, _, place = message.partition(" (at ")
    found = re.match(r"line (\d+)", place)
    line = int(found[1]) if found else len(text.splitlines()) or 1
    return Problem(line, "TOML", FormMistake.NOT_TOML(reason=reason), source)


class Report:
    """The findings about one file, of which the first about an entry hides what only follows from it."""

    def __init__(self, data: dict[str, Any], lists: str) -> None:
        self.data = data
        self.lists = lists  # the table that has the lists of the board
        self.findings: dict[Finding, None] = {}
        self.spoilt: set[Path] = set()
        self.is_cut = False  # whether a list is so long that not all of it was read

    def add(self, path: Path, said: Said) -> None:
        """Notes a mistake in the way an entry is written."""
        self.findings[path, said] = None
        self.spoilt.add(self._entry(path))

    def extend(self, findings: Iterable[Finding]) -> None:
        """Notes mistakes in what entries say, except where an entry could not be read rightly."""
        for finding in findings:
            if self._entry(finding[0]) not in self.spoilt:
                self.findings[finding] = None

    def problems(self, text: str, source: str) -> list[Problem]:
        """All findings with their lines, in the order of the text."""
        if not self.findings:
            return []
        where = lines(text)
        problems = [Problem(line_of(path, where), self._name(path), said, source, path) for path, said in self.findings]
        return sorted(problems, key=lambda problem: problem.line)

    def _entry(self, path: Path) -> Path:
        return path[:3] if path[0] == self.lists else path[:2]

    def _name(self, path: Path) -> str:
        if path[0] == self.lists and len(path) > 2:
            name = f"{path[1]}[{path[2]}] {_called(self.data[self.lists][path[1]][path[2]])}".strip()
        else:
            name = ".".join(map(str, path[1:2] if path[0] == self.lists and len(path) > 1 else path[:2]))
        return visible(name[:LONGEST])


def line_of(path: Path, where: Mapping[Path, int]) -> int:
    """The line of a path, or of what it lies in if it is missing from the text."""
    while path and path not in where:
        path = path[:-1]
    return where.get(path, 1)


def line_of_key(name: str, text: str) -> int:
    """The first line that begins with a key, in a text whose lines cannot be told yet."""
    lines = text.split("\n")
    return next((i for i, line in enumerate(lines, 1) if line.lstrip("[ \t\"'").startswith(name)), 1)


def _called(entry: object) -> str:
    if not isinstance(entry, dict):
        return ""
    for name in ("name", "city"):
        if name in entry:
            return _plain(entry[name])
    if isinstance(entry.get("cities"), list):
        return "/".join(map(_plain, entry["cities"][:LONGEST]))
    return "–".join(_plain(entry[end]) for end in ("a", "b") if end in entry)


def _plain(value: object) -> str:
    return value if isinstance(value, str) else show(value)
