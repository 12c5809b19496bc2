"""Reading and writing names: train cards, counts, cities, tickets."""

import difflib
import heapq
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from branchline.boardfile.board import AnyTicket
from branchline.boardfile.cards import CARDS, LOCOMOTIVE
from branchline.errors import MoveError

DASHES = "-–—‐‑"
WORDS = re.compile(r"\d+|[^\W\d_]+|\S")
LONGEST_WORD = 60  # of which a hint or an error speaks
CLOSELY_COMPARED = 12
KEPT = 200  # letters of a text that may come again
_PLAIN = str.maketrans({"ø": "o", "æ": "ae", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "ł": "l", "’": "'"})

_CARDS = {word: kind for kind, name in enumerate(CARDS) for word in (name, f"{name}s")}
_CARDS |= dict.fromkeys(("loco", "locos"), CARDS.index(LOCOMOTIVE))


def plain(text: str) -> str:
    """Lower case without accents, so that "Alborg" finds Ålborg."""
    return _plain(text) if len(text) <= KEPT else _plain.__wrapped__(text)


@lru_cache(8192)
def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).split())


def counted(counts: Sequence[int]) -> str:
    """Counts of cards in words: "3 red, 1 locomotive"."""
    return _counted(tuple(counts))


@lru_cache(4096)
def _counted(counts: tuple[int, ...]) -> str:
    return ", ".join(f"{n} {name}{_plural(name, n)}" for name, n in zip(CARDS, counts, strict=True) if n)


def in_words(cards: Mapping[str, int]) -> str:
    """Cards by name in words: "3 red, 1 locomotive"."""
    return counted([cards.get(name, 0) for name in CARDS])


def _plural(name: str, n: int) -> str:
    return "s" if name == LOCOMOTIVE and n != 1 else ""


def spelled(n: int, noun: str) -> str:
    """A small number of things, the number as a word: "three locomotives"."""
    word = ("no", "one", "two", "three", "four", "five")[n]
    return f"{word} {noun}{'' if n == 1 else 's'}"


def at_least(n: int) -> str:
    """How many must be chosen: "at least 2", or "any"."""
    return f"at least {n}" if n else "any"


