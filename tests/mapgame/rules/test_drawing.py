"""Drawing train cards: display, deck and discards (B-DRAW, N-DRAW)."""

import pytest

from branchline.boardfile.cards import CARDS
from rules.table import Table

BOARDS = ["usa", "nordic"]
WAYS_TO_DRAW = ["draw deck", *(f"draw {card}" for card in CARDS)]


def draws(table: Table) -> set[str]:
    """The legal ways to draw a card."""
    return {text for text in WAYS_TO_DRAW if table.can(text)}


# The base game


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("first", ["display", "deck"])
@pytest.mark.parametrize("second", ["display", "deck"])
def test_b_draw_1_two_cards_each_from_the_display_or_blind(board: str, first: str, second: str) -> None:
    """B-DRAW-1: two cards, one at a time, each from the display or blind from the deck."""
    table = Table(board)
    for source in (first, second):
        assert table.asks == "player 0"
        if source == "display":
            table.take("white", refill="white")
        else:
            table.draw("white")
    assert table.holds(0) == {"white": 2}
    assert table.asks == "player 1"


def test_b_draw_1_only_what_lies_in_the_display_can_be_taken() -> None:
    """B-DRAW-1: from the display, so only cards that lie there."""
    table = Table("usa")
    table.display(red=3, blue=2)
    assert draws(table) == {"draw deck", "draw red", "draw blue"}


def test_b_draw_1_a_blind_card_is_seen_by_its_player_only() -> None:
    """B-DRAW-1: blind from the deck."""
    views = []
    for card in ("red", "locomotive"):
        table = Table("usa")
        table.draw(card)
        views.append(table.view(1))
    assert views[0] == views[1]


def test_b_draw_1_a_card_taken_from_the_display_is_seen_by_all() -> None:
    """B-DRAW-1: what lies in the display lies open, and so does where it goes."""
    table = Table("usa")
    table.take("white", refill="red")
    assert table.view(1).seats[0].known_cards == {"white": 1}
    assert table.view(1).display == table.in_display


def test_b_draw_2_the_display_is_filled_before_the_second_draw() -> None:
    """B-DRAW-2: a card taken from the display is replaced from the deck at once, before the second draw."""
    table = Table("usa")
    table.display(red=1, blue=4)
    table.play("draw red")
    assert table.asks == "chance: display"
    table.laid("green")
    assert table.in_display == {"blue": 4, "green": 1}
    assert draws(table) == {"draw deck", "draw blue", "draw green"}
    table.take("green", refill="red")
    assert table.holds(0) == {"red": 1, "green": 1}
    assert table.in_display == {"blue": 4, "red": 1}


def test_b_draw_3_a_face_up_locomotive_is_both_cards() -> None:
    """B-DRAW-3: a locomotive taken from the display counts as both cards, the draw is then over."""
    table = Table("usa")
    table.display(locomotive=1, red=4)
    table.take("locomotive", refill="white")
    assert table.holds(0) == {"locomotive": 1}
    assert table.asks == "player 1"


@pytest.mark.parametrize("first", ["draw red", "draw deck"])
def test_b_draw_3_a_face_up_locomotive_is_no_second_card(first: str) -> None:
    """B-DRAW-3: it may be taken only as the first card."""
    table = Table("usa")
    table.display(locomotive=2, red=3)
    table.play(first)
    (table.laid if first == "draw red" else table.dealt)("red")
    table.cannot("draw locomotive")
    assert draws(table) == {"draw deck", "draw red"}


def test_b_draw_3_a_locomotive_that_fills_the_display_is_no_second_card_either() -> None:
    """B-DRAW-3: also one that came to lie there after the first card."""
    table = Table("usa")
    table.take("white", refill="locomotive")
    table.cannot("draw locomotive")


@pytest.mark.parametrize("blind", ["first", "second", "both"])
def test_b_draw_4_a_locomotive_drawn_blind_is_one_card(blind: str) -> None:
    """B-DRAW-4: a locomotive drawn blind counts as one card."""
    table = Table("usa")
    for card in {
        "first": ("locomotive", "red"),
        "second": ("red", "locomotive"),
        "both": ("locomotive",) * 2,
    }[blind]:
        assert table.asks == "player 0"
        table.draw(card)
    assert table.record.hand_size[0] == 2
    assert table.asks == "player 1"


