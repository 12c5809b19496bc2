"""A game record, step by step or as events for other programs."""

import json
import sys

from branchline.fair import FairnessError, check
from branchline.game import Game
from branchline.log import Chance, Move
from branchline.position import Position


def print_events(game: Game) -> None:
    """Print every event as one JSON object a line."""
    for event in game.events():
        print(json.dumps(event, ensure_ascii=False))


def step_through(game: Game) -> None:
    """Print the game move by move; at a terminal, wait for Enter before each turn."""
    waits = sys.stdin.isatty() and sys.stdout.isatty()
    print(f"{game.board.title}, {', '.join(game.names)}. {len(game.steps)} entries.")
    shown = -1
    for step in game.steps:
        entry = step.entry
        if waits and isinstance(entry, Move) and entry.turn != shown:
            shown = entry.turn
            if input(f"{_standing(game, step.before)} Enter for the next turn, q to stop. ").strip() == "q":
                return
        print(_line(game, entry))
        for event in step.followed(game.notation, game.names):
            if words := game.notation.comment(event):
                print(f"  {words}")
    if game.is_over:
        for score in game.result()["scores"]:
            print(f"{score['player']}: {score['total']} points, place {score['place']}")


def check_draws(game: Game) -> str:
    """Say that every draw is as it was committed to; raises the first thing that is not."""
    if game.lesson:
        raise FairnessError("this game was a lesson: its deal was made for it, and its draws were not committed to")
    count = check(game.fair, game)
    return f"all {count} draws are as the secret says that was committed to before the game."


def _standing(game: Game, position: Position) -> str:
    points = game.notation.points(position)
    return "; ".join(f"{name} {n}" for name, n in zip(game.names, points, strict=True)) + "."


def _line(game: Game, entry: object) -> str:
    if isinstance(entry, Move):
        return f"{entry.turn} {game.names[entry.player]}: {entry.text}"
    if isinstance(entry, Chance):
        who = "" if entry.player is None else f" {game.names[entry.player]}"
        return f"  {entry.label}{who}: {entry.text}"
    return "undo"
