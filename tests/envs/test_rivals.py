"""Bots inside compiled code are the bots outside: the same choices from the same views."""

from random import Random
from typing import Any

import numpy as np
import pytest

from branchline import Batch, SetupError, Vector, boards
from branchline.bots import make
from branchline.cardgame.actions import action_space as card_actions
from branchline.kinds import kind_of
from branchline.mapgame.actions import action_space as map_actions
from branchline.position import Position, stream

SPACES = {"map": map_actions, "cards": card_actions}


class Lots(Random):
    """Notes what a bot draws lots among."""

    drawn: list[Any]

    def choice(self, seq: Any) -> Any:
        self.drawn = list(seq)
        return self.drawn[0]


def greedy_may(position: Position) -> set[int]:
    """The actions that greedy, written in Python, may choose for the player to move."""
    lots = Lots(1)
    lots.drawn = []
    kind = kind_of(position)
    chosen = kind.greedy(lots).choose(position.seen_by(position.player), position.legal())
    space = SPACES[kind.name](position.board)
    return {space.number(action) for action in lots.drawn} or {chosen}


@pytest.mark.parametrize("board", boards.names())
def test_greedy_inside_chooses_as_greedy_outside(board: str) -> None:
    least, most = boards.load(board).rules.players
    compared, rng = 0, Random(3)
    for players in (least, most):
        vector = Vector(Batch(board, players, games=4, seed=players), threads=1)
        for _ in range(70):
            said = vector.advice("greedy")
            for game in range(4):
                assert said[game] in greedy_may(vector.batch.position(game))
                compared += 1
            vector.step(said if rng.random() < 0.8 else vector.sample())
    assert compared == 560


@pytest.mark.parametrize("board", ["nordic", "cardgame"])
def test_the_planner_inside_is_the_planner_outside(board: str) -> None:
    vector, bot = Vector(Batch(board, 2, games=4, seed=2), threads=1), make("planner-1", 1)
    for _ in range(60):
        said = vector.advice("planner-1")
        for game in range(4):
            position = vector.batch.position(game)
            assert said[game] == bot.choose(position.seen_by(position.player), position.legal())
        vector.step(said)


@pytest.mark.parametrize("bot", ["greedy", "planner-1"])
@pytest.mark.parametrize("board", ["nordic", "cardgame"])
def test_what_a_bot_cannot_see_does_not_matter(board: str, bot: str) -> None:
    vector = Vector(Batch(board, 3, games=20, seed=4), threads=1)
    for _ in range(25):
        vector.step(vector.sample())
    other = vector.copy()
    for game in range(20):
        position = vector.batch.position(game)
        other.batch.states[game] = position.determinize(position.player, stream(game)).states[0]
    assert other.batch != vector.batch
    assert vector.advice(bot).tolist() == other.advice(bot).tolist()


def test_several_bots_at_one_table_take_their_turns() -> None:
    vector = Vector(Batch("nordic", 3, games=40, seed=2), bots={0: "greedy", 2: "random"})
    paid, ended = np.zeros(3), 0
    while ended < 40:
        assert (vector.to_move == 1).all()
        vector.step(vector.advice("planner-1"))
        paid += vector.rewards.sum(0)
        ended += int(vector.done.sum())
    planner, greedy, random = paid[1], paid[0], paid[2]
    assert planner > greedy > random


def test_a_bot_that_cannot_play_inside_is_refused() -> None:
    with pytest.raises(SetupError, match="'expert' cannot play inside; these can: random, greedy, planner"):
        Vector(Batch("nordic", games=1)).advice("expert")
