"""Game records: a whole game as a text that a person can read.

The grammar is in docs/records.md. A record has a head of `name: value` lines, an empty line, and then one line
a move; what chance did stands indented below the move that asked for it. `#` begins a comment.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from branchline.boards import AnyBoard, CardGame
from branchline.errors import RecordError
from branchline.log import Chance, Entry, Move, Undo, follow
from branchline.notation.protocol import Notation
from branchline.position import Position

FIRST_LINE = "branchline record 1"
HEAD = ("board", "options", "players", "date", "result")


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A line of a record in which a player moves; turn 0 is the set-up."""

    line: int
    turn: int
    player: str
    text: str


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """A line of a record that says what chance did."""

    line: int
    label: str
    player: str | None
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UndoLine:
    """A line of a record in which a move is taken back."""

    line: int
    player: str


Line = MoveLine | ChanceLine | UndoLine


@dataclass(slots=True)
class Record:
    """A record as it is written, before it is played."""

    head: dict[str, str] = field(default_factory=dict)
    head_lines: dict[str, int] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)


def fingerprint(board: AnyBoard) -> str:
    """A short hash of a board's cities, routes and tickets."""
    return hashlib.sha256("\n".join(_facts(board)).encode()).hexdigest()[:8]


def _facts(board: AnyBoard) -> list[str]:
    if isinstance(board, CardGame):
        bonuses = [f"{bonus.city}|{bonus.points}" for bonus in board.bonuses]
        return bonuses + [f"{t.a}|{t.b}|{t.points}|{sorted(t.cards.items())}" for t in board.tickets]
    return [
        *sorted(city.name for city in board.cities),
        *(f"{r.a}|{r.b}|{r.length}|{r.colour}|{r.kind}|{r.locomotives}|{r.exchange}|{r.toll}" for r in board.routes),
        *(f"{t.a}|{t.b}|{t.points}|{t.deck}" for t in board.tickets),
    ]


def write(
    head: dict[str, str], notation: Notation, players: Sequence[str], start: Position, log: Sequence[Entry]
) -> str:
    """The text of a game."""
    lines = [FIRST_LINE, *(f"{name}: {head[name]}" for name in HEAD if head.get(name)), ""]
    run: list[Chance] = []
    for entry, before, after in follow(start, log):
        if isinstance(entry, Chance):
            if run and (entry.label, entry.player) != (run[0].label, run[0].player):
                lines.append(_chance_line(run, players))
                run = []
            run.append(entry)
        else:
            lines += [_chance_line(run, players)] if run else []
            run = []
            lines.append(_move_line(entry, players))
        follows = [] if isinstance(entry, Undo) else notation.consequences(players, before, after)
        notes = [notation.comment(event) for event in follows]
        if any(notes) and run:
            lines.append(_chance_line(run, players))
            run = []
        lines += [f"  # {note}" for note in notes if note]
    lines += [_chance_line(run, players)] if run else []
    return "\n".join(lines) + "\n"


def _move_line(entry: Move | Undo, players: Sequence[str]) -> str:
    if isinstance(entry, Undo):
        return f"undo {players[entry.player]}"
    return f"{entry.turn} {players[entry.player]}: {entry.text}"


def _chance_line(run: Sequence[Chance], players: Sequence[str]) -> str:
    who = "" if run[0].player is None else f" {players[run[0].player]}"
    items = ("; " if run[0].label in ("tickets", "neutral") else ", ").join(entry.text for entry in run)
    return f"  {run[0].label}{who}: {items}"


def read(text: str) -> Record:
    """Take a record apart; what its lines mean is found out by playing them."""
    record = Record()
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or not lines[0].startswith("branchline record"):
        raise RecordError(f"this is not a game record; its first line would be '{FIRST_LINE}'", 1)
    if lines[0].strip() != FIRST_LINE:
        raise RecordError(f"the record is of another version ({lines[0]!r}); this program reads '{FIRST_LINE}'", 1)
    in_head = True
    for number, line in enumerate(lines[1:], 2):
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
    return record


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
    if line.startswith(" "):
        match = re.fullmatch(r"\s+(display|turned|deal|tickets|neutral)(?: ([^:]+))?: (.+)", line)
        if not match:
            raise RecordError(f"cannot read {line.strip()!r}; chance lines are like '  deal Anna: red, blue'", number)
        items = re.split(r"\s*;\s*" if match[1] in ("tickets", "neutral") else r"\s*,\s*", match[3])
        return ChanceLine(number, match[1], match[2], tuple(items))
    if match := re.fullmatch(r"undo (.+)", line):
        return UndoLine(number, match[1])
    if match := re.fullmatch(r"(\d+) ([^:]+): (.+)", line):
        return MoveLine(number, int(match[1]), match[2], match[3])
    raise RecordError(f"cannot read {line!r}; a move is like '3 Anna: draw red'", number)


def head_options(chosen: dict[str, object]) -> str:
    """The options in force, for the head."""
    return ", ".join(f"{name}={str(value).lower()}" for name, value in chosen.items())


def read_options(record: Record) -> dict[str, object]:
    """The options that the head names."""
    options: dict[str, object] = {}
    for part in filter(None, re.split(r"\s*,\s*", record.head.get("options", ""))):
        name, equals, value = part.partition("=")
        if not equals:
            raise RecordError(f"cannot read the option {part!r}; options are like 'start_hand=5, tiebreak=…'")
        options[name.strip()] = value.strip()
    return options
