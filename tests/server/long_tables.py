"""Tables at which very much has happened, put into the database of a service as if it had been there."""

import sqlite3
from pathlib import Path
from random import Random

from msgspec import structs

from branchline import fair, rulebook
from branchline.server import acts, library
from branchline.server import entries as log
from branchline.server.table import Make, Table

from .service import Caller, Seated

SECRET, HOST = "5e" * 32, "the host's"
NAMES = ("Anna", "Bo", "Carl", "Dora", "Eva")


def token(name: str) -> str:
    """The secret of a seat."""
    return f"that of {name}"


class Long:
    """A table for five that is made entry by entry, without a service."""

    def __init__(self, name: str, board: str = "europe") -> None:
        seats = tuple(log.SeatPlan("person", name, "", log.hashed(token(name))) for name in NAMES)
        created = log.Created(
            at=1,
            board=board,
            seats=seats,
            host=log.hashed(HOST),
            commitment=fair.commit(name, SECRET),
            fingerprint=library.current(board),
            rules=rulebook.VERSION,
        )
        self.table, self.entries = Table(name, created, SECRET), [log.encode(created)]
        self._chance = Random(1)
        self._do(acts.start())

    def _do(self, make: Make, **more: str) -> None:
        made = make(self.table)
        assert made is not None
        entry = structs.replace(made[0], at=self.table.seq, **more)
        self.table.apply(entry, made[1])
        self.entries.append(log.encode(entry))

    def play(self, entries: int) -> "Long":
        """Draw whenever that can be done, so that the game is long and hands are full, until there are so many."""
        while len(self.entries) < entries:
            seat = self.table.to_move
            assert seat is not None, "the game goes on"
            assert self.table.play
            position = self.table.play.position
            move: list[int] = []
            while not move or (not position.is_chance and self.table.ground.notation.is_mid_move(position)):
                legal = position.legal()
                draws = [action for action in legal if action < 10]
                move.append(self._chance.choice(draws or legal))
                position = position.copy()
                position.apply(move[-1])
            self._do(acts.play(seat, move, None))
        return self

    def chat(self, entries: int) -> "Long":
        """Talk until there are so many, in lines as long as may be."""
        while len(self.entries) < entries:
            self._do(acts.chat(len(self.entries) % 5, self._chance.randbytes(250).hex()))
        return self

    def resign(self) -> "Long":
        """Let all but one give up."""
        for seat in range(len(NAMES) - 1):
            self._do(acts.resign(seat), reveals=SECRET if seat == len(NAMES) - 2 else "")
        return self

    def named(self, name: str) -> "Long":
        """The same under another name."""
        self.table.id = name
        return self

    def store(self, database: Path) -> None:
        """Put it into a database."""
        name, table = self.table.id, self.table
        with sqlite3.connect(database, timeout=60) as connection:
            connection.execute("INSERT INTO tables VALUES (?, ?, 1, ?, NULL)", (name, table.status, 10**13))
            rows = [(name, seq, data) for seq, data in enumerate(self.entries, 1)]
            connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
            connection.execute("INSERT INTO secrets VALUES (?, ?)", (name, SECRET))
        connection.close()

    def put(self, database: Path, caller: Caller) -> Seated:
        """Put it into the database of a service."""
        self.store(database)
        seats = [{"seat": seat, "token": token(name)} for seat, name in enumerate(NAMES)]
        about = {"id": self.table.id, "host": HOST, "commitment": self.table.created.commitment}
        return Seated(caller, {**about, "invite": "", "seats": seats})
