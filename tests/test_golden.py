"""Golden games: whole records that must replay to the same text and result, covering what can happen."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from branchline import boards
from branchline.game import Game
from branchline.mapgame.board import Board
from branchline.mapgame.contents import bits
from branchline.notation import Event
from branchline.replay import check

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))

# What must happen in each game, or must not.
MUST = {
    "cardgame-2-bonuses-decide": "bonuses; tie-break decides",
    "cardgame-2-robbers": "robbery",
    "cardgame-3-open-platforms": "lay; to_platform; complete",
    "cardgame-4-second-half": "second_half",
    "europe-3-stations": "build; station used; tunnel; pay; withdraw; ferry; long; longest_path_bonus",
    "europe-5-random": "build; tunnel; ferry; draw_tickets; locomotives only",
    "iberia-3-drafts": "draft to the left; pick; deal_card; draft to the right; festival; choose_festival; ferry",
    "iberia-4-shift": "draft to the right; festivals_taken; festivals; draw_tickets",
    "nederland-2-neutral": "neutral_claimed; choose_neutral; neutral pays an owner; blank ticket; toll to the bank",
    "nederland-2-neutral-out": "neutral_claimed; neutral_out; shuffle_tickets",
    "nederland-3-tolls": "toll to the bank; toll to the owner; loan; loan beside an owner; toll_bonus; loan_points",
    "nederland-3-without-tolls": "draw_tickets; no toll; no loan; no toll_bonus",
    "nederland-5-tickets": "shuffle_tickets; toll to the owner; draw_tickets",
    "nordic-2-exchanges": "exchange; ferry; nine spaces by exchange",
    "nordic-2-swedish": "most_tickets_bonus; no longest_path_bonus",
    "nordic-3-builders": "claim; undo",
    "nordic-3-shared-win": "shared win",
    "nordic-3-tunnels": "tunnel; pay; withdraw",
    "usa-2-big-cities": "1910-big; mega-big; longest_path_bonus; no most_tickets_bonus; no 1910; no mega",
    "usa-2-longest-path-decides": "longest_path_bonus; tie-break decides",
    "usa-3-1910": "1910; 1910-big; most_tickets_bonus; no longest_path_bonus; no mega",
    "usa-3-builders": "claim; undo",
    "usa-3-nobody-can-move": "pass; nobody can do anything",
    "usa-4-hoarders": "shuffle",
    "usa-4-mega": "1910; mega; mega-big; most_tickets_bonus; longest_path_bonus; draw_tickets",
    "usa-5-random": "reset; draw_tickets",
}
ANYWHERE = """deal; display; turned; tickets; keep; draw; claimed; plain; locomotives only; last_turns; reset; pass;
the last turns are played; nobody can do anything"""

# What can be told only by what followed from one and the same move: kinds of events with and without which it is so.
TOGETHER = {
    "toll to the bank": ({"toll"}, {"toll_received"}),
    "toll to the owner": ({"toll", "toll_received"}, set()),
    "loan beside an owner": ({"loan", "toll_received"}, set()),
    "neutral pays an owner": ({"neutral_claimed", "toll_received"}, set()),
}


def happened(game: Game, events: list[Event]) -> Counter[str]:
    """What happened in a game, by name: the kinds of its events, and more."""
    found = Counter(event["kind"] for event in events)
    told = [i for i, event in enumerate(events) if not event.keys().isdisjoint({"text", "chance"})]
    for begin, end in pairwise([*told, len(events)]):
        kinds = {event["kind"] for event in events[begin:end]}
        found.update(name for name, (some, none) in TOGETHER.items() if some <= kinds and not none & kinds)
    for event in events:
        if event["kind"] == "claim":
            found[event["route_kind"]] += 1
            is_exchange = sum(event["cards"].values()) > event["length"]
            found["exchange"] += is_exchange
            found["nine spaces by exchange"] += is_exchange and event["length"] == 9
            found["locomotives only"] += set(event["cards"]) == {"locomotive"}
        elif event["kind"] == "draft":
            found[f"draft to the {event['reason'].split()[-1]}"] += 1
        elif event["kind"] == "neutral":
            found["blank ticket"] += not event["cities"]
    found.update(ended(game, events[-1]))
    return found


def ended(game: Game, end: Event) -> Iterator[str]:
    """How a game ended, what was scored, and the decks of the tickets in hands."""
    yield end["reason"]
    for p, score in enumerate(end["scores"]):
        yield from (part for part, points in score.items() if points)
        yield from ["station used"] * len(score.get("borrowed", []))
        if isinstance(game.board, Board):
            yield from (game.board.tickets[t].deck for t in bits(game.position.record.tickets[p]))
    yield from ["shared win"] * (len(end["winners"]) > 1)
    best = sorted((score["total"], score["completed"]) for score in end["scores"])[-2:]
    yield from ["tie-break decides"] * (best[0] == best[1] and len(end["winners"]) == 1)


def missing(game: Game, name: str) -> list[str]:
    """What must happen in a game and did not, or must not and did."""
    found = happened(game, list(game.events()))
    return [what for what in MUST[name].split("; ") if (found[what.removeprefix("no ")] == 0) != what.startswith("no ")]


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    return {path.stem: check(path) for path in GOLDEN}


@pytest.fixture(scope="module")
def events(games: dict[str, Game]) -> dict[str, list[Event]]:
    return {name: list(game.events()) for name, game in games.items()}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_is_written_again_to_the_letter(games: dict[str, Game], path: Path) -> None:
    assert games[path.stem].record() == path.read_text(encoding="utf-8")


def test_all_golden_games_are_there(games: dict[str, Game]) -> None:
    assert set(games) == set(MUST)


@pytest.mark.parametrize("name", MUST)
def test_what_must_happen_in_a_game(games: dict[str, Game], name: str) -> None:
    assert missing(games[name], name) == []


def test_they_cover_every_way_a_game_can_go_and_end(games: dict[str, Game], events: dict[str, list[Event]]) -> None:
    anywhere = sum((happened(game, events[name]) for name, game in games.items()), Counter())
    assert [what for what in ANYWHERE.replace("\n", " ").split("; ") if not anywhere[what]] == []


def test_every_board_variant_and_number_of_players_is_among_them(games: dict[str, Game]) -> None:
    assert {len(game.names) for game in games.values()} == {2, 3, 4, 5}
    for name in boards.names():
        played = [game.board.chosen for game in games.values() if game.board.name == name]
        for options in boards.variants(name):
            assert any(options.items() <= chosen.items() for chosen in played), (name, options)


def test_the_card_game_s_cover_what_only_it_has(games: dict[str, Game], events: dict[str, list[Event]]) -> None:
    own = [name for name, game in games.items() if game.board.name == "cardgame"]
    happened = Counter(event["kind"] for name in own for event in events[name])
    wanted = ["lay", "robbery", "to_platform", "complete", "completed", "second_half", "last_turns", "undo", "end"]
    assert [kind for kind in wanted if not happened[kind]] == []
    laid = {tuple(event["cards"].values()) for name in own for event in events[name] if event["kind"] == "lay"}
    assert (1, 1, 1) in laid, "three cards of three colours"
    assert {len(games[name].names) for name in own} == {2, 3, 4}
