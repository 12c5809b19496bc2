"""What can be wrong with tickets and bonuses that are each written rightly.

One function a kind of mistake; each yields where, what is wrong and what would be right.
"""

import re
from collections.abc import Iterator

from branchline.boardfile.cards import COLOURS
from branchline.boardfile.city_names import alike, misread, wrong_name
from branchline.boardfile.lines import Path
from branchline.boardfile.problems import Finding
from branchline.boardfile.words import show, suggest
from branchline.cardgame.board import CardGame
from branchline.cardgame.limits import ASKED


def names(game: CardGame) -> Iterator[Finding]:
    if not re.fullmatch(r"[a-z0-9_-]{1,40}", game.name):
        right = "write up to 40 small letters, digits, - and _"
        yield ("name",), f"{show(game.name)} is no name for a game", right
    for path, city in _places(game):
        if wrong := wrong_name(city):
            yield path, *wrong


def names_that_cannot_be_read(game: CardGame) -> Iterator[Finding]:
    """Names that go into a record and do not come out of it."""
    places = {city: path for path, city in reversed(list(_places(game)))}
    cities = list(places)
    if any(wrong_name(name) for name in cities):
        return
    for i, at in alike(cities):
        yield places[cities[i]], f"{cities[i]} reads like {cities[at]}", "write the same city the same way"
        return
    for i, read in misread(cities):
        wrong = f"a record could not tell {cities[i]} from {read}"
        yield places[cities[i]], wrong, "give one of the two another name"


def no_tickets(game: CardGame) -> Iterator[Finding]:
    if not game.tickets:
        yield ("cards", "tickets"), "there are no tickets", "add at least one"


def two_cities(game: CardGame) -> Iterator[Finding]:
    for i, ticket in enumerate(game.tickets):
        if ticket.a == ticket.b:
            yield ("cards", "tickets", i, "b"), f"{ticket.a} is at both ends", "give two different cities"


def tickets_that_can_be_completed(game: CardGame) -> Iterator[Finding]:
    for i, ticket in enumerate(game.tickets):
        if not ticket.cards:
            yield ("cards", "tickets", i, "cards"), "it asks for no cards", "write { red = 1, … }"
    for colour in COLOURS:
        if (asked := sum(ticket.cards.get(colour, 0) for ticket in game.tickets)) > ASKED:
            wrong = f"all tickets together ask for {asked} {colour} cards"
            yield ("cards", "tickets"), wrong, f"a game can hold {ASKED}: ask for fewer"


def nothing_twice(game: CardGame) -> Iterator[Finding]:
    ends = [(ticket.a, ticket.b) for ticket in game.tickets]
    cities = [(bonus.city, "") for bonus in game.bonuses]
    for name, entries in (("tickets", ends), ("bonuses", cities)):
        for i, entry in enumerate(entries):
            if entries.index(entry) != i:
                yield ("cards", name, i), f"it is {name}[{entries.index(entry)}] already", "leave one out"


def colours_of_bonuses(game: CardGame) -> Iterator[Finding]:
    for i, bonus in enumerate(game.bonuses):
        if bonus.colour not in COLOURS:
            path = ("cards", "bonuses", i, "colour")
            yield path, f"there is no colour {show(bonus.colour)}", suggest(bonus.colour, COLOURS)


def _places(game: CardGame) -> Iterator[tuple[Path, str]]:
    """Every mention of a city."""
    for i, bonus in enumerate(game.bonuses):
        yield ("cards", "bonuses", i, "city"), bonus.city
    for i, ticket in enumerate(game.tickets):
        yield ("cards", "tickets", i, "a"), ticket.a
        yield ("cards", "tickets", i, "b"), ticket.b


CHECKS = (
    names,
    names_that_cannot_be_read,
    no_tickets,
    two_cities,
    tickets_that_can_be_completed,
    nothing_twice,
    colours_of_bonuses,
)
