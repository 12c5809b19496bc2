"""Two versions of a board side by side: what is different in their files, and what that did to the games."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from html import escape
from typing import Any

from branchline.boardfile.words import show
from branchline.boards import AnyBoard
from branchline.study.run import Study
from branchline.study.words import Names, Words

MOST = 40  # changes, or routes, that are listed


def beside(found: Study, other: Study, words: Words) -> str:
    """The part of a page that compares a board with an earlier version of it."""
    old, new = dict(_summary(other, words)), dict(_summary(found, words))
    rows = [(name, old[name], new[name]) for name in new if name in old]
    before, now = (
        escape(words(key, board=one.board.title)) for key, one in (("beside.before", other), ("beside.now", found))
    )
    heads = f"<th><th>{before}<th>{now}"
    listed = list(changes(other.board, found.board, words))[:MOST] or [words("beside.same")]
    changed = "".join(f"<li>{escape(change)}</li>" for change in listed)
    return (
        f"<section><h2>{escape(words('beside', board=other.board.title))}</h2><ul>{changed}</ul>"
        f"<table><tr>{heads}</tr>{_rows(rows)}</table>{_shifted(found, other, heads, words)}</section>"
    )


def changes(old: AnyBoard, new: AnyBoard, words: Words) -> Iterator[str]:
    """What is different in the new file; fields of rules are named as there."""
    before, now = Counter(_things(old, words)), Counter(_things(new, words))
    yield from (words("beside.gone", thing=thing) for thing in (before - now).elements())
    yield from (words("beside.new", thing=thing) for thing in (now - before).elements())
    if type(old.rules) is not type(new.rules):
        return
    rules: Any = new.rules
    for each in fields(rules):
        was, is_now = getattr(old.rules, each.name), getattr(rules, each.name)
        if was != is_now:
            yield f"{each.name}: {show(was)} → {show(is_now)}"


def _things(board: AnyBoard, words: Words) -> Iterator[str]:
    names = Names(board, words)
    for name in ("cities", "routes", "tickets", "festivals"):
        for thing in getattr(board, name, ()):
            plain = [each for each in fields(thing) if name != "cities" or each.name == "name"]
            said = [
                (each.name, getattr(thing, each.name)) for each in plain if getattr(thing, each.name) != each.default
            ]
            listed = ", ".join(_said(field, value, words, names) for field, value in said)
            yield f"{words(f'thing.{name}')} {listed}"


def _said(field: str, value: object, words: Words, names: Names) -> str:
    if field in ("name", "a", "b"):
        return names.city(str(value))
    if field in ("colour", "kind"):
        return words.named(field, str(value or "grey"))
    return f"{words.named('field', field)} {show(value)}"


def _summary(found: Study, words: Words) -> Iterator[tuple[str, str]]:
    for n, each in found.by_players.items():
        yield words("beside.first", n=n), words.in_a_hundred(each.first_seat)
        yield words("beside.turns", n=n), words.number(each.turns.middle)
        yield words("beside.scores", n=n), words.spread(each.scores)
    yield words("beside.skill"), words.percent(found.skill)
    for n, styles in found.styles.items():
        for style, won in styles.items():
            yield words("beside.style", style=words.named("style", style), n=n), words.percent(won)


def _shifted(found: Study, other: Study, heads: str, words: Words) -> str:
    """The routes and tickets whose figures are different beyond doubt, at the most players that both have."""
    shared = found.by_players.keys() & other.by_players.keys()
    if not shared:
        return ""
    names = Names(found.board, words)
    new, old = found.by_players[max(shared)], other.by_players[max(shared)]
    pairs = [(name, old.routes[name].claimed, use.claimed) for name, use in new.routes.items() if name in old.routes]
    pairs += [
        (name, old.tickets[name].completed, t.completed) for name, t in new.tickets.items() if name in old.tickets
    ]
    apart = [pair for pair in pairs if pair[1].high < pair[2].low or pair[2].high < pair[1].low]
    apart.sort(key=lambda pair: -abs(pair[2].value - pair[1].value))
    rows = [(names.pair(name), words.percent(before), words.percent(now)) for name, before, now in apart[:MOST]]
    if not rows:
        return f"<p>{words('beside.unshifted', n=max(shared))}</p>"
    return f"<p>{words('beside.shifted', n=max(shared))}</p><table><tr>{heads}</tr>{_rows(rows)}</table>"


def _rows(rows: list[tuple[str, str, str]]) -> str:
    return "".join(f"<tr><td>{escape(name)}<td>{old}<td>{new}</tr>" for name, old, new in rows)
