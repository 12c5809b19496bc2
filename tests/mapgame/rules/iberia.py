"""Tables of Iberia: festival cards and the ticket-deal card are put where a test wants them."""

from .table import Table


def festival(table: Table, city: str) -> int:
    """The number of a city's festival."""
    return next(f for f, found in enumerate(table.board.festivals) if city in found.cities)


def lie(table: Table, **cards: int) -> None:
    """Let festival cards lie at their cities, and all others be nowhere."""
    table.record.lying[:] = 0
    for city, n in cards.items():
        table.record.lying[festival(table, city)] = n


def in_deck(table: Table, deal_in: int | None = None, **cards: int) -> None:
    """Put festival cards into the deck, and the ticket-deal card below so many cards."""
    s = table.record
    s.festival_deck[:] = 0
    s.deck_size -= s.extras
    for city, n in cards.items():
        s.festival_deck[festival(table, city)] = n
    extras = sum(cards.values()) + (deal_in is not None)
    s.extras = extras
    s["deck_size"] += extras
    s.deal_at = 0 if deal_in is None else s["deck_size"] - deal_in
    s.drafts_to_come = 1


def in_play(players: int = 2) -> Table:
    """A game in its first turn, with no festival cards in the deck, before the second draft."""
    table = Table("iberia", players)
    table.record.drafts_to_come = 1
    return table


def claim(table: Table, player: int, route: str) -> None:
    """Let a player claim a route in their turn, with cards that they are given."""
    table.turn_of(player)
    wanted = table.board.routes[table.route(route)]
    table.hand(player, **{wanted.colour or "red": wanted.length})
    table.claim(route, **{wanted.colour or "red": wanted.length})


def deal(table: Table) -> None:
    """Let chance do what it does first, again and again."""
    while table.position.is_chance:
        table.position.apply(table.position.outcomes()[0][0])


def pile(table: Table, player: int) -> dict[str, int]:
    """A player's festival cards, by city."""
    return table.view(player).pile
