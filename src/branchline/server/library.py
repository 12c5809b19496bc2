"""The boards that a service knows: those that come with Branchline, files named at its start, and what old games keep.

A request names a board; it never names a file. A game keeps the text of its board by fingerprint, so that a board that
is changed later does not change it.
"""

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from branchline import boards
from branchline.boardfile.options import choices
from branchline.boardfile.problems import BoardError
from branchline.boards import AnyBoard
from branchline.errors import SetupError

_OWN: dict[str, Path] = {}  # boards of the operator
_TEXTS: dict[str, tuple[str, str]] = {}  # name and text by fingerprint
_LENT: dict[str, str] = {}  # fingerprints of boards of visitors, by the names under which they are played here
MOST_LENT = 500
MOST_OF_A_NAME = 30  # characters that a lent board keeps of its own name


def add(paths: Iterable[str]) -> None:
    """Offer the boards in some files too."""
    for path in paths:
        name = boards.load(Path(path)).name
        if name in boards.names() or _OWN.get(name, Path(path)) != Path(path):
            raise SetupError(f"there are two boards called {name!r}; give the one in {path} another name")
        _OWN[name] = Path(path)


def names() -> list[str]:
    """The boards that can be played."""
    return sorted([*boards.names(), *_OWN])


def has(name: str) -> bool:
    """Whether a board can be played under this name, listed or lent by a visitor."""
    return name in _LENT or name in names()


def lend(text: str) -> str:
    """Take a visitor's board, if it is sound, and say under which name it is played here; nobody else is shown it."""
    board = boards.loads(text, "board.toml")
    name = f"{board.name[:MOST_OF_A_NAME]}-{_fingerprint(text)[:8]}"
    keep(name, text)
    return name


def current(name: str) -> str:
    """The fingerprint of a board as it is now; it stays the same while the service runs."""
    return _LENT.get(name) or _listed(name)


@cache
def _listed(name: str) -> str:
    if name not in names():
        raise BoardError(f"there is no board {name[:60]!r}; {choices(name[:60], names())}")
    return keep(name, boards.text(_OWN.get(name, name)))


def keep(name: str, text: str) -> str:
    """Know a board by the fingerprint of its text, which is returned, and one that is not listed by its name too."""
    fingerprint = _fingerprint(text)
    _TEXTS[fingerprint] = name, text
    if name not in names():
        _LENT.pop(name, None)
        _LENT[name] = fingerprint
        while len(_LENT) > MOST_LENT:
            del _LENT[next(iter(_LENT))]
    return fingerprint


def _fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def knows(fingerprint: str) -> bool:
    """Whether the board with a fingerprint is at hand."""
    return fingerprint in _TEXTS or fingerprint in map(current, names())


def text_of(fingerprint: str) -> str:
    """The text of a board that is at hand."""
    return _TEXTS[fingerprint][1]


def load(fingerprint: str, options: Mapping[str, object]) -> AnyBoard:
    """A board that is at hand, with the options chosen."""
    if not knows(fingerprint):
        raise BoardError(f"there is no board with the fingerprint {fingerprint!r} at hand")
    name, text = _TEXTS[fingerprint]
    return boards.loads(text, f"{name}.toml", options)


def find(name: str, options: Mapping[str, object]) -> AnyBoard:
    """A board as it is now, by its name."""
    return load(current(name), options)
