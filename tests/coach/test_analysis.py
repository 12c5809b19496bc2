"""A game analysed: everything adds up, nothing is said that was not found."""

import json
from collections.abc import Callable

import numpy as np
import pytest

from branchline import Analysis, Game, analyse, new
from branchline.coach.analyse import luck_at
from branchline.coach.html import page
from branchline.coach.line import line_of
from branchline.coach.sampler import Budget, Sampler
from branchline.coach.smoothing import SURE, Levels, Steps, smooth
from branchline.coach.words import in_words

GAMES = [
    ("usa", ("casual", "planner"), 3),
    ("nordic", ("casual", "greedy", "planner"), 4),
    ("cardgame", ("greedy", "planner"), 5),
]


@pytest.mark.parametrize(("board", "bots", "seed"), GAMES)
def test_luck_and_choices_add_up_to_the_result(
    game_of: Callable[..., Game], board: str, bots: tuple[str, ...], seed: int
) -> None:
    game = game_of(board, bots, seed)
    analysis = analyse(game, playouts=1500)
    winners = game.result()["winners"]
    for balance in analysis.balances:
        assert abs(balance.remainder) < 1e-6
        is_winner = game.names[balance.player] in winners
        assert balance.end == pytest.approx(is_winner / len(winners), abs=1e-6)
    assert sum(balance.luck.value for balance in analysis.balances) == pytest.approx(0, abs=1e-6)
    planner = analysis.balances[bots.index("planner")]
    assert (planner.skill.value, planner.skill.error) == (0, 0), "the planner does what the planner would have done"


@pytest.mark.parametrize(("board", "bots", "seed"), GAMES)
def test_every_entry_has_its_chances(
    game_of: Callable[..., Game], board: str, bots: tuple[str, ...], seed: int
) -> None:
    game = game_of(board, bots, seed)
    analysis = analyse(game, playouts=1500)
    assert [point.entry for point in analysis.points] == list(range(-1, len(game.log)))
    for point in analysis.points:
        assert all(0 <= chance <= 1 for chance in point.chances)
        assert point.error >= 0
    told = json.loads(json.dumps(analysis.as_json(), allow_nan=False))
    for player in told["players"]:
        parts = [player[name]["value"] for name in ("start", "luck", "skill", "unseen", "rivals")]
        assert sum(parts) == pytest.approx(player["end"], abs=1e-4)
    assert len(list(in_words(analysis, game.notation))) > len(bots)


def test_costly_decisions_are_beyond_doubt_and_their_better_moves_legal(game_of: Callable[..., Game]) -> None:
    game = game_of("usa", ("random", "planner"), 6)
    analysis = analyse(game, playouts=6000)
    assert analysis.costliest(0), "a random player loses by choices"
    for costly in analysis.costly:
        assert costly.cost.value > 2 * costly.cost.error
        position = game.steps[costly.entry].before.copy()
        for step in costly.line:
            for action in step.actions:
                possible = [o for o, _ in position.outcomes()] if step.player is None else position.legal()
                assert action in possible
                position.apply(action)


def test_a_move_taken_back_does_not_count(game_of: Callable[..., Game]) -> None:
    game = new("usa", players=2, seed=8)
    game.play(game.actions()[0])
    game.play(game.actions()[0])
    sampler = Sampler(game.start, Budget(playouts=1))
    before = [link.action for link in line_of(game, sampler.choose)]
    game.play("draw deck")
    game.undo()
    assert [link.action for link in line_of(game, sampler.choose)] == before


def test_an_unfinished_game_ends_in_chances() -> None:
    game = new("usa", players=2, seed=8)
    analysis = analyse(game, playouts=400)
    assert not analysis.is_over
    assert sum(balance.end for balance in analysis.balances) == pytest.approx(1, abs=1e-6)
    assert all(0 < balance.end < 1 for balance in analysis.balances)


def test_luck_is_weighed_by_the_exact_odds(game_of: Callable[..., Game]) -> None:
    game = game_of("usa", ("casual", "planner"), 3)
    sampler = Sampler(game.start, Budget(playouts=1))
    link = next(
        link for link in line_of(game, sampler.choose)[60:] if link.is_chance and len(link.before.outcomes()) > 4
    )
    outcomes = link.before.outcomes()
    weights = np.array([weight for _, weight in outcomes], float)
    found = []
    for outcome, _ in outcomes:
        after = link.before.copy()
        after.apply(outcome)
        found.append(luck_at(type(link)(0, link.before, after, outcome, None), sampler, 1, games=32))
    mean = (weights / weights.sum()) @ np.array([luck for luck, _ in found])
    error = max(variance for _, variance in found) ** 0.5
    assert np.abs(mean).max() < 4 * error
    assert error < 0.15


def test_the_curve_follows_what_is_known() -> None:
    levels = Levels(np.array([[0.5, 0.5], [0.9, 0.1], [0.0, 1.0]]), np.array([0.01, 0.01, SURE]))
    steps = Steps(np.array([[0.1, -0.1], [0, 0]]), np.array([SURE, np.inf]), np.array([False, True]))
    curve = smooth(levels, steps)
    assert curve.chances[1] - curve.chances[0] == pytest.approx([0.1, -0.1], abs=1e-4)
    assert curve.chances[-1] == pytest.approx([0, 1], abs=1e-4)
    assert curve.chances.sum(axis=1) == pytest.approx([1, 1, 1], abs=1e-6)


def test_the_report_is_one_file(game_of: Callable[..., Game]) -> None:
    game = game_of("nordic", ("casual", "greedy", "planner"), 4)
    analysis: Analysis = analyse(game, playouts=3000)
    html = page(analysis, game)
    assert "Player 1" in html
    assert "<svg" in html
    assert "prefers-color-scheme:dark" in html
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
