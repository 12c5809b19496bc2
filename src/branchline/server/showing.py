"""Tables, events and views as they are sent: JSON, written once for all who may see the same."""

from typing import Any

import msgspec
import orjson

from branchline.engine.phases import KEEP_START
from branchline.events import result
from branchline.notation import Event
from branchline.position import Position
from branchline.server import entries as log
from branchline.server.table import Table
from branchline.server.telling import WATCHER, Step, seen_by


def key(seat: int) -> bytes:
    """The name of a seat in what is sent; those who only watch have one together."""
    return b"watch" if seat == WATCHER else b"%d" % seat


def view_json(table: Table, seat: int, shared: bytes = b"") -> bytes:
    """What a seat sees of the game, with its legal moves; `shared` is what all see, if that is written already."""
    assert table.play
    return position_json(table, table.play.position, seat, table.status == "playing", shared)


def early_moves(table: Table, seat: int) -> bytes:
    """The choices of first tickets that a seat can make before its turn."""
    if table.play is None or seat == WATCHER or seat in table.early or table.seats[seat].is_played_by_bot:
        return b"[]"
    then = table.play.ahead(seat)
    return table.ground.app.moves(then.seen_by(seat)) if then else b"[]"


def position_json(table: Table, position: Position, seat: int, with_actions: bool, shared: bytes = b"") -> bytes:
    """What a seat sees of a position."""
    seen = position.seen_by(seat)
    actions = b"[]"
    if with_actions and seen.player == seat and not seen.is_over and seat not in table.early:
        actions = table.ground.app.moves(seen)
    elif with_actions and seen.phase == KEEP_START and table.play and position is table.play.position:
        actions = early_moves(table, seat)
    own = table.ground.app.own(table.names, seen, seat)
    return b"".join((shared or shared_json(table, position), own, b',"actions":', actions, b"}"))


def shared_json(table: Table, position: Position) -> bytes:
    """What everybody sees of a position: the beginning of every view."""
    return table.ground.app.shared(table.names, position.seen_by(WATCHER))


def events(table: Table, seq: int, entry: log.AnyEntry, steps: list[Step], seat: int) -> list[Event]:
    """What a seat sees of what happened."""
    told = [seen_by(step, seat, table.ground) for step in steps] or [told_plainly(table, entry)]
    return [{"seq": seq, **event} for event in told]


def events_json(table: Table, seq: int, entry: log.AnyEntry, steps: list[Step], seat: int) -> bytes:
    """The same as JSON."""
    return orjson.dumps(events(table, seq, entry, steps, seat))


def told_plainly(table: Table, entry: log.AnyEntry) -> dict[str, Any]:
    """An entry that is not of the game itself, in plain names; secrets stay out."""
    kind = str(entry.__struct_config__.tag)
    event: dict[str, Any] = {"kind": kind, "at": entry.at}
    for name in ("seat", "name", "level", "by", "text", "agrees", "moves", "table", "line", "order", "colour"):
        if (value := getattr(entry, name, None)) is not None:
            event[name] = value
    if "seat" in event:
        event["player"] = table.names[event["seat"]]
    return event


def table_dict(table: Table, present: set[int] | None = None) -> dict[str, Any]:
    """What everybody may know of a table."""
    made = table.created
    return {
        "id": table.id,
        "board": made.board,
        "title": table.ground.board.title,
        "kind": table.ground.kind.name,
        "options": made.options,
        "status": table.status,
        "seq": table.seq,
        "seats": [
            {
                "seat": i,
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level or None,
                "away": seat.is_away,
                "lost": seat.is_lost,
                "present": i in (present or ()),
                "spent_ms": seat.spent,
                "host": seat.is_host,
                "colour": seat.colour,
                "replace": sorted(seat.asked_away),
            }
            for i, seat in enumerate(table.seats)
        ],
        "clock": made.clock,
        "timeout": made.timeout,
        "public": made.public,
        "to_move": table.to_move,
        "turn_began": table.turn_began,
        "deadline": table.deadline(),
        "undo": None if table.undo_asked is None else {"asked": table.undo_asked, "agreed": sorted(table.undo_agreed)},
        "moves": len(table.play.moves) if table.play else 0,
        "before": made.before or None,
        "next": table.next_table or None,
        "is_record": made.is_record,
        "ended": table.ended or None,
        "hints": table.allows_hints,
        "lesson": made.lesson or None,
        "early": sorted(table.early),
        "result": outcome(table),
        "fair": table.fairness,
    }


def outcome(table: Table) -> dict[str, Any] | None:
    """The final score; a seat that was lost cannot win."""
    if table.status != "over" or not table.play:
        return None
    found = result(table.ground.notation.score_parts, table.names, table.play.position)
    if any(seat.is_lost for seat in table.seats):
        left = [s for s, seat in zip(found["scores"], table.seats, strict=True) if not seat.is_lost]
        best = min((s["place"] for s in left), default=0)
        found["winners"] = [s["player"] for s in left if s["place"] == best]
    found["played_out"] = table.play.is_over
    return found


def table_json(table: Table, present: set[int] | None = None) -> bytes:
    """The same as JSON."""
    return msgspec.json.encode(table_dict(table, present))
