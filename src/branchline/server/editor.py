"""The board editor over HTTP: drafts checked, laid out, read and written, and the coast of any region."""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from math import pi, radians
from typing import Annotated, Any, TypeVar

import orjson
from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from branchline.drawing.world import ground
from branchline.server import bodies, drafts
from branchline.server.api import json_bytes
from branchline.server.errors import Refusal

router = APIRouter(prefix="/api/editor", tags=["editor"])

WAITING = 24  # drafts that may wait to be worked on
AT_ONCE = 2
T = TypeVar("T")
Finite = Field(ge=-1e6, le=1e6, allow_inf_nan=False)
Number = Annotated[float, Finite]
Scale = Annotated[float, Field(ge=1, le=200_000, allow_inf_nan=False)]
Side = Annotated[float, Field(ge=100, le=drafts.LARGEST_CANVAS, allow_inf_nan=False)]
STEEPEST = radians(85)  # beyond that the flat projection has no width


class Frame(bodies.Body):
    """How an editor shows the earth: the cone, where its middle lies on the canvas, and how far it is stretched."""

    bend: Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]
    apex: Number
    middle: Annotated[float, Field(ge=-STEEPEST, le=STEEPEST, allow_inf_nan=False)]
    meridian: Annotated[float, Field(ge=-180, le=360, allow_inf_nan=False)]
    x: Number
    y: Number
    across: Scale
    down: Scale
    width: Side
    height: Side


class DraftBody(bodies.Body):
    """A draft: what its TOML file would hold."""

    board: dict[str, Any]


class LayoutWish(DraftBody):
    """A draft to be laid out; without a frame as it would be in a game."""

    frame: Frame | None = None


class Bench:
    """Where drafts are worked on: beside the requests, a few at once, and no more waiting than can be served soon."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def work(self, do: Callable[[], T]) -> T:
        """Do something in a thread when there is a place."""
        if self._waiting >= WAITING:
            raise Refusal(503, "full", "many drafts are being worked on; try again in a moment")
        self._waiting += 1
        try:
            async with self._places:
                return await asyncio.to_thread(do)
        finally:
            self._waiting -= 1


def bench_of(request: Request) -> Bench:
    """The bench of this process, set up when it is first asked for."""
    state = request.app.state
    if not hasattr(state, "bench"):
        state.bench = Bench()
    bench: Bench = state.bench
    return bench


@router.get("/fields")
async def fields() -> dict[str, Any]:
    """The rule fields of a board with what each takes and means, and how large a board may be."""
    return await asyncio.to_thread(drafts.fields)


@router.get("/boards/{name}")
async def board(name: str) -> Response:
    """A shipped board as data, to begin with."""
    return json_bytes(orjson.dumps(await asyncio.to_thread(drafts.shipped, name)))


@router.get("/places")
async def places() -> Response:
    """Cities whose places are known, from the boards that come with Branchline."""
    return json_bytes(orjson.dumps(await asyncio.to_thread(drafts.known_places)))


@router.post("/read")
async def read(request: Request) -> Response:
    """A board file, sent as text, as data, with every problem in it by its line."""
    try:
        text = (await request.body()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(422, "invalid", "a board is a text file in UTF-8") from None
    found = await bench_of(request).work(lambda: drafts.read(text.replace("\r\n", "\n")))
    return json_bytes(orjson.dumps(found, default=str))


@router.post("/check")
async def check(request: Request, wish: DraftBody) -> Response:
    """Every problem of a draft: where, what is wrong, what would be right."""
    problems = await bench_of(request).work(lambda: drafts.problems_of(wish.board))
    return json_bytes(orjson.dumps({"problems": problems}))


@router.post("/write")
async def write(request: Request, wish: DraftBody) -> Response:
    """A draft as TOML, as a person would have written it."""
    text = await bench_of(request).work(lambda: drafts.text_of(wish.board))
    return Response(text, media_type="text/plain; charset=utf-8")


@router.post("/picture")
async def picture(request: Request, wish: DraftBody) -> Response:
    """A sound draft as SVG, as it would be laid out in a game."""
    drawn = await bench_of(request).work(lambda: drafts.picture_of(wish.board))
    return Response(drawn, media_type="image/svg+xml")


@router.post("/layout")
async def layout(request: Request, wish: LayoutWish) -> Response:
    """Where cities, spaces and names of a draft lie."""
    frame = wish.frame
    projection = drafts.projection(frame.model_dump()) if frame else None
    size = (frame.width, frame.height) if frame else (drafts.LARGEST_CANVAS, drafts.LARGEST_CANVAS)
    laid = await bench_of(request).work(lambda: drafts.lay_out(wish.board, projection, size))
    return json_bytes(orjson.dumps(laid))


@router.get("/coast")
async def coast(request: Request, frame: Annotated[Frame, Query()]) -> Response:
    """Land, borders and lakes as path data on a canvas, from public-domain outlines."""
    numbers = tuple(sorted(frame.model_dump().items()))
    data = await bench_of(request).work(lambda: _coast(numbers))
    return Response(data, media_type="application/json", headers={"Cache-Control": "public, max-age=86400"})


@lru_cache(64)
def _coast(numbers: tuple[tuple[str, float], ...]) -> bytes:
    frame = dict(numbers)
    return orjson.dumps(ground(drafts.projection(frame), frame["width"], frame["height"]))


@router.get("/world")
async def world(request: Request) -> Response:
    """The whole world, flat, on a canvas of 720 by 360: to choose a region on."""
    flat = {"bend": 0.0, "apex": 0.0, "middle": 0.0, "meridian": 0.0, "x": 360.0, "y": 180.0}
    numbers = {**flat, "across": 720 / (2 * pi), "down": 360 / pi, "width": 720.0, "height": 360.0}
    data = await bench_of(request).work(lambda: _coast(tuple(sorted(numbers.items()))))
    return Response(data, media_type="application/json", headers={"Cache-Control": "public, max-age=86400"})
