"""Nederland: tolls, loans and ticket discards, by the numbers of the rules."""

from random import Random

import pytest

from branchline import new, replay
from branchline.engine import phases
from branchline.mapgame.contents import bits

from .table import Table


def nederland(players: int = 2, **options: object) -> Table:
    """A game of Nederland in its first turn."""
    return Table("nederland", players, **options)


def pair(table: Table, a: str = "Breda", b: str = "Rotterdam") -> list[str]:
    """The names of the routes between two cities."""
    return [table.notation.routes[i] for i, r in enumerate(table.board.routes) if {r.a, r.b} == {a, b}]


def claim(table: Table, player: int, route: str) -> None:
    """Let a player claim a route in their turn, with cards that they are given."""
    table.turn_of(player)
    wanted = table.board.routes[table.route(route)]
    colour = wanted.colour or "red"
    table.hand(player, **{colour: wanted.length})
    table.claim(route, **{colour: wanted.length})


def discarded(table: Table) -> set[str]:
    """The tickets that lie face up."""
    return {f"{t.a}–{t.b}" for t in map(table.board.tickets.__getitem__, bits(table.record.ticket_discards))}


def test_h_set_1_trains_cards_and_tickets() -> None:
    """H-SET-1: 40 trains each, 110 train cards, 44 tickets (6 worth 29–34 points, 17 worth 17–26)."""
    table = Table.at_setup("nederland", 3)
    assert table.record.trains.tolist()[:3] == [40] * 3
    assert table.record.deck.sum() == 110
    points = [ticket.points for ticket in table.board.tickets]
    assert (len(points), sum(29 <= n <= 34 for n in points), sum(17 <= n <= 26 for n in points)) == (
        44,
        6,
        17,
    )


def test_h_set_2_five_tickets_keep_three() -> None:
    """H-SET-2: 5 tickets each, keep at least 3; H-SET-3: returned ones lie face up."""
    table = Table.at_setup("nederland", 2)
    while table.position.is_chance:
        table.position.apply(table.position.outcomes()[0][0])
    assert table.record.offer_count.tolist()[:2] == [5, 5]
    table.cannot("keep #1; #2")
    returned = table.notation.tickets[bits(table.record.offer[0])[4]]
    table.play("keep 1 2 3 4")
    assert not discarded(table), "choices are secret until all have chosen"
    table.play("keep 1 2 3")
    assert table.record.ticket_discards_size == 3
    assert returned in table.view(1).ticket_discards


