"""Making a table from its log, with the board and by the rules that its game began with."""

import asyncio
import logging

from msgspec import structs

from branchline import rulebook
from branchline.server import entries as log
from branchline.server import library
from branchline.server.errors import Refusal, damaged, frozen
from branchline.server.play import ground
from branchline.server.ready import Ready
from branchline.server.storage import Storage, StorageError
from branchline.server.table import Table

logger = logging.getLogger("branchline.tables")


def unfold(name: str, stored: list[bytes], hidden: str = "") -> Table:
    """A table from its log, and the secret of its draws if more are to be made."""
    first = log.decode(stored[0])
    assert isinstance(first, log.Created)
    table = Table(name, first, hidden)
    for data in stored[1:]:
        table.apply(log.decode(data))
    return table


class Unfolder:
    """Reads tables, and knows the boards that are kept for them."""

    def __init__(self, storage: Storage, ready: Ready) -> None:
        self._storage = storage
        self._rules = ready.rules
        self._kept_boards: set[str] = set()

    async def unfold(self, name: str, stored: list[bytes], hidden: str = "") -> Table:
        """A table from its log, made while others go on; a refusal if it is frozen or damaged."""
        try:
            first = log.decode(stored[0])
            assert isinstance(first, log.Created)
            await self._ready(first)
            return await asyncio.to_thread(unfold, name, stored, hidden)
        except (Refusal, StorageError):
            raise
        except Exception as error:
            logger.exception("table damaged", extra={"table": name})
            raise damaged() from error

    async def _ready(self, made: log.Created) -> None:
        """Have the board of a game at hand as it was when the game began."""
        if made.rules != rulebook.VERSION:
            raise frozen(f"it was played by version {made.rules} of the rules, and this is version {rulebook.VERSION}")
        if made.fingerprint and not library.knows(made.fingerprint):
            text = await self._storage.board(made.fingerprint)
            if text is None or library.lend(made.board, text) != made.fingerprint:
                raise frozen(f"its board, {made.board}, is not known here any more")
        elif not made.fingerprint and made.board not in library.names():
            raise frozen(f"its board, {made.board}, is not known here any more")
        found = await asyncio.to_thread(ground, made.board, made.options, made.fingerprint)
        await self._rules(found.kind)

    async def imprint(self, created: log.Created) -> log.Created:
        """The same with the board as it is now and the rules as they are now; the board is kept with it."""
        fingerprint = library.current(created.board)
        if fingerprint not in self._kept_boards and not library.UPLOADED.fullmatch(created.board):
            await self._storage.keep_board(fingerprint, library.text_of(fingerprint))
            self._kept_boards.add(fingerprint)
        return structs.replace(created, fingerprint=fingerprint, rules=rulebook.VERSION)
