"""Claiming routes and paying for them (B-CLAIM, N-CLAIM, N-LOCO), but for ferries and tunnels."""

import pytest

from branchline.boardfile.cards import COLOURS
from rules.table import Table

# The base game


def test_b_claim_1_a_coloured_route_asks_for_its_own_colour() -> None:
    """B-CLAIM-1: as many cards as the route has spaces, all of its colour."""
    table = Table("usa")
    table.hand(0, red=6, blue=6)
    assert table.payments("Dallas–El Paso") == {"4 red"}
    table.cannot_claim("Dallas–El Paso", blue=4)
    table.cannot_claim("Dallas–El Paso", red=3)
    table.cannot_claim("Dallas–El Paso", red=5)
    table.cannot_claim("Dallas–El Paso", red=3, blue=1)
    table.claim("Dallas–El Paso", red=4)
    assert table.owns(0, "Dallas–El Paso")
    assert table.holds(0) == {"red": 2, "blue": 6}


@pytest.mark.parametrize("colour", COLOURS)
def test_b_claim_1_a_grey_route_takes_any_single_colour(colour: str) -> None:
    """B-CLAIM-1: a grey one takes any single colour."""
    table = Table("usa")
    other = "red" if colour != "red" else "blue"
    table.hand(0, **{colour: 3, other: 2})
    assert table.payments("El Paso–Phoenix") == {f"3 {colour}"}
    table.cannot_claim("El Paso–Phoenix", **{colour: 2, other: 1})
    table.claim("El Paso–Phoenix", **{colour: 3})
    assert table.holds(0) == {other: 2}


def test_b_claim_1_nobody_pays_with_cards_they_do_not_hold() -> None:
    """B-CLAIM-1: the cards are the player's own."""
    table = Table("usa")
    table.hand(0, red=3)
    table.hand(1, red=4)
    table.cannot_claim("Dallas–El Paso", red=4)


def test_b_claim_2_a_locomotive_stands_for_any_colour() -> None:
    """B-CLAIM-2: on a coloured and on a grey route; a set may be all locomotives."""
    table = Table("usa")
    table.hand(0, red=2, blue=1, locomotive=4)
    assert table.payments("Dallas–El Paso") == {
        "2 red, 2 locomotives",
        "1 red, 3 locomotives",
        "4 locomotives",
    }
    assert table.payments("Calgary–Vancouver") == {
        "2 red, 1 locomotive",
        "1 red, 2 locomotives",
        "1 blue, 2 locomotives",
        "3 locomotives",
    }


def test_b_claim_2_a_locomotive_does_not_join_two_colours() -> None:
    """B-CLAIM-2: the set is still of one colour."""
    table = Table("usa")
    table.hand(0, red=2, blue=2, locomotive=1)
    table.cannot_claim("Calgary–Vancouver", red=1, blue=1, locomotive=1)
    table.cannot_claim("Calgary–Seattle", red=2, blue=1, locomotive=1)


@pytest.mark.parametrize("locomotives", range(5))
def test_b_claim_2_the_player_chooses_how_many_locomotives(locomotives: int) -> None:
    """B-CLAIM-2: what is paid is exactly what was named."""
    table = Table("usa")
    table.hand(0, red=4, locomotive=4)
    table.claim("Dallas–El Paso", red=4 - locomotives, locomotive=locomotives)
    left = {"red": locomotives, "locomotive": 4 - locomotives}
    assert table.holds(0) == {card: n for card, n in left.items() if n}


def test_b_claim_3_trains_are_placed_and_cards_discarded() -> None:
    """B-CLAIM-3: a train for every space; paid cards go to the discards."""
    table = Table("usa")
    table.hand(0, red=3, locomotive=1)
    table.claim("Dallas–El Paso", red=3, locomotive=1)
    assert table.record.trains[0] == 45 - 4
    assert table.holds(0) == {}
    assert table.in_discards == {"red": 3, "locomotive": 1}


