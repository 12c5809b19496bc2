"""Several cards for one: Murmansk–Lieksa and the ferries of Nordic Countries (N-CLAIM-3, N-FERRY-3)."""

from itertools import product

import pytest

from branchline.boardfile.cards import COLOURS
from rules.table import Table, in_words

LONGEST = "Murmansk–Lieksa"


def subsets(hand: dict[str, int]) -> list[dict[str, int]]:
    """Every selection of cards from a hand."""
    return [dict(zip(hand, counts, strict=True)) for counts in product(*(range(n + 1) for n in hand.values()))]


def pays_longest(cards: dict[str, int]) -> bool:
    """N-CLAIM-3 word for word: some of a colour for themselves, every four others for one, nine in all."""
    for colour in COLOURS:
        for themselves in range(cards.get(colour, 0) + 1):
            others = sum(cards.values()) - themselves
            if others % 4 == 0 and themselves + others // 4 == 9:
                return True
    return False


def pays_ferry(cards: dict[str, int], length: int, symbols: int, colours: tuple[str, ...]) -> bool:
    """N-FERRY-1 to -3 word for word: a set, locomotives, and three others for each more of these."""
    for colour in colours:
        for of_colour, locomotives in product(range(cards.get(colour, 0) + 1), range(cards.get("locomotive", 0) + 1)):
            others = sum(cards.values()) - of_colour - locomotives
            is_full = of_colour + locomotives + others // 3 == length
            if others % 3 == 0 and is_full and of_colour <= length - symbols:
                return True
    return False


# Murmansk–Lieksa


def test_n_claim_3_the_example_of_the_book() -> None:
    """N-CLAIM-3: 7 of green and any 8 other cards (2 × 4) make 9."""
    table = Table("nordic")
    table.hand(0, green=7, red=3, blue=2, white=1, locomotive=2)
    table.claim(LONGEST, green=7, red=3, blue=2, white=1, locomotive=2)
    assert table.owns(0, LONGEST)
    assert table.holds(0) == {}
    assert table.record.trains[0] == 31
    assert table.in_discards == {"green": 7, "red": 3, "blue": 2, "white": 1, "locomotive": 2}


@pytest.mark.parametrize("times", range(1, 10))
def test_n_claim_3_four_for_one_as_often_as_wanted_all_nine_too(times: int) -> None:
    """N-CLAIM-3: M times four cards of other colours and 9 - M of the set."""
    cards = {"green": 9 - times}
    left = 4 * times
    for colour in ("red", "blue", "white"):
        cards[colour] = min(12, left)
        left -= cards[colour]
    table = Table("nordic")
    table.display()
    table.hand(0, **cards)
    assert sum(cards.values()) == 9 + 3 * times
    table.claim(LONGEST, **cards)
    assert table.owns(0, LONGEST)
    assert table.record.hand_size[0] == 0
    assert table.record.score[0] == 27


@pytest.mark.parametrize("times", range(1, 8))
def test_n_claim_3_a_set_that_is_a_card_short(times: int) -> None:
    """N-CLAIM-3: 9 - M of the set, and so many other cards as 10 - M would need: they come out one short."""
    cards = {"green": 9 - times}
    beside = 4 * (times - 1) + 1
    for card in (*COLOURS[:7], "locomotive"):
        cards[card] = min(beside, 9 - times if card in COLOURS else 14)  # no other colour is a longer set
        beside -= cards[card]
    table = Table("nordic")
    table.display()
    table.hand(0, **cards)
    assert sum(cards.values()) == 9 + 3 * (times - 1)
    table.cannot_claim(LONGEST, **cards)


def test_n_claim_3_the_sets_own_colour_may_be_among_the_four() -> None:
    """N-CLAIM-3: any 4 cards, the set's own colour included: 12 green are 8 and 4."""
    table = Table("nordic")
    table.hand(0, green=12)
    assert table.payments(LONGEST) == {"9 green", "12 green"}


def test_n_claim_3_a_single_locomotive_does_not() -> None:
    """N-CLAIM-3: a single locomotive does not stand for a card of the set; four of them do."""
    table = Table("nordic")
    table.hand(0, green=8, locomotive=4)
    table.cannot_claim(LONGEST, green=8, locomotive=1)
    table.cannot_claim(LONGEST, locomotive=4, green=5)
    assert table.payments(LONGEST) == {"8 green, 4 locomotives"}


