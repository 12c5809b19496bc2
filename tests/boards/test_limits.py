"""Boards that broke the engine, its bots or its records once, each refused with what would be right."""

import json
import time
from pathlib import Path
from random import Random
from typing import Any

import playing_out
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strange_boards import NAMES, toml

from branchline import boards
from branchline.boardfile.source import SIZE
from branchline.boards import BoardError, check
from branchline.compiler import cache
from branchline.errors import BranchlineError
from branchline.mapgame import limits
from branchline.mapgame.board import Board

Data = dict[str, Any]


def small(**rules: object) -> Data:
    """A sound board of four cities in a ring, with some rule fields."""
    cities = [{"name": name, "latitude": i, "longitude": 2} for i, name in enumerate("ABCD")]
    ends = [("A", "B"), ("B", "C"), ("C", "D"), ("D", "A")]
    routes = [{"a": a, "b": b, "length": 2, "colour": "grey"} for a, b in ends]
    pairs = [("A", "B"), ("A", "C"), ("A", "D"), ("B", "C"), ("B", "D"), ("C", "D")]
    tickets = [{"a": a, "b": b, "points": 3} for a, b in pairs]
    top: Data = {"name": "small", "title": "Small", "status": "exact", "about": "A ring."}
    fields = {"players": [2, 3], "start_tickets": 2, "start_keep": 1} | rules
    return top | {"rules": fields, "map": {"cities": cities, "routes": routes, "tickets": tickets}}


def changed(name: str, index: int, **fields: object) -> Data:
    """The board with fields of one entry changed."""
    board = small()
    board["map"][name][index] |= fields
    return board


def problems(board: Data) -> list[tuple[str, str, str]]:
    text = toml(board)
    found = check(text, "small.toml")
    assert all(1 <= problem.line <= text.count("\n") for problem in found)
    return [(problem.entry, problem.wrong, problem.right) for problem in found]


def test_the_board_itself_is_sound() -> None:
    assert problems(small()) == []
    playing_out.play_out(boards.loads(toml(small()), "small.toml"), Random(1))


DRAFT = {"draft_keep": 1, "deal_card_depth": [0.5, 0.5]}
TOLLS = {"toll_tokens": 9, "toll_bonus": [[1, 0], [2, 1, 0]]}

RULES = [
    ({"ferry_exchange": 1}, "rules.ferry_exchange", "out of range", "0 or from 2 to 4"),
    ({"ferry_exchange": 5}, "rules.ferry_exchange", "out of range", "0 or from 2 to 4"),
    ({"start_hand": 0}, "rules.start_hand", "out of range", "from 1 to 20"),
    ({"display_reset": 1}, "rules.display_reset", "out of range", "0 or from 2 to 5"),
    ({"draw_keep": 0}, "rules.draw_keep", "out of range", "from 1 to 6"),
    ({"stations": 4}, "rules.stations", "out of range", "from 0 to 3"),
    ({"trains": 61}, "rules.trains", "out of range", "from 1 to 60"),
    ({"points": {"2": 101}}, "rules.points", "out of range", "from 0 to 100"),
    ({"start_scores": [0] * 6}, "rules.start_scores", "6 start scores", "3 numbers"),
    ({"toll_bonus": [[1] * n for n in range(2, 7)]}, "rules.toll_bonus", "5 rows", "2 rows"),
    ({"toll_bonus": [[1] * 9]}, "rules.toll_bonus", "9 bonuses", "2 numbers"),
    ({**DRAFT, "deal_card_depth": [0.5] * 5}, "rules.deal_card_depth", "5 places", "2 shares"),
    ({"locomotives_on": ["plain"], "ferry_exchange": 3}, "rules.ferry_exchange", "do not take", '"ferry"'),
    ({"neutral_trains": 9, "players": [2, 2], **TOLLS}, "rules.neutral_trains", "closed for two", "doubles_from = 2"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "entry", "wrong", "right"), RULES)
def test_rules_that_the_engine_cannot_play(rules: Data, entry: str, wrong: str, right: str) -> None:
    found = problems(small(**rules))
    assert any(entry == e and wrong in w and right in r for e, w, r in found), found


