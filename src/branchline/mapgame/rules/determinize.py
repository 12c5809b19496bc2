"""Full games that agree with a view: every arrangement of hidden cards and tickets that the viewer cannot rule out
is equally likely.
"""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit, nth_bit, popcount
from branchline.compiler.typed import Array, Row, int64
from branchline.engine.limits import KINDS, LOCO
from branchline.engine.phases import CARDS, KEEP_START, LOCOMOTIVES, OVER, PICK
from branchline.engine.record_types import Stream
from branchline.engine.stream import draw_kind, random_below
from branchline.mapgame.limits import PLAYERS, TICKETS
from branchline.mapgame.rules.claim import exchange_choices, locomotive_choices
from branchline.mapgame.rules.drafts import take_pick
from branchline.mapgame.rules.hide import sort_batches
from branchline.mapgame.rules.record_types import Board, State
from branchline.mapgame.rules.state import FIRST, GREY, HIDDEN, NO_CITY
from branchline.mapgame.rules.stations import station_choices
from branchline.mapgame.rules.tickets import keep_subset

REFUSED_BEFORE_FAVOUR = 2000  # hands rarer than that are helped along, and no longer drawn evenly
MOST_REFUSED = 12 * REFUSED_BEFORE_FAVOUR


@compiled
def determinize(s: State, b: Board, viewer: int, g: Stream) -> None:
    """Fill a view with hidden cards and tickets, uniformly among all that agree with it."""
    _determinize_cards(s, b, viewer, g)
    _determinize_tickets(s, b, viewer, g)


@compiled
def _determinize_cards(s: State, b: Board, viewer: int, g: Stream) -> None:
    """Choose the rivals' hands from the cards the viewer has not seen; the deck is what they leave.

    All saw which cards were shuffled into this deck. A card that was not among them is in a hand since before: it is
    old. Who has begun a claim or a station holds what it takes: all other hands are refused.
    """
    old = np.zeros(KINDS, np.int64)
    new = np.zeros(KINDS, np.int64)
    for c in range(KINDS):
        unseen = int64(b.cards[c] - s.display[c] - s.discards[c] - s.turned[c] - s.paid[c])
        shuffled = int64(s.fresh[c])
        for q in range(s.players):
            unseen -= s.hand[q, c] if q == viewer else s.known[q, c]
            if q == viewer:
                shuffled -= s.blind[q, c]
        new[c] = min(unseen, shuffled)
        old[c] = unseen - new[c]
    favour = np.ones(KINDS, np.int64)
    for refused in range(MOST_REFUSED):
        if refused > 0 and refused % REFUSED_BEFORE_FAVOUR == 0:
            _favour(s, b, favour, g)
        _deal_hands(s, viewer, old.copy(), new.copy(), favour, refused < REFUSED_BEFORE_FAVOUR, g)
        if _claim_can_end(s, b):
            break


@compiled
def _claim_can_end(s: State, b: Board) -> bool:
    """Whether the player can pay for what they have begun; who has to choose a number of locomotives has a choice."""
    if s.phase == CARDS:
        return bool(exchange_choices(s, b) != np.uint64(0))
    if s.phase == LOCOMOTIVES:
        choices = locomotive_choices(s, b) if s.city == NO_CITY else station_choices(s)
        return popcount(choices) > 1
    return True


@compiled
def _favour(s: State, b: Board, favour: Array, g: Stream) -> None:
    """Make the kinds that the claim under way is paid with likelier than they are."""
    colour = int64(s.how)
    if s.phase == CARDS:
        colour = int64(b.colour[s.route])
        if colour == GREY:
            colour = random_below(g, LOCO)
    most = favour.max()
    favour[:] = 1
    favour[colour] = 2 * most
    favour[LOCO] = 2 * most


@compiled
def _deal_hands(s: State, viewer: int, old: Array, new: Array, favour: Array, drew_few: bool, g: Stream) -> None:
    """Deal the rivals all old cards and as many new ones as they hold; those left are the deck."""
    even = np.ones(KINDS, np.int64)
    shares = np.zeros(PLAYERS, np.int64)
    _share_old(s, viewer, old.sum(), shares, drew_few, g)
    for q in range(s.players):
        if q != viewer:
            n = _unknown(s, q)
            for c in range(KINDS):
                s.hand[q, c] = s.known[q, c]
            weights = favour if q == s.player else even
            _deal_hand(s, q, shares[q], old, weights, g)
            _deal_hand(s, q, n - shares[q], new, weights, g)
    for c in range(KINDS):
        s.deck[c] = new[c]


@compiled
def _unknown(s: State, q: int) -> int:
    """How many cards of a hand the viewer does not know."""
    n = int64(s.hand_size[q])
    for c in range(KINDS):
        n -= s.known[q, c]
    return n


@compiled
def _share_old(s: State, viewer: int, cards: int, shares: Row[int], drew_few: bool, g: Stream) -> None:
    """Say how many old cards every rival holds: all cards that they cannot have drawn since, and others by chance."""
    if cards == 0:
        return
    places = np.zeros(PLAYERS, np.int64)
    surely = 0
    for q in range(s.players):
        if q != viewer and drew_few:
            places[q] = max(0, _unknown(s, q) - s.blind_size[q])
            surely += places[q]
    if surely <= cards:
        for q in range(s.players):
            if q != viewer:
                shares[q] = places[q]
                places[q] = _unknown(s, q) - shares[q]
        cards -= surely
    left = places.sum()
    for q in range(s.players):
        for _ in range(places[q]):
            if random_below(g, left) < cards:
                shares[q] += 1
                cards -= 1
            left -= 1


