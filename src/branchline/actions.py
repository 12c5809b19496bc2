"""Actions: what a player decides at once, as objects for people and as numbers for programs.

An object has a name and says what it means: `Draw("red")`, `KeepTickets(0, 2)`. It prints, compares, hashes, and an
`ActionSpace` turns it into its number and back. What all kinds of game have stands here; what only one has, and
the numbers, stand in that kind's own `actions`.
"""

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from branchline.errors import MoveError
from branchline.names import nearest, plain
from branchline.whole import Whole, whole

Name = Callable[[str, int], str]  # what is called how: ("route", 3) is "Bergen–Oslo (red)"


def by_number(what: str, i: int) -> str:
    """The name of something where no board is at hand: "route 3"."""
    return f"{what} {i}"


class Action:
    """One decision of a player."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]
    words: ClassVar[str]  # with the fields in them

    def text(self, name: Name = by_number) -> str:
        """The action in words."""
        return self.words.format(self)

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Take a card from the display."""

    words = "draw {0.card}"
    card: str


@dataclass(frozen=True, slots=True)
class DrawDeck(Action):
    """Draw a card from the deck."""

    words = "draw deck"


@dataclass(frozen=True, slots=True)
class DrawTickets(Action):
    """Draw tickets."""

    words = "draw tickets"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do nothing, because nothing is possible."""

    words = "pass"


@dataclass(frozen=True, slots=True)
class WithLocomotives(Action):
    """Say how many locomotives there are among the cards."""

    n: int

    def text(self, name: Name = by_number) -> str:
        """The action in words."""
        return f"with {self.n} locomotive{'' if self.n == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class Done(Action):
    """End a choice that is made piece by piece."""

    words = "done"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class KeepTickets(Action):
    """Keep some of the tickets offered, named by their places in the offer, the first being 0."""

    places: tuple[int, ...]

    def __init__(self, *places: int) -> None:
        object.__setattr__(self, "places", tuple(sorted(set(places))))

    def __repr__(self) -> str:
        return f"KeepTickets({', '.join(map(str, self.places))})"

    def text(self, name: Name = by_number) -> str:
        """The action in words; people count from 1."""
        return f"keep {' '.join(f'#{place + 1}' for place in self.places) or 'none'}"


def fewest_kept(legal: Iterable[Action]) -> int:
    """The least number of tickets that may be kept, where some are to be chosen."""
    return min(len(action.places) for action in legal if isinstance(action, KeepTickets))


class ActionSpace:
    """Every action of a board: its number, its text, and back; a game has it as `game.notation.actions`.

    Examples:
        >>> import branchline
        >>> from branchline.actions import Draw
        >>> space = branchline.new("nordic", players=2, seed=7).notation.actions
        >>> space.number(Draw("red")), space.action(6)
        (6, Draw(card='red'))
        >>> space.parse("claim Bergen–Oslo (red) with red")
        Claim(route=1, how='red')
    """

    def __init__(self, actions: Mapping[int, Action], size: int, name: Name = by_number) -> None:
        self.size = size  # all numbers are below; some of them may mean nothing
        self._actions = actions
        self._name = name

    def named(self, name: Name) -> "ActionSpace":
        """The same actions, with names for what they are about."""
        return ActionSpace(self._actions, self.size, name)

    def __iter__(self) -> Iterator[tuple[int, Action]]:
        """Every number that means something, with its action."""
        return iter(self._actions.items())

    def __len__(self) -> int:
        return len(self._actions)

    @cached_property
    def fixed(self) -> dict[int, str]:
        """The moves whose words are the same in every position."""
        alike = (Draw, DrawDeck, DrawTickets, Pass)
        return {number: action.text(self._name) for number, action in self if isinstance(action, alike)}

    @cached_property
    def fixed_numbers(self) -> dict[str, int]:
        """The numbers of these moves by their words."""
        return {text: number for number, text in self.fixed.items()}

    @cached_property
    def _numbers(self) -> dict[Action, int]:
        return {action: number for number, action in self}

    @cached_property
    def _texts(self) -> dict[str, Action]:
        nameless = {plain(str(action)): action for _, action in self}
        return nameless | {plain(action.text(self._name)): action for _, action in self}

    @cached_property
    def _by_verb(self) -> dict[str, list[str]]:
        """The texts by their first word: only few have to be compared with a mistyped one."""
        found: dict[str, list[str]] = {}
        for _, action in self:
            text = plain(action.text(self._name))
            found.setdefault(text.partition(" ")[0], []).append(text)
        return found

    def action(self, number: Whole) -> Action:
        """The action that a number means."""
        if type(number) is int and number in self._actions:
            return self._actions[number]
        try:
            n = whole(number, "an action", MoveError)
        except MoveError:
            wanted = f"give a whole number below {self.size}, or an action"
            raise MoveError(f"{number!r} is no action; {wanted}") from None
        try:
            return self._actions[n]
        except KeyError:
            raise self._no_number(n) from None

    def number(self, action: Action) -> int:
        """The number of an action."""
        try:
            return self._numbers[action]
        except (KeyError, TypeError):
            raise self._no_action(action) from None

    def numbers(self, move: Action | Whole | Iterable[Action | Whole]) -> list[int]:
        """The numbers of a move that is given as an action, as a number, or as several of these."""
        if type(move) is int and move in self._actions:
            return [move]
        parts = list(move) if isinstance(move, Iterable) else [move]
        if not parts:
            raise MoveError("a move has at least one action")
        return [self.number(part if isinstance(part, Action) else self.action(part)) for part in parts]

    def text(self, action: Action | Whole) -> str:
        """An action in words, with the board's names."""
        found = action if isinstance(action, Action) else self.action(action)
        return found.text(self._name)

    def parse(self, text: str) -> Action:
        """The action that a text means, be it with the board's names or as it is printed without a board."""
        words = plain(text)
        if words in self._texts:
            return self._texts[words]
        verb = words.partition(" ")[0]
        alike = self._by_verb.get(verb)
        hint = nearest(verb, self._by_verb) if alike is None else nearest(words, alike)
        raise MoveError(f"there is no action {text!r}{hint}")

    def _no_number(self, n: int) -> MoveError:
        if not 0 <= n < self.size:
            return MoveError(f"there is no action {n}; this board's are 0 to {self.size - 1}")
        known = list(self._actions)
        place = bisect(known, n)
        around = " and ".join(map(str, known[place - 1 : place + 1]))
        return MoveError(f"there is no action {n} on this board; the nearest to it: {around}")

    def _no_action(self, action: Action) -> MoveError:
        """The error for an action that this board does not have: the first thing that is wrong with it."""
        alike = [known for known in self._numbers if type(known) is type(action)]
        if not alike:
            kinds = ", ".join(dict.fromkeys(type(known).__name__ for known in self._numbers))
            return MoveError(f"{action!r} is no action of this board; it has {kinds}")
        for field in action.__match_args__:
            right = _values(getattr(known, field) for known in alike)
            if wrong := [value for value in _values([getattr(action, field)]) if value not in right]:
                return MoveError(f"{action!r} is no action of this board: {field} is {_span(right)}, not {wrong[0]!r}")
        return MoveError(f"{action!r} is no action of this board; one would be {alike[0]!r}")


def _values(found: Iterable[object]) -> list[object]:
    """Values of a field, those of a tuple one by one, each once."""
    return list(dict.fromkeys(v for value in found for v in (value if isinstance(value, tuple) else (value,))))


def _span(values: list[object]) -> str:
    numbers = [value for value in values if type(value) is int]
    if numbers and len(numbers) == len(values):
        return f"{min(numbers)} to {max(numbers)}"
    return ", ".join(map(repr, values[:-1])) + f" or {values[-1]!r}"
