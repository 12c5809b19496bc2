"""Keeping a game in a file: when asked, after every move, and when somebody leaves."""

from collections.abc import Callable
from pathlib import Path

from branchline.errors import BranchlineError
from branchline.game import Game
from branchline.log import Entry
from branchline.talk.words import sentence

Read = Callable[[str], str]
Write = Callable[[str], None]


def agrees(read: Read, question: str) -> bool:
    """Ask until the answer is yes or no."""
    while True:
        answer = read(f"{question} Yes or no: ").strip().lower()
        if answer in ("y", "yes", "n", "no"):
            return answer.startswith("y")


def _path(name: str) -> Path:
    """The file that a name means; not a folder."""
    try:
        path = Path(name.strip("\"'")).expanduser()
        if path.is_dir():
            raise BranchlineError(f"{path} is a folder; say the name of a file")
    except (OSError, RuntimeError) as error:
        raise BranchlineError(f"{name} cannot be the name of a file: {error}") from error
    return path


class Keeper:
    """Knows which file a game is kept in, and whether it is all there."""

    def __init__(self, game: Game, read: Read, write: Write, autosave: Path | None) -> None:
        self._game = game
        self._read = read
        self._write = write
        self._autosave = autosave
        self._path = autosave
        self._safe: list[Entry] | None = list(game.log)  # the log as far as it need not be saved

    def keep_up(self) -> None:
        """Save if every move is to be kept; a failure is told, and the game goes on."""
        if self._autosave:
            try:
                self._save(self._autosave)
            except BranchlineError as error:
                self._safe = None
                self._write(sentence(str(error)))

    def _save(self, path: Path) -> None:
        self._game.save(path)
        self._path = path
        self._safe = list(self._game.log)

    def save(self, name: str) -> None:
        """Save to a file that a person named; another file of that name is not overwritten unasked."""
        if not name and self._path is None:
            raise BranchlineError("say save and the name of a file, for example save evening.txt")
        path = _path(name) if name else self._path
        assert path is not None
        if path.exists() and path != self._path and not agrees(self._read, f"{path} exists. Overwrite it?"):
            self._write("Not saved.")
            return
        self._save(path)
        self._write(f"Saved in {path}.")

    def leave(self) -> None:
        """Say goodbye; offer to save what is not in a file yet."""
        try:
            self._offer()
        except (EOFError, KeyboardInterrupt):
            self._write("")
        if self._is_safe() and self._path is None:
            self._write("Goodbye.")
        elif self._is_safe():
            self._write(f"The game is kept in {self._path}. To go on: branchline play --text --resume {self._path}")
        else:
            self._write("The game is not kept. Goodbye.")

    def _is_safe(self) -> bool:
        """Whether nothing has happened that is not in a file."""
        return self._safe == self._game.log

    def _offer(self) -> None:
        while not self._is_safe():
            name = self._read("To save the game, type the name of a file; or only press Enter: ").strip()
            if not name:
                return
            try:
                self.save(name)
            except BranchlineError as error:
                self._write(sentence(str(error)))
