"""The checker of board files: every kind of mistake, its line, and what would be right."""

import random
import re
import sys
from pathlib import Path

import pytest

from branchline import boards
from branchline.boardfile.cards import COLOURS
from branchline.boardfile.mistakes import FormMistake
from branchline.boardfile.problems import Problem
from branchline.boards import check
from branchline.kinds import MAP_GAME
from branchline.mapgame.board import Board

SHIPPED = Path(sys.modules["branchline.boards"].__file__ or "").parent
BOARDS = ["europe", "iberia", "nederland", "nordic", "usa"]

OSLO = '{ name = "Oslo", '
BERGEN = '{ a = "Bergen",       b = "Oslo",       length = 4, colour = "blue",   kind = "tunnel" }'
BERGEN_2 = '{ a = "Bergen",       b = "Oslo",       length = 4, colour = "red",    kind = "tunnel" }'
TICKET = '{ a = "Bergen",       b = "København",    points =  8 }'
PURPLE = 'b = "Stavanger",  length = 2, colour = "purple", kind = "ferry", locomotives'
TOLL = 'b = "Rotterdam",      length = 2, colour = "purple", toll'

route, ticket = "routes[0] Bergen–Oslo", "tickets[0] Bergen–København"
neutral = "tickets[0] Groningen–Middelburg"
hand, decks = "options.start_hand", "options.ticket_decks"

