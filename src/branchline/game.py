"""One game: new, moves, play, view, undo, save; and loading a game from its record."""

import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from branchline import boards
from branchline.boards import AnyBoard
from branchline.errors import BranchlineError, MoveError, SetupError
from branchline.log import Chance, Entry, Move, Undo
from branchline.notation import notation_of
from branchline.notation import record as records
from branchline.notation.events import events, result
from branchline.notation.protocol import Event
from branchline.position import Position, kind_of, stream
from branchline.view import View, make_view
from branchline.warm import prepare


class Game:
    """A game of people, programs or both, with its log."""

    def __init__(self, board: AnyBoard, names: Sequence[str], seed: int | None = None) -> None:
        check_names(board, names)
        prepare(kind_of(board))
        self.board = board
        self.names = tuple(names)
        self.notation = notation_of(board)
        self.start = Position.start(board, len(names))
        self.position = self.start.copy()
        self.log: list[Entry] = []
        self.date = date.today().isoformat()
        self._before: list[Position] = []  # the position before each move of the log that stands
        self._stream = stream(secrets.randbits(63) if seed is None else seed)

    @property
    def player(self) -> int:
        """Whose move it is, counted from 0."""
        return self.position.player

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    @property
    def turn(self) -> int:
        """The number of the turn; 0 while tickets are chosen at the start."""
        return self.position.turn

    def moves(self) -> list[str]:
        """The legal moves in words; one that can go on in many ways, such as an exchange, is named by its beginning."""
        return [self.notation.text(self.position, actions) for actions in self.notation.moves(self.position)]

    def actions(self) -> list[int]:
        """The legal actions as numbers of the board's action space."""
        return self.position.legal()

    def play(self, move: str | int | Sequence[int], player: int | str | None = None) -> None:
        """Make a move, given in words or as numbers, and let chance do its part; a wrong move changes nothing."""
        self.move(move, player)
        self.resolve()

    def move(self, move: str | int | Sequence[int], player: int | str | None = None) -> None:
        """Make a move and leave chance to the caller."""
        actions = self._read(move, player)
        after = self.position.copy()
        for action in actions:
            if not after.is_legal(action):
                raise self.notation.refuse(after, action)
            after.apply(action)
        self._commit(actions, after)

    def _read(self, move: str | int | Sequence[int], player: int | str | None) -> list[int]:
        if self.position.is_over:
            raise MoveError("the game is over; no more moves can be made")
        if self.position.is_chance:
            raise MoveError("chance moves now; call resolve() or chance()")
        if player is not None and self._seat(player) != self.player:
            whose = f"it is {self.names[self.player]}'s move, not {self.names[self._seat(player)]}'s"
            raise MoveError(whose, self.notation.turn_rule)
        if isinstance(move, str):
            return self.notation.parse(self.position, move)
        return [int(move)] if isinstance(move, int) else [int(action) for action in move]

    def _seat(self, player: int | str) -> int:
        if isinstance(player, int) and 0 <= player < len(self.names):
            return player
        if player in self.names:
            return self.names.index(str(player))
        raise MoveError(f"there is no player {player!r}; the players are {', '.join(self.names)}")

    def _commit(self, actions: Sequence[int], after: Position) -> None:
        before = self.position
        if self.log and isinstance(last := self.log[-1], Move) and self.notation.is_mid_move(before):
            before = self._before.pop()
            actions = [*last.actions, *actions]
            self.log.pop()
        text = self.notation.text(before, actions)
        self.log.append(Move(before.turn, before.player, tuple(actions), text))
        self._before.append(before)
        self.position = after

    def chance(self, outcome: int) -> None:
        """Let chance do one thing."""
        if outcome not in dict(self.position.outcomes()):
            raise MoveError(f"chance cannot do {outcome!r} now")
        label, player = self.notation.chance_label(self.position)
        text = self.notation.outcome_text(self.position, outcome)
        after = self.position.copy()
        after.apply(outcome)
        self.log.append(Chance(label, player, outcome, text))
        self.position = after

    def resolve(self) -> None:
        """Let chance do everything it has to, by the odds."""
        while self.position.is_chance:
            self.chance(self.position.draw(self._stream))

    @property
    def undo_is_free(self) -> bool:
        """Whether the last move revealed nothing, so that taking it back needs nobody's consent."""
        if not self._before or not isinstance(self.log[-1], Move):
            return False
        return not self.notation.reveals(self._before[-1], self.position)

    def undo(self) -> None:
        """Take the last move back, with everything chance did after it."""
        if not self._before:
            raise MoveError("there is no move to take back")
        self.position = self._before.pop()
        self.log.append(Undo(self.position.player))

    def view(self, player: int | str) -> View:
        """What a player may know of the game."""
        return make_view(self.notation, self.names, self.position, self._seat(player))

    def spectate(self) -> View:
        """What everybody may know of the game."""
        return make_view(self.notation, self.names, self.position, -1)

    def scores(self) -> list[int]:
        """Everybody's score as it stands, tickets and bonuses included; before the end this is not public."""
        return [int(n) for n in self.position.score().total[: len(self.names)]]

    def result(self) -> dict[str, Any]:
        """The final score in plain names."""
        return result(self.notation, self.names, self.position)

    def events(self) -> Iterator[Event]:
        """Every event so far, chance included, in plain names."""
        return events(self.notation, self.names, self.start, self.log)

    def record(self) -> str:
        """The game as a text."""
        head = {
            "board": f"{self.board.name} {records.fingerprint(self.board)}",
            "options": records.head_options(self.board.chosen),
            "players": "; ".join(self.names),
            "date": self.date,
            "result": result_line(self) if self.is_over else "",
        }
        return records.write(head, self.notation, self.names, self.start, self.log)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the game to a file, whole or not at all."""
        target = Path(path)
        partial = target.with_name(target.name + ".part")
        try:
            with partial.open("w", encoding="utf-8") as file:
                file.write(self.record())
                file.flush()
                os.fsync(file.fileno())
            partial.replace(target)
        except OSError as error:
            partial.unlink(missing_ok=True)
            raise BranchlineError(f"cannot save to {target}: {error.strerror}; nothing was changed there") from error

    def __str__(self) -> str:
        return self.record()

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"turn {self.turn}, {self.names[self.player]} to move"
        return f"<Game {self.board.name}, {len(self.names)} players, {state}>"


def check_names(board: AnyBoard, names: Sequence[str]) -> None:
    """Raise what is wrong with the number or the names of the players."""
    least, most = board.rules.players
    if not least <= len(names) <= most:
        raise SetupError(f"{board.title} is for {least} to {most} players, not {len(names)}")
    for name in names:
        if not name.strip() or name != name.strip() or any(c in name for c in ":;#\n\r"):
            raise SetupError(f"a player cannot be named {name!r}; use a name without ':', ';' or '#'", "bad_name")
    if len(set(names)) < len(names):
        raise SetupError(f"two players have the same name: {', '.join(names)}", "name_taken")


def result_line(game: Game) -> str:
    """The result for the head of a record."""
    found = game.result()
    totals = "; ".join(f"{score['player']} {score['total']}" for score in found["scores"])
    return f"{totals}; won by {' and '.join(found['winners'])}"


def new(
    board: str | Path | AnyBoard,
    players: int | Sequence[str] = 2,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
) -> Game:
    """A new game, dealt and ready for the first choice of tickets.

    >>> import branchline
    >>> game = branchline.new("nordic", players=3, seed=7)
    >>> game.names
    ('Player 1', 'Player 2', 'Player 3')
    """
    if isinstance(board, str | Path):
        board = boards.load(board, options)
    names = [f"Player {i + 1}" for i in range(players)] if isinstance(players, int) else list(players)
    game = Game(board, names, seed)
    game.resolve()
    return game
