"""OpenSpiel's own checks, what players may know, and playthroughs kept as text."""

import pickle
import warnings
from pathlib import Path
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough

from branchline import boards
from branchline.envs.openspiel import BranchlineState

GAMES = ("python_branchline(board=nordic,players=2)", "python_branchline(board=cardgame,players=3)")
CASES = [
    (name, players)
    for name in boards.names()
    for players in range(boards.load(name).rules.players[0], boards.load(name).rules.players[1] + 1)
]
KEPT = Path(__file__).parent / "playthroughs"


def some_state(name: str, steps: int, seed: int) -> BranchlineState:
    state: BranchlineState = pyspiel.load_game(name).new_initial_state()
    rng = Random(seed)
    for _ in range(steps):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_a_random_simulation_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def passes_the_checks_of_all_games(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of other games, which this module loads
        from open_spiel.python.tests.games_sim_test import GamesSimTest
    np.random.seed(1)  # what it draws from
    GamesSimTest("sim_game").sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", GAMES)
def test_what_openspiel_checks_of_all_its_games(name: str) -> None:
    passes_the_checks_of_all_games(name)


@pytest.mark.soak
@pytest.mark.parametrize(("board", "players"), CASES)
def test_what_openspiel_checks_on_every_board(board: str, players: int) -> None:
    name = f"python_branchline(board={board},players={players})"
    passes_the_checks_of_all_games(name)
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=False, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_states_serialise_and_clone(name: str) -> None:
    state = some_state(name, 80, 1)
    again = pickle.loads(pickle.dumps(state))
    assert (str(again), again.history()) == (str(state), state.history())
    assert again.position == state.position
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert other.position != state.position
    assert again.position == state.position


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_looks_the_same_to_the_player(name: str) -> None:
    changed = 0
    for seed in range(10):
        state = some_state(name, 60 + 10 * seed, seed)
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, Random(seed).random)
            assert other.information_state_string(player) == state.information_state_string(player)
            observer = state.get_game().make_py_observer()
            assert observer.string_from(other, player) == observer.string_from(state, player)
            changed += other.position != state.position
    assert changed > 5


@pytest.mark.parametrize("name", GAMES)
def test_information_states_recall_everything(name: str) -> None:
    """Another order of the same draws leads to the same view, but not to the same information state."""
    seen: dict[str, bytes] = {}
    for seed in range(4):
        state, rng = pyspiel.load_game(name).new_initial_state(), Random(seed)
        for _ in range(60):
            state.apply_action(rng.choice(state.legal_actions()))
            key = state.information_state_string(0)
            view = state.position.seen_by(0).states.tobytes()
            assert seen.setdefault(key, view) == view
    assert len(seen) > 50


@pytest.mark.parametrize("name", GAMES)
def test_the_playthrough_is_as_it_was(name: str) -> None:
    """Its beginning is kept as text; after a change that is meant, delete the file and run this twice."""
    text = playthrough(name, action_sequence=[], seed=7).partition("\n# State 30\n")[0] + "\n"
    kept = KEPT / f"{name.split('board=')[1].split(',')[0]}.txt"
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(text, encoding="utf-8")
        pytest.fail(f"{kept.name} was written; run this again")
    assert text == kept.read_text(encoding="utf-8")
