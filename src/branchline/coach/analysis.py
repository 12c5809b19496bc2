"""What the coach found in a game, as data."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor
from typing import Any

from branchline.advice import Reason, Shown

MOST = 1.0  # that choices can cost or gain: the whole game
EVEN = 1e-6  # of a percent, by which a whole number of them may be missed


@dataclass(frozen=True)
class Sure:
    """An estimate with its standard error."""

    value: float
    error: float

    def as_json(self) -> dict[str, float]:
        """Rounded to what it is worth."""
        return {"value": round(self.value, 6), "error": round(self.error, 4)}


@dataclass(frozen=True)
class Option:
    """A move that could have been made."""

    actions: tuple[int, ...]
    text: str
    shown: Shown
    chance: float  # to win, as far as the player could know
    reasons: tuple[Reason, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The move in words and as actions, with its reasons."""
        return {
            "actions": list(self.actions),
            "move": self.text,
            "shown": self.shown.as_json(),
            "chance": round(self.chance, 4),
            "reasons": [reason.as_json() for reason in self.reasons],
        }


@dataclass(frozen=True)
class Imagined:
    """A move that might have been made, or something that chance might have done."""

    player: int | None  # None: chance
    actions: tuple[int, ...]
    text: str
    shown: Shown | None  # None: chance

    def as_json(self) -> dict[str, Any]:
        """The move in words and as actions."""
        return {"player": self.player, "actions": list(self.actions), "move": self.text}


@dataclass(frozen=True)
class Costly:
    """A decision that cost chances to win, from what its player could see."""

    player: int
    entry: int  # number in the log
    move: int  # number of the move: so many moves were made before it
    turn: int
    cost: Sure
    played: Option
    better: Option
    line: tuple[Imagined, ...]  # the better move, and what might have followed

    def as_json(self, names: Sequence[str]) -> dict[str, Any]:
        """One object."""
        return {
            "player": names[self.player],
            "entry": self.entry,
            "move": self.move,
            "turn": self.turn,
            "cost": self.cost.as_json(),
            "played": self.played.as_json(),
            "better": self.better.as_json(),
            "line": [step.as_json() for step in self.line],
        }


@dataclass(frozen=True)
class Stroke:
    """Something that chance did and that shifted somebody's chance to win."""

    entry: int
    move: int
    turn: int
    text: str
    shifts: tuple[float, ...]  # by player
    error: float

    def as_json(self, names: Sequence[str]) -> dict[str, Any]:
        """One object."""
        shifts = {name: round(shift, 4) for name, shift in zip(names, self.shifts, strict=True)}
        where = {"entry": self.entry, "move": self.move, "turn": self.turn}
        return {**where, "what": self.text, "shifts": shifts, "error": round(self.error, 4)}


@dataclass(frozen=True)
class Offer:
    """Tickets that a player could keep: what came of it, and what each choice would have been worth."""

    player: int
    move: int
    turn: int
    offered: tuple[int, ...]
    kept: tuple[int, ...]
    completed: tuple[int, ...]  # of those offered, as the game ended
    worth: tuple[Sure, ...]  # of keeping each rather than not, in chances to win
    loss: Sure  # by how much the best choice found is better; no error: it is the one that was made
    choices: tuple[tuple[tuple[int, ...], float], ...]  # every set that could be kept, with the chance to win

    def as_json(self, names: Sequence[str], tickets: Sequence[str]) -> dict[str, Any]:
        """One object with the tickets in words."""
        listed = zip(self.offered, self.worth, strict=True)
        return {
            "player": names[self.player],
            "move": self.move,
            "turn": self.turn,
            "tickets": [
                {
                    "ticket": tickets[t],
                    "kept": t in self.kept,
                    "completed": t in self.completed,
                    "worth": worth.as_json(),
                }
                for t, worth in listed
            ],
            "loss": self.loss.as_json(),
            "choices": [{"keep": [tickets[t] for t in kept], "chance": round(c, 4)} for kept, c in self.choices],
        }


