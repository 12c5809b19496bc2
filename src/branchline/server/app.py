"""The service put together."""

import hashlib
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse

import branchline
from branchline.boards import BoardError
from branchline.errors import BranchlineError
from branchline.position import MAP_GAME
from branchline.server import api, facts, replays
from branchline.server.bots import Bots
from branchline.server.errors import Refusal, not_found
from branchline.server.hall import Hall
from branchline.server.limits import Limits
from branchline.server.settings import Settings, from_environment
from branchline.server.storage import Storage
from branchline.warm import prepare

WEB = Path(os.environ.get("BRANCHLINE_WEB", Path(branchline.__file__).parent / "web"))
NO_APP = """<!doctype html><html lang="en"><title>Branchline</title>
<p>The service is running. The app has not been built here; the programming interface is described at
<a href="/api/docs">/api/docs</a>.</p></html>"""


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service, as `settings` or else the environment say."""
    chosen = settings or from_environment()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        prepare(MAP_GAME)
        sys.setswitchinterval(0.0005)  # the thread that writes must not wait long for its turn
        storage = Storage(chosen.url)
        storage.open()
        app.state.hall = hall = Hall(storage)
        app.state.limits = Limits(chosen, storage)
        app.state.bots = bots = Bots(hall, chosen.bot_pause)
        yield
        bots.close()
        storage.close()

    app = FastAPI(
        title="Branchline",
        version="1",
        description="Tables for people and bots. A seat is a secret: send it as `Authorization: Bearer SECRET`.",
        lifespan=lifespan,
        docs_url="/api/docs",
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    app.include_router(api.router)
    app.include_router(replays.router)
    _add_facts(app)
    _add_errors(app)
    _add_web(app)
    return app


def _add_facts(app: FastAPI) -> None:
    @app.get("/api/games", tags=["games"])
    async def games() -> list[dict[str, Any]]:
        """The games that can be played."""
        return facts.games()

    @app.get("/api/games/{name}", tags=["games"])
    async def game(request: Request, name: str) -> Response:
        """One game with everything that is printed on its board; options as query parameters."""
        return cached(request, facts.whole_game(name, tuple(sorted(request.query_params.items()))))


def cached(request: Request, data: bytes, kind: str = "application/json") -> Response:
    """An answer that a browser may keep as long as it asks whether it has changed."""
    tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=kind, headers=headers)


def _add_errors(app: FastAPI) -> None:
    def answer(refusal: Refusal) -> Response:
        return Response(orjson.dumps({"error": refusal.as_dict()}), refusal.status, media_type="application/json")

    @app.exception_handler(Refusal)
    async def refused(_: Request, refusal: Refusal) -> Response:
        return answer(refusal)

    @app.exception_handler(BranchlineError)
    @app.exception_handler(BoardError)
    async def wrong(_: Request, error: Exception) -> Response:
        return answer(Refusal(422, "invalid", str(error)))

    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return answer(Refusal(422, "invalid", f"{where}: {first['msg']}", where=where))

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
