"""Small words of the table: numbers, lists and sentences."""

from collections.abc import Sequence

Lines = list[str]


def number(n: int, noun: str) -> str:
    """A number of things: "1 train", "2 trains"."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a sentence lists them: "a, b and c"."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!", ":")) else text + "."
