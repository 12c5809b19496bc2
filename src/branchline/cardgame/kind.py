"""The Card Game, as the rest of the system knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from branchline.boardfile.problems import BoardError
from branchline.cardgame.board import CardGame as Cards
from branchline.cardgame.facts import changed_rules, counts, fingerprinted, lists
from branchline.cardgame.file import choose, examine
from branchline.cardgame.reader import SHAPE
from branchline.kind import App, Greedy, Kind, Oversights, Pictures

if TYPE_CHECKING:
    from branchline.advice import Adviser
    from branchline.cardgame.notation import CardNotation
    from branchline.cardgame.table import CardTable
    from branchline.cardgame.view import CardView
    from branchline.count import Ending
    from branchline.hearsay import Hearsay
    from branchline.history import History
    from branchline.learner.kind import Learner
    from branchline.planner.kind import Planner
    from branchline.position import Array, Engine, Position
    from branchline.talk.teller import Teller


class CardGame(Kind):
    """Rows to lay in the yard, and tickets completed from the platform."""

    name = "cards"
    example = "cardgame"
    minutes: Mapping[str, tuple[int, int]] = {}
    shape = SHAPE
    examine = staticmethod(examine)
    choose = staticmethod(choose)
    facts = staticmethod(fingerprinted)
    counts = staticmethod(counts)
    changed_rules = staticmethod(changed_rules)
    lists = staticmethod(lists)

    @cached_property
    def engine(self) -> Engine:
        """The compiled rules and their records."""
        from branchline.cardgame.rules.engine import CARD_RECORDS
        from branchline.cardgame.rules.pack import pack_cardgame
        from branchline.position import Engine

        return Engine(self.name, *CARD_RECORDS, pack_cardgame)

    @cached_property
    def planner(self) -> Planner:
        """What planning and searching need to know of the kind."""
        from branchline.cardgame.planner.engine import CARD_PLANNER

        return CARD_PLANNER

    @cached_property
    def learner(self) -> Learner:
        """What programs that learn need to know of the kind."""
        from branchline.cardgame.learner.engine import CARD_LEARNER

        return CARD_LEARNER

    def picture(self, board: Cards) -> str:
        """There is nothing to draw."""
        raise BoardError(f"{board.title} has no map")

    @property
    def pictures(self) -> Pictures:
        """Positions as pictures."""
        from branchline.cardgame import picture

        return picture

    def notation(self, board: Cards) -> CardNotation:
        """Names for everything in the game."""
        from branchline.cardgame.notation import CardNotation

        return CardNotation(board)

    def view(self, notation: CardNotation, names: Sequence[str], seen: Position, viewer: int) -> CardView:
        """What a player may know, in plain names."""
        from branchline.cardgame.view import card_view

        return card_view(notation, names, seen, viewer)

    def talk(self, game: History) -> Teller:
        """Speaks of a game to the people at a terminal."""
        from branchline.cardgame.talk.teller import CardTeller

        return CardTeller(game)

    def app(self, notation: CardNotation) -> App:
        """The game as data for an app."""
        from branchline.cardgame.app import CardApp

        return CardApp(notation)

    def end_position(
        self, notation: CardNotation, board: Array, endings: Sequence[Ending], neutral: Sequence[int]
    ) -> Position:
        """The position in which a game ended that was played at a table."""
        from branchline.cardgame.count import end_position

        return end_position(self.engine, notation, board, endings)

    def hearsay(self, notation: CardNotation) -> Hearsay:
        """What is open and what is secret at a real table."""
        from branchline.cardgame.hearsay import CardHearsay

        return CardHearsay(notation)

    def table(self, notation: CardNotation, seen: Position) -> CardTable:
        """What the player to move sees, in names."""
        from branchline.cardgame.table import CardTable

        return CardTable(notation, seen)

    def adviser(self, notation: CardNotation) -> Adviser:
        """Speaks of moves for the coach."""
        from branchline.cardgame.advice import CardAdviser

        return CardAdviser(notation)

    def greedy(self, stream: Random, full: int | None = None) -> Greedy:
        """A bot that takes the best it can get now."""
        from branchline.cardgame.greedy import GreedyBot

        return GreedyBot(stream) if full is None else GreedyBot(stream, full)

    @property
    def oversights(self) -> Oversights:
        """The game to somebody who overlooks things."""
        from branchline.cardgame import oversights

        return oversights

    def builds(self, view: Position, action: int) -> bool:
        """Whether an action lays cards in the yard."""
        from branchline.cardgame.actions import LayRow, LayThree, action_space

        return isinstance(action_space(view.board).action(action), LayRow | LayThree)

    def figures(self, start: Position, seconds: float) -> dict[str, float]:
        """How fast the best set of tickets is found."""
        from branchline.cardgame.solver_bench import solver_microseconds

        return {"solver_microseconds": round(solver_microseconds(start, seconds), 2)}


CARD_GAME = CardGame()