ENTRIES = [
    ("routes", 0, {"exchange": 1}, "out of range", "0 or from 2 to 9"),
    ("routes", 0, {"exchange": 4, "kind": "tunnel"}, "exchange on a tunnel", "leave exchange out"),
    ("tickets", 0, {"points": 101}, "out of range", "from 1 to 100"),
    ("cities", 1, {"latitude": 0}, "B lies where A lies", "its own latitude"),
]


@pytest.mark.parametrize(("name", "index", "fields", "wrong", "right"), ENTRIES)
def test_entries_that_the_engine_cannot_play(name: str, index: int, fields: Data, wrong: str, right: str) -> None:
    ((_, found, advice),) = problems(changed(name, index, **fields))
    assert wrong in found
    assert right in advice


def test_symbols_on_a_ferry_without_locomotives() -> None:
    board = changed("routes", 0, kind="ferry", locomotives=1)
    board["rules"]["locomotives_on"] = ["plain"]
    assert [wrong for _, wrong, _ in problems(board)] == ["locomotive symbols on a ferry, which takes no locomotives"]


def test_tunnels_with_festivals_or_drafts() -> None:
    """No rulebook says what a festival card or the ticket-deal card does that is turned up for a tunnel."""
    board = changed("routes", 0, kind="tunnel")
    board["map"]["festivals"] = [{"cities": ["A"], "points": [1, 2]}]
    assert [right for *_, right in problems(board)] == ["leave out the tunnels or the festivals"]
    board = changed("routes", 0, kind="tunnel")
    board["rules"] |= {**DRAFT, "start_tickets": 1}
    assert [right for *_, right in problems(board)] == ["leave out the tunnels or draft_keep"]


def test_long_tickets_go_with_no_draft_and_leave_the_game() -> None:
    board = small(start_tickets=1, start_long_tickets=1, ticket_decks=["long", "tickets"])
    for ticket in board["map"]["tickets"][:3]:
        ticket["deck"] = "long"
    assert [right for *_, right in problems(board)] == ['write start_returned = "removed"']
    board["rules"] |= {"start_returned": "removed"}
    assert problems(board) == []
    board["rules"] |= DRAFT
    assert ("rules.draft_keep", "drafts and long tickets, which are both dealt first") in [
        p[:2] for p in problems(board)
    ]


def star(rays: int, length: int = 2, **rules: object) -> Data:
    """A board with one city in the middle."""
    board = small(**rules)
    names = [f"{a}{b}" for a in "EFGHIJK" for b in "aeiouy"][:rays]
    cities = [{"name": name, "latitude": i / 2, "longitude": 1} for i, name in enumerate(["Mid", *names])]
    routes = [{"a": "Mid", "b": name, "length": length, "colour": "grey"} for name in names]
    tickets = [{"a": "Mid", "b": name, "points": 1} for name in names]
    return board | {"map": {"cities": cities, "routes": routes, "tickets": tickets}}


def test_a_city_has_no_more_routes_than_the_planner_counts() -> None:
    assert problems(star(limits.NEIGHBOURS)) == []
    ((_, wrong, right),) = problems(star(limits.NEIGHBOURS + 1))
    assert (wrong, right) == ("25 routes lead to the city", "a city can have 24: leave out 1")


def test_a_player_has_no_more_routes_than_a_path_is_found_in() -> None:
    def ring(trains: int) -> Data:
        names = [f"{a}{b}" for a in "BCDFGHJK" for b in "aeiouy"]
        cities = [{"name": name, "latitude": i / 2, "longitude": 1} for i, name in enumerate(names)]
        pairs = list(zip(names, [*names[1:], names[0]], strict=True))
        routes = [{"a": a, "b": b, "length": 1, "colour": "grey"} for a, b in pairs]
        tickets = [{"a": a, "b": b, "points": 1} for a, b in pairs]
        return small(trains=trains) | {"map": {"cities": cities, "routes": routes, "tickets": tickets}}

    assert problems(ring(limits.CLAIMS)) == []
    ((entry, wrong, right),) = problems(ring(limits.CLAIMS + 1))
    assert (entry, wrong) == ("rules.trains", "41 trains, enough for 41 routes")
    assert "lower trains" in right


