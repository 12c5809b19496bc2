"""The neutral player of two-player Nederland, by the numbers of the rules."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from branchline import new, replay
from branchline.boardfile.problems import BoardError
from branchline.boards import load_map as load
from branchline.engine import phases
from branchline.mapgame.contents import bits
from branchline.mapgame.notation import MapNotation

from .table import Box, Table, box

BLANK = "Breda–Eindhoven"  # of the tickets, one of two for Rotterdam–Antwerpen
DOUBLE = "Nijmegen–Antwerpen"  # its line: Rotterdam–Breda
LINE = ("Breda", "Rotterdam")


def neutral(turn: int = 12, game: Box | None = None) -> Table:
    """A game with the neutral player, in the second player's turn."""
    table = Table(game or box("nederland", neutral=True), 2)
    table.record.turn = turn
    table.turn_of(1)
    return table


def between(table: Table, a: str, b: str) -> list[str]:
    """The names of the routes between two cities."""
    return [table.notation.routes[i] for i, r in enumerate(table.board.routes) if {r.a, r.b} == {a, b}]


def end_turn(table: Table) -> None:
    """Spend a turn on two cards from the deck, and leave what follows to the test."""
    for _ in range(2):
        table.play("draw deck")
        table.position.apply(table.position.outcomes()[0][0])


def turn_up(table: Table, ticket: str) -> None:
    """End the second player's turn, and let chance turn this ticket up."""
    table.turn_of(1)
    table.record.phase = phases.TURN
    end_turn(table)
    assert table.asks == "chance: neutral"
    table.position.apply(table.ticket(ticket))


def owned(table: Table) -> list[str]:
    """The neutral player's routes."""
    return [table.notation.routes[r] for r in bits(table.record.neutral)]


def test_h_var_2_two_players_with_tolls() -> None:
    """H-VAR-2: the neutral player is for 2 players, with tolls."""
    board = load("nederland", {"neutral": True})
    assert board.rules.players == (2, 2)
    with pytest.raises(BoardError):
        load("nederland", {"neutral": True, "tolls": False})


def test_h_neutral_1_trains_and_marker() -> None:
    """H-NEUTRAL-1: 40 trains of a third colour; the second player starts with the marker."""
    table = neutral()
    assert table.view(0).neutral_trains == 40
    assert table.view(0).marker == 1


def test_h_neutral_2_from_the_sixth_round_on() -> None:
    """H-NEUTRAL-2: nothing in the first five rounds; from the sixth after both have had their turn."""
    table = neutral(turn=10)
    end_turn(table)
    assert table.asks == "player 0"
    end_turn(table)
    assert table.asks == "player 1", "only after both"
    assert table.record.turn == 12
    end_turn(table)
    assert table.asks == "chance: neutral"
    assert len(table.may_turn_up()) == 44


def test_h_neutral_3_no_cities_next_turn() -> None:
    """H-NEUTRAL-3: no cities at its bottom: discard it, next turn; the marker stays."""
    table = neutral()
    turn_up(table, "Den Helder–Liège")
    assert table.asks == "player 0"
    assert (table.record.turn, table.record.marker) == (13, 1)
    assert not owned(table)
    assert table.view(0).ticket_discards == ["Den Helder–Liège 29"]


def test_h_neutral_4_the_holder_chooses_and_passes_the_marker() -> None:
    """H-NEUTRAL-4: both free: the holder chooses; no cards, no toll; the marker passes."""
    table = neutral()
    turn_up(table, DOUBLE)
    assert table.asks == "player 1", "the holder of the marker"
    first, second = between(table, *LINE)
    table.cannot("draw tickets")
    table.play(f"neutral takes {second}")
    assert owned(table) == [second]
    assert table.record.marker == 0
    assert table.record.tokens.tolist()[:2] == [30, 30]
    assert table.asks == "player 0"
    assert table.view(0).neutral_trains == 40 - table.board.routes[table.route(second)].length
    assert table.view(0).ticket_discards == [f"{DOUBLE} 21"]
    assert table.route(first) in bits(table.record.open[0])
    assert table.route(second) not in bits(table.record.open[0])


def test_h_neutral_4_a_single_route() -> None:
    """H-NEUTRAL-4: a single route is claimed without a choice, and the marker passes."""
    board = load("nederland", {"neutral": True})
    single = replace(board.tickets[0], neutral=("Sneek", "Waddeneilanden"))
    board = replace(board, tickets=(single, *board.tickets[1:]))
    table = neutral(game=Box(board, MapNotation(board)))
    turn_up(table, "Groningen–Middelburg")
    assert owned(table) == ["Sneek–Waddeneilanden"]
    assert table.record.marker == 0


