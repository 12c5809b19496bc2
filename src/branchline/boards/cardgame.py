"""The Card Game as plain data: its tickets, bonuses and rule fields, read from a file and checked."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from branchline.boards.board import COLOURS, Option
from branchline.boards.fields import UnfitError, fit, required, types
from branchline.boards.lines import Path as Place
from branchline.boards.lines import lines
from branchline.boards.options import choose
from branchline.boards.problems import Finding, Problem, line_of, not_toml, unsound
from branchline.boards.words import show, suggest

KIND = "cards"

# What a game's record can hold.
TICKETS = 64
BONUSES = 8
ASKED = 127  # cards of one colour that all tickets together ask for
OFFER = 6  # tickets dealt at once to one player

# The least and the greatest number that a field, or each number in it, may be.
RANGES: dict[str, tuple[int, int]] = {
    "players": (2, 4),
    "colour_cards": (1, 10),
    "locomotives": (0, 16),
    "start_locomotives": (0, 4),
    "start_hand": (1, 12),
    "start_tickets": (1, OFFER),
    "start_keep": (0, OFFER),
    "draw_tickets": (1, OFFER),
    "second_half_from": (2, 5),
    "second_half_hand": (0, 12),
    "points": (1, 255),
}


@dataclass(frozen=True, slots=True)
class CardTicket:
    """Two cities, what joining them is worth, and how many cards of which colours it takes."""

    a: str
    b: str
    points: int
    cards: dict[str, int]


@dataclass(frozen=True, slots=True)
class Bonus:
    """The bonus card of a big city; its colour is for the eye only."""

    city: str
    points: int
    colour: str


@dataclass(frozen=True, slots=True)
class CardRules:
    """The named rule fields; each default is the rulebook's value."""

    players: tuple[int, int] = (2, 4)
    colour_cards: int = 10  # in each colour
    locomotives: int = 16
    start_locomotives: int = 1
    start_hand: int = 7  # besides these
    start_tickets: int = 6
    start_keep: int = 1
    draw_tickets: int = 4
    second_half_from: int = 4  # players; 5: never
    second_half_hand: int = 4
    open_platform: bool = False


@dataclass(frozen=True, slots=True)
class CardGame:
    """Everything a game needs to know before the first card is dealt."""

    name: str
    title: str
    status: Literal["exact", "one source", "reconstruction"]
    about: str
    tickets: tuple[CardTicket, ...]
    bonuses: tuple[Bonus, ...]
    rules: CardRules
    options: tuple[Option, ...]
    chosen: dict[str, object] = field(default_factory=dict)  # options that differ from the game's own


TEXTS = ("name", "title", "status", "about")
TABLES = ("rules", "options", "cards")
LISTS: dict[str, type] = {"bonuses": Bonus, "tickets": CardTicket}


def is_cardgame(text: str) -> bool:
    """Whether the text of a board file says that it is of this kind, be it sound or not."""
    return re.search(rf'^kind *= *"{KIND}"', text, re.MULTILINE) is not None


def read_cardgame(text: str, source: str, options: Mapping[str, object]) -> CardGame:
    """The Card Game in a text, with the options chosen."""
    game, problems = examine_cardgame(text, source)
    if game is None or problems:
        raise unsound(source, problems)
    chosen: dict[str, Any] = choose(game.name, game.options, options)
    rules = replace(game.rules, **chosen)
    return replace(game, rules=rules, chosen=chosen)


