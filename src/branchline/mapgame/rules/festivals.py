"""Festival cards, and the ticket-deal card that lies among them in the deck (I-SET-3, I-DRAW, I-CLAIM).

Everybody sees a festival card leave the deck, so how many of each are in it is no secret. All see who takes
which, too: the piles lie face down, but who remembers knows them.
"""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit
from branchline.compiler.typed import int64
from branchline.engine.limits import KINDS
from branchline.engine.phases import BLIND, FESTIVAL, FILL, SECOND
from branchline.mapgame.rules.actions import TAKE_FESTIVAL
from branchline.mapgame.rules.drawing_cards import fill_display, leave_deck_size
from branchline.mapgame.rules.record_types import Board, Result, State
from branchline.mapgame.rules.state import DEAL_CARD_TURNED, DRAFT, FESTIVAL_CARD


@compiled
def shuffle_festivals_in(s: State, b: Board) -> None:
    """Shuffle the festival cards into the deck."""
    for f in range(b.n_festivals):
        s.festival_deck[f] = b.festival_cards[f]
        s.extras += b.festival_cards[f]
    s.deck_size += s.extras


@compiled
def festivals_are_in(s: State, b: Board) -> bool:
    """Whether the festival cards are in the deck, or came off it while the set-up goes on."""
    return b.n_festivals > 0 and s.festival_deck[0] + s.lying[0] > 0


@compiled
def put_deal_card_in(s: State, b: Board) -> None:
    """Put the ticket-deal card at its share of the deck, or near."""
    cards = int64(s.deck_size)
    above = int64(cards * b.deal_share[s.players - 2] + 1e-9)
    shift = min(b.deal_shift, above, cards - above)
    s.deal_at = cards + 1 - above - shift
    s.deal_span = 2 * shift
    s.extras += 1
    s.deck_size += 1


@compiled
def turn_up_extra(s: State, b: Board, outcome: int) -> None:
    """Lay out the festival card that came off the deck, or begin the second draft.

    A draw from a deck of nothing else goes on from the display, with a first card if none was drawn before.
    """
    s.extras -= 1
    if outcome == DEAL_CARD_TURNED:
        s.deal_at = 0
        s.deal_span = 0
        leave_deck_size(s)
        fill_display(s, DRAFT)
        return
    f = outcome - FESTIVAL_CARD
    s.festival_deck[f] -= 1
    s.lying[f] += 1
    leave_deck_size(s)
    if s.deck_size > 0:
        return
    if s.phase == FILL:
        s.phase = s.after
    elif s.phase == BLIND:
        s.to_deal = s.after == SECOND
        s.phase = SECOND


@compiled
def festivals_at(s: State, b: Board, route: int) -> np.uint64:
    """The festivals whose cards lie at an end of a route, as a mask."""
    mask = np.uint64(0)
    for city in (b.route_a[route], b.route_b[route]):
        f = b.festival_at[city]
        if f >= 0 and s.lying[f] > 0:
            mask |= bit(f)
    return mask


@compiled
def take_festival(s: State, p: int, f: int) -> None:
    """Take all cards that lie at a city; all see which."""
    s.pile[p, f] += s.lying[f]
    s.lying[f] = 0


@compiled
def reach_festivals(s: State, b: Board, p: int, route: int) -> bool:
    """Take the festival cards that a new route reaches; return whether the player has to choose."""
    at = festivals_at(s, b, route)
    if at & (at - np.uint64(1)) != np.uint64(0):
        s.phase = FESTIVAL
        return True
    for f in range(b.n_festivals):
        if at & bit(f) != np.uint64(0):
            take_festival(s, p, f)
    return False


@compiled
def festival_choices(s: State, b: Board) -> np.uint64:
    """The festivals to choose from, as a mask of actions."""
    return festivals_at(s, b, int64(s.route)) << np.uint64(TAKE_FESTIVAL)


@compiled
def score_festivals(s: State, b: Board, result: Result) -> None:
    """Points by the number of cards held of each festival."""
    for p in range(s.players):
        result.festivals[p] = 0
        for f in range(b.n_festivals):
            result.festivals[p] += b.festival_points[f, s.pile[p, f]]


assert FESTIVAL_CARD == KINDS
