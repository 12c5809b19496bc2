"""What the board editor asks of the service: drafts checked, laid out, read, written, played and studied."""

import asyncio
import copy
import time
from typing import Any

import pytest

from branchline import boards
from branchline.boardfile.writing import write
from branchline.boards.starter import FOLDER
from branchline.mapgame.reader import SHAPE
from branchline.server import studies

from .service import LONG, Caller, Json

STARTER = (FOLDER / "map.toml").read_text(encoding="utf-8").replace("NAME", "isle").replace("TITLE", "Isle")
FRAME = {"bend": 0.8, "apex": 1.7, "middle": 0.93, "meridian": -7.5, "x": 400.0, "y": 400.0}
FRAME |= {"across": 9000.0, "down": 9000.0, "width": 800.0, "height": 800.0}
MAPS = [name for name in boards.names() if boards.load(name).kind == "map"]


@pytest.fixture
def isle(caller: Caller) -> Json:
    """The starter board as the editor has it."""
    found: Json = _read(caller, STARTER)["board"]
    return found


def _read(caller: Caller, text: str) -> Json:
    answer = caller.http.post("/api/editor/read", content=text.encode(), headers={"Content-Type": "text/plain"})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def _problems(caller: Caller, board: object) -> list[Json]:
    answer = caller.post("/api/editor/check", {"board": board})
    assert answer.status_code == 200, answer.text
    found: list[Json] = answer.json()["problems"]
    return found


@pytest.mark.parametrize("name", MAPS)
def test_a_shipped_board_is_written_as_the_same_board(caller: Caller, name: str) -> None:
    data = caller.get(f"/api/editor/boards/{name}").json()
    text = caller.post("/api/editor/write", {"board": data}).text
    assert boards.check(text, name) == []
    assert boards.loads(text, name) == boards.load(name)
    assert max(map(len, text.splitlines())) < 200
    assert 'kind = "plain"' not in text
    assert "toll = 0" not in text


def test_the_file_is_as_a_person_would_write_it(isle: Json) -> None:
    isle["map"]["routes"][0] |= {"kind": "plain", "locomotives": 0, "toll": 0, "exchange": 0}
    isle["rules"]["start_hand"] = 4
    plain = [line for line in STARTER.splitlines() if line and not line.startswith("#")]
    written = write(isle, SHAPE).splitlines()
    assert [line.partition("  #")[0] for line in plain] == [line for line in written if line]


def test_a_problem_has_its_place_and_its_remedy(caller: Caller, isle: Json) -> None:
    assert _problems(caller, isle) == []
    isle["map"]["cities"].append({"name": "Tory", "latitude": 55.26, "longitude": -8.22})
    isle["map"]["routes"][3]["length"] = 7
    isle["rules"]["trains"] = 400
    found = {tuple(each["path"]): each for each in _problems(caller, isle)}
    assert set(found) == {("map", "cities", 10), ("map", "routes", 3, "length"), ("rules", "trains")}
    assert found["map", "cities", 10]["wrong"] == "no route leads to the city"
    assert found["map", "cities", 10]["right"] == "add a route, or leave the city out"


def test_a_draft_with_a_shipped_name_is_told_so(caller: Caller, isle: Json) -> None:
    assert [each["path"] for each in _problems(caller, isle | {"name": "usa"})] == [["name"]]


def test_a_file_that_is_no_toml_has_its_problems_by_line(caller: Caller) -> None:
    found = _read(caller, STARTER.replace("trains = 20", "trains = = 20"))
    assert found["board"] is None
    assert [each["line"] for each in found["problems"]] == [10]
    wrong = _read(caller, STARTER.replace("trains = 20", 'trains = "many"'))
    assert wrong["board"]["rules"]["trains"] == "many"
    assert [each["path"] for each in wrong["problems"]] == [["rules", "trains"]]


