"""When the deck runs out: last turns and the completion of tickets (C-END)."""

from itertools import combinations
from random import Random

import pytest

from branchline.boardfile.cards import COLOURS
from branchline.cardgame.rules.actions import COMPLETE_BEST
from branchline.cardgame.rules.state import COMPLETE
from branchline.engine.actions import DONE, DRAW_BLIND
from branchline.engine.phases import OVER, TURN
from cardgame.table import Table, choose, elements, facts, mask_of, row, take, ticket


def finish(table: Table) -> None:
    """Let everybody complete their best set."""
    while table.record.phase == COMPLETE:
        table.play(COMPLETE_BEST)


def completing(players: int = 2) -> Table:
    """A table at which the last turn is over but for a card to take."""
    table = Table(players)
    table.turn_of(players - 1)
    return table


def to_the_choice(table: Table) -> None:
    """End the last turn."""
    table.last_turns(1)
    table.draw_two()
    assert (table.record.phase, table.position.player) == (COMPLETE, 0)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("last", [0, 1])
def test_c_end_1_everybody_has_one_more_turn_who_drew_the_last_card_too(players: int, last: int) -> None:
    """C-END-1: Blind or by refilling the display; both steps take place in the last turns."""
    table = Table(players)
    table.turn_of(last)
    table.row(0, "green", 6)
    table.deck(red=2)
    table.play(DRAW_BLIND)
    table.happens("red")
    table.play(take("blue"))
    table.happens("red")
    assert table.record.deck_size == 0
    turns = []
    while table.record.phase == TURN:
        turns.append(table.position.player)
        assert table.record.turns_left == players - len(turns) + 1
        table.draw_two()
    assert turns == [(last + 1 + n) % players for n in range(players)]
    assert table.has_on_platform(0) == {"green": 1}


def test_c_end_1_discards_are_not_reshuffled() -> None:
    """C-END-1: They lie there, and the deck has run out."""
    table = Table()
    table.deck(red=1, blue=1)
    assert sum(table.in_discards.values()) == 89
    table.draw_two()
    assert (table.record.deck_size, table.record.turns_left) == (0, 2)
    assert not table.can(DRAW_BLIND)


def test_c_end_1_a_refill_of_the_display_is_a_draw_too() -> None:
    """C-END-1: The last card of the deck goes into the display."""
    table = Table()
    table.deck(red=1)
    table.play(take("blue"))
    table.happens("red")
    table.play(take("red"))
    assert (table.position.player, table.record.turns_left) == (1, 2)


def test_c_end_3_los_angeles_to_pittsburgh() -> None:
    """C-END-3: 1 locomotive and 3 cards of its colours; it asks for white, two blue and purple."""
    for cards in ({"white": 1, "blue": 2}, {"white": 1, "blue": 1, "purple": 1}, {"blue": 2, "purple": 1}):
        table = completing()
        table.tickets(0, "Los Angeles–Pittsburgh")
        table.platform(0, **cards, locomotive=1)
        to_the_choice(table)
        finish(table)
        assert elements(table.record.done[0]) == [ticket("Los Angeles–Pittsburgh")]
        assert table.position.score().tickets[0] == 18


def test_c_end_3_each_card_serves_one_ticket() -> None:
    """C-END-3: One yellow card completes one of two tickets that ask for it."""
    table = completing()
    table.tickets(0, "Chicago–Montréal", "Chicago–Charleston")
    table.platform(0, yellow=1, blue=1, red=1)
    to_the_choice(table)
    assert len(table.sets_of_tickets()) == 3
    finish(table)
    assert table.position.score().completed[0] == 1


def test_c_end_4_yard_and_hand_do_not_count() -> None:
    """C-END-4: Only the platform does."""
    table = completing()
    table.tickets(0, "Chicago–New York")
    table.hand(0, yellow=3)
    table.row(0, "yellow", 3)
    to_the_choice(table)
    assert table.position.legal() == [COMPLETE_BEST]
    finish(table)
    assert table.position.score().tickets[0] == -5


def test_c_end_5_the_best_set_has_the_highest_total_then_most_tickets() -> None:
    """C-END-5: 10 and 10 beat 19; of two ways to 20 that with two tickets."""
    table = completing()
    table.tickets(0, "New York–Miami", "New York–Las Vegas", "Los Angeles–Vancouver", "Miami–Las Vegas")
    table.platform(0, blue=1, red=1, white=1, black=1, purple=1, orange=1)
    to_the_choice(table)
    finish(table)
    names = {"New York–Miami", "Los Angeles–Vancouver"}
    assert set(elements(table.record.done[0])) == {ticket(name) for name in names}


