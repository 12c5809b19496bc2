"""Setting up: cards, trains, hands, display and tickets (B-SET, N-SET)."""

import pytest

from branchline.boardfile.cards import COLOURS
from branchline.boards import load
from branchline.errors import MoveError, SetupError
from branchline.game import Game, new
from branchline.mapgame.contents import bits
from rules.table import Table

ALL_CARDS = {**dict.fromkeys(COLOURS, 12), "locomotive": 14}
RED_HAND = ("red", "red", "red", "red")


def deal(table: Table, *displayed: str) -> None:
    """Deal each player cards of one colour, then lay out the display."""
    for player in range(table.players):
        table.dealt(*[COLOURS[player]] * table.board.rules.start_hand)
    table.laid(*displayed or ("red", "red", "green", "green", "green"))


def deal_tickets(table: Table) -> list[list[str]]:
    """Deal each player the first tickets of the list; returns them player by player."""
    each = table.board.rules.start_tickets
    names = [f"{ticket.a}–{ticket.b}" for ticket in table.board.tickets]
    dealt = [names[each * p : each * (p + 1)] for p in range(table.players)]
    for tickets in dealt:
        table.offered(*tickets)
    return dealt


@pytest.mark.parametrize("board", ["usa", "nordic"])
def test_b_set_1_the_deck_has_twelve_of_each_colour_and_fourteen_locomotives(board: str) -> None:
    """B-SET-1: 110 train cards, 12 in each of 8 colours and 14 locomotives, each as likely as any other."""
    table = Table.at_setup(board)
    assert table.in_deck == table.may_turn_up() == ALL_CARDS
    assert table.record.deck_size == sum(ALL_CARDS.values()) == 110


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_b_set_2_each_player_has_45_trains_and_no_points(players: int) -> None:
    """B-SET-2: each player has 45 trains and a score of 0."""
    table = Table.at_setup("usa", players)
    assert table.record.trains[:players].tolist() == [45] * players
    assert table.record.score[:players].tolist() == [0] * players


@pytest.mark.parametrize("players", [2, 5])
def test_b_set_3_four_cards_each_then_five_in_the_display(players: int) -> None:
    """B-SET-3: each player is dealt 4 train cards; then 5 train cards form the display."""
    table = Table.at_setup("usa", players)
    deal(table, "red", "red", "green", "green", "locomotive")
    assert [table.holds(p) for p in range(players)] == [{COLOURS[p]: 4} for p in range(players)]
    assert table.in_display == {"red": 2, "green": 2, "locomotive": 1}
    assert table.record.deck_size == 110 - 4 * players - 5


@pytest.mark.parametrize(("kept", "is_legal"), [(0, False), (1, False), (2, True), (3, True)])
def test_b_set_4_three_tickets_of_which_two_are_kept(kept: int, is_legal: bool) -> None:
    """B-SET-4: each player is dealt 3 tickets and keeps at least 2."""
    table = Table.at_setup("usa")
    deal(table)
    mine, _ = deal_tickets(table)
    assert len(mine) == 3
    if is_legal:
        table.keep(*mine[:kept])
        assert table.keeps(0) == set(mine[:kept])
    else:
        table.cannot("keep " + ("; ".join(mine[:kept]) or "none"))


def test_b_set_4_returned_tickets_lie_at_the_bottom_of_the_ticket_deck() -> None:
    """B-SET-4: what is returned comes up again, but only after all others."""
    table = Table.at_setup("usa")
    deal(table)
    mine, theirs = deal_tickets(table)
    table.keep(*mine[:2])
    table.keep(*theirs[:2])
    returned = {mine[2], theirs[2]}
    for _ in range(8):  # 30 tickets, 6 were dealt: 24 lie above
        table.play("draw tickets")
        for _ in range(3):
            assert not returned & set(table.may_turn_up())
            table.offered(next(iter(table.may_turn_up())))
        table.play("keep all")
    table.play("draw tickets")
    assert set(table.may_turn_up()) == returned


