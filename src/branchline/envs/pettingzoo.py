"""Branchline as a PettingZoo environment: `env("nordic", players=2)`, or `raw_env` without the usual wrappers."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from branchline.boards import AnyBoard
from branchline.envs.one import OneGame
from branchline.errors import needs_extra
from branchline.position import Array
from branchline.whole import Whole

with needs_extra("a PettingZoo environment", "envs"):
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from branchline.envs.spaces import Actions, observations


class TableEnv(AECEnv, EzPickle):
    """One game for as many agents as there are players; `infos[agent]["action_mask"]` says what is legal."""

    def __init__(
        self,
        board: str | Path | AnyBoard = "nordic",
        players: Whole = 2,
        *,
        options: Mapping[str, object] | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, board, players, options=options, reward=reward, render_mode=render_mode)
        super().__init__()
        self.game = OneGame(board, players, options, reward)
        self.metadata = {
            "name": f"branchline_{self.game.board.name}_v0",
            "render_modes": ["human", "ansi", "rgb_array", "svg"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents = list(self.possible_agents)
        space = observations(self.game.layout.size)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Actions(self.game) for agent in self.possible_agents}
        self._seeds = np.random.SeedSequence()
        self._nothing = np.zeros(self.game.n_actions, np.int8)
        self._mover = self.possible_agents[0]

    def observation_space(self, agent: str) -> Any:
        """Whole numbers, in the slices of `game.layout`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of the board's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed gives the same cards."""
        if seed is not None:
            self._seeds = np.random.SeedSequence(seed)
        self.game.deal(int(self._seeds.spawn(1)[0].generate_state(1, np.uint64)[0]))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._nothing} for agent in self.agents}
        self._next()

    def observe(self, agent: str) -> Array:
        """What an agent's seat sees."""
        if agent == self._mover:
            return self.game.observation
        return self.game.seen_by(self.possible_agents.index(agent))

    def last(self, observe: bool = True) -> tuple[Array | None, float, bool, bool, dict[str, Any]]:
        """What whoever is to move sees, has got since its last move, and whether the game is over."""
        agent = self.agent_selection
        return (
            (self.game.observation if agent == self._mover else self.observe(agent)) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: Any) -> None:
        """Make the action of the agent whose turn it is; None once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        is_over = self.game.act(action)
        self.infos[agent]["action_mask"] = self._nothing
        self._next()
        if is_over:  # before that nobody gets anything
            self.rewards = dict(zip(self.agents, self.game.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _next(self) -> None:
        """Hand over to whoever moves now."""
        self.agent_selection = self._mover = self.possible_agents[self.game.player]
        self.infos[self._mover]["action_mask"] = self.game.mask

    def render(self) -> Any:
        """The game as text, as an array of colours, or as SVG, by the mode."""
        return self.game.shown(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


raw_env = TableEnv


def env(board: str | Path | AnyBoard = "nordic", players: Whole = 2, **others: Any) -> Any:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the game, and order is enforced."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(board, players, **others), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
