"""The bodies of requests and answers, as the OpenAPI schema shows them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40)]
Secret = Annotated[str, StringConstraints(min_length=1, max_length=100)]
SeatNumber = Annotated[int, Field(ge=0, le=9)]
OptionValue = str | int | bool


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

    board: Annotated[str, Field(max_length=40, examples=["nordic"])]
    options: Annotated[dict[Annotated[str, Field(max_length=60)], OptionValue], Field(max_length=40)] = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=8)]
    clock: Annotated[LiveClock | DaysClock, Field(discriminator="kind")] | None = None
    timeout: Literal["bot", "lose"] = "bot"
    public: bool = False


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


class Join(Body):
    """A wish for a seat."""

    invite: Secret | None = None
    name: Name = ""
    seat: SeatNumber | None = None


class Rename(Body):
    """A new name."""

    name: Name
    seat: SeatNumber | None = None


class BotWish(Body):
    """A bot for a seat, or none."""

    seat: SeatNumber
    level: Annotated[str, Field(max_length=40)] | None = None


class MoveWish(Body):
    """A move: in words, as numbers of the action space, or as a claim with its cards."""

    move: (
        Annotated[str, Field(max_length=400, examples=["draw deck"])]
        | Annotated[list[Annotated[int, Field(ge=0, le=100_000)]], Field(min_length=1, max_length=64)]
        | dict[str, Any]
    )
    at: Annotated[int, Field(ge=0)] | None = None
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
