"""TOML values read as the types that the board's dataclasses declare."""

from collections.abc import Sequence
from dataclasses import MISSING, fields
from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from branchline.boardfile.mistakes import FormMistake, Mistake, Said
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
    """The keys that a table may have, what they are, and the mistake of any other."""

    what: str
    known: tuple[str, ...]
    wrong: Mistake


class Longest(NamedTuple):
    """The most characters of a text."""

    characters: int


Marks = Sequence[Any]  # what a field's type is annotated with
NAME = Longest(80)


class UnfitError(ValueError):
    """A value that does not fit its field."""

    def __init__(self, said: Said) -> None:
        super().__init__(said)
        self.said = said


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
    if kind is bool:
        return _fit_bool(value)
    if kind in (int, float):
        return _fit_number(value, kind, _mark(Between, marks))
    if origin is Literal:
        return _fit_choice(value, inner)
    if NoneType in inner:
        return _fit(value, inner[0], marks)
    if origin is dict:
        return _fit_table(value, inner, marks)
    return _fit_list(value, origin, inner, marks)


def _mark(kind: type, marks: Marks) -> Any:
    return next((mark for mark in marks if isinstance(mark, kind)), None)


def _fit_bool(value: object) -> bool:
    if not isinstance(value, bool):
        raise UnfitError(FormMistake.NOT_BOOL(value=show(value)))
    return value


def _fit_number(value: Any, kind: type, span: Between) -> Any:
    least, most = f"{span.least:g}", f"{span.most:g}"
    shown, none = show(value), int(span.or_none)
    if kind is int and type(value) is not int:
        raise UnfitError(FormMistake.NOT_WHOLE(value=shown, none=none, least=least, most=most))
    if type(value) not in (int, float):
        raise UnfitError(FormMistake.NOT_NUMBER(value=shown, none=none, least=least, most=most))
    if not (span.least <= value <= span.most or (span.or_none and value == 0)):
        raise UnfitError(FormMistake.OUT_OF_RANGE(value=shown, none=none, least=least, most=most))
    return kind(value)


def _fit_text(value: object, longest: Longest) -> str:
    if not isinstance(value, str):
        raise UnfitError(FormMistake.NOT_TEXT(value=show(value)))
    if len(value) > longest.characters:
        raise UnfitError(FormMistake.LONG_TEXT(n=len(value), most=longest.characters))
    if hidden := next((c for c in value if not c.isprintable()), None):
        raise UnfitError(FormMistake.UNSEEN(value=show(value), sign=visible(hidden)))
    return value


def _fit_choice(value: object, choices: tuple[str, ...]) -> object:
    if value not in choices:
        raise UnfitError(FormMistake.NO_CHOICE(name=show(value), **suggest(value, choices)))
    return value


def _fit_list(value: object, origin: Any, inner: tuple[Any, ...], marks: Marks) -> object:
    if not isinstance(value, list):
        raise UnfitError(FormMistake.NO_LIST(value=show(value)))
    repeated = origin is frozenset or inner[-1] is Ellipsis
    if repeated and len(value) > MOST_ENTRIES:
        raise UnfitError(FormMistake.LONG_LIST(n=len(value), most=MOST_ENTRIES))
    if not repeated and len(value) != len(inner):
        raise UnfitError(FormMistake.OTHER_LENGTH(n=len(value), needed=len(inner)))
    kinds = [inner[0]] * len(value) if repeated else inner
    return origin(_fit(entry, kind, marks) for entry, kind in zip(value, kinds, strict=True))


def _fit_table(value: object, inner: tuple[Any, ...], marks: Marks) -> dict[Any, Any]:
    keys = _mark(Keys, marks)
    if not isinstance(value, dict):
        example = ", ".join(f"{key} = …" for key in keys.known[:2])
        raise UnfitError(FormMistake.NO_KEYS(value=show(value), example=f"{{ {example} }}"))
    for key in value:
        if key not in keys.known:
            raise UnfitError(keys.wrong(name=show(key), **suggest(key, keys.known)))
    return {inner[0](key): _fit(entry, inner[1], marks) for key, entry in value.items()}
