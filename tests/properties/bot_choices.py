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

EXPERT = "expert@1n"
GAMES = [("planner", name) for name in ("usa", "nordic", "europe", "nederland", "iberia", "cardgame")]
GAMES += [(EXPERT, "usa"), (EXPERT, "cardgame")]
STEPS = 10
ASKED = {"usa": 2, "cardgame": 70}  # the only step that the expert chooses; before that anything is played


def choices(bot: str, name: str) -> Iterator[str]:
    """What a bot chooses in one short game."""
    board = boards.load(name)
    if isinstance(board, Board):
        board = replace(board, rules=replace(board.rules, trains=6))
    position, chance, rng, player = new_position(board, 2), stream(5), Random(5), make(bot, 5)
    asked = [ASKED[name]] if bot == EXPERT else range(STEPS)
    for step in range(asked[-1] + 1):
        while position.is_chance:
            position.apply(position.draw(chance))
        if position.is_over:
            break
        legal = position.legal()
        if step in asked:
            action = player.choose(position.seen_by(position.player), legal)
            yield f"{name} {bot} {step}: {action}"
        else:
            action = rng.choice(legal)
        position.apply(action)


def tell() -> str:
    """All choices."""
    with np.errstate(over="ignore"):  # uncompiled, the random stream's multiplication says that it wraps
        return "\n".join(line for bot, name in GAMES for line in choices(bot, name))


if __name__ == "__main__":
    print(tell())
