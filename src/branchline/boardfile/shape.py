"""The form of a kind's board files: what stands at the top, in the rules, and in the lists of things."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from types import NoneType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

from branchline.boardfile.fields import NAMES, Between, Keys, types
from branchline.boardfile.words import show

TEXTS = ("name", "title", "status", "about")


@dataclass(frozen=True)
class Shape:
    """What a board file of one kind holds."""

    kind: str
    board: type
    rules: type
    section: str  # the table with the lists
    lists: Mapping[str, tuple[type, int]]  # what each list holds, and how much at most
    may_lack: frozenset[str] = frozenset()

    @property
    def top(self) -> tuple[str, ...]:
        """Everything that may stand at the top."""
        return ("kind", *TEXTS, "rules", "options", self.section)


class Described(NamedTuple):
    """A field in words."""

    name: str
    takes: str
    default: str  # empty where it must be given
    about: str


def described(cls: type) -> Iterator[Described]:
    """Every field of a table that a board file may have, in words."""
    defaults = {each.name: _default(each) for each in fields(cls)}
    for name, kind in types(cls).items():
        if name in defaults and isinstance(about := about_field(kind), str):
            yield Described(name, takes(kind), defaults[name], about)


def _default(each: Any) -> str:
    if each.default is not MISSING:
        default = sorted(each.default) if isinstance(each.default, frozenset) else each.default
        return "none" if default is None else show(default)
    return show(each.default_factory()) if each.default_factory is not MISSING else ""


def about_field(kind: Any) -> str | None:
    """What is said of a field."""
    return next((mark for mark in get_args(kind)[1:] if isinstance(mark, str)), None)


def takes(kind: Any) -> str:
    """What a field takes, in words."""
    marks = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    span = next((f" {mark}" for mark in marks if isinstance(mark, Between)), "")
    keys = next((mark.what for mark in marks if isinstance(mark, Keys)), "")
    return _takes(get_args(kind)[0] if marks else kind, span, keys)


def _takes(kind: Any, span: str, keys: str) -> str:
    origin, inner = get_origin(kind), get_args(kind)
    if kind is str and keys:
        return f"a {keys} in quotes"
    if kind in NAMES:
        return NAMES[kind] + span
    if origin is Literal:
        return " or ".join(map(show, inner))
    if NoneType in inner:
        return _takes(inner[0], span, keys)
    if origin is dict:
        return f"a table: {keys} = {_takes(inner[1], span, '')}"
    one = _takes(inner[0], span, keys)
    return f"a list of {one}" if origin is frozenset or inner[-1] is Ellipsis else f"[{one}, {one}]"
