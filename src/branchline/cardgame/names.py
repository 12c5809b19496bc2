"""Names for everything in the Card Game: cities, tickets, actions."""

from branchline.cardgame.actions import named_actions
from branchline.cardgame.board import CardGame
from branchline.names import Places, TicketNames


class CardNames:
    """The names of one set of tickets."""

    shows_returned = False  # whether all see the tickets returned

    def __init__(self, board: CardGame) -> None:
        self.board = board
        ends = (city for ticket in board.tickets for city in (ticket.a, ticket.b))
        self.places = Places(list(dict.fromkeys(ends)))
        self.ticket_names = TicketNames(board.tickets, self.places)
        self.tickets = self.ticket_names.names
        self.actions = named_actions(board, self.name)

    def name(self, what: str, i: int) -> str:
        """The name of a ticket, which is all that actions name."""
        return self.tickets[i]
