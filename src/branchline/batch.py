"""Thousands of games in one array, for programs that learn or search."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from branchline import boards
from branchline.boards import AnyBoard
from branchline.errors import MoveError, SetupError
from branchline.notation import notation_of
from branchline.position import Array, Position, kind_of, packed, streams
from branchline.warm import prepare


class Batch:
    """Many games of one board at once; chance is resolved inside.

    >>> import branchline
    >>> batch = branchline.Batch("usa", players=2, games=100, seed=1)
    >>> batch.mask().shape == (100, batch.n_actions)
    True
    """

    def __init__(
        self,
        board: str | Path | AnyBoard,
        players: int = 2,
        games: int = 1024,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
    ) -> None:
        self.board = boards.load(board, options) if isinstance(board, str | Path) else board
        least, most = self.board.rules.players
        if not least <= players <= most:
            raise SetupError(f"{self.board.title} is for {least} to {most} players, not {players}")
        self.kind = kind_of(self.board)
        prepare(self.kind)
        self.notation = notation_of(self.board)
        self.n_actions = self.notation.n_actions
        self.n_players = players
        self.states = np.zeros(games, self.kind.state)
        self._packed = packed(self.board)
        self._moves = np.zeros(1, self.kind.moves)
        self._ids = np.zeros(2048, np.int32)
        self._streams = streams(seed, games)
        self.reset()

    def reset(self) -> None:
        """Deal every game anew."""
        empty = np.zeros(1, self.kind.state)
        self.kind.engine.reset_games(self.states, empty, self._packed, self.n_players, self._streams)

    @property
    def to_move(self) -> Array:
        """Whose move it is in each game."""
        return self.states["player"]

    @property
    def is_over(self) -> Array:
        """Which games are over."""
        over: Array = self.states["phase"] == self.kind.over_phase
        return over

    def mask(self) -> Array:
        """The legal actions of every game, a row each; a game that is over has none."""
        masks = np.empty((len(self.states), self.n_actions), np.bool_)
        self.kind.engine.mask_games(self.states, self._packed, self._moves, self._ids, masks)
        return masks

    def step(self, actions: Any) -> None:
        """Make one action in every game that is not over, and let chance do its part; a wrong one changes nothing."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != self.states.shape:
            raise MoveError(f"one action a game: {len(self.states)} numbers, not an array of {chosen.shape}")
        wrong = self.kind.engine.step_games(self.states, self._packed, chosen, self._moves, self._streams)
        if wrong >= 0:
            raise MoveError(f"action {chosen[wrong]} is not legal in game {wrong}; no game was changed")

    def scores(self) -> Array:
        """The score of every game as it stands, a row each."""
        totals = np.empty((len(self.states), self.n_players), np.int16)
        results = np.zeros(1, self.kind.result)
        for i in range(len(self.states)):
            self.kind.engine.score(self.states, i, self._packed, results)
            totals[i] = results["total"][0, : self.n_players]
        return totals

    def position(self, game: int) -> Position:
        """One game of the batch, apart."""
        return Position(self._packed, self.states[game : game + 1].copy(), self.kind)