# What is replaced, by what, then the entry in the problem, what it calls wrong and what right
MISTAKES = {
    "nordic": [
        # fields
        ('title = "Nordic Countries"', 'title = "Nordic', "TOML", "Illegal", "in quotes"),
        ("trains = 40", "players = [2, 3]", "TOML", "overwrite", "TOML"),
        ("length = 4, colour", "colour", route, "length is missing", "length ="),
        (', colour = "blue"', "", route, "colour is missing", "colour ="),
        ("length = 4", "lenght = 4", route, '"lenght"', '"length"'),
        (TICKET, '{ a = "Bergen" }', "tickets[0] Bergen", "b and points are missing", "b = … and points"),
        (TICKET, '"Bergen"', "tickets[0]", "not a table", "{ … }"),
        ('title = "Nordic Countries"', "title = 7", "title", "7 is not a text", "text in quotes"),
        ('name = "my-nordic"', 'name = "Nordic C."', "name", "no name for a board", "small letters"),
        ('status = "exact"', 'status = "exakt"', "status", '"exakt"', '"exact"'),
        ("[rules]", "extra = 1\n[rules]", "extra", "no field", "one of"),
        ("start_tickets = 5", "start_ticket = 5", "rules.start_ticket", "no field", '"start_tickets"'),
        ("trains = 40", "trains = true", "rules.trains", "true is not a whole", "from 1 to 60"),
        ("trains = 40", "trains = 40.5", "rules.trains", "40.5 is not a whole", "from 1 to 60"),
        ("trains = 40", "trains = 101", "rules.trains", "101 is out of range", "from 1 to 60"),
        ("display_reset = 0", "display_reset = [0]", "rules.display_reset", "[0]", "whole number"),
        ("players = [2, 3]", "players = 3", "rules.players", "not a list", "list in [ ]"),
        ("players = [2, 3]", "players = [2]", "rules.players", "a list of 1", "list of 2"),
        ("players = [2, 3]", "players = [1, 3]", "rules.players", "1 is out of range", "from 2 to 5"),
        ("players = [2, 3]", "players = [2, 6]", "rules.players", "6 is out of range", "from 2 to 5"),
        ("players = [2, 3]", "players = [3, 2]", "rules.players", "from 3 to 2", "[2, 3]"),
        ('\nreturned = "removed"', '\nreturned = "remove"', "rules.returned", '"remove"', '"removed"'),
        ('["tunnel", "ferry"]', '["tunel", "ferry"]', "rules.locomotives_on", '"tunel"', '"tunnel"'),
        # cities
        ("latitude = 59.91", "latitude = 159.91", "cities[10] Oslo", "latitude: 159.91", "-90 to 90"),
        (OSLO, f'{{ name = "Bergen", latitude = 1, longitude = 1 }},\n{OSLO}', "cities[10] Bergen",
         "already cities[3]", "another name"),
        (OSLO, f'{{ name = "Moss", latitude = 1, longitude = 1 }},\n{OSLO}', "cities[10] Moss",
         "no route leads", "add a route"),
        # routes
        ('{ a = "Bergen"', '{ a = "Bergn"', "routes[0] Bergn–Oslo", 'city "Bergn"', '"Bergen"'),
        ('{ a = "Bergen"', '{ a = "Oslo"', "routes[0] Oslo–Oslo", "Oslo is at both", "two different"),
        ("length = 4", "length = 10", route, "length: 10 is out", "from 1 to 9"),
        ("length = 4", "length = 7", route, "no points for length 7", "7 = …"),
        ('colour = "blue"', 'colour = "bleu"', route, 'colour "bleu"', '"blue"'),
        ('colour = "blue"', 'colour = "gray"', route, 'colour "gray"', '"grey"'),
        ('kind = "tunnel"', 'kind = "bridge"', route, 'no "bridge"', "one of"),
        ('kind = "tunnel"', 'kind = "tunnel", locomotives = 1', route, "no ferry", '"ferry"'),
        (f"{PURPLE} = 1", f"{PURPLE} = 3", "routes[2] Bergen–Stavanger", "3 locomotive", "2 or fewer"),
        (f"{PURPLE} = 1", f"{PURPLE} = 1, toll = 1", "routes[2] Bergen–Stavanger", "no player has", "tokens"),
        (f"{BERGEN_2},", f"{BERGEN_2},\n{BERGEN},", "routes[2] Bergen–Oslo", "route 3", "two at most"),
        # tickets
        (TICKET, TICKET.replace("Be", "Bi"), "tickets[0] Birgen–København", '"Birgen"', '"Bergen"'),
        (TICKET, TICKET.replace("København", "Bergen"), "tickets[0] Bergen–Bergen", "both", "different"),
        ("points =  8", "points = 0", ticket, "points: 0 is out", "from 1 to 100"),
        ("points =  8", "points = -8", ticket, "points: -8 is out", "from 1 to 100"),
        ("points =  8", "points = 256", ticket, "256 is out", "from 1 to 100"),
        ("points =  8", 'points = 8, deck = "lng"', ticket, "never in play", '"tickets"'),
        (f"{TICKET},", f'{TICKET},\n{{ a = "København", b = "Bergen", points = 8 }},',
         "tickets[1] København–Bergen", "on tickets[0]", "leave one"),
        # rules that do not fit together
        ("start_tickets = 5", "start_keep = 6\nstart_tickets = 5", "rules.start_keep", "6 of 5", "5 or less"),
        ("start_tickets = 5", "draw_keep = 4\nstart_tickets = 5", "rules.draw_keep", "4 of 3", "3 or less"),
        # options
        ("values = [4, 5]", "values = [5, 4]", hand, "not the board's own", "put 4 first"),
        ("values = [4, 5]", "values = [4]", hand, "2 to 9 different", "[own, other]"),
        ("values = [4, 5]", "values = [4, 99]", hand, "99 is out", "from 1 to 20"),
        ("values = [4, 5]", "valus = [1]\nvalues = [4, 5]", hand, '"valus"', '"values"'),
        ("[options.start_hand]", "[options.star_hand]", "options.star_hand", "rule field", '"start_hand"'),
    ],
    "nederland": [
        (f"{TOLL} = 4", f"{TOLL} = 3", "routes[40] Breda–Rotterdam", "toll 3, but 4", "same toll"),
        ('"grey",   toll = 3 },\n    { a = "Sneek"', '"grey" },\n    { a = "Sneek"',
         "routes[95] Rotterdam–Utrecht", "no toll", "toll = …"),
        ('["Eindhoven", "Roermond"]', '["Eindhoven", "Roermont"]', neutral, '"Roermont"', '"Roermond"'),
        ('["Eindhoven", "Roermond"]', '["Eindhoven", "Emden"]', neutral, "no route joins", "two ends"),
        ("[0, 1, 2, 3, 4]", "[0, 1, 2, 3]", "rules.start_scores", "4 start scores for 5", "5 numbers"),
        (", players = [2, 2]", "", "options.neutral", "5 players", "[2, 2]"),
    ],
    "europe": [
        ("long_tickets = 1", "long_tickets = 2", "rules.start_long_tickets", "6 tickets, but", "add 4"),
        ('["tickets", ', '["tickets", "ticket", ', "rules.ticket_decks", '"ticket"', '"tickets"'),
    ],
    "iberia": [
        ('["Porto", "Coimbra"]', '["Coímbra"]', "festivals[5] Coímbra", '"Coímbra"', '"Coimbra"'),
        ('["Porto", "Coimbra"]', '["Lisboa"]', "festivals[5] Lisboa", "already", "leave one"),
        ('cities = ["Bilbao"]', "cities = []", "festivals[7]", "without a city", "cities ="),
        ("[2, 4, 6, 9, 13, 17, 22, 27]", "[]", "festivals[0] Valencia", "0 cards", "1 to 12"),
        ("13, 17, 22, 27]", "13, 17, 27, 22]", "festivals[0] Valencia", "fewer points", "rise"),
        ("0.75, 0.75]", "0.75]", "rules.deal_card_depth", "3 places", "4 shares"),
        ("0.75, 0.75]", "0.75, 75]", "rules.deal_card_depth", "75 is out", "from 0 to 1"),
    ],
    "usa": [
        ('["1910-big", "mega-big"]', '["1910", "mega"], start_keep = 5', decks, "keep 5 of 4", "4 or less"),
    ],
}  # fmt: skip


