"""A map game to somebody who overlooks things: what they see of it, and what things weigh to them."""

from collections.abc import Collection, Mapping, Sequence

from branchline.actions import KeepTickets
from branchline.engine.phases import KEEP, KEEP_START, PICK
from branchline.kind import Oversight
from branchline.mapgame.actions import PickTicket, action_space
from branchline.mapgame.network import Network, elements, mask
from branchline.position import Position

NO_WAY = 100  # trains: more than any ticket takes

# What the planner weighs otherwise; its records say what each weight is.
WEIGHTS: Mapping[Oversight, Mapping[str, float]] = {
    Oversight.RIVALS: {"contested": 0, "risk": 0},
    Oversight.WAITING: {"planned": 200, "blind": 0.5, "coloured": 0, "near": 0, "lack": 0},
    Oversight.ROOM: {"patience": -100, "conflict": 4, "locomotive": 3},  # but with cards that can be spared, if any can
}


def overlook(view: Position, oversights: Collection[Oversight]) -> Position:
    """A view without what is overlooked; in it new tickets may be out of sight, but all else that is legal is there."""
    seen = view.copy()
    s, me = seen.states[0], view.player
    if Oversight.TICKETS in oversights and view.phase not in (KEEP, KEEP_START, PICK):
        _look_at_one_ticket(seen)
    if Oversight.CARDS in oversights:
        s["discards"] = s["turned"] = s["known"] = 0
    if Oversight.END in oversights:
        rivals = [seat for seat in range(view.players) if seat != me]
        s["trains"][rivals] = view.board["trains"][0]
        s["hand_size"][rivals] = 0
    if Oversight.WORTH in oversights:  # then new tickets are a risk and nothing more
        _forget_new_tickets(seen)
    return seen


def _look_at_one_ticket(seen: Position) -> None:
    """Leave the tickets that are done and the one that takes the fewest trains; while there is one, draw no others."""
    s, me, network = seen.states[0], seen.player, Network(seen.board)
    costs = network.costs(seen, me)
    ways = {ticket: network.shortest(network.ticket_ends[ticket], costs) for ticket in elements(mask(s["tickets"][me]))}
    trains = {ticket: way[0] for ticket, way in ways.items() if way and way[0] <= int(s["trains"][me])}
    done = {ticket for ticket, left in trains.items() if left == 0}
    nearest = sorted(trains.keys() - done, key=lambda ticket: (trains[ticket], ticket))[:1]
    left = sum(1 << ticket for ticket in done.union(nearest))
    s["tickets"][me] = left & 2**64 - 1, left >> 64
    if nearest:
        _forget_new_tickets(seen)


def _forget_new_tickets(seen: Position) -> None:
    seen.states["ticket_deck_size"] = seen.states["under_size"] = 0


def fewest_and_shortest(view: Position, legal: Sequence[int]) -> int | None:
    """The tickets that take fewest trains, and no more of them than must be; None if there are none to choose."""
    if view.phase not in (KEEP, KEEP_START, PICK):
        return None
    network, space = Network(view.board), action_space(view.board)
    costs = network.costs(view, view.player)
    ways = [
        network.shortest(network.ticket_ends[t], costs) for t in elements(mask(view.states["offer"][0, view.player]))
    ]

    def size(number: int) -> tuple[int, int]:
        action = space.action(number)
        places = action.places if isinstance(action, KeepTickets) else ()
        places = (action.place,) if isinstance(action, PickTicket) else places
        return len(places), sum(way[0] if (way := ways[place]) else NO_WAY for place in places)

    return min(legal, key=size)
