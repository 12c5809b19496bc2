"""The words of a study's report in every language, and what things of a board are called in them."""

import json
import re
from functools import cache
from importlib.resources import files

from branchline.boards import AnyBoard
from branchline.sentences import LANGUAGES, number, sentence
from branchline.study.figures import Estimate, Spread

PAIR = re.compile(r"([^–]+)–([^\d(]+?)( \(.+\)| \d+)?")  # a route, with its colour of a double, or a ticket
COLOUR = re.compile(r"(?<=\()[a-z]+")
HARD_SPACE = "\u00a0"


@cache
def messages(language: str) -> dict[str, str]:
    """Every message of a language."""
    text = files(__package__).joinpath("languages", f"{language}.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


class Words:
    """Says things in one language."""

    def __init__(self, language: str = LANGUAGES[0]) -> None:
        self.language = language
        self._messages = messages(language)

    def __call__(self, key: str, **values: str | int) -> str:
        return sentence(self._messages[key], values, self.language)

    def named(self, family: str, name: str) -> str:
        """The word for one of a family, such as an event; one that has none is called as it is."""
        return self._messages.get(f"{family}.{name}", name.replace("_", " "))

    def number(self, value: float, decimals: int = 0, is_signed: bool = False) -> str:
        """A number as the language writes it."""
        return number(value, self.language, decimals, is_signed)

    def share(self, value: float) -> str:
        """A share in whole percents."""
        return f"{self.number(100 * value)}{HARD_SPACE}%"

    def percent(self, one: Estimate) -> str:
        """A share with its interval."""
        return f"{self.share(one.value)} ({self.number(100 * one.low)}–{self.number(100 * one.high)})"

    def range(self, low: float, high: float, decimals: int = 0, is_signed: bool = False) -> str:
        """From one number to another."""
        return self("range", low=self.number(low, decimals, is_signed), high=self.number(high, decimals, is_signed))

    def in_a_hundred(self, one: Estimate) -> str:
        """A difference of shares with its interval."""
        return f"{self.number(100 * one.value, 1, True)} ({self.range(100 * one.low, 100 * one.high, 1, True)})"

    def spread(self, one: Spread) -> str:
        """The middle of something, and its range."""
        return f"{self.number(one.middle)} ({self.range(one.low, one.high)})"


class Names:
    """What the things of one board are called in a language."""

    def __init__(self, board: AnyBoard, words: Words) -> None:
        cities = getattr(board, "cities", ())
        self._cities: dict[str, str] = {city.name: city.names.get(words.language, city.name) for city in cities}
        self._words = words

    def city(self, name: str) -> str:
        """A city."""
        return self._cities.get(name, name)

    def pair(self, name: str) -> str:
        """A route or a ticket."""
        found = PAIR.fullmatch(name)
        if not found:
            return name
        rest = COLOUR.sub(lambda colour: self._words.named("colour", colour[0]), found[3] or "")
        return f"{self.city(found[1])}–{self.city(found[2])}{rest}"
