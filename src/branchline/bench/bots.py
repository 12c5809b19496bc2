"""How fast the bots think, and how well they keep their time."""

import time
from statistics import median
from typing import Any

from branchline import bots as players
from branchline.boards import AnyBoard
from branchline.bots.thinking import game_of, play, space_for
from branchline.kinds import new_position
from branchline.position import Array, Position, stream, streams

THINKING = 0.1  # seconds a move of the expert whose punctuality is measured
SEARCHES = 10
DECISIONS = 5_000  # of a planner, which are over in a moment; what they take hardly differs


def bot_figures(board: AnyBoard, seats: int, seconds: float) -> dict[str, Any]:
    """Planners' games a second, microseconds a decision, and by how many milliseconds an expert misses its time."""
    start = new_position(board, seats)
    decisions = [1e6 * spent for spent in times_of("planner", start, seconds)]
    late = [1000 * (spent - THINKING) for spent in times_of(f"expert@{THINKING}s", start, SEARCHES * THINKING)]
    return {
        "planner_games_per_second": round(planner_games(start, seconds)),
        "planner_microseconds": round(median(decisions), 1),
        "expert_late_milliseconds": round(median(late), 1),
        "expert_latest_milliseconds": round(max(late), 1),
    }


def planner_games(start: Position, seconds: float, learned: bool = True) -> float:
    """Games a second of planners against each other, on one core, by processor time; not learned: of `planner-1`."""
    game, space = game_of(start, {}, learned=learned), space_for(start)
    play(start, game, space, streams(1, 1))
    games, began = 0, time.thread_time()
    while (spent := time.thread_time() - began) < seconds or games == 0:
        games += len(play(start, game, space, streams(games, 50)))
    return games / spent


def times_of(name: str, start: Position, seconds: float) -> list[float]:
    """The seconds that each decision with a choice took, in games of one bot against itself."""
    bot, position, chance = players.make(name, 1), start.copy(), stream(1)
    bot.choose(_to_move(position, chance), position.legal())  # reads the code from the disk
    times: list[float] = []
    thought = 0.0
    while thought < seconds and len(times) < DECISIONS:
        view, legal = _to_move(position, chance), position.legal()
        began = time.perf_counter()
        action = bot.choose(view, legal)
        if len(legal) > 1:
            times.append(time.perf_counter() - began)
            thought += times[-1]
        position.apply(action)
        if position.is_over:
            position = start.copy()
    return times


def _to_move(position: Position, chance: Array) -> Position:
    while position.is_chance:
        position.apply(position.draw(chance))
    return position.seen_by(position.player)
