"""Where in a game something was, and what it is called."""

from functools import cached_property

from branchline.advice import Adviser
from branchline.coach.line import Link
from branchline.game import Game
from branchline.kinds import kind_of
from branchline.log import Move, Undo
from branchline.notation import Notation, Played
from branchline.position import Position


class Places:
    """A game with its line: numbers of moves, words of moves."""

    def __init__(self, game: Game, line: list[Link]) -> None:
        self.game, self.line = game, line
        self.notation: Notation = game.notation
        self._moves: list[int] = []
        made = 0
        for step in game.steps:
            self._moves.append(made)
            made += isinstance(step.entry, Move | Undo)

    @cached_property
    def advising(self) -> Adviser:
        """Who speaks of moves on this board."""
        return kind_of(self.game.board).adviser(self.notation)

    def move(self, entry: int) -> int:
        """How many moves were made before an entry of the log."""
        return self._moves[entry]

    def text(self, entry: int) -> str:
        """An entry in words."""
        found = self.game.steps[entry].entry
        return "" if isinstance(found, Undo) else found.text

    def begun(self, index: int) -> tuple[Position, tuple[int, ...]]:
        """The position before the whole move of a link, and the actions of that move before the link."""
        first = index
        while first > 0 and self.line[first - 1].entry == self.line[index].entry:
            first -= 1
        return self.line[first].before, tuple(link.action for link in self.line[first:index])

    def whole(self, index: int) -> Played:
        """The whole move of a link, as it was made."""
        entry = self.game.steps[self.line[index].entry]
        assert isinstance(entry.entry, Move)
        return Played(entry.entry.actions, entry.after)
