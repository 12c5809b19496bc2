"""The game at a table: its position, the moves that led there, and what chance does; without words, for speed."""

import asyncio
import threading
from collections.abc import Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any

from branchline import boards
from branchline.boards import AnyBoard
from branchline.boards.board import CARDS
from branchline.errors import MoveError
from branchline.notation import CardNotation, MapNotation, Notation, notation_of
from branchline.notation.claims import pay_route, pay_set
from branchline.notation.refusal import refuse_build, refuse_claim
from branchline.position import CARD_GAME, MAP_GAME, Array, Position, kind_of, stream
from branchline.server.cardways import CardViewWriter, CardWays
from branchline.server.viewwriter import ViewWriter
from branchline.server.ways import Ways
from branchline.warm import prepare

Claim = dict[str, Any]  # a claim or a station as data: {"route": 3, "cards": {"red": 2}}
Do = str | Sequence[int] | Claim


class Ground:
    """What all tables with the same board and options share."""

    def __init__(self, board: AnyBoard) -> None:
        self.board = board
        self.kind = kind_of(board)
        self.notation: Notation = notation_of(board)
        self.ways: Ways | CardWays
        self.views: ViewWriter | CardViewWriter
        self.told: dict[tuple[object, ...], Any] = {}  # what happens again and again, as it was told first
        if isinstance(self.notation, CardNotation):
            self.ways, self.views = CardWays(self.notation), CardViewWriter(self.notation)
        else:
            assert isinstance(self.notation, MapNotation)
            self.ways, self.views = Ways(self.notation), ViewWriter(self.notation)


@lru_cache(64)
def _ground(board: str, options: tuple[tuple[str, object], ...]) -> Ground:
    return Ground(boards.load(board, dict(options)))


def ground(board: str, options: Mapping[str, object]) -> Ground:
    """The board of a table, ready to be played on; a wrong name or option raises what is wrong."""
    return _ground(board, tuple(sorted(options.items())))


_PREPARING = {kind.name: threading.Lock() for kind in (MAP_GAME, CARD_GAME)}


async def ready_ground(board: str, options: Mapping[str, object]) -> Ground:
    """The same, where the rules may have to be compiled first; the tables go on meanwhile."""
    return await asyncio.to_thread(_prepared, board, options)


def _prepared(board: str, options: Mapping[str, object]) -> Ground:
    found = ground(board, options)
    with _PREPARING[found.kind.name]:
        if found.kind.name not in _LOADED:
            prepare(found.kind)
            _load(Position.start(found.board, found.board.rules.players[0]))
            _LOADED.add(found.kind.name)
    return found


_LOADED: set[str] = set()


def _load(position: Position) -> None:
    """Use every rule that a table needs once: what is compiled is read from the disk when it is first used."""
    resolve(position, stream(1))
    position.is_legal(position.view(0).legal()[0])
    position.apply(position.legal()[0])
    position.score()


