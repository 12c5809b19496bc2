"""What is arranged before a game: colours, the order of turns, fewer seats, who must leave; tables taken away."""

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from .service import BOT, ME, OPEN, Caller, Seated


def names(table: Seated) -> list[str]:
    """Who sits where."""
    return [seat["name"] for seat in table.state()["table"]["seats"]]


def joined(table: Seated, name: str) -> str:
    """The secret of somebody who sat down."""
    token: str = table.do("join", {"name": name, "invite": table.invite}, token="").json()["token"]
    return token


def test_the_order_of_turns_is_changed_and_everybody_keeps_their_seat(caller: Caller) -> None:
    table = caller.table({**ME, "name": "Freyja"}, OPEN, BOT)
    aino = joined(table, "Aino")
    with caller.socket(table.id, aino) as ear:
        assert ear.welcome["seats"] == [1]
        assert table.do("order", {"seats": [1, 2, 0]}).status_code == 200
        news = ear.hear_news()
        assert (news["seats"], news["events"]["0"][0]["order"]) == ([0], [1, 2, 0])
    assert names(table) == ["Aino", "Greedy", "Freyja"]
    assert [seat["host"] for seat in table.state()["table"]["seats"]] == [False, False, True]
    assert table.state(0)["seat"] == 2


def test_a_seat_takes_its_number_and_its_colour_along(caller: Caller) -> None:
    table = caller.table({**ME, "name": "Freyja"}, OPEN, BOT)
    aino = joined(table, "Aino")
    for token, digit, colour in ((table.tokens[0], "1", 3), (aino, "2", 4)):
        assert table.do("number", {"number": digit * 64}, token=token).status_code == 200
        seat = int(digit) - 1
        assert table.do("colour", {"seat": seat, "colour": colour}, token=token).status_code == 200
    assert table.do("order", {"seats": [2, 1, 0]}).status_code == 200
    state = table.state()["table"]
    assert state["fair"]["numbers"] == ["", "2" * 64, "1" * 64]
    assert [seat["colour"] for seat in state["seats"]] == [None, 4, 3]


def test_a_game_begins_with_fewer(caller: Caller) -> None:
    table = caller.table({**ME, "name": "Freyja"}, OPEN, BOT, OPEN)
    assert table.do("order", {"seats": [0]}).status_code == 409, "a bot sits there"
    assert table.do("order", {"seats": [0, 0, 2]}).status_code == 422
    assert table.do("order", {"seats": [0, 2]}).status_code == 200
    table.start()
    assert len(table.state()["view"]["seats"]) == 2
    lone = caller.table(ME, OPEN)
    assert lone.do("order", {"seats": [0]}).json()["error"]["text"] == "this game needs at least 2 players"


def test_everybody_chooses_their_own_colour_and_no_two_the_same(caller: Caller) -> None:
    table = caller.table({**ME, "name": "Freyja"}, OPEN, BOT)
    aino = joined(table, "Aino")
    assert table.do("colour", {"seat": 0, "colour": 4}).status_code == 200
    assert table.do("colour", {"seat": 1, "colour": 3}).status_code == 403
    assert table.do("colour", {"seat": 1, "colour": 4}, token=aino).status_code == 409
    assert table.do("colour", {"seat": 2, "colour": 0}, token=aino).status_code == 200
    assert [seat["colour"] for seat in table.state()["table"]["seats"]] == [4, None, 0]


def test_the_host_asks_somebody_to_leave(caller: Caller) -> None:
    table = caller.table({**ME, "name": "Freyja"}, OPEN)
    aino = joined(table, "Aino")
    assert table.do("remove", {"seat": 0}, token=aino).status_code == 403
    assert table.do("remove", {"seat": 0}, seat=None).status_code == 422, "not oneself"
    with caller.socket(table.id, aino) as ear:
        assert table.do("remove", {"seat": 1}, seat=None).status_code == 200
        assert ear.hear_news()["seats"] == []
    assert names(table) == ["Freyja", ""]


def test_a_bot_has_a_name_of_its_own(caller: Caller) -> None:
    table = caller.table({**ME, "name": "Freyja"}, OPEN)
    assert table.do("bot", {"seat": 1, "level": "casual", "name": "Mikkel"}).status_code == 200
    assert names(table) == ["Freyja", "Mikkel"]
    assert table.do("bot", {"seat": 1, "level": "strong", "name": "Freyja"}).status_code == 422


def delete(table: Seated, token: str) -> httpx.Response:
    """Take a table away."""
    return table.caller.http.delete(f"/api/tables/{table.id}", headers={"Authorization": f"Bearer {token}"})


def test_a_table_is_taken_away_but_no_game_under_way(caller: Caller) -> None:
    table = caller.table(ME, ME)
    assert delete(table, table.tokens[0]).status_code == 403
    assert delete(table, table.host).status_code == 200
    assert caller.get(f"/api/tables/{table.id}").status_code == 410
    with pytest.raises(ConnectionClosed) as closed, table.ear(0):
        pass
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 4410
    playing = caller.table(ME, ME).start()
    assert delete(playing, playing.host).status_code == 409


def test_whether_somebody_looks_and_what_time_it_is(caller: Caller) -> None:
    table = caller.table(ME, ME)
    with table.ear(0) as ear:
        ear.tell({"type": "look", "visible": False, "id": 1})
        assert ear.hear_news() == {"type": "reply", "id": 1, "ok": True}
        ear.tell({"type": "ping", "id": 2})
        assert ear.hear_news()["now"] > table.state()["table"]["turn_began"]
