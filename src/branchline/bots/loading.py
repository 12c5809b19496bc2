"""Bots of one's own, named as module:Class."""

import inspect
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from branchline.errors import SetupError
from branchline.kinds import board_of, kind_of, notation_of
from branchline.position import Position


def make_own(name: str, stream: Random) -> Any:
    """An instance of a class with a method `choose`; it gets a random stream if it asks for one."""
    module_name, _, class_name = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        kind = getattr(import_module(module_name), class_name)
    except (ImportError, AttributeError, ValueError) as error:
        raise SetupError(f"cannot find the bot {name!r}: {error}; write it as module:Class") from error
    if not callable(getattr(kind, "choose", None)):
        raise SetupError(f"{name} is no bot: it needs a method choose(table) that returns one of `table.moves`")
    bot = kind(stream) if inspect.signature(kind).parameters else kind()
    return ByName(bot) if len(inspect.signature(bot.choose).parameters) == 1 else bot


class ByName:
    """Lets a bot that thinks in names play: `choose(table)` returns one of `table.moves`."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    def choose(self, view: Position, legal: list[int]) -> int:
        """The number of the move that the bot chooses."""
        notation = notation_of(board_of(view))
        chosen = self._bot.choose(kind_of(view).table(notation, view))
        return notation.actions.numbers(chosen)[0]
