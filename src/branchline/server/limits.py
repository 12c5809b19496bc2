"""How much one may ask for."""

import ipaddress
import time
from collections import Counter, OrderedDict

from branchline.server.errors import Refusal, away
from branchline.server.settings import Settings
from branchline.server.storage import Storage, StorageError

REMEMBERED = 20_000  # addresses of which something is known
HOUR = 3600.0
CHAT = (0.5, 10.0)  # lines a second from one seat, and at once
HINTS = (0.5, 20.0)  # a second to one client, and at once
ANALYSES = (1 / 60, 10.0)  # a second to one client, and at once
SITTINGS = (2.0, 60.0)  # answers a second from one client at a real table with a bot, and at once
BOARDS = (1 / 60, 30.0)  # uploads a second from one client, and at once


class Bucket:
    """How much somebody may still ask for; it fills up again as time goes by."""

    __slots__ = ("at", "left")

    def __init__(self, burst: float) -> None:
        self.left, self.at = burst, time.monotonic()

    def take(self, rate: float, burst: float) -> bool:
        """Take one, if there is one."""
        now = time.monotonic()
        self.left = min(burst, self.left + (now - self.at) * rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """One for each of many who ask; those who asked longest ago are forgotten."""

    def __init__(self) -> None:
        self._known: OrderedDict[object, Bucket] = OrderedDict()

    def take(self, who: object, rate: float, burst: float) -> bool:
        """Take one for somebody, if there is one."""
        bucket = self._known.pop(who, None) or Bucket(burst)
        self._known[who] = bucket
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return bucket.take(rate, burst)


def client(address: str) -> str:
    """Who is behind an address: in the newer kind all that one household has."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64))) if parsed.version == 6 else str(parsed)


class Limits:
    """Counts what is asked for; without a rate nothing is limited but the number of open tables."""

    def __init__(self, settings: Settings, storage: Storage) -> None:
        self._settings, self._storage = settings, storage
        self._open, self._counted = 0, 0.0
        self._tables, self._chat = Buckets(), Buckets()
        self._hints, self._analyses, self._boards = Buckets(), Buckets(), Buckets()
        self._sittings = Buckets()
        self._sockets: Counter[str] = Counter()
        self.frames = (settings.rate, float(settings.burst))  # of one connection: a second, and at once

    async def check_open_tables(self, address: str = "") -> None:
        """Refuse a new table when too many are open, or one address has set many; they are counted once a second."""
        most = self._settings.client_tables
        if self._settings.rate and not self._tables.take(client(address), most / HOUR, most):
            raise Refusal(429, "too_fast", "too many tables from one address; try again later")
        try:
            if time.monotonic() - self._counted > 1:
                self._open = await self._storage.count(("lobby", "playing"))
                self._counted = time.monotonic()
        except StorageError as error:
            raise away(error) from error
        self._open += 1
        if self._open > self._settings.open_tables:
            raise Refusal(503, "full", "too many tables are open; try again later")

    def check_bot_tables(self, under_way: int) -> None:
        """Refuse another table of bots alone when enough are under way."""
        if under_way >= self._settings.bot_tables:
            raise Refusal(503, "full", "enough tables of bots alone are under way; try again later")

    def check_chat(self, table: str, seat: int) -> None:
        """Refuse another line of somebody who says too much."""
        if self._settings.rate and not self._chat.take((table, seat), *CHAT):
            raise Refusal(429, "too_fast", "too many lines; wait a little")

    def check_hint(self, address: str) -> None:
        """Refuse another hint to somebody who asks all the time."""
        if self._settings.rate and not self._hints.take(client(address), *HINTS):
            raise Refusal(429, "too_fast", "too many hints; wait a little")

    def check_analysis(self, address: str) -> None:
        """Refuse another analysis to somebody who asked for many."""
        if self._settings.rate and not self._analyses.take(client(address), *ANALYSES):
            raise Refusal(429, "too_fast", "too many games to analyse from one address; try again later")

    def check_sitting(self, address: str) -> None:
        """Refuse another answer of a real table that talks faster than people do."""
        if self._settings.rate and not self._sittings.take(client(address), *SITTINGS):
            raise Refusal(429, "too_fast", "too many answers; wait a little")

    def check_board(self, address: str) -> None:
        """Refuse another board from somebody who brought many."""
        if self._settings.rate and not self._boards.take(client(address), *BOARDS):
            raise Refusal(429, "too_fast", "too many boards from one address; try again later")

    def open_socket(self, address: str) -> None:
        """Count a connection, or refuse it."""
        who = client(address)
        if self._settings.rate and self._sockets[who] >= self._settings.client_sockets:
            raise Refusal(429, "too_fast", "too many connections from one address")
        self._sockets[who] += 1

    def close_socket(self, address: str) -> None:
        """Count it no more."""
        who = client(address)
        self._sockets[who] -= 1
        if self._sockets[who] <= 0:
            del self._sockets[who]
