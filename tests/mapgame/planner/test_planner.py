"""The planner and the expert: legal everywhere, blind to what is hidden, reproducible, and able to say why."""

from dataclasses import replace
from itertools import combinations
from random import Random

import numba
import numpy as np
import pytest
from bot_games import last, play

from branchline import boards
from branchline.bots import ExpertPlayer, PlannerPlayer, Player, make
from branchline.bots.explain import explain, in_words
from branchline.kinds import new_position, notation_of
from branchline.mapgame.planner.distances import measure
from branchline.mapgame.planner.records import FAR, OWN, PLAN, make_atlas
from branchline.mapgame.planner.tickets import expected_gain
from branchline.mapgame.rules.pack import pack
from branchline.position import Position, stream

BOARDS = [(name, 2) for name in boards.names()] + [("usa", 5), ("europe", 4), ("cardgame", 4)]


def expert(rollouts: int = 40, threads: int = 1) -> ExpertPlayer:
    return ExpertPlayer(Random(7), seconds=None, rollouts=rollouts, threads=threads)


def middle(board: str, decisions: int = 40) -> Position:
    """A position in the middle of a game."""
    game = play(board, [make("planner", 1), make("planner", 2)], 3)
    for _ in range(decisions):
        position, _ = next(game)
    return position.copy()


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_planners_play_legal_games_to_the_end(board: str, players: int) -> None:
    assert last(board, [make("planner", seat) for seat in range(players)], 5).is_over


@pytest.mark.parametrize("board", ["nederland", "nordic", "cardgame"])
def test_the_expert_plays_legal_games_to_the_end(board: str) -> None:
    assert last(board, [expert(20), make("planner", 1)], 5).is_over


@pytest.mark.parametrize("board", boards.names())
@pytest.mark.parametrize("kind", ["planner", "expert"])
def test_hidden_changes_never_change_a_choice(board: str, kind: str) -> None:
    hidden, seen, looked = stream(99), 0, 0
    for number, (position, _) in enumerate(play(board, [make("planner", 1), make("greedy", 2)], 4)):
        if position.is_over:
            break
        if kind == "expert" and number % 6:
            continue
        me = position.player
        determinized = position.determinize(me, hidden)
        seen += determinized.states.tobytes() != position.states.tobytes()
        looked += 1
        bots: list[Player] = [PlannerPlayer() if kind == "planner" else expert(24) for _ in range(2)]
        choices = [bot.choose(s.seen_by(me), s.legal()) for bot, s in zip(bots, (position, determinized), strict=True)]
        assert choices[0] == choices[1]
    assert seen > looked / 2 > 3


@pytest.mark.parametrize("threads", [1, 3])
def test_play_outs_are_reproducible_with_any_number_of_threads(threads: int) -> None:
    position = middle("nordic")
    view = position.seen_by(position.player)
    once, again = expert(120).search(view, 5), expert(120, threads).search(view, 5)
    assert once.sums.tobytes() == again.sums.tobytes()
    assert once.best() == again.best()


def test_the_expert_stops_at_its_limit_of_play_outs() -> None:
    position = middle("nordic")
    search = expert(100).search(position.seen_by(position.player), 5)
    assert 40 <= search.sums[:, 0].sum() <= 100


def test_the_planner_beats_greedy() -> None:
    wins = 0
    for game in range(10):
        bots: list[Player] = [make("planner", game), make("greedy", game)]
        seat = game % 2
        end = last("usa", bots[::-1] if seat else bots, game)
        wins += int(end.score().place[seat]) == 1
    assert wins >= 7


@pytest.mark.parametrize("board", ["nordic", "cardgame"])
def test_a_bot_says_why(board: str) -> None:
    position = middle(board, 20)
    view = position.seen_by(position.player)
    thoughts = explain(view, seconds=None, rollouts=100)
    assert thoughts.player == position.player
    assert thoughts.moves[0].action in position.legal()
    assert sum(thoughts.win_chances) == pytest.approx(1)
    assert len(thoughts.scores) == 2
    assert set(thoughts.tickets) | set(thoughts.given_up)
    lines = in_words(thoughts, notation_of(boards.load(board)), view, ["Anna", "Bo"])
    assert any(line.startswith("Anna: about ") for line in lines)


def test_the_plan_names_routes_that_are_open() -> None:
    position = middle("usa", 10)
    thoughts = explain(position.seen_by(position.player), seconds=None, rollouts=20)
    free = int(position.record.open[position.player][0]) | int(position.record.open[position.player][1]) << 64
    assert thoughts.routes
    assert all(free >> route & 1 for route in thoughts.routes)


@numba.njit
def measured(boards: np.ndarray, atlases: np.ndarray, plans: np.ndarray) -> None:
    measure(boards[0], atlases[0], plans[0])


@pytest.mark.parametrize("board", [name for name in boards.names() if name != "cardgame"])
def test_the_cheapest_ways_are_found_whatever_routes_are_closed(board: str) -> None:
    start, chance = new_position(boards.load(board), 2), Random(3)
    b = start.board[0]
    for closed in range(0, int(b.n_routes), 9):
        plans = np.zeros(1, PLAN)
        costs = [OWN if chance.random() < 0.1 else np.float32(chance.uniform(0.4, 9)) for _ in range(b.n_routes)]
        plans[0].cost[: b.n_routes] = costs
        plans[0].cost[chance.sample(range(b.n_routes), closed)] = FAR
        measured(start.board, make_atlas(start.board), plans)
        ways = np.full((b.n_cities, b.n_cities), FAR)
        np.fill_diagonal(ways, 0)
        for route in range(b.n_routes):
            ends = b.route_a[route], b.route_b[route]
            ways[ends] = ways[ends[::-1]] = min(ways[ends], plans[0].cost[route])
        for city in range(b.n_cities):
            ways = np.minimum(ways, ways[:, [city]] + ways[[city], :])
        found = plans[0].distances[: b.n_cities, : b.n_cities]
        np.testing.assert_allclose(found, np.minimum(ways, FAR), rtol=1e-5)


@numba.njit
def expected(gains: np.ndarray, drawn: int, least: int) -> float:
    return expected_gain(gains, drawn, least)


@pytest.mark.parametrize("least", [0, 1, 2, 3])
def test_new_tickets_are_worth_what_the_draws_bring_on_average(least: int) -> None:
    """Of every draw those that gain are kept, and as many of the best as the board says must be."""
    gains = [9.0, 4.0, 1.0, -2.0, -5.0, -6.0, -12.0]
    worths = []
    for offer in combinations(gains, 3):
        best = sorted(offer, reverse=True)
        worths.append(sum(gain for i, gain in enumerate(best) if gain > 0 or i < least))
    found = expected(np.array(gains, np.float32), 3, least)
    assert found == pytest.approx(sum(worths) / len(worths), rel=1e-5)


@pytest.mark.parametrize("least", [1, 2])
def test_how_many_tickets_must_be_kept_is_read_from_the_board(least: int) -> None:
    board = boards.load_map("usa")
    board = replace(board, rules=replace(board.rules, draw_keep=least))
    assert make_atlas(pack(board))[0].least_kept.tolist() == [min(n, least) for n in range(7)]
