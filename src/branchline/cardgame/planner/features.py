"""A position of the Card Game and the sets of tickets that may be kept, in numbers: about 1 where they are large."""

import numpy as np

from branchline.cardgame.planner.record_types import Plan
from branchline.cardgame.rules.completion import asked_by, cards_of, missing, number_of_all
from branchline.cardgame.rules.record_types import Board, Moves, Result, State
from branchline.compiler.decorators import compiled
from branchline.compiler.masks import lowest_bit, popcount
from branchline.compiler.typed import Row, float32, int64
from branchline.engine.actions import KEEP_SET
from branchline.engine.limits import LOCO
from branchline.engine.phases import KEEP_START
from branchline.planner.policy import RATED, add_move

# What each number of a position is
ONE, TURNS, MISSING, HAND, DECK, PLAYERS, HALF, TICKET_POINTS, DONE_POINTS, TICKETS, DRAWN = range(11)
LAID, WAITING, LACKING, LOCOMOTIVES, LOCOMOTIVES_LAID, LAST_TURNS, TURNS_LEFT = range(11, 18)
LOCOMOTIVES_SHOWN, RIVALS_HAND, RIVALS_YARD, RIVALS_TICKETS, AHEAD, IS_START, TICKET_DECK = range(18, 25)
# and of a set of tickets
KEPT, POINTS, MOST_POINTS, STILL_MISSING, ASKED, COVERED_POINTS, SHARE_OF_DECK, KEPT_SQUARED = range(9, 17)
SETS_WIDTH = KEPT_SQUARED + 1


@compiled
def describe_position(s: State, b: Board, plan: Plan) -> None:
    """Write what the position is like for the player to move."""
    p, facts = int64(s.player), plan.position
    laid, waiting, lacking = 0, 0, 0
    for c in range(LOCO):
        laid += s.platform[p, c]
        waiting += int64(s.yard[p, c]) + int64(s.on_top[p, c])
        lacking += max(0, plan.lacks[c])
    facts[ONE] = float32(1)
    facts[TURNS] = plan.turns / float32(12)
    facts[MISSING] = float32(plan.missing) / float32(8)
    facts[HAND] = float32(s.hand_size[p]) / float32(12)
    facts[DECK] = float32(s.deck_size) / float32(60)
    facts[PLAYERS] = float32(s.players - 2)
    facts[HALF] = float32(s.half)
    facts[TICKET_POINTS] = float32(points_of(b, np.uint64(s.tickets[p]))) / float32(40)
    facts[DONE_POINTS] = float32(points_of(b, np.uint64(s.done[p]))) / float32(80)
    facts[TICKETS] = float32(s.ticket_count[p]) / float32(5)
    facts[DRAWN] = float32(s.drawn_count[p]) / float32(5)
    facts[LAID] = float32(laid) / float32(15)
    facts[WAITING] = float32(waiting) / float32(8)
    facts[LACKING] = float32(lacking) / float32(12)
    facts[LOCOMOTIVES] = float32(s.hand[p, LOCO]) / float32(4)
    facts[LOCOMOTIVES_LAID] = float32(s.platform[p, LOCO]) / float32(4)
    facts[LAST_TURNS] = float32(1) if s.turns_left > 0 else float32(0)
    facts[TURNS_LEFT] = float32(s.turns_left) / float32(4)
    facts[LOCOMOTIVES_SHOWN] = float32(s.display[LOCO])
    hand, yard, tickets, done = 0, 0, 0, -1000
    for q in range(s.players):
        if q != p:
            rows = 0
            for c in range(LOCO):
                rows += int64(s.yard[q, c]) + int64(s.on_top[q, c])
            hand, yard = max(hand, int64(s.hand_size[q])), max(yard, rows)
            tickets = max(tickets, int64(s.ticket_count[q]))
            done = max(done, points_of(b, np.uint64(s.done[q])))
    facts[RIVALS_HAND] = float32(hand) / float32(12)
    facts[RIVALS_YARD] = float32(yard) / float32(8)
    facts[RIVALS_TICKETS] = float32(tickets) / float32(5)
    facts[AHEAD] = facts[DONE_POINTS] - float32(done) / float32(80)
    facts[IS_START] = float32(1) if s.phase == KEEP_START else float32(0)
    facts[TICKET_DECK] = float32(s.ticket_deck_size) / float32(30)


@compiled
def points_of(b: Board, tickets: np.uint64) -> int:
    """The points of some tickets."""
    points = 0
    while tickets != np.uint64(0):
        points += b.ticket_value[lowest_bit(tickets)]
        tickets &= tickets - np.uint64(1)
    return points


@compiled
def describe_keep(s: State, b: Board, plan: Plan, m: Moves) -> int:
    """Describe every set of tickets that may be kept."""
    p = int64(s.player)
    held = asked_by(b, np.uint64(s.tickets[p]))
    platform, cards = cards_of(s.platform[p]), _all_cards_of(s, p)
    wild = int64(s.platform[p, LOCO]) + int64(s.hand[p, LOCO])
    for c in range(LOCO):
        wild += s.on_top[p, c]
    n = 0
    rest = m.mask[KEEP_SET >> 6]
    while rest != np.uint64(0) and n < RATED:
        kept = np.uint64(lowest_bit(rest))
        rest &= rest - np.uint64(1)
        n = add_move(plan, n, KEEP_SET + int64(kept))
        facts = plan.features[n - 1]
        asked = held + _describe_tickets(s, b, facts, kept)
        lacking = max(0, missing(asked, cards) - wild)
        facts[STILL_MISSING] = float32(lacking) / float32(12)
        facts[ASKED] = float32(number_of_all(asked)) / float32(24)
        facts[COVERED_POINTS] = facts[POINTS] if missing(asked, platform) == 0 else float32(0)
        facts[SHARE_OF_DECK] = float32(lacking) / max(float32(1), float32(s.deck_size) / float32(s.players))
        facts[KEPT_SQUARED] = facts[KEPT] * facts[KEPT]
    return n


@compiled
def _describe_tickets(s: State, b: Board, facts: Row[float], kept: np.uint64) -> np.uint64:
    """Write what a set of the tickets offered is worth; return the cards that it asks for."""
    asked = np.uint64(0)
    offer = np.uint64(s.offer[s.player])
    while kept != np.uint64(0):
        if kept & np.uint64(1) != np.uint64(0):
            t = lowest_bit(offer)
            asked += b.need[t]
            points = float32(b.ticket_value[t]) / float32(20)
            facts[KEPT] += float32(1) / float32(3)
            facts[POINTS] += points
            facts[MOST_POINTS] = max(facts[MOST_POINTS], points)
        kept >>= np.uint64(1)
        offer &= offer - np.uint64(1)
    return asked


@compiled
def _all_cards_of(s: State, p: int) -> np.uint64:
    """The coloured cards that a player has, laid and in hand, as a word."""
    word = np.uint64(0)
    for c in range(LOCO):
        word |= np.uint64(int64(s.platform[p, c]) + int64(s.yard[p, c]) + int64(s.hand[p, c])) << np.uint64(8 * c)
    return word


@compiled
def unfinished(s: State, result: Result, p: int) -> int:
    """How many of a player's tickets are not completed at the end."""
    return popcount(np.uint64(s.tickets[p]) & ~np.uint64(result.done[p]))
