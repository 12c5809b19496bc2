"""Every draw of a table follows from what was committed to: nobody can tell it before, anybody can check it after."""

import secrets

import pytest

from branchline import fair
from branchline.position import Position
from branchline.replay import loads
from branchline.server import acts
from branchline.server import entries as log
from branchline.server.errors import Refusal
from branchline.server.table import Make, Table
from branchline.server.unfolding import unfold
from branchline.terminal.walkthrough import check_draws

from .service import BOT, ME, OPEN, Caller

SECRET = "5e" * 32


def made_table(secret: str = SECRET, numbers: tuple[str, str] = ("", "")) -> Table:
    """A table for two whose secret is known."""
    seats = tuple(log.SeatPlan("person", name, "", f"token {name}") for name in ("Anna", "Bo"))
    table = Table("table", log.Created(board="usa", seats=seats, commitment=fair.commit("table", secret)), secret)
    for seat, number in enumerate(numbers):
        table.apply(log.Contributed(seat=seat, number=number))
    return table


def happen(table: Table, make: Make) -> log.AnyEntry:
    """Let something happen at a table."""
    made = make(table)
    assert made is not None
    table.apply(*made)
    return made[0]


def chance_of(entry: log.AnyEntry) -> tuple[int, ...]:
    """What chance did."""
    assert isinstance(entry, log.Started | log.Moved)
    return entry.chance


def test_two_processes_draw_the_same_from_the_same_log() -> None:
    one, other = made_table(), made_table()
    assert happen(one, acts.start()) != happen(made_table("11" * 32), acts.start())
    assert chance_of(happen(made_table(), acts.start())) == chance_of(happen(other, acts.start()))
    for seat in (0, 1):
        for table in (one, other):
            happen(table, acts.play(seat, "keep all", None))
    assert chance_of(happen(one, acts.play(0, "draw deck", None))) == chance_of(
        happen(other, acts.play(0, "draw deck", None))
    )


def test_the_numbers_of_the_seats_change_every_draw() -> None:
    deals = {
        chance_of(happen(made_table(numbers=numbers), acts.start()))
        for numbers in (("", ""), ("01" * 32, ""), ("", "01" * 32), ("02" * 32, ""))
    }
    assert len(deals) == 4


def test_an_undo_does_not_deal_again() -> None:
    table = made_table()
    happen(table, acts.start())
    for seat in (0, 1):
        happen(table, acts.play(seat, "keep all", None))
    drawn = [chance_of(happen(table, acts.play(0, "draw deck", None)))]
    for _ in range(3):
        table.apply(log.Undone(seat=0, moves=1))
        drawn.append(chance_of(happen(table, acts.play(0, "draw deck", None))))
    assert len(set(drawn)) == 1
    assert chance_of(happen(table, acts.play(0, "draw deck", None))) != ()


def test_nothing_is_drawn_without_the_secret() -> None:
    table = made_table()
    table.hidden = ""
    with pytest.raises(Refusal, match="secret of this table's draws is missing"):
        acts.start()(table)


def test_the_stream_of_the_engine_is_never_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def predictable(*_: object) -> int:
        raise AssertionError("a stream that can be worked out")

    monkeypatch.setattr(Position, "draw", predictable)
    asked: list[int] = []

    def below(n: int) -> int:
        asked.append(n)
        return n - 1

    monkeypatch.setattr(secrets, "randbelow", below)
    table = made_table()
    happen(table, acts.start())
    assert not asked
    old = unfold("old", [log.encode(log.Created(board="usa", seats=table.created.seats))])
    assert old.fairness is None
    happen(old, acts.start())
    assert asked, "a game that began before has the operating system's chance"


def test_a_game_can_be_checked_once_it_is_over(caller: Caller) -> None:
    table = caller.table(ME, OPEN, BOT)
    state = table.state()["table"]["fair"]
    assert (state["secret"], state["numbers"]) == ("", ["", "", ""])
    mine, theirs = secrets.token_hex(32), secrets.token_hex(32)
    assert table.do("number", {"number": mine}).status_code == 200
    assert table.do("number", {"number": "short"}).status_code == 422
    joined = caller.post(
        f"/api/tables/{table.id}/join", {"name": "Bo", "invite": table.invite, "number": theirs}
    ).json()
    table.tokens[joined["seat"]] = joined["token"]
    table.start()
    assert table.do("number", {"number": mine}).status_code == 409, "the cards are dealt"
    for _ in range(2):
        table.play_any()
    during = caller.get(f"/api/tables/{table.id}/fair").json()
    assert during == {"fair": {**state, "numbers": [mine, theirs, ""]}, "draws": []}
    for seat in (0, 1):
        assert table.do("resign", seat=seat).status_code == 200
    after = caller.get(f"/api/tables/{table.id}/fair").json()
    assert fair.commit(table.id, after["fair"]["secret"]) == state["commitment"]
    key = fair.make_key(after["fair"]["secret"], state["commitment"], after["fair"]["numbers"])
    for draw in after["draws"]:
        weights = [(number, weight) for number, (_, weight) in enumerate(draw["outcomes"])]
        assert draw["outcomes"][fair.draw(key, draw["k"], weights)][0] == draw["came"]
    game = loads(caller.get(f"/api/tables/{table.id}/record").text)
    assert check_draws(game).startswith(f"all {len(after['draws'])} draws")


def test_the_secret_stays_hidden_until_the_end(caller: Caller) -> None:
    table = caller.table(BOT, BOT, board="nordic")
    with table.ear(since=0) as ear:
        table.start()
        while (frame := ear.hear_news()).get("table", {}).get("status") != "over":
            assert frame.get("table", {"fair": {"secret": ""}})["fair"]["secret"] == ""
    secret = frame["table"]["fair"]["secret"]
    assert fair.commit(table.id, secret) == table.commitment
    text = caller.get(f"/api/tables/{table.id}/record").text
    answer = caller.http.post("/api/records", content=text.encode())
    copy = caller.get(f"/api/tables/{answer.json()['id']}/fair").json()
    assert copy == caller.get(f"/api/tables/{table.id}/fair").json(), "a record carries it on"
