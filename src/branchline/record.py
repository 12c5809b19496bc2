"""Game records: a whole game as a text that a person can read.

The grammar is in docs/records.md. A record has a head of `name: value` lines, an empty line, and then one line
a move; what chance did stands indented below the move that asked for it. `#` begins a comment. A board that does not
come with Branchline follows at the end, line by line as its file has it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from branchline.boardfile.source import SIZE
from branchline.errors import RecordError
from branchline.fair import HEAD as FAIR
from branchline.history import History
from branchline.log import Chance, Move, Undo

FIRST_LINE = "branchline record 1"
BOARD_FILE = "board file:"  # what follows is the board, each line behind a bar
LONGEST_LINE, MOST_LINES = 4_000, 20_000  # far more than any game has
HEAD = ("board", "options", "players", "date", "result", "lesson", *FAIR)


class MoveLine(NamedTuple):
    """A line of a record in which a player moves; turn 0 is the set-up."""

    line: int
    turn: int
    player: str
    text: str


class ChanceLine(NamedTuple):
    """A line of a record that says what chance did."""

    line: int
    label: str
    player: str | None
    items: tuple[str, ...]


class UndoLine(NamedTuple):
    """A line of a record in which a move is taken back."""

    line: int
    player: str


Line = MoveLine | ChanceLine | UndoLine

LABELS = {"display": ",", "turned": ",", "deal": ",", "tickets": ";", "neutral": ";"}  # with what ends each thing


@dataclass(slots=True)
class Record:
    """A record as it is written, before it is played."""

    head: dict[str, str] = field(default_factory=dict)
    head_lines: dict[str, int] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    board: str = ""  # the text of its board, where that is carried
    board_line: int = 0  # the line before its first


def write(head: dict[str, str], history: History, board: str = "") -> str:
    """The text of a game, and of its board if that is to be carried."""
    lines = [FIRST_LINE, *(f"{name}: {head[name]}" for name in HEAD if head.get(name)), ""]
    run: list[Chance] = []  # what chance did that goes on one line

    def end_run() -> None:
        if run:
            lines.append(_chance_line(run, history.names))
            run.clear()

    for step in history.steps:
        entry = step.entry
        if isinstance(entry, Chance):
            if run and (entry.label, entry.player) != (run[0].label, run[0].player):
                end_run()
            run.append(entry)
        else:
            end_run()
            lines.append(_move_line(entry, history.names))
        followed = step.followed(history.notation, history.names)
        if notes := list(filter(None, map(history.notation.comment, followed))):
            end_run()
            lines += [f"  # {note}" for note in notes]
    end_run()
    if board:
        lines += ["", BOARD_FILE, *(f"| {line}" if line else "|" for line in board.removesuffix("\n").split("\n"))]
    return "\n".join(lines) + "\n"


def _move_line(entry: Move | Undo, players: Sequence[str]) -> str:
    if isinstance(entry, Undo):
        return f"undo {players[entry.player]}"
    return f"{entry.turn} {players[entry.player]}: {entry.text}"


def _chance_line(run: Sequence[Chance], players: Sequence[str]) -> str:
    who = "" if run[0].player is None else f" {players[run[0].player]}"
    items = f"{LABELS[run[0].label]} ".join(entry.text for entry in run)
    return f"  {run[0].label}{who}: {items}"


def read(text: str) -> Record:
    """Take a record apart; what its lines mean is found out by playing them."""
    record = Record()
    text, _, carried = text.removeprefix("\ufeff").replace("\r\n", "\n").partition(f"\n{BOARD_FILE}\n")
    lines = text.splitlines()
    if not lines or not lines[0].startswith("branchline record"):
        raise RecordError(f"this is not a game record; its first line would be '{FIRST_LINE}'", 1)
    if lines[0].strip() != FIRST_LINE:
        raise RecordError(f"the record is of another version ({lines[0][:80]!r}); this program reads '{FIRST_LINE}'", 1)
    if len(lines) > MOST_LINES:
        raise RecordError(f"the record has more than {MOST_LINES} lines", MOST_LINES + 1)
    in_head = True
    for number, line in enumerate(lines[1:], 2):
        if len(line) > LONGEST_LINE:
            raise RecordError(f"the line has more than {LONGEST_LINE} letters", number)
        content = line.split("#")[0].rstrip() if "#" in line else line.rstrip()
        if in_head and content:
            _read_head(record, number, content)
        elif in_head:
            in_head = bool(line.strip())
        elif content:
            record.lines.append(_read_line(number, content))
    for name in ("board", "players"):
        if name not in record.head:
            raise RecordError(f"the head has no line '{name}: …'", 1)
    if carried:
        record.board_line = text.count("\n") + 2
        record.board = _read_board(carried, record.board_line)
    return record


def _read_board(carried: str, before: int) -> str:
    """The text of the board that ends a record; whether it is one is found out by loading it."""
    if len(carried) > 2 * SIZE:
        raise RecordError(f"the board has more than {SIZE:,} characters", before + 1)
    lines: list[str] = []
    for number, line in enumerate(carried.removesuffix("\n").split("\n"), before + 1):
        if line[:1] != "|":
            raise RecordError(f"after {BOARD_FILE!r} every line of the board begins with '|'", number)
        lines.append(line[1:].removeprefix(" "))
    return "\n".join(lines) + "\n"


def _read_head(record: Record, number: int, line: str) -> None:
    name, colon, value = line.partition(":")
    if not colon or name not in HEAD:
        known = ", ".join(HEAD)
        raise RecordError(f"cannot read {line!r}; the head has lines 'name: value' with the names {known}", number)
    if name in record.head:
        raise RecordError(f"the head has {name!r} twice", number)
    record.head[name] = value.strip()
    record.head_lines[name] = number


def _read_line(number: int, line: str) -> Line:
    if line[0] == " ":
        return _read_chance(number, line.strip())
    turn, _, rest = line.partition(" ")
    player, _, text = rest.partition(":")
    if turn.isdecimal() and len(turn) <= 5 and player and text[:1] == " ":
        return MoveLine(number, int(turn), player, text[1:])
    if turn == "undo" and rest:
        return UndoLine(number, rest)
    raise RecordError(f"cannot read {line!r}; a move is like '3 Anna: draw red'", number)


def _read_chance(number: int, line: str) -> ChanceLine:
    what, _, items = line.partition(": ")
    label, _, player = what.partition(" ")
    if label not in LABELS or not items:
        raise RecordError(f"cannot read {line!r}; chance lines are like '  deal Anna: red, blue'", number)
    return ChanceLine(number, label, player or None, tuple(map(str.strip, items.split(LABELS[label]))))


def head_options(chosen: Mapping[str, object]) -> str:
    """The options in force, for the head."""
    return ", ".join(f"{name}={text}" for name, text in option_texts(chosen).items())


def option_texts(chosen: Mapping[str, object]) -> dict[str, str]:
    """Options as a head writes them."""
    return {name: str(value).lower() for name, value in chosen.items()}


def read_options(record: Record) -> dict[str, object]:
    """The options that the head names."""
    options: dict[str, object] = {}
    for part in filter(None, map(str.strip, record.head.get("options", "").split(","))):
        name, equals, value = part.partition("=")
        if not equals:
            raise RecordError(f"cannot read the option {part!r}; options are like 'start_hand=5, tiebreak=…'")
        options[name.strip()] = value.strip()
    return options
