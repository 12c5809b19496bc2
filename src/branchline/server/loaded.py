"""A table in memory, and who follows it."""

import asyncio
import time
from collections.abc import Sequence

from branchline.bots import Player
from branchline.server.news import Listener, Told
from branchline.server.table import Table
from branchline.server.telling import WATCHER

AWAY = 60_000  # milliseconds after which somebody of whom nothing is seen is away
Noted = tuple[str, int | None]  # a table's status, and when the service has to act by itself


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Live:
    """A table in memory, and who follows it."""

    __slots__ = (
        "bots",
        "elsewhere",
        "is_doubtful",
        "is_ours",
        "is_thinking",
        "listeners",
        "lock",
        "missed",
        "noted",
        "seen",
        "table",
        "timer",
        "told",
        "touched",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, set[int]] = {}  # seats whose players are connected to other processes
        self.bots: dict[tuple[int, str], Player] = {}
        self.is_thinking = False
        self.is_ours = False  # whether this process stored what happened last
        self.is_doubtful = False  # whether the last entry was stored is not known
        self.missed = 0  # how often news may have been missed when the log was read last
        self.seen: dict[int, int] = {}  # when the player of a seat last looked, or was last connected
        self.timer: asyncio.TimerHandle | None = None
        self.told: list[Told] | None = None  # the events of every entry after the first, if somebody asked for them
        self.touched = time.monotonic()  # when somebody last asked for the table
        self.noted: Noted | None = None  # what the list of tables says

    def connected(self) -> set[int]:
        """The seats whose players are connected to this process."""
        return {seat for listener in self.listeners for seat in listener.seats if seat != WATCHER}

    def touch(self) -> None:
        """Note that somebody asked for the table."""
        self.touched = time.monotonic()

    def was_here(self, seat: int) -> bool:
        """Whether a seat's player is connected, or did or looked at something a moment ago."""
        last = max(self.table.seats[seat].acted, self.seen.get(seat, 0))
        return seat in self.present() or now() - last < AWAY

    def present(self) -> set[int]:
        """The seats whose players are connected anywhere."""
        return self.connected().union(*self.elsewhere.values())

    def looking(self) -> set[int]:
        """The seats whose players have the table before their eyes, so that they need not be told of their turn."""
        here = {seat for listener in self.listeners if listener.is_looking for seat in listener.seats}
        return here.union(*self.elsewhere.values()) - {WATCHER}

    def seat_anew(self, order: Sequence[int]) -> None:
        """Let what is known of the seats go with those who sit there."""
        self.seen = {seat: self.seen[old] for seat, old in enumerate(order) if old in self.seen}
        for process, seats in self.elsewhere.items():
            self.elsewhere[process] = {seat for seat, old in enumerate(order) if old in seats}

    @property
    def is_idle(self) -> bool:
        """Whether it can be forgotten until somebody asks for it."""
        return not self.listeners and not self.lock.locked() and not self.is_thinking and not self.is_doubtful
