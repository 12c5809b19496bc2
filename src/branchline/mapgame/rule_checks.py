"""What can be wrong with rule fields that are each written rightly, alone or by an option's value.

One function a kind of mistake; each yields where, what is wrong and what would be right.
"""

from collections.abc import Iterator

from branchline.boardfile.cards import COLOURS
from branchline.boardfile.problems import Finding
from branchline.boardfile.words import show, suggest
from branchline.engine.limits import DISPLAY
from branchline.mapgame import limits
from branchline.mapgame.board import Board, Rules

LONG = "long"


def players_in_order(board: Board, rules: Rules) -> Iterator[Finding]:
    least, most = rules.players
    if least > most:
        yield ("rules", "players"), f"from {least} to {most} players", f"write players = [{most}, {least}]"


def start_score_for_everyone(board: Board, rules: Rules) -> Iterator[Finding]:
    scores, players = len(rules.start_scores), rules.players[1]
    if not players <= scores <= limits.PLAYERS:
        path = ("rules", "start_scores")
        yield path, f"{scores} start scores for {players} players", f"write {players} numbers"


def keep_no_more_than_dealt(board: Board, rules: Rules) -> Iterator[Finding]:
    start = rules.start_tickets + rules.start_long_tickets
    deals = [("draw_keep", rules.draw_tickets), ("draft_keep", rules.start_tickets)]
    if not rules.draft_keep:
        deals.append(("start_keep", start))
    for name, dealt in deals:
        if (keep := getattr(rules, name)) > dealt:
            yield ("rules", name), f"keep {keep} of {dealt} tickets dealt", f"write {name} = {dealt} or less"
    if start > limits.OFFER:
        right = f"{limits.OFFER} at most: lower start_tickets or start_long_tickets"
        yield ("rules", "start_tickets"), f"{start} tickets dealt at the start", right


def enough_tickets(board: Board, rules: Rules) -> Iterator[Finding]:
    decks = [ticket.deck for ticket in board.tickets if ticket.deck in rules.ticket_decks]
    long = decks.count(LONG) if rules.start_long_tickets else 0
    players = rules.players[1]
    needs = [
        ("start_tickets", players * (rules.start_tickets + rules.draft_keep), len(decks) - long),
        ("start_long_tickets", players * rules.start_long_tickets, long),
    ]
    for name, needed, there in needs:
        if there < needed:
            wrong = f"{there} tickets, but {players} players need {needed} at the start"
            more = f"{needed - there} ticket{'s' if needed - there > 1 else ''}"
            yield ("rules", name), wrong, f"add {more}, or lower {name} or players"
    if len(decks) > limits.TICKETS:
        right = f"a game can hold {limits.TICKETS}: leave out {len(decks) - limits.TICKETS}"
        yield ("map", "tickets"), f"{len(decks)} tickets in play", right


def enough_cards(board: Board, rules: Rules) -> Iterator[Finding]:
    """Cards for all hands and a full display, routes that can be paid, and no more cards than can be counted."""
    cards = len(COLOURS) * rules.colour_cards + rules.locomotives
    needed = rules.players[1] * rules.start_hand + DISPLAY
    if cards > limits.CARDS:
        yield ("rules", "colour_cards"), f"{cards} train cards", f"{limits.CARDS} at most: lower it, or locomotives"
    if cards < needed:
        wrong = f"{cards} train cards, but hands and display need {needed} at the start"
        yield ("rules", "start_hand"), wrong, "lower it, or raise colour_cards"
    for i, route in enumerate(board.routes):
        if route.exchange or (route.kind == "ferry" and rules.ferry_exchange):
            continue  # other cards may stand for those that are missing
        wild = rules.locomotives if route.kind in rules.locomotives_on or route.locomotives else 0
        plain = route.length - min(wild, route.length)
        right = "shorten it, or add cards to the deck"
        if route.locomotives > rules.locomotives:
            wrong = f"needs {route.locomotives} locomotives, and there are {rules.locomotives}"
            yield ("map", "routes", i), wrong, right
        elif plain > rules.colour_cards:
            wrong = f"needs {plain} cards of a colour, and there are {rules.colour_cards}"
            yield ("map", "routes", i), wrong, right


def known_decks(board: Board, rules: Rules) -> Iterator[Finding]:
    decks = sorted({ticket.deck for ticket in board.tickets})
    for deck in rules.ticket_decks:
        if deck not in decks and decks:
            yield ("rules", "ticket_decks"), f"no ticket has the deck {show(deck)}", suggest(deck, decks)


def ticket_twice(board: Board, rules: Rules) -> Iterator[Finding]:
    first: dict[frozenset[str], int] = {}
    for i, ticket in enumerate(board.tickets):
        if ticket.deck in rules.ticket_decks:
            at = first.setdefault(frozenset((ticket.a, ticket.b)), i)
            if at != i:
                wrong = f"the same two cities are on tickets[{at}]"
                yield ("map", "tickets", i), wrong, "leave one of them out, or put it into another deck"


