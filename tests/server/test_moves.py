"""The moves that stand, packed, and the positions found from them."""

from random import Random

import pytest

from branchline.position import stream
from branchline.server.moves import Move, Moves
from branchline.server.play import STRIDE, Play, ground, resolve


def test_moves_come_out_as_they_went_in() -> None:
    chance = Random(1)
    made: list[Move] = []
    moves = Moves()
    for _ in range(300):
        actions, outcomes = ([chance.randrange(2000) for _ in range(chance.randrange(4))] for _ in range(2))
        made.append((chance.randrange(5), tuple(actions), tuple(outcomes)))
        moves.append(*made[-1])
    assert list(moves) == made
    assert (moves[-1], moves[-7], moves.seat(-7)) == (made[-1], made[-7], made[-7][0])
    other = moves.copy()
    other.cut(17)
    other.cut(40)
    assert list(other) == made[:17]
    assert list(moves) == made, "a copy is apart"


@pytest.mark.parametrize("board", ["usa", "cardgame"])
def test_moves_are_taken_back_however_many(board: str) -> None:
    chance, luck = Random(2), stream(2)
    play = Play(ground(board, {}), 2)
    dealt = play.start.copy()
    play.deal(resolve(dealt, lambda then: then.draw(luck)))
    positions, drawn = [], []
    while len(play.moves) < 3 * STRIDE + 5:
        positions.append(play.position.states.tobytes())
        drawn.append(play.drawn)
        seat, actions = play.player, [chance.choice(play.position.legal())]
        after = play.position.copy()
        after.apply(actions[0])
        while not after.is_chance and play.ground.notation.is_mid_move(after):
            actions.append(chance.choice(after.legal()))
            after.apply(actions[-1])
        play.push(seat, tuple(actions), resolve(after, lambda then: then.draw(luck)))
    for left in range(len(positions)):
        assert play.before(len(positions) - left).states.tobytes() == positions[left]
    for back in (1, 3, STRIDE, STRIDE + 1, 2):
        other = play.trial()
        other.undo(back)
        left = len(positions) - back
        assert (len(other.moves), other.drawn) == (left, drawn[left])
        assert other.position.states.tobytes() == positions[left]
        other.push(*play.moves[left])
        assert other.before().states.tobytes() == positions[left]
    play.undo(len(positions))
    assert (len(play.moves), play.position.states.tobytes()) == (0, positions[0])
