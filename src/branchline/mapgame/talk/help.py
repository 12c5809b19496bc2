"""Help at the table: the commands, and the rules in short for the board that is played."""

from collections.abc import Callable

from branchline.errors import MoveError
from branchline.mapgame.board import Board
from branchline.names import at_least
from branchline.talk.words import Lines, listed, number

COMMANDS = {
    "moves": "moves: what is possible now, with numbers. moves {city}: only {city}, with every way to pay.",
    "routes": "routes: the open routes. routes {city}: all routes of {city}, their cost and owner.",
    "why": "why {pair}: why you cannot claim a route, or how you can.",
    "tickets": "tickets: your tickets, and the way that each still needs. For new ones say draw tickets.",
    "board": "board: everybody's routes, and what is left in the decks.",
    "log": "log: the last moves. log all: every move.",
    "again": "again: the situation once more.",
    "undo": "undo: take your last move back. If anything was seen since, the other people are asked.",
    "save": "save FILE: write the game to a file.",
    "quit": "quit: leave; you can save first.",
    "help": "help TOPIC: more about a topic.",
}


def example(board: Board) -> tuple[str, str, str]:
    """A city, a route and a claim of this board, for messages that need one."""
    route = next((r for r in board.routes if r.kind == "plain" and r.colour and r.length > 1), board.routes[0])
    pair = f"{route.a}–{route.b}"
    return route.a, pair, f"claim {pair} for {route.length} {route.colour or 'red'}"


def help_lines(board: Board, topic: str) -> Lines:
    """Help on a topic, or what there is help on."""
    topic = topic.lower()
    city, pair, claim = example(board)
    if not topic:
        return [
            f"Say a move: draw red, draw deck, draw tickets, {claim}, keep 1 3.",
            "In short: red, deck, or after moves the number of a move.",
            f"Commands: {', '.join(COMMANDS)}.",
            f"Say help and a command, or help and one of: {', '.join(TOPICS)}.",
        ]
    lines = [COMMANDS[topic].format(city=city, pair=pair)] if topic in COMMANDS else []
    lines += TOPICS[topic](board) if topic in TOPICS else []
    if lines:
        return lines
    raise MoveError(f"there is no help on {topic!r}; there is on {listed(list(dict.fromkeys([*TOPICS, *COMMANDS])))}")


def _turn(board: Board) -> Lines:
    return [
        "A turn is one of three things: draw train cards, claim one route, or draw tickets.",
        "You score routes at once, tickets at the end.",
        f"You start with {board.rules.trains} trains, one for every space of a route.",
    ]


def _draw(board: Board) -> Lines:
    lines = ["You draw two cards, one at a time: from the display (draw red) or from the deck (draw deck)."]
    if board.rules.display_locomotive_is_both_cards:
        return [*lines, "A locomotive from the display counts as both cards. From the deck it counts as one."]
    return [*lines, "A locomotive from the display counts as one card like any other."]


def _claim(board: Board) -> Lines:
    kinds = {"plain": "plain routes", "tunnel": "tunnels", "ferry": "ferries"}
    on = [words for kind, words in kinds.items() if kind in board.rules.locomotives_on]
    where = "on every route" if len(on) == len(kinds) else f"only on {listed(on)}"
    values = ", ".join(f"{number(length, 'space')} {n}" for length, n in sorted(board.rules.points.items()))
    _, pair, claim = example(board)
    lines = [
        "You pay as many cards of one colour as the route has spaces; a grey route takes any one colour.",
        f"Locomotives stand for any colour, {where}.",
        f"Points: {values}.",
        f"Say {claim}; or only claim {pair}, and you are told what is missing.",
    ]
    exchanges = [route for route in board.routes if route.exchange]
    return lines + [f"On {r.a}–{r.b} any {r.exchange} cards may stand for one of the set." for r in exchanges]


def _ferry(board: Board) -> Lines:
    if not any(route.kind == "ferry" for route in board.routes):
        return ["This board has no ferries."]
    lines = ["A ferry asks for a locomotive on some of its spaces, and for one colour on the others."]
    if board.rules.ferry_exchange:
        lines.append(f"Any {board.rules.ferry_exchange} cards may stand for one locomotive on a ferry.")
        lines.append("Say all the cards you pay: claim, the route, for 3 red, 2 blue, 1 locomotive.")
    return lines


def _tunnel(board: Board) -> Lines:
    if not any(route.kind == "tunnel" for route in board.routes):
        return ["This board has no tunnels."]
    return [
        "You show the cards for a tunnel. Then three cards are turned up from the deck.",
        "For each one of the colour you showed, and for each locomotive, you pay one more card.",
        "That card is of the colour you showed, or a locomotive.",
        "If you showed only locomotives, only locomotives turned up count, and you pay in locomotives.",
        "You can withdraw: you take your cards back, and the turn is over.",
    ]


def _tickets(board: Board) -> Lines:
    return [
        "A ticket is done when your routes join its two cities.",
        "At the end its points are added if it is done, and subtracted if not.",
        "To draw tickets is a whole turn.",
        f"You draw {board.rules.draw_tickets} and keep {at_least(board.rules.draw_keep)}.",
    ]


def _end(board: Board) -> Lines:
    trains = number(board.rules.last_turns, "train")
    lines = [
        f"When somebody has {trains} or fewer at the end of a turn, everybody has one more turn.",
        "Then tickets are added or subtracted. Most points win.",
    ]
    if board.rules.longest_path_bonus:
        lines.append(f"The longest path is worth {board.rules.longest_path_bonus} points.")
    if board.rules.most_tickets_bonus:
        lines.append(f"The most tickets done are worth {board.rules.most_tickets_bonus} points.")
    return lines


TOPICS: dict[str, Callable[[Board], Lines]] = {
    "turn": _turn,
    "draw": _draw,
    "claim": _claim,
    "ferry": _ferry,
    "tunnel": _tunnel,
    "tickets": _tickets,
    "end": _end,
}
