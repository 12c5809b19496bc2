"""A table as its log makes it: who sits where, what is agreed, and the game."""

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Literal

from branchline.fair import Draws, Fairness, draw_unforeseen, make_key
from branchline.position import Position
from branchline.server import entries as log
from branchline.server.errors import unavailable
from branchline.server.play import Draw, Ground, Play, ground
from branchline.server.telling import Step, told_of_chance, told_of_move

ACTS = log.Moved | log.ChosenEarly | log.Chatted | log.CameBack  # by which somebody is seen to be there
MOST_NOTICES = 4  # of one seat; the newest stay
COLOURS = 5  # that pieces can have

Status = Literal["lobby", "playing", "over", "deleted"]


@dataclass(slots=True)
class Seat:
    """A seat, who sits there, and whether they can still win."""

    kind: log.SeatKind
    name: str
    level: str
    token: str
    is_away: bool = False  # a bot stands in
    is_lost: bool = False  # given up, or lost by the clock: a bot plays on
    spent: int = 0  # milliseconds thought so far
    acted: int = 0  # when somebody last did something here
    asked_away: set[int] = field(default_factory=set)  # who wants a bot to stand in
    notices: tuple[log.NoticeSet, ...] = ()  # where to tell that it is this seat's turn
    number: str = ""  # that was given for the draws
    colour: int | None = None  # None: that of its place
    is_host: bool = False  # whoever set the table sits here

    @property
    def is_played_by_bot(self) -> bool:
        """Whether the service moves for this seat."""
        return self.kind == "bot" or self.is_away or self.is_lost

    @property
    def has_a_say(self) -> bool:
        """Whether somebody sits here who can agree to something now."""
        return self.is_in_the_game and not self.is_away

    @property
    def is_in_the_game(self) -> bool:
        """Whether somebody sits here, or will come back, for whom something is at stake."""
        return self.kind == "person" and not self.is_lost


