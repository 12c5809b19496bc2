"""A bot at a real table over HTTP. Nothing is kept: whoever asks sends all that was said, and it is played again."""

import asyncio
import time
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Request, Response
from pydantic import Field

from branchline.bots import Player
from branchline.bots.ready import parts_of
from branchline.coach.sampler import Budget, Sampler
from branchline.engine.phases import TURN_CARD
from branchline.errors import BranchlineError
from branchline.hearsay import rich
from branchline.notation import Event
from branchline.position import Position
from branchline.server.api import hall_of, json_bytes
from branchline.server.bodies import BoardName, Body, Name, Options, SeatNumber
from branchline.server.errors import Refusal
from branchline.server.guard import address_of
from branchline.server.levels import check_level, make_bot
from branchline.server.play import Ground, ground
from branchline.server.telling import WATCHER, seen_by, told_of_move
from branchline.server.thinkers import Rank, Thinkers
from branchline.sit.sitting import Sitting, Told

LONGEST = 5.0  # seconds to play again what was said; a whole game takes a twentieth of one
STEPS = 24  # that a bot may think about for one answer: the longest move is paid card by card
RECENT = 30  # moves

Said = Annotated[list[Annotated[str, Field(max_length=300)]], Field(max_length=2000)]
router = APIRouter(prefix="/api", tags=["games"])


class Table(Body):
    """A real table with a bot: who sits there, all that people said so far, and what the bot did meanwhile."""

    board: BoardName
    options: Annotated[Options, Field(default_factory=dict)]
    names: Annotated[list[Name], Field(min_length=2, max_length=8)]
    seat: SeatNumber
    level: Annotated[str, Field(max_length=40)] = "strong"
    answers: Annotated[Said, Field(default_factory=list)]
    moves: Annotated[Said, Field(default_factory=list)]


class Patient:
    """A bot that thinks about one move and not about a whole game that somebody sends without its moves."""

    def __init__(self, bot: Player) -> None:
        self._bot, self._left = bot, STEPS

    def choose(self, view: Position, legal: list[int]) -> int:
        """The choice of the bot."""
        if not self._left:
            raise Refusal(422, "invalid", "the bot's moves so far are missing: send them along")
        self._left -= 1
        return self._bot.choose(view, legal)


@router.post("/sit")
async def sit(request: Request, table: Table) -> Response:
    """What a bot at a real table does after all that was said, and what it has to be told next."""
    request.app.state.limits.check_sitting(address_of(request.scope))
    hall = hall_of(request)
    check_level(table.level)
    await hall.uploads.at_hand(table.board)
    if table.seat >= len(table.names):
        raise Refusal(422, "invalid", f"there is no seat {table.seat} of {len(table.names)}")
    found = await asyncio.to_thread(ground, table.board, table.options)
    await hall.ready.rules(found.kind)
    await hall.ready.bot(found.kind, table.level)
    thinkers: Thinkers = request.app.state.thinkers
    return json_bytes(await thinkers.think(Rank.LONG, lambda: orjson.dumps(played(found, table))))


def played(found: Ground, table: Table) -> dict[str, Any]:
    """The table as it stands after all answers."""
    sitting = Sitting(found.board, table.names, table.seat, Patient(make_bot(table.level)))
    sitting.kept = list(table.moves)
    until = time.monotonic() + LONGEST
    for number, answer in enumerate(table.answers):
        if time.monotonic() > until:
            raise Refusal(503, "full", "that takes too long; try again in a moment")
        try:
            sitting.answer(answer)
        except BranchlineError as error:
            raise Refusal(422, error.code, str(error), answer=number, asks=sitting.question().asks) from error
    asks, player, _ = sitting.question()
    return {
        "question": {
            "asks": asks,
            "player": player,
            "turned": sitting.position.phase == TURN_CARD,
            "tickets": sitting.pack_size,
        },
        "moves": sitting.moves,
        "events": _events(found, sitting),
        "may": _may(sitting),
        "did": _did(found, sitting, bool(parts_of(table.level))),
        "view": orjson.loads(_view(found, sitting)),
    }


def _events(found: Ground, sitting: Sitting) -> list[Event]:
    """What happened lately, as the bot's seat sees it."""
    first = max(0, len(sitting.told) - RECENT)
    return [
        {"seq": number, **seen_by(step, sitting.seat, found)}
        for number, (player, _, before, actions, _) in enumerate(sitting.told[first:], first)
        for step in told_of_move(found, sitting.names, before, player, actions, ())
    ]


def _view(found: Ground, sitting: Sitting) -> bytes:
    shared = found.app.shared(sitting.names, sitting.position.seen_by(WATCHER))
    own = found.app.own(sitting.names, sitting.position.seen_by(sitting.seat), sitting.seat)
    return b"".join((shared, own, b',"actions":[]}'))


def _may(sitting: Sitting) -> dict[str, Any]:
    """What whoever is to move may do, whatever their hand is."""
    position = sitting.position
    if position.is_over or sitting.pack_size:
        return {}
    full = position if position.is_chance else rich(sitting.hearsay, position, sitting.seat, position.player)
    return sitting.hearsay.may(position, full)


def _did(found: Ground, sitting: Sitting, with_reasons: bool) -> list[dict[str, Any]]:
    """What the bot did in its last turn, and why, as the coach would say it."""
    adviser, made = found.kind.adviser(found.notation), []
    for each in _last_turn(sitting):
        view = each.before.seen_by(sitting.seat)
        aims = Sampler(view, Budget(playouts=1)).aims(view) if with_reasons else None
        reasons = adviser.reasons(view, each.actions, each.after, aims) if aims else []
        shown = adviser.shown(view, each.actions, each.after)
        made.append({"shown": shown.as_json(), "reasons": [reason.as_json() for reason in reasons]})
    return made


def _last_turn(sitting: Sitting) -> list[Told]:
    found: list[Told] = []
    for each in reversed(sitting.told):
        if each.player == sitting.seat:
            found.insert(0, each)
        elif found:
            break
    return found
