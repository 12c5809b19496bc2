"""Why a move of the Card Game is refused, in words and with the rule's number."""

from collections.abc import Sequence

from branchline.actions import (
    Action,
    Done,
    Draw,
    DrawDeck,
    DrawTickets,
    KeepTickets,
    Pass,
    WithLocomotives,
    fewest_kept,
)
from branchline.boardfile.cards import CARDS, COLOURS
from branchline.cardgame.actions import Complete, CompleteBest, LayRow, LayThree
from branchline.cardgame.contents import bits, rows
from branchline.cardgame.names import CardNames
from branchline.cardgame.rules import state as cards
from branchline.engine import phases
from branchline.engine.limits import KINDS, LOCO
from branchline.errors import MoveError
from branchline.names import at_least, counted
from branchline.position import Position

ASKS = {
    phases.KEEP_START: "choose tickets to keep",
    phases.TURN: "draw cards, lay cards or draw tickets",
    phases.SECOND: "draw a second card",
    phases.LOCOMOTIVES: "say how many locomotives the row has",
    phases.KEEP: "choose tickets to keep",
    cards.COMPLETE: "choose which tickets to complete",
    phases.OVER: "the game is over",
}


def position_asks(position: Position) -> str:
    """What the position asks for, in words."""
    return ASKS.get(int(position.record.phase), "chance moves")


def refuse(names: CardNames, position: Position, number: int) -> MoveError:
    """The error for an action that is not legal now."""
    try:
        return _reason(names, position, names.actions.action(number))
    except MoveError as error:  # there is no such action at all
        return error


def _reason(names: CardNames, position: Position, action: Action) -> MoveError:
    match int(position.record.phase):
        case phases.KEEP_START | phases.KEEP:
            return _about_keeping(names, position, action)
        case phases.SECOND if not isinstance(action, Draw | DrawDeck):
            words = "you have drawn one card; draw a second one now, from the display or the deck"
            return MoveError(words, "C-DRAW-1")
        case phases.LOCOMOTIVES:
            return _about_locomotives(position, action)
        case cards.COMPLETE:
            return _about_completing(names, position, action)
    return _about_turn(names, position, action)


def _about_keeping(names: CardNames, position: Position, action: Action) -> MoveError:
    s = position.record
    first = "" if isinstance(action, KeepTickets) else "first choose tickets: "
    offered = int(s.offer_count[position.player])
    least = fewest_kept(names.actions.action(legal) for legal in position.legal())
    if s.phase == phases.KEEP_START:
        return MoveError(f"{first}keep {at_least(least)} of the {offered} tickets", "C-SET-4")
    return MoveError(f"{first}keep any of the {offered} tickets, or none", "C-TICKET-1")


def _about_locomotives(position: Position, action: Action) -> MoveError:
    s, p = position.record, position.player
    if not isinstance(action, WithLocomotives):
        return MoveError("first say how many locomotives the row has", "C-LAY-1")
    n, fewest = action.n, int(s.on_top[p, s.row])
    if n < fewest:
        return MoveError(f"the row needs {_locomotives(fewest)} at least", "C-LAY-4")
    return MoveError(f"you do not hold {_locomotives(n)}; with those laid you have {_held(position)}", "C-LAY-1")


def _held(position: Position) -> int:
    s, p = position.record, position.player
    return int(s.hand[p, LOCO] + s.on_top[p, s.row])


def _locomotives(n: int) -> str:
    return f"{n} locomotive{'' if n == 1 else 's'}"


def _about_completing(names: CardNames, position: Position, action: Action) -> MoveError:
    s, p = position.record, position.player
    match action:
        case Complete(ticket):
            return refuse_set(names, position, [*bits(s.chosen[p]), ticket])
        case CompleteBest():
            return MoveError("you have begun to choose tickets one by one; say done when all are named", "C-END-5")
        case Done():
            return MoveError("no ticket of yours can be completed; say complete best", "C-END-3")
    return MoveError("the deck has run out: first choose which tickets to complete", "C-END-3")


