"""Components and set-up (C-SET, C-UI-1)."""

from collections import Counter

import pytest

from branchline.boardfile.cards import CARDS, COLOURS
from branchline.drawing.symbols import SYMBOLS
from branchline.engine.actions import KEEP_SET
from branchline.engine.phases import DEAL_CARD, DEAL_TICKET, FILL, KEEP_START, TURN
from branchline.position import stream
from cardgame.table import elements, everywhere, game, named, new_game

PLAYERS = [2, 3, 4]


def test_c_set_1_cards_tickets_and_bonuses() -> None:
    """C-SET-1: 2–4 players, 96 train cards, 46 tickets, 6 big cities."""
    facts = game()
    assert facts.rules.players == (2, 4)
    assert (facts.rules.colour_cards, facts.rules.locomotives) == (10, 16)
    assert len(COLOURS) * facts.rules.colour_cards + facts.rules.locomotives == 96
    assert len(facts.tickets) == 46
    assert {bonus.city: bonus.points for bonus in facts.bonuses} == {
        "Seattle": 8,
        "Los Angeles": 12,
        "Chicago": 12,
        "Dallas": 10,
        "New York": 15,
        "Miami": 8,
    }
    assert sum(ticket.points for ticket in facts.tickets) == 581
    assert Counter(sum(ticket.cards.values()) for ticket in facts.tickets) == {
        1: 2,
        2: 17,
        3: 14,
        4: 11,
        5: 2,
    }


@pytest.mark.parametrize("players", PLAYERS)
def test_c_set_2_a_locomotive_then_seven_cards_each(players: int) -> None:
    """C-SET-2: Everybody sees the locomotive; the seven come from a deck without those."""
    position = new_game(players)
    s = position.record
    assert s.phase == DEAL_CARD
    assert [named(s.hand[p]) for p in range(players)] == [{"locomotive": 1}] * players
    assert (s.known == s.hand).all()
    assert dict(position.outcomes()) == dict.fromkeys(range(8), 10) | {8: 16 - players}
    chance = stream(players)
    for _ in range(7 * players):
        assert s.phase == DEAL_CARD
        position.apply(position.draw(chance))
    assert s.hand_size[:players].tolist() == [8] * players
    assert (everywhere(s) == [10] * 8 + [16]).all()


@pytest.mark.parametrize("players", PLAYERS)
def test_c_set_3_five_cards_face_up(players: int) -> None:
    """C-SET-3: After the hands the display is laid out; no number of locomotives changes it."""
    position = new_game(players)
    chance = stream(1)
    while position.record.phase == DEAL_CARD:
        position.apply(position.draw(chance))
    for _ in range(5):
        assert position.record.phase == FILL
        position.apply(CARDS.index("locomotive"))
    assert position.record.phase == DEAL_TICKET
    assert named(position.record.display) == {"locomotive": 5}


@pytest.mark.parametrize("players", PLAYERS)
def test_c_set_4_keep_one_to_six_of_six_tickets_and_shuffle_the_others_back(players: int) -> None:
    """C-SET-4: The returned tickets lie among all others of the deck, none below another."""
    position = new_game(players)
    chance = stream(3)
    while position.is_chance:
        position.apply(position.draw(chance))
    s = position.record
    for p in range(players):
        assert (s.phase, s.player, len(elements(s.offer[p]))) == (KEEP_START, p, 6)
        assert position.legal() == [KEEP_SET + subset for subset in range(1, 64)]
        position.apply(KEEP_SET + (1 << p))
    assert s.ticket_count[:players].tolist() == [1] * players
    assert s.ticket_deck_size == 46 - players
    assert len(elements(s.ticket_deck)) == 46 - players
    assert (s.batches, s.offer.any()) == (0, False)


@pytest.mark.parametrize("players", PLAYERS)
def test_c_set_5_the_first_seat_begins_and_turns_go_round(players: int) -> None:
    """C-SET-5: Seat order stands for age."""
    position = new_game(players)
    chance = stream(5)
    turns: list[int] = []
    while len(turns) < 2 * players + 1:
        if position.record.phase == TURN:
            turns.append(position.player)
        position.apply(position.draw(chance) if position.is_chance else 9 if position.turn else KEEP_SET + 63)
    assert turns == [n % players for n in range(2 * players + 1)]


def test_c_ui_1_every_colour_has_a_symbol() -> None:
    """C-UI-1: On cards, tickets and bonuses there is no colour without a symbol of its own."""
    colours = {colour for ticket in game().tickets for colour in ticket.cards}
    colours |= {bonus.colour for bonus in game().bonuses} | set(CARDS)
    assert len({SYMBOLS[colour] for colour in colours}) == len(colours) == len(CARDS)
