"""One game for an environment: its record, what the player to move sees and may do, and pictures of it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from branchline import boards
from branchline.boards import AnyBoard
from branchline.engine.entries import legal_moves
from branchline.envs.pictures import raster
from branchline.errors import MoveError, SetupError
from branchline.kinds import kind_of, new_position, notation_of
from branchline.learner.arrays import turn_type
from branchline.learner.entries import DIFFERENCE, ILLEGAL, POINTS, WIN, reward_games, take_turn
from branchline.observation import NUMBER, layout, observe
from branchline.position import Array, Position, streams
from branchline.warm import prepare
from branchline.whole import Whole, whole

ROWS = 32  # made at once
REWARDS = {"win": WIN, "difference": DIFFERENCE, "points": POINTS}


class OneGame:
    """A game with the arrays that compiled code fills at every turn."""

    def __init__(
        self,
        board: str | Path | AnyBoard,
        players: Whole = 2,
        options: Mapping[str, object] | None = None,
        reward: str = "win",
    ) -> None:
        self.board = boards.load(board, options) if isinstance(board, str | Path) else board
        self.players = whole(players, "the number of players")
        least, most = self.board.rules.players
        if not least <= self.players <= most:
            raise SetupError(f"{self.board.title} is for {least} to {most} players, not {self.players}")
        if reward not in REWARDS:
            raise SetupError(f"there is no reward {reward!r}; there are {', '.join(REWARDS)}")
        kind = kind_of(self.board)
        prepare(kind)
        self.reward = reward
        self.notation = notation_of(self.board)
        self.layout = layout(self.board, self.players)
        self.n_actions = self.notation.actions.size
        self.start = new_position(self.board, self.players)
        self._results = np.zeros(1, kind.engine.result)
        self._turn = _turn_record(self.start)
        self.position = Position(kind.engine, self.start.board, self._turn["states"][0, :1])
        self.player = 0  # whose move it is, or was when the game ended
        self._rows: list[tuple[Array, Array]] = []  # for observations and masks, still empty
        self.observation = np.zeros(self.layout.size, NUMBER)
        self.mask = np.zeros(self.n_actions, np.int8)

    def deal(self, seed: int) -> None:
        """Begin a new game."""
        self._turn["stream"] = streams(seed, 1)
        self.go_on_from(self.start)

    def go_on_from(self, position: Position) -> None:
        """Put a position on the table, and let chance do its part."""
        turn = self._turn
        self.position.states.view(np.uint8)[:] = position.states.view(np.uint8)
        while self.position.is_chance:
            self.position.apply(self.position.draw(turn["stream"]))
        self.player = self.position.player
        self.observation = observe(self.position)
        self.mask = np.zeros(self.n_actions, np.int8)
        if not self.position.is_over:
            ids = np.empty(self.n_actions, np.int32)
            self.mask[ids[: legal_moves(self.position.states, 0, turn["board"], turn["moves"], ids)]] = 1

    def act(self, action: Whole) -> bool:
        """Make an action and everything chance does after it; whether the game is over then."""
        if not self._rows:  # some are made at once, which takes less time than one by one
            self._rows += zip(
                np.empty((ROWS, self.layout.size), NUMBER), np.empty((ROWS, self.n_actions), np.int8), strict=True
            )
        seen, may = self._rows.pop()
        number = action if type(action) is int else whole(action, "an action", MoveError)
        found = take_turn(self._turn, number, seen, may)
        if found >= 0:
            self.observation, self.mask, self.player = seen, may, found
            return False
        if found == ILLEGAL:
            raise MoveError(f"action {number} is not legal now; the mask says which are")
        self.observation, self.mask, self.player = seen, may, self.position.player
        return True

    def seen_by(self, seat: int) -> Array:
        """What a seat sees."""
        return self.observation if seat == self.player else observe(self.position, seat)

    def rewards(self) -> list[float]:
        """What the game is worth to every player, now that it is over."""
        return self.worth(self.position)

    def worth(self, position: Position) -> list[float]:
        """What a position is worth to every player: nothing before the game is over."""
        out = np.zeros((1, self.players), np.float32)
        over = np.full(1, position.is_over)
        reward_games(position.states, over, position.board, self._results, REWARDS[self.reward], out)
        worth: list[float] = out[0].tolist()
        return worth

    def shown(self, mode: str | None) -> Any:
        """The game as one of the modes of rendering has it."""
        match mode:
            case "human":
                print(self.text())
            case "ansi":
                return self.text()
            case "rgb_array":
                return raster(self.board, self.position)
            case "svg":
                return kind_of(self.board).pictures.position_svg(self.board, self.position)
        return None

    def text(self, position: Position | None = None, viewer: int = -1) -> str:
        """A position in a few lines, as everybody or a player sees it."""
        names = [f"player_{seat}" for seat in range(self.players)]
        seen = (position or self.position).seen_by(viewer)
        view = kind_of(self.board).view(self.notation, names, seen, viewer)
        state = "over" if view.is_over else f"{names[seen.player]}: {view.asks}"
        seats = (f"  {s.name}: {s.score} points, {s.hand_size} cards, {s.ticket_count} tickets" for s in view.seats)
        own = {"hand": _counted(view.hand), "tickets": "; ".join(view.tickets), "offer": "; ".join(view.offer)}
        lines = [f"{self.board.title}, turn {view.turn}, {state}", *seats, f"  display: {_counted(view.display)}"]
        return "\n".join([*lines, *(f"  {name}: {text}" for name, text in own.items() if text)])


def _turn_record(start: Position) -> Array:
    """What `take_turn` works on, with the board in it."""
    turn = np.zeros(1, turn_type(start.engine.state, start.engine.moves, start.board.dtype))
    turn["board"] = start.board
    return turn


def _counted(cards: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {card}" for card, n in cards.items())
