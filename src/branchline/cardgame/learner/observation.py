"""What a seat sees of the Card Game, as a row of numbers (version 1); seats are counted from the viewer's own."""

from branchline.cardgame.rules.record_types import Board, State
from branchline.compiler.decorators import compiled
from branchline.compiler.typed import Array, Row
from branchline.engine.limits import KINDS, LOCO
from branchline.engine.phases import LOCOMOTIVES, OVER
from branchline.learner.kind import Shape
from branchline.learner.writing import PHASES, put, put_counts, put_mask, put_one


def layout(board: Array, players: int) -> dict[str, Shape]:
    """The slices in their order, with their shapes."""
    tickets = int(board[0].n_tickets)
    return {
        "phase": (PHASES,),
        "to_move": (players,),
        **dict.fromkeys(("turn", "turns_left", "half", "deck_size", "tickets_left"), (1,)),
        **dict.fromkeys(("display", "discards"), (KINDS,)),
        "row_now": (LOCO,),
        **dict.fromkeys(("hand_size", "ticket_count", "offer_count"), (players,)),
        **dict.fromkeys(("known_cards", "platform"), (players, KINDS)),
        **dict.fromkeys(("yard", "locomotives_on_top"), (players, LOCO)),
        "done": (players, tickets),
        "hand": (KINDS,),
        **dict.fromkeys(("tickets", "offer", "chosen"), (tickets,)),
    }


@compiled
def observe(s: State, b: Board, viewer: int, out: Row[int]) -> None:
    """Write what the viewer sees; `s` is the viewer's view."""
    at = _table(s, viewer, out, 0)
    at = _seats(s, b, viewer, out, at)
    at = put_counts(out, at, s.hand[viewer], KINDS)
    at = put_mask(out, at, s.tickets[viewer], b.n_tickets)
    at = put_mask(out, at, s.offer[viewer], b.n_tickets)
    put_mask(out, at, s.chosen[viewer], b.n_tickets)


@compiled
def _table(s: State, viewer: int, out: Row[int], at: int) -> int:
    """The phase, the cards that lie open, and the row being laid."""
    at = put_one(out, at, min(s.phase, PHASES - 1), PHASES)
    at = put_one(out, at, -1 if s.phase == OVER else (s.player - viewer) % s.players, s.players)
    left = s.ticket_deck_size
    for i in range(s.batches):
        left += s.under_size[i]
    at = put(out, at, s.turn)
    at = put(out, at, s.turns_left)
    at = put(out, at, s.half)
    at = put(out, at, s.deck_size)
    at = put(out, at, left)
    at = put_counts(out, at, s.display, KINDS)
    at = put_counts(out, at, s.discards, KINDS)
    return put_one(out, at, s.row if s.phase == LOCOMOTIVES else -1, LOCO)


@compiled
def _seats(s: State, b: Board, viewer: int, out: Row[int], at: int) -> int:
    """What everybody knows of every player."""
    n = s.players
    for i in range(n):
        p = (viewer + i) % n
        out[at + i] = s.hand_size[p]
        out[at + n + i] = s.ticket_count[p]
        out[at + 2 * n + i] = s.offer_count[p]
    at += 3 * n
    for i in range(n):
        at = put_counts(out, at, s.known[(viewer + i) % n], KINDS)
    for i in range(n):
        at = put_counts(out, at, s.platform[(viewer + i) % n], KINDS)
    for i in range(n):
        at = put_counts(out, at, s.yard[(viewer + i) % n], LOCO)
    for i in range(n):
        at = put_counts(out, at, s.on_top[(viewer + i) % n], LOCO)
    for i in range(n):
        at = put_mask(out, at, s.done[(viewer + i) % n], b.n_tickets)
    return at
