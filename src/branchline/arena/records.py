"""The records of a match, each written as soon as its game is over."""

from pathlib import Path

from branchline.arena.run import Watch
from branchline.arena.schedule import Match, Outcome


def keeping(match: Match, folder: Path | None, watch: Watch) -> Watch:
    """A watch that also writes the records of new games into a folder, if there is one."""
    if folder is None:
        return watch
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    board = Path(match.board).stem

    def keep(games: list[Outcome], total: int) -> None:
        nonlocal written
        for number in range(written, len(games)):
            game = games[number]
            rotation = number % match.seats
            path = folder / f"{board}-{match.seed}-{game.deal:05d}-{rotation}.txt"
            path.write_text(game.record, encoding="utf-8")
        written = len(games)
        watch(games, total)

    return keep
