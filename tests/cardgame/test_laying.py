"""Step 2 B: laying cards in the yard, and train robberies (C-LAY)."""

from itertools import product
from random import Random

import pytest

from branchline.boardfile.cards import COLOURS
from branchline.cardgame.rules.actions import LAY_THREE
from branchline.engine.actions import WITH
from branchline.engine.limits import LOCO
from branchline.engine.phases import LOCOMOTIVES, TURN
from cardgame.random_play import effort
from cardgame.table import Laid, Table, row, three


def lays(table: Table) -> set[str]:
    """The colours of which the player can lay a row."""
    return {colour for colour in COLOURS if any(table.can(row(colour, n)) for n in range(1, 11))}


def test_c_lay_1_two_or_more_of_one_colour_or_three_of_three_colours() -> None:
    """C-LAY-1: Any number from two, or exactly three different ones."""
    table = Table()
    table.hand(0, red=3, blue=1, green=1)
    assert table.layings() == sorted([laid(red=2), laid(red=3), laid(red=1, blue=1, green=1)])
    table.lay("red", 3)
    assert table.yard(0) == {"red": (3, 0)}
    assert table.position.player == 1


def test_c_lay_1_three_colours_make_three_rows() -> None:
    """C-LAY-1: One card each; locomotives cannot stand in."""
    table = Table()
    table.hand(0, red=1, blue=1, green=1, locomotive=1)
    table.play(three("red", "blue", "green"))
    assert table.yard(0) == {"red": (1, 0), "blue": (1, 0), "green": (1, 0)}
    table = Table()
    table.hand(0, red=1, blue=1, locomotive=5)
    assert not [a for a in table.position.legal() if LAY_THREE <= a < LAY_THREE + 56]


def test_c_lay_2_locomotives_count_among_the_two_or_more() -> None:
    """C-LAY-2: One coloured card and one locomotive make a row; the figure's row is 2 green and 2 locomotives."""
    table = Table()
    table.hand(0, green=2, locomotive=2)
    assert table.can_lay("green", 1, 1)
    assert not table.can_lay("green", 1, 0)
    table.lay("green", 2, 2)
    assert table.yard(0) == {"green": (2, 2)}
    assert table.holds(0) == {}


def test_c_lay_2_no_row_of_locomotives_only() -> None:
    """C-LAY-2: A row has a colour."""
    table = Table()
    table.hand(0, locomotive=6)
    assert table.layings() == []


def test_c_lay_2_the_number_of_locomotives_is_always_asked() -> None:
    """C-LAY-2: Who has none left to add chooses all the same, so that nobody learns it from the question."""
    for spare in (0, 1, 2):
        table = Table()
        table.hand(0, red=1, locomotive=1 + spare)
        table.play(row("red", 1))
        assert (table.record.phase, table.yard(0)) == (LOCOMOTIVES, {"red": (1, 1)})
        assert table.position.legal() == [WITH + 1 + n for n in range(spare + 1)]


def test_c_lay_3_a_colour_in_the_own_yard_cannot_be_laid_again() -> None:
    """C-LAY-3: Until all its cards have moved; neither as a row nor among three."""
    table = Table()
    table.hand(0, red=4, blue=2, green=2, black=1)
    table.row(0, "red", 1)
    assert lays(table) == {"blue", "green"}
    assert table.can(three("blue", "green", "black"))
    assert not table.can(three("red", "blue", "green"))
    table.draw_two()
    table.draw_two()
    assert table.yard(0) == {}
    assert "red" in lays(table)


def test_c_lay_4_an_opponent_s_colour_takes_more_cards_and_robs_the_row() -> None:
    """C-LAY-4: More than the row holds now, locomotives counted on both sides; the whole row is discarded."""
    table = Table()
    table.hand(0, red=3, locomotive=2)
    table.row(1, "red", 2, locomotives=1)
    table.row(1, "blue", 1)
    assert not table.can_lay("red", 3, 0)
    assert not table.can_lay("red", 2, 1)
    assert table.can_lay("red", 2, 2)
    assert not table.can_lay("red", 1, 2)
    table.lay("red", 3, 1)
    assert table.yard(0) == {"red": (3, 1)}
    assert table.yard(1) == {}
    assert table.has_on_platform(1) == {"blue": 1}
    assert table.in_discards == {"red": 2, "locomotive": 1}


