"""Sentences with slots, written as in the app, and numbers, in its six languages.

`{name}` is a value; `{n|one:# card|other:# cards}` chooses by a number, first by a form for just that one: `n0`.
"""

import re
from collections.abc import Mapping

LANGUAGES = ("en", "da", "fi", "is", "nb", "sv")
SLOT = re.compile(r"\{(\w+)((?:\|\w+:[^|}]*)*)\}")
GROUPS = {"en": ",", "da": ".", "is": "."}  # between thousands; others: a space that does not break
POINTS = {"en": "."}  # others: a comma


def slots(message: str) -> set[str]:
    """The values that a message needs."""
    return {found[1] for found in SLOT.finditer(message)}


def sentence(message: str, values: Mapping[str, str | int], language: str = "en") -> str:
    """A message with its values in it."""

    def fill(slot: re.Match[str]) -> str:
        value = values[slot[1]]
        if not slot[2]:
            return str(value)
        forms = dict(form.split(":", 1) for form in slot[2].split("|")[1:])
        form = forms.get(f"n{value}", forms.get(_plural(int(value), language), forms.get("other", "")))
        return form.replace("#", str(value))

    return SLOT.sub(fill, message)


def _plural(n: int, language: str) -> str:
    is_one = n % 10 == 1 and n % 100 != 11 if language == "is" else n == 1
    return "one" if is_one else "other"


def number(value: float, language: str = "en", decimals: int = 0, is_signed: bool = False) -> str:
    """A number as the language writes it."""
    written = f"{value:{'+' if is_signed else ''},.{decimals}f}"
    return written.translate(
        {ord(","): GROUPS.get(language, "\u00a0"), ord("."): POINTS.get(language, ","), ord("-"): "−"}
    )
