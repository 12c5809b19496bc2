"""The talk at a real table with a bot: one question at a time, in lines of text."""

from collections.abc import Callable
from pathlib import Path

from branchline.errors import BranchlineError, MoveError, SetupError
from branchline.events import result
from branchline.names import plain
from branchline.sit.sitting import Question, Sitting, Told
from branchline.talk.words import sentence

Read = Callable[[str], str]
Write = Callable[[str], None]
HELP = """You play with your own board and cards; the bot sits at your table as one more player.
{moves}
What a person holds in secret, never say: how many tickets you keep is enough.
What is dealt to the bot, say card by card, or several at once: 'red, blue, locomotive'. Do what it says for it.
'again' repeats the question, 'log' tells what happened, 'score' what lies open; 'undo' takes the last answer back,
'quit' leaves."""
FIRST_LINE = "branchline sit 1"
RECENT = 12


class Leave(Exception):  # noqa: N818 (no error)
    """The table gets up."""


class Dialogue:
    """Asks, listens and tells until the game is over."""

    def __init__(self, sitting: Sitting, read: Read, write: Write, save: Path | None = None) -> None:
        self.sitting = sitting
        self._read, self._write, self._save = read, write, save
        self._heard: list[str] = []  # answers of one line that are still to be taken in
        self._told = 0
        self.answers: list[str] = []  # all that stand, for whoever goes on later

    def run(self) -> None:
        """Talk until the game is over or the table gets up."""
        me = self.sitting.names[self.sitting.seat]
        self._write(f"{me} sits down with you. Deal everybody's cards and tickets, {me}'s too. Say help at any time.")
        try:
            while True:
                self._tell_news()
                question = self.sitting.question()
                if question.asks == "over":
                    self._end()
                    return
                self._ask(question)
        except (Leave, EOFError, KeyboardInterrupt):
            self._write("Goodbye.")

    def _keep(self) -> None:
        """Keep what was said, so that the same command goes on from there."""
        if self._save:
            lines = [self._head(), *(f"> {move}" for move in self.sitting.moves), *self.answers, ""]
            self._save.write_text("\n".join(lines), encoding="utf-8")

    def _head(self) -> str:
        sitting = self.sitting
        return f"{FIRST_LINE}; {sitting.notation.board.name}; {', '.join(sitting.names)}; seat {sitting.seat + 1}"

    def resume(self, text: str) -> None:
        """Go on with what was kept."""
        head, *lines = text.splitlines() or [""]
        if head != self._head():
            raise SetupError(f"the file was kept at another table: it begins {head[:100]!r}, not {self._head()!r}")
        self.sitting.kept = [line[2:] for line in lines if line.startswith("> ")]
        for answer in [line for line in lines if not line.startswith("> ")]:
            self.sitting.answer(answer)
            self.answers.append(answer)
        self.sitting.kept = []
        self._told = len(self.sitting.told)
        self._write(f"We go on after {len(self.answers)} answers.")

    def _tell_news(self) -> None:
        for told in self.sitting.told[self._told :]:
            if told.player == self.sitting.seat:
                self._write(f"→ {self._line(told)}")
        self._told = len(self.sitting.told)

    def _line(self, told: Told) -> str:
        return f"{self.sitting.names[told.player]}: {told.words}"

    def _ask(self, question: Question) -> None:
        text = self._heard.pop(0) if self._heard else self._read(f"{question.text} ").strip()
        try:
            if not self._command(text, question):
                self._take_in(question, text)
        except BranchlineError as error:
            self._heard.clear()
            self._write(sentence(str(error)))

    def _take_in(self, question: Question, text: str) -> None:
        """An answer; cards and tickets may come several in one line."""
        if question.asks in ("cards", "tickets"):
            between = ";" if question.asks == "tickets" else ","
            first, *rest = [part.strip() for part in text.split(between) if part.strip()] or [""]
            self._heard[:0] = rest
            text = first
            if not text:
                raise MoveError("say what it is, for example red" if question.asks == "cards" else "say its two cities")
        self.sitting.answer(text)
        self.answers.append(text)
        self._keep()

    def _command(self, text: str, question: Question) -> bool:
        match plain(text):
            case "help":
                self._write(HELP.format(moves=self.sitting.hearsay.help))
            case "again":
                self._write(question.text)
            case "log":
                for told in self.sitting.told[-RECENT:]:
                    self._write(self._line(told))
            case "score":
                points = self.sitting.notation.points(self.sitting.position)
                self._write(", ".join(f"{name} {n}" for name, n in zip(self.sitting.names, points, strict=True)))
            case "undo":
                self.sitting.undo()
                del self.answers[-1:]
                self._keep()
                self._told = min(self._told, len(self.sitting.told))
                self._write("Taken back.")
            case "quit":
                raise Leave
            case _:
                return False
        return True

    def _end(self) -> None:
        """Count, once people have shown their tickets."""
        sitting, held = self.sitting, {}
        self._write("The game is over. Show your tickets: say them with semicolons between.")
        for player, name in enumerate(sitting.names):
            while player != sitting.seat and player not in held:
                try:
                    said = [part for part in self._read(f"{name}'s tickets: ").split(";") if part.strip()]
                    tickets = [sitting.notation.ticket_names.parse(part.strip()) for part in said]
                    sitting.end_with({player: tickets})
                    held[player] = tickets
                except BranchlineError as error:
                    self._write(sentence(str(error)))
        found = result(sitting.notation.score_parts, sitting.names, sitting.end_with(held))
        for score in found["scores"]:
            self._write(f"{score['player']}: {score['total']} points, {score['completed']} tickets completed")
        self._write(f"{' and '.join(found['winners'])} won.")
