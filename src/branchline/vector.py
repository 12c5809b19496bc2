"""Many games at once for a program that learns: what it sees, may do and gets, filled in place by compiled code."""

import itertools
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from branchline.batch import Batch, whole_numbers
from branchline.engine import entries as games
from branchline.engine.records import aligned
from branchline.errors import MoveError, SetupError
from branchline.kinds import kind_of
from branchline.learner import entries, rivals
from branchline.learner.arrays import Desk, Mind, Table
from branchline.observation import NUMBER, layout
from branchline.position import Array, streams
from branchline.whole import Whole, place, whole

BOTS = {"random": rivals.RANDOM, "greedy": rivals.GREEDY, "planner-1": rivals.PLANNER}  # those that play within
PLAY = {rivals.RANDOM: rivals.random_plays, rivals.GREEDY: rivals.greedy_plays, rivals.PLANNER: rivals.planner_plays}
SAY = {"random": rivals.random_says, "greedy": rivals.greedy_says, "planner-1": rivals.planner_says}
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
        self._rivals = sorted(set(self._table.seats.tolist()) - {entries.LEARNER})
        mine = np.flatnonzero(self._table.seats == entries.LEARNER)
        self._viewers = np.full(count, mine[0] if len(mine) == 1 else -1, np.int64)  # -1: whoever is to move
        edges = np.linspace(0, count, self.threads + 1).astype(int).tolist()
        self._parts = [slice(*ends) for ends in itertools.pairwise(edges)]
        self._desks = [
            Desk(np.zeros(1, engine.moves), np.zeros(2, engine.state), np.zeros(1, engine.result)) for _ in self._parts
        ]
        kind = kind_of(batch.board)
        atlas, weights = kind.planner.atlas(batch.packed), kind.planner.weights(batch.packed)
        self._minds = [
            Mind(atlas, weights, aligned(1, kind.planner.plan), np.zeros(1, kind.learner.paper)) for _ in self._parts
        ]
        self._memories = np.zeros((count, batch.n_players), kind.learner.memory)
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
        self._each(lambda part, desk, mind: self._deal(part, desk, mind, chosen[part]))
        self._each(self._show)

    def sample(self) -> Array:
        """A legal action of every game, each as likely as the others; -1 where a game is over."""
        return self.advice("random")

    def advice(self, bot: str) -> Array:
        """What a bot would do for whoever is to move, from what that player sees; -1 where a game is over."""
        say = SAY.get(bot)
        if say is None:
            raise SetupError(f"{bot!r} cannot play inside; these can: {', '.join(BOTS)}")
        out = np.empty(len(self.batch), np.int64)

        def ask(part: slice, desk: Desk, mind: Mind) -> None:
            states, memories = self.batch.states[part], self._memories[part]
            say(states, self._table, desk, mind, memories, self._picks[part], out[part])

        self._each(ask)
        return out

    def step(self, actions: Any) -> None:
        """Make an action in every game that is not over, let chance and rivals move, and fill the arrays."""
        chosen = whole_numbers(actions)
        if chosen.shape != self.done.shape:
            raise MoveError(f"one action a game: {len(self.batch)} numbers, not an array of {chosen.shape}")
        wrong = self._each(lambda part, desk, _: self._first_wrong(part, desk, chosen[part]))
        if (first := next((game for game in wrong if game >= 0), -1)) >= 0:
            raise MoveError(f"action {chosen[first]} is not legal in game {first}; no game was changed")
        self._each(lambda part, desk, mind: self._play(part, desk, mind, chosen[part]))

    def _first_wrong(self, part: slice, desk: Desk, chosen: Array) -> int:
        wrong = entries.first_illegal(self.batch.states[part], self._table.boards, desk.moves, chosen)
        return -1 if wrong < 0 else int(part.start) + int(wrong)

    def _play(self, part: slice, desk: Desk, mind: Mind, chosen: Array) -> None:
        states, table = self.batch.states[part], self._table
        was_over = self.batch.is_over[part]
        entries.play_games(states, chosen, table, self.batch.streams[part])
        self._let_rivals_play(part, desk, mind)
        ended = self.batch.is_over[part] & ~was_over
        self.done[part] = ended
        self.rewards[part] = 0
        if ended.any():
            entries.reward_games(states, ended, table.boards, desk.results, REWARDS[self.reward], self.rewards[part])
            if self.auto_reset:
                self._deal(part, desk, mind, ended)
        self._show(part, desk, mind)

    def _deal(self, part: slice, desk: Desk, mind: Mind, which: Array) -> None:
        batch = self.batch
        entries.deal_games(batch.states[part], which, batch.n_players, self._table, batch.streams[part])
        self._let_rivals_play(part, desk, mind)

    def _let_rivals_play(self, part: slice, desk: Desk, mind: Mind) -> None:
        """Let the bots move, one kind after the other, until it is a learner's move in every game."""
        states, batch = self.batch.states[part], self.batch
        memories, picks = self._memories[part], self._picks[part]
        while True:
            for bot in self._rivals:
                PLAY[bot](states, self._table, desk, mind, memories, batch.streams[part], picks)
            if len(self._rivals) < 2 or not entries.is_rivals_turn(states, self._table):
                return

    def _show(self, part: slice, desk: Desk, mind: Mind) -> None:
        """Fill what the player to move sees and may do."""
        states, boards = self.batch.states[part], self._table.boards
        entries.observe_games(states, boards, desk.views, self._viewers[part], self.observations[part])
        games.mask_games(states, boards, desk.moves, self.masks[part])

    def _each(self, work: Callable[[slice, Desk, Mind], Any]) -> list[Any]:
        """Do something with every thread's part of the games."""
        if self._pool is None:
            return [work(self._parts[0], self._desks[0], self._minds[0])]
        return list(self._pool.map(work, self._parts, self._desks, self._minds))

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
        if bot not in BOTS:
            raise SetupError(f"{bot!r} cannot play inside; these can: {', '.join(BOTS)}")
        seats[place(seat, players, "a seat")] = BOTS[bot]
    if not (seats == entries.LEARNER).any():
        raise SetupError("a bot in every seat leaves none to the learner")
    return seats
