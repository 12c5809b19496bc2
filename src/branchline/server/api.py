"""Tables over HTTP."""

from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response, WebSocket
from msgspec import structs

from branchline.server import acts, bodies, showing
from branchline.server import entries as log
from branchline.server.errors import conflict, forbidden
from branchline.server.hall import Hall, Live, now
from branchline.server.levels import USUAL, check_level
from branchline.server.live import events_since, serve_socket, why_not
from branchline.server.notices import seal
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
    await request.app.state.limits.check_open_tables()
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
        host=log.hashed(host),
        invite=log.hashed(invite),
    )
    _check(created)
    live = await hall.create(created)
    return bodies.TableMade(id=live.table.id, host=host, seats=held, invite=f"/t/{live.table.id}#join={invite}")


def _seat_plan(wish: bodies.NewTable, number: int, held: list[bodies.HeldSeat]) -> log.SeatPlan:
    seat = wish.seats[number]
    if seat.kind == "open":
        return log.SeatPlan()
    if seat.kind == "me":
        token = log.new_secret()
        held.append(bodies.HeldSeat(seat=number, token=token))
        return log.SeatPlan("person", seat.name or f"Player {number + 1}", "", log.hashed(token))
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


def _check(created: log.Created) -> None:
    from branchline.game import check_names

    board = ground(created.board, created.options).board
    check_names(board, [seat.name or f"Player {i + 1}" for i, seat in enumerate(created.seats)])


@router.get("")
async def public_tables(request: Request, limit: Annotated[int, Query(ge=1, le=100)] = 50) -> list[dict[str, Any]]:
    """The public tables that wait for players or are under way."""
    hall = hall_of(request)
    found = [await hall.get(name) for name in await hall.storage.public_tables(limit)]
    return [showing.plain_table(live.table, live.present()) for live in found]


@router.get("/{name}")
async def show_table(
    request: Request,
    name: str,
    authorization: Bearer = None,
    since: Annotated[int | None, Query(ge=0)] = None,
) -> Response:
    """The whole state as the caller may know it; with `since` also what happened after that entry."""
    hall = hall_of(request)
    live = await hall.get(name)
    table, token = live.table, token_of(authorization)
    seat = table.seat_of(token) if token else None
    viewer = WATCHER if seat is None else seat
    view = showing.view_json(table, viewer) if table.play else b"null"
    events = (await events_since(hall, name, since, table.seq, (viewer,)))[viewer]
    return json_bytes(
        b'{"seq":%d,"seat":%s,"table":%s,"view":%s,"events":%s}'
        % (
            table.seq,
            b"null" if seat is None else b"%d" % seat,
            showing.table_json(table, live.present()),
            view,
            events,
        )
    )


@router.post("/{name}/join")
async def join(request: Request, name: str, wish: bodies.Join) -> bodies.HeldSeat:
    """Take an open seat; a table that is not public needs the secret of its invitation."""
    hall = hall_of(request)
    live = await hall.get(name)
    made = live.table.created
    if not made.public and log.hashed(wish.invite or "") != made.invite:
        raise forbidden("this table needs its invitation")
    token = log.new_secret()
    await hall.act(live, acts.join(wish.name, wish.seat, token))
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


@router.post("/{name}/rename")
async def rename(request: Request, name: str, wish: bodies.Rename, authorization: Bearer = None) -> bodies.Done:
    """Take another name."""
    return await _do(request, name, authorization, lambda seat: acts.rename(seat, wish.name))


def _check_may_arrange(live: Live, authorization: str | None) -> None:
    token = token_of(authorization)
    if not live.table.is_host(token) and live.table.seat_of(token) is None:
        raise forbidden("only whoever set the table or sits at it may do this")


@router.post("/{name}/bot")
async def set_bot(request: Request, name: str, wish: bodies.BotWish, authorization: Bearer = None) -> bodies.Done:
    """Put a bot on a free seat, or take it away."""
    hall = hall_of(request)
    live = await hall.get(name)
    _check_may_arrange(live, authorization)
    return bodies.Done(seq=await hall.act(live, acts.set_bot(wish.seat, wish.level)))


@router.post("/{name}/start")
async def start(request: Request, name: str, authorization: Bearer = None) -> bodies.Done:
    """Deal the cards."""
    hall = hall_of(request)
    live = await hall.get(name)
    _check_may_arrange(live, authorization)
    return bodies.Done(seq=await hall.act(live, acts.start(hall.chance)))


@router.post("/{name}/play")
async def play(request: Request, name: str, wish: bodies.MoveWish, authorization: Bearer = None) -> bodies.Done:
    """Make a move."""
    hall = hall_of(request)
    return await _do(request, name, authorization, lambda seat: acts.play(seat, wish.move, wish.at, hall.chance))


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
    return await _do(request, name, authorization, lambda seat: acts.chat(seat, wish.text))


@router.post("/{name}/replace")
async def replace(request: Request, name: str, wish: bodies.ReplaceWish, authorization: Bearer = None) -> bodies.Done:
    """Want a bot to stand in for a player who is away; it does once all others want it."""
    return await _do(request, name, authorization, lambda seat: acts.ask_replace(wish.target, seat))


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
    _check_may_arrange(live, authorization)
    if table.next_table:
        return bodies.Rematch(id=table.next_table)
    if table.status != "over" or table.created.is_record:
        raise conflict("the game is not over yet", table.seq)
    seats = [log.SeatPlan(s.kind, s.name, s.level, s.token) for s in (*table.seats[1:], table.seats[0])]
    made = table.created
    created = log.Created(
        at=now(),
        board=made.board,
        options=made.options,
        seats=tuple(seats),
        clock=made.clock,
        timeout=made.timeout,
        public=made.public,
        host=made.host,
        invite=made.invite,
        before=table.id,
    )
    following = await hall.create(created)
    await hall.act(live, acts.rematch(following.table.id))
    return bodies.Rematch(id=following.table.id)


@router.post("/{name}/webhook")
async def set_webhook(
    request: Request, name: str, wish: bodies.Webhook, authorization: Bearer = None
) -> bodies.WebhookMade:
    """Tell an address when it is this seat's turn; what is sent there is signed with the secret."""
    request.app.state.outside.check(wish.url)
    secret = log.new_secret()
    await _do(
        request,
        name,
        authorization,
        lambda seat: acts.set_notice(log.NoticeSet(seat=seat, how="webhook", target=wish.url, secret=secret)),
    )
    return bodies.WebhookMade(secret=secret)


@router.post("/{name}/push")
async def set_push(request: Request, name: str, wish: bodies.Push, authorization: Bearer = None) -> bodies.Done:
    """Tell a browser when it is this seat's turn; its subscription needs the key of /api/push-key."""
    request.app.state.outside.check(wish.endpoint)
    keys = wish.keys
    notice = log.NoticeSet(seat=0, how="push", target=wish.endpoint, p256dh=keys.p256dh, auth=keys.auth)
    seal(notice, b"{}")
    return await _do(request, name, authorization, lambda seat: acts.set_notice(structs.replace(notice, seat=seat)))


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
