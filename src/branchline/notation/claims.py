"""Claims, stations and their payments, read from words."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from branchline.boards.board import CARDS
from branchline.errors import MoveError
from branchline.notation.refusal import refuse_build, refuse_claim
from branchline.notation.words import cheapest, counted, parse_card, parse_payment, plain
from branchline.position import Position
from branchline.rules import state as rules

if TYPE_CHECKING:
    from branchline.notation.moves import MapNotation

HOW_WORDS = (*(f"with {card}" for card in CARDS), "by exchange")


def parse_claim(names: "MapNotation", position: Position, rest: str) -> list[int]:
    """The actions of a claim from its words."""
    a, b, rest = names.places.parse_pair(rest)
    spec, rest = _parse_route_spec(rest)
    found = routes_between(names, a, b, spec)
    if match := re.fullmatch(r"(with \w+|by exchange)", rest):
        how = HOW_WORDS.index(match[1])
        return [rules.CLAIM + rules.HOWS * _open(names, position, found)[0] + how]
    payment = _parse_payment(names, position, found, rest)
    ways = [way for r in _open(names, position, found) if (way := pay_route(position, r, payment))]
    if not ways:
        raise refuse_claim(names, position, found, payment)
    named = {_unnumbered(names, way[0]) for way in ways}
    if len(named) > 1:
        which = " or ".join(sorted(named))
        raise MoveError(f"{counted(payment)} pays for more than one route: say {which}")
    return ways[0]


def _unnumbered(names: "MapNotation", action: int) -> str:
    return re.sub(r" \d\)", ")", names.routes[(action - rules.CLAIM) // rules.HOWS])


def routes_between(names: "MapNotation", a: int, b: int, spec: str) -> list[int]:
    """The routes between two cities, those of a colour if one is named."""
    ends = {names.places.names[a], names.places.names[b]}
    found = [i for i, r in enumerate(names.board.routes) if {r.a, r.b} == ends]
    pair = "–".join(names.places.names[c] for c in (a, b))
    if not found:
        raise MoveError(f"no route joins {pair} directly")
    fitting = [i for i in found if not spec or f"({spec}" in plain(names.routes[i])]
    if spec and not fitting:
        fitting = [i for i in found if (names.board.routes[i].colour or "grey") == spec]
    if not fitting:
        known = ", ".join(names.board.routes[i].colour or "grey" for i in found)
        raise MoveError(f"{pair} is not {spec}; it is {known}")
    return fitting


def _open(names: "MapNotation", position: Position, found: list[int]) -> list[int]:
    """The routes that are open to the player, or all when none is, so that the refusal can say why."""
    free = bits(position.record.open[position.player])
    return [r for r in found if r in free] or found


def _parse_payment(names: "MapNotation", position: Position, found: list[int], text: str) -> list[int]:
    text = re.sub(r"^(for|with)\b|^:", "", text).strip()
    hand = position.record.hand[position.player]
    if text and not any(c.isdigit() for c in text):
        kind = parse_card(text)
        return cheapest(hand, names.board.routes[_open(names, position, found)[0]].length, kind)
    if text:
        return parse_payment(text)
    ways = [actions for actions in names.moves(position) if (actions[0] - rules.CLAIM) // rules.HOWS in found]
    if len(ways) != 1:
        example = names.text(position, ways[0]) if ways else f"claim {names.routes[found[0]]} for 2 red"
        raise MoveError(f"say which cards you pay with, for example '{example}'")
    return paid(position, ways[0])


def parse_unfinished_claim(names: "MapNotation", position: Position, rest: str) -> list[int]:
    """The actions of the beginning of a claim."""
    claim, _, cards = rest.removesuffix("...").strip().partition(":")
    actions = parse_claim(names, position, claim.strip())
    for kind, n in enumerate(parse_payment(cards) if cards else []):
        actions += [rules.CARD + kind] * n
    return actions


def parse_surcharge(position: Position, rest: str) -> int:
    """What is paid for a tunnel besides, from its words."""
    s = position.record
    payment = parse_payment(re.sub(r"\bmore$", "", rest))
    if s.phase != rules.SURCHARGE:
        raise MoveError("there is nothing more to pay now", None)
    wrong = [n for kind, n in enumerate(payment) if kind not in (s.how, rules.LOCO) and n]
    if wrong or sum(payment) != s.surcharge:
        what = "locomotives" if s.how == rules.LOCO else f"{CARDS[s.how]} or locomotives"
        raise MoveError(f"the tunnel asks for {s.surcharge} more: {what}", "B-TUNNEL-2")
    return rules.WITH + payment[rules.LOCO]


def parse_build(names: "MapNotation", position: Position, rest: str) -> list[int]:
    """The actions that build a station, from their words."""
    city, rest = names.places.parse_city(rest.removeprefix("station").strip())
    first = names.first_build + rules.KINDS * city
    rest = rest.removesuffix("...").strip()
    if match := re.fullmatch(r"with (\w+)", rest):
        return [first + parse_card(match[1])]
    text = re.sub(r"^(for|with)\b|^:", "", rest).strip()
    price = int(position.record.stations[position.player]).bit_count() + 1
    if text and any(c.isdigit() for c in text):
        payment = parse_payment(text)
    elif text:
        payment = cheapest(position.record.hand[position.player], price, parse_card(text))
    else:
        name = names.places.names[city]
        raise MoveError(f"say which cards you pay with, for example 'build station {name} for {price} red'")
    way = pay_set(position, first, payment) if sum(payment) == price else None
    if way is None:
        raise refuse_build(names, position, city, payment)
    return way


def neutral_route(position: Position, action: int) -> int:
    """The route that an action takes for the neutral player."""
    first = int(position.record.route)
    return first if action == rules.NEUTRAL_ROUTE else int(position.board["twin"][0][first])


def parse_neutral(names: "MapNotation", position: Position, rest: str) -> int:
    """The choice between two routes for the neutral player, from its words."""
    if position.record.phase != rules.NEUTRAL:
        raise MoveError("there is no choice for the neutral player now", "H-NEUTRAL-4")
    a, b, rest = names.places.parse_pair(re.sub(r"^takes? ", "", rest))
    found = routes_between(names, a, b, _parse_route_spec(rest)[0])
    for action in (rules.NEUTRAL_ROUTE, rules.NEUTRAL_ROUTE + 1):
        if neutral_route(position, action) in found:
            return action
    one, other = (names.routes[neutral_route(position, rules.NEUTRAL_ROUTE + i)] for i in range(2))
    raise MoveError(f"the neutral player takes {one} or {other}", "H-NEUTRAL-4")


def bits(mask: np.ndarray | Sequence[int]) -> list[int]:
    """The elements of a mask of two words."""
    both = int(mask[0]) | int(mask[1]) << 64
    found = []
    while both:
        lowest = both & -both
        found.append(lowest.bit_length() - 1)
        both ^= lowest
    return found


def _parse_route_spec(rest: str) -> tuple[str, str]:
    match = re.match(r"\(([a-z]+(?: \d)?)\)\s*", rest)
    return (match[1], rest[match.end() :]) if match else ("", rest)


def pay_route(position: Position, route: int, payment: Sequence[int]) -> list[int] | None:
    """The actions that claim a route for exactly these cards, or None if that is not legal."""
    first = rules.CLAIM + rules.HOWS * route
    if sum(payment) > int(position.board["length"][0][route]):
        cards = [rules.CARD + kind for kind, n in enumerate(payment) for _ in range(n)]
        return pay_by(position, [first + rules.EXCHANGE, *cards, rules.DONE], payment)
    return pay_set(position, first, payment)


def pay_set(position: Position, first: int, payment: Sequence[int]) -> list[int] | None:
    """The actions that pay a set of one colour; `first` is the action that names purple."""
    colours = [kind for kind in range(rules.LOCO) if payment[kind]]
    if len(colours) > 1:
        return None
    wanted = [first + (colours[0] if colours else rules.LOCO), rules.WITH + payment[rules.LOCO]]
    return pay_by(position, wanted, payment)


def pay_by(position: Position, wanted: Sequence[int], payment: Sequence[int]) -> list[int] | None:
    """Those of the actions that are needed, or None if they are not legal or cost other cards."""
    after = position.copy()
    actions: list[int] = []
    for action in wanted:
        if actions and after.record.phase not in (rules.LOCOMOTIVES, rules.CARDS):
            break  # there was no choice of locomotives
        if not after.is_legal(action):
            return None
        after.apply(action)
        actions.append(action)
    return actions if paid(position, actions) == list(payment) else None


def paid(before: Position, actions: Sequence[int]) -> list[int]:
    """The cards that leave the player's hand by these actions."""
    after = before.copy()
    for action in actions:
        after.apply(action)
    p = before.player
    left: list[int] = after.states["hand"][0, p].tolist()
    return [n - m for n, m in zip(before.states["hand"][0, p].tolist(), left, strict=True)]
