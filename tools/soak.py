"""Plays random games on every board, variant and number of players, checks how each ended, and writes docs/soak.md.

python tools/soak.py [games of each]
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import numpy as np

from branchline import boards
from branchline.engine import actions as shared
from branchline.engine import entries, phases
from branchline.kinds import MAP_GAME
from branchline.mapgame import limits
from branchline.mapgame.board import Board
from branchline.mapgame.rules.pack import pack
from branchline.position import Array, Position, stream
from branchline.warm import prepare

FILE = Path(__file__).parents[1] / "docs" / "soak.md"
GAMES = 100_000
AT_ONCE = 5_000
TEXT = """# How random games end

{each:,} games with uniformly random moves on every map, with every variant and number of players: {all:,} in all.
`make soak` plays as many again and writes this page; `python tools/soak.py` alone does it too.

Every game ended by the rules: after the last turns, or because everybody passed in a row and could do nothing else. At
the end every train card, ticket, train, station and festival card was in one place, no route had two owners, and nobody
had lost more tokens than the tolls of their routes.

- *last turns*: the last turns were played to their end;
- *nobody*: nobody could do anything, before or in the last turns;
- *shared*: several players shared the win;
- *turns* and *longest*: the turns of all players together, on average and in the longest game.

"""
HEAD = """| board | variant | players | last turns | nobody, before | nobody, in last turns | shared | turns | longest |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""


def cases() -> Iterator[tuple[Board, int]]:
    """Every board with a map and every variant, with every number of players."""
    for name in (name for name in boards.names() if isinstance(boards.load(name), Board)):
        for options in boards.variants(name):
            board = boards.load_map(name, options)
            least, most = board.rules.players
            yield from ((board, players) for players in range(least, most + 1))


def play(packed: Array, players: int, games: int, seed: int) -> Iterator[tuple[Array, Array]]:
    """The last positions of random games and their results, some thousand at a time."""
    moves, totals, chance = np.zeros(1, MAP_GAME.engine.moves), np.zeros(8, np.int64), stream(seed)
    pair, result = np.zeros(2, MAP_GAME.engine.state), np.zeros(1, MAP_GAME.engine.result)
    while games > 0:
        n = min(games, AT_ONCE)
        ends, results = np.zeros(n, MAP_GAME.engine.state), np.zeros(n, MAP_GAME.engine.result)
        for i in range(n):
            entries.random_games(pair, packed, players, moves, result, chance, 1, totals)
            ends[i], results[i] = pair[0], result[0]
        yield ends, results
        games -= n


def check_ends(ends: Array, board: Board, players: int) -> None:
    """Fail unless every game ended by the rules, and every card, ticket, train and token is where it belongs."""
    assert (ends["phase"] == phases.OVER).all()
    passed = ends["passes"] == players
    few_trains = ends["trains"][:, :players].min(axis=1) <= board.rules.last_turns
    assert (passed | (few_trains & (ends["turns_left"] == 0))).all()
    cards = sum(ends[name].astype(int) for name in ("deck", "discards", "display", "paid", "turned"))
    assert (cards + ends["hand"].sum(axis=1, dtype=int) == [12] * 8 + [14]).all()
    assert min(ends[name].min() for name in ("deck", "discards", "display", "hand", "trains", "tokens", "pile")) >= 0
    wanted = [len(festival.points) for festival in board.festivals]
    festivals = ends["festival_deck"].astype(int) + ends["lying"] + ends["pile"].sum(axis=1, dtype=int)
    assert (festivals[:, : len(wanted)] == wanted).all()
    assert (tickets(ends) == len(board.tickets)).all()
    check_routes(ends, board, players)


def check_nobody_can_move(ends: Array, packed: Array, players: int) -> None:
    """Fail unless in games that all passed in, each player could do nothing else."""
    for end in ends[ends["passes"] == players]:
        position = Position(MAP_GAME.engine, packed, np.array([end]))
        position.record.phase = phases.TURN
        for p in range(players):
            position.record.player = p
            assert position.legal() == [shared.PASS]


def check_routes(ends: Array, board: Board, players: int) -> None:
    """Fail unless trains, stations and tolls add up, and nobody has a route that another has."""
    lengths, tolls = (np.array([getattr(route, name) for route in board.routes]) for name in ("length", "toll"))
    owned = np.stack([members(ends["owned"][:, p]) for p in range(players)], axis=1)[:, :, : len(lengths)]
    neutral = members(ends["neutral"])[:, : len(lengths)]
    assert (owned.sum(axis=1) + neutral <= 1).all()
    assert (ends["trains"][:, :players] + owned @ lengths == board.rules.trains).all()
    assert (ends["neutral_trains"] + neutral @ lengths == board.rules.neutral_trains).all()
    stations = np.unpackbits(ends["stations"].view(np.uint8), axis=1).reshape(len(ends), limits.PLAYERS, 64)
    assert (stations.sum(axis=1) <= 1).all()
    assert (stations.sum(axis=2) <= board.rules.stations).all()
    if board.rules.toll_tokens:
        lost = board.rules.toll_tokens - ends["tokens"][:, :players].astype(int)
        assert (lost.sum(axis=1) <= (owned @ tolls).sum(axis=1)).all()
        assert (lost <= owned @ tolls).all()
    else:
        assert not ends["tokens"].any()
        assert not ends["loans"].any()


def tickets(ends: Array) -> Array:
    """How many tickets there are, wherever they are."""
    masks = [*(ends[name] for name in ("ticket_deck", "removed", "ticket_discards"))]
    masks += [ends[name][:, p] for name in ("tickets", "offer", "drafted") for p in range(limits.PLAYERS)]
    found: Array = sum(members(mask).sum(axis=1) for mask in masks) + ends["under_size"]
    return found


def members(masks: Array) -> Array:
    """Masks of two words as rows of 128 zeros and ones."""
    return np.unpackbits(np.ascontiguousarray(masks).view(np.uint8), axis=1, bitorder="little").astype(int)


def row(board: Board, players: int, games: int, seed: int) -> str:
    """Play one case, and tell how its games ended."""
    last = before = within = shared = turns = longest = 0
    packed = pack(board)
    for ends, results in play(packed, players, games, seed):
        check_ends(ends, board, players)
        check_nobody_can_move(ends, packed, players)
        passed = ends["passes"] == players
        few_trains = ends["trains"][:, :players].min(axis=1) <= board.rules.last_turns
        last += int((~passed).sum())
        before += int((passed & ~few_trains).sum())
        within += int((passed & few_trains).sum())
        shared += int(((results["place"][:, :players] == 1).sum(axis=1) > 1).sum())
        turns += int(ends["turn"].sum())
        longest = max(longest, int(ends["turn"].max()))
    variant = ", ".join(f"{name} = {str(value).lower()}" for name, value in board.chosen.items())
    counts = f"{last:,} | {before:,} | {within:,} | {shared:,} | {turns / games:.0f} | {longest}"
    return f"| {board.title} | {variant} | {players} | {counts} |"


def main() -> None:
    """Play all cases, print the table as it grows, and write the page."""
    prepare(MAP_GAME)
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    began, rows = perf_counter(), []
    print(HEAD)
    for seed, (board, players) in enumerate(cases()):
        rows.append(row(board, players, games, seed))
        print(rows[-1], flush=True)
    if games == GAMES:
        FILE.write_text(
            "\n".join([TEXT.format(each=games, all=games * len(rows)) + HEAD, *rows]) + "\n", encoding="utf-8"
        )
    print(f"{games * len(rows):,} games in {perf_counter() - began:.0f} seconds")


if __name__ == "__main__":
    main()
