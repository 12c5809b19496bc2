"""What can be wrong with a board that has a map, in English; the app has the other languages."""

from enum import unique

from branchline.boardfile.mistakes import INSTEAD, Mistake

FERRIES = 'add "ferry" to locomotives_on under [rules], or leave it out'


@unique
class MapMistake(Mistake):
    """The kinds of mistakes, those of the map first."""

    NO_CITIES = "there are no cities; add at least one"
    NO_ROUTES = "there are no routes; add at least one"
    CITY_TWICE = "the city is already cities[{n}]; leave one of them out, or give it another name"
    SAME_IN_LANGUAGE = "{a} and {b} are both {name} in {language}; give one of the two another name"
    ONE_PLACE = "{a} lies where {b} lies; write its own latitude and longitude"
    LONELY = "no route leads to the city; add a route, or leave the city out"
    ROOM_CITY = "{n} routes lead to the city; a city can have {most}: leave out {over}"
    NO_CITY = f"there is no city {{name}}; {INSTEAD}"
    THIRD = "this is route {n} between these cities; leave it out: two at most, a double"
    SYMBOLS_NO_FERRY = 'locomotive symbols on a route that is no ferry; write kind = "ferry", or leave locomotives out'
    SYMBOLS_MANY = "{n} locomotive symbols on a route of {length}; write locomotives = {length} or fewer"
    FERRY_SYMBOLS = f"locomotive symbols on a ferry, which takes no locomotives; {FERRIES}"
    EXCHANGE_TUNNEL = (
        "an exchange on a tunnel, whose surcharge asks for the colour of the set; "
        "leave exchange out, or write another kind"
    )
    NEED_LOCOS = "needs {n} locomotives, and there are {m}; shorten it, or add cards to the deck"
    NEED_COLOUR = "needs {n} cards of a colour, and there are {m}; shorten it, or add cards to the deck"
    NO_POINTS = (
        "the score table has no points for length {n}; add {n} = … to points under [rules], or write one of {known}"
    )
    OUT_OF_REACH = "no routes join {a} and {b}; add the routes, or leave the ticket out"
    TICKET_TWICE = "the same two cities are on tickets[{n}]; leave one of them out, or put it into another deck"
    NEVER_IN_PLAY = f"the deck {{name}} is never in play; {INSTEAD}"
    NEUTRAL_LINE = (
        "no route joins {a} and {b} for the neutral player; name the two ends of a route, or leave neutral out"
    )
    # tolls and festivals
    NO_TOLL = "no toll, on a board with tolls; add toll = …"
    UNEQUAL_TOLLS = "toll {n}, but {m} on the other route of the double; write the same toll on both"
    TOLL_NO_TOKENS = (
        "a toll, but no player has tokens to pay it; add toll_tokens = … under [rules], or leave the toll out"
    )
    FESTIVAL_NOWHERE = 'a festival without a city; write cities = ["…"]'
    FESTIVAL_TWICE = "{city} has a festival already; leave one of them out"
    FESTIVAL_NAME = "a record could not tell where the name {city} begins; give the city another name"
    FESTIVAL_CARDS = "points for {n} cards; write one number a card, from 1 to {most} of them"
    FESTIVAL_FALL = "more cards are worth fewer points; write points that rise with the number of cards"
    FESTIVAL_DECK = "{n} festival cards; a game can hold {most}: leave out {over}"
    FESTIVAL_TUNNEL = "a tunnel, for which festival cards might be turned up; leave out the tunnels or the festivals"
    # rules
    START_SCORES = "{n} start scores for {players} players; write {players} numbers"
    START_MANY = "{n} tickets dealt at the start; {most} at most: lower start_tickets or start_long_tickets"
    FEW_TICKETS = (
        "{n} tickets, but {players} players need {needed} at the start; "
        "add {more|one:# ticket|other:# tickets}, or lower this or players"
    )
    MANY_TICKETS = "{n} tickets in play; a game can hold {most}: leave out {over}"
    FEW_CARDS = "{n} train cards, but hands and display need {needed} at the start; lower it, or raise colour_cards"
    MANY_CARDS = "{n} train cards; {most} at most: lower it, or locomotives"
    MANY_ROUTES = (
        "{trains} trains, enough for {n} routes; a player can have {most}: lower trains, or make short routes longer"
    )
    NO_DECK = f"no ticket has the deck {{name}}; {INSTEAD}"
    TOLL_ROWS = "{rows} rows of bonuses for 2 to {most} players; write {n} rows, the first for 2 players"
    TOLL_ROW = "{n} bonuses in the row for {players} players; write {players} numbers"
    DEPTH_ROWS = (
        "{rows} places of the ticket-deal card for 2 to {most} players; "
        "write {n} shares of the deck, the first for 2 players"
    )
    DEPTH_ALONE = "a ticket-deal card without drafts; add draft_keep = …, or leave deal_card_depth out"
    DRAFT_LONG = "drafts and long tickets, which are both dealt first; leave out draft_keep or start_long_tickets"
    DRAFT_TUNNELS = (
        "drafts on a board with tunnels, for which the ticket-deal card might be turned up; "
        "leave out the tunnels or draft_keep"
    )
    FERRY_EXCHANGE = f"cards stand for locomotives, which ferries do not take; {FERRIES}"
    LONG_RETURNED = 'long tickets that are not kept, but leave the game nowhere; write start_returned = "removed"'
    NEUTRAL_NO_TOLLS = "a neutral player without tolls; play with tolls, or without the neutral player"
    NEUTRAL_PLAYERS = "a neutral player with {n} players; write players = [2, 2]"
    NEUTRAL_DOUBLES = "a neutral player, but doubles that are closed for two; write both_doubles_from = 2"
