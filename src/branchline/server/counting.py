"""Counting a game of a real table: its end as people describe it, scored by the rules; nothing is kept."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from branchline.count import CountError, Ending
from branchline.events import result
from branchline.game import check_names
from branchline.kinds import packed
from branchline.server.api import hall_of
from branchline.server.bodies import BoardName, Body, Name, Options
from branchline.server.errors import Refusal
from branchline.server.play import Ground, ground

Number = Annotated[int, Field(ge=0, le=999)]
Numbers = Annotated[tuple[Number, ...], Field(max_length=300)]
City = Annotated[str, Field(max_length=80)]

router = APIRouter(prefix="/api", tags=["games"])


class CountedPlayer(Body):
    """What one player has at the end; routes and tickets by the `id` that `GET /api/games/{name}` gives them."""

    name: Name
    routes: Numbers = ()
    tickets: Numbers = ()
    done: Numbers = ()  # the Card Game: which of the tickets are completed
    stations: Annotated[tuple[City, ...], Field(max_length=10)] = ()
    tokens: Number = 0
    loans: Number = 0
    festivals: Annotated[dict[City, Number], Field(max_length=20, default_factory=dict)]


class Counted(Body):
    """The end of a game."""

    board: BoardName
    options: Annotated[Options, Field(default_factory=dict)]
    players: Annotated[list[CountedPlayer], Field(min_length=1, max_length=8)]
    neutral: Numbers = ()  # routes of the neutral player


@router.post("/count")
async def count(request: Request, end: Counted) -> dict[str, Any]:
    """The score of a game played at a real table, with its parts, as the rules count it."""
    hall = hall_of(request)
    await hall.uploads.at_hand(end.board)
    found = await asyncio.to_thread(ground, end.board, end.options)
    await hall.ready.rules(found.kind)
    return await asyncio.to_thread(_count, found, end)


def _count(found: Ground, end: Counted) -> dict[str, Any]:
    endings = [Ending(**player.model_dump()) for player in end.players]
    names = [ending.name for ending in endings]
    check_names(found.board, names)
    try:
        position = found.kind.end_position(found.notation, packed(found.board), endings, end.neutral)
    except CountError as error:
        raise Refusal(422, error.code, str(error), what=error.what, **error.params) from error
    return result(found.notation.score_parts, names, position)
