"""What happened at a table so far, as each seat may know it: told once, and kept while somebody asks."""

import asyncio
from collections.abc import Sequence

from branchline.server import entries as log
from branchline.server.hall import Hall
from branchline.server.loaded import Live
from branchline.server.news import Told, tell
from branchline.server.telling import WATCHER
from branchline.server.unfolding import unfold


async def told_since(hall: Hall, live: Live, since: int | None) -> list[Told]:
    """The events of every entry after one; needs the table's lock."""
    until = live.table.seq
    if since is None or since >= until:
        return []
    if live.told is None:
        stored = (await hall.storage.read(live.table.id))[:until]
        live.told = await asyncio.to_thread(tell_log, live.table.id, stored)
    live.touch()
    return live.told[max(1, since) - 1 :]


def known_to(seat: int, entries: Sequence[Told]) -> list[bytes]:
    """These events as a seat may know them, in order, with a comma between one entry's and the next's."""
    pieces = [b","] * (2 * len(entries) - 1)
    pieces[::2] = [told.get(seat) or told[WATCHER] for told in entries]
    return pieces


def tell_log(name: str, stored: Sequence[bytes]) -> list[Told]:
    """The events of every entry after the first."""
    table = unfold(name, list(stored[:1]))
    found = []
    for data in stored[1:]:
        entry = log.decode(data)
        steps = table.tell(entry)
        table.apply(entry)
        found.append(tell(table, entry, steps))
    return found