def points_for_every_length(board: Board, rules: Rules) -> Iterator[Finding]:
    for i, route in enumerate(board.routes):
        if route.length not in rules.points:
            known = ", ".join(map(str, sorted(rules.points)))
            right = f"add {route.length} = … to points under [rules], or write one of {known}"
            yield (("map", "routes", i, "length"), f"the score table has no points for length {route.length}", right)


def toll_bonus_for_everyone(board: Board, rules: Rules) -> Iterator[Finding]:
    path, most, rows = ("rules", "toll_bonus"), rules.players[1], len(rules.toll_bonus)
    if rows > limits.PLAYERS - 1 or (rules.toll_tokens and rows < most - 1):
        wrong = f"{rows} rows of bonuses for 2 to {most} players"
        yield path, wrong, f"write {most - 1} rows, the first for 2 players"
        return
    for players, row in enumerate(rules.toll_bonus, 2):
        if len(row) != players:
            yield path, f"{len(row)} bonuses in the row for {players} players", f"write {players} numbers"


def toll_on_every_route(board: Board, rules: Rules) -> Iterator[Finding]:
    for i, route in enumerate(board.routes):
        if rules.toll_tokens and not route.toll:
            yield ("map", "routes", i), "no toll, on a board with tolls", "add toll = …"


def draft_with_deal_card(board: Board, rules: Rules) -> Iterator[Finding]:
    path, rows = ("rules", "deal_card_depth"), len(rules.deal_card_depth)
    if rules.draft_keep and not rules.players[1] - 1 <= rows <= limits.PLAYERS - 1:
        wrong = f"{rows} places of the ticket-deal card for 2 to {rules.players[1]} players"
        yield path, wrong, f"write {rules.players[1] - 1} shares of the deck, the first for 2 players"
    elif rows and not rules.draft_keep:
        yield path, "a ticket-deal card without drafts", "add draft_keep = …, or leave deal_card_depth out"


def draft_alone(board: Board, rules: Rules) -> Iterator[Finding]:
    path = ("rules", "draft_keep")
    if rules.draft_keep and rules.start_long_tickets:
        right = "leave out draft_keep or start_long_tickets"
        yield path, "drafts and long tickets, which are both dealt first", right
    if rules.draft_keep and any(route.kind == "tunnel" for route in board.routes):
        wrong = "drafts on a board with tunnels, for which the ticket-deal card might be turned up"
        yield path, wrong, "leave out the tunnels or draft_keep"


def locomotives_for_ferries(board: Board, rules: Rules) -> Iterator[Finding]:
    if "ferry" in rules.locomotives_on:
        return
    right = 'add "ferry" to locomotives_on under [rules], or leave it out'
    if rules.ferry_exchange:
        yield ("rules", "ferry_exchange"), "cards stand for locomotives, which ferries do not take", right
    for i, route in enumerate(board.routes):
        if route.locomotives:
            wrong = "locomotive symbols on a ferry, which takes no locomotives"
            yield ("map", "routes", i, "locomotives"), wrong, right


def routes_of_one_player(board: Board, rules: Rules) -> Iterator[Finding]:
    """The longest path among many routes takes very long to find."""
    shortest: dict[object, int] = {}
    for route in board.routes:  # of a double a player has one route only
        apart = route.length if rules.unequal_doubles == "free" else 0
        ends = frozenset((route.a, route.b)), apart
        shortest[ends] = min(shortest.get(ends, route.length), route.length)
    trains = rules.trains
    claims = sum((trains := trains - length) >= 0 for length in sorted(shortest.values()))
    if claims > limits.CLAIMS:
        right = f"a player can have {limits.CLAIMS}: lower trains, or make short routes longer"
        yield ("rules", "trains"), f"{rules.trains} trains, enough for {claims} routes", right


def long_tickets_returned(board: Board, rules: Rules) -> Iterator[Finding]:
    if rules.start_long_tickets and rules.start_returned != "removed":
        wrong = "long tickets that are not kept, but leave the game nowhere"
        yield ("rules", "start_returned"), wrong, 'write start_returned = "removed"'


def neutral_player(board: Board, rules: Rules) -> Iterator[Finding]:
    path = ("rules", "neutral_trains")
    if rules.neutral_trains and not rules.toll_tokens:
        yield path, "a neutral player without tolls", "play with tolls, or without the neutral player"
    if rules.neutral_trains and rules.players[1] > 2:
        yield path, f"a neutral player with {rules.players[1]} players", "write players = [2, 2]"
    if rules.neutral_trains and rules.both_doubles_from > 2:
        yield path, "a neutral player, but doubles that are closed for two", "write both_doubles_from = 2"


CHECKS = (
    players_in_order,
    start_score_for_everyone,
    keep_no_more_than_dealt,
    enough_tickets,
    enough_cards,
    known_decks,
    ticket_twice,
    points_for_every_length,
    toll_bonus_for_everyone,
    toll_on_every_route,
    draft_with_deal_card,
    draft_alone,
    long_tickets_returned,
    locomotives_for_ferries,
    routes_of_one_player,
    neutral_player,
)


def check_rules(board: Board, rules: Rules) -> Iterator[Finding]:
    """Everything wrong with these rules on this board."""
    for find in CHECKS:
        yield from find(board, rules)