@pytest.mark.parametrize("board", ["usa", "nordic"])
def test_b_claim_3_without_enough_trains_no_claim(board: str) -> None:
    """B-CLAIM-3: the player needs a train for every space."""
    route, colour = {"usa": ("Dallas–El Paso", "red"), "nordic": ("Stockholm–Sundsvall (grey 1)", "red")}[board]
    table = Table(board)
    table.hand(0, **{colour: 6})
    table.record.trains[0] = 3
    table.cannot_claim(route, **{colour: 4})
    table.record.trains[0] = 4
    table.claim(route, **{colour: 4})
    assert table.record.trains[0] == 0


def test_b_claim_4_a_route_need_not_touch_the_network() -> None:
    """B-CLAIM-4: any unclaimed route may be claimed."""
    table = Table("usa")
    table.built(0, "Miami–New Orleans")
    table.hand(0, white=6)
    table.claim("Calgary–Winnipeg", white=6)
    assert table.owns(0, "Calgary–Winnipeg")


def test_b_claim_4_a_claimed_route_is_nobody_elses() -> None:
    """B-CLAIM-4: unclaimed; neither another player nor the owner claims it again."""
    table = Table("usa", 4)
    table.built(1, "Dallas–El Paso")
    table.built(0, "Calgary–Winnipeg")
    table.hand(0, red=6, white=6)
    table.cannot_claim("Dallas–El Paso", red=4)
    table.cannot_claim("Calgary–Winnipeg", white=6)
    assert table.payments("Dallas–El Paso") == table.payments("Calgary–Winnipeg") == set()


def test_b_claim_4_one_route_a_turn() -> None:
    """B-CLAIM-4: one route a turn, whole."""
    table = Table("usa")
    table.hand(0, red=12)
    table.claim("Dallas–El Paso", red=4)
    assert table.asks == "player 1"
    assert table.view(0).seats[0].routes == ["Dallas–El Paso"]


@pytest.mark.parametrize(
    ("board", "players", "mine", "twin", "colour"),
    [
        ("usa", 2, "Denver–Kansas City (black)", "Denver–Kansas City (orange)", "orange"),
        ("usa", 4, "Denver–Kansas City (black)", "Denver–Kansas City (orange)", "orange"),
        ("usa", 5, "Dallas–Houston (grey 1)", "Dallas–Houston (grey 2)", "orange"),
        ("nordic", 3, "Stockholm–Sundsvall (grey 2)", "Stockholm–Sundsvall (grey 1)", "orange"),
    ],
)
def test_b_claim_5_nobody_owns_both_routes_of_a_double(
    board: str, players: int, mine: str, twin: str, colour: str
) -> None:
    """B-CLAIM-5: one player never owns both routes of a double route."""
    table = Table(board, players)
    table.hand(0, black=4, orange=8)
    table.play(f"claim {mine} {'black' if 'black' in mine else colour}")
    assert table.owns(0, mine)
    table.turn_of(0)
    assert table.payments(twin) == set()
    length = table.board.routes[table.route(twin)].length
    table.cannot_claim(twin, **{colour: length})


@pytest.mark.parametrize("players", [2, 3])
def test_b_claim_6_with_two_or_three_players_the_other_route_is_closed(players: int) -> None:
    """B-CLAIM-6: only one route of a double route can be claimed; the other is closed from then on."""
    table = Table("usa", players)
    table.hand(0, black=4)
    table.hand(1, orange=4)
    table.claim("Denver–Kansas City (black)", black=4)
    table.cannot_claim("Denver–Kansas City (orange)", orange=4)
    assert table.payments("Denver–Kansas City (orange)") == set()


@pytest.mark.parametrize("players", [4, 5])
def test_b_claim_6_with_four_or_five_players_both_routes_are_open(players: int) -> None:
    """B-CLAIM-6: with 4 or 5 both are open, to different players."""
    table = Table("usa", players)
    table.hand(0, black=4)
    table.hand(1, orange=4)
    table.claim("Denver–Kansas City (black)", black=4)
    table.claim("Denver–Kansas City (orange)", orange=4)
    assert table.owns(0, "Denver–Kansas City (black)")
    assert table.owns(1, "Denver–Kansas City (orange)")


