"""The game at a table: its position, the moves that led there, and what chance does; without words, for speed."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import lru_cache
from typing import Any

from branchline.boards import AnyBoard
from branchline.engine.phases import KEEP_START
from branchline.errors import MoveError
from branchline.kinds import kind_of, new_position, notation_of
from branchline.notation import Played
from branchline.position import Position
from branchline.server import library
from branchline.server.moves import Moves

Claim = dict[str, Any]  # a claim or a station as data: {"route": 3, "cards": {"red": 2}}
Do = str | Sequence[int] | Claim
Draw = Callable[[Position], int]  # what chance does next
STRIDE = 16  # moves; a position takes a thousand bytes


class Ground:
    """What all tables with the same board and options share."""

    def __init__(self, board: AnyBoard) -> None:
        self.board = board
        self.kind = kind_of(board)
        self.notation = notation_of(board)
        self.app = self.kind.app(self.notation)
        with suppress(MoveError):
            self.notation.actions.parse(
                "?"
            )  # makes the lists that a mistyped move is compared with, not while players wait
        self.told: dict[tuple[object, ...], Any] = {}  # what happens again and again, as it was told first
        least, most = board.rules.players
        self._starts = {players: new_position(board, players) for players in range(least, most + 1)}

    def start(self, players: int) -> Position:
        """A game before its first card is dealt, not to be changed; to make one takes long on a board not in use."""
        if players not in self._starts:
            self._starts[players] = new_position(self.board, players)
        return self._starts[players]


@lru_cache(64)
def _ground(fingerprint: str, options: tuple[tuple[str, str, object], ...]) -> Ground:
    return Ground(library.load(fingerprint, {name: value for name, _, value in options}))


def ground(board: str, options: Mapping[str, object], fingerprint: str = "") -> Ground:
    """The board of a table, as it was when the game began; a wrong name or option raises what is wrong."""
    typed = sorted((name, type(value).__name__, value) for name, value in options.items())  # True is not 1 here
    return _ground(fingerprint or library.current(board), tuple(typed))


class Play:
    """A game under way."""

    __slots__ = ("_marks", "_position", "drawn", "ground", "is_over", "moves", "player", "start", "trail")

    def __init__(self, ground: Ground, players: int) -> None:
        self.ground = ground
        self.start = self.position = ground.start(players)
        self.moves = Moves()  # that stand
        self._marks: list[bytes] = []  # the positions before every so many moves, from which those between are found
        self.drawn = 0  # how many things chance has done that stand
        self.trail: tuple[tuple[int, ...], list[Position]] | None = None  # the steps of the move attempted last

    @property
    def position(self) -> Position:
        """Where the game stands; whose move it is and whether it is over are asked for often, so they are kept."""
        return self._position

    @position.setter
    def position(self, position: Position) -> None:
        self._position = position
        self.player, self.is_over = position.player, position.is_over

    def read(self, move: Do, position: Position) -> Played:
        """A whole move given in words, as numbers, or as a claim with its cards, carried out apart."""
        played = self._read(move, position)
        if not played.actions or (not played.after.is_chance and self.ground.notation.is_mid_move(played.after)):
            raise MoveError("the move is not finished: say with which cards it is paid")
        return played

    def _read(self, move: Do, position: Position) -> Played:
        if isinstance(move, str):
            return self.ground.notation.read(position, move)
        if isinstance(move, dict):
            return self.ground.app.read(position, move)
        after, player, size = position.copy(), position.player, self.ground.notation.actions.size
        for action in move:
            if after.is_chance or after.player != player or not 0 <= action < size:
                raise MoveError("more was asked for than one move of one player")
            if not after.is_legal(action):
                raise self.ground.notation.refuse(after, action)
            after.apply(action)
        return Played(tuple(move), after)

    def attempt(self, move: Do, draw: Draw) -> tuple[Position, tuple[int, ...], tuple[int, ...]]:
        """The position after a whole move, its actions and what chance did then; nothing is changed yet."""
        if self.is_over:
            raise MoveError("the game is over; no more moves can be made")
        actions, after = self.read(move, self.position)
        trail = [after.copy()]
        happened = resolve(after, draw, trail)
        self.trail = (happened, trail)
        return after, actions, happened

    def push(self, seat: int, actions: tuple[int, ...], chance: tuple[int, ...], after: Position | None = None) -> None:
        """Make a move that is in the log."""
        self.trail = None
        if len(self.moves) % STRIDE == 0:
            self._marks.append(self.position.states.tobytes())
        self.moves.append(seat, actions, chance)
        self.drawn += len(chance)
        if after is None:
            after = self.position.copy()
            for action in (*actions, *chance):
                after.apply(action)
        self.position = after

    def ahead(self, seat: int) -> Position | None:
        """The position in which a seat will choose its first tickets; None if it has, or if no such choice is due.

        What the others keep changes nothing for it, so any of their choices stands for all.
        """
        if self.position.phase != KEEP_START:
            return None
        then = self.position.copy()
        while then.phase == KEEP_START and not then.is_chance:
            if then.player == seat:
                return then
            then.apply(then.legal()[0])
        return None

    def deal(self, chance: Sequence[int]) -> None:
        """Deal the cards of the start as the log says."""
        position = self.start.copy()
        for outcome in chance:
            position.apply(outcome)
        self.position = position
        self.drawn = len(chance)

    def before(self, back: int = 1) -> Position:
        """The position before the last move, or before an earlier one."""
        wanted = len(self.moves) - back
        mark = wanted // STRIDE
        position = self._at(self._marks[mark])
        for n in range(mark * STRIDE, wanted):
            _, actions, chance = self.moves[n]
            for action in (*actions, *chance):
                position.apply(action)
        return position

    def undo(self, moves: int) -> None:
        """Take moves back."""
        left = len(self.moves) - moves
        self.position = self.before(moves)
        self.drawn -= sum(len(self.moves[n][2]) for n in range(left, len(self.moves)))
        self.moves.cut(left)
        del self._marks[-(-left // STRIDE) :]

    def undo_is_free(self) -> bool:
        """Whether the last move revealed nothing, so that taking it back needs nobody's consent."""
        if not len(self.moves) or self.moves[-1][2]:
            return False
        return not self.ground.notation.reveals(self.before(), self.position)

    def trial(self) -> "Play":
        """The same game, apart."""
        other = copy(self)
        other.moves, other._marks = self.moves.copy(), self._marks.copy()
        return other

    def _at(self, data: bytes) -> Position:
        position = self.start.copy()
        position.states.view("u1")[:] = memoryview(data)
        return position


def resolve(position: Position, draw: Draw, trail: list[Position] | None = None) -> tuple[int, ...]:
    """Let chance do everything it has to, by the odds; tell what it did, and note each step in a trail."""
    done: list[int] = []
    while position.is_chance:
        outcome = draw(position)
        position.apply(outcome)
        done.append(outcome)
        if trail is not None:
            trail.append(position.copy())
    return tuple(done)
