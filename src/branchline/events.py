"""The events of a game for other programs: plain names, one dictionary an event, chance included."""

from collections.abc import Callable, Sequence
from typing import Any

from branchline.log import Entry, Move, Undo
from branchline.notation import Event, Notation
from branchline.position import Position

ScoreParts = Callable[[Position, Any, int], Event]  # the parts of a player's score, from the end and the result


def told(notation: Notation, players: Sequence[str], entry: Entry, before: Position, after: Position) -> Event:
    """An entry of the log in plain names."""
    if isinstance(entry, Undo):
        return {"player": players[entry.player], "kind": "undo"}
    if isinstance(entry, Move):
        return {"player": players[entry.player], **notation.move_event(entry, before, after), "text": entry.text}
    who = None if entry.player is None else players[entry.player]
    return {"player": who, "kind": entry.label, "chance": True, **notation.chance_event(entry)}


def result(parts: ScoreParts, players: Sequence[str], end: Position) -> Event:
    """The score in plain names, final once the game is over."""
    r = end.score()
    scores = [
        {"player": name, "total": int(r.total[p]), "place": int(r.place[p]), **parts(end, r, p)}
        for p, name in enumerate(players)
    ]
    return {"scores": scores, "winners": [name for p, name in enumerate(players) if r.place[p] == 1]}


def end(parts: ScoreParts, players: Sequence[str], after: Position, reason: str) -> Event:
    """The event that ends a game."""
    return {"player": None, "kind": "end", "reason": reason, **result(parts, players, after)}
