"""The Card Game, as the rest of the system knows it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from branchline.boardfile.draft import Draft
from branchline.boardfile.problems import BoardError, Problem
from branchline.boardfile.shape import Shape
from branchline.cardgame import facts, file
from branchline.cardgame.board import CardGame as Cards
from branchline.cardgame.reader import SHAPE
from branchline.kind import App, Greedy, Kind, Line, Oversight

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

    @property
    def shape(self) -> Shape:
        """What a file of this kind holds."""
        return SHAPE

    def examine(self, data: dict[str, Any], text: str, source: str) -> tuple[Draft[Cards], list[Problem]]:
        """The board in a parsed file, and every problem in it."""
        return file.examine(data, text, source)

    def choose(self, draft: Draft[Cards], options: Mapping[str, object]) -> Cards:
        """The board with the options chosen."""
        return file.choose(draft, options)

    def facts(self, board: Cards) -> Iterator[str]:
        """Bonuses and tickets."""
        return facts.fingerprinted(board)

    def counts(self, board: Cards) -> str:
        """How many cards of each kind there are."""
        return facts.counts(board)

    def changed_rules(self, board: Cards) -> list[str]:
        """The names of all rule fields that are no options."""
        return facts.changed_rules(board)

    def lists(self, board: Cards) -> Iterator[str]:
        """Every bonus and ticket, a line each."""
        return facts.lists(board)

    def picture(self, board: Cards) -> str:
        """There is nothing to draw."""
        raise BoardError(f"{board.title} has no map")

    def position_picture(self, board: Cards, position: Position) -> str:
        """A position as SVG that any program can read."""
        from branchline.cardgame.picture import position_svg

        return position_svg(board, position)

    def moving_picture(self, board: Cards, frames: Sequence[tuple[Position, str]], seconds: float) -> str:
        """Positions one after the other as SVG that moves."""
        from branchline.cardgame.picture import film

        return film(board, frames, seconds)

    def position_lines(self, board: Cards, position: Position) -> list[Line]:
        """A position as lines."""
        from branchline.cardgame.picture import lines

        return lines(board, position)

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

    def overlook(self, view: Position, oversights: Collection[Oversight]) -> Position:
        """A view as somebody has it who overlooks things."""
        from branchline.cardgame.oversights import overlook

        return overlook(view, oversights)

    def weights_without(self, oversights: Collection[Oversight]) -> dict[str, float]:
        """What weighs otherwise to a planner that overlooks things."""
        from branchline.cardgame.oversights import WEIGHTS

        return {name: n for what, changes in WEIGHTS.items() if what in oversights for name, n in changes.items()}

    def fewest_and_shortest(self, view: Position, legal: Sequence[int]) -> int | None:
        """The choice of the shortest tickets, no more than must be; None if there are no tickets to choose."""
        from branchline.cardgame.oversights import fewest_and_shortest

        return fewest_and_shortest(view, legal)

    def builds(self, view: Position, action: int) -> bool:
        """Whether an action lays cards in the yard."""
        from branchline.cardgame.actions import LayRow, LayThree, action_space

        return isinstance(action_space(view.board).action(action), LayRow | LayThree)

    def figures(self, start: Position, seconds: float) -> dict[str, float]:
        """How fast the best set of tickets is found."""
        from branchline.cardgame.solver_bench import solver_microseconds

        return {"solver_microseconds": round(solver_microseconds(start, seconds), 2)}


CARD_GAME = CardGame()
