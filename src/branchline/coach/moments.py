"""The moments of a game that are worth looking at: costly decisions, strokes of luck, offers of tickets."""

from dataclasses import replace

import numpy as np

from branchline.actions import KeepTickets
from branchline.advice import MOST, Reason
from branchline.coach.analysis import Costly, Offer, Option, Stroke, Sure
from branchline.coach.decisions import SURE, Decision
from branchline.coach.line import Link
from branchline.coach.moves import finished, followed
from branchline.coach.places import Places
from branchline.coach.sampler import Sampler
from branchline.coach.smoothing import Curve
from branchline.notation import Played
from branchline.planner.kind import Aims
from branchline.position import Position

SHOWN = 3  # costly decisions of each player
FOLLOWED = 6  # moves of a better line
STROKES = 6
LEAST_STROKE = 0.02


def costliest(decisions: list[Decision]) -> list[Decision]:
    """The costliest decisions of every player, by player; one for each move."""
    found: list[Decision] = []
    for decision in sorted((d for d in decisions if d.is_costly), key=lambda d: -d.loss[0]):
        mine = [other for other in found if other.player == decision.player]
        if len(mine) < SHOWN and all(other.link.entry != decision.link.entry for other in mine):
            found.append(decision)
    return sorted(found, key=lambda decision: (decision.player, -decision.loss[0]))


def costly_at(decision: Decision, places: Places, sampler: Sampler) -> Costly:
    """A costly decision, with what was better and what might have followed."""
    before, done = places.begun(decision.index)
    played = places.whole(decision.index)
    better = finished(before, [*done, decision.candidate(decision.best)], places.notation, sampler.choose)
    chances = decision.seen.chances(decision.player)
    aims = sampler.aims(before.seen_by(before.player))
    for_played, for_better = (_reasons(before, move, places, aims) for move in (played, better))
    of_played = _option(before, played, float(chances[1]), places, for_played)
    of_better = _option(before, better, float(chances[2]), places, _telling(for_better, for_played))
    if of_played.shown.cards and not of_better.shown.cards:
        of_better = replace(of_better, reasons=(Reason("saves_cards"), *of_better.reasons)[:MOST])
    return Costly(
        decision.player,
        decision.link.entry,
        places.move(decision.link.entry),
        max(before.turn, 0),
        Sure(*decision.loss),
        of_played,
        of_better,
        followed(before, better, places.notation, places.advising, sampler.choose, FOLLOWED),
    )


def _telling(better: list[Reason], played: list[Reason]) -> list[Reason]:
    """What speaks for one move and not for the other; if that is nothing, all that speaks for it."""
    return [reason for reason in better if reason not in played] or better


def _reasons(before: Position, move: Played, places: Places, aims: Aims) -> list[Reason]:
    """Why a move is good, from what the player could see."""
    player = before.player
    return places.advising.reasons(before.seen_by(player), move.actions, move.after.seen_by(player), aims)


def _option(before: Position, move: Played, chance: float, places: Places, reasons: list[Reason]) -> Option:
    view, after = before.seen_by(before.player), move.after.seen_by(before.player)
    text = places.notation.text(before, move.actions, move.after)
    shown = places.advising.shown(view, move.actions, after)
    return Option(move.actions, text, shown, chance, tuple(reasons[:MOST]))


def strokes_of(line: list[Link], points: list[int], curve: Curve, places: Places) -> tuple[Stroke, ...]:
    """What chance did between two moves that shifted the chances most, where that is beyond doubt."""
    runs: dict[int, list[int]] = {}
    for i, link in enumerate(line):
        if link.is_chance:
            runs.setdefault(places.move(link.entry), []).append(i)
    found = []
    for run in runs.values():
        first, last = points[run[0]], points[run[-1] + 1]
        step = np.zeros(len(curve.chances))
        step[last] += 1
        step[first] -= 1
        shifts = step @ curve.chances
        error = max(float(step @ curve.covariance @ step), 0.0) ** 0.5
        if max(abs(shifts)) >= max(LEAST_STROKE, SURE * error):
            entry = line[run[0]].entry
            text = "; ".join(places.text(line[i].entry) for i in run) if entry > 0 else "the deal"
            turn = max(line[run[0]].before.turn, 0)
            found.append(Stroke(entry, places.move(entry), turn, text, tuple(map(float, shifts)), error))
    return tuple(sorted(found, key=lambda stroke: -max(map(abs, stroke.shifts)))[:STROKES])


def offers_of(decisions: list[Decision], places: Places) -> tuple[Offer, ...]:
    """Every offer of tickets, with what each choice was worth."""
    return tuple(
        _offer(decision, places)
        for decision in decisions
        if isinstance(places.notation.actions.action(decision.link.action), KeepTickets)
    )


def _offer(decision: Decision, places: Places) -> Offer:
    adviser, player = places.advising, decision.player
    offered = adviser.offered(decision.link.before, player)
    sets = []
    for number in decision.question.candidates.tolist():
        action = places.notation.actions.action(number)
        assert isinstance(action, KeepTickets)
        sets.append(tuple(offered[place] for place in action.places))
    chances = decision.first.chances(player)
    completed = set(adviser.completed(places.game.position, player))
    return Offer(
        player,
        places.move(decision.link.entry),
        max(decision.link.before.turn, 0),
        tuple(offered),
        sets[decision.played],
        tuple(t for t in offered if t in completed and t in sets[decision.played]),
        tuple(_worth(decision, sets, t) for t in offered),
        Sure(*decision.loss) if len(decision.first) else Sure(0.0, 1.0),
        tuple(zip(sets, map(float, chances), strict=True)),
    )


def _worth(decision: Decision, sets: list[tuple[int, ...]], ticket: int) -> Sure:
    """By how much the best set with a ticket does better than the best without it; nothing if all or none has it."""
    me = decision.player
    chances = decision.first.chances(me)
    having = [i for i, kept in enumerate(sets) if ticket in kept]
    lacking = [i for i, kept in enumerate(sets) if ticket not in kept]
    if not having or not lacking or not len(decision.first):
        return Sure(0.0, 0.0)
    a, b = max(having, key=chances.__getitem__), max(lacking, key=chances.__getitem__)
    return Sure(float(decision.first.difference(a, b)[me]), decision.first.variance(a, b, me) ** 0.5)
