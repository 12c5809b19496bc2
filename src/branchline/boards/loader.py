"""Loads a board by its name or from a file."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from branchline.boards.board import Board, Option, Rules
from branchline.boards.check import Problem, examine
from branchline.boards.reader import Draft, key
from branchline.boards.rule_checks import check_rules
from branchline.boards.words import nearest

SHIPPED = Path(__file__).parent
SUFFIX = ".toml"
SWITCH = {"on": "true", "yes": "true", "off": "false", "no": "false"}


class BoardError(ValueError):
    """A board that cannot be played on; `problems` has every mistake in its file."""

    def __init__(self, message: str, problems: Iterable[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


def names() -> list[str]:
    """The boards that come with Branchline."""
    return sorted(path.stem for path in SHIPPED.glob(f"*{SUFFIX}"))


def variants(name_or_path: str | Path) -> list[dict[str, object]]:
    """The options of a board's variants: none, and each other value of each option alone."""
    options = load(name_or_path).options
    return [{}, *({option.name: value} for option in options for value in option.values[1:])]


def load(name_or_path: str | Path, options: Mapping[str, object] | None = None) -> Board:
    """The board of that name or in that file, with the options chosen; `tickets` are those in play."""
    path = _find(name_or_path)
    draft, problems = examine(_text(path), path.name)
    if draft is None or problems:
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        raise BoardError("\n".join([f"the board {path.name} has {count}:", *map(str, problems)]), problems)
    chosen = _chosen(draft.board, options or {})
    rules = _rules(draft, chosen)
    tickets = tuple(ticket for ticket in draft.board.tickets if ticket.deck in rules.ticket_decks)
    return replace(draft.board, rules=rules, tickets=tickets, chosen=chosen)


def _find(name_or_path: str | Path) -> Path:
    if isinstance(name_or_path, str) and name_or_path in names():
        return SHIPPED / f"{name_or_path}{SUFFIX}"
    path = Path(name_or_path)
    with suppress(OSError, ValueError):  # a text that cannot be a path at all
        if path.is_file():
            return path
    what = "file" if path.suffix == SUFFIX else "board"
    raise BoardError(
        f"there is no {what} {str(name_or_path)!r}; {_choices(path.stem, names())}, or give a {SUFFIX} file"
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BoardError(f"cannot read {path}: {error}; a board is a text file in UTF-8") from error


def _chosen(board: Board, wanted: Mapping[str, object]) -> dict[str, object]:
    """The options that differ from the board's own, as values of their own type."""
    options = {option.name: option for option in board.options}
    chosen: dict[str, object] = {}
    wrong: list[str] = []
    for name, value in wanted.items():
        if name not in options:
            wrong.append(f"the board {board.name} has no option {name!r}; {_choices(name, options)}")
            continue
        picked = [known for known in options[name].values if _means(value, known)]
        if not picked:
            wrong.append(f"option {name} cannot be {key(value)!r}; {_values(value, options[name])}")
        elif picked[0] != options[name].values[0]:
            chosen[name] = picked[0]
    if wrong:
        raise BoardError("\n".join(wrong))
    return chosen


def _means(given: object, known: object) -> bool:
    """Whether a value, or a text such as "5" or "on", is this value of an option."""
    written = key(given).strip().casefold()
    return written == key(known).casefold() or (isinstance(known, bool) and SWITCH.get(written) == key(known))


def _values(given: object, option: Option) -> str:
    return _choices(key(given), [key(value) for value in option.values])


def _choices(word: str, known: Iterable[str]) -> str:
    all_known = ", ".join(known)
    near = nearest(word, known)
    meant = f"did you mean {near!r}? " if near else ""
    return f"{meant}choose from: {all_known}" if all_known else "it has none"


def _rules(draft: Draft, chosen: Mapping[str, object]) -> Rules:
    rules = draft.board.rules
    for name, value in chosen.items():
        rules = replace(rules, **draft.sets[name][key(value)])
    if wrong := [f"{wrong}; {right}" for _, wrong, right in check_rules(draft.board, rules)]:
        together = " and ".join(f"{name}={key(value)}" for name, value in chosen.items())
        raise BoardError(f"{together} do not go together on the board {draft.board.name}: {' '.join(wrong)}")
    return rules
