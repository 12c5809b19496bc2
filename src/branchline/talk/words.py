"""Small words of the table: numbers, lists and sentences."""

from collections.abc import Sequence

from branchline.names import at_least

Lines = list[str]


def number(n: int, noun: str) -> str:
    """A number of things: "1 train", "2 trains"."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a sentence lists them: "a, b and c"."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def keep_example(least: int) -> str:
    """How a person may say which tickets they keep."""
    return f"keep {' '.join(str(i + 1) for i in range(max(1, least)))}"


def keep_line(least: int, offered: int) -> str:
    """What is asked of a person to whom tickets are offered."""
    other = "keep all" if least else "keep all, or keep none"
    return f"Keep {at_least(least)} of these {offered}. For example: {keep_example(least)}. Or: {other}."


def sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!", ":")) else text + "."