def refuse_set(names: CardNames, position: Position, wanted: Sequence[int]) -> MoveError:
    """The error for a set of tickets that cannot be completed: the first thing that is wrong with it."""
    s, p = position.record, position.player
    for t in wanted:
        if not int(s.tickets[p]) >> t & 1:
            return MoveError("complete tickets of your own that are not completed yet", "C-END-3")
    asked = [sum(names.board.tickets[t].cards.get(colour, 0) for t in wanted) for colour in COLOURS]
    missing = [max(0, n - int(s.platform[p, c])) for c, n in enumerate(asked)]
    if sum(missing) > s.platform[p, LOCO]:
        short = counted([*missing, 0])
        loco = _locomotives(int(s.platform[p, LOCO]))
        words = f"your platform cannot complete these together: {short} missing, with {loco} to stand for any"
        return MoveError(words, "C-END-3")
    return MoveError("name the tickets in the order of their numbers; the best set is complete best", "C-END-5")


def _about_turn(names: CardNames, position: Position, action: Action) -> MoveError:
    match action:
        case Draw(card):
            return _about_display(position, card)
        case DrawDeck():
            return MoveError("the deck has run out, and discards are not shuffled again", "C-END-1")
        case DrawTickets():
            return MoveError("there are no tickets left to draw", "C-TICKET-1")
        case Pass():
            return MoveError("you may pass only when nothing else is possible", "C-TICKET-1")
        case Done() | CompleteBest() | Complete():
            return MoveError("tickets are completed when the deck has run out and the last turns are played", "C-END-1")
        case LayRow(colour, n):
            return refuse_cards(names, position, _row(position, colour, n))
        case LayThree(colours):
            return refuse_cards(names, position, [int(card in colours) for card in CARDS])
        case KeepTickets():
            return MoveError("no tickets are offered to you now", "C-TICKET-1")
    return MoveError("no row is being laid; say for example lay 3 red, 1 locomotive", "C-LAY-1")


def _row(position: Position, colour: str, n: int) -> list[int]:
    """The cards of a row that has as many locomotives as it needs, as far as they are there."""
    counts, c = [0] * KINDS, COLOURS.index(colour)
    counts[c] = n
    fewest = max(0, shortest_row(position, c) - n)
    counts[LOCO] = min(fewest, int(position.record.hand[position.player, LOCO]))
    return counts


def _about_display(position: Position, card: str) -> MoveError:
    s = position.record
    if s.display[CARDS.index(card)]:
        return MoveError("a locomotive from the display can only be the first card", "C-DRAW-2")
    if not s.display_size:
        return MoveError("the display is empty and is not filled again", "C-END-2")
    return MoveError(f"there is no {card} in the display; it shows {counted(s.display)}", "C-DRAW-1")


def shortest_row(position: Position, c: int) -> int:
    """The fewest cards with which a colour may be laid, own rows left aside."""
    s = position.record
    return max(2, 1 + max(int(s.yard[q, c] + s.on_top[q, c]) for q in range(position.players)))


def refuse_cards(names: CardNames, position: Position, counts: Sequence[int]) -> MoveError:
    """The error for cards that cannot be laid: the first thing that is wrong with them."""
    s, p = position.record, position.player
    if s.phase != phases.TURN:
        return MoveError(f"cards are laid as the one action of a turn; now: {position_asks(position)}", "C-LAY-1")
    colours = [c for c in range(LOCO) if counts[c]]
    if not colours:
        return MoveError("a row has a colour: it needs at least one coloured card", "C-LAY-2")
    if len(colours) > 1 and (sum(counts) != 3 or len(colours) != 3):
        words = "lay cards of one colour, with or without locomotives; or one card of each of three colours"
        return MoveError(words, "C-LAY-1")
    short = [f"{n} {CARDS[k]} (you have {s.hand[p, k]})" for k, n in enumerate(counts) if n > s.hand[p, k]]
    if short:
        return MoveError(f"you do not hold {', '.join(short)}", "C-LAY-1")
    for c in colours:
        if s.yard[p, c] or s.on_top[p, c]:
            words = f"{COLOURS[c]} lies in your yard; lay it again when those cards are on the platform"
            return MoveError(words, "C-LAY-3")
        for q in range(position.players):
            row = rows(position, q).get(COLOURS[c])
            if row and (len(colours) > 1 or sum(counts) <= sum(row.values())):
                more = f"it takes {sum(row.values()) + 1} cards or more to rob it"
                return MoveError(f"player {q + 1} has {COLOURS[c]} in the yard; {more}", "C-LAY-4")
    return MoveError("a row has two or more cards, locomotives counted", "C-LAY-1")