@dataclass(frozen=True)
class Guess:
    """When a rival's ticket was among the likeliest for somebody, and after which move."""

    viewer: int
    player: int
    ticket: int
    move: int
    turn: int
    after: str  # the rival's last move before that which told something
    shown: Shown | None

    def as_json(self, names: Sequence[str], tickets: Sequence[str]) -> dict[str, Any]:
        """One object in words."""
        return {
            "viewer": names[self.viewer],
            "player": names[self.player],
            "ticket": tickets[self.ticket],
            "move": self.move,
            "turn": self.turn,
            "after": self.after,
        }


@dataclass(frozen=True)
class Balance:
    """What made a player's chance to win go from its start to its end; the parts add up exactly."""

    player: int
    start: Sure
    luck: Sure  # of the deal
    skill: Sure  # own choices, against the planner's, from what could be seen
    unseen: Sure  # what the hidden cards made of own choices
    rivals: Sure  # the others' choices
    end: float

    @property
    def parts(self) -> dict[str, Sure]:
        """What adds up to the end."""
        return {
            "start": self.start,
            "luck": self.luck,
            "skill": self.skill,
            "unseen": self.unseen,
            "rivals": self.rivals,
        }

    @property
    def remainder(self) -> float:
        """What the parts leave over."""
        return self.end - sum(part.value for part in self.parts.values())

    @property
    def percents(self) -> dict[str, int]:
        """Parts and end in whole percents that add up, too; what rounding leaves goes where it is least wrong."""
        exact = {name: 100 * part.value for name, part in self.parts.items()}
        found = {name: floor(value + EVEN) for name, value in exact.items()}
        end = round(100 * self.end)
        by_loss = sorted(exact, key=lambda name: found[name] - exact[name])
        for name in by_loss[: end - sum(found.values())]:
            found[name] += 1
        return {**found, "end": end}


@dataclass(frozen=True)
class Point:
    """Everybody's chance to win after an entry of the log."""

    entry: int  # -1 before anything was dealt
    move: int
    turn: int
    chances: tuple[float, ...]
    error: float

    def as_json(self) -> dict[str, Any]:
        """One object."""
        return {
            "entry": self.entry,
            "move": self.move,
            "turn": self.turn,
            "chances": [round(chance, 4) for chance in self.chances],
            "error": round(self.error, 4),
        }


@dataclass(frozen=True)
class Analysis:
    """What the coach found in a game."""

    board: str
    names: tuple[str, ...]
    tickets: tuple[str, ...]  # names, by number
    is_over: bool
    points: tuple[Point, ...]
    balances: tuple[Balance, ...]
    costly: tuple[Costly, ...]  # the costliest of each player first
    strokes: tuple[Stroke, ...]
    offers: tuple[Offer, ...]
    guesses: tuple[Guess, ...]
    playouts: int
    seconds: float

    def costliest(self, player: int, most: int = 3) -> list[Costly]:
        """The costliest decisions of a player."""
        return [costly for costly in self.costly if costly.player == player][:most]

    def as_json(self) -> dict[str, Any]:
        """One object, as docs/coach.md has it."""
        return {
            "board": self.board,
            "players": [self._player(balance) for balance in self.balances],
            "finished": self.is_over,
            "chances": [point.as_json() for point in self.points],
            "luck": [stroke.as_json(self.names) for stroke in self.strokes],
            "offers": [offer.as_json(self.names, self.tickets) for offer in self.offers],
            "guesses": [guess.as_json(self.names, self.tickets) for guess in self.guesses],
            "playouts": self.playouts,
            "seconds": round(self.seconds, 2),
        }

    def _player(self, balance: Balance) -> dict[str, Any]:
        return {
            "name": self.names[balance.player],
            **{name: part.as_json() for name, part in balance.parts.items()},
            "end": round(balance.end, 4),
            "remainder": round(balance.remainder, 6),
            "percents": balance.percents,
            "costliest": [costly.as_json(self.names) for costly in self.costliest(balance.player)],
        }