def test_more_festival_cards_than_the_deck_counts() -> None:
    board = star(12)
    names = [city["name"] for city in board["map"]["cities"]]
    board["map"]["festivals"] = [{"cities": [name], "points": [1] * 12} for name in names[:11]]
    ((entry, wrong, right),) = problems(board)
    assert (entry, wrong, right) == ("festivals", "132 festival cards", "a game can hold 120: leave out 12")


# Names


@pytest.mark.parametrize(
    "name",
    [
        *("A; B", "A, B", "A # B", "A: B", "A–B", "A—B", "(A)", "[A]", "A/B", "12", "A 1", "1A", " ", "", " A", "A "),
        *("A  B", "-A", ".", "'", "A\tB", "A\u200bB", "\u202eA", "A\u00a0B", "A\ufe0f", "\u3164", "\ufe70", "A" * 41),
        *("é\u0301\u0301\u0301\u0301", "Å" * 41, "A\x00", "🚂", "A\nB", "½", "Ⅷ", "²"),
    ],
)  # fmt: skip
def test_a_name_that_records_cannot_hold(name: str) -> None:
    entry, wrong, right = problems(_renamed(name))[0]
    assert entry.startswith("cities[0]")
    assert wrong
    assert right


def _renamed(name: str) -> Data:
    text = json.dumps(small()).replace('"A"', json.dumps(name))
    board: Data = json.loads(text)
    return board


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ålborg", "Alborg"), ("oslo", "Oslo"), ("L’Aquila", "L'Aquila"), ("Straße", "Strasse")],
)
def test_two_names_that_read_alike(one: str, other: str) -> None:
    text = json.dumps(small()).replace('"A"', json.dumps(one)).replace('"B"', json.dumps(other))
    assert (f"{other} reads like {one}") in [wrong for _, wrong, _ in problems(json.loads(text))]


@pytest.mark.parametrize(("one", "other"), [("A", "A for"), ("A", "A with"), ("A", "A by exchange")])
def test_two_names_that_a_record_cannot_tell_apart(one: str, other: str) -> None:
    text = json.dumps(small()).replace('"B"', json.dumps(other))
    assert any("a record could not tell" in wrong for _, wrong, _ in problems(json.loads(text)))


def test_a_festival_city_called_festival() -> None:
    board = json.loads(json.dumps(small()).replace('"A"', '"Old Festival Town"'))
    board["map"]["festivals"] = [{"cities": ["Old Festival Town"], "points": [1, 2]}]
    assert [wrong for _, wrong, _ in problems(board)] == [
        "a record could not tell where the name Old Festival Town begins"
    ]


LETTERS = st.text(st.characters(categories=["L", "M"], include_characters=" -.'’"), min_size=1, max_size=12)


@settings(max_examples=60, deadline=None)
@given(st.lists(LETTERS | st.sampled_from(NAMES) | st.text(max_size=5), min_size=4, max_size=4, unique=True))
def test_any_names_are_refused_or_read_back(names: list[str]) -> None:
    text = json.dumps(small(stations=1))
    for old, new in zip("ABCD", names, strict=True):
        text = text.replace(f'"{old}"', json.dumps(f"<{new}>"))
    text = toml(json.loads(text.replace('"<', '"').replace('>"', '"')))
    if not check(text, ""):
        playing_out.recorded_game(boards.loads(text, "small.toml"), 2, Random(1))


def test_the_name_of_a_shipped_board_is_taken() -> None:
    ((entry, wrong, right),) = problems(small() | {"name": "nordic"})
    assert (entry, right) == ("name", 'write another, such as "my-nordic"')
    assert "comes with Branchline" in wrong


