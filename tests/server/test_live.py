"""The socket: everything in order, each thing once; and frames that nobody should send."""

import time
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from .service import BOT, ME, Caller, Ear, Json, Seated, whole_moves


def play(ear: Ear, frame: Json, number: int) -> Json:
    """Make the first whole move of the seat to move; return the answer."""
    views = frame["views"]
    seat = next(seat for seat, view in views.items() if view["actions"])
    move = whole_moves(views[seat])[0]["do"]
    ear.tell({"type": "play", "id": number, "seat": int(seat), "at": frame["seq"], "move": move})
    return ear.hear_news()


def test_news_come_in_order_and_answer_the_one_who_acts(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    with table.ear(0, 1) as both, table.ear(1) as bo, table.ear() as watcher:
        assert both.welcome["seats"] == [0, 1]
        assert bo.welcome["seats"] == [1]
        assert watcher.welcome["views"].keys() == {"watch"}
        frame = both.welcome
        for number in range(1, 12):
            frame = play(both, frame, number)
            assert frame["reply"] == number
            for other in (bo, watcher):
                news = other.hear_news()
                assert news["seq"] == frame["seq"]
                assert "reply" not in news
            assert frame["views"].keys() == {"0", "1"}


def test_a_broken_connection_goes_on_where_it_was(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    with table.ear(0, 1, since=0) as ear:
        seen = list(ear.welcome["events"]["1"])
        frame = play(ear, ear.welcome, 1)
        seen += frame["events"]["1"]
    for _ in range(9):
        table.play_any()
    with table.ear(1, since=frame["seq"]) as ear:
        seen += ear.welcome["events"]["1"]
        last = ear.welcome["seq"]
        assert ear.welcome["views"]["1"] == table.state(1)["view"]
    with table.ear(1, since=0) as ear:
        assert ear.welcome["events"]["1"] == seen, "the parts are the whole, nothing twice"
        assert [event["seq"] for event in seen] == sorted(event["seq"] for event in seen)
        assert seen[-1]["seq"] == last


def test_presence_is_told(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    with table.ear(0) as anna:
        with table.ear(1):
            while not (frame := anna.hear())["table"]["seats"][1]["present"]:
                pass
        while (frame := anna.hear())["table"]["seats"][1]["present"]:
            pass
        assert frame["table"]["seats"][0]["present"]


def test_chat_why_state_and_ping(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    for _ in range(2):
        table.play_any()
    with table.ear(0) as anna, table.ear() as watcher:
        anna.tell({"type": "chat", "id": "a", "text": "good luck"})
        assert anna.hear_news()["reply"] == "a"
        assert watcher.hear_news()["events"]["watch"][0]["text"] == "good luck"
        watcher.tell({"type": "chat", "id": 1, "text": "hello"})
        assert watcher.hear()["error"]["code"] == "forbidden"
        payable = {way.get("route") for way in anna.welcome["views"]["0"]["actions"]}
        dear = next(route for route in range(100) if route not in payable)
        anna.tell({"type": "why", "id": 2, "route": dear})
        assert anna.hear()["why"]["rule"].startswith("B-CLAIM")
        anna.tell({"type": "state", "id": 3})
        state = anna.hear()
        assert (state["type"], state["reply"], state["views"]) == ("state", 3, {"0": table.state(0)["view"]})
        anna.tell({"type": "ping", "id": 4})
        pong = anna.hear()
        assert abs(pong.pop("now") / 1000 - time.time()) < 60
        assert pong == {"type": "reply", "id": 4, "ok": True}


def test_bots_answer_at_once(caller: Caller) -> None:
    table = caller.table(ME, BOT, BOT).start()
    with table.ear(0) as ear:
        frame = ear.welcome
        for number in range(1, 8):
            frame = play(ear, frame, number)
            while not frame["views"]["0"]["actions"]:
                frame = ear.hear_news()
        assert frame["table"]["status"] == "playing" if "table" in frame else True


def test_a_whole_game_on_every_board(caller: Caller) -> None:
    for game in caller.get("/api/games").json():
        seats = [ME] + [BOT] * (game["players"][0] - 1)
        table = caller.table(*seats, board=game["name"]).start()
        with table.ear(0) as ear:
            frame, number = ear.welcome, 0
            while frame.get("table", {}).get("status") != "over":
                if frame.get("views", {}).get("0", {}).get("actions"):
                    number += 1
                    frame = play(ear, frame, number)
                else:
                    frame = ear.hear_news()
            assert frame["table"]["result"]["winners"], game["name"]


HOSTILE = [
    "",
    "{",
    "[]",
    "null",
    '{"type":"play"}',
    '{"type":"nothing"}',
    '{"type":"play","move":{"cards":{"red":-1}}}',
    '{"type":"play","move":[-1]}',
    '{"type":"play","move":[999999999999999999999]}',
    '{"type":"play","move":"claim ' + "x" * 5000 + '"}',
    '{"type":"play","move":"keep 1 2","seat":7}',
    '{"type":"play","move":"keep 1 2","seat":1}',
    '{"type":"play","move":"keep 1 2","at":-5}',
    '{"type":"undo","action":"accept"}',
    '{"type":"replace","target":99}',
    '{"type":"why","route":-1}',
    '{"type":"chat","text":""}',
    '{"type":"hello","tokens":[]}',
    '{"type":"play","move":' + "[" * 2000 + "]" * 2000 + "}",
    '{"type":"play","other":' + "[" * 8000 + "]" * 8000 + "}",
    '{"type":"play","move":"claim Seattle - Portland for ' + "1" * 16_000 + '"}',
    '{"type":"play","move":"' + "x" * 401 + '"}',
    '{"type":"ping","id":' + "1" * 26 + "}",
    '{"type":"ping","id":"' + "1" * 101 + '"}',
    '{"type":"ping","id":1.5}',
    '{"type":"state","since":' + "1" * 26 + "}",
    '{"type":"why","route":' + "1" * 26 + "}",
    '{"type":"play","move":{"cards":{"red":' + "1" * 26 + '},"route":1}}',
    '{"type":"play","move":{"city":"x","cards":{"red":{"red":1}}}}',
]


@pytest.mark.parametrize("frame", HOSTILE)
def test_a_hostile_frame_is_refused_and_changes_nothing(caller: Caller, frame: str) -> None:
    table = caller.table(ME, ME).start()
    with table.ear(0) as ear:
        ear.socket.send(frame)
        answer = ear.hear_news()
        assert answer["ok"] is False, answer
        assert answer["error"]["text"]
        ear.tell({"type": "ping", "id": "still there"})
        assert ear.hear_news()["id"] == "still there"
    assert table.state()["seq"] == 2


def test_a_move_has_so_many_letters(caller: Caller) -> None:
    """A longer one is not even read, by the socket or over HTTP, so that nobody waits for whoever reads it."""
    table = caller.table(ME, ME).start()
    with table.ear(0) as ear:
        for letters, code in ((400, "illegal"), (401, "unreadable"), (16_000, "unreadable")):
            ear.tell({"type": "play", "id": letters, "move": "1" * letters})
            assert ear.hear_news()["error"]["code"] == code, letters
    for letters, code in ((400, "illegal"), (401, "invalid")):
        assert table.do("play", {"move": "1" * letters}).json()["error"]["code"] == code, letters


def close_code(ear: Ear) -> int:
    """The code with which a connection ends."""
    with suppress(ConnectionClosed):
        while True:
            ear.hear()
    assert ear.socket.close_code is not None
    return ear.socket.close_code


def test_frames_too_long_or_of_bytes_end_the_connection(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    for frame, code in (("x" * 20_000, 1009), ("x" * 200_000, 1009), (b"\x00\xff", 1003)):
        with table.ear(0) as ear:
            ear.socket.send(frame)
            assert close_code(ear) == code
    assert table.state()["seq"] == 2


def test_who_does_not_read_is_let_go(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    with table.ear(0) as ear:
        with suppress(ConnectionClosed):
            for number in range(5000):
                ear.tell({"type": "state", "id": number, "since": None})
            ear.tell({"type": "chat", "text": "Are you there?"})
        while table.state()["seq"] == 2:
            time.sleep(0.05)  # until all that was asked for waits to be read
        heard = []
        with suppress(ConnectionClosed):
            while True:
                frame = ear.hear()
                heard += [frame["reply"]] if frame["type"] == "state" else []
        assert ear.socket.close_code == 1013
        assert heard == list(range(len(heard))), "in order, up to where it ends"
        assert 256 <= len(heard) < 5000


def test_a_replayed_frame_is_a_conflict(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    with table.ear(0, 1) as ear:
        move = whole_moves(ear.welcome["views"]["0"])[0]["do"]
        frame = {"type": "play", "id": 1, "seat": 0, "at": 2, "move": move}
        ear.tell(frame)
        assert ear.hear_news()["reply"] == 1
        ear.tell(frame)
        assert ear.hear_news()["error"]["code"] == "conflict"
        ear.tell({**frame, "at": 1})
        assert ear.hear_news()["error"]["code"] == "conflict"
    assert table.state()["seq"] == 3


def test_another_table_s_secret_opens_nothing(caller: Caller) -> None:
    table, other = caller.table(ME, ME).start(), caller.table(ME, ME).start()
    with caller.socket(table.id, other.tokens[0], other.host, table.host, table.invite) as ear:
        assert ear.welcome["seats"] == []
        ear.tell({"type": "play", "id": 1, "seat": 0, "move": "keep 1 2"})
        assert ear.hear_news()["error"]["code"] == "forbidden"
    assert Seated.do(table, "play", {"move": "keep 1 2"}, token=other.tokens[0]).status_code == 403


def test_the_first_frame_must_be_a_hello(caller: Caller) -> None:
    table = caller.table(ME, ME)
    for address, first, code in (
        (f"/api/tables/{table.id}/live", "nonsense", 1003),
        (f"/api/tables/{table.id}/live", '{"type":"play","move":"pass"}', 1003),
        ("/api/tables/0000000000000000/live", '{"type":"hello"}', 4404),
    ):
        with connect(caller.url.replace("http", "ws") + address, proxy=None) as socket:
            with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012 (the service may be quicker than the frame)
                socket.send(first)
                socket.recv(10)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == code


def test_a_hello_of_lists_in_lists_is_refused(caller: Caller) -> None:
    table = caller.table(ME, ME)
    with connect(f"{caller.url.replace('http', 'ws')}/api/tables/{table.id}/live", proxy=None) as socket:
        socket.send('{"type":"hello","other":' + "[" * 7000 + "]" * 7000 + "}")
        with pytest.raises(ConnectionClosed):
            socket.recv(10)
        assert socket.close_code == 1003


def test_a_long_number_holds_nobody_up(caller: Caller) -> None:
    table, other = caller.table(ME, ME).start(), caller.table(ME, ME).start()
    with table.ear(0) as hostile, other.ear(0) as waiting:
        waits = []
        for _ in range(7):
            began = time.monotonic()
            hostile.tell({"type": "play", "id": 1, "move": "claim Seattle - Portland for " + "1" * 371})
            waiting.tell({"type": "ping", "id": 1})
            waiting.hear_news()
            waits.append(time.monotonic() - began)
            assert hostile.hear_news()["ok"] is False
        assert min(waits) < 1
