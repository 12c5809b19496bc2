"""The empty board as a picture: `svg(board)`."""

from collections.abc import Iterable, Iterator
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from branchline.drawing import labels
from branchline.drawing.autolayout import is_solved, layout
from branchline.drawing.geometry import Rect
from branchline.drawing.graticule import graticule
from branchline.drawing.ground import coasts
from branchline.drawing.header import RECONSTRUCTION, header
from branchline.drawing.layout import CITY_RADIUS, Laid, Layout
from branchline.drawing.marks import coin_mark, rosette_mark, short, space_mark, underlay
from branchline.drawing.symbols import DARK_THEME, FILLS, LIGHT_THEME, SYMBOLS, variables
from branchline.mapgame.board import Board, Festival, Route

Theme = Literal["light", "dark", "auto"]

BLEED = 14.0  # ground around the canvas

STYLE = """
.board text{fill:var(--ink);
font-family:Figtree,Inter,"Helvetica Neue",Arial,"Liberation Sans",system-ui,sans-serif}
.ground{fill:var(--ground)}
.grid{fill:none;stroke:var(--grid)}
.sea{fill:var(--sea)}
.shore-1{fill:none;stroke:var(--shore-1);stroke-width:30;stroke-linejoin:round}
.shore-2{fill:none;stroke:var(--shore-2);stroke-width:18;stroke-linejoin:round}
.shore-3{fill:none;stroke:var(--shore-3);stroke-width:8;stroke-linejoin:round}
.home,.other,.lakes{fill:var(--home);stroke:var(--coast);stroke-width:.8}
.other{fill:var(--other)}
.lakes{fill:var(--lake)}
.borders{fill:none;stroke:var(--border);stroke-dasharray:5 2 1 2}
.rail{fill:none;stroke:var(--rail);stroke-width:2}
.bed,.inner-bed{fill:none;stroke:var(--bed)}
.lining{fill:none;stroke:var(--lining);stroke-dasharray:5.2 1.5}
.portal{fill:none;stroke:var(--portal);stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}
.band{fill:var(--band);stroke:var(--wave);stroke-width:1.3;stroke-linejoin:round}
.route rect{stroke:var(--edge);stroke-opacity:var(--edge-opacity)}
.route.black rect{stroke:var(--black-edge);stroke-width:var(--black-edge-width)}
.disc{fill:#fff;stroke:#14212b;stroke-width:1.1}
.board .engine{fill:#14212b}
.city circle{fill:var(--city);stroke:#14212b;stroke-width:2.2}
.city .petal{fill:var(--festival);stroke:none}
.board .count,.board .toll text{font-size:10.5px;font-weight:700;fill:#14212b;text-anchor:middle}
.toll circle{fill:#fff;stroke:#14212b;stroke-width:1.6}
.toll .rim{fill:none;stroke:#7d888e;stroke-width:.7}
.name{font-size:14.5px;font-weight:600;text-anchor:middle;stroke:var(--halo);stroke-width:3.2px;stroke-linejoin:round;
paint-order:stroke}
.board .title{font-size:22px;font-weight:800;letter-spacing:-.01em}
.board .status,.board .word{font-size:12px;fill:var(--muted)}
.board .word{font-weight:600}
.board .status .reconstruction{font-weight:700;fill:var(--ink)}
.points path{fill:var(--muted)}
.board .points text{font-size:12px;font-weight:700;fill:var(--muted);font-variant-numeric:tabular-nums}
"""


def svg(board: Board, theme: Theme = "auto", background: str = "") -> str:
    """The board with nothing on it, as an SVG document; `background` is SVG to lie under everything."""
    laid_out = layout(board)
    width, height = laid_out.width + 2 * BLEED, laid_out.height + 2 * BLEED
    heading, above = header(board, laid_out.width)
    background = background or (coasts(board.name) if is_solved(board) else "") or graticule(board, laid_out)
    whole = f'width="{width:g}" height="{height - BLEED + above:g}"'
    area = f'<rect x="{-BLEED:g}" y="{-BLEED:g}" width="{width:g}" height="{height:g}"/>'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" data-board={quoteattr(board.name)} role="img"'
        f' aria-labelledby="board-title board-desc" {whole}'
        f' viewBox="{-BLEED:g} {-above:g} {width:g} {height - BLEED + above:g}">',
        f'<title id="board-title">{escape(board.title)}</title>',
        f'<desc id="board-desc">{escape(description(board))}</desc>',
        f"<style>{_themes(theme)}{STYLE}{_fills()}</style>",
        f"<defs>{''.join(map(_symbol, SYMBOLS))}",
        f'<clipPath id="map-area">{area}</clipPath></defs>',
        f'<rect class="ground" x="{-BLEED:g}" y="{-above:g}" {whole}/>',
        f'<g class="background" clip-path="url(#map-area)">{background}</g>',
        _group("tracks", map(underlay, laid_out.laid)),
        _group("routes", _routes(board, laid_out)),
        _group("tolls", map(_toll, laid_out.laid)),
        _group("cities", _cities(board, laid_out)),
        _group("names", (_name(city, place) for city, place in laid_out.names.items())),
        heading,
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def description(board: Board) -> str:
    """The board in a sentence."""
    spaces = sum(route.length for route in board.routes)
    parts = [f"{len(board.cities)} cities", f"{len(board.routes)} routes", f"{spaces} spaces"]
    for kind, word in (("tunnel", "tunnels"), ("ferry", "ferries")):
        if number := sum(route.kind == kind for route in board.routes):
            parts.append(f"{number} of the routes are {word}")
    note = f"; {RECONSTRUCTION}" if board.status == "reconstruction" else ""
    return f"The empty board: {', '.join(parts)}{note}."