@pytest.mark.parametrize(
    ("option", "wrong"),
    [
        ({"a,b": {"values": [4, 5], "about": "x"}}, "no name for an option"),
        ({"players": {"values": [[2, 3], [2, 2]], "about": "x"}}, "no value that a record can name"),
        ({"odd": {"values": ["Own", "A, b"], "about": "x", "sets": {"A, b": {"trains": 9}}}}, "no value that a record"),
        ({"start_hand": {"values": [4, *range(5, 20)], "about": "x"}}, "2 to 9 different"),
        ({f"o{i}": {"values": [4, 5], "about": "x"} for i in range(13)}, "13 options"),
    ],
)
def test_options_that_records_cannot_hold(option: Data, wrong: str) -> None:
    assert any(wrong in found for _, found, _ in problems(small() | {"options": option}))


# Sizes


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("#" * (SIZE + 1), "characters"),
        ("a = " + "[" * 90_000, "deep"),
        ("a = " + "[\n" * 90_000, "deep"),
        (".".join("a" * 100_000) + " = 1", "dots"),
        ("\n".join(f"{'.'.join('a' * 150)}{i} = 1" for i in range(800)), "deep"),
        ("a = " + "[" * 20 + "]" * 20, "deep"),
        ("a = " + "9" * 100_000, "digits"),
        ("a = 0x" + "f" * 100_000, "digits"),
        ("\n".join(f"a{i} = 1" for i in range(20_000)), "no field"),
        ("[rules]\n" + "\n".join(f"a{i} = 1" for i in range(20_000)), "no field"),
        ("[rules]\npoints = { " + "9" * 5000 + " = 1 }", "no length"),
        ("[map]\ncities = [" + '{ name = "A" },' * 15_000 + "]", "15000 cities"),
        ("[map]\nroutes = [" + '{ a = "A" },' * 15_000 + "]", "15000 routes"),
        ("[map]\ncities = [{ " + ", ".join(f"a{i} = 1" for i in range(20_000)) + " }]", "no field"),
        ('[map]\nfestivals = [{ cities = ["' + '", "'.join(["A"] * 40_000) + '"], points = [1] }]', "40000"),
        ("\n".join(f"[options.a{i}]" for i in range(15_000)), "15000 options"),
        ('name = "' + "a" * 200_000 + '"', "200000 characters"),
        ('name = "' + "\\u202e" * 20 + '"', "cannot be seen"),
    ],
    ids=[
        *("large", "deep", "deep lines", "dots", "many dots", "nested", "digits", "hex", "keys", "rules", "length"),
        *("cities", "routes", "city", "festival", "options", "name", "hidden"),
    ],
)  # fmt: skip
def test_a_file_of_any_size_is_refused_quickly(text: str, wrong: str) -> None:
    began = time.process_time()
    found = check(text, "huge.toml")
    assert time.process_time() - began < 3
    assert any(wrong in problem.wrong for problem in found), found[:3]
    assert all(len(str(problem)) < 500 and str(problem).isprintable() for problem in found)


def test_a_file_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_text("#" * (2 * SIZE), encoding="utf-8")
    with pytest.raises(BoardError, match="leave something out"):
        boards.load(path)


# Loading


def test_a_board_error_is_an_error_of_branchline() -> None:
    with pytest.raises(BranchlineError) as error:
        boards.load("atlantis")
    assert error.value.exit_code == 3


def test_a_board_from_a_text_with_options() -> None:
    option = {"start_hand": {"values": [4, 9], "about": "More cards."}}
    text = toml(small() | {"options": option})
    board = boards.loads(text, "small.toml", {"start_hand": 9})
    assert isinstance(board, Board)
    assert board.rules.start_hand == 9
    assert boards.loads("\ufeff" + text.replace("\n", "\r\n"), "small.toml") == boards.loads(text, "small.toml")
    with pytest.raises(BoardError, match=r"small\.toml has 1 problem"):
        boards.loads(text.replace('title = "Small"\n', ""), "small.toml")


def test_machine_code_goes_stale_when_a_limit_changes() -> None:
    for kind in ("mapgame", "cardgame"):
        assert f"{kind}/limits.py" in cache.RULES
        assert cache.source_hash((f"{kind}/limits.py",)) != cache.source_hash(())
