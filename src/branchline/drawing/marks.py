"""The parts of a board picture: rails, tunnels, ferries and spaces as SVG."""

from math import cos, hypot, pi, sin

from branchline.drawing.geometry import Curve, Rect
from branchline.drawing.layout import CASING, COIN_RADIUS, FESTIVAL_RADIUS, SPACE_WIDTH, Laid
from branchline.mapgame.board import RouteKind

CORNER = {"plain": 2.8, "tunnel": 1.6, "ferry": 4.6}
WAVE, WAVE_HEIGHT, WAVE_FROM = 6.2, 1.9, 2.4  # period, height, and distance from the spaces
FLARE = 2.8
DISC = 7.4
PETAL, PETALS = 3.4, 9


def short(number: float) -> str:
    """A number to a tenth, in as few letters as it takes."""
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def path_of(curve: Curve) -> str:
    """A curve as path data."""
    ax, ay, cx, cy, bx, by = map(short, curve)
    return f"M{ax} {ay}Q{cx} {cy} {bx} {by}"


def underlay(laid: Laid) -> str:
    """What lies under the spaces of a track: its rail, and the bed of a tunnel or the band of a ferry."""
    return f'<path class="rail" d="{path_of(laid.curve)}"/>{casing(laid)}'


def casing(laid: Laid) -> str:
    """The bed of a tunnel or the band of a ferry."""
    kind, width = laid.track.kind, laid.track.width
    if kind == "plain":
        return ""
    if kind == "ferry":
        return f'<path class="band" d="{band(laid)}"/>'
    path = path_of(cased_curve(laid))
    outer = width + 2 * CASING["tunnel"][1]
    return (
        f'<path class="bed" stroke-width="{short(outer)}" d="{path}"/>'
        f'<path class="lining" stroke-width="{short(outer)}" d="{path}"/>'
        f'<path class="inner-bed" stroke-width="{short(width + 2)}" d="{path}"/>'
        + "".join(f'<path class="portal" d="{portal}"/>' for portal in portals(laid))
    )


def cased_curve(laid: Laid) -> Curve:
    """The piece of a track's curve that its bed or band covers."""
    along = CASING[laid.track.kind][0]
    return laid.curve.piece(laid.curve.step(laid.ends[0], -along), laid.curve.step(laid.ends[1], along))


def portals(laid: Laid) -> tuple[str, str]:
    """Both portals of a tunnel as path data."""
    curve, wall = cased_curve(laid), laid.track.width / 2 + CASING["tunnel"][1] - 1
    return _portal(curve, 0.0, -1, wall), _portal(curve, 1.0, 1, wall)


def band(laid: Laid) -> str:
    """The band of a ferry, its long sides waved, as path data."""
    curve, edge = cased_curve(laid), laid.track.width / 2 + WAVE_FROM
    return f"M{_waves(curve, edge)}L{_waves(Curve(*curve[4:], *curve[2:4], *curve[:2]), edge)}Z"


def _portal(curve: Curve, t: float, outward: int, wall: float) -> str:
    beyond = curve.step(t, FLARE * outward)
    points = [
        curve.beside(beyond, -wall - FLARE),
        curve.beside(t, -wall),
        curve.beside(t, wall),
        curve.beside(beyond, wall + FLARE),
    ]
    return f"M{'L'.join(f'{short(x)} {short(y)}' for x, y in points)}"


def _waves(curve: Curve, edge: float) -> str:
    """The left edge of a band as a wave, drawn in half periods."""
    count = 2 * max(1, round(hypot(curve.bx - curve.ax, curve.by - curve.ay) / WAVE))
    x, y = curve.beside(0.0, -edge)
    parts = [f"{short(x)} {short(y)}"]
    for i in range(count):
        swing = WAVE_HEIGHT if i % 2 == 0 else -WAVE_HEIGHT
        cx, cy = curve.beside((i + 0.5) / count, -edge - swing)
        x, y = curve.beside((i + 1) / count, -edge)
        parts.append(f"Q{short(cx)} {short(cy)} {short(x)} {short(y)}")
    return "".join(parts)


def space_mark(space: Rect, colour: str, kind: RouteKind, engine: bool) -> str:
    """One space with its symbol upright, or with an engine in a disc."""
    length, angle = 2 * space.half_length, space.angle
    upright = f' transform="rotate({short(-angle)})"' if short(angle) != "0" else ""
    turned = f"rotate({short(angle)})" if upright else ""
    symbol = f'<use href="#symbol-{colour}"{upright}/>'
    if engine:
        symbol = f"<g{upright}>{engine_mark()}</g>"
    return (
        f'<g class="space" transform="translate({short(space.x)} {short(space.y)}){turned}">'
        f'<rect x="{short(-length / 2)}" y="{-SPACE_WIDTH / 2}"'
        f' width="{short(length)}" height="{SPACE_WIDTH}" rx="{CORNER[kind]}"/>'
        f"{symbol}</g>"
    )


def engine_mark() -> str:
    """The symbol of a space that takes a locomotive."""
    return f'<circle class="disc" r="{DISC}"/><use class="engine" href="#symbol-locomotive"/>'


def coin_mark(toll: int) -> str:
    """A toll's coin."""
    return f'<circle r="{COIN_RADIUS - 0.8}"/><circle class="rim" r="{COIN_RADIUS - 2.4}"/><text y="3.7">{toll}</text>'


def rosette_mark(cards: int) -> str:
    """A festival city with the number of its cards."""
    ring = FESTIVAL_RADIUS - PETAL
    places = ((ring * cos(2 * pi * i / PETALS), ring * sin(2 * pi * i / PETALS)) for i in range(PETALS))
    petals = "".join(f'<circle class="petal" cx="{short(x)}" cy="{short(y)}" r="{PETAL}"/>' for x, y in places)
    return f'{petals}<circle r="6.8"/><text class="count" y="3.7">{cards}</text>'