class Play:
    """A game under way."""

    __slots__ = ("_before", "_position", "ground", "is_over", "moves", "player", "start", "trail")

    def __init__(self, ground: Ground, players: int) -> None:
        self.ground = ground
        self.start = self.position = Position.start(ground.board, players)
        self.moves: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []  # that stand: seat, actions, chance
        self._before: list[bytes] = []
        self.trail: tuple[tuple[int, ...], list[Position]] | None = None  # the steps of the move attempted last

    @property
    def position(self) -> Position:
        """Where the game stands; whose move it is and whether it is over are asked for often, so they are kept."""
        return self._position

    @position.setter
    def position(self, position: Position) -> None:
        self._position = position
        self.player, self.is_over = position.player, position.is_over

    def read(self, move: Do) -> list[int]:
        """The actions of a move given in words, as numbers, or as a claim with its cards."""
        if isinstance(move, str):
            return self.ground.notation.parse(self.position, move)
        if isinstance(move, dict):
            return self._read_claim(move)
        return list(move)

    def _read_claim(self, claim: Claim) -> list[int]:
        names, position, cards = self.ground.notation, self.position, claim.get("cards")
        if not isinstance(names, MapNotation) or not isinstance(cards, dict) or not all(map(_is_count, cards.items())):
            raise MoveError("a claim is like {'route': 3, 'cards': {'red': 2, 'locomotive': 1}}")
        payment = [cards.get(card, 0) for card in CARDS]
        route, city = claim.get("route"), claim.get("city")
        if type(route) is int and 0 <= route < len(names.routes):
            way = pay_route(position, route, payment)
            if way is None:
                raise refuse_claim(names, position, [route], payment)
            return way
        if isinstance(city, str) and city in names.places.names and names.board.rules.stations:
            number = list(names.places.names).index(city)
            way = pay_set(position, names.first_build + len(CARDS) * number, payment)
            if way is None:
                raise refuse_build(names, position, number, payment)
            return way
        raise MoveError("a claim names a route by its number, a station a city by its name")

    def attempt(self, actions: Sequence[int], chance: Array) -> tuple[Position, tuple[int, ...]]:
        """The position after a whole move and what chance did then, or an error; nothing is changed yet."""
        after = self.position.copy()
        if after.is_over:
            raise MoveError("the game is over; no more moves can be made")
        player = after.player
        for action in actions:
            if after.is_chance or after.player != player or not 0 <= action < self.ground.notation.n_actions:
                raise MoveError("more was asked for than one move of one player")
            if not after.is_legal(action):
                raise self.ground.notation.refuse(after, action)
            after.apply(action)
        if not actions or (not after.is_chance and self.ground.notation.is_mid_move(after)):
            raise MoveError("the move is not finished: say with which cards it is paid")
        trail = [after.copy()]
        happened = resolve(after, chance, trail)
        self.trail = (happened, trail)
        return after, happened

    def push(self, seat: int, actions: tuple[int, ...], chance: tuple[int, ...], after: Position | None = None) -> None:
        """Make a move that is in the log."""
        self.trail = None
        self._before.append(self.position.states.tobytes())
        self.moves.append((seat, actions, chance))
        if after is None:
            after = self.position.copy()
            for action in (*actions, *chance):
                after.apply(action)
        self.position = after

    def deal(self, chance: Sequence[int]) -> None:
        """Deal the cards of the start as the log says."""
        position = self.start.copy()
        for outcome in chance:
            position.apply(outcome)
        self.position = position

    def before(self, back: int = 1) -> Position:
        """The position before the last move, or before an earlier one."""
        return self._at(self._before[-back])

    def undo(self, moves: int) -> None:
        """Take moves back."""
        self.position = self.before(moves)
        del self._before[-moves:], self.moves[-moves:]

    def undo_is_free(self) -> bool:
        """Whether the last move revealed nothing, so that taking it back needs nobody's consent."""
        if not self.moves or self.moves[-1][2]:
            return False
        return not self.ground.notation.reveals(self.before(), self.position)

    def trial(self) -> "Play":
        """The same game, apart."""
        other = copy(self)
        other.moves, other._before = self.moves.copy(), self._before.copy()
        return other

    def _at(self, data: bytes) -> Position:
        position = self.start.copy()
        position.states.view("u1")[:] = memoryview(data)
        return position


def resolve(position: Position, chance: Array, trail: list[Position] | None = None) -> tuple[int, ...]:
    """Let chance do everything it has to, by the odds; tell what it did, and note each step in a trail."""
    done: list[int] = []
    while position.is_chance:
        outcome = position.draw(chance)
        position.apply(outcome)
        done.append(outcome)
        if trail is not None:
            trail.append(position.copy())
    return tuple(done)


def _is_count(pair: tuple[object, object]) -> bool:
    card, n = pair
    return card in CARDS and type(n) is int and 0 <= n < 100
