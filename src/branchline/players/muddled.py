"""A bot that now and then plays any legal move: for tables where a person should have a chance."""

from random import Random
from typing import Protocol

from branchline.position import Position


class _Bot(Protocol):
    def choose(self, view: Position, legal: list[int]) -> int: ...


class MuddledPlayer:
    """Plays like another bot, but lets chance choose a share of its moves."""

    def __init__(self, stream: Random, bot: _Bot, share: float) -> None:
        self._stream, self._bot, self._share = stream, bot, share

    def choose(self, view: Position, legal: list[int]) -> int:
        """What the other bot would do, or any legal action."""
        if self._stream.random() < self._share:
            return self._stream.choice(legal)
        return self._bot.choose(view, legal)
