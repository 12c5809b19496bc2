"""The end of a game: the scores counted step by step, the winner, and what decided."""

from branchline.mapgame.board import Rules
from branchline.mapgame.network import elements, mask
from branchline.mapgame.talk.game import MapGame
from branchline.names import points
from branchline.talk.final import called, verdict
from branchline.talk.words import Lines, number

# Parts of the score that only some boards have.
PARTS = {
    "start": "The start space",
    "stations_bonus": "Stations not built",
    "toll_bonus": "Toll tokens left",
    "loan_points": "Loans",
    "festivals": "Festival cards",
}


def final_lines(game: MapGame, me: int | None = None) -> Lines:
    """Everybody's score, part by part, and who has won; `me` is called you."""
    names = called(game, me)
    lines = ["The game is over. The scores, part by part:"]
    for player, name in enumerate(names):
        lines += _count(game, player, name)
    return [*lines, winner_line(game, names)]


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


def _later_tie_breaks(rules: Rules) -> list[tuple[str, str]]:
    stations = [("fewer stations", "stations")] if rules.stations else []
    if rules.tiebreak == "longest_path" and rules.longest_path_bonus:
        return [*stations, ("the bonus for the longest path", "longest_path_bonus")]
    if rules.tiebreak == "longest_path":
        return [*stations, ("the longer path", "longest_path")]
    return [("the higher ticket done", "best_ticket")] if rules.tiebreak == "longest_ticket" else stations
