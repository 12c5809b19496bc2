"""First tickets are chosen by everybody at the same time, in secret; and lessons, whose deal is known."""

import asyncio
from pathlib import Path

import pytest

from branchline.fair import FairnessError, drawn
from branchline.replay import loads
from branchline.server import acts, outbox
from branchline.server import entries as log
from branchline.server.clocks import Clocks
from branchline.server.hall import Hall
from branchline.server.loaded import now
from branchline.server.storage import Storage
from branchline.server.table import Make, Table
from branchline.terminal.walkthrough import check_draws

from .service import BOT, ME, Caller, Seated, whole_moves


def choose(table: Seated, seat: int, which: int = 0) -> int:
    """Choose first tickets; the status of the answer."""
    state = table.state(seat)
    ways = [way for way in whole_moves(state["view"]) if way["kind"] == "keep"]
    return table.do("play", {"move": ways[which]["do"], "at": state["table"]["seq"]}, seat).status_code


@pytest.mark.parametrize("board", ["nordic", "usa", "cardgame"])
def test_choices_made_before_their_turn_are_played_in_order(caller: Caller, board: str) -> None:
    table = caller.table(ME, ME, ME, board=board).start()
    wished = table.state(2)["view"]["actions"][1]["tickets"]
    offered = table.state(2)["view"]["offer"]
    assert choose(table, 2, 1) == 200
    state = table.state(2)
    assert (state["table"]["early"], state["table"]["to_move"], state["view"]["actions"]) == ([2], 0, [])
    assert choose_again(table, 2) == 409
    assert choose(table, 1) == 200
    assert table.state()["table"]["moves"] == 0
    assert choose(table, 0) == 200
    after = table.state(2)
    assert (after["table"]["early"], after["table"]["moves"], after["view"]["turn"]) == ([], 3, 1)
    assert len(after["view"]["tickets"]) == len(wished)
    assert set(after["view"]["tickets"]) <= set(offered)


def choose_again(table: Seated, seat: int) -> int:
    """Another choice where one was made."""
    return table.do("play", {"move": [table.state(0)["view"]["actions"][0]["do"][0]]}, seat).status_code


