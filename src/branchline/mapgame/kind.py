"""The games on a map, as the rest of the system knows them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from branchline.kind import App, Greedy, Kind, Oversights, Pictures
from branchline.mapgame.board import Board
from branchline.mapgame.facts import changed_rules, counts, fingerprinted, lists
from branchline.mapgame.file import choose, examine
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

    def picture(self, board: Board) -> str:
        """The board as SVG."""
        from branchline.drawing.picture import svg

        return svg(board)

    @property
    def pictures(self) -> Pictures:
        """Positions as pictures."""
        from branchline.drawing import positions

        return positions

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

    @property
    def oversights(self) -> Oversights:
        """The game to somebody who overlooks things."""
        from branchline.mapgame import oversights

        return oversights

    def builds(self, view: Position, action: int) -> bool:
        """Whether an action claims a route or builds a station."""
        from branchline.mapgame.actions import BuildStation, Claim, action_space

        return isinstance(action_space(view.board).action(action), Claim | BuildStation)


MAP_GAME = MapGame()
