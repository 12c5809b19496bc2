"""The table of the Card Game as a bot sees it: tickets with the cards they still lack."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from branchline.actions import Action
from branchline.boardfile.cards import COLOURS
from branchline.cardgame.contents import bits
from branchline.cardgame.notation import CardNotation
from branchline.cardgame.view import card_view
from branchline.position import Position
from branchline.table import Cards, Table


@dataclass(frozen=True)
class TicketSeen:
    """A ticket: what it is worth, the cards it asks for, and those of them that are not laid yet."""

    number: int
    name: str
    points: int
    asks: Cards
    lacks: Cards


class CardTable(Table):
    """The table of the Card Game."""

    def __init__(self, notation: CardNotation, seen: Position) -> None:
        names = [f"player {seat}" for seat in range(seen.players)]
        super().__init__(notation, seen, card_view(notation, names, seen, seen.player, with_moves=False))
        self._names = notation

    @cached_property
    def laid(self) -> Cards:
        """The player's cards of each colour in the yard and on the platform."""
        s = self.seen.plain
        return {c: s.platform[self.me][kind] + s.yard[self.me][kind] for kind, c in enumerate(COLOURS)}

    @cached_property
    def tickets(self) -> list[TicketSeen]:
        """The player's own tickets that are not completed."""
        return [self._ticket(number) for number in bits(self.seen.plain.tickets[self.me])]

    @cached_property
    def offer(self) -> list[TicketSeen]:
        """The tickets to choose from, in the order in which `KeepTickets` counts them."""
        return [self._ticket(number) for number in bits(self.seen.plain.offer[self.me])]

    def _ticket(self, number: int) -> TicketSeen:
        board = self.seen.board[0]
        word = int(board.need[number])
        asks = {colour: word >> 8 * kind & 255 for kind, colour in enumerate(COLOURS)}
        lacks = {colour: n - self.laid[colour] for colour, n in asks.items() if n > self.laid[colour]}
        asked = {colour: n for colour, n in asks.items() if n}
        return TicketSeen(number, self._names.tickets[number], int(board.ticket_value[number]), asked, lacks)

    def what_if(self, move: Action) -> CardTable:
        """The table right after a move, before chance does its part."""
        return CardTable(self._names, self.after(move))
