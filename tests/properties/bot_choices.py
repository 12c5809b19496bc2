"""What bots choose in a few positions of short games: run compiled and uncompiled, the output is the same."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np

from branchline import boards
from branchline.bots import make
from branchline.kinds import new_position
from branchline.mapgame.board import Board
from branchline.position import stream

GAMES = {
    "planner": ("usa", "nordic", "europe", "nederland", "iberia", "cardgame"),
    "expert@1n": ("usa", "cardgame"),
}
STEPS = {"planner": 10, "expert@1n": 3}
ASKED = {"planner": 0, "expert@1n": 2}  # the first step that the bot chooses; before that anything is played


def choices(bot: str, name: str) -> Iterator[str]:
    """What a bot chooses in one short game."""
    board = boards.load(name)
    if isinstance(board, Board):
        board = replace(board, rules=replace(board.rules, trains=6))
    position, chance, rng, player = new_position(board, 2), stream(5), Random(5), make(bot, 5)
    for step in range(STEPS[bot]):
        while position.is_chance:
            position.apply(position.draw(chance))
        if position.is_over:
            break
        legal = position.legal()
        if step >= ASKED[bot]:
            action = player.choose(position.seen_by(position.player), legal)
            yield f"{name} {bot} {step}: {action}"
        else:
            action = rng.choice(legal)
        position.apply(action)


def tell() -> str:
    """All choices."""
    with np.errstate(over="ignore"):  # uncompiled, the random stream's multiplication says that it wraps
        return "\n".join(line for bot in GAMES for name in GAMES[bot] for line in choices(bot, name))


if __name__ == "__main__":
    print(tell())
