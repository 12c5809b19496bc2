"""Greedy on a map, compiled: what `mapgame/greedy.py` chooses; where that draws lots, one of the same."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit, popcount
from branchline.compiler.typed import int64
from branchline.engine.actions import DONE, DRAW_BLIND, DRAW_TICKETS, KEEP_SET, TAKE
from branchline.engine.limits import KINDS, LOCO
from branchline.engine.phases import CARDS, FESTIVAL, KEEP, KEEP_START, LOCOMOTIVES, NEUTRAL, PICK, SECOND, SURCHARGE
from branchline.engine.record_types import Stream
from branchline.engine.stream import better, random_below
from branchline.learner.arrays import Desk, Mind
from branchline.mapgame.learner.record_types import Memory, Paper
from branchline.mapgame.learner.spending import value_cards, write_payment
from branchline.mapgame.learner.ways import NOWHERE, find_way, is_wanted, lay, price, want
from branchline.mapgame.planner.record_types import Atlas
from branchline.mapgame.rules.actions import CARD, CLAIM, EXCHANGE, HOWS, PICK_TICKET, TAKE_FESTIVAL
from branchline.mapgame.rules.record_types import Board, Moves, State
from branchline.mapgame.rules.turn import nth_move

FULL = 16  # cards in hand that are better spent than added to
WORTHWHILE = 4.0  # points of a route that is claimed for its own sake
NEW_TICKETS = 16  # trains that every player must still have for more tickets to be worth a turn
HASTE = 6  # trains of another player that mean the end is near
OUT_OF_REACH = 100.0  # points by which a ticket that cannot be completed is worse than any other
BUDGET = 0.5  # share of the trains left that tickets may be planned for
A_TRAIN = 1.2  # points of a ticket that one more train must bring
A_LOCOMOTIVE = 1.0  # points that a locomotive in hand is worth besides the card it stands for
A_CARD = 0.5  # points that any card in hand is worth

DRAWS = np.uint64((1 << (DRAW_BLIND + 1)) - 1)
NOTHING = -1e9


@compiled
def greedy(s: State, b: Board, desk: Desk, mind: Mind, memory: Memory, g: Stream) -> int:
    """The action that looks best at this moment; `desk.moves` holds the legal ones."""
    m, a, paper = desk.moves[0], mind.atlases[0], mind.papers[0]
    if m.count == 1 or s.phase == LOCOMOTIVES or s.phase == SURCHARGE:
        return nth_move(m, 0)  # the fewest locomotives; to withdraw comes last
    if s.phase == KEEP or s.phase == KEEP_START:
        return _keep(s, b, a, m, paper, memory)
    if s.phase == PICK:
        return _pick(s, b, a, paper, g)
    if s.phase == FESTIVAL:
        return _festival(s, b, m)
    if s.phase == NEUTRAL:
        return nth_move(m, random_below(g, int64(m.count)))
    if s.phase == CARDS:
        return _put_down(s, b, m, paper)
    want(s, b, a, paper, memory)
    if s.phase == SECOND:
        return _draw(s, b, m, paper, memory, g)
    return _turn(s, b, m, paper, memory, g)


@compiled
def _rate(b: Board, a: Atlas, paper: Paper, t: int, trains: int) -> float:
    """What a ticket is worth beyond the trains that it needs; its way is written."""
    points = int64(b.ticket_value[t])
    far = find_way(b, a, paper, t)
    if far == NOWHERE or far > trains:
        paper.length = 0
        return -OUT_OF_REACH - points
    return points - A_TRAIN * far


@compiled
def _list_offer(s: State, paper: Paper) -> int:
    """Write the tickets offered in their order; return how many there are."""
    n = 0
    for word in range(2):
        rest = s.offer[s.player, word]
        while rest != np.uint64(0):
            paper.offered[n] = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            n += 1
    return n


@compiled
def _keep(s: State, b: Board, a: Atlas, m: Moves, paper: Paper, memory: Memory) -> int:
    """Keep tickets one by one while they pay for the trains they need beyond what is wanted already."""
    want(s, b, a, paper, memory)
    price(s, b, paper)
    trains = int64(BUDGET * s.trains[s.player])
    for i in range(memory.count):
        trains -= paper.cost[memory.wanted[i]]
        paper.cost[memory.wanted[i]] = 0
    least, most = _sizes(m)
    offered = _list_offer(s, paper)
    kept = 0
    while popcount(np.uint64(kept)) < most:
        best, gain = -1, NOTHING
        for i in range(offered):
            if kept >> i & 1 == 0:
                found = _rate(b, a, paper, int64(paper.offered[i]), trains)
                if found > gain or (found == gain and _comes_after(paper)):
                    best, gain = i, found
                    _note_way(paper)
        if best < 0 or (gain <= 0.0 and popcount(np.uint64(kept)) >= least):
            break
        kept |= 1 << best
        _recall_way(paper)
        trains -= lay(paper)
    return KEEP_SET + kept


@compiled
def _sizes(m: Moves) -> tuple[int, int]:
    """How many tickets may be kept, at least and at most."""
    least, most = 64, 0
    rest = m.keep
    while rest != np.uint64(0):
        n = popcount(np.uint64(lowest_bit(rest)))
        rest &= rest - np.uint64(1)
        least, most = min(least, n), max(most, n)
    return least, most


@compiled
def _comes_after(paper: Paper) -> bool:
    """Whether the way found last comes after the best one, route by route; so does an equal one."""
    for i in range(min(paper.length, paper.best_length)):
        if paper.way[i] != paper.best_way[i]:
            return bool(paper.way[i] > paper.best_way[i])
    return bool(paper.length >= paper.best_length)


@compiled
def _note_way(paper: Paper) -> None:
    paper.best_length = paper.length
    for i in range(paper.length):
        paper.best_way[i] = paper.way[i]


@compiled
def _recall_way(paper: Paper) -> None:
    paper.length = paper.best_length
    for i in range(paper.length):
        paper.way[i] = paper.best_way[i]


@compiled
def _pick(s: State, b: Board, a: Atlas, paper: Paper, g: Stream) -> int:
    """The ticket of the pack that is worth most beyond the trains it needs."""
    price(s, b, paper)
    best, gain, equal = 0, NOTHING, 0
    for i in range(_list_offer(s, paper)):
        found = _rate(b, a, paper, int64(paper.offered[i]), int64(s.trains[s.player]))
        best, gain, equal = better(g, best, gain, equal, i, found)
    return PICK_TICKET + best


@compiled
def _festival(s: State, b: Board, m: Moves) -> int:
    """The festival with most cards."""
    best, most = nth_move(m, 0), -1
    for f in range(b.n_festivals):
        if m.single & bit(TAKE_FESTIVAL + f) != np.uint64(0) and s.lying[f] > most:
            best, most = TAKE_FESTIVAL + f, int64(s.lying[f])
    return best


@compiled
def _put_down(s: State, b: Board, m: Moves, paper: Paper) -> int:
    """The next card of the cheapest payment of an exchange."""
    write_payment(s, b, paper, int64(s.route), EXCHANGE)
    for c in range(KINDS):
        if s.paid[c] < paper.payment[c] and m.single & bit(CARD + c) != np.uint64(0):
            return CARD + c
    return DONE if m.single & bit(DONE) != np.uint64(0) else nth_move(m, 0)


@compiled
def _turn(s: State, b: Board, m: Moves, paper: Paper, memory: Memory, g: Stream) -> int:
    fewest, cards = 1000, 0
    for p in range(s.players):
        fewest = min(fewest, int64(s.trains[p]))
    for c in range(KINDS):
        cards += s.hand[s.player, c]
    is_late = s.turns_left > 0 or fewest <= HASTE
    helpful, _ = _best_claim(s, b, m, paper, memory, g, True)
    if helpful >= 0:
        return helpful
    if memory.count == 0 and m.single & bit(DRAW_TICKETS) != np.uint64(0) and fewest >= NEW_TICKETS:
        return DRAW_TICKETS
    claim, worth = _best_claim(s, b, m, paper, memory, g, False)
    is_good = claim >= 0 and (is_late or worth >= WORTHWHILE)
    if is_good and (memory.count == 0 or is_late or cards >= FULL):
        return claim
    if m.single & DRAWS != np.uint64(0):
        return _draw(s, b, m, paper, memory, g)
    return claim if claim >= 0 else nth_move(m, 0)


@compiled
def _best_claim(
    s: State, b: Board, m: Moves, paper: Paper, memory: Memory, g: Stream, helps: bool
) -> tuple[int, float]:
    """The claim that is worth most, equal ones by lot, and its worth; if it is to help, only of wanted routes."""
    best, most, equal = -1, NOTHING, 0
    if not m.may_claim:
        return best, most
    for how in range(HOWS):
        for word in range(2):
            rest = m.claims[how, word]
            while rest != np.uint64(0):
                r = lowest_bit(rest) + 64 * word
                rest &= rest - np.uint64(1)
                if helps and not is_wanted(memory, r):
                    continue
                worth = _worth(s, b, paper, r, how)
                best, most, equal = better(g, best, most, equal, CLAIM + HOWS * r + how, worth)
    return best, most


@compiled
def _worth(s: State, b: Board, paper: Paper, r: int, how: int) -> float:
    """The points of a claim, less what its cards are worth in hand."""
    write_payment(s, b, paper, r, how)
    cards = 0
    for c in range(KINDS):
        cards += paper.payment[c]
    locomotives = max(0, paper.payment[LOCO] - int64(b.symbols[r]))
    return int64(b.value[r]) - A_LOCOMOTIVE * locomotives - A_CARD * (cards - int64(b.length[r]))


@compiled
def _draw(s: State, b: Board, m: Moves, paper: Paper, memory: Memory, g: Stream) -> int:
    """Draw the card that brings the wanted routes nearest, or blind if the display has nothing better."""
    value_cards(s, b, paper, memory)
    deck = 0
    for c in range(KINDS):
        deck += b.cards[c]
    blind = 0.0
    for c in range(KINDS):
        blind += paper.use[c] * (b.cards[c] / deck)
    if b.locomotive_is_both_cards:
        paper.use[LOCO] /= 2.0
    best, most, equal = nth_move(m, 0), NOTHING, 0
    for c in range(DRAW_BLIND + 1):
        if m.single & bit(TAKE + c) == np.uint64(0):
            continue
        worth = blind if c == DRAW_BLIND else paper.use[c]
        best, most, equal = better(g, best, most, equal, TAKE + c, worth)
    return best
