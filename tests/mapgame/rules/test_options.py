"""Where the books differ: the options of Nordic Countries."""

import pytest

from rules.table import Table

TUNNEL = "Kristiansand–Stavanger (green)"
FERRY = "Kristiansand–Stavanger (orange)"


def test_n_set_3_the_swedish_book_deals_five_cards() -> None:
    """N-SET-3: option start_hand=5."""
    table = Table.at_setup("nordic", 3, start_hand=5)
    for player in range(3):
        assert table.position.player == player
        table.dealt(*["red", "red", "blue", "blue", "blue"])
    assert [table.holds(p) for p in range(3)] == [{"red": 2, "blue": 3}] * 3
    assert table.asks == "chance: display"


def without_deck(**display: int) -> Table:
    """A table of `no_draw_without_deck` with these cards in the display, and no others to draw."""
    table = Table("nordic", no_draw_without_deck=True)
    table.display(**display)
    table.piles(deck={})
    return table


def test_n_draw_2_no_draw_without_deck() -> None:
    """N-DRAW-2: option no_draw_without_deck: with deck and discards empty no draw at all."""
    table = without_deck(red=2, locomotive=1)
    table.cannot("draw red")
    table.cannot("draw locomotive")
    table.cannot("draw deck")
    assert table.can("draw tickets")


def test_n_draw_2_no_draw_without_deck_leaves_nothing_but_a_pass() -> None:
    """N-DRAW-2, SETTLED-10: with no ticket and no route either, the player passes."""
    table = without_deck(red=2, locomotive=1)
    table.ticket_deck()
    table.play("pass")
    assert table.asks == "player 1"


def test_n_draw_2_with_a_deck_the_option_changes_nothing() -> None:
    """N-DRAW-2: as long as there is a card in the deck."""
    table = Table("nordic", no_draw_without_deck=True)
    table.display(red=3, locomotive=2)
    table.piles(deck={"blue": 2})
    table.take("locomotive", refill="blue")
    table.take("red", refill="blue")
    assert table.holds(0) == {"red": 1, "locomotive": 1}
    assert table.asks == "player 1"


@pytest.mark.parametrize("first", ["display", "deck"])
def test_settled_13_no_second_card_when_the_deck_ran_out_with_the_first(first: str) -> None:
    """SETTLED-13: no_draw_without_deck in the middle of a draw: no second card."""
    table = Table("nordic", no_draw_without_deck=True)
    table.piles(deck={"red": 1})
    if first == "display":
        table.take("white", refill="red")
    else:
        table.draw("red")
    assert table.record.hand_size[0] == 1
    assert table.asks == "player 1"


def test_settled_13_discards_are_a_new_deck_for_the_second_card() -> None:
    """SETTLED-13: with discards the deck does not run out."""
    table = Table("nordic", no_draw_without_deck=True)
    table.piles(deck={"red": 1}, discards={"blue": 1})
    table.draw("red")
    assert table.asks == "player 0"
    table.draw("blue")
    assert table.asks == "player 1"


def test_n_claim_2_unequal_doubles_may_be_free() -> None:
    """N-CLAIM-2: option unequal_doubles=free: routes of other length are no doubles."""
    table = Table("nordic", unequal_doubles="free")
    table.hand(0, orange=2, locomotive=1)
    table.hand(1, green=2)
    table.claim(FERRY, orange=2, locomotive=1)
    table.claim(TUNNEL, green=2)
    table.turned("white", "white", "white")
    assert table.owns(0, FERRY)
    assert table.owns(1, TUNNEL)


@pytest.mark.parametrize("players", [2, 3])
def test_n_claim_2_free_routes_may_be_one_players(players: int) -> None:
    """N-CLAIM-2: with unequal_doubles=free one player may take both."""
    table = Table("nordic", players, unequal_doubles="free")
    table.built(0, "Mo i Rana–Trondheim (green)")
    table.hand(0, red=4, locomotive=2)
    table.claim("Mo i Rana–Trondheim (red)", red=4, locomotive=2)
    assert table.owns(0, "Mo i Rana–Trondheim (red)")
    assert table.owns(0, "Mo i Rana–Trondheim (green)")


def test_n_claim_2_equal_doubles_stay_double() -> None:
    """N-CLAIM-2: unequal_doubles=free leaves the others as they are."""
    table = Table("nordic", unequal_doubles="free")
    table.hand(0, black=3)
    table.hand(1, orange=3)
    table.claim("Boden–Kiruna (black)", black=3)
    table.cannot_claim("Boden–Kiruna (orange)", orange=3)


