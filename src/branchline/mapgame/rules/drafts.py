"""Ticket drafts: packs go round, all pick one at a time and keep some in the end (I-SET-4, I-DRAW-4).

All pick at once and in secret; here seat after seat, and the views show nothing of it until all have.
"""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit
from branchline.engine.phases import DEAL_TICKET, KEEP_START
from branchline.mapgame.rules.actions import PICK_TICKET
from branchline.mapgame.rules.record_types import Board, State

LEFT, RIGHT = 1, 2  # where the packs of the first and of the second draft go


@compiled
def begin_draft(s: State, b: Board) -> None:
    """Let chance deal everybody a pack, after the display lies or when the ticket-deal card came up."""
    s.draft = LEFT if s.turn == 0 else RIGHT
    s.drawer = s.player
    s.player = 0
    s.to_deal = b.start_tickets
    s.phase = DEAL_TICKET


@compiled
def pick_choices(s: State) -> np.uint64:
    """The tickets of the player's pack, as a mask of actions."""
    mask = np.uint64(0)
    for i in range(s.offer_count[s.player]):
        mask |= bit(PICK_TICKET + i)
    return mask


@compiled
def pick(s: State, i: int) -> None:
    """Pick a ticket of the pack; when all have, the packs move on."""
    take_pick(s, s.player, i)
    s.player += 1
    if s.player == s.players:
        s.player = 0
        _pass_packs(s)
        if s.offer_count[0] <= 1:
            for p in range(s.players):
                _end_picks(s, p)
            s.phase = KEEP_START


@compiled
def take_pick(s: State, p: int, i: int) -> None:
    """Move a ticket from a player's pack to their picks."""
    for word in range(2):
        rest = s.offer[p, word]
        while rest != np.uint64(0):
            t = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            if i == 0:
                s.offer[p, word] &= ~bit(t)
                s.offer_count[p] -= 1
                s.drafted[p, word] |= bit(t)
            i -= 1


@compiled
def _pass_packs(s: State) -> None:
    last = s.players - 1
    for word in range(2):
        if s.draft == LEFT:
            pack = s.offer[last, word]
            for p in range(last, 0, -1):
                s.offer[p, word] = s.offer[p - 1, word]
            s.offer[0, word] = pack
        else:
            pack = s.offer[0, word]
            for p in range(last):
                s.offer[p, word] = s.offer[p + 1, word]
            s.offer[last, word] = pack


@compiled
def _end_picks(s: State, p: int) -> None:
    """The last ticket of a pack is nobody's choice; then all that was picked is chosen from."""
    for word in range(2):
        s.offer[p, word] |= s.drafted[p, word]
        s.drafted[p, word] = np.uint64(0)
    s.offer_count[p] = 0
    for word in range(2):
        rest = s.offer[p, word]
        while rest != np.uint64(0):
            rest &= rest - np.uint64(1)
            s.offer_count[p] += 1
