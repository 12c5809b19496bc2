"""One position of a game: the record, and what the compiled rules say about it."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from struct import unpack_from
from typing import Any

import numpy as np

from branchline.engine import entries
from branchline.engine.phases import DEAL_TICKET, OVER
from branchline.engine.stream import STREAM
from branchline.errors import SetupError
from branchline.shown import Shown
from branchline.whole import Whole, whole

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Engine:
    """The compiled rules of a kind of game: their records, and how a board becomes one."""

    kind: str
    state: np.dtype[Any]
    moves: np.dtype[Any]
    result: np.dtype[Any]
    pack: Callable[[Any], Array]

    @cached_property
    def head(self) -> str:
        """Where the turn, the phase and the player lie in the bytes of a record, as `struct` has it."""
        fields: Mapping[str, Any] = self.state.fields or {}
        layout, end = "<", 0
        for name in ("turn", "phase", "player"):
            number, begin = fields[name][:2]
            letter = {1: "b", 2: "h", 4: "i", 8: "q"}[number.itemsize]
            layout += f"{begin - end}x{letter if number.kind == 'i' else letter.upper()}"
            end = begin + number.itemsize
        return layout


class Scratch(threading.local):
    """Where the rules write legal moves, for each kind of game; every thread has its own."""

    def __init__(self) -> None:
        self.arrays: dict[str, tuple[Array, Array, Array]] = {}


_SCRATCH = Scratch()


def scratch(engine: Engine) -> tuple[Array, Array, Array]:
    """A record of legal moves, a list of numbers and one of their weights to write into."""
    try:
        return _SCRATCH.arrays[engine.kind]
    except KeyError:
        made = np.zeros(1, engine.moves), np.zeros(2048, np.int32), np.zeros(2048, np.int32)
        return _SCRATCH.arrays.setdefault(engine.kind, made)


def copied(records: Array) -> Array:
    """The same records, apart, with the bytes between their fields, which NumPy's own copy leaves to chance."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def blank(engine: Engine) -> Array:
    """An empty record of a game; made of bytes, which is much faster than `np.empty`."""
    return np.frombuffer(bytearray(engine.state.itemsize), engine.state)


class Plain:
    """The fields of a record as plain numbers and lists, each read once, when it is asked for."""

    def __init__(self, states: Array) -> None:
        self._states = states

    def __getattr__(self, name: str) -> Any:
        if name[0] == "_":
            raise AttributeError(name)
        value = self.__dict__[name] = self._states[name][0].tolist()
        return value


