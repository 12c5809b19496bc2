"""The records of every kind's planner, as the type checker sees them: each kind has fields of its own."""

from typing import Protocol


class Atlas(Protocol):
    """What a planner works out of a board."""


class Weights(Protocol):
    """What things weigh to a planner."""


class Plan(Protocol):
    """A player's plan."""
