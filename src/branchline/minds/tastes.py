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
        "claim": 2.17,
        "card": 1.26,
        "worth": 0.73,
        "held": 0.41,
        "contested": -0.69,
        "tunnel": -0.05,
        "symbol": 0.69,
        "toll": 0.03,
        "least": 0.4,
        "completed": 1.01,
        "share": 0.59,
        "tempo": 2.01,
        "draw": 1.21,
        "spare": 4.68,
        "need": 12.24,
        "near": 1.14,
        "grey": 0.51,
        "lack": 0.11,
        "blind": 1.73,
        "extra": 0.08,
        "wild": 1.1,
        "swap": 1.24,
        "symbols": 1.5,
        "planned": 14.19,
        "points": 0.09,
        "risk": 2.15,
        "beyond": 1,
        "patience": 20.29,
        "conflict": 1.72,
        "locomotive": 0.45,
        "waste": 0.54,
        "plenty": 0.82,
        "path": 0.76,
        "pace": 6,
        "haste": 2.68,
        "late": 3.36,
        "slack": 1.95,
        "coloured": 1.53,
        "shown": 0.88,
        "hope": 0.99,
        "fresh": 4,
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
