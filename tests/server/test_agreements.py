"""Undo, resigning, clocks, standing in for somebody who is away, and replays."""

from typing import Any

import pytest
from msgspec import structs

from branchline.replay import loads
from branchline.server import acts
from branchline.server import entries as log
from branchline.server.errors import Refusal
from branchline.server.table import Table

from .service import BOT, ME, Caller, Seated, wait_until, whole_moves


def begin(table: Seated) -> None:
    """Choose the tickets of the start."""
    while table.state()["view"]["turn"] == 0:
        table.play_any()


def move(table: Seated, seat: int, kind: str, **wanted: str) -> bool:
    """Make the first move of a kind, if there is one."""
    state = table.state(seat)
    ways = [way for way in whole_moves(state["view"]) if way["kind"] == kind]
    ways = [way for way in ways if all(way.get(name) == value for name, value in wanted.items())]
    if not ways:
        return False
    return table.do("play", {"move": ways[0]["do"], "at": state["seq"]}, seat).status_code == 200


def wait_for(table: Seated, what: str, value: Any) -> dict[str, Any]:
    """The table, once something in it is as wanted."""
    wait_until(lambda: table.state()["table"][what] == value)
    state: dict[str, Any] = table.state()["table"]
    return state


def test_what_revealed_nothing_is_taken_back_at_once(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    state = table.play_any()
    assert table.do("undo", {"action": "offer"}, 1).status_code == 409, "that was not theirs"
    assert table.do("undo", {"action": "offer"}, 0).status_code == 200
    after = table.state(0)
    assert after["view"] == state["view"]
    assert after["table"]["undo"] is None


def test_what_revealed_something_is_taken_back_by_consent(caller: Caller) -> None:
    table = caller.table(ME, ME, ME).start()
    begin(table)
    before = table.state(0)["view"]
    assert move(table, 0, "draw", **{"from": "deck"})
    assert table.do("undo").status_code == 200
    assert table.state()["table"]["undo"] == {"asked": 0, "agreed": [0]}
    assert table.do("undo", {"action": "accept"}, 1).status_code == 200
    assert table.do("undo", {"action": "decline"}, 2).status_code == 200
    assert table.state()["table"]["undo"] is None
    assert table.state(0)["view"] != before
    table.do("undo")
    table.do("undo", {"action": "accept"}, 2)
    assert table.state()["table"]["undo"] == {"asked": 0, "agreed": [0, 2]}
    table.do("undo", {"action": "accept"}, 1)
    after = table.state(0)
    assert after["view"] == before
    assert after["table"]["undo"] is None
    events = table.state(0, since=0)["events"]
    assert [event["kind"] for event in events][-1] == "undone"


def test_bots_let_everything_be_taken_back(caller: Caller) -> None:
    table = caller.table(ME, BOT).start()
    before = table.play_any()["view"]
    wait_for(table, "to_move", 0)
    assert table.do("undo").status_code == 200
    assert table.state(0)["view"] == before


def test_who_resigns_cannot_win(caller: Caller) -> None:
    table = caller.table(ME, ME, ME).start()
    assert table.do("resign", seat=1).status_code == 200
    state = table.state()["table"]
    assert (state["status"], state["seats"][1]["lost"]) == ("playing", True)
    table.play_any()
    wait_for(table, "to_move", 2)
    assert table.do("resign", seat=2).status_code == 200
    state = table.state()["table"]
    assert (state["status"], state["ended"]) == ("over", "resigned")
    assert state["result"]["winners"] == [state["seats"][0]["name"]]
    assert state["result"]["played_out"] is False


def test_a_bot_stands_in_by_agreement_and_hands_back(caller: Caller) -> None:
    table = caller.table(ME, ME, ME).start()
    assert table.do("replace", {"target": 0}, 1).status_code == 200
    assert table.do("replace", {"target": 0}, 1).status_code == 409
    state = table.state()["table"]
    assert (state["seats"][0]["away"], state["seats"][0]["replace"]) == (False, [1])
    assert table.do("replace", {"target": 0}, 2).status_code == 200
    state = wait_for(table, "to_move", 1)
    assert state["seats"][0]["away"], "the bot has moved"
    assert table.do("back").status_code == 200
    assert not table.state()["table"]["seats"][0]["away"]
    assert table.do("back").status_code == 409


def test_who_is_present_is_not_replaced(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    with table.ear(0):
        answer = table.do("replace", {"target": 0}, 1)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "conflict")
    assert table.do("replace", {"target": 0}, 1).status_code == 409, "they were here a moment ago"
    asking = caller.table(ME, ME).start()
    asking.state(0)
    assert asking.do("replace", {"target": 0}, 1).status_code == 409, "who asks over HTTP is here too"
    moving = caller.table(ME, ME).start()
    moving.do("play", {"move": "keep all"}, 0)
    assert moving.do("replace", {"target": 0}, 1).status_code == 409, "who has just moved is here"
    quiet = caller.table(ME, ME).start()
    assert quiet.do("replace", {"target": 0}, 1).status_code == 200


def test_who_has_given_up_has_no_say(caller: Caller) -> None:
    table = caller.table(ME, ME, ME).start()
    begin(table)
    assert move(table, 0, "draw", **{"from": "deck"})
    table.do("resign", seat=2)
    assert table.do("undo").status_code == 200
    for action in ("decline", "accept"):
        assert table.do("undo", {"action": action}, 2).status_code == 409
    assert table.do("undo", {"action": "offer"}, 2).status_code == 409
    assert table.do("replace", {"target": 1}, 2).status_code == 409
    assert table.do("undo", {"action": "accept"}, 1).status_code == 200
    assert table.state()["table"]["undo"] is None


def test_who_is_away_is_waited_for_before_something_revealed_is_taken_back(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    table.do("play", {"move": "keep all"}, 0)
    assert table.do("replace", {"target": 1}, 0).status_code == 200
    wait_for(table, "to_move", 0)
    before = table.state(0)
    assert before["table"]["seats"][1]["away"]
    assert move(table, 0, "draw", **{"from": "deck"})
    assert table.do("undo").status_code == 200
    state = table.state(0)
    assert state["table"]["undo"] == {"asked": 0, "agreed": [0]}, "it waits"
    assert state["view"] != before["view"]
    assert table.do("undo", {"action": "accept"}, 1).status_code == 409
    assert table.do("back", seat=1).status_code == 200
    assert table.do("undo", {"action": "accept"}, 1).status_code == 200
    assert table.state(0)["view"]["hand"] == before["view"]["hand"]


def test_a_clock_that_runs_out_brings_a_bot_or_loses_the_game(caller: Caller) -> None:
    clock = {"kind": "live", "move_seconds": 5}
    table = caller.table(ME, ME, clock=clock).start()
    strict = caller.table(ME, ME, clock=clock, timeout="lose").start()
    state = table.state()["table"]
    assert 0 < state["deadline"] - state["turn_began"] <= 5000
    state = wait_for(table, "to_move", 1)
    assert state["seats"][0]["away"]
    assert state["seats"][0]["spent_ms"] >= 5000
    kinds = [event["kind"] for event in table.state(since=0)["events"]]
    assert "timed_out" in kinds
    assert table.do("play", {"move": "keep 1 2"}, 0).status_code in (409, 422)
    assert table.do("back").status_code == 200
    while (state := table.state()["table"])["to_move"] == 1:
        table.play_any()
    before = table.state(0)
    move = {"move": whole_moves(before["view"])[0]["do"], "at": before["seq"]}
    assert table.do("play", move).status_code == 200, "who has come back plays again"
    state = wait_for(strict, "status", "over")
    assert state["ended"] == "timed_out"
    assert state["result"]["winners"] == [state["seats"][1]["name"]]


def test_the_time_for_all_moves_runs_out() -> None:
    seats = tuple(log.SeatPlan("person", name, "", f"token {name}") for name in ("Anna", "Bo"))
    table = Table("table", log.Created(board="usa", seats=seats, clock=log.Clock("live", None, 100)))
    started = acts.start()(table)
    assert started is not None
    table.apply(started[0])
    began = table.turn_began
    assert table.deadline() == began + 100_000
    moved = acts.play(0, "keep all", None)(table)
    assert moved is not None
    table.apply(structs.replace(moved[0], at=began + 30_000))
    assert (table.to_move, table.deadline()) == (1, began + 130_000)
    moved = acts.play(1, "keep all", None)(table)
    assert moved is not None
    table.apply(structs.replace(moved[0], at=began + 40_000))
    assert (table.to_move, table.deadline()) == (0, began + 110_000), "30 of the 100 seconds are used"
    table.apply(log.TimedOut(at=began + 110_000, seat=0))
    assert table.seats[0].is_away
    with pytest.raises(Refusal, match="used up"):
        acts.come_back(0)(table)


def test_days_are_a_clock_too(caller: Caller) -> None:
    table = caller.table(ME, ME, clock={"kind": "days", "days": 3}).start()
    state = table.state()["table"]
    assert state["deadline"] - state["turn_began"] == 3 * 86_400_000


@pytest.fixture
def finished(caller: Caller) -> Seated:
    """A table whose game is over."""
    table = caller.table(BOT, BOT, board="nordic").start()
    wait_for(table, "status", "over")
    return table


def test_a_finished_game_is_replayed_as_anybody_saw_it(caller: Caller, finished: Seated) -> None:
    address = f"/api/tables/{finished.id}"
    last = caller.get(f"{address}/replay?as=open").json()
    assert last["views"].keys() == {"0", "1"}
    assert last["move"] == last["moves"]
    assert last["views"]["0"]["is_over"]
    first = caller.get(f"{address}/replay?move=0&as=0").json()
    assert first["views"]["0"]["turn"] == 0
    dealt = [event for event in first["events"] if event["kind"] == "deal"]
    assert all(("cards" in event) == (event["seat"] == 0) for event in dealt)
    watched = caller.get(f"{address}/replay?move=0&as=watch").json()
    assert all("cards" not in event for event in watched["events"] if event["kind"] == "deal")
    events = caller.get(f"{address}/events?as=open").json()["events"]
    for number in (1, 7, last["moves"]):
        step = caller.get(f"{address}/replay?move={number}&as=open").json()
        told = [{k: v for k, v in event.items() if k != "move"} for event in events if event["move"] == number]
        assert step["events"] == told


def test_nobody_looks_into_a_game_under_way(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    address = f"/api/tables/{table.id}"
    for path in ("replay?as=open", "replay?as=1", "events?as=open", "events?as=1", "record"):
        assert caller.get(f"{address}/{path}", table.tokens[0]).status_code == 403, path
    assert caller.get(f"{address}/replay?as=0", table.tokens[0]).status_code == 200
    assert caller.get(f"{address}/events?as=watch").status_code == 200


def test_a_record_goes_out_and_comes_in(caller: Caller, finished: Seated) -> None:
    text = caller.get(f"/api/tables/{finished.id}/record").text
    assert loads(text).is_over
    answer = caller.http.post("/api/records", content=text.encode())
    assert answer.status_code == 201
    copy = f"/api/tables/{answer.json()['id']}"
    assert caller.get(f"{copy}/record").text == text
    assert caller.get(copy).json()["table"]["is_record"]
    one = caller.get(f"/api/tables/{finished.id}/replay?move=20&as=1").json()
    other = caller.get(f"{copy}/replay?move=20&as=1").json()
    assert one["views"] == other["views"]
    assert caller.post(f"{copy}/start").status_code == 403


def test_a_damaged_record_says_where(caller: Caller, finished: Seated) -> None:
    text = caller.get(f"/api/tables/{finished.id}/record").text.replace("1 Greedy: draw", "1 Greedy: drow", 1)
    for body, code in ((text.encode(), "record"), (b"\xff", "record"), (b"", "record")):
        answer = caller.http.post("/api/records", content=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)
    assert caller.http.post("/api/records", content=b"x" * 700_000).status_code == 413


def test_a_record_that_is_cut_off_is_refused_or_shown_as_far_as_it_goes(caller: Caller, finished: Seated) -> None:
    text = caller.get(f"/api/tables/{finished.id}/record").text
    lines = text.splitlines(keepends=True)
    assert any(line.startswith("  display:") for line in lines), "chance has lines of its own"
    for cut in range(len(lines) // 7, len(lines) - 20, len(lines) // 7):  # the last lines are the score
        answer = caller.http.post("/api/records", content="".join(lines[:cut]).encode())
        assert answer.status_code == 201, answer.text
        shown = caller.get(f"/api/tables/{answer.json()['id']}/replay?as=open").json()
        assert shown["views"]["0"]["is_over"] is False
        answer = caller.http.post("/api/records", content=("".join(lines[:cut]) + "12 Gre").encode())
        error = answer.json()["error"]
        assert (answer.status_code, error["code"], error["params"]["line"]) == (422, "record", cut + 1)
