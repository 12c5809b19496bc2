"""The end of a game: the scores counted step by step, the winner, and what decided."""

from branchline.boards.board import Rules
from branchline.game import Game
from branchline.network import elements, mask
from branchline.notation.words import points
from branchline.table.mapgame import MapGame
from branchline.table.words import Lines, listed, number

# Parts of the score that only some boards have.
PARTS = {
    "start": "The start space",
    "stations_bonus": "Stations not built",
    "toll_bonus": "Toll tokens left",
    "loan_points": "Loans",
    "festivals": "Festival cards",
}

STATIONS = "stations"  # of these, fewer are better


def final_lines(game: MapGame, me: int | None = None) -> Lines:
    """Everybody's score, part by part, and who has won; `me` is called you."""
    names = called(game, me)
    lines = ["The game is over. The scores, part by part:"]
    for player, name in enumerate(names):
        lines += _count(game, player, name)
    return [*lines, winner_line(game, names)]


def called(game: Game, me: int | None) -> list[str]:
    """Everybody's name, of the person who is told "You"."""
    return ["You" if player == me else name for player, name in enumerate(game.names)]


def _count(game: MapGame, player: int, name: str) -> Lines:
    r, s = game.position.score(), game.position.record
    total = int(r.routes[player])
    lines = [f"{name}: {points(total)} for routes."]
    done = mask(r.done[player])
    for t in elements(mask(s.tickets[player])):
        value = game.notation.board.tickets[t].points
        is_done = done >> t & 1
        total += value if is_done else -value
        told = f"done, plus {value}" if is_done else f"not done, minus {value}"
        ticket = game.notation.board.tickets[t]
        lines.append(f"Ticket {ticket.a}–{ticket.b}: {told}, makes {total}.")
    for field, words in PARTS.items():
        if part := int(r[field][player]):
            total += part
            lines.append(f"{words}: {'plus' if part > 0 else 'minus'} {abs(part)}, makes {total}.")
    if bonus := int(r.longest_path_bonus[player]):
        total += bonus
        path = number(int(r.longest_path[player]), "train")
        lines.append(f"The longest path, {path}: plus {bonus}, makes {total}.")
    if bonus := int(r.most_tickets_bonus[player]):
        total += bonus
        lines.append(f"The most tickets done, {int(r.completed[player])}: plus {bonus}, makes {total}.")
    return [*lines, f"{name} {'have' if name == 'You' else 'has'} {points(total)}."]


def winner_line(game: MapGame, names: list[str]) -> str:
    """Who has won, and by which tie-break if it took one."""
    return verdict(game, names, [("more tickets done", "completed"), *_later_tie_breaks(game.board.rules)])


def verdict(game: Game, names: list[str], tie_breaks: list[tuple[str, str]]) -> str:
    """Who has won, and which of some tie-breaks, each with its field of the result, decided."""
    r = game.position.score()
    total = max(int(n) for n in r.total[: len(names)])
    level = [p for p in range(len(names)) if r.total[p] == total]
    winners = [name for p, name in enumerate(names) if r.place[p] == 1]
    won = f"{listed(winners)} {_verb(winners)}"
    if len(level) == 1:
        return f"{won} with {points(total)}."
    tied = f"{listed([names[p] for p in level])} have {points(total)} each"
    reason = ""
    for what, field in tie_breaks:
        best_of = min if field == STATIONS else max
        best = best_of(int(r[field][p]) for p in level)
        behind = [int(r[field][p]) for p in level if r[field][p] != best]
        if behind:
            reason = f"{what}, {best} to {best_of(behind)}"
            level = [p for p in level if r[field][p] == best]
    return f"{tied}. {won} with {reason}." if reason else f"{tied}, and no tie-break tells them apart. {won}."


def _verb(winners: list[str]) -> str:
    if len(winners) > 1:
        return "share the win"
    return "win" if winners == ["You"] else "wins"


def _later_tie_breaks(rules: Rules) -> list[tuple[str, str]]:
    stations = [("fewer stations", STATIONS)] if rules.stations else []
    if rules.tiebreak == "longest_path":
        return [*stations, ("the longer path", "longest_path")]
    return [("the higher ticket done", "best_ticket")] if rules.tiebreak == "longest_ticket" else stations
