"""What can be wrong with rule fields that are each written rightly, alone or by an option's value.

One function a kind of mistake; each yields where, and what is said of it.
"""

from collections.abc import Iterator

from branchline.boardfile.cards import COLOURS
from branchline.boardfile.mistakes import FormMistake
from branchline.boardfile.problems import Finding
from branchline.boardfile.words import show, suggest
from branchline.engine.limits import DISPLAY
from branchline.mapgame import limits
from branchline.mapgame.board import Board, Rules
from branchline.mapgame.mistakes import MapMistake

LONG = "long"


def players_in_order(board: Board, rules: Rules) -> Iterator[Finding]:
    least, most = rules.players
    if least > most:
        yield ("rules", "players"), FormMistake.PLAYERS_ORDER(a=least, b=most)


def start_score_for_everyone(board: Board, rules: Rules) -> Iterator[Finding]:
    scores, players = len(rules.start_scores), rules.players[1]
    if not players <= scores <= limits.PLAYERS:
        yield ("rules", "start_scores"), MapMistake.START_SCORES(n=scores, players=players)


def keep_no_more_than_dealt(board: Board, rules: Rules) -> Iterator[Finding]:
    start = rules.start_tickets + rules.start_long_tickets
    deals = [("draw_keep", rules.draw_tickets), ("draft_keep", rules.start_tickets)]
    if not rules.draft_keep:
        deals.append(("start_keep", start))
    for name, dealt in deals:
        if (keep := getattr(rules, name)) > dealt:
            yield ("rules", name), FormMistake.KEEP(n=keep, dealt=dealt)
    if start > limits.OFFER:
        yield ("rules", "start_tickets"), MapMistake.START_MANY(n=start, most=limits.OFFER)


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
            said = MapMistake.FEW_TICKETS(n=there, players=players, needed=needed, more=needed - there)
            yield ("rules", name), said
    if (over := len(decks) - limits.TICKETS) > 0:
        yield ("map", "tickets"), MapMistake.MANY_TICKETS(n=len(decks), most=limits.TICKETS, over=over)


def enough_cards(board: Board, rules: Rules) -> Iterator[Finding]:
    """Cards for all hands and a full display, routes that can be paid, and no more cards than can be counted."""
    cards = len(COLOURS) * rules.colour_cards + rules.locomotives
    needed = rules.players[1] * rules.start_hand + DISPLAY
    if cards > limits.CARDS:
        yield ("rules", "colour_cards"), MapMistake.MANY_CARDS(n=cards, most=limits.CARDS)
    if cards < needed:
        yield ("rules", "start_hand"), MapMistake.FEW_CARDS(n=cards, needed=needed)
    for i, route in enumerate(board.routes):
        if route.exchange or (route.kind == "ferry" and rules.ferry_exchange):
            continue  # other cards may stand for those that are missing
        wild = rules.locomotives if route.kind in rules.locomotives_on or route.locomotives else 0
        plain = route.length - min(wild, route.length)
        if route.locomotives > rules.locomotives:
            yield ("map", "routes", i), MapMistake.NEED_LOCOS(n=route.locomotives, m=rules.locomotives)
        elif plain > rules.colour_cards:
            yield ("map", "routes", i), MapMistake.NEED_COLOUR(n=plain, m=rules.colour_cards)


def known_decks(board: Board, rules: Rules) -> Iterator[Finding]:
    decks = sorted({ticket.deck for ticket in board.tickets})
    for deck in rules.ticket_decks:
        if deck not in decks and decks:
            yield ("rules", "ticket_decks"), MapMistake.NO_DECK(name=show(deck), **suggest(deck, decks))


def ticket_twice(board: Board, rules: Rules) -> Iterator[Finding]:
    first: dict[frozenset[str], int] = {}
    for i, ticket in enumerate(board.tickets):
        if ticket.deck in rules.ticket_decks:
            at = first.setdefault(frozenset((ticket.a, ticket.b)), i)
            if at != i:
                yield ("map", "tickets", i), MapMistake.TICKET_TWICE(n=at)


def points_for_every_length(board: Board, rules: Rules) -> Iterator[Finding]:
    for i, route in enumerate(board.routes):
        if route.length not in rules.points:
            known = ", ".join(map(str, sorted(rules.points)))
            yield ("map", "routes", i, "length"), MapMistake.NO_POINTS(n=route.length, known=known)


def toll_bonus_for_everyone(board: Board, rules: Rules) -> Iterator[Finding]:
    path, most, rows = ("rules", "toll_bonus"), rules.players[1], len(rules.toll_bonus)
    if rows > limits.PLAYERS - 1 or (rules.toll_tokens and rows < most - 1):
        yield path, MapMistake.TOLL_ROWS(rows=rows, most=most, n=most - 1)
        return
    for players, row in enumerate(rules.toll_bonus, 2):
        if len(row) != players:
            yield path, MapMistake.TOLL_ROW(n=len(row), players=players)


def toll_on_every_route(board: Board, rules: Rules) -> Iterator[Finding]:
    for i, route in enumerate(board.routes):
        if rules.toll_tokens and not route.toll:
            yield ("map", "routes", i), MapMistake.NO_TOLL()


def draft_with_deal_card(board: Board, rules: Rules) -> Iterator[Finding]:
    path, most, rows = ("rules", "deal_card_depth"), rules.players[1], len(rules.deal_card_depth)
    if rules.draft_keep and not most - 1 <= rows <= limits.PLAYERS - 1:
        yield path, MapMistake.DEPTH_ROWS(rows=rows, most=most, n=most - 1)
    elif rows and not rules.draft_keep:
        yield path, MapMistake.DEPTH_ALONE()


def draft_alone(board: Board, rules: Rules) -> Iterator[Finding]:
    path = ("rules", "draft_keep")
    if rules.draft_keep and rules.start_long_tickets:
        yield path, MapMistake.DRAFT_LONG()
    if rules.draft_keep and any(route.kind == "tunnel" for route in board.routes):
        yield path, MapMistake.DRAFT_TUNNELS()


def locomotives_for_ferries(board: Board, rules: Rules) -> Iterator[Finding]:
    if "ferry" in rules.locomotives_on:
        return
    if rules.ferry_exchange:
        yield ("rules", "ferry_exchange"), MapMistake.FERRY_EXCHANGE()
    for i, route in enumerate(board.routes):
        if route.locomotives:
            yield ("map", "routes", i, "locomotives"), MapMistake.FERRY_SYMBOLS()


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
        said = MapMistake.MANY_ROUTES(trains=rules.trains, n=claims, most=limits.CLAIMS)
        yield ("rules", "trains"), said


def long_tickets_returned(board: Board, rules: Rules) -> Iterator[Finding]:
    if rules.start_long_tickets and rules.start_returned != "removed":
        yield ("rules", "start_returned"), MapMistake.LONG_RETURNED()


def neutral_player(board: Board, rules: Rules) -> Iterator[Finding]:
    path = ("rules", "neutral_trains")
    if rules.neutral_trains and not rules.toll_tokens:
        yield path, MapMistake.NEUTRAL_NO_TOLLS()
    if rules.neutral_trains and rules.players[1] > 2:
        yield path, MapMistake.NEUTRAL_PLAYERS(n=rules.players[1])
    if rules.neutral_trains and rules.both_doubles_from > 2:
        yield path, MapMistake.NEUTRAL_DOUBLES()


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
