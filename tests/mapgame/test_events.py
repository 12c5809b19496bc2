"""What follows from a step by the rules: told when it happened, and in the order in which it happened."""

from rules.table import Table

from branchline.mapgame.events import consequences
from branchline.notation import Event
from branchline.position import Position


def followed(table: Table, before: Position) -> list[Event]:
    """What followed from the last step at a table."""
    names = [f"Player {p}" for p in range(table.players)]
    return list(consequences(table.notation, names, before, table.position))


def kinds(table: Table, before: Position) -> list[str]:
    """The kinds of what followed."""
    return [event["kind"] for event in followed(table, before)]


def test_a_shuffle_of_one_discard_is_told() -> None:
    table = Table("usa")
    table.piles(deck={"red": 1}, discards={"blue": 1})
    table.play("draw deck")
    before = table.position.copy()
    table.dealt("red")
    (shuffle,) = followed(table, before)
    assert (shuffle["kind"], shuffle["number"]) == ("shuffle", 1)


def test_a_shuffle_of_one_discard_as_a_card_is_laid_is_told() -> None:
    table = Table("usa")
    table.piles(deck={"red": 1}, discards={"blue": 1})
    table.take("white")
    before = table.position.copy()
    table.laid("red")
    assert kinds(table, before) == ["shuffle"]


def test_one_paid_card_that_becomes_the_deck_is_told() -> None:
    table = Table("usa")
    table.hand(0, red=1)
    table.piles(deck={})
    before = table.position.copy()
    table.claim("Atlanta–Nashville", red=1)
    assert kinds(table, before) == ["shuffle", "claimed"]


def test_a_deck_that_runs_out_without_discards_is_not_shuffled() -> None:
    table = Table("usa")
    table.piles(deck={"red": 1})
    table.play("draw deck")
    before = table.position.copy()
    table.dealt("red")
    assert kinds(table, before) == []


def test_a_move_beside_a_deck_of_one_card_shuffles_nothing() -> None:
    table = Table("usa")
    table.hand(0, red=1)
    table.piles(deck={"blue": 1})
    before = table.position.copy()
    table.claim("Atlanta–Nashville", red=1)
    assert kinds(table, before) == ["claimed"]


def test_a_shuffle_is_told_before_the_reset_that_the_same_card_brings() -> None:
    """The last card of the deck is the third locomotive: the discards are shuffled as it leaves the deck."""
    table = Table("usa")
    table.display(locomotive=2, red=3)
    table.piles(deck={"locomotive": 1}, discards={"black": 4})
    table.take("red")
    before = table.position.copy()
    table.laid("locomotive")
    shuffle, reset = followed(table, before)
    assert (shuffle["kind"], shuffle["number"]) == ("shuffle", 4)
    assert reset["kind"] == "reset"


def test_a_reset_after_a_claim_is_told_after_it() -> None:
    table = Table("usa")
    table.display(locomotive=3, red=2)
    table.hand(0, black=2)
    table.piles(deck={"locomotive": 2})
    before = table.position.copy()
    table.claim("Atlanta–Charleston", black=2)
    assert kinds(table, before) == ["claimed", "reset"]


def test_with_no_deck_the_shuffle_comes_before_the_reset() -> None:
    table = Table("usa")
    table.display(locomotive=3, red=2)
    table.hand(0, black=6)
    table.piles(deck={})
    before = table.position.copy()
    table.claim("El Paso–Los Angeles", black=6)
    assert kinds(table, before) == ["shuffle", "claimed", "reset"]


def test_a_reset_after_a_blind_draw_is_told() -> None:
    table = Table("usa")
    table.display(locomotive=3, red=2)
    table.piles(deck={"locomotive": 3, "green": 2})
    table.play("draw deck")
    before = table.position.copy()
    table.dealt("green")
    assert kinds(table, before) == ["reset"]
