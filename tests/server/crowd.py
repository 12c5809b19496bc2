"""People who play all the time, whatever happens to the service: over HTTP or by sockets, several at one device too.

They note what was acknowledged and everything they heard, so that both can be compared with what is stored.
"""

import threading
import time
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from branchline.server import entries as log

from .service import BOT, ME, Caller, Ear, Json, Seated, Service, whole_moves

BOARDS = ("usa", "cardgame", "nordic", "europe", "cardgame", "nederland", "iberia")
CLOCK = {"kind": "live", "move_seconds": 5}
GONE = (httpx.HTTPError, WebSocketException, OSError, EOFError)  # what those see whose service is killed


class Crowd:
    """Players at some tables; when a game is over they set the next table."""

    def __init__(self, services: list[Service], tables: int, seed: int = 0) -> None:
        self._services, self._seed = services, seed
        self.tables: list[Seated] = []
        self.acknowledged: list[tuple[str, int, int, log.AnyEntry]] = []  # table, between which numbers, and what
        self.heard: dict[tuple[str, int], dict[int, list[Json]]] = {}  # the events of a table for a seat, by number
        self.failed: list[BaseException] = []
        self._is_over = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=(number,)) for number in range(tables)]

    def start(self) -> None:
        """Begin to play."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop playing."""
        self._is_over.set()
        for thread in self._threads:
            thread.join()

    def _play(self, number: int) -> None:
        chance = Random(self._seed + number)
        table: Seated | None = None
        try:
            while not self._is_over.is_set():
                with suppress(*GONE), Caller(chance.choice(self._services).url) as caller:
                    table = table or self._set(caller, number)
                    player = Follower if number % 2 else Asker
                    if player(self, caller, table, chance).play(self._is_over):
                        table = None
                time.sleep(0.02)
        except Exception as error:
            self.failed.append(error)

    def _set(self, caller: Caller, number: int) -> Seated:
        """A table: with two or three at one device or one and a bot; some with a clock."""
        seats = [ME, BOT] if number % 3 == 0 else [ME] * (2 + number % 2)
        more = {"clock": CLOCK} if number % 3 == 1 else {}
        table = caller.table(*seats, board=BOARDS[number % len(BOARDS)], **more)
        self.tables.append(table)
        table.do("start", seat=None)
        return table


class Person:
    """Whoever holds the seats of one table, as long as the service answers."""

    def __init__(self, crowd: Crowd, caller: Caller, table: Seated, chance: Random) -> None:
        self._crowd, self._caller, self._table, self._chance = crowd, caller, table, chance

    def _note(self, at: int, seq: int, entry: log.AnyEntry) -> None:
        self._crowd.acknowledged.append((self._table.id, at, seq, entry))


class Asker(Person):
    """Asks again and again over HTTP."""

    def play(self, is_over: threading.Event) -> bool:
        """Play until the end, and say whether that of the game has come."""
        while not is_over.is_set():
            state = self._caller.get(f"/api/tables/{self._table.id}").json()
            status = state.get("table", {}).get("status")
            if status == "lobby":
                self._caller.post(f"/api/tables/{self._table.id}/start", {}, self._table.host)
            elif status == "over":
                return True
            elif status == "playing":
                self._move()
        return False

    def _move(self) -> None:
        path = f"/api/tables/{self._table.id}"
        for seat, token in self._table.tokens.items():
            state = self._caller.get(path, token).json()
            if not state.get("view") or not state["view"]["actions"]:
                continue
            do = self._chance.choice(whole_moves(state["view"]))["do"]
            answer = self._caller.post(f"{path}/play", {"move": do, "at": state["seq"]}, token)
            if answer.status_code == 200:
                self._note(state["seq"], answer.json()["seq"], log.Moved(seat=seat, actions=tuple(do)))
            elif "come back" in answer.text:
                self._caller.post(f"{path}/back", {}, token)