@pytest.mark.parametrize("owner", [0, 1])
def test_h_neutral_5_beside_a_player(owner: int) -> None:
    """H-NEUTRAL-5: one owned by a player: it takes the other, the bank pays that owner, the marker stays."""
    table = neutral()
    first, second = between(table, *LINE)
    table.built(owner, first)
    turn_up(table, DOUBLE)
    assert owned(table) == [second]
    assert table.record.tokens[owner] == 34
    assert table.record.tokens[1 - owner] == 30
    assert table.record.marker == 1
    assert table.asks == "player 0"


def test_h_neutral_6_no_route_free() -> None:
    """H-NEUTRAL-6: if no route between them is free, the ticket counts as blank."""
    table = neutral()
    for player, route in enumerate(between(table, *LINE)):
        table.built(player, route)
    turn_up(table, DOUBLE)
    assert not owned(table)
    assert (table.record.marker, table.asks) == (1, "player 0")


def test_h_neutral_7_two_tickets_for_one_route() -> None:
    """H-NEUTRAL-7: if the neutral player already has that route, the ticket counts as blank."""
    lines = [t.neutral for t in load("nederland").tickets if t.neutral]
    for twice in ({"Amsterdam", "Rotterdam"}, {"Rotterdam", "Antwerpen"}):
        assert sum(set(line) == twice for line in lines) == 2
    table = neutral()
    turn_up(table, BLANK)
    table.play(f"neutral takes {between(table, 'Rotterdam', 'Antwerpen')[0]}")
    marker = table.record.marker
    turn_up(table, "Liège–Duisburg")
    assert len(owned(table)) == 1
    assert table.record.marker == marker


def test_h_neutral_8_too_few_trains() -> None:
    """H-NEUTRAL-8: with too few trains for a route it must claim, it is out for good."""
    table = neutral()
    table.record.neutral_trains = 0
    turn_up(table, DOUBLE)
    assert table.view(0).marker is None
    assert table.asks == "player 0"
    table.turn_of(1)
    end_turn(table)
    assert table.asks == "player 0"


def test_h_neutral_9_empty_deck_out_for_good() -> None:
    """H-NEUTRAL-9: when the ticket deck is empty it is out, in the first rounds too."""
    table = neutral(turn=2)
    table.ticket_deck("Emmen–Antwerpen", "Den Helder–Liège", "Lingen–Duisburg", "Breda–Eindhoven")
    table.draw_tickets("Emmen–Antwerpen", "Den Helder–Liège", "Lingen–Duisburg", "Breda–Eindhoven")
    assert table.view(0).marker is None
    table.keep("Emmen–Antwerpen")
    assert table.record.ticket_deck_size == 3


def test_h_neutral_9_its_own_last_ticket_is_carried_out() -> None:
    """H-NEUTRAL-9: a last ticket that it turned up itself is carried out first."""
    table = neutral()
    table.ticket_deck(DOUBLE)
    turn_up(table, DOUBLE)
    table.play(f"neutral takes {between(table, *LINE)[0]}")
    assert len(owned(table)) == 1
    assert table.view(0).marker is None
    assert (table.record.ticket_deck_size, table.record.ticket_discards_size) == (1, 0)


def test_h_neutral_10_beside_a_neutral_route_the_bank_is_paid() -> None:
    """H-NEUTRAL-10: the second route beside a neutral one pays the bank."""
    table = neutral()
    first, second = between(table, *LINE)
    r = table.route(first)
    table.record.neutral[r // 64] |= np.uint64(1 << r % 64)
    route = table.board.routes[table.route(second)]
    table.turn_of(0)
    table.hand(0, **{route.colour or "red": route.length})
    table.claim(second, **{route.colour or "red": route.length})
    assert table.record.tokens.tolist()[:2] == [26, 30]


def test_h_neutral_11_no_score_and_no_phase_after_the_last_turn() -> None:
    """H-NEUTRAL-11: no place in the ranking, no last turns by its trains, no phase after the last turn."""
    table = neutral()
    table.record.neutral_trains = 2
    table.record.tokens[:2] = [20, 10]
    assert table.position.score().toll_bonus.tolist()[:2] == [35, 0]
    table.turn_of(0)
    end_turn(table)
    assert table.record.turns_left == 0
    table.record.turns_left = 2
    end_turn(table)
    assert table.asks == "chance: neutral", "between the last turns, both had their turn of that round"
    table = neutral()
    table.record.turns_left = 1
    end_turn(table)
    assert table.asks == "over"


def test_a_game_is_saved_and_loaded() -> None:
    """A record tells a game with the neutral player exactly."""
    game = new("nederland", players=2, seed=4, options={"neutral": True})
    rng = Random(4)
    while not game.is_over:
        game.play(rng.choice(game.actions()))
    text = game.record()
    assert "  neutral: " in text
    assert replay.loads(text).record() == text
    assert "neutral_claimed" in {event["kind"] for event in game.events()}
