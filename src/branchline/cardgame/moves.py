"""Whole moves of the Card Game, and their words.

A move is what a player does at once: one action; a row with the number of its locomotives; or a choice of
tickets to complete, ticket by ticket.
"""

from collections.abc import Sequence

from branchline.actions import KeepTickets
from branchline.cardgame.actions import Complete, CompleteBest, LayRow
from branchline.cardgame.contents import bits, completed, laid
from branchline.cardgame.names import CardNames
from branchline.cardgame.rules import state as cards
from branchline.engine import phases
from branchline.names import counted
from branchline.notation import Played
from branchline.position import Position


def is_mid_move(position: Position) -> bool:
    """Whether the locomotives of a row, or the tickets to complete, are still being chosen."""
    if position.phase == cards.COMPLETE:
        return bool(position.states["chosen"][0, position.player])
    return position.phase == phases.LOCOMOTIVES


def best_set(names: CardNames, position: Position) -> Played:
    """The completion of the best set of tickets."""
    best, after = names.actions.number(CompleteBest()), position.copy()
    after.apply(best)
    return Played((best,), after)


def move_text(names: CardNames, before: Position, actions: Sequence[int], after: Position) -> str:
    """A move in words."""
    if fixed := names.actions.fixed.get(actions[0]):
        return fixed
    first, last = names.actions.action(actions[0]), names.actions.action(actions[-1])
    if before.phase == cards.COMPLETE:
        chosen = names.ticket_names.listed(completed(before, after))
        return f"complete {chosen}{' ...' if isinstance(last, Complete) else ''}"
    if isinstance(first, LayRow) and len(actions) > 1:
        return f"lay {counted(laid(before, after))}"
    if isinstance(first, KeepTickets):
        offer = bits(before.states["offer"][0, before.player])
        return f"keep {names.ticket_names.listed(names.ticket_names.kept(offer, first.places))}"
    return names.actions.text(first)
