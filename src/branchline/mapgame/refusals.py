"""Why a move is refused, in words and with the rule's number."""

from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from branchline.actions import Action, Draw, DrawDeck, DrawTickets, KeepTickets, Pass, fewest_kept
from branchline.boardfile.cards import CARDS, LOCOMOTIVE
from branchline.engine import phases
from branchline.engine.limits import LOCO
from branchline.errors import MoveError
from branchline.mapgame.actions import (
    EXCHANGE,
    BuildStation,
    Claim,
    NeutralTakes,
    Paid,
    PickTicket,
    TakeFestival,
    Withdraw,
)
from branchline.mapgame.board import Rules
from branchline.mapgame.names import MapNames
from branchline.mapgame.rules import state as rules
from branchline.names import at_least, cheapest, counted
from branchline.position import Position


class Shortage(TypedDict):
    """What is missing to pay for a route."""

    locomotives: int  # for the symbols of a ferry
    cards: int  # further ones, of the colour
    colour: str
    locomotives_count: bool  # whether they may stand for the cards
    held_locomotives: int


# Where the Nordic rulebook has its own words for a rule of the base game.
LIKE_ANY_CARD = {"B-DRAW-1": "N-DRAW-1", "B-DRAW-6": "N-DRAW-2"}
LEAVE_THE_GAME = {"B-SET-4": "N-SET-5", "B-TICKET-1": "N-TICKET-1", "B-TICKET-4": "N-TICKET-2"}


def refuse(names: MapNames, position: Position, number: int) -> MoveError:
    """The error for an action that is not legal now."""
    try:
        words, rule = _reason(names, position, names.actions.action(number))
    except MoveError as error:  # there is no such action at all
        return error
    return MoveError(words, _in_its_words(names.board.rules, rule))


def _in_its_words(fields: Rules, rule: str) -> str:
    """The rule as the rulebook of the board numbers it."""
    if not fields.display_locomotive_is_both_cards and rule in LIKE_ANY_CARD:
        return LIKE_ANY_CARD[rule]
    return LEAVE_THE_GAME.get(rule, rule) if fields.returned == "removed" else rule


def _reason(names: MapNames, position: Position, action: Action) -> tuple[str, str]:
    s = position.record
    match int(s.phase):
        case phases.KEEP_START:
            return _about_keeping(names, position, action, "B-SET-4")
        case phases.KEEP:
            return _about_keeping(names, position, action, "B-TICKET-1")
        case phases.SECOND if not isinstance(action, Draw | DrawDeck):
            if s.to_deal:
                return "the deck held no train card; draw from the display now", "I-DRAW-1"
            return "you have drawn one card; draw a second one now, from the display or the deck", "B-DRAW-1"
        case phases.PICK:
            return "first pick a ticket of the pack", "I-SET-4"
        case phases.FESTIVAL:
            return "first choose which festival cards you take", "I-CLAIM-3"
        case phases.NEUTRAL:
            return "first choose which route the neutral player takes", "H-NEUTRAL-4"
        case phases.SURCHARGE:
            return _about_surcharge(position, action)
        case phases.LOCOMOTIVES | phases.CARDS if isinstance(action, Paid | Draw | DrawDeck | DrawTickets | Pass):
            return "first finish the payment under way", "B-CLAIM-1"
        case phases.LOCOMOTIVES:
            return "the route cannot be paid with so many locomotives", "B-CLAIM-2"
        case phases.CARDS:
            return "these cards do not make the exchange even", "N-FERRY-3"
    return _about_turn(names, position, action)


def _about_keeping(names: MapNames, position: Position, action: Action, rule: str) -> tuple[str, str]:
    least = fewest_kept(names.actions.action(legal) for legal in position.legal())
    offered = int(position.record.offer_count[position.player])
    first = "" if isinstance(action, KeepTickets) else "first choose tickets: "
    if position.record.draft:
        return f"{first}keep exactly {least} of the {offered} tickets", "I-SET-4"
    return f"{first}keep {at_least(least)} of the {offered} tickets", rule


def _about_surcharge(position: Position, action: Action) -> tuple[str, str]:
    s = position.record
    if isinstance(action, Draw | DrawDeck | DrawTickets | Pass | KeepTickets | Paid):
        return f"the tunnel asks for {s.surcharge} more: pay or withdraw first", "B-TUNNEL-4"
    kinds = [kind for kind in {int(s.how), LOCO} if s.hand[s.player, kind]]
    held = ", ".join(f"{s.hand[s.player, kind]} {CARDS[kind]}" for kind in kinds) or "none of these"
    return f"the tunnel asks for {s.surcharge} more, and of the cards that count you have {held}", "B-TUNNEL-2"


