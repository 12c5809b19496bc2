"""The events of a game for other programs: plain names, one dictionary an event, chance included."""

from collections.abc import Iterator, Sequence

from branchline.log import Entry, Move, Undo, follow
from branchline.notation.protocol import Event, Notation
from branchline.position import Position


def events(notation: Notation, players: Sequence[str], start: Position, log: Sequence[Entry]) -> Iterator[Event]:
    """Every event of a log, in order: moves, what chance did, and what followed from them."""
    number = 0
    for entry, before, after in follow(start, log):
        for event in (told(notation, players, entry, before), *notation.consequences(players, before, after)):
            number += 1
            yield {"event": number, "turn": max(before.turn, 0), **event}
            if isinstance(entry, Undo):
                break


def told(notation: Notation, players: Sequence[str], entry: Entry, before: Position) -> Event:
    """An entry of the log in plain names."""
    if isinstance(entry, Undo):
        return {"player": players[entry.player], "kind": "undo"}
    if isinstance(entry, Move):
        return {"player": players[entry.player], **notation.move_event(entry, before), "text": entry.text}
    who = None if entry.player is None else players[entry.player]
    return {"player": who, "kind": entry.label, "chance": True, **notation.chance_event(entry)}


def result(notation: Notation, players: Sequence[str], end: Position) -> Event:
    """The score in plain names, final once the game is over."""
    r = end.score()
    scores = [
        {"player": name, "total": int(r.total[p]), "place": int(r.place[p]), **notation.score_parts(end, r, p)}
        for p, name in enumerate(players)
    ]
    return {"scores": scores, "winners": [name for p, name in enumerate(players) if r.place[p] == 1]}


def end(notation: Notation, players: Sequence[str], after: Position, reason: str) -> Event:
    """The event that ends a game."""
    return {"player": None, "kind": "end", "reason": reason, **result(notation, players, after)}
