"""A table to try the Card Game at: cards and tickets are put where a test wants them, chance does what it says.

Every card that is put somewhere comes from the deck, so that there are always 96. Players count from 0.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np

from branchline import boards
from branchline.boardfile.cards import CARDS, COLOURS
from branchline.cardgame.board import CardGame
from branchline.cardgame.rules.actions import LAY_ROW, LAY_THREE, ROW, TICKET
from branchline.engine.actions import DRAW_BLIND, DRAW_TICKETS, KEEP_SET, WITH
from branchline.engine.limits import LOCO
from branchline.engine.phases import OVER, TURN
from branchline.kinds import CARD_GAME as CARD_GAME
from branchline.kinds import new_position, packed
from branchline.position import Position, stream

Array = np.ndarray[Any, Any]
Laid = tuple[int, ...]  # how many cards of each kind

FIVE_COLOURS = {"purple": 1, "white": 1, "blue": 1, "yellow": 1, "orange": 1}
ALL_CARDS = [10] * 8 + [16]
TRIPLES: list[tuple[int, ...]] = [(i, j, k) for i in range(8) for j in range(i + 1, 8) for k in range(j + 1, 8)]


@cache
def game() -> CardGame:
    """The Card Game as it comes with Branchline."""
    loaded = boards.load("cardgame")
    assert isinstance(loaded, CardGame)
    return loaded


@cache
def facts() -> Array:
    """Its facts as the compiled rules read them."""
    return packed(game())


def new_game(players: int) -> Position:
    """A game before its first card is dealt."""
    return new_position(game(), players)


def counts(cards: Mapping[str, int]) -> Array:
    """Cards by name as counts of each kind."""
    assert set(cards) <= set(CARDS), f"no such card: {set(cards) - set(CARDS)}"
    return np.array([cards.get(name, 0) for name in CARDS], np.int8)


def named(cards: Array) -> dict[str, int]:
    """Counts of each kind as cards by name."""
    return {name: int(n) for name, n in zip(CARDS, cards, strict=False) if n}


def ticket(name: str) -> int:
    """A ticket's number, from its cities in their order."""
    return [f"{t.a}–{t.b}" for t in game().tickets].index(name)


def elements(mask: Any) -> list[int]:
    """The numbers in a mask."""
    return [i for i in range(64) if int(mask) >> i & 1]


def mask_of(numbers: Iterator[int] | list[int] | set[int]) -> np.uint64:
    """A mask of some numbers."""
    return np.uint64(sum(1 << i for i in numbers))


def everywhere(s: np.record) -> Array:
    """All train cards, wherever they are."""
    total = s.deck.astype(int) + s.display + s.discards + s.hand.sum(0) + s.platform.sum(0)
    total[:LOCO] += s.yard.sum(0)
    total[LOCO] += s.on_top.sum()
    return np.asarray(total)


