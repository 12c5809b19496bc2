"""Tunnels (B-TUNNEL, N-TUNNEL): two green spaces, in the base game and in Nordic Countries."""

import pytest

from branchline.engine import phases
from rules.table import Table, with_route

NORDIC = "Kristiansand–Stavanger (green)"
BASE = "Chicago–Saint Louis (green)"


class Tunnel(Table):
    """A table with a green tunnel of two spaces."""

    def __init__(self, board: str, players: int = 2, **options: object) -> None:
        game = board if board == "nordic" else with_route("usa", BASE, kind="tunnel")
        super().__init__(game, players, **options)
        self.tunnel = NORDIC if board == "nordic" else BASE

    def dig(self, **cards: int) -> None:
        """Show a payment for the tunnel."""
        self.claim(self.tunnel, **cards)

    @property
    def is_dug(self) -> bool:
        """Whether player 0 owns the tunnel."""
        return self.owns(0, self.tunnel)

    @property
    def surcharges(self) -> set[str]:
        """What may be paid more, in words."""
        green, locomotives = self.holds(0).get("green", 0), self.holds(0).get("locomotive", 0)
        ways = [(g, n) for g in range(green + 1) for n in range(locomotives + 1) if g or n]
        texts = [", ".join([f"{g} green"] * (g > 0) + [f"{n} locomotive"] * (n > 0)) for g, n in ways]
        return {text for text in texts if self.can(f"pay {text}")}


