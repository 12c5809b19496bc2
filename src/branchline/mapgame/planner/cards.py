"""What cards are good for, and which to draw."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit
from branchline.compiler.typed import float32, int64
from branchline.engine.actions import DRAW_BLIND, TAKE
from branchline.engine.limits import KINDS, LOCO
from branchline.mapgame.planner.record_types import Plan, Weights
from branchline.mapgame.rules.record_types import Board, State
from branchline.mapgame.rules.state import GREY


@compiled
def missing(b: Board, plan: Plan, r: int, kind: int) -> int:
    """How many more cards of a kind a route needs, locomotives for its symbols apart."""
    return max(0, int64(b.length[r]) - int64(b.symbols[r]) - plan.held[kind])


@compiled
def fullest(plan: Plan) -> int:
    """The colour of which most cards are left beyond the demand of the plan."""
    best = 0
    for c in range(1, LOCO):
        if plan.held[c] - min(plan.held[c], plan.demand[c]) > plan.held[best] - min(plan.held[best], plan.demand[best]):
            best = c
    return best


@compiled
def value_cards(s: State, b: Board, w: Weights, plan: Plan, turns: float) -> None:
    """Write the use of one more card of each kind."""
    p = plan.player
    for c in range(KINDS):
        plan.use[c] = float32(0)
    wild = float32(0)
    most = fullest(plan)
    for word in range(2):
        rest = plan.wanted[word] & s.open[p, word]
        while rest != np.uint64(0):
            r = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            wild = max(wild, _value_for_plan(b, w, plan, r, most))
    if plan.demand[LOCO] > plan.held[LOCO]:
        wild = max(wild, w.need * w.symbols)
        if b.ferry_exchange > 0:
            for c in range(LOCO):
                plan.use[c] = max(plan.use[c], w.need * w.swap / float32(b.ferry_exchange))
    spare = int64(s.trains[p]) - plan.trains
    for word in range(2):
        rest = s.open[p, word] & ~plan.wanted[word]
        while rest != np.uint64(0):
            r = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            if b.length[r] <= spare:
                wild = max(wild, _value_beyond(b, w, plan, r, most, turns))
    plan.use[LOCO] = wild


@compiled
def _value_for_plan(b: Board, w: Weights, plan: Plan, r: int, most: int) -> float:
    """Add what cards help with a route of the plan, a grey one in the fullest colour; return what a locomotive does."""
    if b.colour[r] == GREY:
        c = most
        kind_worth = w.need * w.grey
        lacking = max(0, missing(b, plan, r, c) + min(plan.held[c], plan.demand[c]))
    else:
        c = int64(b.colour[r])
        kind_worth = w.need
        lacking = max(0, plan.demand[c] - plan.held[c])
    if lacking == 0:
        return float32(0)
    kind_worth *= float32(1) + w.lack * float32(lacking - 1)
    worth = kind_worth + w.need * w.near / float32(max(1, missing(b, plan, r, c)))
    plan.use[c] = max(plan.use[c], worth)
    if b.colour[r] == GREY:
        for other in range(LOCO):
            if other != c and plan.held[other] + 1 >= plan.held[c]:
                plan.use[other] = max(plan.use[other], worth * float32(0.7))
    return w.wild * worth if b.takes_locomotives[r] else float32(0)


@compiled
def _value_beyond(b: Board, w: Weights, plan: Plan, r: int, most: int, turns: float) -> float:
    """Add what cards help with a route that only brings points; return what a locomotive does."""
    c = most if b.colour[r] == GREY else int64(b.colour[r])
    lacking = missing(b, plan, r, c) + max(0, min(plan.held[c], plan.demand[c]))
    if lacking == 0 or float32(lacking) / float32(2) + float32(1) > turns:
        return float32(0)
    worth = w.extra * float32(b.value[r]) / (float32(1) + float32(0.5) * float32(lacking))
    plan.use[c] = max(plan.use[c], worth)
    return worth if b.takes_locomotives[r] else float32(0)


@compiled
def blind_worth(s: State, b: Board, plan: Plan) -> float:
    """The use of a card from the deck, by what the player has not seen."""
    p = plan.player
    total = float32(0)
    cards = float32(0)
    for c in range(KINDS):
        unseen = int64(b.cards[c]) - s.display[c] - s.discards[c] - s.turned[c] - plan.held[c]
        for q in range(s.players):
            if q != p:
                unseen -= s.known[q, c]
        total += plan.use[c] * float32(max(0, unseen))
        cards += float32(max(0, unseen))
    return total / max(float32(1), cards)


@compiled
def most_useful(plan: Plan, can: np.uint64) -> int:
    """The most useful kind of card that can be taken from the display, or -1."""
    best = -1
    for c in range(KINDS):
        if can & bit(TAKE + c) != np.uint64(0) and (best < 0 or plan.use[c] > plan.use[best]):
            best = c
    return best


@compiled
def best_draw(s: State, b: Board, w: Weights, plan: Plan, mask: np.uint64, second: bool) -> tuple[int, float]:
    """The best way to draw a card, and what the turn's cards are worth then."""
    blind = w.blind * blind_worth(s, b, plan)
    best = -1
    best_worth = float32(-1)
    first = float32(-1)  # the two best of the display
    other = float32(-1)
    for c in range(LOCO):
        if mask & bit(TAKE + c) != np.uint64(0):
            for _ in range(min(2, s.display[c])):
                if plan.use[c] > first:
                    other = first
                    first = plan.use[c]
                elif plan.use[c] > other:
                    other = plan.use[c]
    if mask & bit(DRAW_BLIND) != np.uint64(0):
        best = DRAW_BLIND
        best_worth = blind + (float32(0) if second else max(first, blind))
    for c in range(KINDS):
        if mask & bit(TAKE + c) == np.uint64(0):
            continue
        worth = plan.use[c]
        if not second and not (c == LOCO and b.locomotive_is_both_cards):
            worth += max(blind, other if plan.use[c] >= first and c != LOCO else first)
        if worth > best_worth:
            best_worth = worth
            best = TAKE + c
    return best, best_worth
