"""Tickets by name: their texts, and how a choice among them is written and read."""

import re
from collections.abc import Sequence

from branchline.boards.board import Ticket
from branchline.boards.cardgame import CardTicket
from branchline.errors import MoveError
from branchline.notation.words import Places


class TicketNames:
    """The names of a game's tickets, and of the cities on them."""

    def __init__(self, tickets: Sequence[Ticket | CardTicket], places: Places) -> None:
        self.places = places
        self.names = [f"{ticket.a}–{ticket.b} {ticket.points}" for ticket in tickets]
        self._ends = [(ticket.a, ticket.b) for ticket in tickets]

    def listed(self, tickets: Sequence[int]) -> str:
        """Tickets as a move names them."""
        return "; ".join(self.names[t] for t in tickets) or "none"

    def kept(self, offer: Sequence[int], subset: int) -> list[int]:
        """The tickets of an offer that a subset of it has."""
        return [t for i, t in enumerate(offer) if subset >> i & 1]

    def find(self, text: str, among: Sequence[int]) -> int | None:
        """The ticket that a text names; its cities may stand in either order where only one ticket joins them."""
        a, b, _ = self.places.parse_pair(text)
        ends = (self.places.names[a], self.places.names[b])
        same = [t for t in among if self._ends[t] == ends]
        return next(iter(same or (t for t in among if self._ends[t] == ends[::-1])), None)

    def parse_subset(self, offer: Sequence[int], text: str) -> int:
        """A subset of an offer from words: all, none, numbers, or names."""
        if text in ("all", "none"):
            return (1 << len(offer)) - 1 if text == "all" else 0
        subset = 0
        for part in re.split(r"[;,]| and (?=\d)|(?<=\d) (?=#?\d)", text):
            subset |= 1 << self.parse_offered(offer, part.strip())
        return subset

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
