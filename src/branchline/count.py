"""The end of a game as people describe it who played it at a table, to be counted by the rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from branchline.errors import BranchlineError


class CountError(BranchlineError):
    """An end that cannot be; `what` names the mistake for programs, `params` whose it is and of what."""

    code = "count"

    def __init__(self, what: str, message: str, **params: Any) -> None:
        super().__init__(message)
        self.what, self.params = what, params


@dataclass(frozen=True, slots=True)
class Ending:
    """What one player has at the end; routes and tickets by their numbers on the board."""

    name: str
    routes: tuple[int, ...] = ()
    tickets: tuple[int, ...] = ()  # all that were kept
    done: tuple[int, ...] = ()  # those of them that were completed, where the board does not tell
    stations: tuple[str, ...] = ()  # cities
    tokens: int = 0
    loans: int = 0
    festivals: Mapping[str, int] = field(default_factory=dict)  # cards, by city


def checked_tickets(endings: Iterable[Ending], names: list[str]) -> None:
    """Refuse tickets that do not exist, and those that two players have."""
    held: dict[int, str] = {}
    for ending in endings:
        for t in ending.tickets:
            if not 0 <= t < len(names):
                raise CountError("ticket", f"there is no ticket {t}; they are 0 to {len(names) - 1}", ticket=t)
            if t in held:
                both = f"{held[t]} and {ending.name}" if held[t] != ending.name else f"{ending.name} twice"
                wrong = f"the ticket {names[t]} is with {both}; there is one of it"
                raise CountError("ticket_twice", wrong, ticket=names[t], player=ending.name, other=held[t])
            held[t] = ending.name
