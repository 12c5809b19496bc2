"""Whether the coach is right: calibration, luck that averages to zero, skill by levels, costly decisions confirmed.

python tools/coach_proof.py calibration nordic --games 100
python tools/coach_proof.py luck usa --games 1000 --playouts 1500
python tools/coach_proof.py skill usa --games 40 --playouts 6000
python tools/coach_proof.py blunders usa --games 30 --playouts 20000
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from branchline import Game, analyse, new
from branchline.bots import make
from branchline.coach.analyse import Study
from branchline.coach.line import shares
from branchline.coach.sampler import Budget, Sampler

LEVELS = ("random", "beginner", "casual", "planner", "expert@200n")
PER_GAME = 20  # positions of a game whose chances are stated
BINS = np.linspace(0, 1, 11)

app = typer.Typer(help=__doc__)
Board = Annotated[str, typer.Argument(help="A board's name.")]


def played(board: str, bots: tuple[str, ...], seed: int) -> Game:
    """A game of bots."""
    game = new(board, players=len(bots), seed=seed)
    seats = [make(bot, 1000 * seed + i) for i, bot in enumerate(bots)]
    while not game.is_over:
        player = game.player
        game.play(seats[player].choose(game.position.seen_by(player), game.actions()))
    return game


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
        chance = sampler.from_positions([step.before], 0, 0, playouts)[:, 0, 0].mean()
        yield float(chance), float(points[0] - max(points[1:])), happened


def isotonic(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The best rising fit of y to x: what the difference in points alone can say at most, fitted to these very data."""
    order = np.argsort(x, kind="stable")
    blocks: list[list[float]] = []
    for value in y[order]:
        blocks.append([float(value), 1.0])
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            mean, n = blocks.pop()
            before, m = blocks.pop()
            blocks.append([(mean * n + before * m) / (n + m), n + m])
    fitted = np.empty(len(y))
    fitted[order] = np.concatenate([np.full(int(n), mean) for mean, n in blocks])
    return fitted


@app.command()
def calibration(board: Board, games: int = 100, playouts: int = 128, seed: int = 50_000, bots: str = "planner") -> None:
    """State chances in positions of games not used for tuning, and compare with what happened."""
    rows = [row for i in range(games) for row in stated(played(board, (bots, bots), seed + i), playouts, i)]
    chance, points, happened = np.array(rows).T
    print(f"{board}: {len(rows)} positions of {games} games of {bots}, {playouts} games played on from each")
    brier = {
        "stated": (chance - happened) ** 2,
        "difference in points": (isotonic(points, happened) - happened) ** 2,
        "constant": (happened.mean() - happened) ** 2,
    }
    for name, squares in brier.items():
        by_game = squares.reshape(games, -1).mean(axis=1) if len(rows) % games == 0 else squares
        error = float(np.std(by_game, ddof=1) / np.sqrt(len(by_game)))
        print(f"  Brier score, {name}: {squares.mean():.4f} ± {1.96 * error:.4f}")
    for low, high in pairwise(BINS.tolist()):
        inside = (chance >= low) & ((chance < high) | (high == 1))
        if inside.any():
            print(f"  stated {chance[inside].mean():.2f}: happened {happened[inside].mean():.2f} ({inside.sum()})")


@app.command()
def luck(board: Board, games: int = 1000, playouts: int = 1500, seed: int = 60_000, bots: str = "planner") -> None:
    """The mean luck of a player over many games, which is zero if all is right."""
    found = [
        analyse(played(board, (bots, bots), seed + i), playouts=playouts, seed=i).balances[0] for i in range(games)
    ]
    print(f"{board}: luck of the first player over {games} games: {with_error([b.luck.value for b in found])}")
    print(
        f"  unseen: {with_error([b.unseen.value for b in found]) if bots != 'planner' else 'none: all play as planned'}"
    )
    print(f"  largest remainder: {max(abs(b.remainder) for b in found):.1e}")


@app.command()
def skill(board: Board, games: int = 40, playouts: int = 6000, seed: int = 70_000) -> None:
    """What players of each level gain or lose by choices, against planners."""
    for level in LEVELS:
        values = [
            analyse(played(board, (level, "planner"), seed + i), playouts=playouts, seed=i).balances[0].skill.value
            for i in range(games)
        ]
        print(f"{board}: {level}: {with_error(values)} over {games} games", flush=True)


@app.command()
def blunders(
    board: Board, games: int = 30, playouts: int = 20_000, seed: int = 80_000, bots: str = "beginner", most: int = 100
) -> None:
    """How many decisions called costly a search of twenty times the games confirms."""
    confirmed: list[bool] = []
    for i in range(games):
        game = played(board, (bots, bots), seed + i)
        sampler = Sampler(game.start, Budget(playouts=playouts), seed=i)
        study = Study(game, sampler)
        study.draw_curve(0.08)
        study.weigh_decisions()
        longer = Sampler(game.start, Budget(playouts=1), seed=1_000_000 + i)
        for decision in [d for d in study.decisions if d.is_costly][: most - len(confirmed)]:
            pair = [decision.candidate(decision.best), decision.candidate(decision.played)]
            question = decision.question._replace(candidates=np.array(pair, np.int64), seed=1_000_000 + decision.index)
            shares_of = longer.from_view(question, 0, 20 * decision.seen.games)
            confirmed.append(bool(np.diff(shares_of[:, :, decision.player].mean(axis=0))[0] < 0))
        if len(confirmed) >= most:
            break
    part = float(np.mean(confirmed))
    print(f"{board}: {sum(confirmed)} of {len(confirmed)} costly decisions confirmed ({100 * part:.0f} %)")


@app.command()
def speed(record: Path, seconds: float = 60.0) -> None:
    """How much an analysis does in some seconds of one core."""
    from branchline import load

    found = analyse(load(record), seconds=seconds)
    print(f"{found.playouts} games played on in {found.seconds:.1f} s")
    for balance in found.balances:
        print(f"  {found.names[balance.player]}: luck ± {balance.luck.error:.3f}, skill ± {balance.skill.error:.3f}")


if __name__ == "__main__":
    app()
