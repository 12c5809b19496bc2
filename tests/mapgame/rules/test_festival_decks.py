"""Festival cards in a deck that runs out of others: drawing goes on, and the display is reset (SETTLED-4, -15)."""

from branchline.mapgame.refusals import position_asks

from .iberia import in_deck, in_play
from .table import Table


def only_festivals(**display: int) -> Table:
    """A player draws from a deck of two festival cards, no discards, these cards in the display."""
    table = in_play()
    table.display(**display)
    table.piles(deck={})
    in_deck(table, Madrid=2)
    table.play("draw deck")
    table.dealt("festival Madrid", "festival Madrid")
    return table


def test_settled_15_only_festival_cards_left_the_draw_goes_on_from_the_display() -> None:
    """SETTLED-15, I-DRAW-1: they are laid out and do not count as drawn; two cards may still be taken."""
    table = only_festivals(red=2, blue=3)
    assert table.holds(0) == {}
    assert table.asks == "player 0"
    assert position_asks(table.position) == "draw a card from the display"
    table.cannot("draw tickets")
    table.cannot("draw deck")
    table.take("red")
    assert table.asks == "player 0"
    assert position_asks(table.position) == "draw a second card"
    table.take("blue")
    assert table.holds(0) == {"red": 1, "blue": 1}
    assert table.asks == "player 1"


def test_settled_15_a_locomotive_may_be_the_first_card_then() -> None:
    """SETTLED-15, B-DRAW-3: it counts as both cards, as ever; as the second card it may not be taken."""
    table = only_festivals(locomotive=2, red=3)
    first = table.position
    table.take("locomotive")
    assert table.holds(0) == {"locomotive": 1}
    assert table.asks == "player 1"
    table.position = first
    table.take("red")
    table.cannot("draw locomotive")


def test_settled_15_as_the_second_card() -> None:
    """SETTLED-15: after one card, one more from the display, and no locomotive."""
    table = in_play()
    table.display(locomotive=1, red=4)
    table.piles(deck={"green": 1})
    in_deck(table, Madrid=1)
    table.draw("green")
    table.play("draw deck")
    table.dealt("festival Madrid")
    assert table.asks == "player 0"
    table.cannot("draw locomotive")
    table.take("red")
    assert table.holds(0) == {"green": 1, "red": 1}
    assert table.asks == "player 1"


def test_settled_15_the_draw_is_over_if_nothing_may_be_taken() -> None:
    """SETTLED-15: the second card with nothing but locomotives in the display."""
    table = in_play()
    table.display(locomotive=5)
    table.piles(deck={"green": 1})
    in_deck(table, Madrid=1)
    table.draw("green")
    table.play("draw deck")
    table.dealt("festival Madrid")
    assert table.asks == "player 1"


def test_settled_15_a_draw_after_it_is_a_whole_draw() -> None:
    """SETTLED-15: the next player's turn is as any other."""
    table = only_festivals(red=2, blue=3)
    table.take("red")
    table.take("blue")
    table.take("blue")
    table.take("red")
    assert table.holds(1)["red"] >= 1
    assert table.asks == "player 0"


def test_settled_4_festival_cards_in_the_deck_keep_two_fives_from_changing_places() -> None:
    """SETTLED-4: five train cards in deck and display, three locomotives in each, but a festival card between."""
    table = in_play()
    table.display(locomotive=2, red=3)
    table.piles(deck={"locomotive": 4, "green": 2})
    in_deck(table, Madrid=1)
    table.take("red")
    table.laid("locomotive")
    assert table.in_display == {}
    table.laid("locomotive", "locomotive", "locomotive", "green", "green")
    assert table.in_display == {}, "the festival card lies below: once more, and with all ten"
    table.laid("festival Madrid", "red", "red", "green", "green", "locomotive")
    assert table.asks == "player 0"


def test_settled_4_a_festival_card_is_none_of_the_five_in_the_deck() -> None:
    """SETTLED-4: four train cards and a festival card in the deck are no five that would change places."""
    table = in_play()
    table.display(locomotive=2, red=3)
    table.piles(deck={"locomotive": 4, "green": 1})
    in_deck(table, Madrid=1)
    table.take("red")
    table.laid("locomotive")
    assert table.in_display == {}


def test_settled_4_a_reset_after_a_claim_may_turn_up_festival_and_deal_card() -> None:
    """SETTLED-4, I-DRAW-1, I-DRAW-3: as at any reset; the draft ends the turn of the claim."""
    table = in_play()
    table.display(locomotive=3, red=2)
    table.hand(0, blue=2)
    table.piles(deck={"locomotive": 2, "green": 1})
    in_deck(table, deal_in=1, Madrid=1)
    table.claim("A Coruña–Vigo (blue)", blue=2)
    assert table.in_display == {}
    table.laid("festival Madrid", "deal card", "green", "locomotive", "locomotive", "red", "red")
    assert table.asks == "chance: tickets"
    assert table.record.drawer == 0


def test_settled_4_festival_cards_shuffled_in_make_a_reset_of_the_set_up_possible() -> None:
    """SETTLED-4, I-SET-3: two fives with three locomotives each would only change places until festival cards come."""
    table = Table.at_setup("iberia")
    while table.record.display_size < 4:
        table.position.apply(table.position.outcomes()[0][0])
    table.display(locomotive=2, red=2)
    table.piles(deck={"locomotive": 4, "green": 2}, rest_to=0)
    table.laid("locomotive")
    assert table.in_display == {}
    assert table.record.deal_at == 0, "the ticket-deal card is put into the deck that is left"
    table.laid("festival Madrid", "locomotive", "locomotive", "green", "green", "locomotive")
    assert table.in_display == {}, "three locomotives: once more"
    while table.asks == "chance: display":
        table.position.apply(table.position.outcomes()[-1][0])
    assert table.record.display_size == 5
    assert table.record.festival_deck.sum() + table.record.lying.sum() == 54
    assert table.record.deal_at > 0
    assert table.asks == "chance: tickets"
