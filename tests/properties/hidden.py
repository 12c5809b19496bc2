"""Changing what a player cannot see, and nothing else."""

from random import Random

import numpy as np

from branchline.engine.limits import KINDS
from branchline.engine.phases import KEEP_START, OVER
from branchline.mapgame.board import Board
from branchline.mapgame.rules.state import FIRST
from branchline.position import Position

from .invariants import batches
from .random_play import elements, fields


def disguise(position: Position, board: Board, viewer: int, rng: Random) -> Position:
    """The position with other hidden cards, tickets and secret choices; a viewer of -1 sees what all see."""
    other = position.copy()
    rivals = [p for p in range(position.players) if p != viewer]
    for _ in range(30):
        _swap_cards(other, rng.choice(rivals), rng.choice(rivals), rng)
        _swap_with_deck(other, rng.choice(rivals), rng)
    _shuffle_tickets(other, board, viewer, rng)
    if other.record.phase == KEEP_START and other.turn == 0:
        for p in rivals:
            if p < other.player:
                _choose_again(other, p, board, rng)
    return other


def _unknown(position: Position, p: int, is_new: bool) -> list[int]:
    """The cards of a hand nobody else saw, by kind: those that may be from this deck, or surely are not."""
    s = position.record
    cards = [c for c in range(KINDS) for _ in range(s.hand[p, c] - s.known[p, c])]
    return [c for c in cards if (s.blind[p, c] > 0) == is_new]


def _swap_cards(position: Position, p: int, q: int, rng: Random) -> None:
    """Let two hands swap a card nobody else saw, both from this deck or both from before it was shuffled."""
    s = position.record
    is_new = rng.random() < 0.5
    mine, theirs = _unknown(position, p, is_new), _unknown(position, q, is_new)
    if p == q or not mine or not theirs:
        return
    give, take = rng.choice(mine), rng.choice(theirs)
    for cards in (s.hand, s.blind) if is_new else (s.hand,):
        cards[p, give] -= 1
        cards[p, take] += 1
        cards[q, take] -= 1
        cards[q, give] += 1


def _swap_with_deck(position: Position, p: int, rng: Random) -> None:
    """Let a hand swap with the deck a card it drew from there unseen."""
    s = position.record
    mine = _unknown(position, p, True)
    deck = [c for c in range(KINDS) for _ in range(s.deck[c])]
    if not mine or not deck:
        return
    give, take = rng.choice(mine), rng.choice(deck)
    for cards in (s.hand[p], s.blind[p]):
        cards[give] -= 1
        cards[take] += 1
    s.deck[take] -= 1
    s.deck[give] += 1


def _shuffle_tickets(position: Position, board: Board, viewer: int, rng: Random) -> None:
    """Let the tickets whose place the viewer does not know change places."""
    s = fields(position)
    shown = s.ticket_discards
    if viewer >= 0:
        shown |= s.tickets[viewer] | s.offer[viewer] | s.drafted[viewer] | s.placed[viewer]
    if s.phase == OVER:
        for mask in s.tickets:
            shown |= mask
    becomes: dict[int, int] = {}
    for deck in {ticket.deck for ticket in board.tickets}:  # long tickets are dealt apart
        among = [t for t, ticket in enumerate(board.tickets) if ticket.deck == deck and not shown >> t & 1]
        becomes |= dict(zip(among, rng.sample(among, len(among)), strict=True))

    def changed(mask: int) -> list[int]:
        both = sum(1 << becomes.get(t, t) for t in elements(mask))
        return [both % 2**64, both >> 64]

    record = position.record
    for p in range(s.players):
        record.tickets[p] = np.array(changed(s.tickets[p]), np.uint64)
        record.offer[p] = np.array(changed(s.offer[p]), np.uint64)
        record.drafted[p] = np.array(changed(s.drafted[p]), np.uint64)
        record.placed[p] = np.array(changed(s.placed[p]), np.uint64)
    record.ticket_deck = np.array(changed(s.ticket_deck), np.uint64)
    record.removed = np.array(changed(s.removed), np.uint64)
    below = [sorted(becomes.get(t, t) for t in batch) for batch in batches(s)]
    record.under[: s.under_size] = [t + FIRST * (i == 0) for batch in below for i, t in enumerate(batch)]


def _choose_again(position: Position, p: int, board: Board, rng: Random) -> None:
    """Let a player have kept other tickets at the start."""
    s = position.record
    dealt = elements(fields(position).tickets[p] | fields(position).offer[p])
    drafted, least = board.rules.draft_keep, board.rules.start_keep
    kept = rng.sample(dealt, drafted or rng.randint(least, len(dealt)))
    for mask, tickets in ((s.tickets[p], kept), (s.offer[p], [t for t in dealt if t not in kept])):
        both = sum(1 << t for t in tickets)
        mask[:] = np.array([both % 2**64, both >> 64], np.uint64)
    s.ticket_count[p], s.offer_count[p] = len(kept), len(dealt) - len(kept)
    s.start_kept[p] = len(kept)
