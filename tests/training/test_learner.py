"""Learning from games: ratings as the compiled policy has them, and moves that turn out well become likelier."""

import numpy as np
import pytest

from branchline.planner.policy import DECISIONS, MOVE, POSITION
from branchline.training.learner import Learner, fresh
from branchline.training.lessons import NO_BLAME, Blame, Net, Task, play_task
from branchline.training.run import Course, task_of


def task(net: Net, decisions: int = 3000, board: str = "cardgame", blame: Blame = NO_BLAME) -> Task:
    return Task(board, (), 2, 3, net, None, (0, 1), decisions, blame)


@pytest.mark.parametrize("board", ["cardgame", "iberia"])  # on which every sort of decision comes up
def test_compiled_ratings_are_those_that_are_learned(board: str) -> None:
    chance = np.random.default_rng(2)
    net = fresh(1)
    net["out"] = np.asarray(chance.normal(0, 0.3, net["out"].shape), np.float32)
    net["straight"] += np.asarray(chance.normal(0, 0.3, net["straight"].shape), np.float32)
    played = play_task(task(net, board=board))
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


def test_who_only_looks_on_learns_what_to_expect_and_plays_as_before() -> None:
    learner = Learner(seed=1)
    before = {field: weights.copy() for field, weights in learner.net.items()}
    played = play_task(task(learner.net))
    surprise = [float(np.mean((played.outcomes - learner.expect(played.positions)) ** 2))]
    for _ in range(3):
        learner.learn_to_expect(played)
    surprise.append(float(np.mean((played.outcomes - learner.expect(played.positions)) ** 2)))
    assert surprise[1] < 0.5 * surprise[0]
    assert all((learner.net[field] == weights).all() for field, weights in before.items())


@pytest.mark.parametrize("blame", [Blame(unfinished=0.1), Blame(left=0.01), Blame(lost_end=0.1)])
def test_a_learner_is_blamed_for_tickets_cards_and_lost_ends(blame: Blame) -> None:
    free, blamed = (play_task(task(fresh(1), board="usa", blame=each)) for each in (NO_BLAME, blame))
    games, first = np.unique(free.owners, return_index=True)
    less = (free.outcomes - blamed.outcomes)[first]
    (each,) = (part for part in blame if part)
    assert less.min() >= 0
    assert len(games) > 20
    assert 0 < (less > 0).mean() < 1
    np.testing.assert_allclose(less / each, np.round(less / each), atol=1e-3)
    if blame.lost_end:  # of each game that was not shared, somebody brought about the end, and half of them lost
        ended = [less[games // 8 == game].sum() for game in np.unique(games // 8)]
        assert max(ended) <= each + 1e-6


def test_blame_is_for_games_of_as_few_as_can_play() -> None:
    blame = Blame(unfinished=0.1)
    tasks = [task_of(Course("nordic", blame=blame), number, fresh(1)) for number in range(12)]
    assert {(each.players, each.blame) for each in tasks} == {(2, blame), (3, NO_BLAME)}
    assert {(each.players, len(each.learners)) for each in tasks} == {(2, 2), (2, 1), (3, 3), (3, 1)}