def _about_turn(names: MapNames, position: Position, action: Action) -> tuple[str, str]:
    match action:
        case Draw(card):
            return _about_display(position, card)
        case DrawDeck():
            return "the deck is empty; only the display is left to draw from", "B-DRAW-6"
        case DrawTickets() if position.record.drafts_to_come:
            return "tickets cannot be drawn before the second draft", "I-TICKET-1"
        case DrawTickets():
            return "there are no tickets left to draw", "B-TICKET-4"
        case Pass():
            return "you may pass only when nothing else is possible", "B-TURN-2"
        case BuildStation(city):
            error = refuse_build(names, position, city, [0] * len(CARDS))
            return str(error).removesuffix(f" [{error.rule}]"), error.rule or "E-STATION-1"
        case Claim(route, how):
            return _about_claim(names, position, route, how)
        case KeepTickets():
            return "no tickets are offered to you now", "B-TICKET-1"
        case PickTicket() | TakeFestival() | NeutralTakes():
            return "there is nothing of that kind to choose now", "B-TURN-1"
        case Withdraw():
            return "there is no tunnel to withdraw from", "B-TUNNEL-4"
    return "no payment is under way; name the route first", "B-CLAIM-1"


def _about_display(position: Position, card: str) -> tuple[str, str]:
    s, is_locomotive = position.record, card == LOCOMOTIVE
    if not s.display[CARDS.index(card)]:
        return f"there is no {card} in the display; it shows {counted(s.display) or 'nothing'}", "B-DRAW-1"
    if is_locomotive and s.phase == phases.SECOND and position.board[0].locomotive_is_both_cards:
        return "a locomotive from the display can only be the first card", "B-DRAW-3"
    return "with no deck and no discards, cards cannot be drawn", "B-DRAW-6"


def _about_claim(names: MapNames, position: Position, route: int, how: str) -> tuple[str, str]:
    hand = position.record.hand[position.player]
    if how == EXCHANGE:
        if not position.board[0].rate[route]:
            return f"{names.routes[route]} takes no exchange", "N-FERRY-3"
        payment = [0] * len(CARDS)
    else:
        payment = cheapest(hand, int(position.board[0].length[route]), CARDS.index(how))
    error = refuse_claim(names, position, [route], payment)
    if how == EXCHANGE and error.rule in ("N-FERRY-3", "N-CLAIM-3"):
        return f"you have too few cards for an exchange on {names.routes[route]}", error.rule
    return str(error).removesuffix(f" [{error.rule}]"), error.rule or "B-CLAIM-1"


def refuse_claim(names: MapNames, position: Position, found: Sequence[int], payment: Sequence[int]) -> MoveError:
    """The error for a claim that is not legal: the first thing that is wrong with it."""
    s, b = position.record, position.board[0]
    route = found[0]
    name = names.routes[route]
    if s.phase != phases.TURN:
        return MoveError(f"a route is claimed as the one action of a turn; now: {position_asks(position)}", "B-TURN-1")
    if reason := why_closed(names, position, found):
        return reason
    p = position.player
    if b.length[route] > s.trains[p]:
        return MoveError(f"{name} needs {b.length[route]} trains, you have {s.trains[p]}", "B-CLAIM-3")
    short = [f"{n} {CARDS[k]} (you have {s.hand[p, k]})" for k, n in enumerate(payment) if n > s.hand[p, k]]
    if short:
        return MoveError(f"you do not hold {', '.join(short)}", "B-CLAIM-1")
    return MoveError(f"{counted(payment)} does not pay for {name}: {price(b, route)}", price_rule(b, route))


def refuse_build(names: MapNames, position: Position, city: int, payment: Sequence[int]) -> MoveError:
    """The error for a station that cannot be built: the first thing that is wrong with it."""
    s, stations = position.record, names.board.rules.stations
    name = names.places.names[city]
    if not stations:
        return MoveError(f"there are no stations in {names.board.title}", "B-TURN-1")
    if s.phase != phases.TURN:
        return MoveError(f"a station is built as the one action of a turn; now: {position_asks(position)}", "B-TURN-1")
    p = position.player
    built = int(s.stations[p]).bit_count()
    if built == stations:
        return MoveError(f"you have built all your {stations} stations", "E-STATION-1")
    for q in range(position.players):
        if int(s.stations[q]) >> city & 1:
            whose = "you" if q == p else f"player {q + 1}"
            return MoveError(f"{name} has a station already, of {whose}", "E-STATION-1")
    short = [f"{n} {CARDS[k]} (you have {s.hand[p, k]})" for k, n in enumerate(payment) if n > s.hand[p, k]]
    if short:
        return MoveError(f"you do not hold {', '.join(short)}", "E-STATION-1")
    cost = f"{built + 1} card{'s of one colour' if built else ''}; locomotives stand for any"
    return MoveError(f"{counted(payment)} does not pay for your next station: it takes {cost}", "E-STATION-1")


