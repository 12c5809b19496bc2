"""Drawing, keeping and returning tickets (B-TICKET, N-TICKET)."""

import pytest

from rules.table import Table

ONE, TWO, THREE = "Boston–Miami", "Calgary–Phoenix", "Chicago–Santa Fe"
FOUR, FIVE, SIX = "Denver–El Paso", "Duluth–Houston", "Kansas City–Houston"
NORTH = ("Bergen–Narvik", "Oslo–Helsinki", "Stockholm–Umeå")


def take_all(table: Table, *order: str) -> None:
    """Draw the tickets that chance deals in this order, and keep them."""
    table.play("draw tickets")
    for ticket in order:
        table.offered(ticket)
    table.play("keep all")


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_b_ticket_1_three_tickets_of_which_one_is_kept(kept: int) -> None:
    """B-TICKET-1: draw 3, keep at least 1."""
    table = Table("usa")
    table.draw_tickets(ONE, TWO, THREE)
    assert table.asks == "player 0"
    table.cannot("keep none")
    table.keep(*(ONE, TWO, THREE)[:kept])
    assert table.keeps(0) == set((ONE, TWO, THREE)[:kept])
    assert table.asks == "player 1"


@pytest.mark.parametrize("board", ["usa", "nordic"])
@pytest.mark.parametrize("left", [1, 2])
def test_b_ticket_1_all_that_are_left_if_fewer(board: str, left: int) -> None:
    """B-TICKET-1: all that are left if fewer, keep at least 1."""
    table = Table(board)
    names = [f"{ticket.a}–{ticket.b}" for ticket in table.board.tickets[:left]]
    table.ticket_deck(*names)
    table.draw_tickets(*names)
    assert table.asks == "player 0"
    table.cannot("keep none")
    table.keep(names[0])
    assert table.keeps(0) == {names[0]}


def test_b_ticket_1_returned_tickets_go_to_the_bottom() -> None:
    """B-TICKET-1: they come up again after the others."""
    table = Table("usa")
    table.ticket_deck(ONE, TWO, THREE, FOUR, FIVE)
    table.draw_tickets(ONE, TWO, THREE)
    table.keep(TWO)
    table.play("draw tickets")
    assert set(table.may_turn_up()) == {FOUR, FIVE}
    table.offered(FOUR, FIVE)
    assert set(table.may_turn_up()) == {ONE, THREE}


def test_b_ticket_1_the_only_tickets_left_may_be_returned_ones() -> None:
    """B-TICKET-1: a deck of returned tickets only is a deck."""
    table = Table("usa")
    table.ticket_deck(ONE, TWO, THREE)
    table.draw_tickets(ONE, TWO, THREE)
    table.keep(TWO)
    take_all(table, THREE, ONE)
    assert table.keeps(1) == {ONE, THREE}
    table.cannot("draw tickets")


def test_b_ticket_2_tickets_are_secret_until_the_end() -> None:
    """B-TICKET-2: the others see how many, not which; at the end they see all."""
    views = []
    for ticket in (ONE, TWO):
        table = Table("usa")
        table.draw_tickets(ONE, TWO, THREE)
        table.keep(ticket)
        views.append(table.view(1))
    assert views[0] == views[1]
    assert views[0].seats[0].ticket_count == 1
    table.record.turns_left = 1
    table.draw_two()
    assert table.asks == "over"
    assert table.position.seen_by(0).record.tickets.tolist() == table.record.tickets.tolist()


def test_b_ticket_2_a_kept_ticket_cannot_be_given_back() -> None:
    """B-TICKET-2: a later offer is of new tickets only, and what was kept stays."""
    table = Table("usa")
    table.tickets(0, ONE)
    table.draw_tickets(TWO, THREE, FOUR)
    table.cannot("keep none")
    for subset in (f"keep {TWO}", f"keep {THREE}; {FOUR}", "keep all"):
        assert table.can(subset)
    table.keep(TWO)
    assert table.keeps(0) == {ONE, TWO}


@pytest.mark.parametrize("board", ["usa", "nordic"])
def test_b_ticket_2_no_limit_on_how_many(board: str) -> None:
    """B-TICKET-2: one player may hold all tickets there are."""
    table = Table(board)
    names = [f"{ticket.a}–{ticket.b}" for ticket in table.board.tickets]
    table.tickets(0, *names[:-3])
    take_all(table, *names[-3:])
    assert table.keeps(0) == set(names)
    assert table.record.ticket_count[0] == len(names)


def test_b_ticket_3_a_completed_ticket_counts_for_and_another_against() -> None:
    """B-TICKET-3: completed: its points are added at the end; not completed: subtracted."""
    table = Table("usa")
    table.tickets(0, "Denver–El Paso", "Duluth–Houston")  # 4 and 8
    table.built(0, "Denver–Santa Fe", "El Paso–Santa Fe")
    result = table.position.score()
    assert result.tickets[0] == 4 - 8
    assert result.completed[0] == 1
    assert table.record.score[0] == 2 + 2, "nothing is added before the end"


