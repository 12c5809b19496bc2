"""Games looked at again: any move of a finished game, as any player saw it or open; records out and in."""

import asyncio
from typing import Annotated, Any

import msgspec
import orjson
from fastapi import APIRouter, Query, Request, Response

from branchline import fair as draws
from branchline.errors import RecordError
from branchline.fair import Fairness
from branchline.game import Game
from branchline.log import Chance, Move, Undo
from branchline.replay import loads
from branchline.server import entries as log
from branchline.server import library, showing
from branchline.server.api import Bearer, hall_of, json_bytes, token_of
from branchline.server.errors import Refusal, conflict, forbidden
from branchline.server.guard import address_of
from branchline.server.hall import MOST_ENTRIES, Hall
from branchline.server.loaded import now
from branchline.server.table import Table
from branchline.server.telling import EVERYTHING, WATCHER
from branchline.server.unfolding import unfold

LONGEST_RECORD = 500_000

router = APIRouter(prefix="/api", tags=["replay"])
As = Annotated[str, Query(pattern="^([0-9]|open|watch)$", alias="as")]


def viewer_of(table: Table, wanted: str, token: str) -> int:
    """Through whose eyes; before the end only through one's own, or as somebody who watches."""
    is_public = table.status == "over" or table.created.is_record
    if wanted == "watch":
        return WATCHER
    if wanted == "open":
        if not is_public:
            raise forbidden("the cards lie open only after the end")
        return EVERYTHING
    seat = int(wanted)
    if seat >= len(table.seats):
        raise Refusal(422, "invalid", f"there is no seat {seat}")
    if not is_public and table.seat_of(token) != seat:
        raise forbidden("before the end that needs the secret of the seat")
    return seat


def _is_move(entry: log.AnyEntry) -> bool:
    return isinstance(entry, log.Moved | log.Undone)


async def _read(hall: Hall, name: str) -> tuple[Table, list[bytes]]:
    live = await hall.get(name)
    return live.table, (await hall.storage.read(name))[: live.table.seq]


@router.get("/tables/{name}/replay")
async def replay(
    request: Request,
    name: str,
    move: Annotated[int, Query(ge=0, le=100_000)] = 100_000,
    wanted: As = "watch",
    authorization: Bearer = None,
) -> Response:
    """The game after its n-th move (0: dealt), as a seat, a watcher or everybody together sees it."""
    table, stored = await _read(hall_of(request), name)
    viewer = viewer_of(table, wanted, token_of(authorization))
    if not table.play:
        raise conflict("the game has not begun", table.seq)
    return json_bytes(await asyncio.to_thread(show_step, table.id, stored, move, viewer))


def show_step(name: str, stored: list[bytes], move: int, viewer: int) -> bytes:
    """The game after a move, through the eyes of one viewer or of all players."""
    then, events, moves = step_to(name, stored, move, viewer)
    assert then.play
    seats = range(len(then.seats)) if viewer == EVERYTHING else (viewer,)
    views = b",".join(b'"%s":%s' % (showing.key(s), _view(then, s)) for s in seats)
    figures = moves, min(move, moves), then.seq
    return b'{"moves":%d,"move":%d,"seq":%d,"events":%s,"views":{%s}}' % (*figures, events, views)


def _view(table: Table, seat: int) -> bytes:
    assert table.play
    return showing.position_json(table, table.play.position, seat, with_actions=True)


def step_to(name: str, stored: list[bytes], move: int, viewer: int) -> tuple[Table, bytes, int]:
    """The table after a move, the events of that move, and how many moves there are."""
    table = unfold(name, stored[:1])
    count, events, is_there = 0, b"[]", False
    entries = [log.decode(data) for data in stored[1:]]
    total = sum(map(_is_move, entries))
    for entry in entries:
        is_last = (move == 0 and isinstance(entry, log.Started)) or (_is_move(entry) and count + 1 == min(move, total))
        steps = table.tell(entry) if is_last else []
        table.apply(entry)
        count += _is_move(entry)
        if is_last:
            events, is_there = showing.events_json(table, table.seq, entry, steps, viewer), True
            break
    assert is_there or total == 0
    return table, events, total


@router.get("/tables/{name}/events")
async def all_events(request: Request, name: str, wanted: As = "watch", authorization: Bearer = None) -> Response:
    """Every event so far as a seat, a watcher or everybody together may know it, with the number of its move."""
    table, stored = await _read(hall_of(request), name)
    viewer = viewer_of(table, wanted, token_of(authorization))
    told = await asyncio.to_thread(tell_all, name, stored, viewer)
    return json_bytes(b'{"seq":%d,"events":[%s]}' % (len(stored), told))


def tell_all(name: str, stored: list[bytes], viewer: int) -> bytes:
    """All events, through the eyes of one viewer."""
    table, move, parts = unfold(name, stored[:1]), 0, []
    for data in stored[1:]:
        entry = log.decode(data)
        steps = table.tell(entry)
        table.apply(entry)
        move += _is_move(entry)
        for event in showing.events(table, table.seq, entry, steps, viewer):
            parts.append(orjson.dumps({"move": move, **event}))
    return b",".join(parts)


