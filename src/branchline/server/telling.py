"""What a seat may know of what happened: every event is told from that seat's information and nothing else."""

from collections.abc import Sequence
from typing import Any

from branchline.actions import Draw
from branchline.engine import phases
from branchline.events import told
from branchline.log import Chance, Move
from branchline.notation import Event, chance_label
from branchline.position import Position
from branchline.server.play import Ground

WATCHER = -1
EVERYTHING = -2  # after the end: what all know together
KEPT = 4_000  # steps of one board that are told again and again

Step = tuple[
    Event, int | None, bool
]  # an event, whose secret is in it (None: nobody's), and whether it is of the start


def told_of_move(
    ground: Ground,
    names: tuple[str, ...],
    before: Position,
    seat: int,
    actions: Sequence[int],
    chance: Sequence[int],
    trail: Sequence[Position] = (),
) -> list[Step]:
    """The events of a move and of what chance did then; `trail` is the positions after each step, if known."""
    if trail:
        after = trail[0]
    else:
        after = before.copy()
        for action in actions:
            after.apply(action)
    steps = [_move_step(ground, names, Move(before.turn, seat, tuple(actions), ""), before, after)]
    _add_following(steps, ground, names, before, after)
    steps += told_of_chance(ground, names, after, chance, trail[1:])
    return steps


def told_of_chance(
    ground: Ground, names: tuple[str, ...], position: Position, chance: Sequence[int], trail: Sequence[Position] = ()
) -> list[Step]:
    """The events of what chance did from a position on."""
    steps: list[Step] = []
    for i, outcome in enumerate(chance):
        if trail:
            after = trail[i]
        else:
            after = position.copy()
            after.apply(outcome)
        steps.append(_chance_step(ground, names, outcome, position, after))
        _add_following(steps, ground, names, position, after)
        position = after
    return steps


def _move_step(ground: Ground, names: tuple[str, ...], move: Move, before: Position, after: Position) -> Step:
    if not isinstance(ground.notation.actions.action(move.actions[0]), Draw):
        return _step(ground, names, move, before, after)
    key = (move.player, move.actions[0], names)  # to take a card of the display is the same in every position
    known = ground.told.get(key)
    return known or _kept(ground, key, _step(ground, names, move, before, after))


def _chance_step(ground: Ground, names: tuple[str, ...], outcome: int, before: Position, after: Position) -> Step:
    label, player = chance_label(before)
    key = (label, player, outcome, names)
    known = ground.told.get(key)
    return known or _kept(ground, key, _step(ground, names, Chance(label, player, outcome, ""), before, after))


def _kept(ground: Ground, key: tuple[object, ...], step: Step) -> Step:
    if len(ground.told) >= KEPT:
        ground.told.clear()
    ground.told[key] = step
    return step


def _step(ground: Ground, names: tuple[str, ...], entry: Move | Chance, before: Position, after: Position) -> Step:
    event = told(ground.notation, names, entry, before, after)
    event.pop("text", None)
    is_secret = event["kind"] in ("keep", "pick", "complete", "tickets") or (
        event["kind"] == "deal" and "cards" in event
    )
    return _with_seat(event, names), entry.player if is_secret else None, before.phase == phases.KEEP_START


def _add_following(steps: list[Step], ground: Ground, names: Sequence[str], before: Position, after: Position) -> None:
    for event in ground.notation.consequences(names, before, after):
        steps.append((_with_seat(event, names), None, False))


def _with_seat(event: Event, names: Sequence[str]) -> Event:
    if event["player"] is not None:
        event["seat"] = names.index(event["player"])
    return event


def seen_by(step: Step, viewer: int, ground: Ground) -> Event:
    """An event as a seat sees it: what others hold is only counted, and choices of the start not even that."""
    event, owner, is_start = step
    if owner is None or viewer in (owner, EVERYTHING):
        return event
    seen: dict[str, Any] = {key: event[key] for key in ("player", "seat", "kind", "chance") if key in event}
    if event["kind"] in ("deal", "tickets"):
        seen["number"] = 1
    elif event["kind"] == "keep" and not is_start:
        seen["number"] = len(event["tickets"])
        if ground.notation.shows_returned:
            seen["returned"] = event["returned"]
    return seen