@pytest.mark.parametrize("players", [2, 3, 5])
def test_b_set_5_turns_go_in_seat_order_from_the_first_seat(players: int) -> None:
    """B-SET-5: the seat order given; turns go clockwise."""
    table = Table.at_setup("usa", players)
    deal(table)
    for tickets in deal_tickets(table):
        table.keep(*tickets)
    order = []
    for _ in range(2 * players):
        order.append(table.position.player)
        table.draw_two()
    assert order == [*range(players), *range(players)]


def test_b_set_5_nobody_moves_out_of_turn() -> None:
    """B-SET-5: a move of somebody else is refused, with the rule."""
    game = Game(load("usa"), ["Ada", "Bo"], seed=1)
    game.resolve()
    with pytest.raises(MoveError) as refused:
        game.play("keep all", "Bo")
    assert refused.value.rule == "B-SET-5"


def test_b_set_6_three_locomotives_at_set_up_make_a_new_display() -> None:
    """B-SET-6: with 3 or more locomotives all five are discarded and replaced, at set-up too."""
    table = Table.at_setup("usa")
    deal(table, "red", "locomotive", "locomotive", "green", "locomotive")
    assert table.in_display == {}
    assert table.in_discards == {"red": 1, "green": 1, "locomotive": 3}
    table.laid("black", "black", "black", "locomotive", "locomotive")
    assert table.in_display == {"black": 3, "locomotive": 2}
    assert table.asks == "chance: tickets"


def test_b_set_6_a_new_display_of_three_locomotives_is_replaced_again() -> None:
    """B-SET-6: whenever; a display that replaced another is no exception."""
    table = Table.at_setup("usa")
    deal(table, *["locomotive"] * 5)
    table.laid(*["locomotive"] * 4, "red")
    assert table.in_discards == {"locomotive": 9, "red": 1}
    assert table.asks == "chance: display"


def test_n_set_1_forty_trains_and_no_points() -> None:
    """N-SET-1: 40 trains each, the score marker on 0."""
    table = Table.at_setup("nordic", 3)
    assert table.record.trains[:3].tolist() == [40] * 3
    assert table.record.score[:3].tolist() == [0] * 3


@pytest.mark.parametrize("players", [0, 1, 4, 5])
def test_n_set_1_two_or_three_players_no_more(players: int) -> None:
    """N-SET-1: 2 or 3 players, no more."""
    with pytest.raises(SetupError, match="2 to 3 players"):
        Game(load("nordic"), [f"Player {p}" for p in range(players)])


def test_n_set_1_two_and_three_players_are_welcome() -> None:
    """N-SET-1: 2 or 3 players."""
    for names in (["Ada", "Bo"], ["Ada", "Bo", "Cy"]):
        assert Game(load("nordic"), names).position.players == len(names)


def test_n_set_2_cards_tickets_and_the_bonus_card() -> None:
    """N-SET-2: 110 train cards, 46 tickets, one Globetrotter."""
    table = Table.at_setup("nordic")
    assert table.in_deck == ALL_CARDS
    assert table.record.ticket_deck_size == len(bits(table.record.ticket_deck)) == 46
    assert table.board.rules.most_tickets_bonus == 10


def test_n_set_3_four_cards_each() -> None:
    """N-SET-3: 4 train cards each."""
    table = Table.at_setup("nordic", 3)
    deal(table)
    assert [table.holds(p) for p in range(3)] == [{"purple": 4}, {"white": 4}, {"blue": 4}]


def test_n_set_4_a_display_of_five_locomotives_stays() -> None:
    """N-SET-4: 5 face-up cards, no locomotive reset of the display."""
    table = Table.at_setup("nordic")
    deal(table, *["locomotive"] * 5)
    assert table.in_display == {"locomotive": 5}
    assert table.in_discards == {}
    assert table.asks == "chance: tickets"


@pytest.mark.parametrize("kept", range(6))
def test_n_set_5_five_tickets_of_which_two_to_five_are_kept(kept: int) -> None:
    """N-SET-5: 5 tickets each, keep at least 2, up to all 5."""
    table = Table.at_setup("nordic")
    deal(table)
    mine, _ = deal_tickets(table)
    assert len(mine) == 5
    if kept >= 2:
        table.keep(*mine[:kept])
        assert table.keeps(0) == set(mine[:kept])
    else:
        table.cannot("keep " + ("; ".join(mine[:kept]) or "none"))