@compiled
def _deal_hand(s: State, q: int, n: int, pool: Array, weights: Array, g: Stream) -> None:
    """Deal a hand n cards from a pool."""
    counts = pool * weights
    total = counts.sum()
    for _ in range(n):
        c = draw_kind(counts, total, g)
        pool[c] -= 1
        counts[c] -= weights[c]
        total -= weights[c]
        s.hand[q, c] += 1


@compiled
def _determinize_tickets(s: State, b: Board, viewer: int, g: Stream) -> None:
    pool = np.empty(TICKETS, np.int64)
    if b.start_long_tickets > 0:
        _deal_long_tickets(s, b, viewer, pool, g)
    n = _unseen_tickets(s, b, viewer, pool, b.all_tickets)
    _shuffle(pool, n, g)
    for q in range(s.players):
        if q != viewer:
            if s.phase != OVER:
                n -= _place(s.tickets[q], s.ticket_count[q] - _size(s.tickets[q]), pool, n)
            n -= _place(s.offer[q], s.offer_count[q] - _size(s.offer[q]), pool, n)
            if s.phase == PICK:
                n -= _place(s.drafted[q], b.start_tickets - int64(s.offer_count[q]), pool, n)
    for i in range(s.under_size):
        if s.under[i] & (FIRST - 1) == HIDDEN:
            n -= 1
            s.under[i] = (s.under[i] & FIRST) | pool[n]
    sort_batches(s)
    n -= _place(s.ticket_deck, s.ticket_deck_size - _size(s.ticket_deck), pool, n)
    _place(s.removed, n, pool, n)
    if s.phase == KEEP_START:
        _make_start_choices(s, b, viewer, g)
    elif s.phase == PICK:
        _make_picks(s, viewer, g)


@compiled
def _deal_long_tickets(s: State, b: Board, viewer: int, pool: Row[int], g: Stream) -> None:
    """Place the long tickets that the viewer does not know: each other player was dealt some at the start.

    Of the tickets dealt to a player any that make up the number kept are equally likely to have been kept.
    """
    n = _unseen_tickets(s, b, viewer, pool, b.long_tickets)
    _shuffle(pool, n, g)
    for q in range(s.players):
        if q == viewer or s.phase == OVER:
            continue
        dealt = int64(b.start_long_tickets)
        if s.turn == 0:
            dealt = min(dealt, int64(s.offer_count[q]))
            n -= _place(s.offer[q], dealt, pool, n)
            continue
        kept = int64(s.start_kept[q])
        for i in range(dealt):
            n -= 1
            t = pool[n]
            if random_below(g, b.start_tickets + dealt - i) < kept:
                kept -= 1
                s.tickets[q, t >> 6] |= bit(t)
            else:
                s.removed[t >> 6] |= bit(t)
    left = s.ticket_deck if _deals_long_tickets(s, b) else s.removed
    _place(left, n, pool, n)


@compiled
def _deals_long_tickets(s: State, b: Board) -> bool:
    """Whether the long tickets of the set-up are still being dealt, or not even begun."""
    return bool(s.turn == 0 and s.offer_count[s.players - 1] < b.start_long_tickets)


@compiled
def _size(mask: Row[np.uint64]) -> int:
    return popcount(mask[0]) + popcount(mask[1])


@compiled
def _shuffle(pool: Row[int], n: int, g: Stream) -> None:
    for i in range(n - 1, 0, -1):
        j = random_below(g, i + 1)
        pool[i], pool[j] = pool[j], pool[i]


@compiled
def _unseen_tickets(s: State, b: Board, viewer: int, pool: Row[int], among: Row[np.uint64]) -> int:
    """Write the tickets of a mask whose place the viewer does not know; return how many there are."""
    n = 0
    for word in range(2):
        rest = among[word] & ~(s.ticket_deck[word] | s.removed[word] | s.ticket_discards[word])
        for q in range(s.players):
            rest &= ~(s.tickets[q, word] | s.offer[q, word] | s.drafted[q, word])  # a view has only what is known
        if viewer >= 0:
            rest &= ~s.placed[viewer, word]
        while rest != np.uint64(0):
            pool[n] = 64 * word + lowest_bit(rest)
            rest &= rest - np.uint64(1)
            n += 1
    return n


@compiled
def _place(mask: Row[np.uint64], count: int, pool: Row[int], n: int) -> int:
    """Move tickets from the end of the pool into a mask; return how many."""
    for i in range(count):
        t = pool[n - 1 - i]
        mask[t >> 6] |= bit(t)
    return count


@compiled
def _make_start_choices(s: State, b: Board, viewer: int, g: Stream) -> None:
    """Who has chosen tickets before the viewer, in secret, may have kept any allowed subset."""
    for q in range(s.player):
        if q != viewer:
            choices = b.start_subsets[s.offer_count[q]]
            subset = nth_bit(choices, random_below(g, popcount(choices)))
            keep_subset(s, q, subset)
            s.start_kept[q] = popcount(np.uint64(subset))


@compiled
def _make_picks(s: State, viewer: int, g: Stream) -> None:
    """Who has picked before the player, in secret, may have picked anything of the pack."""
    for q in range(s.player):
        if q != viewer:
            take_pick(s, q, random_below(g, int64(s.offer_count[q])))
