"""Nets against each other and against the planner, in compiled games on the same deals from all seats."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from branchline import boards
from branchline.bots.thinking import play, space_for
from branchline.compiler.typed import Array
from branchline.engine.limits import SEATS
from branchline.kinds import new_position
from branchline.position import streams
from branchline.training.lessons import game_for

Net = Mapping[str, Array] | None


class Outcome(NamedTuple):
    """How one player did against others who are all alike."""

    games: int
    share: float  # of the wins
    error: float
    score: float
    rivals_score: float


def contest(
    board: str, options: Mapping[str, str], players: int, net: Net, rival: Net, deals: int, seed: int
) -> Outcome:
    """Let one player with a net sit in every seat in turn, all others having another net or none."""
    start = new_position(boards.load(board, dict(options)), players)
    space = space_for(start)
    dealt = streams(seed, deals)
    shares, own, others = np.zeros((players, deals)), [], []
    for seat in range(players):
        game = game_for(start, [net if q == seat else rival for q in range(SEATS)])
        totals = play(start, game, space, dealt.copy())
        won = totals[:, :, 1] == 1
        shares[seat] = won[:, seat] / won.sum(1)
        own.append(totals[:, seat, 0].mean())
        others.append(np.delete(totals[:, :, 0], seat, 1).mean())
    by_deal = shares.mean(0)
    error = float(by_deal.std(ddof=1) / np.sqrt(deals))
    return Outcome(deals * players, float(by_deal.mean()), error, float(np.mean(own)), float(np.mean(others)))
