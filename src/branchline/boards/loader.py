"""Loads a board by its name, from a file or from a text, and checks it."""

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from branchline.boardfile.board import AnyBoard
from branchline.boardfile.draft import Draft
from branchline.boardfile.mistakes import FormMistake
from branchline.boardfile.options import choices, key
from branchline.boardfile.problems import BoardError, Problem, line_of_key, unsound
from branchline.boardfile.source import SIZE, parse
from branchline.boardfile.words import show, suggest
from branchline.kind import Kind
from branchline.kinds import KINDS, kind_of, map_of
from branchline.mapgame.board import Board

FOLDERS = (Path(__file__).parent, Path(__file__).parent / "cards")
SUFFIX = ".toml"


def names() -> list[str]:
    """The boards that come with Branchline."""
    return sorted(_shipped())


def variants(name_or_path: str | Path) -> list[dict[str, object]]:
    """The options of a board's variants: none, and each other value of each option alone."""
    options = load(name_or_path).options
    return [{}, *({option.name: value} for option in options for value in option.values[1:])]


def _shipped() -> dict[str, Path]:
    return {path.stem: path for folder in FOLDERS for path in folder.glob(f"*{SUFFIX}")}


def load(name_or_path: str | Path, options: Mapping[str, object] | None = None) -> AnyBoard:
    """The board of that name or in that file, with the options chosen; `tickets` are those in play.

    Examples:
        >>> from branchline import boards
        >>> board = boards.load("usa", {"ticket_decks": "1910"})
        >>> board.title, len(board.tickets)
        ('USA', 35)
    """
    path = _find(name_or_path)
    if path.parent not in FOLDERS:
        return loads(_text(path), path.name, options)
    return _load_shipped(path, tuple((name, key(value)) for name, value in (options or {}).items()))


@lru_cache(64)
def _load_shipped(path: Path, options: tuple[tuple[str, str], ...]) -> AnyBoard:
    return loads(_text(path), path.name, dict(options))


def loads(text: str, source: str, options: Mapping[str, object] | None = None) -> AnyBoard:
    """The board in a text, whoever wrote it; `source` is what messages call it."""
    kind, draft, problems = _examine(text, source)
    if problems:
        raise unsound(source, problems)
    return kind.choose(draft, options or {})


def carried(board: AnyBoard) -> str:
    """The text from which a board can be made again anywhere; empty if it is shipped, or not as its file had it."""
    if not board.text or board.name in _shipped():
        return ""
    return board.text if loads(board.text, board.name, board.chosen) == board else ""


def text(name_or_path: str | Path) -> str:
    """The text of the board of that name or in that file."""
    return _text(_find(name_or_path))


def load_shipped(name: str, options: Mapping[str, object] | None = None) -> AnyBoard:
    """The board of that name that comes with Branchline; for names from records and requests, which name no files."""
    if name not in _shipped():
        raise BoardError(f"there is no board {name[:60]!r}; {choices(name[:60], names())}")
    return load(name, options)


def load_map(name_or_path: str | Path, options: Mapping[str, object] | None = None) -> Board:
    """The same as `load` for a board that must have a map."""
    board = load(name_or_path, options)
    with_map = map_of(board)
    if with_map is None:
        raise BoardError(f"{board.title} has no map; name a board that has one")
    return with_map


def check(text: str, source: str) -> list[Problem]:
    """Every problem in the text of a board file, in the order of its lines; none: the board is sound.

    Examples:
        >>> from branchline import boards
        >>> wrong = boards.text("nordic").replace("trains = 40", "trains = 400")
        >>> print(boards.check(wrong, "mine.toml")[1])
        mine.toml:12: rules.trains: 400 is out of range; write a number from 1 to 60
    """
    try:
        return _examine(text, source)[2]
    except BoardError as error:
        return list(error.problems)


def _examine(text: str, source: str) -> tuple[Kind, Draft[Any], list[Problem]]:
    """The kind of game in a text, its board, and every problem; raises `BoardError` if it cannot be read at all."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    data = parse(text, source)
    name = data.get("kind", "map")
    if not isinstance(name, str) or name not in KINDS:
        said = FormMistake.NO_KIND(name=show(name), **suggest(name, KINDS))
        raise unsound(source, [Problem(line_of_key("kind", text), "kind", said, source, ("kind",))])
    draft, problems = KINDS[name].examine(data, text, source)
    return KINDS[name], replace(draft, text=text), [*_borrowed_name(draft, text, source), *problems]


def _borrowed_name(draft: Draft[Any], text: str, source: str) -> list[Problem]:
    """The problem of a board that has the name of a shipped one, but is another."""
    name = draft.board.name
    path = _shipped().get(name)
    if path is None or (shipped := _text(path)) == text or _examine(shipped, name)[1] == draft:
        return []
    said = FormMistake.BORROWED_NAME(name=show(name), other=f"my-{name}")
    return [Problem(line_of_key("name", text), "name", said, source, ("name",))]


def fingerprint(board: AnyBoard) -> str:
    """A short hash of a board's cities, routes and tickets; records and services know a board by it."""
    return hashlib.sha256("\n".join(kind_of(board).facts(board)).encode()).hexdigest()[:8]


def _find(name_or_path: str | Path) -> Path:
    shipped = _shipped()
    if str(name_or_path) in shipped:
        return shipped[str(name_or_path)]
    path = Path(name_or_path)
    with suppress(OSError, ValueError):  # a text that cannot be a path at all
        if path.is_file():
            return path
    what = "file" if path.suffix == SUFFIX else "board"
    raise BoardError(
        f"there is no {what} {str(name_or_path)!r}; {choices(path.stem, names())}, or give a {SUFFIX} file"
    )


def _text(path: Path) -> str:
    try:
        with path.open(encoding="utf-8-sig") as file:
            return file.read(SIZE + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise BoardError(f"cannot read {path}: {error}; a board is a text file in UTF-8") from error
