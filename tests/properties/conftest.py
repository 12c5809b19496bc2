"""The games that every property is tried on: every board, variant and number of players."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

import pytest
from hypothesis import settings

from branchline import boards
from branchline.kinds import new_position
from branchline.mapgame.board import Board
from branchline.position import Position


class Case(NamedTuple):
    """A board, the options chosen, and how many play."""

    board: str
    options: tuple[tuple[str, object], ...]
    players: int

    @property
    def loaded(self) -> Board:
        """The board with its options."""
        return load(self.board, self.options)

    def start(self) -> Position:
        """A game of this case before its first card is dealt."""
        return new_position(self.loaded, self.players)

    def __str__(self) -> str:
        options = "".join(f"-{name}={value}" for name, value in self.options)
        return f"{self.board}{options}-{self.players}"


def game_of(board: str, players: int, **options: object) -> Case:
    """A case, written shortly."""
    return Case(board, tuple(sorted(options.items())), players)


@cache
def load(name: str, options: tuple[tuple[str, object], ...]) -> Board:
    """A board, read once."""
    return boards.load_map(name, dict(options))


def every_game() -> Iterator[Case]:
    """Every board with a map and every variant, for every number of players."""
    for name in (name for name in boards.names() if isinstance(boards.load(name), Board)):
        for options in boards.variants(name):
            case = game_of(name, 2, **options)
            least, most = case.loaded.rules.players
            yield from (case._replace(players=players) for players in range(least, most + 1))


CASES = [
    *every_game(),
    game_of("nordic", 2, strict_tunnel_locomotives=True, no_draw_without_deck=True, start_hand=5),
]
PLAIN = [case for case in CASES if case.board in ("usa", "nordic")]  # whose rules are written twice, here as well
SHARE = 4  # every so manieth case is in every run, another one for another property


def effort(few: int, many: int) -> list[Any]:
    """Values of a parameter: a few examples in every run, many in a long one."""
    return [pytest.param(few, id="few"), pytest.param(many, id="many", marks=pytest.mark.soak)]


T = TypeVar("T")


def once_a_board(make: Callable[[Board], T]) -> Callable[[Board], T]:
    """Make something of a board only once; a board cannot be hashed, so it is told by its identity."""
    made: dict[int, tuple[Board, T]] = {}

    def get(board: Board) -> T:
        if id(board) not in made:
            made[id(board)] = (board, make(board))
        return made[id(board)][1]

    return get


settings.register_profile("properties", deadline=None, derandomize=True, database=None)
settings.load_profile("properties")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with an argument `case` is run for every game, one with `plain_case` for the plain ones."""
    first = crc32(metafunc.function.__name__.encode())
    for name, cases in (("case", CASES), ("plain_case", PLAIN)):
        if name in metafunc.fixturenames:
            marks = [() if (first + i) % SHARE == 0 else pytest.mark.soak for i in range(len(cases))]
            params = [pytest.param(case, marks=mark, id=str(case)) for case, mark in zip(cases, marks, strict=True)]
            metafunc.parametrize(name, params)
