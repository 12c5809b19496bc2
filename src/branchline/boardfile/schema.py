"""A JSON schema of board files, by which editors complete and check them as they are typed."""

from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from branchline.boardfile.fields import Between, Keys, Longest, required, types
from branchline.boardfile.options import Option
from branchline.boardfile.shape import TEXTS, Shape, about_field

DRAFT = "https://json-schema.org/draft/2020-12/schema"
TYPES = {bool: "boolean", int: "integer", float: "number", str: "string"}
Json = dict[str, Any]


def schema(shape: Shape) -> Json:
    """The schema of one kind's board files."""
    lists = {name: _many(_table(cls), most) for name, (cls, most) in shape.lists.items()}
    section = _closed(lists, [name for name in lists if name not in shape.may_lack])
    texts = {name: _field(types(shape.board)[name]) for name in TEXTS}
    options = {"type": "object", "additionalProperties": _option(shape)}
    properties = {
        "kind": {"const": shape.kind},
        **texts,
        "rules": _table(shape.rules),
        "options": options,
        shape.section: section,
    }
    is_needed = [*TEXTS, shape.section, *(["kind"] if shape.kind != "map" else [])]
    return {"$schema": DRAFT, "title": f"A board of Branchline: {shape.kind}", **_closed(properties, is_needed)}


def _option(shape: Shape) -> Json:
    values = {"type": "array", "items": {"type": ["boolean", "integer", "string"]}, "minItems": 2}
    sets = {"type": "object", "additionalProperties": _table(shape.rules)}
    return _closed({"values": values, "about": _field(types(Option)["about"]), "sets": sets}, ["values", "about"])


def _table(cls: type) -> Json:
    properties = {name: _field(kind) for name, kind in types(cls).items()}
    return _closed(properties, [name for name in properties if name in required(cls)])


def _closed(properties: Json, needed: list[str]) -> Json:
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


def _many(items: Json, most: int) -> Json:
    return {"type": "array", "items": items, "maxItems": most}


def _field(kind: Any) -> Json:
    marks = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    about = {"description": text} if (text := about_field(kind)) else {}
    return {**about, **_value(get_args(kind)[0] if marks else kind, marks)}


def _value(kind: Any, marks: tuple[Any, ...]) -> Json:
    origin, inner = get_origin(kind), get_args(kind)
    if kind is str and (keys := next((mark for mark in marks if isinstance(mark, Keys)), None)):
        return {"enum": list(keys.known)}
    if kind in TYPES:
        return {"type": TYPES[kind], **_bounds(kind, marks)}
    if origin is Literal:
        return {"enum": list(inner)}
    if NoneType in inner:
        return _value(inner[0], marks)
    if origin is dict:
        keys = next(mark for mark in marks if isinstance(mark, Keys))
        return _closed(
            {key: _value(inner[1], tuple(mark for mark in marks if mark is not keys)) for key in keys.known}, []
        )
    if origin is frozenset or inner[-1] is Ellipsis:
        return {"type": "array", "items": _value(inner[0], marks)}
    entries = [_value(each, marks) for each in inner]
    return {"type": "array", "prefixItems": entries, "items": False, "minItems": len(inner)}


def _bounds(kind: type, marks: tuple[Any, ...]) -> Json:
    for mark in marks:
        if isinstance(mark, Between) and kind in (int, float):
            span = {"minimum": mark.least, "maximum": mark.most}
            return {"anyOf": [{"const": 0}, span]} if mark.or_none else span
        if isinstance(mark, Longest):
            return {"maxLength": mark.characters}
    return {}
