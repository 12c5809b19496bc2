"""What greedy pays with, and what its cards are good for."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit
from branchline.compiler.typed import int64
from branchline.engine.limits import KINDS, LOCO
from branchline.mapgame.learner.record_types import Memory, Paper
from branchline.mapgame.rules.actions import EXCHANGE
from branchline.mapgame.rules.record_types import Board, State
from branchline.mapgame.rules.state import GREY

LONG = 4  # spaces of a route that tempts a player with nothing else to do


@compiled
def most_held(s: State, with_paid: bool) -> int:
    """The colour of which the player to move has most cards in hand, the first of equal ones."""
    best, most = 0, -1
    for c in range(LOCO):
        n = int64(s.hand[s.player, c]) + (int64(s.paid[c]) if with_paid else 0)
        if n > most:
            best, most = c, n
    return best


@compiled
def write_payment(s: State, b: Board, paper: Paper, r: int, how: int) -> None:
    """Write the payment with the fewest locomotives, and of an exchange the one with the fewest cards."""
    for c in range(KINDS):
        paper.payment[c] = 0
    if how == EXCHANGE:
        _write_exchange(s, b, paper, r)
    elif how == LOCO:
        paper.payment[LOCO] = b.length[r]
    else:
        n = min(int64(s.hand[s.player, how]), int64(b.length[r]) - int64(b.symbols[r]))
        paper.payment[how] = n
        paper.payment[LOCO] = b.length[r] - n


@compiled
def _write_exchange(s: State, b: Board, paper: Paper, r: int) -> None:
    """As many cards as fit stand for themselves; for what is missing, cards of which most are in hand."""
    p, length = s.player, int64(b.length[r])
    colour = int64(b.colour[r])
    if colour == GREY:
        colour = most_held(s, True)
    held = int64(s.hand[p, colour]) + int64(s.paid[colour])
    fitting = min(held, length - int64(b.symbols[r]))
    paper.payment[colour] = fitting
    wild = 0
    if b.takes_locomotives[r]:
        wild = min(int64(s.hand[p, LOCO]) + int64(s.paid[LOCO]), length - fitting)
        paper.payment[LOCO] = wild
    missing = length - fitting - wild
    if missing == 0:  # all of it could be paid without an exchange
        paper.payment[LOCO if wild > 0 else colour] -= 1
        missing = 1
    for _ in range(missing * int64(b.rate[r])):
        best, most = 0, -1000
        for c in range(KINDS):
            left = int64(s.hand[p, c]) + int64(s.paid[c]) - paper.payment[c]
            if left > most:  # the locomotive is the last, and no better than a colour with as many
                best, most = c, left
        paper.payment[best] += 1


@compiled
def value_cards(s: State, b: Board, paper: Paper, memory: Memory) -> None:
    """Write how much one more card of each kind would help with the routes wanted, or else with tempting ones."""
    for c in range(KINDS):
        paper.use[c] = 0.0
    for i in range(memory.count):
        _value_for(s, b, paper, int64(memory.wanted[i]))
    if memory.count > 0:
        return
    least = 1
    for r in range(b.n_routes):
        if _is_free(s, b, r) and b.length[r] >= LONG:
            least = LONG
    for r in range(b.n_routes):
        if _is_free(s, b, r) and b.length[r] >= least:
            _value_for(s, b, paper, r)


@compiled
def _is_free(s: State, b: Board, r: int) -> bool:
    """Whether the player to move may claim a route, and has the trains for it."""
    p = s.player
    return bool(s.open[p, r >> 6] & bit(r) != np.uint64(0) and b.length[r] <= s.trains[p])


@compiled
def _value_for(s: State, b: Board, paper: Paper, r: int) -> None:
    """Add what one more card of each kind would help with a route; a near one counts for more."""
    p = s.player
    colour = most_held(s, False) if b.colour[r] == GREY else int64(b.colour[r])
    missing = int64(b.length[r]) - int64(b.symbols[r]) - int64(s.hand[p, colour])
    if missing > 0:
        paper.use[colour] += 1.0 / missing
    if b.symbols[r] > s.hand[p, LOCO]:
        paper.use[LOCO] += 1.0 / (int64(b.symbols[r]) - int64(s.hand[p, LOCO]))
    elif missing > 0 and b.takes_locomotives[r]:
        paper.use[LOCO] += 1.0 / missing
