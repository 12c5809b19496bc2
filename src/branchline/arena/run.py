"""Running a match: the games in the order of their deals, with a table that grows and an early stop if asked."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from branchline import boards
from branchline.arena import sprt
from branchline.arena.ratings import Advantage, Standing, first_seat_advantage, standings
from branchline.arena.schedule import Deal, Match, Outcome, check_seats, deals
from branchline.arena.work import play_here, play_on_ray
from branchline.bots import make
from branchline.bots.ready import parts_of
from branchline.errors import SetupError
from branchline.kinds import kind_of
from branchline.warm import Part, prepare

Watch = Callable[[list[Outcome], int], None]


@dataclass(frozen=True)
class Report:
    """What a match came to."""

    match: Match
    games: list[Outcome]
    table: list[Standing]
    first_seat_advantage: Advantage
    evidence: float | None  # of the sequential test, where it was asked for

    @property
    def errors(self) -> list[str]:
        """What bots failed by, a sentence for each game that was lost so."""
        return [game.error for game in self.games if game.error]

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        found: dict[str, Any] = {
            "board": self.match.board,
            "options": dict(self.match.options),
            "seats": self.match.seats,
            "games": len(self.games),
            "seed": self.match.seed,
            "first_seat_advantage": round(self.first_seat_advantage.mean, 4),
            "first_seat_interval": [round(end, 4) for end in self.first_seat_advantage[1:]],
            "errors": self.errors,
            "table": [asdict(standing) for standing in self.table],
        }
        if self.evidence is not None:
            found["sprt"] = {"elo": sprt.ELO, "evidence": round(self.evidence, 2), "bound": round(sprt.BOUND, 2)}
        return found


def run(
    match: Match,
    games: int,
    on: str | None = None,
    cores: int | None = None,
    stop_early: bool = False,
    watch: Watch | None = None,
    seconds: float | None = None,
) -> Report:
    """Play a match; `watch` is told the games so far and how many there will be.

    Ctrl+C, and a limit of seconds, end it early with the games that are over by then.
    """
    board = boards.load(match.board, dict(match.options))
    check_seats(board, match.seats)
    if stop_early and (match.seats, len(match.entrants)) != (2, 2):
        raise SetupError("an early stop is for a match between two players")
    for entrant in match.entrants:
        make(entrant, 0)
    needed = {part: None for entrant in match.entrants for part in parts_of(entrant)}
    prepare(kind_of(board), Part.RULES, *needed)
    todo = deals(match, games)
    played: list[Outcome] = []
    early: dict[int, list[Outcome]] = {}
    ends = time.monotonic() + (math.inf if seconds is None else seconds)

    def take(outcomes: list[Outcome]) -> None:
        played.extend(outcomes)
        if watch:
            watch(played, len(todo) * match.seats)
        played[-len(outcomes) :] = [replace(game, record="") for game in outcomes]

    with suppress(KeyboardInterrupt):
        for outcomes in in_order(_work(match, todo, on, cores), early):
            take(outcomes)
            has_failed = match.stops_on_error and any(game.error for game in outcomes)
            if has_failed or (stop_early and sprt.is_decided(played)):
                early.clear()  # what counts does not depend on how fast which core was
            if has_failed or time.monotonic() > ends or (stop_early and sprt.is_decided(played)):
                break
    for number in sorted(early):
        take(early[number])
    if not played:
        raise SetupError("stopped before the first games were over")
    return Report(
        match,
        played,
        standings(match.entrants, played, match.seed),
        first_seat_advantage(played, match.seed),
        sprt.evidence(played) if stop_early else None,
    )


def games_in_words(games: Sequence[object]) -> str:
    """How many games: "1 game", "2 games"."""
    return f"{len(games)} game{'' if len(games) == 1 else 's'}"


def _work(match: Match, todo: list[Deal], on: str | None, cores: int | None) -> Iterator[list[Outcome]]:
    if on is None:
        return play_here(match, todo, cores)
    return play_on_ray(match, todo, None if on == "ray" else on)


def in_order(work: Iterator[list[Outcome]], waiting: dict[int, list[Outcome]]) -> Iterator[list[Outcome]]:
    """The deals in their order, each once, however they come in; those that came early are `waiting` meanwhile."""
    number = 0
    for outcomes in work:
        if outcomes[0].deal >= number:
            waiting[outcomes[0].deal] = outcomes
        while number in waiting:
            yield waiting.pop(number)
            number += 1
