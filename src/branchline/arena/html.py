"""A match as a page to read: the table, ratings with their intervals, and how scores are spread."""

from html import escape
from pathlib import Path

import numpy as np

from branchline.arena.ratings import Standing
from branchline.arena.run import Report, games_in_words

WIDTH, ROW, LEFT = 720, 34, 160
COLOURS = ("#1b6ca8", "#c8553d", "#3c7a3a", "#8a5a9e", "#a07a12", "#4d6a6d")
STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2126}
h1{font-size:1.6rem;line-height:1.25}div{overflow-x:auto}
table{border-collapse:collapse}td,th{padding:.2rem .6rem;text-align:right;white-space:nowrap}
td:first-child,th:first-child{text-align:left;padding-left:0}
tr+tr{border-top:1px solid #d8dde2}svg{max-width:100%;height:auto}svg text{font-size:13px;fill:#1c2126}"""


def write_html(report: Report, path: Path) -> None:
    """Write the page."""
    match, rows = report.match, sorted(report.table, key=lambda row: -row.elo)
    title = f"{escape(match.board)}: {escape(', '.join(row.player for row in rows))}"
    path.write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
        f"<h1>{title}</h1><p>{games_in_words(report.games)} for {match.seats} players, seed {match.seed}. Every deal "
        "was played once in each rotation of the seats; intervals are 95 % by bootstrap over deals; "
        f"{report.first_seat_advantage.in_words()}</p>"
        f"{_table(rows)}<h2>Ratings</h2>{_ratings(rows)}<h2>Scores</h2>{_scores(report, rows)}</html>\n",
        encoding="utf-8",
    )


def _table(rows: list[Standing]) -> str:
    heads = ("player", "games", "wins", "rate", "interval", "score", "margin", "Elo", "interval", "µs/decision")
    body = "".join(
        f"<tr><td>{escape(row.player)}<td>{row.games}<td>{row.wins:g}<td>{100 * row.win_rate:.1f} %"
        f"<td>{100 * row.win_rate_low:.1f}–{100 * row.win_rate_high:.1f}<td>{row.mean_score:.1f}"
        f"<td>{row.mean_margin:+.1f}<td>{row.elo:+.0f}<td>{row.elo_low:+.0f} … {row.elo_high:+.0f}"
        f"<td>{row.microseconds_per_decision:,.0f}</tr>"
        for row in rows
    )
    return f"<div><table><tr>{''.join(f'<th>{head}' for head in heads)}</tr>{body}</table></div>"


def _ratings(rows: list[Standing]) -> str:
    """Elo with intervals, a line each."""
    least, most = min(row.elo_low for row in rows), max(row.elo_high for row in rows)

    def x(elo: float) -> float:
        return LEFT + (WIDTH - LEFT - 60) * (elo - least) / max(most - least, 1)

    marks = ""
    for i, row in enumerate(rows):
        y = ROW * i + ROW / 2
        marks += (
            f'<text x="0" y="{y + 4}">{escape(row.player)}</text>'
            f'<path d="M{x(row.elo_low):.1f} {y}H{x(row.elo_high):.1f}" stroke="{_colour(i)}" stroke-width="2"/>'
            f'<circle cx="{x(row.elo):.1f}" cy="{y}" r="5" fill="{_colour(i)}"/>'
            f'<text x="{x(row.elo_high) + 8:.1f}" y="{y + 4}">{row.elo:+.0f}</text>'
        )
    return _svg(ROW * len(rows), marks, "Elo ratings with 95 % intervals")


def _scores(report: Report, rows: list[Standing]) -> str:
    """Histograms of scores, one below the other on one scale."""
    entrants = report.match.entrants
    by_player: dict[str, list[int]] = {row.player: [] for row in rows}
    for game in report.games:
        for entrant, score in zip(game.seating, game.scores, strict=True):
            by_player[entrants[entrant]].append(score)
    everything = [score for scores in by_player.values() for score in scores]
    edges = np.linspace(min(everything), max(everything) + 1, 41)
    marks, height = "", 70
    for i, row in enumerate(rows):
        counts, _ = np.histogram(by_player[row.player], edges)
        base, step = height * (i + 1) - 18, (WIDTH - LEFT) / len(counts)
        marks += f'<text x="0" y="{base}">{escape(row.player)}, {row.mean_score:.0f}</text>'
        for k, count in enumerate(counts):
            bar = (height - 24) * count / max(counts.max(), 1)
            place = f'x="{LEFT + step * k:.1f}" y="{base - bar:.1f}" width="{step - 1:.1f}" height="{bar:.1f}"'
            marks += f'<rect {place} fill="{_colour(i)}"/>'
    base = height * len(rows)
    ends = f'<text x="{LEFT}" y="{base}">{edges[0]:.0f}</text>'
    ends += f'<text x="{WIDTH}" y="{base}" text-anchor="end">{edges[-1]:.0f}</text>'
    return _svg(base + 4, marks + ends, "How often each score was reached")


def _colour(i: int) -> str:
    return COLOURS[i % len(COLOURS)]


def _svg(height: float, marks: str, label: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}">{marks}</svg>'
