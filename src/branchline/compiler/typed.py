"""What compiled code works on, in the words of the type checker: numbers, and rows and tables of them.

Compiled, a number has a width; to the checker it is an `int` or a `float`, whatever its width, and a mask is an
`np.uint64`. The conversions here are NumPy's own.
"""

from collections.abc import Callable
from typing import Any, Protocol, SupportsFloat, SupportsInt, TypeVar, cast, overload

import numpy as np

T = TypeVar("T")
Array = np.ndarray[Any, Any]  # of records, or of whatever Python passes

int64: Callable[[SupportsInt], int] = cast(Any, np.int64)
uint8: Callable[[SupportsInt], int] = cast(Any, np.uint8)
uint16: Callable[[SupportsInt], int] = cast(Any, np.uint16)
float32: Callable[[SupportsFloat], float] = cast(Any, np.float32)


class Row(Protocol[T]):
    """Numbers or masks in a row."""

    @overload
    def __getitem__(self, at: int, /) -> T: ...
    @overload
    def __getitem__(self, at: slice, /) -> "Row[T]": ...
    def __getitem__(self, at: Any, /) -> Any:
        """One of them, or some."""

    @overload
    def __setitem__(self, at: int, value: T, /) -> None: ...
    @overload
    def __setitem__(self, at: slice, value: Any, /) -> None: ...
    def __setitem__(self, at: Any, value: Any, /) -> None:
        """Change one of them, or some."""

    def __len__(self) -> int:
        """How many there are."""

    def copy(self) -> "Row[T]":
        """The same numbers, apart."""


class Table(Protocol[T]):
    """Numbers or masks by row and column."""

    @overload
    def __getitem__(self, at: int, /) -> Row[T]: ...
    @overload
    def __getitem__(self, at: tuple[int, ...], /) -> T: ...
    @overload
    def __getitem__(self, at: tuple[int | slice, ...], /) -> Any: ...
    def __getitem__(self, at: Any, /) -> Any:
        """A row, one of its numbers, or some."""

    @overload
    def __setitem__(self, at: tuple[int, ...], value: T, /) -> None: ...
    @overload
    def __setitem__(self, at: int | slice | tuple[int | slice, ...], value: Any, /) -> None: ...
    def __setitem__(self, at: Any, value: Any, /) -> None:
        """Change one number, or some."""

    def __len__(self) -> int:
        """How many rows there are."""

    def copy(self) -> "Table[T]":
        """The same numbers, apart."""
