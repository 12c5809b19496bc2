"""The hint: the best move or two, with reasons, from what the player sees and nothing else."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from branchline.advice import MOST, Adviser, Reason, Shown
from branchline.coach.contrast import Games
from branchline.coach.decisions import SURE
from branchline.coach.moves import finished
from branchline.coach.sampler import Budget, Sampler
from branchline.notation import Notation
from branchline.planner.kind import Aims
from branchline.position import Array, Position

PLAYOUTS = 600  # a second or less on any board
ROUND = 8  # determinized games at a time
SEED = 7  # the same view gets the same hint


@dataclass(frozen=True)
class Advised:
    """A move worth making."""

    actions: tuple[int, ...]
    text: str
    shown: Shown
    chance: float
    reasons: tuple[Reason, ...]

    def as_json(self) -> dict[str, Any]:
        """One object."""
        return {
            "actions": list(self.actions),
            "move": self.text,
            "shown": self.shown.as_json(),
            "chance": round(self.chance, 3),
            "reasons": [reason.as_json() for reason in self.reasons],
        }


@dataclass(frozen=True)
class Hint:
    """The best move, perhaps one more, and the plan behind them."""

    moves: tuple[Advised, ...]
    is_sure: bool  # whether the first is better than the second beyond doubt
    plan: Aims

    def as_json(self) -> dict[str, Any]:
        """One object."""
        return {
            "moves": [move.as_json() for move in self.moves],
            "sure": self.is_sure,
            "plan": {"tickets": self.plan.tickets, "given_up": self.plan.given_up, "routes": self.plan.routes},
        }


def hint(view: Position, notation: Notation, adviser: Adviser, playouts: int = PLAYOUTS) -> Hint:
    """What the coach would do in a view; the same view always gets the same answer."""
    sampler = Sampler(view, Budget(playouts=playouts), seed=SEED)
    aims = sampler.aims(view)
    question = sampler.question(view, 0)
    me, moves = view.player, np.arange(len(question.candidates))
    games = Games(len(moves), view.players)
    while sampler.budget.spent() < 1:
        games.add(sampler.from_view(question, len(games), ROUND))
        if sampler.budget.spent() > 0.5 and len(moves) > 2:
            best = np.sort(games.ranks(me)[:2])
            moves, question = moves[best], question._replace(candidates=question.candidates[best])
            games = games.only(best)
    order, chances = games.ranks(me), games.chances(me)
    found = []
    for i in order[:2].tolist():
        made = finished(view, [int(question.candidates[i])], notation, sampler.choose)
        reasons = tuple(adviser.reasons(view, made.actions, made.after, aims)[:MOST])
        text = notation.text(view, made.actions, made.after)
        shown = adviser.shown(view, made.actions, made.after)
        found.append(Advised(made.actions, text, shown, float(chances[i]), reasons))
    return Hint(tuple(found), _is_sure(games, order, me), aims)


def _is_sure(games: Games, order: Array, me: int) -> bool:
    if len(order) < 2:
        return True
    first, second = int(order[0]), int(order[1])
    lead = float(games.difference(first, second)[me])
    return bool(lead > SURE * games.variance(first, second, me) ** 0.5)