@pytest.fixture(params=["nordic", "usa"])
def board(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_b_tunnel_1_the_payment_is_shown_then_three_cards_are_turned(board: str) -> None:
    """B-TUNNEL-1: the player shows the payment; then 3 cards are turned from the deck."""
    table = Tunnel(board)
    table.hand(0, green=2)
    table.dig(green=2)
    assert not table.is_dug
    for turned in ("red", "blue", "white"):
        assert table.asks == "chance: turned"
        table.turned(turned)
    assert table.is_dug
    assert table.asks == "player 1"


def test_b_tunnel_1_fewer_cards_are_turned_if_there_are_fewer(board: str) -> None:
    """B-TUNNEL-1: fewer if deck and discards hold fewer."""
    table = Tunnel(board)
    table.hand(0, green=3)
    table.piles(deck={"green": 1, "red": 1})
    table.dig(green=2)
    table.turned("red", "green")
    assert table.record.surcharge == 1
    assert table.surcharges == {"1 green"}


def test_b_tunnel_1_with_no_cards_to_turn_there_is_no_surcharge(board: str) -> None:
    """B-TUNNEL-1: with none there is no surcharge."""
    table = Tunnel(board)
    table.hand(0, green=2)
    table.piles(deck={})
    table.dig(green=2)
    assert table.is_dug
    assert table.asks == "player 1"
    assert table.in_deck == {"green": 2}


@pytest.mark.parametrize(
    ("turned", "more"),
    [
        (("red", "blue", "white"), 0),
        (("green", "blue", "white"), 1),
        (("red", "locomotive", "white"), 1),
        (("green", "green", "white"), 2),
        (("green", "locomotive", "white"), 2),
        (("locomotive", "locomotive", "white"), 2),
        (("green", "green", "green"), 3),
        (("locomotive", "locomotive", "locomotive"), 3),
        (("green", "locomotive", "locomotive"), 3),
    ],
)
def test_b_tunnel_2_a_card_more_for_every_match(board: str, turned: tuple[str, ...], more: int) -> None:
    """B-TUNNEL-2: one more for every turned card of the colour played, and for every turned locomotive."""
    table = Tunnel(board)
    table.hand(0, green=7)
    table.dig(green=2)
    table.turned(*turned)
    assert table.is_dug == (more == 0)
    if more:
        assert table.surcharges == {f"{more} green"}
        table.play(f"pay {more} green")
    assert table.is_dug
    assert table.holds(0) == {"green": 5 - more}


def test_b_tunnel_2_the_surcharge_is_of_the_colour_or_locomotives(board: str) -> None:
    """B-TUNNEL-2: one more card of that colour or a locomotive, for each."""
    table = Tunnel(board)
    table.hand(0, green=5, red=5, locomotive=5)
    table.dig(green=2)
    table.turned("green", "green", "red")
    assert table.surcharges == {"2 green", "1 green, 1 locomotive", "2 locomotive"}
    table.cannot("pay 2 red")
    table.cannot("pay 1 green, 1 red")
    table.cannot("pay 1 green")
    table.cannot("pay 3 green")
    table.play("pay 1 green, 1 locomotive")
    assert table.holds(0) == {"green": 2, "red": 5, "locomotive": 4}


def test_b_tunnel_2_a_payment_with_locomotives_is_of_its_colour(board: str) -> None:
    """B-TUNNEL-2: 1 green and 1 locomotive played is green; a turned green is matched."""
    table = Tunnel(board)
    table.hand(0, green=2, locomotive=1)
    table.dig(green=1, locomotive=1)
    table.turned("green", "red", "red")
    assert table.surcharges == {"1 green"}


def test_b_tunnel_3_locomotives_only_are_matched_by_locomotives_only(board: str) -> None:
    """B-TUNNEL-3: a payment of locomotives only is matched only by turned locomotives."""
    table = Tunnel(board)
    table.hand(0, green=3, locomotive=3)
    table.dig(locomotive=2)
    table.turned("green", "green", "locomotive")
    assert table.record.surcharge == 1


def test_b_tunnel_3_and_the_surcharge_is_paid_in_locomotives(board: str) -> None:
    """B-TUNNEL-3: the surcharge is paid in locomotives."""
    table = Tunnel(board)
    table.hand(0, green=3, locomotive=4)
    table.dig(locomotive=2)
    table.turned("red", "locomotive", "locomotive")
    assert table.surcharges == {"2 locomotive"}
    table.cannot("pay 2 green")
    table.cannot("pay 1 green, 1 locomotive")
    table.play("pay 2 locomotives")
    assert table.is_dug
    assert table.holds(0) == {"green": 3}


def test_b_tunnel_4_who_cannot_pay_takes_the_cards_back(board: str) -> None:
    """B-TUNNEL-4: the player takes the shown cards back, and the turn is over."""
    table = Tunnel(board)
    table.hand(0, green=2, red=4)
    table.dig(green=2)
    table.turned("green", "red", "red")
    assert table.surcharges == set()
    table.play("withdraw")
    assert not table.is_dug
    assert table.holds(0) == {"green": 2, "red": 4}
    assert table.record.trains[0] == table.board.rules.trains
    assert table.record.score[0] == 0
    assert table.asks == "player 1"


def test_b_tunnel_4_who_will_not_pay_may_withdraw(board: str) -> None:
    """B-TUNNEL-4: cannot or will not; the tunnel stays open to all."""
    table = Tunnel(board)
    table.hand(0, green=5)
    table.hand(1, green=2)
    table.dig(green=2)
    table.turned("green", "red", "red")
    table.play("withdraw")
    assert table.holds(0) == {"green": 5}
    assert table.payments(table.tunnel) == {"2 green"}


def test_b_tunnel_4_the_shown_cards_are_not_available_meanwhile(board: str) -> None:
    """B-TUNNEL-4: the surcharge cannot be paid with the cards shown."""
    table = Tunnel(board)
    table.hand(0, green=2, locomotive=1)
    table.dig(green=2)
    table.turned("green", "green", "red")
    assert table.holds(0) == {"locomotive": 1}
    assert table.surcharges == set()
    table.cannot("pay 2 green")
    table.cannot("pay 1 green, 1 locomotive")
    assert table.can("withdraw")


@pytest.mark.parametrize("end", ["pay 1 green", "withdraw"])
def test_b_tunnel_5_the_turned_cards_are_discarded_either_way(board: str, end: str) -> None:
    """B-TUNNEL-5: the turned cards go to the discards either way."""
    table = Tunnel(board)
    table.hand(0, green=3)
    table.dig(green=2)
    table.turned("green", "red", "blue")
    table.play(end)
    paid = {"green": 4} if end != "withdraw" else {"green": 1}
    assert table.in_discards == {"blue": 1, "red": 1, **paid}


def test_b_tunnel_5_the_turned_cards_are_discarded_without_surcharge_too(board: str) -> None:
    """B-TUNNEL-5: with nothing to match as well."""
    table = Tunnel(board)
    table.hand(0, green=2)
    table.dig(green=2)
    table.turned("red", "red", "blue")
    assert table.in_discards == {"green": 2, "red": 2, "blue": 1}


# Nordic Countries


def test_n_tunnel_1_two_green_played_one_green_turned() -> None:
    """N-TUNNEL-1: the example: 1 more green."""
    table = Tunnel("nordic")
    table.hand(0, green=3)
    table.dig(green=2)
    table.turned("green", "red", "white")
    assert table.surcharges == {"1 green"}
    table.play("pay 1 green")
    assert table.is_dug
    assert table.holds(0) == {}
    assert table.record.score[0] == 2


def test_n_tunnel_1_two_green_played_one_locomotive_turned() -> None:
    """N-TUNNEL-1: the example: 1 more green (or a locomotive)."""
    table = Tunnel("nordic")
    table.hand(0, green=3, locomotive=1)
    table.dig(green=2)
    table.turned("locomotive", "red", "white")
    assert table.surcharges == {"1 green", "1 locomotive"}
    table.play("pay 1 green")
    assert table.is_dug


def test_n_tunnel_1_two_locomotives_played_one_locomotive_turned() -> None:
    """N-TUNNEL-1: the example: 1 more locomotive."""
    table = Tunnel("nordic")
    table.hand(0, green=1, locomotive=3)
    table.dig(locomotive=2)
    table.turned("locomotive", "red", "white")
    assert table.surcharges == {"1 locomotive"}
    table.play("pay 1 locomotive")
    assert table.is_dug
    assert table.holds(0) == {"green": 1}


def test_n_tunnel_1_locomotives_may_be_part_of_the_payment() -> None:
    """N-TUNNEL-1: a tunnel takes its colour, locomotives, or both; never another colour."""
    table = Tunnel("nordic")
    table.hand(0, green=2, red=2, locomotive=2)
    assert table.payments(table.tunnel) == {"2 green", "1 green, 1 locomotive", "2 locomotives"}


def test_n_tunnel_2_two_locomotives_played_one_green_turned() -> None:
    """N-TUNNEL-2: nothing more."""
    table = Tunnel("nordic")
    table.hand(0, green=1, locomotive=2)
    table.dig(locomotive=2)
    table.turned("green", "red", "white")
    assert table.is_dug
    assert table.holds(0) == {"green": 1}
    assert table.asks == "player 1"


def test_n_tunnel_3_a_turned_locomotive_is_matched_by_the_colour_or_a_locomotive() -> None:
    """N-TUNNEL-3: colour or locomotive, for every turned locomotive."""
    table = Tunnel("nordic")
    table.hand(0, green=4, locomotive=2)
    table.dig(green=2)
    table.turned("locomotive", "locomotive", "white")
    assert table.surcharges == {"2 green", "1 green, 1 locomotive", "2 locomotive"}


# Where the rulebooks left room


def test_settled_1_the_discards_are_shuffled_in_the_middle_of_a_tunnel(board: str) -> None:
    """SETTLED-1: at once; the tunnel's turned and shown cards are not shuffled in."""
    table = Tunnel(board)
    table.hand(0, green=2)
    table.piles(deck={"red": 1}, discards={"blue": 4})
    table.dig(green=2)
    table.turned("red")
    assert table.in_deck == {"blue": 4}
    assert table.may_turn_up() == {"blue": 4}
    table.turned("blue", "blue")
    assert table.in_deck == {"blue": 2}
    assert table.in_discards == {"green": 2, "red": 1, "blue": 2}


def test_settled_1_the_third_turned_card_may_be_the_last_of_the_deck(board: str) -> None:
    """SETTLED-1: the deck is new before the surcharge is paid, without the cards on the table."""
    table = Tunnel(board)
    table.hand(0, green=3)
    table.piles(deck={"red": 2, "green": 1}, discards={"black": 6})
    table.dig(green=2)
    table.turned("red", "red", "green")
    assert table.in_deck == {"black": 6}
    table.play("pay 1 green")
    assert table.in_deck == {"black": 6}
    assert table.in_discards == {"red": 2, "green": 4}


def test_settled_1_all_cards_of_a_tunnel_are_the_next_deck(board: str) -> None:
    """SETTLED-1: with deck and discards used up, payment and turned cards form the deck after the tunnel."""
    table = Tunnel(board)
    table.hand(0, green=2)
    table.piles(deck={"red": 3})
    table.dig(green=2)
    table.turned("red", "red", "red")
    assert table.in_deck == {"red": 3, "green": 2}
    assert table.in_discards == {}


def test_settled_1_a_withdrawn_payment_is_not_in_the_next_deck(board: str) -> None:
    """SETTLED-1: after a withdrawal only the turned cards are."""
    table = Tunnel(board)
    table.hand(0, green=2)
    table.piles(deck={"red": 1, "green": 1})
    table.dig(green=2)
    table.turned("red", "green")
    table.play("withdraw")
    assert table.in_deck == {"red": 1, "green": 1}
    assert table.holds(0) == {"green": 2}


def test_settled_8_a_tunnel_with_nothing_more_to_pay_is_claimed(board: str) -> None:
    """SETTLED-8: it cannot be withdrawn."""
    table = Tunnel(board)
    table.hand(0, green=2)
    table.dig(green=2)
    table.turned("red", "blue", "white")
    assert table.is_dug
    assert table.asks == "player 1"
    assert table.record.phase == phases.TURN
    table.cannot("withdraw")
