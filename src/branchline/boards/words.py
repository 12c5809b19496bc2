"""How messages write values, and how they find the name that was meant."""

import difflib
from collections.abc import Iterable

MANY = 12  # names that a message may list


def show(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, (list, tuple, set, frozenset)):
        return f"[{', '.join(map(show, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {show(entry)}" for key, entry in value.items()) + " }"
    return str(value)


def nearest(word: object, known: Iterable[str]) -> str | None:
    """The known name that a wrong one was most likely meant to be."""
    names = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(str(word).casefold(), names, 1)
    return names[near[0]] if near else None


def suggest(word: object, known: Iterable[str]) -> str:
    """What to write in place of a wrong name: the nearest, or one of all if none is near."""
    names = list(known)
    if near := nearest(word, names):
        return f"write {show(near)}"
    shown = ", ".join(map(show, names[:MANY])) + (", …" if len(names) > MANY else "")
    return f"write one of {shown}" if names else "leave it out"