def test_b_claim_6_two_routes_from_a_city_to_different_cities_are_no_double() -> None:
    """B-CLAIM-6: only routes between the same two cities."""
    table = Table("usa")
    table.built(1, "Denver–Kansas City (black)")
    table.hand(0, red=4)
    table.claim("Denver–Oklahoma City", red=4)
    assert table.owns(0, "Denver–Oklahoma City")


@pytest.mark.parametrize(
    ("route", "points"),
    [
        ("Seattle–Vancouver (grey 1)", 1),
        ("El Paso–Santa Fe", 2),
        ("Helena–Salt Lake City", 4),
        ("Charleston–Miami", 7),
        ("Los Angeles–San Francisco (purple)", 4),
        ("Portland–San Francisco (purple)", 10),
        ("Duluth–Toronto", 15),
    ],
)
def test_b_claim_7_points_at_once(route: str, points: int) -> None:
    """B-CLAIM-7: length 1→1, 2→2, 3→4, 4→7, 5→10, 6→15."""
    table = Table("usa")
    table.hand(0, purple=6)
    table.play(f"claim {route} purple")
    assert table.record.score[:2].tolist() == [points, 0]


# Nordic Countries


@pytest.mark.parametrize("route", ["Imatra–Lahti", "Kajaani–Oulu", "Oslo–Örebro (yellow)"])
def test_n_claim_1_a_yellow_route_of_two_takes_two_yellow(route: str) -> None:
    """N-CLAIM-1: the books' example: a yellow route of 2 takes 2 yellow."""
    table = Table("nordic")
    table.hand(0, yellow=3, green=3)
    assert table.payments(route) == {"2 yellow"}
    table.claim(route, yellow=2)
    assert table.owns(0, route)
    assert table.in_discards == {"yellow": 2}
    assert table.record.trains[0] == 38


def test_n_claim_1_a_grey_route_of_three_takes_any_three_of_one_colour() -> None:
    """N-CLAIM-1: the books' other example."""
    table = Table("nordic")
    table.hand(0, **dict.fromkeys(COLOURS, 3))
    assert table.payments("Kuopio–Oulu") == {f"3 {colour}" for colour in COLOURS}
    table.cannot_claim("Kuopio–Oulu", red=2, green=1)


def test_n_claim_1_any_unclaimed_route_may_be_claimed() -> None:
    """N-CLAIM-1: as B-CLAIM-4; it need not touch the player's network, and nobody claims it twice."""
    table = Table("nordic")
    table.built(0, "Bergen–Oslo (red)")
    table.built(1, "Helsinki–Imatra")
    table.hand(0, blue=6, red=6)
    table.cannot_claim("Helsinki–Imatra", red=3)
    table.claim("Kirkenes–Rovaniemi", blue=5)
    assert table.owns(0, "Kirkenes–Rovaniemi")


DOUBLES = [
    ("Boden–Kiruna (black)", {"black": 3}, "Boden–Kiruna (orange)", {"orange": 3}),
    ("Stockholm–Sundsvall (grey 1)", {"black": 4}, "Stockholm–Sundsvall (grey 2)", {"orange": 4}),
    (
        "Kristiansand–Stavanger (green)",
        {"green": 2},
        "Kristiansand–Stavanger (orange)",
        {"orange": 2, "locomotive": 1},
    ),
    (
        "Kristiansand–Stavanger (orange)",
        {"orange": 2, "locomotive": 1},
        "Kristiansand–Stavanger (green)",
        {"green": 2},
    ),
    ("Mo i Rana–Trondheim (red)", {"red": 4, "locomotive": 2}, "Mo i Rana–Trondheim (green)", {"green": 5}),
    ("Mo i Rana–Trondheim (green)", {"green": 5}, "Mo i Rana–Trondheim (red)", {"red": 4, "locomotive": 2}),
]


def claim_safely(table: Table, route: str, cards: dict[str, int]) -> None:
    """Claim a route; a tunnel turns nothing that costs more."""
    table.claim(route, **cards)
    if table.asks == "chance: turned":
        table.turned("white", "white", "white")


