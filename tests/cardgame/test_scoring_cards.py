"""The final score (C-SCORE)."""

from branchline.engine.phases import OVER
from cardgame.table import Table


def over(players: int = 2) -> Table:
    """A table at which the game is over."""
    table = Table(players)
    table.record.phase = OVER
    return table


def test_c_score_1_completed_tickets_add_and_others_subtract() -> None:
    """C-SCORE-1: 5 and 22 for two completed, 9 less for one that is not."""
    table = over()
    table.completed(0, "Chicago–New York", "Seattle–Miami")
    table.tickets(0, "Dallas–Miami")
    result = table.position.score()
    assert (result.tickets[0], result.completed[0]) == (5 + 22 - 9, 2)
    assert result.total[0] == result.tickets[0] + result.bonus[0]


def test_c_score_2_the_most_tickets_to_a_city_get_its_bonus() -> None:
    """C-SCORE-2: Two tickets to Dallas beat one; a ticket between two big cities counts for both."""
    table = over()
    table.completed(0, "Dallas–Raleigh", "Dallas–Helena")
    table.completed(1, "Dallas–Miami")
    result = table.position.score()
    assert result.bonus[:2].tolist() == [10, 8]
    assert result.bonuses[:2].tolist() == [1, 1]
    assert result.to_city[1, :6].tolist() == [0, 0, 0, 1, 0, 1]


def test_c_score_2_all_who_tie_get_the_bonus() -> None:
    """C-SCORE-2: Each of them the whole of it."""
    table = over(3)
    table.completed(0, "Seattle–Denver")
    table.completed(1, "Seattle–Phoenix")
    table.completed(2, "Seattle–Los Angeles")
    result = table.position.score()
    assert result.bonus[:3].tolist() == [8, 8, 8 + 12]
    assert result.bonuses[:3].tolist() == [1, 1, 2]


def test_c_score_2_with_none_completed_nobody_gets_a_bonus() -> None:
    """C-SCORE-2: Tickets that are not completed lead nowhere."""
    table = over()
    table.tickets(0, "New York–Portland", "New York–Miami")
    result = table.position.score()
    assert result.bonus[:2].tolist() == [0, 0]
    assert result.bonuses[:2].tolist() == [0, 0]


def test_c_score_2_both_directions_of_chicago_and_new_york_are_tickets_of_their_own() -> None:
    """C-SCORE-2: Two tickets to each of the two cities."""
    table = over()
    table.completed(0, "Chicago–New York", "New York–Chicago")
    table.completed(1, "New York–Portland")
    assert table.position.score().bonus[:2].tolist() == [12 + 15, 0]


def test_c_score_3_most_points_win() -> None:
    """C-SCORE-3: Places from 1."""
    table = over(4)
    table.completed(0, "Chicago–New York")
    table.completed(1, "Seattle–Miami")
    table.tickets(3, "Dallas–Miami")
    result = table.position.score()
    assert result.total.tolist() == [5 + 12 + 15, 22 + 8 + 8, 0, -9]
    assert result.place.tolist() == [2, 1, 3, 4]


def test_c_score_3_a_tie_goes_to_most_completed_tickets() -> None:
    """C-SCORE-3: 30 points with two tickets against 30 with one."""
    table = over()
    table.completed(0, "Los Angeles–Vancouver", "Seattle–Denver")  # 10 + 10, bonus 12; Seattle tied below
    table.completed(1, "Seattle–Saint Louis")  # 14, bonus 8
    table.tickets(0, "Dallas–Miami", "Chicago–Santa Fe")
    result = table.position.score()
    assert result.total[:2].tolist() == [10 + 10 + 12 + 8 - 9 - 9, 14 + 8]
    assert result.place[:2].tolist() == [1, 2]


def test_c_score_3_then_to_most_bonus_cards() -> None:
    """C-SCORE-3: Equal points and tickets; a shared bonus counts as a card for each."""
    table = over()
    table.completed(0, "Dallas–Raleigh", "Dallas–Helena")  # 18 and the bonus of Dallas: 28
    table.completed(1, "Seattle–Denver", "Miami–Boston")  # 22 and 8 + 8: 38
    table.tickets(1, "Dallas–Washington")  # less 10: 28
    result = table.position.score()
    assert result.total[:2].tolist() == [28, 28]
    assert result.completed[:2].tolist() == [2, 2]
    assert result.bonuses[:2].tolist() == [1, 2]
    assert result.place[:2].tolist() == [2, 1]


def test_c_score_3_still_tied_the_win_is_shared() -> None:
    """C-SCORE-3: Both are first, and the next is third."""
    table = over(3)
    table.completed(0, "Dallas–Helena")
    table.completed(1, "Dallas–Washington")
    result = table.position.score()
    assert result.place[:3].tolist() == [1, 1, 3]


def test_the_score_as_it_stands_makes_the_best_of_the_platforms() -> None:
    """Before the end tickets count as completed that would be if the deck had run out."""
    table = Table()
    table.tickets(0, "Chicago–New York", "Dallas–Miami")
    table.platform(0, yellow=1)
    assert table.position.score().tickets[0] == 5 - 9
