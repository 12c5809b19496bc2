"""The fixed action space of the Card Game, 384 numbers:

0 + kind           take a card from the display
9                  draw a card from the deck
10                 draw tickets
11                 pass
12 + n             lay the row with n locomotives in all
31                 done: complete the tickets chosen, and no more
32                 complete the best set of tickets
64 + subset        keep this subset of the offered tickets, in the order of their numbers
128 + triple       lay three cards of three colours, the triples of colours in order
192 + 16 × c + n   lay a row of n cards of colour c, with the fewest locomotives it needs
320 + ticket       choose a ticket to complete
"""

from branchline.cardgame.limits import MOST_LOCOMOTIVES, TICKETS
from branchline.engine.actions import DONE, DRAW_BLIND, DRAW_TICKETS, KEEP_SET, PASS, TAKE, WITH
from branchline.engine.limits import KINDS, LOCO

TRIPLES = 56  # of eight colours
ROW = 16  # numbers of actions for the rows of a colour

COMPLETE_BEST = 32
LAY_THREE = 128  # + triple
LAY_ROW = 192  # + 16 × colour + number of cards of that colour
TICKET = 320  # + ticket
ACTIONS = 384

assert TAKE + KINDS <= DRAW_BLIND < DRAW_TICKETS < PASS < WITH
assert WITH + MOST_LOCOMOTIVES < DONE < COMPLETE_BEST < KEEP_SET
assert (KEEP_SET + 64, LAY_ROW + ROW * LOCO, TICKET + TICKETS) == (LAY_THREE, TICKET, ACTIONS)