def text_of(name: str) -> str:
    """The text of a shipped board under a name of its own."""
    text = (SHIPPED / f"{name}.toml").read_text(encoding="utf-8")
    return text.replace(f'name = "{name}"', f'name = "my-{name}"')


def line_of(text: str, place: str) -> int:
    return text[: text.index(place)].count("\n") + 1


def changed_line(old: str, new: str) -> int:
    """The first line that differs."""
    pairs = zip(old.split("\n"), new.split("\n"), strict=False)
    return next(i for i, (before, after) in enumerate(pairs, 1) if before != after)


def changed(name: str, *changes: tuple[str, str]) -> str:
    """The text of a shipped board with some of it replaced."""
    text = text_of(name)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def problems(name: str, *changes: tuple[str, str]) -> list[tuple[int, str, str]]:
    found = check(changed(name, *changes), f"{name}.toml")
    assert all(problem.right for problem in found)
    return [(problem.line, problem.entry, problem.wrong) for problem in found]


@pytest.mark.parametrize(
    ("name", "old", "new", "entry", "wrong", "right"),
    [(name, *mistake) for name, mistakes in MISTAKES.items() for mistake in mistakes],
)
def test_a_mistake_is_found(name: str, old: str, new: str, entry: str, wrong: str, right: str) -> None:
    text = changed(name, (old, new))
    (problem,) = check(text, f"{name}.toml")
    assert problem.entry == entry
    assert wrong in problem.wrong
    assert right in problem.right
    assert problem.line == changed_line(text_of(name), text)


def test_a_problem_as_text() -> None:
    said = FormMistake.NO_COLOUR(name='"blu"', n=1, names='"blue"')
    problem = Problem(57, "routes[12] Bergen–Oslo", said, "mine.toml")
    assert str(problem) == 'mine.toml:57: routes[12] Bergen–Oslo: there is no colour "blu"; write "blue"'


def test_a_missing_comma_is_at_the_line_after() -> None:
    text = changed("nordic", (f"{BERGEN},", BERGEN))
    (problem,) = check(text, "")
    assert problem.line == line_of(text, BERGEN) + 1
    assert "comma" in problem.right


def test_a_text_that_breaks_off() -> None:
    text = text_of("nordic").rstrip().removesuffix("\n]")
    (problem,) = check(text, "")
    assert (problem.line, problem.entry) == (len(text.splitlines()), "TOML")


def test_an_empty_text() -> None:
    found = [problem for problem in check("", "") if problem.wrong == "is missing"]
    missing = ["name", "title", "status", "about", "cities", "routes", "tickets"]
    assert [(problem.line, problem.entry) for problem in found] == [(1, entry) for entry in missing]


def test_a_missing_text() -> None:
    assert problems("nordic", ('title = "Nordic Countries"', "")) == [(1, "title", "is missing")]


def test_a_missing_table() -> None:
    line = line_of(text_of("nordic"), "[rules]")
    assert (line, "rulez", 'there is no field "rulez"') in problems("nordic", ("[rules]", "[rulez]"))


def test_a_missing_list() -> None:
    found = problems("nordic", ("tickets = [", "tickts = ["))
    assert (line_of(text_of("nordic"), "[map]"), "tickets", "is missing") in found
    assert (line_of(text_of("nordic"), "tickets = ["), "tickts", 'there is no field "tickts"') in found


@pytest.mark.parametrize(
    ("new", "wrong"),
    [("{ one = 1, ", '"one" is no length of a route'), ('{ 1 = "x", ', '"x" is not a whole number')],
)
def test_a_score_table_that_cannot_be_read(new: str, wrong: str) -> None:
    line = line_of(text_of("nordic"), "points = {")
    assert problems("nordic", ("{ 1 = 1, ", new))[0] == (line, "rules.points", wrong)


def test_a_city_without_a_name() -> None:
    first = problems("nordic", (OSLO, f'{{ name = "", latitude = 1, longitude = 1 }},\n{OSLO}'))[0]
    assert first == (line_of(text_of("nordic"), OSLO), "cities[10]", "a city without a name")


