"""The records the Card Game is played on: a game in progress, the facts of the game, the legal moves.

A game in progress is one fixed-size record, as in the map games, and the phases and moves that both know have
the same numbers. A mask of tickets is one 64-bit word. Counts of train cards are arrays of nine: the eight
colours in the order of `COLOURS`, then locomotives.
"""

import numpy as np

from branchline.cardgame.limits import BONUSES, PLAYERS, TICKETS
from branchline.cardgame.rules.actions import ACTIONS, TRIPLES
from branchline.engine.limits import KINDS, LOCO
from branchline.engine.phases import DEAL_TICKET, END_TURN, OVER
from branchline.engine.records import record

COMPLETE = 64  # the phase in which players choose, in secret, which tickets to complete

STATE = record(
    [
        # Masks of tickets
        ("tickets", np.uint64, (PLAYERS,)),  # kept and not completed
        ("done", np.uint64, (PLAYERS,)),  # completed; everybody has seen them
        ("chosen", np.uint64, (PLAYERS,)),  # to be completed, secret until all have chosen
        ("offer", np.uint64, (PLAYERS,)),  # dealt, not yet chosen from
        ("returned", np.uint64, (PLAYERS,)),  # returned by the player, not drawn again since
        ("placed", np.uint64, (PLAYERS,)),  # those of them whose place the player still knows
        ("ticket_deck", np.uint64),  # the deck's top group, in random order
        ("under", np.uint64, (TICKETS,)),  # the batches below it, each in random order
        ("turn", np.int64),  # turns begun
        # Train cards
        ("hand", np.int8, (PLAYERS, KINDS)),
        ("known", np.int8, (PLAYERS, KINDS)),  # cards of the hand that everybody saw
        ("blind", np.int8, (PLAYERS, KINDS)),  # cards drawn from this deck unseen by the others
        ("platform", np.int8, (PLAYERS, KINDS)),
        ("yard", np.int8, (PLAYERS, LOCO)),  # coloured cards of each row
        ("on_top", np.int8, (PLAYERS, LOCO)),  # locomotives on top of each row
        ("deck", np.int8, (KINDS,)),
        ("fresh", np.int8, (KINDS,)),  # this deck when it was shuffled, less what all saw leave it
        ("display", np.int8, (KINDS,)),
        ("discards", np.int8, (KINDS,)),
        # Numbers
        ("hand_size", np.int8, (PLAYERS,)),
        ("left_over", np.int8, (PLAYERS,)),  # unseen cards of the hand, at most, from before this deck
        ("ticket_count", np.int8, (PLAYERS,)),
        ("drawn_count", np.int8, (PLAYERS,)),  # those of them, at most, that were drawn after the start
        ("offer_count", np.int8, (PLAYERS,)),
        ("under_size", np.int8, (TICKETS,)),  # tickets in each batch
        ("batches", np.int8),
        ("ticket_deck_size", np.int8),
        ("deck_size", np.int8),
        ("display_size", np.int8),
        ("phase", np.int8),
        ("after", np.int8),  # the phase that follows when the display is filled
        ("players", np.int8),
        ("player", np.uint8),  # whose turn it is, or who chooses tickets
        ("begins", np.uint8),  # who begins the second half
        ("half", np.int8),
        ("to_deal", np.int8),  # cards or tickets still to be dealt
        ("row", np.uint8),  # the colour of the row being laid
        ("turns_left", np.int8),  # in the last turns; 0 before
    ]
)

BOARD = record(
    [
        ("all_tickets", np.uint64),
        ("need", np.uint64, (TICKETS,)),  # the cards a ticket asks for, a colour a byte
        ("triples_with", np.uint64, (LOCO,)),  # the triples in which a colour is
        ("triple", np.int8, (TRIPLES, 3)),
        ("ticket_value", np.int16, (TICKETS,)),
        ("to_city", np.uint8, (TICKETS,)),  # the big cities it leads to, as a mask
        ("bonus", np.int16, (BONUSES,)),
        ("cards", np.int8, (KINDS,)),  # all train cards
        ("n_tickets", np.int64),
        ("n_bonuses", np.int64),
        ("start_locomotives", np.int64),
        ("start_hand", np.int64),  # besides these
        ("start_tickets", np.int64),
        ("start_keep", np.int64),
        ("draw_tickets", np.int64),
        ("second_half_from", np.int64),  # players from which there is a second half
        ("second_half_hand", np.int64),
        ("open_platform", np.bool_),  # for the screen: the rules and the views are the same
    ]
)

MOVES = record(
    [
        ("mask", np.uint64, (ACTIONS // 64,)),  # the action space, 64 actions a word
        ("count", np.int64),
    ]
)

assert max(DEAL_TICKET, OVER, END_TURN) < COMPLETE