def examine_cardgame(text: str, source: str) -> tuple[CardGame | None, list[Problem]]:
    """The game in the text, if it could be read, and every problem in it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return None, [not_toml(text, source, str(error))]
    findings = list(_misfits(data))
    game = None if findings else _game(data)
    if game is not None:
        findings = [finding for find in CHECKS for finding in find(game)]
    where = lines(text) if findings else {}
    problems = [Problem(line_of(at, where), _name(at, data), wrong, right, source) for at, wrong, right in findings]
    return game, sorted(problems, key=lambda problem: problem.line)


def _name(path: Place, data: Mapping[str, Any]) -> str:
    if path[0] != "cards" or len(path) < 3:
        return ".".join(map(str, path))
    entry = data["cards"][path[1]][path[2]]
    ends = [str(entry[end]) for end in ("city", "a", "b") if end in entry] if isinstance(entry, dict) else []
    return f"{path[1]}[{path[2]}] {'–'.join(ends)}".strip()


# How things are written


def _misfits(data: dict[str, Any]) -> Iterator[Finding]:
    """Everything that is missing, unknown or of the wrong type."""
    yield from _unknown((), data, ("kind", *TEXTS, *TABLES))
    if data.get("kind") != KIND:
        yield ("kind",), f"{show(data.get('kind', ''))} is not the kind of this game", f"write {show(KIND)}"
    for name in TEXTS:
        if name not in data:
            yield (name,), "is missing", f"add {name} = … at the top"
        else:
            yield from _misfit(CardGame, name, data[name], (name,))
    for name in TABLES:
        if not isinstance(data.get(name, {}), dict):
            yield (name,), f"{show(data[name])} is not a table", f"write [{name}] on a line of its own"
            return
    yield from _entry_misfits(CardRules, data.get("rules", {}), ("rules",))
    yield from _option_misfits(data.get("options", {}))
    cards = data.get("cards", {})
    yield from _unknown(("cards",), cards, tuple(LISTS))
    for name, cls in LISTS.items():
        if not isinstance(cards.get(name), list):
            yield ("cards", name), "there is no such list", f"write {name} = [ … ] under [cards]"
        else:
            for i, entry in enumerate(cards[name]):
                yield from _entry_misfits(cls, entry, ("cards", name, i))


def _unknown(path: Place, table: Mapping[str, Any], known: tuple[str, ...]) -> Iterator[Finding]:
    for name in table:
        if name not in known:
            yield (*path, name), f"there is no field {show(name)}", suggest(name, known)


def _entry_misfits(cls: type, entry: object, path: Place) -> Iterator[Finding]:
    if not isinstance(entry, dict):
        yield path, f"{show(entry)} is not a table", "write { … } with its fields"
        return
    yield from _unknown(path, entry, tuple(types(cls)))
    for name in types(cls):
        if name in entry:
            yield from _misfit(cls, name, entry[name], (*path, name))
        elif name in required(cls):
            yield path, f"{name} is missing", f"add {name} = …"


def _misfit(cls: type, name: str, value: object, path: Place) -> Iterator[Finding]:
    if name == "cards":
        if not isinstance(value, dict) or not all(type(n) is int and n > 0 for n in value.values()):
            yield path, f"{show(value)} is not a table of colours", "write { red = 1, … }"
        return
    try:
        fitting = fit(cls, name, value)
    except UnfitError as unfit:
        yield path, f"{name}: {unfit.wrong}", unfit.right
        return
    low, high = RANGES.get(name, (0, 0))
    for number in fitting if isinstance(fitting, tuple) else (fitting,):
        if name in RANGES and not low <= number <= high:
            yield path, f"{name}: {number} is out of range", f"write a number from {low} to {high}"


def _option_misfits(table: Mapping[str, Any]) -> Iterator[Finding]:
    for name, entry in table.items():
        path = ("options", name)
        if name not in types(CardRules):
            yield path, f"there is no rule field {show(name)}", suggest(name, types(CardRules))
        elif not isinstance(entry, dict) or not isinstance(entry.get("values"), list):
            yield path, "it has no values", "write values = [own, other] and about = …"
        elif not isinstance(entry.get("about"), str):
            yield path, "about is missing", 'add about = "…": what the option is for'
        else:
            yield from _unknown(path, entry, ("values", "about"))
            for i, value in enumerate(entry["values"]):
                yield from _misfit(CardRules, name, value, (*path, "values", i))


def _game(data: dict[str, Any]) -> CardGame:
    """The game in data in which every field fits."""
    rules = data.get("rules", {})
    return CardGame(
        **{name: data[name] for name in TEXTS},
        tickets=tuple(CardTicket(**entry) for entry in data["cards"]["tickets"]),
        bonuses=tuple(Bonus(**entry) for entry in data["cards"]["bonuses"]),
        rules=CardRules(**{name: fit(CardRules, name, value) for name, value in rules.items()}),
        options=tuple(
            Option(name, tuple(entry["values"]), entry["about"]) for name, entry in data.get("options", {}).items()
        ),
    )


# What they say


def tickets_that_can_be_completed(game: CardGame) -> Iterator[Finding]:
    for i, ticket in enumerate(game.tickets):
        path = ("cards", "tickets", i, "cards")
        for colour in ticket.cards:
            if colour not in COLOURS:
                yield path, f"there is no colour {show(colour)}", suggest(colour, COLOURS)
        if not ticket.cards:
            yield path, "it asks for no cards", "write { red = 1, … }"
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


def no_more_than_the_record_holds(game: CardGame) -> Iterator[Finding]:
    for name, limit in (("tickets", TICKETS), ("bonuses", BONUSES)):
        if (count := len(getattr(game, name))) > limit:
            yield ("cards", name), f"{count} {name}", f"a game can hold {limit}: leave out {count - limit}"


def enough_for_everyone(game: CardGame) -> Iterator[Finding]:
    rules, most = game.rules, game.rules.players[1]
    if rules.players[0] > most:
        yield ("rules", "players"), f"from {rules.players[0]} to {most} players", "write the fewest first"
    if most * rules.start_locomotives > rules.locomotives:
        wrong = f"{rules.locomotives} locomotives, but {most} players get {rules.start_locomotives} each"
        yield ("rules", "start_locomotives"), wrong, "lower start_locomotives"
    cards = len(COLOURS) * rules.colour_cards + rules.locomotives
    if (needed := most * (rules.start_locomotives + rules.start_hand) + 6) > cards:
        wrong = f"{cards} cards, but hands, display and a deck of 1 need {needed}"
        yield ("rules", "start_hand"), wrong, "lower start_hand"
    if (needed := most * rules.start_tickets) > len(game.tickets):
        wrong = f"{len(game.tickets)} tickets, but {most} players get {rules.start_tickets} each"
        yield ("rules", "start_tickets"), wrong, "lower start_tickets"
    if rules.start_keep > rules.start_tickets:
        wrong = f"keep {rules.start_keep} of {rules.start_tickets} tickets dealt"
        yield ("rules", "start_keep"), wrong, f"write start_keep = {rules.start_tickets} or less"


def own_value_first(game: CardGame) -> Iterator[Finding]:
    for option in game.options:
        own = getattr(game.rules, option.name)
        if not option.values or option.values[0] != own:
            path = ("options", option.name, "values")
            yield path, f"the first value is not the game's own {option.name}", f"put {show(own)} first"


CHECKS = (
    tickets_that_can_be_completed,
    nothing_twice,
    colours_of_bonuses,
    no_more_than_the_record_holds,
    enough_for_everyone,
    own_value_first,
)
