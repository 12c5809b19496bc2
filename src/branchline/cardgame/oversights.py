"""The Card Game to somebody who overlooks things: what they see of it, and what things weigh to them."""

from collections.abc import Collection, Mapping, Sequence

from branchline.actions import KeepTickets
from branchline.boardfile.cards import COLOURS
from branchline.cardgame.actions import action_space
from branchline.cardgame.contents import bits
from branchline.cardgame.rules.state import COMPLETE
from branchline.engine.phases import KEEP, KEEP_START
from branchline.kind import Oversight
from branchline.position import Position

# What the planner weighs otherwise; its records say what each weight is.
WEIGHTS: Mapping[Oversight, Mapping[str, float]] = {
    Oversight.WAITING: {"least": 1},
    Oversight.ROOM: {"least": -100},
}

NO_TICKET = 100  # cards: more than any ticket asks for
FAR_FROM_THE_END = 60  # cards in the deck, as they seem to somebody who does not see it dwindle


def overlook(view: Position, oversights: Collection[Oversight]) -> Position:
    """A view without what is overlooked; in it new tickets may be out of sight, but all else that is legal is there."""
    seen = view.copy()
    s = seen.states[0]
    if Oversight.TICKETS in oversights and view.phase not in (KEEP, KEEP_START, COMPLETE):
        _look_at_one_ticket(seen)
    if Oversight.END in oversights and 0 < s["deck_size"] < FAR_FROM_THE_END:
        s["deck_size"] = FAR_FROM_THE_END
    return seen


def _look_at_one_ticket(seen: Position) -> None:
    """Leave the tickets whose cards are there, small ones first, and one more; while there is one, draw no others."""
    s, me = seen.states[0], seen.player
    left = (s["platform"][me] + s["hand"][me])[: len(COLOURS)] + s["yard"][me]
    need = {ticket: _asked(int(seen.board["need"][0, ticket])) for ticket in bits(int(s["tickets"][me]))}
    in_sight = 0
    for ticket in sorted(need, key=lambda ticket: (sum(need[ticket]), ticket)):
        in_sight |= 1 << ticket
        left = left - need[ticket]
        if left.min() < 0:
            s["ticket_deck_size"] = s["batches"] = 0
            break
    s["tickets"][me] = in_sight


def fewest_and_shortest(view: Position, legal: Sequence[int]) -> int | None:
    """The tickets that ask for fewest cards, and no more of them than must be; None if there are none to choose."""
    if view.phase not in (KEEP, KEEP_START):
        return None
    space = action_space(view.board)
    sizes = [sum(_asked(int(view.board["need"][0, t]))) for t in bits(view.states["offer"][0, view.player])]

    def size(number: int) -> tuple[int, int]:
        action = space.action(number)
        places = action.places if isinstance(action, KeepTickets) else ()
        return max(1, len(places)), sum(sizes[place] for place in places) or NO_TICKET

    return min(legal, key=size)


def _asked(word: int) -> list[int]:
    """The cards of each colour that a ticket asks for."""
    return [word >> 8 * kind & 255 for kind in range(len(COLOURS))]
