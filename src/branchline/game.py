"""One game: new, moves, play, view, undo, save; and loading a game from its record."""

import os
import secrets
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from branchline import boards
from branchline import record as records
from branchline.actions import Action
from branchline.boards import AnyBoard
from branchline.errors import BranchlineError, ChanceError, MoveError, SetupError
from branchline.fair import Fairness
from branchline.history import History
from branchline.kinds import kind_of, new_position, notation_of
from branchline.log import Chance, Entry, Move
from branchline.notation import Played, carry_out, chance_label
from branchline.position import stream
from branchline.view import View
from branchline.warm import prepare
from branchline.whole import Whole, place, whole

AnyMove = str | Action | Whole | Sequence[Action | Whole] | Played


class Game(History):
    """A game of people, programs or both, with its history.

    `board` is what is played and `names` who plays, in the order of the seats. `new` and `load` make games.

    Examples:
        >>> import branchline
        >>> game = branchline.new("nordic", players=["Anna", "Bo"], seed=7)
        >>> game.moves()[0]
        'keep Bergen–Narvik 16; Stockholm–Tromsø 17'
        >>> game.play("keep 1 2")
        >>> game.names[game.player]
        'Bo'
    """

    def __init__(self, board: AnyBoard, names: Sequence[str], seed: Whole | None = None) -> None:
        check_names(board, names)
        kind = kind_of(board)
        prepare(kind)
        super().__init__(notation_of(board), names, new_position(board, len(names)))
        self.board = board  # equal boards share a notation, but not the file that a record carries
        self.date = date.today().isoformat()
        self.fair: Fairness | None = None  # what the draws follow from, if that can be checked
        self.lesson = ""  # the first game that teaches which this was, with a deal made for it
        self._stream = stream(secrets.randbits(63) if seed is None else whole(seed, "a seed"))

    def moves(self) -> list[str]:
        """The legal moves in words; one that can go on in many ways, such as an exchange, is named by its beginning."""
        return [self.notation.text(self.position, *move) for move in self.notation.moves(self.position)]

    def play(self, move: AnyMove, player: Whole | str | None = None) -> None:
        """Make a move, in words, as actions or as numbers, and let chance do its part; a wrong move changes nothing.

        With `player`, a name or a seat, it is refused unless it is that player's turn.

        Examples:
            >>> import branchline
            >>> game = branchline.new("nordic", players=["Anna", "Bo"], seed=7)
            >>> game.play("draw deck")
            Traceback (most recent call last):
            branchline.errors.MoveError: first choose tickets: keep at least 2 of the 5 tickets [N-SET-5]
        """
        self.move(move, player)
        self.resolve()

    def move(self, move: AnyMove, player: Whole | str | None = None) -> None:
        """Make a move and leave chance to the caller."""
        self.add_move(*self._read(move, player))

    def _read(self, move: AnyMove, player: Whole | str | None) -> Played:
        position = self.position
        if position.is_over:
            raise MoveError("the game is over; no more moves can be made")
        if position.is_chance:
            raise MoveError("chance moves now; call resolve() or chance()")
        if player is not None and self._seat(player) != position.player:
            whose = f"it is {self.names[self.player]}'s move, not {self.names[self._seat(player)]}'s"
            raise MoveError(whose, self.notation.turn_rule)
        if isinstance(move, Played):
            return move
        if isinstance(move, str):
            return self.notation.read(position, move)
        return carry_out(position, self.notation.actions.numbers(move), self.notation.refuse)

    def _seat(self, player: Whole | str) -> int:
        if isinstance(player, str):
            if player in self.names:
                return self.names.index(player)
            raise MoveError(f"there is no player {player!r}; the players are {', '.join(self.names)}")
        return place(player, len(self.names), "the number of a player", MoveError)

    def chance(self, outcome: Whole) -> None:
        """Let chance do one thing: one of `position.outcomes()`, by its number."""
        position, outcome = self.position, whole(outcome, "what chance does", ChanceError)
        after = position.after_chance(outcome)
        if after is None:
            raise ChanceError(f"chance cannot do {outcome!r} now")
        text = self.notation.outcome_text(position, outcome)
        self.add_chance(Chance(*chance_label(position), outcome, text), after)

    def resolve(self) -> None:
        """Let chance do everything it has to, by the odds."""
        while self.position.is_chance:
            self.chance(self.position.draw(self._stream))

    def copy(self) -> "Game":
        """The same game, apart: what is played on from here changes only one of them."""
        other = object.__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> "Game":
        return self.copy()  # what it shares with the other never changes

    def __getstate__(self) -> dict[str, Any]:
        kept = {**self.__dict__, "steps": list(self.steps), "standing": list(self.standing)}
        del kept["notation"]
        return {**kept, "_stream": self._stream.copy()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, notation=notation_of(state["board"]))

    def __eq__(self, other: object) -> bool:
        """Whether the same was played on the same board by players of the same names."""
        if not isinstance(other, Game):
            return NotImplemented
        mine, theirs = (self.board, self.names, self.log), (other.board, other.names, other.log)
        return mine == theirs and self.position == other.position

    def undo(self) -> None:
        """Take the last move back, with everything chance did after it."""
        self.add_undo()

    def view(self, player: Whole | str) -> View:
        """What a player, given by name or seat, may know of the game; see `View`."""
        return self._seen(self._seat(player))

    def spectate(self) -> View:
        """What everybody may know of the game."""
        return self._seen(-1)

    def _seen(self, viewer: int) -> View:
        return kind_of(self.board).view(self.notation, self.names, self.position.seen_by(viewer), viewer)

    def scores(self) -> list[int]:
        """Everybody's score as it stands, tickets and bonuses included; before the end this is not public."""
        return [int(n) for n in self.position.score().total[: len(self.names)]]

    @cached_property
    def _carried(self) -> str:
        return boards.carried(self.board)

    def record(self) -> str:
        """The game as a text, which `branchline.loads` reads again."""
        head = {
            "board": f"{self.board.name} {boards.fingerprint(self.board)}",
            "options": records.head_options(self.board.chosen),
            "players": "; ".join(self.names),
            "date": self.date,
            "result": result_line(self) if self.is_over else "",
            "lesson": self.lesson,
            **(self.fair.head() if self.fair else {}),
        }
        return records.write(head, self, self._carried)

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

    def svg(self) -> str:
        """Where the game stands, as everybody sees it: a picture that any program can read, without variables."""
        return kind_of(self.board).pictures.position_svg(self.board, self.position)

    def _repr_svg_(self) -> str:
        return self.svg()  # what notebooks show

    def animation(self, seconds: float = 0.8) -> str:
        """The whole game as an SVG that moves, so many seconds a move; browsers and notebooks play it."""
        moves = [step for step in self.steps if not isinstance(step.entry, Chance)]
        frames = [(step.after, self._caption(step.entry)) for step in moves]
        return kind_of(self.board).pictures.film(self.board, [(self.start, self.board.title), *frames], seconds)

    def _caption(self, entry: Entry) -> str:
        who = self.names[entry.player or 0]
        return f"{entry.turn} {who}: {entry.text}" if isinstance(entry, Move) else f"{who} takes the move back"

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
    players: Whole | Sequence[str] = 2,
    seed: Whole | None = None,
    options: Mapping[str, object] | None = None,
) -> Game:
    """A new game, dealt and ready for the first choice of tickets.

    `board` is a name, a file or a loaded board; `players` their names, or how many. The same `seed` gives the same
    deal; without one it is anew each time. `options` choose among the board's variants.

    Examples:
        >>> import branchline
        >>> game = branchline.new("nordic", players=3, seed=7)
        >>> game.names
        ('Player 1', 'Player 2', 'Player 3')
        >>> branchline.new("usa", players=4, options={"ticket_decks": "mega"}, seed=1)
        <Game usa, 4 players, turn 0, Player 1 to move>
    """
    if isinstance(board, str | Path):
        board = boards.load(board, options)
    if not isinstance(players, Sequence):
        players = [f"Player {i + 1}" for i in range(whole(players, "the number of players"))]
    game = Game(board, list(players), seed)
    game.resolve()
    return game
