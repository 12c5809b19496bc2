"""The phases of a game, as far as kinds of game have them in common."""

# Chance moves.
DEAL_CARD, FILL, BLIND, TURN_CARD, TURN_TICKET, DEAL_TICKET = range(6)
# A player moves.
KEEP_START, TURN, SECOND, LOCOMOTIVES, CARDS, SURCHARGE, NEUTRAL, FESTIVAL, PICK, KEEP = range(6, 16)
OVER = 16
END_TURN = 17  # passing state: the turn is done, the next one begins before anybody moves
