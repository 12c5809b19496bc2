"""The neutral player of two-player Nederland (H-NEUTRAL).

From the sixth round on, when both have had their turn, the top ticket is turned up; the line at its foot
names the route that the neutral player takes. Who holds the marker chooses where there is a choice.
"""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit
from branchline.compiler.typed import Row, int64
from branchline.engine.phases import NEUTRAL, TURN, TURN_TICKET
from branchline.mapgame.rules.actions import NEUTRAL_ROUTE
from branchline.mapgame.rules.record_types import Board, State
from branchline.mapgame.rules.state import NO_ROUTE
from branchline.mapgame.rules.tickets import (
    discard_ticket,
    leave_ticket_deck,
    lift_batch,
    renew_ticket_deck,
    tickets_left,
)
from branchline.mapgame.rules.tolls import pay_owner

QUIET_ROUNDS = 5


@compiled
def set_up_neutral(s: State, b: Board) -> None:
    """Give the neutral player its trains and the second player its marker."""
    s.neutral_in = True
    s.neutral_trains = b.neutral_trains
    s.marker = 1


@compiled
def neutral_is_next(s: State) -> bool:
    """Whether the neutral player moves after the turn that is ending."""
    is_round_over = s.player == s.players - 1 and s.turn > QUIET_ROUNDS * s.players
    return bool(s.neutral_in and is_round_over and tickets_left(s) > 0)


@compiled
def begin_neutral(s: State) -> None:
    """Let chance turn up the top ticket."""
    lift_batch(s)
    s.phase = TURN_TICKET


@compiled
def turn_ticket(s: State, b: Board, t: int) -> None:
    """Read the ticket that was turned up, and carry it out unless there is a choice."""
    for q in range(s.players):
        s.placed[q, t >> 6] &= ~bit(t)
    leave_ticket_deck(s, t)
    discard_ticket(s, t)
    route = b.neutral_route[t]
    if route < 0 or _owns(s.neutral, route) or _owns_twin(s, b, route):
        end_neutral(s)
        return
    twin = b.twin[route]
    first, second = _is_free(s, route), twin >= 0 and _is_free(s, twin)
    if first and second and min(b.length[route], b.length[twin]) <= s.neutral_trains:
        s.route = min(route, int64(twin))
        s.player = s.marker
        s.phase = NEUTRAL
    elif first or second:
        _take_only_route(s, b, route if first else int64(twin))
    else:
        end_neutral(s)


@compiled
def _owns(mask: Row[np.uint64], route: int) -> bool:
    return bool(mask[route >> 6] & bit(route) != np.uint64(0))


@compiled
def _owns_twin(s: State, b: Board, route: int) -> bool:
    return bool(b.twin[route] >= 0 and _owns(s.neutral, b.twin[route]))


@compiled
def _is_free(s: State, route: int) -> bool:
    for q in range(s.players):
        if _owns(s.owned[q], route):
            return False
    return not _owns(s.neutral, route)


@compiled
def _take_only_route(s: State, b: Board, route: int) -> None:
    """Take a route without a choice; the marker stays if that is because a player owns the other one."""
    if b.length[route] > s.neutral_trains:
        s.neutral_in = False
    else:
        _take(s, b, route)
        if not pay_owner(s, b, route):
            s.marker = 1 - s.marker
    end_neutral(s)


@compiled
def _take(s: State, b: Board, route: int) -> None:
    s.neutral_trains -= b.length[route]
    s.neutral[route >> 6] |= bit(route)
    for q in range(s.players):
        s.open[q, route >> 6] &= ~bit(route)


@compiled
def neutral_choices(s: State, b: Board) -> np.uint64:
    """The two routes of the double, those that the neutral player has trains for."""
    mask = np.uint64(0)
    for i in range(2):
        route = int64(s.route) if i == 0 else int64(b.twin[s.route])
        if b.length[route] <= s.neutral_trains:
            mask |= bit(NEUTRAL_ROUTE + i)
    return mask


@compiled
def choose_neutral(s: State, b: Board, i: int) -> None:
    """Take one of two free routes for the neutral player, and pass the marker."""
    _take(s, b, int64(s.route) if i == 0 else int64(b.twin[s.route]))
    s.marker = 1 - s.marker
    end_neutral(s)


@compiled
def end_neutral(s: State) -> None:
    """The next turn begins; a deck used up is renewed, and the neutral player is then out."""
    s.route = NO_ROUTE
    if tickets_left(s) == 0:
        renew_ticket_deck(s)
    s.player = 0
    s.turn += 1
    s.phase = TURN
