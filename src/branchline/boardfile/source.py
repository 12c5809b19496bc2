"""The text of a board file as parsed TOML, refused early if it is too large to be a board."""

import tomllib
from collections.abc import Iterable
from typing import Any

from branchline.boardfile.mistakes import FormMistake
from branchline.boardfile.problems import Problem, line_of_key, not_toml, unsound

SIZE = 256 * 1024  # characters; the largest board that a game can hold takes a tenth
DOTS = 200  # in one line: the parser takes very long for keys of very many parts
DEPTH = 8  # tables and lists within each other
LARGEST = 2**63  # below which TOML has whole numbers
DIGITS = 18  # of the longest of those


def parse(text: str, source: str) -> dict[str, Any]:
    """The parsed text; raises `BoardError` if it is no TOML, or too large or too deep for a board."""
    if len(text) > SIZE:
        raise unsound(source, [Problem(1, "file", FormMistake.LONG_FILE(n=len(text), most=SIZE), source)])
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > DOTS:
            raise unsound(source, [Problem(number, "TOML", FormMistake.MANY_DOTS(most=DOTS), source)])
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise _too_deep(source, 1) from None
    except ValueError as error:
        raise unsound(source, [not_toml(text, source, str(error))]) from None
    for name, value in data.items():
        if _is_deeper(value, DEPTH - 1):
            raise _too_deep(source, line_of_key(name, text))
        if _has_giant(value):
            raise unsound(source, [Problem(line_of_key(name, text), "TOML", FormMistake.GIANT(most=DIGITS), source)])
    return data


def _too_deep(source: str, line: int) -> Exception:
    return unsound(source, [Problem(line, "TOML", FormMistake.TOO_DEEP(most=DEPTH), source)])


def _inside(value: object) -> Iterable[object]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _is_deeper(value: object, levels: int) -> bool:
    return any(levels == 0 or _is_deeper(entry, levels - 1) for entry in _inside(value))


def _has_giant(value: object) -> bool:
    return (isinstance(value, int) and abs(value) >= LARGEST) or any(map(_has_giant, _inside(value)))
