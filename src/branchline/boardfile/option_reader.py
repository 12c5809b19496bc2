"""The options of a board read from parsed TOML; whatever is written wrongly goes into the report."""

import re
from collections.abc import Mapping
from typing import Any

from branchline.boardfile.draft import Changes
from branchline.boardfile.fields import UnfitError, fit, types
from branchline.boardfile.lines import Path
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
        report.add(("options",), f"{len(table)} options", f"a board can have {OPTIONS}: leave out the rest")
    options, sets = [], {}
    for name, entry in list(table.items())[:OPTIONS]:
        path = ("options", name)
        if not isinstance(entry, dict):
            report.add(path, f"{show(entry)} is not a table", f"write [options.{name}] on a line of its own")
            continue
        if not WORD.fullmatch(name):
            report.add(path, f"{show(name)} is no name for an option", "write small letters, digits, - and _")
        refuse_unknown(path, entry, ("values", "about", "sets"), report)
        about = read_field(Option, "about", entry, path, report)
        if about is None and "about" not in entry:
            report.add(path, "about is missing", 'add about = "…": what the option is for')
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
        wrong = f"values are not 2 to {VALUES} different ones"
        report.add(path, wrong, "write values = [own, other]")
        return ()
    for i, value in enumerate(values):
        if not isinstance(value, bool | int | str) or not WORD.fullmatch(key(value)):
            right = "write true, false, a whole number or a word in small letters; sets.<value> may change any field"
            report.add((*path, i), f"{show(value)} is no value that a record can name", right)
            return ()
    return tuple(values)


def _named(values: tuple[Any, ...], sets: object, rules: Any, path: Path, report: Report) -> dict[str, Changes]:
    """What each value after the first sets, for an option whose values are names."""
    path = (*path, "sets")
    if not isinstance(sets, dict) or not all(isinstance(table, dict) for table in sets.values()):
        report.add(path, "sets is not a table of tables", "write sets.<value> = { field = … }")
        return {}
    names = tuple(key(value) for value in values[1:])
    for name in [name for name in sets if name not in names][:VALUES]:
        wrong = f"{show(name)} is not among the values after the first, which is the board's own"
        report.add((*path, name), wrong, suggest(name, names))
    for name in names:
        if name not in sets:
            report.add(path, f"the value {show(name)} sets nothing", f"add sets.{name} = {{ field = … }}")
    return {name: read_fields(type(rules), sets[name], (*path, name), report) for name in names if name in sets}


def _of_field(
    name: str, values: tuple[Any, ...], rules: Any, path: Path, report: Report
) -> tuple[tuple[Any, ...], dict[str, Changes]]:
    """The values of an option that is a rule field, and what each after the first sets."""
    kind: type = type(rules)
    known = types(kind)
    if name not in known:
        right = f"{suggest(name, known)}, or add sets.<value> = {{ field = … }}"
        report.add(path, f"there is no rule field {show(name)}", right)
        return values, {}
    fitting = []
    for i, value in enumerate(values):
        try:
            fitting.append(fit(kind, name, value))
        except UnfitError as unfit:
            report.add((*path, "values", i), unfit.wrong, unfit.right)
    own = getattr(rules, name)
    if fitting and len(fitting) == len(values) and fitting[0] != own:
        report.add((*path, "values"), f"the first value is not the board's own {name}", f"put {show(own)} first")
    return tuple(fitting), {key(value): {name: value} for value in fitting[1:]}
