"""The Card Game as plain data: its tickets, bonuses and the named rule fields."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from branchline.boardfile.cards import COLOURS
from branchline.boardfile.fields import Between, Keys, Longest
from branchline.boardfile.mistakes import FormMistake
from branchline.boardfile.options import Option
from branchline.cardgame.limits import MOST_CARDS, MOST_LOCOMOTIVES, OFFER, PLAYERS, POINTS
from branchline.shown import Shown

Points = Annotated[int, Between(1, POINTS)]


@dataclass(frozen=True, slots=True)
class CardTicket:
    """Two cities, what joining them is worth, and how many cards of which colours it takes."""

    a: Annotated[str, "a city"]
    b: Annotated[str, "the city to join it with"]
    points: Annotated[Points, "won if it is completed, lost if not"]
    cards: Annotated[
        dict[str, int],
        Between(1, MOST_CARDS),
        Keys("colour", COLOURS, FormMistake.NOT_COLOUR),
        "how many of each colour it takes",
    ]


@dataclass(frozen=True, slots=True)
class Bonus:
    """The bonus card of a big city; its colour is for the eye only."""

    city: Annotated[str, "a city that tickets name"]
    points: Annotated[Points, "for the most completed tickets with that city"]
    colour: Annotated[str, Keys("colour", COLOURS, FormMistake.NO_COLOUR), "for the eye only"]


@dataclass(frozen=True, slots=True)
class CardRules:
    """The named rule fields; each default is the rulebook's value."""

    players: Annotated[tuple[int, int], Between(2, PLAYERS), "fewest and most players"] = (2, 4)
    colour_cards: Annotated[int, Between(1, MOST_CARDS), "train cards in each of the eight colours"] = 10
    locomotives: Annotated[int, Between(0, MOST_LOCOMOTIVES), "in the deck"] = 16
    start_locomotives: Annotated[int, Between(0, 4), "given to each player before the rest is shuffled"] = 1
    start_hand: Annotated[int, Between(1, 12), "train cards dealt besides"] = 7
    start_tickets: Annotated[int, Between(1, OFFER), "tickets dealt to each player at the start"] = 6
    start_keep: Annotated[int, Between(0, OFFER), "how many of those must be kept at least"] = 1
    draw_tickets: Annotated[int, Between(1, OFFER), "tickets drawn later in one turn"] = 4
    second_half_from: Annotated[int, Between(2, PLAYERS + 1), "players from which there is a second half; 5: never"] = 4
    second_half_hand: Annotated[int, Between(0, 12), "cards dealt then besides those left in hand"] = 4
    open_platform: Annotated[bool, "owners may look at the cards on their own platform"] = False


@dataclass(frozen=True, slots=True)
class CardGame(Shown):
    """Everything a game needs to know before the first card is dealt."""

    kind: ClassVar[str] = "cards"

    name: Annotated[str, "small letters, digits, - and _; not that of a shipped game"]
    title: Annotated[str, "as people read it"]
    status: Annotated[Literal["exact", "one source", "reconstruction", "draft"], "how sure it is"]
    about: Annotated[str, Longest(400), "what is special about it, in a sentence or two"]
    tickets: tuple[CardTicket, ...]
    bonuses: tuple[Bonus, ...]
    rules: CardRules
    options: tuple[Option, ...]
    chosen: dict[str, object] = field(default_factory=dict)  # options that differ from the game's own
    text: str = field(default="", compare=False, repr=False)  # of the file it comes from; records carry it
