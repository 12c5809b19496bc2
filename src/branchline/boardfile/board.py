"""What every board has, whatever its kind."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from branchline.boardfile.options import Option


class AnyTicket(Protocol):
    """Two cities, and what joining them is worth."""

    @property
    def a(self) -> str: ...
    @property
    def b(self) -> str: ...
    @property
    def points(self) -> int: ...


class AnyRules(Protocol):
    """The rule fields that every kind of game has."""

    @property
    def players(self) -> tuple[int, int]:
        """The least and the greatest number of players."""


class AnyBoard(Protocol):
    """Everything a game needs to know before the first card is dealt; `kind` names its kind of game."""

    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def tickets(self) -> Sequence[AnyTicket]: ...
    @property
    def rules(self) -> AnyRules: ...
    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def chosen(self) -> Mapping[str, object]:
        """The options in force that differ from the board's own."""

    @property
    def text(self) -> str:
        """The text of the file that the board comes from; empty if it was made otherwise."""
