"""Branchline as a Gymnasium environment: one seat against given opponents, alone or in thousands of games at once."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from branchline.batch import Batch
from branchline.boards import AnyBoard
from branchline.bots import make
from branchline.envs.one import OneGame
from branchline.errors import SetupError, needs_extra
from branchline.kind import Bot
from branchline.position import Array
from branchline.vector import Vector
from branchline.whole import Whole, place, whole

with needs_extra("a Gymnasium environment", "envs"):
    import gymnasium
    from gymnasium.spaces import Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from branchline.envs.spaces import Actions, observations

RENDER_MODES = ["ansi", "rgb_array", "svg"]
ILLEGAL = -1.0  # what an illegal action is worth


class SeatEnv(gymnasium.Env):
    """One seat of a table; bots sit in the others, by their names. An illegal action ends the game and costs a win."""

    def __init__(
        self,
        board: str | Path | AnyBoard = "nordic",
        opponents: Sequence[str] = ("random",),
        *,
        seat: Whole = 0,
        options: Mapping[str, object] | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 1}
        self.render_mode = render_mode
        self.game = OneGame(board, len(opponents) + 1, options, reward)
        self.opponents = tuple(opponents)
        self.seat = place(seat, self.game.players, "a seat")
        self.observation_space = observations(self.game.layout.size)
        self.action_space = Actions(self.game)
        self._bots: dict[int, Bot] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deal a new game, up to the first decision of this seat."""
        super().reset(seed=seed)
        self.game.deal(int(self.np_random.integers(2**62)))
        others = [seat for seat in range(self.game.players) if seat != self.seat]
        self._bots = {
            seat: make(name, int(self.np_random.integers(2**62)))
            for seat, name in zip(others, self.opponents, strict=True)
        }
        self._let_bots_play()
        return self._seen()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Make an action, and let the bots answer."""
        if not self.game.position.is_legal(whole(action, "an action")):
            observation, info = self._seen()
            return observation, ILLEGAL, True, False, {**info, "illegal": True}
        is_over = self.game.act(action) or self._let_bots_play()
        worth = self.game.rewards()[self.seat] if is_over else 0.0
        observation, info = self._seen()
        return observation, worth, is_over, False, info

    def _let_bots_play(self) -> bool:
        game = self.game
        while not game.position.is_over and game.position.player != self.seat:
            seat = game.position.player
            game.act(self._bots[seat].choose(game.position.seen_by(seat), game.position.legal()))
        return game.position.is_over

    def _seen(self) -> tuple[Array, dict[str, Any]]:
        return self.game.seen_by(self.seat), {"action_mask": self.action_masks()}

    def action_masks(self) -> Array:
        """Which actions are legal now."""
        return self.game.mask.astype(np.bool_)

    def render(self) -> Any:
        """The game as text, as an array of colours, or as SVG, by the mode."""
        return self.game.shown(self.render_mode)


class SeatsEnv(VectorEnv):
    """One seat of each of many tables, all in compiled code; the opponents too."""

    def __init__(
        self,
        board: str | Path | AnyBoard = "nordic",
        num_envs: int = 1024,
        opponents: Sequence[str] = ("random",),
        *,
        seat: Whole = 0,
        options: Mapping[str, object] | None = None,
        reward: str = "win",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        players = len(opponents) + 1
        self.seat = place(seat, players, "a seat")
        others = [other for other in range(players) if other != self.seat]
        bots = dict(zip(others, opponents, strict=True))
        self.games = Vector(
            Batch(board, players, num_envs, options=options), bots=bots, reward=reward, auto_reset=False
        )
        self.mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.mode}
        self.num_envs = num_envs
        self.single_observation_space = observations(self.games.layout.size)
        self.single_action_space = Discrete(self.games.batch.n_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal all games anew, or those that `options["reset_mask"]` names."""
        if isinstance(seed, list):
            raise SetupError("all games of this environment follow from one seed; give a number")
        if seed is not None:
            self.games.seed(seed)
        self.games.reset((options or {}).get("reset_mask"))
        return self._seen(), {"action_mask": self.games.masks.copy()}

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Make an action in every game; games that are over are dealt anew as the mode says."""
        games, info = self.games, {}
        stale = games.batch.is_over
        if stale.any() and self.mode == AutoresetMode.DISABLED:
            raise SetupError("a game is over; deal it anew with reset(options={'reset_mask': ...})")
        games.step(actions)
        rewards, done = games.rewards[:, self.seat].copy(), games.done.copy()
        if done.any() and self.mode == AutoresetMode.SAME_STEP:
            info = {"final_obs": games.observations.copy(), "_final_obs": done}
            games.reset(done)
        elif stale.any():
            games.reset(stale)
        return self._seen(), rewards, done, np.zeros_like(done), {"action_mask": games.masks.copy(), **info}

    def action_masks(self) -> Array:
        """Which actions are legal in each game."""
        return self.games.masks

    def _seen(self) -> Array:
        """What the seat sees; copied, because the next step fills the same array."""
        return self.games.observations.copy()
