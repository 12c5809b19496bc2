"""TOML values read as the types that the board's dataclasses declare."""

from collections.abc import Sequence
from dataclasses import MISSING, fields
from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from branchline.boardfile.words import show, suggest, visible

NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "a text in quotes"}
MOST_ENTRIES = 64  # of any list in a field


class Between(NamedTuple):
    """The least and the greatest number that a field, or each number in it, may be; 0 may stand for none."""

    least: float
    most: float
    or_none: bool = False

    def __str__(self) -> str:
        none = "0 or " if self.or_none else ""
        return f"{none}from {self.least:g} to {self.most:g}"


class Keys(NamedTuple):
    """The keys that a table may have, and what they are."""

    what: str
    known: tuple[str, ...]


class Longest(NamedTuple):
    """The most characters of a text."""

    characters: int


Marks = Sequence[Any]  # what a field's type is annotated with
NAME = Longest(80)


class UnfitError(ValueError):
    """A value that does not fit its field: what is wrong, and what would be right."""

    def __init__(self, wrong: str, right: str) -> None:
        super().__init__(wrong, right)
        self.wrong = wrong
        self.right = right


@cache
def types(cls: type) -> dict[str, Any]:
    """The fields of a dataclass with their types."""
    return get_type_hints(cls, include_extras=True)


@cache
def required(cls: type) -> frozenset[str]:
    """The fields of a dataclass that have no default."""
    return frozenset(f.name for f in fields(cls) if f.default is MISSING and f.default_factory is MISSING)


def blank(cls: type, name: str) -> Any:
    """What stands for a field that is missing or does not fit."""
    kind = types(cls)[name]
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    return None if NoneType in get_args(kind) else (get_origin(kind) or kind)()


def fit(cls: type, name: str, value: object) -> Any:
    """The value as the field `name` of `cls` wants it, or `UnfitError`."""
    return _fit(value, types(cls)[name], ())


def _fit(value: object, kind: Any, marks: Marks) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _fit(value, inner[0], inner[1:])
    if kind is str:
        return _fit_text(value, _mark(Longest, marks) or NAME)
    if kind in NAMES:
        return _fit_plain(value, kind, _mark(Between, marks))
    if origin is Literal:
        return _fit_choice(value, inner)
    if NoneType in inner:
        return _fit(value, inner[0], marks)
    if origin is dict:
        return _fit_table(value, inner, marks)
    return _fit_list(value, origin, inner, marks)


def _mark(kind: type, marks: Marks) -> Any:
    return next((mark for mark in marks if isinstance(mark, kind)), None)


def _fit_plain(value: Any, kind: type, span: Between | None) -> Any:
    fits = type(value) is kind or (kind is float and type(value) is int)
    if not fits:
        within = f" {span}" if span else ""
        raise UnfitError(f"{show(value)} is not {NAMES[kind]}", f"write {NAMES[kind]}{within}")
    if span and not (span.least <= value <= span.most or (span.or_none and value == 0)):
        raise UnfitError(f"{show(value)} is out of range", f"write a number {span}")
    return kind(value)


def _fit_text(value: object, longest: Longest) -> str:
    if not isinstance(value, str):
        raise UnfitError(f"{show(value)} is not {NAMES[str]}", f"write {NAMES[str]}")
    if len(value) > longest.characters:
        raise UnfitError(f"a text of {len(value)} characters", f"write {longest.characters} or fewer")
    if hidden := next((c for c in value if not c.isprintable()), None):
        raise UnfitError(f"{show(value)} has a character that cannot be seen", f"leave {visible(hidden)} out")
    return value


def _fit_choice(value: object, choices: tuple[str, ...]) -> object:
    if value not in choices:
        raise UnfitError(f"there is no {show(value)}", suggest(value, choices))
    return value


def _fit_list(value: object, origin: Any, inner: tuple[Any, ...], marks: Marks) -> object:
    if not isinstance(value, list):
        raise UnfitError(f"{show(value)} is not a list", "write a list in [ ]")
    repeated = origin is frozenset or inner[-1] is Ellipsis
    if repeated and len(value) > MOST_ENTRIES:
        raise UnfitError(f"a list of {len(value)}", f"write a list of {MOST_ENTRIES} or fewer")
    if not repeated and len(value) != len(inner):
        raise UnfitError(f"a list of {len(value)}", f"write a list of {len(inner)}")
    kinds = [inner[0]] * len(value) if repeated else inner
    return origin(_fit(entry, kind, marks) for entry, kind in zip(value, kinds, strict=True))


def _fit_table(value: object, inner: tuple[Any, ...], marks: Marks) -> dict[Any, Any]:
    keys = _mark(Keys, marks)
    if not isinstance(value, dict):
        example = ", ".join(f"{key} = …" for key in keys.known[:2])
        raise UnfitError(f"{show(value)} is not a table", f"write a table such as {{ {example} }}")
    for key in value:
        if key not in keys.known:
            raise UnfitError(f"{show(key)} is no {keys.what}", suggest(key, keys.known))
    return {inner[0](key): _fit(entry, inner[1], marks) for key, entry in value.items()}
