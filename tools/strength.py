"""Measure the bots on every board and number of players, and print the tables of docs/strength.md."""

import sys

from branchline import boards
from branchline.arena.run import Report, run
from branchline.arena.schedule import Match

LINE_UP = ("planner", "greedy", "random", "planner", "greedy")


def measure(board: str, seats: int, entrants: tuple[str, ...], games: int) -> Report:
    """Play one match."""
    return run(Match(board, (), entrants, seats, 1), games, cores=1)


def rows(report: Report) -> list[str]:
    """The table of a match, best first."""
    return [
        f"| {report.match.board} | {report.match.seats} | {row.player} | {row.games} | {100 * row.win_rate:.1f} % "
        f"({100 * row.win_rate_low:.1f}–{100 * row.win_rate_high:.1f}) | {row.mean_score:.1f} | {row.mean_margin:+.1f} "
        f"| {row.elo:+.0f} ({row.elo_low:+.0f} … {row.elo_high:+.0f}) | {row.microseconds_per_decision:,.0f} |"
        for row in sorted(report.table, key=lambda row: -row.elo)
    ]


def main(games: int) -> None:
    """Measure everything."""
    for board in boards.names():
        least, most = boards.load(board).rules.players
        for seats in range(least, most + 1):
            entrants = LINE_UP[: max(3, seats)]
            print("\n".join(rows(measure(board, seats, entrants, games))), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
