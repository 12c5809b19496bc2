"""Greedy in the Card Game, compiled: what `cardgame/greedy.py` chooses; where that draws lots, one of the same."""

import numpy as np

from branchline.cardgame.learner.record_types import Memory, Paper
from branchline.cardgame.planner.records import ENDLESS
from branchline.cardgame.rules.actions import COMPLETE_BEST, LAY_THREE, TICKET
from branchline.cardgame.rules.completion import number_of
from branchline.cardgame.rules.record_types import Board, Moves, State
from branchline.cardgame.rules.state import COMPLETE
from branchline.cardgame.rules.turn import nth_move
from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit, nth_bit, popcount
from branchline.compiler.typed import int64
from branchline.engine import steps
from branchline.engine.actions import DRAW_BLIND, DRAW_TICKETS, KEEP_SET, TAKE
from branchline.engine.limits import KINDS, LOCO
from branchline.engine.phases import KEEP, KEEP_START, LOCOMOTIVES, TURN
from branchline.engine.record_types import Stream
from branchline.engine.stream import better, random_below
from branchline.learner.arrays import Desk, Mind

HOPE = 0.3  # share of a player's part of the deck that may be hoped for as cards that fit
ENOUGH = 2.0  # cards that fit for which laying is worth a turn
A_ROBBERY = 0.5  # what a card taken from another's yard is worth
A_WAIT = 0.1  # what each further card of a row loses by coming later
A_LOCOMOTIVE = 0.5  # what a locomotive is worth besides the card it stands for
LATE = 12  # cards left in the deck at which whatever fits is laid

NONE = np.uint64(0)
DRAWS = np.uint64((1 << (DRAW_BLIND + 1)) - 1)
NOTHING = -1e9


@compiled
def greedy(s: State, b: Board, desk: Desk, mind: Mind, memory: Memory, g: Stream) -> int:
    """The action that looks best at this moment; `desk.moves` holds the legal ones."""
    m, paper = desk.moves[0], mind.papers[0]
    if m.count == 1 or s.phase == LOCOMOTIVES:
        return nth_move(m, 0)  # the fewest
    if s.phase == COMPLETE:
        return COMPLETE_BEST if m.mask[0] & bit(COMPLETE_BEST) != NONE else nth_move(m, 0)
    _count_up(s, b, paper)
    if s.phase == KEEP or s.phase == KEEP_START:
        return _keep(s, b, desk, paper, g)
    if s.phase == TURN:
        return _turn(s, b, desk, paper, g)
    return _draw(s, b, m, paper, g)


@compiled
def _count_up(s: State, b: Board, paper: Paper) -> None:
    """Write what the tickets ask for, and the own cards."""
    p = s.player
    for c in range(LOCO):
        paper.asked[c] = 0
        paper.owned[c] = int64(s.hand[p, c]) + int64(s.platform[p, c]) + int64(s.yard[p, c])
    paper.owned[LOCO] = int64(s.hand[p, LOCO]) + int64(s.platform[p, LOCO])
    for c in range(LOCO):
        paper.owned[LOCO] += s.on_top[p, c]
    rest = s.tickets[p]
    while rest != NONE:
        need = b.need[lowest_bit(rest)]
        rest &= rest - np.uint64(1)
        for c in range(LOCO):
            paper.asked[c] += number_of(need, c)


@compiled
def _keep(s: State, b: Board, desk: Desk, paper: Paper, g: Stream) -> int:
    """The tickets that bring most points with the cards there are and those that may be hoped for."""
    p = s.player
    m, result = desk.moves[0], desk.results[0]
    desk.views[1] = s
    hoped = desk.views[1]
    if s.turns_left == 0:
        for c in range(KINDS):
            more = int64(HOPE * s.deck_size / s.players) if c == LOCO else 0
            hoped.platform[p, c] = min(100, paper.owned[c] + more)
    best, most, equal = nth_move(m, 0), NOTHING, 0
    for subset in range(64):
        if m.mask[KEEP_SET >> 6] & bit(subset) == NONE:
            continue
        hoped.tickets[p] = s.tickets[p] | _offered(s.offer[p], subset)
        steps.score(hoped, b, result)
        worth = float(result.tickets[p])
        best, most, equal = better(g, best, most, equal, KEEP_SET + subset, worth)
    return best


