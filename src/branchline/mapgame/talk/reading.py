"""From what a person types to the actions of a legal move."""

import re

from branchline.actions import Done, Draw, KeepTickets
from branchline.boardfile.cards import CARDS
from branchline.engine import phases
from branchline.errors import BranchlineError, MoveError
from branchline.mapgame.actions import PutDown, Withdraw, claimed_route
from branchline.mapgame.network import elements, mask
from branchline.mapgame.talk.game import MapGame
from branchline.mapgame.talk.help import COMMANDS, example
from branchline.mapgame.talk.lookup import find_pair, routes_between, why
from branchline.names import nearest, parse_card, parse_payment, plain
from branchline.notation import Played, carry_out
from branchline.position import deck_of
from branchline.talk.reading import SHORT, check_numbers

VERBS = (
    *("draw", "take", "claim", "keep", "pay", "with", "put", "done", "withdraw", "pass"),
    *("build", "pick", "neutral"),  # on boards that have these
)
KNOWN = (*VERBS, *COMMANDS)


def read_move(game: MapGame, text: str) -> Played:
    """The move that a person typed, carried out; or the error says why it is not legal."""
    check_numbers(game, text)
    words = plain(text)
    words = SHORT.get(words, words)
    verb, _, rest = words.partition(" ")
    if verb in VERBS:
        _check_words(game, verb, rest)
        return _claim(game, rest) if verb == "claim" else game.notation.read(game.position, words)
    match int(game.position.record.phase):
        case phases.KEEP | phases.KEEP_START if re.match(r"all$|none$|#?\d", words) or _names_route(game, words):
            return game.notation.read(game.position, f"keep {words}")
        case phases.SURCHARGE if words == "yes":
            return _carry_out(game, game.actions()[:1])
        case phases.SURCHARGE if words == "no":
            return _carry_out(game, game.notation.actions.numbers(Withdraw()))
        case phases.SURCHARGE if words[0].isdigit():
            return game.notation.read(game.position, f"pay {words}")
        case phases.CARDS:
            return _exchange(game, words)
    return _bare(game, words)


def _check_words(game: MapGame, verb: str, rest: str) -> None:
    """Say what is missing where only a verb was typed, and what is too much."""
    if verb == "keep" and not game.position.record.offer_count[game.player]:
        raise game.notation.refuse(game.position, game.notation.actions.number(KeepTickets()))
    if not rest and verb in ("draw", "take"):
        raise MoveError("say what to draw: draw deck, draw tickets, or a card of the display such as draw red")
    if not rest and verb == "claim":
        raise MoveError(f"say which route and which cards, for example {example(game.board)[2]}")
    if not rest and verb == "keep":
        raise MoveError("say which tickets, for example keep 1 2")
    if not rest and verb == "pay":
        raise MoveError("say which cards, for example pay 1 red")
    if verb in ("draw", "take") and re.search(r"\d|,|\band\b", rest):
        raise MoveError("cards are drawn one at a time; say for example draw red", "B-DRAW-1")


def _claim(game: MapGame, rest: str) -> Played:
    """A claim; where no route is open, or no cards are named and none would do, the error says why."""
    a, z, cards = find_pair(game, rest)
    found = routes_between(game, a, z)
    claimable = {claimed_route(game.notation.actions.action(action)) for action in game.actions()}
    free = elements(mask(game.position.record.open[game.player]))
    if not set(free if cards else claimable) & set(found):
        raise MoveError(" ".join(why(game, rest)))
    return game.notation.read(game.position, f"claim {rest}")


def _bare(game: MapGame, words: str) -> Played:
    """A move without its verb: a card to draw, or a route to claim."""
    try:
        card = CARDS[parse_card(words)]
    except MoveError:
        if _names_route(game, words):
            return _claim(game, words)
    else:
        return _carry_out(game, game.notation.actions.numbers(Draw(card)))
    raise MoveError(f"{words!r} is neither a move nor a command{nearest(words, KNOWN)}; say help")


def _names_route(game: MapGame, words: str) -> bool:
    """Whether a text begins with two cities."""
    try:
        game.notation.places.parse_pair(words)
    except BranchlineError:
        return False
    return True


def _exchange(game: MapGame, words: str) -> Played:
    """Cards put into an exchange: one by its name, or several at once, which end it if they are all."""
    space = game.notation.actions
    if not any(c.isdigit() for c in words):
        return _carry_out(game, space.numbers(PutDown(CARDS[parse_card(words)])))
    counts = parse_payment(words, deck_of(game.position))
    down = _carry_out(
        game, space.numbers(PutDown(card) for card, n in zip(CARDS, counts, strict=True) for _ in range(n))
    )
    done = space.number(Done())
    if not down.after.is_legal(done):
        return down
    down.after.apply(done)
    return Played((*down.actions, done), down.after)


def _carry_out(game: MapGame, actions: list[int]) -> Played:
    return carry_out(game.position, actions, game.notation.refuse)
