"""What can be wrong with rule fields that are each written rightly, alone or by an option's value.

One function a kind of mistake; each yields where, what is wrong and what would be right.
"""

from collections.abc import Iterator

from branchline.boardfile.cards import COLOURS
from branchline.boardfile.problems import Finding
from branchline.cardgame.board import CardGame, CardRules

DISPLAY = 5


def players_in_order(game: CardGame, rules: CardRules) -> Iterator[Finding]:
    least, most = rules.players
    if least > most:
        yield ("rules", "players"), f"from {least} to {most} players", f"write players = [{most}, {least}]"


def cards_for_everyone(game: CardGame, rules: CardRules) -> Iterator[Finding]:
    most = rules.players[1]
    if most * rules.start_locomotives > rules.locomotives:
        wrong = f"{rules.locomotives} locomotives, but {most} players get {rules.start_locomotives} each"
        yield ("rules", "start_locomotives"), wrong, "lower start_locomotives"
    cards = len(COLOURS) * rules.colour_cards + rules.locomotives
    if (needed := most * (rules.start_locomotives + rules.start_hand) + DISPLAY + 1) > cards:
        wrong = f"{cards} cards, but hands, display and a deck of 1 need {needed}"
        yield ("rules", "start_hand"), wrong, "lower start_hand"


def tickets_for_everyone(game: CardGame, rules: CardRules) -> Iterator[Finding]:
    most = rules.players[1]
    if most * rules.start_tickets > len(game.tickets):
        wrong = f"{len(game.tickets)} tickets, but {most} players get {rules.start_tickets} each"
        yield ("rules", "start_tickets"), wrong, "lower start_tickets"
    if rules.start_keep > rules.start_tickets:
        wrong = f"keep {rules.start_keep} of {rules.start_tickets} tickets dealt"
        yield ("rules", "start_keep"), wrong, f"write start_keep = {rules.start_tickets} or less"


CHECKS = (players_in_order, cards_for_everyone, tickets_for_everyone)


def check_rules(game: CardGame, rules: CardRules) -> Iterator[Finding]:
    """Everything wrong with these rules in this game."""
    for find in CHECKS:
        yield from find(game, rules)
