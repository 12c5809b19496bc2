"""The numbered rules as people read them."""

from pathlib import Path

from branchline import boards
from branchline.rulebook import rules

IDS = (Path(__file__).parent / "rule_ids.txt").read_text(encoding="utf-8").split()


def test_every_game_has_its_rules_with_different_numbers() -> None:
    for name in boards.names():
        ids = [rule["id"] for rule in rules(name)]
        assert len(ids) > 25, name
        assert len(ids) == len(set(ids)), name
        assert all(rule["section"] and rule["text"] for rule in rules(name))


def test_every_tested_rule_can_be_read() -> None:
    written = {rule["id"] for name in boards.names() for rule in rules(name)}
    assert {number for number in IDS if not number.startswith("SETTLED")} == written


def test_games_show_their_own_rules_only() -> None:
    assert any(rule["id"].startswith("E-STATION") for rule in rules("europe"))
    assert not any(rule["id"].startswith("E-") for rule in rules("nordic"))
    assert {rule["id"][0] for rule in rules("cardgame")} == {"C"}
    assert {rule["id"][0] for rule in rules("nederland")} == {"H", "B"}
