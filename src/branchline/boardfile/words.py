"""How messages write values, and how they find the name that was meant."""

import difflib
from collections.abc import Iterable
from typing import TypedDict

MANY = 12  # names that a message may list
LONG = 60  # characters of a value that a message shows


def show(value: object) -> str:
    """A value as TOML writes it, shortened if it is long; what cannot be seen is written as its number."""
    text = _toml(value)
    return text if len(text) <= LONG else f"{text[: LONG - 2]}…{text[-1]}"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{visible(value[: LONG + 1])}"'
    if isinstance(value, list | tuple | set | frozenset):
        return f"[{', '.join(show(entry) for entry in list(value)[:LONG])}]"
    if isinstance(value, dict):
        entries = (f"{visible(str(key))} = {show(entry)}" for key, entry in list(value.items())[:LONG])
        return "{ " + ", ".join(entries) + " }" if value else "{}"
    if isinstance(value, int) and value.bit_length() > 4 * LONG:
        return "a huge number "
    return visible(str(value))


def visible(text: str) -> str:
    """A text in which every character can be seen."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


def nearest(word: object, known: Iterable[str]) -> str | None:
    """The known name that a wrong one was most likely meant to be."""
    names = {name.casefold(): name for name in known}
    written = word if isinstance(word, str) else show(word)
    near = difflib.get_close_matches(written[:LONG].casefold(), names, 1)
    return names[near[0]] if near else None


class Instead(TypedDict):
    """Names to write in place of a wrong one, and how many."""

    n: int
    names: str


def suggest(word: object, known: Iterable[str]) -> Instead:
    """What to write in place of a wrong name: the nearest, or one of all if none is near."""
    names = list(known)
    if near := nearest(word, names):
        return {"n": 1, "names": show(near)}
    shown = ", ".join(map(show, names[:MANY])) + (", …" if len(names) > MANY else "")
    return {"n": len(names), "names": shown}
