"""A game analysed: everything adds up, nothing is said that was not found."""

import json
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from branchline import Analysis, Game, analyse, new
from branchline.bots import make
from branchline.coach.analysis import Balance, Sure
from branchline.coach.chance import ChanceNode
from branchline.coach.contrast import Games, Outcomes
from branchline.coach.html import page
from branchline.coach.line import line_of
from branchline.coach.sampler import Budget, Sampler
from branchline.coach.smoothing import SURE, Levels, Steps, smooth
from branchline.coach.words import CAPPED, in_words, summary

GAMES = [
    ("usa", ("casual", "planner-1"), 3),
    ("nordic", ("casual", "greedy", "planner-1"), 4),
    ("cardgame", ("greedy", "planner-1"), 5),
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
    planner = analysis.balances[bots.index("planner-1")]
    assert (planner.skill.value, planner.skill.error) == (0, 0), "the planner does what the planner would have done"


@pytest.mark.parametrize(("board", "bots", "seed"), GAMES)
def test_every_entry_has_its_chances(
    game_of: Callable[..., Game], board: str, bots: tuple[str, ...], seed: int
) -> None:
    game = game_of(board, bots, seed)
    rough: list[int] = []
    analysis = analyse(game, playouts=1500, on_curve=lambda curve: rough.extend(point.entry for point in curve))
    assert rough == [point.entry for point in analysis.points] == list(range(-1, len(game.log)))
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


@pytest.mark.parametrize(("board", "bot"), [("usa", "planner-1"), ("nederland", "planner")])
def test_games_are_imagined_as_the_planner_plays_that_knows_the_board(
    game_of: Callable[..., Game], board: str, bot: str
) -> None:
    game = game_of(board, ("casual", "greedy"), 3)
    sampler, planner = Sampler(game.start, Budget(playouts=1)), make(bot, 1)
    decisions = [step.before for step in game.steps if not step.before.is_chance and len(step.before.legal()) > 1]
    for position in decisions[::5]:
        view = position.seen_by(position.player)
        assert sampler.choose(view) == planner.choose(view, position.legal())


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
        node = ChanceNode(1, type(link)(0, link.before, after, outcome, None))
        for _ in range(8):
            node.look(sampler)
        found.append(node.luck)
    mean = (weights / weights.sum()) @ np.array([luck.value for luck in found])
    error = max(float(luck.variance.max()) for luck in found) ** 0.5
    assert np.abs(mean).max() < error / 2, "with the same streams nearly nothing is left, whatever the games were"
    assert error < 0.15


def test_what_always_comes_is_no_luck(game_of: Callable[..., Game]) -> None:
    game = game_of("usa", ("casual", "planner"), 3)
    sampler = Sampler(game.start, Budget(playouts=1))
    link = next(link for link in line_of(game, sampler.choose) if link.is_chance)
    only = link.before.copy()
    only.states["deck"][0, 1:] = 0
    node = ChanceNode(1, type(link)(0, only, link.after, 0, None))
    assert not node.is_open
    assert not node.luck.value.any()
    assert not node.luck.variance.any()


def test_differences_by_leads_agree_with_counted_wins() -> None:
    draws = np.random.default_rng(5)
    luck = draws.normal(0, 30, (4000, 1))
    lead = luck + draws.normal([6.0, 0.0], 10, (4000, 2))  # the first start is six points better in the same games
    leads = np.stack([lead, -lead], axis=2)
    counted = (lead > 0).mean(axis=0)
    of_wins = float(((lead[:, 0] > 0) * 1.0 - (lead[:, 1] > 0)).var())
    for n in (16, 100, 4000):
        games = Games(2, 2)
        games.add(Outcomes((leads[:n] > 0).astype(float), leads[:n]))
        found = games.between(0, 1)
        assert found.value.sum() == pytest.approx(0, abs=1e-12)
        assert abs(found.value[0] - (counted[0] - counted[1])) < 3 * found.variance[0] ** 0.5
        assert n > 1000 or found.variance[0] < of_wins / n, "sharper than counting wins"


def test_luck_averages_to_zero_though_one_player_is_weaker(game_of: Callable[..., Game]) -> None:
    found = [analyse(game_of("cardgame", ("greedy", "planner"), seed), playouts=800) for seed in range(20, 30)]
    luck = np.array([analysis.balances[0].luck.value for analysis in found])
    assert abs(luck.mean()) < 4 * luck.std(ddof=1) / len(luck) ** 0.5
    assert all(abs(balance.remainder) < 1e-6 for analysis in found for balance in analysis.balances)


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


@pytest.mark.parametrize("seed", range(20))
def test_whole_percents_add_up_too(seed: int) -> None:
    draws = np.random.default_rng(seed)
    luck, skill, unseen = draws.normal(0, 0.3, 3).tolist()
    skill, unseen = (0.0, 0.0) if seed % 2 else (skill, unseen)  # as of one who plays as the planner does
    end, start = float(seed % 3) / 2, float(draws.uniform(0.2, 0.5))
    rivals = end - start - luck - skill - unseen
    sure = partial(Sure, error=0.01)
    balance = Balance(0, sure(start), sure(luck), sure(skill), sure(unseen), sure(rivals), end)
    shown = balance.percents
    assert sum(shown[name] for name in balance.parts) == shown["end"] == round(100 * end)
    for name, part in balance.parts.items():
        assert abs(shown[name] - 100 * part.value) < 1.0001
        assert part.value or shown[name] == 0, "what is exactly nothing stays nothing"


def test_what_is_more_than_the_whole_game_is_said_to_be_capped(game_of: Callable[..., Game]) -> None:
    analysis: Analysis = analyse(game_of(*GAMES[0]), playouts=200)
    small = Sure(0.1, 0.02)
    for skill, is_told in ((-1.0, True), (-0.99, False), (1.0, True)):
        balance = Balance(0, small, small, Sure(skill, 0.1), small, small, 0.0)
        assert (CAPPED in summary(analysis, balance)) == is_told
