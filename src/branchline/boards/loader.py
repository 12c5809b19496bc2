"""Loads a board by its name or from a file."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from branchline.boards.board import Board, Rules
from branchline.boards.cardgame import CardGame, is_cardgame, read_cardgame
from branchline.boards.check import examine
from branchline.boards.options import choices, choose
from branchline.boards.problems import BoardError, unsound
from branchline.boards.reader import Draft, key
from branchline.boards.rule_checks import check_rules

FOLDERS = (Path(__file__).parent, Path(__file__).parent / "cards")
SUFFIX = ".toml"
AnyBoard = Board | CardGame


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
    """The board of that name or in that file, with the options chosen; `tickets` are those in play."""
    path = _find(name_or_path)
    text = _text(path)
    return (read_cardgame if is_cardgame(text) else _read_map)(text, path.name, options or {})


def load_map(name_or_path: str | Path, options: Mapping[str, object] | None = None) -> Board:
    """The same for a board that must have a map."""
    board = load(name_or_path, options)
    if not isinstance(board, Board):
        raise BoardError(f"{board.title} has no map")
    return board


def _read_map(text: str, source: str, options: Mapping[str, object]) -> Board:
    draft, problems = examine(text, source)
    if draft is None or problems:
        raise unsound(source, problems)
    chosen = choose(draft.board.name, draft.board.options, options)
    rules = _rules(draft, chosen)
    tickets = tuple(ticket for ticket in draft.board.tickets if ticket.deck in rules.ticket_decks)
    return replace(draft.board, rules=rules, tickets=tickets, chosen=chosen)


def _find(name_or_path: str | Path) -> Path:
    shipped = _shipped()
    if isinstance(name_or_path, str) and name_or_path in shipped:
        return shipped[name_or_path]
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
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BoardError(f"cannot read {path}: {error}; a board is a text file in UTF-8") from error


def _rules(draft: Draft, chosen: Mapping[str, object]) -> Rules:
    rules = draft.board.rules
    for name, value in chosen.items():
        rules = replace(rules, **draft.sets[name][key(value)])
    if wrong := [f"{wrong}; {right}" for _, wrong, right in check_rules(draft.board, rules)]:
        together = " and ".join(f"{name}={key(value)}" for name, value in chosen.items())
        raise BoardError(f"{together} do not go together on the board {draft.board.name}: {' '.join(wrong)}")
    return rules
