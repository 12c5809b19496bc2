"""Playing a record through: every line must be what the rules allow."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from branchline import boards
from branchline.boardfile.problems import BoardError
from branchline.boards import AnyBoard
from branchline.engine.phases import DEAL_TICKET, OVER
from branchline.errors import BranchlineError, RecordError, SetupError
from branchline.fair import from_head
from branchline.game import Game, result_line
from branchline.log import Chance
from branchline.notation import chance_label
from branchline.position import Position
from branchline.record import ChanceLine, MoveLine, Record, UndoLine, option_texts, read, read_options

LARGEST = 5_000_000  # bytes of a record's file, far more than any game has


def load(path: str | os.PathLike[str], board: AnyBoard | None = None) -> Game:
    """The game that a record's file tells; `board` is needed only where it neither ships nor is in the record.

    Every line is played by the rules; the first thing wrong is raised as a `RecordError` that says its line.
    """
    return loads(_text(Path(path)), board)


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise RecordError(f"{path} is not a game record: it has more than {LARGEST:,} bytes")
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is not a text in UTF-8: {error.reason}") from error
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror}") from error


Find = Callable[[str, Mapping[str, object]], AnyBoard]


def loads(text: str, board: AnyBoard | None = None, find: Find = boards.load_shipped) -> Game:
    """The game that the text of a record tells; the first thing wrong in it is said with its line."""
    record = read(text)
    names = [name.strip() for name in record.head["players"].split(";")]
    try:
        game = Game(_board(record, board, find), names)
    except SetupError as error:
        raise RecordError(str(error), record.head_lines["players"]) from error
    game.date = record.head.get("date", "")
    game.lesson = record.head.get("lesson", "")
    game.fair = from_head(record.head, len(names))
    for line in record.lines:
        try:
            _play(game, line)
        except RecordError:
            raise
        except BranchlineError as error:
            raise RecordError(str(error), line.line) from error
    return game


def _board(record: Record, given: AnyBoard | None, find: Find) -> AnyBoard:
    name, _, wanted = record.head["board"].partition(" ")
    try:
        if given is not None:
            board = _with_options(given, read_options(record))
        else:
            board = _carried(record, name) if record.board else find(name, read_options(record))
    except BoardError as error:
        raise RecordError(f"the record's board cannot be loaded: {error}", record.head_lines["board"]) from error
    if wanted and boards.fingerprint(board) != wanted:
        raise RecordError(
            f"the record was played on another {name} board ({wanted}; this one is {boards.fingerprint(board)}): "
            "give that board's file with --board",
            record.head_lines["board"],
        )
    return board


def _with_options(board: AnyBoard, options: Mapping[str, object]) -> AnyBoard:
    """A board that was given, with the options of the record; one that has them may be unlike its file otherwise."""
    if not board.text or not options or options == option_texts(board.chosen):
        return board
    return boards.loads(board.text, f"{board.name}.toml", options)


def _carried(record: Record, name: str) -> AnyBoard:
    """The board that a record carries, looked at like any board of a stranger."""
    try:
        board = boards.loads(record.board, f"{name}.toml", read_options(record))
    except BoardError as error:
        if error.problems:
            first = error.problems[0]
            wrong = f"the record's board has a mistake: {first.entry}: {first.wrong}; {first.right}"
            raise RecordError(wrong, record.board_line + first.line) from error
        raise
    if board.name != name:
        line = record.head_lines["board"]
        raise RecordError(f"the head says that the board is {name!r}, but it carries {board.name!r}", line)
    return board


def _play(game: Game, line: MoveLine | ChanceLine | UndoLine) -> None:
    position = game.position
    if isinstance(line, ChanceLine):
        _chance(game, position, line)
        return
    turn, phase, player = position.head
    if phase <= DEAL_TICKET:
        label, _ = chance_label(position)
        raise RecordError(f"a line '  {label}: …' is missing before this one: chance moves first", line.line)
    if isinstance(line, UndoLine):
        game.undo()
    elif line.turn != turn:
        raise RecordError(f"this is turn {turn}, not {line.turn}", line.line)
    elif phase != OVER and line.player == game.names[player]:
        game.add_move(*game.notation.read(position, line.text))
    else:
        game.move(line.text, line.player)  # which says what is wrong


def _chance(game: Game, position: Position, line: ChanceLine) -> None:
    outcomes = game.notation.outcomes(line.label)
    for item in line.items:
        label, player = chance_label(position)
        if not label:
            raise RecordError(f"chance has nothing to do here, but the line says {item!r}", line.line)
        who = None if player is None else game.names[player]
        if label != line.label or who != line.player:
            right = label if who is None else f"{label} {who}"
            raise RecordError(f"here chance would fill '{right}: …'", line.line)
        outcome = outcomes.get(item)
        if outcome is None:
            outcome = game.notation.parse_outcome(position, item)
            item = game.notation.outcome_text(position, outcome)
        after = position.after_chance(outcome)
        if after is None:
            raise RecordError(f"{item} cannot turn up: none is left where it would come from", line.line)
        game.add_chance(Chance(label, player, outcome, item), after)
        position = after


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