def test_c_lay_4_a_row_that_has_shrunk_counts_as_it_is() -> None:
    """C-LAY-4: Three cards were laid, one has moved: three are now enough."""
    table = Table()
    table.hand(1, red=3)
    table.row(0, "red", 3)
    table.turn_of(1)
    assert not table.can_lay("red", 3)
    table.draw_two()
    table.draw_two()
    assert table.yard(0) == {"red": (2, 0)}
    table.lay("red", 3)
    assert table.in_discards == {"red": 2}
    assert table.has_on_platform(0) == {"red": 1}


def test_c_lay_4_three_colours_only_where_none_lies_in_any_yard() -> None:
    """C-LAY-4: Each row has one card, so it can rob nobody."""
    table = Table(3)
    table.hand(0, red=1, blue=1, green=1, black=1)
    table.row(2, "blue", 1)
    triples = [a for a in table.position.legal() if LAY_THREE <= a < LAY_THREE + 56]
    assert triples == [three("red", "green", "black")]


def test_c_lay_4_only_the_row_of_that_colour_is_robbed() -> None:
    """C-LAY-4: Among four players, one loses one row."""
    table = Table(4)
    table.hand(0, white=3)
    table.row(1, "white", 2)
    table.row(2, "black", 2)
    table.row(3, "green", 4, locomotives=1)
    table.lay("white", 3)
    assert table.in_discards == {"white": 2}
    assert (table.yard(2), table.yard(3)) == ({"black": (2, 0)}, {"green": (4, 1)})


def test_c_lay_5_maria_and_haflidi() -> None:
    """C-LAY-5: Maria has 1 blue, 1 red, 1 yellow; Hafliði lays 3 blue; Maria discards her blue."""
    table = Table()
    maria, haflidi = 0, 1
    table.hand(maria, blue=1, red=1, yellow=1)
    table.hand(haflidi, blue=3)
    table.play(three("blue", "red", "yellow"))
    table.play(row("blue", 3))
    assert table.yard(maria) == {"red": (1, 0), "yellow": (1, 0)}
    table.play(WITH + 0)
    assert table.yard(haflidi) == {"blue": (3, 0)}
    assert table.in_discards == {"blue": 1}
    assert table.has_on_platform(maria) == {"red": 1, "yellow": 1}


def test_c_lay_6_a_locomotive_of_a_row_counts_for_any_colour_later() -> None:
    """C-LAY-6: It lay in a green row and completes a red ticket."""
    table = Table()
    table.tickets(0, "Chicago–Charleston")  # yellow, red
    table.row(0, "green", 2, locomotives=1)
    table.platform(0, yellow=1)
    table.turn_of(1)
    assert table.position.score().completed[0] == 0
    table.draw_two()
    assert table.has_on_platform(0) == {"yellow": 1, "locomotive": 1}
    assert table.position.score().completed[0] == 1


# Every laying, by brute force


def laid(**cards: int) -> Laid:
    return tuple(cards.get(name, 0) for name in (*COLOURS, "locomotive"))


def is_legal_laying(table: Table, cards: Laid) -> bool:
    """Whether the player may lay these cards, in the words of the rulebook."""
    player = table.position.player
    colours = [c for c in range(LOCO) if cards[c]]
    in_yards = [(p, c, sum(table.yard(p).get(COLOURS[c], (0, 0)))) for p in range(table.players) for c in colours]
    if len(colours) == 3 and cards[LOCO] == 0 and all(cards[c] == 1 for c in colours):
        return all(size == 0 for _, _, size in in_yards)
    if len(colours) != 1 or sum(cards) < 2:
        return False
    own = [size for p, _, size in in_yards if p == player]
    return own == [0] and all(sum(cards) > size for _, _, size in in_yards)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("tables", effort(60, 2000))
def test_every_set_of_cards_is_legal_or_not_as_the_rulebook_says(players: int, tables: int) -> None:
    """All subsets of small hands, beside random yards; each legal one can be chosen in exactly one way."""
    rng = Random(players)
    layings = 0
    for _ in range(tables):
        table = Table(players)
        hand = {rng.choice(COLOURS): rng.randint(1, 3) for _ in range(rng.randint(1, 4))}
        table.hand(0, **hand, locomotive=rng.choice([0, 0, 1, 2, 3]))
        for colour in rng.sample(COLOURS, rng.randint(0, 5)):
            table.row(rng.randrange(players), colour, rng.randint(1, 3), locomotives=rng.choice([0, 0, 1]))
        assert table.record.phase == TURN
        subsets = product(*(range(n + 1) for n in table.record.hand[0].tolist()))
        allowed = sorted(cards for cards in subsets if is_legal_laying(table, cards))
        assert table.layings() == allowed
        layings += len(allowed)
    assert layings > 4 * tables
