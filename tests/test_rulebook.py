"""The numbered rules as people read them."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from branchline import boards
from branchline.rulebook import LANGUAGES, rules

IDS = (Path(__file__).parent / "rule_ids.txt").read_text(encoding="utf-8").split()
CITIES = {city.name for name in boards.names() if name != "cardgame" for city in boards.load_map(name).cities}
CITY = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, CITIES), key=len, reverse=True))})")


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


def facts(text: str) -> Counter[str]:
    """What every language writes alike: the numbers in a rule, the rules it names, and the names of cities."""
    return Counter(re.findall(r"[A-Z]-[A-Z]+-\d+|\d+(?:[/→×]\d+)*", text)) + Counter(set(CITY.findall(text)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_rule_loses_or_gains_a_fact_in_translation(language: str) -> None:
    """Every rule has the numbers, the rule ids and the cities of the English one; a shortened rule shows here."""
    wrong = {
        rule["id"]: (facts(rule["text"]) - facts(other["text"]), facts(other["text"]) - facts(rule["text"]))
        for name in boards.names()
        for rule, other in zip(rules(name), rules(name, language), strict=True)
        if facts(rule["text"]) != facts(other["text"])
    }
    assert wrong == {}, f"{language}: missing and extra, by rule"


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