class Follower(Person):
    """Follows the table by a socket, for all its seats, and comes back from where it was."""

    def play(self, is_over: threading.Event) -> bool:
        """Play until the end, and say whether that of the game has come."""
        tokens, numbers = self._table.tokens, count(1)
        known = min((max(self._heard(seat), default=1) for seat in tokens), default=1)
        with self._caller.socket(self._table.id, *tokens.values(), since=known) as ear:
            self._state = ear.welcome
            self._views: Json = ear.welcome["views"]
            self._take_in(ear.welcome)
            while not is_over.is_set() and self._state["table"]["status"] != "over":
                if self._state["table"]["status"] == "lobby":
                    self._caller.post(f"/api/tables/{self._table.id}/start", {}, self._table.host)
                    self._take_in(ear.hear())
                elif (frame := self._wish()) is not None:
                    self._ask(ear, {**frame, "id": next(numbers)})
                else:
                    with suppress(TimeoutError):
                        self._take_in(ear.hear(0.2))
            return bool(self._state["table"]["status"] == "over")

    def _heard(self, seat: int) -> dict[int, list[Json]]:
        return self._crowd.heard.setdefault((self._table.id, seat), {})

    def _take_in(self, frame: Json) -> None:
        """Note what happened; nothing may come twice, be left out or come out of order."""
        if "table" in frame:
            self._state = {**self._state, "table": frame["table"]}
        self._views |= frame.get("views", {})
        for seat, events in frame.get("events", {}).items():
            heard = self._heard(int(seat))
            for event in events:
                last = max(heard, default=1)
                assert event["seq"] in (last, last + 1), (self._table.id, last, event)
                heard.setdefault(event["seq"], []).append(event)

    def _wish(self) -> Json | None:
        """A move mostly, or something else that people do."""
        can = [int(seat) for seat, view in self._views.items() if view["actions"]]
        if not can:
            return None
        seat, luck = self._chance.choice(can), self._chance.random()
        if luck < 0.03:
            return {"type": "undo", "seat": seat}
        if luck < 0.06:
            return {"type": "chat", "seat": seat, "text": f"{luck}"}
        if luck < 0.065 and self._state["table"]["clock"]:
            time.sleep(5.5)  # too long
        ways = whole_moves(self._views[str(seat)])
        return {"type": "play", "seat": seat, "move": self._chance.choice(ways)["do"]}

    def _ask(self, ear: Ear, frame: Json) -> None:
        """Send a frame, and hear everything until it is answered."""
        seat, at = frame["seat"], max(self._heard(frame["seat"]), default=1)
        ear.tell(frame)
        while (answer := ear.hear()).get("reply", answer.get("id")) != frame["id"]:
            self._take_in(answer)
        self._take_in(answer)
        if answer["type"] == "news":
            self._note(at, answer["seq"], _entry(frame))
            if frame["type"] == "undo":
                for other in self._table.tokens.keys() - {seat}:
                    ear.tell({"type": "undo", "action": "accept", "seat": other})
        elif "come back" in answer["error"]["text"]:
            ear.tell({"type": "back", "seat": seat})
            self._views[str(seat)] = {**self._views[str(seat)], "actions": []}  # until there are news


def _entry(frame: Json) -> log.AnyEntry:
    """What must be in the log for a frame that was acknowledged."""
    seat = frame["seat"]
    if frame["type"] == "chat":
        return log.Chatted(seat=seat, text=frame["text"])
    if frame["type"] == "undo":
        return log.UndoAsked(seat=seat)
    return log.Moved(seat=seat, actions=tuple(frame["move"]))


def is_same(wanted: log.AnyEntry, found: log.AnyEntry) -> bool:
    """Whether an entry is what was acknowledged; an undo may need nobody's consent, and tickets wait for their turn."""
    said: Any = wanted
    match found:
        case log.Moved(seat=seat, actions=actions) | log.ChosenEarly(seat=seat, actions=actions):
            return isinstance(said, log.Moved) and (said.seat, said.actions) == (seat, actions)
        case log.UndoAsked(seat=seat) | log.Undone(seat=seat):
            return isinstance(said, log.UndoAsked) and said.seat == seat
        case log.Chatted(seat=seat, text=text):
            return isinstance(said, log.Chatted) and (said.seat, said.text) == (seat, text)
    return False
