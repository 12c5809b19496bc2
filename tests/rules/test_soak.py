"""A hundred thousand random games on the boards with mechanics of their own: every one ends, whole."""

from collections.abc import Iterator, Mapping

import numpy as np
import pytest

from branchline.boards import Board
from branchline.boards import load_map as load
from branchline.position import MAP_GAME, Array, stream
from branchline.rules import state as rules
from branchline.rules.pack import pack
from branchline.warm import prepare

CASES: list[tuple[str, Mapping[str, object], tuple[int, ...]]] = [
    ("europe", {}, (2, 3, 4, 5)),
    ("nederland", {}, (2, 3, 4, 5)),
    ("nederland", {"tolls": False}, (2, 3, 4, 5)),
    ("nederland", {"neutral": True}, (2,)),
    ("iberia", {}, (2, 3, 4, 5)),
    ("usa", {"ticket_decks": "1910"}, (2, 5)),
    ("usa", {"ticket_decks": "mega"}, (2, 5)),
    ("usa", {"ticket_decks": "big_cities"}, (2, 5)),
]
GAMES = 100_000


def finished(board: Board, players: int, games: int, seed: int) -> Array:
    """The last positions of random games."""
    prepare()
    packed, moves = pack(board), np.zeros(1, MAP_GAME.moves)
    pair, results = np.zeros(2, MAP_GAME.state), np.zeros(1, MAP_GAME.result)
    ends, totals = np.zeros(games, MAP_GAME.state), np.zeros(8, np.int64)
    rng = stream(seed)
    for i in range(games):
        MAP_GAME.engine.random_games(pair, packed, players, moves, results, rng, 1, totals)
        ends[i] = pair[0]
    return ends


def check_ends(ends: Array, board: Board) -> None:
    """Fail unless every card, ticket and train of every game is somewhere, once."""
    assert (ends["phase"] == rules.OVER).all()
    cards = sum(ends[name].astype(int) for name in ("deck", "discards", "display", "paid", "turned"))
    assert (cards + ends["hand"].astype(int).sum(axis=1) == [12] * 8 + [14]).all()
    festivals = ends["festival_deck"].astype(int) + ends["lying"] + ends["pile"].sum(axis=1)
    wanted = [len(festival.points) for festival in board.festivals]
    assert (festivals[:, : len(wanted)] == wanted).all()
    assert (ends["tokens"] >= 0).all()
    assert (tickets(ends) == len(board.tickets)).all()
    lengths = np.array([route.length for route in board.routes])
    for p in range(int(ends["players"][0])):
        built = members(ends["owned"][:, p])[:, : len(lengths)] @ lengths
        assert (ends["trains"][:, p] + built == board.rules.trains).all()


def tickets(ends: Array) -> Array:
    """How many tickets there are, wherever they are."""
    masks = [*(ends[name] for name in ("ticket_deck", "removed", "ticket_discards"))]
    masks += [ends[name][:, p] for name in ("tickets", "offer", "drafted") for p in range(rules.PLAYERS)]
    return sum(members(mask).sum(axis=1) for mask in masks) + ends["under_size"]  # type: ignore[no-any-return]


def members(masks: Array) -> Array:
    """Masks of two words as rows of 128 zeros and ones."""
    return np.unpackbits(np.ascontiguousarray(masks).view(np.uint8), axis=1, bitorder="little").astype(int)


def rows(games: int) -> Iterator[str]:
    """Play all cases, and tell how their games ended."""
    cases = [(name, options, players) for name, options, counts in CASES for players in counts]
    yield "board                        players   games last turns passed out  turns longest"
    for seed, (name, options, players) in enumerate(cases):
        board = load(name, options)
        ends = finished(board, players, games // len(cases) + 1, seed)
        check_ends(ends, board)
        passed = int((ends["passes"] == players).sum())
        named = " ".join([name, *(f"{key}={value}" for key, value in options.items())])
        turns = ends["turn"]
        yield (
            f"{named:<28} {players:>7} {len(ends):>7} {len(ends) - passed:>10} {passed:>10} "
            f"{turns.mean():>6.0f} {turns.max():>7}"
        )


def test_a_few_games_end() -> None:
    """Every board and variant ends with everything in its place."""
    assert len(list(rows(500))) == 1 + sum(len(counts) for _, _, counts in CASES)


@pytest.mark.soak
def test_a_hundred_thousand_games_end() -> None:
    """The same, long; says how the games ended."""
    for row in rows(GAMES):
        print(row)
