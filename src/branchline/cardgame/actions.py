"""The actions of the Card Game, and the one place outside the rules that knows their numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from branchline.actions import (
    Action,
    ActionSpace,
    Done,
    Draw,
    DrawDeck,
    DrawTickets,
    KeepTickets,
    Name,
    Pass,
    WithLocomotives,
    by_number,
)
from branchline.boardfile.cards import CARDS, COLOURS
from branchline.cardgame import limits
from branchline.cardgame.board import CardGame
from branchline.cardgame.limits import OFFER
from branchline.cardgame.rules import actions as numbers
from branchline.engine import actions as shared

MOST_CARDS = limits.MOST_CARDS  # of a colour in one row
MOST_LOCOMOTIVES = limits.MOST_LOCOMOTIVES


@dataclass(frozen=True, slots=True, init=False, repr=False)
class LayThree(Action):
    """Lay one card of each of three colours."""

    colours: tuple[str, ...]

    def __init__(self, *colours: str) -> None:
        known = {colour: i for i, colour in enumerate(COLOURS)}
        object.__setattr__(self, "colours", tuple(sorted(colours, key=lambda colour: known.get(colour, len(known)))))

    def __repr__(self) -> str:
        return f"LayThree({', '.join(map(repr, self.colours))})"

    def text(self, name: Name = by_number) -> str:
        """The action in words."""
        return f"lay {', '.join(f'1 {colour}' for colour in self.colours)}"


@dataclass(frozen=True, slots=True)
class LayRow(Action):
    """Begin to lay a row with so many cards of a colour; its locomotives are said next."""

    words = "lay {0.n} {0.colour} ..."
    colour: str
    n: int


@dataclass(frozen=True, slots=True)
class Complete(Action):
    """Choose a ticket to complete, by its number in the game; then others, or done."""

    ticket: int

    def text(self, name: Name = by_number) -> str:
        """The action in words."""
        return f"complete {name('ticket', self.ticket)} ..."


@dataclass(frozen=True, slots=True)
class CompleteBest(Action):
    """Complete the best set of tickets."""

    words = "complete best"


def named_actions(board: CardGame, name: Name) -> ActionSpace:
    """The actions of a game, with its names."""
    return _space(len(board.tickets)).named(name)


def action_space(board: np.ndarray[Any, Any]) -> ActionSpace:
    """The actions of the game that a position is of, whose facts are its `board`."""
    return _space(int(board[0].n_tickets))


@lru_cache(8)
def _space(tickets: int) -> ActionSpace:
    return ActionSpace(dict(_numbered(tickets)), numbers.ACTIONS)


def _numbered(tickets: int) -> Iterator[tuple[int, Action]]:
    yield from ((shared.TAKE + kind, Draw(card)) for kind, card in enumerate(CARDS))
    yield shared.DRAW_BLIND, DrawDeck()
    yield shared.DRAW_TICKETS, DrawTickets()
    yield shared.PASS, Pass()
    yield from ((shared.WITH + n, WithLocomotives(n)) for n in range(MOST_LOCOMOTIVES + 1))
    yield shared.DONE, Done()
    yield numbers.COMPLETE_BEST, CompleteBest()
    for subset in range(1 << OFFER):
        yield shared.KEEP_SET + subset, KeepTickets(*(i for i in range(OFFER) if subset >> i & 1))
    for i, colours in enumerate(combinations(COLOURS, 3)):
        yield numbers.LAY_THREE + i, LayThree(*colours)
    for c, colour in enumerate(COLOURS):
        yield from ((numbers.LAY_ROW + numbers.ROW * c + n, LayRow(colour, n)) for n in range(1, MOST_CARDS + 1))
    yield from ((numbers.TICKET + ticket, Complete(ticket)) for ticket in range(tickets))
