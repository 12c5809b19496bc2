"""Looking after the service, over HTTP with a key of its own: tables, chat, addresses, keys."""

import asyncio
import hmac
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response

from branchline.server import acts, bodies, expiry, showing
from branchline.server import entries as log
from branchline.server.api import Bearer, hall_of, json_bytes, token_of
from branchline.server.bans import Bans
from branchline.server.errors import Refusal, forbidden, not_found
from branchline.server.loaded import now

DAY = 86_400_000


def check_key(request: Request, authorization: Bearer = None) -> None:
    """Let only the operator in; without a key there is nothing here."""
    key: str = request.app.state.settings.admin_key
    if not key:
        raise not_found("there is nothing at this address")
    if not hmac.compare_digest(token_of(authorization).encode(), key.encode()):
        raise forbidden("this needs the operator's key")


router = APIRouter(prefix="/api/admin", tags=["admin"], dependencies=[Depends(check_key)], include_in_schema=False)


@router.get("/tables")
async def tables(request: Request, status: str = "", limit: Annotated[int, Query(ge=1, le=1000)] = 100) -> Response:
    """Tables, those changed last first."""
    return json_bytes(orjson.dumps(await hall_of(request).upkeep.list_tables(status, limit)))


@router.get("/tables/{name}")
async def table(request: Request, name: str) -> Response:
    """A table as everybody sees it, with its chat; cards stay hidden from the operator too."""
    hall = hall_of(request)
    live = await hall.get(name)
    chat = await asyncio.to_thread(chat_of, await hall.storage.read(name))
    return json_bytes(b'{"table":%s,"chat":%s}' % (showing.table_json(live.table, live.present()), chat))


def chat_of(stored: list[bytes]) -> bytes:
    """What was said at a table, as JSON."""
    said = [
        {"seq": seq, "seat": entry.seat, "at": entry.at, "text": entry.text}
        for seq, data in enumerate(stored, 1)
        if isinstance(entry := log.decode(data), log.Chatted)
    ]
    return orjson.dumps(said)


@router.post("/tables/{name}/close")
async def close(request: Request, name: str) -> bodies.Done:
    """End a game where it stands."""
    hall = hall_of(request)
    return bodies.Done(seq=await hall.act(await hall.get(name), acts.close()))


@router.delete("/tables/{name}")
async def delete(request: Request, name: str) -> dict[str, bool]:
    """Delete a table, whatever its state."""
    await expiry.delete(hall_of(request), name)
    return {"ok": True}


@router.delete("/tables/{name}/chat/{seq}")
async def remove_chat(request: Request, name: str, seq: int) -> bodies.Done:
    """Remove what somebody said; it leaves the database too."""
    hall = hall_of(request)
    live = await hall.get(name)
    stored = await hall.storage.read(name)
    entry = log.decode(stored[seq - 1]) if 0 < seq <= len(stored) else None
    if not isinstance(entry, log.Chatted):
        raise Refusal(422, "invalid", f"entry {seq} is nothing that somebody said")
    await hall.upkeep.rewrite(name, seq, log.encode(log.Chatted(at=entry.at, seat=entry.seat, text="")))
    return bodies.Done(seq=await hall.act(live, acts.remove_chat(seq)))


@router.get("/bans")
async def bans(request: Request) -> list[dict[str, Any]]:
    """The addresses that are shut out."""
    return await _bans(request).listed()


@router.post("/bans")
async def ban(request: Request, wish: bodies.Ban) -> dict[str, bool]:
    """Shut an address out for some days."""
    await _bans(request).add(wish.address, now() + round(wish.days * DAY))
    return {"ok": True}


@router.delete("/bans/{address}")
async def unban(request: Request, address: str) -> dict[str, bool]:
    """Let an address in again."""
    await _bans(request).remove(address)
    return {"ok": True}


@router.post("/keys")
async def rotate_keys(request: Request) -> dict[str, str]:
    """Make new keys, to seal secrets with and for pushes; browsers have to subscribe anew."""
    return {"push_key": await request.app.state.notices.rotate()}


def _bans(request: Request) -> Bans:
    found: Bans = request.app.state.bans
    return found