def route_title(board: Board, route: Route) -> str:
    """A route in words, such as "Bergen–Oslo, blue tunnel, 4 spaces, 7 points"."""
    kind = "route" if route.kind == "plain" else route.kind
    words = [f"{route.a}–{route.b}", f"{route.colour or 'grey'} {kind}", _count(route.length, "space")]
    if route.locomotives:
        words.append(_count(route.locomotives, "locomotive"))
    if route.length in board.rules.points:
        words.append(_count(board.rules.points[route.length], "point"))
    if route.toll:
        words.append(f"toll {route.toll}")
    if route.exchange:
        words.append(f"{route.exchange} cards of any kind stand for one")
    return ", ".join(words)


def locomotive_spaces(length: int, locomotives: int) -> set[int]:
    """Which spaces of a route bear its locomotive symbols: spread around the middle."""
    half = {(2 * i + 1) * length // (2 * locomotives) for i in range(locomotives // 2)}
    middle = {(length - 1) // 2} if locomotives % 2 else set()
    return half | {length - 1 - index for index in half} | middle


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _themes(theme: Theme) -> str:
    light, dark = f".board{{{variables(LIGHT_THEME)}}}", f".board{{{variables(DARK_THEME)}}}"
    if theme == "auto":
        return f"{light}@media(prefers-color-scheme:dark){{{dark}}}"
    return light if theme == "light" else dark


def _fills() -> str:
    return "".join(f".{name} rect{{fill:{fill}}}.{name} use{{fill:{ink}}}" for name, (fill, ink) in FILLS.items())


def _symbol(name: str) -> str:
    return f'<path id="symbol-{name}" fill-rule="evenodd" d="{SYMBOLS[name]}"/>'


def _group(name: str, parts: Iterable[str]) -> str:
    inside = "\n".join(part for part in parts if part)
    return f'<g class="{name}">\n{inside}\n</g>' if inside else ""


def _routes(board: Board, laid_out: Layout) -> list[str]:
    drawn = {}
    for laid in laid_out.laid:
        for lane, index in enumerate(laid.track.routes):
            drawn[index] = _route(board, index, laid.lane(lane))
    return [drawn[index] for index in sorted(drawn)]


def _route(board: Board, index: int, spaces: tuple[Rect, ...]) -> str:
    route = board.routes[index]
    colour = route.colour or "grey"
    engines = locomotive_spaces(route.length, route.locomotives)
    inside = "".join(space_mark(space, colour, route.kind, i in engines) for i, space in enumerate(spaces))
    return (
        f'<g class="route {route.kind} {colour}" id="route-{index}">'
        f"<title>{escape(route_title(board, route))}</title>{inside}</g>"
    )


def _toll(laid: Laid) -> str:
    if not laid.coin:
        return ""
    x, y = map(short, laid.coin)
    return (
        f'<g class="toll" transform="translate({x} {y})"><title>'
        f"{escape(laid.track.a)}–{escape(laid.track.b)}, toll {laid.track.toll}</title>"
        f"{coin_mark(laid.track.toll)}</g>"
    )


def _cities(board: Board, laid_out: Layout) -> Iterator[str]:
    festivals = {city: festival for festival in board.festivals for city in festival.cities}
    for index, city in enumerate(board.cities):
        x, y = map(short, laid_out.cities[city.name])
        mark = _city(city.name, festivals.get(city.name))
        yield f'<g class="city" id="city-{index}" transform="translate({x} {y})">{mark}</g>'


def _city(name: str, festival: Festival | None) -> str:
    if festival is None:
        return f'<title>{escape(name)}</title><circle r="{CITY_RADIUS}"/>'
    cards = len(festival.points)
    return f"<title>{escape(name)}, {_count(cards, 'festival card')}</title>{rosette_mark(cards)}"


def _name(city: str, place: Rect) -> str:
    x, y, width = short(place.x), short(place.y + labels.BASELINE), short(2 * (place.half_length - labels.PADDING))
    exact = f'textLength="{width}" lengthAdjust="spacingAndGlyphs"'
    return f'<text class="name" x="{x}" y="{y}" {exact}>{escape(city)}</text>'