def test_b_ticket_3_only_the_players_own_routes_count() -> None:
    """B-TICKET-3: joined by the player's own routes; another's do not help."""
    table = Table("usa")
    table.tickets(0, "Denver–El Paso")
    table.built(0, "Denver–Santa Fe")
    table.built(1, "El Paso–Santa Fe")
    assert table.position.score().tickets[0] == -4


def test_b_ticket_3_any_way_between_the_cities_will_do() -> None:
    """B-TICKET-3: joined, by however long a way."""
    table = Table("usa")
    table.tickets(0, "Denver–El Paso")
    table.built(0, "Denver–Oklahoma City", "Dallas–Oklahoma City (grey 1)", "Dallas–El Paso")
    assert table.position.score().tickets[0] == 4


@pytest.mark.parametrize("board", ["usa", "nordic"])
def test_b_ticket_4_with_no_tickets_left_none_can_be_drawn(board: str) -> None:
    """B-TICKET-4: with no tickets left, drawing tickets is not a legal action."""
    table = Table(board)
    assert table.can("draw tickets")
    table.ticket_deck()
    table.cannot("draw tickets")


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_n_ticket_1_three_tickets_returned_ones_leave_the_game(kept: int) -> None:
    """N-TICKET-1: draw 3, keep at least 1; returned ones leave the game unseen."""
    table = Table("nordic")
    table.ticket_deck(*NORTH, "Tampere–Boden")
    table.draw_tickets(*NORTH)
    table.cannot("keep none")
    table.keep(*NORTH[:kept])
    assert table.keeps(0) == set(NORTH[:kept])
    table.play("draw tickets")
    assert set(table.may_turn_up()) == {"Tampere–Boden"}
    table.offered("Tampere–Boden")
    table.play("keep all")
    table.cannot("draw tickets")


def test_n_ticket_1_nobody_else_sees_what_was_returned() -> None:
    """N-TICKET-1: unseen: the other's view is the same whichever ticket is returned."""
    views = []
    for kept in (NORTH[:2], NORTH[1:]):
        table = Table("nordic")
        table.draw_tickets(*NORTH)
        table.keep(*kept)
        views.append(table.view(1))
    assert views[0] == views[1]


def test_n_ticket_2_an_empty_ticket_deck_cannot_be_drawn_from() -> None:
    """N-TICKET-2: drawing is not a legal action when the ticket deck is empty."""
    table = Table("nordic")
    table.ticket_deck(NORTH[0])
    table.draw_tickets(NORTH[0])
    table.play("keep all")
    table.cannot("draw tickets")


def test_settled_6_tickets_returned_together_lie_in_random_order_above_later_ones() -> None:
    """SETTLED-6: those returned together in random order, above those returned later."""
    table = Table("usa")
    table.ticket_deck(ONE, TWO, THREE, FOUR, FIVE, SIX)
    table.draw_tickets(ONE, TWO, THREE)
    table.keep(ONE)
    table.draw_tickets(FOUR, FIVE, SIX)
    table.keep(FOUR)
    table.play("draw tickets")
    assert table.may_turn_up() == {TWO: 1, THREE: 1}
    table.offered(THREE)
    assert table.may_turn_up() == {TWO: 1}
    table.offered(TWO)
    assert table.may_turn_up() == {FIVE: 1, SIX: 1}


def test_settled_6_all_returns_of_the_set_up_count_as_one() -> None:
    """SETTLED-6: whoever returned a ticket at the set-up, it is as likely as any other returned then."""
    table = Table.at_setup("usa", 3)
    table.dealt(*["red"] * 12)
    table.laid("blue", "blue", "green", "green", "green")
    names = [f"{ticket.a}–{ticket.b}" for ticket in table.board.tickets]
    table.offered(*names[:9])
    for player in range(3):
        table.keep(*names[3 * player : 3 * player + 2])
    for start in range(9, 30, 3):
        take_all(table, *names[start : start + 3])
    table.play("draw tickets")
    assert table.may_turn_up() == {names[2]: 1, names[5]: 1, names[8]: 1}


def test_settled_1_tickets_about_to_be_returned_are_not_drawn_again() -> None:
    """SETTLED-1: tickets just drawn are not in the deck while the player chooses."""
    table = Table("usa")
    table.ticket_deck(ONE, TWO)
    table.draw_tickets(ONE, TWO)
    assert table.asks == "player 0", "two are offered, though three are drawn and returned ones go under the deck"
    table.keep(ONE)
    table.play("draw tickets")
    assert table.may_turn_up() == {TWO: 1}
