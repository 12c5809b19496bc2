"""The action space by name: a text for every number, and back."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property

from branchline.errors import MoveError
from branchline.notation.words import nearest, plain


class ActionNames(ABC):
    """Reads and writes single actions."""

    @abstractmethod
    def all_actions(self) -> Iterator[tuple[int, str]]:
        """Every number of the action space with its text."""

    @property
    @abstractmethod
    def n_actions(self) -> int:
        """The size of the action space; some of its numbers are never legal."""

    @cached_property
    def _actions(self) -> dict[str, int]:
        return {plain(name): action for action, name in self.all_actions()}

    @cached_property
    def _names(self) -> dict[int, str]:
        return dict(self.all_actions())

    def action_number(self, text: str) -> int:
        """The number of an action from its text."""
        try:
            return self._actions[plain(text)]
        except KeyError:
            raise MoveError(f"there is no action {text!r}{nearest(plain(text), self._actions)}") from None

    def action_name(self, action: int) -> str:
        """The text of an action from its number."""
        try:
            return self._names[action]
        except KeyError:
            raise MoveError(f"there is no action {action}; this board's are below {self.n_actions}") from None
