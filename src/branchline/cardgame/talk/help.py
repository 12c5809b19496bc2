"""Help at the table of the Card Game: the commands, and the rules in short."""

from collections.abc import Callable

from branchline.cardgame.board import CardGame
from branchline.errors import MoveError
from branchline.talk.words import Lines, listed

COMMANDS = {
    "moves": "moves: what is possible now, with numbers. moves red: only red rows. moves three: only three colours.",
    "why": "why 3 red: why you cannot lay cards, or that you can.",
    "tickets": "tickets: your tickets, and what each asks for. For new ones say draw tickets.",
    "board": "board: everybody's yard and tickets completed, what they are known to hold, and what is left.",
    "log": "log: the last moves. log all: every move.",
    "again": "again: the situation once more.",
    "undo": "undo: take your last move back. If anything was seen since, the other people are asked.",
    "save": "save FILE: write the game to a file.",
    "quit": "quit: leave; you can save first.",
    "help": "help TOPIC: more about a topic.",
}


def help_lines(game: CardGame, topic: str) -> Lines:
    """Help on a topic, or what there is help on."""
    topic = topic.lower()
    if not topic:
        return [
            "Say a move: draw red, draw deck, draw tickets, lay 2 red, 1 locomotive, or keep 1 3.",
            "In short: red, deck, 2 red, or after moves the number of a move.",
            f"Commands: {', '.join(COMMANDS)}.",
            f"Say help and a command, or help and one of: {', '.join(TOPICS)}.",
        ]
    lines = [COMMANDS[topic]] if topic in COMMANDS else []
    lines += TOPICS[topic](game) if topic in TOPICS else []
    if lines:
        return lines
    raise MoveError(f"there is no help on {topic!r}; there is on {listed(list(dict.fromkeys([*TOPICS, *COMMANDS])))}")


def _turn(game: CardGame) -> Lines:
    return [
        "At the start of your turn one card of each row in your yard moves to your platform, locomotives first.",
        "Then you do one of three things: draw train cards, lay cards in your yard, or draw tickets.",
    ]


def _draw(game: CardGame) -> Lines:
    return [
        "You draw two cards, one at a time: from the display (draw red) or from the deck (draw deck).",
        "A locomotive from the display counts as both cards. From the deck it counts as one.",
    ]


def _lay(game: CardGame) -> Lines:
    return [
        "You lay two or more cards of one colour, with or without locomotives, as one row.",
        "Or you lay one card of each of three colours, without locomotives, as three rows.",
        "A colour that lies in your yard cannot be laid again before those cards have moved.",
    ]


def _robbery(game: CardGame) -> Lines:
    return [
        "A colour that lies in another's yard can be laid only with more cards than that row has now.",
        "The other then discards that row. Locomotives count as cards on both sides.",
    ]


def _tickets(game: CardGame) -> Lines:
    return [
        "A ticket asks for cards of some colours on your platform; a locomotive stands for any colour.",
        "Each card serves one ticket.",
        "At the end its points are added if it is completed, and subtracted if not.",
        f"To draw tickets is a whole turn: you draw {game.rules.draw_tickets} and keep any number, or none.",
    ]


def _end(game: CardGame) -> Lines:
    lines = ["When the deck has run out everybody has one more turn. Then you choose which tickets to complete."]
    if game.rules.second_half_from <= game.rules.players[1]:
        hand = f"each gets {game.rules.second_half_hand} more cards"
        lines.append(f"With {game.rules.second_half_from} players there is a second half: all but the hands is")
        lines[-1] += f" shuffled, {hand}, and tickets not completed are kept."
    bonuses = ", ".join(f"{bonus.city} {bonus.points}" for bonus in game.bonuses)
    return [*lines, f"Most tickets completed to a big city bring its bonus, to all who tie: {bonuses}."]


TOPICS: dict[str, Callable[[CardGame], Lines]] = {
    "turn": _turn,
    "draw": _draw,
    "lay": _lay,
    "robbery": _robbery,
    "tickets": _tickets,
    "end": _end,
}
