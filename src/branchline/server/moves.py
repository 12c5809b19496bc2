"""The moves of a game that stand, packed: a table that waits for its players takes little memory."""

from array import array
from collections.abc import Iterator, Sequence

Move = tuple[int, tuple[int, ...], tuple[int, ...]]  # who moved, by which actions, and what chance did then


class Moves:
    """All numbers one after the other, and where each move begins among them."""

    __slots__ = ("_begins", "_numbers")

    def __init__(self) -> None:
        self._numbers = array("H")
        self._begins = array("L")

    def __len__(self) -> int:
        return len(self._begins)

    def __getitem__(self, n: int) -> Move:
        begin = self._begins[n]
        seat, actions = self._numbers[begin : begin + 2]
        following = n + 1 if n != -1 else len(self)
        end = self._begins[following] if following != len(self) else len(self._numbers)
        numbers = self._numbers[begin + 2 : end].tolist()
        return seat, tuple(numbers[:actions]), tuple(numbers[actions:])

    def __iter__(self) -> Iterator[Move]:
        return (self[n] for n in range(len(self)))

    def append(self, seat: int, actions: Sequence[int], chance: Sequence[int]) -> None:
        """Add a move."""
        self._begins.append(len(self._numbers))
        self._numbers.extend((seat, len(actions), *actions, *chance))

    def cut(self, n: int) -> None:
        """Forget all but the first moves."""
        if n < len(self):
            del self._numbers[self._begins[n] :], self._begins[n:]

    def seat(self, n: int) -> int:
        """Who made a move."""
        return self._numbers[self._begins[n]]

    def copy(self) -> "Moves":
        """The same, apart."""
        other = Moves()
        other._numbers, other._begins = self._numbers[:], self._begins[:]
        return other
