"""Who plays whom: every line-up on every deal, once in each rotation of its seats."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from branchline.boards import AnyBoard
from branchline.errors import SetupError


@dataclass(frozen=True)
class Match:
    """What the arena is asked to play."""

    board: str
    options: tuple[tuple[str, str], ...]
    entrants: tuple[str, ...]
    seats: int
    seed: int
    stops_on_error: bool = False
    keeps_records: bool = False


@dataclass(frozen=True)
class Deal:
    """One deal for one line-up; it is played once in each rotation of the seats."""

    number: int
    line_up: tuple[int, ...]  # entrants by number
    seed: int


@dataclass(frozen=True)
class Outcome:
    """One game: who sat where, and what came of it."""

    deal: int
    seating: tuple[int, ...]  # the entrant in each seat
    scores: tuple[int, ...]
    shares: tuple[float, ...]  # of the win: 1, or a part of it for those who share it
    places: tuple[int, ...]
    turns: int
    microseconds: tuple[float, ...]  # the median of a decision with a choice
    error: str = ""  # which bot failed, where and how, if one did: it lost the game
    record: str = ""  # the game as a text, until it is written somewhere


def line_ups(entrants: Sequence[str], seats: int) -> list[tuple[int, ...]]:
    """The tables to play at: all together if there is a seat for each, every group of them otherwise."""
    if len(entrants) < seats:
        raise SetupError(f"{seats} seats need at least {seats} players, not {len(entrants)}; a player may be repeated")
    if len(entrants) == seats:
        return [tuple(range(seats))]
    if len(set(entrants)) < len(entrants):
        raise SetupError("a player may be repeated only if there is a seat for each player named")
    return list(combinations(range(len(entrants)), seats))


def deals(match: Match, games: int) -> list[Deal]:
    """The deals that make up about so many games, the line-ups in turn; never fewer than one deal each."""
    tables = line_ups(match.entrants, match.seats)
    rounds = max(1, round(games / (len(tables) * match.seats)))
    return [
        Deal(i * len(tables) + k, line_up, match.seed * 1_000_003 + i)
        for i in range(rounds)
        for k, line_up in enumerate(tables)
    ]


def check_seats(board: AnyBoard, seats: int) -> None:
    """Refuse a number of seats that the board is not for."""
    least, most = board.rules.players
    if not least <= seats <= most:
        raise SetupError(f"{board.title} is for {least} to {most} players, not {seats}")
