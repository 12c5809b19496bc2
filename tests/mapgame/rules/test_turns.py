"""What a turn may be, and passing (B-TURN)."""

import pytest

from rules.table import Table

BOARDS = ["usa", "nordic"]
RED_ROUTES = {"usa": ("Dallas–El Paso", 4), "nordic": ("Helsinki–Imatra", 3)}


@pytest.mark.parametrize("board", BOARDS)
def test_b_turn_1_two_cards_or_a_route_or_tickets(board: str) -> None:
    """B-TURN-1: a turn is exactly one of three things; then it is the next player's."""
    route, length = RED_ROUTES[board]

    def table() -> Table:
        fresh = Table(board)
        fresh.hand(0, red=4)
        return fresh

    drawing = table()
    drawing.draw("red")
    assert drawing.asks == "player 0"
    drawing.draw("red")
    assert drawing.asks == "player 1"

    claiming = table()
    claiming.claim(route, red=length)
    assert claiming.asks == "player 1"

    tickets = table()
    tickets.draw_tickets(*(f"{ticket.a}–{ticket.b}" for ticket in tickets.board.tickets[:3]))
    tickets.play("keep all")
    assert tickets.asks == "player 1"


@pytest.mark.parametrize("board", BOARDS)
def test_b_turn_1_no_route_and_no_tickets_after_a_first_card(board: str) -> None:
    """B-TURN-1: exactly one; who has drawn a card draws another, and claims nothing."""
    table = Table(board)
    table.hand(0, red=6)
    table.draw("red")
    table.cannot("draw tickets")
    table.cannot(f"claim {RED_ROUTES[board][0]} for {RED_ROUTES[board][1]} red")
    table.cannot("pass")


@pytest.mark.parametrize("board", BOARDS)
def test_b_turn_2_nobody_passes_who_can_draw_claim_or_take_tickets(board: str) -> None:
    """B-TURN-2: only a player who can do none of these passes."""
    table = Table(board)
    table.cannot("pass")

    only_tickets = Table(board)
    only_tickets.display()
    only_tickets.piles(deck={})
    only_tickets.cannot("pass")
    assert only_tickets.can("draw tickets")

    only_a_route = Table(board)
    only_a_route.hand(0, red=6)
    only_a_route.display()
    only_a_route.piles(deck={})
    only_a_route.ticket_deck()
    only_a_route.cannot("pass")


@pytest.mark.parametrize("board", BOARDS)
def test_b_turn_2_who_can_do_nothing_passes_and_a_round_of_passes_ends_the_game(board: str) -> None:
    """B-TURN-2: if nobody can do anything for a full round, the game ends and is scored."""
    table = Table(board, 3)
    table.display()
    table.piles(deck={})
    table.ticket_deck()
    table.close_routes()
    for player in range(3):
        assert table.asks == f"player {player}"
        table.play("pass")
    assert table.asks == "over"
