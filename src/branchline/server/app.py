"""The service put together."""

import gc
import hashlib
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

import branchline
from branchline import boards, rulebook
from branchline.boards import BoardError
from branchline.errors import BranchlineError
from branchline.position import CARD_GAME, MAP_GAME
from branchline.server import api, facts, logs, replays
from branchline.server.bots import Bots
from branchline.server.bus import Bus
from branchline.server.clocks import Clocks
from branchline.server.errors import Refusal, not_found, unavailable
from branchline.server.guard import Guard
from branchline.server.hall import Hall
from branchline.server.limits import Limits
from branchline.server.metrics import METRICS
from branchline.server.notices import Notices, load_vapid
from branchline.server.outside import Outside
from branchline.server.play import ready_ground
from branchline.server.settings import Settings, from_environment
from branchline.server.storage import Storage, StorageError

WEB = Path(os.environ.get("BRANCHLINE_WEB", Path(branchline.__file__).parent / "web"))
log = logging.getLogger("branchline")
NO_APP = """<!doctype html><html lang="en"><title>Branchline</title>
<p>The service is running. The app has not been built here; the programming interface is described in
<a href="/api/openapi.json">/api/openapi.json</a>.</p></html>"""


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service, as `settings` or else the environment say."""
    chosen = settings or from_environment()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        logs.set_up()
        async with serving(app, chosen):
            yield

    app = FastAPI(
        title="Branchline",
        version="1",
        description="Tables for people and bots. A seat is a secret: send it as `Authorization: Bearer SECRET`.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    if chosen.other_origins:
        app.add_middleware(CORSMiddleware, allow_origins=chosen.other_origins, allow_methods=["*"], allow_headers=["*"])
    app.add_middleware(Guard, settings=chosen)
    app.include_router(api.router)
    app.include_router(replays.router)
    _add_facts(app)
    _add_health(app)
    _add_errors(app)
    _add_web(app)
    return app


@asynccontextmanager
async def serving(app: FastAPI, settings: Settings) -> AsyncIterator[None]:
    """Everything that runs while the service does; ends in good order."""
    await ready_ground(MAP_GAME.example, {})
    sys.setswitchinterval(0.002)  # the thread that writes must not wait long for its turn
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)  # tables live long; looking for rubbish among them takes time
    storage = Storage(settings.url)
    storage.open()
    app.state.hall = hall = Hall(storage, settings.bot_grace)
    app.state.limits = Limits(settings, storage)
    hall.go(ready_ground(CARD_GAME.example, {}))
    bots, clocks = Bots(hall, settings.bot_pause), Clocks(hall)
    outside = Outside(bool(settings.allow_private))
    app.state.outside = outside
    app.state.notices = Notices(hall, outside, await load_vapid(storage), settings.contact)
    bus = Bus(hall, settings.bus) if settings.bus else None
    log.info("serving", extra={"database": storage.kind, "bus": bool(bus)})
    try:
        yield
    finally:
        clocks.close()
        bots.close()
        hall.close()
        await outside.close()
        if bus:
            await bus.close()
        storage.close()
        log.info("stopped")


def _add_health(app: FastAPI) -> None:
    @app.get("/api/health", tags=["service"])
    async def health(request: Request) -> dict[str, Any]:
        """Whether the service can store moves."""
        hall: Hall = request.app.state.hall
        await hall.storage.check()
        return {"ok": True, "tables": len(hall.tables)}

    @app.get("/api/push-key", tags=["service"])
    async def push_key(request: Request) -> dict[str, str]:
        """The key with which a browser subscribes to Web Push."""
        return {"key": request.app.state.notices.push_key}

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        """Counters of this process for Prometheus."""
        METRICS.tables.set(len(request.app.state.hall.tables))
        return Response(generate_latest(METRICS.registry), media_type=CONTENT_TYPE_LATEST)


def _add_facts(app: FastAPI) -> None:
    @app.get("/api/games", tags=["games"])
    async def games() -> list[dict[str, Any]]:
        """The games that can be played."""
        return facts.games()

    @app.get("/api/games/{name}", tags=["games"])
    async def game(request: Request, name: str) -> Response:
        """One game with everything that is printed on its board; options as query parameters."""
        return cached(request, facts.whole_game(name, tuple(sorted(request.query_params.items()))))

    @app.get("/api/rules/{name}", tags=["games"])
    async def rules(request: Request, name: str, language: str = "en") -> Response:
        """The numbered rules of a game, in English or another of its languages."""
        if name not in boards.names():
            raise not_found(f"there is no game {name}")
        return cached(request, orjson.dumps({"name": name, "rules": rulebook.rules(name, language)}))


def cached(request: Request, data: bytes, kind: str = "application/json") -> Response:
    """An answer that a browser may keep as long as it asks whether it has changed."""
    tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=kind, headers=headers)


def _add_errors(app: FastAPI) -> None:
    def answer(refusal: Refusal) -> Response:
        METRICS.refused.labels(refusal.code).inc()
        return Response(orjson.dumps({"error": refusal.as_dict()}), refusal.status, media_type="application/json")

    @app.exception_handler(Refusal)
    async def refused(_: Request, refusal: Refusal) -> Response:
        return answer(refusal)

    @app.exception_handler(BranchlineError)
    @app.exception_handler(BoardError)
    async def wrong(_: Request, error: Exception) -> Response:
        return answer(Refusal(422, error.code if isinstance(error, BranchlineError) else "invalid", str(error)))

    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return answer(Refusal(422, "invalid", f"{where}: {first['msg']}", where=where))

    @app.exception_handler(Exception)
    async def broken(_: Request, error: Exception) -> Response:
        return answer(Refusal(500, "internal", "the service made a mistake; it has been noted"))

    @app.exception_handler(StorageError)
    async def away(_: Request, error: StorageError) -> Response:
        return answer(unavailable(str(error)))

    @app.exception_handler(404)
    async def missing(_: Request, error: Exception) -> Response:
        return answer(not_found("there is nothing at this address"))

    @app.exception_handler(405)
    async def wrong_method(_: Request, error: Exception) -> Response:
        return JSONResponse({"error": Refusal(405, "method", "this address takes other methods").as_dict()}, 405)


def _add_web(app: FastAPI) -> None:
    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        if path.startswith("api/"):
            raise not_found("there is nothing at this address")
        file = (WEB / path).resolve()
        if path and file.is_file() and file.is_relative_to(WEB.resolve()):
            kept = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            return FileResponse(file, headers={"Cache-Control": kept})
        index = WEB / "index.html"
        if index.is_file():
            return FileResponse(index, headers={"Cache-Control": "no-cache"})
        return HTMLResponse(NO_APP)