class Table:
    """Everything that follows from the entries so far."""

    __slots__ = (
        "_key",
        "before_move",
        "created",
        "dealt_seq",
        "early",
        "ended",
        "ground",
        "hidden",
        "id",
        "last_entry_at",
        "last_game_seq",
        "names",
        "next_table",
        "paused_until",
        "play",
        "revealed",
        "seats",
        "seq",
        "status",
        "turn_began",
        "undo_agreed",
        "undo_asked",
    )

    def __init__(self, name: str, created: log.Created, hidden: str = "") -> None:
        self.id = name
        self.hidden = hidden  # the secret of the draws, for nobody to see
        self.revealed = created.reveals  # the same, once the game is over
        self._key = b""  # that draws follow from
        self.created = created
        self.ground: Ground = ground(created.board, created.options, created.fingerprint)
        self.seats = [
            Seat(p.kind, p.name, p.level, p.token, number=p.number, colour=p.colour, is_host=p.is_host)
            for p in created.seats
        ]
        self._name_seats()
        self.status: Status = "lobby"
        self.play: Play | None = None
        self.seq = 1
        self.last_game_seq = 1  # of the last entry that changed the game
        self.turn_began = self.last_entry_at = created.at
        self.paused_until = 0  # the end of the last outage that was taken into account
        self.undo_asked: int | None = None
        self.undo_agreed: set[int] = set()
        self.next_table = ""
        self.before_move: int | None = None  # who was to move before the last entry
        self.ended = ""  # why, if the game did not end by its rules
        self.early: dict[int, tuple[int, ...]] = {}  # first tickets chosen before their turn
        self.dealt_seq = 0  # of the entry that dealt the cards

    def _name_seats(self) -> None:
        """Note the names at the table; an open seat has its number."""
        self.names = tuple(seat.name or f"Player {i + 1}" for i, seat in enumerate(self.seats))

    @property
    def to_move(self) -> int | None:
        """The seat whose move it is."""
        return self.play.player if self.play and self.status == "playing" else None

    @property
    def allows_hints(self) -> bool:
        """Whether players may ask the coach during the game; against bots alone they may if nothing else was said."""
        if self.created.hints is not None:
            return self.created.hints
        return sum(seat.kind != "bot" for seat in self.seats) <= 1

    @property
    def is_watched(self) -> bool:
        """Whether the service may have to act by itself: there is a clock, or a seat that a bot plays."""
        return self.created.clock is not None or any(seat.is_played_by_bot for seat in self.seats)

    def trial(self) -> "Table":
        """The same table, apart, to see what an entry would make of it."""
        other = copy(self)
        other.seats = [replace(seat, asked_away=set(seat.asked_away)) for seat in self.seats]
        other.undo_agreed = set(self.undo_agreed)
        other.early = dict(self.early)
        other.play = self.play.trial() if self.play else None
        return other

    @property
    def fairness(self) -> Fairness | None:
        """What the draws follow from, as far as everybody may know it; None if they cannot be checked."""
        if not self.created.commitment:
            return None
        numbers = tuple(seat.number for seat in self.seats)
        return Fairness(self.created.drawn_at or self.id, self.created.commitment, numbers, self.revealed)

    def draws(self) -> Draw:
        """What chance does next, and after that: the same for everybody who knows the log and the secret."""
        if not self.created.commitment:
            return draw_unforeseen
        if not self.hidden:
            raise unavailable("the secret of this table's draws is missing in the database")
        if self.play is None or not self._key:  # until the cards are dealt seats may give other numbers
            self._key = make_key(self.hidden, self.created.commitment, [seat.number for seat in self.seats])
        return Draws(self._key, self.play.drawn if self.play else 0)

    def tell(self, entry: log.AnyEntry) -> list[Step]:
        """What happens in the game by an entry that comes next."""
        if isinstance(entry, log.Moved) and self.play:
            known = self.play.trail
            is_tried = known and entry.chance and known[0] is entry.chance  # () is one object for all moves
            trail = known[1] if known and is_tried else ()
            position = self.play.position
            return told_of_move(self.ground, self.names, position, entry.seat, entry.actions, entry.chance, trail)
        if isinstance(entry, log.Started):
            start = Play(self.ground, len(self.seats)).start
            return told_of_chance(self.ground, self.names, start, entry.chance)
        return []

    def apply(self, entry: log.AnyEntry, after: Position | None = None) -> None:
        """Take in the next entry; `after` is the position that a move leads to, if it is known."""
        self.seq += 1
        self.last_entry_at = entry.at
        self.before_move = self.to_move
        self.revealed = self.revealed or entry.reveals
        if isinstance(entry, ACTS) and not self.seats[entry.seat].is_played_by_bot:
            self.seats[entry.seat].acted = entry.at
        match entry:
            case log.Moved():
                self._moved(entry, after)
            case log.Chatted():
                pass
            case log.Started():
                self._started(entry)
            case log.ChosenEarly():
                self.early[entry.seat] = entry.actions
            case log.Seated():
                self.seats = [self.seats[i] for i in entry.order]
                self._name_seats()
            case log.ColourChosen():
                self.seats[entry.seat].colour = entry.colour
            case log.Joined() | log.Left() | log.Renamed() | log.BotSet():
                self._reseat(entry)
            case log.Contributed():
                self.seats[entry.seat].number = entry.number
            case log.TokenChanged():
                self.seats[entry.seat].token = entry.token
            case log.UndoAsked():
                self.undo_asked, self.undo_agreed = entry.seat, {entry.seat}
            case log.UndoAnswered():
                self._undo_answered(entry)
            case log.Undone():
                self._undone(entry)
            case log.Resigned():
                self._lose(entry.seat, entry.at)
            case log.TimedOut():
                self._timed_out(entry)
            case log.Paused():
                self.turn_began += entry.ms
                self.paused_until = entry.until
            case log.ReplaceAsked():
                self._replace_asked(entry)
            case log.CameBack():
                self._came_back(entry)
            case log.Closed():
                self.status, self.ended = "over", "closed"
            case log.Deleted():
                self.status = "deleted"
            case log.Rematched():
                self.next_table = entry.table
            case log.NoticeSet():
                seat = self.seats[entry.seat]
                others = tuple(notice for notice in seat.notices if notice.target != entry.target)
                seat.notices = (*others, entry)[-MOST_NOTICES:]
            case log.NoticesRemoved():
                seat = self.seats[entry.seat]
                seat.notices = tuple(n for n in seat.notices if entry.target and n.target != entry.target)

    def _reseat(self, entry: log.Joined | log.Left | log.Renamed | log.BotSet) -> None:
        match entry:
            case log.Joined():
                colour = self.seats[entry.seat].colour
                self.seats[entry.seat] = Seat("person", entry.name, "", entry.token, number=entry.number, colour=colour)
            case log.Left():
                self.seats[entry.seat] = Seat("open", "", "", "")
            case log.Renamed():
                self.seats[entry.seat].name = entry.name
            case log.BotSet():
                kind: log.SeatKind = "bot" if entry.level else "open"
                colour = self.seats[entry.seat].colour if entry.level else None
                self.seats[entry.seat] = Seat(kind, entry.name, entry.level, "", colour=colour)
        self._name_seats()

    def _started(self, entry: log.Started) -> None:
        self.play = Play(self.ground, len(self.seats))
        self.play.deal(entry.chance)
        self.status, self.dealt_seq = "playing", self.seq
        self._turn_begins(entry.at)

    def _turn_begins(self, at: int) -> None:
        self.turn_began = at
        self.last_game_seq = self.seq
        self.undo_asked = None
        if self.play and self.play.is_over:
            self.status = "over"

    def _moved(self, entry: log.Moved, after: Position | None) -> None:
        assert self.play
        self._think(entry.seat, entry.at)
        self.early.pop(entry.seat, None)
        self.play.push(entry.seat, entry.actions, entry.chance, after)
        self._turn_begins(entry.at)

    def _think(self, seat: int, at: int) -> None:
        if not self.seats[seat].is_played_by_bot:
            self.seats[seat].spent += max(0, at - self.turn_began)

    def _undo_answered(self, entry: log.UndoAnswered) -> None:
        if entry.agrees:
            self.undo_agreed.add(entry.seat)
        else:
            self.undo_asked = None

    def _undone(self, entry: log.Undone) -> None:
        assert self.play
        self.play.undo(entry.moves)
        self.early.pop(entry.seat, None)
        self.status = "playing"
        self._turn_begins(entry.at)

    def _lose(self, seat: int, at: int) -> None:
        self.seats[seat].is_lost = True
        self.last_game_seq = self.seq
        if self.to_move == seat:
            self.turn_began = at
        left = [s for s in self.seats if not s.is_lost]
        if len(left) == 1 or not any(s.kind == "person" for s in left):
            self.status, self.ended = "over", "resigned"

    def _timed_out(self, entry: log.TimedOut) -> None:
        self._think(entry.seat, entry.at)
        if self.created.timeout == "lose":
            self._lose(entry.seat, entry.at)
            if self.status == "over":
                self.ended = "timed_out"
        else:
            self._stand_in(entry.seat, entry.at)

    def _stand_in(self, seat: int, at: int) -> None:
        self.seats[seat].is_away = True
        self.seats[seat].asked_away = set()
        if self.to_move == seat:
            self.turn_began = at

    def _replace_asked(self, entry: log.ReplaceAsked) -> None:
        seat = self.seats[entry.seat]
        seat.asked_away.add(entry.by)
        others = {i for i, s in enumerate(self.seats) if s.has_a_say and i != entry.seat}
        if others <= seat.asked_away:
            self._stand_in(entry.seat, entry.at)

    def _came_back(self, entry: log.CameBack) -> None:
        self.seats[entry.seat].is_away = False
        self.seats[entry.seat].asked_away = set()
        if self.to_move == entry.seat:
            self.turn_began = entry.at

    def undo_agreed_by_all(self) -> bool:
        """Whether everybody who is in the game lets the last asked undo happen; who is away is waited for."""
        return self.undo_asked is not None and all(
            i in self.undo_agreed for i, seat in enumerate(self.seats) if seat.is_in_the_game
        )

    def moves_to_undo(self, seat: int) -> int:
        """How many moves it takes to get back before the last move of a seat; 0 if it made none."""
        if self.play is None:
            return 0
        moves = self.play.moves
        return next((back for back in range(1, len(moves) + 1) if moves.seat(-back) == seat), 0)

    def deadline(self) -> int | None:
        """When the time of the player to move runs out, in milliseconds; None without a clock."""
        clock, seat = self.created.clock, self.to_move
        if clock is None or seat is None or self.seats[seat].is_played_by_bot:
            return None
        ends = []
        if clock.move_seconds is not None:
            ends.append(clock.move_seconds * 1000)
        if clock.game_seconds is not None:
            ends.append(max(0, clock.game_seconds * 1000 - self.seats[seat].spent))
        return self.turn_began + min(ends) if ends else None

    def time_lost(self, outages: Iterable[tuple[int, int]]) -> tuple[int, int]:
        """How long the service was away while a clock ran, as far as that is not in the log, and until when."""
        if self.deadline() is None:
            return 0, 0
        new = [(began, ended) for began, ended in outages if ended > max(self.paused_until, self.turn_began)]
        lost = sum(ended - max(began, self.turn_began) for began, ended in new)
        return lost, max((ended for _, ended in new), default=0)

    def seat_of(self, token: str) -> int | None:
        """The seat that a secret opens."""
        wanted = log.hashed(token)
        return next((i for i, seat in enumerate(self.seats) if seat.token and seat.token == wanted), None)

    def is_host(self, token: str) -> bool:
        """Whether a secret is that of whoever set the table."""
        return log.hashed(token) == self.created.host


Made = tuple[log.AnyEntry, Position | None]  # the entry for the log, and the position after it if that is known
Make = Callable[[Table], Made | None]  # what somebody wants to happen: looks at the table as it is
