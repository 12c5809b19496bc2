"""Ferries (B-FERRY, N-FERRY); cards in exchange for locomotives are in test_exchanges.py."""

import pytest

from branchline.boardfile.cards import COLOURS
from rules.table import Table, with_route


def base_ferry() -> Table:
    """The base game with a yellow ferry of 6, two of its spaces with a locomotive."""
    return Table(with_route("usa", "Helena–Seattle", kind="ferry", locomotives=2))


def without_exchange(payments: set[str], length: int) -> set[str]:
    """Those payments that have just as many cards as the route has spaces."""
    return {words for words in payments if sum(int(n) for n in words.split() if n.isdigit()) == length}


def test_b_ferry_1_a_locomotive_for_every_symbol() -> None:
    """B-FERRY-1: at least one locomotive for every symbol, a set of one colour for the rest."""
    table = base_ferry()
    table.hand(0, yellow=6, locomotive=2)
    assert table.payments("Helena–Seattle") == {"4 yellow, 2 locomotives"}
    table.cannot_claim("Helena–Seattle", yellow=6)
    table.cannot_claim("Helena–Seattle", yellow=5, locomotive=1)
    table.claim("Helena–Seattle", yellow=4, locomotive=2)
    assert table.owns(0, "Helena–Seattle")


def test_b_ferry_1_further_locomotives_stand_for_any_colour() -> None:
    """B-FERRY-1: further locomotives stand for any colour, up to locomotives only."""
    table = base_ferry()
    table.hand(0, yellow=3, red=6, locomotive=6)
    assert table.payments("Helena–Seattle") == {
        "3 yellow, 3 locomotives",
        "2 yellow, 4 locomotives",
        "1 yellow, 5 locomotives",
        "6 locomotives",
    }


def test_b_ferry_1_one_locomotive_short() -> None:
    """B-FERRY-1: with fewer locomotives than symbols there is no claim, however many cards are held."""
    table = base_ferry()
    table.hand(0, yellow=11, locomotive=1)
    assert table.payments("Helena–Seattle") == set()


def test_b_ferry_1_three_cards_are_no_locomotive_in_the_base_game() -> None:
    """B-FERRY-1: the exchange of Nordic Countries is not part of the base rules."""
    table = base_ferry()
    table.hand(0, yellow=11, red=6, locomotive=1)
    table.cannot_claim("Helena–Seattle", yellow=4, red=3, locomotive=1)


def test_n_ferry_1_a_locomotive_for_every_symbol_and_the_routes_colour() -> None:
    """N-FERRY-1: one locomotive for every symbol, a set of the route's colour for the rest."""
    table = Table("nordic")
    table.hand(0, purple=2, red=2, locomotive=2)
    table.cannot_claim("Honningsvåg–Tromsø", red=2, locomotive=2)
    table.cannot_claim("Honningsvåg–Tromsø", purple=1, red=1, locomotive=2)
    table.claim("Honningsvåg–Tromsø", purple=2, locomotive=2)
    assert table.owns(0, "Honningsvåg–Tromsø")


@pytest.mark.parametrize("colour", COLOURS)
def test_n_ferry_1_a_grey_ferry_takes_any_one_colour(colour: str) -> None:
    """N-FERRY-1: any one colour if grey: 1 locomotive and 1 card for Göteborg–Ålborg."""
    table = Table("nordic")
    table.hand(0, locomotive=1, **{colour: 1})
    assert table.payments("Göteborg–Ålborg") == {f"1 {colour}, 1 locomotive"}


def test_n_ferry_1_a_grey_ferry_takes_no_two_colours() -> None:
    """N-FERRY-1: a set of one colour."""
    table = Table("nordic")
    table.hand(0, red=1, blue=1, locomotive=2)
    table.cannot_claim("Helsinki–Stockholm (grey)", red=1, blue=1, locomotive=2)
    table.hand(0, red=2, locomotive=2)
    table.claim("Helsinki–Stockholm (grey)", red=2, locomotive=2)
    assert table.owns(0, "Helsinki–Stockholm (grey)")


def test_n_ferry_1_a_coloured_card_does_not_stand_on_a_symbol() -> None:
    """N-FERRY-1: two purple do not pay for a ferry of 2 with a symbol."""
    table = Table("nordic")
    table.hand(0, purple=3)
    table.cannot_claim("Bergen–Stavanger", purple=2)
    assert table.payments("Bergen–Stavanger") == set()


def test_n_ferry_1_a_ferry_of_one_space_with_a_symbol_takes_a_locomotive() -> None:
    """N-FERRY-1: København–Århus has no other space."""
    table = Table("nordic")
    table.hand(0, red=1, locomotive=1)
    assert table.payments("København–Århus") == {"1 locomotive"}


def test_n_ferry_2_further_locomotives_replace_coloured_cards() -> None:
    """N-FERRY-2: further locomotives may replace coloured cards, all of them too."""
    table = Table("nordic")
    table.hand(0, purple=2, locomotive=4)
    assert without_exchange(table.payments("Honningsvåg–Tromsø"), 4) == {
        "2 purple, 2 locomotives",
        "1 purple, 3 locomotives",
        "4 locomotives",
    }


def test_n_ferry_4_the_example_of_the_book() -> None:
    """N-FERRY-4: Stavanger–Kristiansand takes 1 locomotive and 2 orange."""
    table = Table("nordic")
    table.hand(0, orange=2, locomotive=1)
    assert table.payments("Stavanger–Kristiansand (orange)") == {"2 orange, 1 locomotive"}
    table.claim("Stavanger–Kristiansand (orange)", orange=2, locomotive=1)
    assert table.owns(0, "Stavanger–Kristiansand (orange)")
    assert table.holds(0) == {}
    assert table.record.score[0] == 4
