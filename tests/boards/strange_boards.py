"""Boards that nobody would draw: every mechanic mixed with every other, at and beyond every limit."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Literal, get_args, get_origin

from hypothesis import strategies as st

from branchline.boardfile.cards import COLOURS
from branchline.boardfile.fields import Between, types
from branchline.cardgame.board import CardRules
from branchline.mapgame import limits
from branchline.mapgame.board import Rules

Data = dict[str, Any]

# Words of the notation, names that begin others, and letters that fold away.
NAMES = (
    *("A", "B", "A-B", "B-C", "C", "San", "San Juan", "Juan", "To", "To-Go", "With", "For", "By", "Takes", "Take"),
    *("Red", "Grey", "Locomotive", "All", "None", "Station", "Neutral", "Deck", "Tickets", "Pass", "Claim", "Keep"),
    *("By Exchange", "And", "Or", "Done", "Draw", "Pick", "'s-Hage", "St. Ives", "Ålborg", "Þing", "Łódź", "Straße"),
    *(
        "東京",
        "Київ",
        "Αθήνα",
        "दिल्ली",
        "ירושלים",
        "القاهرة",
        "Köln-Ost",
        "L’Aquila",
        "Y",
        "Ÿz",
        "İzmir",
        "I",
        "J.",
        "X",
    ),
)
MECHANICS = (
    *("tunnels", "ferries", "exchange", "ferry_exchange", "stations", "tolls", "neutral", "festivals", "drafts"),
    *("long", "decks", "options", "doubles", "parts", "hub", "no_locomotives", "beyond"),
)


def city_names(count: int, rng: Random) -> list[str]:
    """Names that differ, some of them odd."""
    odd = rng.sample(NAMES, rng.randint(0, min(count, len(NAMES))))
    plain = (f"{a}{b}{c}" for a in "KLMNPQRST" for b in "aeiou" for c in "bdfgklmnprst")
    return [*odd, *(next(plain) for _ in range(count - len(odd)))]


@cache
def numbers(cls: type, name: str) -> tuple[Between, bool]:
    """The range of a field that is one number, and whether it is whole."""
    kind = types(cls)[name]
    return next(mark for mark in get_args(kind)[1:] if isinstance(mark, Between)), get_args(kind)[0] is int


def any_value(cls: type, name: str, rng: Random, beyond: bool) -> Any:
    """A value of a rule field: often at a limit, and now and then beyond it."""
    kind = get_args(types(cls)[name])[0]  # every field is annotated
    if kind is bool:
        return rng.random() < 0.5
    if get_origin(kind) is Literal:
        return rng.choice(get_args(kind))
    if kind is not int:
        return None
    span, _ = numbers(cls, name)
    least, most = int(span.least), int(span.most)
    choices = [least, most, rng.randint(least, most), rng.randint(least, most)]
    if span.or_none:
        choices.append(0)
    return rng.choice([least - 1, most + 1] if beyond else choices)


@dataclass
class Ground:
    """A map without rules: cities and which of them a route joins."""

    cities: list[str]
    part: dict[str, int]
    pairs: list[tuple[str, str]]


def ground(wishes: frozenset[str], rng: Random) -> Ground:
    """Cities in one or several parts, each joined by routes; one city may have very many."""
    most = limits.CITIES + ("beyond" in wishes and rng.random() < 0.1)
    count = rng.choice([3, 4, rng.randint(4, 12), rng.randint(4, 40), most])
    cities = city_names(count, rng)
    parts = rng.randint(2, max(2, count // 4)) if "parts" in wishes and count >= 4 else 1
    part = {city: i % parts for i, city in enumerate(cities)}
    pairs: list[tuple[str, str]] = []
    for p in range(parts):
        inside = [city for city in cities if part[city] == p]
        hub = inside[: limits.NEIGHBOURS - 3] if "hub" in wishes else []
        pairs += [(inside[0], city) for city in hub[1:]]
        pairs += [(rng.choice(inside[:i]), city) for i, city in enumerate(inside) if i >= max(1, len(hub))]
    return Ground(cities, part, pairs)


def routes(wishes: frozenset[str], land: Ground, rules: Data, rng: Random) -> list[Data]:
    """Routes of all kinds, doubles among them."""
    pairs = list(land.pairs)
    room = limits.ROUTES - len(pairs) + ("beyond" in wishes and rng.random() < 0.1)
    known = {frozenset(pair) for pair in pairs}
    for _ in range(rng.randint(0, max(0, room))):
        a, b = rng.sample(land.cities, 2)
        if land.part[a] == land.part[b] and frozenset((a, b)) not in known:
            known.add(frozenset((a, b)))
            pairs.append((a, b))
    if "doubles" in wishes:
        pairs += rng.sample(pairs, min(len(pairs), max(0, limits.ROUTES - len(pairs))))
    longest = rng.choice([1, 2, 4, 6, 9])
    tolls = {frozenset(pair): rng.choice([1, 2, 4, 30]) for pair in pairs}
    made = []
    for a, b in pairs:
        route: Data = {"a": a, "b": b, "length": rng.randint(1, longest), "colour": rng.choice([*COLOURS, "grey"])}
        route["kind"] = kind = rng.choice(
            ["plain", *["tunnel"] * ("tunnels" in wishes), *["ferry"] * ("ferries" in wishes)]
        )
        if kind == "ferry":
            route["locomotives"] = rng.choice([0, 1, route["length"]])
        if "exchange" in wishes and (kind != "tunnel" or "beyond" in wishes) and rng.random() < 0.5:
            route["exchange"] = rng.choice([2, 3, 4, 9, *[1, 10] * ("beyond" in wishes)])
        if "tolls" in wishes:
            route["toll"] = tolls[frozenset((a, b))]
        made.append(route)
    return made


def tickets(wishes: frozenset[str], land: Ground, rules: Data, rng: Random) -> list[Data]:
    """Tickets of one or several decks, as few or as many as can be."""
    together = [(a, b) for i, a in enumerate(land.cities) for b in land.cities[:i] if land.part[a] == land.part[b]]
    rng.shuffle(together)
    few, long = dealt(rules)
    if min(len(together), limits.TICKETS) < few + long and "beyond" not in wishes:
        deal_fewer(rules, min(len(together), limits.TICKETS))
        few, long = dealt(rules)
    count = rng.choice([few, min(len(together), limits.TICKETS - long), few + 3])
    made = []
    for i, (a, b) in enumerate(together[: long + count]):
        ticket: Data = {"a": a, "b": b, "points": rng.choice([1, 5, 20, limits.POINTS])}
        if i < long:
            ticket["deck"] = "long"
        elif "decks" in wishes and i >= long + few:
            ticket["deck"] = "more"
        if "neutral" in wishes and rng.random() < 0.8:
            ticket["neutral"] = list(rng.choice(land.pairs))
        made.append(ticket)
    decks = list(dict.fromkeys(ticket.get("deck", "tickets") for ticket in made))
    rules["ticket_decks"] = decks or ["tickets"]
    return made


def dealt(rules: Data) -> tuple[int, int]:
    """The tickets that all players together get at the start, and the long ones."""
    most = rules["players"][1]
    few = most * (rules["start_tickets"] + rules.get("draft_keep", 0))
    return few, most * rules.get("start_long_tickets", 0)


def deal_fewer(rules: Data, there: int) -> None:
    """Deal no more tickets than there are, if need be to two players."""
    if there < 2 * rules["players"][1]:
        rules["players"] = [2, 2]
    share = there // rules["players"][1]
    for name in ("start_long_tickets", "draft_keep"):
        rules[name] = 1 if rules.get(name) and share > 1 else 0
    if not rules["draft_keep"]:
        rules.pop("deal_card_depth", None)
    rules["start_tickets"] = max(1, min(5, share - rules["start_long_tickets"] - rules["draft_keep"]))
    rules["start_keep"] = min(rules["start_keep"], rules["start_tickets"])


def festivals(land: Ground, rng: Random) -> list[Data]:
    """Festivals of one or several cities."""
    cities = rng.sample(land.cities, min(len(land.cities), rng.randint(1, 14)))
    made: list[Data] = []
    while cities and len(made) < limits.FESTIVALS:
        own = [cities.pop() for _ in range(min(len(cities), rng.choice([1, 1, 2])))]
        points = sorted(rng.randint(0, limits.POINTS) for _ in range(rng.randint(1, limits.FESTIVAL_CARDS)))
        made.append({"cities": own, "points": points})
    return made


def some_rules(wishes: frozenset[str], rng: Random) -> Data:
    """Rule fields that mostly go together."""
    rules: Data = {}
    for name in Rules.__dataclass_fields__:
        if rng.random() < 0.4 and (value := any_value(Rules, name, rng, False)) is not None:
            rules[name] = value
    players = sorted((rng.randint(2, limits.PLAYERS), rng.randint(2, limits.PLAYERS)))
    rules |= {"players": players, "points": {str(n): rng.choice([0, n, limits.POINTS]) for n in range(1, 10)}}
    for name in ("neutral_trains", "toll_tokens", "start_long_tickets", "draft_keep", "stations", "ferry_exchange"):
        rules.pop(name, None)
    rules["start_tickets"] = rng.randint(1, limits.OFFER)
    for name, dealt in (("start_keep", "start_tickets"), ("draw_keep", "draw_tickets")):
        rules[name] = rng.randint(name == "draw_keep", rules.setdefault(dealt, 3))
    if "long" in wishes and "drafts" not in wishes and rules["start_tickets"] < limits.OFFER:
        rules["start_long_tickets"] = rng.randint(1, limits.OFFER - rules["start_tickets"])
        rules["start_returned"] = "removed"
    if "drafts" in wishes:
        rules["draft_keep"] = rng.randint(1, rules["start_tickets"])
        rules["deal_card_depth"] = [rng.choice([0, 1, 0.5, rng.random()]) for _ in range(limits.PLAYERS - 1)]
    if "stations" in wishes:
        rules["stations"] = rng.randint(1, limits.STATIONS)
    if "ferry_exchange" in wishes:
        rules["ferry_exchange"] = rng.randint(2, limits.FERRY_EXCHANGE)
    if "tolls" in wishes:
        rules["toll_tokens"] = rng.choice([1, 5, 100])
        rules["toll_bonus"] = [[rng.randint(0, limits.POINTS) for _ in range(n)] for n in range(2, limits.PLAYERS + 1)]
    if "neutral" in wishes and "tolls" in wishes:
        rules |= {"neutral_trains": rng.choice([1, 9, limits.TRAINS]), "players": [2, 2], "both_doubles_from": 2}
    if "no_locomotives" in wishes:
        rules["locomotives_on"] = rng.sample(["plain", "tunnel", "ferry"], rng.randint(0, 3))
    return rules


def some_options(rules: Data, rng: Random) -> Data:
    """Options: of a rule field, and of several at once."""
    sets = {
        name: any_value(Rules, name, rng, False) for name in ("start_hand", "last_turns", "display_reset", "returned")
    }
    hand = rules.get("start_hand", 4)
    return {
        "start_hand": {"values": [hand, hand % 20 + 1], "about": "More cards, or one."},
        "odd": {"values": [False, True], "about": "Other rules.", "sets": {"true": sets}},
    }


def map_board(seed: int, wishes: frozenset[str]) -> str:
    """The text of a board with some mechanics; "beyond" makes something in it wrong, more often than not."""
    rng = Random(seed)
    if wishes & {"festivals", "drafts"} and "beyond" not in wishes:
        wishes -= {"tunnels"}
    land = ground(wishes, rng)
    rules = some_rules(wishes, rng)
    board: Data = {"name": "strange", "title": "Strange", "status": "exact", "about": "Nobody would draw it."}
    lists: Data = {
        "cities": [
            {"name": name, "latitude": (i * 7) % 90 - 40, "longitude": i * 5.5 - 170}
            for i, name in enumerate(land.cities)
        ]
    }
    lists["tickets"] = tickets(wishes, land, rules, rng)
    lists["routes"] = routes(wishes, land, rules, rng)
    if "festivals" in wishes:
        lists["festivals"] = festivals(land, rng)
    shorten_games(rules, lists["routes"], wishes, rng)
    if "options" in wishes:
        board["options"] = some_options(rules, rng)
    if "beyond" in wishes:
        name = rng.choice(list(Rules.__dataclass_fields__))
        value = any_value(Rules, name, rng, rng.random() < 0.7)
        rules |= {} if value is None else {name: value}
    return toml(board | {"rules": rules, "map": lists})


def shorten_games(rules: Data, made: Iterable[Data], wishes: frozenset[str], rng: Random) -> None:
    """No more trains than a player can spend on so many routes as can be counted."""
    if "beyond" in wishes:
        return
    lengths = sorted(route["length"] for route in made)[: limits.CLAIMS + 1]
    most = sum(lengths) - 1 if len(lengths) > limits.CLAIMS else limits.TRAINS
    rules["trains"] = min(rules.get("trains", 45), most, limits.TRAINS)


def card_board(seed: int, wishes: frozenset[str]) -> str:
    """The text of a Card Game at its limits, or beyond."""
    rng = Random(seed)
    most = 4
    rules: Data = {"players": [2, most]}
    for name in CardRules.__dataclass_fields__:
        beyond = "beyond" in wishes and rng.random() < 0.1
        if rng.random() < 0.6 and (value := any_value(CardRules, name, rng, beyond)) is not None:
            rules[name] = value
    if "beyond" not in wishes:
        rules["start_locomotives"] = min(rules.get("start_locomotives", 1), rules.get("locomotives", 16) // most)
        cards = 8 * rules.get("colour_cards", 10) + rules.get("locomotives", 16)
        hand = min(rules.get("start_hand", 7), (cards - 6) // most - rules["start_locomotives"])
        rules["start_hand"] = max(1, hand)
        rules["start_keep"] = rng.randint(0, rules.setdefault("start_tickets", 6))
    cities = city_names(rng.randint(4, 30), rng)
    pairs = [(a, b) for a in cities for b in cities if a != b]
    rng.shuffle(pairs)
    count = rng.choice([24, 64, 64 + ("beyond" in wishes), rng.randint(1, 64)])
    kinds = rng.choice([1, 2, 8])
    made = [
        {"a": a, "b": b, "points": rng.choice([1, 7, 100]), "cards": asked(kinds, rng, "beyond" in wishes)}
        for a, b in pairs[:count]
    ]
    bonuses = [
        {"city": city, "points": rng.choice([1, 12, 100]), "colour": rng.choice(COLOURS)}
        for city in rng.sample(cities, min(len(cities), rng.randint(0, 8)))
    ]
    board: Data = {"kind": "cards", "name": "strange", "title": "Strange", "status": "exact", "about": "Odd."}
    return toml(board | {"rules": rules, "cards": {"bonuses": bonuses, "tickets": made}})


def asked(kinds: int, rng: Random, beyond: bool) -> dict[str, int]:
    """The cards that a ticket asks for: few enough that 64 tickets stay below the limit."""
    return {colour: rng.choice([1, 1, 10 if beyond else 2]) for colour in rng.sample(COLOURS, rng.randint(1, kinds))}


def toml(table: Mapping[str, Any]) -> str:
    """A board as TOML, an entry of a list a line."""
    lines = [f"{key} = {value_text(value)}" for key, value in table.items() if not isinstance(value, dict)]
    for name, inside in table.items():
        if isinstance(inside, dict):
            lines.append(f"[{name}]")
            for key, value in inside.items():
                lines.append(f"{json.dumps(key)} = {value_text(value)}")
    return "\n".join(lines) + "\n"


def value_text(value: Any) -> str:
    """A value as TOML; lists of tables have an entry a line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {value_text(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + "".join(f"    {value_text(entry)},\n" for entry in value) + "]"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(value_text, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


MAPS = st.builds(map_board, st.integers(0, 2**32), st.frozensets(st.sampled_from(MECHANICS), max_size=7))
CARDS = st.builds(card_board, st.integers(0, 2**32), st.frozensets(st.sampled_from(["beyond"])))
