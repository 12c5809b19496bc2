"""What a player may know of a game, and full games that agree with it.

Rows lie face up before they move to a platform, so everybody has seen every card on every platform: a view
has them all, as a careful person remembers them; `open_platform` only lets the owner's screen show them.
Hidden are the hands but for cards taken from the display, the deck, the tickets not completed, and who
completes what until all have chosen.

`hide` turns a game into a player's view of it; `imagine` fills a view with hidden cards and tickets, every
arrangement of them that the player cannot rule out being equally likely.
"""

import numpy as np

from branchline.rules.cardgame.cards import unknown_cards
from branchline.rules.cardgame.completion import any_set
from branchline.rules.cardgame.state import COMPLETE, PLAYERS, TICKETS
from branchline.rules.cardgame.tickets import keep_subset, subsets_to_keep
from branchline.rules.chance import draw_kind, random_below
from branchline.rules.jit import bit, compiled, inlined, lowest_bit, nth_bit, popcount
from branchline.rules.state import KEEP_START, KINDS, LOCO, OVER

# Where tickets can be, from the first place of each sort
HANDS = 0
OFFERS = HANDS + PLAYERS
TOP_GROUP = OFFERS + PLAYERS
BATCHES = TOP_GROUP + 1


@compiled
def hide(s: np.record, b: np.record, viewer: int) -> None:
    """Remove from a game what the viewer may not know; a viewer of -1 knows what everybody does."""
    for q in range(s.players):
        if q != viewer:
            _hide_player(s, b, q)
    for c in range(KINDS):
        s.deck[c] = 0
    placed = s.placed[viewer] if viewer >= 0 else np.uint64(0)
    s.ticket_deck &= placed
    for i in range(s.batches):
        s.under[i] &= placed


@inlined
def _hide_player(s: np.record, b: np.record, q: int) -> None:
    for c in range(KINDS):
        s.hand[q, c] = 0
        s.blind[q, c] = 0
    if s.phase != OVER:
        s.tickets[q] = np.uint64(0)
    s.chosen[q] = np.uint64(0)
    s.offer[q] = np.uint64(0)
    s.returned[q] = np.uint64(0)
    s.placed[q] = np.uint64(0)
    if s.phase == KEEP_START:  # choices of the start stay secret until all have chosen
        s.ticket_count[q] = 0
        s.offer_count[q] = b.start_tickets


@compiled
def imagine(s: np.record, b: np.record, viewer: int, g: np.record) -> None:
    """Fill a view with hidden cards and tickets, uniformly among all that agree with it."""
    _imagine_cards(s, b, viewer, g)
    _imagine_tickets(s, b, viewer, g)
    if s.phase == KEEP_START:
        _imagine_start_choices(s, b, viewer, g)
    elif s.phase == COMPLETE:
        _imagine_completions(s, b, viewer, g)


@compiled
def _imagine_cards(s: np.record, b: np.record, viewer: int, g: np.record) -> None:
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
    _imagine_left_overs(s, viewer, unseen, unknown, g)
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
def _seen(s: np.record, c: int) -> int:
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
def _imagine_left_overs(s: np.record, viewer: int, unseen: np.ndarray, unknown: np.ndarray, g: np.record) -> None:
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
def _find_room(room: np.ndarray, g: np.record) -> int:
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
def _imagine_tickets(s: np.record, b: np.record, viewer: int, g: np.record) -> None:
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
def _scatter(s: np.record, tickets: np.uint64, room: np.ndarray, g: np.record) -> None:
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
def _imagine_start_choices(s: np.record, b: np.record, viewer: int, g: np.record) -> None:
    """Who has chosen tickets before the viewer, in secret, may have kept any allowed subset."""
    for q in range(s.player):
        if q != viewer:
            choices = subsets_to_keep(s, b, q)
            keep_subset(s, q, nth_bit(choices, random_below(g, popcount(choices))))


@compiled
def _imagine_completions(s: np.record, b: np.record, viewer: int, g: np.record) -> None:
    """Who has chosen before the viewer, in secret, may complete any set; who chooses now has not begun."""
    for q in range(s.player):
        if q != viewer:
            s.chosen[q] = any_set(s.platform[q], b, s.tickets[q], g)
