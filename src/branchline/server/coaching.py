"""The coach at the tables: hints for whoever is to move, and finished games analysed when somebody asks.

Both think in threads of their own and wait while a bot of this process thinks, so that no move waits for them.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import orjson

from branchline.coach.analyse import analyse
from branchline.coach.analysis import Analysis, Costly, Point
from branchline.coach.hint import hint
from branchline.position import Position
from branchline.server.errors import Refusal
from branchline.server.hall import Hall
from branchline.server.play import Ground
from branchline.server.replays import as_game
from branchline.server.thinkers import Thinkers

HINT_PLAYOUTS = 500
LONGEST_QUEUE = 20
WAIT = 0.01  # seconds between two looks whether bots think
LONGEST_WAIT = 5.0  # for bots, at a time
VERSION = 3  # of what is kept
UNDER_WAY = 0  # the version of a row that says how far an analysis is, for other processes
TOLD_EVERY, TRUSTED = 2.0, 30.0  # seconds between two such rows, and how long one is believed

log = logging.getLogger("branchline.coach")
T = TypeVar("T")


class Coach:
    """Thinks for people, behind the bots."""

    def __init__(self, hall: Hall, thinkers: Thinkers, playouts: int) -> None:
        self._hall, self._thinkers, self._playouts = hall, thinkers, playouts
        self._hints = ThreadPoolExecutor(1, "coach-hints")
        self._reviews = ThreadPoolExecutor(1, "coach-reviews")
        self._progress: dict[str, float] = {}  # of the analyses that wait or are under way
        self._curves: dict[str, tuple[Point, ...]] = {}  # the first, rough ones
        self._failed: set[str] = set()
        self._is_closed = False

    def close(self) -> None:
        """Think no more."""
        self._is_closed = True
        for threads in (self._hints, self._reviews):
            threads.shutdown(wait=False, cancel_futures=True)

    async def hint(self, ground: Ground, view: Position) -> bytes:
        """The best move or two in a view, as JSON."""
        adviser = ground.kind.adviser(ground.notation)
        return await self._think(
            self._hints, lambda: orjson.dumps(hint(view, ground.notation, adviser, HINT_PLAYOUTS).as_json())
        )

    async def status(self, table: str) -> dict[str, object]:
        """How far an analysis is that is not kept yet, in this process or in another one."""
        if table in self._progress:
            working = {"status": "working", "progress": round(self._progress[table], 3)}
            return {**working, "chances": [point.as_json() for point in self._curves.get(table, ())]}
        if not self._hall.is_alone and (told := await self._hall.storage.analysis(table, UNDER_WAY)):
            row = orjson.loads(told)
            if time.time() - row["at"] < TRUSTED:
                return {"status": "working", "progress": row["progress"]}
        return {"status": "failed" if table in self._failed else "none"}

    async def kept(self, table: str) -> bytes | None:
        """The analysis of a table, if it was made."""
        return await self._hall.storage.analysis(table, VERSION)

    def begin(self, table: str, stored: list[bytes]) -> None:
        """Analyse a game, unless that is under way."""
        if table in self._progress:
            return
        if len(self._progress) >= LONGEST_QUEUE:
            raise Refusal(503, "full", "many games wait to be analysed; try again later")
        self._failed.discard(table)
        self._progress[table] = 0.0
        self._hall.go(self._review(table, stored))
        if not self._hall.is_alone:
            self._hall.go(self._tell_others(table))

    async def _review(self, table: str, stored: list[bytes]) -> None:
        try:
            data = await self._think(self._reviews, lambda: self._analyse(table, stored))
            await self._hall.storage.keep_analysis(table, VERSION, data)
        except Exception:
            log.exception("analysis failed", extra={"table": table})
            self._failed.add(table)
        finally:
            self._progress.pop(table, None)
            self._curves.pop(table, None)

    async def _tell_others(self, table: str) -> None:
        while table in self._progress:
            row = {"progress": round(self._progress[table], 3), "at": time.time()}
            await self._hall.storage.replace_analysis(table, UNDER_WAY, orjson.dumps(row))
            await asyncio.sleep(TOLD_EVERY)

    def _analyse(self, table: str, stored: list[bytes]) -> bytes:
        game = as_game(table, stored)

        def go_on(part: float) -> None:
            self._progress[table] = part
            self._let_bots_go_first()

        def draw(curve: tuple[Point, ...]) -> None:
            self._curves[table] = curve

        return orjson.dumps(told(analyse(game, playouts=self._playouts, on_progress=go_on, on_curve=draw)))

    async def _think(self, threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        def begin() -> T:
            self._let_bots_go_first()
            return work()

        return await asyncio.get_running_loop().run_in_executor(threads, begin)

    def _let_bots_go_first(self) -> None:
        """Wait while a bot thinks; stop altogether once the service does."""
        until = time.monotonic() + LONGEST_WAIT
        while self._thinkers.is_busy and time.monotonic() < until and not self._is_closed:
            time.sleep(WAIT)
        if self._is_closed:
            raise RuntimeError("the service stops")


def told(analysis: Analysis) -> dict[str, object]:
    """An analysis as the app gets it: with numbers in the place of names, and better lines as actions."""
    plain = analysis.as_json()
    plain["costly"] = [_costly(costly) for costly in analysis.costly]
    plain["offers"] = [
        {
            "player": offer.player,
            "move": offer.move,
            "turn": offer.turn,
            "loss": offer.loss.as_json(),
            "tickets": [
                {
                    "ticket": ticket,
                    "kept": ticket in offer.kept,
                    "completed": ticket in offer.completed,
                    "worth": worth.as_json(),
                }
                for ticket, worth in zip(offer.offered, offer.worth, strict=True)
            ],
        }
        for offer in analysis.offers
    ]
    plain["strokes"] = [
        {"move": s.move, "turn": s.turn, "shifts": [round(shift, 4) for shift in s.shifts]} for s in analysis.strokes
    ]
    plain["guesses"] = [
        {
            "viewer": guess.viewer,
            "player": guess.player,
            "ticket": guess.ticket,
            "move": guess.move,
            "turn": guess.turn,
            "shown": guess.shown and guess.shown.as_json(),
        }
        for guess in analysis.guesses
    ]
    for name in ("luck", "board"):
        del plain[name]
    for player in plain["players"]:
        del player["costliest"]
    return plain


def _costly(costly: Costly) -> dict[str, object]:
    return {
        "player": costly.player,
        "move": costly.move,
        "turn": costly.turn,
        "cost": costly.cost.as_json(),
        "played": costly.played.as_json(),
        "better": costly.better.as_json(),
        "line": [
            {"player": step.player, "actions": step.actions, "shown": step.shown and step.shown.as_json()}
            for step in costly.line
        ],
    }
