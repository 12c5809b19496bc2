"""How things show themselves where pictures can be seen, as in a notebook; `kinds`, which can draw, says how."""

from collections.abc import Callable
from typing import Any

_DRAWN: dict[str, Callable[[Any], str]] = {}


def draw_by(name: str, draw: Callable[[Any], str]) -> None:
    """Let everything of a class, by its name, be drawn by a function, as SVG."""
    _DRAWN[name] = draw


class Shown:
    """Something with a picture."""

    __slots__ = ()

    def svg(self) -> str:
        """A picture as SVG that any program can read, without variables or scripts."""
        for kind in type(self).__mro__:
            if kind.__name__ in _DRAWN:
                return _DRAWN[kind.__name__](self)
        raise NotImplementedError(f"nobody has said how to draw a {type(self).__name__}")

    def _repr_svg_(self) -> str:
        return self.svg()  # what notebooks show