def test_a_city_whose_name_is_no_text() -> None:
    found = problems("nordic", ('name = "Oslo",', "name = 5,"))
    assert found[0] == (line_of(text_of("nordic"), OSLO), "cities[10] 5", "name: 5 is not a text in quotes")
    assert found[1][1:] == (route, 'there is no city "Oslo"')


def test_a_ticket_out_of_reach() -> None:
    island = '{ name = "Moss", latitude = 59, longitude = 10 }, { name = "Ås", latitude = 60, longitude = 10 },'
    changes = [
        ("cities = [", f"cities = [ {island}"),
        ("routes = [", 'routes = [ { a = "Moss", b = "Ås", length = 1, colour = "grey" },'),
        ("tickets = [", 'tickets = [ { a = "Moss", b = "Oslo", points = 2 },'),
    ]
    line = line_of(text_of("nordic"), "tickets = [")
    assert problems("nordic", *changes) == [(line, "tickets[0] Moss–Oslo", "no routes join Moss and Oslo")]


def test_too_few_tickets_for_the_start() -> None:
    text = text_of("nordic")
    tickets = [line for line in text.splitlines() if line.startswith("    { a =") and "points = " in line]
    (problem,) = check(text.replace("\n".join(tickets), "\n".join(tickets[:14])), "")
    assert problem.line == line_of(text, "start_tickets = 5")
    assert problem.wrong == "14 tickets, but 3 players need 15 at the start"
    assert "add 1 ticket," in problem.right


def test_too_few_tickets_for_two_drafts() -> None:
    text = re.sub(r' +\{ a = "Zaragoza", +b = "Perpignan", +points.*\n', "", text_of("iberia"))
    (problem,) = check(text, "")
    assert problem.wrong == "49 tickets, but 5 players need 50 at the start"


def test_too_few_tickets_with_an_option() -> None:
    found = problems("usa", ('["1910-big", "mega-big"]', '["1910"]'))
    wrong = "with ticket_decks = big_cities, 16 tickets, but 5 players need 20 at the start"
    assert found == [(line_of(text_of("usa"), "sets.big_cities"), decks, wrong)]


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("    [35, 0],\n", "", "3 rows of bonuses for 2 to 5 players"),
        ("[55, 35, 0]", "[55, 35]", "2 bonuses in the row for 3 players"),
    ],
)
def test_toll_bonus_rows(old: str, new: str, wrong: str) -> None:
    line = line_of(text_of("nederland"), "toll_bonus = [")
    assert (line, "rules.toll_bonus", wrong) in problems("nederland", (old, new))


def test_a_deal_card_without_drafts() -> None:
    line = line_of(text_of("iberia"), "deal_card_depth")
    found = problems("iberia", ("draft_keep = 4", "draft_keep = 0"))
    assert found == [(line, "rules.deal_card_depth", "a ticket-deal card without drafts")]


def test_a_neutral_player_without_tolls() -> None:
    found = problems(
        "nordic",
        ("both_doubles_from = 3", ""),
        ("players = [2, 3]", "players = [2, 2]\nneutral_trains = 40\nboth_doubles_from = 2"),
    )
    line = line_of(text_of("nordic"), "players = ") + 1
    assert found == [(line, "rules.neutral_trains", "a neutral player without tolls")]


def test_an_option_value_that_sets_nothing() -> None:
    nothing, stray = problems("usa", ("sets.big_cities", "sets.big_city"))
    assert nothing[2] == 'the value "big_cities" sets nothing'
    assert stray[:2] == (line_of(text_of("usa"), "sets.big_cities"), decks)


def test_an_option_value_that_sets_an_unknown_field() -> None:
    found = problems("usa", ("sets.mega.ticket_decks", "sets.mega.ticket_deks"))
    assert found[0] == (line_of(text_of("usa"), "sets.mega"), decks, 'there is no field "ticket_deks"')


def ring(cities: int, tickets: int = 40, festivals: int = 0) -> str:
    """A board whose every city has a route to the next and one to the next but one."""
    town = [f"{chr(65 + i // 26)}{chr(97 + i % 26)}" for i in range(cities)]
    routes = [(town[i], town[(i + step) % cities]) for i in range(cities) for step in (1, 2)]
    pairs = [(a, b) for i, a in enumerate(town) for b in town[:i]][:tickets]
    rows = [
        'name = "ring"\ntitle = "Ring"\nstatus = "exact"\nabout = "A ring."\n[map]\ncities = [',
        *(f'{{ name = "{name}", latitude = {i}, longitude = 2 }},' for i, name in enumerate(town)),
        "]\nroutes = [",
        *(f'{{ a = "{a}", b = "{b}", length = 2, colour = "grey" }},' for a, b in routes),
        "]\ntickets = [",
        *(f'{{ a = "{a}", b = "{b}", points = 1 }},' for a, b in pairs),
        "]\nfestivals = [",
        *(f'{{ cities = ["{name}"], points = [1] }},' for name in town[:festivals]),
        "]",
    ]
    return "\n".join(rows)


