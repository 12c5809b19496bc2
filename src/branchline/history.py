"""A game as it was played: its log, with the positions before and after every entry."""

from collections.abc import Iterator, Sequence
from typing import Any

from branchline.actions import Action
from branchline.errors import MoveError
from branchline.events import result, told
from branchline.log import Chance, Entry, Move, Undo
from branchline.notation import Event, Notation
from branchline.position import Position


class Step:
    """One entry of the log as it was carried out; what followed from it is looked for once, when it is asked for."""

    __slots__ = ("_followed", "after", "before", "entry")

    def __init__(self, entry: Entry, before: Position, after: Position) -> None:
        self.entry, self.before, self.after = entry, before, after
        self._followed: Sequence[Event] | None = None

    def followed(self, notation: Notation, players: Sequence[str]) -> Sequence[Event]:
        """What followed by the rules alone; nothing from a move taken back."""
        if self._followed is None:
            is_undo = type(self.entry) is Undo
            self._followed = () if is_undo else notation.consequences(players, self.before, self.after) or ()
        return self._followed


class History:
    """Everything that happened in a game; undo, news, views and records are read from here."""

    def __init__(self, notation: Notation, names: Sequence[str], start: Position) -> None:
        self.notation = notation
        self.board = notation.board
        self.names = tuple(names)
        self.start = start
        self.position = start  # where the game stands
        self.steps: list[Step] = []
        self.standing: list[Position] = []  # the position before each move that stands

    @property
    def log(self) -> list[Entry]:
        """Every move, everything chance did and every undo, in order."""
        return [step.entry for step in self.steps]

    @property
    def player(self) -> int:
        """Whose move it is, counted from 0."""
        return self.position.player

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    @property
    def turn(self) -> int:
        """The number of the turn; 0 while tickets are chosen at the start."""
        return self.position.turn

    def actions(self) -> list[int]:
        """The legal actions as numbers of the board's action space."""
        return self.position.legal()

    def legal_actions(self) -> list[Action]:
        """The legal actions as objects."""
        return [self.notation.actions.action(number) for number in self.position.legal()]

    def add_move(self, actions: Sequence[int], after: Position) -> None:
        """Note a move that leads to a position; one that was begun before goes on."""
        before = self.position
        if self.steps and isinstance(last := self.steps[-1].entry, Move) and self.notation.is_mid_move(before):
            self.steps.pop()
            before = self.standing.pop()
            actions = [*last.actions, *actions]
        text = self.notation.text(before, actions, after)
        self.standing.append(before)
        turn, _, player = before.head
        self._add(Move(turn, player, tuple(actions), text), before, after)

    def add_chance(self, entry: Chance, after: Position) -> None:
        """Note what chance did."""
        self._add(entry, self.position, after)

    def add_undo(self) -> None:
        """Take the last move back, with everything chance did after it."""
        if not self.standing:
            raise MoveError("there is no move to take back")
        after = self.standing.pop()
        self._add(Undo(after.player), self.position, after)

    def _add(self, entry: Entry, before: Position, after: Position) -> None:
        self.steps.append(Step(entry, before, after))
        self.position = after

    @property
    def undo_is_free(self) -> bool:
        """Whether the last move revealed nothing, so that taking it back needs nobody's consent."""
        if not self.standing or not isinstance(self.steps[-1].entry, Move):
            return False
        return not self.notation.reveals(self.standing[-1], self.position)

    def result(self) -> dict[str, Any]:
        """The score in plain names, final once the game is over: `scores`, a part a name, and `winners`."""
        return result(self.notation.score_parts, self.names, self.position)

    def events(self) -> Iterator[Event]:
        """Every event so far in plain names: moves, what chance did, and what followed from them."""
        number, notation, names = 0, self.notation, self.names
        for step in self.steps:
            entry, before = step.entry, step.before
            turn = entry.turn if type(entry) is Move else before.turn
            number += 1
            yield {"event": number, "turn": turn, **told(notation, names, entry, before, step.after)}
            for event in step.followed(notation, names):
                number += 1
                yield {"event": number, "turn": turn, **event}