@pytest.mark.parametrize("number", ["9" * 26, "-" + "9" * 26, "0x" + "f" * 60_000, "[{ a = 0o" + "7" * 30 + " }]"])
def test_a_number_without_measure_is_a_problem(caller: Caller, number: str) -> None:
    found = _read(caller, STARTER.replace("trains = 20", f"trains = {number}"))
    assert found["board"] is None
    assert [problem["wrong"] for problem in found["problems"]] == ["a number of more than 18 digits"]
    assert caller.http.post("/api/boards", content=f"a = {number}".encode()).status_code == 422


def test_a_layout_leaves_cities_where_they_are(caller: Caller, isle: Json) -> None:
    laid = caller.post("/api/editor/layout", {"board": isle, "frame": FRAME}).json()
    assert [city["name"] for city in laid["cities"]] == [city["name"] for city in isle["map"]["cities"]]
    assert [route["id"] for route in laid["routes"]] == list(range(len(isle["map"]["routes"])))
    assert all(len(route["spaces"]) == route["length"] for route in laid["routes"])
    moved = copy.deepcopy(isle)
    moved["map"]["cities"][0]["latitude"] += 0.2
    again = caller.post("/api/editor/layout", {"board": moved, "frame": FRAME}).json()
    before, after = ({city["name"]: (city["x"], city["y"]) for city in each["cities"]} for each in (laid, again))
    assert {name for name in before if before[name] != after[name]} == {"Belfast"}


def test_what_has_no_place_is_left_out_of_a_layout(caller: Caller, isle: Json) -> None:
    isle["map"]["routes"][0]["a"] = "Nowhere"
    isle["map"]["routes"][1]["b"] = isle["map"]["routes"][1]["a"]
    laid = caller.post("/api/editor/layout", {"board": isle, "frame": FRAME}).json()
    assert [route["id"] for route in laid["routes"]] == list(range(2, len(isle["map"]["routes"])))
    empty = caller.post("/api/editor/layout", {"board": {}, "frame": FRAME}).json()
    assert empty["cities"] == []


def test_the_coast_of_a_region_is_land_with_water_around(caller: Caller) -> None:
    answer = caller.http.get("/api/editor/coast", params=FRAME)
    assert answer.status_code == 200, answer.text
    assert answer.json()["home"].startswith("M")
    world = caller.get("/api/editor/world").json()
    assert len(world["home"]) > 10_000


def test_fields_have_a_meaning_a_default_and_limits(caller: Caller) -> None:
    found = caller.get("/api/editor/fields").json()
    assert found["rules"]["trains"]["default"] == 45
    assert all(field["description"] for field in found["rules"].values())
    assert found["limits"]["cities"] == 64


def test_a_draft_is_played_as_it_is_written(caller: Caller, isle: Json) -> None:
    text = caller.post("/api/editor/write", {"board": isle}).text
    answer = caller.http.post("/api/boards", content=text.encode())
    assert answer.status_code == 201, answer.text
    name = answer.json()["name"]
    game = caller.get(f"/api/games/{name}").json()
    assert (game["name"], game["title"]) == (name, "Isle")
    assert game["ground"]["home"].startswith("M")
    table = caller.table({"kind": "me", "name": "Anna"}, {"kind": "bot"}, board=name).start()
    assert table.state(0)["view"]["hand"]


def test_a_draft_is_drawn(caller: Caller, isle: Json) -> None:
    drawn = caller.post("/api/editor/picture", {"board": isle})
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert "Rosslare" in drawn.text
    known = {each["name"]: each for each in caller.get("/api/editor/places").json()}
    assert known["Oslo"]["latitude"] == pytest.approx(59.9, abs=0.1)


