"""Bots at the tables: they think in threads, so that no table waits for them."""

import asyncio
import logging
import os
import time
from collections.abc import Callable

from branchline.bots import Player
from branchline.position import Position
from branchline.server import acts
from branchline.server.errors import Refusal
from branchline.server.hall import Hall
from branchline.server.levels import LAST_RESORT, STAND_IN, THINKS_LONG, make_bot
from branchline.server.loaded import Live
from branchline.server.metrics import METRICS
from branchline.server.table import Table
from branchline.server.thinkers import Rank, Thinkers

log = logging.getLogger("branchline.bots")


class Bots:
    """Moves wherever a bot is to move."""

    def __init__(self, hall: Hall, pause: float = 0.0) -> None:
        self._hall = hall
        self._pause = pause
        self.thinkers = Thinkers(max(1, (os.cpu_count() or 2) - 1))
        hall.after_change.append(self.look)

    def close(self) -> None:
        """Stop thinking."""
        self.thinkers.close()

    def look(self, live: Live) -> None:
        """Begin to think if a bot is to move at a table, and it is for this process to do so."""
        if live.table.status == "over":
            live.bots.clear()
        if live.is_thinking or not self._is_ours(live):
            return
        live.is_thinking = True
        self._hall.go(self._go_on(live))

    async def _go_on(self, live: Live) -> None:
        try:
            while self._is_ours(live):
                await self._hall.ready.bot(live.table.ground.kind, _level(live.table))
                if self._pause:
                    await asyncio.sleep(self._pause)
                if not self._is_ours(live):
                    return
                try:
                    await self._move(live)
                except Refusal as refusal:
                    if refusal.code != "conflict":  # that is, somebody else was faster: look again
                        log.warning("bot stopped", extra={"table": live.table.id, "reason": refusal.text})
                        return  # the table is looked at again when the database is back
        finally:
            live.is_thinking = False

    def _is_ours(self, live: Live) -> bool:
        """Whether a bot is to move, and this process stored what happened last; others wait for it for a while."""
        return _is_bots_move(live.table) and (self._hall.is_alone or live.is_ours)

    def _bot(self, live: Live, seat: int, level: str) -> Player:
        """The bot of a seat; it may remember its plans from one move to the next."""
        if (seat, level) not in live.bots:
            live.bots[seat, level] = make_bot(level)
        return live.bots[seat, level]

    async def _move(self, live: Live) -> None:
        table = live.table
        seat, seq = table.to_move, table.last_game_seq
        assert seat is not None
        assert table.play
        level = _level(table)
        bot = self._bot(live, seat, level)
        seen = table.play.position.seen_by(seat)
        is_mid_move: Callable[[Position], bool] = table.ground.notation.is_mid_move
        began = time.perf_counter()
        rank = _rank(table, level)
        try:
            actions = await self.thinkers.think(rank, lambda: think(bot, seen, is_mid_move))
        except Exception:  # a bot with a mistake must not hold a table up
            log.exception("bot failed", extra={"table": table.id, "level": level})
            last_resort = make_bot(LAST_RESORT)
            actions = await self.thinkers.think(rank, lambda: think(last_resort, seen, is_mid_move))
        METRICS.thought.observe(time.perf_counter() - began)
        if table.to_move == seat and table.last_game_seq == seq and table.seats[seat].is_played_by_bot:
            await self._hall.act(live, acts.play(seat, actions, seq, is_bot=True))
            METRICS.bot_moves.inc()


def think(bot: Player, seen: Position, is_mid_move: Callable[[Position], bool]) -> list[int]:
    """A whole move, chosen from what the bot's seat sees."""
    actions: list[int] = []
    position = seen
    while not actions or (not position.is_chance and not position.is_over and is_mid_move(position)):
        legal = position.legal()
        actions.append(legal[0] if len(legal) == 1 else bot.choose(position, legal))
        position = position.copy()
        position.apply(actions[-1])
    return actions


def _rank(table: Table, level: str) -> Rank:
    if not any(seat.is_in_the_game for seat in table.seats):
        return Rank.ALONE
    return Rank.LONG if level in THINKS_LONG else Rank.QUICK


def _level(table: Table) -> str:
    """The level of the bot that is to move."""
    assert table.to_move is not None
    return table.seats[table.to_move].level or STAND_IN


def _is_bots_move(table: Table) -> bool:
    return table.to_move is not None and table.seats[table.to_move].is_played_by_bot
