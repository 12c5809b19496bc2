"""Whether levels are like people: each clearly weaker than the next, and how early and with how many cards they build.

All is counted in games, so that a busy machine changes nothing but how long it takes.

python tools/levels.py ladder --games 400
python tools/levels.py habits --games 200
"""

from collections.abc import Iterator
from itertools import pairwise
from statistics import median
from time import process_time
from typing import Annotated, NamedTuple

import typer

from branchline import boards
from branchline.arena.run import run
from branchline.arena.schedule import Match
from branchline.bots import make
from branchline.engine.phases import TURN
from branchline.kinds import kind_of, new_position
from branchline.position import stream

SOON = 6  # own turns within which something should be built
MANY = 15  # cards in hand that should seldom be more
LADDER = ("beginner", "casual", "strong")

app = typer.Typer(help=__doc__)
Games = Annotated[int, typer.Option(help="How many games on each board.")]
Boards = Annotated[list[str], typer.Option("--board", help="On these boards only.")]
Seed = Annotated[int, typer.Option(help="Of the deals.")]


class Habit(NamedTuple):
    """What one player did in one game."""

    first: int  # own turn in which it first built something; a turn after the last if it never did
    hands: list[int]  # cards in hand at the start of its turns
    milliseconds: float  # of the processor, for a decision with a choice


@app.command()
def ladder(games: Games = 400, board: Boards = [], seed: Seed = 21, levels: str = ",".join(LADDER)) -> None:  # noqa: B006
    """How often each level beats the one below it, two players, every deal in both seatings."""
    print("| board | level | against | games | win rate (95 %) | score | its score |\n" + "| --- " * 7 + "|")
    for name in board or boards.names():
        for weaker, stronger in pairwise(levels.split(",")):
            one, other = run(Match(name, (), (stronger, weaker), 2, seed), games, cores=1).table
            rate = f"{100 * one.win_rate:.1f} % ({100 * one.win_rate_low:.1f}–{100 * one.win_rate_high:.1f})"
            scores = f"{one.mean_score:.1f} | {other.mean_score:.1f}"
            print(f"| {name} | {stronger} | {weaker} | {one.games} | {rate} | {scores} |", flush=True)


@app.command()
def habits(games: Games = 200, board: Boards = [], seed: Seed = 22, levels: str = "beginner,casual") -> None:  # noqa: B006
    """When each level first builds, and how many cards it holds, in games of two of a level."""
    print(
        f"| board | level | games | first built in own turn (median) | within {SOON} | turns with at most {MANY} cards "
        "| fullest hand (median) | ms a decision (mean) |\n" + "| --- " * 8 + "|"
    )
    for name in board or boards.names():
        for level in levels.split(","):
            seen = [habit for game in range(games) for habit in observed(name, level, seed * 1_000_003 + game)]
            hands = [cards for habit in seen for cards in habit.hands]
            soon = sum(habit.first <= SOON for habit in seen) / len(seen)
            few = sum(cards <= MANY for cards in hands) / len(hands)
            print(
                f"| {name} | {level} | {games} | {median(habit.first for habit in seen):g} | {100 * soon:.1f} % "
                f"| {100 * few:.1f} % | {median(max(habit.hands) for habit in seen):g} "
                f"| {sum(habit.milliseconds for habit in seen) / len(seen):.2f} |",
                flush=True,
            )


def observed(board: str, level: str, seed: int) -> Iterator[Habit]:
    """A game of two of a level, and what each of them did in it."""
    position, chance = new_position(boards.load(board), 2), stream(seed)
    bots, builds = [make(level, seed + seat) for seat in range(2)], kind_of(position).builds
    hands: list[list[int]] = [[], []]
    first: list[int | None] = [None, None]
    times: list[list[float]] = [[], []]
    while not position.is_over:
        if position.is_chance:
            position.apply(position.draw(chance))
            continue
        me, legal, view = position.player, position.legal(), position.seen_by(position.player)
        began = process_time()
        action = bots[me].choose(view, legal)
        if len(legal) > 1:
            times[me].append(1000 * (process_time() - began))
        if position.phase == TURN:
            hands[me].append(int(position.record.hand_size[me]))
            if first[me] is None and builds(view, action):
                first[me] = len(hands[me])
        position.apply(action)
    for seat in range(2):
        yield Habit(first[seat] or len(hands[seat]) + 1, hands[seat], sum(times[seat]) / len(times[seat]))


if __name__ == "__main__":
    app()