@pytest.mark.parametrize(("one", "price", "other", "other_price"), DOUBLES)
def test_n_claim_2_with_two_players_the_second_is_closed(
    one: str, price: dict[str, int], other: str, other_price: dict[str, int]
) -> None:
    """N-CLAIM-2: with 2 players the second is closed once the first is claimed, unequal ones too."""
    table = Table("nordic")
    table.hand(0, **price)
    table.hand(1, **other_price)
    table.turn_of(1)
    assert table.can(f"claim {other} for {', '.join(f'{n} {card}' for card, n in other_price.items())}")
    table.turn_of(0)
    claim_safely(table, one, price)
    assert table.owns(0, one)
    assert table.payments(other) == set()
    table.cannot_claim(other, **other_price)


@pytest.mark.parametrize(("one", "price", "other", "other_price"), DOUBLES)
def test_n_claim_2_with_three_players_both_are_open_to_different_players(
    one: str, price: dict[str, int], other: str, other_price: dict[str, int]
) -> None:
    """N-CLAIM-2: with 3 players both are open, but one player never takes both."""
    table = Table("nordic", 3)
    table.hand(0, **price)
    table.hand(1, **other_price)
    claim_safely(table, one, price)
    claim_safely(table, other, other_price)
    assert table.owns(0, one)
    assert table.owns(1, other)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(("one", "price", "other", "other_price"), DOUBLES)
def test_n_claim_2_one_player_never_takes_both(
    players: int, one: str, price: dict[str, int], other: str, other_price: dict[str, int]
) -> None:
    """N-CLAIM-2: one player never takes both."""
    table = Table("nordic", players)
    table.hand(0, **price)
    claim_safely(table, one, price)
    table.hand(0, **other_price)
    table.turn_of(0)
    assert table.payments(other) == set()
    table.cannot_claim(other, **other_price)


@pytest.mark.parametrize(
    ("route", "cards", "points"),
    [
        ("Helsinki–Lahti", {"black": 1}, 1),
        ("Göteborg–Oslo", {"orange": 2}, 2),
        ("Oulu–Vaasa", {"black": 3}, 4),
        ("Sundsvall–Örebro", {"orange": 4}, 7),
        ("Kirkenes–Rovaniemi", {"blue": 5}, 10),
        ("Mo i Rana–Trondheim (red)", {"red": 4, "locomotive": 2}, 15),
        ("Murmansk–Lieksa", {"green": 9}, 27),
    ],
)
def test_n_claim_4_points(route: str, cards: dict[str, int], points: int) -> None:
    """N-CLAIM-4: 1→1, 2→2, 3→4, 4→7, 5→10, 6→15, 9→27."""
    table = Table("nordic")
    table.hand(0, **cards)
    table.claim(route, **cards)
    assert table.record.score[:2].tolist() == [points, 0]


@pytest.mark.parametrize("route", ["Helsinki–Imatra", "Kuopio–Oulu"])
def test_n_loco_1_no_locomotive_on_an_ordinary_route(route: str) -> None:
    """N-LOCO-1: locomotives may be played only on tunnels and ferries, never on an ordinary route."""
    table = Table("nordic")
    table.hand(0, red=3, locomotive=3)
    assert table.payments(route) == {"3 red"}
    table.cannot_claim(route, red=2, locomotive=1)
    table.cannot_claim(route, locomotive=3)


def test_n_loco_1_a_locomotive_is_one_card_of_a_tunnel_or_ferry() -> None:
    """N-LOCO-1: each for one card, on tunnels and ferries."""
    table = Table("nordic")
    table.hand(0, purple=1, locomotive=1)
    assert table.payments("Lillehammer–Oslo") == {"1 purple, 1 locomotive"}
    assert table.payments("Bergen–Stavanger") == {"1 purple, 1 locomotive"}


def test_n_loco_1_locomotives_are_any_cards_of_an_exchange() -> None:
    """N-LOCO-1: as "any card" within four-for-one on Murmansk–Lieksa and three-for-one on ferries."""
    table = Table("nordic")
    table.hand(0, green=8, red=3, locomotive=3)
    assert table.can("claim Murmansk–Lieksa for 8 green, 1 red, 3 locomotives")
    assert table.can("claim København–Århus for 1 red, 2 locomotives")
