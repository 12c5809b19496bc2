"""What can be wrong with rule fields that are each written rightly, alone or by an option's value.

One function a kind of mistake; each yields where, and what is said of it.
"""

from collections.abc import Iterator

from branchline.boardfile.cards import COLOURS
from branchline.boardfile.mistakes import FormMistake
from branchline.boardfile.problems import Finding
from branchline.cardgame.board import CardGame, CardRules
from branchline.cardgame.mistakes import CardMistake

DISPLAY = 5


def players_in_order(game: CardGame, rules: CardRules) -> Iterator[Finding]:
    least, most = rules.players
    if least > most:
        yield ("rules", "players"), FormMistake.PLAYERS_ORDER(a=least, b=most)


def cards_for_everyone(game: CardGame, rules: CardRules) -> Iterator[Finding]:
    most = rules.players[1]
    if most * rules.start_locomotives > rules.locomotives:
        said = CardMistake.FEW_LOCOMOTIVES(n=rules.locomotives, players=most, each=rules.start_locomotives)
        yield ("rules", "start_locomotives"), said
    cards = len(COLOURS) * rules.colour_cards + rules.locomotives
    if (needed := most * (rules.start_locomotives + rules.start_hand) + DISPLAY + 1) > cards:
        yield ("rules", "start_hand"), CardMistake.SHORT_DECK(n=cards, needed=needed)


def tickets_for_everyone(game: CardGame, rules: CardRules) -> Iterator[Finding]:
    most = rules.players[1]
    if most * rules.start_tickets > len(game.tickets):
        said = CardMistake.SHORT_TICKETS(n=len(game.tickets), players=most, each=rules.start_tickets)
        yield ("rules", "start_tickets"), said
    if rules.start_keep > rules.start_tickets:
        yield ("rules", "start_keep"), FormMistake.KEEP(n=rules.start_keep, dealt=rules.start_tickets)


CHECKS = (players_in_order, cards_for_everyone, tickets_for_everyone)


def check_rules(game: CardGame, rules: CardRules) -> Iterator[Finding]:
    """Everything wrong with these rules in this game."""
    for find in CHECKS:
        yield from find(game, rules)
