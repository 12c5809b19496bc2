"""The games on a map, as the rest of the system knows them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from branchline.boardfile.draft import Draft
from branchline.boardfile.problems import Problem
from branchline.boardfile.shape import Shape
from branchline.kind import App, Greedy, Kind, Line, Oversight
from branchline.mapgame import facts, file
from branchline.mapgame.board import Board
from branchline.mapgame.reader import SHAPE

if TYPE_CHECKING:
    from branchline.advice import Adviser
    from branchline.count import Ending
    from branchline.hearsay import Hearsay
    from branchline.history import History
    from branchline.learner.kind import Learner
    from branchline.mapgame.notation import MapNotation
    from branchline.mapgame.table import MapTable
    from branchline.mapgame.view import MapView
    from branchline.planner.kind import Planner
    from branchline.position import Array, Engine, Position
    from branchline.talk.teller import Teller


class MapGame(Kind):
    """Routes to claim between the cities of a map."""

    name = "map"
    example = "usa"
    minutes: Mapping[str, tuple[int, int]] = {
        "usa": (40, 70),
        "nordic": (30, 60),
        "europe": (40, 80),
        "nederland": (40, 70),
        "iberia": (40, 80),
    }
    styles: Mapping[str, Mapping[str, float]] = {
        "planning ahead": {},
        "many tickets": {"tempo": 0, "spare": 10},
        "long routes": {"draw": 0, "beyond": 2, "patience": 4, "points": 1.5},
    }

    @cached_property
    def engine(self) -> Engine:
        """The compiled rules and their records."""
        from branchline.mapgame.rules.engine import MAP_RECORDS
        from branchline.mapgame.rules.pack import pack
        from branchline.position import Engine

        return Engine(self.name, *MAP_RECORDS, pack)

    @cached_property
    def planner(self) -> Planner:
        """What planning and searching need to know of the kind."""
        from branchline.mapgame.planner.engine import MAP_PLANNER

        return MAP_PLANNER

    @cached_property
    def learner(self) -> Learner:
        """What programs that learn need to know of the kind."""
        from branchline.mapgame.learner.engine import MAP_LEARNER

        return MAP_LEARNER

    @property
    def shape(self) -> Shape:
        """What a board file of this kind holds."""
        return SHAPE

    def examine(self, data: dict[str, Any], text: str, source: str) -> tuple[Draft[Board], list[Problem]]:
        """The board in a parsed file, and every problem in it."""
        return file.examine(data, text, source)

    def choose(self, draft: Draft[Board], options: Mapping[str, object]) -> Board:
        """The board with the options chosen."""
        return file.choose(draft, options)

    def facts(self, board: Board) -> Iterator[str]:
        """Cities, routes and tickets."""
        return facts.fingerprinted(board)

    def counts(self, board: Board) -> str:
        """How many cities, routes and tickets a board has."""
        return facts.counts(board)

    def changed_rules(self, board: Board) -> list[str]:
        """The names of the rule fields in which a board differs from the base game."""
        return facts.changed_rules(board)

    def lists(self, board: Board) -> Iterator[str]:
        """Every route and ticket, a line each."""
        return facts.lists(board)

    def picture(self, board: Board) -> str:
        """The board as SVG."""
        from branchline.drawing.picture import svg

        return svg(board)

    def position_picture(self, board: Board, position: Position) -> str:
        """A position as SVG that any program can read."""
        from branchline.drawing.positions import position_svg

        return position_svg(board, position)

    def moving_picture(self, board: Board, frames: Sequence[tuple[Position, str]], seconds: float) -> str:
        """Positions one after the other as SVG that moves."""
        from branchline.drawing.positions import film

        return film(board, frames, seconds)

    def position_lines(self, board: Board, position: Position) -> list[Line]:
        """A position as lines."""
        from branchline.drawing.positions import lines

        return lines(board, position)

    def notation(self, board: Board) -> MapNotation:
        """Names for everything on a board."""
        from branchline.mapgame.notation import MapNotation

        return MapNotation(board)

    def view(self, notation: MapNotation, names: Sequence[str], seen: Position, viewer: int) -> MapView:
        """What a player may know, in plain names."""
        from branchline.mapgame.view import map_view

        return map_view(notation, names, seen, viewer)

    def talk(self, game: History) -> Teller:
        """Speaks of a game to the people at a terminal."""
        from branchline.mapgame.talk.teller import MapTeller

        return MapTeller(game)

    def app(self, notation: MapNotation) -> App:
        """The games on a board as data for an app."""
        from branchline.mapgame.app import MapApp

        return MapApp(notation)

    def end_position(
        self, notation: MapNotation, board: Array, endings: Sequence[Ending], neutral: Sequence[int]
    ) -> Position:
        """The position in which a game ended that was played at a table."""
        from branchline.mapgame.count import end_position

        return end_position(self.engine, notation, board, endings, neutral)

    def hearsay(self, notation: MapNotation) -> Hearsay:
        """What is open and what is secret at a real table."""
        from branchline.mapgame.hearsay import MapHearsay

        return MapHearsay(notation)

    def table(self, notation: MapNotation, seen: Position) -> MapTable:
        """What the player to move sees, in names."""
        from branchline.mapgame.table import MapTable

        return MapTable(notation, seen)

    def adviser(self, notation: MapNotation) -> Adviser:
        """Speaks of moves for the coach."""
        from branchline.mapgame.advice import MapAdviser

        return MapAdviser(notation)

    def greedy(self, stream: Random, full: int | None = None) -> Greedy:
        """A bot that takes the best it can get now."""
        from branchline.mapgame.greedy import GreedyBot

        return GreedyBot(stream) if full is None else GreedyBot(stream, full, -math.inf)

    def overlook(self, view: Position, oversights: Collection[Oversight]) -> Position:
        """A view as somebody has it who overlooks things."""
        from branchline.mapgame.oversights import overlook

        return overlook(view, oversights)

    def weights_without(self, oversights: Collection[Oversight]) -> dict[str, float]:
        """What weighs otherwise to a planner that overlooks things."""
        from branchline.mapgame.oversights import WEIGHTS

        return {name: n for what, changes in WEIGHTS.items() if what in oversights for name, n in changes.items()}

    def fewest_and_shortest(self, view: Position, legal: Sequence[int]) -> int | None:
        """The choice of the shortest tickets, no more than must be; None if there are no tickets to choose."""
        from branchline.mapgame.oversights import fewest_and_shortest

        return fewest_and_shortest(view, legal)

    def builds(self, view: Position, action: int) -> bool:
        """Whether an action claims a route or builds a station."""
        from branchline.mapgame.actions import BuildStation, Claim, action_space

        return isinstance(action_space(view.board).action(action), Claim | BuildStation)


MAP_GAME = MapGame()
