"""The coach over HTTP: a hint at a table that allows it, the analysis of a finished game, and its better lines."""

import asyncio
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request, Response

from branchline.server import showing
from branchline.server.api import Bearer, hall_of, json_bytes, token_of
from branchline.server.coaching import Coach
from branchline.server.errors import Refusal, conflict, forbidden, not_found
from branchline.server.guard import address_of
from branchline.server.replays import As, step_to, viewer_of
from branchline.server.table import Table
from branchline.server.telling import EVERYTHING

router = APIRouter(prefix="/api/tables", tags=["coach"])


def coach_of(request: Request) -> Coach:
    """The coach of this process."""
    coach: Coach = request.app.state.coach
    return coach


@router.get("/{name}/hint")
async def hint(request: Request, name: str, authorization: Bearer = None) -> Response:
    """What the coach would do, from what this seat sees; only where the table allows it and the seat is to move."""
    live = await hall_of(request).get(name)
    table = live.table
    seat = table.seat_of(token_of(authorization))
    if seat is None:
        raise forbidden("a hint needs the secret of the seat")
    if not table.allows_hints:
        raise forbidden("this table has no hints")
    if table.to_move != seat or table.play is None:
        raise conflict("a hint is for whoever is to move", table.seq)
    request.app.state.limits.check_hint(address_of(request.scope))
    seq, view = table.last_game_seq, table.play.position.seen_by(seat)
    found = await coach_of(request).hint(table.ground, view)
    return json_bytes(b'{"at":%d,"hint":%s}' % (seq, found))


def _check_is_over(table: Table) -> None:
    if table.play is None or (table.status != "over" and not table.created.is_record):
        raise conflict("the coach looks at a game once it is over", table.seq)


@router.get("/{name}/analysis")
async def analysis(request: Request, name: str) -> Response:
    """The analysis of a finished game, or how far it is: none, working, failed or done."""
    table = (await hall_of(request).get(name)).table
    _check_is_over(table)
    coach = coach_of(request)
    if kept := await coach.kept(name):
        return json_bytes(b'{"status":"done","analysis":%s}' % kept)
    return json_bytes(orjson.dumps(await coach.status(name)))


@router.post("/{name}/analysis", status_code=202)
async def ask_analysis(request: Request, name: str) -> dict[str, Any]:
    """Ask for the analysis of a finished game; it is made in the background and kept with the game."""
    hall, coach = hall_of(request), coach_of(request)
    table = (await hall.get(name)).table
    _check_is_over(table)
    if await coach.kept(name):
        return {"status": "done"}
    if (await coach.status(name))["status"] != "working":
        request.app.state.limits.check_analysis(address_of(request.scope))
        coach.begin(name, (await hall.storage.read(name))[: table.seq])
    return await coach.status(name)


@router.get("/{name}/better")
async def better(
    request: Request,
    name: str,
    costly: Annotated[int, Query(ge=0, le=100)],
    step: Annotated[int, Query(ge=0, le=1000)],
    wanted: As = "watch",
    authorization: Bearer = None,
) -> Response:
    """The position after so many steps of a better line, as a seat, a watcher or everybody together sees it."""
    hall = hall_of(request)
    table = (await hall.get(name)).table
    _check_is_over(table)
    viewer = viewer_of(table, wanted, token_of(authorization))
    kept = await coach_of(request).kept(name)
    if kept is None:
        raise not_found("this game was not analysed")
    stored = (await hall.storage.read(name))[: table.seq]
    return json_bytes(await asyncio.to_thread(show_better, name, stored, orjson.loads(kept), costly, step, viewer))


def show_better(name: str, stored: list[bytes], found: dict[str, Any], costly: int, step: int, viewer: int) -> bytes:
    """The position after some steps of a better line."""
    if costly >= len(found["costly"]):
        raise Refusal(422, "invalid", f"there is no decision {costly}")
    decision = found["costly"][costly]
    then, _, _ = step_to(name, stored, decision["move"], viewer)
    assert then.play
    position = then.play.position.copy()
    line = decision["line"][:step]
    for made in line:
        for action in made["actions"]:
            position.apply(action)
    seats = range(len(then.seats)) if viewer == EVERYTHING else (viewer,)
    views = b",".join(
        b'"%s":%s' % (showing.key(seat), showing.position_json(then, position, seat, with_actions=False))
        for seat in seats
    )
    return b'{"steps":%d,"step":%d,"views":{%s}}' % (len(decision["line"]), len(line), views)