def test_c_end_5_a_player_may_choose_otherwise() -> None:
    """C-END-5: Ticket by ticket in the order of their numbers, then done."""
    table = completing()
    table.tickets(0, "Chicago–New York", "Chicago–Dallas", "Seattle–Denver")
    table.platform(0, yellow=1, green=2, black=1)
    to_the_choice(table)
    assert table.position.legal() == [
        DONE,
        COMPLETE_BEST,
        *map(choose, ["Chicago–New York", "Chicago–Dallas", "Seattle–Denver"]),
    ]
    table.play(choose("Chicago–New York"))
    assert table.position.legal() == [DONE, choose("Seattle–Denver")]
    table.play(DONE)
    finish(table)
    assert elements(table.record.done[0]) == [ticket("Chicago–New York")]
    assert table.position.score().tickets[0] == 5 - 6 - 10


def test_c_end_5_nothing_at_all_may_be_completed() -> None:
    """C-END-5: Done at once."""
    table = completing()
    table.tickets(0, "Chicago–New York")
    table.platform(0, yellow=1)
    to_the_choice(table)
    assert table.position.legal() == [DONE, COMPLETE_BEST]
    table.play(DONE)
    finish(table)
    assert table.record.done[0] == 0


def test_c_end_5_every_set_can_be_chosen_in_exactly_one_way() -> None:
    """C-END-5: Against all subsets of the tickets, for random tickets and platforms."""
    rng = Random(5)
    sets = 0
    for _ in range(250):
        table = completing()
        s = table.record
        tickets = rng.sample(range(46), rng.randint(0, 6))
        s.tickets[0] = mask_of(tickets)
        cards = {colour: rng.choice([0, 1, 1, 2]) for colour in COLOURS}
        table.platform(0, **cards, locomotive=rng.choice([0, 1, 3]))
        to_the_choice(table)
        possible = sorted(
            int(mask_of(list(chosen)))
            for n in range(len(tickets) + 1)
            for chosen in combinations(tickets, n)
            if completes(table, list(chosen))
        )
        assert table.sets_of_tickets() == possible
        sets += len(possible)
    assert sets > 1000


def completes(table: Table, tickets: list[int]) -> bool:
    """Whether a platform completes all of some tickets, counted colour by colour."""
    platform = table.record.platform[0].tolist()
    asked = [sum(int(facts()[0].need[t]) >> 8 * c & 255 for t in tickets) for c in range(8)]
    return bool(sum(max(0, n - platform[c]) for c, n in enumerate(asked)) <= platform[8])


def test_c_end_5_choices_are_secret_until_all_have_chosen() -> None:
    """C-END-5 and settled 14: The second to choose does not know what the first one chose."""
    seen = []
    for action in (DONE, COMPLETE_BEST, choose("Chicago–Montréal")):
        table = completing()
        table.tickets(0, "Chicago–Montréal", "Dallas–Miami")
        table.platform(0, yellow=1, blue=1, green=1, red=1)
        to_the_choice(table)
        table.play(action)
        if action >= choose("Chicago–New York"):
            table.play(DONE)
        assert (table.record.phase, table.position.player) == (COMPLETE, 1)
        seen.append(table.position.seen_by(1).states.tobytes())
        assert not table.record.done.any()
    assert len(set(seen)) == 1


@pytest.mark.parametrize("players", [2, 3])
def test_c_end_6_with_two_or_three_players_the_game_ends_here(players: int) -> None:
    """C-END-6: When all have chosen it is over, and nothing is secret any more."""
    table = completing(players)
    table.tickets(0, "Chicago–New York", "Seattle–Denver")
    table.platform(0, yellow=1)
    to_the_choice(table)
    finish(table)
    assert table.record.phase == OVER
    assert table.position.legal() == []
    seen = table.position.seen_by(1).record
    assert elements(seen.done[0]) == [ticket("Chicago–New York")]
    assert elements(seen.tickets[0]) == [ticket("Seattle–Denver")]


def test_a_robbery_in_the_last_turns_counts() -> None:
    """What is robbed before it moves completes nothing."""
    table = Table()
    table.hand(0, yellow=2)
    table.row(1, "yellow", 1)
    table.tickets(1, "Chicago–New York")
    table.last_turns(2)
    table.play(row("yellow", 2))
    table.play(table.position.legal()[0])
    assert table.has_on_platform(1) == {}
