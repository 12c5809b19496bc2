"""Options of a board, chosen by name and value."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from branchline.boardfile.fields import Longest
from branchline.boardfile.problems import BoardError
from branchline.boardfile.words import nearest, show

SWITCH = {"on": "true", "yes": "true", "off": "false", "no": "false"}


@dataclass(frozen=True, slots=True)
class Option:
    """A rule field that may take another value; the first value is the board's own."""

    name: str
    values: tuple[object, ...]
    about: Annotated[str, Longest(400)]


def key(value: object) -> str:
    """A value of an option as it is written in `sets` and on a command line."""
    return value if isinstance(value, str) else show(value)


def choose(board: str, known: Sequence[Option], wanted: Mapping[str, object]) -> dict[str, object]:
    """The options that differ from the board's own, as values of their own type."""
    options = {option.name: option for option in known}
    chosen: dict[str, object] = {}
    wrong: list[str] = []
    for name, value in wanted.items():
        if name not in options:
            wrong.append(f"the board {board} has no option {name!r}; {choices(name, options)}")
            continue
        picked = [own for own in options[name].values if _means(value, own)]
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
    return choices(key(given), [key(value) for value in option.values])


def choices(word: str, known: Iterable[str]) -> str:
    """The end of an error message: the name that was meant, and all there are."""
    all_known = ", ".join(known)
    near = nearest(word, known)
    meant = f"did you mean {near!r}? " if near else ""
    return f"{meant}choose from: {all_known}" if all_known else "it has none"
