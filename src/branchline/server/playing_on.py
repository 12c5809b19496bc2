"""A finished game taken up again: a new table with the cards as they lay after some move, and bots for the others."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Request
from msgspec import structs
from pydantic import Field

from branchline.server import bodies
from branchline.server import entries as log
from branchline.server.api import hall_of
from branchline.server.errors import Refusal, conflict
from branchline.server.guard import address_of
from branchline.server.levels import USUAL
from branchline.server.loaded import now
from branchline.server.replays import step_to
from branchline.server.table import Table
from branchline.server.telling import WATCHER

router = APIRouter(prefix="/api/tables", tags=["replay"])


class Moment(bodies.Body):
    """After which move, and on whose seat."""

    move: Annotated[int, Field(ge=0, le=100_000)]
    seat: bodies.SeatNumber


class Taken(bodies.HeldSeat):
    """The new table, with the seat there and its secret."""

    id: str


@router.post("/{name}/play-on", status_code=201)
async def play_on(request: Request, name: str, wish: Moment) -> Taken:
    """Set a table with a finished game as it stood after a move; its draws are new, and others' seats are bots'."""
    hall = hall_of(request)
    table = (await hall.get(name)).table
    if table.play is None or (table.status != "over" and not table.created.is_record):
        raise conflict("a game can be taken up again once it is over", table.seq)
    if wish.seat >= len(table.seats):
        raise Refusal(422, "invalid", f"there is no seat {wish.seat}")
    await request.app.state.limits.check_open_tables(address_of(request.scope))
    stored = (await hall.storage.read(name))[: table.seq]
    token = log.new_secret()
    made = await asyncio.to_thread(taken_up, name, stored, wish.move, wish.seat, log.hashed(token))
    return Taken(id=await hall.keep_game(made, "playing"), seat=wish.seat, token=token)


def taken_up(name: str, stored: list[bytes], move: int, seat: int, token: str) -> list[log.AnyEntry]:
    """The log of such a table."""
    then, _, _ = step_to(name, stored, move, WATCHER)
    if then.play is None or then.play.position.is_over:
        raise Refusal(422, "invalid", "nothing is left to be played after that move")
    played = [log.decode(data) for data in stored[1 : then.seq]]
    kept = [entry for entry in played if isinstance(entry, log.Started | log.Moved | log.Undone)]
    return [_created(then, seat, token), *kept]


def _created(table: Table, seat: int, token: str) -> log.Created:
    seats = tuple(
        log.SeatPlan("person", other.name, token=token, colour=other.colour, is_host=True)
        if number == seat
        else log.SeatPlan("bot", other.name, other.level or USUAL, colour=other.colour)
        for number, other in enumerate(table.seats)
    )
    return structs.replace(
        table.created,
        at=now(),
        seats=seats,
        clock=None,
        public=False,
        host="",
        invite="",
        before="",
        is_record=False,
        commitment="",
        drawn_at="",
        reveals="",
        lesson="",
        hints=None,
    )
