"""The boards: their facts, how they load, and their options."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from branchline.boardfile.cards import CARDS, COLOURS
from branchline.boardfile.problems import BoardError
from branchline.boards import check, names
from branchline.boards import load_map as load
from branchline.mapgame.board import Board, Rules

SHIPPED = Path(sys.modules["branchline.boards"].__file__ or "").parent
BOARDS = ["europe", "iberia", "nederland", "nordic", "usa"]


def text_of(name: str) -> str:
    return (SHIPPED / f"{name}.toml").read_text(encoding="utf-8")


def kinds(board: Board) -> dict[str, int]:
    return dict(Counter(route.kind for route in board.routes))


def doubles(board: Board) -> set[frozenset[str]]:
    pairs = Counter(frozenset((route.a, route.b)) for route in board.routes)
    return {pair for pair, count in pairs.items() if count == 2}


# The facts of each board


def test_the_shipped_boards() -> None:
    assert names() == ["cardgame", *BOARDS]
    for name in BOARDS:
        assert load(name).name == name
        assert check(text_of(name), name) == []


def test_colours_and_cards() -> None:
    assert COLOURS == ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
    assert [*COLOURS, "locomotive"] == list(CARDS)


@pytest.mark.parametrize(
    ("name", "cities", "routes", "pairs", "tickets", "points"),
    [
        ("usa", 36, 100, 22, 30, 349),
        ("europe", 47, 101, 11, 46, 444),
        ("nordic", 39, 81, 14, 46, 460),
        ("nederland", 30, 97, 44, 44, 823),
        ("iberia", 39, 102, 28, 50, 338),
    ],
)
def test_counts(name: str, cities: int, routes: int, pairs: int, tickets: int, points: int) -> None:
    board = load(name)
    assert (len(board.cities), len(board.routes), len(board.tickets)) == (cities, routes, tickets)
    assert len(doubles(board)) == pairs
    assert sum(ticket.points for ticket in board.tickets) == points


def test_usa_has_the_base_rules() -> None:
    board = load("usa")
    assert board.rules == Rules()
    assert kinds(board) == {"plain": 100}
    spaces = Counter[str | None]()
    for route in board.routes:
        spaces[route.colour] += route.length
    assert spaces == {None: 93} | dict.fromkeys(COLOURS, 27)


def test_europe() -> None:
    board = load("europe")
    assert kinds(board) == {"plain": 70, "tunnel": 18, "ferry": 13}
    assert Counter(ticket.deck for ticket in board.tickets) == {"tickets": 40, "long": 6}
    assert board.rules.start_long_tickets == 1
    assert board.rules.stations == 3
    assert board.rules.points[8] == 21


def test_nordic() -> None:
    board = load("nordic")
    assert kinds(board) == {"plain": 47, "tunnel": 10, "ferry": 24}
    assert sum(route.locomotives for route in board.routes) == 30
    assert [route for route in board.routes if route.exchange] == [
        route for route in board.routes if {route.a, route.b} == {"Murmansk", "Lieksa"}
    ]
    assert max(route.length for route in board.routes) == 9
    assert board.rules.players == (2, 3)
    assert board.rules.both_doubles_from == 3
    assert board.rules.locomotives_on == {"tunnel", "ferry"}
    assert board.rules.points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 9: 27}


def test_nordic_doubles_that_are_not_equal() -> None:
    board = load("nordic")
    pairs = {
        frozenset({"Kristiansand", "Stavanger"}): {("green", 2, "tunnel", 0), ("orange", 3, "ferry", 1)},
        frozenset({"Mo i Rana", "Trondheim"}): {("green", 5, "tunnel", 0), ("red", 6, "ferry", 2)},
        frozenset({"Helsinki", "Stockholm"}): {(None, 4, "ferry", 2), ("yellow", 4, "ferry", 1)},
    }
    for pair, expected in pairs.items():
        found = {(r.colour, r.length, r.kind, r.locomotives) for r in board.routes if {r.a, r.b} == pair}
        assert found == expected


def test_nederland() -> None:
    board = load("nederland")
    worth = [ticket.points for ticket in board.tickets]
    assert sum(29 <= points <= 34 for points in worth) == 6
    assert sum(17 <= points <= 26 for points in worth) == 17
    assert all(1 <= route.toll <= 4 for route in board.routes)
    assert {route.toll for route in board.routes if {route.a, route.b} == {"Breda", "Rotterdam"}} == {4}
    assert board.rules.both_doubles_from == 2
    assert board.rules.start_scores == (0, 1, 2, 3, 4)
    assert board.rules.toll_bonus == ((35, 0), (55, 35, 0), (55, 35, 20, 0), (55, 35, 20, 10, 0))


def test_nederland_neutral_lines() -> None:
    lines_read = Counter(frozenset(t.neutral) for t in load("nederland").tickets if t.neutral)
    twice = {pair for pair, count in lines_read.items() if count == 2}
    assert lines_read.total() == 35
    assert twice == {frozenset({"Amsterdam", "Rotterdam"}), frozenset({"Rotterdam", "Antwerpen"})}


def test_iberia() -> None:
    board = load("iberia")
    festivals = {festival.cities: festival.points for festival in board.festivals}
    assert board.status == "reconstruction"
    assert [other for other in BOARDS if load(other).status != "exact"] == ["iberia"]
    assert len(festivals) == 11
    assert sum(map(len, festivals.values())) == 54
    assert festivals["Sevilla",][3 - 1] == 6
    assert festivals["Valencia",][7 - 1] == 22
    assert ("Porto", "Coimbra") in festivals
    assert board.rules.deal_card_depth == (0.5, 0.6667, 0.75, 0.75)


@pytest.mark.parametrize("name", ["nordic", "iberia"])
def test_every_ticket_is_worth_its_shortest_path(name: str) -> None:
    board = load(name)
    far = {(a.name, b.name): 0 if a == b else 99 for a in board.cities for b in board.cities}
    for route in board.routes:
        for ends in ((route.a, route.b), (route.b, route.a)):
            far[ends] = min(far[ends], route.length)
    for via in board.cities:
        for a, b in far:
            far[a, b] = min(far[a, b], far[a, via.name] + far[via.name, b])
    assert {(t.a, t.b): t.points for t in board.tickets} == {(t.a, t.b): far[t.a, t.b] for t in board.tickets}


# Loading


def test_load_needs_nothing_heavy() -> None:
    program = "import sys, branchline.boards as b; b.load('usa'); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_load_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text_of("nordic"), encoding="utf-8-sig")
    assert load(path) == load(str(path)) == load("nordic")


def test_load_refuses_a_board_with_problems(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = (
        text_of("nordic")
        .replace('"nordic"', '"mine"')
        .replace('colour = "blue"', 'colour = "blu"', 1)
        .replace("trains = 40", "trains = 0")
    )
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BoardError, match=r"mine\.toml has 2 problems:\nmine\.toml:\d+: rules\.trains: ") as error:
        load(path)
    assert [problem.entry for problem in error.value.problems] == ["rules.trains", "routes[0] Bergen–Oslo"]


def test_load_of_an_unknown_board_names_the_nearest_and_all() -> None:
    with pytest.raises(BoardError, match=r"no board 'Nordik'; did you mean 'nordic'.*europe, iberia, .*usa"):
        load("Nordik")


def test_load_of_a_missing_or_unreadable_file(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"no file '.*none\.toml'"):
        load(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b'name = "K\xf8benhavn"')
    with pytest.raises(BoardError, match="UTF-8"):
        load(tmp_path / "latin.toml")


# Options


@pytest.mark.parametrize("value", [5, "5", " 5 "])
def test_an_option_by_value_or_text(value: object) -> None:
    board = load("nordic", {"start_hand": value})
    assert board.rules.start_hand == 5
    assert board.chosen == {"start_hand": 5}


@pytest.mark.parametrize("value", [True, "true", "True", "on", "yes"])
def test_a_switch_by_value_or_text(value: object) -> None:
    assert load("nordic", {"no_draw_without_deck": value}).rules.no_draw_without_deck


def test_the_boards_own_value_is_no_choice() -> None:
    board = load("nordic", {"start_hand": "4", "tiebreak": "longest_path", "no_draw_without_deck": "off"})
    assert board == load("nordic")
    assert board.chosen == {}


@pytest.mark.parametrize("name", BOARDS)
def test_every_value_of_every_option_loads(name: str) -> None:
    for option in load(name).options:
        for value in option.values[1:]:
            board = load(name, {option.name: value})
            assert board.chosen == {option.name: value}
            assert board.rules != load(name).rules


def test_nordic_options() -> None:
    assert {option.name: option.values for option in load("nordic").options} == {
        "start_hand": (4, 5),
        "no_draw_without_deck": (False, True),
        "unequal_doubles": ("double", "free"),
        "strict_tunnel_locomotives": (False, True),
        "tiebreak": ("longest_path", "longest_ticket"),
    }


@pytest.mark.parametrize(
    ("value", "tickets", "points", "longest_path", "most_tickets"),
    [
        ("classic", 30, 349, 10, 0),
        ("1910", 35, 391, 0, 15),
        ("mega", 69, 754, 10, 15),
        ("big_cities", 35, 389, 10, 0),
    ],
)
def test_settled_16_usa_ticket_decks(
    value: str, tickets: int, points: int, longest_path: int, most_tickets: int
) -> None:
    """SETTLED-16: the tickets and the bonuses of each."""
    board = load("usa", {"ticket_decks": value})
    assert len(board.tickets) == tickets
    assert sum(ticket.points for ticket in board.tickets) == points
    assert board.rules.longest_path_bonus == longest_path
    assert board.rules.most_tickets_bonus == most_tickets


@pytest.mark.parametrize(
    ("value", "dealt", "kept", "drawn"),
    [("classic", 3, 2, 3), ("1910", 3, 2, 3), ("mega", 5, 3, 4), ("big_cities", 4, 2, 4)],
)
def test_settled_16_tickets_dealt_kept_and_drawn(value: str, dealt: int, kept: int, drawn: int) -> None:
    """SETTLED-16: mega deals 5 and keeps 3, big cities 4 and 2; both draw 4 later, of which 1 is kept."""
    rules = load("usa", {"ticket_decks": value}).rules
    assert (rules.start_tickets, rules.start_keep) == (dealt, kept)
    assert (rules.draw_tickets, rules.draw_keep) == (drawn, 1)


def test_settled_16_big_cities() -> None:
    """SETTLED-16: the 35 tickets that name one of seven cities."""
    big = {"Chicago", "Dallas", "Houston", "Los Angeles", "Miami", "New York", "Seattle"}
    mega = load("usa", {"ticket_decks": "mega"}).tickets
    assert load("usa", {"ticket_decks": "big_cities"}).tickets == tuple(t for t in mega if big & {t.a, t.b})


def test_nederland_without_tolls() -> None:
    rules = load("nederland", {"tolls": "off"}).rules
    assert (rules.toll_tokens, rules.toll_bonus, rules.both_doubles_from) == (0, (), 4)


def test_nederland_with_the_neutral_player() -> None:
    rules = load("nederland", {"neutral": "on"}).rules
    assert (rules.neutral_trains, rules.players) == (40, (2, 2))


def test_options_that_do_not_go_together() -> None:
    with pytest.raises(BoardError, match=r"neutral=true and tolls=false do not go together.*without tolls"):
        load("nederland", {"neutral": True, "tolls": False})


def test_unknown_options_and_values_are_all_named() -> None:
    with pytest.raises(BoardError) as error:
        load("nordic", {"start_hnd": 5, "tiebreak": "longest"})
    first, second = str(error.value).splitlines()
    assert "no option 'start_hnd'; did you mean 'start_hand'" in first
    assert "option tiebreak cannot be 'longest'" in second
    assert "longest_path, longest_ticket" in second
    with pytest.raises(BoardError, match="it has none"):
        load("europe", {"start_hand": 5})
