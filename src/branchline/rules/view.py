"""What a player may know of a game, and full games that agree with it.

`hide` turns a game into a player's view of it; `imagine` fills a view with hidden cards and tickets, every
arrangement of them that the player cannot rule out being equally likely. What is forgotten: of which earlier deck
a card was drawn, once the discards are shuffled, and the packs of a draft that were passed on.
"""

import numpy as np

from branchline.rules.chance import random_below
from branchline.rules.drafts import take_pick
from branchline.rules.hands import imagine_cards
from branchline.rules.jit import bit, compiled, lowest_bit, nth_bit, popcount
from branchline.rules.state import FIRST, HIDDEN, KEEP_START, KINDS, OVER, PICK, TICKETS
from branchline.rules.tickets import keep_subset


@compiled
def hide(s: np.record, b: np.record, viewer: int) -> None:
    """Remove from a game what the viewer may not know; a viewer of -1 knows what everybody does.

    Toll tokens and festival piles lie face down, but all saw what went there: who remembers knows them.
    """
    for q in range(s.players):
        if q == viewer:
            continue
        for c in range(KINDS):
            s.hand[q, c] = 0
            s.blind[q, c] = 0
        for word in range(2):
            if s.phase != OVER:
                s.tickets[q, word] = np.uint64(0)
            s.offer[q, word] = np.uint64(0)
            s.drafted[q, word] = np.uint64(0)
            s.placed[q, word] = np.uint64(0)
        if s.phase == KEEP_START:  # choices of the start stay secret until all have chosen
            dealt = b.start_tickets + b.start_long_tickets
            s.ticket_count[q] -= dealt - s.offer_count[q]
            s.start_kept[q] = 0
            s.offer_count[q] = dealt
        elif s.phase == PICK:  # so do picks
            s.offer_count[q] = s.offer_count[s.player]
    for c in range(KINDS):
        s.deck[c] = 0
    _hide_ticket_places(s, viewer)


@compiled
def _hide_ticket_places(s: np.record, viewer: int) -> None:
    for word in range(2):
        placed = s.placed[viewer, word] if viewer >= 0 else np.uint64(0)
        s.ticket_deck[word] &= placed
        s.removed[word] &= placed
    for i in range(s.under_size):
        t = s.under[i] & (FIRST - 1)
        if viewer < 0 or s.placed[viewer, t >> 6] & bit(t) == np.uint64(0):
            s.under[i] = (s.under[i] & FIRST) | HIDDEN
    _sort_batches(s)


@compiled
def _sort_batches(s: np.record) -> None:
    """Sort the tickets within each batch below the deck, so that their order tells nothing."""
    start = 0
    for i in range(s.under_size):
        t = s.under[i]
        if t >= FIRST:
            start = i
        s.under[i] = 0
        t &= FIRST - 1
        j = i
        if i > start:
            s.under[start] &= FIRST - 1
        while j > start and s.under[j - 1] > t:
            s.under[j] = s.under[j - 1]
            j -= 1
        s.under[j] = t
        s.under[start] |= FIRST


@compiled
def imagine(s: np.record, b: np.record, viewer: int, g: np.record) -> None:
    """Fill a view with hidden cards and tickets, uniformly among all that agree with it."""
    imagine_cards(s, b, viewer, g)
    _imagine_tickets(s, b, viewer, g)


@compiled
def _imagine_tickets(s: np.record, b: np.record, viewer: int, g: np.record) -> None:
    pool = np.empty(TICKETS, np.int64)
    if b.start_long_tickets > 0:
        _imagine_long_tickets(s, b, viewer, pool, g)
    n = _unseen_tickets(s, b, viewer, pool, b.all_tickets)
    _shuffle(pool, n, g)
    for q in range(s.players):
        if q != viewer:
            if s.phase != OVER:
                n -= _place(s.tickets[q], s.ticket_count[q] - _size(s.tickets[q]), pool, n)
            n -= _place(s.offer[q], s.offer_count[q] - _size(s.offer[q]), pool, n)
            if s.phase == PICK:
                n -= _place(s.drafted[q], b.start_tickets - np.int64(s.offer_count[q]), pool, n)
    for i in range(s.under_size):
        if s.under[i] & (FIRST - 1) == HIDDEN:
            n -= 1
            s.under[i] = (s.under[i] & FIRST) | pool[n]
    _sort_batches(s)
    n -= _place(s.ticket_deck, s.ticket_deck_size - _size(s.ticket_deck), pool, n)
    _place(s.removed, n, pool, n)
    if s.phase == KEEP_START:
        _imagine_start_choices(s, b, viewer, g)
    elif s.phase == PICK:
        _imagine_picks(s, viewer, g)


@compiled
def _imagine_long_tickets(s: np.record, b: np.record, viewer: int, pool: np.ndarray, g: np.record) -> None:
    """Place the long tickets that the viewer does not know: each other player was dealt some at the start.

    Of the tickets dealt to a player any that make up the number kept are equally likely to have been kept.
    """
    n = _unseen_tickets(s, b, viewer, pool, b.long_tickets)
    _shuffle(pool, n, g)
    for q in range(s.players):
        if q == viewer or s.phase == OVER:
            continue
        dealt = np.int64(b.start_long_tickets)
        if s.turn == 0:
            dealt = min(dealt, np.int64(s.offer_count[q]))
            n -= _place(s.offer[q], dealt, pool, n)
            continue
        kept = np.int64(s.start_kept[q])
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
def _deals_long_tickets(s: np.record, b: np.record) -> bool:
    """Whether the long tickets of the set-up are still being dealt, or not even begun."""
    return bool(s.turn == 0 and s.offer_count[s.players - 1] < b.start_long_tickets)


@compiled
def _size(mask: np.ndarray) -> int:
    return popcount(mask[0]) + popcount(mask[1])


@compiled
def _shuffle(pool: np.ndarray, n: int, g: np.record) -> None:
    for i in range(n - 1, 0, -1):
        j = random_below(g, i + 1)
        pool[i], pool[j] = pool[j], pool[i]


@compiled
def _unseen_tickets(s: np.record, b: np.record, viewer: int, pool: np.ndarray, among: np.ndarray) -> int:
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
def _place(mask: np.ndarray, count: int, pool: np.ndarray, n: int) -> int:
    """Move tickets from the end of the pool into a mask; return how many."""
    for i in range(count):
        t = pool[n - 1 - i]
        mask[t >> 6] |= bit(t)
    return count


@compiled
def _imagine_start_choices(s: np.record, b: np.record, viewer: int, g: np.record) -> None:
    """Who has chosen tickets before the viewer, in secret, may have kept any allowed subset."""
    for q in range(s.player):
        if q != viewer:
            choices = b.start_subsets[s.offer_count[q]]
            subset = nth_bit(choices, random_below(g, popcount(choices)))
            keep_subset(s, q, subset)
            s.start_kept[q] = popcount(np.uint64(subset))


@compiled
def _imagine_picks(s: np.record, viewer: int, g: np.record) -> None:
    """Who has picked before the player, in secret, may have picked anything of the pack."""
    for q in range(s.player):
        if q != viewer:
            take_pick(s, q, random_below(g, np.int64(s.offer_count[q])))
