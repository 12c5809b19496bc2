"""From what a person types to the actions of a legal move."""

import re

from branchline.errors import BranchlineError, MoveError
from branchline.game import Game
from branchline.network import elements, mask
from branchline.notation.words import nearest, parse_card, parse_payment, plain
from branchline.rules import state as rules
from branchline.table.helping import COMMANDS, example
from branchline.table.lookup import find_pair, routes_between, why
from branchline.table.mapgame import MapGame

MOST_CARDS = 110  # in the game
VERBS = (
    *("draw", "take", "claim", "keep", "pay", "with", "put", "done", "withdraw", "pass"),
    *("build", "pick", "neutral"),  # on boards that have these
)
KNOWN = (*VERBS, *COMMANDS)
SHORT = {
    "tickets": "draw tickets",
    "ticket": "draw tickets",
    "draw ticket": "draw tickets",
    "take tickets": "draw tickets",
    "deck": "draw deck",
    "blind": "draw deck",
    "draw blind": "draw deck",
    "take deck": "draw deck",
    "draw card": "draw deck",
}


def read_move(game: MapGame, text: str) -> list[int]:
    """The actions of the move that a person typed; they are legal, or the error says why not."""
    check_numbers(text)
    actions = _actions(game, plain(text))
    check_legal(game, actions)
    return actions


def check_numbers(text: str) -> None:
    """Refuse numbers that no move can have."""
    if any(len(digits) > 3 or int(digits) > MOST_CARDS for digits in re.findall(r"\d+", text)):
        raise MoveError(f"that number is too high; the game has {MOST_CARDS} train cards")


def check_legal(game: Game, actions: list[int]) -> None:
    """Refuse actions of which one is not legal, with the reason."""
    after = game.position.copy()
    for action in actions:
        if not after.is_legal(action):
            raise game.notation.refuse(after, action)
        after.apply(action)


def _actions(game: MapGame, words: str) -> list[int]:
    words = SHORT.get(words, words)
    verb, _, rest = words.partition(" ")
    if verb in VERBS:
        _check_words(game, verb, rest)
        return _claim(game, rest) if verb == "claim" else game.notation.parse(game.position, words)
    match int(game.position.record.phase):
        case rules.KEEP | rules.KEEP_START if re.match(r"all$|none$|#?\d", words) or _names_route(game, words):
            return game.notation.parse(game.position, f"keep {words}")
        case rules.SURCHARGE if words == "yes":
            return [game.actions()[0]]
        case rules.SURCHARGE if words == "no":
            return [rules.WITHDRAW]
        case rules.SURCHARGE if words[0].isdigit():
            return game.notation.parse(game.position, f"pay {words}")
        case rules.CARDS:
            return _exchange(game, words)
    return _bare(game, words)


def _check_words(game: MapGame, verb: str, rest: str) -> None:
    """Say what is missing where only a verb was typed, and what is too much."""
    if verb == "keep" and not game.position.record.offer_count[game.player]:
        raise game.notation.refuse(game.position, rules.KEEP_SET)
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


def _claim(game: MapGame, rest: str) -> list[int]:
    """A claim; where no route is open, or no cards are named and none would do, the error says why."""
    a, z, cards = find_pair(game, rest)
    found = routes_between(game, a, z)
    claimable = {(action - rules.CLAIM) // rules.HOWS for action in game.actions() if action >= rules.CLAIM}
    free = elements(mask(game.position.record.open[game.player]))
    if not set(free if cards else claimable) & set(found):
        raise MoveError(" ".join(why(game, rest)))
    return game.notation.parse(game.position, f"claim {rest}")


def _bare(game: MapGame, words: str) -> list[int]:
    """A move without its verb: a card to draw, or a route to claim."""
    try:
        return [rules.TAKE + parse_card(words)]
    except MoveError:
        if _names_route(game, words):
            return _claim(game, words)
    raise MoveError(f"{words!r} is neither a move nor a command{nearest(words, KNOWN)}; say help")


def _names_route(game: MapGame, words: str) -> bool:
    """Whether a text begins with two cities."""
    try:
        game.notation.places.parse_pair(words)
    except BranchlineError:
        return False
    return True


def _exchange(game: MapGame, words: str) -> list[int]:
    """Cards put into an exchange: one by its name, or several at once, which end it if they are all."""
    if not any(c.isdigit() for c in words):
        return [rules.CARD + parse_card(words)]
    counts = parse_payment(words)
    actions = [rules.CARD + kind for kind, n in enumerate(counts) for _ in range(n)]
    check_legal(game, actions)
    after = game.position.copy()
    for action in actions:
        after.apply(action)
    return [*actions, rules.DONE] if after.is_legal(rules.DONE) else actions
