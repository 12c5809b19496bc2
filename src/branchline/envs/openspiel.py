"""Branchline as an OpenSpiel game: `pyspiel.load_game("python_branchline(board=nordic,players=2)")`.

Chance is explicit. A player's information state is everything that the player has seen so far: a digest over all of
the player's views from the first card on, so that two histories share it only if the player cannot tell them apart.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import numpy as np

from branchline.envs.one import OneGame
from branchline.errors import needs_extra
from branchline.observation import observe
from branchline.position import Position, stream

with needs_extra("an OpenSpiel game", "envs"):
    import pyspiel

SHORT_NAME = "python_branchline"
MOST_PLAYERS, MOST_OUTCOMES, LONGEST = 5, 256, 20000

GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Branchline",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"board": "nordic", "players": 2},
)


class BranchlineGame(pyspiel.Game):
    """A board and a number of players; a win is worth 1, shared where it is shared."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {"board": "nordic", "players": 2, **(params or {})}
        self.table = _Shared(OneGame(chosen["board"], chosen["players"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.game.n_actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.table.game.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> BranchlineState:
        """A game before its first card is dealt."""
        return BranchlineState(self, self.table)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BranchlineObserver:
        """What a player sees; with perfect recall, a digest of all they have seen."""
        if params:
            raise ValueError(f"the observer has no parameters, not {params}")
        return BranchlineObserver(self.table.game, bool(iig_obs_type and iig_obs_type.perfect_recall))


class _Shared:
    """What all states of a game share, and copy by reference."""

    def __init__(self, game: OneGame) -> None:
        self.game = game

    def __deepcopy__(self, memo: dict[int, object]) -> _Shared:
        return self


class BranchlineState(pyspiel.State):
    """A position, and what each player has seen on the way to it."""

    def __init__(self, game: BranchlineGame, table: _Shared) -> None:
        super().__init__(game)
        self.table = table
        self.position: Position = table.game.start.copy()
        self.recalled = [b""] * table.game.players
        self._recall()

    def _recall(self) -> None:
        for player, before in enumerate(self.recalled):
            seen = self.position.seen_by(player).states.tobytes()
            self.recalled[player] = blake2b(before + seen, digest_size=8).digest()

    def current_player(self) -> int:
        """Whose move it is: a player's, chance's, or nobody's."""
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.is_chance else self.position.player

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.legal()) if player == self.position.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, with the odds."""
        found = self.position.outcomes()
        total = sum(weight for _, weight in found)
        return [(outcome, weight / total) for outcome, weight in found]

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)
        self._recall()

    def _action_to_string(self, player: int, action: int) -> str:
        notation = self.table.game.notation
        if player == pyspiel.PlayerId.CHANCE:
            return notation.outcome_text(self.position, action)
        return notation.actions.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """The players' shares of the win, once the game is over."""
        return self.table.game.worth(self.position)

    def information_state_string(self, player: int | None = None) -> str:
        """A digest of all that a player has seen, and what the player sees now."""
        seat = self.position.player if player is None else player
        return f"{seat} {self.recalled[seat].hex()}"

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> BranchlineState:
        """A state that the player cannot tell from this one, all such being equally likely."""
        other: BranchlineState = self.clone()
        other.position = self.position.determinize(player, stream(int(rng() * 2**53)))
        return other

    def __str__(self) -> str:
        return self.table.game.text(self.position)


class BranchlineObserver:
    """Writes what a player sees of a state: as numbers, by the slices of `observation.layout`, and as text."""

    def __init__(self, game: OneGame, has_recall: bool) -> None:
        self._game, self._has_recall = game, has_recall
        self.tensor = np.zeros(game.layout.size, np.float32)
        self.dict = {name: game.layout.part(self.tensor, name) for name in game.layout.shapes}

    def set_from(self, state: BranchlineState, player: int) -> None:
        """Fill the numbers."""
        self.tensor[:] = observe(state.position, player)

    def string_from(self, state: BranchlineState, player: int) -> str:
        """What the player sees in words, or with perfect recall the information state."""
        if self._has_recall:
            return state.information_state_string(player)
        return self._game.text(state.position, player)


pyspiel.register_game(GAME_TYPE, BranchlineGame)
