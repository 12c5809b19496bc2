"""What cards are good for, and which to draw."""

import numpy as np

from branchline.minds.jit import compiled
from branchline.rules.jit import bit, lowest_bit
from branchline.rules.state import DRAW_BLIND, GREY, KINDS, LOCO, TAKE


@compiled
def missing(b: np.record, m: np.record, r: int, kind: int) -> int:
    """How many more cards of a kind a route needs, locomotives for its symbols apart."""
    return max(0, np.int64(b.length[r]) - np.int64(b.symbols[r]) - m.held[kind])


@compiled
def fullest(m: np.record) -> int:
    """The colour of which most cards are left beyond the demand of the plan."""
    best = 0
    for c in range(1, LOCO):
        if m.held[c] - min(m.held[c], m.demand[c]) > m.held[best] - min(m.held[best], m.demand[best]):
            best = c
    return best


@compiled
def value_cards(s: np.record, b: np.record, t: np.record, m: np.record, turns: float) -> None:
    """Write the use of one more card of each kind."""
    p = m.player
    for c in range(KINDS):
        m.use[c] = np.float32(0)
    wild = np.float32(0)
    most = fullest(m)
    for word in range(2):
        rest = m.wanted[word] & s.open[p, word]
        while rest != np.uint64(0):
            r = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            wild = max(wild, _value_for_plan(b, t, m, r, most))
    if m.demand[LOCO] > m.held[LOCO]:
        wild = max(wild, t.need * t.symbols)
        if b.ferry_exchange > 0:
            for c in range(LOCO):
                m.use[c] = max(m.use[c], t.need * t.swap / np.float32(b.ferry_exchange))
    spare = np.int64(s.trains[p]) - m.trains
    for word in range(2):
        rest = s.open[p, word] & ~m.wanted[word]
        while rest != np.uint64(0):
            r = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            if b.length[r] <= spare:
                wild = max(wild, _value_beyond(b, t, m, r, most, turns))
    m.use[LOCO] = wild


@compiled
def _value_for_plan(b: np.record, t: np.record, m: np.record, r: int, most: int) -> float:
    """Add what cards help with a route of the plan, a grey one in the fullest colour; return what a locomotive does."""
    if b.colour[r] == GREY:
        c = most
        kind_worth = t.need * t.grey
        lacking = max(0, missing(b, m, r, c) + min(m.held[c], m.demand[c]))
    else:
        c = np.int64(b.colour[r])
        kind_worth = t.need
        lacking = max(0, m.demand[c] - m.held[c])
    if lacking == 0:
        return np.float32(0)
    kind_worth *= np.float32(1) + t.lack * np.float32(lacking - 1)
    worth = kind_worth + t.need * t.near / np.float32(max(1, missing(b, m, r, c)))
    m.use[c] = max(m.use[c], worth)
    if b.colour[r] == GREY:
        for other in range(LOCO):
            if other != c and m.held[other] + 1 >= m.held[c]:
                m.use[other] = max(m.use[other], worth * np.float32(0.7))
    return t.wild * worth if b.takes_locomotives[r] else np.float32(0)


@compiled
def _value_beyond(b: np.record, t: np.record, m: np.record, r: int, most: int, turns: float) -> float:
    """Add what cards help with a route that only brings points; return what a locomotive does."""
    c = most if b.colour[r] == GREY else np.int64(b.colour[r])
    lacking = missing(b, m, r, c) + max(0, min(m.held[c], m.demand[c]))
    if lacking == 0 or np.float32(lacking) / np.float32(2) + np.float32(1) > turns:
        return np.float32(0)
    worth = t.extra * np.float32(b.value[r]) / (np.float32(1) + np.float32(0.5) * np.float32(lacking))
    m.use[c] = max(m.use[c], worth)
    return worth if b.takes_locomotives[r] else np.float32(0)


@compiled
def blind_worth(s: np.record, b: np.record, m: np.record) -> float:
    """The use of a card from the deck, by what the player has not seen."""
    p = m.player
    total = np.float32(0)
    cards = np.float32(0)
    for c in range(KINDS):
        unseen = np.int64(b.cards[c]) - s.display[c] - s.discards[c] - s.turned[c] - m.held[c]
        for q in range(s.players):
            if q != p:
                unseen -= s.known[q, c]
        total += m.use[c] * np.float32(max(0, unseen))
        cards += np.float32(max(0, unseen))
    return total / max(np.float32(1), cards)


@compiled
def best_draw(
    s: np.record, b: np.record, t: np.record, m: np.record, mask: np.uint64, second: bool
) -> tuple[int, float]:
    """The best way to draw a card, and what the turn's cards are worth then."""
    blind = t.blind * blind_worth(s, b, m)
    best = -1
    best_worth = np.float32(-1)
    first = np.float32(-1)  # the two best of the display
    other = np.float32(-1)
    for c in range(LOCO):
        if mask & bit(TAKE + c) != np.uint64(0):
            for _ in range(min(2, s.display[c])):
                if m.use[c] > first:
                    other = first
                    first = m.use[c]
                elif m.use[c] > other:
                    other = m.use[c]
    if mask & bit(DRAW_BLIND) != np.uint64(0):
        best = DRAW_BLIND
        best_worth = blind + (np.float32(0) if second else max(first, blind))
    for c in range(KINDS):
        if mask & bit(TAKE + c) == np.uint64(0):
            continue
        worth = m.use[c]
        if not second and not (c == LOCO and b.locomotive_is_both_cards):
            worth += max(blind, other if m.use[c] >= first and c != LOCO else first)
        if worth > best_worth:
            best_worth = worth
            best = TAKE + c
    return best, best_worth
