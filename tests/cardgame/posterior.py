"""What a player of the Card Game can infer, and small games to try that with."""

from collections.abc import Sequence

from inference import Beliefs, Hidden, infer

from branchline.cardgame.rules.actions import LAY_THREE
from branchline.cardgame.rules.state import COMPLETE
from branchline.engine.actions import KEEP_SET
from branchline.position import Position
from cardgame.table import Array, facts


def tiny_facts(cards: Sequence[int], tickets: int, **rules: int) -> Array:
    """The facts of a game with few cards and tickets."""
    board = facts().copy()
    b = board[0]
    b.cards[:] = cards
    b.n_tickets = tickets
    b.all_tickets = (1 << tickets) - 1
    for name, value in rules.items():
        b[name] = value
    return board


def posterior(start: Position, done: Sequence[int], viewer: int, beliefs: Beliefs | None = None) -> dict[Hidden, float]:
    """The odds of everything hidden, for a player who saw all that was done."""
    return infer(start, done, viewer, _is_secret, hidden, beliefs)


def _is_secret(position: Position, action: int) -> bool:
    return bool(position.record.phase == COMPLETE or KEEP_SET <= action < LAY_THREE)


def hidden(position: Position) -> Hidden:
    """Everything about a position that somebody may not know, without what players remember."""
    s = position.record
    masks = (s.tickets, s.chosen, s.offer, s.under)
    return (s.hand.tobytes(), s.deck.tobytes(), int(s.ticket_deck), *(mask.tobytes() for mask in masks))
