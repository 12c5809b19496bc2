"""A board as its file has it, and what the values of its options make of it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from branchline.boardfile.options import choose, key
from branchline.boardfile.problems import BoardError, Finding

B = TypeVar("B")
Changes = Mapping[str, Any]  # rule fields and the values that an option's value gives them
CheckRules = Callable[[Any, Any], Iterator[Finding]]  # what is wrong with some rules on a board


@dataclass(frozen=True)
class Draft(Generic[B]):
    """A board as its file has it, all decks included, and what each value of each option changes."""

    board: B
    sets: Mapping[str, Mapping[str, Changes]]  # by option and by its value as `key` writes it
    text: str = field(default="", compare=False)  # of the file


def with_options(draft: Draft[Any], options: Mapping[str, object], check: CheckRules) -> Any:
    """The board with the options chosen and the rules that these make."""
    board = draft.board
    chosen = choose(board.name, board.options, options)
    rules = board.rules
    for name, value in chosen.items():
        rules = replace(rules, **draft.sets[name][key(value)])
    if wrong := [f"{said.wrong}; {said.right}" for _, said in check(board, rules)]:
        together = " and ".join(f"{name}={key(value)}" for name, value in chosen.items())
        raise BoardError(f"{together} do not go together on the board {board.name}: {' '.join(wrong)}")
    return replace(board, rules=rules, chosen=chosen, text=draft.text)


def wrong_by_option(draft: Draft[Any], check: CheckRules) -> Iterator[Finding]:
    """What an option's value makes wrong that is right without it."""
    board = draft.board
    own = set(check(board, board.rules))
    for name, values in draft.sets.items():
        for value, changes in values.items():
            for finding in check(board, replace(board.rules, **changes)):
                if finding not in own:
                    yield ("options", name, "sets", value), finding[1].with_option(f"{name} = {value}")