def points(n: int) -> str:
    """A number of points in words."""
    return f"{n} point" if n == 1 else f"{n} points"


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of an error message: the nearest known word, or nothing."""
    word = word[:LONGEST_WORD]
    letters = _pairs(word)
    alike = heapq.nlargest(CLOSELY_COMPARED, known, key=lambda name: len(letters & _pairs(name)))
    found = difflib.get_close_matches(word, alike, n=1)
    return f" (did you mean {found[0]}?)" if found else ""


def _pairs(word: str) -> set[str]:
    """The neighbouring letters of a word: those alike have many in common, and that is quickly seen."""
    return {word[i : i + 2] for i in range(len(word) - 1)}


def parse_card(word: str) -> int:
    """The kind of card that a word means; "loco", "locomotives" and any beginning will do."""
    text = plain(word)
    if (known := _CARDS.get(text)) is not None:
        return known
    begun = [kind for kind, name in enumerate(CARDS) if name.startswith(text)] if text else []
    if len(begun) == 1:
        return begun[0]
    raise MoveError(f"there is no card {word[:LONGEST_WORD]!r}{nearest(text, CARDS)}; the cards are {', '.join(CARDS)}")


def parse_payment(text: str, deck: Sequence[int]) -> list[int]:
    """Counts of cards of a deck from words: "4 red", "red 4" or "3 red, 1 locomotive"; what is not named is 0."""
    counts = [0] * len(CARDS)
    pairs, is_clear = _counted_words(WORDS.findall(text))
    for number, word in pairs:
        kind = parse_card(word)
        if len(number) > 2:
            there = counted([n if i == kind else 0 for i, n in enumerate(deck)])
            raise MoveError(f"nobody can pay {number[:LONGEST_WORD]} {CARDS[kind]}; there are {there or 'none'}")
        counts[kind] += int(number)
    if not pairs or not is_clear:
        raise MoveError(f"cannot read the cards {text[:200]!r}; write for example '3 red, 1 locomotive'")
    return counts


def _counted_words(tokens: Sequence[str]) -> tuple[list[tuple[str, str]], bool]:
    """Each number with its word, whichever comes first, and whether nothing was left over; "x" may stand between."""
    pairs, is_clear, i = [], True, 0
    while i < len(tokens):
        one, following = tokens[i], [*tokens[i + 1 : i + 3], "", ""]
        i += 1
        if one in ",;&+" or one == "and":
            continue
        if one.isdecimal() and following[0] == "x" and _is_word(following[1]):
            pairs.append((one, following[1]))
            i += 2
        elif one.isdecimal() and _is_word(following[0]):
            pairs.append((one, following[0].removeprefix("x") or "x"))
            i += 1
        elif _is_word(one) and following[0].isdecimal():
            pairs.append((following[0], one))
            i += 1
        else:
            is_clear = False
    return pairs, is_clear


def _is_word(token: str) -> bool:
    return token.isalpha() and token != "and"


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
        self._plain = {plain(name): i for i, name in enumerate(names)}
        longest_first = sorted(self._plain, key=len, reverse=True)
        self._start = re.compile(f"({'|'.join(map(re.escape, longest_first))})(?![^\\W\\d_])")

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
        if found := self._start.match(text):
            return self._plain[found[1]], text[found.end() :]
        word = re.split(rf"[\d(,:]|\s[{DASHES}]\s|[–—]", text[:LONGEST_WORD])[0].strip()
        near = difflib.get_close_matches(word, self._plain, n=1, cutoff=0.5)
        hint = f" (did you mean {self.names[self._plain[near[0]]]}?)" if near else ""
        raise MoveError(f"there is no city {word!r} on this board{hint}")


class TicketNames:
    """The names of a game's tickets, and of the cities on them."""

    def __init__(self, tickets: Sequence[AnyTicket], places: Places) -> None:
        self.places = places
        self.names = [f"{ticket.a}–{ticket.b} {ticket.points}" for ticket in tickets]
        self.numbers = {name: t for t, name in reversed([*enumerate(self.names)])}  # the first, where names are alike
        self._plain_numbers = {plain(name): t for name, t in self.numbers.items()}
        self._ends = [(ticket.a, ticket.b) for ticket in tickets]

    def listed(self, tickets: Sequence[int]) -> str:
        """Tickets as a move names them."""
        return "; ".join(self.names[t] for t in tickets) or "none"

    def kept(self, offer: Sequence[int], places: Sequence[int]) -> list[int]:
        """The tickets at some places of an offer."""
        return [t for i, t in enumerate(offer) if i in places]

    def find(self, text: str, among: Sequence[int]) -> int | None:
        """The ticket that a text names; its cities may stand in either order where only one ticket joins them."""
        written = self.numbers.get(text, self._plain_numbers.get(text))
        if written is not None and written in among:
            return written
        a, b, _ = self.places.parse_pair(text)
        ends = (self.places.names[a], self.places.names[b])
        same = [t for t in among if self._ends[t] == ends]
        return next(iter(same or (t for t in among if self._ends[t] == ends[::-1])), None)

    def parse_places(self, offer: Sequence[int], text: str) -> list[int]:
        """Places in an offer from words: all, none, numbers, or names."""
        if text in ("all", "none"):
            return list(range(len(offer))) if text == "all" else []
        parts = re.split(r"[;,]| and (?=\d)|(?<=\d) (?=#?\d)", text)
        return [self.parse_offered(offer, part.strip()) for part in parts]

    def parse_offered(self, offer: Sequence[int], text: str) -> int:
        """The place in an offer of the ticket that a number or a name means."""
        if number := re.fullmatch(r"#?(\d\d?)", text):
            if 1 <= int(number[1]) <= len(offer):
                return int(number[1]) - 1
        elif (found := self.find(text, offer)) is not None:
            return offer.index(found)
        names = ", ".join(f"{i + 1} {self.names[t]}" for i, t in enumerate(offer))
        raise MoveError(f"{text!r} is not among the tickets offered: {names or 'none'}")

    def parse(self, text: str) -> int:
        """The ticket that a text names."""
        found = self.find(text, range(len(self.names)))
        if found is None:
            raise MoveError(f"there is no ticket {text!r} on this board")
        return found
