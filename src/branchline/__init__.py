"""Branchline: the Ticket to Ride family as real software."""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from branchline.batch import Batch
    from branchline.boards import Board, BoardError
    from branchline.errors import BranchlineError, MoveError, RecordError, SetupError
    from branchline.game import Game, new
    from branchline.replay import load, loads
    from branchline.view import View

_WHERE = {
    "Batch": "batch",
    "Board": "boards",
    "BoardError": "boards",
    "BranchlineError": "errors",
    "Game": "game",
    "MoveError": "errors",
    "RecordError": "errors",
    "SetupError": "errors",
    "View": "view",
    "load": "replay",
    "loads": "replay",
    "new": "game",
}
__all__ = [
    "Batch",
    "Board",
    "BoardError",
    "BranchlineError",
    "Game",
    "MoveError",
    "RecordError",
    "SetupError",
    "View",
    "load",
    "loads",
    "new",
]


def __getattr__(name: str) -> Any:
    """Import what is asked for only then: the compiled rules take a moment to load."""
    if name not in _WHERE:
        raise AttributeError(f"module 'branchline' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"branchline.{_WHERE[name]}"), name)
