"""What a kind of game must say about itself in words; whatever drives a game is written against this."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from branchline.actions import ActionSpace
from branchline.boardfile.board import AnyBoard
from branchline.engine import phases
from branchline.errors import MoveError
from branchline.log import Chance, Move
from branchline.names import TicketNames
from branchline.position import Plain, Position

Event = dict[str, Any]


class Played(NamedTuple):
    """A move that was read and carried out: its actions, and the position that they lead to."""

    actions: tuple[int, ...]
    after: Position


# What records call the phases in which chance moves, and whether it serves a player in them.
LABELS = {
    phases.DEAL_CARD: ("deal", True),
    phases.FILL: ("display", False),
    phases.BLIND: ("deal", True),
    phases.TURN_CARD: ("turned", False),
    phases.TURN_TICKET: ("neutral", False),
    phases.DEAL_TICKET: ("tickets", True),
}


def chance_label(position: Position) -> tuple[str, int | None]:
    """What chance is doing now, and to whom; no words where it is not its turn."""
    _, phase, player = position.head
    label, is_to_player = LABELS.get(phase, ("", False))
    return label, player if is_to_player else None


def carry_out(position: Position, actions: Iterable[int], refuse: Callable[[Position, int], MoveError]) -> Played:
    """Make the actions of a move, one after the other; the first that is not legal raises what `refuse` says."""
    actions = tuple(actions)
    for action in actions:
        after = position.after(action)
        if after is None:
            raise refuse(position, action)
        position = after
    return Played(actions, position)


def whole_moves(position: Position) -> Iterator[Played]:
    """Every whole move; of one that is made piece by piece, such as an exchange, only its beginning."""
    for action in position.legal():
        after = position.copy()
        after.apply(action)
        if after.phase != phases.LOCOMOTIVES:
            yield Played((action,), after)
            continue
        for more in after.legal():
            end = after.copy()
            end.apply(more)
            yield Played((action, more), end)


def read_fixed(space: ActionSpace, position: Position, text: str) -> Played | None:
    """The move whose words are the same in every position, if these are it and it is legal."""
    action = space.fixed_numbers.get(text)
    if action is None:
        return None
    after = position.after(action)
    return None if after is None else Played((action,), after)


class Notation(Protocol):
    """Names for everything in a game: tickets, actions, moves, what chance does, what follows."""

    turn_rule: str  # the rule that says whose turn it is

    @property
    def shows_returned(self) -> bool:
        """Whether tickets that are returned are seen by all."""

    @property
    def board(self) -> AnyBoard:
        """What is played."""

    @property
    def tickets(self) -> list[str]:
        """The names of the tickets."""

    @property
    def ticket_names(self) -> TicketNames:
        """The same, both ways."""

    @property
    def actions(self) -> ActionSpace:
        """The actions: their numbers, their texts, and back."""

    def name(self, what: str, i: int) -> str:
        """The name of a route, a city or whatever else actions are about."""

    def is_mid_move(self, position: Position) -> bool:
        """Whether the player's move is not finished yet."""

    def moves(self, position: Position) -> Iterator[Played]:
        """Every whole move; of one that can go on in many ways only its beginning."""

    def text(self, before: Position, actions: Sequence[int], after: Position) -> str:
        """A move in words."""

    def read(self, position: Position, text: str) -> Played:
        """The move that words mean, carried out; says what is wrong with one that is not legal."""

    def refuse(self, position: Position, action: int) -> MoveError:
        """The error for an action that is not legal now, with its rule."""

    def asks(self, position: Position) -> str:
        """What the position asks for, in words."""

    def reveals(self, before: Position, after: Position) -> bool:
        """Whether a move showed anybody something hidden, other than by chance."""

    def outcomes(self, label: str) -> Mapping[str, int]:
        """What chance may do under a label, by the exact words."""

    def outcome_text(self, position: Position, outcome: int) -> str:
        """What chance did, in words."""

    def parse_outcome(self, position: Position, text: str) -> int:
        """What chance did, from its words."""

    def points(self, position: Position) -> list[int]:
        """The points of every player that all can see."""

    def move_event(self, move: Move, before: Position, after: Position) -> Event:
        """What a player did, for other programs."""

    def chance_event(self, entry: Chance) -> Event:
        """What chance did, for other programs."""

    def consequences(self, players: Sequence[str], before: Position, after: Position) -> list[Event]:
        """What follows from a move or from chance by the rules alone."""

    def comment(self, event: Event) -> str | None:
        """A consequence in words, for a reader of the record."""

    def score_parts(self, end: Position, result: Plain, player: int) -> Event:
        """The parts of a player's score."""
