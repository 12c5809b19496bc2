"""Boards over HTTP: bring one's own, and play on it with friends."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request

from branchline import boards
from branchline.boardfile.problems import BoardError
from branchline.boards import AnyBoard
from branchline.server import facts
from branchline.server.api import hall_of
from branchline.server.errors import Refusal, away
from branchline.server.guard import address_of
from branchline.server.storage import StorageError

LONGEST_BOARD = 64_000  # bytes; the largest board that a game can hold takes less than half
MOST_PROBLEMS = 60

router = APIRouter(prefix="/api", tags=["boards"])


@router.post("/boards", status_code=201)
async def upload(request: Request) -> dict[str, Any]:
    """Bring a board of one's own; the body is its file. The answer has its name for `POST /api/tables`."""
    request.app.state.limits.check_board(address_of(request.scope))
    most: int = request.app.state.settings.uploads
    if not most:
        raise Refusal(403, "forbidden", "boards cannot be uploaded here; the service's operator can add yours")
    text = await _text(request)
    uploads = hall_of(request).uploads
    async with uploads.looking:
        board = await asyncio.to_thread(_checked, text)
    try:
        name = await uploads.keep(board, most)
    except StorageError as error:
        raise away(error) from error
    if not name:
        raise Refusal(503, "full", "too many boards are kept here; try again later")
    return facts.game(board, name)


async def _text(request: Request) -> str:
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > LONGEST_BOARD:
            raise Refusal(413, "too_long", f"a board has at most {LONGEST_BOARD} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refusal(422, "board", "the board is not a text in UTF-8", problems=[]) from error


def _checked(text: str) -> AnyBoard:
    """The board in a text of a stranger, or a refusal with every problem by its line."""
    try:
        return boards.loads(text, "board.toml")
    except BoardError as error:
        found = [problem.as_json() for problem in error.problems[:MOST_PROBLEMS]]
        count = "1 problem" if len(error.problems) == 1 else f"{len(error.problems)} problems"
        text = f"the board has {count}" if found else str(error)
        raise Refusal(422, "board", text, problems=found) from error
