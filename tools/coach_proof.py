"""Whether the coach is right: calibration, luck that averages to zero, skill by levels, costly decisions confirmed.

Every game found is kept in build/coach-proof, so that a command can be stopped and goes on where it was; the figures of
all games found so far are printed at the end, and at any time with --games 0. All is counted in games played on, so
that a busy machine changes nothing but how long it takes.

python tools/coach_proof.py calibration nordic --games 100
python tools/coach_proof.py luck usa --games 1000
python tools/coach_proof.py skill usa --games 60
python tools/coach_proof.py blunders usa --games 100
python tools/coach_proof.py speed nordic --players 2,3
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from branchline import Analysis, Game, analyse, new
from branchline.bots import make
from branchline.coach.analyse import Study
from branchline.coach.line import shares
from branchline.coach.sampler import Budget, Sampler

LEVELS = ("random", "beginner", "casual", "strong", "expert@200n")
PER_GAME = 20  # positions of a game whose chances are stated
BINS = np.linspace(0, 1, 11)
QUALITY = 12_000  # games played on, with which costly decisions are confirmed below
LONGER = 20  # times the games, for the search that confirms
KEPT = Path("build/coach-proof")

app = typer.Typer(help=__doc__)
Board = Annotated[str, typer.Argument(help="A board's name.")]
Row = dict[str, Any]


def played(board: str, bots: tuple[str, ...], seed: int) -> Game:
    """A game of bots."""
    game = new(board, players=len(bots), seed=seed)
    seats = [make(bot, 1000 * seed + i) for i, bot in enumerate(bots)]
    while not game.is_over:
        player = game.player
        game.play(seats[player].choose(game.position.seen_by(player), game.actions()))
    return game


def rows_of(name: str, games: int, find: Callable[[int], Row]) -> list[Row]:
    """What was found in each game, by its number; what is kept is not looked for again."""
    KEPT.mkdir(parents=True, exist_ok=True)
    file = KEPT / f"{name}.jsonl"
    rows: list[Row] = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    known = {row["game"] for row in rows}
    for number in range(games):
        if number not in known:
            rows.append({"game": number, **find(number)})
            with file.open("a") as out:
                print(json.dumps(rows[-1]), file=out)
            print(f"\r{name}: {len(rows)} of {games}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if not rows:
        raise SystemExit(f"{name}: nothing was found yet; give --games")
    return rows


def with_error(values: list[float]) -> str:
    """A mean with its 95 % interval."""
    mean, error = float(np.mean(values)), float(np.std(values, ddof=1) / np.sqrt(len(values)))
    return f"{100 * mean:+.2f} % (95 %: {100 * (mean - 1.96 * error):+.2f} to {100 * (mean + 1.96 * error):+.2f})"


def stated(game: Game, playouts: int, seed: int) -> Iterator[tuple[float, float, float]]:
    """Of some positions of a game: the chance stated for the first player, the difference in points, what happened.

    The result of the game is not looked at: every position is estimated by itself.
    """
    sampler = Sampler(game.start, Budget(playouts=1), seed=seed)
    happened = float(shares(game.position)[0])
    steps = [step for step in game.steps if not step.before.is_chance]
    for step in steps[:: max(1, len(steps) // PER_GAME)][:PER_GAME]:
        points = game.notation.points(step.before)
        chance = sampler.from_positions([step.before], 0, 0, playouts).shares[:, 0, 0].mean()
        yield float(chance), float(points[0] - max(points[1:])), happened


def isotonic(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The best rising fit of y to x: what the difference in points alone can say at most, fitted to these very data."""
    _, place, counts = np.unique(x, return_inverse=True, return_counts=True)
    blocks: list[list[float]] = []  # the mean, how many data, and how many values of x
    for mean, n in zip(np.bincount(place, y) / counts, counts, strict=True):
        blocks.append([float(mean), float(n), 1])
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            mean, n, values = blocks.pop()
            before, m, earlier = blocks.pop()
            blocks.append([(mean * n + before * m) / (n + m), n + m, values + earlier])
    fitted: np.ndarray = np.repeat([block[0] for block in blocks], [int(block[2]) for block in blocks])[place]
    return fitted


@app.command()
def calibration(board: Board, games: int = 100, playouts: int = 64, seed: int = 50_000, bots: str = "planner") -> None:
    """State chances in positions of games not used for tuning, and compare with what happened."""

    def find(number: int) -> Row:
        return {"positions": list(stated(played(board, (bots, bots), seed + number), playouts, number))}

    rows = rows_of(f"calibration-{board}-{bots}-{playouts}", games, find)
    of_game = np.repeat(np.arange(len(rows)), [len(row["positions"]) for row in rows])
    chance, points, happened = np.array([each for row in rows for each in row["positions"]]).T
    print(f"{board}: {len(chance)} positions of {len(rows)} games of {bots}, {playouts} games played on from each")
    brier = {
        "stated": (chance - happened) ** 2,
        "difference in points": (isotonic(points, happened) - happened) ** 2,
        "constant": (happened.mean() - happened) ** 2,
    }
    for name, squares in brier.items():
        by_game = np.bincount(of_game, squares) / np.bincount(of_game)
        error = float(np.std(by_game, ddof=1) / np.sqrt(len(by_game)))
        print(f"  Brier score, {name}: {squares.mean():.3f} ± {1.96 * error:.3f}")
    curve: list[tuple[str, str, str]] = []
    for low, high in pairwise(BINS.tolist()):
        inside = (chance >= low) & ((chance < high) | (high == 1))
        if inside.any():
            curve.append((f"{chance[inside].mean():.2f}", f"{happened[inside].mean():.2f}", str(inside.sum())))
    for name, line in zip(("stated", "happened", "positions"), zip(*curve, strict=True), strict=True):
        print(f"| {name} | {' | '.join(line)} |")


