"""What a kind of game must say about itself in words; whatever drives a game is written against this."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from branchline.boards import AnyBoard
from branchline.errors import MoveError
from branchline.log import Chance, Move
from branchline.position import Position

Event = dict[str, Any]


class Notation(Protocol):
    """Names for everything in a game: tickets, actions, moves, what chance does, what follows."""

    turn_rule: str  # the rule that says whose turn it is

    @property
    def board(self) -> AnyBoard:
        """What is played."""
        ...

    @property
    def tickets(self) -> list[str]:
        """The names of the tickets."""
        ...

    @property
    def n_actions(self) -> int:
        """The size of the action space; some of its numbers are never legal."""
        ...

    def all_actions(self) -> Iterator[tuple[int, str]]:
        """Every number of the action space with its text."""
        ...

    def action_number(self, text: str) -> int:
        """The number of an action from its text."""
        ...

    def action_name(self, action: int) -> str:
        """The text of an action from its number."""
        ...

    def is_mid_move(self, position: Position) -> bool:
        """Whether the player's move is not finished yet."""
        ...

    def moves(self, position: Position) -> Iterator[list[int]]:
        """Every whole move; of one that can go on in many ways only its beginning."""
        ...

    def text(self, before: Position, actions: Sequence[int]) -> str:
        """A move in words."""
        ...

    def parse(self, position: Position, text: str) -> list[int]:
        """The actions of a move from its words; says what is wrong with a move that is not legal."""
        ...

    def refuse(self, position: Position, action: int) -> MoveError:
        """The error for an action that is not legal now, with its rule."""
        ...

    def asks(self, position: Position) -> str:
        """What the position asks for, in words."""
        ...

    def reveals(self, before: Position, after: Position) -> bool:
        """Whether a move showed anybody something hidden, other than by chance."""
        ...

    def chance_label(self, position: Position) -> tuple[str, int | None]:
        """What chance is doing now, and to whom."""
        ...

    def outcome_text(self, position: Position, outcome: int) -> str:
        """What chance did, in words."""
        ...

    def parse_outcome(self, position: Position, text: str) -> int:
        """What chance did, from its words."""
        ...

    def points(self, position: Position) -> list[int]:
        """The points of every player that all can see."""
        ...

    def move_event(self, move: Move, before: Position) -> Event:
        """What a player did, for other programs."""
        ...

    def chance_event(self, entry: Chance) -> Event:
        """What chance did, for other programs."""
        ...

    def consequences(self, players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
        """What follows from a move or from chance by the rules alone."""
        ...

    def comment(self, event: Event) -> str | None:
        """A consequence in words, for a reader of the record."""
        ...

    def score_parts(self, end: Position, result: Any, player: int) -> Event:
        """The parts of a player's score."""
        ...
