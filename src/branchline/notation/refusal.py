"""Why a claim is refused, in words and with the rule's number."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from branchline.boards.board import CARDS
from branchline.errors import MoveError
from branchline.notation.words import counted
from branchline.position import Position
from branchline.rules import state as rules

if TYPE_CHECKING:
    from branchline.notation.moves import MapNotation


def refuse_claim(
    names: "MapNotation", position: Position, found: Sequence[int], payment: Sequence[int]
) -> MoveError:
    """The error for a claim that is not legal: the first thing that is wrong with it."""
    s, b = position.record, position.board[0]
    route = found[0]
    name = names.routes[route]
    if s.phase != rules.TURN:
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


def refuse_build(names: "MapNotation", position: Position, city: int, payment: Sequence[int]) -> MoveError:
    """The error for a station that cannot be built: the first thing that is wrong with it."""
    s, stations = position.record, names.board.rules.stations
    name = names.places.names[city]
    if not stations:
        return MoveError(f"there are no stations in {names.board.title}", "B-TURN-1")
    if s.phase != rules.TURN:
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


def why_closed(names: "MapNotation", position: Position, found: Sequence[int]) -> MoveError | None:
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
        rules.KEEP_START: "choose tickets to keep",
        rules.TURN: "draw cards, claim a route, build a station or draw tickets"
        if position.board["stations"][0]
        else "draw cards, claim a route or draw tickets",
        rules.SECOND: "draw a second card",
        rules.LOCOMOTIVES: "say how many locomotives you pay with",
        rules.CARDS: "put down the cards of the exchange, then say done",
        rules.SURCHARGE: "pay for the tunnel or withdraw",
        rules.KEEP: "choose tickets to keep",
        rules.NEUTRAL: "choose which route the neutral player takes",
        rules.FESTIVAL: "choose which festival cards to take",
        rules.PICK: "pick a ticket of the pack",
        rules.OVER: "the game is over",
    }.get(int(position.record.phase), "chance moves")


def _has(mask: "np.ndarray[tuple[int], np.dtype[np.uint64]]", i: int) -> bool:
    return bool(int(mask[i // 64]) >> (i % 64) & 1)
