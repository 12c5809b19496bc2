"""Bridge tolls and loans (H-TOLL, H-SCORE).

Tokens lie face down, but everybody knows what each began with and sees what changes hands.
"""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit
from branchline.compiler.typed import int64
from branchline.mapgame.rules.record_types import Board, Result, State


@compiled
def deal_tokens(s: State, b: Board) -> None:
    """Give everybody their tokens."""
    for p in range(s.players):
        s.tokens[p] = b.toll_tokens


@compiled
def move_tokens(s: State, p: int, worth: int) -> None:
    """Give a player tokens, or take them, for all to see."""
    s.tokens[p] += worth


@compiled
def pay_toll(s: State, b: Board, p: int, route: int) -> None:
    """Pay for a route just claimed: to the owner of the other route of the double, or to the bank.

    Who has too few tokens takes a loan and pays none; the other route's owner gets the toll all the same.
    """
    toll = b.toll[route]
    if s.tokens[p] >= toll:
        move_tokens(s, p, -toll)
    else:
        s.loans[p] += 1
    pay_owner(s, b, route)


@compiled
def pay_owner(s: State, b: Board, route: int) -> bool:
    """Give the toll to the player who owns the other route of the double; return whether there is one."""
    twin = b.twin[route]
    if twin >= 0:
        for q in range(s.players):
            if s.owned[q, twin >> 6] & bit(twin) != np.uint64(0):
                move_tokens(s, q, int64(b.toll[route]))
                return True
    return False


@compiled
def score_tolls(s: State, b: Board, result: Result) -> None:
    """The bonus for tokens left, ranked among those without loans, and the points that loans cost."""
    for p in range(s.players):
        result.loan_points[p] = s.loans[p] * b.loan_points
        result.toll_bonus[p] = 0
        if s.loans[p] == 0:
            ahead = 0
            for q in range(s.players):
                ahead += s.loans[q] == 0 and s.tokens[q] > s.tokens[p]
            result.toll_bonus[p] = b.toll_bonus[s.players - 2, ahead]
