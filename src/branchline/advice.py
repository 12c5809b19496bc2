"""What the coach asks of a kind of game: which tickets are where, what a move is about, and why it is good."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from branchline.planner.kind import Aims
from branchline.position import Position

MOST = 3  # reasons for one move


@dataclass(frozen=True)
class Reason:
    """Why a move is good, as a key of the words of every language and what stands in its sentence."""

    key: str
    ticket: int | None = None
    route: int | None = None
    card: int | None = None
    points: int | None = None
    count: int | None = None
    player: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Without what it has not."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True)
class Shown:
    """A move as an app shows it: what it does, and the route, cards and tickets that are to be marked."""

    does: str  # claim, build, draw, deck, tickets, keep, complete, lay, pay, withdraw, pass or other
    route: int | None = None
    city: int | None = None
    card: int | None = None
    cards: tuple[int, ...] = ()  # how many of each kind are paid or laid
    tickets: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Without what it has not."""
        return {name: value for name, value in asdict(self).items() if value is not None and value != ()}


class Adviser(Protocol):
    """Speaks of the moves on one board."""

    def held(self, position: Position, player: int) -> list[int]:
        """The tickets that a player keeps, as far as the position shows them."""

    def offered(self, position: Position, player: int) -> list[int]:
        """The tickets that a player is choosing from."""

    def completed(self, position: Position, player: int) -> list[int]:
        """The tickets that a player has completed."""

    def shown(self, view: Position, actions: Sequence[int], after: Position) -> Shown:
        """What a move does."""

    def reasons(self, view: Position, actions: Sequence[int], after: Position, aims: Aims) -> list[Reason]:
        """Why a move is good, the best reason first, from what the player sees."""

    def tells_of(self, ticket: int, before: Position, after: Position) -> bool:
        """Whether a move that everybody sees speaks for a ticket of whoever made it."""

    def picture(self, position: Position, played: Shown, better: Shown) -> str | None:
        """The board with what was done and what was better, as SVG; None for a game without one."""
