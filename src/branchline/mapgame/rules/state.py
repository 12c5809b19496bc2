"""The records everything is played on: a game in progress, the board it is played on, the legal moves.

A game in progress is one fixed-size record: copying it is a memcpy, saving it is its bytes. Masks of routes
and tickets are pairs of 64-bit words. Counts of train cards are arrays of nine: the eight colours in the
order of `COLOURS`, then locomotives.
"""

import numpy as np

from branchline.engine.limits import KINDS
from branchline.engine.records import record
from branchline.mapgame.limits import (
    CITIES,
    FERRY_EXCHANGE,
    FESTIVAL_CARDS,
    FESTIVALS,
    LENGTH,
    OFFER,
    PLAYERS,
    ROUTES,
    TICKETS,
)
from branchline.mapgame.rules.actions import HOWS

GREY = 8  # the colour of a route that takes any one colour
NO_ROUTE = 255
NO_CITY = 255
BUDGET = FERRY_EXCHANGE * LENGTH  # more cards than that never change what an exchange can pay for
HIDDEN = 127  # a ticket in a view whose identity its viewer does not know
FIRST = 128  # added to a ticket in `under` that lies on top of its batch

DRAFT = 18  # passing state: the display lies, a draft begins

# Where returned tickets go, if not to the bottom of the deck (0).
REMOVED, DISCARDED, SHUFFLED_IN = range(1, 4)

# What may turn up besides the nine kinds of train cards.
FESTIVAL_CARD = 9  # + festival
DEAL_CARD_TURNED = FESTIVAL_CARD + FESTIVALS

STATE = record(
    [
        # Masks
        ("owned", np.uint64, (PLAYERS, 2)),  # routes claimed
        ("open", np.uint64, (PLAYERS, 2)),  # routes the player may still claim
        ("tickets", np.uint64, (PLAYERS, 2)),  # tickets kept
        ("offer", np.uint64, (PLAYERS, 2)),  # tickets dealt, not yet chosen from
        ("drafted", np.uint64, (PLAYERS, 2)),  # tickets picked in the draft under way
        ("placed", np.uint64, (PLAYERS, 2)),  # tickets not in play whose place the player knows
        ("ticket_deck", np.uint64, (2,)),  # the deck's top group, in random order
        ("removed", np.uint64, (2,)),  # tickets that left the game
        ("ticket_discards", np.uint64, (2,)),  # tickets returned face up, the next deck
        ("neutral", np.uint64, (2,)),  # routes of the neutral player
        ("stations", np.uint64, (PLAYERS,)),  # cities with a station of the player
        # Numbers of two bytes
        ("score", np.int16, (PLAYERS,)),
        ("tokens", np.int16, (PLAYERS,)),  # worth of toll tokens
        ("turn", np.int16),  # turns begun
        ("deck_size", np.int16),  # with festival cards and the ticket-deal card
        ("shown", np.uint16),  # kinds of cards in the display, as a mask
        # Train cards
        ("hand", np.int8, (PLAYERS, KINDS)),
        ("known", np.int8, (PLAYERS, KINDS)),  # cards of the hand that everybody saw
        ("blind", np.int8, (PLAYERS, KINDS)),  # cards drawn from this deck unseen by the others
        ("deck", np.int8, (KINDS,)),
        ("fresh", np.int8, (KINDS,)),  # this deck when it was shuffled, less what all saw leave it
        ("discards", np.int8, (KINDS,)),
        ("display", np.int8, (KINDS,)),
        ("paid", np.int8, (KINDS,)),  # the payment of the claim under way
        ("turned", np.int8, (KINDS,)),  # cards turned up for a tunnel
        # Festival cards
        ("festival_deck", np.int8, (FESTIVALS,)),  # in the deck
        ("lying", np.int8, (FESTIVALS,)),  # open at their city
        ("pile", np.int8, (PLAYERS, FESTIVALS)),  # taken
        # Numbers
        ("deal_at", np.uint8),  # the deck's least size with the ticket-deal card on top; 0: it is not in it
        ("deal_span", np.uint8),  # how much larger the deck may be then
        ("route", np.uint8),  # the route being claimed, or NO_ROUTE
        ("city", np.uint8),  # where a station is being built, or NO_CITY
        ("trains", np.int8, (PLAYERS,)),
        ("loans", np.int8, (PLAYERS,)),
        ("neutral_trains", np.int8),
        ("neutral_in", np.bool_),  # whether there is a neutral player and it is not out
        ("marker", np.uint8),  # who holds the neutral player's marker
        ("start_kept", np.int8, (PLAYERS,)),  # tickets kept at the start
        ("hand_size", np.int8, (PLAYERS,)),
        ("blind_size", np.int8, (PLAYERS,)),  # how many cards the player drew unseen from this deck
        ("ticket_count", np.int8, (PLAYERS,)),
        ("offer_count", np.int8, (PLAYERS,)),
        ("extras", np.int8),  # cards in the deck that are no train cards
        ("discards_size", np.int8),
        ("display_size", np.int8),
        ("paid_size", np.int8),
        ("ticket_deck_size", np.int8),
        ("under_size", np.int8),
        ("ticket_discards_size", np.int8),
        ("phase", np.int8),
        ("after", np.int8),  # the phase that follows when the display is filled
        ("players", np.int8),
        ("player", np.uint8),  # whose turn it is, or who chooses tickets
        ("to_deal", np.int8),  # cards or tickets still to be dealt or turned; in SECOND: 1 if the first card is to come
        ("draft", np.int8),  # which draft is under way; 0: none
        ("drafts_to_come", np.int8),
        ("drawer", np.uint8),  # whose turn the second draft ended
        ("how", np.uint8),  # how the claim under way is paid
        ("surcharge", np.int8),
        ("passes", np.int8),  # in a row
        ("turns_left", np.int8),  # in the last turns; 0 before
        ("under", np.uint8, (TICKETS,)),  # tickets below the top group, batch by batch
    ]
)

