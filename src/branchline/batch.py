"""Thousands of games in one array, for programs that learn or search."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from branchline import boards
from branchline.boards import AnyBoard
from branchline.engine import entries
from branchline.engine.phases import OVER
from branchline.errors import MoveError, SetupError
from branchline.kinds import kind_of, notation_of, packed
from branchline.position import Array, Position, copied, streams
from branchline.warm import Part, prepare
from branchline.whole import Whole, place, whole


class Batch:
    """Many games of one board at once; chance is resolved inside.

    `states` is an array with the engine's record of every game, and `notation.actions` says what the numbers mean.

    Examples:
        >>> import branchline
        >>> batch = branchline.Batch("usa", players=2, games=100, seed=1)
        >>> batch.mask().shape == (100, batch.n_actions)
        True
        >>> while not batch.is_over.all():
        ...     batch.step(batch.mask().argmax(axis=1))
        >>> batch.scores().shape
        (100, 2)
    """

    def __init__(
        self,
        board: str | Path | AnyBoard,
        players: Whole = 2,
        games: Whole = 1024,
        seed: Whole = 0,
        options: Mapping[str, object] | None = None,
    ) -> None:
        loaded = boards.load(board, options) if isinstance(board, str | Path) else board
        players, games = whole(players, "the number of players"), whole(games, "the number of games")
        if games < 1:
            raise SetupError(f"a batch has at least one game, not {games}")
        least, most = loaded.rules.players
        if not least <= players <= most:
            raise SetupError(f"{loaded.title} is for {least} to {most} players, not {players}")
        empty = np.zeros(games, kind_of(loaded).engine.state)
        self._sit_down(loaded, players, empty, streams(whole(seed, "a seed"), games))
        self.reset()

    def _sit_down(self, board: AnyBoard, players: int, states: Array, rng: Array) -> None:
        kind = kind_of(board)
        prepare(kind, Part.RULES, Part.BATCH)
        self.board, self.n_players, self.states, self.streams = board, players, states, rng
        self.engine = kind.engine
        self.notation = notation_of(board)
        self.n_actions = self.notation.actions.size
        self.packed = packed(board)
        self._moves = np.zeros(1, self.engine.moves)

    def reset(self) -> None:
        """Deal every game anew."""
        empty = np.zeros(1, self.engine.state)
        entries.reset_games(self.states, empty, self.packed, self.n_players, self.streams)

    @property
    def to_move(self) -> Array:
        """Whose move it is in each game, by seat from 0."""
        return self.states["player"]

    @property
    def is_over(self) -> Array:
        """Which games are over."""
        over: Array = self.states["phase"] == OVER
        return over

    def mask(self) -> Array:
        """The legal actions of every game, a row each; a game that is over has none."""
        masks = np.empty((len(self.states), self.n_actions), np.bool_)
        entries.mask_games(self.states, self.packed, self._moves, masks)
        return masks

    def step(self, actions: Any) -> None:
        """Make one action in every game that is not over, and let chance do its part; a wrong one changes nothing."""
        chosen = whole_numbers(actions)
        if chosen.shape != self.states.shape:
            raise MoveError(f"one action a game: {len(self.states)} numbers, not an array of {chosen.shape}")
        wrong = entries.step_games(self.states, self.packed, chosen, self._moves, self.streams)
        if wrong >= 0:
            raise MoveError(f"action {chosen[wrong]} is not legal in game {wrong}; no game was changed")

    def scores(self) -> Array:
        """The score of every game as it stands, a row each."""
        totals = np.empty((len(self.states), self.n_players), np.int16)
        results = np.zeros(1, self.engine.result)
        for i in range(len(self.states)):
            entries.score(self.states, i, self.packed, results)
            totals[i] = results["total"][0, : self.n_players]
        return totals

    def position(self, game: Whole) -> Position:
        """One game of the batch, apart."""
        i = place(game, len(self.states), "the number of a game")
        return Position(self.engine, self.packed, copied(self.states[i : i + 1]))

    def copy(self) -> "Batch":
        """The same games, apart; both go on with the same random draws."""
        other = object.__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    def __len__(self) -> int:
        """How many games there are."""
        return len(self.states)

    def __copy__(self) -> "Batch":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> "Batch":
        return self.copy()  # the board never changes

    def __getstate__(self) -> dict[str, Any]:
        records = {"states": copied(self.states), "streams": self.streams.copy()}
        return {"board": self.board, "players": self.n_players, **records}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._sit_down(state["board"], state["players"], state["states"], state["streams"])

    def __eq__(self, other: object) -> bool:
        """Whether all games stand alike, and will go on alike by chance."""
        if not isinstance(other, Batch):
            return NotImplemented
        same = self.states.tobytes() == other.states.tobytes() and self.streams.tobytes() == other.streams.tobytes()
        return same and self.board == other.board

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games on {self.board.name}, {self.n_players} players, {self.is_over.sum()} over>"


def whole_numbers(values: Any) -> Array:
    """Values as an array of whole numbers; a fraction or anything else among them is refused."""
    given = np.asarray(values)
    if given.dtype != np.int64 and not _are_whole(given):
        raise MoveError(f"actions are whole numbers, not {values!r}")
    return np.ascontiguousarray(given, np.int64)


def _are_whole(given: Array) -> bool:
    if given.dtype.kind == "f":
        return bool((np.isfinite(given) & (given == np.trunc(given))).all())
    return given.dtype.kind in "iu"
