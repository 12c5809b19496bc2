"""Whole moves of the map games, and their words.

An action is one number of the fixed action space. A move is what a player does at once: one action, or a claim
with the actions that pay for it.
"""

from collections.abc import Sequence

from branchline.actions import KeepTickets, WithLocomotives
from branchline.engine import phases
from branchline.mapgame.actions import BuildStation, Claim, NeutralTakes, Paid, PickTicket
from branchline.mapgame.contents import bits, neutral_route, paid
from branchline.mapgame.names import MapNames
from branchline.names import counted
from branchline.position import Position


def is_mid_move(position: Position) -> bool:
    """Whether the player's move is not finished yet: its payment is still being chosen."""
    return position.phase in (phases.LOCOMOTIVES, phases.CARDS)


def move_text(names: MapNames, before: Position, actions: Sequence[int], after: Position) -> str:
    """A move in words."""
    if fixed := names.actions.fixed.get(actions[0]):
        return fixed
    match action := names.actions.action(actions[0]):
        case Claim() | BuildStation():
            return _paid_text(names, before, action, after)
        case KeepTickets(places):
            offer = bits(before.states["offer"][0, before.player])
            return f"keep {names.ticket_names.listed(names.ticket_names.kept(offer, places))}"
        case WithLocomotives() if before.phase == phases.SURCHARGE:
            return f"pay {counted(paid(before, after))} more"
        case PickTicket(place):
            return f"pick {names.tickets[bits(before.states['offer'][0, before.player])[place]]}"
        case NeutralTakes():
            return f"neutral takes {names.routes[neutral_route(before, action)]}"
    return names.actions.text(action)


def _paid_text(names: MapNames, before: Position, first: Paid, after: Position) -> str:
    if not is_mid_move(after):
        return f"{first.what(names.name)} for {counted(paid(before, after))}"
    down = f": {counted(after.plain.paid)}" if after.plain.paid_size else ""
    return f"{names.actions.text(first)}{down} ..."
