"""The rivals' hands and the deck as a player may imagine them."""

import numpy as np

from branchline.rules.chance import draw_kind, random_below
from branchline.rules.claim import exchange_choices, locomotive_choices
from branchline.rules.jit import compiled, popcount
from branchline.rules.state import CARDS, GREY, KINDS, LOCO, LOCOMOTIVES, NO_CITY, PLAYERS
from branchline.rules.stations import station_choices

REFUSED_BEFORE_FAVOUR = 2000  # hands rarer than that are helped along, and no longer drawn evenly
MOST_REFUSED = 12 * REFUSED_BEFORE_FAVOUR


@compiled
def imagine_cards(s: np.record, b: np.record, viewer: int, g: np.record) -> None:
    """Choose the rivals' hands from the cards the viewer has not seen; the deck is what they leave.

    All saw which cards were shuffled into this deck. A card that was not among them is in a hand since before: it is
    old. Who has begun a claim or a station holds what it takes: all other hands are refused.
    """
    old = np.zeros(KINDS, np.int64)
    new = np.zeros(KINDS, np.int64)
    for c in range(KINDS):
        unseen = np.int64(b.cards[c] - s.display[c] - s.discards[c] - s.turned[c] - s.paid[c])
        shuffled = np.int64(s.fresh[c])
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
        _imagine_hands(s, viewer, old.copy(), new.copy(), favour, refused < REFUSED_BEFORE_FAVOUR, g)
        if _claim_can_end(s, b):
            break


@compiled
def _claim_can_end(s: np.record, b: np.record) -> bool:
    """Whether the player can pay for what they have begun; who has to choose a number of locomotives has a choice."""
    if s.phase == CARDS:
        return exchange_choices(s, b) != np.uint64(0)
    if s.phase == LOCOMOTIVES:
        choices = locomotive_choices(s, b) if s.city == NO_CITY else station_choices(s)
        return popcount(choices) > 1
    return True


@compiled
def _favour(s: np.record, b: np.record, favour: np.ndarray, g: np.record) -> None:
    """Make the kinds that the claim under way is paid with likelier than they are."""
    colour = np.int64(s.how)
    if s.phase == CARDS:
        colour = np.int64(b.colour[s.route])
        if colour == GREY:
            colour = random_below(g, LOCO)
    most = favour.max()
    favour[:] = 1
    favour[colour] = 2 * most
    favour[LOCO] = 2 * most


@compiled
def _imagine_hands(
    s: np.record,
    viewer: int,
    old: np.ndarray,
    new: np.ndarray,
    favour: np.ndarray,
    drew_few: bool,
    g: np.record,
) -> None:
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
def _unknown(s: np.record, q: int) -> int:
    """How many cards of a hand have to be imagined."""
    n = np.int64(s.hand_size[q])
    for c in range(KINDS):
        n -= s.known[q, c]
    return n


@compiled
def _share_old(s: np.record, viewer: int, cards: int, shares: np.ndarray, drew_few: bool, g: np.record) -> None:
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
def _deal_hand(s: np.record, q: int, n: int, pool: np.ndarray, weights: np.ndarray, g: np.record) -> None:
    """Deal a hand n cards from a pool."""
    counts = pool * weights
    total = counts.sum()
    for _ in range(n):
        c = draw_kind(counts, total, g)
        pool[c] -= 1
        counts[c] -= weights[c]
        total -= weights[c]
        s.hand[q, c] += 1
