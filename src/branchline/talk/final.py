"""Who has won, and what decided."""

from branchline.history import History
from branchline.names import points
from branchline.talk.words import listed

FEWER = ("stations",)  # of these, fewer are better


def called(game: History, me: int | None) -> list[str]:
    """Everybody's name, of the person who is told "You"."""
    return ["You" if player == me else name for player, name in enumerate(game.names)]


def verdict(game: History, names: list[str], tie_breaks: list[tuple[str, str]]) -> str:
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
        best_of = min if field in FEWER else max
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
