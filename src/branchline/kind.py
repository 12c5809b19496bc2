"""What a kind of game is: all that the rest of the system asks of one, in one object.

A kind is a folder with a module `kind` that makes this object; `kinds` is the only place that knows which there are.
What only some callers need (the compiled rules, the terminal, the bots, the service) is imported when it is asked
for, so that a list of boards is there at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from branchline.boardfile.board import AnyBoard
from branchline.boardfile.draft import Draft
from branchline.boardfile.problems import Problem
from branchline.boardfile.shape import Shape

if TYPE_CHECKING:
    from branchline.advice import Adviser
    from branchline.count import Ending
    from branchline.hearsay import Hearsay
    from branchline.history import History
    from branchline.learner.kind import Learner
    from branchline.notation import Notation, Played
    from branchline.planner.kind import Aims, Planner
    from branchline.position import Array, Engine, Position
    from branchline.table import Table
    from branchline.talk.teller import Teller
    from branchline.view import View


class Line(NamedTuple):
    """Something between two places of the unit square; `seat` is whose it is, -1 if nobody's."""

    begin: tuple[float, float]
    end: tuple[float, float]
    seat: int


class Oversight(StrEnum):
    """What somebody may overlook."""

    TICKETS = "tickets"  # all unfinished tickets but the one that needs least
    CARDS = "cards"  # which cards are gone
    RIVALS = "rivals"  # where rivals have been
    END = "end"  # that the end comes near
    WORTH = "worth"  # what tickets are worth: as few as must be are kept, and the shortest
    WAITING = "waiting"  # that it may pay to wait: what the plan asks for is built as soon as it can be
    ROOM = "room"  # that a hand has room for more: something is built if anything can be


class Oversights(Protocol):
    """A kind's module about what is overlooked."""

    WEIGHTS: Mapping[Oversight, Mapping[str, float]]  # what weighs otherwise to a planner

    def overlook(self, view: Position, oversights: Collection[Oversight]) -> Position:
        """A view as somebody has it who overlooks things."""

    def fewest_and_shortest(self, view: Position, legal: Sequence[int]) -> int | None:
        """The choice of the shortest tickets, no more than must be; None if there are no tickets to choose."""


class Pictures(Protocol):
    """A kind's module that draws positions."""

    def position_svg(self, board: Any, position: Position) -> str:
        """A position as everybody sees it, as SVG that any program can read."""

    def film(self, board: Any, frames: Sequence[tuple[Position, str]], seconds: float) -> str:
        """Positions one after the other, each with its caption, as SVG that moves."""

    def lines(self, board: Any, position: Position) -> list[Line]:
        """A position as lines, for whoever draws them."""


class Bot(Protocol):
    """Anything that can sit at a table and choose."""

    def choose(self, view: Position, legal: list[int]) -> int:
        """One of the legal actions, given what the player sees."""


class Greedy(Bot, Protocol):
    """A bot that takes the best it can get now, and can say what it is after."""

    def aims(self, view: Position) -> Aims:
        """The tickets and routes that it is after in a view."""


class App(Protocol):
    """The games on one board as data for an app, which never reads or writes text."""

    def moves(self, seen: Position) -> bytes:
        """The legal moves of the player whose view this is, as JSON."""

    def shared(self, names: Sequence[str], watched: Position) -> bytes:
        """The beginning of every view as JSON; `watched` is the position as somebody who only watches sees it."""

    def own(self, names: Sequence[str], seen: Position, viewer: int) -> bytes:
        """The rest, without its end, so that the moves can follow."""

    def printed(self) -> dict[str, Any]:
        """What is printed on the board, or on the cards of a game without one."""

    def read(self, position: Position, move: Mapping[str, Any]) -> Played:
        """A move given as data, carried out."""

    def why_not(self, seen: Position, route: int) -> dict[str, Any] | None:
        """Why the player to move cannot claim a route, with the rule; None if they can."""


class Kind(ABC):
    """A kind of game."""

    name: str  # as boards and positions have it
    example: str  # a board of this kind
    shape: Shape  # of its board files
    minutes: Mapping[str, tuple[int, int]]  # how long games last, by board
    styles: Mapping[str, Mapping[str, float]] = {}  # ways of playing, by what weighs otherwise to a planner

    @property
    @abstractmethod
    def engine(self) -> Engine:
        """The compiled rules and their records."""

    @property
    @abstractmethod
    def planner(self) -> Planner:
        """What planning and searching need to know of the kind."""

    @property
    @abstractmethod
    def learner(self) -> Learner:
        """What programs that learn need to know of the kind."""

    # Boards

    @abstractmethod
    def examine(self, data: dict[str, Any], text: str, source: str) -> tuple[Draft[Any], list[Problem]]:
        """The board in a parsed file, as far as it could be read, and every problem in it by line."""

    @abstractmethod
    def choose(self, draft: Draft[Any], options: Mapping[str, object]) -> AnyBoard:
        """The board with the options chosen."""

    @abstractmethod
    def facts(self, board: Any) -> Iterator[str]:
        """What makes a board the same board: its fingerprint is taken of these."""

    @abstractmethod
    def counts(self, board: Any) -> str:
        """How many things of each kind a board has."""

    @abstractmethod
    def changed_rules(self, board: Any) -> list[str]:
        """The names of the rule fields that are worth telling."""

    @abstractmethod
    def lists(self, board: Any) -> Iterator[str]:
        """Everything on the board, a line each."""

    @abstractmethod
    def picture(self, board: Any) -> str:
        """The board as SVG; a game without one says so."""

    @property
    @abstractmethod
    def pictures(self) -> Pictures:
        """Positions as pictures."""

    # Words

    @abstractmethod
    def notation(self, board: Any) -> Notation:
        """Names for everything in the games on a board."""

    @abstractmethod
    def view(self, notation: Any, names: Sequence[str], seen: Position, viewer: int) -> View:
        """What a player may know, in plain names; `seen` is the position as that player sees it."""

    @abstractmethod
    def talk(self, game: History) -> Teller:
        """Speaks of a game to the people at a terminal."""

    @abstractmethod
    def app(self, notation: Any) -> App:
        """The games on a board as data for an app."""

    @abstractmethod
    def adviser(self, notation: Any) -> Adviser:
        """Speaks of moves for the coach: what they are about, and why they are good."""

    @abstractmethod
    def end_position(self, notation: Any, board: Array, endings: Sequence[Ending], neutral: Sequence[int]) -> Position:
        """The position in which a game ended that was played at a table; `board` is the board's record."""

    @abstractmethod
    def hearsay(self, notation: Any) -> Hearsay:
        """What is open and what is secret at a real table, for a bot that sits there."""

    # Bots

    @abstractmethod
    def table(self, notation: Any, seen: Position) -> Table:
        """What the player to move sees, in names, for a bot that thinks in them."""

    @abstractmethod
    def greedy(self, stream: Random, full: int | None = None) -> Greedy:
        """A bot that takes the best it can get now; so many cards are a full hand to it, which is better spent."""

    @property
    @abstractmethod
    def oversights(self) -> Oversights:
        """The game to somebody who overlooks things."""

    def weights_without(self, oversights: Collection[Oversight]) -> dict[str, float]:
        """What weighs otherwise to a planner that overlooks things."""
        weights = self.oversights.WEIGHTS
        return {name: n for what, changes in weights.items() if what in oversights for name, n in changes.items()}

    @abstractmethod
    def builds(self, view: Position, action: int) -> bool:
        """Whether an action spends cards on the table, rather than gathering more."""

    def figures(self, start: Position, seconds: float) -> dict[str, float]:
        """Figures of speed that only this kind has."""
        return {}
