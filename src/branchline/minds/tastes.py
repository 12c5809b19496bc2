"""What planners like on each board, found by playing many thousands of games of a planner against changed ones."""

from typing import Any

import numpy as np

from branchline.minds.mind import LIKES, TASTE

# A row a board; a board of your own gets the row of the one whose mechanics it shares.
TASTES: dict[str, dict[str, float]] = {
    "usa": {
        "claim": 2,
        "card": 1.21,
        "worth": 0.6,
        "held": 0.3,
        "contested": 0.5,
        "tunnel": -0.03,
        "symbol": 0.67,
        "toll": 0.43,
        "least": 0.75,
        "completed": 0.99,
        "share": 0.71,
        "tempo": 4,
        "draw": 1.02,
        "spare": 37.83,
        "need": 12.09,
        "near": 0.19,
        "grey": 0.06,
        "extra": 0.13,
        "wild": 0.83,
        "symbols": 1,
        "planned": 6,
        "points": 0.3,
        "risk": 1,
        "beyond": 1,
        "patience": 11.07,
        "conflict": 0.66,
        "locomotive": 1.24,
        "waste": 0.7,
        "plenty": 0.15,
        "path": 0.64,
        "pace": 13.39,
        "haste": 2.5,
    },
    "nordic": {
        "claim": 1.09,
        "card": 1.33,
        "worth": 0.63,
        "held": 0.4,
        "contested": -0.17,
        "tunnel": 0.17,
        "symbol": 0.88,
        "toll": 0.03,
        "least": 0.4,
        "completed": 1.04,
        "share": 0.73,
        "tempo": 1.85,
        "draw": 1.05,
        "spare": 2.43,
        "need": 12.24,
        "near": 1.04,
        "grey": 0.35,
        "lack": 0.09,
        "blind": 1.52,
        "extra": 0.12,
        "wild": 1.34,
        "swap": 1.24,
        "symbols": 1.86,
        "planned": 13.86,
        "points": 0.09,
        "risk": 1.87,
        "beyond": 1,
        "patience": 23.22,
        "conflict": 1.14,
        "locomotive": 0.3,
        "waste": 0.4,
        "plenty": 0.64,
        "path": 0.76,
        "pace": 4.32,
        "haste": 2.05,
        "late": 2.65,
        "slack": 1.6,
        "coloured": 2.23,
        "shown": 0.96,
        "hope": 1,
        "fresh": 4,
        "fitting": 0.48,
        "catch": 1.13,
    },
    "nederland": {
        "claim": 2,
        "card": 1.08,
        "worth": 0.7,
        "held": 0.38,
        "contested": 0.48,
        "tunnel": -0.02,
        "symbol": 0.67,
        "toll": 4.27,
        "least": 0.62,
        "completed": 0.9,
        "share": 0.99,
        "tempo": 2.68,
        "draw": 1.19,
        "spare": 16.61,
        "need": 12.09,
        "near": 0.31,
        "grey": 0.07,
        "extra": 0.08,
        "wild": 0.48,
        "symbols": 1,
        "planned": 7.13,
        "points": 0.22,
        "risk": 0.82,
        "beyond": 0.59,
        "patience": 13.11,
        "conflict": 0.46,
        "locomotive": 1.05,
        "waste": 0.58,
        "plenty": 0.49,
        "path": 0.8,
        "pace": 5.5,
        "haste": 1.63,
        "late": 7.33,
        "slack": 2.06,
    },
}
TASTES["iberia"] = TASTES["usa"] | {
    "wild": 0.52,
    "points": 0.25,
    "waste": 0.94,
    "late": 6,
    "slack": 1.2,
}


def taste(board: np.ndarray[Any, Any], **changes: float) -> np.ndarray[Any, Any]:
    """An array of one taste: that for a board, changed."""
    made = np.zeros(1, TASTE)
    for name, value in (LIKES | TASTES.get(akin(board), {}) | changes).items():
        made[name] = value
    return made


def akin(board: np.ndarray[Any, Any]) -> str:
    """The board of ours whose mechanics a board shares."""
    b = board[0]
    if b.n_festivals > 0:
        return "iberia"
    if b.stations > 0:
        return "europe"
    if b.toll.any():
        return "nederland"
    return "nordic" if b.is_tunnel.any() or b.symbols.any() else "usa"
