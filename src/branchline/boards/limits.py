"""What a game's record can hold, and which numbers make sense in a board."""

CITIES = 64
ROUTES = 128
TICKETS = 80  # in play at once: decks left out by an option do not count
FESTIVALS = 12
FESTIVAL_CARDS = 12  # a festival
PLAYERS = 5
LENGTH = 9
TRAINS = 100
TICKET_POINTS = 255
OFFER = 6  # tickets dealt at once to one player

# The least and the greatest number that a field, or each number in it, may be.
RANGES: dict[str, tuple[float, float]] = {
    "City.latitude": (-90, 90),
    "City.longitude": (-180, 180),
    "Route.length": (1, LENGTH),
    "Route.locomotives": (0, LENGTH),
    "Route.exchange": (0, 9),
    "Route.toll": (0, 30),
    "Ticket.points": (1, TICKET_POINTS),
    "Festival.points": (0, 255),
    "Rules.players": (2, PLAYERS),
    "Rules.trains": (1, TRAINS),
    "Rules.start_hand": (0, 20),
    "Rules.start_scores": (0, 100),
    "Rules.display_reset": (0, 5),
    "Rules.ferry_exchange": (0, 9),
    "Rules.both_doubles_from": (2, PLAYERS + 1),
    "Rules.start_tickets": (1, OFFER),
    "Rules.start_long_tickets": (0, OFFER),
    "Rules.start_keep": (0, OFFER),
    "Rules.draw_tickets": (1, OFFER),
    "Rules.draw_keep": (0, OFFER),
    "Rules.draft_keep": (0, OFFER),
    "Rules.deal_card_depth": (0, 1),
    "Rules.deal_card_shift": (0, 100),
    "Rules.last_turns": (0, 20),
    "Rules.longest_path_bonus": (0, 100),
    "Rules.most_tickets_bonus": (0, 100),
    "Rules.stations": (0, 5),
    "Rules.station_points": (0, 100),
    "Rules.toll_tokens": (0, 100),
    "Rules.toll_bonus": (0, 100),
    "Rules.loan_points": (-100, 0),
    "Rules.neutral_trains": (0, TRAINS),
    "Rules.points": (0, 255),
}
