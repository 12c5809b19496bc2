"""The games that can be played, as the app needs to know them."""

from dataclasses import asdict
from functools import lru_cache
from typing import Any

import orjson

from branchline import boards
from branchline.boards import AnyBoard, Board
from branchline.notation import notation_of
from branchline.plan import plan
from branchline.position import kind_of
from branchline.server.errors import not_found
from branchline.server.levels import LEVELS

MINUTES = {"usa": (40, 70), "nordic": (30, 60), "europe": (40, 80), "nederland": (40, 70), "iberia": (40, 80)}


@lru_cache(1)
def games() -> list[dict[str, Any]]:
    """All games, shortly."""
    return [game(boards.load(name)) for name in boards.names()]


def game(board: AnyBoard) -> dict[str, Any]:
    """One game, shortly."""
    return {
        "name": board.name,
        "title": board.title,
        "kind": kind_of(board).name,
        "about": board.about,
        "players": list(board.rules.players),
        "minutes": list(MINUTES.get(board.name, (40, 80))),
        "status": board.status,
        "options": [
            {"name": o.name, "values": list(o.values), "default": o.values[0], "about": o.about} for o in board.options
        ],
        "levels": list(LEVELS),
    }


@lru_cache(64)
def whole_game(name: str, options: tuple[tuple[str, str], ...]) -> bytes:
    """One game with everything printed on its board, as JSON."""
    if name not in boards.names():
        raise not_found(f"there is no game {name}")
    board = boards.load(name, dict(options))
    return orjson.dumps({**game(board), "chosen": board.chosen, **printed(board)})


def printed(board: AnyBoard) -> dict[str, Any]:
    """What is printed on a board, or on the cards of a game without one."""
    if isinstance(board, Board):
        return plan(board)
    notation = notation_of(board)
    return {
        "tickets": [
            {"id": i, "name": notation.tickets[i], "cities": [t.a, t.b], "points": t.points, "cards": dict(t.cards)}
            for i, t in enumerate(board.tickets)
        ],
        "bonuses": [{"city": b.city, "points": b.points, "colour": b.colour} for b in board.bonuses],
        "rules": asdict(board.rules),
    }
