"""An analysis as a page to send to a friend: one file, with its plots and boards in it, light and dark."""

import re
from html import escape
from pathlib import Path

from branchline.coach.analysis import Analysis, Balance, Costly, Offer
from branchline.coach.charts import bars, curve
from branchline.coach.words import Speaker, fate, guessed, percent, summary, when
from branchline.errors import BranchlineError
from branchline.game import Game
from branchline.kinds import kind_of

LINES = ("#0a8fa0", "#d12b61", "#3a31a8", "#7d8a00", "#8a5426")
DARK_LINES = ("#2cc6d8", "#f2487c", "#8d84ff", "#e3ee6a", "#d79a63")
STYLE = """
:root{--ink:#14212b;--muted:#4f606b;--ground:#eef3f5;--card:#fff;--rule:#d8dfe3;--costly:#b8400e;--luck:#2f7491;
--rivals:#0a6a54;--unseen:#7a6aa8;--start:#8a949a;--better:#12b9cc}
@media(prefers-color-scheme:dark){:root{--ink:#e9f0f4;--muted:#a3b3bd;--ground:#0f1a21;--card:#18252e;--rule:#2b3b46;
--costly:#ff9d66;--luck:#7fb9d2;--rivals:#5fd3b0;--unseen:#b6a6ea;--start:#7d8a92;--better:#2cc6d8}}
*{box-sizing:border-box}body{font:16px/1.55 Figtree,Inter,system-ui,sans-serif;margin:0;background:var(--ground);
color:var(--ink)}main{max-width:56rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{font-size:1.7rem;line-height:1.2;
margin:.5rem 0}h2{font-size:1.25rem;margin:0 0 .6rem}h3{font-size:1.05rem;margin:1.4rem 0 .3rem}
section{background:var(--card);border-radius:14px;padding:1.2rem 1.3rem;margin:1rem 0}p{margin:.4rem 0}
svg{display:block;max-width:100%;height:auto}.muted{color:var(--muted)}.cost{color:var(--costly);font-weight:700}
.axis,.told{font-size:13px;fill:var(--muted)}.label{font-size:14px;fill:var(--ink)}.told{font-weight:700;fill:var(--ink)}
.grid{stroke:var(--rule);fill:none}.number{font-size:11px;font-weight:800;fill:var(--card)}circle.costly{
fill:var(--costly)}path.luck{fill:none;stroke:var(--luck);stroke-width:2}
.narrow{display:none}.bars th{font-weight:400;white-space:nowrap;width:1%}.bars td{text-align:right;font-weight:700;
white-space:nowrap;width:1%}.bars small{font-weight:400;color:var(--muted)}.bars tr+tr{border:0}
.bars .bar{position:relative;width:auto;padding:0}
.bar i{position:absolute;top:.4rem;height:1.2rem;border-radius:3px}i.luck{background:var(--luck)}
i.costly{background:var(--costly)}i.unseen{background:var(--unseen)}i.rivals{background:var(--rivals)}
i.start{background:var(--start)}
@media(max-width:40rem){.wide{display:none}.narrow{display:block}section{padding:1rem}
.bars th{white-space:normal;width:34%}}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .6rem .25rem 0;vertical-align:top}
tr+tr{border-top:1px solid var(--rule)}.scroll{overflow-x:auto}dl{display:grid;grid-template-columns:5rem 1fr;gap:.2rem}
dt{color:var(--muted)}dd{margin:0}.moment{border-top:1px solid var(--rule);padding-top:.8rem;margin-top:.9rem}
.map{max-height:34rem;width:auto;margin:.6rem auto 0;border-radius:10px}.map .played rect{fill:none}
.map .played{fill:none;stroke:var(--costly);stroke-width:3;stroke-dasharray:6 4}.map .played.wide{display:none}
.map .better{fill:none;stroke:var(--better);stroke-width:4}.map .better.wide{stroke-width:34;stroke-opacity:.3;
stroke-linecap:round;stroke-linejoin:round}.map g[class^=owner] rect{stroke:#14212b;stroke-width:1.6}"""


def write_html(analysis: Analysis, game: Game, path: Path) -> None:
    """Write the page."""
    try:
        path.write_text(page(analysis, game), encoding="utf-8")
    except OSError as error:
        raise BranchlineError(f"cannot write {path}: {error.strerror}") from error


def page(analysis: Analysis, game: Game) -> str:
    """The whole page."""
    title = escape(f"{game.board.title}: {', '.join(analysis.names)}")
    maps = Maps(game)
    parts = [
        f"<h1>{title}</h1><p class=muted>{escape(_result(game))}</p>",
        f"<section><h2>Chance to win</h2>{curve(analysis)}{_legend()}</section>",
        *(_player(analysis, balance, game, maps) for balance in analysis.balances),
        _guesses(analysis),
        f"<p class=muted>{analysis.playouts:,} games were played on by planning bots, everybody seeing only their own "
        "cards. Chances carry errors: bands and ± say how large, and nothing within three of them is called costly. "
        "Choices are measured against those of the planner.</p>",
    ]
    body = "".join(parts).replace(" %", "&nbsp;%")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<style>{STYLE}{_colours()}</style></head><body>{maps.base}<main>{body}</main></body></html>\n"
    )


