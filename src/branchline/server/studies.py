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
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field

from branchline import boards
from branchline.sentences import LANGUAGES
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
    beside: dict[str, Any] | None = None  # another version, to compare with
    language: Annotated[str, Field(pattern=f"^({'|'.join(LANGUAGES)})$")] = "en"  # of the report


@dataclass
class Asked:
    """A study that was asked for."""

    id: str
    texts: tuple[str, ...]  # the board, and perhaps another version
    games: int
    language: str
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

    def begin(self, texts: tuple[str, ...], games: int, language: str = "en") -> Asked:
        """Study a board when those asked for before are done."""
        under_way = [asked for asked in self._known.values() if asked.status in ("waiting", "working")]
        if len(under_way) >= WAITING:
            raise Refusal(503, "full", "enough studies are under way; try again later")
        asked = Asked(secrets.token_urlsafe(9), texts, games, language)
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
        page, files = Path(folder, "study.html"), [Path(folder, f"board{i}.toml") for i in range(len(asked.texts))]
        for file, text in zip(files, asked.texts, strict=True):
            await asyncio.to_thread(file.write_text, text, encoding="utf-8")
        wish = (str(page), asked.language, str(asked.games))
        command = [sys.executable, "-m", "branchline.server.studies", *wish, *map(str, files)]
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
    both = [draft for draft in (wish.board, wish.beside) if draft is not None]
    texts = await bench_of(request).work(lambda: tuple(map(_sound, both)))
    return studies_of(request).begin(texts, wish.games, wish.language).as_json()


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


def main(page: str, language: str, games: str, *files: str) -> None:
    """Study one board file or two and write the report; says after each game how many of how many are played."""
    from branchline.study.html import write_html
    from branchline.study.run import study

    os.nice(10)  # whoever plays comes first
    cores = max(1, (os.cpu_count() or 2) // 2)

    def watch(part: int, done: int, of: int) -> None:
        print(part * of + done, len(files) * of, flush=True)

    found = [study(file, games=int(games), cores=cores, watch=partial(watch, i)) for i, file in enumerate(files)]
    write_html(found[0], Path(page), found[1] if found[1:] else None, language)


if __name__ == "__main__":
    main(*sys.argv[1:])
