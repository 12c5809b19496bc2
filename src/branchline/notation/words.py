"""Reading and writing names: train cards, cities, counts."""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from branchline.boards.board import CARDS, LOCOMOTIVE
from branchline.errors import MoveError

DASHES = "-–—‐‑"
_PLAIN = str.maketrans({"ø": "o", "æ": "ae", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "ł": "l", "’": "'"})


def plain(text: str) -> str:
    """Lower case without accents, so that "Alborg" finds Ålborg."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).split())


def counted(counts: Sequence[int]) -> str:
    """Counts of cards in words: "3 red, 1 locomotive"."""
    return ", ".join(f"{n} {name}{_plural(name, n)}" for name, n in zip(CARDS, counts, strict=True) if n)


def in_words(cards: Mapping[str, int]) -> str:
    """Cards by name in words: "3 red, 1 locomotive"."""
    return counted([cards.get(name, 0) for name in CARDS])


def _plural(name: str, n: int) -> str:
    return "s" if name == LOCOMOTIVE and n != 1 else ""


def points(n: int) -> str:
    """A number of points in words."""
    return f"{n} point" if n == 1 else f"{n} points"


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of an error message: the nearest known word, or nothing."""
    found = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean {found[0]}?)" if found else ""


def parse_card(word: str) -> int:
    """The kind of card that a word means; "loco", "locomotives" and any beginning will do."""
    text = plain(word)
    for kind, name in enumerate(CARDS):
        if text == name or text == name + "s":
            return kind
    begun = [kind for kind, name in enumerate(CARDS) if name.startswith(text)] if text else []
    if text == "loco" or text == "locos":
        return CARDS.index("locomotive")
    if len(begun) == 1:
        return begun[0]
    raise MoveError(f"there is no card {word!r}{nearest(text, CARDS)}; the cards are {', '.join(CARDS)}")


def parse_payment(text: str) -> list[int]:
    """Counts of cards from words: "4 red", "red 4" or "3 red, 1 locomotive"; a count left out is 0 for all."""
    counts = [0] * len(CARDS)
    pairs = re.findall(r"(\d+)\s*(?:x\s*)?([^\W\d_]+)|([^\W\d_]+)\s*(\d+)", re.sub(r"[,;&+]|\band\b", " ", text))
    for number, word, word_first, number_last in pairs:
        if len(number or number_last) > 2:
            raise MoveError(
                f"nobody can pay {number or number_last} {word or word_first}; there are 14 at most of a kind"
            )
        counts[parse_card(word or word_first)] += int(number or number_last)
    rest = re.sub(r"(\d+)\s*(?:x\s*)?([^\W\d_]+)|([^\W\d_]+)\s*(\d+)|[,;&+]|\band\b|\s", "", text)
    if rest or not pairs:
        raise MoveError(f"cannot read the cards {text!r}; write for example '3 red, 1 locomotive'")
    return counts


def cheapest(hand: Sequence[int], length: int, kind: int) -> list[int]:
    """A set of a colour with as few locomotives as the hand allows."""
    payment = [0] * len(CARDS)
    payment[kind] = min(int(hand[kind]), length)
    payment[-1] += length - payment[kind]
    return payment


class Places:
    """The cities of a board by name, with or without accents."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._plain = sorted(((plain(name), i) for i, name in enumerate(names)), key=lambda pair: -len(pair[0]))

    def parse_city(self, text: str) -> tuple[int, str]:
        """A city at the start of a text, and what follows it."""
        city, rest = self._parse(plain(text))
        return city, rest.strip()

    def parse_pair(self, text: str) -> tuple[int, int, str]:
        """Two cities at the start of a text, and what follows them."""
        first, rest = self._parse(plain(text))
        rest = re.sub(rf"^\s*(?:[{DASHES}]|to\b)?\s*", "", rest)
        second, rest = self._parse(rest)
        return first, second, rest.strip()

    def _parse(self, text: str) -> tuple[int, str]:
        for name, city in self._plain:
            if text.startswith(name) and not text[len(name) : len(name) + 1].isalpha():
                return city, text[len(name) :]
        word = re.split(rf"[\d(,:]|\s[{DASHES}]\s|[–—]", text)[0].strip()
        near = difflib.get_close_matches(word, [name for name, _ in self._plain], n=1, cutoff=0.5)
        hint = f" (did you mean {self.names[dict(self._plain)[near[0]]]}?)" if near else ""
        raise MoveError(f"there is no city {word!r} on this board{hint}")
