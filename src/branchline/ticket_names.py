"""Tickets by name: their texts, and how a choice among them is written and read."""

import re
from collections.abc import Sequence

from branchline.boardfile.board import AnyTicket
from branchline.errors import MoveError
from branchline.names import Places, plain


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
