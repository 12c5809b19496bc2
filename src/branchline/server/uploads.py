"""Boards that people bring: kept by their fingerprint, and no longer than the tables that need them."""

import asyncio

import sqlalchemy as sa

from branchline import boards
from branchline.boards import AnyBoard
from branchline.server import library
from branchline.server.loaded import now
from branchline.server.schema import BOARDS, PLAYED_ON, TABLES, UPLOADS
from branchline.server.storage import Storage

AT_ONCE = 200  # boards deleted in one look


class Uploads:
    """What the database knows of uploaded boards."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.looking = asyncio.Semaphore(1)  # reading a board takes a moment of a processor that tables need too

    async def keep(self, board: AnyBoard, most: int) -> str:
        """Keep a board that was found sound, if there are not too many; what requests call it, or nothing."""
        fingerprint = library.fingerprint_of(board.text)
        if known := library.named_alike(fingerprint):
            return known
        if not await self._storage.run(lambda connection: _keep(connection, fingerprint, board.text, most)):
            return ""
        return f"{board.name}@{library.lend(board.name, board.text)}"

    async def at_hand(self, name: str) -> bool:
        """Whether there is a board of that name, which is then at hand."""
        if library.has(name):
            return True
        found = library.UPLOADED.fullmatch(name)
        text = await self._storage.board(found[2]) if found else None
        if text is None:
            return False
        async with self.looking:
            board = await asyncio.to_thread(boards.loads, text, name)
        library.lend(board.name, text)
        return library.has(name)

    async def use(self, table: str, board: str) -> None:
        """Note that a table has a board, so that it stays as long as the table does."""
        found = library.UPLOADED.fullmatch(board)
        if not found:
            return
        fingerprint, text = found[2], library.text_of(found[2])

        def use(connection: sa.Connection) -> None:
            _keep(connection, fingerprint, text)
            connection.execute(sa.insert(PLAYED_ON).values(table_id=table, fingerprint=fingerprint))

        await self._storage.run(use)

    async def expire(self, before: int) -> int:
        """Delete boards that nobody brought or chose since a time and that no table has; says how many."""
        needed = (
            sa.select(PLAYED_ON.c.fingerprint)
            .join(TABLES, TABLES.c.id == PLAYED_ON.c.table_id)
            .where(PLAYED_ON.c.fingerprint == UPLOADS.c.fingerprint)
        )
        query = sa.select(UPLOADS.c.fingerprint).where(UPLOADS.c.at < before, ~needed.exists()).limit(AT_ONCE)

        def expire(connection: sa.Connection) -> int:
            gone = [row[0] for row in connection.execute(query)]
            for kind in (BOARDS, UPLOADS, PLAYED_ON):
                connection.execute(sa.delete(kind).where(kind.c.fingerprint.in_(gone)))
            return len(gone)

        return await self._storage.run(expire)


def _keep(connection: sa.Connection, fingerprint: str, text: str, most: int | None = None) -> bool:
    """Keep a board, or note that it is wanted again; False if there are too many."""
    at = now()
    again = sa.update(UPLOADS).where(UPLOADS.c.fingerprint == fingerprint).values(at=at)
    if connection.execute(again).rowcount:
        return True
    if connection.execute(sa.select(BOARDS.c.fingerprint).where(BOARDS.c.fingerprint == fingerprint)).first():
        return True  # games on a board of this service's own need it: it is not ours to delete
    if most is not None and connection.execute(sa.select(sa.func.count()).select_from(UPLOADS)).scalar_one() >= most:
        return False
    connection.execute(sa.insert(BOARDS).values(fingerprint=fingerprint, text=text.encode()))
    connection.execute(sa.insert(UPLOADS).values(fingerprint=fingerprint, at=at))
    return True