class Position(Shown):
    """One moment of a game, as its record: what programs search with. Actions and outcomes are numbers.

    Examples:
        >>> import branchline
        >>> position = branchline.new("nordic", players=2, seed=7).position.copy()
        >>> position.apply(position.legal()[0])  # the first player keeps tickets
        >>> position.player, position.is_chance, position.is_over
        (1, False, False)
    """

    __slots__ = ("board", "engine", "states")

    def __init__(self, engine: Engine, board: Array, states: Array) -> None:
        self.engine = engine
        self.board = board
        self.states = states

    @classmethod
    def start(cls, engine: Engine, board: Array, players: int) -> "Position":
        """A game before its first card is dealt; `board` is the board's record."""
        position = cls(engine, board, np.zeros(1, engine.state))
        entries.new_game(position.states, 0, board, players)
        return position

    @property
    def kind(self) -> str:
        """The name of the kind of game."""
        return self.engine.kind

    @property
    def record(self) -> np.record:
        """The fields of the record."""
        fields: np.record = self.states[0]
        return fields

    @property
    def plain(self) -> Plain:
        """The fields as they are now, in plain numbers: much faster to read than those of the record."""
        return Plain(self.states)

    @property
    def head(self) -> tuple[int, int, int]:
        """The turn, the phase and the player at once, which takes no longer than one of them."""
        record: Any = self.states  # a buffer, though its type does not say so before Python 3.12
        turn, phase, player = unpack_from(self.engine.head, record)
        return turn, phase, player

    @property
    def phase(self) -> int:
        """What the game waits for."""
        phase: int = self.states["phase"].item()
        return phase

    @property
    def is_chance(self) -> bool:
        """Whether chance moves next."""
        return self.phase <= DEAL_TICKET

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.phase == OVER

    @property
    def player(self) -> int:
        """Whose move it is, or whose turn chance is serving."""
        player: int = self.states["player"].item()
        return player

    @property
    def players(self) -> int:
        """How many play."""
        players: int = self.states["players"].item()
        return players

    @property
    def turn(self) -> int:
        """Turns begun; 0 during the set-up."""
        turn: int = self.states["turn"].item()
        return turn

    def legal(self) -> list[int]:
        """The player's legal actions; none while chance moves, or when the game is over."""
        if self.is_chance or self.is_over:
            return []
        moves, out, _ = scratch(self.engine)
        n = entries.legal_moves(self.states, 0, self.board, moves, out)
        actions: list[int] = out[:n].tolist()
        return actions

    def is_legal(self, action: int) -> bool:
        """Whether an action is legal for the player to move."""
        if self.is_chance or self.is_over:
            return False
        return bool(entries.is_legal(self.states, 0, self.board, scratch(self.engine)[0], action))

    def outcomes(self) -> list[tuple[int, int]]:
        """What chance may do, each with its weight; the odds are weight over the sum of all weights."""
        if not self.is_chance:
            return []
        _, out, weights = scratch(self.engine)
        n = entries.chance_outcomes(self.states, 0, out, weights)
        return list(zip(out[:n].tolist(), weights[:n].tolist(), strict=True))

    def draw(self, stream: Array) -> int:
        """Draw what chance does next, by the odds; `apply` carries it out."""
        return int(entries.chance_draw(self.states, 0, stream))

    def after(self, action: int) -> "Position | None":
        """The position after an action of the player; None if it is not legal."""
        engine, board = self.engine, self.board
        after = blank(engine)
        is_legal = entries.play(self.states, board, action, after, scratch(engine)[0])
        return Position(engine, board, after) if is_legal else None

    def after_chance(self, outcome: int) -> "Position | None":
        """The position after something that chance does; None if it cannot happen."""
        engine, board = self.engine, self.board
        after, (_, outcomes, weights) = blank(engine), scratch(engine)
        can_happen = entries.play_chance(self.states, board, outcome, after, outcomes, weights)
        return Position(engine, board, after) if can_happen else None

    def apply(self, action: int) -> None:
        """Carry out a legal action of the player, or an outcome of chance; whether it is one is not looked at."""
        entries.apply(self.states, 0, self.board, action)

    def copy(self) -> "Position":
        """The same position, apart."""
        return Position(self.engine, self.board, copied(self.states))

    def __copy__(self) -> "Position":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> "Position":
        return self.copy()  # the board's record never changes

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.engine, self.board, self.states)

    def __eq__(self, other: object) -> bool:
        """Whether everything lies alike, hidden things too, on boards that are the same."""
        if not isinstance(other, Position):
            return NotImplemented
        same_board = self.board is other.board or self.board.tobytes() == other.board.tobytes()
        return self.kind == other.kind and same_board and self.states.tobytes() == other.states.tobytes()

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"turn {self.turn}, player {self.player} to move"
        return f"<Position of kind {self.kind!r}, {self.players} players, {state}>"

    def seen_by(self, player: Whole) -> "Position":
        """The position as a player sees it, all else being blank; -1 is somebody who only watches."""
        viewer = whole(player, "a player")
        if not -1 <= viewer < self.players:
            raise SetupError(f"a player is 0 to {self.players - 1}, or -1 to only watch, not {viewer}")
        seen = blank(self.engine)
        entries.view(self.states, 0, self.board, seen, viewer)
        return Position(self.engine, self.board, seen)

    def determinize(self, player: int, stream: Array) -> "Position":
        """A full position that agrees with everything the player knows, all such being equally likely."""
        full = self.seen_by(player)
        entries.determinize(full.states, self.board, player, stream)
        return full

    def score(self) -> np.record:
        """The score as it stands; `total` has everybody's points, the other fields their parts."""
        result: np.record = self._scored()[0]
        return result

    def plain_score(self) -> Plain:
        """The same in plain numbers, which are much faster to read."""
        return Plain(self._scored())

    def _scored(self) -> Array:
        results = np.zeros(1, self.engine.result)
        entries.score(self.states, 0, self.board, results)
        return results


def stream(seed: int) -> Array:
    """A random stream for drawing what chance does."""
    return streams(seed, 1)


def streams(seed: int, count: int) -> Array:
    """Random streams of their own; neighbouring seeds have nothing in common."""
    made = np.zeros(count, STREAM)
    made["word"] = np.random.SeedSequence(seed % 2**64).generate_state(count, np.uint64)
    return made


def deck_of(position: Position) -> list[int]:
    """How many train cards of each kind there are in the game."""
    deck: list[int] = position.board["cards"][0].tolist()
    return deck
