"""Playing a record through: every line must be what the rules allow."""

import os
from pathlib import Path

from branchline import boards
from branchline.boards import AnyBoard, BoardError
from branchline.errors import BranchlineError, RecordError, SetupError
from branchline.game import Game, result_line
from branchline.notation.record import ChanceLine, MoveLine, Record, UndoLine, fingerprint, read, read_options


def load(path: str | os.PathLike[str], board: AnyBoard | None = None) -> Game:
    """The game that a record's file tells."""
    return loads(_text(Path(path)), board)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is not a text in UTF-8: {error.reason}") from error
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror}") from error


def loads(text: str, board: AnyBoard | None = None) -> Game:
    """The game that the text of a record tells; the first thing wrong in it is said with its line."""
    record = read(text)
    names = [name.strip() for name in record.head["players"].split(";")]
    try:
        game = Game(board or _board(record), names)
    except SetupError as error:
        raise RecordError(str(error), record.head_lines["players"]) from error
    game.date = record.head.get("date", "")
    for line in record.lines:
        try:
            _play(game, line)
        except RecordError:
            raise
        except BranchlineError as error:
            raise RecordError(str(error), line.line) from error
    return game


def _board(record: Record) -> AnyBoard:
    name, _, wanted = record.head["board"].partition(" ")
    try:
        board = boards.load(name, read_options(record))
    except BoardError as error:
        raise RecordError(f"the record's board cannot be loaded: {error}", record.head_lines["board"]) from error
    if wanted and fingerprint(board) != wanted:
        raise RecordError(
            f"the record was played on another {name} board ({wanted}; this one is {fingerprint(board)}): "
            "give that board's file with --board",
            record.head_lines["board"],
        )
    return board


def _play(game: Game, line: MoveLine | ChanceLine | UndoLine) -> None:
    if isinstance(line, ChanceLine):
        _chance(game, line)
    elif game.position.is_chance:
        label, _ = game.notation.chance_label(game.position)
        raise RecordError(f"a line '  {label}: …' is missing before this one: chance moves first", line.line)
    elif isinstance(line, UndoLine):
        game.undo()
    else:
        if line.turn != game.turn:
            raise RecordError(f"this is turn {game.turn}, not {line.turn}", line.line)
        game.move(line.text, line.player)


def _chance(game: Game, line: ChanceLine) -> None:
    for item in line.items:
        if not game.position.is_chance:
            raise RecordError(f"chance has nothing to do here, but the line says {item!r}", line.line)
        label, player = game.notation.chance_label(game.position)
        who = None if player is None else game.names[player]
        if (label, who) != (line.label, line.player):
            right = label if who is None else f"{label} {who}"
            raise RecordError(f"here chance would fill '{right}: …'", line.line)
        outcome = game.notation.parse_outcome(game.position, item)
        if outcome not in dict(game.position.outcomes()):
            raise RecordError(f"{item} cannot turn up: none is left where it would come from", line.line)
        game.chance(outcome)


def check(path: Path, board: AnyBoard | None = None) -> Game:
    """The game of a complete record whose every line and result are as the rules say."""
    text = _text(path)
    game = loads(text, board)
    last = len(text.splitlines())
    if not game.is_over:
        raise RecordError(f"the record is cut short: it ends in turn {game.turn}, before the end of the game", last)
    written = read(text).head.get("result")
    if written != result_line(game):
        raise RecordError(f"the head says 'result: {written}', the rules say 'result: {result_line(game)}'")
    return game
