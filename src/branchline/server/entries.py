"""What can be in a table's log: one entry for everything that happened there, and nothing else.

A table is its log: whatever a process knows of a table it has read from these entries, in order. The secrets of seats
are in them only as hashes, those of webhooks sealed; that of the draws only once the game is over.
"""

import hashlib
import secrets
from typing import Literal

import msgspec

SeatKind = Literal["open", "person", "bot"]
TimeoutRule = Literal["bot", "lose"]


def new_secret() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(18)


def hashed(secret: str) -> str:
    """What is kept of a secret: enough to know it again, too little to use it."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long players may think: for one move, and for all their moves together."""

    kind: Literal["live", "days"] = "live"
    move_seconds: int | None = None
    game_seconds: int | None = None


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as it is when the table is set."""

    kind: SeatKind = "open"
    name: str = ""
    level: str = ""
    token: str = ""
    number: str = ""  # that the seat gave for the draws
    colour: int | None = None
    is_host: bool = False  # whoever set the table


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", kw_only=True):
    """One thing that happened; `at` is when, in milliseconds since 1970."""

    at: int = 0
    reveals: str = ""  # the secret of the draws, with the entry that ends the game


class AtSeat(Entry, frozen=True):
    """One thing that happened at a seat, or to it."""

    seat: int


class Created(Entry, tag="created", frozen=True):
    """The table was set."""

    board: str
    options: dict[str, str | int | bool] = {}
    seats: tuple[SeatPlan, ...] = ()
    clock: Clock | None = None
    timeout: TimeoutRule = "bot"
    public: bool = False
    host: str = ""
    invite: str = ""
    before: str = ""  # the table of which this is a rematch
    is_record: bool = False  # an uploaded record, to be looked at only
    fingerprint: str = ""  # of the board's text; empty in old games, which have the board as it is now
    rules: int = 1  # the version of the rules
    commitment: str = ""  # to the secret of the draws; empty: they cannot be checked
    drawn_at: str = ""  # the table where a record's game was played
    hints: bool | None = None  # whether players may ask the coach; None: only one who plays against bots alone
    lesson: str = ""  # a first game that teaches, with a deal made for it


class Joined(AtSeat, tag="joined", frozen=True):
    """Somebody took a seat."""

    name: str
    token: str
    number: str = ""


class Contributed(AtSeat, tag="number", frozen=True):
    """A player gave a number that the draws follow from too."""

    number: str


class Left(AtSeat, tag="left", frozen=True):
    """Somebody gave their seat up before the start."""


class Renamed(AtSeat, tag="renamed", frozen=True):
    """A player has another name."""

    name: str


class BotSet(AtSeat, tag="bot", frozen=True):
    """A bot was put on a seat, or taken away."""

    level: str = ""
    name: str = ""


class Seated(Entry, tag="seated", frozen=True):
    """The seats have a new order, each named by its number before; free ones that are not named are gone."""

    order: tuple[int, ...]


class ColourChosen(AtSeat, tag="colour", frozen=True):
    """A seat has a colour of its own."""

    colour: int


class TokenChanged(AtSeat, tag="token", frozen=True):
    """A seat has a new secret; the old one is void."""

    token: str


class Started(Entry, tag="started", frozen=True):
    """The cards were dealt."""

    chance: tuple[int, ...] = ()


class ChosenEarly(AtSeat, tag="early", frozen=True):
    """A player chose first tickets before their turn; the move is made when it comes."""

    actions: tuple[int, ...]


class Moved(AtSeat, tag="moved", frozen=True):
    """A player moved, and chance did its part."""

    actions: tuple[int, ...]
    chance: tuple[int, ...] = ()
    is_bot: bool = False


class UndoAsked(AtSeat, tag="undo_asked", frozen=True):
    """A player asks the others to let them take their last move back."""


class UndoAnswered(AtSeat, tag="undo_answered", frozen=True):
    """A player agrees to that, or does not."""

    agrees: bool = False


class Undone(AtSeat, tag="undone", frozen=True):
    """Moves were taken back, with everything chance did after them."""

    moves: int = 1


class Resigned(AtSeat, tag="resigned", frozen=True):
    """A player gave up; a bot plays the seat to the end, but it cannot win."""


class TimedOut(AtSeat, tag="timed_out", frozen=True):
    """A player's time ran out."""


class Paused(Entry, tag="paused", frozen=True):
    """The service was away: the clock of whoever was to move stood still for so many milliseconds."""

    ms: int
    until: int


class ReplaceAsked(AtSeat, tag="replace_asked", frozen=True):
    """A player wants a bot to stand in for another who is away."""

    by: int


class CameBack(AtSeat, tag="came_back", frozen=True):
    """A player takes their seat back from the bot that stood in."""


class Chatted(AtSeat, tag="chat", frozen=True):
    """A player said something."""

    text: str


class ChatRemoved(Entry, tag="chat_removed", frozen=True):
    """The operator removed what somebody said."""

    line: int  # the number of that entry


class Closed(Entry, tag="closed", frozen=True):
    """The operator ended the game where it stood."""


class Rematched(Entry, tag="rematch", frozen=True):
    """The players go on at another table."""

    table: str


class Deleted(Entry, tag="deleted", frozen=True):
    """The table is no more; its entries are removed after a while."""


class NoticeSet(AtSeat, tag="notice", frozen=True):
    """A seat wants to be told when it is its turn; the target is for nobody else to know."""

    how: Literal["webhook", "push"]
    target: str
    sealed: str = ""  # what signs the messages of a webhook
    secret: str = ""  # the same, unsealed, in logs of before
    p256dh: str = ""
    auth: str = ""


class NoticesRemoved(AtSeat, tag="notices_removed", frozen=True):
    """A seat does not want that any more, at one target or, without one, at all."""

    target: str = ""


AnyEntry = (
    Created
    | Joined
    | Contributed
    | Left
    | Renamed
    | BotSet
    | Seated
    | ColourChosen
    | TokenChanged
    | Started
    | ChosenEarly
    | Moved
    | UndoAsked
    | UndoAnswered
    | Undone
    | Resigned
    | TimedOut
    | Paused
    | ReplaceAsked
    | CameBack
    | Chatted
    | ChatRemoved
    | Closed
    | Rematched
    | Deleted
    | NoticeSet
    | NoticesRemoved
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> bytes:
    """An entry as it is stored."""
    return _encoder.encode(entry)


def decode(data: bytes) -> AnyEntry:
    """An entry as it was stored."""
    return _decoder.decode(data)
