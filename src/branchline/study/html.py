"""A study as one page to read or send: what stands out first, then a card for each question."""

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from branchline.boards import BoardError
from branchline.kinds import kind_of
from branchline.study.beside import beside
from branchline.study.figures import Figures, TicketWorth, in_a_hundred, percent
from branchline.study.run import Study, findings

WIDTH, ROW, LEFT, RIGHT = 440, 30, 130, 150
KINDS_OF_EVENTS = 14  # the most frequent
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
.plot,.heat>svg{width:100%;height:auto}
.plot text{font-size:13px;fill:var(--ink)}
table{border-collapse:collapse;width:100%}
td,th{padding:.15rem .5rem;text-align:right;white-space:nowrap}
td:first-child,th:first-child{text-align:left;padding-left:0}
tr+tr{border-top:1px solid var(--soft)}
@media print{body{background:#fff}section{border:1px solid #ccc}}"""


def write_html(found: Study, path: Path, other: Study | None = None) -> None:
    """Write the page; `other` is another version of the board to compare with."""
    title = f"Study of {escape(found.board.title)}"
    games = sum(each.games for each in found.by_players.values())
    last = found.by_players[max(found.by_players)]
    happened = dict(list(last.events.items())[:KINDS_OF_EVENTS])
    cards = [
        _card("Does going first help?", "Wins in 100 games above an equal share; 95 % intervals.", _first_seats(found)),
        _card("How long is a game?", "Turns of each player: the middle, and eight games in ten.", _turns(found)),
        _card("How close are games?", f"The winner's lead in points, {last.players} players.", _bars(last.leads, "%")),
        _card("Where do points come from?", f"Mean points of a player, {last.players} players.", _bars(last.parts)),
        _card("Which colours run short?", "Cards spent, against the mean of all colours.", _bars(last.colours, "×")),
        _card("What happens in a game?", f"Times a game, {last.players} players.", _bars(happened)),
    ]
    if found.styles:
        cards.append(_card("Which style wins?", "Of the games in which it is played; 95 % intervals.", _styles(found)))
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style><main><h1>{title}</h1>"
        f"<p>{games:,} games between strong bots at every number of players, seed {found.seed}. "
        f"The same command gives the same figures.</p>"
        f"{_findings(found)}{beside(found, other) if other else ''}{_heat(found, last)}"
        f'<div class="cards">{"".join(cards)}</div>{_tickets(found, last)}</main></html>\n'
    )
    path.write_text(page, encoding="utf-8")


def _findings(found: Study) -> str:
    each = "".join(
        f"<div{' class=problem' if one.is_problem else ''}><b>{escape(one.title)}</b><p>{escape(one.text)}</p></div>"
        for one in findings(found)
    )
    return f'<section><div class="found">{each}</div></section>'


def _card(title: str, about: str, inside: str) -> str:
    return f"<section><h2>{title}</h2><p>{about}</p>{inside}</section>"


def _first_seats(found: Study) -> str:
    seats = {f"{n} players": each.first_seat for n, each in found.by_players.items()}
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
            f'<text x="{WIDTH}" y="{y + 4}" text-anchor="end">{in_a_hundred(one)}</text>'
        )
    return _svg(ROW * len(seats), marks, "Wins of the first seat above an equal share")


def _turns(found: Study) -> str:
    turns = {f"{n} players": each.turns for n, each in found.by_players.items()}
    most = max(one.high for one in turns.values())
    marks = ""
    for i, (name, one) in enumerate(turns.items()):
        y, scale = ROW * i + ROW / 2, (WIDTH - LEFT - RIGHT) / max(most, 1)
        marks += (
            f'<text x="0" y="{y + 4}">{name}</text>'
            f'<rect x="{LEFT + scale * one.low:.1f}" y="{y - 6}" width="{scale * (one.high - one.low):.1f}" height="12"'
            ' rx="6" fill="var(--soft)"/>'
            f'<circle cx="{LEFT + scale * one.middle:.1f}" cy="{y}" r="6" fill="var(--mark)"/>'
            f'<text x="{WIDTH}" y="{y + 4}" text-anchor="end">{one.middle:.0f} ({one.low:.0f} to {one.high:.0f})</text>'
        )
    return _svg(ROW * len(turns), marks, "Turns of each player")


