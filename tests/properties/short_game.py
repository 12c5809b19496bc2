"""One short game of each board, told by its bytes: run compiled and uncompiled, the output is the same."""

import hashlib
from dataclasses import replace
from random import Random

import numpy as np

from branchline import boards
from branchline.kinds import new_position
from branchline.mapgame.board import Board
from branchline.position import Position, stream

GAMES: tuple[tuple[str, dict[str, object], int], ...] = (
    ("usa", {}, 2),
    ("nordic", {}, 3),
    ("europe", {}, 2),
    ("nederland", {"neutral": True}, 2),
    ("iberia", {"deal_card_shift": 10}, 3),
    ("cardgame", {}, 4),
)


def short_game(name: str, options: dict[str, object], players: int) -> list[str]:
    """What became of a short game: its end, now and then a view, a determinized game, the score."""
    board = boards.load(name, options)
    if isinstance(board, Board):
        board = replace(board, rules=replace(board.rules, trains=9))
    position, chance, rng = new_position(board, players), stream(5), Random(5)
    told = []
    step = 0
    while not position.is_over:
        action = position.draw(chance) if position.is_chance else rng.choice(position.legal())
        position.apply(action)
        step += 1
        if step % 16 == 0:
            viewer = step // 16 % players
            told += [digest(position.seen_by(viewer)), digest(position.determinize(viewer, chance))]
            told.append(hashlib.sha256(position.score().tobytes()).hexdigest())
    return [*told, f"{name} {players}: {step} steps, {position.turn} turns", digest(position)]


def digest(position: Position) -> str:
    """A position's bytes, in short."""
    return hashlib.sha256(position.states.tobytes()).hexdigest()


def tell() -> str:
    """All games."""
    with np.errstate(over="ignore"):  # uncompiled, the random stream's multiplication says that it wraps
        return "\n".join(line for game in GAMES for line in short_game(*game))


if __name__ == "__main__":
    print(tell())