def test_b_draw_4_after_a_blind_locomotive_the_display_is_open() -> None:
    """B-DRAW-4: one card, so another may follow from the display."""
    table = Table("usa")
    table.draw("locomotive")
    table.take("white", refill="red")
    assert table.holds(0) == {"white": 1, "locomotive": 1}


def test_b_draw_5_the_discards_are_the_new_deck_at_once() -> None:
    """B-DRAW-5: when the deck is empty, the discards are shuffled into a new deck, at once."""
    table = Table("usa")
    table.piles(deck={"red": 1}, discards={"blue": 3, "locomotive": 2})
    table.draw("red")
    assert table.in_deck == {"blue": 3, "locomotive": 2}
    assert table.in_discards == {}
    table.play("draw deck")
    assert table.may_turn_up() == {"blue": 3, "locomotive": 2}


def test_b_draw_5_the_deck_is_not_shuffled_while_it_has_cards() -> None:
    """B-DRAW-5: with one card left in the deck, the discards stay where they are."""
    table = Table("usa")
    table.piles(deck={"red": 2}, discards={"blue": 3})
    table.draw("red")
    assert table.in_deck == {"red": 1}
    assert table.in_discards == {"blue": 3}


def test_b_draw_6_without_deck_the_display_is_not_refilled_but_may_be_taken() -> None:
    """B-DRAW-6: with no cards in deck and discards the display is not refilled, but may be taken."""
    table = Table("usa")
    table.piles(deck={})
    assert draws(table) == {f"draw {card}" for card in table.in_display}
    table.take("white")
    assert table.asks == "player 0"
    table.take("blue")
    assert table.in_display == {"purple": 1, "yellow": 1, "orange": 1}
    assert table.asks == "player 1"


def test_b_draw_6_discards_become_the_deck_and_fill_the_display() -> None:
    """B-DRAW-6: as soon as cards are discarded they form the deck and the display is filled to five again."""
    table = Table("usa")
    table.display(red=2)
    table.hand(0, black=6)
    table.piles(deck={})
    table.claim("El Paso–Los Angeles", black=6)
    table.laid("black", "black", "black")
    assert table.in_display == {"red": 2, "black": 3}
    assert table.in_deck == {"black": 3}
    assert table.in_discards == {}
    assert table.asks == "player 1"


def test_b_draw_6_discards_too_few_for_the_display_are_all_laid_out() -> None:
    """B-DRAW-6: filled as far as the discards go."""
    table = Table("usa")
    table.display(red=1)
    table.hand(0, black=2)
    table.piles(deck={})
    table.claim("Atlanta–Charleston", black=2)
    table.laid("black", "black")
    assert table.in_display == {"red": 1, "black": 2}
    assert table.in_deck == table.in_discards == {}
    assert table.asks == "player 1"


def test_b_draw_6_with_one_card_a_draw_is_one_card() -> None:
    """B-DRAW-6: with one card that may be taken, a draw is one card."""
    table = Table("usa")
    table.display(red=1)
    table.piles(deck={})
    table.take("red")
    assert table.asks == "player 1"


def test_b_draw_6_one_card_in_the_deck_is_a_draw_too() -> None:
    """B-DRAW-6: the one card may lie in the deck."""
    table = Table("usa")
    table.display(locomotive=5)
    table.piles(deck={"green": 1})
    table.draw("green")
    assert table.holds(0) == {"green": 1}
    assert table.asks == "player 1"


def test_b_draw_6_a_face_up_locomotive_that_may_not_be_taken_ends_the_draw() -> None:
    """B-DRAW-6: with only locomotives left no second card may be taken (B-DRAW-3)."""
    table = Table("usa")
    table.display(red=1, locomotive=2)
    table.piles(deck={})
    table.take("red")
    assert table.asks == "player 1"
    assert table.in_display == {"locomotive": 2}
    table.take("locomotive")
    assert table.asks == "player 0"


def test_b_draw_6_the_deck_may_run_out_in_the_middle_of_a_draw() -> None:
    """B-DRAW-6: after the last card of the deck, the second comes from the display, which stays as it is."""
    table = Table("usa")
    table.piles(deck={"red": 1})
    table.draw("red")
    table.cannot("draw deck")
    table.take("white")
    assert table.record.display_size == 4
    assert table.asks == "player 1"


def test_b_draw_6_without_any_card_drawing_is_not_legal() -> None:
    """B-DRAW-6: with no card that may be taken, drawing is not a legal action."""
    table = Table("usa")
    table.display()
    table.piles(deck={})
    assert draws(table) == set()
    for text in WAYS_TO_DRAW:
        table.cannot(text)


