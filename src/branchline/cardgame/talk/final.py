"""The end of the Card Game: the scores counted step by step, the winner, and what decided."""

from branchline.cardgame.contents import bits
from branchline.cardgame.talk.game import CardTable
from branchline.names import points
from branchline.talk.final import called, verdict
from branchline.talk.words import Lines

TIE_BREAKS = [("more tickets completed", "completed"), ("more city bonuses", "bonuses")]


def final_lines(game: CardTable, me: int | None = None) -> Lines:
    """Everybody's score, part by part, and who has won; `me` is called you."""
    names = called(game, me)
    lines = ["The game is over. The scores, part by part:"]
    for player, name in enumerate(names):
        lines += _count(game, player, name)
    return [*lines, verdict(game, names, TIE_BREAKS)]


def _count(game: CardTable, player: int, name: str) -> Lines:
    r, total = game.position.score(), 0
    lines = [f"{name}:"]
    for t in [*bits(r.done[player]), *bits(game.position.record.tickets[player])]:
        ticket = game.board.tickets[t]
        is_done = int(r.done[player]) >> t & 1
        total += ticket.points if is_done else -ticket.points
        told = f"completed, plus {ticket.points}" if is_done else f"not completed, minus {ticket.points}"
        lines.append(f"Ticket {ticket.a}–{ticket.b}: {told}, makes {total}.")
    for city, bonus in enumerate(game.board.bonuses):
        most = max(int(n) for n in r.to_city[: len(game.names), city])
        if most and r.to_city[player, city] == most:
            total += bonus.points
            lines.append(f"Most tickets to {bonus.city}, {most}: plus {bonus.points}, makes {total}.")
    return [*lines, f"{name} {'have' if name == 'You' else 'has'} {points(total)}."]
