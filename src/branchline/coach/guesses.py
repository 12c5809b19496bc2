"""When rivals' tickets could have been guessed, and from which of their moves."""

import numpy as np

from branchline.advice import Adviser, Shown
from branchline.coach.analysis import Guess
from branchline.coach.decisions import Decision
from branchline.coach.places import Places
from branchline.coach.sampler import SHARPER
from branchline.position import Array

TELLING = 2.0  # times the mean of all tickets that it could be


def guesses_of(decisions: list[Decision], places: Places, adviser: Adviser) -> tuple[Guess, ...]:
    """For every rival's ticket: when it became one of the likeliest to somebody, in time, and stayed so to the end."""
    found = []
    players = range(len(places.game.names))
    for viewer in players:
        own = [decision for decision in decisions if decision.player == viewer]
        for player in (p for p in players if p != viewer):
            for ticket in adviser.held(places.game.position, player):
                decision = _first(own, adviser, player, ticket)
                if decision and ticket not in adviser.completed(decision.link.before, player):
                    found.append(_guess(decision, places, player, ticket))
    return tuple(found)


def _first(own: list[Decision], adviser: Adviser, player: int, ticket: int) -> Decision | None:
    """The decision since which a ticket was always likely."""
    since = None
    for decision in own:
        if ticket not in adviser.held(decision.link.before, player):
            continue
        is_likely = _is_likely(decision, adviser, player, ticket)
        since = (since or decision) if is_likely else None
    return since


def _is_likely(decision: Decision, adviser: Adviser, player: int, ticket: int) -> bool:
    """Whether a ticket was among the likeliest, twice as many as the rival held, and clearly likelier than most."""
    before = decision.link.before
    weights: Array = decision.question.belief[player] ** (1 / SHARPER)
    own = adviser.held(before, decision.player)
    weights[own] = 0
    top = 2 * len(adviser.held(before, player))
    mean = weights[weights > 0].mean() if (weights > 0).any() else np.inf
    return bool(weights[ticket] >= np.sort(weights)[-top] and weights[ticket] >= TELLING * mean)


def _guess(decision: Decision, places: Places, player: int, ticket: int) -> Guess:
    link = decision.link
    after, shown = _telling_move(link.entry, places, player, ticket)
    return Guess(decision.player, player, ticket, places.move(link.entry), max(link.before.turn, 0), after, shown)


def _telling_move(entry: int, places: Places, player: int, ticket: int) -> tuple[str, Shown | None]:
    """What a rival did last before an entry that speaks for a ticket."""
    adviser = places.advising
    for index in reversed(range(len(places.line))):
        earlier = places.line[index]
        if earlier.entry >= entry or earlier.is_chance or earlier.before.player != player:
            continue
        before, move = places.begun(index)[0], places.whole(index)
        if adviser.tells_of(ticket, before, move.after):
            return places.text(earlier.entry), adviser.shown(before, move.actions, move.after)
    return "", None
