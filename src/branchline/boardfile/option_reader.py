"""The options of a board read from parsed TOML; whatever is written wrongly goes into the report."""

import re
from collections.abc import Mapping
from typing import Any

from branchline.boardfile.draft import Changes
from branchline.boardfile.fields import UnfitError, fit, types
from branchline.boardfile.lines import Path
from branchline.boardfile.mistakes import FormMistake
from branchline.boardfile.options import Option, key
from branchline.boardfile.problems import Report
from branchline.boardfile.reader import read_field, read_fields, refuse_unknown
from branchline.boardfile.words import show, suggest

OPTIONS = 12
VALUES = 9
WORD = re.compile(r"[a-z0-9_-]{1,40}")  # what records write into their head and read back

Sets = dict[str, dict[str, Changes]]


def read_options(table: dict[str, Any], rules: Any, report: Report) -> tuple[tuple[Option, ...], Sets]:
    """The options, and what each value of each changes in the rules."""
    if len(table) > OPTIONS:
        report.add(("options",), FormMistake.MANY_OPTIONS(n=len(table), most=OPTIONS))
    options, sets = [], {}
    for name, entry in list(table.items())[:OPTIONS]:
        path = ("options", name)
        if not isinstance(entry, dict):
            report.add(path, FormMistake.NO_TABLE(value=show(entry), name=f"options.{name}"))
            continue
        if not WORD.fullmatch(name):
            report.add(path, FormMistake.OPTION_NAME(name=show(name)))
        refuse_unknown(path, entry, ("values", "about", "sets"), report)
        about = read_field(Option, "about", entry, path, report)
        if about is None and "about" not in entry:
            report.add(path, FormMistake.NO_ABOUT())
        values = _values(entry, path, report)
        if "sets" in entry:
            sets[name] = _named(values, entry["sets"], rules, path, report)
        else:
            values, sets[name] = _of_field(name, values, rules, path, report)
        options.append(Option(name, values, about or ""))
    return tuple(options), sets


def _values(entry: Mapping[str, Any], path: Path, report: Report) -> tuple[Any, ...]:
    path, values = (*path, "values"), entry.get("values", [])
    if not isinstance(values, list) or len({key(value) for value in values[:VALUES]}) < max(2, len(values)):
        report.add(path, FormMistake.FEW_VALUES(most=VALUES))
        return ()
    for i, value in enumerate(values):
        if not isinstance(value, bool | int | str) or not WORD.fullmatch(key(value)):
            report.add((*path, i), FormMistake.ODD_VALUE(value=show(value)))
            return ()
    return tuple(values)


def _named(values: tuple[Any, ...], sets: object, rules: Any, path: Path, report: Report) -> dict[str, Changes]:
    """What each value after the first sets, for an option whose values are names."""
    path = (*path, "sets")
    if not isinstance(sets, dict) or not all(isinstance(table, dict) for table in sets.values()):
        report.add(path, FormMistake.NO_SETS())
        return {}
    names = tuple(key(value) for value in values[1:])
    for name in [name for name in sets if name not in names][:VALUES]:
        report.add((*path, name), FormMistake.STRAY_SET(name=show(name), **suggest(name, names)))
    for name in names:
        if name not in sets:
            report.add(path, FormMistake.EMPTY_SET(value=show(name), name=name))
    return {name: read_fields(type(rules), sets[name], (*path, name), report) for name in names if name in sets}


def _of_field(
    name: str, values: tuple[Any, ...], rules: Any, path: Path, report: Report
) -> tuple[tuple[Any, ...], dict[str, Changes]]:
    """The values of an option that is a rule field, and what each after the first sets."""
    kind: type = type(rules)
    known = types(kind)
    if name not in known:
        report.add(path, FormMistake.NO_RULE_FIELD(name=show(name), **suggest(name, known)))
        return values, {}
    fitting = []
    for i, value in enumerate(values):
        try:
            fitting.append(fit(kind, name, value))
        except UnfitError as unfit:
            report.add((*path, "values", i), unfit.said)
    own = getattr(rules, name)
    if fitting and len(fitting) == len(values) and fitting[0] != own:
        report.add((*path, "values"), FormMistake.NOT_OWN(name=name, value=show(own)))
    return tuple(fitting), {key(value): {name: value} for value in fitting[1:]}