def test_n_claim_3_only_on_this_route() -> None:
    """N-CLAIM-3: on this route; four cards stand for one nowhere else."""
    table = Table("nordic")
    table.hand(0, green=2, red=8)
    table.cannot_claim("Kuopio–Oulu", green=2, red=4)
    table.cannot_claim("Kajaani–Kuopio", green=1, red=4)


@pytest.mark.parametrize(
    "hand",
    [
        {"green": 9, "red": 4, "blue": 2, "locomotive": 3},
        {"green": 5, "red": 5, "white": 5, "locomotive": 6},
        {"black": 12, "locomotive": 14},
        {"green": 9, "red": 2},
        {"green": 8, "red": 3},
        {"green": 8, "red": 4},
    ],
)
def test_n_claim_3_every_payment_and_nothing_else(hand: dict[str, int]) -> None:
    """N-CLAIM-3: the engine takes exactly the payments that the rule, word for word, allows."""
    table = Table("nordic")
    table.hand(0, **hand)
    assert table.payments(LONGEST) == {in_words(**cards) for cards in subsets(hand) if pays_longest(cards)}


# Ferries


def test_n_ferry_3_any_three_cards_for_a_locomotive() -> None:
    """N-FERRY-3: any 3 cards may be played in place of 1 locomotive."""
    table = Table("nordic")
    table.hand(0, purple=1, red=1, blue=1, green=1)
    table.claim("Bergen–Stavanger", purple=1, red=1, blue=1, green=1)
    assert table.owns(0, "Bergen–Stavanger")
    assert table.in_discards == {"purple": 1, "red": 1, "blue": 1, "green": 1}


def test_n_ferry_3_twice() -> None:
    """N-FERRY-3: as often as wanted; a made locomotive stands on any space, so six cards pay for two."""
    table = Table("nordic")
    table.hand(0, red=4, blue=2)
    table.claim("Bergen–Stavanger", red=4, blue=2)
    assert table.owns(0, "Bergen–Stavanger")


def test_n_ferry_3_on_every_space_of_a_long_ferry() -> None:
    """N-FERRY-3: as often as wanted: 18 cards for the six spaces of Mo i Rana–Trondheim."""
    table = Table("nordic")
    table.hand(0, green=12, blue=6)
    table.claim("Mo i Rana–Trondheim (red)", green=12, blue=6)
    assert table.record.score[0] == 15


def test_n_ferry_3_a_made_locomotive_stands_beside_real_ones() -> None:
    """N-FERRY-3: real locomotives and made ones together."""
    table = Table("nordic")
    table.hand(0, purple=2, red=3, locomotive=1)
    table.claim("Honningsvåg–Tromsø", purple=2, red=3, locomotive=1)
    assert table.owns(0, "Honningsvåg–Tromsø")


@pytest.mark.parametrize("colour", ["purple", "white"])
def test_n_ferry_3_never_for_a_tunnel(colour: str) -> None:
    """N-FERRY-3: on ferries only, never for a tunnel or its surcharge."""
    table = Table("nordic")
    table.hand(0, red=3, **{colour: 2})
    table.cannot_claim(f"Kiruna–Narvik ({colour})", red=3)
    table.claim(f"Kiruna–Narvik ({colour})", **{colour: 1})
    table.turned("locomotive", "locomotive", "blue")
    table.cannot("pay 3 red")
    table.cannot(f"pay 1 {colour}, 3 red")
    assert table.can("withdraw")


def test_n_ferry_3_never_for_an_ordinary_route() -> None:
    """N-FERRY-3: on ferries only."""
    table = Table("nordic")
    table.hand(0, red=5, blue=3)
    table.cannot_claim("Helsinki–Imatra", red=2, blue=3)


def test_n_ferry_3_all_payments_from_a_small_hand() -> None:
    """N-FERRY-3, N-FERRY-2: a purple ferry of 2 with one symbol, from 2 purple, 1 red and 2 locomotives."""
    table = Table("nordic")
    table.hand(0, purple=2, red=1, locomotive=2)
    assert table.payments("Bergen–Stavanger") == {
        "1 purple, 1 locomotive",
        "2 locomotives",
        "2 purple, 1 red, 1 locomotive",
        "2 purple, 2 locomotives",
        "1 purple, 1 red, 2 locomotives",
    }


