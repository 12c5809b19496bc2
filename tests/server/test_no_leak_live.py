"""What a running service sends to a seat is a function of what that seat may know: every answer, frame and refusal.

Two tables have logs that look the same to one viewer all along, while the others have other cards and tickets. Whatever
that viewer asks for, by HTTP or by a socket, is the same for both, byte for byte but for the tables' names.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from branchline import rulebook
from branchline.engine.phases import KEEP_START, PICK
from branchline.position import Position, stream
from branchline.server import entries as log
from branchline.server import library
from branchline.server.play import Play, ground, resolve
from branchline.server.table import Table
from branchline.server.telling import WATCHER

from .service import LONG, Caller, Seated, Service
from .test_no_leak import SECRET, Move, twin_chance, twin_move, whole_move

MOVES, TRIES = 40, 30
PLAYERS = 3
ONE, OTHER = "a1", "b2"  # the beginnings of the tables' names

Log = list[log.AnyEntry]


def looks_same(one: Position, other: Position, viewer: int) -> bool:
    """Whether a viewer cannot tell two positions apart."""
    return one.seen_by(viewer).states.tobytes() == other.seen_by(viewer).states.tobytes()


class Twins:
    """Two games that go the same way as far as a viewer can see."""

    def __init__(self, board: str, viewer: int, seed: int) -> None:
        self.viewer, self._choice, self._luck = viewer, Random(seed), stream(seed)
        self._ground = ground(board, {})
        self._secret = SECRET[:1] if board == "iberia" else SECRET  # there tickets are passed on, and so are seen
        seats = tuple(log.SeatPlan("person", f"P{n}", "", log.hashed(f"token {n}")) for n in range(PLAYERS))
        about: dict[str, Any] = {"fingerprint": library.current(board), "rules": rulebook.VERSION, "hints": False}
        created = log.Created(at=1, board=board, seats=seats, commitment="c" * 64, **about)
        self.logs: tuple[Log, Log] = ([created], [created])
        self._table = Table("twin", created)
        self._plays = Play(self._ground, PLAYERS), Play(self._ground, PLAYERS)
        self._deal()
        while len(self.logs[0]) < MOVES and any(self._move() for _ in range(TRIES)):
            pass

    def _deal(self) -> None:
        dealt = None
        while dealt is None:
            first = resolve(self._plays[0].start.copy(), lambda then: then.draw(self._luck))
            here, there = (play.start.copy() for play in self._plays)
            dealt = twin_chance(here, there, first, self.viewer, self._choice, self._secret)
        for play, entries, chance in zip(self._plays, self.logs, (first, dealt), strict=True):
            play.deal(chance)
            entries.append(log.Started(at=2, chance=chance))

    def _move(self) -> bool:
        """Make a move in both games that looks the same; False if the one thought of cannot be made so."""
        one, other = (play.position for play in self._plays)
        if one.is_over:
            return False
        is_start = one.phase == KEEP_START  # how many were kept, on some boards also what was not, is seen by all
        wish = [max(one.legal())] if is_start else whole_move(one, self._plays[0], self._choice)
        _, actions, happened = self._plays[0].attempt(wish, lambda then: then.draw(self._luck))
        if is_start or one.phase == PICK:
            found: Move | None = (list(actions), happened)
        else:
            found = twin_move(one, other, (list(actions), happened), self._table, self.viewer, self._choice)
        if found is None:
            return False
        trials = [play.trial() for play in self._plays]
        moves = (actions, happened), (tuple(found[0]), found[1])
        for trial, move in zip(trials, moves, strict=True):
            trial.push(one.player, *move)
        if not looks_same(trials[0].position, trials[1].position, self.viewer):
            return False
        for play, entries, move in zip(self._plays, self.logs, moves, strict=True):
            entries.append(log.Moved(at=len(entries) + 1, seat=one.player, actions=move[0], chance=move[1]))
            play.push(one.player, *move)
        return True

    @property
    def differ(self) -> bool:
        """Whether anything is hidden in one that is not so in the other."""
        one, other = (play.position.states.tobytes() for play in self._plays)
        return one != other

    def put(self, database: Path, caller: Caller, name: str) -> Iterator[Seated]:
        """Both as tables of a service."""
        for beginning, entries in zip((ONE, OTHER), self.logs, strict=True):
            table = beginning + name
            with sqlite3.connect(database, timeout=LONG) as connection:
                connection.execute("INSERT INTO tables VALUES (?, 'playing', 0, 1, NULL)", (table,))
                rows = [(table, seq, log.encode(entry)) for seq, entry in enumerate(entries, 1)]
                connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
                connection.execute("INSERT INTO secrets VALUES (?, ?)", (table, "5e" * 32))
            connection.close()
            seats = [{"seat": seat, "token": f"token {seat}"} for seat in range(PLAYERS)]
            yield Seated(caller, {"id": table, "host": "", "invite": "", "commitment": "", "seats": seats})


def answers(table: Seated, viewer: int) -> Iterator[tuple[str, bytes]]:
    """Everything that a viewer can ask for over HTTP, and what comes."""
    token = "" if viewer == WATCHER else table.tokens[viewer]
    eyes = ["watch"] if viewer == WATCHER else ["watch", str(viewer)]
    paths = ["", "?since=0", "?since=7", "/fair", "/record", "/analysis", "/hint", "/why/0", "/why/7", "/why/31"]
    paths += [f"/replay?move={move}&as={eye}" for move in (0, 1, 4, 11, 26, 99) for eye in eyes]
    paths += [f"/events?as={eye}" for eye in (*eyes, "open", str((viewer + 1) % PLAYERS))]
    for path in paths:
        yield path, table.caller.get(f"/api/tables/{table.id}{path}", token).content
    for move in ("nonsense", "claim Atlanta–Miami for 9 red", "keep 9", [65_000], {"route": 1, "cards": {"red": 60}}):
        yield str(move), table.caller.post(f"/api/tables/{table.id}/play", {"move": move}, token).content


def frames(table: Seated, viewer: int) -> Iterator[tuple[str, Any]]:
    """What comes by a socket: the welcome, answers, refusals, who is there, and news of what others do."""
    mover = table.state()["table"]["to_move"]
    with table.ear(*(() if viewer == WATCHER else (viewer,)), since=0) as ear:
        yield "welcome", ear.welcome
        for number, kind in enumerate(("state", "why", "play", "undo", "resign" if viewer == WATCHER else "back")):
            ear.tell({"type": kind, "id": number, "route": 3, "since": 2, "move": "nonsense", "action": "accept"})
            yield kind, ear.hear_news()
        with table.ear((viewer + 1) % PLAYERS) as other:
            yield "presence", ear.hear()
            other.tell({"type": "chat", "text": "hello"})
            yield "chat", {**ear.hear_news(), "events": None}  # when that was is no secret
            if mover == (viewer + 1) % PLAYERS:
                other.tell({"type": "play", "move": "draw deck"})
                news = ear.hear_news()
                yield "news", {key: value for key, value in news.items() if key != "table"}


BOARDS = ("usa", "nordic", "europe", "nederland", "iberia", "cardgame")


@pytest.mark.parametrize("games", [2, pytest.param(40, marks=pytest.mark.soak)])
@pytest.mark.parametrize("board", BOARDS)
def test_everything_sent_is_a_function_of_what_the_viewer_knows(
    service: Service, caller: Caller, board: str, games: int
) -> None:
    database = service.log_path.with_name("tables.sqlite")
    kinds = set()
    for seed in range(games):
        viewer = (WATCHER, 0, 1, 2)[(seed * 3 + BOARDS.index(board)) % 4]
        twins = Twins(board, viewer, seed)
        assert twins.differ
        assert len(twins.logs[0]) > 10
        name = f"{BOARDS.index(board):07x}{games:04x}{seed:03x}"
        one, other = twins.put(database, caller, name)
        for (path, mine), (_, theirs) in zip(answers(one, viewer), answers(other, viewer), strict=True):
            assert mine == theirs.replace(other.id.encode(), one.id.encode()), path
        for (kind, here), (_, there) in zip(frames(one, viewer), frames(other, viewer), strict=True):
            kinds.add(kind)
            assert str(here) == str(there).replace(other.id, one.id), kind
    assert kinds >= {"welcome", "state", "why", "play", "undo", "presence", "chat"}
