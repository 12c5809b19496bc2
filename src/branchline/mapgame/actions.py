"""The actions of the map games, and the one place outside the rules that knows their numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
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
from branchline.boardfile.cards import CARDS
from branchline.engine import actions as shared
from branchline.engine.limits import KINDS
from branchline.mapgame import limits
from branchline.mapgame.board import Board
from branchline.mapgame.rules import actions as numbers

EXCHANGE = "exchange"
MOST_LOCOMOTIVES = limits.LENGTH  # in one payment


@dataclass(frozen=True, slots=True)
class PutDown(Action):
    """Put a card down for the exchange under way."""

    words = "put down {0.card}"
    card: str


@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    """Take the cards for a tunnel back."""

    words = "withdraw"


@dataclass(frozen=True, slots=True)
class PickTicket(Action):
    """Pick a ticket of the pack, by its place in it; the first is 0."""

    place: int

    def text(self, name: Name = by_number) -> str:
        """The action in words; people count from 1."""
        return f"pick #{self.place + 1}"


@dataclass(frozen=True, slots=True)
class TakeFestival(Action):
    """Take the cards of a festival, by its number on the board."""

    festival: int

    def text(self, name: Name = by_number) -> str:
        """The action in words."""
        return f"take {name('festival', self.festival)}"


@dataclass(frozen=True, slots=True)
class NeutralTakes(Action):
    """Let the neutral player take the first or the second route of a double."""

    second: bool

    def text(self, name: Name = by_number) -> str:
        """The action in words."""
        return f"neutral takes the {'second' if self.second else 'first'} route"


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """Claim a route, by its number on the board, for cards of a kind or in an exchange."""

    route: int
    how: str

    def what(self, name: Name = by_number) -> str:
        """What is paid for, in words."""
        return f"claim {name('route', self.route)}"

    def text(self, name: Name = by_number) -> str:
        """The action in words."""
        return f"{self.what(name)} {_by(self.how)}"


@dataclass(frozen=True, slots=True)
class BuildStation(Action):
    """Build a station in a city, by its number on the board, for cards of a kind."""

    city: int
    how: str

    def what(self, name: Name = by_number) -> str:
        """What is paid for, in words."""
        return f"build station {name('city', self.city)}"

    def text(self, name: Name = by_number) -> str:
        """The action in words."""
        return f"{self.what(name)} {_by(self.how)}"


Paid = Claim | BuildStation


def _by(how: str) -> str:
    return "by exchange" if how == EXCHANGE else f"with {how}"


def claimed_route(action: Action) -> int | None:
    """The route that an action claims, if it claims one."""
    return action.route if isinstance(action, Claim) else None


def named_actions(board: Board, name: Name) -> ActionSpace:
    """The actions of a board, with its names."""
    fields = board.rules
    picks = fields.start_tickets if fields.draft_keep else 0
    cities = len(board.cities) if fields.stations else 0
    return _space(len(board.routes), cities, picks, len(board.festivals), bool(fields.neutral_trains)).named(name)


def action_space(board: np.ndarray[Any, Any]) -> ActionSpace:
    """The actions of the board that a position is played on, which is its `board`."""
    b = board[0]
    picks = int(b.start_tickets) if b.draft_keep else 0
    cities = int(b.n_cities) if b.stations else 0
    return _space(int(b.n_routes), cities, picks, int(b.n_festivals), bool(b.neutral_trains))


@lru_cache(64)
def _space(routes: int, cities: int, picks: int, festivals: int, is_neutral: bool) -> ActionSpace:
    first_build = numbers.CLAIM + numbers.HOWS * routes
    actions = dict(_single(picks, festivals, is_neutral))
    for subset in range(1 << limits.OFFER):
        actions[shared.KEEP_SET + subset] = KeepTickets(*(i for i in range(limits.OFFER) if subset >> i & 1))
    for route in range(routes):
        for how, word in enumerate((*CARDS, EXCHANGE)):
            actions[numbers.CLAIM + numbers.HOWS * route + how] = Claim(route, word)
    for city in range(cities):
        for kind, card in enumerate(CARDS):
            actions[first_build + KINDS * city + kind] = BuildStation(city, card)
    return ActionSpace(actions, first_build + KINDS * cities)


def _single(picks: int, festivals: int, is_neutral: bool) -> Iterator[tuple[int, Action]]:
    """The actions below the subsets of an offer."""
    yield from ((shared.TAKE + kind, Draw(card)) for kind, card in enumerate(CARDS))
    yield shared.DRAW_BLIND, DrawDeck()
    yield shared.DRAW_TICKETS, DrawTickets()
    yield shared.PASS, Pass()
    yield from ((shared.WITH + n, WithLocomotives(n)) for n in range(MOST_LOCOMOTIVES + 1))
    yield from ((numbers.CARD + kind, PutDown(card)) for kind, card in enumerate(CARDS))
    yield shared.DONE, Done()
    yield numbers.WITHDRAW, Withdraw()
    yield from ((numbers.PICK_TICKET + place, PickTicket(place)) for place in range(picks))
    yield from ((numbers.TAKE_FESTIVAL + festival, TakeFestival(festival)) for festival in range(festivals))
    yield from ((numbers.NEUTRAL_ROUTE + i, NeutralTakes(bool(i))) for i in range(2 if is_neutral else 0))
