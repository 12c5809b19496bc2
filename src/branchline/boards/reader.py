"""A board read from parsed TOML; whatever is written wrongly goes into the report."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_origin

from branchline.boards.board import COLOURS, Board, City, Festival, Option, Route, Rules, Ticket
from branchline.boards.fields import UnfitError, fit, required, types
from branchline.boards.lines import Path
from branchline.boards.problems import Report
from branchline.boards.words import nearest, show, suggest

GREY = "grey"
TEXTS = ("name", "title", "status", "about")
TOP = (*TEXTS, "rules", "options", "map")
LISTS: dict[str, type] = {"cities": City, "routes": Route, "tickets": Ticket, "festivals": Festival}

Changes = Mapping[str, Any]  # rule fields and the values that an option's value gives them


@dataclass(frozen=True, slots=True)
class Draft:
    """A board as its file has it, all decks included, and what each value of each option changes."""

    board: Board
    sets: Mapping[str, Mapping[str, Changes]]  # by option and by its value as `key` writes it


def key(value: object) -> str:
    """A value of an option as it is written in `sets` and on a command line."""
    return value if isinstance(value, str) else show(value)


def read(data: dict[str, Any], report: Report) -> Draft:
    """The board in the parsed file. Fields that do not fit keep their default or stay empty."""
    _unknown((), data, TOP, report)
    fields: dict[str, Any] = {name: _field(Board, name, data, (), report, "") for name in TEXTS}
    for name in TEXTS:
        if name not in data:
            report.add((name,), "is missing", f"add {name} = … at the top")
    rules = Rules(**_fields(Rules, _table(data, "rules", report), ("rules",), report))
    options, sets = _options(_table(data, "options", report), rules, report)
    fields |= _map(data, report)
    return Draft(Board(**fields, rules=rules, options=options), sets)


def _table(data: dict[str, Any], name: str, report: Report) -> dict[str, Any]:
    table = data.get(name, {})
    if isinstance(table, dict):
        return table
    report.add((name,), f"{show(table)} is not a table", f"write [{name}] on a line of its own")
    return {}


def _unknown(path: Path, table: Mapping[str, Any], known: tuple[str, ...], report: Report) -> None:
    for name in table:
        if name not in known:
            report.add((*path, name), f"there is no field {show(name)}", suggest(name, known))


def _fields(cls: type, table: Mapping[str, Any], path: Path, report: Report) -> dict[str, Any]:
    """Those fields of `cls` in the table that fit."""
    _unknown(path, table, tuple(types(cls)), report)
    fitting = {}
    for name in table:
        if name in types(cls) and (value := _field(cls, name, table, path, report)) is not None:
            fitting[name] = value
    return fitting


def _field(cls: type, name: str, table: Mapping[str, Any], path: Path, report: Report, otherwise: Any = None) -> Any:
    try:
        return fit(cls, name, table[name]) if name in table else otherwise
    except UnfitError as unfit:
        report.add((*path, name), f"{name}: {unfit.wrong}" if len(path) > 1 else unfit.wrong, unfit.right)
        return otherwise


def _map(data: dict[str, Any], report: Report) -> dict[str, tuple[Any, ...]]:
    table = _table(data, "map", report)
    _unknown(("map",), table, tuple(LISTS), report)
    for name in LISTS:
        if name not in table and name != "festivals":
            report.add(("map", name), "is missing", f"add {name} = [ … ] under [map]")
    return {name: _list(cls, table.get(name, []), ("map", name), report) for name, cls in LISTS.items()}


def _list(cls: type, entries: object, path: Path, report: Report) -> tuple[Any, ...]:
    if not isinstance(entries, list):
        report.add(path, f"{show(entries)} is not a list", "write a list in [ ]")
        return ()
    return tuple(_entry(cls, entry, (*path, i), report) for i, entry in enumerate(entries))


def _entry(cls: type, entry: object, path: Path, report: Report) -> Any:
    if not isinstance(entry, dict):
        report.add(path, f"{show(entry)} is not a table", "write { … } with its fields")
        entry = {}
    elif missing := _missing(cls, entry):
        report.add(path, f"{_and(missing)} missing", f"add {' and '.join(f'{name} = …' for name in missing)}")
    fitting = {name: _blank(cls, name) for name in required(cls)}
    fitting |= _fields(cls, entry, path, report)
    if cls is Route:
        fitting["colour"] = _colour(fitting.get("colour"), path, report)
    return cls(**fitting)


def _missing(cls: type, entry: dict[str, Any]) -> list[str]:
    """The fields that an entry needs and has not, not even misspelt."""
    needed = required(cls) | ({"colour"} if cls is Route else set())
    meant = {nearest(name, types(cls)) for name in entry if name not in types(cls)}
    return [name for name in types(cls) if name in needed - entry.keys() - meant]


def _and(names: list[str]) -> str:
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'}"


def _blank(cls: type, name: str) -> Any:
    kind = types(cls)[name]
    return (get_origin(kind) or kind)()


def _colour(colour: str | None, path: Path, report: Report) -> str | None:
    if colour is None or colour == GREY:
        return None
    if colour not in COLOURS:
        report.add((*path, "colour"), f"there is no colour {show(colour)}", suggest(colour, (*COLOURS, GREY)))
    return colour


def _options(
    table: dict[str, Any], rules: Rules, report: Report
) -> tuple[tuple[Option, ...], dict[str, dict[str, Changes]]]:
    options, sets = [], {}
    for name, entry in table.items():
        path = ("options", name)
        if not isinstance(entry, dict):
            report.add(path, f"{show(entry)} is not a table", f"write [options.{name}] on a line of its own")
            continue
        _unknown(path, entry, ("values", "about", "sets"), report)
        about = _field(Option, "about", entry, path, report)
        if about is None and "about" not in entry:
            report.add(path, "about is missing", 'add about = "…": what the option is for')
        values = _values(entry, path, report)
        if "sets" in entry:
            sets[name] = _named(values, entry["sets"], path, report)
        else:
            values, sets[name] = _of_field(name, values, rules, path, report)
        options.append(Option(name, values, about or ""))
    return tuple(options), sets


def _values(entry: dict[str, Any], path: Path, report: Report) -> tuple[Any, ...]:
    values = entry.get("values", [])
    if not isinstance(values, list) or len({key(value) for value in values}) < max(2, len(values)):
        report.add((*path, "values"), "values are not two or more different ones", "write values = [own, other]")
        return ()
    return tuple(values)


def _named(values: tuple[Any, ...], sets: object, path: Path, report: Report) -> dict[str, Changes]:
    """What each value after the first sets, for an option whose values are names."""
    path = (*path, "sets")
    if not isinstance(sets, dict) or not all(isinstance(table, dict) for table in sets.values()):
        report.add(path, "sets is not a table of tables", "write sets.<value> = { field = … }")
        return {}
    names = tuple(key(value) for value in values[1:])
    for name in sets:
        if name not in names:
            wrong = f"{show(name)} is not among the values after the first, which is the board's own"
            report.add((*path, name), wrong, suggest(name, names))
    for name in names:
        if name not in sets:
            report.add(path, f"the value {show(name)} sets nothing", f"add sets.{name} = {{ field = … }}")
    return {name: _fields(Rules, table, (*path, name), report) for name, table in sets.items()}


def _of_field(
    name: str, values: tuple[Any, ...], rules: Rules, path: Path, report: Report
) -> tuple[tuple[Any, ...], dict[str, Changes]]:
    """The values of an option that is a rule field, and what each after the first sets."""
    if name not in types(Rules):
        right = f"{suggest(name, types(Rules))}, or add sets.<value> = {{ field = … }}"
        report.add(path, f"there is no rule field {show(name)}", right)
        return values, {}
    fitting = []
    for i, value in enumerate(values):
        try:
            fitting.append(fit(Rules, name, value))
        except UnfitError as unfit:
            report.add((*path, "values", i), unfit.wrong, unfit.right)
    own = getattr(rules, name)
    if fitting and len(fitting) == len(values) and fitting[0] != own:
        report.add((*path, "values"), f"the first value is not the board's own {name}", f"put {show(own)} first")
    return tuple(fitting), {key(value): {name: value} for value in fitting[1:]}
