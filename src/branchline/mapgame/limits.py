"""What a game's record can hold, and how far the rules can count; the compiled rules read these numbers too."""

CITIES = 64
ROUTES = 128
TICKETS = 80  # in play at once: decks left out by an option do not count
ALL_TICKETS = 240  # in all decks
FESTIVALS = 12
FESTIVAL_CARDS = 12  # of one festival
FESTIVAL_DECK = 120  # of all festivals together
PLAYERS = 5
LENGTH = 9
TRAINS = 60
CLAIMS = 40  # routes of one player: the longest path among many more takes too long to find
NEIGHBOURS = 24  # routes of one city
COLOUR_CARDS = 14  # of one colour
LOCOMOTIVES = 14  # as in the box: with more, displays would be reset for thousands of cards on end
CARDS = 120  # in the whole deck: discards are counted in one byte
OFFER = 6  # tickets dealt at once to one player
STATIONS = 3  # of one player: each one more multiplies the ways to use them
FERRY_EXCHANGE = 4  # cards that may stand for one locomotive on a ferry
POINTS = 100  # for one route, ticket, festival or bonus: totals stay within two bytes