@pytest.mark.parametrize("board", BOARDS)
def test_b_draw_7_a_hand_has_no_limit(board: str) -> None:
    """B-DRAW-7: no limit on the cards in hand: all 110 may be in one."""
    table = Table(board)
    table.display(red=1, blue=1)
    table.piles(deck={}, rest_to=0)
    assert table.record.hand_size[0] == 108
    table.take("red")
    table.take("blue")
    assert table.record.hand_size[0] == 110


# Nordic Countries


def test_n_draw_1_two_cards_replaced_at_once() -> None:
    """N-DRAW-1: two cards, display or deck, replaced at once."""
    table = Table("nordic")
    table.take("white", refill="red")
    assert table.in_display == {"purple": 1, "blue": 1, "yellow": 1, "orange": 1, "red": 1}
    table.take("red", refill="green")
    assert table.holds(0) == {"white": 1, "red": 1}
    assert table.asks == "player 1"


def test_n_draw_1_both_cards_may_be_locomotives_from_the_display() -> None:
    """N-DRAW-1: a locomotive from the display counts as one card, and both cards of a turn may be such."""
    table = Table("nordic")
    table.display(locomotive=2, red=3)
    table.take("locomotive", refill="red")
    assert table.asks == "player 0"
    table.take("locomotive", refill="red")
    assert table.holds(0) == {"locomotive": 2}
    assert table.asks == "player 1"


def test_n_draw_1_a_locomotive_may_be_the_second_card() -> None:
    """N-DRAW-1: no limit on locomotives; one that fills the display may be taken at once."""
    table = Table("nordic")
    table.take("white", refill="locomotive")
    table.take("locomotive", refill="red")
    assert table.holds(0) == {"white": 1, "locomotive": 1}


def test_n_draw_1_any_number_of_locomotives_may_lie_in_the_display() -> None:
    """N-DRAW-1: the display is not reset during the game either (N-SET-4)."""
    table = Table("nordic")
    table.display(locomotive=4, red=1)
    table.take("red", refill="locomotive")
    assert table.in_display == {"locomotive": 5}
    assert table.asks == "player 0"


def test_n_draw_2_an_empty_deck_is_the_discards_shuffled() -> None:
    """N-DRAW-2: empty deck: shuffle the discards."""
    table = Table("nordic")
    table.piles(deck={"red": 1}, discards={"green": 2})
    table.take("white", refill="red")
    assert table.in_deck == {"green": 2}
    assert table.in_discards == {}


def test_n_draw_2_the_display_may_be_taken_without_deck_and_discards() -> None:
    """N-DRAW-2: with only deck and discards empty the display may still be taken (B-DRAW-6)."""
    table = Table("nordic")
    table.display(locomotive=2, red=1)
    table.piles(deck={})
    assert draws(table) == {"draw locomotive", "draw red"}
    table.take("locomotive")
    table.take("locomotive")
    assert table.asks == "player 1"
    table.take("red")
    assert table.asks == "player 0"


def test_n_draw_2_with_everything_empty_claim_or_draw_tickets() -> None:
    """N-DRAW-2: deck, discards and display empty: drawing is not possible; claim or draw tickets."""
    table = Table("nordic")
    table.hand(0, red=3)
    table.display()
    table.piles(deck={})
    assert draws(table) == set()
    assert table.can("draw tickets")
    table.claim("Helsinki–Imatra", red=3)
    table.laid("red", "red", "red")
    assert table.asks == "player 1"


def test_n_draw_3_a_hand_has_no_limit() -> None:
    """N-DRAW-3: no limit on the hand."""
    table = Table("nordic")
    table.hand(0, red=12, blue=10, green=12, black=12, locomotive=14)
    table.draw("white")
    table.draw("white")
    assert table.record.hand_size[0] == 62


# Where the rulebooks left room


def test_settled_1_the_last_card_of_the_deck_refills_the_display() -> None:
    """SETTLED-1: a deck is shuffled the moment its last card leaves it, here in the middle of a draw."""
    table = Table("usa")
    table.piles(deck={"red": 1}, discards={"blue": 2})
    table.take("white", refill="red")
    assert table.in_deck == {"blue": 2}
    assert table.in_discards == {}
    table.take("red", refill="blue")
    assert table.asks == "player 1"
