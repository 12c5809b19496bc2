"""Many games for a learner: rewards, ends, rivals within, clones."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from branchline import Batch, MoveError, SetupError, Vector

BOARDS = ("nordic", "cardgame")


def played(vector: Vector, until: Callable[[Vector], bool]) -> Vector:
    for _ in range(3000):
        if until(vector):
            return vector
        vector.step(vector.sample())
    raise AssertionError("the games do not end")


@pytest.mark.parametrize("board", BOARDS)
def test_a_game_that_ends_pays_and_is_dealt_anew(board: str) -> None:
    vector = played(Vector(Batch(board, 2, games=30, seed=2)), lambda vector: bool(vector.done.any()))
    ended = vector.rewards[vector.done]
    assert ended.sum(1).tolist() == pytest.approx([1.0] * len(ended))
    assert not vector.rewards[~vector.done].any()
    assert not vector.batch.is_over.any()
    assert vector.batch.states["turn"][vector.done].tolist() == [0] * len(ended)
    assert vector.masks.any(1).all()


def test_rewards_are_what_the_scores_say() -> None:
    for reward in ("win", "difference", "points"):
        vector = Vector(Batch("nordic", 3, games=6, seed=2), reward=reward, auto_reset=False)
        paid = np.zeros((6, 3))
        while not vector.batch.is_over.all():
            vector.step(vector.sample())
            paid += vector.rewards
        for i in range(6):
            result = vector.batch.position(i).score()
            total = result.total[:3].astype(int).tolist()
            winners = [int(place) == 1 for place in result.place[:3]]
            wanted = {
                "win": [won / sum(winners) for won in winners],
                "difference": [n - max(m for q, m in enumerate(total) if q != p) for p, n in enumerate(total)],
                "points": total,
            }
            assert paid[i].tolist() == pytest.approx(wanted[reward])
    with pytest.raises(SetupError, match="no reward 'gold'; there are win, difference, points"):
        Vector(Batch("nordic", games=1), reward="gold")


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_learner_among_rivals_is_always_to_move(board: str, seat: int) -> None:
    vector = Vector(Batch(board, 2, games=30, seed=2), bots={1 - seat: "random"})
    for _ in range(150):
        assert (vector.to_move == seat).all()
        vector.step(vector.sample())
    with pytest.raises(SetupError, match="leaves none to the learner"):
        Vector(Batch(board, 2, games=1), bots={0: "random", 1: "random"})
    with pytest.raises(SetupError, match="cannot play inside"):
        Vector(Batch(board, 2, games=1), bots={0: "nobody"})


def test_any_number_of_threads_plays_the_same() -> None:
    one, many = (Vector(Batch("nordic", 2, games=50, seed=9), threads=threads) for threads in (1, 3))
    for _ in range(200):
        one.step(one.sample())
        many.step(many.sample())
    assert one.batch == many.batch
    assert one.observations.tobytes() == many.observations.tobytes()
    assert one.masks.tobytes() == many.masks.tobytes()


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))])
def test_a_clone_goes_on_alike_but_apart(way: Callable[[Any], Any]) -> None:
    vector = Vector(Batch("nordic", 2, games=10, seed=9), bots={1: "random"})
    other: Vector = way(vector)
    before = vector.batch.copy()
    for _ in range(60):
        other.step(other.sample())
    assert vector.batch == before
    for _ in range(60):
        vector.step(vector.sample())
    assert vector.batch == other.batch
    assert vector.observations.tobytes() == other.observations.tobytes()


def test_samples_are_legal_and_even() -> None:
    vector = Vector(Batch("nordic", 2, games=4000, seed=1))
    vector.batch.states[:] = vector.batch.states[0]
    legal = vector.batch.position(0).legal()
    counts = np.bincount(vector.sample(), minlength=vector.batch.n_actions)
    assert set(np.flatnonzero(counts)) == set(legal)
    expected = 4000 / len(legal)
    assert (abs(counts[legal] - expected) < 6 * expected**0.5).all()


def test_a_wrong_action_changes_nothing() -> None:
    vector = Vector(Batch("nordic", 2, games=5, seed=1))
    before, actions = vector.batch.copy(), vector.sample()
    for wrong in (-1, 937, 10**9):
        with pytest.raises(MoveError, match=f"action {wrong} is not legal in game 3; no game was changed"):
            vector.step([*actions[:3], wrong, actions[4]])
    with pytest.raises(MoveError, match="one action a game"):
        vector.step(actions[:3])
    with pytest.raises(SetupError, match="one true or false a game"):
        vector.reset([True])
    assert vector.batch == before
