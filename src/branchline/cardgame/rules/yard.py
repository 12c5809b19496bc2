"""The yard: moving to the platform, laying rows, train robberies (C-MOVE, C-LAY).

A row is laid in two steps: its colour and the number of cards of that colour, which brings the fewest
locomotives that make it legal; then the number of locomotives in all. The second step is always asked,
because skipping it would tell the others that no locomotive is left in the hand.
"""

import numpy as np

from branchline.cardgame.limits import MOST_CARDS
from branchline.cardgame.rules.actions import LAY_ROW, ROW, TRIPLES
from branchline.cardgame.rules.drawing_cards import put_down
from branchline.cardgame.rules.record_types import Board, Moves, State
from branchline.compiler.decorators import compiled, inlined
from branchline.compiler.masks import bit
from branchline.engine.actions import WITH
from branchline.engine.limits import LOCO
from branchline.engine.phases import END_TURN, LOCOMOTIVES

SHORTEST_ROW = 2


@inlined
def move_to_platform(s: State) -> None:
    """Move the top card of each row to the platform: locomotives first (C-MOVE-1, C-MOVE-2)."""
    p = s.player
    for c in range(LOCO):
        if s.on_top[p, c] > 0:
            s.on_top[p, c] -= 1
            s.platform[p, LOCO] += 1
        elif s.yard[p, c] > 0:
            s.yard[p, c] -= 1
            s.platform[p, c] += 1


@inlined
def row_size(s: State, q: int, c: int) -> int:
    """How many cards a row holds now, locomotives counted."""
    return int(s.yard[q, c] + s.on_top[q, c])


@inlined
def shortest_row(s: State, c: int) -> int:
    """The fewest cards with which the player may lay a colour; 0: not at all, it lies in their own yard."""
    if s.yard[s.player, c] > 0:
        return 0
    shortest = SHORTEST_ROW
    for q in range(s.players):
        shortest = max(shortest, row_size(s, q, c) + 1)
    return shortest


@inlined
def fewest_locomotives(s: State, c: int, n: int) -> int:
    """The fewest locomotives that the player needs besides n cards of a colour."""
    return max(0, shortest_row(s, c) - n)


@inlined
def rows(s: State, m: Moves) -> None:
    """Write the rows that the player can lay."""
    p = s.player
    for c in range(LOCO):
        most = s.hand[p, c]
        if most == 0:
            continue
        shortest = shortest_row(s, c)
        if shortest == 0:
            continue
        fewest = max(1, shortest - s.hand[p, LOCO])
        if fewest <= most:
            numbers = bit(most + 1) - bit(fewest)
            m.mask[(LAY_ROW + ROW * c) >> 6] |= numbers << np.uint64(ROW * c & 63)


@inlined
def triples(s: State, b: Board) -> np.uint64:
    """The triples of colours that the player holds and that lie in no yard."""
    mask = bit(TRIPLES) - np.uint64(1)
    for c in range(LOCO):
        lies = s.hand[s.player, c] == 0
        for q in range(s.players):
            lies |= s.yard[q, c] > 0
        if lies:
            mask &= ~b.triples_with[c]
    return mask


@inlined
def rob(s: State, c: int) -> None:
    """A train robbery: whoever else has the colour in the yard discards that row."""
    for q in range(s.players):
        if q != s.player:
            s.discards[c] += s.yard[q, c]
            s.discards[LOCO] += s.on_top[q, c]
            s.yard[q, c] = 0
            s.on_top[q, c] = 0


@compiled
def lay_row(s: State, c: int, n: int) -> None:
    """Lay cards of one colour with the locomotives that they need."""
    p = s.player
    locomotives = fewest_locomotives(s, c, n)
    put_down(s, p, c, n)
    put_down(s, p, LOCO, locomotives)
    rob(s, c)
    s.yard[p, c] = n
    s.on_top[p, c] = locomotives
    s.row = c
    s.phase = LOCOMOTIVES


@inlined
def locomotive_choices(s: State) -> np.uint64:
    """The numbers of locomotives the row may have in all, as a mask of actions."""
    mask = np.uint64(0)
    fewest = s.on_top[s.player, s.row]
    for n in range(fewest, fewest + s.hand[s.player, LOCO] + 1):
        mask |= bit(WITH + n)
    return mask


@compiled
def lay_locomotives(s: State, n: int) -> None:
    """Bring the row just laid to so many locomotives."""
    p = s.player
    put_down(s, p, LOCO, n - s.on_top[p, s.row])
    s.on_top[p, s.row] = n
    s.row = 0
    s.phase = END_TURN


@compiled
def lay_three(s: State, b: Board, triple: int) -> None:
    """Lay three cards of three colours, each a row of its own."""
    for i in range(3):
        c = b.triple[triple, i]
        put_down(s, s.player, c, 1)
        s.yard[s.player, c] = 1
    s.phase = END_TURN


assert MOST_CARDS < ROW
