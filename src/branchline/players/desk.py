"""What thinking about a kind of game needs: its compiled functions, and arrays to work in."""

import contextlib
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from branchline.minds import search
from branchline.minds.candidates import MOST
from branchline.minds.cardgame import playout as card_search
from branchline.minds.cardgame.mind import MIND as CARD_MIND
from branchline.minds.cardgame.mind import taste as card_taste
from branchline.minds.jit import FOLDER
from branchline.minds.mind import MIND, atlas
from branchline.minds.playout import decide, match
from branchline.minds.search import COLUMNS
from branchline.minds.tastes import taste
from branchline.position import CARD_GAME, Array, Position
from branchline.rules.chance import STREAM
from branchline.rules.state import PLAYERS, TICKETS

__all__ = ["Desk", "Subject", "subject_of"]


@dataclass(frozen=True)
class Subject:
    """What thinking reads of a game: its board in two forms, what each player likes, and the search for its kind."""

    board: Array
    atlas: Array
    tastes: Array
    prepare: Callable[..., int]
    explore: Callable[..., None]


class Desk:
    """The working space of one thread, for one kind of game."""

    def __init__(self, view: Position) -> None:
        kind = view.kind
        self.kind = kind
        self.minds = np.zeros(PLAYERS, CARD_MIND if kind is CARD_GAME else MIND)
        self.moves = np.zeros(1, kind.moves)
        self.results = np.zeros(1, kind.result)
        self.streams = np.zeros(1, STREAM)
        self.states = np.zeros(2, kind.state)

    def decide(self, view: Position, subject: Subject) -> int:
        """The planner's choice."""
        if view.kind is CARD_GAME:
            return int(card_search.decide(view.states, view.board, subject.tastes, self.minds, self.moves))
        self.minds["is_made"] = False
        return int(decide(view.states, view.board, subject.atlas, subject.tastes, self.minds, self.moves))

    def play(self, start: Position, subject: Subject, streams: Array) -> Array:
        """Let planners play a game for each stream; the scores and places of all players."""
        players = start.players
        totals = np.zeros((len(streams), players, 2), np.int64)
        states, tastes = np.zeros(2, start.kind.state), subject.tastes[:players]
        if start.kind is CARD_GAME:
            card_search.match(states, start.board, tastes, self.minds, self.moves, self.results, streams, totals)
        else:
            space = (self.minds, self.moves, self.results)
            match(states, start.board, subject.atlas, tastes, *space, streams, totals)
        return totals


def subject_of(view: Position, likes: Mapping[str, float]) -> Subject:
    """What thinking about a view's game needs, all players having the same taste."""
    if view.kind is CARD_GAME:
        tastes = np.repeat(card_taste(**likes), PLAYERS)
        subject = Subject(view.board, np.zeros(1), tastes, card_search.prepare_search, card_search.explore)
    else:
        tastes = np.repeat(taste(view.board, **likes), PLAYERS)
        subject = Subject(view.board, atlas(view.board), tastes, search.prepare_search, search.explore)
    compile_thinking(view, subject)
    return subject


def compile_thinking(view: Position, subject: Subject) -> None:
    """Compile plans and search for a kind of game, if this has not been done here; says so on standard error."""
    ready = FOLDER / f"ready-{view.kind.name}"
    if ready.exists() or os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return
    print("Compiling the bots, once for this version; this takes about a minute ...", file=sys.stderr, flush=True)
    desk, copy, actions = Desk(view), view.copy(), np.zeros(MOST, np.int64)
    desk.decide(copy, subject)
    weights = np.ones((PLAYERS, TICKETS), np.float32)
    begin = (copy.states, view.board, subject.atlas, subject.tastes, desk.minds, desk.moves)
    subject.prepare(*begin, desk.streams, desk.states, 1.0, 0, actions, weights)
    work = (desk.results, desk.streams, desk.states, weights, actions[:1], 0, 0, 1, np.zeros((1, COLUMNS)))
    subject.explore(*begin, *work)
    with contextlib.suppress(OSError):
        ready.touch()