def test_nobody_learns_what_was_chosen_early(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    seq = table.state()["seq"]
    with table.ear(0) as ear:
        assert choose(table, 1) == 200
        (event,) = ear.hear_news()["events"]["0"]
    assert {key: event[key] for key in ("kind", "seat")} == {"kind": "early", "seat": 1}
    assert not {"actions", "tickets", "number"} & event.keys()
    assert [e.keys() & {"actions", "tickets"} for e in table.state(None, since=seq)["events"]] == [set()]


def test_whoever_has_chosen_is_not_asked_again_when_the_turn_comes(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    assert choose(table, 1) == 200
    with table.ear(1) as ear:
        assert choose(table, 0) == 200
        before, after = ear.hear_news(), ear.hear_news()
    assert [event["seat"] for frame in (before, after) for event in frame["events"]["1"]] == [0, 1]
    assert before["views"]["1"]["actions"] == after["views"]["1"]["actions"] == []


def test_the_draws_of_a_game_with_early_choices_can_be_checked(caller: Caller) -> None:
    table = caller.table(ME, ME, ME, board="usa").start()
    for seat in (2, 0, 1):
        assert choose(table, seat, 1) == 200
    for _ in range(3):
        state = table.state(seat := table.state()["table"]["to_move"])
        assert table.do("play", {"move": "draw deck", "at": state["seq"]}, seat).status_code == 200
    for seat in (0, 1):
        assert table.do("resign", seat=seat).status_code == 200
    game = loads(caller.get(f"/api/tables/{table.id}/record").text)
    assert check_draws(game) == (
        f"all {len(list(drawn(game)))} draws are as the secret says that was committed to before the game."
    )


def test_an_undo_of_early_choices_asks_again(caller: Caller) -> None:
    table = caller.table(ME, ME, board="usa").start()
    assert (choose(table, 1), choose(table, 0)) == (200, 200)
    assert table.do("undo", {}, 0).status_code == 200
    assert table.do("undo", {"action": "accept"}, 1).status_code == 200
    state = table.state()["table"]
    assert (state["moves"], state["early"], state["to_move"]) == (0, [], 0)
    assert (choose(table, 0), choose(table, 1)) == (200, 200)
    assert table.state()["table"]["moves"] == 2


def chosen_early(table: Table, seat: int, which: int = 0) -> log.ChosenEarly:
    """The entry of an early choice."""
    assert table.play
    then = table.play.ahead(seat)
    assert then
    made = acts.play(seat, [then.legal()[which]], None)(table)
    assert made
    assert isinstance(made[0], log.ChosenEarly)
    return made[0]


PLANS = tuple(log.SeatPlan("person", name, "", name) for name in ("Anna", "Bo"))


def test_a_chosen_move_is_made_though_the_process_stopped_before(tmp_path: Path) -> None:
    async def go_on() -> None:
        storage = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        storage.open()
        storage.make_tables(0.0)
        stopped, other = Hall(storage), Hall(storage)
        live = await stopped.create(log.Created(at=now(), board="usa", seats=PLANS))
        await stopped.act(live, acts.start())
        await stopped.act(live, lambda table: (chosen_early(table, 1), None))
        async with live.lock:
            await stopped._store(live, acts.play(0, "keep all", None))
        ((name, _),) = await stopped.upkeep.due(now() + stopped.bot_grace)
        await Clocks(other)._due(name)
        table = (await other.get(live.table.id)).table
        assert table.play
        assert ([seat for seat, _, _ in table.play.moves], table.early) == ([0, 1], {})
        assert not await stopped.upkeep.due(now() + stopped.bot_grace)
        other.tasks.close()
        stopped.tasks.close()
        storage.close()

    asyncio.run(go_on())


def test_who_has_chosen_is_not_told_that_it_is_their_turn() -> None:
    def told(*, is_early: bool) -> list[int]:
        table = Table("table", log.Created(board="usa", seats=PLANS))
        table.apply(log.NoticeSet(seat=1, how="webhook", target="https://example.org/"))
        makes: list[Make] = [acts.start()]
        if is_early:
            makes.append(lambda then: (chosen_early(then, 1), None))
        for make in makes:
            made = make(table)
            assert made
            table.apply(*made)
        moved = acts.play(0, "keep all", None)(table)
        assert moved
        table.apply(*moved)
        return [row["seat"] for row in outbox.to_send(table, moved[0], set())]

    assert (told(is_early=False), told(is_early=True)) == ([1], [])


def test_an_early_choice_that_cannot_be_made_is_refused(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    assert table.do("play", {"move": "draw deck"}, 1).status_code == 422
    assert table.do("play", {"move": [0]}, 1).status_code == 422
    assert table.state()["table"]["early"] == []


def test_a_lesson_is_dealt_as_it_says_and_marked(caller: Caller) -> None:
    table = caller.table(ME, BOT, board="nordic", lesson="nordic").start()
    state = table.state(0)
    assert state["table"]["lesson"] == "nordic"
    assert state["view"]["hand"] == {"green": 1, "purple": 1, "white": 1, "black": 1}
    assert state["view"]["display"] == {"purple": 1, "blue": 1, "green": 1, "orange": 1, "locomotive": 1}
    assert state["view"]["offer"][-1] == "København–Murmansk 24" or "Oslo–Stockholm 4" in state["view"]["offer"]
    cards = caller.table(ME, BOT, board="cardgame", lesson="cardgame").start()
    assert cards.state(0)["view"]["hand"] == {
        "red": 2, "blue": 2, "yellow": 1, "green": 1, "white": 1, "locomotive": 1,
    }  # fmt: skip


@pytest.mark.parametrize(("lesson", "board"), [("nordic", "usa"), ("chess", "nordic")])
def test_a_lesson_that_there_is_not_is_refused(caller: Caller, lesson: str, board: str) -> None:
    wish = {"board": board, "seats": [ME, BOT], "lesson": lesson}
    assert caller.post("/api/tables", wish).status_code == 422


def test_a_lesson_says_that_its_deal_was_made_for_it(caller: Caller) -> None:
    table = caller.table(ME, ME, board="nordic", lesson="nordic").start()
    assert (table.commitment, table.state()["table"]["fair"]) == ("", None)
    assert table.do("resign").status_code == 200
    assert caller.get(f"/api/tables/{table.id}/fair").json() == {"fair": None, "draws": []}
    text = caller.get(f"/api/tables/{table.id}/record").text
    assert "\nlesson: nordic\n" in text
    with pytest.raises(FairnessError, match="this game was a lesson"):
        check_draws(loads(text))
    copy = caller.http.post("/api/records", content=text.encode()).json()["id"]
    assert caller.get(f"/api/tables/{copy}").json()["table"]["lesson"] == "nordic"
    assert caller.get(f"/api/tables/{copy}/record").text == text
    again = table.do("rematch").json()["id"]
    assert caller.get(f"/api/tables/{again}").json()["table"]["fair"]["commitment"]
