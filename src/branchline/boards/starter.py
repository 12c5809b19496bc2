"""A small board of one's own to begin with, as a file that plays at once."""

from pathlib import Path

from branchline.boardfile.problems import BoardError
from branchline.boards.loader import SUFFIX, check

FOLDER = Path(__file__).parent / "starters"


def write_starter(path: Path) -> None:
    """Write the starter board, named after its file; a file that is there already stays."""
    if path.suffix != SUFFIX:
        raise BoardError(f"a board is a {SUFFIX} file: write {path.with_suffix(SUFFIX)}")
    text = (FOLDER / "map.toml").read_text(encoding="utf-8")
    text = text.replace('"NAME"', f'"{path.stem}"').replace('"TITLE"', f'"{_title(path.stem)}"')
    if problems := check(text, path.name):
        raise BoardError(f"{path.stem!r} cannot name a board: {problems[0].wrong}; {problems[0].right}")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise BoardError(f"{path} is there already; choose another name") from error


def _title(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()