def test_n_set_5_returned_tickets_leave_the_game_unseen() -> None:
    """N-SET-5: returned ones never come up again, and the others do not learn which they were."""
    table = Table.at_setup("nordic")
    deal(table)
    mine, theirs = deal_tickets(table)
    table.keep(*mine[:2])
    table.keep(*theirs[:2])
    assert table.record.ticket_deck_size + table.record.under_size == 46 - 10
    assert {table.ticket(name) for name in mine[2:] + theirs[2:]} == set(bits(table.record.removed))
    seen = table.position.seen_by(1).record
    assert set(bits(seen.removed)) == {table.ticket(name) for name in theirs[2:]}
    table.play("draw tickets")
    assert not set(mine + theirs) & set(table.may_turn_up())


def test_n_set_6_tickets_are_secret_until_the_end() -> None:
    """N-SET-6: another player's view is the same whichever tickets one keeps; at the end all are shown."""
    views = []
    for mine in ("Bergen–Narvik", "Oslo–Helsinki"):
        table = Table("nordic")
        table.tickets(0, mine)
        views.append(table.view(1))
    assert views[0] == views[1]
    assert views[0].seats[0].ticket_count == 1
    table.record.turns_left = 1
    table.draw_two()
    assert table.asks == "over"
    assert bits(table.position.seen_by(1).record.tickets[0]) == [table.ticket("Oslo–Helsinki")]


def test_settled_14_hands_then_the_display_then_tickets() -> None:
    """SETTLED-14: set-up order: hands, then the display, then tickets."""
    table = Table.at_setup("nordic")
    assert table.asks == "chance: deal"
    table.dealt(*RED_HAND, *RED_HAND)
    assert table.asks == "chance: display"
    table.laid("blue", "blue", "white", "white", "green")
    assert table.asks == "chance: tickets"
    deal_tickets(table)
    assert table.asks == "player 0"


def test_settled_14_tickets_are_chosen_at_the_same_time_in_secret() -> None:
    """SETTLED-14: nobody sees how many tickets another kept before all have chosen."""
    views = []
    for kept in (2, 5):
        table = Table.at_setup("nordic")
        deal(table)
        mine, _ = deal_tickets(table)
        table.keep(*mine[:kept])
        assert table.asks == "player 1"
        views.append(table.view(1))
    assert views[0] == views[1]


@pytest.mark.parametrize("players", [1, 6])
def test_settled_17_usa_is_not_for_one_or_six(players: int) -> None:
    """SETTLED-17: USA is for 2 to 5 players."""
    with pytest.raises(SetupError, match="2 to 5 players"):
        Game(load("usa"), [f"Player {p}" for p in range(players)])


def test_settled_17_usa_is_for_two_to_five() -> None:
    """SETTLED-17: USA is for 2 to 5 players."""
    for players in (2, 5):
        assert Game(load("usa"), [f"Player {p}" for p in range(players)]).position.players == players


@pytest.mark.parametrize(
    ("decks", "dealt", "kept", "drawn"),
    [("classic", 3, 2, 3), ("1910", 3, 2, 3), ("mega", 5, 3, 4), ("big_cities", 4, 2, 4)],
)
def test_settled_16_tickets_are_dealt_kept_and_drawn_as_the_deck_says(
    decks: str, dealt: int, kept: int, drawn: int
) -> None:
    """SETTLED-16: mega deals 5 and keeps 3, big cities 4 and 2; both draw 4 later, of which 1 is kept."""
    game = new("usa", players=2, seed=3, options={"ticket_decks": decks})
    for player in range(2):
        assert len(game.view(player).offer) == dealt
        with pytest.raises(MoveError, match=f"keep at least {kept} of the {dealt} tickets"):
            game.play("keep " + " ".join(str(place + 1) for place in range(kept - 1)))
        game.play("keep " + " ".join(str(place + 1) for place in range(kept)))
    game.play("draw tickets")
    assert len(game.view(0).offer) == drawn
    with pytest.raises(MoveError, match=f"keep at least 1 of the {drawn} tickets"):
        game.play("keep none")
    game.play("keep 1")
    assert len(game.view(0).tickets) == kept + 1