def test_as_much_as_a_game_can_hold() -> None:
    assert check(ring(64, 80, 12), "") == []


@pytest.mark.parametrize(
    ("board", "wrong"),
    [
        (ring(65), ["65 cities", "130 routes"]),
        (ring(64, 81), ["81 tickets in play"]),
        (ring(64, festivals=13), ["13 festivals"]),
    ],
    ids=["cities and routes", "tickets", "festivals"],
)
def test_more_than_a_game_can_hold(board: str, wrong: list[str]) -> None:
    found = check(board, "")
    assert [problem.wrong for problem in found] == wrong
    assert [problem.line for problem in found] == [line_of(board, f"{problem.entry} = [") for problem in found]
    assert all("a game can hold" in problem.right for problem in found)


def test_every_mistake_of_a_file_is_found_at_once() -> None:
    picked = [mistake[:3] for mistake in MISTAKES["nederland"] if "Emden" not in mistake[1]]
    found = problems("nederland", *((old, new) for old, new, _ in picked))
    assert sorted(entry for _, entry, _ in found) == sorted(entry for _, _, entry in picked)


@pytest.mark.parametrize("name", BOARDS)
def test_a_damaged_text_never_breaks_the_checker(name: str) -> None:
    chance = random.Random(1)
    text = text_of(name)
    tokens = re.findall(r'"[^"]*"|\w+|\W', text)
    for _ in range(12):
        damaged = list(tokens)
        for _ in range(3):
            scrap = chance.choice(["", "7", '"x"', "[]", "{}", "true", "nan", "-1"])
            damaged[chance.randrange(len(damaged))] = scrap
        for problem in check("".join(damaged), name):
            assert 1 <= problem.line <= len(text.splitlines())
            assert problem.entry
            assert problem.wrong
            assert problem.right


# An owner of the printed Iberia edits one file


def test_an_edited_iberia_is_accepted() -> None:
    chance = random.Random(2)
    text = re.sub(r"length = \d", lambda _: f"length = {chance.randint(1, 6)}", text_of("iberia"))
    text = re.sub(r"points = +\d+ ", lambda _: f"points = {chance.randint(2, 30)} ", text)
    text = re.sub(r'colour = "\w+"', lambda _: f'colour = "{chance.choice((*COLOURS, "grey"))}"', text)
    text = re.sub(r", locomotives = \d", "", text)
    text = text.replace("Perpignan", "Toulouse").replace("points = [3, 8, 15]", "points = [4, 9]", 1)
    assert text != text_of("iberia")
    assert check(text, "iberia.toml") == []


OSLO_NAMES = f'{OSLO}names = {{ fi = "Oslo", sv = "Kristiania" }}, '


def test_a_city_has_names_in_other_languages_and_stays_the_same_board() -> None:
    text = changed("nordic", (OSLO, OSLO_NAMES))
    assert check(text, "") == []
    board = boards.loads(text, "nordic.toml")
    assert isinstance(board, Board)
    oslo = next(city for city in board.cities if city.name == "Oslo")
    assert oslo.names == {"fi": "Oslo", "sv": "Kristiania"}
    assert list(MAP_GAME.facts(board)) == list(MAP_GAME.facts(boards.load_map("nordic")))
    assert hash(board.cities)


@pytest.mark.parametrize(
    ("names", "wrong", "right"),
    [
        ('{ sw = "Oslo" }', '"sw" is no language', '"sv"'),
        ('"Oslo"', '"Oslo" is not a table', "{ en = …"),
        ("{ sv = 7 }", "7 is not a text", "text in quotes"),
        ('{ sv = "" }', "without a name", "name ="),
        ('{ sv = "Oslo; Bergen" }', "which records cannot tell", "write letters"),
        ('{ sv = "bergen" }', "are both", "another name"),
    ],
)
def test_a_wrong_name_in_another_language_is_found(names: str, wrong: str, right: str) -> None:
    (problem,) = check(changed("nordic", (OSLO, f"{OSLO}names = {names}, ")), "")
    assert "Oslo" in problem.entry
    assert wrong in problem.wrong
    assert right in problem.right