def why_closed(names: MapNames, position: Position, found: Sequence[int]) -> MoveError | None:
    """Why none of these routes is open to the player, or None if one is."""
    s, b = position.record, position.board[0]
    p = position.player
    if any(_has(s.open[p], r) for r in found):
        return None
    route = found[0]
    owners = [q for q in range(position.players) if any(_has(s.owned[q], r) for r in found)]
    twin = int(b.twin[route])
    if twin >= 0 and _has(s.owned[p], twin):
        return MoveError(f"you own the other route of {names.routes[route]}", "B-CLAIM-5")
    if owners:
        whose = "you" if owners[0] == p else f"player {owners[0] + 1}"
        return MoveError(f"{names.routes[route]} is claimed already, by {whose}", "B-CLAIM-4")
    if any(_has(s.neutral, r) for r in found):
        return MoveError(f"{names.routes[route]} is claimed already, by the neutral player", "B-CLAIM-4")
    few = f"with {position.players} players only one route of a double is open"
    return MoveError(f"{names.routes[route]} is closed: {few}", "B-CLAIM-6")


def shortage(b: np.record, hand: Sequence[int], route: int) -> Shortage:
    """What a hand lacks for a route; of a grey one, in the colour that needs the least."""
    length, symbols = int(b.length[route]), int(b.symbols[route])
    takes_locomotives = bool(b.takes_locomotives[route])
    engines = int(hand[LOCO])
    spare = max(0, engines - symbols) if takes_locomotives else 0
    best = max(range(LOCO), key=lambda kind: int(hand[kind]))
    colour = best if b.colour[route] == rules.GREY else int(b.colour[route])
    return Shortage(
        locomotives=max(0, symbols - engines),
        cards=max(0, length - symbols - int(hand[colour]) - spare),
        colour=CARDS[colour],
        locomotives_count=takes_locomotives,
        held_locomotives=engines,
    )


def shortage_rule(names: MapNames, lacks: Shortage) -> str:
    """The rule that a hand runs up against."""
    if not lacks["locomotives_count"] and 0 < lacks["cards"] <= lacks["held_locomotives"]:
        return "N-LOCO-1"
    book = "B" if "plain" in names.board.rules.locomotives_on else "N"
    return f"{book}-FERRY-1" if lacks["locomotives"] else f"{book}-CLAIM-1"


def price(b: np.record, route: int) -> str:
    """What a route costs, in words."""
    length, symbols = int(b.length[route]), int(b.symbols[route])
    colour = "one colour" if b.colour[route] == rules.GREY else CARDS[b.colour[route]]
    words = f"it takes {length} of {colour}"
    if symbols:
        words = f"it takes {symbols} locomotive{'' if symbols == 1 else 's'}"
        words += f" and {length - symbols} of {colour}" if length > symbols else ""
    if b.takes_locomotives[route]:
        words += "; locomotives stand for any card" if not symbols else "; further locomotives stand for any card"
    else:
        words += "; no locomotives"
    if b.rate[route]:
        one = "locomotive" if b.takes_locomotives[route] else "card of the set"
        words += f"; any {b.rate[route]} cards stand for 1 {one}"
    return words


def price_rule(b: np.record, route: int) -> str:
    """The rule that says what a route costs."""
    if b.rate[route]:
        return "N-FERRY-3" if b.takes_locomotives[route] else "N-CLAIM-3"
    if b.symbols[route]:
        return "B-FERRY-1"
    return "B-CLAIM-2" if b.takes_locomotives[route] else "N-LOCO-1"


def position_asks(position: Position) -> str:
    """What the position asks for, in words."""
    return {
        phases.KEEP_START: "choose tickets to keep",
        phases.TURN: "draw cards, claim a route, build a station or draw tickets"
        if position.board["stations"][0]
        else "draw cards, claim a route or draw tickets",
        phases.SECOND: "draw a card from the display" if position.record.to_deal else "draw a second card",
        phases.LOCOMOTIVES: "say how many locomotives you pay with",
        phases.CARDS: "put down the cards of the exchange, then say done",
        phases.SURCHARGE: "pay for the tunnel or withdraw",
        phases.KEEP: "choose tickets to keep",
        phases.NEUTRAL: "choose which route the neutral player takes",
        phases.FESTIVAL: "choose which festival cards to take",
        phases.PICK: "pick a ticket of the pack",
        phases.OVER: "the game is over",
    }.get(int(position.record.phase), "chance moves")


def _has(mask: "np.ndarray[tuple[int], np.dtype[np.uint64]]", i: int) -> bool:
    return bool(int(mask[i // 64]) >> (i % 64) & 1)