class Table:
    """A game in its first turn: nobody holds anything, five colours lie in the display."""

    def __init__(self, players: int = 2) -> None:
        self.players = players
        self.position = new_game(players)
        s = self.record
        s.deck[:] = ALL_CARDS
        s.hand[:] = s.known[:] = s.hand_size[:] = 0
        s.to_deal = 0
        s.turn = 1
        s.phase = TURN
        self.display(**FIVE_COLOURS)

    @property
    def record(self) -> np.record:
        """The game itself."""
        return self.position.record

    # Putting things where a test wants them

    def hand(self, player: int, **cards: int) -> None:
        """Give a player exactly these cards, unseen by the others."""
        self._put(self.record.hand[player], counts(cards))

    def platform(self, player: int, **cards: int) -> None:
        """Let exactly these cards lie on a player's platform."""
        self._put(self.record.platform[player], counts(cards))

    def display(self, **cards: int) -> None:
        """Lay out exactly these cards."""
        self._put(self.record.display, counts(cards))

    def row(self, player: int, colour: str, cards: int, locomotives: int = 0) -> None:
        """Let a row lie in a player's yard."""
        s, c = self.record, COLOURS.index(colour)
        s.deck[c] += s.yard[player, c] - cards
        s.deck[LOCO] += s.on_top[player, c] - locomotives
        s.yard[player, c], s.on_top[player, c] = cards, locomotives
        self._count()

    def deck(self, **cards: int) -> None:
        """Make the deck exactly these cards; the rest has been discarded."""
        s = self.record
        s.discards[:] += s.deck - counts(cards)
        s.deck[:] = counts(cards)
        self._count()

    def tickets(self, player: int, *names: str) -> None:
        """Give a player exactly these tickets."""
        s = self.record
        s.ticket_deck |= s.tickets[player]
        s.tickets[player] = mask_of([ticket(name) for name in names])
        s.ticket_deck &= ~s.tickets[player]
        s.ticket_count[player] = len(names)
        s.ticket_deck_size = len(elements(s.ticket_deck))

    def completed(self, player: int, *names: str) -> None:
        """Let a player have completed exactly these tickets."""
        s = self.record
        s.ticket_deck |= s.done[player]
        s.done[player] = mask_of([ticket(name) for name in names])
        s.ticket_deck &= ~s.done[player]
        s.ticket_deck_size = len(elements(s.ticket_deck))

    def turn_of(self, player: int) -> None:
        """Make it a player's turn."""
        self.record.player = player

    def last_turns(self, left: int) -> None:
        """Let the deck have run out, and so many turns be left, this one included."""
        self.deck()
        self.record.turns_left = left

    def _put(self, place: Array, cards: Array) -> None:
        self.record.deck += place - cards
        place[:] = cards
        self._count()

    def _count(self) -> None:
        s = self.record
        assert (s.deck >= 0).all(), f"more cards than there are: {s.deck}"
        s.hand_size[:] = s.hand.sum(axis=1)
        s.deck_size = s.deck.sum()
        s.display_size = s.display.sum()
        s.known[:] = 0
        s.blind[:] = s.hand
        s.fresh[:] = s.deck + s.hand.sum(axis=0)

    # What lies where

    def holds(self, player: int) -> dict[str, int]:
        """The cards in a player's hand."""
        return named(self.record.hand[player])

    def has_on_platform(self, player: int) -> dict[str, int]:
        """The cards on a player's platform."""
        return named(self.record.platform[player])

    def yard(self, player: int) -> dict[str, tuple[int, int]]:
        """The rows in a player's yard: cards of the colour, and locomotives on top."""
        s = self.record
        return {
            colour: (int(s.yard[player, c]), int(s.on_top[player, c]))
            for c, colour in enumerate(COLOURS)
            if s.yard[player, c] or s.on_top[player, c]
        }

    @property
    def in_display(self) -> dict[str, int]:
        """The cards in the display."""
        return named(self.record.display)

    @property
    def in_discards(self) -> dict[str, int]:
        """The cards in the discards."""
        return named(self.record.discards)

    # What players and chance do

    def play(self, action: int) -> None:
        """Make a legal move."""
        assert self.position.is_legal(action), f"{action} is not among {self.position.legal()}"
        self.position.apply(action)

    def can(self, action: int) -> bool:
        """Whether a move is legal."""
        return self.position.is_legal(action)

    def happens(self, *outcomes: int | str) -> None:
        """Let chance turn up these cards or tickets, one by one."""
        for outcome in outcomes:
            number = outcome if isinstance(outcome, int) else turns_up(outcome)
            assert number in dict(self.position.outcomes()), f"{outcome} cannot turn up"
            self.position.apply(number)

    def settle(self, seed: int = 0) -> None:
        """Let chance do whatever it likes until a player moves."""
        chance = stream(seed)
        while self.position.is_chance:
            self.position.apply(self.position.draw(chance))

    def draw_two(self, seed: int = 0) -> None:
        """Spend a turn on cards from the deck; when it has run out, from the display, or on tickets."""
        turn = self.position.turn
        while self.position.turn == turn and self.record.phase < OVER:
            self.play(next(a for a in [DRAW_BLIND, *range(9), DRAW_TICKETS, KEEP_SET] if self.can(a)))
            self.settle(seed)

    def lay(self, colour: str, cards: int, locomotives: int = 0) -> None:
        """Lay a row."""
        self.play(row(colour, cards))
        self.play(WITH + locomotives)

    def can_lay(self, colour: str, cards: int, locomotives: int = 0) -> bool:
        """Whether a row can be laid."""
        if not self.can(row(colour, cards)):
            return False
        after = self.position.copy()
        after.apply(row(colour, cards))
        return after.is_legal(WITH + locomotives)

    def layings(self) -> list[Laid]:
        """Every laying that the player can choose, once for every way to choose it."""
        found = [laid for action in self.position.legal() if action >= LAY_THREE for laid in self._laid(action)]
        return sorted(found)

    def _laid(self, action: int) -> Iterator[Laid]:
        player = self.position.player
        after = self.position.copy()
        after.apply(action)
        if action < LAY_ROW:
            yield tuple((self.record.hand[player] - after.record.hand[player]).tolist())
            return
        for more in after.legal():
            end = after.copy()
            end.apply(more)
            yield tuple((self.record.hand[player] - end.record.hand[player]).tolist())

    def draw_tickets(self, *names: str) -> None:
        """Draw tickets, and let chance make it these."""
        self.play(DRAW_TICKETS)
        self.happens(*map(ticket, names))

    def keep(self, *names: str) -> None:
        """Keep these of the tickets offered."""
        offered = elements(self.record.offer[self.position.player])
        self.play(KEEP_SET + sum(1 << offered.index(ticket(name)) for name in names))

    def sets_of_tickets(self) -> list[int]:
        """Every set that the player can choose to complete, once for every way to choose it."""
        return sorted(self._sets(self.position))

    def _sets(self, before: Position) -> Iterator[int]:
        player = before.player
        for action in before.legal():
            after = before.copy()
            after.apply(action)
            if action >= TICKET:
                yield from self._sets(after)
            else:
                shown = after.record.done[player] & ~before.record.done[player]
                yield int(shown | after.record.chosen[player])


def take(card: str) -> int:
    """The move that takes a card from the display."""
    return CARDS.index(card)


def row(colour: str, cards: int) -> int:
    """The move that begins to lay a row."""
    return LAY_ROW + ROW * COLOURS.index(colour) + cards


def three(*colours: str) -> int:
    """The move that lays three cards of three colours."""
    return LAY_THREE + TRIPLES.index(tuple(sorted(map(COLOURS.index, colours))))


def choose(name: str) -> int:
    """The move that chooses a ticket to complete."""
    return TICKET + ticket(name)


def turns_up(card: str) -> int:
    """The outcome in which a card turns up."""
    return CARDS.index(card)
