"""The final score: bonuses, longest path, tie-breaks (B-END-2 to -4, N-END-2 to -4)."""

import random

import pytest

from branchline.mapgame.board import Board
from rules.table import Table


def places(table: Table) -> list[int]:
    """Everybody's place: 1 for the winner, or for all who share the win."""
    return [int(n) for n in table.position.score().place[: table.players]]


def totals(table: Table) -> list[int]:
    """Everybody's final score."""
    return [int(n) for n in table.position.score().total[: table.players]]


def paths(table: Table) -> list[int]:
    """Everybody's longest path."""
    return [int(n) for n in table.position.score().longest_path[: table.players]]


def set_scores(table: Table, *scores: int) -> None:
    """Set the points that players have on the board."""
    table.record.score[: table.players] = scores


# Below zero


def test_b_end_2_scores_may_be_negative() -> None:
    """B-END-2: scores may be negative; the least negative one wins."""
    table = Table("usa")
    table.tickets(0, "Los Angeles–New York", "Seattle–New York")
    table.tickets(1, "Los Angeles–Miami")
    assert totals(table) == [-43, -20]
    assert places(table) == [2, 1]


def test_n_end_2_tickets_are_added_or_subtracted() -> None:
    """N-END-2: tickets: add or subtract."""
    table = Table("nordic")
    table.built(0, "Oslo–Örebro (green)", "Stockholm–Örebro (black)")
    table.built(1, "Göteborg–Oslo")
    table.tickets(0, "Oslo–Stockholm", "Tampere–Tallinn")  # 4 and 3
    table.tickets(1, "Oslo–København")  # 4
    result = table.position.score()
    assert result.tickets[:2].tolist() == [4 - 3, -4]
    assert result.completed[:2].tolist() == [1, 0]
    assert totals(table) == [2 + 2 + 1 + 10, 2 - 4]


# The longest path

TRIANGLE = (
    "Denver–Kansas City (black)",
    "Kansas City–Oklahoma City (grey 1)",
    "Denver–Oklahoma City",
)  # 4, 2, 4


def test_b_end_3_ten_points_for_the_longest_path() -> None:
    """B-END-3: longest continuous path 10 points."""
    table = Table("usa", 3)
    table.built(0, "Helena–Seattle")  # 6
    table.built(1, "Denver–Kansas City (black)", "Kansas City–Saint Louis (blue)", "Nashville–Saint Louis")  # 4 + 2 + 2
    result = table.position.score()
    assert result.longest_path[:3].tolist() == [6, 8, 0]
    assert result.longest_path_bonus[:3].tolist() == [0, 10, 0]
    assert totals(table) == [15, 7 + 2 + 2 + 10, 0]


def test_b_end_3_all_who_tie_get_the_ten_points() -> None:
    """B-END-3: 10 points to all who tie."""
    table = Table("usa", 4)
    table.built(0, "Helena–Seattle")
    table.built(1, "Denver–Kansas City (black)", "Kansas City–Saint Louis (blue)")
    table.built(2, "Calgary–Helena")
    assert table.position.score().longest_path_bonus[:4].tolist() == [10, 10, 0, 0]


@pytest.mark.parametrize(
    ("routes", "length"),
    [
        ([], 0),
        (TRIANGLE, 10),
        ((*TRIANGLE, "Denver–Santa Fe", "Denver–Omaha"), 2 + 10 + 4),  # through Denver twice
        (("Denver–Santa Fe", "Denver–Omaha", "Denver–Helena"), 8),  # the two longest of three arms
        (("Calgary–Helena", "Miami–New Orleans"), 6),  # two networks: the longer one
        (("Calgary–Helena", "Miami–New Orleans", "Houston–New Orleans", "Calgary–Vancouver"), 8),
        ((*TRIANGLE, "El Paso–Santa Fe", "Denver–Santa Fe"), 14),  # a tail after a round
        ((*TRIANGLE, "Oklahoma City–Santa Fe", "Denver–Santa Fe"), 15),  # two rounds with a common side
    ],
)
def test_b_end_3_a_path_is_a_trail(routes: list[str], length: int) -> None:
    """B-END-3: no route is used twice, cities may repeat."""
    table = Table("usa")
    table.built(0, *routes)
    assert paths(table)[0] == length


def longest_by_trying(board: Board, routes: list[int], city: str | None = None) -> int:
    """The longest trail, found by walking every way."""
    best = 0
    for r in routes:
        route = board.routes[r]
        for here, there in ((route.a, route.b), (route.b, route.a)):
            if city in (None, here):
                rest = [other for other in routes if other != r]
                best = max(best, route.length + longest_by_trying(board, rest, there))
    return best


