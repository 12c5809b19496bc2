"""What can be wrong with rule fields that are each written rightly, alone or by an option's value.

One function a kind of mistake; each yields where, what is wrong and what would be right.
"""

from collections.abc import Iterator

from branchline.boards import limits
from branchline.boards.board import Board, Rules
from branchline.boards.problems import Finding
from branchline.boards.words import show, suggest

LONG = "long"


def players_in_order(board: Board, rules: Rules) -> Iterator[Finding]:
    least, most = rules.players
    if least > most:
        yield ("rules", "players"), f"from {least} to {most} players", f"write players = [{most}, {least}]"


def start_score_for_everyone(board: Board, rules: Rules) -> Iterator[Finding]:
    scores, players = len(rules.start_scores), rules.players[1]
    if scores < players:
        yield (
            ("rules", "start_scores"),
            f"{scores} start scores for {players} players",
            f"write {players} numbers",
        )


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
            yield (
                ("map", "routes", i, "length"),
                f"the score table has no points for length {route.length}",
                right,
            )


def toll_bonus_for_everyone(board: Board, rules: Rules) -> Iterator[Finding]:
    path, most = ("rules", "toll_bonus"), rules.players[1]
    if not rules.toll_tokens:
        return
    if len(rules.toll_bonus) < most - 1:
        wrong = f"{len(rules.toll_bonus)} rows of bonuses for 2 to {most} players"
        yield path, wrong, f"write {most - 1} rows, the first for 2 players"
    for players, row in enumerate(rules.toll_bonus, 2):
        if len(row) != players:
            yield path, f"{len(row)} bonuses in the row for {players} players", f"write {players} numbers"


def toll_on_every_route(board: Board, rules: Rules) -> Iterator[Finding]:
    for i, route in enumerate(board.routes):
        if rules.toll_tokens and not route.toll:
            yield ("map", "routes", i), "no toll, on a board with tolls", "add toll = …"


def draft_with_deal_card(board: Board, rules: Rules) -> Iterator[Finding]:
    path, rows = ("rules", "deal_card_depth"), len(rules.deal_card_depth)
    if rules.draft_keep and rows < rules.players[1] - 1:
        wrong = f"{rows} places of the ticket-deal card for 2 to {rules.players[1]} players"
        yield path, wrong, f"write {rules.players[1] - 1} shares of the deck, the first for 2 players"
    elif rows and not rules.draft_keep:
        yield path, "a ticket-deal card without drafts", "add draft_keep = …, or leave deal_card_depth out"


def neutral_player(board: Board, rules: Rules) -> Iterator[Finding]:
    path = ("rules", "neutral_trains")
    if rules.neutral_trains and not rules.toll_tokens:
        yield path, "a neutral player without tolls", "play with tolls, or without the neutral player"
    if rules.neutral_trains and rules.players[1] > 2:
        yield path, f"a neutral player with {rules.players[1]} players", "write players = [2, 2]"


CHECKS = (
    players_in_order,
    start_score_for_everyone,
    keep_no_more_than_dealt,
    enough_tickets,
    known_decks,
    ticket_twice,
    points_for_every_length,
    toll_bonus_for_everyone,
    toll_on_every_route,
    draft_with_deal_card,
    neutral_player,
)


def check_rules(board: Board, rules: Rules) -> Iterator[Finding]:
    """Everything wrong with these rules on this board."""
    for find in CHECKS:
        yield from find(board, rules)