def _bars(values: dict[str, float], unit: str = "") -> str:
    values = {name.replace("_", " "): value for name, value in values.items() if value}
    most = max((abs(value) for value in values.values()), default=1.0)
    marks = ""
    for i, (name, value) in enumerate(values.items()):
        y, length = ROW * i + ROW / 2, (WIDTH - LEFT - 70) * abs(value) / most
        shown = f"{100 * value:.0f} %" if unit == "%" else f"{value:.2f} ×" if unit else f"{value:.1f}"
        marks += (
            f'<text x="0" y="{y + 4}">{escape(name)}</text>'
            f'<rect x="{LEFT}" y="{y - 7}" width="{length:.1f}" height="14" rx="3" fill="var(--mark)"/>'
            f'<text x="{LEFT + length + 8:.1f}" y="{y + 4}">{shown}</text>'
        )
    return _svg(ROW * len(values), marks, "; ".join(f"{name} {value:.2f}" for name, value in values.items()))


def _styles(found: Study) -> str:
    heads = "".join(f"<th>{n} players" for n in found.styles)
    names = next(iter(found.styles.values()))
    rows = "".join(
        f"<tr><td>{name}{''.join(f'<td>{percent(won[name])}' for won in found.styles.values())}</tr>" for name in names
    )
    return f"<table><tr><th>style{heads}</tr>{rows}</table>"


def _heat(found: Study, last: Figures) -> str:
    """The board with each route as dark as it is often claimed; a game without a map has none."""
    try:
        picture = kind_of(found.board).picture(found.board)
    except BoardError:
        return ""
    fills = "".join(_fill(i, use.claimed.value) for i, use in enumerate(last.routes.values()))
    extremes = sorted(last.routes.items(), key=lambda item: item[1].claimed.value)
    rows = [*reversed(extremes[-5:]), *extremes[:5]]
    table = "".join(
        f"<tr><td>{escape(name)}<td>{100 * use.claimed.value:.0f} %<td>{_when(use.when)}</tr>" for name, use in rows
    )
    return (
        "<section><h2>Where the game is played</h2>"
        f"<p>The darker a route, the more often it is claimed, {last.players} players; below, the busiest and the least"
        " used, and when they are claimed.</p>"
        f"<style>.heat .route use,.heat .route .disc,.heat .route .engine{{display:none}}{fills}</style>"
        f'<div class="heat">{picture}</div>'
        f"<table><tr><th>route<th>claimed in<th>when</tr>{table}</table></section>"
    )


def _fill(route: int, claimed: float) -> str:
    red, green, blue = (round(a + (z - a) * claimed) for a, z in zip(*HEAT, strict=True))
    return f".heat #route-{route} rect{{fill:rgb({red},{green},{blue})}}"


def _when(share: float | None) -> str:
    return "never" if share is None else f"after {100 * share:.0f} % of the game"


def _tickets(found: Study, last: Figures) -> str:
    rows = "".join(_ticket(name, each) for name, each in _hardest_first(last.tickets.items()))
    about = "Hardest first. Held: by all players of all games. Lead: by how many points its holders lead their rivals."
    heads = "".join(f"<th>{head}" for head in ("ticket", "held", "completed (95 %)", "lead", "95 %"))
    table = f"<table><tr>{heads}</tr>{rows}</table>"
    return _card(f"Is a ticket worth its points? {last.players} players", about, table)


def _hardest_first(tickets: Iterable[tuple[str, TicketWorth]]) -> Iterator[tuple[str, TicketWorth]]:
    yield from sorted(tickets, key=lambda item: (item[1].completed.value, item[0]))


def _ticket(name: str, each: TicketWorth) -> str:
    lead = f"<td>{each.lead.value:+.1f}<td>{each.lead.low:+.1f} to {each.lead.high:+.1f}"
    return f"<tr><td>{escape(name)}<td>{each.held}<td>{percent(each.completed)}{lead}</tr>"


def _svg(height: float, marks: str, label: str) -> str:
    return f'<svg class="plot" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}">{marks}</svg>'
