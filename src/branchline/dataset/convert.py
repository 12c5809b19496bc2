"""Records, one after the other, into Parquet files."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from branchline.boards import AnyBoard
from branchline.dataset.parquet import Parts
from branchline.errors import RecordError, SetupError
from branchline.replay import load


def records_in(places: Iterable[Path]) -> list[Path]:
    """The records that are named, and those in folders that are named, in order."""
    found: list[Path] = []
    for place in places:
        if not place.exists():
            raise SetupError(f"there is no file or folder {place}")
        found += sorted(place.rglob("*.txt")) if place.is_dir() else [place]
    if not found:
        raise SetupError("there are no records: files that end in .txt")
    return found


def convert(records: Iterable[Path], folder: Path, board: AnyBoard | None = None) -> Iterator[str]:
    """Write the decisions of every record, one by one; of each it yields what is wrong with it, or nothing."""
    with Parts(folder) as parts:
        for path in records:
            try:
                game = load(path, board)
                if not game.is_over:
                    raise RecordError(f"the game is not over: it ends in turn {game.turn}")
                parts.add(game, path.stem)
                yield ""
            except RecordError as error:
                yield f"{path}: {error}"
