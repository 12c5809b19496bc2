"""PettingZoo's own checks, warnings being errors."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from branchline import boards
from branchline.envs.pettingzoo import env, raw_env

CASES = [
    (name, players)
    for name in boards.names()
    for players in range(boards.load(name).rules.players[0], boards.load(name).rules.players[1] + 1)
]
MODES = {"svg": lambda text: text.startswith("<svg") and "var(" not in text}


@pytest.fixture(autouse=True)
def _warnings_are_errors() -> None:
    warnings.simplefilter("error")


@pytest.mark.parametrize(("board", "players"), CASES)
def test_the_api(board: str, players: int) -> None:
    api_test(env(board, players), num_cycles=60)


@pytest.mark.soak
@pytest.mark.parametrize(("board", "players"), CASES)
def test_the_api_over_whole_games(board: str, players: int) -> None:
    """All of PettingZoo's checks that turn-based games can pass; two cannot be passed by any.

    `max_cycles_test` wants every agent to act equally often, which these rules do not let them, and
    `bombardment_test` takes what `step` returns, which is nothing, for an observation.
    """
    for make in (raw_env, env):
        api_test(make(board, players), num_cycles=2000)
        seed_test(lambda make=make: make(board, players), num_cycles=500)
        render_test(lambda render_mode=None, make=make: make(board, players, render_mode=render_mode), MODES)


@pytest.mark.parametrize("board", ["nordic", "cardgame"])
def test_seeds_and_rendering(board: str) -> None:
    seed_test(lambda: env(board, 3), num_cycles=30)
    render_test(lambda render_mode=None: raw_env(board, 2, render_mode=render_mode), custom_tests=MODES)


@pytest.mark.parametrize("board", ["nordic", "cardgame"])
def test_a_whole_game_pays_one_win(board: str) -> None:
    table = raw_env(board, 3)
    table.reset(seed=4)
    paid = dict.fromkeys(table.agents, 0.0)
    rng = np.random.default_rng(1)
    for agent in table.agent_iter():
        _, reward, is_over, _, info = table.last()
        paid[agent] += reward
        table.step(None if is_over else rng.choice(np.flatnonzero(info["action_mask"])))
    assert sum(paid.values()) == pytest.approx(1.0)


def test_a_picture_has_the_colours_of_who_claimed() -> None:
    table = raw_env("nordic", 2, render_mode="rgb_array")
    table.reset(seed=4)
    before = table.render()
    rng = np.random.default_rng(1)
    for _ in range(200):
        table.step(rng.choice(np.flatnonzero(table.infos[table.agent_selection]["action_mask"])))
    assert (before != table.render()).any()
    assert "points" in raw_text(table)


def raw_text(table: raw_env) -> str:
    table.render_mode = "ansi"
    text = table.render()
    assert isinstance(text, str)
    return text
