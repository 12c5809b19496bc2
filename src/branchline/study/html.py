"""A study as one page to read or send: what stands out first, then a card for each question."""

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape, unescape
from pathlib import Path

from branchline.boards import BoardError
from branchline.kinds import kind_of
from branchline.study.beside import beside
from branchline.study.figures import Figures, TicketWorth
from branchline.study.run import Study, findings
from branchline.study.words import Names, Words

WIDTH, ROW, LEFT, RIGHT = 440, 30, 130, 150
KINDS_OF_EVENTS = 14  # the most frequent
BOX = re.compile(r'width="[^"]+" height="[^"]+" viewBox="([^"]+)"')
HEAT = ((226, 240, 243), (15, 52, 64))  # of what is hardly used, of what is always
STYLE = """
:root{--ink:#14212b;--muted:#5b6b74;--card:#fff;--ground:#dfe9ee;--mark:#0b6e7f;--soft:#cfe3e8;--warn:#b9400f}
@media(prefers-color-scheme:dark){:root{--ink:#e8eff2;--muted:#9fb0b8;--card:#16232c;--ground:#0d161c;--mark:#5cc3d4;
--soft:#274451;--warn:#ff9a66}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;margin:0;background:var(--ground);color:var(--ink)}
main{max-width:75rem;margin:auto;padding:2rem 1rem}
h1{font-size:1.9rem;margin:0}
h2{font-size:1.1rem;margin:0 0 .2rem}
p{margin:.2rem 0;color:var(--muted)}
section{background:var(--card);border-radius:14px;padding:1.2rem;margin-top:1rem;break-inside:avoid;overflow-x:auto}
.cards,.found{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr))}
.cards{margin-top:1rem}
.cards section{margin:0}
.found b::before{content:"✓ ";color:var(--mark)}
.found .problem b::before{content:"⚠ ";color:var(--warn)}
.heat{max-width:56rem;margin:auto}
.heat .header{display:none}
.plot,.heat>svg{width:100%;height:auto}
.plot text{font-size:13px;fill:var(--ink)}
table{border-collapse:collapse;width:100%}
td,th{padding:.15rem .5rem;text-align:right;white-space:nowrap}
td:first-child,th:first-child{text-align:left;padding-left:0}
tr+tr{border-top:1px solid var(--soft)}
@media print{body{background:#fff}section{border:1px solid #ccc}}"""


def write_html(found: Study, path: Path, other: Study | None = None, language: str = "en") -> None:
    """Write the page; `other` is another version of the board to compare with."""
    words = Words(language)
    title = words("title", board=escape(found.board.title))
    games = words.number(sum(each.games for each in found.by_players.values()))
    last = found.by_players[max(found.by_players)]
    page = (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style><main><h1>{title}</h1>"
        f"<p>{words('about', games=games, seed=found.seed)}</p>"
        f"{_findings(found, words)}{beside(found, other, words) if other else ''}{_heat(found, last, words)}"
        f'<div class="cards">{"".join(_cards(found, last, words))}</div>{_tickets(found, last, words)}</main></html>\n'
    )
    path.write_text(page, encoding="utf-8")


def _findings(found: Study, words: Words) -> str:
    each = "".join(
        f"<div{' class=problem' if one.is_problem else ''}><b>{escape(one.title)}</b><p>{escape(one.text)}</p></div>"
        for one in findings(found, words)
    )
    return f'<section><div class="found">{each}</div></section>'


def _cards(found: Study, last: Figures, words: Words) -> Iterator[str]:
    def named(family: str, values: dict[str, float]) -> dict[str, float]:
        return {words.named(family, name): value for name, value in values.items() if value}

    leads = {_lead(name, words): value for name, value in last.leads.items() if value}
    happened = dict(list(last.events.items())[:KINDS_OF_EVENTS])
    plots = {
        "first": _first_seats(found, words),
        "turns": _turns(found, words),
        "leads": _bars(leads, words.share),
        "parts": _bars(named("part", last.parts), lambda value: words.number(value, 1)),
        "colours": _bars(named("colour", last.colours), lambda value: f"{words.number(value, 2)} ×"),
        "events": _bars(named("event", happened), lambda value: words.number(value, 1)),
    }
    for name, plot in plots.items():
        yield _card(words(name), words(f"{name}.about", n=last.players), plot)
    if found.styles:
        yield _card(words("styles"), words("styles.about"), _styles(found, words))


def _card(title: str, about: str, inside: str) -> str:
    return f"<section><h2>{title}</h2><p>{about}</p>{inside}</section>"


def _lead(name: str, words: Words) -> str:
    low, *high = map(int, re.findall(r"\d+", name))
    return words.range(low, high[0]) if high else words("leads.over", n=low)


def _first_seats(found: Study, words: Words) -> str:
    seats = {words("players", n=n): each.first_seat for n, each in found.by_players.items()}
    least, most = min(0.0, *(one.low for one in seats.values())), max(0.0, *(one.high for one in seats.values()))

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - least) / max(most - least, 1e-9)

    marks = f'<path d="M{x(0):.1f} 0V{ROW * len(seats)}" stroke="var(--muted)"/>'
    for i, (name, one) in enumerate(seats.items()):
        y = ROW * i + ROW / 2
        marks += (
            f'<text x="0" y="{y + 4}">{name}</text>'
            f'<path d="M{x(one.low):.1f} {y}H{x(one.high):.1f}" stroke="var(--mark)" stroke-width="3"/>'
            f'<circle cx="{x(one.value):.1f}" cy="{y}" r="6" fill="var(--mark)"/>'
            f'<text x="{WIDTH}" y="{y + 4}" text-anchor="end">{words.in_a_hundred(one)}</text>'
        )
    return _svg(ROW * len(seats), marks, words("first.label"))