def strict_tunnel(turned: tuple[str, str, str], **cards: int) -> Table:
    """Two green were played, and these turned, under strict_tunnel_locomotives."""
    table = Table("nordic", strict_tunnel_locomotives=True)
    table.hand(0, **cards)
    table.claim(TUNNEL, green=2)
    table.turned(*turned)
    return table


def test_n_tunnel_3_strict_a_turned_locomotive_asks_for_a_locomotive() -> None:
    """N-TUNNEL-3: option strict_tunnel_locomotives: a turned locomotive is matched with a locomotive."""
    table = strict_tunnel(("locomotive", "red", "red"), green=5, locomotive=2)
    table.cannot("pay 1 green")
    table.play("pay 1 locomotive")
    assert table.owns(0, TUNNEL)


def test_n_tunnel_3_strict_a_turned_green_still_takes_either() -> None:
    """N-TUNNEL-3: only turned locomotives are strict."""
    table = strict_tunnel(("locomotive", "green", "red"), green=5, locomotive=2)
    table.cannot("pay 2 green")
    assert table.can("pay 1 green, 1 locomotive")
    assert table.can("pay 2 locomotives")
    green = strict_tunnel(("green", "green", "red"), green=5, locomotive=2)
    assert green.can("pay 2 green")


def test_n_tunnel_3_strict_without_locomotives_the_player_withdraws() -> None:
    """N-TUNNEL-3: green cards do not help, however many."""
    table = strict_tunnel(("locomotive", "locomotive", "red"), green=8, locomotive=1)
    table.cannot("pay 2 green")
    table.cannot("pay 1 green, 1 locomotive")
    table.play("withdraw")
    assert not table.owns(0, TUNNEL)
    assert table.holds(0) == {"green": 8, "locomotive": 1}


def tied(tiebreak: str) -> Table:
    """Two players with as many points and tickets: one has the longer path, the other the higher ticket."""
    table = Table("nordic", tiebreak=tiebreak)
    table.built(0, "Göteborg–Oslo", "Göteborg–København")  # 4 spaces, Oslo–København 4
    table.tickets(0, "Oslo–København")
    table.built(1, "Helsinki–Lahti", "Kuopio–Lahti", "Kuopio–Lieksa")  # 5 spaces, Helsinki–Lieksa 5
    table.tickets(1, "Helsinki–Lieksa")
    table.record.score[:2] = [11, 10]
    return table


@pytest.mark.parametrize("tiebreak", ["longest_path", "longest_ticket"])
def test_n_end_4_the_second_tie_break(tiebreak: str) -> None:
    """N-END-4: default longest path; option tiebreak=longest_ticket, the highest completed ticket."""
    table = tied(tiebreak)
    table.built(0, "Oslo–Örebro (green)", "Stockholm–Örebro (black)")  # now 8 spaces
    table.record.score[0] = 11
    result = table.position.score()
    assert result.total[:2].tolist() == [25, 25]
    assert result.completed[:2].tolist() == [1, 1]
    assert result.place[:2].tolist() == ([1, 2] if tiebreak == "longest_path" else [2, 1])


def test_n_end_4_a_ticket_that_was_not_completed_is_no_longest_ticket() -> None:
    """N-END-4: longest_ticket looks at completed tickets only."""
    table = tied("longest_ticket")
    table.tickets(0, "Oslo–København", "København–Murmansk")  # 24, not completed
    table.record.score[0] = 11 + 24
    result = table.position.score()
    assert result.total[:2].tolist() == [25, 25]
    assert result.place[:2].tolist() == [2, 1]


def test_n_end_4_tickets_as_high_share_the_win() -> None:
    """N-END-4: longest_ticket still tied: shared, whatever the paths."""
    table = Table("nordic", tiebreak="longest_ticket")
    table.built(0, "Göteborg–Oslo", "Göteborg–København", "Boden–Tornio")
    table.tickets(0, "Oslo–København")  # 4
    table.built(1, "Oslo–Örebro (green)", "Stockholm–Örebro (black)", "Norrköping–Stockholm (red)")
    table.tickets(1, "Oslo–Stockholm")  # 4
    table.record.score[:2] = 10
    assert table.position.score().place[:2].tolist() == [1, 1]
