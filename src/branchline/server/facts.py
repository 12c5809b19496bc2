"""The games that can be played, as the app needs to know them."""

from functools import lru_cache
from typing import Any

import orjson

from branchline.boards import AnyBoard
from branchline.kinds import kind_of, notation_of
from branchline.server import library
from branchline.server.errors import not_found
from branchline.server.kept import Kept, keep
from branchline.server.levels import LEVELS

MINUTES = (40, 80)  # of a game of which nothing is known


@lru_cache(1)
def games() -> Kept:
    """All games, shortly, as JSON."""
    return keep(orjson.dumps([game(library.find(name, {})) for name in library.names()]))


def game(board: AnyBoard, name: str = "") -> dict[str, Any]:
    """One game, shortly; `name` is what requests call it, if not by the board's own."""
    return {
        "name": name or board.name,
        "title": board.title,
        "kind": kind_of(board).name,
        "about": board.about,
        "players": list(board.rules.players),
        "minutes": list(kind_of(board).minutes.get(board.name, MINUTES)),
        "status": board.status,
        "options": [
            {"name": o.name, "values": list(o.values), "default": o.values[0], "about": o.about} for o in board.options
        ],
        "levels": list(LEVELS),
    }


@lru_cache(64)
def whole_game(name: str, options: tuple[tuple[str, str], ...]) -> Kept:
    """One game with everything printed on its board, as JSON."""
    if not library.has(name):
        raise not_found("there is no such game")
    board = library.find(name, dict(options))
    printed = kind_of(board).app(notation_of(board)).printed()
    return keep(orjson.dumps({**game(board, name), "chosen": board.chosen, **printed}))