def test_a_study_is_played_beside_the_service(caller: Caller, isle: Json) -> None:
    isle["rules"]["players"] = [2, 2]
    before = {**isle, "title": "Old Isle", "rules": {**isle["rules"], "trains": 18}}
    asked = caller.post("/api/editor/studies", {"board": isle, "games": 10, "beside": before})
    assert asked.status_code == 202, asked.text
    study = asked.json()
    until = time.monotonic() + LONG
    while study["status"] in ("waiting", "working"):
        assert time.monotonic() < until, study
        time.sleep(0.2)
        study = caller.get(f"/api/editor/studies/{study['id']}").json()
    assert study["status"] == "done"
    assert study["done"] == study["of"] > 10
    page = caller.get(f"/api/editor/studies/{study['id']}/report")
    assert page.headers["content-type"].startswith("text/html")
    assert "Study of Isle" in page.text
    assert "Old Isle (before)" in page.text
    assert "trains: 18 → 20" in page.text
    assert caller.get("/api/editor/studies/nothing").status_code == 404


def test_a_study_that_fails_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def stumble(_: studies.Asked) -> bytes:
        raise ValueError("nobody expected this")

    async def fail() -> list[str]:
        kept = studies.Studies()
        asked = [kept.begin(("",), 10) for _ in range(studies.WAITING)]
        await asyncio.sleep(0.05)
        kept.begin(("",), 10)
        return [one.status for one in asked]

    monkeypatch.setattr(studies, "_play", stumble)
    assert asyncio.run(fail()) == ["failed"] * studies.WAITING


DEEP: Any = []
for _ in range(300):
    DEEP = [DEEP]
HOSTILE: list[Any] = [
    {},
    {"name": None, "map": None, "rules": None},
    {"name": {"a": {"b": DEEP[0]}}},
    {"map": {"cities": DEEP, "routes": [DEEP]}},
    {"map": {"cities": [None, 5, "x", [], {"name": ["x"]}], "routes": {}, "tickets": [[]], "festivals": [{}]}},
    {"map": {"cities": [{"name": 'x\u0000\u202e\n"]', "latitude": 1e300, "longitude": True}]}},
    {"map": {"cities": [{"name": "A" * 5000, "latitude": 1, "longitude": 1}] * 30}},
    {"rules": {"points": {str(n): n for n in range(3000)}, "trains": 10**300}},
    {"a.b.c" * 50: 1, "": 2, "\n[map]\n": 3, "name": "x = 1"},
    {"options": {"a\nb": {"values": [1, 2]}, "c": 5, "d": {"sets": {"x": 1}}}},
    {"map": {"cities": [{"name": f"C{n}", "latitude": n % 90, "longitude": n % 180} for n in range(2000)]}},
    {"map": {"routes": [{"a": "A", "b": "B", "length": 10**9, "colour": "red"}] * 2000}},
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_whatever_is_sent_is_checked_written_and_laid_out_without_harm(caller: Caller, number: int) -> None:
    draft = HOSTILE[number]
    for path in ("check", "write", "layout", "picture"):
        body = {"board": draft, **({"frame": FRAME} if path == "layout" else {})}
        answer = caller.post(f"/api/editor/{path}", body)
        assert answer.status_code in (200, 413, 422), (path, answer.status_code, answer.text[:300])
        if path == "check" and answer.status_code == 200:
            assert answer.json()["problems"]
    assert caller.get("/api/health").json()["ok"]


@pytest.mark.parametrize(
    "changes",
    [{"across": 0}, {"down": 1e9}, {"bend": 5}, {"middle": 1.57}, {"meridian": 999}, {"x": "nan"}, {"width": 1e9}],
)
def test_a_frame_that_makes_no_sense_is_refused(caller: Caller, changes: Json) -> None:
    assert caller.http.get("/api/editor/coast", params={**FRAME, **changes}).status_code == 422


def test_what_is_too_long_or_no_text_is_refused(caller: Caller) -> None:
    assert caller.post("/api/editor/check", {"board": {"about": "x" * 400_000}}).status_code == 413
    assert caller.http.post("/api/editor/read", content=b"\xff\xfe\x00").status_code == 422
    assert caller.get("/api/editor/boards/cardgame").status_code == 422
    assert caller.get("/api/editor/boards/..%2Fsecret").status_code in (404, 422)
