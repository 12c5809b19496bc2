"""One position of a game: the record, and what the compiled rules say about it."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from branchline.boards import AnyBoard, CardGame
from branchline.rules import engine, score
from branchline.rules import state as map_state
from branchline.rules.cardgame import engine as card_engine
from branchline.rules.cardgame import score as card_score
from branchline.rules.cardgame import state as card_state
from branchline.rules.cardgame.pack import pack_cardgame
from branchline.rules.chance import STREAM
from branchline.rules.pack import pack

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Kind:
    """A kind of game: its records, its compiled rules, and how a board becomes what these read."""

    name: str
    engine: ModuleType
    state: np.dtype[Any]
    moves: np.dtype[Any]
    result: np.dtype[Any]
    pack: Callable[[Any], Array]
    example: str  # a board of this kind
    last_chance_phase: int = map_state.DEAL_TICKET
    over_phase: int = map_state.OVER


MAP_GAME = Kind("map", engine, map_state.STATE, map_state.MOVES, score.RESULT, pack, "usa")
CARD_GAME = Kind("cards", card_engine, card_state.STATE, card_state.MOVES, card_score.RESULT, pack_cardgame, "cardgame")


def kind_of(board: AnyBoard) -> Kind:
    """The kind of game that is played on a board."""
    return CARD_GAME if isinstance(board, CardGame) else MAP_GAME


class Scratch(threading.local):
    """Where the rules write legal moves, for each kind of game; every thread has its own."""

    def __init__(self) -> None:
        self.arrays: dict[str, tuple[Array, Array]] = {}


_SCRATCH = Scratch()


def scratch(kind: Kind) -> tuple[Array, Array]:
    """A record of legal moves and a list of numbers to write into."""
    arrays = _SCRATCH.arrays
    if kind.name not in arrays:
        arrays[kind.name] = np.zeros(1, kind.moves), np.zeros(2048, np.int32)
    return arrays[kind.name]


class Plain:
    """The fields of a record as plain numbers and lists, each read once, when it is asked for."""

    def __init__(self, states: Array) -> None:
        self._states = states

    def __getattr__(self, name: str) -> Any:
        if name[0] == "_":
            raise AttributeError(name)
        value = self.__dict__[name] = self._states[name][0].tolist()
        return value


class Position:
    """A game in progress, as its record."""

    __slots__ = ("board", "kind", "states")

    def __init__(self, board: Array, states: Array, kind: Kind = MAP_GAME) -> None:
        self.board = board
        self.states = states
        self.kind = kind

    @classmethod
    def start(cls, board: AnyBoard, players: int) -> "Position":
        """A game before its first card is dealt."""
        kind = kind_of(board)
        position = cls(packed(board), np.zeros(1, kind.state), kind)
        position.kind.engine.new_game(position.states, 0, position.board, players)
        return position

    @property
    def record(self) -> np.record:
        """The fields of the record."""
        return self.states[0]  # type: ignore[no-any-return]

    @property
    def plain(self) -> Plain:
        """The fields as they are now, in plain numbers: much faster to read than those of the record."""
        return Plain(self.states)

    @property
    def phase(self) -> int:
        """What the game waits for."""
        return int(self.states["phase"][0])

    @property
    def is_chance(self) -> bool:
        """Whether chance moves next."""
        return bool(self.states["phase"][0] <= self.kind.last_chance_phase)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.states["phase"][0] == self.kind.over_phase)

    @property
    def player(self) -> int:
        """Whose move it is, or whose turn chance is serving."""
        return int(self.states["player"][0])

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.states["players"][0])

    @property
    def turn(self) -> int:
        """Turns begun; 0 during the set-up."""
        return int(self.states["turn"][0])

    def legal(self) -> list[int]:
        """The player's legal actions."""
        if self.is_chance or self.is_over:
            return []
        moves, out = scratch(self.kind)
        n = self.kind.engine.legal_moves(self.states, 0, self.board, moves, out)
        actions: list[int] = out[:n].tolist()
        return actions

    def is_legal(self, action: int) -> bool:
        """Whether an action is legal for the player to move."""
        if self.is_chance or self.is_over:
            return False
        return bool(self.kind.engine.is_legal(self.states, 0, self.board, scratch(self.kind)[0], action))

    def outcomes(self) -> list[tuple[int, int]]:
        """What chance may do, each with its weight; the odds are weight over the sum of all weights."""
        if not self.is_chance:
            return []
        _, out = scratch(self.kind)
        weights = np.zeros_like(out)
        n = self.kind.engine.chance_outcomes(self.states, 0, out, weights)
        return list(zip(out[:n].tolist(), weights[:n].tolist(), strict=True))

    def draw(self, stream: Array) -> int:
        """Draw what chance does next, by the odds."""
        return int(self.kind.engine.chance_draw(self.states, 0, stream))

    def apply(self, action: int) -> None:
        """Make a legal move of the player, or of chance."""
        self.kind.engine.apply(self.states, 0, self.board, action)

    def copy(self) -> "Position":
        """The same position, apart."""
        return Position(self.board, np.frombuffer(bytearray(self.states.tobytes()), self.kind.state), self.kind)

    def view(self, player: int) -> "Position":
        """The position as a player sees it; -1 is somebody who only watches."""
        seen = np.frombuffer(bytearray(self.kind.state.itemsize), self.kind.state)
        self.kind.engine.view(self.states, 0, self.board, seen, player)
        return Position(self.board, seen, self.kind)

    def determinize(self, player: int, stream: Array) -> "Position":
        """A full position that agrees with everything the player knows, all such being equally likely."""
        imagined = self.view(player)
        self.kind.engine.determinize(imagined.states, self.board, player, stream)
        return imagined

    def score(self) -> np.record:
        """The score as it stands."""
        results = np.zeros(1, self.kind.result)
        self.kind.engine.score(self.states, 0, self.board, results)
        return results[0]  # type: ignore[no-any-return]


_RECENT: deque[tuple[AnyBoard, Array]] = deque(maxlen=16)


def packed(board: AnyBoard) -> Array:
    """The board's record; packing takes as long as many games, so that of boards in use is kept."""
    for known, array in _RECENT:
        if known is board:
            return array
    _RECENT.append((board, kind_of(board).pack(board)))
    return _RECENT[-1][1]


def stream(seed: int) -> Array:
    """A random stream for drawing what chance does."""
    return streams(seed, 1)


def streams(seed: int, count: int) -> Array:
    """Random streams of their own; neighbouring seeds have nothing in common."""
    made = np.zeros(count, STREAM)
    made["word"] = np.random.SeedSequence(seed % 2**64).generate_state(count, np.uint64)
    return made