def test_h_set_3_discards_become_the_deck_at_once() -> None:
    """H-SET-3: when the ticket deck is empty the face-up pile is shuffled into a new one, in mid-draw too."""
    table = nederland()
    table.ticket_deck("Emmen–Antwerpen", "Den Helder–Liège", "Lingen–Duisburg", "Breda–Eindhoven")
    table.draw_tickets("Emmen–Antwerpen", "Den Helder–Liège", "Lingen–Duisburg", "Breda–Eindhoven")
    table.keep("Emmen–Antwerpen")
    assert (table.record.ticket_deck_size, table.record.ticket_discards_size) == (3, 0)
    table.record.ticket_deck[:] = 0
    table.record.ticket_deck_size = 0
    table.ticket_deck("Den Helder–Liège")
    table.record.ticket_discards[:] = table.record.removed * 0
    for name in ("Lingen–Duisburg", "Breda–Eindhoven"):
        t = table.ticket(name)
        table.record.ticket_discards[t // 64] |= type(table.record.ticket_discards[0])(1 << t % 64)
    table.record.ticket_discards_size = 2
    table.draw_tickets("Den Helder–Liège")
    assert table.may_turn_up() == {"Lingen–Duisburg": 1, "Breda–Eindhoven": 1}
    table.offered("Lingen–Duisburg", "Breda–Eindhoven")
    assert table.asks == "player 1"
    assert table.record.offer_count[1] == 3, "those left if deck and discards hold fewer"


def test_h_set_3_everybody_knows_the_new_deck() -> None:
    """H-SET-3: the pile was face up, so all know what the new deck holds until somebody draws from it."""
    table = nederland(3)
    table.ticket_deck("Emmen–Antwerpen", "Den Helder–Liège", "Lingen–Duisburg", "Breda–Eindhoven")
    table.draw_tickets("Emmen–Antwerpen", "Den Helder–Liège", "Lingen–Duisburg", "Breda–Eindhoven")
    table.keep("Emmen–Antwerpen")
    assert len(bits(table.position.seen_by(2).record.ticket_deck)) == 3
    table.draw_tickets("Den Helder–Liège")
    assert len(bits(table.position.seen_by(2).record.ticket_deck)) == 0


def test_h_set_4_tokens_worth_30_and_secret() -> None:
    """H-SET-4: toll tokens worth 30 each, whose worth is secret to the others all game."""
    table = nederland(3)
    claim(table, 0, pair(table)[0])
    assert table.view(0).tokens == 26
    assert table.view(1).tokens == 30
    assert "tokens" not in table.view(1).as_dict()["seats"][0]


def test_h_set_5_start_scores_by_turn_order() -> None:
    """H-SET-5: score markers start on 0, 1, 2, 3, 4."""
    table = nederland(5)
    assert table.record.score.tolist() == [0, 1, 2, 3, 4]
    assert table.position.score().total.tolist() == [55, 56, 57, 58, 59]


def test_h_ticket_1_draw_four_keep_one() -> None:
    """H-TICKET-1: draw 4, keep at least 1."""
    table = nederland()
    table.draw_tickets("Emmen–Antwerpen", "Den Helder–Liège", "Lingen–Duisburg", "Breda–Eindhoven")
    table.cannot("keep none")
    table.keep("Breda–Eindhoven")
    assert discarded(table) == {"Emmen–Antwerpen", "Den Helder–Liège", "Lingen–Duisburg"}


def test_h_ticket_2_the_line_at_the_foot_is_for_the_neutral_player_only() -> None:
    """H-TICKET-2: city names at the bottom of a ticket matter only to the neutral player."""
    table = nederland()
    assert (table.position.board["neutral_route"][0] == -1)[:44].all()


def test_h_toll_1_both_routes_of_a_double_are_open() -> None:
    """H-TOLL-1: both routes are open whatever the number of players, but never to one player."""
    table = nederland(2)
    first, second = pair(table)
    claim(table, 0, first)
    table.turn_of(0)
    colour = table.board.routes[table.route(second)].colour or "red"
    table.hand(0, **{colour: 4})
    table.cannot_claim(second, **{colour: table.board.routes[table.route(second)].length})
    claim(table, 1, second)
    assert table.owns(1, second)


def test_h_toll_2_to_the_bank_then_to_the_owner() -> None:
    """H-TOLL-2: Breda–Rotterdam, toll 4: Kirsten pays 4 to the bank, Jasper later 4 to Kirsten."""
    table = nederland(2)
    first, second = pair(table)
    claim(table, 0, first)
    assert table.record.tokens.tolist()[:2] == [26, 30]
    claim(table, 1, second)
    assert table.record.tokens.tolist()[:2] == [30, 26]


def test_h_toll_2_a_single_route_pays_the_bank() -> None:
    """H-TOLL-2: the toll of a single route goes to the bank."""
    table = nederland(2)
    claim(table, 0, "Sneek–Waddeneilanden")
    assert table.record.tokens.tolist()[:2] == [26, 30]


def test_h_toll_3_too_few_tokens_take_a_loan() -> None:
    """H-TOLL-3: with less than the toll one loan, no tokens paid; who can pay must pay."""
    table = nederland(2)
    table.record.tokens[0] = 3
    claim(table, 0, pair(table)[0])
    assert (table.record.tokens[0], table.record.loans[0]) == (3, 1)
    table.record.tokens[1] = 4
    claim(table, 1, pair(table)[1])
    assert (table.record.tokens[1], table.record.loans[1]) == (0, 0)


def test_h_toll_4_the_bank_pays_the_owner_for_a_loan() -> None:
    """H-TOLL-4: Jasper has 2 left, toll 4: he takes a loan and keeps his 2; Kirsten gets 4 from the bank."""
    table = nederland(2)
    claim(table, 0, pair(table)[0])
    table.record.tokens[1] = 2
    claim(table, 1, pair(table)[1])
    assert table.record.tokens.tolist()[:2] == [30, 2]
    assert table.record.loans.tolist()[:2] == [0, 1]


def test_h_toll_5_loans_lie_open_and_never_run_out() -> None:
    """H-TOLL-5: loan cards lie open; they never run out."""
    table = nederland(2)
    table.record.tokens[0] = 0
    routes = [r for i, r in enumerate(table.notation.routes) if table.board.routes[i].length <= 2]
    taken = 0
    for name in routes:
        if taken < 15 and table.route(name) in bits(table.record.open[0]):
            claim(table, 0, name)
            taken += 1
    assert table.view(1).seats[0].loans == taken == 15


def test_h_score_1_tickets_add_or_subtract() -> None:
    """H-SCORE-1: tickets add or subtract as usual."""
    table = nederland()
    table.built(0, pair(table, "Amsterdam", "Rotterdam")[0])
    table.tickets(0, "Amsterdam–Rotterdam", "Breda–Eindhoven")
    assert table.position.score().tickets[0] == 10 - 7


@pytest.mark.parametrize(
    ("players", "bonuses"),
    [(5, [55, 35, 20, 10, 0]), (4, [55, 35, 20, 0]), (3, [55, 35, 0]), (2, [35, 0])],
)
def test_h_score_2_bonus_by_rank(players: int, bonuses: list[int]) -> None:
    """H-SCORE-2: 5 players 55/35/20/10/0, 4 players 55/35/20/0, 3 players 55/35/0, 2 players 35/0."""
    table = nederland(players)
    for p in range(players):
        table.record.tokens[p] = 20 - p
    assert table.position.score().toll_bonus.tolist()[:players] == bonuses


def test_h_score_3_ties_share_the_better_bonus() -> None:
    """H-SCORE-3: Kirsten 9 and Jasper 9 get 55; Julia, 3 and a loan, loses 5; Niels has 1 and gets 20."""
    table = nederland(4)
    table.record.tokens[:4] = [9, 9, 3, 1]
    table.record.loans[2] = 1
    score = table.position.score()
    assert score.toll_bonus.tolist()[:4] == [55, 55, 0, 20]
    assert score.loan_points.tolist()[:4] == [0, 0, -5, 0]
    assert score.total.tolist()[:4] == [55, 56, -3, 23]


def test_h_score_4_any_loan_costs_the_bonus_and_5_each() -> None:
    """H-SCORE-4: a player with any loan gets no bonus and loses 5 points a loan."""
    table = nederland(2)
    table.record.loans[0] = 3
    score = table.position.score()
    assert score.toll_bonus.tolist()[:2] == [0, 35]
    assert score.loan_points[0] == -15


def test_h_score_5_nothing_else() -> None:
    """H-SCORE-5: no longest-path and no most-tickets bonus; tokens are worth nothing else."""
    table = nederland(2)
    table.built(0, pair(table)[0])
    score = table.position.score()
    assert score.longest_path_bonus[0] == score.most_tickets_bonus[0] == 0
    assert score.total[0] == table.record.score[0] + 35


def test_h_score_6_tie_break_is_tickets_then_path() -> None:
    """H-SCORE-6: tie-break as B-END-4: most completed tickets, then the longest path."""
    table = nederland(2)
    table.built(1, pair(table)[0])
    table.record.score[0] = table.record.score[1]
    assert table.position.score().place.tolist()[:2] == [2, 1]


def test_h_var_1_without_tolls() -> None:
    """H-VAR-1: no tokens, loans or bonus; with 2 or 3 players only one route of a double is open."""
    table = nederland(3, tolls=False)
    first, second = pair(table)
    claim(table, 0, first)
    assert table.record.tokens.tolist() == [0] * 5
    assert table.record.loans.tolist() == [0] * 5
    table.cannot(f"claim {second} for 4 locomotives")
    assert table.route(second) not in bits(table.record.open[1])
    assert table.position.score().toll_bonus.tolist() == [0] * 5
    four = nederland(4, tolls=False)
    claim(four, 0, first)
    assert four.route(second) in bits(four.record.open[1])


def test_a_game_is_saved_and_loaded() -> None:
    """A record tells a game of Nederland exactly, and its events name tolls and loans."""
    game = new("nederland", players=3, seed=4)
    rng = Random(4)
    while not game.is_over:
        game.play(rng.choice(game.actions()))
    text = game.record()
    assert replay.loads(text).record() == text
    assert {"toll", "toll_received"} <= {event["kind"] for event in game.events()}
    assert game.position.record.phase == phases.OVER
