"""The bodies of requests and answers, as the OpenAPI schema shows them."""

import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, StringConstraints

LONGEST_MOVE, MOST_ACTIONS, LARGEST_ACTION = 400, 64, 100_000


def _plainly(name: str) -> str:
    """A name as it is compared with others: with plain spaces, and one way to write each letter."""
    return unicodedata.normalize("NFC", " ".join(name.split()))


Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40), AfterValidator(_plainly)]
Secret = Annotated[str, StringConstraints(min_length=1, max_length=100)]
SeatNumber = Annotated[int, Field(ge=0, le=9)]
RandomNumber = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
OptionValue = str | int | bool
BoardName = Annotated[str, Field(max_length=80, examples=["nordic"])]
Options = Annotated[dict[Annotated[str, Field(max_length=60)], OptionValue], Field(max_length=40)]


class Body(BaseModel):
    """A body in which nothing unknown may stand."""

    model_config = ConfigDict(extra="forbid")


class SeatWish(Body):
    """A seat of a new table: free for others, mine, or a bot's."""

    kind: Literal["open", "me", "bot"] = "open"
    name: Name = ""
    level: Annotated[str, Field(max_length=40)] = ""


class LiveClock(Body):
    """Seconds for a move, and for all moves of a player."""

    kind: Literal["live"] = "live"
    move_seconds: Annotated[int, Field(ge=5, le=86_400)] | None = None
    game_seconds: Annotated[int, Field(ge=30, le=864_000)] | None = None


class DaysClock(Body):
    """Days for a move."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=60)]


class NewTable(Body):
    """A table to be set."""

    board: BoardName
    options: Options = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=8)]
    clock: Annotated[LiveClock | DaysClock, Field(discriminator="kind")] | None = None
    timeout: Literal["bot", "lose"] = "bot"
    public: bool = False
    hints: bool | None = None  # whether players may ask the coach; left out: only one who plays against bots alone
    lesson: Annotated[str, Field(max_length=40)] = ""  # a first game that teaches, with a deal made for it


class HeldSeat(BaseModel):
    """A seat and its secret; whoever knows it plays there."""

    seat: int
    token: str


class TableMade(BaseModel):
    """A new table, with the secrets of whoever set it."""

    id: str
    host: str
    seats: list[HeldSeat]
    invite: str
    commitment: str  # to the secret that all draws follow from


class Join(Body):
    """A wish for a seat."""

    invite: Secret | None = None
    name: Name = ""
    seat: SeatNumber | None = None
    number: RandomNumber | Literal[""] = ""


class Number(Body):
    """A random number of 32 bytes, in hexadecimal, that the draws follow from too."""

    number: RandomNumber


class Rename(Body):
    """A new name."""

    name: Name
    seat: SeatNumber | None = None


class BotWish(Body):
    """A bot for a seat, or none."""

    seat: SeatNumber
    level: Annotated[str, Field(max_length=40)] | None = None
    name: Name = ""


class MoveWish(Body):
    """A move: in words, as numbers of the action space, or as a claim with its cards."""

    move: (
        Annotated[str, Field(max_length=LONGEST_MOVE, examples=["draw deck"])]
        | Annotated[list[Annotated[int, Field(ge=0, le=LARGEST_ACTION)]], Field(min_length=1, max_length=MOST_ACTIONS)]
        | Annotated[dict[str, StrictInt | str | dict[str, StrictInt]], Field(max_length=4)]
    )
    at: Annotated[int, Field(ge=0, le=2**53)] | None = None
    seat: SeatNumber | None = None


class UndoWish(Body):
    """An undo offered, accepted or declined."""

    action: Literal["offer", "accept", "decline"] = "offer"
    seat: SeatNumber | None = None


class Said(Body):
    """A word to the others."""

    text: Annotated[str, Field(min_length=1, max_length=500)]
    seat: SeatNumber | None = None


class ReplaceWish(Body):
    """The seat for which a bot shall stand in."""

    target: SeatNumber
    seat: SeatNumber | None = None


class Done(BaseModel):
    """It is done, and durable: the number of the table's last entry."""

    seq: int


class Rematch(BaseModel):
    """The table of the rematch; the secrets of the seats are the same there."""

    id: str


class Ban(Body):
    """An address to be shut out for some days."""

    address: Annotated[str, Field(min_length=1, max_length=60)]
    days: Annotated[float, Field(gt=0, le=3650)] = 7.0


class PushKeys(Body):
    """The keys of a browser's subscription."""

    p256dh: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{80,100}=*$")]
    auth: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,32}=*$")]


class Push(Body):
    """A browser's subscription to Web Push, as `PushSubscription.toJSON()` gives it."""

    model_config = ConfigDict(extra="ignore")
    endpoint: Annotated[str, Field(max_length=1000)]
    keys: PushKeys


class Webhook(Body):
    """An address to tell when it is one's turn."""

    url: Annotated[str, Field(max_length=1000)]


class WebhookMade(BaseModel):
    """The secret that signs what is sent there."""

    secret: str
