"""A few moves at a table that nobody sees: what is compiled is read from the disk when it is first used."""

import orjson

from branchline.boards import load
from branchline.kind import Kind
from branchline.server import acts
from branchline.server import entries as log
from branchline.server.news import News, tell
from branchline.server.table import Make, Table
from branchline.server.telling import WATCHER

NAMES = ("Anna", "Bo", "Cora", "Dan", "Eva")
MOVES = 8


def rehearse(kind: Kind) -> None:
    """Play a little, with everything told and shown as at any table, so that no player waits for it later."""
    players = load(kind.example).rules.players[0]
    seats = tuple(log.SeatPlan("person", name) for name in NAMES[:players])
    table = Table("", log.Created(board=kind.example, seats=seats))
    _happen(table, acts.start())
    for _ in range(MOVES):
        seat = table.to_move
        assert seat is not None
        assert table.play
        ways = orjson.loads(table.ground.app.moves(table.play.position.seen_by(seat)))
        _happen(table, acts.play(seat, ways[0]["do"], None))
    assert table.play
    table.play.position.score()


def _happen(table: Table, make: Make) -> None:
    made = make(table)
    assert made is not None
    entry, after = made
    steps = table.tell(entry)
    table.apply(entry, after)
    news = News(table, entry, tell(table, entry, steps), set())
    for seat in (WATCHER, *range(len(table.seats))):
        news.frame((seat,))