@router.get("/tables/{name}/fair")
async def fairness(request: Request, name: str) -> Response:
    """What the draws follow from; once the game is over with the secret and every draw, so that anybody can check."""
    table, stored = await _read(hall_of(request), name)
    return json_bytes(await asyncio.to_thread(tell_fairness, table.fairness, name, stored))


def tell_fairness(found: Fairness | None, name: str, stored: list[bytes]) -> bytes:
    """The same as JSON."""
    draws = tell_draws(name, stored) if found and found.secret else []
    return orjson.dumps({"fair": found, "draws": draws})


def tell_draws(name: str, stored: list[bytes]) -> list[dict[str, Any]]:
    """Every draw of a game: its number, what could come with which weight, and what came."""
    game = as_game(name, stored)
    words = game.notation.outcome_text
    return [
        {
            "k": k,
            "what": entry.label,
            "player": None if entry.player is None else game.names[entry.player],
            "came": entry.text,
            "outcomes": [(words(before, outcome), weight) for outcome, weight in before.outcomes()],
        }
        for k, entry, before in draws.drawn(game)
    ]


@router.get("/tables/{name}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def record(request: Request, name: str) -> Response:
    """The finished game as a record."""
    hall = hall_of(request)
    try:
        table, stored = await _read(hall, name)
    except Refusal as refusal:
        if refusal.code != "frozen" or await hall.storage.status(name) not in ("over", "record"):
            raise
        return Response(plain_log(await hall.storage.read(name)), media_type="text/plain; charset=utf-8")
    if table.status != "over" and not table.created.is_record:
        raise forbidden("the record lies open only after the end")
    text = await asyncio.to_thread(lambda: as_game(name, stored).record())
    headers = {"Content-Disposition": f'attachment; filename="{table.ground.board.name}-{name}.txt"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


def plain_log(stored: list[bytes]) -> str:
    """A game that cannot be played through here any more, as it is stored, without anybody's secrets."""
    lines = ["# a frozen game, as the service keeps it: one entry a line, actions and outcomes as numbers"]
    for entry in map(log.decode, stored):
        if isinstance(entry, log.Created | log.Started | log.Moved | log.Undone | log.Resigned | log.TimedOut):
            plain = msgspec.to_builtins(entry)
            for name in ("host", "invite"):
                plain.pop(name, None)
            for seat in plain.get("seats", ()):
                seat.pop("token", None)
            lines.append(msgspec.json.encode(plain).decode())
    return "\n".join(lines) + "\n"


def as_game(name: str, stored: list[bytes]) -> Game:
    """The log as a game with all its words."""
    table = unfold(name, stored)
    game = Game(table.ground.board, table.names)
    game.fair, game.lesson = table.fairness, table.created.lesson
    for data in stored:
        entry = log.decode(data)
        if isinstance(entry, log.Moved):
            game.move(entry.actions)
        if isinstance(entry, log.Moved | log.Started):
            for outcome in entry.chance:
                game.chance(outcome)
        if isinstance(entry, log.Undone):
            for _ in range(entry.moves):
                game.undo()
    return game


@router.post("/records", status_code=201)
async def upload(request: Request) -> dict[str, Any]:
    """Take a record to be looked at by the same replay; the body is its text."""
    await request.app.state.limits.check_open_tables(address_of(request.scope))
    text = await _text(request)
    try:
        made = await asyncio.to_thread(lambda: from_game(loads(text, None, library.find)))
    except RecordError as error:
        raise Refusal(422, "record", str(error), line=error.line) from error
    if len(made) > MOST_ENTRIES:
        raise Refusal(413, "too_long", f"a record has at most {MOST_ENTRIES - 2} moves")
    return {"id": await hall_of(request).keep_game(made)}


async def _text(request: Request) -> str:
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > LONGEST_RECORD:
            raise Refusal(413, "too_long", f"a record has at most {LONGEST_RECORD} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refusal(422, "record", "the record is not a text in UTF-8") from error


def _created(game: Game, at: int) -> log.Created:
    fair = game.fair or Fairness("", "", ("",) * len(game.names))
    people = zip(game.names, fair.numbers, strict=True)
    seats = tuple(log.SeatPlan("person", name, number=number) for name, number in people)
    options: dict[str, Any] = dict(game.board.chosen)
    return log.Created(
        at=at,
        board=library.name_of(game.board),
        options=options,
        seats=seats,
        is_record=True,
        lesson=game.lesson,
        commitment=fair.commitment,
        drawn_at=fair.table,
        reveals=fair.secret,
    )


def from_game(game: Game) -> list[log.AnyEntry]:
    """A game as the log of a table that is only looked at."""
    at = now()
    made: list[log.AnyEntry] = [_created(game, at)]
    pending: list[int] = []
    last: Move | None = None

    def close() -> None:
        if last is None:
            made.append(log.Started(at=at, chance=tuple(pending)))
        else:
            made.append(log.Moved(at=at, seat=last.player, actions=last.actions, chance=tuple(pending)))
        pending.clear()

    is_undone = False
    for entry in game.log:
        if isinstance(entry, Chance):
            pending.append(entry.outcome)
            continue
        if not is_undone:
            close()
        is_undone = isinstance(entry, Undo)
        if isinstance(entry, Undo):
            made.append(log.Undone(at=at, seat=entry.player))
        else:
            last = entry
    if not is_undone:
        close()
    return made
