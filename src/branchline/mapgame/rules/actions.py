"""The numbers of the actions that only map games have; the claims come last, each with how it is paid."""

CARD = 22  # + kind of card
WITHDRAW = 32
PICK_TICKET = 33  # + number in the pack, 0 to 5
TAKE_FESTIVAL = 39  # + festival
NEUTRAL_ROUTE = 51  # + 0 or 1: the first or second route of a double
CLAIM = 128  # + 10 × route + how; after the routes, stations: + 9 × city + how

# How a claim is paid: with a colour (0–7), with locomotives only, or with cards in exchange for others.
EXCHANGE = 9
HOWS = 10