@pytest.mark.parametrize("seed", range(12))
def test_b_end_3_the_longest_path_of_a_network_grown_at_random(seed: int) -> None:
    """B-END-3: as long as trying every way finds."""
    table = Table("usa")
    board, dice = table.board, random.Random(seed)
    routes = [dice.randrange(len(board.routes))]
    while len(routes) < 8:
        cities = {city for r in routes for city in (board.routes[r].a, board.routes[r].b)}
        taken = {frozenset((board.routes[r].a, board.routes[r].b)) for r in routes}
        near = [
            i
            for i, route in enumerate(board.routes)
            if frozenset((route.a, route.b)) not in taken and cities & {route.a, route.b}
        ]
        routes.append(dice.choice(near))
    table.built(0, *(table.notation.routes[r] for r in routes))
    assert paths(table)[0] == longest_by_trying(board, routes)


# Who wins the base game


def test_b_end_4_most_points_win() -> None:
    """B-END-4: most points wins, bonuses and tickets included."""
    table = Table("usa", 3)
    set_scores(table, 20, 30, 10)
    table.tickets(2, "Los Angeles–New York")
    assert totals(table) == [20, 30, -11]
    assert places(table) == [2, 1, 3]


def test_b_end_4_a_tie_goes_to_the_most_completed_tickets() -> None:
    """B-END-4: tie: most completed tickets, though the other has the longest path."""
    table = Table("usa")
    table.built(0, "Denver–Santa Fe", "El Paso–Santa Fe")
    table.tickets(0, "Denver–El Paso")  # completed, 4 points
    table.built(1, "Helena–Seattle")
    set_scores(table, 26, 20)
    assert totals(table) == [30, 30]
    assert table.position.score().longest_path_bonus[:2].tolist() == [0, 10]
    assert places(table) == [1, 2]


def test_b_end_4_a_ticket_held_but_not_completed_breaks_no_tie() -> None:
    """B-END-4: completed tickets count, not tickets."""
    table = Table("usa")
    table.tickets(0, "Denver–El Paso", "Duluth–Houston")
    set_scores(table, 32, 20)
    assert totals(table) == [20, 20]
    assert places(table) == [1, 1]


def test_b_end_4_still_tied_the_owner_of_the_longest_path() -> None:
    """B-END-4: still tied: the owner of the longest path."""
    table = Table("usa")
    table.built(0, "Calgary–Helena")  # 4
    table.built(1, "Helena–Seattle")  # 6
    set_scores(table, 30, 20)
    assert totals(table) == [30, 30]
    assert places(table) == [2, 1]


def test_b_end_4_still_tied_the_win_is_shared() -> None:
    """B-END-4: still tied: shared; the next player is third."""
    table = Table("usa", 3)
    table.built(0, "Calgary–Helena")
    table.built(1, "Denver–Helena")
    set_scores(table, 20, 20, 5)
    assert totals(table) == [30, 30, 5]
    assert places(table) == [1, 1, 3]


@pytest.mark.parametrize("decks", ["classic", "mega", "big_cities"])
def test_settled_5_none_of_those_tied_holds_the_bonus(decks: str) -> None:
    """SETTLED-5: where there is a bonus its holder wins a tie; a third player has it: the win is shared."""
    table = Table("usa", 3, ticket_decks=decks)
    table.built(0, "Calgary–Helena")  # 4
    table.built(1, "Calgary–Vancouver")  # 3
    table.built(2, "Helena–Seattle")  # 6, and the 10 points
    set_scores(table, 30, 30, 0)
    assert totals(table) == [30, 30, 10]
    assert places(table) == [1, 1, 3]


def test_settled_5_one_of_several_tied_holds_the_bonus() -> None:
    """SETTLED-5: the holder is first; the others share the next place, whatever their paths."""
    table = Table("usa", 3)
    table.built(0, "Calgary–Helena")  # 4
    table.built(1, "Helena–Seattle")  # 6, and the 10 points
    table.built(2, "Calgary–Vancouver")  # 3
    set_scores(table, 30, 20, 30)
    assert totals(table) == [30, 30, 30]
    assert places(table) == [2, 1, 2]


def test_settled_5_in_europe_too() -> None:
    """SETTLED-5, E-STATION-3: after tickets and stations the holder of the bonus, not the longer path."""
    table = Table("europe", 3)
    table.built(0, "Berlin–Warszawa (purple)")  # 4
    table.built(1, "Berlin–Essen")  # 2
    table.built(2, "Budapest–Kyïv")  # 6, and the 10 points
    set_scores(table, 30, 30, 0)
    assert totals(table) == [42, 42, 22]
    assert places(table) == [1, 1, 3]


def test_settled_5_without_a_bonus_the_longer_path_of_those_tied_counts() -> None:
    """SETTLED-5: in the game of 1910 nobody holds a card for it, so the paths of those tied are compared."""
    table = Table("usa", 3, ticket_decks="1910")
    table.built(0, "Calgary–Helena")  # 4
    table.built(1, "Calgary–Vancouver")  # 3
    table.built(2, "Helena–Seattle")  # 6
    set_scores(table, 30, 30, 0)
    assert totals(table) == [30, 30, 0]
    assert places(table) == [1, 2, 3]


