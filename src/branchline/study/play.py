"""The games of a study: strong bots at every seat, and what each game showed, in plain names."""

import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from branchline import boards, bots
from branchline.bots.planner import PlannerPlayer
from branchline.game import Game, new
from branchline.kinds import kind_of

BOT = "planner"
WEAKER = "greedy"  # whom the strong bot should beat where skill matters
CHUNK = 16  # games handed to a core at once


@dataclass(frozen=True)
class Sitting:
    """One game to be played."""

    board: str
    options: tuple[tuple[str, str], ...]
    players: int
    seed: int
    styles: tuple[str, ...] = ()  # of the players, if they do not all play as well as they can


@dataclass(frozen=True)
class Hand:
    """What one player came to; `parts` are those of the score."""

    total: int
    share: float  # of the win: 1, or a part of it for those who share it
    parts: dict[str, int]
    made: tuple[str, ...]  # tickets
    missed: tuple[str, ...]


@dataclass(frozen=True)
class Claimed:
    """A route that was claimed: by which seat, and when, as a share of the game."""

    route: str
    cities: tuple[str, ...]
    seat: int
    when: float


@dataclass(frozen=True)
class Observed:
    """What one game showed."""

    hands: tuple[Hand, ...]
    turns: int
    claims: tuple[Claimed, ...]
    spent: dict[str, int]  # cards by colour
    events: dict[str, int]  # how often each kind of thing happened
    ending: str


def play(sitting: Sitting) -> Observed:
    """Play a game, and observe it."""
    board = boards.load(sitting.board, dict(sitting.options))
    game = new(board, sitting.players, sitting.seed)
    seats = [bots.make(BOT, sitting.seed + seat) for seat in range(sitting.players)]
    for seat, style in enumerate(sitting.styles):
        weights = kind_of(board).styles.get(style)
        simple = bots.make(WEAKER, sitting.seed + seat)
        seats[seat] = simple if weights is None else PlannerPlayer(None, False, **weights)
    while not game.is_over:
        game.play([seats[game.player].choose(game.position.seen_by(game.player), game.actions())])
    return observe(game)


def observe(game: Game) -> Observed:
    """What a game that is over showed; it may be one of people too."""
    claims: list[Claimed] = []
    spent: Counter[str] = Counter()
    events: Counter[str] = Counter()
    ending = ""
    for event in game.events():
        kind = str(event["kind"])
        events[kind] += 1
        if kind == "claimed" and event["player"] in game.names:
            seat, when = game.names.index(event["player"]), event["turn"] / max(game.turn, 1)
            claims.append(Claimed(event["route"], tuple(event["cities"]), seat, when))
        elif kind in ("claim", "pay", "lay"):
            spent.update(event.get("cards") or {})
        elif kind == "end":
            ending = str(event["reason"])
    scores = game.result()["scores"]
    winners = sum(score["place"] == 1 for score in scores)
    hands = tuple(_hand(score, winners) for score in scores)
    return Observed(hands, game.turn, tuple(claims), dict(spent), dict(events), ending)


COUNTS = ("total", "place", "completed", "longest_path", "bonuses", "stations", "tokens", "loans")  # no points


def _hand(score: dict[str, Any], winners: int) -> Hand:
    parts = {name: value for name, value in score.items() if isinstance(value, int) and name not in COUNTS}
    share = 1 / winners if score["place"] == 1 else 0.0
    return Hand(score["total"], share, parts, tuple(score["done"]), tuple(score["not_done"]))


def play_all(sittings: Sequence[Sitting], cores: int | None = None) -> Iterator[Observed]:
    """Play on the cores of this machine, and yield each game in its order as it is done."""
    cores = min(cores or os.cpu_count() or 1, len(sittings))
    if cores == 1:
        yield from map(play, sittings)
        return
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(play, sittings, chunksize=CHUNK)
