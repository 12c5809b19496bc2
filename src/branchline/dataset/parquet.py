"""Games as Parquet files, part by part: what is written stays, whatever happens to the rest."""

from pathlib import Path
from types import TracebackType
from typing import Any

from branchline.dataset.rows import PARTS, deal, decisions, game_row, outcomes, seen
from branchline.errors import SetupError, needs_extra
from branchline.game import Game
from branchline.observation import VERSION

with needs_extra("a Parquet file", "arena"):
    import polars as pl

ROWS = 20_000  # decisions of a part

SEAT = pl.Struct(
    {
        "name": pl.String,
        "total": pl.Int32,
        "place": pl.Int8,
        "outcome": pl.Float32,
        "margin": pl.Int32,
        "done": pl.List(pl.String),
        "not_done": pl.List(pl.String),
        **dict.fromkeys(PARTS, pl.Int32),
    }
)
GAMES = {
    "game": pl.String,
    "board": pl.String,
    "fingerprint": pl.String,
    "options": pl.List(pl.Struct({"name": pl.String, "value": pl.String})),
    "players": pl.Int8,
    "date": pl.String,
    "deal": pl.String,
    "turns": pl.Int32,
    "decisions": pl.Int32,
    "seats": pl.List(SEAT),
}
DECISIONS = {
    "game": pl.String,
    "board": pl.String,
    "players": pl.Int8,
    "deal": pl.String,
    "number": pl.Int32,
    "turn": pl.Int32,
    "seat": pl.Int8,
    "observation_version": pl.Int16,
    "observation": pl.List(pl.Int16),
    "mask": pl.List(pl.Boolean),
    "action": pl.Int16,
    "text": pl.String,
    "outcome": pl.Float32,
    "margin": pl.Int32,
}


class Parts:
    """Writes games to a folder, in files `decisions-00000.parquet` and `games-00000.parquet` and on."""

    def __init__(self, folder: Path) -> None:
        if folder.is_dir() and any(folder.glob("*.parquet")):
            raise SetupError(f"{folder} has Parquet files already; name another folder")
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._number = folder, 0
        self._decisions: list[Any] = []
        self._games: list[dict[str, Any]] = []

    def add(self, game: Game, name: str) -> None:
        """Take in a game that is over."""
        row = game_row(game, name)
        row["options"] = [{"name": key, "value": value} for key, value in row["options"].items()]
        self._games.append(row)
        self._decisions.append(decision_frame(game, name))
        if sum(frame.height for frame in self._decisions) >= ROWS:
            self.write()

    def write(self) -> None:
        """Write what was taken in since the last part, each file whole or not at all."""
        if not self._games:
            return
        for kind, frame in (
            ("decisions", pl.concat(self._decisions)),
            ("games", pl.DataFrame(self._games, schema=GAMES)),
        ):
            path = self._folder / f"{kind}-{self._number:05d}.parquet"
            partial = path.with_name(path.name + ".part")
            frame.write_parquet(partial)
            partial.replace(path)
        self._number += 1
        self._decisions.clear()
        self._games.clear()

    def __enter__(self) -> "Parts":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.write()  # after Ctrl+C too


def decision_frame(game: Game, name: str) -> Any:
    """A game's decisions, a row each."""
    found = decisions(game)
    observations, masks = seen(found, game.notation.actions.size)
    shares, margins = outcomes(game)
    seats = [decision.position.player for decision in found]
    columns = {
        "number": range(len(found)),
        "turn": [decision.position.turn for decision in found],
        "seat": seats,
        "observation": pl.Series(observations).arr.to_list(),
        "mask": pl.Series(masks).arr.to_list(),
        "action": [decision.action for decision in found],
        "text": [decision.text for decision in found],
        "outcome": [shares[seat] for seat in seats],
        "margin": [margins[seat] for seat in seats],
    }
    same = {
        "game": name,
        "board": game.board.name,
        "players": len(game.names),
        "deal": deal(game),
        "observation_version": VERSION,
    }
    frame = pl.DataFrame(columns).with_columns(**{key: pl.lit(value) for key, value in same.items()})
    return frame.select(pl.col(key).cast(kind) for key, kind in DECISIONS.items())
