"""The table's words for the games on a map."""

from branchline.actions import KeepTickets
from branchline.engine import phases
from branchline.history import History
from branchline.log import Move
from branchline.mapgame.actions import PickTicket
from branchline.mapgame.talk.final import final_lines
from branchline.mapgame.talk.game import as_map
from branchline.mapgame.talk.help import COMMANDS, help_lines
from branchline.mapgame.talk.listing import list_choices, list_moves
from branchline.mapgame.talk.lookup import board_lines, find_city, open_routes, routes_of, why
from branchline.mapgame.talk.news import MapNews
from branchline.mapgame.talk.reading import read_move
from branchline.mapgame.talk.situation import asked, display_line, situation, turn_line, ways_of_tickets
from branchline.notation import Played
from branchline.talk.listing import Listing
from branchline.talk.words import Lines


class MapTeller:
    """Speaks of a game on a map."""

    commands = COMMANDS

    def __init__(self, game: History) -> None:
        self._game = as_map(game)

    def _is_in(self, *phases: int) -> bool:
        return int(self._game.position.record.phase) in phases

    @property
    def is_fresh(self) -> bool:
        """Whether a turn or a choice begins, so that the whole situation is told."""
        return self._is_in(phases.TURN, phases.KEEP_START, phases.PICK)

    @property
    def numbers_name_moves(self) -> bool:
        """Whether a number that is typed means a move of the list."""
        return not self._is_in(phases.KEEP, phases.KEEP_START, phases.CARDS, phases.PICK)

    def turn_line(self, me: int, alone: bool) -> str:
        """Whose turn it is, and which."""
        return turn_line(self._game, me, alone)

    def situation(self, me: int) -> Lines:
        """Everything a person needs at the start of a turn or of the game."""
        return situation(self._game, me)

    def reminder(self) -> Lines:
        """What is new in the middle of a turn."""
        return [display_line(self._game.position)] if self._is_in(phases.SECOND) else []

    def asked(self, me: int) -> Lines:
        """What the person has to decide now."""
        return asked(self._game, me)

    def choices(self) -> Listing:
        """The few choices of a payment under way."""
        return list_choices(self._game) if self._is_in(phases.LOCOMOTIVES, phases.SURCHARGE) else Listing()

    def list_moves(self, about: str) -> Listing | None:
        """Every legal move, or those about a city; None if what is asked says it all."""
        if not self._is_in(phases.TURN, phases.SECOND):
            return None
        return list_moves(self._game, find_city(self._game, about) if about else "")

    def read_move(self, text: str) -> Played:
        """The move that a person typed, carried out; or the error says why it is not legal."""
        return read_move(self._game, text)

    def news(self, viewer: int, since: int) -> Lines:
        """What happened since an entry of the log, as a player (or -1: anybody) may know it."""
        return MapNews(self._game, viewer).since(self._game, since)

    def is_secret(self, move: Move) -> bool:
        """Whether the words of a move tell which tickets somebody has."""
        return isinstance(self._game.notation.actions.action(move.actions[0]), KeepTickets | PickTicket)

    def look_up(self, me: int, command: str, about: str) -> Lines:
        """The board, its routes, why one cannot be claimed, or the person's own tickets."""
        match command:
            case "routes" if about:
                return routes_of(self._game, me, find_city(self._game, about))
            case "routes":
                return open_routes(self._game, me)
            case "why":
                return why(self._game, about)
            case "tickets":
                return ways_of_tickets(self._game, me)
        return board_lines(self._game, me)

    def help_lines(self, topic: str) -> Lines:
        """Help on a topic, or what there is help on."""
        return help_lines(self._game.board, topic)

    def final_lines(self, me: int | None) -> Lines:
        """Everybody's score, part by part, and who has won; `me` is called you."""
        return final_lines(self._game, me)
