"""What the expert's search gains by each of its parts, counted in rollouts: a busy machine only makes it slower.

python tools/search_proof.py belief usa --games 100
python tools/search_proof.py stakes usa --positions 60 --rollouts 2000
python tools/search_proof.py manners usa --games 200 --rollouts 400 --one 1.33333333,0.002 --other 1.33333333,0
"""

from collections.abc import Iterator
from random import Random
from time import thread_time
from typing import Annotated

import numpy as np
import typer

from branchline import boards
from branchline.arena.ratings import standings
from branchline.arena.schedule import Outcome
from branchline.arena.sprt import evidence
from branchline.bots import ExpertPlayer, Player, make
from branchline.bots.expert import Manner, Search
from branchline.bots.thinking import game_of, space_for
from branchline.kinds import new_position
from branchline.mapgame.network import elements, mask
from branchline.planner.search import GAMES
from branchline.position import Position, stream

POWERS = {trust: trust / 3 for trust in (1, 2, 3, 4, 5, 6, 7, 9)}  # of a belief that trusts claims by 3
STAKES = (0.0, 0.0001, 0.0003, 0.001, 0.002)
PARTS = (0.25, 0.5, 0.75)  # of a game, where belief is looked at

app = typer.Typer(help=__doc__)
Board = Annotated[str, typer.Argument(help="A board's name.")]


def decisions(board: str, seed: int) -> list[Position]:
    """Every decision of a game of two planners."""
    position, chance, bots = new_position(boards.load(board), 2), stream(seed), [make("planner"), make("planner")]
    found = []
    while not position.is_over:
        if position.is_chance:
            position.apply(position.draw(chance))
            continue
        found.append(position.copy())
        position.apply(bots[position.player].choose(position.seen_by(position.player), position.legal()))
    return found


def likelihoods(position: Position) -> Iterator[list[float]]:
    """How likely each ticket of the rival's was to the player to move, for each power, by its logarithm."""
    view, me = position.seen_by(position.player), position.player
    search = Search(view, game_of(view, {}), [space_for(view)], 1, Manner(sharpness=1))
    belief = search.question.belief[1 - me].astype(float)
    held = elements(mask(position.record.tickets[1 - me]))
    known = mask(view.record.tickets[me]) | mask(view.record.tickets[1 - me]) | mask(position.board["long_tickets"][0])
    free = [t for t in range(int(position.board["n_tickets"][0])) if not known >> t & 1]
    for ticket in held:
        if ticket in free and len(search.actions) > 1:
            yield [float(np.log(belief[ticket] ** n / (belief[free] ** n).sum())) for n in POWERS.values()]


@app.command()
def belief(board: Board, games: int = 100, seed: int = 41) -> None:
    """The mean logarithm of how likely rivals' tickets were, by how much claims are trusted: the higher the better."""
    print("| board | part of the game | tickets | " + " | ".join(f"trust {n}" for n in POWERS) + " |")
    rows: dict[float, list[list[float]]] = {part: [] for part in PARTS}
    for game in range(games):
        found = decisions(board, seed * 1_000_003 + game)
        for part in PARTS:
            rows[part] += likelihoods(found[int(part * len(found))])
    for part, seen in rows.items():
        means = " | ".join(f"{mean:.3f}" for mean in np.mean(seen, axis=0))
        print(f"| {board} | {part} | {len(seen)} | {means} |")


@app.command()
def stakes(board: Board, positions: int = 60, rollouts: int = 2000, seed: int = 43) -> None:
    """What stopping early saves, and what it costs in games won a decision, by searches with other random streams."""
    used: dict[float, list[float]] = {stake: [] for stake in STAKES}
    lost: dict[float, list[float]] = {stake: [] for stake in STAKES}
    for number in range(positions):
        found = decisions(board, seed * 1_000_003 + number)
        position = found[Random(number).randrange(len(found))]
        view = position.seen_by(position.player)
        judge = ExpertPlayer(Random(0), None, 2 * rollouts, 1, Manner(stake=0)).search(view, 2)
        searches = {stake: ExpertPlayer(Random(0), None, rollouts, 1, Manner(stake=stake)) for stake in STAKES}
        done = {stake: search.search(view, 1) for stake, search in searches.items()}
        whole = done[STAKES[0]]
        for stake, search in done.items():
            used[stake].append(search.sums[:, GAMES].sum() / max(1.0, whole.sums[:, GAMES].sum()))
            lost[stake].append(judge.lead()[0][whole.best()] - judge.lead()[0][search.best()])
    for stake in STAKES:
        error = np.std(lost[stake]) / positions**0.5
        print(
            f"{board} {rollouts}n, stake {stake}: {100 * np.mean(used[stake]):.0f} % of the rollouts, "
            f"{100 * np.mean(lost[stake]):.3f} % (± {100 * error:.3f}) lost a decision, {positions} positions"
        )


class Counted(ExpertPlayer):
    """An expert whose rollouts and time are counted."""

    rollouts = 0
    seconds = 0.0

    def search(self, view: Position, seed: int, least_rounds: int = 0) -> Search:
        """The same search."""
        began = thread_time()
        search = super().search(view, seed, least_rounds)
        self.seconds += thread_time() - began
        self.rollouts += int(search.sums[:, GAMES].sum())
        return search


@app.command()
def manners(
    board: Board, games: int = 200, rollouts: int = 400, one: str = "", other: str = "1,0", seed: int = 42
) -> None:
    """One manner of searching against another, each as sharpness and stake: rate, evidence, rollouts and time."""
    pair = [Manner(*(float(n) for n in text.split(","))) if text else Manner() for text in (one, other)]
    outcomes: list[Outcome] = []
    spent, took = [0, 0], [0.0, 0.0]
    for game in range(games):
        seating = (0, 1) if game % 2 == 0 else (1, 0)
        seeds = [(seed * 1_000_003 + game // 2) * 31 + entrant for entrant in seating]
        bots = [Counted(Random(n), None, rollouts, 1, pair[e]) for n, e in zip(seeds, seating, strict=True)]
        outcomes.append(played(board, game // 2, seating, bots, seed * 1_000_003 + game // 2))
        for bot, entrant in zip(bots, seating, strict=True):
            spent[entrant] += bot.rollouts
            took[entrant] += bot.seconds
        if game % 20 == 19:
            row = standings([f"{pair[0]}", f"{pair[1]} "], outcomes)[0]
            print(
                f"{board} {rollouts}n {one or 'usual'} against {other or 'usual'}: {row.games} games, "
                f"{100 * row.win_rate:.1f} % ({100 * row.win_rate_low:.1f}–{100 * row.win_rate_high:.1f}), "
                f"evidence {evidence(outcomes):+.2f}, rollouts {spent[0] / spent[1]:.3f}, "
                f"time {took[0] / took[1]:.3f} of the other's",
                flush=True,
            )


def played(board: str, deal: int, seating: tuple[int, int], bots: list[Counted], seed: int) -> Outcome:
    """A game, as the arena counts it."""
    position, chance = new_position(boards.load(board), 2), stream(seed)
    players: list[Player] = list(bots)
    while not position.is_over:
        if position.is_chance:
            position.apply(position.draw(chance))
            continue
        position.apply(players[position.player].choose(position.seen_by(position.player), position.legal()))
    result = position.score()
    places = tuple(int(place) for place in result.place[:2])
    shares = tuple(1 / places.count(1) if place == 1 else 0.0 for place in places)
    return Outcome(deal, seating, tuple(int(n) for n in result.total[:2]), shares, places, position.turn, (0.0, 0.0))


if __name__ == "__main__":
    app()
