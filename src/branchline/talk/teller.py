"""What the table needs to be told about a kind of game; the round of the table is written against this."""

from collections.abc import Mapping
from typing import Protocol

from branchline.log import Move
from branchline.notation import Played
from branchline.talk.listing import Listing
from branchline.talk.words import Lines


class Teller(Protocol):
    """Speaks of one game to the people at the table, and reads what they say."""

    @property
    def commands(self) -> Mapping[str, str]:
        """What people may say besides moves, each with its help."""

    @property
    def is_fresh(self) -> bool:
        """Whether a turn or a choice begins, so that the whole situation is told."""

    @property
    def numbers_name_moves(self) -> bool:
        """Whether a number that is typed means a move of the list."""

    def turn_line(self, me: int, alone: bool) -> str:
        """Whose turn it is, and which."""

    def situation(self, me: int) -> Lines:
        """Everything a person needs at the start of a turn or of the game."""

    def reminder(self) -> Lines:
        """What is new in the middle of a turn."""

    def asked(self, me: int) -> Lines:
        """What the person has to decide now."""

    def choices(self) -> Listing:
        """The few choices of a move under way, if there are any."""

    def list_moves(self, about: str) -> Listing | None:
        """Every legal move, or those about something; None if what is asked says it all."""

    def read_move(self, text: str) -> Played:
        """The move that a person typed, carried out; or the error says why it is not legal."""

    def news(self, viewer: int, since: int) -> Lines:
        """What happened since an entry of the log, as a player (or -1: anybody) may know it."""

    def is_secret(self, move: Move) -> bool:
        """Whether the words of a move tell what only its player may know."""

    def look_up(self, me: int, command: str, about: str) -> Lines:
        """What a person looks up."""

    def help_lines(self, topic: str) -> Lines:
        """Help on a topic, or what there is help on."""

    def final_lines(self, me: int | None) -> Lines:
        """Everybody's score, part by part, and who has won; `me` is called you."""
