"""Why a bot does what it does: its plan, what it expects for everybody, and its best moves."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from branchline.minds.search import GAMES, SCORES, WINS
from branchline.network import elements, mask
from branchline.notation.moves import MapNotation
from branchline.notation.protocol import Notation
from branchline.players.expert import ExpertPlayer
from branchline.position import CARD_GAME, Position
from branchline.rules.state import CLAIM


@dataclass(frozen=True)
class Prospect:
    """One of the best moves, and what is expected to come of it."""

    action: int
    win_chance: float
    score: float
    playouts: int


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


def explain(view: Position, seconds: float | None = 0.5, playouts: int | None = None, seed: int = 0) -> Thoughts:
    """Think about a view for some seconds, or some number of play-outs, and say what came of it."""
    expert = ExpertPlayer(Random(seed), seconds, playouts)
    search = expert.search(view, seed, least_rounds=1)
    mean, _ = search.lead()
    best = search.best()
    order = [best, *(i for i in search.alive[np.argsort(-mean[search.alive], kind="stable")] if i != best)]
    games = np.maximum(search.sums[:, GAMES], 1)
    me, n = view.player, view.players
    tickets, given_up, routes = _plan(view, search.mind)
    return Thoughts(
        me,
        tickets,
        given_up,
        routes,
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


def _plan(view: Position, mind: np.record) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The tickets after which the player is, those given up, and the routes wanted; a Card Game has no routes."""
    me = view.player
    if view.kind is CARD_GAME:
        return tuple(elements(int(view.states["tickets"][0, me]))), (), ()
    held, given_up = mask(view.states["tickets"][0, me]), mask(mind.given_up)
    wanted = mask(mind.wanted) & mask(view.states["open"][0, me])
    return tuple(elements(held & ~given_up)), tuple(elements(held & given_up)), tuple(elements(wanted))


def in_words(thoughts: Thoughts, notation: Notation, view: Position, names: Sequence[str]) -> list[str]:
    """Thoughts as sentences."""
    lines = []
    if thoughts.tickets:
        lines.append(f"After the tickets {_listed(notation.tickets[t] for t in thoughts.tickets)}.")
    if thoughts.given_up:
        lines.append(f"Given up: {_listed(notation.tickets[t] for t in thoughts.given_up)}.")
    if thoughts.routes and isinstance(notation, MapNotation):
        lines.append(f"Still wanted: {_listed(notation.routes[r] for r in thoughts.routes)}.")
    expected = zip(names, thoughts.scores, thoughts.win_chances, strict=True)
    lines += [f"{name}: about {score:.0f} points, wins {100 * chance:.0f} %." for name, score, chance in expected]
    for move in thoughts.moves:
        text = notation.action_name(move.action) if move.action >= CLAIM else notation.text(view, [move.action])
        lines.append(f"{text}: wins {100 * move.win_chance:.0f} %, {move.score:.0f} points.")
    return lines


def _listed(names: Iterable[str]) -> str:
    return "; ".join(names)
