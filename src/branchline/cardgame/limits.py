"""What a game's record can hold; the compiled rules read these numbers too."""

PLAYERS = 4
TICKETS = 64
BONUSES = 8
MOST_CARDS = 10  # of a colour in a deck
MOST_LOCOMOTIVES = 16
ASKED = 127  # cards of one colour that all tickets together ask for
OFFER = 6  # tickets dealt at once to one player
POINTS = 100  # for one ticket or bonus
