"""What can be wrong with a Card Game, in English; the app has the other languages."""

from enum import unique

from branchline.boardfile.mistakes import Mistake


@unique
class CardMistake(Mistake):
    """The kinds of mistakes."""

    SAME_CITY = "{a} reads like {b}; write the same city the same way"
    NO_TICKETS = "there are no tickets; add at least one"
    NO_CARDS = "it asks for no cards; write { red = 1, … }"
    ASKS_MUCH = "all tickets together ask for {n} {colour} cards; a game can hold {most}: ask for fewer"
    ENTRY_TWICE = "it is {name}[{n}] already; leave one out"
    FEW_LOCOMOTIVES = "{n} locomotives, but {players} players get {each} each; lower start_locomotives"
    SHORT_DECK = "{n} cards, but hands, display and a deck of 1 need {needed}; lower start_hand"
    SHORT_TICKETS = "{n} tickets, but {players} players get {each} each; lower start_tickets"
