"""Hints and analyses over HTTP: who may ask, what comes, and that it is kept."""

import asyncio
import threading
import time
from pathlib import Path

import httpx
import orjson
import pytest

import branchline
from branchline.server.coaching import TRUSTED, UNDER_WAY, Coach
from branchline.server.errors import Refusal
from branchline.server.hall import Hall
from branchline.server.limits import ANALYSES, Limits
from branchline.server.play import Ground
from branchline.server.settings import Settings
from branchline.server.storage import Storage
from branchline.server.thinkers import Rank, Thinkers

from .service import BOT, ME, OPEN, Caller, Json

GOLDEN = Path(__file__).parents[1] / "golden"
PARTS = ("start", "luck", "skill", "unseen", "rivals")


def finished(caller: Caller, name: str) -> Json:
    """The analysis of a table, once it is there."""
    until = time.monotonic() + 300
    while time.monotonic() < until:
        answer: Json = caller.get(f"/api/tables/{name}/analysis").json()
        assert answer["status"] != "failed"
        if answer["status"] == "done":
            found: Json = answer["analysis"]
            return found
        time.sleep(0.1)
    raise AssertionError("the analysis does not end")


def record(caller: Caller, path: Path) -> str:
    answer = caller.http.post("/api/records", content=path.read_bytes())
    assert answer.status_code == 201, answer.text
    name: str = answer.json()["id"]
    return name


def ask(caller: Caller, table: str, token: str) -> httpx.Response:
    return caller.get(f"/api/tables/{table}/hint", token)


def test_a_hint_is_a_legal_move_with_its_plan(caller: Caller) -> None:
    table = caller.table(ME, BOT).start()
    answer = ask(caller, table.id, table.tokens[0])
    assert answer.status_code == 200, answer.text
    found = answer.json()["hint"]
    assert 1 <= len(found["moves"]) <= 2
    assert found["moves"][0]["shown"]["does"] == "keep"
    assert set(found["plan"]) == {"tickets", "given_up", "routes"}
    assert table.do("play", {"move": found["moves"][0]["actions"]}).status_code == 200
    assert ask(caller, table.id, table.tokens[0]).json() != answer.json()


def test_hints_are_for_the_seat_to_move_at_tables_that_allow_them(caller: Caller) -> None:
    people = caller.table(ME, ME).start()
    assert ask(caller, people.id, people.tokens[0]).status_code == 403
    allowed = caller.table(ME, ME, hints=True).start()
    assert ask(caller, allowed.id, allowed.tokens[0]).status_code == 200
    assert ask(caller, allowed.id, allowed.tokens[1]).status_code == 409
    assert ask(caller, allowed.id, "nobody").status_code == 403
    strict = caller.table(ME, BOT, hints=False).start()
    assert ask(caller, strict.id, strict.tokens[0]).status_code == 403
    assert caller.table(ME, OPEN).do("chat", {"text": "hello"}).status_code == 200


@pytest.mark.parametrize("board", ["usa", "nordic", "cardgame"])
def test_a_finished_game_is_analysed_once_and_kept(caller: Caller, board: str) -> None:
    name = record(caller, next(iter(sorted(GOLDEN.glob(f"{board}*.txt")))))
    assert caller.get(f"/api/tables/{name}/analysis").json() == {"status": "none"}
    assert caller.post(f"/api/tables/{name}/analysis").status_code == 202
    found = finished(caller, name)
    for player in found["players"]:
        assert sum(player[part]["value"] for part in PARTS) == pytest.approx(player["end"], abs=1e-3)
    assert found["offers"]
    assert all(
        {"ticket", "kept", "completed", "worth"} == set(t) for offer in found["offers"] for t in offer["tickets"]
    )
    assert all(offer["loss"]["error"] >= 0 for offer in found["offers"])
    assert all(guess["viewer"] != guess["player"] for guess in found["guesses"])
    assert caller.post(f"/api/tables/{name}/analysis").json() == {"status": "done"}
    assert finished(caller, name) == found
    for number, costly in enumerate(found["costly"]):
        steps = len(costly["line"])
        path = f"/api/tables/{name}/better?costly={number}&step={steps}"
        for viewer in ("open", str(costly["player"])):
            answer = caller.get(f"{path}&as={viewer}")
            assert answer.status_code == 200, answer.text
            assert answer.json()["steps"] == steps
    beyond = caller.get(f"/api/tables/{name}/better?costly=99&step=0")
    assert beyond.status_code == 422


