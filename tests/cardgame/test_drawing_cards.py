"""Step 2 A: drawing train cards (C-DRAW, C-END-2)."""

import pytest

from branchline.boardfile.cards import CARDS, COLOURS
from branchline.engine.actions import DRAW_BLIND, PASS
from branchline.engine.phases import FILL, SECOND, TURN
from cardgame.table import Table, take


def draws(table: Table) -> set[str]:
    """The legal ways to draw a card."""
    return {"deck" if a == DRAW_BLIND else CARDS[a] for a in table.position.legal() if a <= DRAW_BLIND}


@pytest.mark.parametrize("first", ["purple", "deck"])
@pytest.mark.parametrize("second", ["white", "deck"])
def test_c_draw_1_two_cards_from_deck_or_display(first: str, second: str) -> None:
    """C-DRAW-1: Each from where the player likes; then the turn is over."""
    table = Table()
    for card in (first, second):
        assert table.position.player == 0
        table.play(DRAW_BLIND if card == "deck" else take(card))
        table.happens("red")
    assert table.record.hand_size[0] == 2
    assert table.position.player == 1
    assert sum(table.in_display.values()) == 5


def test_c_draw_1_the_display_is_filled_before_the_second_card() -> None:
    """C-DRAW-1: The card just laid may be taken; all know the odds of it."""
    table = Table()
    table.play(take("purple"))
    assert table.record.phase == FILL
    assert dict(table.position.outcomes()) == {c: n for c, n in enumerate(table.record.deck.tolist()) if n}
    table.happens("red")
    assert table.record.phase == SECOND
    table.play(take("red"))
    assert table.holds(0) == {"purple": 1, "red": 1}


def test_c_draw_2_a_locomotive_from_the_display_is_both_cards() -> None:
    """C-DRAW-2: Taken first it ends the turn; it is never a second card."""
    table = Table()
    table.display(locomotive=1, red=4)
    assert draws(table) == {"deck", "red", "locomotive"}
    table.play(take("locomotive"))
    table.happens("blue")
    assert table.position.player == 1
    table.play(take("red"))
    table.happens("locomotive")
    assert draws(table) == {"deck", "red", "blue"}


def test_c_draw_2_a_locomotive_drawn_blind_is_one_card() -> None:
    """C-DRAW-2: First or second."""
    table = Table()
    table.play(DRAW_BLIND)
    table.happens("locomotive")
    assert table.record.phase == SECOND
    table.play(DRAW_BLIND)
    table.happens("locomotive")
    assert table.holds(0) == {"locomotive": 2}
    assert table.position.player == 1


def test_c_draw_3_no_number_of_locomotives_resets_the_display() -> None:
    """C-DRAW-3: Five locomotives stay."""
    table = Table()
    table.display(locomotive=4, red=1)
    table.play(take("red"))
    table.happens("locomotive")
    assert table.in_display == {"locomotive": 5}
    assert table.in_discards == {}
    assert draws(table) == {"deck"}


def test_c_draw_4_no_limit_on_the_hand() -> None:
    """C-DRAW-4: Somebody with nearly all cards may draw on."""
    table = Table()
    table.hand(0, **dict.fromkeys(COLOURS, 9), locomotive=16)
    assert table.record.hand_size[0] == 88
    table.draw_two()
    assert table.record.hand_size[0] == 90


def test_c_end_2_what_lies_in_the_display_may_be_taken_and_is_not_refilled() -> None:
    """C-END-2: With an empty deck two cards are taken from what is left."""
    table = Table()
    table.last_turns(2)
    assert draws(table) == {"purple", "white", "blue", "yellow", "orange"}
    table.play(take("purple"))
    assert table.record.phase == SECOND
    table.play(take("white"))
    assert table.in_display == {"blue": 1, "yellow": 1, "orange": 1}
    assert (table.position.player, table.record.phase) == (1, TURN)


def test_c_end_2_the_only_card_left_may_be_a_whole_turn() -> None:
    """C-END-2: And with none left to take, A is not legal."""
    table = Table()
    table.display(red=1)
    table.last_turns(2)
    table.play(take("red"))
    assert table.position.player == 1
    assert draws(table) == set()


def test_c_end_2_when_only_locomotives_are_left_there_is_no_second_card() -> None:
    """C-END-2 with C-DRAW-2: The turn ends with the first card."""
    table = Table()
    table.display(red=1, locomotive=2)
    table.last_turns(2)
    table.play(take("red"))
    assert table.position.player == 1
    assert draws(table) == {"locomotive"}


def test_c_end_2_a_draw_that_empties_the_deck_goes_on_with_the_display() -> None:
    """C-END-2: The last card of the deck is the first of two."""
    table = Table()
    table.deck(red=1)
    table.play(DRAW_BLIND)
    table.happens("red")
    assert (table.position.player, table.record.phase) == (0, SECOND)
    assert draws(table) == {"purple", "white", "blue", "yellow", "orange"}


def test_c_ticket_1_a_pass_only_when_nothing_else_is_legal() -> None:
    """C-TICKET-1: No card to draw, no tickets left, nothing to lay."""
    table = Table()
    table.hand(0, red=1)
    table.hand(1, red=2)
    table.display()
    table.last_turns(2)
    table.record.ticket_deck = 0
    table.record.ticket_deck_size = 0
    assert table.position.legal() == [PASS]
    table.play(PASS)
    assert table.position.player == 1
    assert not table.can(PASS)
