"""The facts of a board as a readable text."""

from collections.abc import Iterator

from branchline.boardfile.board import AnyBoard
from branchline.kinds import kind_of

STATUS = {
    "exact": "exact",
    "one source": "exact, but the colours that single tickets ask for rest on one source",
    "reconstruction": "a reconstruction. Counts and rules are the rulebook's; the map and its numbers are ours",
}


def facts(board: AnyBoard) -> str:
    """Everything there is to know about a board."""
    return "\n".join([*_summary(board), "", *_rules(board), *_options(board), "", *kind_of(board).lists(board)])


def _summary(board: AnyBoard) -> Iterator[str]:
    least, most = board.rules.players
    yield f"{board.title} ({board.name}), {least} to {most} players"
    yield board.about
    yield f"Status: {STATUS[board.status]}."
    yield kind_of(board).counts(board)


def _rules(board: AnyBoard) -> Iterator[str]:
    names = kind_of(board).changed_rules(board)
    yield "Rules:"
    yield from [f"  {name} = {value(getattr(board.rules, name))}" for name in names] or ["  none"]


def value(given: object) -> str:
    """The value of a rule field in words."""
    if isinstance(given, frozenset):
        return ", ".join(sorted(given))
    if isinstance(given, dict):
        return ", ".join(f"{length} → {points}" for length, points in given.items())
    return str(given).lower() if isinstance(given, bool) else str(given)


def _options(board: AnyBoard) -> Iterator[str]:
    if board.options:
        yield ""
        yield "Options (the first value is the board's own):"
    for option in board.options:
        values = " | ".join(value(v) for v in option.values)
        yield f"  {option.name} = {values}. {option.about}"
