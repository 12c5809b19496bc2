"""The service put together."""

import asyncio
import gc
import hmac
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import orjson
from fastapi import FastAPI, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException

import branchline
from branchline import rulebook
from branchline.errors import BranchlineError, MissingExtraError
from branchline.kinds import kind_of
from branchline.server import (
    admin,
    api,
    counting,
    editor,
    facts,
    kept,
    library,
    lobby,
    logs,
    playing_on,
    replays,
    reviews,
    sitting,
    studies,
    uploading,
)
from branchline.server.bans import Bans
from branchline.server.bots import Bots
from branchline.server.clocks import Clocks
from branchline.server.coaching import Coach
from branchline.server.errors import Refusal, away, forbidden, not_found
from branchline.server.expiry import Expiry
from branchline.server.guard import Guard, is_local
from branchline.server.hall import Hall
from branchline.server.heads import Served
from branchline.server.limits import Limits
from branchline.server.metrics import METRICS
from branchline.server.notices import Notices
from branchline.server.outside import Outside
from branchline.server.seal import Seal
from branchline.server.settings import Settings, from_environment
from branchline.server.storage import Storage, StorageError
from branchline.server.watchdog import Watchdog

if TYPE_CHECKING:
    from branchline.server.bus import Bus

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
        await run_in_threadpool(int)  # what calls threads is imported now, while nobody waits
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
    app.add_middleware(Served)
    app.include_router(api.router)
    app.include_router(lobby.router)
    app.include_router(replays.router)
    app.include_router(reviews.router)
    app.include_router(playing_on.router)
    app.include_router(uploading.router)
    app.include_router(counting.router)
    app.include_router(sitting.router)
    app.include_router(admin.router)
    app.include_router(editor.router)
    app.include_router(studies.router)
    _add_facts(app)
    _add_health(app)
    _add_errors(app)
    _add_web(app)
    return app


@asynccontextmanager
async def serving(app: FastAPI, settings: Settings) -> AsyncIterator[None]:
    """Everything that runs while the service does; ends in good order."""
    library.add(settings.own_boards)
    sys.setswitchinterval(0.002)  # the thread that writes must not wait long for its turn
    gc.freeze()
    gc.set_threshold(10_000, 10, 1000)  # tables live long: all of them are hardly ever looked through, and few at once
    storage = Storage(settings.url)
    storage.open()
    app.state.settings = settings
    app.state.hall = hall = Hall(storage, settings.bot_grace)
    app.state.limits = Limits(settings, storage)
    hall.go(_make_tables(storage))
    app.state.bans = Bans(hall)
    hall.go(hall.ready.all())
    await asyncio.to_thread(app.openapi)  # with it all routes are made, which nobody should have to wait for later
    await asyncio.to_thread(facts.games)  # nor for these
    app.state.watchdog = Watchdog()
    hall.tasks.keep("watchdog", app.state.watchdog.watch)
    bots = Bots(hall, settings.bot_pause)
    app.state.thinkers = bots.thinkers
    app.state.coach = coach = Coach(hall, bots.thinkers, settings.coach_playouts)
    Clocks(hall)
    Expiry(hall, settings)
    outside = Outside(bool(settings.allow_private))
    app.state.outside = outside
    app.state.seal = seal = Seal(settings.key_file)
    app.state.notices = Notices(hall, outside, seal, settings.contact)
    bus = _bus(hall, settings.bus) if settings.bus else None
    log.info("serving", extra={"database": storage.kind, "bus": bool(bus)})
    try:
        yield
    finally:
        bots.close()
        coach.close()
        hall.ready.close()
        hall.tasks.close()
        await outside.close()
        if bus:
            await bus.close()
        storage.close()
        log.info("stopped")


def _bus(hall: Hall, url: str) -> "Bus":
    """News between processes, for which the bare installation has no client."""
    from branchline.server.bus import Bus

    return Bus(hall, url)


async def _make_tables(storage: Storage) -> None:
    """Make the tables as soon as the database is there; whoever asks meanwhile is told that it is away."""
    while True:
        try:
            await asyncio.to_thread(storage.make_tables, 0.0)
            return
        except StorageError as error:
            log.warning("waiting for the database", extra={"reason": str(error)})
            await asyncio.sleep(1)


