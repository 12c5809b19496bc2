"""Rows and sets of tickets, read from words."""

from branchline.actions import Action, Done, WithLocomotives
from branchline.boardfile.cards import CARDS
from branchline.cardgame.actions import MOST_CARDS, MOST_LOCOMOTIVES, Complete, CompleteBest, LayRow, LayThree
from branchline.cardgame.contents import bits, completed
from branchline.cardgame.moves import best_set
from branchline.cardgame.names import CardNames
from branchline.cardgame.refusals import refuse, refuse_cards, refuse_set
from branchline.cardgame.rules import state as cards
from branchline.engine.limits import LOCO
from branchline.names import parse_payment
from branchline.notation import Played, carry_out
from branchline.position import Position, deck_of


def parse_lay(names: CardNames, position: Position, rest: str) -> Played:
    """A row, begun or whole, or three colours."""
    is_begun = rest.endswith("...")
    counts = parse_payment(rest.removesuffix("..."), deck_of(position))
    colours = [c for c in range(LOCO) if counts[c]]
    is_row = len(colours) == 1 and counts[colours[0]] <= MOST_CARDS and counts[LOCO] <= MOST_LOCOMOTIVES
    if is_row:
        row: list[Action] = [LayRow(CARDS[colours[0]], counts[colours[0]])]
        actions = names.actions.numbers(row if is_begun else [*row, WithLocomotives(counts[LOCO])])
        return carry_out(position, actions, lambda *_: refuse_cards(names, position, counts))
    if sum(counts) == len(colours) == 3 and not is_begun:
        three = names.actions.numbers(LayThree(*(CARDS[c] for c in colours)))
        return carry_out(position, three, lambda after, action: refuse(names, after, action))
    raise refuse_cards(names, position, counts)


def parse_complete(names: CardNames, position: Position, rest: str) -> Played:
    """The best set, or any set: its tickets in the order of their numbers, then done."""
    if position.phase != cards.COMPLETE:
        raise refuse(names, position, names.actions.number(CompleteBest()))
    s, p = position.states, position.player
    begun, own = int(s["chosen"][0, p]), bits(s["tickets"][0, p])
    is_begun = rest.endswith("...")
    rest = rest.removesuffix("...").strip()
    best = best_set(names, position) if not begun else None
    if rest == "best" and best:
        chosen = completed(position, best.after)
    else:
        chosen = names.ticket_names.kept(own, names.ticket_names.parse_places(own, rest))
    if not is_begun and best and chosen == completed(position, best.after):
        return best
    more: list[Action] = [Complete(t) for t in chosen if not begun >> t & 1]
    actions = names.actions.numbers(more if is_begun else [*more, Done()])
    return carry_out(position, actions, lambda *_: refuse_set(names, position, chosen))
