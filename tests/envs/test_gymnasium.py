"""Gymnasium's own checks, warnings being errors, and the auto-reset modes of the vector environment."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import branchline.envs  # noqa: F401
from branchline import SetupError, boards
from branchline.envs.gymnasium import SeatEnv, SeatsEnv


def name_of(board: str) -> str:
    return f"branchline/{board.replace('_', ' ').title().replace(' ', '')}-v0"


@pytest.mark.parametrize("board", boards.names())
def test_every_board_is_registered(board: str) -> None:
    made = gymnasium.make(name_of(board)).unwrapped
    assert isinstance(made, SeatEnv)
    assert made.game.board.name == board


@pytest.mark.parametrize("board", ["nordic", "cardgame"])
def test_the_checker_is_content(board: str) -> None:
    made = SeatEnv(board, ["random"], render_mode="rgb_array")
    check_env(made, skip_render_check=True)


@pytest.mark.parametrize("opponents", [["greedy"], ["random", "greedy"]])
def test_a_seat_plays_against_bots_to_the_end(opponents: list[str]) -> None:
    made = SeatEnv("nordic", opponents, seat=1)
    made.reset(seed=1)
    is_over, reward = False, 0.0
    while not is_over:
        assert made.game.position.player == 1
        _, reward, is_over, is_cut, _ = made.step(np.flatnonzero(made.action_masks())[0])
        assert not is_cut
    assert 0 <= reward <= 1
    made.reset(seed=1)
    _, reward, is_over, _, info = made.step(0)
    assert (reward, is_over, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_auto_reset_modes(mode: AutoresetMode) -> None:
    made = SeatsEnv("nordic", 16, autoreset_mode=mode)
    seen, info = made.reset(seed=5)
    assert seen in made.observation_space
    again, _ = made.reset(seed=5)
    assert (seen == again).all()
    ended = np.zeros(16, np.bool_)
    for _ in range(2000):
        seen, rewards, done, cut, info = made.step(made.games.sample())
        assert not cut.any()
        assert not rewards[~done].any()
        if done.any():
            ended = done
            break
    assert ended.any()
    assert (made.games.batch.is_over == (ended & (mode != AutoresetMode.SAME_STEP))).all()
    assert ("final_obs" in info) == (mode == AutoresetMode.SAME_STEP)
    if mode == AutoresetMode.SAME_STEP:
        assert (info["final_obs"][ended] != seen[ended]).any(1).all()
        return
    if mode == AutoresetMode.DISABLED:
        with pytest.raises(SetupError, match="reset_mask"):
            made.step(made.games.sample())
        made.reset(options={"reset_mask": ended})
    else:
        _, rewards, done, _, _ = made.step(made.games.sample())
        assert not done[ended].any()
        assert not rewards[ended].any()
    assert not made.games.batch.is_over[ended].any()


def test_opponents_within_are_those_asked_for() -> None:
    made = gymnasium.make_vec("branchline/Nordic-v0", num_envs=30, opponents=["greedy"])
    made.reset(seed=1)
    won: list[float] = []
    while len(won) < 20:
        _, rewards, done, _, _ = made.step(made.unwrapped.games.sample())
        won += rewards[done].tolist()
    assert sum(won) == 0  # random never beats greedy


def test_make_vec_gives_the_compiled_one() -> None:
    made = gymnasium.make_vec("branchline/Nordic-v0", num_envs=4)
    assert isinstance(made.unwrapped, SeatsEnv)
    _, info = made.reset(seed=1)
    assert info["action_mask"].shape == (4, made.unwrapped.games.batch.n_actions)
