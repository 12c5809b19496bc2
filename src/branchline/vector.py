"""Many games at once for a program that learns: what it sees, may do and gets, filled in place by compiled code."""

import itertools
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from branchline.batch import Batch, whole_numbers
from branchline.engine import entries as games
from branchline.errors import MoveError, SetupError
from branchline.learner import entries
from branchline.learner.arrays import Desk, Table
from branchline.observation import NUMBER, layout
from branchline.position import Array, streams
from branchline.whole import Whole, place, whole

RIVALS = {"random": entries.RANDOM}
REWARDS = {"win": entries.WIN, "difference": entries.DIFFERENCE, "points": entries.POINTS}
LEAST = 256  # games that are worth a thread


class Vector:
    """The games of a batch with everything a learner reads, in arrays that each step fills anew.

    `observations` and `masks` are those of whoever is to move, `rewards` what games that ended in the last step are
    worth to every player, `done` which ended. With `auto_reset` such a game is dealt anew at once.
    """

    def __init__(
        self,
        games: Batch,
        *,
        bots: Mapping[int, str] | None = None,
        reward: str = "win",
        auto_reset: bool = True,
        threads: int | None = None,
    ) -> None:
        if reward not in REWARDS:
            raise SetupError(f"there is no reward {reward!r}; there are {', '.join(REWARDS)}")
        self.batch = games
        self.reward, self.auto_reset = reward, auto_reset
        self.bots = dict(bots or {})
        self.threads = threads or min(os.cpu_count() or 1, max(1, len(self.batch) // LEAST))
        self._picks = streams(int(games.streams["word"][0]), len(games))  # of their own, from the same seed
        self._set_up()
        self.reset()

    def _set_up(self) -> None:
        """Make the arrays, and the threads' own."""
        batch, count = self.batch, len(self.batch)
        self.layout = layout(batch.board, batch.n_players)
        self.observations = np.zeros((count, self.layout.size), NUMBER)
        self.masks = np.zeros((count, batch.n_actions), np.bool_)
        self.rewards = np.zeros((count, batch.n_players), np.float32)
        self.done = np.zeros(count, np.bool_)
        engine = batch.engine
        self._table = Table(batch.packed, np.zeros(1, engine.state), _seats(self.bots, batch.n_players))
        mine = np.flatnonzero(self._table.seats == entries.LEARNER)
        self._viewers = np.full(count, mine[0] if len(mine) == 1 else -1, np.int64)  # -1: whoever is to move
        edges = np.linspace(0, count, self.threads + 1).astype(int).tolist()
        self._parts = [slice(*ends) for ends in itertools.pairwise(edges)]
        self._desks = [
            Desk(
                np.zeros(1, engine.moves),
                np.zeros(2048, np.int32),
                np.zeros(1, engine.state),
                np.zeros(1, engine.result),
            )
            for _ in self._parts
        ]
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    @property
    def to_move(self) -> Array:
        """Whose move it is in each game."""
        return self.batch.to_move

    def seed(self, seed: Whole) -> None:
        """Let everything from the next deal on follow from a seed."""
        self.batch.streams[:] = streams(whole(seed, "a seed"), len(self.batch))
        self._picks[:] = streams(whole(seed, "a seed") + 1, len(self.batch))

    def reset(self, which: Any = None) -> None:
        """Deal all games anew, or those that an array of true and false names."""
        chosen = np.ones(len(self.batch), np.bool_) if which is None else np.ascontiguousarray(which, np.bool_)
        if chosen.shape != self.done.shape:
            raise SetupError(f"one true or false a game: {len(self.batch)} of them, not an array of {chosen.shape}")
        self.rewards[chosen] = 0
        self.done[chosen] = False
        self._each(lambda part, desk: self._deal(part, desk, chosen[part]))
        self._each(self._show)

    def sample(self) -> Array:
        """A legal action of every game, each as likely as the others; -1 where a game is over."""
        out = np.empty(len(self.batch), np.int64)
        states, boards = self.batch.states, self._table.boards
        self._each(
            lambda part, desk: entries.sample_games(states[part], boards, desk.moves, self._picks[part], out[part])
        )
        return out

    def step(self, actions: Any) -> None:
        """Make an action in every game that is not over, let chance and rivals move, and fill the arrays."""
        chosen = whole_numbers(actions)
        if chosen.shape != self.done.shape:
            raise MoveError(f"one action a game: {len(self.batch)} numbers, not an array of {chosen.shape}")
        wrong = self._each(lambda part, desk: self._first_wrong(part, desk, chosen[part]))
        if (first := next((game for game in wrong if game >= 0), -1)) >= 0:
            raise MoveError(f"action {chosen[first]} is not legal in game {first}; no game was changed")
        self._each(lambda part, desk: self._play(part, desk, chosen[part]))

    def _first_wrong(self, part: slice, desk: Desk, chosen: Array) -> int:
        wrong = entries.first_illegal(self.batch.states[part], self._table.boards, desk.moves, chosen)
        return -1 if wrong < 0 else int(part.start) + int(wrong)

    def _play(self, part: slice, desk: Desk, chosen: Array) -> None:
        states, table = self.batch.states[part], self._table
        was_over = self.batch.is_over[part]
        entries.play_games(states, chosen, table, desk, self.batch.streams[part], self._picks[part])
        ended = self.batch.is_over[part] & ~was_over
        self.done[part] = ended
        self.rewards[part] = 0
        if ended.any():
            entries.reward_games(states, ended, table.boards, desk.results, REWARDS[self.reward], self.rewards[part])
            if self.auto_reset:
                self._deal(part, desk, ended)
        self._show(part, desk)

    def _deal(self, part: slice, desk: Desk, which: Array) -> None:
        batch = self.batch
        entries.deal_games(
            batch.states[part], which, batch.n_players, self._table, desk, batch.streams[part], self._picks[part]
        )

    def _show(self, part: slice, desk: Desk) -> None:
        """Fill what the player to move sees and may do."""
        states, boards = self.batch.states[part], self._table.boards
        entries.observe_games(states, boards, desk.views, self._viewers[part], self.observations[part])
        games.mask_games(states, boards, desk.moves, desk.ids, self.masks[part])

    def _each(self, work: Callable[[slice, Desk], Any]) -> list[Any]:
        """Do something with every thread's part of the games."""
        if self._pool is None:
            return [work(self._parts[0], self._desks[0])]
        return list(self._pool.map(work, self._parts, self._desks))

    def copy(self) -> "Vector":
        """The same games, apart; both go on with the same random draws."""
        other = object.__new__(Vector)
        other.__setstate__(self.__getstate__())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> "Vector":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: getattr(self, name) for name in ("reward", "auto_reset", "bots", "threads")}
        filled = {name: getattr(self, name).copy() for name in ("observations", "masks", "rewards", "done", "_picks")}
        return {"batch": self.batch.copy(), **kept, **filled}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._set_up()
        self.__dict__.update(state)

    def __repr__(self) -> str:
        return f"<Vector of {len(self.batch)} games on {self.batch.board.name}, {self.batch.n_players} players>"


def _seats(bots: Mapping[int, str], players: int) -> Array:
    """Who plays in each seat, as compiled code has it."""
    seats = np.full(players, entries.LEARNER, np.int64)
    for seat, bot in bots.items():
        if bot not in RIVALS:
            raise SetupError(f"{bot!r} cannot play inside; these can: {', '.join(RIVALS)}")
        seats[place(seat, players, "a seat")] = RIVALS[bot]
    if not (seats == entries.LEARNER).any():
        raise SetupError("a bot in every seat leaves none to the learner")
    return seats
