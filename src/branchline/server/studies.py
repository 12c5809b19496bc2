"""Studies of drafts: played in a process of their own, one at a time, and forgotten when others need the room."""

import asyncio
import contextlib
import logging
import os
import secrets
import sys
import tempfile
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field

from branchline import boards
from branchline.server import drafts
from branchline.server.editor import DraftBody, bench_of
from branchline.server.errors import Refusal, conflict, not_found
from branchline.server.guard import address_of

router = APIRouter(prefix="/api/editor/studies", tags=["editor"])

KEPT = 20
WAITING = 4
LONGEST = 1800.0  # seconds
LEAST, MOST = 10, 2000  # games at each number of players

log = logging.getLogger("branchline.studies")


class StudyWish(DraftBody):
    """A draft to be studied, and by how many games at each number of players."""

    games: Annotated[int, Field(ge=LEAST, le=MOST)] = 200


@dataclass
class Asked:
    """A study that was asked for."""

    id: str
    text: str
    games: int
    status: str = "waiting"
    done: int = 0
    of: int = 0
    page: bytes = field(default=b"", repr=False)

    def as_json(self) -> dict[str, Any]:
        """How far it is."""
        return {"id": self.id, "status": self.status, "done": self.done, "of": self.of}


class Studies:
    """Those of this process."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Asked] = OrderedDict()
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def find(self, name: str) -> Asked:
        """A study by its name."""
        if name not in self._known:
            raise not_found("there is no such study, or not any more")
        return self._known[name]

    def begin(self, text: str, games: int) -> Asked:
        """Study a board when those asked for before are done."""
        under_way = [asked for asked in self._known.values() if asked.status in ("waiting", "working")]
        if len(under_way) >= WAITING:
            raise Refusal(503, "full", "enough studies are under way; try again later")
        asked = Asked(secrets.token_urlsafe(9), text, games)
        self._known[asked.id] = asked
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        task = asyncio.get_running_loop().create_task(self._work(asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return asked

    async def _work(self, asked: Asked) -> None:
        async with self._turn:
            asked.status = "working"
            try:
                async with asyncio.timeout(LONGEST):
                    asked.page = await _play(asked)
                asked.status = "done"
            except Exception:  # whatever it is, those who wait come next
                log.exception("study failed", extra={"study": asked.id})
                asked.status = "failed"


async def _play(asked: Asked) -> bytes:
    """Let another process play, which says after each game how far it is."""
    with tempfile.TemporaryDirectory() as folder:
        board, page = Path(folder, "board.toml"), Path(folder, "study.html")
        await asyncio.to_thread(board.write_text, asked.text, encoding="utf-8")
        command = [sys.executable, "-m", "branchline.server.studies", str(board), str(page), str(asked.games)]
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        try:
            assert process.stdout
            async for line in process.stdout:
                asked.done, asked.of = map(int, line.split())
            if await process.wait():
                raise RuntimeError("the study ended early")
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        return await asyncio.to_thread(page.read_bytes)


def studies_of(request: Request) -> Studies:
    """The studies of this process, set up when they are first asked for."""
    state = request.app.state
    if not hasattr(state, "studies"):
        state.studies = Studies()
    studies: Studies = state.studies
    return studies


@router.post("", status_code=202)
async def begin(request: Request, wish: StudyWish) -> dict[str, Any]:
    """Let strong bots play a sound draft many times, in the background."""
    request.app.state.limits.check_board(address_of(request.scope))
    text = await bench_of(request).work(lambda: _sound(wish.board))
    return studies_of(request).begin(text, wish.games).as_json()


def _sound(draft: dict[str, Any]) -> str:
    text = drafts.text_of(draft)
    boards.loads(text, drafts.SOURCE)
    return text


@router.get("/{name}")
async def progress(request: Request, name: str) -> dict[str, Any]:
    """How far a study is."""
    return studies_of(request).find(name).as_json()


@router.get("/{name}/report")
async def report(request: Request, name: str) -> Response:
    """What a study found, as a page."""
    asked = studies_of(request).find(name)
    if asked.status != "done":
        raise conflict("the study is not done yet", 0)
    return Response(asked.page, media_type="text/html; charset=utf-8")


def main(board: str, page: str, games: str) -> None:
    """Study a board file and write the report; says after each game how many of how many are played."""
    from branchline.study.html import write_html
    from branchline.study.run import study

    os.nice(10)  # whoever plays comes first
    cores = max(1, (os.cpu_count() or 2) // 2)
    found = study(board, games=int(games), cores=cores, watch=lambda done, of: print(done, of, flush=True))
    write_html(found, Path(page))


if __name__ == "__main__":
    main(*sys.argv[1:])
