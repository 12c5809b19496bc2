"""The events of a game for other programs: plain names, one dictionary an event, chance included."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from branchline.log import Chance, Entry, Move
from branchline.notation import Event, Notation
from branchline.position import Plain, Position

ScoreParts = Callable[[Position, Plain, int], Event]  # the parts of a player's score, from the end and the result


def places(record: np.dtype[Any], *names: str) -> list[slice]:
    """Where fields lie in the bytes of a record: whether they changed is seen there much faster than field by field."""
    fields: Mapping[str, Any] = record.fields or {}
    return [slice(fields[name][1], fields[name][1] + fields[name][0].itemsize) for name in names]


def told(notation: Notation, players: Sequence[str], entry: Entry, before: Position, after: Position) -> Event:
    """An entry of the log in plain names."""
    if isinstance(entry, Chance):
        who = None if entry.player is None else players[entry.player]
        return {"player": who, "kind": entry.label, "chance": True, **notation.chance_event(entry)}
    if isinstance(entry, Move):
        return {"player": players[entry.player], **notation.move_event(entry, before, after), "text": entry.text}
    return {"player": players[entry.player], "kind": "undo"}


def result(parts: ScoreParts, players: Sequence[str], end: Position) -> Event:
    """The score in plain names, final once the game is over."""
    r = end.plain_score()
    scores = [
        {"player": name, "total": r.total[p], "place": r.place[p], **parts(end, r, p)} for p, name in enumerate(players)
    ]
    return {"scores": scores, "winners": [name for p, name in enumerate(players) if r.place[p] == 1]}


def end(parts: ScoreParts, players: Sequence[str], after: Position, reason: str) -> Event:
    """The event that ends a game."""
    return {"player": None, "kind": "end", "reason": reason, **result(parts, players, after)}
