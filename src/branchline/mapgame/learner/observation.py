"""What a seat sees of a map game, as a row of numbers (version 1); seats are counted from the viewer's own."""

from branchline.compiler.decorators import compiled
from branchline.compiler.typed import Array, Row
from branchline.engine.limits import KINDS
from branchline.engine.phases import OVER
from branchline.learner.kind import Shape
from branchline.learner.writing import PHASES, put, put_counts, put_mask, put_masks, put_one
from branchline.mapgame.rules.actions import EXCHANGE
from branchline.mapgame.rules.record_types import Board, State

WAYS = EXCHANGE + 1  # to pay: with a kind of card, or in exchange


def layout(board: Array, players: int) -> dict[str, Shape]:
    """The slices in their order, with their shapes; what a board does not have is left out."""
    b = board[0]
    routes, tickets, cities, festivals = int(b.n_routes), int(b.n_tickets), int(b.n_cities), int(b.n_festivals)
    found: dict[str, Shape] = {
        "phase": (PHASES,),
        "to_move": (players,),
        **dict.fromkeys(("turn", "turns_left", "deck_size", "tickets_left", "surcharge"), (1,)),
        **dict.fromkeys(("display", "discards", "paid", "turned"), (KINDS,)),
        "claimed_now": (routes,),
        "how": (WAYS,),
        **dict.fromkeys(("score", "trains", "hand_size", "ticket_count", "offer_count"), (players,)),
        "known_cards": (players, KINDS),
        "routes": (players, routes),
        "open_routes": (routes,),
        "hand": (KINDS,),
        **dict.fromkeys(("tickets", "offer", "ticket_discards"), (tickets,)),
    }
    if b.draft_keep:
        found |= {"picked": (tickets,), "drafts_to_come": (1,)}
    if b.stations:
        found |= {"stations": (players, cities), "built_now": (cities,)}
    if b.toll_tokens:
        found |= {"tokens": (players,), "loans": (players,)}
    if festivals:
        found |= {"festival_cards": (festivals,), "festival_piles": (players, festivals)}
    if b.neutral_trains:
        found |= {"neutral_routes": (routes,), "neutral_trains": (1,), "marker": (players,)}
    return found


@compiled
def observe(s: State, b: Board, viewer: int, out: Row[int]) -> None:
    """Write what the viewer sees; `s` is the viewer's view."""
    at = _table(s, b, viewer, out, 0)
    at = _seats(s, b, viewer, out, at)
    at = _own(s, b, viewer, out, at)
    _extras(s, b, viewer, out, at)


@compiled
def _table(s: State, b: Board, viewer: int, out: Row[int], at: int) -> int:
    """The phase, the cards that lie open, and the claim under way."""
    at = put_one(out, at, s.phase, PHASES)
    at = put_one(out, at, -1 if s.phase == OVER else (s.player - viewer) % s.players, s.players)
    at = put(out, at, s.turn)
    at = put(out, at, s.turns_left)
    at = put(out, at, s.deck_size)
    at = put(out, at, s.ticket_deck_size + s.under_size)
    at = put(out, at, s.surcharge)
    at = put_counts(out, at, s.display, KINDS)
    at = put_counts(out, at, s.discards, KINDS)
    at = put_counts(out, at, s.paid, KINDS)
    at = put_counts(out, at, s.turned, KINDS)
    at = put_one(out, at, s.route, b.n_routes)
    return put_one(out, at, s.how if s.route < b.n_routes else -1, WAYS)


@compiled
def _seats(s: State, b: Board, viewer: int, out: Row[int], at: int) -> int:
    """What everybody knows of every player."""
    n = s.players
    for i in range(n):
        p = (viewer + i) % n
        out[at + i] = s.score[p]
        out[at + n + i] = s.trains[p]
        out[at + 2 * n + i] = s.hand_size[p]
        out[at + 3 * n + i] = s.ticket_count[p]
        out[at + 4 * n + i] = s.offer_count[p]
    at += 5 * n
    for i in range(n):
        at = put_counts(out, at, s.known[(viewer + i) % n], KINDS)
    for i in range(n):
        at = put_masks(out, at, s.owned[(viewer + i) % n], b.n_routes)
    return at


@compiled
def _own(s: State, b: Board, viewer: int, out: Row[int], at: int) -> int:
    """What only the viewer knows, and the tickets that lie open."""
    at = put_masks(out, at, s.open[viewer], b.n_routes)
    at = put_counts(out, at, s.hand[viewer], KINDS)
    at = put_masks(out, at, s.tickets[viewer], b.n_tickets)
    at = put_masks(out, at, s.offer[viewer], b.n_tickets)
    return put_masks(out, at, s.ticket_discards, b.n_tickets)


@compiled
def _extras(s: State, b: Board, viewer: int, out: Row[int], at: int) -> None:
    """What only some boards have."""
    n = s.players
    if b.draft_keep > 0:
        at = put_masks(out, at, s.drafted[viewer], b.n_tickets)
        at = put(out, at, s.drafts_to_come)
    if b.stations > 0:
        for i in range(n):
            at = put_mask(out, at, s.stations[(viewer + i) % n], b.n_cities)
        at = put_one(out, at, s.city, b.n_cities)
    if b.toll_tokens > 0:
        for i in range(n):
            out[at + i] = s.tokens[(viewer + i) % n]
            out[at + n + i] = s.loans[(viewer + i) % n]
        at += 2 * n
    if b.n_festivals > 0:
        at = put_counts(out, at, s.lying, b.n_festivals)
        for i in range(n):
            at = put_counts(out, at, s.pile[(viewer + i) % n], b.n_festivals)
    if b.neutral_trains > 0:
        at = put_masks(out, at, s.neutral, b.n_routes)
        at = put(out, at, s.neutral_trains)
        put_one(out, at, (s.marker - viewer) % n if s.neutral_in else -1, n)