def _colours() -> str:
    def rules(colours: tuple[str, ...]) -> str:
        return "".join(
            f".line-{i}{{fill:none;stroke:{c};stroke-width:2.4;stroke-linejoin:round}}.band-{i}{{fill:{c};fill-opacity:.15}}"
            f".end-{i}{{fill:{c};font-size:14px;font-weight:700}}.map .owner-{i} rect{{fill:{c}}}"
            for i, c in enumerate(colours)
        )

    return f"{rules(LINES)}@media(prefers-color-scheme:dark){{{rules(DARK_LINES)}}}"


def _result(game: Game) -> str:
    if not game.is_over:
        return f"Not finished: turn {game.turn}."
    found = game.result()
    scores = ", ".join(f"{score['player']} {score['total']}" for score in found["scores"])
    return f"{' and '.join(found['winners'])} won. {scores}. {game.turn} turns."


def _legend() -> str:
    return (
        "<p class=muted>The band holds a line with 80 % certainty. Numbers are the costly decisions of the line "
        "they are on, diamonds great luck.</p>"
    )


class Maps:
    """The board of a game, drawn once, and moments laid over it."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._kind = kind_of(game.board)
        self._adviser = self._kind.adviser(game.notation)
        self.base, self._box = "", ""

    def moment(self, costly: Costly) -> str:
        """The board before a decision, with both moves on it."""
        before = self._game.steps[costly.entry].before
        marks = self._adviser.picture(before, costly.played.shown, costly.better.shown)
        if marks is None or costly.better.shown.route is None is costly.played.shown.route:
            return ""
        if not self.base:
            self._draw()
        words = escape(f"Played: {costly.played.text}. Better: {costly.better.text}.")
        return (
            f'<svg class="map board" viewBox="{self._box}" role="img" aria-label="{words}">'
            f'<use href="#the-board"/>{marks}</svg>'
        )

    def _draw(self) -> None:
        drawn = self._kind.picture(self._game.board)
        head, inside = drawn.split(">", 1)
        box = re.search(r'viewBox="([^"]+)"', head)
        assert box
        self._box = box[1]
        inside = inside.rpartition("</svg>")[0]
        inside = re.sub(r"<(title|desc)[^>]*>[^<]*</\1>", "", inside)
        self.base = (
            '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
            f'<g id="the-board" class="board">{inside}</g></defs></svg>'
        )


def _player(analysis: Analysis, balance: Balance, game: Game, maps: Maps) -> str:
    name = escape(analysis.names[balance.player])
    costliest = analysis.costliest(balance.player)
    moments = "".join(_moment(i, costly, game, maps) for i, costly in enumerate(costliest, 1))
    offers = [offer for offer in analysis.offers if offer.player == balance.player]
    return (
        f"<section><h2>{name}</h2><p>{escape(summary(analysis, balance))}</p>"
        f"{bars(balance)}"
        f"<h3>Costly decisions</h3>{moments or '<p class=muted>None, beyond doubt.</p>'}"
        f"{_offers(offers, analysis)}</section>"
    )


def _moment(number: int, costly: Costly, game: Game, maps: Maps) -> str:
    why = Speaker(game.notation, game.names).because(costly.better.reasons)
    follows = "; ".join(
        f"{game.names[step.player]}: {step.text}" for step in costly.line[1:] if step.player is not None
    )
    cost = f"−{round(100 * costly.cost.value)} % ± {round(100 * costly.cost.error)}"
    return (
        f"<div class=moment><p><b>{number}. {when(costly.turn)}</b> <span class=cost>{cost}</span></p>"
        f"<dl><dt>Played<dd>{escape(costly.played.text)}<dt>Better<dd><b>{escape(costly.better.text)}</b></dl>"
        f"<p>{escape(why)}</p>{maps.moment(costly)}"
        f"<p class=muted>What might have followed: {escape(follows)}.</p></div>"
    )


def _offers(offers: list[Offer], analysis: Analysis) -> str:
    if not offers:
        return ""
    rows = "".join(_offer(offer, analysis) for offer in offers)
    return (
        "<h3>Tickets</h3><div class=scroll><table><tr><th>turn<th>offered<th>kept<th>keeping it rather than not"
        f"</tr>{rows}</table></div>"
    )


def _offer(offer: Offer, analysis: Analysis) -> str:
    rows = ""
    for ticket, worth in zip(offer.offered, offer.worth, strict=True):
        kept = fate(ticket, offer, analysis) or "–"
        told = f"{percent(worth.value)} ± {round(100 * worth.error)}" if worth.error else ""
        sure = "" if abs(worth.value) > 2 * worth.error else " class=muted"
        rows += f"<tr><td>{offer.turn or 'start'}<td>{escape(analysis.tickets[ticket])}<td>{kept}<td{sure}>{told}</tr>"
    return rows


def _guesses(analysis: Analysis) -> str:
    if not analysis.guesses:
        return ""
    rows = "".join(
        f"<tr><td>{escape(analysis.names[first.player])}<td>{escape(analysis.tickets[first.ticket])}"
        f"<td>{escape(who)}<td>{escape(first.after)}</tr>"
        for first, who in guessed(analysis)
    )
    return (
        "<section><h2>Plans that could be guessed</h2><p class=muted>Since when a ticket was among the likeliest by "
        "what its owner had claimed, and stayed so.</p><div class=scroll><table><tr><th>whose<th>ticket<th>by whom"
        f"<th>after</tr>{rows}</table></div></section>"
    )
