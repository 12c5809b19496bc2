"""Two versions of a board side by side: what is different in their files, and what that did to the games."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from html import escape
from typing import Any

from branchline.boardfile.words import show
from branchline.boards import AnyBoard
from branchline.study.figures import in_a_hundred, percent
from branchline.study.run import Study

MOST = 40  # changes, or routes, that are listed


def beside(found: Study, other: Study) -> str:
    """The part of a page that compares a board with an earlier version of it."""
    old, new = dict(_summary(other)), dict(_summary(found))
    rows = [(name, old[name], new[name]) for name in new if name in old]
    heads = f"<th><th>{escape(other.board.title)} (before)<th>{escape(found.board.title)} (now)"
    changed = "".join(f"<li>{escape(change)}</li>" for change in list(changes(other.board, found.board))[:MOST])
    return (
        f"<section><h2>Beside {escape(other.board.title)}</h2>"
        f"<ul>{changed or '<li>Nothing is different in the file.</li>'}</ul>"
        f"<table><tr>{heads}</tr>{_rows(rows)}</table>{_shifted(found, other, heads)}</section>"
    )


def changes(old: AnyBoard, new: AnyBoard) -> Iterator[str]:
    """What is different in the new file."""
    before, now = Counter(_things(old)), Counter(_things(new))
    yield from (f"gone: {thing}" for thing in (before - now).elements())
    yield from (f"new: {thing}" for thing in (now - before).elements())
    if type(old.rules) is not type(new.rules):
        return
    rules: Any = new.rules
    for each in fields(rules):
        was, is_now = getattr(old.rules, each.name), getattr(rules, each.name)
        if was != is_now:
            yield f"{each.name}: {show(was)} → {show(is_now)}"


def _things(board: AnyBoard) -> Iterator[str]:
    for name in ("cities", "routes", "tickets", "festivals"):
        for thing in getattr(board, name, ()):
            plain = [each for each in fields(thing) if name != "cities" or each.name == "name"]
            said = [
                (each.name, getattr(thing, each.name)) for each in plain if getattr(thing, each.name) != each.default
            ]
            yield f"{name.removesuffix('s')} " + ", ".join(_said(field, value) for field, value in said)


def _said(field: str, value: object) -> str:
    if field in ("name", "a", "b", "colour", "kind") or value is None:
        return str(value or "grey")
    return f"{field} {show(value)}"


def _summary(found: Study) -> Iterator[tuple[str, str]]:
    for n, each in found.by_players.items():
        yield f"First seat, {n} players", in_a_hundred(each.first_seat)
        yield f"Turns of each player, {n} players", f"{each.turns.middle:.0f}"
        yield f"Score, {n} players", f"{each.scores.middle:.0f} ({each.scores.low:.0f} to {each.scores.high:.0f})"
    yield "Games won by planning", percent(found.skill)
    for n, styles in found.styles.items():
        yield from ((f"Won with {style}, {n} players", percent(won)) for style, won in styles.items())


def _shifted(found: Study, other: Study, heads: str) -> str:
    """The routes and tickets whose figures are different beyond doubt, at the most players that both have."""
    shared = found.by_players.keys() & other.by_players.keys()
    if not shared:
        return ""
    new, old = found.by_players[max(shared)], other.by_players[max(shared)]
    pairs = [(name, old.routes[name].claimed, use.claimed) for name, use in new.routes.items() if name in old.routes]
    pairs += [
        (name, old.tickets[name].completed, t.completed) for name, t in new.tickets.items() if name in old.tickets
    ]
    apart = [pair for pair in pairs if pair[1].high < pair[2].low or pair[2].high < pair[1].low]
    apart.sort(key=lambda pair: -abs(pair[2].value - pair[1].value))
    rows = [(name, percent(before), percent(now)) for name, before, now in apart[:MOST]]
    if not rows:
        return f"<p>No route or ticket was used differently beyond doubt, with {max(shared)} players.</p>"
    about = f"Routes claimed and tickets completed in another share of games, beyond doubt, with {max(shared)} players."
    return f"<p>{about}</p><table><tr>{heads}</tr>{_rows(rows)}</table>"


def _rows(rows: list[tuple[str, str, str]]) -> str:
    return "".join(f"<tr><td>{escape(name)}<td>{old}<td>{new}</tr>" for name, old, new in rows)
