"""Tables over HTTP."""

import asyncio
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response, WebSocket
from msgspec import structs

from branchline.game import check_names
from branchline.server import acts, bodies, lessons, showing
from branchline.server import entries as log
from branchline.server.errors import Refusal, conflict, forbidden
from branchline.server.guard import address_of
from branchline.server.hall import Hall
from branchline.server.levels import USUAL, check_level
from branchline.server.live import serve_socket, why_not
from branchline.server.loaded import Live, now
from branchline.server.past import known_to, told_since
from branchline.server.play import ground
from branchline.server.telling import WATCHER

router = APIRouter(prefix="/api/tables", tags=["tables"])
Bearer = Annotated[str | None, Header(alias="Authorization", max_length=200)]


def hall_of(request: Request | WebSocket) -> Hall:
    """The tables of this process."""
    hall: Hall = request.app.state.hall
    return hall


def token_of(authorization: str | None) -> str:
    """The secret that a request brings."""
    scheme, _, token = (authorization or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def json_bytes(data: bytes) -> Response:
    """An answer that is JSON already."""
    return Response(data, media_type="application/json")


@router.post("", status_code=201)
async def set_table(request: Request, wish: bodies.NewTable) -> bodies.TableMade:
    """Set a table: board, options, seats, bots, time."""
    hall = hall_of(request)
    await request.app.state.limits.check_open_tables(address_of(request.scope))
    held: list[bodies.HeldSeat] = []
    host, invite = log.new_secret(), log.new_secret()
    created = log.Created(
        at=now(),
        board=wish.board,
        options=wish.options,
        seats=tuple(_seat_plan(wish, number, held) for number in range(len(wish.seats))),
        clock=_clock(wish.clock),
        timeout=wish.timeout,
        public=wish.public,
        hints=wish.hints,
        lesson=wish.lesson,
        host=log.hashed(host),
        invite=log.hashed(invite),
    )
    await hall.uploads.at_hand(wish.board)
    if wish.lesson:
        lessons.check(wish.lesson, wish.board, len(wish.seats))
    live = await hall.create(await _checked(created))
    table = live.table
    invitation = f"/t/{table.id}#join={invite}"
    commitment = table.created.commitment
    return bodies.TableMade(id=table.id, host=host, seats=held, invite=invitation, commitment=commitment)


def _seat_plan(wish: bodies.NewTable, number: int, held: list[bodies.HeldSeat]) -> log.SeatPlan:
    seat = wish.seats[number]
    if seat.kind == "open":
        return log.SeatPlan()
    if seat.kind == "me":
        token = log.new_secret()
        held.append(bodies.HeldSeat(seat=number, token=token))
        return log.SeatPlan("person", seat.name or f"Player {number + 1}", "", log.hashed(token), is_host=True)
    level = seat.level or USUAL
    check_level(level)
    alike = sum(other.kind == "bot" and (other.level or USUAL) == level for other in wish.seats[:number])
    name = level.capitalize() + (f" {alike + 1}" if alike else "")
    return log.SeatPlan("bot", seat.name or name, level)


def _clock(wish: bodies.LiveClock | bodies.DaysClock | None) -> log.Clock | None:
    if isinstance(wish, bodies.DaysClock):
        return log.Clock("days", wish.days * 86_400)
    if wish is None or (wish.move_seconds is None and wish.game_seconds is None):
        return None
    return log.Clock("live", wish.move_seconds, wish.game_seconds)


async def _checked(created: log.Created) -> log.Created:
    """The same with the options as the board has them, or what is wrong with it."""
    for seat in created.seats:
        acts.check_letters(seat.name)
    board = (await asyncio.to_thread(ground, created.board, created.options)).board
    check_names(board, [seat.name or f"Player {i + 1}" for i, seat in enumerate(created.seats)])
    options: dict[str, Any] = dict(board.chosen)
    return structs.replace(created, options=options)


@router.get("")
async def public_tables(request: Request, limit: Annotated[int, Query(ge=1, le=100)] = 50) -> Response:
    """The public tables that wait for players or are under way."""
    hall = hall_of(request)
    found = []
    for name in await hall.storage.public_tables(limit):
        with suppress(Refusal):  # one that cannot be read does not hide the others
            found.append(await hall.get(name))
    return json_bytes(b"[%s]" % b",".join(showing.table_json(live.table, live.present()) for live in found))


@router.get("/{name}")
async def show_table(
    request: Request,
    name: str,
    authorization: Bearer = None,
    since: Annotated[int | None, Query(ge=0, le=2**53)] = None,
) -> Response:
    """The whole state as the caller may know it; with `since` also what happened after that entry."""
    hall = hall_of(request)
    live = await hall.get(name)
    table, token = live.table, token_of(authorization)
    seat = table.seat_of(token) if token else None
    viewer = WATCHER if seat is None else seat
    if seat is not None:
        live.seen[seat] = now()
    async with live.lock:
        view = showing.view_json(table, viewer) if table.play else b"null"
        events = known_to(viewer, await told_since(hall, live, since))
        head = b'{"seq":%d,"seat":%s,"table":%s,"view":%s,"events":[' % (
            table.seq,
            b"null" if seat is None else b"%d" % seat,
            showing.table_json(table, live.present()),
            view,
        )
        return json_bytes(b"".join((head, *events, b"]}")))


@router.delete("/{name}")
async def delete(request: Request, name: str, authorization: Bearer = None) -> bodies.Done:
    """Delete a table; only whoever set it may, and not while others play."""
    hall = hall_of(request)
    live = await hall.get(name)
    if not live.table.is_host(token_of(authorization)):
        raise forbidden("only whoever set the table may do this")
    return bodies.Done(seq=await hall.act(live, acts.delete_own()))


@router.post("/{name}/join")
async def join(request: Request, name: str, wish: bodies.Join) -> bodies.HeldSeat:
    """Take an open seat; a table that is not public needs the secret of its invitation."""
    hall = hall_of(request)
    live = await hall.get(name)
    made = live.table.created
    if not made.public and log.hashed(wish.invite or "") != made.invite:
        raise forbidden("this table needs its invitation")
    token = log.new_secret()
    await hall.act(live, acts.join(wish.name, wish.seat, token, wish.number))
    seat = live.table.seat_of(token)
    assert seat is not None
    return bodies.HeldSeat(seat=seat, token=token)


async def _do(request: Request, name: str, authorization: str | None, make: Any) -> bodies.Done:
    """Do something for the seat whose secret came with the request."""
    hall = hall_of(request)
    live = await hall.get(name)
    seat = acts.owner(live.table, token_of(authorization))
    return bodies.Done(seq=await hall.act(live, make(seat)))


@router.post("/{name}/leave")
async def leave(request: Request, name: str, authorization: Bearer = None) -> bodies.Done:
    """Give the seat up; once the game has begun that is to resign."""
    return await _do(request, name, authorization, acts.leave)


@router.post("/{name}/number")
async def contribute(request: Request, name: str, wish: bodies.Number, authorization: Bearer = None) -> bodies.Done:
    """Give a random number before the start; all draws of the game follow from it too."""
    return await _do(request, name, authorization, lambda seat: acts.contribute(seat, wish.number))


@router.post("/{name}/rename")
async def rename(request: Request, name: str, wish: bodies.Rename, authorization: Bearer = None) -> bodies.Done:
    """Take another name."""
    return await _do(request, name, authorization, lambda seat: acts.rename(seat, wish.name))


def check_may_arrange(live: Live, authorization: str | None) -> None:
    """Refuse whoever neither set the table nor sits at it."""
    token = token_of(authorization)
    if not live.table.is_host(token) and live.table.seat_of(token) is None:
        raise forbidden("only whoever set the table or sits at it may do this")


@router.post("/{name}/bot")
async def set_bot(request: Request, name: str, wish: bodies.BotWish, authorization: Bearer = None) -> bodies.Done:
    """Put a bot on a free seat, or take it away."""
    hall = hall_of(request)
    live = await hall.get(name)
    check_may_arrange(live, authorization)
    return bodies.Done(seq=await hall.act(live, acts.set_bot(wish.seat, wish.level, wish.name)))


@router.post("/{name}/start")
async def start(request: Request, name: str, authorization: Bearer = None) -> bodies.Done:
    """Deal the cards, as soon as the rules are compiled."""
    hall = hall_of(request)
    live = await hall.get(name)
    check_may_arrange(live, authorization)
    if not any(seat.kind == "person" for seat in live.table.seats):
        request.app.state.limits.check_bot_tables(hall.bot_tables())
    await hall.ready.rules(live.table.ground.kind)
    return bodies.Done(seq=await hall.act(live, acts.start()))


@router.post("/{name}/play")
async def play(request: Request, name: str, wish: bodies.MoveWish, authorization: Bearer = None) -> bodies.Done:
    """Make a move."""
    return await _do(request, name, authorization, lambda seat: acts.play(seat, wish.move, wish.at))


@router.post("/{name}/resign")
async def resign(request: Request, name: str, authorization: Bearer = None) -> bodies.Done:
    """Give up."""
    return await _do(request, name, authorization, acts.resign)


@router.post("/{name}/undo")
async def undo(request: Request, name: str, wish: bodies.UndoWish, authorization: Bearer = None) -> bodies.Done:
    """Offer to take the last own move back, or answer such an offer."""
    offers = wish.action == "offer"
    return await _do(
        request,
        name,
        authorization,
        lambda seat: acts.ask_undo(seat) if offers else acts.answer_undo(seat, wish.action == "accept"),
    )


@router.post("/{name}/chat")
async def chat(request: Request, name: str, wish: bodies.Said, authorization: Bearer = None) -> bodies.Done:
    """Say something to the others."""
    hall = hall_of(request)
    live = await hall.get(name)
    seat = acts.owner(live.table, token_of(authorization))
    request.app.state.limits.check_chat(name, seat)
    return bodies.Done(seq=await hall.act(live, acts.chat(seat, wish.text)))


@router.post("/{name}/replace")
async def replace(request: Request, name: str, wish: bodies.ReplaceWish, authorization: Bearer = None) -> bodies.Done:
    """Want a bot to stand in for a player who is away; it does once all others want it."""
    live = await hall_of(request).get(name)
    return await _do(request, name, authorization, lambda seat: acts.ask_replace(live, wish.target, seat))


@router.post("/{name}/back")
async def back(request: Request, name: str, authorization: Bearer = None) -> bodies.Done:
    """Take the seat back from the bot that stands in."""
    return await _do(request, name, authorization, acts.come_back)


@router.post("/{name}/token")
async def new_token(request: Request, name: str, authorization: Bearer = None) -> bodies.HeldSeat:
    """Make a new secret for the seat; the old one is void."""
    hall = hall_of(request)
    live = await hall.get(name)
    seat = acts.owner(live.table, token_of(authorization))
    token = log.new_secret()
    await hall.act(live, acts.change_token(seat, token))
    return bodies.HeldSeat(seat=seat, token=token)


@router.post("/{name}/rematch")
async def rematch(request: Request, name: str, authorization: Bearer = None) -> bodies.Rematch:
    """Set another table for the same seats, with the same secrets; who was second begins."""
    hall = hall_of(request)
    live = await hall.get(name)
    table = live.table
    check_may_arrange(live, authorization)
    if table.next_table:
        return bodies.Rematch(id=table.next_table)
    if table.status != "over" or table.created.is_record:
        raise conflict("the game is not over yet", table.seq)
    turned = (*table.seats[1:], table.seats[0])
    seats = [log.SeatPlan(s.kind, s.name, s.level, s.token, colour=s.colour, is_host=s.is_host) for s in turned]
    made = table.created
    created = log.Created(
        at=now(),
        board=made.board,
        options=made.options,
        seats=tuple(seats),
        clock=made.clock,
        timeout=made.timeout,
        public=made.public,
        hints=made.hints,
        host=made.host,
        invite=made.invite,
        before=table.id,
    )
    await hall.uploads.at_hand(made.board)
    following = await hall.create(created)
    await hall.act(live, acts.rematch(following.table.id))
    return bodies.Rematch(id=following.table.id)


@router.post("/{name}/webhook")
async def set_webhook(
    request: Request, name: str, wish: bodies.Webhook, authorization: Bearer = None
) -> bodies.WebhookMade:
    """Tell an address when it is this seat's turn; what is sent there is signed with the secret."""
    await request.app.state.outside.check_soon(wish.url)
    secret = log.new_secret()
    sealed = (await asyncio.to_thread(request.app.state.seal.close, secret.encode())).decode()
    await _do(
        request,
        name,
        authorization,
        lambda seat: acts.set_notice(log.NoticeSet(seat=seat, how="webhook", target=wish.url, sealed=sealed)),
    )
    return bodies.WebhookMade(secret=secret)


@router.post("/{name}/push")
async def set_push(request: Request, name: str, wish: bodies.Push, authorization: Bearer = None) -> bodies.Done:
    """Tell a browser when it is this seat's turn; its subscription needs the key of /api/push-key."""
    await request.app.state.outside.check_soon(wish.endpoint)
    keys = wish.keys
    notice = log.NoticeSet(seat=0, how="push", target=wish.endpoint, p256dh=keys.p256dh, auth=keys.auth)
    await asyncio.to_thread(_seal_something, notice)
    return await _do(request, name, authorization, lambda seat: acts.set_notice(structs.replace(notice, seat=seat)))


def _seal_something(notice: log.NoticeSet) -> None:
    """See whether a browser's keys can be used."""
    from branchline.server.push import Pusher

    Pusher.seal(notice, b"{}")


@router.delete("/{name}/notices")
async def remove_notices(request: Request, name: str, authorization: Bearer = None) -> bodies.Done:
    """Tell nobody any more when it is this seat's turn."""
    return await _do(request, name, authorization, lambda seat: acts.set_notice(log.NoticesRemoved(seat=seat)))


@router.get("/{name}/why/{route}")
async def why(request: Request, name: str, route: int, authorization: Bearer = None) -> dict[str, Any]:
    """Why a route cannot be claimed now; null if it can."""
    live = await hall_of(request).get(name)
    return {"why": why_not(live, acts.owner(live.table, token_of(authorization)), route)}


@router.websocket("/{name}/live")
async def live_socket(websocket: WebSocket, name: str) -> None:
    """Follow a table."""
    await serve_socket(hall_of(websocket), name, websocket)
