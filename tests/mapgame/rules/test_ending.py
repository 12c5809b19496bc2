"""The last turns, and the end by passing (B-END-1, N-END-1)."""

import pytest

from rules.table import Table

# A route of four spaces that any one colour pays for
FOUR_SPACES = {"usa": "Calgary–Helena", "nordic": "Kuopio–Vaasa"}
SMALL_GAMES = [("usa", 2), ("usa", 3), ("usa", 5), ("nordic", 2), ("nordic", 3)]


def with_trains_left(board: str, players: int, player: int, left: int) -> Table:
    """A player has just claimed a route and has so many trains left."""
    table = Table(board, players)
    table.turn_of(player)
    table.record.trains[player] = left + 4
    table.hand(player, red=4)
    table.claim(FOUR_SPACES[board], red=4)
    return table


def turns_to_the_end(table: Table, most: int = 12) -> list[int]:
    """Whose turns they are until the game is over."""
    players: list[int] = []
    while table.asks != "over" and len(players) < most:
        players.append(table.position.player)
        table.draw_two()
    return players


@pytest.mark.parametrize(("board", "players", "by"), [(*game, by) for game in SMALL_GAMES for by in range(game[1])])
def test_b_end_1_everybody_has_one_more_turn_who_brought_it_about_too(board: str, players: int, by: int) -> None:
    """B-END-1: every player, that one included, has one more turn; then the game is scored."""
    table = with_trains_left(board, players, by, 2)
    assert turns_to_the_end(table) == [*range(by + 1, players), *range(by + 1)]


@pytest.mark.parametrize("left", [0, 1, 2])
def test_b_end_1_two_or_fewer_trains(left: int) -> None:
    """B-END-1: 2 or fewer trains at the end of a turn."""
    assert turns_to_the_end(with_trains_left("usa", 2, 0, left)) == [1, 0]


def test_b_end_1_three_trains_are_enough_to_go_on() -> None:
    """B-END-1: 3 trains bring no last turns."""
    table = with_trains_left("usa", 2, 0, 3)
    assert turns_to_the_end(table, 12) == [1, 0] * 6
    assert table.record.turns_left == 0


def test_b_end_1_the_last_turns_begin_once() -> None:
    """B-END-1: another player who runs out of trains in the last turns does not make them longer."""
    table = with_trains_left("usa", 3, 0, 2)
    table.record.trains[1] = 6
    table.hand(1, yellow=6)
    table.claim("Helena–Seattle", yellow=6)
    assert table.record.trains[1] == 0
    assert turns_to_the_end(table) == [2, 0]


def test_b_end_1_all_actions_are_open_in_the_last_turns() -> None:
    """B-END-1: the last turns are turns like any other."""
    table = with_trains_left("usa", 3, 0, 2)
    table.hand(1, yellow=6)
    table.claim("Helena–Seattle", yellow=6)
    table.draw_tickets("Boston–Miami", "Calgary–Phoenix", "Chicago–Santa Fe")
    table.keep("Boston–Miami")
    assert table.asks == "player 0"
    table.hand(0, red=2)
    table.claim("Atlanta–Charleston", red=2)
    assert table.asks == "over"
    assert table.record.trains[0] == 0


def test_b_end_1_nobody_moves_after_the_end() -> None:
    """B-END-1: then the game is scored, and that is all."""
    table = with_trains_left("usa", 2, 0, 0)
    turns_to_the_end(table)
    assert table.position.legal() == []
    assert not table.can("draw deck")


@pytest.mark.parametrize("left", [0, 1, 2])
@pytest.mark.parametrize(("players", "by"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)])
def test_n_end_1_the_last_turns_of_nordic_countries(players: int, by: int, left: int) -> None:
    """N-END-1: 0, 1 or 2 trains left at the end of a turn; all, that player too, one more turn."""
    table = with_trains_left("nordic", players, by, left)
    assert turns_to_the_end(table) == [*range(by + 1, players), *range(by + 1)]


def test_n_end_1_three_trains_are_enough_to_go_on() -> None:
    """N-END-1: not with three left."""
    assert len(turns_to_the_end(with_trains_left("nordic", 3, 0, 3), 12)) == 12


def test_n_end_1_a_withdrawn_tunnel_uses_no_trains() -> None:
    """N-END-1: what counts is the end of the turn, not the trains that a payment would have placed."""
    table = Table("nordic")
    table.record.trains[0] = 4
    table.hand(0, red=4)
    table.claim("Bergen–Oslo (red)", red=4)
    table.turned("red", "blue", "blue")
    table.play("withdraw")
    assert table.record.turns_left == 0
    assert len(turns_to_the_end(table, 8)) == 8


def nothing_to_do(players: int, **cards: int) -> Table:
    """No card to draw, no ticket, no route; player 0 holds these cards, the last player the rest."""
    table = Table("nordic", players)
    table.display()
    table.hand(0, **cards)
    table.piles(deck={})
    table.ticket_deck()
    table.close_routes()
    return table


@pytest.mark.parametrize("players", [2, 3])
def test_settled_10_as_many_passes_in_a_row_as_players_end_the_game(players: int) -> None:
    """SETTLED-10: neither fewer nor more."""
    table = nothing_to_do(players)
    for player in range(players):
        assert table.asks == f"player {player}"
        table.play("pass")
    assert table.asks == "over"


def test_settled_10_a_pass_only_if_no_action_at_all_is_legal() -> None:
    """SETTLED-10: a claim that the player would rather not make is an action, an exchange too."""
    table = nothing_to_do(2, red=1, blue=1, green=1)
    table.close_routes("Umeå–Vaasa")
    table.cannot("pass")
    table.claim("Umeå–Vaasa", red=1, blue=1, green=1)

    with_too_few = nothing_to_do(2, red=1, blue=1)
    with_too_few.close_routes("Umeå–Vaasa")
    with_too_few.play("pass")


def test_settled_10_passes_are_counted_in_a_row() -> None:
    """SETTLED-10: somebody who acts in between begins the count anew."""
    table = nothing_to_do(3)
    table.play("pass")
    table.play("pass")
    table.close_routes("Umeå–Vaasa")
    table.claim("Umeå–Vaasa", locomotive=1)
    table.laid("locomotive")
    assert table.asks == "player 0"
    table.take("locomotive")
    for player in (1, 2, 0):
        assert table.asks == f"player {player}"
        table.play("pass")
    assert table.asks == "over"


def test_settled_10_in_the_last_turns_too() -> None:
    """SETTLED-10: who can do nothing passes in the last turns, the one who brought them about as well."""
    table = nothing_to_do(3)
    table.close_routes("Kuopio–Vaasa")
    table.turn_of(2)
    table.record.trains[2] = 4
    table.claim("Kuopio–Vaasa", red=4)
    table.laid("red", "red", "red", "red")
    assert table.record.turns_left == 3
    table.display()
    table.piles(deck={})
    for player in range(3):
        assert table.asks == f"player {player}"
        table.play("pass")
    assert table.asks == "over"


def test_settled_10_passes_end_the_game_before_the_last_turns_are_over() -> None:
    """SETTLED-10: as many passes as players are enough, however many turns are left."""
    table = nothing_to_do(2)
    table.record.turns_left = 5
    table.play("pass")
    assert table.asks == "player 1"
    table.play("pass")
    assert table.asks == "over"
