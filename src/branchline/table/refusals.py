"""Why a move is not possible now, in words and with the rule's number."""

from branchline.boards.board import CARDS
from branchline.errors import MoveError
from branchline.game import Game
from branchline.notation.moves import cheapest
from branchline.notation.refusal import refuse_build, refuse_claim
from branchline.notation.words import counted
from branchline.rules import state as rules
from branchline.table.helping import example
from branchline.table.tellings import number

# Where the Nordic rulebook has its own words for a rule of the base game.
NORDIC = {
    "B-SET-4": "N-SET-5",
    "B-DRAW-1": "N-DRAW-1",
    "B-DRAW-6": "N-DRAW-2",
    "B-TICKET-1": "N-TICKET-1",
    "B-TICKET-4": "N-TICKET-2",
}


def refusal(game: Game, action: int) -> MoveError:
    """The error for an action that is not legal now."""
    words, rule = _reason(game, action)
    return MoveError(words, NORDIC.get(rule, rule) if game.board.name == "nordic" else rule)


def _reason(game: Game, action: int) -> tuple[str, str]:
    s = game.position.record
    match int(s.phase):
        case rules.KEEP_START:
            return _about_keeping(game, action, "B-SET-4")
        case rules.KEEP:
            return _about_keeping(game, action, "B-TICKET-1")
        case rules.SECOND if action > rules.DRAW_BLIND:
            return "you have drawn one card; draw a second one now, from the display or the deck", "B-DRAW-1"
        case rules.PICK:
            return "first pick a ticket of the pack, for example pick 1", "I-SET-4"
        case rules.FESTIVAL:
            return "first choose which festival cards you take; say again to hear which", "I-CLAIM-3"
        case rules.NEUTRAL:
            return "first choose which route the neutral player takes; say again to hear which", "H-NEUTRAL-4"
        case rules.SURCHARGE:
            return _about_surcharge(game, action)
        case rules.LOCOMOTIVES | rules.CARDS if action >= rules.CLAIM or action <= rules.PASS:
            return "first finish the payment under way, or say undo", "B-CLAIM-1"
        case rules.LOCOMOTIVES:
            return (
                "you cannot pay with so many locomotives; say moves to hear what you can pay with",
                "B-CLAIM-2",
            )
        case rules.CARDS:
            return (
                "these cards do not make the exchange even; say again to hear what may come next",
                "N-FERRY-3",
            )
    return _about_turn(game, action)


def _about_keeping(game: Game, action: int, rule: str) -> tuple[str, str]:
    least = min((legal - rules.KEEP_SET).bit_count() for legal in game.actions())
    offered = int(game.position.record.offer_count[game.player])
    first = "" if rules.KEEP_SET <= action < rules.CLAIM else "first choose tickets: "
    return f"{first}keep at least {least} of the {offered} tickets", rule


def _about_surcharge(game: Game, action: int) -> tuple[str, str]:
    s = game.position.record
    if action == rules.PASS or action < rules.WITH or action >= rules.KEEP_SET:
        return (
            f"the tunnel asks for {number(int(s.surcharge), 'more card')}: pay or withdraw first",
            "B-TUNNEL-4",
        )
    kinds = [kind for kind in {int(s.how), rules.LOCO} if s.hand[s.player, kind]]
    held = ", ".join(f"{s.hand[s.player, kind]} {CARDS[kind]}" for kind in kinds) or "none of these"
    return (
        f"the tunnel asks for {s.surcharge} more, and of the cards that count you have {held}",
        "B-TUNNEL-2",
    )


def _about_turn(game: Game, action: int) -> tuple[str, str]:
    s, b = game.position.record, game.position.board[0]
    if action < rules.DRAW_BLIND:
        if (
            s.display[action]
            and action == rules.LOCO
            and s.phase == rules.SECOND
            and b.locomotive_is_both_cards
        ):
            return "a locomotive from the display can only be the first card", "B-DRAW-3"
        if s.display[action]:
            return "with no deck and no discards, cards cannot be drawn", "B-DRAW-6"
        display = counted(s.display) or "nothing"
        return f"there is no {CARDS[action]} in the display; it shows {display}", "B-DRAW-1"
    if action == rules.DRAW_BLIND:
        return "the deck is empty; only the display is left to draw from", "B-DRAW-6"
    if action == rules.DRAW_TICKETS:
        if s.drafts_to_come:
            return "tickets cannot be drawn before the second draft", "I-TICKET-1"
        return "there are no tickets left to draw", "B-TICKET-4"
    if action == rules.PASS:
        return "you may pass only when nothing else is possible; say moves to hear what is", "B-TURN-2"
    if action >= game.notation.first_build:
        city = (action - game.notation.first_build) // rules.KINDS
        error = refuse_build(game.notation, game.position, city, [0] * len(CARDS))
        return str(error).removesuffix(f" [{error.rule}]"), error.rule or "E-STATION-1"
    if action >= rules.CLAIM:
        return _about_claim(game, action)
    if action >= rules.KEEP_SET:
        return "no tickets are offered to you now; say tickets to draw some", "B-TICKET-1"
    if action == rules.WITHDRAW:
        return "there is no tunnel to withdraw from", "B-TUNNEL-4"
    return f"no payment is under way; name the route first, for example {example(game.board)[2]}", "B-CLAIM-1"


def _about_claim(game: Game, action: int) -> tuple[str, str]:
    route, how = divmod(action - rules.CLAIM, rules.HOWS)
    position = game.position
    hand = position.record.hand[position.player]
    if how == rules.EXCHANGE:
        if not position.board[0].rate[route]:
            return f"{game.notation.routes[route]} takes no exchange", "N-FERRY-3"
        payment = [0] * len(CARDS)
    else:
        payment = cheapest(hand, int(position.board[0].length[route]), how)
    error = refuse_claim(game.notation, position, [route], payment)
    if how == rules.EXCHANGE and error.rule in ("N-FERRY-3", "N-CLAIM-3"):
        return f"you have too few cards for an exchange on {game.notation.routes[route]}", error.rule
    return str(error).removesuffix(f" [{error.rule}]"), error.rule or "B-CLAIM-1"
