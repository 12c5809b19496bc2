"""Games of bots, decision by decision."""

from collections.abc import Iterator
from functools import cache

from branchline import boards
from branchline.bots import Player
from branchline.kinds import new_position
from branchline.position import Position, stream


@cache
def start(board: str, players: int) -> Position:
    return new_position(boards.load(board), players)


def play(board: str, bots: list[Player], seed: int) -> Iterator[tuple[Position, int]]:
    """Every decision of a game with the action chosen; the last position is over."""
    position, chance = start(board, len(bots)).copy(), stream(seed)
    while not position.is_over:
        if position.is_chance:
            position.apply(position.draw(chance))
            continue
        legal = position.legal()
        action = bots[position.player].choose(position.seen_by(position.player), legal)
        assert action in legal
        yield position, action
        position.apply(action)
    yield position, -1


def last(board: str, bots: list[Player], seed: int) -> Position:
    return list(play(board, bots, seed))[-1][0]
