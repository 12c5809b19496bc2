"""Four players: a second half (C-FOUR, settled 12)."""

import pytest

from branchline.cardgame.rules.actions import COMPLETE_BEST
from branchline.cardgame.rules.state import COMPLETE
from branchline.engine.actions import DONE, KEEP_SET
from branchline.engine.phases import DEAL_CARD, FILL, OVER, TURN
from cardgame.table import ALL_CARDS, Table, elements, everywhere, named, ticket


def at_half_time(last: int = 3) -> Table:
    """Four players at the end of the first half, in which a player had the last turn."""
    table = Table(4)
    table.tickets(0, "Chicago–New York", "Seattle–Denver")
    table.tickets(1, "Dallas–Miami")
    table.platform(0, yellow=2, locomotive=1)
    table.platform(2, red=5)
    for player in range(4):
        table.hand(player, green=player, black=1)
    table.row(3, "white", 4, locomotives=2)
    table.turn_of(last)
    table.last_turns(1)
    table.draw_two()
    assert (table.record.phase, table.position.player, table.record.half) == (COMPLETE, 0, 1)
    return table


def complete_all(table: Table) -> None:
    """Let everybody complete their best set."""
    while table.record.phase == COMPLETE:
        table.play(COMPLETE_BEST)


def test_c_four_1_completed_tickets_are_laid_aside_and_the_others_kept() -> None:
    """C-FOUR-1: All have seen the completed ones; the others stay secret and cost nothing yet; hands stay."""
    table = at_half_time()
    hands = table.record.hand.copy()
    complete_all(table)
    s = table.record
    assert s.half == 2
    assert elements(s.done[0]) == [ticket("Chicago–New York")]
    assert elements(s.tickets[0]) == [ticket("Seattle–Denver")]
    assert s.ticket_count.tolist() == [1, 1, 0, 0]
    assert (s.hand == hands).all()
    seen = table.position.seen_by(2).record
    assert elements(seen.done[0]) == [ticket("Chicago–New York")]
    assert seen.tickets[0] == 0


def test_c_four_1_a_ticket_may_be_kept_for_later() -> None:
    """C-FOUR-1 with C-END-5: Who completes nothing now may do so after the second half."""
    table = at_half_time()
    table.play(DONE)
    complete_all(table)
    assert set(elements(table.record.tickets[0])) == {ticket("Chicago–New York"), ticket("Seattle–Denver")}
    assert table.record.done[0] == 0


def test_c_four_2_all_but_the_hands_is_shuffled_then_five_face_up_and_four_more_each() -> None:
    """C-FOUR-2: Platforms, yards, display, discards and used cards make the new deck."""
    table = at_half_time()
    hands = table.record.hand.sum(0)
    sizes = table.record.hand_size.copy()
    complete_all(table)
    s = table.record
    assert (s.deck == ALL_CARDS - hands).all()
    assert not any(cards.any() for cards in (s.platform, s.yard, s.on_top, s.discards, s.display))
    for _ in range(5):
        assert s.phase == FILL
        table.happens(table.position.outcomes()[0][0])
    for n in range(16):
        assert (s.phase, s.player) == (DEAL_CARD, n % 4)
        table.happens(table.position.outcomes()[0][0])
    assert s.phase == TURN
    assert (s.hand_size - sizes).tolist() == [4, 4, 4, 4]
    assert sum(named(s.display).values()) == 5
    assert (everywhere(s) == ALL_CARDS).all()


@pytest.mark.parametrize("last", [0, 1, 2, 3])
def test_c_four_3_who_sits_left_of_the_last_to_play_begins(last: int) -> None:
    """C-FOUR-3: So nobody's turn is skipped."""
    table = at_half_time(last)
    turn = table.position.turn
    complete_all(table)
    table.settle()
    assert (table.record.phase, table.position.player) == (TURN, (last + 1) % 4)
    assert table.position.turn == turn + 1
    assert table.record.turns_left == 0


def test_c_four_3_play_goes_on_to_the_end_of_the_deck_and_new_tickets_are_added() -> None:
    """C-FOUR-3: What was completed at half-time stays completed; the game ends after the second half."""
    table = at_half_time()
    complete_all(table)
    table.settle()
    table.platform(0, black=1, green=1)
    while table.record.phase == TURN:
        table.draw_two()
    assert (table.record.phase, table.record.half) == (COMPLETE, 2)
    complete_all(table)
    assert table.record.phase == OVER
    assert {*elements(table.record.done[0])} == {ticket("Chicago–New York"), ticket("Seattle–Denver")}
    assert table.position.score().tickets[0] == 15


def hoarders(left: dict[str, int]) -> Table:
    """Four players who hold all cards but these when the first half ends."""
    table = Table(4)
    table.display(**left)
    s = table.record
    for kind, n in enumerate(s.deck.tolist()):
        for i in range(n):
            s.hand[i % 4, kind] += 1
        s.deck[kind] = 0
    table._count()
    s.turns_left = 1
    s.player = 3
    s.ticket_deck = 0
    s.ticket_deck_size = 0
    table.play(table.position.legal()[-1])
    table.play(table.position.legal()[0])
    complete_all(table)
    return table


def test_settled_12_with_too_few_cards_what_there_is_is_dealt() -> None:
    """SETTLED-12 (C-FOUR-2): First the display, then one each from the beginner on; all have one more turn."""
    table = hoarders({"red": 5})
    s = table.record
    laid = int(s.deck_size) - 5
    assert laid > 0
    sizes = s.hand_size.copy()
    table.settle()
    assert (s.phase, s.player, s.turns_left, s.deck_size) == (TURN, 0, 4, 0)
    assert s.display_size == 5
    assert (s.hand_size - sizes).tolist() == [laid // 4 + (p < laid % 4) for p in range(4)]


def test_settled_12_an_empty_deck_before_the_first_turn_leaves_one_turn_each() -> None:
    """SETTLED-12 (C-END-1): The second half is then four turns long."""
    table = hoarders({"red": 1})
    table.settle()
    players = []
    while table.record.phase == TURN:
        players.append(table.position.player)
        table.play(table.position.legal()[0])
        while table.record.phase not in (TURN, COMPLETE):
            table.play(next(a for a in table.position.legal() if a < KEEP_SET))
    assert players == [0, 1, 2, 3]
    complete_all(table)
    assert table.record.phase == OVER
