"""What the planner has learned: small files that never change unseen, and play that is better for it."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from branchline import boards
from branchline.bots import learned
from branchline.bots.thinking import game_of
from branchline.kinds import new_position
from branchline.planner.policy import DECISIONS, MOVE, POSITION
from branchline.training.contest import contest
from branchline.training.learner import Learner, fresh
from branchline.training.lessons import Net, Task, play_task

# The first sixteen digits of a hash of the weights, by board. Change one only with new figures in docs/strength.md.
SHIPPED = {
    "cardgame": "0f563d492703ab02",
    "europe": "509098c738b48b78",
    "iberia": "9e58f8bde7d72069",
    "nederland": "428f021c6dae142c",
    "nordic": "9ebef5a06c2b50ee",
    "usa": "0b3ba1fd6f5d0c86",
}


def digest(file: Path) -> str:
    net = learned.read(file)
    return hashlib.sha256(b"".join(net[field].tobytes() for field in learned.FIELDS)).hexdigest()[:16]


def test_what_is_shipped_is_what_was_measured() -> None:
    files = {file.stem: file for file in learned.FOLDER.glob("*.npz")}
    assert {name: digest(file) for name, file in files.items()} == SHIPPED
    assert sum(file.stat().st_size for file in files.values()) < 2_000_000


def test_only_who_asks_for_it_plays_by_it() -> None:
    start = new_position(boards.load("usa"), 2)
    assert not game_of(start, {}).weights["learned"].any()
    assert game_of(start, {}, learned=True).weights["learned"].all()


def test_a_board_of_ones_own_has_the_weights_that_were_learned_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = new_position(boards.load("usa"), 2)
    monkeypatch.setattr(learned, "cache_folder", lambda: tmp_path)
    own = fresh(5)
    learned.write(learned.own_file(start.board), own)
    weights = game_of(start, {}, learned=True).weights
    np.testing.assert_allclose(weights["by_move"][0], own["by_move"], atol=1e-3)
    other = new_position(boards.load("nordic"), 2)
    assert not np.allclose(game_of(other, {}, learned=True).weights["by_move"][0], own["by_move"], atol=1e-3)


@pytest.mark.parametrize("board", SHIPPED)
def test_it_beats_the_planner_without_it(board: str) -> None:
    net = learned.read(learned.FOLDER / f"{board}.npz")
    assert contest(board, {}, 2, net, None, 300, 9).share > 0.55


def task(net: Net, decisions: int = 3000) -> Task:
    return Task("cardgame", (), 2, 3, net, None, (0, 1), decisions)


def test_compiled_ratings_are_those_that_are_learned() -> None:
    chance = np.random.default_rng(2)
    net = fresh(1)
    net["out"] = np.asarray(chance.normal(0, 0.3, net["out"].shape), np.float32)
    net["straight"] += np.asarray(chance.normal(0, 0.3, net["straight"].shape), np.float32)
    played = play_task(task(net))
    assert played.positions.shape[1:] == (POSITION,)
    assert played.features.shape[1:] == (MOVE,)
    assert set(np.unique(played.decisions)) == set(range(DECISIONS))
    begins = np.cumsum(played.sizes) - played.sizes
    for at in range(0, len(played.sizes), 7):
        d, facts = played.decisions[at], played.features[begins[at] : begins[at] + played.sizes[at]]
        units = np.maximum(facts @ net["by_move"][d] + played.positions[at] @ net["by_position"][d], 0)
        ratings = facts @ net["straight"][d] + units @ net["out"][d]
        chances = np.exp(ratings - ratings.max())
        assert chances[played.chosen[at]] / chances.sum() == pytest.approx(played.chances[at], rel=1e-3)


def test_moves_that_turn_out_well_become_likelier() -> None:
    learner = Learner(seed=1)
    strayed = []
    for _ in range(6):
        played = play_task(task(learner.net))
        other = (played.chosen > 0).astype(np.float32)
        strayed.append(other.mean())
        by_owner = np.bincount(played.owners, other) / np.maximum(np.bincount(played.owners), 1)
        learner.learn(played._replace(outcomes=by_owner[played.owners].astype(np.float32)), 0.02)
    assert strayed[-1] > strayed[0] + 0.1  # whoever did not do what the planner does was praised
