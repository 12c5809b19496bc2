"""Branchline: the Ticket to Ride family as real software.

`new` begins a game and `load` reads a record; both give a `Game`, which has everything one does at a table: `moves`,
`play`, `view`, `undo`, `save`. A `Batch` is thousands of games in one array, a `Vector` the same for a program that
learns, a `Position` one moment of a game, for programs that search. `branchline.boards` loads boards and
`branchline.bots` makes bots.

>>> import branchline
>>> game = branchline.new("nordic", players=["Anna", "Bo"], seed=7)
>>> game.play("keep 1 2")
>>> game
<Game nordic, 2 players, turn 0, Bo to move>
>>> game.view("Bo").asks
'choose tickets to keep'
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from branchline.actions import Action
    from branchline.batch import Batch
    from branchline.boardfile.problems import BoardError
    from branchline.coach.analyse import analyse
    from branchline.coach.analysis import Analysis
    from branchline.errors import BranchlineError, MoveError, RecordError, SetupError
    from branchline.game import Game, new
    from branchline.mapgame.board import Board
    from branchline.observation import observe
    from branchline.position import Position
    from branchline.replay import load, loads
    from branchline.vector import Vector
    from branchline.view import View

_WHERE = {
    "Action": "actions",
    "Analysis": "coach.analysis",
    "Batch": "batch",
    "Board": "mapgame.board",
    "BoardError": "boards",
    "BranchlineError": "errors",
    "Game": "game",
    "MoveError": "errors",
    "Position": "position",
    "RecordError": "errors",
    "SetupError": "errors",
    "Vector": "vector",
    "View": "view",
    "analyse": "coach.analyse",
    "load": "replay",
    "loads": "replay",
    "new": "game",
    "observe": "observation",
}
__all__ = [
    "Action",
    "Analysis",
    "Batch",
    "Board",
    "BoardError",
    "BranchlineError",
    "Game",
    "MoveError",
    "Position",
    "RecordError",
    "SetupError",
    "Vector",
    "View",
    "analyse",
    "load",
    "loads",
    "new",
    "observe",
]


def __getattr__(name: str) -> Any:
    """Import what is asked for only then: the compiled rules take a moment to load."""
    if name not in _WHERE:
        raise AttributeError(f"module 'branchline' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"branchline.{_WHERE[name]}"), name)


def __dir__() -> list[str]:
    """All names, so that `help(branchline)` and completion in a prompt show what is not imported yet."""
    return sorted({*globals(), *__all__})
