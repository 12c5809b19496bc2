"""The numbered rules as people read them."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from branchline import boards
from branchline.rulebook import LANGUAGES, rules

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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_translated(language: str) -> None:
    for name in boards.names():
        for rule, other in zip(rules(name), rules(name, language), strict=True):
            assert rule["id"] == other["id"]
            is_alike = rule["text"] == other["text"] and rule["id"] not in ("N-CLAIM-4",)
            assert not is_alike, f"{rule['id']} is English in {language}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sections(language: str) -> None:
    """Headings come where they come in English, and are translated."""
    for name in boards.names():
        sections = [
            (rule["section"], other["section"]) for rule, other in zip(rules(name), rules(name, language), strict=True)
        ]
        assert all(other and other != section for section, other in sections)
        for (one, its), (two, others) in pairwise(sections):
            assert (one == two) == (its == others), (name, two, others)


def test_numbers_in_rules_survive_translation() -> None:
    """Points by length and bonuses stand in every language as in English."""
    for language in LANGUAGES:
        texts = {rule["id"]: rule["text"] for rule in rules("nederland", language)}
        assert "55/35/20/10/0" in texts["H-SCORE-2"]
        assert "1→1, 2→2, 3→4, 4→7, 5→10, 6→15" in texts["B-CLAIM-7"]


def test_games_show_their_own_rules_only() -> None:
    assert any(rule["id"].startswith("E-STATION") for rule in rules("europe"))
    assert not any(rule["id"].startswith("E-") for rule in rules("nordic"))
    assert {rule["id"][0] for rule in rules("cardgame")} == {"C"}
    assert {rule["id"][0] for rule in rules("nederland")} == {"H", "B"}


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_rules_are_for_players(language: str) -> None:
    """No remarks on how a rule was found, no names of options as programs know them."""
    note = re.compile(r"silent|conflict|\bslip\b|software|Uenig|Oenig|Ágreining|Ristiriita|`|\(E:", re.IGNORECASE)
    for name in boards.names():
        assert [rule["text"] for rule in rules(name, language) if note.search(rule["text"])] == []
