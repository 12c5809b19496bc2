"""Claims, stations and their payments, read from words."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial

from branchline.actions import Action, Done, WithLocomotives
from branchline.boardfile.cards import CARDS, LOCOMOTIVE
from branchline.engine import phases
from branchline.engine.limits import LOCO
from branchline.errors import MoveError
from branchline.mapgame.actions import (
    EXCHANGE,
    MOST_LOCOMOTIVES,
    BuildStation,
    Claim,
    NeutralTakes,
    PutDown,
    claimed_route,
)
from branchline.mapgame.contents import bits, neutral_route, paid
from branchline.mapgame.moves import is_mid_move, move_text
from branchline.mapgame.names import MapNames
from branchline.mapgame.refusals import refuse, refuse_build, refuse_claim
from branchline.names import cheapest, counted, parse_card, parse_payment, plain
from branchline.notation import Played, carry_out, whole_moves
from branchline.position import Position, deck_of

WRITTEN_CARDS = re.compile(r"\d\d? [a-z]+(, \d\d? [a-z]+)*")


def read_written(names: MapNames, position: Position, text: str) -> Played | None:
    """The claim or station that is written as records write it; None if it is not, or if it is not legal."""
    what, _, cards = text.partition(" for ")
    if what not in names.paid_for or (payment := _written_payment(cards)) is None:
        return None
    match names.paid_for[what]:
        case Claim(route):
            return pay_route(names, position, route, payment)
        case BuildStation(city):
            return pay_set(names, position, partial(BuildStation, city), payment)


@lru_cache(1024)
def _written_payment(text: str) -> tuple[int, ...] | None:
    """The cards of a payment as `counted` writes them."""
    if WRITTEN_CARDS.fullmatch(text) is None:
        return None
    return tuple(parse_payment(text, ()))


def parse_claim(names: MapNames, position: Position, rest: str) -> Played:
    """A claim from its words."""
    a, b, rest = names.places.parse_pair(rest)
    spec, rest = _parse_route_spec(rest)
    found = routes_between(names, a, b, spec)
    if match := re.fullmatch(r"with (\w+)|by exchange", rest):
        how = CARDS[parse_card(match[1])] if match[1] else EXCHANGE
        return carry_out(position, names.actions.numbers(Claim(_open(names, position, found)[0], how)), _refuse(names))
    payment = _parse_payment(names, position, found, rest)
    ways = [(r, way) for r in _open(names, position, found) if (way := pay_route(names, position, r, payment))]
    if not ways:
        raise refuse_claim(names, position, found, payment)
    named = {_unnumbered(names.routes[r]) for r, _ in ways}
    if len(named) > 1:
        which = " or ".join(sorted(named))
        raise MoveError(f"{counted(payment)} pays for more than one route: say {which}")
    return ways[0][1]


def _unnumbered(route: str) -> str:
    return re.sub(r" \d\)", ")", route)


def routes_between(names: MapNames, a: int, b: int, spec: str) -> list[int]:
    """The routes between two cities, those of a colour if one is named."""
    found = names.between.get(frozenset((a, b)), [])
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


def _open(names: MapNames, position: Position, found: list[int]) -> list[int]:
    """The routes that are open to the player, or all when none is, so that the refusal can say why."""
    free = bits(position.states["open"][0, position.player])
    return [r for r in found if r in free] or found


def _parse_payment(names: MapNames, position: Position, found: list[int], text: str) -> list[int]:
    text = re.sub(r"^(for|with)\b|^:", "", text).strip()
    hand = position.states["hand"][0, position.player].tolist()
    if text and not any(c.isdigit() for c in text):
        kind = parse_card(text)
        return cheapest(hand, names.board.routes[_open(names, position, found)[0]].length, kind)
    if text:
        return parse_payment(text, deck_of(position))
    ways = [way for way in whole_moves(position) if claimed_route(names.actions.action(way.actions[0])) in found]
    if len(ways) != 1:
        example = move_text(names, position, *ways[0]) if ways else f"claim {names.routes[found[0]]} for 2 red"
        raise MoveError(f"say which cards you pay with, for example '{example}'")
    return list(paid(position, ways[0].after))


def parse_unfinished_claim(names: MapNames, position: Position, rest: str) -> Played:
    """The beginning of a claim."""
    claim, _, cards = rest.removesuffix("...").strip().partition(":")
    begun = parse_claim(names, position, claim.strip())
    more = names.actions.numbers(_put_down(parse_payment(cards, deck_of(position)))) if cards else []
    actions, after = carry_out(begun.after, more, _refuse(names))
    return Played((*begun.actions, *actions), after)


def _refuse(names: MapNames) -> Callable[[Position, int], MoveError]:
    return partial(refuse, names)


def _put_down(payment: Sequence[int]) -> list[Action]:
    return [PutDown(card) for card, n in zip(CARDS, payment, strict=True) for _ in range(n)]


def parse_surcharge(position: Position, rest: str) -> Action:
    """What is paid for a tunnel besides, from its words."""
    s = position.record
    payment = parse_payment(re.sub(r"\bmore$", "", rest), deck_of(position))
    if s.phase != phases.SURCHARGE:
        raise MoveError("there is nothing more to pay now", None)
    wrong = [n for kind, n in enumerate(payment) if kind not in (s.how, LOCO) and n]
    if wrong or sum(payment) != s.surcharge:
        what = "locomotives" if s.how == LOCO else f"{CARDS[s.how]} or locomotives"
        raise MoveError(f"the tunnel asks for {s.surcharge} more: {what}", "B-TUNNEL-2")
    return WithLocomotives(payment[LOCO])


def parse_build(names: MapNames, position: Position, rest: str) -> Played:
    """A station from the words that build it."""
    city, rest = names.places.parse_city(rest.removeprefix("station").strip())
    if not names.board.rules.stations:
        raise refuse_build(names, position, city, [0] * len(CARDS))
    rest = rest.removesuffix("...").strip()
    if match := re.fullmatch(r"with (\w+)", rest):
        built = names.actions.numbers(BuildStation(city, CARDS[parse_card(match[1])]))
        return carry_out(position, built, _refuse(names))
    text = re.sub(r"^(for|with)\b|^:", "", rest).strip()
    price = int(position.record.stations[position.player]).bit_count() + 1
    if text and any(c.isdigit() for c in text):
        payment = parse_payment(text, deck_of(position))
    elif text:
        payment = cheapest(position.record.hand[position.player], price, parse_card(text))
    else:
        name = names.places.names[city]
        raise MoveError(f"say which cards you pay with, for example 'build station {name} for {price} red'")
    way = pay_set(names, position, partial(BuildStation, city), payment) if sum(payment) == price else None
    if way is None:
        raise refuse_build(names, position, city, payment)
    return way


def parse_neutral(names: MapNames, position: Position, rest: str) -> Action:
    """The choice between two routes for the neutral player, from its words."""
    if position.record.phase != phases.NEUTRAL:
        raise MoveError("there is no choice for the neutral player now", "H-NEUTRAL-4")
    a, b, rest = names.places.parse_pair(re.sub(r"^takes? ", "", rest))
    found = routes_between(names, a, b, _parse_route_spec(rest)[0])
    choices = (NeutralTakes(second=False), NeutralTakes(second=True))
    for action in choices:
        if neutral_route(position, action) in found:
            return action
    one, other = (names.routes[neutral_route(position, action)] for action in choices)
    raise MoveError(f"the neutral player takes {one} or {other}", "H-NEUTRAL-4")


def _parse_route_spec(rest: str) -> tuple[str, str]:
    match = re.match(r"\(([a-z]+(?: \d)?)\)\s*", rest)
    return (match[1], rest[match.end() :]) if match else ("", rest)


def pay_route(names: MapNames, position: Position, route: int, payment: Sequence[int]) -> Played | None:
    """The claim of a route for exactly these cards, or None if that is not legal."""
    if sum(payment) > names.board.routes[route].length:
        return _pay_by(names, position, [Claim(route, EXCHANGE), *_put_down(payment), Done()], payment)
    return pay_set(names, position, partial(Claim, route), payment)


def pay_set(
    names: MapNames, position: Position, begin: Callable[[str], Action], payment: Sequence[int]
) -> Played | None:
    """A set of one colour, paid; `begin` makes the first action from that colour."""
    colours = [kind for kind in range(LOCO) if payment[kind]]
    if len(colours) > 1 or payment[LOCO] > MOST_LOCOMOTIVES:
        return None
    first = begin(CARDS[colours[0]] if colours else LOCOMOTIVE)
    return _pay_by(names, position, [first, WithLocomotives(payment[LOCO])], payment)


def _pay_by(names: MapNames, position: Position, wanted: Sequence[Action], payment: Sequence[int]) -> Played | None:
    """Those of the actions that are needed, or None if they are not legal or cost other cards."""
    before = position
    actions: list[int] = []
    for action in wanted:
        if actions and not is_mid_move(position):
            break  # there was no choice of locomotives
        number = names.actions.number(action)
        after = position.after(number)
        if after is None:
            return None
        actions.append(number)
        position = after
    return Played(tuple(actions), position) if paid(before, position) == tuple(payment) else None
