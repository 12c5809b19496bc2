"""TOML values read as the types that the board's dataclasses declare."""

from dataclasses import MISSING, fields
from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from branchline.boards import limits
from branchline.boards.words import show, suggest

Range = tuple[float, float] | None

NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "a text in quotes"}


class UnfitError(ValueError):
    """A value that does not fit its field: what is wrong, and what would be right."""

    def __init__(self, wrong: str, right: str) -> None:
        super().__init__(wrong, right)
        self.wrong = wrong
        self.right = right


@cache
def types(cls: type) -> dict[str, Any]:
    """The fields of a dataclass with their types."""
    return get_type_hints(cls)


@cache
def required(cls: type) -> frozenset[str]:
    """The fields of a dataclass that have no default."""
    return frozenset(f.name for f in fields(cls) if f.default is MISSING and f.default_factory is MISSING)


def fit(cls: type, name: str, value: object) -> Any:
    """The value as the field `name` of `cls` wants it, or `UnfitError`."""
    return _fit(value, types(cls)[name], limits.RANGES.get(f"{cls.__name__}.{name}"))


def _fit(value: object, kind: Any, span: Range) -> Any:
    if kind in NAMES:
        return _fit_plain(value, kind, span)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return _fit_choice(value, inner)
    if NoneType in inner:
        return _fit(value, inner[0], span)
    if origin is dict:
        return _fit_table(value, span)
    return _fit_list(value, origin, inner, span)


def _fit_plain(value: object, kind: type, span: Range) -> object:
    fits = type(value) is kind or (kind is float and type(value) is int)
    if not fits:
        raise UnfitError(f"{show(value)} is not {NAMES[kind]}", f"write {NAMES[kind]}{_within(span)}")
    if span and not span[0] <= value <= span[1]:  # type: ignore[operator]
        raise UnfitError(f"{show(value)} is out of range", f"write a number{_within(span)}")
    return kind(value)


def _within(span: Range) -> str:
    return f" from {span[0]:g} to {span[1]:g}" if span else ""


def _fit_choice(value: object, choices: tuple[str, ...]) -> object:
    if value not in choices:
        raise UnfitError(f"there is no {show(value)}", suggest(value, choices))
    return value


def _fit_list(value: object, origin: Any, inner: tuple[Any, ...], span: Range) -> object:
    if not isinstance(value, list):
        raise UnfitError(f"{show(value)} is not a list", "write a list in [ ]")
    repeated = origin is frozenset or inner[-1] is Ellipsis
    if not repeated and len(value) != len(inner):
        raise UnfitError(f"a list of {len(value)}", f"write a list of {len(inner)}")
    kinds = [inner[0]] * len(value) if repeated else inner
    return origin(_fit(entry, kind, span) for entry, kind in zip(value, kinds, strict=True))


def _fit_table(value: object, span: Range) -> dict[int, int]:
    if not isinstance(value, dict):
        raise UnfitError(f"{show(value)} is not a table", "write a table such as { 1 = 1, 2 = 2 }")
    for key in value:
        if not key.isdecimal() or not 1 <= int(key) <= limits.LENGTH:
            raise UnfitError(f"{show(key)} is no length of a route", f"write lengths from 1 to {limits.LENGTH}")
    return {int(key): _fit(entry, int, span) for key, entry in value.items()}
