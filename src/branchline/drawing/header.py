"""The strip above a board: its title, what it is, the points for each length, and what the marks mean."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from branchline.drawing.labels import text_width
from branchline.drawing.layout import CASING, COIN_RADIUS, FESTIVAL_RADIUS, SHORTEST, Bend, Track, lay
from branchline.drawing.marks import DISC, FLARE, casing, coin_mark, engine_mark, rosette_mark, short, space_mark
from branchline.mapgame.board import Board, RouteKind

ROW = 28.0
BLOCK, PITCH = 6.2, 7.4  # a space in the table of points, and from one to the next
SAMPLE = 0.85  # size of the marks in the key
RECONSTRUCTION = "a reconstruction, not the printed board"


def header(board: Board, width: float) -> tuple[str, float]:
    """The strip, drawn above y 0, and its height; what does not fit side by side goes below each other."""
    spaces = sum(route.length for route in board.routes)
    status = f"{len(board.cities)} cities · {len(board.routes)} routes · {spaces} spaces"
    note = f" · {RECONSTRUCTION}" if board.status == "reconstruction" else ""
    rows: list[str] = []
    title = f'<text class="title">{escape(board.title)}</text>'
    rows += _beside(title, text_width(board.title, 22), *points(board), width)
    words = f'<text class="status">{status}<tspan class="reconstruction">{note}</tspan></text>'
    rows += _beside(words, text_width(status + note, 12), *key(board), width)
    height = ROW * len(rows) + 22
    placed = (f'<g transform="translate(0 {ROW * i + ROW - height:g})">{row}</g>' for i, row in enumerate(rows))
    return f'<g class="header">{"".join(placed)}</g>', height


def _beside(left: str, left_width: float, right: str, right_width: float, width: float) -> list[str]:
    moved = f'<g transform="translate({short(width - right_width)} 0)">{right}</g>' if right else ""
    if left_width + right_width + 24 <= width:
        return [left + moved]
    return [left, right]


def points(board: Board) -> tuple[str, float]:
    """The points for each length that the board has, as small trains, and the width of it all."""
    entries = ["<title>Points by length of a route</title>", "<text>Points</text>"]
    x = text_width("Points", 12)
    for length in sorted({route.length for route in board.routes} & set(board.rules.points)):
        worth = str(board.rules.points[length])
        blocks = "".join(f"h{BLOCK}v6h-{BLOCK}zm{PITCH} 0" for _ in range(length))
        entries.append(f'<path d="M{short(x + 13)} -7.4{blocks}"/>')
        x += 17 + PITCH * length
        entries.append(f'<text x="{short(x)}">{worth}</text>')
        x += text_width(worth, 12)
    return f'<g class="points">{"".join(entries)}</g>', x


def key(board: Board) -> tuple[str, float]:
    """The marks this board has besides plain routes, each with a word, and the width of it all."""
    entries = []
    x = 0.0
    for mark, wide, word in _marks(board):
        entries.append(f'<g transform="translate({short(x)} -4.2)scale({SAMPLE})">{mark}</g>')
        x += wide * SAMPLE + 6
        entries.append(f'<text class="word" x="{short(x)}">{word}</text>')
        x += text_width(word, 12) + 16
    return (f'<g class="key">{"".join(entries)}</g>', x - 16) if entries else ("", 0.0)


def _marks(board: Board) -> Iterator[tuple[str, float, str]]:
    """Drawing (from x 0), width and word."""
    kinds = {route.kind for route in board.routes}
    if "tunnel" in kinds:
        yield *_sample("tunnel"), "tunnel"
    if "ferry" in kinds:
        yield *_sample("ferry"), "ferry"
    if any(route.locomotives for route in board.routes):
        yield f'<g transform="translate({DISC} 0)">{engine_mark()}</g>', 2 * DISC, "locomotive"
    if any(route.toll for route in board.routes):
        yield (f'<g class="toll" transform="translate({COIN_RADIUS} 0)">{coin_mark(2)}</g>', 2 * COIN_RADIUS, "toll")
    if board.festivals:
        mark = rosette_mark(len(board.festivals[0].points))
        place = f"translate({FESTIVAL_RADIUS} 0)"
        yield f'<g class="city" transform="{place}">{mark}</g>', 2 * FESTIVAL_RADIUS, "festival cards"


def _sample(kind: RouteKind) -> tuple[str, float]:
    """A route of one space without cities, and its width."""
    along = CASING[kind][0] + (FLARE + 1 if kind == "tunnel" else 0.6)
    end = SHORTEST + 2 * along
    laid = lay(Track("", "", 1, kind, 0, (0,)), (0.0, 0.0), (end, 0.0), Bend(0.0, along, along), 0.0, 0.0)
    space = space_mark(laid.spaces[0], "grey", kind, engine=False)
    return f'{casing(laid)}<g class="route {kind} grey">{space}</g>', end
