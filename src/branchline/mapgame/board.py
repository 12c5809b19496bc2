"""A board as plain data: cities, routes, tickets and the named rule fields."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from branchline.boardfile.cards import COLOURS
from branchline.boardfile.city_names import LONGEST
from branchline.boardfile.fields import Between, Keys, Longest
from branchline.boardfile.mistakes import FormMistake
from branchline.boardfile.options import Option
from branchline.mapgame.limits import (
    COLOUR_CARDS,
    FERRY_EXCHANGE,
    LENGTH,
    LOCOMOTIVES,
    OFFER,
    PLAYERS,
    POINTS,
    STATIONS,
    TRAINS,
)
from branchline.sentences import LANGUAGES
from branchline.shown import Shown

GREY = "grey"  # as a file writes a route of no colour
RouteKind = Literal["plain", "tunnel", "ferry"]
Returned = Literal["bottom", "removed", "discarded"]


@dataclass(frozen=True, slots=True)
class City:
    """A city and where it lies."""

    name: Annotated[str, "as it is printed; records and moves name it"]
    latitude: Annotated[float, Between(-90, 90), "degrees north"]
    longitude: Annotated[float, Between(-180, 360), "degrees east; beyond 180 on a board across the date line"]
    names: Annotated[
        dict[str, str],
        Keys("language", LANGUAGES, FormMistake.NOT_LANGUAGE),
        Longest(LONGEST),
        "what the app calls it in other languages; records and moves keep `name`",
    ] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Route:
    """The spaces between two adjacent cities; `colour` is None for a grey route."""

    a: Annotated[str, "a city"]
    b: Annotated[str, "the city at the other end"]
    length: Annotated[int, Between(1, LENGTH), "spaces, and so trains"]
    colour: Annotated[
        str | None,
        Keys("colour", (*COLOURS, GREY), FormMistake.NO_COLOUR),
        f'of the cards that pay for it; "{GREY}": any one',
    ]
    kind: Annotated[RouteKind, "what it is: tunnels turn three cards, ferries may ask for locomotives"] = "plain"
    locomotives: Annotated[int, Between(0, LENGTH), "locomotive symbols on its spaces, part of the length"] = 0
    exchange: Annotated[
        int, Between(2, 9, or_none=True), "this many cards of any kind stand for one card of the set; 0: none"
    ] = 0
    toll: Annotated[int, Between(0, 30), "what it costs in toll tokens"] = 0


@dataclass(frozen=True, slots=True)
class Ticket:
    """Two cities to join, and what that is worth."""

    a: Annotated[str, "a city"]
    b: Annotated[str, "the city to join it with"]
    points: Annotated[int, Between(1, POINTS), "won if they are joined at the end, lost if not"]
    deck: Annotated[str, "the deck it belongs to"] = "tickets"
    neutral: Annotated[
        tuple[str, str] | None, "two adjacent cities: the route that the neutral player claims by it"
    ] = None


@dataclass(frozen=True, slots=True)
class Festival:
    """A city, or several that share, with festival cards."""

    cities: Annotated[tuple[str, ...], "the city, or those that share its cards"]
    points: Annotated[
        tuple[int, ...], Between(0, POINTS), "for holding 1, 2, … of its cards; as many as there are cards"
    ]


Bonus = Annotated[int, Between(0, POINTS)]
Offered = Annotated[int, Between(1, OFFER)]
Kept = Annotated[int, Between(0, OFFER)]
LENGTHS = Keys("length of a route", tuple(str(n) for n in range(1, LENGTH + 1)), FormMistake.NOT_LENGTH)


@dataclass(frozen=True, slots=True)
class Rules:
    """The named rule fields; each default is the base game's value."""

    players: Annotated[tuple[int, int], Between(2, PLAYERS), "fewest and most players"] = (2, 5)
    trains: Annotated[int, Between(1, TRAINS), "of each player"] = 45
    colour_cards: Annotated[int, Between(1, COLOUR_CARDS), "train cards in each of the eight colours"] = 12
    locomotives: Annotated[int, Between(0, LOCOMOTIVES), "locomotives in the deck"] = 14
    start_hand: Annotated[int, Between(1, 20), "train cards dealt to each player"] = 4
    start_scores: Annotated[tuple[int, ...], Between(0, POINTS), "points before the first turn, by seat"] = (
        0,
        0,
        0,
        0,
        0,
    )
    display_reset: Annotated[
        int, Between(2, 5, or_none=True), "locomotives in a full display that reset it; 0: never"
    ] = 3
    display_locomotive_is_both_cards: Annotated[bool, "a locomotive from the display is the whole draw"] = True
    no_draw_without_deck: Annotated[
        bool, "no card is drawn, not even from the display, once deck and discards are empty"
    ] = False
    locomotives_on: Annotated[frozenset[RouteKind], "kinds of routes that locomotives may pay for"] = frozenset(
        {"plain", "tunnel", "ferry"}
    )
    ferry_exchange: Annotated[
        int,
        Between(2, FERRY_EXCHANGE, or_none=True),
        "cards of any kind that stand for one locomotive on a ferry; 0: none",
    ] = 0
    both_doubles_from: Annotated[
        int, Between(2, PLAYERS + 1), "players from which both routes of a double may be claimed"
    ] = 4
    unequal_doubles: Annotated[
        Literal["double", "free"], "whether two routes of different lengths between the same cities are a double"
    ] = "double"
    strict_tunnel_locomotives: Annotated[bool, "a locomotive turned up at a tunnel costs a locomotive"] = False
    ticket_decks: Annotated[tuple[str, ...], "the decks in play"] = ("tickets",)
    start_tickets: Annotated[Offered, "tickets dealt to each player at the start"] = 3
    start_long_tickets: Annotated[Kept, 'of the deck "long", dealt besides start_tickets'] = 0
    start_keep: Annotated[Kept, "how many of those must be kept at least"] = 2
    draw_tickets: Annotated[Offered, "tickets drawn later in one turn"] = 3
    draw_keep: Annotated[Offered, "how many of those must be kept at least"] = 1  # none: a game might never end
    start_returned: Annotated[Returned, "what becomes of tickets returned at the start"] = "bottom"
    returned: Annotated[Returned, "what becomes of tickets returned later"] = "bottom"
    draft_keep: Annotated[Kept, "two drafts of start_tickets each, of which this many are kept; 0: none"] = 0
    deal_card_depth: Annotated[
        tuple[float, ...], Between(0, 1), "share of the deck above the ticket-deal card, for 2, 3, … players"
    ] = ()
    deal_card_shift: Annotated[int, Between(0, 100), "how many cards higher or lower than that it may lie"] = 0
    last_turns: Annotated[int, Between(0, 20), "trains left, or fewer, that bring the last turns"] = 2
    longest_path_bonus: Annotated[Bonus, "for the longest continuous path"] = 10
    most_tickets_bonus: Annotated[Bonus, "for the most completed tickets"] = 0
    tiebreak: Annotated[
        Literal["longest_path", "longest_ticket", "none"], "what decides a tie after the most completed tickets"
    ] = "longest_path"
    stations: Annotated[int, Between(0, STATIONS), "of each player"] = 0
    station_points: Annotated[Bonus, "for each station that was not built"] = 4
    toll_tokens: Annotated[int, Between(0, 100), "worth of each player's tokens; 0: no tolls"] = 0
    toll_bonus: Annotated[
        tuple[tuple[int, ...], ...], Between(0, POINTS), "for tokens left, by rank, for 2, 3, … players"
    ] = ()
    loan_points: Annotated[int, Between(-POINTS, 0), "for each loan taken"] = -5
    neutral_trains: Annotated[int, Between(0, TRAINS), "trains of the neutral player; 0: none"] = 0
    points: Annotated[dict[int, int], Between(0, POINTS), LENGTHS, "for a route, by its length"] = field(
        default_factory=lambda: {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
    )


@dataclass(frozen=True, slots=True)
class Board(Shown):
    """Everything a game needs to know before the first card is dealt."""

    kind: ClassVar[str] = "map"

    name: Annotated[str, "small letters, digits, - and _; not that of a shipped board"]
    title: Annotated[str, "as people read it"]
    status: Annotated[
        Literal["exact", "reconstruction", "draft"], "how sure it is; a board of one's own is a draft until it is done"
    ]
    about: Annotated[str, Longest(400), "what is special about it, in a sentence or two"]
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    festivals: tuple[Festival, ...]
    rules: Rules
    options: tuple[Option, ...]
    chosen: dict[str, object] = field(default_factory=dict)  # options in force that differ from the board's own
    text: str = field(default="", compare=False, repr=False)  # of the file it comes from; records carry it
