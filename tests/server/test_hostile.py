"""Frames that nobody should send, very many of them: each is answered or ends its connection, and nothing is noted."""

import json
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from .service import BOT, ME, Caller, Ear, Service

KINDS = ("play", "chat", "undo", "resign", "back", "replace", "why", "state", "ping", "hello", "", "nothing")
FIELDS = ("id", "seat", "at", "move", "text", "action", "target", "route", "since", "tokens", "other")
VALUES: tuple[object, ...] = (
    *(
        None,
        True,
        -1,
        0,
        1,
        7,
        2**31,
        2**53,
        2**63,
        10**25,
        1.5,
        1e308,
        "",
        "a",
        "0",
        "x" * 99,
        "é\u202e\u0000",
        "draw deck",
    ),
    *("keep 1", "claim " * 60, "1" * 390, "offer", "accept", "decline", [], [0], [-1], [10**9], [0] * 70, [[[[]]]], {}),
    *({"route": 1, "cards": {"red": 1}}, {"route": "x"}, {"cards": {"red": -1}}, {"a": {"b": {"c": {}}}}),
)


def frame(chance: Random) -> str:
    """Any frame: well made, nearly so, or not at all."""
    made: dict[str, object] = {"type": chance.choice(KINDS), "id": chance.randrange(9)}
    for name in chance.sample(FIELDS, chance.randrange(6)):
        made[name] = chance.choice(VALUES)
    text = json.dumps(made)
    if chance.random() < 0.15:
        cut = chance.randrange(len(text))
        text = (
            text[:cut] + chance.choice(("", "[", '"', "\\ud800", "}" * 9, "\x00")) + text[cut + chance.randrange(3) :]
        )
    return text


def send_all(ear: Ear, frames: list[str]) -> None:
    """Send frames and hear what comes, as long as the connection lasts."""
    with suppress(ConnectionClosed):
        for text in frames:
            ear.socket.send(text)
        ear.tell({"type": "ping", "id": "the last"})
        while ear.hear().get("id") != "the last":
            pass


@pytest.mark.parametrize("frames", [2_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_hostile_frames_leave_no_trace(tmp_path: Path, frames: int) -> None:
    chance = Random(frames)
    with Service(f"sqlite:///{tmp_path / 't.sqlite'}", tmp_path / "log.txt") as service, Caller(service.url) as caller:
        for number in range(frames // 100):
            table = caller.table(ME, BOT if number % 2 else ME, board=("usa", "europe", "cardgame")[number % 3])
            if number % 4:
                table.start()
            with table.ear(*((0,) if number % 5 else ())) as ear:
                send_all(ear, [frame(chance) for _ in range(100)])
            assert table.state()["table"]["id"] == table.id
        assert caller.get("/api/health").json()["failing"] == []
    assert "Traceback" not in service.log()
