"""A table to try the rules at: cards and routes are put where a test wants them, chance does what it says.

Every card that is put somewhere comes from the deck, so that there are always 110. Players count from 0.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from branchline.boardfile.cards import CARDS
from branchline.boards import load_map as load
from branchline.engine import phases
from branchline.errors import MoveError
from branchline.kinds import MAP_GAME
from branchline.mapgame.board import Board
from branchline.mapgame.contents import bits
from branchline.mapgame.notation import MapNotation
from branchline.mapgame.rules import actions as numbers
from branchline.mapgame.rules.pack import pack
from branchline.mapgame.view import MapView
from branchline.names import counted
from branchline.notation import chance_label
from branchline.position import Position
from branchline.view import Cards
from branchline.view import cards as named
from branchline.warm import prepare

FIVE_COLOURS = {"purple": 1, "white": 1, "blue": 1, "yellow": 1, "orange": 1}
Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Box:
    """What comes out of a game's box: its board, and the names of everything on it."""

    board: Board
    notation: MapNotation


@cache
def box(name: str, **options: object) -> Box:
    """A game that comes with Branchline."""
    board = load(name, options)
    return Box(board, MapNotation(board))


@cache
def with_route(name: str, route: str, **changes: Any) -> Box:
    """A game in which one route is another: a tunnel, a ferry."""
    board, notation = box(name).board, box(name).notation
    index = notation.routes.index(route)
    routes = list(board.routes)
    routes[index] = replace(routes[index], **changes)
    changed = replace(board, routes=tuple(routes))
    return Box(changed, MapNotation(changed))


@cache
def packed(game: Box) -> Array:
    """The board as the compiled rules read it."""
    prepare(MAP_GAME)
    return pack(game.board)


@cache
def start(game: Box, players: int) -> Position:
    """A game before its first card is dealt."""
    return Position.start(MAP_GAME.engine, packed(game), players)


