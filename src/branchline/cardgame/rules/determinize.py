"""Full games that agree with a view: every arrangement of hidden cards and tickets that the viewer cannot rule out
is equally likely.
"""

import numpy as np

from branchline.cardgame.limits import PLAYERS, TICKETS
from branchline.cardgame.rules.completion import any_set
from branchline.cardgame.rules.drawing_cards import unknown_cards
from branchline.cardgame.rules.record_types import Board, State
from branchline.cardgame.rules.state import COMPLETE
from branchline.cardgame.rules.tickets import keep_subset, subsets_to_keep
from branchline.compiler.decorators import compiled, inlined
from branchline.compiler.masks import bit, lowest_bit, nth_bit, popcount
from branchline.compiler.typed import Row
from branchline.engine.limits import KINDS, LOCO
from branchline.engine.phases import KEEP_START, OVER
from branchline.engine.record_types import Stream
from branchline.engine.stream import draw_kind, random_below

# Where tickets can be, from the first place of each sort
HANDS = 0
OFFERS = HANDS + PLAYERS
TOP_GROUP = OFFERS + PLAYERS
BATCHES = TOP_GROUP + 1


@compiled
def determinize(s: State, b: Board, viewer: int, g: Stream) -> None:
    """Fill a view with hidden cards and tickets, uniformly among all that agree with it."""
    _determinize_cards(s, b, viewer, g)
    _determinize_tickets(s, b, viewer, g)
    if s.phase == KEEP_START:
        _make_start_choices(s, b, viewer, g)
    elif s.phase == COMPLETE:
        _make_completions(s, b, viewer, g)


@compiled
def _determinize_cards(s: State, b: Board, viewer: int, g: Stream) -> None:
    """Deal the unseen cards: first those that cannot be in the deck, then all others."""
    unseen = np.zeros(KINDS, np.int64)
    unknown = np.zeros(PLAYERS, np.int64)
    for q in range(s.players):
        if q != viewer:
            unknown[q] = unknown_cards(s, q)
            for c in range(KINDS):
                s.hand[q, c] = s.known[q, c]
    for c in range(KINDS):
        unseen[c] = b.cards[c] - _seen(s, c)
    _deal_left_overs(s, viewer, unseen, unknown, g)
    total = 0
    for c in range(KINDS):
        total += unseen[c]
    for q in range(s.players):
        for _ in range(unknown[q]):
            c = draw_kind(unseen, total, g)
            total -= 1
            unseen[c] -= 1
            s.hand[q, c] += 1
            s.blind[q, c] += 1
    for c in range(KINDS):
        s.deck[c] = unseen[c]


@inlined
def _seen(s: State, c: int) -> int:
    """How many cards of a kind lie where the viewer sees or remembers them."""
    seen = s.display[c] + s.discards[c]
    for q in range(s.players):
        seen += s.hand[q, c] + s.platform[q, c]
        if c < LOCO:
            seen += s.yard[q, c]
        else:
            for row in range(LOCO):
                seen += s.on_top[q, row]
    return int(seen)


@compiled
def _deal_left_overs(s: State, viewer: int, unseen: Row[int], unknown: Row[int], g: Stream) -> None:
    """In the second half, deal cards that were in hands before it to the hands that may still have them.

    All know what was shuffled into the deck: whatever is unseen beyond that was in a hand already.
    """
    room = np.zeros(PLAYERS, np.int64)
    for q in range(s.players):
        if q != viewer:
            room[q] = s.left_over[q]
    for c in range(KINDS):
        from_deck = s.fresh[c]
        if viewer >= 0:
            from_deck -= s.blind[viewer, c]
        for _ in range(unseen[c] - from_deck):
            q = _find_room(room, g)
            unknown[q] -= 1
            unseen[c] -= 1
            s.hand[q, c] += 1


@inlined
def _find_room(room: Row[int], g: Stream) -> int:
    """Take up any of the room that places have left, and return the place."""
    left = 0
    for place in range(len(room)):
        left += room[place]
    n = random_below(g, left)
    place = 0
    while n >= room[place]:
        n -= room[place]
        place += 1
    room[place] -= 1
    return place


@compiled
def _determinize_tickets(s: State, b: Board, viewer: int, g: Stream) -> None:
    """Put every ticket whose place the viewer does not know into one of the places left.

    What the viewer returned cannot be among the tickets that others kept at the start, so it is placed first.
    """
    unseen = b.all_tickets
    for q in range(s.players):
        unseen &= ~(s.tickets[q] | s.done[q])  # tickets of all but the viewer are empty before the end
    returned = np.uint64(0)
    if viewer >= 0:
        unseen &= ~(s.offer[viewer] | s.placed[viewer])
        returned = unseen & s.returned[viewer]
    room = np.zeros(BATCHES + TICKETS, np.int64)
    for q in range(s.players):
        if q != viewer:
            room[HANDS + q] = s.drawn_count[q] if s.phase != OVER else 0
            room[OFFERS + q] = s.offer_count[q]
    room[TOP_GROUP] = s.ticket_deck_size - popcount(s.ticket_deck)
    for i in range(s.batches):
        room[BATCHES + i] = s.under_size[i] - popcount(s.under[i])
    _scatter(s, returned, room, g)
    for q in range(s.players):
        if q != viewer and s.phase != OVER:
            room[HANDS + q] += s.ticket_count[q] - s.drawn_count[q]
    _scatter(s, unseen & ~returned, room, g)


@compiled
def _scatter(s: State, tickets: np.uint64, room: Row[int], g: Stream) -> None:
    """Put tickets anywhere where there is room."""
    while tickets != np.uint64(0):
        ticket = bit(lowest_bit(tickets))
        tickets &= ~ticket
        place = _find_room(room, g)
        if place >= BATCHES:
            s.under[place - BATCHES] |= ticket
        elif place == TOP_GROUP:
            s.ticket_deck |= ticket
        elif place >= OFFERS:
            s.offer[place - OFFERS] |= ticket
        else:
            s.tickets[place - HANDS] |= ticket


@compiled
def _make_start_choices(s: State, b: Board, viewer: int, g: Stream) -> None:
    """Who has chosen tickets before the viewer, in secret, may have kept any allowed subset."""
    for q in range(s.player):
        if q != viewer:
            choices = subsets_to_keep(s, b, q)
            keep_subset(s, q, nth_bit(choices, random_below(g, popcount(choices))))


@compiled
def _make_completions(s: State, b: Board, viewer: int, g: Stream) -> None:
    """Who has chosen before the viewer, in secret, may complete any set; who chooses now has not begun."""
    for q in range(s.player):
        if q != viewer:
            s.chosen[q] = any_set(s.platform[q], b, s.tickets[q], g)
