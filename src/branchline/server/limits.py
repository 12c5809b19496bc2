"""How much one may ask for."""

import time

from branchline.server.errors import Refusal, unavailable
from branchline.server.settings import Settings
from branchline.server.storage import Storage, StorageError


class Limits:
    """Counts what is asked for."""

    def __init__(self, settings: Settings, storage: Storage) -> None:
        self._settings, self._storage = settings, storage
        self._open, self._counted = 0, 0.0
        self.frames = (settings.rate, float(settings.burst))  # of one connection: a second, and at once

    async def check_open_tables(self) -> None:
        """Refuse a new table when too many are open; they are counted once a second."""
        try:
            if time.monotonic() - self._counted > 1:
                self._open = await self._storage.count(("lobby", "playing"))
                self._counted = time.monotonic()
        except StorageError as error:
            raise unavailable(str(error)) from error
        self._open += 1
        if self._open > self._settings.open_tables:
            raise Refusal(503, "full", "too many tables are open; try again later")
