"""How many there are of what every kind of game has."""

KINDS = 9  # kinds of train cards: eight colours and the locomotive
LOCO = 8  # the locomotive, after the eight colours
DISPLAY = 5
SEATS = 5  # at most, in any kind of game