def _turns(found: Study, words: Words) -> str:
    turns = {words("players", n=n): each.turns for n, each in found.by_players.items()}
    most = max(one.high for one in turns.values())
    marks = ""
    for i, (name, one) in enumerate(turns.items()):
        y, scale = ROW * i + ROW / 2, (WIDTH - LEFT - RIGHT) / max(most, 1)
        marks += (
            f'<text x="0" y="{y + 4}">{name}</text>'
            f'<rect x="{LEFT + scale * one.low:.1f}" y="{y - 6}" width="{scale * (one.high - one.low):.1f}" height="12"'
            ' rx="6" fill="var(--soft)"/>'
            f'<circle cx="{LEFT + scale * one.middle:.1f}" cy="{y}" r="6" fill="var(--mark)"/>'
            f'<text x="{WIDTH}" y="{y + 4}" text-anchor="end">{words.spread(one)}</text>'
        )
    return _svg(ROW * len(turns), marks, words("turns.label"))


def _bars(values: dict[str, float], show: Callable[[float], str]) -> str:
    most = max((abs(value) for value in values.values()), default=1.0)
    marks = ""
    for i, (name, value) in enumerate(values.items()):
        y, length = ROW * i + ROW / 2, (WIDTH - LEFT - 70) * abs(value) / most
        marks += (
            f'<text x="0" y="{y + 4}">{escape(name)}</text>'
            f'<rect x="{LEFT}" y="{y - 7}" width="{length:.1f}" height="14" rx="3" fill="var(--mark)"/>'
            f'<text x="{LEFT + length + 8:.1f}" y="{y + 4}">{show(value)}</text>'
        )
    return _svg(ROW * len(values), marks, "; ".join(f"{name} {show(value)}" for name, value in values.items()))


def _styles(found: Study, words: Words) -> str:
    heads = "".join(f"<th>{words('players', n=n)}" for n in found.styles)
    rows = "".join(
        f"<tr><td>{words.named('style', name)}"
        f"{''.join(f'<td>{words.percent(won[name])}' for won in found.styles.values())}</tr>"
        for name in next(iter(found.styles.values()))
    )
    return f"<table><tr><th>{words('styles.style')}{heads}</tr>{rows}</table>"


def _heat(found: Study, last: Figures, words: Words) -> str:
    """The board with each route as dark as it is often claimed; a game without a map has none."""
    try:
        picture = kind_of(found.board).picture(found.board)
    except BoardError:
        return ""
    names = Names(found.board, words)
    fills = "".join(_fill(i, use.claimed.value) for i, use in enumerate(last.routes.values()))
    extremes = sorted(last.routes.items(), key=lambda item: item[1].claimed.value)
    rows = [*reversed(extremes[-5:]), *extremes[:5]]
    table = "".join(
        f"<tr><td>{escape(names.pair(name))}<td>{words.share(use.claimed.value)}<td>{_when(use.when, words)}</tr>"
        for name, use in rows
    )
    heads = "".join(f"<th>{words(f'heat.{head}')}" for head in ("route", "claimed", "when"))
    return (
        f"<section><h2>{words('heat')}</h2><p>{words('heat.about', n=last.players)}</p>"
        f"<style>.heat .route use,.heat .route .disc,.heat .route .engine{{display:none}}{fills}</style>"
        f'<div class="heat">{_told(picture, names)}</div>'
        f"<table><tr>{heads}</tr>{table}</table></section>"
    )


def _told(picture: str, names: Names) -> str:
    """A picture with its cities called as in a language, and without what it says in English: its header, and hints."""
    picture = BOX.sub(_without_header, picture, count=1)
    picture = re.sub(r"<(title|desc)\b[^>]*>[^<]*</\1>| aria-labelledby=\"[^\"]*\"", "", picture)
    return re.sub(
        r'(<text class="name"[^>]*>)([^<]*)', lambda found: found[1] + escape(names.city(unescape(found[2]))), picture
    )


def _without_header(box: re.Match[str]) -> str:
    left, top, width, height = map(float, box[1].split())
    return f'viewBox="{left:g} {left:g} {width:g} {height + top - left:g}"'  # the map bleeds as far up as to the left


def _fill(route: int, claimed: float) -> str:
    red, green, blue = (round(a + (z - a) * claimed) for a, z in zip(*HEAT, strict=True))
    return f".heat #route-{route} rect{{fill:rgb({red},{green},{blue})}}"


def _when(share: float | None, words: Words) -> str:
    return words("heat.never") if share is None else words("heat.after", share=words.share(share))


def _tickets(found: Study, last: Figures, words: Words) -> str:
    names = Names(found.board, words)
    rows = "".join(_ticket(names.pair(name), each, words) for name, each in _hardest_first(last.tickets.items()))
    heads = "".join(f"<th>{words(f'tickets.{head}')}" for head in ("ticket", "held", "completed", "lead"))
    table = f"<table><tr>{heads}<th>{words.share(0.95)}</tr>{rows}</table>"
    return _card(words("tickets", n=last.players), words("tickets.about"), table)


def _hardest_first(tickets: Iterable[tuple[str, TicketWorth]]) -> Iterator[tuple[str, TicketWorth]]:
    yield from sorted(tickets, key=lambda item: (item[1].completed.value, item[0]))


def _ticket(name: str, each: TicketWorth, words: Words) -> str:
    one = each.lead
    lead = f"<td>{words.number(one.value, 1, True)}<td>{words.range(one.low, one.high, 1, True)}"
    return f"<tr><td>{escape(name)}<td>{words.number(each.held)}<td>{words.percent(each.completed)}{lead}</tr>"


def _svg(height: float, marks: str, label: str) -> str:
    return f'<svg class="plot" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}">{marks}</svg>'