def test_a_game_under_way_is_not_analysed(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    assert caller.post(f"/api/tables/{table.id}/analysis").status_code == 409
    assert caller.get(f"/api/tables/{table.id}/analysis").status_code == 409


def test_a_finished_game_is_taken_up_again(caller: Caller) -> None:
    name = record(caller, GOLDEN / "usa-3-builders.txt")
    moves = caller.get(f"/api/tables/{name}/replay?as=open").json()["moves"]
    answer = caller.post(f"/api/tables/{name}/play-on", {"move": 40, "seat": 1})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert made["seat"] == 1
    table = caller.get(f"/api/tables/{made['id']}", made["token"]).json()["table"]
    assert [seat["kind"] for seat in table["seats"]] == ["bot", "person", "bot"]
    assert [seat["name"] for seat in table["seats"]] == ["Anna", "Bo", "Cleo"]
    assert table["status"] == "playing"
    then = caller.get(f"/api/tables/{name}/replay?move=40&as=1").json()["views"]["1"]
    now = caller.get(f"/api/tables/{made['id']}/replay?move=40&as=1", made["token"]).json()["views"]["1"]
    assert {**now, "actions": None} == {**then, "actions": None}, "the cards lie as they lay"
    for body in ({"move": moves, "seat": 1}, {"move": 3, "seat": 7}):
        assert caller.post(f"/api/tables/{name}/play-on", body).status_code == 422
    running = caller.table(ME, ME).start()
    assert caller.post(f"/api/tables/{running.id}/play-on", {"move": 1, "seat": 0}).status_code == 409


def test_other_processes_see_how_far_an_analysis_is(tmp_path: Path) -> None:
    async def look() -> None:
        storage = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        storage.open()
        storage.make_tables(0.0)
        hall = Hall(storage)
        hall.is_alone = False
        coach = Coach(hall, Thinkers(1), 100)
        assert await coach.status("a") == {"status": "none"}
        for age, status in ((0.0, "working"), (TRUSTED + 1, "none")):
            row = {"progress": 0.25, "at": time.time() - age}
            await storage.replace_analysis("a", UNDER_WAY, orjson.dumps(row))
            assert (await coach.status("a"))["status"] == status
        assert await coach.kept("a") is None
        coach.close()

    asyncio.run(look())


def test_the_coach_waits_while_a_bot_thinks(tmp_path: Path) -> None:
    game = branchline.new("cardgame", players=2, seed=3)

    async def look() -> None:
        thinkers, held = Thinkers(1), threading.Event()
        coach = Coach(Hall(Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")), thinkers, 100)
        bot = asyncio.create_task(thinkers.think(Rank.QUICK, held.wait))
        await asyncio.sleep(0)
        asked = asyncio.create_task(coach.hint(Ground(game.board), game.position.seen_by(game.player)))
        done, _ = await asyncio.wait({asked}, timeout=2.0)
        assert not done, "a bot's move comes first"
        held.set()
        await bot
        assert orjson.loads(await asked)["moves"]
        coach.close()
        thinkers.close()

    asyncio.run(look())


def test_one_client_gets_so_many_analyses(tmp_path: Path) -> None:
    limits = Limits(Settings(rate=5), Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
    for _ in range(int(ANALYSES[1])):
        limits.check_analysis("203.0.113.7")
    with pytest.raises(Refusal, match="too many games to analyse"):
        limits.check_analysis("203.0.113.7")
    limits.check_analysis("203.0.113.8")
