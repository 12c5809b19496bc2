"""Iberia: drafts and festivals, by the numbers of the rules."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from branchline import new, replay
from branchline.boards import load_map as load
from branchline.engine import phases
from branchline.engine.limits import DISPLAY, KINDS
from branchline.mapgame.contents import bits
from branchline.mapgame.notation import MapNotation
from branchline.mapgame.rules import actions as numbers
from branchline.mapgame.rules import state as rules
from branchline.position import stream

from .iberia import claim, deal, festival, in_deck, in_play, lie, pile
from .table import Box, Table


def test_i_set_1_components() -> None:
    """I-SET-1: 35 trains each, 110 train cards, 54 festival cards, 1 ticket-deal card, 50 tickets."""
    table = Table.at_setup("iberia", 2)
    assert table.record.trains.tolist()[:2] == [35, 35]
    assert table.record.deck.sum() == 110
    assert sum(len(f.points) for f in table.board.festivals) == 54
    assert len(table.board.tickets) == 50


def test_i_set_2_hands_and_display_before_festivals() -> None:
    """I-SET-2: 4 cards each and 5 face up of the train cards alone; three locomotives: five new ones."""
    table = Table.at_setup("iberia", 2)
    for _ in range(8):
        assert max(outcome for outcome, _ in table.position.outcomes()) < KINDS
        table.position.apply(0)
    table.laid("locomotive", "locomotive", "locomotive", "red", "red")
    assert table.asks == "chance: display"
    assert table.record.display_size == 0


@pytest.mark.parametrize(("players", "depth"), [(2, 75), (3, 98), (4, 107), (5, 104)])
def test_i_set_3_festivals_and_the_deal_card(players: int, depth: int) -> None:
    """I-SET-3: the festival cards are shuffled in, the deal card half, two thirds or three quarters down."""
    table = Table.at_setup("iberia", players)
    while table.asks != "chance: tickets":
        table.position.apply(table.position.outcomes()[0][0])
    cards = 110 - 4 * players - DISPLAY - int(table.record.discards_size)
    assert table.record.deck_size == cards + 54 + 1
    assert table.record.deck_size - table.record.deal_at == depth


def test_i_set_3_the_deal_card_may_lie_a_little_higher_or_lower() -> None:
    """I-SET-3: with the option for a random shift all 21 places around the share of the deck are as likely."""
    table = Table.at_setup("iberia", 2, deal_card_shift=10)
    while table.asks != "chance: tickets":
        table.position.apply(table.position.outcomes()[0][0])
    s = table.record
    s.phase = phases.BLIND
    comes_up, not_yet = [], 1.0
    for _ in range(86):
        odds = dict(table.position.outcomes())
        comes_up.append(not_yet * odds.get(rules.DEAL_CARD_TURNED, 0) / sum(odds.values()))
        not_yet -= comes_up[-1]
        s.deck[s.deck.argmax()] -= 1
        s["deck_size"] -= 1
    assert comes_up == pytest.approx([0] * 65 + [1 / 21] * 21)


def test_i_set_4_first_draft_to_the_left() -> None:
    """I-SET-4: 6 each; all pick 1 and pass the rest to the left until everyone has 6; keep exactly 4."""
    table = Table.at_setup("iberia", 3)
    deal(table)
    packs = [bits(table.record.offer[p]) for p in range(3)]
    assert [len(pack) for pack in packs] == [6, 6, 6]
    for p in range(3):
        assert table.asks == f"player {p}"
        table.play("pick #1")
    assert [bits(table.record.offer[p]) for p in range(3)] == [packs[2][1:], packs[0][1:], packs[1][1:]]
    for _ in range(4):
        for _ in range(3):
            table.play("pick #1")
    assert table.record.phase == phases.KEEP_START
    assert table.record.offer_count.tolist()[:3] == [6, 6, 6]
    table.cannot("keep 1 2 3")
    table.cannot("keep all")
    for _ in range(3):
        table.play("keep 1 2 3 4")
    assert table.record.turn == 1
    assert table.record.ticket_deck_size == 50 - 12, "the returned ones are shuffled in"
    assert table.record.under_size == 0


def test_i_set_4_picks_are_secret_until_all_have_picked() -> None:
    """I-SET-4: all at once: nobody learns of a pick before their own."""
    table = Table.at_setup("iberia", 3)
    deal(table)
    other = table.position.copy()
    table.play("pick #1")
    other.apply(numbers.PICK_TICKET + 3)
    for viewer in (-1, 1, 2):
        assert table.position.seen_by(viewer).states.tobytes() == other.seen_by(viewer).states.tobytes()
    assert len(table.view(0).picked) == 1
    assert table.position.seen_by(1).record.offer_count.tolist()[:3] == [6, 6, 6]


@pytest.mark.parametrize(("players", "both"), [(2, False), (3, False), (4, True), (5, True)])
def test_i_set_5_double_routes(players: int, both: bool) -> None:
    """I-SET-5: 4–5 players both routes of a double, not the same player; 2–3 players one."""
    table = in_play(players)
    claim(table, 0, "Madrid–Toledo (yellow)")
    other = table.route("Madrid–Toledo (black)")
    assert other not in bits(table.record.open[0])
    assert (other in bits(table.record.open[1])) == both


def test_i_set_6_the_place_in_france() -> None:
    """I-SET-6: the place in France is a place like any other."""
    table = in_play()
    claim(table, 0, "Barcelona–Perpignan (red)")
    claim(table, 0, "Lleida–Perpignan")
    claim(table, 0, "Lleida–Zaragoza (blue)")
    table.tickets(0, "Zaragoza–Barcelona")
    assert table.position.score().completed[0] == 1


def test_i_draw_1_a_festival_card_is_laid_out_and_another_card_drawn() -> None:
    """I-DRAW-1: drawn or as a refill, it is laid open at its city and another card takes its place."""
    table = in_play()
    in_deck(table, Madrid=2, Sevilla=1)
    assert table.may_turn_up() == {}
    table.play("draw deck")
    assert table.may_turn_up()["festival Madrid"] == 2
    table.dealt("festival Madrid", "festival Madrid", "red")
    assert table.holds(0) == {"red": 1}
    table.play("draw purple")
    table.laid("festival Sevilla", "blue")
    assert table.asks == "player 1"
    assert table.view(1).festivals == {"Sevilla": 1, "Madrid": 2}
    assert table.record.display_size == 5


def test_i_draw_1_at_a_reset_too() -> None:
    """I-DRAW-1: at a reset of the display too."""
    table = in_play()
    table.display(locomotive=2, red=3)
    in_deck(table, Madrid=1)
    table.take("red")
    table.laid("locomotive", "festival Madrid", "red", "red", "blue", "blue", "green")
    assert table.view(0).festivals == {"Madrid": 1}
    assert table.in_display == {"red": 2, "blue": 2, "green": 1}


def test_i_draw_2_the_number_is_seen() -> None:
    """I-DRAW-2: several of one city lie so that their number can be seen."""
    table = in_play()
    lie(table, Valencia=7, Porto=2)
    assert table.view(-1).festivals == {"Valencia": 7, "Porto": 2}


def test_i_draw_3_the_deal_card_ends_the_turn() -> None:
    """I-DRAW-3: a blind first draw that turns it up gives nothing; a second draft follows."""
    table = in_play()
    in_deck(table, deal_in=0)
    table.play("draw deck")
    assert table.may_turn_up() == {"deal card": 1}
    table.dealt("deal card")
    assert table.holds(0) == {}
    assert table.asks == "chance: tickets"
    deal(table)
    assert table.record.phase == phases.PICK


def test_i_draw_3_cards_already_taken_stay() -> None:
    """I-DRAW-3: as a refill: the card taken stays, the rest of the draw is lost."""
    table = in_play()
    in_deck(table, deal_in=0)
    table.take("purple", "deal card")
    table.laid("green")
    assert table.holds(0) == {"purple": 1}
    assert table.asks == "chance: tickets"


def draft(table: Table) -> None:
    """Play a draft with the first choices."""
    deal(table)
    while table.record.phase == phases.PICK:
        table.play("pick #1")
    while table.record.phase == phases.KEEP_START:
        table.play("keep 1 2 3 4")


def test_i_draw_4_second_draft_to_the_right() -> None:
    """I-DRAW-4: to the right; earlier tickets stay; keep 4 of 6; returned ones to the bottom; next player."""
    table = in_play(3)
    table.tickets(1, "Madrid–Coimbra")
    table.turn_of(1)
    in_deck(table, deal_in=0)
    table.take("purple", "deal card")
    table.laid("green")
    deal(table)
    packs = [bits(table.record.offer[p]) for p in range(3)]
    for _ in range(3):
        table.play("pick #1")
    assert [bits(table.record.offer[p]) for p in range(3)] == [packs[1][1:], packs[2][1:], packs[0][1:]]
    draft(table)
    assert "Madrid–Coimbra" in table.keeps(1)
    assert table.record.ticket_count.tolist()[:3] == [4, 5, 4]
    assert table.record.under_size == 6
    assert [int(t) >= rules.FIRST for t in table.record.under[:6]] == [True] + [False] * 5, "one batch"
    assert table.asks == "player 2"


def test_i_draw_5_the_display_is_filled_before_the_draft() -> None:
    """I-DRAW-5: if the deal card came up as a refill, the display is filled before the draft."""
    table = in_play()
    in_deck(table, deal_in=0)
    table.play("draw purple")
    table.laid("deal card")
    assert table.asks == "chance: display"
    table.laid("green")
    assert table.asks == "chance: tickets"
    assert table.record.display_size == 5


def test_i_draw_4_in_the_very_last_turn() -> None:
    """I-DRAW-4: in the very last turn the draft takes place, then the game is scored."""
    table = in_play()
    in_deck(table, deal_in=0)
    table.record.turns_left = 1
    table.play("draw deck")
    table.dealt("deal card")
    draft(table)
    assert table.asks == "over"
    assert table.record.ticket_count.tolist()[:2] == [4, 4]


def test_i_draw_6_a_new_deck_has_train_cards_only() -> None:
    """I-DRAW-6: empty deck: shuffle the discards; the new deck is train cards only."""
    table = in_play()
    table.piles(deck={"red": 1}, discards={"blue": 5})
    lie(table, Madrid=2)
    table.draw("red")
    assert table.in_deck == {"blue": 5}
    assert (table.record.deck_size, table.record.extras) == (5, 0)


def test_i_claim_1_ferries_take_locomotives() -> None:
    """I-CLAIM-1: ferries as B-FERRY-1, no three-for-one."""
    table = in_play()
    table.hand(0, red=9, locomotive=1)
    table.cannot_claim("Barcelona–Palma", red=3)
    table.cannot_claim("Barcelona–Palma", red=5)
    table.claim("Barcelona–Palma", red=2, locomotive=1)


def test_i_claim_2_takes_all_cards_at_the_city() -> None:
    """I-CLAIM-2: claiming a route that touches a festival city takes all cards there, on one own pile."""
    table = in_play()
    lie(table, Madrid=3)
    claim(table, 0, "Madrid–Toledo (yellow)")
    assert pile(table, 0) == {"Madrid": 3}
    assert table.view(1).festivals == {}
    assert "pile" not in table.view(1).as_dict()["seats"][0]


def test_i_claim_3_both_ends_choose_one() -> None:
    """I-CLAIM-3: if both ends have cards lying, the player chooses one city, never both."""
    table = in_play()
    lie(table, Madrid=3, Zaragoza=1)
    claim(table, 0, "Madrid–Zaragoza (white)")
    assert table.asks == "player 0"
    table.cannot("draw deck")
    table.cannot("take festival Sevilla")
    table.play("take festival Zaragoza")
    assert pile(table, 0) == {"Zaragoza": 1}
    assert table.view(0).festivals == {"Madrid": 3}
    assert table.asks == "player 1"


def test_i_claim_4_porto_and_coimbra_share() -> None:
    """I-CLAIM-4: Porto and Coimbra share their festival cards: a route to either takes them."""
    table = in_play()
    lie(table, Porto=2)
    claim(table, 0, "Cáceres–Coimbra")
    assert pile(table, 0) == {"Porto": 2}
    lie(table, Porto=1)
    claim(table, 1, "Coimbra–Porto (black)")
    assert pile(table, 1) == {"Porto": 1}


def test_i_ticket_1_not_before_the_second_draft() -> None:
    """I-TICKET-1: drawing tickets is not legal before the second draft has taken place."""
    table = in_play()
    table.cannot("draw tickets")
    assert not table.view(0).may_draw_tickets
    in_deck(table, deal_in=0)
    table.play("draw deck")
    table.dealt("deal card")
    draft(table)
    assert table.view(0).may_draw_tickets
    table.play("draw tickets")
    deal(table)
    assert table.record.offer_count[1] == 3


def test_i_ticket_2_draw_three_keep_one() -> None:
    """I-TICKET-2: draw 3, keep at least 1; returned ones to the bottom of the deck."""
    table = in_play()
    table.record.drafts_to_come = 0
    table.draw_tickets("Madrid–Coimbra", "Lisboa–Huelva", "León–Porto")
    table.cannot("keep none")
    table.keep("León–Porto")
    assert table.record.under_size == 2


def test_i_score_1_routes_and_tickets() -> None:
    """I-SCORE-1: route points, tickets add or subtract."""
    table = in_play()
    table.built(0, "Málaga–Sevilla")
    table.tickets(0, "Sevilla–Granada")
    score = table.position.score()
    assert (score.routes[0], score.tickets[0], score.total[0]) == (4, -4, 0)


@pytest.mark.parametrize(("city", "n", "points"), [("Sevilla", 3, 6), ("Valencia", 7, 22), ("Porto", 5, 20)])
def test_i_score_2_festival_cards(city: str, n: int, points: int) -> None:
    """I-SCORE-2: 3 Sevilla 6 points, 7 Valencia 22; by the number held of each city."""
    table = in_play()
    table.record.pile[0, festival(table, city)] = n
    score = table.position.score()
    assert (score.festivals[0], score.total[0]) == (points, points)


def test_i_score_3_no_other_bonus() -> None:
    """I-SCORE-3: no globetrotter and no longest-path bonus."""
    table = in_play()
    table.built(0, "Madrid–Toledo (yellow)")
    table.tickets(0, "Madrid–Coimbra")
    score = table.position.score()
    assert score.longest_path_bonus[0] == score.most_tickets_bonus[0] == 0


def test_i_score_4_tie_break() -> None:
    """I-SCORE-4: tie: most completed tickets; still tied: shared, whoever has the longer path."""
    table = in_play()
    table.built(0, "Madrid–Toledo (yellow)")
    table.record.score[1] = table.record.score[0]
    assert table.position.score().place.tolist()[:2] == [1, 1]


def test_i_set_3_the_deal_card_may_lie_at_the_very_bottom() -> None:
    """I-SET-3: on another board the deal card may lie below all others."""
    board = load("iberia")
    board = replace(board, rules=replace(board.rules, deal_card_depth=(1.0, 1.0, 1.0, 1.0)))
    table = Table.at_setup(Box(board, MapNotation(board)), 2)
    while table.asks != "chance: tickets":
        table.position.apply(table.position.outcomes()[0][0])
    assert table.record.deal_at == 1


def test_i_claim_2_what_was_taken_is_remembered() -> None:
    """I-CLAIM-2: a game determinized for another player has the same piles: all saw what was taken."""
    table = in_play()
    lie(table, Madrid=3)
    claim(table, 0, "Madrid–Toledo (yellow)")
    determinized = table.position.determinize(1, stream(3)).record
    assert np.array_equal(determinized.pile, table.record.pile)


def test_a_game_is_saved_and_loaded() -> None:
    """A record tells a game of Iberia exactly."""
    game = new("iberia", players=2, seed=4)
    rng = Random(4)
    while not game.is_over:
        game.play(rng.choice(game.actions()))
    text = game.record()
    assert "deal card" in text
    assert replay.loads(text).record() == text
    kinds = {event["kind"] for event in game.events()}
    assert {"pick", "festival", "deal_card", "festivals_taken", "draft"} <= kinds