@pytest.mark.parametrize(
    ("route", "hand"),
    [
        ("Bergen–Stavanger", {"purple": 4, "red": 4, "locomotive": 3}),
        ("Göteborg–Ålborg", {"purple": 3, "red": 3, "locomotive": 3}),
        ("København–Århus", {"purple": 3, "red": 3, "locomotive": 2}),
        ("Helsinki–Stockholm (grey)", {"purple": 4, "red": 4, "locomotive": 4}),
        ("Helsinki–Stockholm (yellow)", {"yellow": 4, "red": 5, "locomotive": 2}),
        ("Bergen–Åndalsnes", {"black": 5, "white": 6, "locomotive": 3}),
    ],
)
def test_n_ferry_3_every_payment_and_nothing_else(route: str, hand: dict[str, int]) -> None:
    """N-FERRY-3: the engine takes exactly the payments that N-FERRY-1 to -3, word for word, allow."""
    table = Table("nordic")
    table.hand(0, **hand)
    ferry = table.board.routes[table.route(route)]
    colours = COLOURS if ferry.colour is None else (ferry.colour,)
    allowed = [cards for cards in subsets(hand) if pays_ferry(cards, ferry.length, ferry.locomotives, colours)]
    assert table.payments(route) == {in_words(**cards) for cards in allowed}


@pytest.mark.parametrize(
    ("route", "most"),
    [
        ("København–Århus", {"purple": 2, "red": 2, "green": 2, "locomotive": 2}),
        ("Göteborg–Ålborg", {"purple": 2, "red": 2, "green": 2, "locomotive": 2}),
        ("Bergen–Stavanger", {"purple": 2, "red": 2, "green": 2, "locomotive": 2}),
        ("Honningsvåg–Tromsø", {"purple": 8, "red": 2, "locomotive": 2}),
        ("Helsinki–Stockholm (grey)", {"purple": 3, "red": 1, "green": 1, "blue": 1, "locomotive": 3}),
    ],
)
def test_n_ferry_3_every_small_hand(route: str, most: dict[str, int]) -> None:
    """N-FERRY-3: the same for every small hand, so also for those that are a card short."""
    table = Table("nordic")
    ferry = table.board.routes[table.route(route)]
    colours = COLOURS if ferry.colour is None else (ferry.colour,)
    for hand in subsets(most):
        table.hand(0, **hand)
        allowed = [cards for cards in subsets(hand) if pays_ferry(cards, ferry.length, ferry.locomotives, colours)]
        assert table.payments(route) == {in_words(**cards) for cards in allowed}, hand


# Too many cards


def test_settled_9_too_many_cards_are_no_payment_on_a_ferry() -> None:
    """SETTLED-9: three-for-one comes out even: three cards pay for a ferry of 1, not two, four or five."""
    table = Table("nordic")
    table.hand(0, red=5, locomotive=1)
    assert table.payments("København–Århus") == {"1 locomotive", "3 red", "2 red, 1 locomotive"}
    table.cannot_claim("København–Århus", red=1, locomotive=1)
    table.cannot_claim("København–Århus", red=3, locomotive=1)
    table.cannot_claim("København–Århus", red=5)


@pytest.mark.parametrize("cards", [5, 7, 8, 9])
def test_settled_9_six_cards_are_two_locomotives_but_not_five_or_seven(cards: int) -> None:
    """SETTLED-9: on a ferry of 2 other colours pay with six cards, with no other number."""
    table = Table("nordic")
    table.hand(0, red=cards)
    table.cannot_claim("Bergen–Stavanger", red=cards)
    assert table.payments("Bergen–Stavanger") == ({"6 red"} if cards >= 6 else set())


@pytest.mark.parametrize("beside", [1, 2, 5, 6])
def test_settled_9_too_many_cards_are_no_payment_on_the_longest_route(beside: int) -> None:
    """SETTLED-9: four-for-one comes out even: 9 green and a card more are no payment, nor 8 and five."""
    table = Table("nordic")
    table.hand(0, green=9, red=3, blue=3)
    table.cannot_claim(LONGEST, green=9 if beside < 4 else 8, red=min(beside, 3), blue=max(0, beside - 3))


def test_settled_9_with_everything_exchanged_not_a_card_more() -> None:
    """SETTLED-9: 36 cards are nine; a 37th, or three more, have no place."""
    table = Table("nordic")
    table.display()
    fours = dict.fromkeys(COLOURS, 4)
    table.hand(0, **fours, locomotive=7)
    table.cannot_claim(LONGEST, **fours, locomotive=5)
    table.cannot_claim(LONGEST, **fours, locomotive=7)
    table.claim(LONGEST, **fours, locomotive=4)
    assert table.holds(0) == {"locomotive": 3}
