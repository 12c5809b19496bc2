"""Every kind of problem that a board can have is told in every language of the app, with the same values."""

import ast
import json
from collections import defaultdict
from pathlib import Path

import pytest
from test_check import MISTAKES, changed

import branchline
from branchline.boardfile.mistakes import FormMistake, Mistake
from branchline.boards import check
from branchline.cardgame.mistakes import CardMistake
from branchline.mapgame.mistakes import MapMistake
from branchline.sentences import LANGUAGES, SLOT, sentence, slots

PACKAGE = Path(branchline.__file__).parent
WORDS = Path(__file__).parents[2] / "web" / "src" / "problems"
FAMILIES: tuple[type[Mistake], ...] = (FormMistake, MapMistake, CardMistake)
KINDS = {mistake.kind: mistake for family in FAMILIES for mistake in family}
INSTEAD = {"n", "names"}  # what `suggest` finds


def shown(message: str) -> set[str]:
    """The values that stand in a message, rather than only choose a form of it."""
    return {found[1] for found in SLOT.finditer(message) if not found[2] or "#" in found[2]}


def said_in_code() -> dict[str, list[set[str]]]:
    """Every kind that is named in the package, with the values that it is given there."""
    found = defaultdict(list)
    names = {family.__name__ for family in FAMILIES}
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = {node.func: node for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names:
                call = calls.get(node)
                given = {each.arg for each in call.keywords if each.arg} if call else {"name"}
                spread = call is None or any(each.arg is None for each in call.keywords)
                found[node.attr.lower()].append(given | (INSTEAD if spread else set()))
    return found


def test_every_kind_has_its_own_name() -> None:
    assert len(KINDS) == sum(map(len, FAMILIES)) > 100


def test_every_kind_is_said_with_the_values_of_its_sentence() -> None:
    found = said_in_code()
    assert found.keys() == KINDS.keys()
    for kind, given in found.items():
        assert all(each == slots(KINDS[kind].value) for each in given), kind


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_kind_has_words_with_the_same_values(language: str) -> None:
    words = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    assert slots(words.pop("with_option")) == {"option", "wrong"}
    assert words.keys() == KINDS.keys()
    for kind, message in words.items():
        english = KINDS[kind].value
        assert len(message.split("; ")) == len(english.split("; ")) == 2, kind
        assert shown(message) == shown(english), kind
        assert slots(message) <= slots(english), kind
        assert message != english, kind


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize(
    ("name", "old", "new"), [(name, *each[:2]) for name, mistakes in MISTAKES.items() for each in mistakes]
)
def test_a_problem_can_be_told(name: str, old: str, new: str, language: str) -> None:
    words = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    for problem in check(changed(name, (old, new)), ""):
        told = problem.as_json()
        values = {slot: ", ".join(each) if isinstance(each, tuple) else each for slot, each in told["values"].items()}
        said = sentence(words[told["kind"]], values, language)
        assert said
        assert not SLOT.search(said)


def test_a_form_is_chosen_by_the_number() -> None:
    message = "{n|n0:no cards|one:# card|other:# cards} of {m}"
    assert [sentence(message, {"n": n, "m": 9}) for n in (0, 1, 21)] == [
        "no cards of 9",
        "1 card of 9",
        "21 cards of 9",
    ]
    assert sentence(message, {"n": 21, "m": 9}, "is") == "21 card of 9"
