"""A board as plain data: cities, routes, tickets and the named rule fields."""

from dataclasses import dataclass, field
from typing import Literal

COLOURS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
LOCOMOTIVE = "locomotive"
CARDS = (*COLOURS, LOCOMOTIVE)

RouteKind = Literal["plain", "tunnel", "ferry"]
Returned = Literal["bottom", "removed", "discarded"]


@dataclass(frozen=True, slots=True)
class City:
    """A city and where it lies."""

    name: str
    latitude: float
    longitude: float


@dataclass(frozen=True, slots=True)
class Route:
    """The spaces between two adjacent cities; `colour` is None for a grey route."""

    a: str
    b: str
    length: int
    colour: str | None = None
    kind: RouteKind = "plain"
    locomotives: int = 0  # symbols on its spaces, part of the length
    exchange: int = 0  # this many cards of any kind stand for one card of the set; 0: none
    toll: int = 0


@dataclass(frozen=True, slots=True)
class Ticket:
    """Two cities to join, and what that is worth; `neutral` is the line the neutral player reads."""

    a: str
    b: str
    points: int
    deck: str = "tickets"
    neutral: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Festival:
    """A city (or several that share) with festival cards, and the points for holding 1, 2, … of them."""

    cities: tuple[str, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The named rule fields; each default is the base game's value."""

    players: tuple[int, int] = (2, 5)
    trains: int = 45
    start_hand: int = 4
    start_scores: tuple[int, ...] = (0, 0, 0, 0, 0)
    display_reset: int = 3  # locomotives in a full display that reset it; 0: never
    display_locomotive_is_both_cards: bool = True
    no_draw_without_deck: bool = False
    locomotives_on: frozenset[RouteKind] = frozenset({"plain", "tunnel", "ferry"})
    ferry_exchange: int = 0  # cards of any kind that stand for one locomotive on a ferry; 0: none
    both_doubles_from: int = 4  # players from which both routes of a double are open
    unequal_doubles: Literal["double", "free"] = "double"
    strict_tunnel_locomotives: bool = False
    ticket_decks: tuple[str, ...] = ("tickets",)
    start_tickets: int = 3
    start_long_tickets: int = 0  # of the deck "long", dealt besides start_tickets
    start_keep: int = 2
    draw_tickets: int = 3
    draw_keep: int = 1
    start_returned: Returned = "bottom"
    returned: Returned = "bottom"
    draft_keep: int = 0  # two drafts of start_tickets each, of which this many are kept; 0: none
    deal_card_depth: tuple[float, ...] = ()  # share of the deck above the ticket-deal card, for 2, 3, … players
    deal_card_shift: int = 0  # how many cards higher or lower than that it may lie
    last_turns: int = 2  # trains left that bring the last turns
    longest_path_bonus: int = 10
    most_tickets_bonus: int = 0
    tiebreak: Literal["longest_path", "longest_ticket", "none"] = "longest_path"  # after most completed tickets
    stations: int = 0
    station_points: int = 4
    toll_tokens: int = 0  # worth of each player's tokens; 0: no tolls
    toll_bonus: tuple[tuple[int, ...], ...] = ()  # by rank, for 2, 3, … players
    loan_points: int = -5
    neutral_trains: int = 0  # trains of the neutral player; 0: none
    points: dict[int, int] = field(default_factory=lambda: {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15})


@dataclass(frozen=True, slots=True)
class Option:
    """A rule field that may take another value; the first value is the board's own."""

    name: str
    values: tuple[object, ...]
    about: str


@dataclass(frozen=True, slots=True)
class Board:
    """Everything a game needs to know before the first card is dealt."""

    name: str
    title: str
    status: Literal["exact", "reconstruction"]
    about: str
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    festivals: tuple[Festival, ...]
    rules: Rules
    options: tuple[Option, ...]
    chosen: dict[str, object] = field(default_factory=dict)  # options in force that differ from the board's own
