"""What can be wrong with tickets and bonuses that are each written rightly.

One function a kind of mistake; each yields where, and what is said of it.
"""

import re
from collections.abc import Iterator

from branchline.boardfile.cards import COLOURS
from branchline.boardfile.city_names import alike, misread, wrong_name
from branchline.boardfile.lines import Path
from branchline.boardfile.mistakes import FormMistake
from branchline.boardfile.problems import Finding
from branchline.boardfile.words import show, suggest
from branchline.cardgame.board import CardGame
from branchline.cardgame.limits import ASKED
from branchline.cardgame.mistakes import CardMistake


def names(game: CardGame) -> Iterator[Finding]:
    if not re.fullmatch(r"[a-z0-9_-]{1,40}", game.name):
        yield ("name",), FormMistake.BOARD_NAME(name=show(game.name))
    for path, city in _places(game):
        if wrong := wrong_name(city):
            yield path, wrong


def names_that_cannot_be_read(game: CardGame) -> Iterator[Finding]:
    """Names that go into a record and do not come out of it."""
    places = {city: path for path, city in reversed(list(_places(game)))}
    cities = list(places)
    if any(wrong_name(name) for name in cities):
        return
    for i, at in alike(cities):
        yield places[cities[i]], CardMistake.SAME_CITY(a=cities[i], b=cities[at])
        return
    for i, said in misread(cities):
        yield places[cities[i]], said


def no_tickets(game: CardGame) -> Iterator[Finding]:
    if not game.tickets:
        yield ("cards", "tickets"), CardMistake.NO_TICKETS()


def two_cities(game: CardGame) -> Iterator[Finding]:
    for i, ticket in enumerate(game.tickets):
        if ticket.a == ticket.b:
            yield ("cards", "tickets", i, "b"), FormMistake.SAME_ENDS(a=ticket.a)


def tickets_that_can_be_completed(game: CardGame) -> Iterator[Finding]:
    for i, ticket in enumerate(game.tickets):
        if not ticket.cards:
            yield ("cards", "tickets", i, "cards"), CardMistake.NO_CARDS()
    for colour in COLOURS:
        if (asked := sum(ticket.cards.get(colour, 0) for ticket in game.tickets)) > ASKED:
            yield ("cards", "tickets"), CardMistake.ASKS_MUCH(n=asked, colour=colour, most=ASKED)


def nothing_twice(game: CardGame) -> Iterator[Finding]:
    ends = [(ticket.a, ticket.b) for ticket in game.tickets]
    cities = [(bonus.city, "") for bonus in game.bonuses]
    for name, entries in (("tickets", ends), ("bonuses", cities)):
        for i, entry in enumerate(entries):
            if entries.index(entry) != i:
                yield ("cards", name, i), CardMistake.ENTRY_TWICE(name=name, n=entries.index(entry))


def colours_of_bonuses(game: CardGame) -> Iterator[Finding]:
    for i, bonus in enumerate(game.bonuses):
        if bonus.colour not in COLOURS:
            said = FormMistake.NO_COLOUR(name=show(bonus.colour), **suggest(bonus.colour, COLOURS))
            yield ("cards", "bonuses", i, "colour"), said


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
