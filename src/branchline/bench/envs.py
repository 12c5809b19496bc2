"""The report of `branchline bench --envs`: what programs that learn wait for, beside PettingZoo's own connect_four."""

import itertools
import json
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter, process_time
from typing import Any

import numpy as np

import branchline
from branchline.batch import Batch
from branchline.errors import needs_extra
from branchline.vector import BOTS, Vector

GAMES = 4096


def report_envs(board: str, seconds: float, as_json: bool) -> None:
    """Measure and print; where pygame, which connect_four needs, is not there, its figures are left out."""
    found = {name: round(value, 3) for name, value in figures(board, seconds)}
    if as_json:
        print(json.dumps(found))
    else:
        print("\n".join(f"{name.replace('_', ' '):44} {value:>14,}" for name, value in found.items()))


def figures(board: str, seconds: float) -> Iterator[tuple[str, float]]:
    """Every figure by its name."""
    yield from _vector("vector", Vector(Batch(board, 2, GAMES, seed=1)), seconds)
    for bot in BOTS:
        rivals = Vector(Batch(board, 2, GAMES, seed=1), bots={1: bot})
        yield from _vector(f"vector_with_{bot}_rivals", rivals, seconds)
    with needs_extra("measuring environments", "envs"):
        from branchline.envs import openspiel, pettingzoo
    tables: dict[str, Callable[[], Any]] = {
        "raw_env": lambda: pettingzoo.raw_env(board),
        "env": lambda: pettingzoo.env(board),
        **_connect_four(),
    }
    for name, make in tables.items():
        yield f"{name}_steps_per_second", _aec(make(), seconds)
    yield "openspiel_steps_per_second", _openspiel(openspiel.BranchlineGame({"board": board}), seconds)
    yield "game_plays_per_second", _plays(board, seconds)
    yield "game_view_milliseconds", _view(board, seconds)


def _vector(name: str, games: Vector, seconds: float) -> Iterator[tuple[str, float]]:
    """Decisions of a learner that plays at random: by the clock on all cores, and by processor time."""
    for _ in range(200):
        games.step(games.sample())
    steps, began, worked = 0, perf_counter(), process_time()
    while not steps or perf_counter() - began < seconds:
        games.step(games.sample())
        steps += 1
    yield f"{name}_decisions_per_second", steps * GAMES / (perf_counter() - began)
    yield f"{name}_decisions_per_processor_second", steps * GAMES / (process_time() - worked)


def _connect_four() -> dict[str, Callable[[], Any]]:
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError:
        return {}
    return {"connect_four_raw_env": connect_four_v3.raw_env, "connect_four_env": connect_four_v3.env}


def _aec(table: Any, seconds: float) -> float:
    """Steps of any PettingZoo environment with random legal actions: games played again, with the actions known."""
    rng, steps, spent = np.random.default_rng(1), 0, 0.0
    for seed in itertools.count():
        actions = _some_game(table, seed, rng)
        table.reset(seed=seed)
        began = process_time()
        for action in actions:
            table.last()
            table.step(action)
        spent += process_time() - began
        steps += len(actions)
        if spent >= seconds:
            return steps / spent
    raise AssertionError("seeds do not end")


def _some_game(table: Any, seed: int, rng: np.random.Generator) -> list[int | None]:
    """The actions of a game with random legal ones."""
    table.reset(seed=seed)
    actions: list[int | None] = []
    for _ in table.agent_iter():
        seen, _, is_over, is_cut, info = table.last()
        mask = info["action_mask"] if "action_mask" in info else seen["action_mask"]
        actions.append(None if is_over or is_cut else int(rng.choice(np.flatnonzero(mask))))
        table.step(actions[-1])
    return actions


def _openspiel(game: Any, seconds: float) -> float:
    """Steps of OpenSpiel states, chance included."""
    rng, steps, spent = Random(1), 0, 0.0
    while spent < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            began = process_time()
            state.apply_action(action)
            spent += process_time() - began
            steps += 1
    return steps / spent


def _plays(board: str, seconds: float) -> float:
    rng, moves, spent = Random(1), 0, 0.0
    while spent < seconds:
        game = branchline.new(board, 2, seed=moves)
        while not game.is_over:
            action = rng.choice(game.actions())
            began = process_time()
            game.play(action)
            spent += process_time() - began
            moves += 1
    return moves / spent


def _view(board: str, seconds: float) -> float:
    """Milliseconds of a view in the middle of a game, for the player to move."""
    game, rng = branchline.new(board, 2, seed=1), Random(1)
    for _ in range(150):
        game.play(rng.choice(game.actions()))
    views, began = 0, process_time()
    while not views or process_time() - began < seconds:
        game.view(game.player)
        views += 1
    return 1000 * (process_time() - began) / views
