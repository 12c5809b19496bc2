"""What a game's rows say: every decision that stands, and the game as a whole."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np

from branchline import boards
from branchline.game import Game
from branchline.history import Step
from branchline.log import Chance, Move, Undo
from branchline.observation import NUMBER, observe
from branchline.position import Array, Position

# The parts of a score that are numbers; a board has those of its rules, the others are null.
PARTS = (
    *("start", "routes", "tickets", "longest_path_bonus", "most_tickets_bonus", "toll_bonus", "loan_points"),
    *("festivals", "stations", "stations_bonus", "bonus"),
    *("completed", "longest_path", "tokens", "loans", "bonuses"),
)


@dataclass(frozen=True)
class Decision:
    """One action that a player chose: in which position, and what the whole move was in words."""

    position: Position
    action: int
    text: str


def decisions(game: Game) -> list[Decision]:
    """Every action of every move that was not taken back; a move may be several."""
    moves: list[list[Decision]] = []
    for step in game.steps:
        if isinstance(step.entry, Undo):
            moves.pop()
        elif isinstance(step.entry, Move):
            moves.append(_of_move(step, step.entry))
    return [decision for move in moves for decision in move]


def _of_move(step: Step, move: Move) -> list[Decision]:
    found, position = [], step.before
    for action in move.actions:
        found.append(Decision(position, action, move.text))
        if len(found) < len(move.actions):
            position = position.copy()
            position.apply(action)
    return found


def deal(game: Game) -> str:
    """What tells deals apart: a digest of everything that chance did before the first decision."""
    digest = blake2b(digest_size=8)
    for step in game.steps:
        if not isinstance(step.entry, Chance):
            break
        digest.update(step.entry.outcome.to_bytes(2, "little"))
    return digest.hexdigest()


def seen(found: list[Decision], n_actions: int) -> tuple[Array, Array]:
    """What the players who decided saw, and which actions were legal, a row each."""
    rows = [observe(decision.position) for decision in found]
    masks = np.zeros((len(found), n_actions), np.bool_)
    for row, decision in zip(masks, found, strict=True):
        row[decision.position.legal()] = True
    return np.array(rows, NUMBER), masks


def outcomes(game: Game) -> tuple[list[float], list[int]]:
    """Every seat's share of the win, and its points above the best of the others."""
    scores = game.result()["scores"]
    winners = sum(score["place"] == 1 for score in scores)
    totals = [score["total"] for score in scores]
    margins = [total - max(other for q, other in enumerate(totals) if q != p) for p, total in enumerate(totals)]
    return [1 / winners if score["place"] == 1 else 0.0 for score in scores], margins


def game_row(game: Game, name: str) -> dict[str, Any]:
    """The game as a whole, with every part of everybody's score."""
    shares, margins = outcomes(game)
    seats = [
        {
            "name": score["player"],
            "total": score["total"],
            "place": score["place"],
            "outcome": share,
            "margin": margin,
            "done": score["done"],
            "not_done": score["not_done"],
            **{part: score.get(part) for part in PARTS},
        }
        for score, share, margin in zip(game.result()["scores"], shares, margins, strict=True)
    ]
    return {
        "game": name,
        "board": game.board.name,
        "fingerprint": boards.fingerprint(game.board),
        "options": {str(key): str(value) for key, value in game.board.chosen.items()},
        "players": len(game.names),
        "date": game.date,
        "deal": deal(game),
        "turns": game.turn,
        "decisions": len(decisions(game)),
        "seats": seats,
    }
