"""The games of a match as a Parquet file: a row for every player of every game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from branchline.arena.run import Report
from branchline.errors import needs_extra


def write_parquet(report: Report, path: Path) -> None:
    """Write every game, whole or not at all."""
    with needs_extra("a Parquet file", "arena"):
        import polars
    partial = path.with_name(path.name + ".part")
    polars.DataFrame(list(_rows(report))).write_parquet(partial)
    partial.replace(path)


def _rows(report: Report) -> Iterator[dict[str, Any]]:
    match = report.match
    for number, game in enumerate(report.games):
        for seat, entrant in enumerate(game.seating):
            yield {
                "board": match.board,
                "seed": match.seed,
                "game": number,
                "deal": game.deal,
                "seat": seat,
                "player": match.entrants[entrant],
                "score": game.scores[seat],
                "place": game.places[seat],
                "share_of_win": game.shares[seat],
                "turns": game.turns,
                "microseconds_per_decision": game.microseconds[seat],
            }
