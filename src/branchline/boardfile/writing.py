"""A board's data as the TOML that a person would have written: short, in columns, without what goes without saying."""

import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields
from typing import Any

from branchline.boardfile.fields import UnfitError, fit, required, types
from branchline.boardfile.shape import TEXTS, Shape

WIDE = 112  # characters of a line of text
BARE = re.compile(r"[A-Za-z0-9_-]+")
FEWEST_DECIMALS, MOST_DECIMALS = 2, 4  # of degrees: a metre is enough
DEEPEST = 8  # tables and lists within each other; no board has more


def write(data: Mapping[str, Any], shape: Shape) -> str:
    """The text of a board file; what is wrong in the data is written as it is, so that a check can name it."""
    parts = ["\n".join(_top(data, shape))]
    rules = data.get("rules")
    if isinstance(rules, dict) and (lines := _pairs(_special(rules, shape.rules))):
        parts.append("\n".join(["[rules]", *lines]))
    options = data.get("options")
    for name, option in options.items() if isinstance(options, dict) else ():
        lines = _option(option) if isinstance(option, dict) else []
        parts.append("\n".join([f"[options.{_key(name)}]", *lines]) if lines else f"[options]\n{_pair(name, option)}")
    section = data.get(shape.section)
    if isinstance(section, dict):
        parts.append("\n".join([f"[{shape.section}]", *_lists(section, shape)]))
    return "\n\n".join(part for part in parts if part) + "\n"


def _top(data: Mapping[str, Any], shape: Shape) -> list[str]:
    tables = ("rules", "options", shape.section)
    others = [name for name in data if name not in TEXTS and not (name in tables and isinstance(data[name], dict))]
    order = [*(name for name in ("kind", *TEXTS) if name in data), *(name for name in others if name != "kind")]
    return [_text(name, data[name]) for name in order if data[name] is not None]


def _text(name: str, value: object) -> str:
    """A pair whose text, if it is long, goes over several lines."""
    line = _pair(name, value)
    if len(line) <= WIDE or not isinstance(value, str):
        return line
    if value != " ".join(value.split()) or not value.isprintable() or re.search(r'["\\]', value):
        return line
    wrapped = textwrap.wrap(value, WIDE - 6, break_long_words=False, break_on_hyphens=False)
    return f'{_key(name)} = """\\\n    ' + " \\\n    ".join(wrapped) + '"""'


def _special(table: Mapping[str, Any], cls: type) -> dict[str, Any]:
    """The fields of a table that say something: not what they would be anyway; in the order of the reference."""
    order = list(types(cls))
    known = sorted((name for name in table if name in order), key=order.index)
    usual = {each.name: _usual(each) for each in fields(cls) if each.name not in required(cls)}
    names = [*known, *(name for name in table if name not in order)]
    return {name: table[name] for name in names if not _is_usual(cls, name, table[name], usual)}


def _usual(each: Field[Any]) -> object:
    return each.default_factory() if each.default_factory is not MISSING else each.default


def _is_usual(cls: type, name: str, value: object, usual: Mapping[str, Any]) -> bool:
    if value is None:
        return True
    try:
        return name in usual and fit(cls, name, value) == usual[name]
    except UnfitError:
        return False


def _option(option: Mapping[str, Any]) -> list[str]:
    sets = option.get("sets")
    plain = {name: value for name, value in option.items() if name != "sets" or not isinstance(sets, dict)}
    lines = [_text(name, value) for name, value in plain.items() if value is not None]
    return lines + [f"sets.{_key(name)} = {_value(value)}" for name, value in (sets or {}).items() if name not in plain]


def _lists(section: Mapping[str, Any], shape: Shape) -> list[str]:
    names = [*(name for name in shape.lists if name in section), *(name for name in section if name not in shape.lists)]
    lines = []
    for name in names:
        entries = section[name]
        if name in shape.may_lack and entries == []:
            continue
        if name not in shape.lists or not isinstance(entries, list) or not entries:
            lines.append(_pair(name, entries))
        else:
            lines += [f"{name} = [", *_rows(entries, shape.lists[name][0]), "]"]
    return lines


def _rows(entries: Sequence[object], cls: type) -> list[str]:
    """Each entry of a list on a line of its own; the fields that every entry has are in columns."""
    tables = [_special(entry, cls) if isinstance(entry, dict) else entry for entry in entries]
    columns = [name for name in types(cls) if all(isinstance(table, dict) and name in table for table in tables)]
    cells = {name: _column([table[name] for table in tables if isinstance(table, dict)]) for name in columns}
    wide = {name: max(map(len, cells[name])) for name in columns[:-1]}
    rows = []
    for i, table in enumerate(tables):
        if not isinstance(table, dict):
            rows.append(f"    {_value(table)},")
            continue
        pieces = [f"{name} = {cells[name][i] + ',':{wide.get(name, 0) + 1}}" for name in columns]
        pieces += [f"{_pair(name, value)}," for name, value in table.items() if name not in columns]
        rows.append(f"    {{ {' '.join(pieces).removesuffix(',')} }},")
    return rows


def _column(values: list[Any]) -> list[str]:
    """The values of a column: numbers with as many decimals as each other and right-aligned."""
    if not all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return [_value(value) for value in values]
    if any(isinstance(value, float) for value in values):
        decimals = max(FEWEST_DECIMALS, *(len(_short(value).partition(".")[2]) for value in values))
        shown = [f"{value:.{decimals}f}" for value in values]
    else:
        shown = [str(value) for value in values]
    widest = max(map(len, shown))
    return [each.rjust(widest) for each in shown]


def _short(value: float) -> str:
    return f"{value:.{MOST_DECIMALS}f}".rstrip("0")


def _pairs(table: Mapping[str, Any]) -> list[str]:
    return [_pair(name, value) for name, value in table.items() if value is not None]


def _pair(name: str, value: object) -> str:
    return f"{_key(name)} = {_value(value)}"


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else _quoted(name)


def _value(value: object, depth: int = 0) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list | tuple) and depth < DEEPEST:
        return f"[{', '.join(_value(entry, depth + 1) for entry in value)}]"
    if isinstance(value, dict) and depth < DEEPEST:
        pairs = (f"{_key(str(name))} = {_value(each, depth + 1)}" for name, each in value.items() if each is not None)
        return "{ " + ", ".join(pairs) + " }" if value else "{}"
    if value is None or isinstance(value, list | tuple | dict):
        return _quoted("")
    return str(value)


def _quoted(text: str) -> str:
    named = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return '"' + "".join(named.get(c) or (c if c.isprintable() else _escaped(c)) for c in text) + '"'


def _escaped(c: str) -> str:
    return f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}"
