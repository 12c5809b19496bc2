"""People at the table who type what a script says."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from branchline import boards
from branchline import bots as players
from branchline.bots import Player
from branchline.game import Game
from branchline.terminal import play_text

CTRL_C = "\x03"
Answer = str | Callable[[Game], str]


class Session:
    """People who type what a script says, and all that is written."""

    def __init__(self, game: Game, answers: Sequence[Answer], bots: Sequence[Player | None] = ()) -> None:
        self.game = game
        self.answers = list(answers)
        self.seats = list(bots) or [None] * (len(game.names) - 1) + [players.make("greedy", 1)]
        self.lines: list[str] = []
        self.prompts: list[str] = []

    def read(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self.answers:
            raise EOFError
        answer = self.answers.pop(0)
        if answer == CTRL_C:
            raise KeyboardInterrupt
        text = answer if isinstance(answer, str) else answer(self.game)
        self.lines.append(f"> {text}")
        return text

    def play(self, save: Path | None = None) -> "Session":
        play_text(self.game, self.seats, read=self.read, write=self.lines.append, save=save)
        return self

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def replies(self, to: str) -> list[str]:
        """The lines that follow an answer, up to the next one."""
        start = self.lines.index(f"> {to}") + 1
        ends = [i for i, line in enumerate(self.lines) if line.startswith("> ") and i >= start]
        return self.lines[start : ends[0] if ends else None]


def nordic(names: Sequence[str] = ("Anna", "Bo")) -> Game:
    """A game whose cards the tests know: chance begins at a certain point of its stream."""
    game = Game(boards.load("nordic"), names)
    game._stream["word"] = 0x3DD252C857945458
    game.resolve()
    return game


def after_tickets(*answers: Answer) -> Session:
    return Session(nordic(), ["keep 1 2", *answers]).play()


def any_move(seed: int) -> Callable[[Game], str]:
    stream = Random(seed)
    return lambda game: stream.choice(game.moves())
