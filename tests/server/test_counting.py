"""Games of real tables, counted: golden games of every board end as the rules count them, and nonsense is refused."""

from pathlib import Path
from typing import Any

import pytest

from branchline import boards
from branchline.game import Game
from branchline.mapgame.contents import bits
from branchline.mapgame.names import MapNames
from branchline.replay import loads

from .service import Caller

GOLDEN = Path(__file__).parents[1] / "golden"
Json = dict[str, Any]
TWO = [{"name": "Anna"}, {"name": "Bo"}]


def described(game: Game) -> Json:
    """The end of a game as people would describe it."""
    s, r = game.position.record, game.position.score()
    players: list[Json] = []
    for p, name in enumerate(game.names):
        if game.board.kind == "cards":
            done = [t for t in range(64) if int(r.done[p]) >> t & 1]
            left = [t for t in range(64) if int(s.tickets[p]) & ~int(r.done[p]) & 1 << t]
            players.append({"name": name, "tickets": [*done, *left], "done": done})
            continue
        assert isinstance(game.notation, MapNames)
        cities = [city for i, city in enumerate(game.notation.places.names) if int(s.stations[p]) >> i & 1]
        piles = {city: int(n) for city, n in zip(game.notation.festivals, s.pile[p], strict=False) if n}
        player = {"name": name, "routes": bits(s.owned[p]), "tickets": bits(s.tickets[p]), "stations": cities}
        players.append({**player, "tokens": int(s.tokens[p]), "loans": int(s.loans[p]), "festivals": piles})
    neutral = [] if game.board.kind == "cards" else bits(s.neutral)
    return {"board": game.board.name, "options": dict(game.board.chosen), "players": players, "neutral": neutral}


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_a_golden_game_counts_as_the_rules_do(caller: Caller, path: Path) -> None:
    game = loads(path.read_text(encoding="utf-8"))
    answer = caller.post("/api/count", described(game))
    assert answer.status_code == 200, answer.text
    assert answer.json() == game.result()


@pytest.mark.parametrize(
    ("board", "players", "what"),
    [
        ("usa", [{"name": "Anna", "routes": [0]}, {"name": "Bo", "routes": [0]}], "route_twice"),
        ("usa", [{"name": "Anna", "routes": [0, 0]}, {"name": "Bo"}], "route_twice"),
        ("usa", [{"name": "Anna", "routes": [500]}, {"name": "Bo"}], "route"),
        ("usa", [{"name": "Anna", "routes": list(range(40))}, {"name": "Bo"}], "trains"),
        ("usa", [{"name": "Anna", "tickets": [3]}, {"name": "Bo", "tickets": [3]}], "ticket_twice"),
        ("usa", [{"name": "Anna", "tickets": [400]}, {"name": "Bo"}], "ticket"),
        ("europe", [{"name": "Anna", "stations": ["Wien"]}, {"name": "Bo", "stations": ["Wien"]}], "station_twice"),
        ("europe", [{"name": "Anna", "stations": ["Atlantis"]}, {"name": "Bo"}], "city"),
        ("usa", [{"name": "Anna", "stations": ["Miami"]}, {"name": "Bo"}], "stations"),
        ("iberia", [{"name": "Anna", "festivals": {"Madrid": 90}}, {"name": "Bo"}], "festivals"),
        ("iberia", [{"name": "Anna", "festivals": {"Atlantis": 1}}, {"name": "Bo"}], "city"),
        ("nederland", [{"name": "Anna", "loans": 61}, {"name": "Bo"}], "number"),
        ("cardgame", [{"name": "Anna", "done": [1]}, {"name": "Bo"}], "ticket"),
    ],
)
def test_an_end_that_cannot_be_is_refused(caller: Caller, board: str, players: list[Json], what: str) -> None:
    answer = caller.post("/api/count", {"board": board, "players": players})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["params"]["what"]) == (422, "count", what)


def test_doubles_are_claimed_as_the_number_of_players_allows(caller: Caller) -> None:
    board = boards.load_map("usa")
    pairs = [(r.a, r.b) for r in board.routes]
    first = next(i for i, pair in enumerate(pairs) if pair in pairs[:i])
    both = [pairs.index(pairs[first]), first]
    own = [{"name": "Anna", "routes": both}, {"name": "Bo"}]
    shared = [{"name": "Anna", "routes": both[:1]}, {"name": "Bo", "routes": both[1:]}]
    more = [*shared, {"name": "Cleo"}, {"name": "Dan"}]
    for players, what in ((own, "double"), (shared, "double_closed")):
        error = caller.post("/api/count", {"board": "usa", "players": players}).json()["error"]
        assert error["params"]["what"] == what
    assert caller.post("/api/count", {"board": "usa", "players": more}).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {"board": "usa", "players": TWO[:1]},
        {"board": "usa", "players": [TWO[0], TWO[0]]},
        {"board": "atlantis", "players": TWO},
        {"board": "usa", "players": TWO, "options": {"trains": 900}},
        {"board": "usa", "players": [{"name": "Anna", "routes": [-1]}, TWO[1]]},
        {"board": "usa", "players": [{"name": "Anna", "routes": list(range(400))}, TWO[1]]},
        {"board": "usa", "players": TWO, "secret": 1},
        {},
    ],
)
def test_what_is_no_end_at_all_is_refused(caller: Caller, body: Json) -> None:
    assert caller.post("/api/count", body).status_code == 422


def test_nothing_yet_is_an_end_too(caller: Caller) -> None:
    assert [s["total"] for s in caller.post("/api/count", {"board": "usa", "players": TWO}).json()["scores"]] == [0, 0]
