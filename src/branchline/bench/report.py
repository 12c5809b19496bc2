"""The report of `branchline bench`: one JSON object, or a table of all boards."""

import json

from rich.console import Console
from rich.table import Table

from branchline import boards
from branchline.bench.engine import Figures, measure, yardstick


def report(board: str | None, players: int, seconds: float, as_json: bool, cold: bool = False) -> None:
    """Measure and print."""
    err = Console(stderr=True)
    names = [board] if board else boards.names()
    found: list[Figures] = []
    with err.status("Measuring ...") as status:
        for name in names:
            status.update(f"Measuring {name}, {players} players ...")
            is_first = name == names[0]
            found.append(measure(name, players, seconds, is_first, cold and is_first))
        if "usa" in names:
            status.update("Measuring the C++ yardstick ...")
            add_yardstick(next(f for f in found if f["board"] == "usa"), seconds / 2, players)
    if as_json:
        print(json.dumps(found[0] if board else found))
    else:
        Console().print(table(found))


def add_yardstick(figures: Figures, seconds: float, players: int) -> None:
    """Put the C++ simulator's figure beside ours."""
    if told := yardstick(seconds, players):
        figures["yardstick_games_per_second"] = told["games_per_second"]
        figures["yardstick_ratio"] = round(figures["games_per_second"] / told["games_per_second"], 2)


def table(found: list[Figures]) -> Table:
    """The figures as a table, a column a board."""
    shown = Table(title="How fast the engine is, on this machine")
    shown.add_column("figure")
    for figures in found:
        shown.add_column(f"{figures['board']}, {figures['players']} players", justify="right")
    for name in dict.fromkeys(name for figures in found for name in figures):
        if name not in ("board", "players"):
            row = [figures.get(name, "") for figures in found]
            shown.add_row(name.replace("_", " "), *(f"{n:,}" if n != "" else "" for n in row))
    return shown