def _add_health(app: FastAPI) -> None:
    @app.get("/api/health", tags=["service"])
    async def health(request: Request) -> dict[str, Any]:
        """Whether the service can store moves, and which work beside the requests has failed in the last minute."""
        hall: Hall = request.app.state.hall
        await hall.storage.check()
        failing = hall.tasks.failing()
        held = round(1000 * request.app.state.watchdog.longest(), 1)
        return {"ok": not failing, "tables": len(hall.tables), "failing": failing, "held_ms": held}

    @app.get("/api/ready", tags=["service"])
    async def ready(
        request: Request, board: str, level: Annotated[tuple[str, ...], Query(max_length=8)] = ()
    ) -> dict[str, Any]:
        """About how many seconds it takes until a game, and bots of some levels, are compiled; 0 if they are."""
        await _at_hand(request, board)
        kind = kind_of(await asyncio.to_thread(library.find, board, {}))
        found: dict[str, Any] = request.app.state.hall.ready.left(kind, level)
        return found

    @app.get("/api/service", tags=["service"])
    async def about(request: Request) -> dict[str, Any]:
        """For how many days tables are kept after something last happened there, by their state; 0: for ever."""
        return {"version": branchline.__version__, "keeps_days": request.app.state.settings.keeps}

    @app.get("/api/push-key", tags=["service"])
    async def push_key(request: Request) -> dict[str, str]:
        """The key with which a browser subscribes to Web Push."""
        return {"key": await request.app.state.notices.push_key()}

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        """Counters of this process for Prometheus."""
        _check_metrics(request)
        METRICS.tables.set(len(request.app.state.hall.tables))
        page, kind = METRICS.page()
        return Response(page, media_type=kind)


def _check_metrics(request: Request) -> None:
    """Only whoever the operator wants may read the counters: this machine alone, or whoever knows the word."""
    word: str = request.app.state.settings.metrics
    if word:
        if not hmac.compare_digest(api.token_of(request.headers.get("authorization")).encode(), word.encode()):
            raise forbidden("this needs the word that the service was started with")
    elif not is_local(request.scope):
        raise forbidden("the counters are for this machine alone; the service can be started with --metrics WORD")


def _add_facts(app: FastAPI) -> None:
    @app.get("/api/games", tags=["games"], response_model=list[dict[str, Any]])
    async def games(request: Request) -> Response:
        """The games that can be played."""
        return kept.send(request, facts.games())

    @app.get("/api/games/{name}", tags=["games"])
    async def game(request: Request, name: str) -> Response:
        """One game with everything that is printed on its board; options as query parameters."""
        await _at_hand(request, name)
        options = tuple(sorted(request.query_params.items()))
        return kept.send(request, await asyncio.to_thread(facts.whole_game, name, options))

    @app.get("/api/rules/{name}", tags=["games"])
    async def rules(request: Request, name: str, language: str = "en") -> Response:
        """The numbered rules of a game, in English or another of its languages."""
        await _at_hand(request, name)
        known = language if language in rulebook.LANGUAGES else "en"
        rules = rulebook.rules("own" if "@" in name else name, known)
        return kept.send(request, kept.keep(orjson.dumps({"name": name, "rules": rules})))


async def _at_hand(request: Request, board: str) -> None:
    """Refuse a board that nobody knows; one that was uploaded is read first."""
    hall: Hall = request.app.state.hall
    if not await hall.uploads.at_hand(board):
        raise not_found("there is no such game")


def _add_errors(app: FastAPI) -> None:
    def answer(refusal: Refusal) -> Response:
        METRICS.refused.labels(refusal.code).inc()
        return Response(orjson.dumps({"error": refusal.as_dict()}), refusal.status, media_type="application/json")

    @app.exception_handler(Refusal)
    async def refused(_: Request, refusal: Refusal) -> Response:
        return answer(refusal)

    @app.exception_handler(BranchlineError)
    async def wrong(_: Request, error: BranchlineError) -> Response:
        return answer(Refusal(422, error.code, str(error)))

    @app.exception_handler(MissingExtraError)
    async def left_out(_: Request, error: MissingExtraError) -> Response:
        return answer(Refusal(501, error.code, str(error)))

    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return answer(Refusal(422, "invalid", f"{where}: {first['msg']}", where=where))

    @app.exception_handler(Exception)
    async def broken(_: Request, error: Exception) -> Response:
        return answer(Refusal(500, "internal", "the service made a mistake; it has been noted"))

    @app.exception_handler(StorageError)
    async def not_stored(_: Request, error: StorageError) -> Response:
        return answer(away(error))

    @app.exception_handler(HTTPException)
    async def unfit(_: Request, error: HTTPException) -> Response:
        return answer(Refusal(error.status_code, "invalid", str(error.detail)))

    @app.exception_handler(404)
    async def missing(_: Request, error: Exception) -> Response:
        return answer(not_found("there is nothing at this address"))

    @app.exception_handler(405)
    async def wrong_method(_: Request, error: Exception) -> Response:
        return JSONResponse({"error": Refusal(405, "method", "this address takes other methods").as_dict()}, 405)


def _file(path: str) -> Path | None:
    """The file of the app at a path, if there is one."""
    try:
        file = (WEB / path).resolve()
        return file if path and file.is_file() and file.is_relative_to(WEB.resolve()) else None
    except (OSError, ValueError):  # too long, or not a path at all
        return None


def _add_web(app: FastAPI) -> None:
    @app.get("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        if path.startswith("api/"):
            raise not_found("there is nothing at this address")
        file = _file(path) or _file("index.html")
        if file is None:
            return HTMLResponse(NO_APP)
        lasts = kept.FOR_EVER if path.startswith("assets/") and file.name != "index.html" else kept.ASK_AGAIN
        return kept.send(request, kept.keep_file(file, file.stat().st_mtime_ns), lasts)
