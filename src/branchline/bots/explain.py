"""Why a bot does what it does: its plan, what it expects for everybody, and its best moves."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from branchline.bots.expert import ExpertPlayer
from branchline.notation import Notation
from branchline.planner.search import GAMES, SCORES, WINS
from branchline.position import Position


@dataclass(frozen=True)
class Prospect:
    """One of the best moves, and what is expected to come of it."""

    action: int
    win_chance: float
    score: float
    rollouts: int


@dataclass(frozen=True)
class Thoughts:
    """What a player in this seat should think, by what can be seen from it."""

    player: int
    tickets: tuple[int, ...]  # that the plan will complete, by number
    given_up: tuple[int, ...]
    routes: tuple[int, ...]  # still to be claimed for them
    scores: tuple[float, ...]  # expected at the end, by seat
    win_chances: tuple[float, ...]
    moves: tuple[Prospect, ...]  # the best few, best first


def explain(view: Position, seconds: float | None = 0.5, rollouts: int | None = None, seed: int = 0) -> Thoughts:
    """Think about a view for some seconds, or some number of rollouts, and say what came of it.

    Examples:
        >>> import branchline
        >>> from branchline.bots.explain import explain, in_words
        >>> game = branchline.new("nordic", players=["Anna", "Bo"], seed=7)
        >>> view = game.position.seen_by(0)
        >>> thoughts = explain(view, seconds=None, rollouts=50)
        >>> in_words(thoughts, game.notation, view, game.names)[-1].startswith("keep")
        True
    """
    expert = ExpertPlayer(Random(seed), seconds, rollouts)
    search = expert.search(view, seed, least_rounds=1)
    mean, _ = search.lead()
    best = search.best()
    order = [best, *(i for i in search.alive[np.argsort(-mean[search.alive], kind="stable")] if i != best)]
    games = np.maximum(search.sums[:, GAMES], 1)
    me, n = view.player, view.players
    return Thoughts(
        me,
        *search.aims,
        tuple(float(x) for x in search.sums[best, SCORES : SCORES + n] / games[best]),
        tuple(float(x) for x in search.sums[best, WINS : WINS + n] / games[best]),
        tuple(
            Prospect(
                int(search.actions[i]),
                float(search.sums[i, WINS + me] / games[i]),
                float(search.sums[i, SCORES + me] / games[i]),
                int(search.sums[i, GAMES]),
            )
            for i in order[:5]
        ),
    )


def in_words(thoughts: Thoughts, notation: Notation, view: Position, names: Sequence[str]) -> list[str]:
    """Thoughts as sentences, in English."""
    lines = []
    if thoughts.tickets:
        lines.append(f"After the tickets {_listed(notation.tickets[t] for t in thoughts.tickets)}.")
    if thoughts.given_up:
        lines.append(f"Given up: {_listed(notation.tickets[t] for t in thoughts.given_up)}.")
    if thoughts.routes:
        lines.append(f"Still wanted: {_listed(notation.name('route', r) for r in thoughts.routes)}.")
    expected = zip(names, thoughts.scores, thoughts.win_chances, strict=True)
    lines += [f"{name}: about {score:.0f} points, wins {100 * chance:.0f} %." for name, score, chance in expected]
    for move in thoughts.moves:
        after = view.copy()
        after.apply(move.action)
        text = notation.text(view, [move.action], after).removesuffix(" ...")
        lines.append(f"{text}: wins {100 * move.win_chance:.0f} %, {move.score:.0f} points.")
    return lines


def _listed(names: Iterable[str]) -> str:
    return "; ".join(names)
