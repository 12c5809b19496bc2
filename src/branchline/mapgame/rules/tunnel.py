"""Tunnels: cards turned up, and the surcharge they bring (B-TUNNEL, N-TUNNEL)."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit
from branchline.engine.actions import WITH
from branchline.engine.limits import KINDS, LOCO
from branchline.engine.phases import SURCHARGE
from branchline.mapgame.rules.actions import WITHDRAW
from branchline.mapgame.rules.claim import clear_table, place_trains, put_down
from branchline.mapgame.rules.drawing_cards import turn_up
from branchline.mapgame.rules.record_types import Board, State


@compiled
def turn_card(s: State, b: Board, c: int) -> None:
    """Turn up the card that chance named; after the last one the surcharge is known."""
    turn_up(s, c)
    s.turned[c] += 1
    s.to_deal -= 1
    if s.to_deal > 0 and s.deck_size > 0:
        return
    s.to_deal = 0
    s.surcharge = s.turned[LOCO]
    if s.how != LOCO:
        s.surcharge += s.turned[s.how]
    if s.surcharge == 0:
        place_trains(s, b)
    else:
        s.phase = SURCHARGE


@compiled
def surcharge_choices(s: State, b: Board) -> np.uint64:
    """The numbers of locomotives the surcharge can be paid with, and taking the payment back."""
    p = s.player
    fewest = s.surcharge
    if s.how != LOCO:
        fewest = max(0, s.surcharge - s.hand[p, s.how])
        if b.strict_tunnel_locomotives:
            fewest = max(fewest, s.turned[LOCO])
    mask = bit(WITHDRAW)
    for n in range(fewest, min(s.surcharge, s.hand[p, LOCO]) + 1):
        mask |= bit(WITH + n)
    return mask


@compiled
def pay_surcharge(s: State, b: Board, locomotives: int) -> None:
    """Pay what the tunnel asks for besides, and take the route."""
    put_down(s, s.how, s.surcharge - locomotives)
    put_down(s, LOCO, locomotives)
    place_trains(s, b)


@compiled
def withdraw(s: State, b: Board) -> None:
    """Take the shown cards back; all have seen them now."""
    p = s.player
    for c in range(KINDS):
        s.hand[p, c] += s.paid[c]
        s.known[p, c] += s.paid[c]
        s.paid[c] = 0
    s.hand_size[p] += s.paid_size
    s.paid_size = 0
    clear_table(s, b)
