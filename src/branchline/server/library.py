"""The boards that a service knows: those that come with Branchline, files named at its start, uploaded ones, and what
old games keep.

A request names a board; it never names a file. A game keeps the text of its board by fingerprint, so that a board that
is changed later does not change it. An uploaded board is named together with its fingerprint: `isle@0123456789abcdef`.
"""

import hashlib
import re
from collections import OrderedDict
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
_LENT: OrderedDict[str, tuple[str, str]] = OrderedDict()  # the same of uploads and of old games, those in use last
MOST_LENT = 300
UPLOADED = re.compile(r"([a-z0-9_-]{1,60})@([0-9a-f]{16})")


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
    """Whether a board of that name can be played now."""
    return name in names() or _is_lent(name)


def _is_lent(name: str) -> bool:
    found = UPLOADED.fullmatch(name)
    return bool(found and found[2] in _LENT and _LENT[found[2]][0] == found[1])


def current(name: str) -> str:
    """The fingerprint of a board as it is now; it stays the same while the service runs."""
    return name.rpartition("@")[2] if _is_lent(name) else _current(name)


@cache
def _current(name: str) -> str:
    if name not in names():
        raise BoardError(f"there is no board {name[:60]!r}; {choices(name[:60], names())}")
    return keep(name, boards.text(_OWN.get(name, name)))


def keep(name: str, text: str) -> str:
    """Know a board by the fingerprint of its text, which is returned."""
    fingerprint = fingerprint_of(text)
    _TEXTS[fingerprint] = name, text
    return fingerprint


def lend(name: str, text: str) -> str:
    """The same for a board that need not stay at hand."""
    fingerprint = fingerprint_of(text)
    _LENT[fingerprint] = name.partition("@")[0], text
    _LENT.move_to_end(fingerprint)
    while len(_LENT) > MOST_LENT:
        _LENT.popitem(last=False)
    return fingerprint


def fingerprint_of(text: str) -> str:
    """What a board's text is known by."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def named_alike(fingerprint: str) -> str:
    """The board of this service that has a fingerprint; empty if none has."""
    return next((name for name in names() if current(name) == fingerprint), "")


def knows(fingerprint: str) -> bool:
    """Whether the board with a fingerprint is at hand."""
    return fingerprint in _LENT or fingerprint in _TEXTS or fingerprint in map(current, names())


def text_of(fingerprint: str) -> str:
    """The text of a board that is at hand."""
    return (_LENT.get(fingerprint) or _TEXTS[fingerprint])[1]


def load(fingerprint: str, options: Mapping[str, object]) -> AnyBoard:
    """A board that is at hand, with the options chosen."""
    if not knows(fingerprint):
        raise BoardError(f"there is no board with the fingerprint {fingerprint!r} at hand")
    name, text = _LENT.get(fingerprint) or _TEXTS[fingerprint]
    return boards.loads(text, f"{name}.toml", options)


def find(name: str, options: Mapping[str, object]) -> AnyBoard:
    """A board as it is now, by its name."""
    return load(current(name), options)


def name_of(board: AnyBoard) -> str:
    """What requests call a board that a record brought: one that this service does not have is lent."""
    text = boards.carried(board)
    if not text or (board.name in _OWN and current(board.name) == fingerprint_of(text)):
        return board.name
    return f"{board.name}@{lend(board.name, text)}"