@pytest.mark.parametrize("players", [2, 5])
def test_settled_5_nobody_with_a_path_nobody_gets_the_ten(players: int) -> None:
    """SETTLED-5: nobody with a path: nobody gets the 10."""
    table = Table("usa", players)
    assert totals(table) == [0] * players
    assert places(table) == [1] * players


def test_settled_5_in_nordic_countries_too() -> None:
    """SETTLED-5: among those tied, with a third player's path longer than both."""
    table = Table("nordic", 3)
    table.built(0, "Göteborg–Oslo")  # 2
    table.built(1, "Helsinki–Imatra")  # 3
    table.built(2, "Kirkenes–Rovaniemi")  # 5
    set_scores(table, 30, 30, 20)
    assert places(table) == [2, 1, 3]


# Nordic Countries

OSLO_STOCKHOLM = ("Oslo–Örebro (green)", "Stockholm–Örebro (black)")
TAMPERE_SUNDSVALL = ("Tampere–Vaasa", "Sundsvall–Vaasa", "Lahti–Tampere")


def test_n_end_3_the_globetrotter_has_completed_the_most_tickets() -> None:
    """N-END-3: 10 points for the most completed tickets; tickets that were not completed do not count."""
    table = Table("nordic", 3)
    table.built(0, *OSLO_STOCKHOLM)
    table.tickets(0, "Oslo–Stockholm")
    table.built(1, *TAMPERE_SUNDSVALL)
    table.tickets(2, "Bergen–København", "Bergen–Narvik", "Bergen–Tornio")
    result = table.position.score()
    assert result.completed[:3].tolist() == [1, 0, 0]
    assert result.most_tickets_bonus[:3].tolist() == [10, 0, 0]
    assert totals(table) == [2 + 2 + 4 + 10, 2 + 4 + 1, -8 - 16 - 17]


def test_n_end_3_all_who_tie_get_ten() -> None:
    """N-END-3: all who tie get 10, whatever their tickets are worth."""
    table = Table("nordic", 3)
    table.built(0, *OSLO_STOCKHOLM)
    table.tickets(0, "Oslo–Stockholm")  # 4
    table.built(1, *TAMPERE_SUNDSVALL)
    table.tickets(1, "Sundsvall–Lahti")  # 6
    assert table.position.score().most_tickets_bonus[:3].tolist() == [10, 10, 0]


def test_n_end_3_with_no_ticket_completed_nobody_gets_it() -> None:
    """N-END-3: with zero completed by all, nobody."""
    table = Table("nordic")
    table.tickets(0, "Oslo–Stockholm")
    assert totals(table) == [-4, 0]


def test_n_end_3_the_longest_path_is_worth_nothing_here() -> None:
    """N-END-3: the Globetrotter is the one bonus of Nordic Countries."""
    table = Table("nordic")
    table.built(0, "Kirkenes–Rovaniemi")
    assert totals(table) == [10, 0]


def test_n_end_4_most_points_win() -> None:
    """N-END-4: most points wins."""
    table = Table("nordic", 3)
    table.built(0, "Kirkenes–Rovaniemi")
    set_scores(table, 10, 30, 20)
    assert places(table) == [3, 1, 2]


def test_n_end_4_a_tie_goes_to_the_most_completed_tickets() -> None:
    """N-END-4: tie: most completed tickets, though the other's path is longer."""
    table = Table("nordic")
    table.built(0, *OSLO_STOCKHOLM)
    table.tickets(0, "Oslo–Stockholm")
    table.built(1, "Kirkenes–Rovaniemi")
    set_scores(table, 6, 20)
    assert totals(table) == [20, 20]
    assert places(table) == [1, 2]


def test_n_end_4_then_to_the_longest_path() -> None:
    """N-END-4: tie: longest continuous path; a trail, not the longest route or the most trains."""
    table = Table("nordic")
    table.built(0, "Kirkenes–Rovaniemi", "Kuopio–Vaasa")  # 5 and 4, apart
    table.built(1, "Göteborg–Oslo", "Oslo–Örebro (green)", "Stockholm–Örebro (black)")  # 2 + 2 + 2
    set_scores(table, 30, 30)
    assert paths(table) == [5, 6]
    assert places(table) == [2, 1]


def test_n_end_4_a_win_still_tied_is_shared() -> None:
    """N-END-4: still tied: shared."""
    table = Table("nordic", 3)
    table.built(0, "Göteborg–Oslo")
    table.built(1, "Imatra–Lahti")
    set_scores(table, 30, 30, 30)
    assert places(table) == [1, 1, 3]


def test_n_end_4_three_may_share_the_win() -> None:
    """N-END-4: all three, if nothing tells them apart."""
    table = Table("nordic", 3)
    assert places(table) == [1, 1, 1]
