"""Why a move of the Card Game is refused, in words and with the rule's number."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from branchline.boards.board import CARDS, COLOURS
from branchline.errors import MoveError
from branchline.notation.cardstate import bits, rows
from branchline.notation.words import counted
from branchline.position import Position
from branchline.rules import state as rules
from branchline.rules.cardgame import state as cards

if TYPE_CHECKING:
    from branchline.notation.cardmoves import CardNotation

ASKS = {
    rules.KEEP_START: "choose tickets to keep",
    rules.TURN: "draw cards, lay cards or draw tickets",
    rules.SECOND: "draw a second card",
    rules.LOCOMOTIVES: "say how many locomotives the row has",
    rules.KEEP: "choose tickets to keep",
    cards.COMPLETE: "choose which tickets to complete",
    rules.OVER: "the game is over",
}


def position_asks(position: Position) -> str:
    """What the position asks for, in words."""
    return ASKS.get(int(position.record.phase), "chance moves")


def refuse(names: "CardNotation", position: Position, action: int) -> MoveError:
    """The error for an action that is not legal now."""
    match int(position.record.phase):
        case rules.KEEP_START | rules.KEEP:
            return _about_keeping(position, action)
        case rules.SECOND if action > rules.DRAW_BLIND:
            words = "you have drawn one card; draw a second one now, from the display or the deck"
            return MoveError(words, "C-DRAW-1")
        case rules.LOCOMOTIVES:
            return _about_locomotives(position, action)
        case cards.COMPLETE:
            return _about_completing(names, position, action)
    return _about_turn(names, position, action)


def _about_keeping(position: Position, action: int) -> MoveError:
    s = position.record
    first = "" if rules.KEEP_SET <= action < cards.LAY_THREE else "first choose tickets: "
    offered = int(s.offer_count[position.player])
    least = min((legal - rules.KEEP_SET).bit_count() for legal in position.legal())
    if s.phase == rules.KEEP_START:
        return MoveError(f"{first}keep at least {least} of the {offered} tickets", "C-SET-4")
    return MoveError(f"{first}keep any of the {offered} tickets, or none", "C-TICKET-1")


def _about_locomotives(position: Position, action: int) -> MoveError:
    s, p = position.record, position.player
    if not rules.WITH <= action < rules.DONE:
        return MoveError("first say how many locomotives the row has", "C-LAY-1")
    n, fewest = action - rules.WITH, int(s.on_top[p, s.row])
    if n < fewest:
        return MoveError(f"the row needs {_locomotives(fewest)} at least", "C-LAY-4")
    return MoveError(f"you do not hold {_locomotives(n)}; with those laid you have {_held(position)}", "C-LAY-1")


def _held(position: Position) -> int:
    s, p = position.record, position.player
    return int(s.hand[p, rules.LOCO] + s.on_top[p, s.row])


def _locomotives(n: int) -> str:
    return f"{n} locomotive{'' if n == 1 else 's'}"


def _about_completing(names: "CardNotation", position: Position, action: int) -> MoveError:
    s, p = position.record, position.player
    if action >= cards.TICKET:
        return refuse_set(names, position, [*bits(s.chosen[p]), action - cards.TICKET])
    if action == cards.COMPLETE_BEST:
        return MoveError("you have begun to choose tickets one by one; say done when all are named", "C-END-5")
    if action == rules.DONE:
        return MoveError("no ticket of yours can be completed; say complete best", "C-END-3")
    return MoveError("the deck has run out: first choose which tickets to complete", "C-END-3")


def refuse_set(names: "CardNotation", position: Position, wanted: Sequence[int]) -> MoveError:
    """The error for a set of tickets that cannot be completed: the first thing that is wrong with it."""
    s, p = position.record, position.player
    for t in wanted:
        if t >= len(names.tickets) or not int(s.tickets[p]) >> t & 1:
            return MoveError("complete tickets of your own that are not completed yet", "C-END-3")
    asked = [sum(names.board.tickets[t].cards.get(colour, 0) for t in wanted) for colour in COLOURS]
    missing = [max(0, n - int(s.platform[p, c])) for c, n in enumerate(asked)]
    if sum(missing) > s.platform[p, rules.LOCO]:
        short = counted([*missing, 0])
        loco = _locomotives(int(s.platform[p, rules.LOCO]))
        words = f"your platform cannot complete these together: {short} missing, with {loco} to stand for any"
        return MoveError(words, "C-END-3")
    return MoveError("name the tickets in the order of their numbers; the best set is complete best", "C-END-5")


def _about_turn(names: "CardNotation", position: Position, action: int) -> MoveError:
    s = position.record
    if 0 <= action < rules.DRAW_BLIND:
        return _about_display(position, action)
    match action:
        case rules.DRAW_BLIND:
            return MoveError("the deck has run out, and discards are not shuffled again", "C-END-1")
        case rules.DRAW_TICKETS:
            return MoveError("there are no tickets left to draw", "C-TICKET-1")
        case rules.PASS:
            return MoveError("you may pass only when nothing else is possible", "C-TICKET-1")
        case rules.DONE | cards.COMPLETE_BEST:
            return MoveError("tickets are completed when the deck has run out and the last turns are played", "C-END-1")
    if action >= cards.TICKET:
        return MoveError("tickets are completed when the deck has run out and the last turns are played", "C-END-1")
    if action >= cards.LAY_ROW:
        c, n = divmod(action - cards.LAY_ROW, cards.ROW)
        counts = [0] * rules.KINDS
        counts[c] = n
        fewest = max(0, shortest_row(position, c) - n)
        counts[rules.LOCO] = min(fewest, int(s.hand[position.player, rules.LOCO]))
        return refuse_cards(names, position, counts)
    if cards.LAY_THREE <= action < cards.LAY_THREE + cards.TRIPLES:
        triple = position.board["triple"][0][action - cards.LAY_THREE].tolist()
        return refuse_cards(names, position, [int(kind in triple) for kind in range(rules.KINDS)])
    if rules.KEEP_SET <= action < cards.LAY_THREE:
        return MoveError("no tickets are offered to you now", "C-TICKET-1")
    return MoveError("no row is being laid; say for example lay 3 red, 1 locomotive", "C-LAY-1")


def _about_display(position: Position, kind: int) -> MoveError:
    s = position.record
    if s.display[kind]:
        return MoveError("a locomotive from the display can only be the first card", "C-DRAW-2")
    if not s.display_size:
        return MoveError("the display is empty and is not filled again", "C-END-2")
    return MoveError(f"there is no {CARDS[kind]} in the display; it shows {counted(s.display)}", "C-DRAW-1")


def shortest_row(position: Position, c: int) -> int:
    """The fewest cards with which a colour may be laid, own rows left aside."""
    s = position.record
    return max(2, 1 + max(int(s.yard[q, c] + s.on_top[q, c]) for q in range(position.players)))


def refuse_cards(names: "CardNotation", position: Position, counts: Sequence[int]) -> MoveError:
    """The error for cards that cannot be laid: the first thing that is wrong with them."""
    s, p = position.record, position.player
    if s.phase != rules.TURN:
        return MoveError(f"cards are laid as the one action of a turn; now: {position_asks(position)}", "C-LAY-1")
    colours = [c for c in range(rules.LOCO) if counts[c]]
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
            row = rows(s, q).get(COLOURS[c])
            if row and (len(colours) > 1 or sum(counts) <= sum(row.values())):
                more = f"it takes {sum(row.values()) + 1} cards or more to rob it"
                return MoveError(f"player {q + 1} has {COLOURS[c]} in the yard; {more}", "C-LAY-4")
    return MoveError("a row has two or more cards, locomotives counted", "C-LAY-1")