@app.command()
def luck(
    board: Board, games: int = 1000, playouts: int = 2000, seed: int = 60_000, bots: str = "beginner,planner"
) -> None:
    """The mean luck of a player over many games, which is zero if all is right, however unequal the players are."""

    def find(number: int) -> Row:
        found = analyse(played(board, tuple(bots.split(",")), seed + number), playouts=playouts, seed=number)
        balance = found.balances[0]
        return {
            **{name: part.value for name, part in balance.parts.items()},
            "end": balance.end,
            "remainder": balance.remainder,
        }

    rows = rows_of(f"luck-{board}-{bots}-{playouts}", games, find)
    print(f"{board}: the first player of {bots} over {len(rows)} games, {playouts} games played on for each")
    for part in ("start", "luck", "skill", "unseen", "rivals", "end"):
        values = [row[part] for row in rows]
        error = float(np.std(values, ddof=1) / np.sqrt(len(values)))
        print(f"  {part}: {with_error(values)}, {np.mean(values) / max(error, 1e-9):+.1f} standard errors from 0")
    print(f"  largest remainder: {max(abs(row['remainder']) for row in rows):.1e}")


@app.command()
def skill(
    board: Board, games: int = 60, playouts: int = 6000, seed: int = 70_000, levels: str = ",".join(LEVELS)
) -> None:
    """What players of each level gain or lose by choices, against planners."""
    for level in levels.split(","):

        def find(number: int, level: str = level) -> Row:
            found = analyse(played(board, (level, "planner"), seed + number), playouts=playouts, seed=number)
            return {"skill": found.balances[0].skill.value, "luck": found.balances[0].luck.value}

        rows = rows_of(f"skill-{board}-{level}-{playouts}", games, find)
        print(f"{board}: {level}: {with_error([row['skill'] for row in rows])} over {len(rows)} games", flush=True)


@app.command()
def blunders(
    board: Board, games: int = 25, playouts: int = QUALITY, seed: int = 80_000, bots: str = "beginner,casual"
) -> None:
    """How many of the decisions shown as costly are confirmed by a search of twenty times the games."""

    def find(number: int) -> Row:
        game = played(board, tuple(bots.split(",")), seed + number)
        study = Study(game, Sampler(game.start, Budget(playouts=playouts), seed=number))
        study.work()
        longer = Sampler(game.start, Budget(playouts=1), seed=1_000_000 + number)
        found = []
        for decision in study.costly():
            pair = [decision.candidate(decision.best), decision.candidate(decision.played)]
            question = decision.question._replace(candidates=np.array(pair, np.int64), seed=1_000_000 + decision.index)
            of_pair = longer.from_view(question, 0, LONGER * len(decision.seen)).shares[:, :, decision.player]
            found.append((decision.loss[0], float((of_pair[:, 0] - of_pair[:, 1]).mean())))
        return {"costly": found}

    rows = rows_of(f"blunders-{board}-{bots}-{playouts}", games, find)
    pairs = [pair for row in rows for pair in row["costly"]]
    confirmed = sum(longer > 0 for _, longer in pairs)
    print(f"{board}: {confirmed} of {len(pairs)} costly decisions of {len(rows)} games confirmed", end=" ")
    print(f"({100 * confirmed / max(1, len(pairs)):.0f} %)")
    if pairs:
        said, found = np.mean(pairs, axis=0)
        print(f"  mean cost: said {100 * said:.1f} %, by the long search {100 * found:.1f} %")


def timed(game: Game, playouts: int) -> tuple[Analysis, float, float]:
    """An analysis, and the seconds of the processor until its first curve and until its end."""
    curves: list[float] = []
    began = time.process_time()
    found = analyse(game, playouts=playouts, on_curve=lambda _: curves.append(time.process_time()))
    return found, curves[0] - began, time.process_time() - began


@app.command()
def speed(boards: list[str], players: str = "2", bots: str = "casual", playouts: int = QUALITY, seed: int = 1) -> None:
    """What the first curve and the whole analysis of a game take of one core, and how sure luck and choices are then.

    It is processor time, which a busy machine hardly changes; machine code is loaded before.
    """
    print("| board | players | entries | first curve | all | luck ± | choices ± |")
    for board in boards:
        for n in map(int, players.split(",")):
            game = played(board, (bots,) * n, seed)
            timed(game, 1)
            found, first, took = timed(game, playouts)
            errors = [max(balance.parts[part].error for balance in found.balances) for part in ("luck", "skill")]
            doubt = " | ".join(f"{100 * error:.0f} %" for error in errors)
            print(f"| {board} | {n} | {len(game.log)} | {first:.1f} s | {took:.1f} s | {doubt} |", flush=True)


if __name__ == "__main__":
    app()
