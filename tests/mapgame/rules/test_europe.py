"""Europe: long tickets and stations, by the numbers of the rules."""

from itertools import product
from random import Random

import numpy as np
import pytest

from branchline import new, replay
from branchline.engine import phases
from branchline.mapgame.actions import BuildStation
from branchline.mapgame.contents import bits
from branchline.position import stream

from .table import Table

LONG = {
    "Brest–Petrograd",
    "Cádiz–Stockholm",
    "Edinburgh–Athína",
    "København–Erzurum",
    "Lisboa–Danzig",
    "Palermo–Moskva",
}


class Europe(Table):
    """A game of Europe in its first turn: the long tickets have left it."""

    def __init__(self, players: int = 2) -> None:
        super().__init__("europe", players)
        s = self.record
        for t, ticket in enumerate(self.board.tickets):
            place = s.removed if ticket.deck == "long" else s.ticket_deck
            place[t // 64] |= np.uint64(1 << t % 64)
        s.ticket_deck &= ~s.removed
        s.ticket_deck_size = 40
        s.under[:] = 0
        s.under_size = 0


def stations(table: Table, player: int, *cities: str) -> None:
    """Let a player have built stations in these cities."""
    mask = sum(1 << table.notation.places.names.index(city) for city in cities)
    table.record.stations[player] = np.uint64(mask)


def to_tickets(table: Table) -> None:
    """Let chance deal hands and display, whatever they are."""
    while table.asks != "chance: tickets":
        table.position.apply(table.position.outcomes()[0][0])


def test_b_set_4_one_long_ticket_and_three_others() -> None:
    """B-SET-4 (E): 1 long and 3 regular tickets, keep at least 2; returned ones leave the game."""
    table = Table.at_setup("europe", 2)
    to_tickets(table)
    assert set(table.may_turn_up()) == LONG
    table.offered("Brest–Petrograd", "Palermo–Moskva")
    assert not set(table.may_turn_up()) & LONG
    assert len(table.may_turn_up()) == 40
    table.offered("Paris–Wien", "Rostov–Erzurum", "London–Wien", "Kyïv–Sochi", "Berlin–Roma", "Brest–Venezia")
    assert table.asks == "player 0"
    table.cannot("keep Paris–Wien")
    table.keep("Paris–Wien", "Rostov–Erzurum")
    table.keep("Palermo–Moskva", "Kyïv–Sochi", "Berlin–Roma")
    removed = {f"{t.a}–{t.b}" for t in map(table.board.tickets.__getitem__, bits(table.record.removed))}
    assert removed == LONG - {"Palermo–Moskva"} | {"London–Wien", "Brest–Venezia"}
    assert table.record.ticket_deck_size == 34
    assert table.keeps(1) == {"Palermo–Moskva", "Kyïv–Sochi", "Berlin–Roma"}


def test_b_ticket_1_returned_later_go_to_the_bottom() -> None:
    """B-TICKET-1: drawn later and returned, tickets go to the bottom of the deck."""
    table = Europe()
    table.ticket_deck("Paris–Wien", "Rostov–Erzurum", "London–Wien")
    table.draw_tickets("Paris–Wien", "Rostov–Erzurum", "London–Wien")
    table.keep("Paris–Wien")
    assert table.record.under_size == 2


def test_b_claim_7_eight_spaces_are_21_points() -> None:
    """B-CLAIM-7 (E): a route of 8 is worth 21."""
    table = Europe()
    table.hand(0, red=8, locomotive=2)
    table.claim("Petrograd–Stockholm", red=8)
    table.turned("red", "blue", "green")
    table.play("pay 1 locomotive more")
    assert table.record.score[0] == 21


def test_b_turn_1_building_a_station_is_a_turn() -> None:
    """B-TURN-1 (E): or build a station."""
    table = Europe()
    table.hand(0, red=2)
    table.play("build station Wien for 1 red")
    assert table.asks == "player 1"
    assert table.view(1).seats[0].stations == ["Wien"]
    assert table.in_discards == {"red": 1}
    table.turn_of(0)
    table.record.phase = phases.SECOND
    table.cannot("build station Paris for 1 red")


def test_b_turn_1_no_stations_on_other_boards() -> None:
    """B-TURN-1: only Europe has stations."""
    table = Table("usa")
    table.hand(0, red=2)
    table.cannot("build station Chicago for 1 red")
    assert not any(isinstance(action, BuildStation) for _, action in table.notation.actions)


def test_e_station_1_price_goes_up() -> None:
    """E-STATION-1: the first costs 1 card, the second 2 of one colour, the third 3; there are 3."""
    table = Europe()
    table.hand(0, red=9, blue=1)
    table.cannot("build station Wien for 2 red")
    table.play("build station Wien for 1 red")
    for city, price in (("Paris", 2), ("Roma", 3)):
        table.turn_of(0)
        table.cannot(f"build station {city} for {price - 1} red")
        table.cannot(f"build station {city} for {price - 1} red, 1 blue")
        table.play(f"build station {city} for {price} red")
    table.turn_of(0)
    table.cannot("build station Berlin for 1 red")
    assert table.holds(0) == {"red": 3, "blue": 1}


def test_e_station_1_locomotives_stand_for_any() -> None:
    """E-STATION-1: locomotives stand for any card, alone too; their number is the player's choice."""
    table = Europe()
    table.hand(0, red=2, locomotive=3)
    stations(table, 0, "Wien", "Paris")
    assert {"1 red, 2 locomotives", "2 red, 1 locomotive", "3 locomotives"} == {
        table.notation.text(table.position, *move).split(" for ")[1]
        for move in table.notation.moves(table.position)
        if isinstance(table.notation.actions.action(move.actions[0]), BuildStation)
    }
    table.play("build station Roma for 1 red, 2 locomotives")
    assert table.holds(0) == {"red": 1, "locomotive": 1}


def test_e_station_1_one_station_a_city() -> None:
    """E-STATION-1: one station a city in all."""
    table = Europe()
    table.hand(0, red=3)
    stations(table, 1, "Wien")
    table.cannot("build station Wien for 1 red")
    table.play("build station Roma for 1 red")


def test_e_station_2_a_station_lends_one_route_for_all_tickets() -> None:
    """E-STATION-2: one opponent's route into the city, the same for all tickets; the best is chosen."""
    table = Europe()
    table.built(0, "Berlin–Wien", "Budapest–Sarajevo")
    table.built(1, "Budapest–Wien (red)", "München–Wien", "Wien–Zágráb")
    table.tickets(0, "Berlin–Bucuresti", "Zürich–Budapest")
    stations(table, 0, "Wien")
    score = table.position.score()
    assert score.completed[0] == 0
    table.tickets(0, "Sarajevo–Sevastopol", "Berlin–Roma")
    table.built(0, "Sarajevo–Sofia", "Bucuresti–Sofia", "Bucuresti–Sevastopol")
    table.tickets(0, "Sarajevo–Sevastopol", "Berlin–Bucuresti")
    score = table.position.score()
    assert score.completed[0] == 2
    assert [table.notation.routes[r] for r in bits(score.borrowed[0])] == ["Budapest–Wien (red)"]


def test_e_station_2_not_two_routes_by_one_station() -> None:
    """E-STATION-2: two tickets that need two different routes of one station are not both completed."""
    table = Europe()
    table.built(1, "Paris–Zürich", "Marseille–Zürich", "Venezia–Zürich")
    table.built(0, "München–Zürich")
    table.tickets(0, "Paris–Wien")
    stations(table, 0, "Zürich")
    table.tickets(0, "Madrid–Zürich")
    assert table.position.score().completed[0] == 0
    table.built(0, "Frankfurt–München", "Essen–Frankfurt")
    table.tickets(0, "Marseille–Essen", "Paris–Wien")
    table.built(0, "München–Wien")
    score = table.position.score()
    assert (score.completed[0], score.tickets[0]) == (1, 0)


def test_e_station_2_does_not_count_for_the_longest_path() -> None:
    """E-STATION-2: lent routes do not lengthen a path."""
    table = Europe()
    table.built(0, "Berlin–Wien")
    table.built(1, "Budapest–Wien (red)")
    stations(table, 0, "Wien")
    table.tickets(0, "Berlin–Roma")
    assert table.position.score().longest_path.tolist()[:2] == [3, 1]


def test_e_station_3_unbuilt_stations_are_4_points() -> None:
    """E-STATION-3: each unbuilt station is worth 4 points."""
    table = Europe()
    stations(table, 0, "Wien", "Roma")
    score = table.position.score()
    assert score.stations_bonus.tolist()[:2] == [4, 12]
    assert score.total.tolist()[:2] == [4, 12]


@pytest.mark.parametrize(("built", "places"), [((1, 1), [1, 2]), ((1, 0), [2, 1])])
def test_e_station_3_tie_break(built: tuple[int, int], places: list[int]) -> None:
    """E-STATION-3: most tickets, then fewest stations built, then the longest path."""
    table = Europe()
    table.built(0, "Budapest–Kyïv")
    for player, n in enumerate(built):
        stations(table, player, *["Roma", "Paris"][player : player + n])
    score = table.position.score()
    table.record.score[:2] += score.total[:2].max() - score.total[:2]
    score = table.position.score()
    assert score.total[0] == score.total[1]
    assert score.place.tolist()[:2] == places


def best_use(table: Table, player: int) -> tuple[int, int]:
    """Ticket points and completed tickets by the best use of stations, every choice tried."""
    routes, s = table.board.routes, table.record
    own = [(routes[r].a, routes[r].b) for r in bits(s.owned[player])]
    names = table.notation.places.names
    lent = []
    for city in (name for c, name in enumerate(names) if int(s.stations[player]) >> c & 1):
        others = [r for q in range(table.players) if q != player for r in bits(s.owned[q])]
        lent.append([None, *((routes[r].a, routes[r].b) for r in others if city in (routes[r].a, routes[r].b))])
    best = (-(10**6), 0)
    for choice in product(*lent):
        group = {name: name for name in names}
        for a, b in own + [pair for pair in choice if pair]:
            old, young = group[a], group[b]
            group = {city: young if of == old else of for city, of in group.items()}
        tickets = [table.board.tickets[t] for t in bits(s.tickets[player])]
        done = [t for t in tickets if group[t.a] == group[t.b]]
        points = sum(t.points if t in done else -t.points for t in tickets)
        best = max(best, (points, len(done)))
    return best


def test_e_station_2_best_use_is_exact() -> None:
    """E-STATION-2: on random networks the use of stations is as good as that of a search of every choice."""
    rng = Random(5)
    helped = 0
    for _ in range(60):
        table = Europe(3)
        free = list(range(len(table.board.routes)))
        rng.shuffle(free)
        for p in range(3):
            for r in free[p * 28 : p * 28 + 28]:
                table.record.owned[p, r // 64] |= np.uint64(1 << r % 64)
        names = rng.sample(table.notation.places.names, 3)
        tickets = [f"{t.a}–{t.b}" for t in rng.sample(table.board.tickets, 9)]
        table.tickets(0, *tickets)
        plain = int(table.position.score().completed[0])
        stations(table, 0, *names)
        score = table.position.score()
        assert (score.tickets[0], score.completed[0]) == best_use(table, 0)
        helped += score.completed[0] > plain
    assert helped > 20


def test_b_ticket_2_long_tickets_stay_hidden_and_are_dealt_by_the_rules_again() -> None:
    """B-TICKET-2: no determinized game gives anybody two long tickets, or one to the deck."""
    table = Table.at_setup("europe", 3)
    rng, chance = Random(1), stream(1)
    position = table.position
    long = {t for t, ticket in enumerate(table.board.tickets) if ticket.deck == "long"}
    kept = 0
    while position.turn < 40:
        position.apply(position.draw(chance) if position.is_chance else rng.choice(position.legal()))
        if position.turn == 0:
            continue
        determinized = position.determinize(0, stream(rng.getrandbits(40))).record
        assert not long & set(bits(determinized.ticket_deck))
        for p in (1, 2):
            assert len(long & set(bits(determinized.tickets[p]))) <= 1
            kept += len(long & set(bits(determinized.tickets[p])))
    assert kept


def test_a_game_is_saved_and_loaded() -> None:
    """A record tells a game of Europe exactly."""
    game = new("europe", players=3, seed=4)
    rng = Random(4)
    while not game.is_over:
        game.play(rng.choice(game.actions()))
    text = game.record()
    assert "build station" in text
    assert replay.loads(text).record() == text
    assert any(event["kind"] == "build" and "city" in event for event in game.events())
