"""The table as a bot sees it, in names: what every kind of game has; each kind adds its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from branchline.actions import Action
from branchline.boardfile.cards import CARDS
from branchline.notation import Notation
from branchline.position import Position
from branchline.view import Seat, View

Cards = dict[str, int]


class Table:
    """What the player to move sees; `moves` are the legal actions, and one of them is what a bot returns."""

    def __init__(self, notation: Notation, seen: Position, view: View) -> None:
        self.notation, self.seen, self.view = notation, seen, view
        self.me = seen.player
        self.turn = view.turn
        self.display, self.deck_size = view.display, view.deck_size
        self.hand: Cards = {card: view.hand.get(card, 0) for card in CARDS}
        self.moves: list[Action] = [notation.actions.action(number) for number in seen.legal()]

    @property
    def mine(self) -> Any:
        """What everybody knows of this player: score, number of cards and tickets, and what the kind adds."""
        return self.view.seats[self.me]

    @property
    def rivals(self) -> Sequence[Seat]:
        """What everybody knows of the others, in the order in which they play."""
        seats = self.view.seats
        return [seats[(self.me + i) % len(seats)] for i in range(1, len(seats))]

    def words(self, move: Action) -> str:
        """A move in words, with the board's names."""
        return self.notation.actions.text(move)

    def after(self, move: Action) -> Position:
        """The position right after a move, before chance does its part."""
        after = self.seen.copy()
        after.apply(self.notation.actions.number(move))
        return after
