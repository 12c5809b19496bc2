"""Tables and lists of parsed TOML read as dataclasses; whatever is written wrongly goes into the report."""

from collections.abc import Callable, Mapping
from typing import Any

from branchline.boardfile.fields import UnfitError, blank, fit, required, types
from branchline.boardfile.lines import Path
from branchline.boardfile.mistakes import FormMistake
from branchline.boardfile.problems import Report
from branchline.boardfile.shape import TEXTS
from branchline.boardfile.words import nearest, show, suggest

MANY = 20  # unknown fields of one table that are named

Amend = Callable[[dict[str, Any], Path, Report], None]  # changes the fields of an entry


def read_texts(cls: type, data: Mapping[str, Any], report: Report) -> dict[str, str]:
    """The texts at the top of every board file; one that is missing is empty."""
    for name in TEXTS:
        if name not in data:
            report.add((name,), FormMistake.MISSING_TEXT(name=name))
    return {name: read_field(cls, name, data, (), report, "") for name in TEXTS}


def read_table(data: Mapping[str, Any], name: str, report: Report) -> dict[str, Any]:
    """A table of the file, empty if it is not there."""
    table = data.get(name, {})
    if isinstance(table, dict):
        return table
    report.add((name,), FormMistake.NO_TABLE(value=show(table), name=name))
    return {}


def refuse_unknown(path: Path, table: Mapping[str, Any], known: tuple[str, ...], report: Report) -> None:
    """Note every field that there is not."""
    for name in [name for name in table if name not in known][:MANY]:
        report.add((*path, name), FormMistake.NO_FIELD(name=show(name), **suggest(name, known)))


def read_fields(cls: type, table: Mapping[str, Any], path: Path, report: Report) -> dict[str, Any]:
    """Those fields of `cls` in the table that fit."""
    refuse_unknown(path, table, tuple(types(cls)), report)
    fitting = {}
    for name in types(cls):
        if name in table and (value := read_field(cls, name, table, path, report)) is not None:
            fitting[name] = value
    return fitting


def read_field(
    cls: type, name: str, table: Mapping[str, Any], path: Path, report: Report, otherwise: Any = None
) -> Any:
    """A field of `cls` if it fits."""
    try:
        return fit(cls, name, table[name]) if name in table else otherwise
    except UnfitError as unfit:
        report.add((*path, name), unfit.said.of(name) if len(path) > 1 else unfit.said)
        return otherwise


def read_list(
    cls: type, entries: object, path: Path, report: Report, most: int, amend: Amend | None = None
) -> tuple[Any, ...]:
    """A list of entries; of one that is longer than a game can hold only so many are looked at."""
    if not isinstance(entries, list):
        report.add(path, FormMistake.NO_LIST(value=show(entries)))
        return ()
    if len(entries) > most:
        over = len(entries) - most
        report.add(path, FormMistake.MANY_ENTRIES(n=len(entries), name=path[-1], most=most, over=over))
        report.is_cut = True
    return tuple(_entry(cls, entry, (*path, i), report, amend) for i, entry in enumerate(entries[:most]))


def _entry(cls: type, entry: object, path: Path, report: Report, amend: Amend | None) -> Any:
    if not isinstance(entry, dict):
        report.add(path, FormMistake.NO_ENTRY(value=show(entry)))
        entry = {}
    elif missing := _missing(cls, entry):
        fields = tuple(f"{name} = …" for name in missing)
        report.add(path, FormMistake.MISSING_FIELDS(names=tuple(missing), n=len(missing), fields=fields))
    fitting = {name: blank(cls, name) for name in required(cls)}
    fitting |= read_fields(cls, entry, path, report)
    if amend:
        amend(fitting, path, report)
    return cls(**fitting)


def _missing(cls: type, entry: dict[str, Any]) -> list[str]:
    """The fields that an entry needs and has not, not even misspelt."""
    unknown = [name for name in entry if name not in types(cls)][:MANY]
    meant = {nearest(name, types(cls)) for name in unknown}
    return [name for name in types(cls) if name in required(cls) - entry.keys() - meant]