class Table:
    """A game in its first turn: nobody holds anything, five colours lie in the display."""

    def __init__(self, game: str | Box, players: int = 2, **options: object) -> None:
        self.box = box(game, **options) if isinstance(game, str) else game
        self.board, self.notation = self.box.board, self.box.notation
        self.players = players
        self.position = start(self.box, players).copy()
        self.record.phase = phases.TURN
        self.record.turn = 1
        self.record.to_deal = 0
        self.display(**FIVE_COLOURS)

    @classmethod
    def at_setup(cls, game: str | Box, players: int = 2, **options: object) -> "Table":
        """A game before its first card is dealt."""
        table = cls(game, players, **options)
        table.position = start(table.box, players).copy()
        return table

    @property
    def record(self) -> np.record:
        """The game itself."""
        return self.position.record

    # Putting things where a test wants them

    def hand(self, player: int, **cards: int) -> None:
        """Give a player exactly these cards."""
        self._put(self.record.hand[player], cards)

    def display(self, **cards: int) -> None:
        """Lay out exactly these cards."""
        self._put(self.record.display, cards)

    def piles(self, deck: Mapping[str, int], discards: Mapping[str, int] | None = None, rest_to: int = -1) -> None:
        """Make deck and discards exactly these cards; the rest joins a player's hand (-1: the last one's)."""
        s = self.record
        self._put(s.discards, discards or {})
        holder = rest_to % self.players
        s.hand[holder] += s.deck - _counts(deck)
        s.deck[:] = _counts(deck)
        self._count()

    def discards(self, **cards: int) -> None:
        """Let exactly these cards lie in the discards."""
        self._put(self.record.discards, cards)

    def _put(self, place: Array, cards: Mapping[str, int]) -> None:
        self.record.deck += place - _counts(cards)
        place[:] = _counts(cards)
        self._count()

    def _count(self) -> None:
        s = self.record
        assert (s.deck >= 0).all(), f"more cards than there are: {dict(zip(CARDS, s.deck.tolist(), strict=True))}"
        s.hand_size[:] = s.hand.sum(axis=1)
        for pile in ("deck", "discards", "display"):
            s[f"{pile}_size"] = s[pile].sum()
        s.shown = sum(1 << kind for kind in range(len(CARDS)) if s.display[kind])
        s.known[:] = 0
        s.blind[:] = s.hand
        s.fresh[:] = s.deck + s.hand.sum(axis=0)

    def built(self, player: int, *names: str) -> None:
        """Let a player have claimed these routes: trains, points and closed doubles included."""
        for name in names:
            r = self.route(name)
            length = self.board.routes[r].length
            _set_bit(self.record.owned[player], r)
            self.record.trains[player] -= length
            self.record.score[player] += self.board.rules.points[length]
            for q in range(self.players):
                _clear_bit(self.record.open[q], r)
                if q == player or self.players < self.board.rules.both_doubles_from:
                    for twin in self._twins(r):
                        _clear_bit(self.record.open[q], twin)

    def close_routes(self, *left_open: str) -> None:
        """Let there be no route left for anybody, except these."""
        self.record.open[:] = 0
        for player in range(self.players):
            for name in left_open:
                _set_bit(self.record.open[player], self.route(name))

    def _twins(self, r: int) -> list[int]:
        one = self.board.routes[r]
        free = self.board.rules.unequal_doubles == "free"
        return [
            i
            for i, other in enumerate(self.board.routes)
            if {one.a, one.b} == {other.a, other.b} and not (free and one.length != other.length)
        ]

    def tickets(self, player: int, *names: str) -> None:
        """Give a player exactly these tickets to keep."""
        s = self.record
        s.ticket_deck[:] |= s.tickets[player]
        s.tickets[player] = 0
        for name in names:
            _set_bit(s.tickets[player], self.ticket(name))
        s.ticket_deck[:] &= ~s.tickets[player]
        s.ticket_count[player] = len(names)
        s.ticket_deck_size = len(bits(s.ticket_deck))

    def ticket_deck(self, *names: str) -> None:
        """Make the ticket deck exactly these, in unknown order; the rest is in the box."""
        s = self.record
        s.removed[:] |= s.ticket_deck
        s.ticket_deck[:] = 0
        for name in names:
            _set_bit(s.ticket_deck, self.ticket(name))
        s.removed[:] &= ~s.ticket_deck
        s.ticket_deck_size = len(names)

    def route(self, name: str) -> int:
        """A route's number; its cities in either order, with its colour if it is one of two."""
        pair, _, colour = name.partition(" (")
        found = [
            i
            for i, route in enumerate(self.board.routes)
            if {route.a, route.b} == set(pair.split("–")) and self.notation.routes[i].endswith(colour)
        ]
        assert len(found) == 1, f"{name} is {len(found)} routes"
        return found[0]

    def ticket(self, name: str) -> int:
        """A ticket's number, from its cities."""
        return [f"{ticket.a}–{ticket.b}" for ticket in self.board.tickets].index(name)

    # What lies where

    def holds(self, player: int) -> Cards:
        """The cards in a player's hand."""
        return named(self.record.hand[player])

    @property
    def in_display(self) -> Cards:
        """The cards in the display."""
        return named(self.record.display)

    @property
    def in_deck(self) -> Cards:
        """The cards in the deck."""
        return named(self.record.deck)

    @property
    def in_discards(self) -> Cards:
        """The cards in the discards."""
        return named(self.record.discards)

    def owns(self, player: int, route: str) -> bool:
        """Whether a player has claimed a route."""
        return self.route(route) in bits(self.record.owned[player])

    def keeps(self, player: int) -> set[str]:
        """The tickets that a player has kept."""
        return {f"{t.a}–{t.b}" for t in map(self.board.tickets.__getitem__, bits(self.record.tickets[player]))}

    @property
    def asks(self) -> str:
        """Whom the game waits for: "player 0", "chance: display" or "over"."""
        if self.position.is_over:
            return "over"
        if self.position.is_chance:
            return f"chance: {chance_label(self.position)[0]}"
        return f"player {self.position.player}"

    def view(self, player: int) -> MapView:
        """What a player may know."""
        names = [f"Player {p}" for p in range(self.players)]
        return MAP_GAME.view(self.notation, names, self.position.seen_by(player), player)

    # What players do

    def play(self, text: str) -> None:
        """Make a move given in words; a wrong one changes nothing."""
        self.position = self.notation.read(self.position, text).after
        self._recount()

    def cannot(self, text: str) -> None:
        """Make sure that a move is refused because of the rules, not because it cannot be read."""
        before = self.position.states.tobytes()
        with pytest.raises(MoveError) as refused:
            self.play(text)
        assert refused.value.rule or "is not legal" in str(refused.value), refused.value
        assert self.position.states.tobytes() == before

    def can(self, text: str) -> bool:
        """Whether a move is legal."""
        before = self.position
        try:
            self.play(text)
        except MoveError:
            return False
        self.position = before
        return True

    def claim(self, route: str, **cards: int) -> None:
        """Claim a route for these cards."""
        self.play(f"claim {route} for {in_words(**cards)}")

    def cannot_claim(self, route: str, **cards: int) -> None:
        """Make sure that these cards do not pay for a route."""
        self.cannot(f"claim {route} for {in_words(**cards)}")

    def take(self, card: str, refill: str | None = None) -> None:
        """Take a card from the display, and let chance lay another."""
        self.play(f"draw {card}")
        if refill:
            self.laid(refill)

    def draw(self, card: str) -> None:
        """Draw from the deck, and let chance make it this card."""
        self.play("draw deck")
        self.dealt(card)

    def draw_two(self) -> None:
        """Spend a turn on two cards from the deck, whatever they are."""
        for _ in range(2):
            self.play("draw deck")
            while self.position.is_chance:
                self.position.apply(self.position.outcomes()[0][0])

    def draw_tickets(self, *tickets: str) -> None:
        """Draw tickets, and let chance make it these."""
        self.play("draw tickets")
        self.offered(*tickets)

    def keep(self, *tickets: str) -> None:
        """Keep these of the tickets offered."""
        self.play(f"keep {'; '.join(tickets) or 'none'}")

    def turn_of(self, player: int) -> None:
        """Make it a player's turn."""
        self.record.player = player

    # What chance does

    def laid(self, *cards: str) -> None:
        """Let chance lay these into the display, one by one."""
        self._chance("display", cards)

    def turned(self, *cards: str) -> None:
        """Let chance turn these up for a tunnel, one by one."""
        self._chance("turned", cards)

    def dealt(self, *cards: str) -> None:
        """Let chance deal the player these, one by one."""
        self._chance("deal", cards)

    def offered(self, *tickets: str) -> None:
        """Let chance deal the player these tickets, one by one."""
        self._chance("tickets", tickets)

    def _chance(self, what: str, outcomes: tuple[str, ...]) -> None:
        for text in outcomes:
            assert self.asks == f"chance: {what}"
            outcome = self.notation.parse_outcome(self.position, text)
            assert outcome in dict(self.position.outcomes()), f"{text} cannot turn up"
            self.position.apply(outcome)
            self._recount()

    def _recount(self) -> None:
        """Make sure that no card was lost or made, and that every pile's size is right."""
        s = self.record
        piles = s.deck + s.discards + s.display + s.paid + s.turned
        assert (piles + s.hand.sum(axis=0)).tolist() == self.position.board[0].cards.tolist()
        assert s.hand_size.tolist() == s.hand.sum(axis=1).tolist()
        for pile in ("discards", "display", "paid"):
            assert s[f"{pile}_size"] == s[pile].sum(), pile
        assert s.deck_size == s.deck.sum() + s.extras, "deck"

    def may_turn_up(self) -> dict[str, int]:
        """What chance may do next, each with its weight."""
        return {
            self.notation.outcome_text(self.position, outcome).rstrip(" 0123456789"): weight
            for outcome, weight in self.position.outcomes()
        }

    # Everything that is legal

    def payments(self, route: str) -> set[str]:
        """Every payment that claims a route for the player, in words; each can be made in one way only."""
        first = numbers.CLAIM + numbers.HOWS * self.route(route)
        found = [payment for how in range(numbers.HOWS) for payment in self._paid(self.position, first + how)]
        assert len(found) == len(set(found))
        return set(found)

    def _paid(self, before: Position, action: int) -> Iterator[str]:
        if not before.is_legal(action):
            return
        after = before.copy()
        after.apply(action)
        if self.notation.is_mid_move(after):
            assert after.legal(), "a payment that was begun can be finished"
            for more in after.legal():
                yield from self._paid(after, more)
        else:
            player = self.position.player
            yield counted((self.record.hand[player] - after.record.hand[player]).tolist())


def in_words(**cards: int) -> str:
    """Cards as a move names them: "3 red, 1 locomotive"."""
    return counted(_counts(cards).tolist())


def _counts(cards: Mapping[str, int]) -> Array:
    assert set(cards) <= set(CARDS), f"no such card: {set(cards) - set(CARDS)}"
    return np.array([cards.get(name, 0) for name in CARDS], np.int8)


def _set_bit(mask: Array, i: int) -> None:
    mask[i // 64] |= np.uint64(1 << i % 64)


def _clear_bit(mask: Array, i: int) -> None:
    mask[i // 64] &= ~np.uint64(1 << i % 64)
