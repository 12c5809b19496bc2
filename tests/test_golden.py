"""Golden games: whole records that must replay to the same text and result, covering what can happen."""

from collections import Counter
from pathlib import Path

import pytest

from branchline.game import Game
from branchline.replay import check, loads

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    return {path.stem: check(path) for path in GOLDEN}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_is_written_again_to_the_letter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert loads(text).record() == text


def test_there_are_fourteen() -> None:
    assert len(GOLDEN) == 14


def test_they_cover_every_way_a_game_can_go_and_end(games: dict[str, Game]) -> None:
    happened: Counter[str] = Counter()
    for game in games.values():
        for event in game.events():
            happened[event["kind"]] += 1
            happened[f"{event['kind']}: {event.get('reason')}"] += 1
            if event["kind"] == "claim":
                happened[f"claim {event['route_kind']}"] += 1
                happened["exchange"] += sum(event["cards"].values()) > event["length"]
                happened["locomotives only"] += set(event["cards"]) == {"locomotive"}
    wanted = [
        "deal", "display", "turned", "tickets", "keep", "draw", "draw_tickets", "claim", "pay", "withdraw", "pass",
        "undo", "claimed", "reset", "shuffle", "last_turns", "claim plain", "claim tunnel", "claim ferry", "exchange",
        "locomotives only", "end: the last turns are played", "end: nobody can do anything",
    ]  # fmt: skip
    assert [name for name in wanted if not happened[name]] == []
    assert {len(game.names) for game in games.values()} == {2, 3, 4, 5}


def test_murmansk_lieksa_is_claimed_by_exchange(games: dict[str, Game]) -> None:
    claims = [e for game in games.values() for e in game.events() if e.get("route") == "Lieksa–Murmansk"]
    assert any(sum(e["cards"].values()) > 9 for e in claims if e["kind"] == "claim")


def test_the_card_game_s_cover_what_only_it_has(games: dict[str, Game]) -> None:
    own = {name: list(game.events()) for name, game in games.items() if game.board.name == "cardgame"}
    happened = Counter(event["kind"] for events in own.values() for event in events)
    wanted = ["lay", "robbery", "to_platform", "complete", "completed", "second_half", "last_turns", "undo", "end"]
    assert [kind for kind in wanted if not happened[kind]] == []
    laid = {tuple(event["cards"].values()) for events in own.values() for event in events if event["kind"] == "lay"}
    assert (1, 1, 1) in laid, "three cards of three colours"
    assert {len(games[name].names) for name in own} == {2, 3, 4}


def test_bonus_cards_decide_the_card_game(games: dict[str, Game]) -> None:
    anna, bo = games["cardgame-2-bonuses-decide"].result()["scores"]
    assert (anna["total"], anna["completed"]) == (bo["total"], bo["completed"])
    assert (anna["bonuses"], anna["place"], bo["bonuses"], bo["place"]) == (3, 2, 4, 1)