@compiled
def _offered(offer: np.uint64, subset: int) -> np.uint64:
    """A subset of the tickets offered, as a mask of tickets."""
    kept = NONE
    for i in range(popcount(offer)):
        if subset >> i & 1:
            kept |= bit(nth_bit(offer, i))
    return kept


@compiled
def _turn(s: State, b: Board, desk: Desk, paper: Paper, g: Stream) -> int:
    m = desk.moves[0]
    may_draw_tickets = m.mask[0] & bit(DRAW_TICKETS) != NONE
    may_draw = m.mask[0] & DRAWS != NONE
    if s.turns_left > 0 and may_draw_tickets:
        return DRAW_TICKETS  # what is laid now never reaches the platform
    best, most = _best_laying(s, b, desk, paper, g)
    least = ENOUGH if s.deck_size > LATE and may_draw else 0.5
    if best >= 0 and most >= least:
        return best
    has_all = s.turn < ENDLESS
    for c in range(LOCO):
        has_all = has_all and paper.asked[c] <= paper.owned[c]
    if may_draw_tickets and has_all:
        return DRAW_TICKETS
    return _draw(s, b, m, paper, g) if may_draw else nth_move(m, random_below(g, int64(m.count)))


@compiled
def _best_laying(s: State, b: Board, desk: Desk, paper: Paper, g: Stream) -> tuple[int, float]:
    """The cards that are best to lay, equal ones by lot, and how good that is; -1 if nothing can be laid."""
    m = desk.moves[0]
    best, most, equal = -1, NOTHING, 0
    for word in range(LAY_THREE >> 6, TICKET >> 6):
        rest = m.mask[word]
        while rest != NONE:
            action = 64 * word + lowest_bit(rest)
            rest &= rest - np.uint64(1)
            worth = _rate(s, b, desk, paper, action)
            best, most, equal = better(g, best, most, equal, action, worth)
    return best, most


@compiled
def _rate(s: State, b: Board, desk: Desk, paper: Paper, action: int) -> float:
    """How many cards of a laying the tickets ask for, and how many it takes from others."""
    p = s.player
    desk.views[1] = s
    after = desk.views[1]
    steps.apply(after, b, action)
    fitting, robbed, longest = 0, 0, -1000
    for c in range(LOCO):
        down = int64(s.hand[p, c]) - int64(after.hand[p, c])
        lacks = paper.asked[c] - int64(s.platform[p, c]) - int64(s.yard[p, c])
        fitting += min(down, max(lacks, 0))
        longest = max(longest, down)
    for c in range(KINDS):
        robbed += int64(after.discards[c]) - int64(s.discards[c])
    locomotives = int64(s.hand[p, LOCO]) - int64(after.hand[p, LOCO])
    return fitting + A_ROBBERY * robbed - A_WAIT * (longest - 1) - A_LOCOMOTIVE * locomotives


@compiled
def _draw(s: State, b: Board, m: Moves, paper: Paper, g: Stream) -> int:
    """The card that the tickets lack most, or blind if the display has nothing better."""
    most_lacking, deck, blind = 0.0, 0, 0.0
    for c in range(LOCO):
        most_lacking = max(most_lacking, float(paper.asked[c] - paper.owned[c]))
    wild = (1.0 + most_lacking) / (2.0 if s.phase == TURN else 1.0)
    for c in range(KINDS):
        deck += b.cards[c]
        use = wild if c == LOCO else max(0.0, float(paper.asked[c] - paper.owned[c]))
        blind += use * b.cards[c]
    blind /= deck
    best, most, equal = nth_move(m, 0), NOTHING, 0
    for c in range(DRAW_BLIND + 1):
        if m.mask[0] & bit(TAKE + c) == NONE:
            continue
        worth = blind
        if c < LOCO:
            worth = max(0.0, float(paper.asked[c] - paper.owned[c]))
        elif c == LOCO:
            worth = wild
        best, most, equal = better(g, best, most, equal, TAKE + c, worth)
    return best
