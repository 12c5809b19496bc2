"""Why a bot does what it does: its plan, what it expects for everybody, and its best moves."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from branchline.bots.expert import ExpertPlayer, every_core
from branchline.bots.levels import BY_NAME, Decision, Level, LevelPlayer
from branchline.errors import SetupError
from branchline.kind import Oversight
from branchline.notation import Notation
from branchline.planner.kind import Aims
from branchline.planner.search import GAMES, SCORES, WINS
from branchline.position import Position

NEVER = 1000  # cards: no hand is ever so full


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


@dataclass(frozen=True)
class Motive:
    """What a level does in a view, what it is after, and which of its oversights decided: it would do else without."""

    action: int
    aims: Aims
    decided: tuple[Oversight, ...]


SENTENCES = {
    Oversight.TICKETS: "It looks at one unfinished ticket alone.",
    Oversight.CARDS: "It does not count the cards that are gone.",
    Oversight.RIVALS: "It does not look at where rivals have been.",
    Oversight.END: "It does not see the end coming.",
    Oversight.WORTH: "It takes as few tickets as it may, the shortest.",
    Oversight.WAITING: "It builds what it wants as soon as it can.",
    Oversight.ROOM: "Its hand is full, so it builds what it can.",
}


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
    expert = ExpertPlayer(Random(seed), seconds, rollouts, every_core())
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


def motive(view: Position, level: str, seed: int = 0) -> Motive:
    """What a bot of a level that overlooks things does in a view, and why: nothing but what decided.

    Examples:
        >>> import branchline
        >>> from branchline.bots.explain import motive, motive_in_words
        >>> game = branchline.new("usa", players=["Anna", "Bo"], seed=7)
        >>> view = game.position.seen_by(0)
        >>> motive_in_words(motive(view, "beginner"), game.notation, view)[0].startswith("keep")
        True
    """
    if level not in BY_NAME:
        raise SetupError(
            f"{level!r} overlooks nothing: `explain` says what it thinks; a motive is of {' or '.join(BY_NAME)}"
        )
    return _motive_of(view, BY_NAME[level], seed)


def _motive_of(view: Position, level: Level, seed: int) -> Motive:
    def decide(level: Level) -> Decision:
        return LevelPlayer(Random(seed), level).decide(view, view.legal())

    chosen = decide(level)
    others = {what: replace(level, overlooks=level.overlooks - {what}) for what in sorted(level.overlooks)}
    if Oversight.ROOM in chosen.overlooked:
        others[Oversight.ROOM] = replace(level, full=NEVER)
    decided = tuple(what for what, other in others.items() if decide(other).action != chosen.action)
    return Motive(chosen.action, chosen.aims, decided)


def motive_in_words(motive: Motive, notation: Notation, view: Position) -> list[str]:
    """A motive as sentences, in English."""
    return [
        _move(motive.action, notation, view),
        *_aims(motive.aims, notation),
        *(SENTENCES[w] for w in motive.decided),
    ]


def in_words(thoughts: Thoughts, notation: Notation, view: Position, names: Sequence[str]) -> list[str]:
    """Thoughts as sentences, in English."""
    lines = _aims(Aims(thoughts.tickets, thoughts.given_up, thoughts.routes), notation)
    expected = zip(names, thoughts.scores, thoughts.win_chances, strict=True)
    lines += [f"{name}: about {score:.0f} points, wins {100 * chance:.0f} %." for name, score, chance in expected]
    for move in thoughts.moves:
        text = _move(move.action, notation, view)
        lines.append(f"{text}: wins {100 * move.win_chance:.0f} %, {move.score:.0f} points.")
    return lines


def _aims(aims: Aims, notation: Notation) -> list[str]:
    lines = []
    if aims.tickets:
        lines.append(f"After the tickets {_listed(notation.tickets[t] for t in aims.tickets)}.")
    if aims.given_up:
        lines.append(f"Given up: {_listed(notation.tickets[t] for t in aims.given_up)}.")
    if aims.routes:
        lines.append(f"Still wanted: {_listed(notation.name('route', r) for r in aims.routes)}.")
    return lines


def _move(action: int, notation: Notation, view: Position) -> str:
    after = view.copy()
    after.apply(action)
    return notation.text(view, [action], after).removesuffix(" ...")


def _listed(names: Iterable[str]) -> str:
    return "; ".join(names)
