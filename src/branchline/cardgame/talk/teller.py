"""The table's words for the Card Game."""

import re

from branchline.actions import KeepTickets
from branchline.boardfile.cards import CARDS
from branchline.cardgame.rules import state as cards
from branchline.cardgame.talk.final import final_lines
from branchline.cardgame.talk.game import as_cards
from branchline.cardgame.talk.help import COMMANDS, help_lines
from branchline.cardgame.talk.listing import board_lines, list_choices, list_moves, why
from branchline.cardgame.talk.news import CardNews
from branchline.cardgame.talk.situation import asked, display_line, situation, ticket_lines, turn_line
from branchline.engine import phases
from branchline.errors import MoveError
from branchline.history import History
from branchline.log import Move
from branchline.names import nearest, parse_card, plain
from branchline.notation import Played
from branchline.talk.listing import Listing
from branchline.talk.reading import SHORT, check_numbers
from branchline.talk.words import Lines

VERBS = ("draw", "take", "lay", "keep", "complete", "with", "done", "pass")
EXAMPLES = {
    "draw": "draw deck, draw tickets, or a card of the display such as draw red",
    "take": "draw deck, draw tickets, or a card of the display such as draw red",
    "lay": "for example lay 2 red, 1 locomotive",
    "keep": "for example keep 1 2",
    "complete": "complete best, or for example complete 1 2",
    "with": "for example with 1 locomotive",
}


class CardTeller:
    """Speaks of the Card Game."""

    commands = COMMANDS

    def __init__(self, game: History) -> None:
        self._game = as_cards(game)

    def _is_in(self, *phases: int) -> bool:
        return int(self._game.position.record.phase) in phases

    @property
    def is_fresh(self) -> bool:
        """Whether a turn or a choice begins, so that the whole situation is told."""
        return self._is_in(phases.TURN, phases.KEEP_START, cards.COMPLETE)

    @property
    def numbers_name_moves(self) -> bool:
        """Whether a number that is typed means a move of the list."""
        return self._is_in(phases.TURN, phases.SECOND, phases.LOCOMOTIVES)

    def turn_line(self, me: int, alone: bool) -> str:
        """Whose turn it is, and which."""
        return turn_line(self._game, me, alone)

    def situation(self, me: int) -> Lines:
        """Everything a person needs at the start of a turn or of the game."""
        return situation(self._game, me) if not self._is_in(cards.COMPLETE) else []

    def reminder(self) -> Lines:
        """What is new in the middle of a turn."""
        return [display_line(self._game.position)] if self._is_in(phases.SECOND) else []

    def asked(self, me: int) -> Lines:
        """What the person has to decide now."""
        return asked(self._game, me)

    def choices(self) -> Listing:
        """The numbers of locomotives for a row under way."""
        return list_choices(self._game) if self._is_in(phases.LOCOMOTIVES) else Listing()

    def list_moves(self, about: str) -> Listing | None:
        """Every legal move, or those of a colour; None if what is asked says it all."""
        return list_moves(self._game, about) if self._is_in(phases.TURN, phases.SECOND) else None

    def read_move(self, text: str) -> Played:
        """The move that a person typed, carried out; or the error says why it is not legal."""
        check_numbers(self._game, text)
        words = plain(text)
        words = SHORT.get(words, words)
        verb, _, rest = words.partition(" ")
        read, position = self._game.notation.read, self._game.position
        if verb in VERBS:
            if not rest and verb in EXAMPLES:
                raise MoveError(f"say what to {verb}: {EXAMPLES[verb]}")
            if verb == "keep" and not position.record.offer_count[position.player]:
                raise self._game.notation.refuse(position, self._game.notation.actions.number(KeepTickets()))
            return read(position, words)
        if self._is_in(phases.KEEP, phases.KEEP_START, cards.COMPLETE) and self._names_tickets(words):
            return read(position, f"{'complete' if self._is_in(cards.COMPLETE) else 'keep'} {words}")
        if re.match(r"\d+ ?[a-z]", words):
            return read(position, f"lay {words}")
        try:
            card = CARDS[parse_card(words)]
        except MoveError:
            hint = nearest(words, (*VERBS, *COMMANDS))
            raise MoveError(f"{words!r} is neither a move nor a command{hint}; say help") from None
        return read(position, f"draw {card}")

    def _names_tickets(self, words: str) -> bool:
        """Whether a text is numbers, a word for some tickets, or begins with two cities."""
        if re.fullmatch(r"all|none|best|[#\d ,;]+", words):
            return True
        try:
            self._game.notation.places.parse_pair(words)
        except MoveError:
            return False
        return True

    def news(self, viewer: int, since: int) -> Lines:
        """What happened since an entry of the log, as a player (or -1: anybody) may know it."""
        return CardNews(self._game, viewer).since(self._game, since)

    def is_secret(self, move: Move) -> bool:
        """Whether the words of a move tell which tickets somebody has."""
        return move.text.startswith(("keep", "complete"))

    def look_up(self, me: int, command: str, about: str) -> Lines:
        """The whole table, why cards cannot be laid, or the person's own tickets."""
        if command == "tickets":
            seen = self._game.position.seen_by(me)
            return ticket_lines(self._game, seen, me) or ["You have no tickets yet."]
        return why(self._game, about) if command == "why" else board_lines(self._game, me)

    def help_lines(self, topic: str) -> Lines:
        """Help on a topic, or what there is help on."""
        return help_lines(self._game.board, topic)

    def final_lines(self, me: int | None) -> Lines:
        """Everybody's score, part by part, and who has won; `me` is called you."""
        return final_lines(self._game, me)