BOARD = record(
    [
        # Masks of routes
        ("payable", np.uint64, (KINDS, LENGTH + 1, LENGTH + 1, 2)),  # [colour, cards of it, locomotives]
        ("length_upto", np.uint64, (LENGTH + 1, 2)),
        # Ferries that take several cards for one locomotive, as claim.py explains
        ("ferry_size", np.uint64, (BUDGET + 1, 2)),
        ("ferry_symbols", np.uint64, (BUDGET + 1, 2)),
        ("ferry_sets", np.uint64, (KINDS, BUDGET + 1, 2)),
        ("other_exchanges", np.uint64, (2,)),
        ("all_routes", np.uint64, (2,)),
        ("all_tickets", np.uint64, (2,)),
        ("long_tickets", np.uint64, (2,)),  # those dealt apart at the start
        ("all_cities", np.uint64),
        # Masks of subsets of an offer
        ("start_subsets", np.uint64, (OFFER + 1,)),  # of an offer of so many: the subsets that may be kept
        ("draw_subsets", np.uint64, (OFFER + 1,)),
        ("twin", np.int16, (ROUTES,)),  # the other route of a double, or -1
        ("value", np.int16, (ROUTES,)),  # points for claiming the route
        ("neutral_route", np.int16, (TICKETS,)),  # a route between the cities at the foot of a ticket, or -1
        ("start_scores", np.int16, (PLAYERS,)),
        ("toll_bonus", np.int16, (PLAYERS - 1, PLAYERS)),  # [players - 2, rank]
        ("ticket_value", np.int16, (TICKETS,)),
        ("route_a", np.uint8, (ROUTES,)),
        ("route_b", np.uint8, (ROUTES,)),
        ("length", np.int8, (ROUTES,)),
        ("colour", np.int8, (ROUTES,)),
        ("symbols", np.int8, (ROUTES,)),
        ("toll", np.int8, (ROUTES,)),
        ("rate", np.int8, (ROUTES,)),  # cards that stand for one in an exchange; 0: none
        ("takes_locomotives", np.int8, (ROUTES,)),
        ("is_tunnel", np.int8, (ROUTES,)),
        ("festival_at", np.int8, (CITIES,)),  # the festival of a city, or -1
        ("festival_cards", np.int8, (FESTIVALS,)),
        ("festival_points", np.int16, (FESTIVALS, FESTIVAL_CARDS + 1)),
        ("deal_share", np.float64, (PLAYERS - 1,)),
        ("deal_shift", np.int64),
        ("n_festivals", np.int64),
        ("draft_keep", np.int64),
        ("ticket_a", np.uint8, (TICKETS,)),
        ("ticket_b", np.uint8, (TICKETS,)),
        ("cards", np.int8, (KINDS,)),  # the whole deck
        ("ferry_exchange", np.int64),
        ("n_cities", np.int64),
        ("n_routes", np.int64),
        ("n_tickets", np.int64),
        ("trains", np.int64),
        ("start_hand", np.int64),
        ("display_reset", np.int64),
        ("locomotive_is_both_cards", np.bool_),
        ("no_draw_without_deck", np.bool_),
        ("both_doubles_from", np.int64),
        ("strict_tunnel_locomotives", np.bool_),
        ("start_tickets", np.int64),
        ("start_long_tickets", np.int64),
        ("draw_tickets", np.int64),
        ("start_returned", np.int64),
        ("returned", np.int64),
        ("last_turns", np.int64),
        ("longest_path_bonus", np.int64),
        ("most_tickets_bonus", np.int64),
        ("tiebreak_longest_path", np.bool_),
        ("tiebreak_longest_ticket", np.bool_),
        ("toll_tokens", np.int64),
        ("loan_points", np.int64),
        ("neutral_trains", np.int64),
        ("stations", np.int64),
        ("station_points", np.int64),
        ("first_build", np.int64),  # the first action that builds a station
    ]
)

MOVES = record(
    [
        ("single", np.uint64),  # actions 0 to 63
        ("keep", np.uint64),  # subsets 0 to 63 of an offer
        ("claims", np.uint64, (HOWS, 2)),  # routes, by how they are paid
        ("claim_count", np.int64, (HOWS + 1,)),  # the last counts the stations that can be built
        ("builds", np.uint64, (KINDS,)),  # cities for a station, by how it is paid
        ("first_build", np.int64),
        ("may_claim", np.bool_),  # whether the four fields above are in force
        ("count", np.int64),
    ]
)
