"""What happened at the table, as one person may know it: a short line for each thing."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from branchline.actions import Draw, DrawDeck, DrawTickets, KeepTickets, Pass
from branchline.boardfile.cards import CARDS, LOCOMOTIVE
from branchline.history import History
from branchline.log import Chance, Move, Undo
from branchline.notation import Event
from branchline.position import Position
from branchline.talk.words import Lines, listed, number, sentence

BLIND = "a card from the deck"


def card(name: str) -> str:
    """A card in a sentence."""
    return f"a {name}" if name == LOCOMOTIVE else name


class News(ABC):
    """Tells what happened in a game; what only one kind of game has is told by the class for that kind."""

    def __init__(self, game: History, viewer: int) -> None:
        self._names = game.names
        self._notation = game.notation
        self._viewer = viewer
        self._lines: Lines = []
        self._draws: list[str] = []
        self._drawer: tuple[int, int] = (-1, -1)  # turn and player of the draws not told yet

    def since(self, game: History, place: int) -> Lines:
        """What happened since an entry of the log, as a player (or -1: anybody) may know it."""
        for step in game.steps[place:]:
            if isinstance(step.entry, Move):
                self._tell_move(step.entry, step.before, step.after)
            elif isinstance(step.entry, Chance):
                self.chance(step.entry, step.before, step.after)
            else:
                self.undo(step.entry)
        self._tell_draws()
        return self._lines

    @abstractmethod
    def move(self, move: Move, before: Position, after: Position) -> None:
        """Tell what a player did, other than drawing cards or keeping tickets."""

    @abstractmethod
    def consequence(self, event: Event, after: Position) -> str | None:
        """A line for what follows by the rules."""

    def _tell_move(self, move: Move, before: Position, after: Position) -> None:
        match self._notation.actions.action(move.actions[0]):
            case Draw(name):
                self._draw(move, card(name))
            case DrawDeck():
                self._draw(move, BLIND)
            case Pass():
                self._say(f"{self._who(move.player, 'pass', 'passes')}: nothing is possible.")
            case KeepTickets(places):
                self._keep(move, len(places), before)
            case DrawTickets():
                pass  # told with the choice among them
            case _:
                self.move(move, before, after)
        self._follow(before, after, move)

    def _say(self, line: str) -> None:
        self._tell_draws()
        self._lines.append(line)

    def _who(self, player: int, verb: str, verb_of_others: str = "") -> str:
        """A player and what they do: "You draw", "Bo draws"."""
        if player == self._viewer:
            return f"You {verb}"
        return f"{self._names[player]} {verb_of_others or verb + 's'}"

    def _tell_draws(self) -> None:
        if self._draws:
            draws, self._draws = self._draws, []
            if draws == [BLIND, BLIND]:
                draws = ["2 cards from the deck"]
            self._say(f"{self._who(self._drawer[1], 'draw')} {listed(draws)}.")

    def _draw(self, move: Move, what: str) -> None:
        if self._drawer != (move.turn, move.player):
            self._tell_draws()
        self._drawer = (move.turn, move.player)
        self._draws.append(what)

    def undo(self, entry: Undo) -> None:
        """Tell of a move taken back."""
        self._say(f"{self._who(entry.player, 'take')} the last move back.")

    def _keep(self, move: Move, kept: int, before: Position) -> None:
        """Tell who keeps tickets: the owner which, the others how many, once that is no secret."""
        if move.player == self._viewer:
            words = move.text.removeprefix("keep ").split("; ")
            self._say(f"You keep {listed(words) if kept else 'no ticket'}.")
        elif before.turn == 0:
            self._say(f"{self._names[move.player]} has chosen tickets.")
        else:
            drawn = number(int(before.record.offer_count[move.player]), "ticket")
            self._say(f"{self._names[move.player]} draws {drawn} and keeps {kept}.")

    def chance(self, entry: Chance, before: Position, after: Position) -> None:
        """Tell what chance did, if the viewer may know and does not see it anyway."""
        is_card = entry.label == "deal" and entry.outcome < len(CARDS)
        if is_card and before.turn > 0 and entry.player == self._viewer and self._draws:
            self._draws[-1] = f"{card(entry.text)} from the deck"
        self._follow(before, after)

    def _follow(self, before: Position, after: Position, move: Move | None = None) -> None:
        """Tell what follows by the rules."""
        for event in self._notation.consequences(self._names, before, after):
            if not (move and self.is_told(event, move)) and (line := self.consequence(event, after)):
                self._say(line)

    def is_told(self, event: Event, move: Move) -> bool:
        """Whether the telling of a move has told this consequence too."""
        return False

    def as_recorded(self, event: Event) -> str | None:
        """A consequence as records tell it."""
        told = None if event["kind"] == "end" else self._notation.comment(event)
        return sentence(told) if told else None


def standing_moves(log: Sequence[object]) -> list[int]:
    """The places in a log of the moves that have not been taken back."""
    standing: list[int] = []
    for place, entry in enumerate(log):
        if isinstance(entry, Move):
            standing.append(place)
        elif isinstance(entry, Undo):
            standing.pop()
    return standing
