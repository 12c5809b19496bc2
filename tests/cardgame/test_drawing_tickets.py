"""Step 2 C: drawing tickets (C-TICKET, settled 6)."""

import pytest

from branchline.engine.actions import DRAW_TICKETS, KEEP_SET
from branchline.engine.phases import KEEP
from cardgame.table import Table, elements, game, mask_of, ticket

FOUR = ["Chicago–New York", "New York–Chicago", "Dallas–Miami", "Seattle–Denver"]
FOUR_MORE = ["Los Angeles–Dallas", "Los Angeles–Vancouver", "Dallas–Helena", "Dallas–Washington"]
ALL = [f"{t.a}–{t.b}" for t in game().tickets]


def with_deck(*names: str, players: int = 2) -> Table:
    """A table with a ticket deck of exactly these; the last player has the rest."""
    table = Table(players)
    table.tickets(players - 1, *(name for name in ALL if name not in names))
    return table


@pytest.mark.parametrize("kept", [[], FOUR[:1], FOUR[1:], FOUR])
def test_c_ticket_1_draw_four_and_keep_any_number(kept: list[str]) -> None:
    """C-TICKET-1: None included; what is returned lies at the bottom of the ticket deck."""
    table = Table()
    table.draw_tickets(*FOUR)
    assert (table.record.phase, table.position.player) == (KEEP, 0)
    assert table.position.legal() == [KEEP_SET + subset for subset in range(16)]
    table.keep(*kept)
    s = table.record
    assert set(elements(s.tickets[0])) == set(map(ticket, kept))
    assert s.ticket_count[0] == len(kept)
    assert s.ticket_deck_size == 42
    assert s.under_size[: s.batches].tolist() == ([4 - len(kept)] if len(kept) < 4 else [])
    assert table.position.player == 1


def test_c_ticket_1_fewer_than_four_are_all_drawn_and_with_none_it_is_not_legal() -> None:
    """C-TICKET-1: With three left three are drawn; when all are kept there is nothing more to draw."""
    table = with_deck(*FOUR[:3])
    table.draw_tickets(*FOUR[:3])
    assert table.position.legal() == [KEEP_SET + subset for subset in range(8)]
    table.keep(*FOUR[:3])
    assert not table.can(DRAW_TICKETS)


def test_c_ticket_1_returned_tickets_come_up_after_all_others() -> None:
    """C-TICKET-1: The batch returned first lies above the one returned later; within a batch any may come."""
    table = with_deck(*FOUR, *FOUR_MORE)
    table.draw_tickets(*FOUR)
    table.keep(FOUR[0])
    table.draw_tickets(*FOUR_MORE)
    table.keep()
    table.play(DRAW_TICKETS)
    for left in (3, 2, 1):
        outcomes = dict(table.position.outcomes())
        assert set(outcomes) <= set(map(ticket, FOUR[1:]))
        assert list(outcomes.values()) == [1] * left
        table.happens(next(iter(outcomes)))
    assert set(dict(table.position.outcomes())) == set(map(ticket, FOUR_MORE))


def test_c_ticket_1_returning_for_ever_overflows_nothing() -> None:
    """C-TICKET-1: Thousands of draws of which nothing, or one ticket at most, is kept."""
    for names in (ALL[:46], ALL[:9], ALL[:1]):
        table = with_deck(*names)
        for turn in range(3000):
            table.play(DRAW_TICKETS)
            table.settle(turn)
            table.play(KEEP_SET)
            s = table.record
            assert s.ticket_deck_size + s.under_size.sum() == len(names)
            assert 0 <= s.batches <= 12
        placed = [int(s.ticket_deck), *map(int, s.under)]
        assert sum(placed) == int(mask_of([ticket(name) for name in names]))


def test_drawing_tickets_takes_the_whole_turn() -> None:
    table = Table(4)
    for player in range(4):
        assert table.position.player == player
        table.play(DRAW_TICKETS)
        table.settle()
        table.play(KEEP_SET + 15)
    assert table.record.ticket_count.tolist() == [4, 4, 4, 4]
