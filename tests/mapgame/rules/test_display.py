"""Three locomotives in the display of the base game: when it is replaced, and when it stays (B-SET-6)."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from branchline.engine import phases
from branchline.engine.limits import LOCO
from branchline.mapgame.rules import actions as numbers
from branchline.position import Position
from rules.table import Table, with_route

RED = 6


def test_b_set_6_a_third_locomotive_makes_a_new_display() -> None:
    """B-SET-6: at once, so before the second draw; all five are discarded and replaced."""
    table = Table("usa")
    table.display(locomotive=2, red=2, blue=1)
    table.take("blue", refill="locomotive")
    assert table.in_display == {}
    assert table.in_discards == {"red": 2, "locomotive": 3}
    table.laid("black", "black", "green", "green", "locomotive")
    assert table.asks == "player 0"
    table.take("green", refill="white")
    assert table.holds(0) == {"blue": 1, "green": 1}
    assert table.asks == "player 1"


def test_b_set_6_two_locomotives_stay() -> None:
    """B-SET-6: 3 or more; two do nothing."""
    table = Table("usa")
    table.display(locomotive=1, red=4)
    table.take("red", refill="locomotive")
    assert table.in_display == {"locomotive": 2, "red": 3}
    assert table.in_discards == {}


def test_b_set_6_three_locomotives_among_fewer_than_five_cards_stay() -> None:
    """B-SET-6: 3 of the 5; a display that cannot be filled is not replaced."""
    table = Table("usa")
    table.display(locomotive=3, red=2)
    table.piles(deck={})
    table.take("red")
    assert table.in_display == {"locomotive": 3, "red": 1}
    assert table.asks == "player 0"


def test_b_set_6_a_display_filled_again_after_a_claim_counts_too() -> None:
    """B-SET-6: whenever; also when discards fill up a display that lacked cards."""
    table = Table("usa")
    table.display(locomotive=2, red=2)
    table.hand(0, locomotive=3, black=3)
    table.piles(deck={})
    table.claim("El Paso–Los Angeles", black=3, locomotive=3)
    table.laid("locomotive")
    assert table.in_display == {}
    assert table.in_discards == {"red": 2, "locomotive": 3}
    assert table.in_deck == {"black": 3, "locomotive": 2}
    table.laid("black", "black", "black", "locomotive", "locomotive")
    assert table.in_display == {"black": 3, "locomotive": 2}
    assert table.asks == "player 1"


def test_settled_1_a_deck_that_runs_out_in_a_reset_is_shuffled_at_once() -> None:
    """SETTLED-1: the discarded display is part of the new deck, what was laid since is not."""
    table = Table("usa")
    table.display(locomotive=2, red=3)
    table.piles(deck={"locomotive": 1, "green": 2}, discards={"black": 4})
    table.take("red", refill="locomotive")
    table.laid("green")
    assert table.in_discards == {"black": 4, "red": 2, "locomotive": 3}
    table.laid("green")
    assert table.in_discards == {}
    assert table.in_deck == {"black": 4, "red": 2, "locomotive": 3}
    table.laid("black", "black", "red")
    assert table.in_display == {"green": 2, "black": 2, "red": 1}
    assert table.asks == "player 0"


def test_settled_4_a_display_stays_when_fewer_than_three_other_cards_are_left() -> None:
    """SETTLED-4: deck, discards and display together hold fewer than three other cards."""
    table = Table("usa")
    table.display(locomotive=2, red=3)
    table.piles(deck={"locomotive": 5})
    table.take("red", refill="locomotive")
    assert table.in_display == {"locomotive": 3, "red": 2}
    assert table.asks == "player 0"


def test_settled_4_three_other_cards_are_enough_for_a_reset() -> None:
    """SETTLED-4: with three other cards, one of them in the deck, a display can come that stays."""
    table = Table("usa")
    table.display(locomotive=2, red=3)
    table.piles(deck={"locomotive": 4, "green": 1})
    table.take("red", refill="locomotive")
    assert table.in_display == {}
    table.laid("locomotive", "locomotive", "locomotive", "green", "locomotive")
    assert table.in_display == {}, "four locomotives: once more"
    table.laid("red", "red", "locomotive", "locomotive", "green")
    assert table.in_display == {"red": 2, "green": 1, "locomotive": 2}
    assert table.asks == "player 0"


def test_settled_4_a_display_that_stayed_is_looked_at_when_cards_are_discarded() -> None:
    """SETTLED-4: the paid cards make a reset possible: it comes after the claim, before the turn ends."""
    table = Table("usa")
    table.display(locomotive=3, red=2)
    table.hand(0, black=2)
    table.piles(deck={"locomotive": 2})
    table.claim("Atlanta–Charleston", black=2)
    assert table.in_display == {}
    assert table.in_discards == {"black": 2, "red": 2, "locomotive": 3}
    assert table.asks == "chance: display"
    assert table.position.player == 0
    table.laid("locomotive", "locomotive", "black", "black", "red")
    assert table.in_display == {"locomotive": 2, "black": 2, "red": 1}
    assert table.asks == "player 1"


def test_settled_4_a_display_stays_after_a_claim_that_cannot_help() -> None:
    """SETTLED-4: looked at when cards are discarded, but two other cards in all are too few."""
    table = Table("usa")
    table.display(locomotive=4, red=1)
    table.hand(0, black=1)
    table.piles(deck={"locomotive": 2})
    table.claim("Atlanta–Nashville", black=1)
    assert table.in_display == {"locomotive": 4, "red": 1}
    assert table.asks == "player 1"


def test_settled_4_with_no_deck_the_discards_are_shuffled_before_the_reset() -> None:
    """SETTLED-4, B-DRAW-6: the paid cards are the new deck, the old display the new discards."""
    table = Table("usa")
    table.display(locomotive=3, red=2)
    table.hand(0, black=6)
    table.piles(deck={})
    table.claim("El Paso–Los Angeles", black=6)
    assert table.in_display == {}
    assert table.in_deck == {"black": 6}
    assert table.in_discards == {"red": 2, "locomotive": 3}
    table.laid("black", "black", "black", "black", "black")
    assert table.asks == "player 1"


def test_settled_4_a_claim_may_bring_about_two_fives_that_would_change_places() -> None:
    """SETTLED-4: the paid cards are a deck of five with three locomotives, as the display: it stays."""
    table = Table("usa")
    table.display(locomotive=3, green=2)
    table.hand(0, red=2, locomotive=3)
    table.piles(deck={})
    table.claim("Helena–Omaha", red=2, locomotive=3)
    assert table.in_display == {"locomotive": 3, "green": 2}
    assert table.asks == "player 1"


@pytest.mark.parametrize("answer", ["pay 1 red more", "withdraw"])
def test_settled_4_cards_turned_up_for_a_tunnel_are_discarded_too(answer: str) -> None:
    """SETTLED-4, B-TUNNEL-5: also when the player withdraws."""
    table = Table(with_route("usa", "Atlanta–Charleston", kind="tunnel"))
    table.display(locomotive=3, red=2)
    table.hand(0, red=3)
    table.piles(deck={"red": 1, "black": 2, "locomotive": 1})
    table.claim("Atlanta–Charleston", red=2)
    table.turned("red", "black", "black")
    assert table.in_display == {"locomotive": 3, "red": 2}, "nothing is discarded yet"
    table.play(answer)
    assert table.in_display == {}
    assert table.asks == "chance: display"


def test_settled_4_cards_paid_for_a_station_are_discarded_too() -> None:
    """SETTLED-4, E-STATION-1: building a station discards cards as a claim does."""
    table = Table("europe")
    table.display(locomotive=3, red=2)
    table.hand(0, black=1)
    table.piles(deck={"locomotive": 2})
    table.play("build Wien for 1 black")
    assert table.in_display == {}
    table.laid("locomotive", "locomotive", "black", "red", "red")
    assert table.asks == "player 1"


def test_settled_4_a_reset_after_a_claim_may_bring_another() -> None:
    """SETTLED-4, B-SET-6: the new display is looked at as any other."""
    table = Table("usa")
    table.display(locomotive=3, red=2)
    table.hand(0, black=2)
    table.piles(deck={"locomotive": 5})
    table.claim("Atlanta–Charleston", black=2)
    table.laid(*["locomotive"] * 5)
    assert table.in_display == {}
    table.laid("black", "black", "red", "red", "locomotive")
    assert table.asks == "player 1"


def test_settled_4_the_last_turns_begin_after_a_reset() -> None:
    """SETTLED-4, B-END-1: the turn ends when the new display lies."""
    table = Table("usa")
    table.display(locomotive=3, red=2)
    table.hand(0, black=2)
    table.piles(deck={"locomotive": 2})
    table.record.trains[0] = 4
    table.claim("Atlanta–Charleston", black=2)
    assert table.record.turns_left == 0
    table.laid("locomotive", "locomotive", "black", "black", "red")
    assert table.record.turns_left == 2


def test_settled_4_two_fives_that_would_change_places_for_ever() -> None:
    """SETTLED-4: ten cards in all, display and deck both with three locomotives: it stays."""
    table = Table("usa")
    table.display(locomotive=2, red=3)
    table.piles(deck={"locomotive": 4, "green": 2})
    table.take("red", refill="locomotive")
    assert table.in_display == {"locomotive": 3, "red": 2}
    assert table.asks == "player 0"


def test_settled_4_two_fives_of_which_one_becomes_smaller() -> None:
    """SETTLED-4: it stays only while there are two fives: a blind first draw brings the reset before the second."""
    table = Table("usa")
    table.display(locomotive=3, red=2)
    table.piles(deck={"locomotive": 3, "green": 2})
    table.draw("locomotive")
    assert table.in_display == {}
    table.laid("green", "green", "locomotive", "locomotive", "red")
    assert table.asks == "player 0"
    table.draw("red")
    assert table.holds(0) == {"locomotive": 1, "red": 1}
    assert table.asks == "player 1"


def test_settled_4_two_fives_of_which_one_can_stay() -> None:
    """SETTLED-4: ten cards in all, but the five of the deck are a display that stays."""
    table = Table("usa")
    table.display(locomotive=2, red=3)
    table.piles(deck={"locomotive": 3, "green": 3})
    table.take("red", refill="locomotive")
    table.laid("green", "green", "green", "locomotive", "locomotive")
    assert table.in_display == {"green": 3, "locomotive": 2}
    assert table.asks == "player 0"


# Every composition of deck, discards and display, with locomotives and red cards only


class Piles(NamedTuple):
    """Locomotives and other cards in deck, discards and a full display of three locomotives or more."""

    deck: tuple[int, int]
    discards: tuple[int, int]
    display: tuple[int, int]

    @property
    def cards(self) -> int:
        """All of them."""
        return sum(self.deck) + sum(self.discards) + sum(self.display)

    @property
    def others(self) -> int:
        """The cards that are no locomotives."""
        return self.deck[1] + self.discards[1] + self.display[1]

    @property
    def would_change_places(self) -> bool:
        """Whether the next five cards are known, bad as well, and the five after them these again."""
        return self.discards == (0, 0) and sum(self.deck) == 5 and self.deck[0] >= 3


def all_piles(most: int) -> Iterator[Piles]:
    """Every composition with so many cards at most; with no deck there are no discards (B-DRAW-5)."""
    for locomotives in (3, 4, 5):
        for deck in range(most - 5 + 1):
            for discards in range(most - 5 - deck + 1 if deck else 1):
                for d in range(deck + 1):
                    for c in range(discards + 1):
                        piles = Piles((d, deck - d), (c, discards - c), (locomotives, 5 - locomotives))
                        if piles.others <= 12 and locomotives + d + c <= 14:
                            yield piles


def lay_out(position: Position, piles: Piles) -> None:
    """Put the cards where they are before the last card of the display, a locomotive, is laid."""
    s = position.record
    for place in (s.deck, s.fresh, s.discards, s.display):
        place[:] = 0
    s.deck[LOCO], s.deck[RED] = piles.deck[0] + 1, piles.deck[1]
    s.fresh[:] = s.deck
    s.discards[LOCO], s.discards[RED] = piles.discards
    s.display[LOCO], s.display[RED] = piles.display[0] - 1, piles.display[1]
    s.deck_size, s.discards_size, s.display_size = sum(piles.deck) + 1, sum(piles.discards), 4
    s.shown = sum(1 << kind for kind in (RED, LOCO) if s.display[kind])
    s.phase, s.after = phases.FILL, phases.SECOND


def can_end(position: Position, most: int, known: set[bytes]) -> bool:
    """Whether chance can lay a display that stays, with so many locomotives at most.

    Positions where it can are added to `known`.
    """
    ahead, seen = [position], set()
    while ahead:
        here = ahead.pop()
        key = here.states.tobytes()
        if key in known or (not here.is_chance and here.record.display[LOCO] <= most):
            known.add(position.states.tobytes())
            return True
        if key not in seen and here.is_chance:
            seen.add(key)
            for outcome in (LOCO, RED):  # the last one is looked at first
                if here.record.deck[outcome]:
                    after = here.copy()
                    after.apply(outcome)
                    ahead.append(after)
    return False


def test_settled_4_a_reset_can_always_end_and_is_left_out_where_it_cannot_help() -> None:
    """SETTLED-4, B-SET-6: for every composition of up to 16 cards.

    A display stays with fewer than three other cards, or as one of two fives that would change places:
    nothing better could come. All others are reset, and a display that stays can follow. It has at most two
    locomotives, unless there are ten cards in all: there it may be one of such two fives.
    """
    position = Table("usa").position
    known: set[bytes] = set()
    resets = 0
    for piles in all_piles(16):
        lay_out(position, piles)
        position.apply(LOCO)
        is_reset = position.record.display_size == 0
        assert is_reset == (piles.others >= 3 and not piles.would_change_places), piles
        if is_reset:
            resets += 1
            assert can_end(position.copy(), 5 if piles.cards == 10 else 2, known), piles
    assert resets > 3000


@pytest.mark.parametrize(("route", "paid"), [("Atlanta–Charleston", (0, 2)), ("Helena–Omaha", (3, 2))])
def test_settled_4_after_a_claim_it_is_reset_wherever_that_can_help(route: str, paid: tuple[int, int]) -> None:
    """SETTLED-4: for every composition of up to 16 cards and two payments in locomotives and red cards."""
    table = Table("usa")
    position, r = table.position, table.route(route)
    resets = 0
    for piles in all_piles(16):
        lay_out(position, piles)
        s = position.record
        s.deck[LOCO], s.display[LOCO] = piles.deck[0], piles.display[0]
        s.fresh[LOCO] = piles.deck[0]
        s.deck_size, s.display_size, s.phase = sum(piles.deck), 5, phases.TURN
        s.hand[0, [LOCO, RED]], s.hand_size[0] = paid, sum(paid)
        here = position.copy()
        here.apply(numbers.CLAIM + numbers.HOWS * r + RED)
        discards = (piles.discards[0] + paid[0], piles.discards[1] + paid[1])
        then = piles._replace(discards=discards) if sum(piles.deck) else Piles(discards, (0, 0), piles.display)
        is_reset = here.record.display_size == 0
        assert is_reset == (then.others >= 3 and not then.would_change_places), piles
        assert is_reset == here.is_chance
        resets += is_reset
    assert resets > 3000
