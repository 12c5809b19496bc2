"""The strip above a board: its title, what it is, the points for each length, and what the marks mean."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from branchline.boards.board import Board, RouteKind
from branchline.boards.drawing import DISC, casing, coin_mark, engine_mark, rosette_mark, short, space_mark
from branchline.boards.labels import text_width
from branchline.boards.layout import CASING, COIN_RADIUS, FESTIVAL_RADIUS, PORTAL, SHORTEST, Bend, Track, lay

HEADER = 64.0
BLOCK, PITCH = 6.2, 7.4  # a space in the table of points, and from one to the next
SAMPLE = 0.85  # size of the marks in the key
RECONSTRUCTION = "a reconstruction, not the printed board"


def header(board: Board, width: float) -> str:
    """Title and status on the left, points and key on the right, above the canvas."""
    spaces = sum(route.length for route in board.routes)
    status = f"{len(board.cities)} cities · {len(board.routes)} routes · {spaces} spaces"
    if board.status == "reconstruction":
        status += f' · <tspan class="reconstruction">{RECONSTRUCTION}</tspan>'
    return (
        '<g class="header">'
        f'<text class="title" x="0" y="-46">{escape(board.title)}</text>'
        f'<text class="status" x="0" y="-22">{status}</text>'
        f"{points(board, width)}{key(board, width)}</g>"
    )


def points(board: Board, right: float) -> str:
    """The points for each length that the board has, as small trains; it ends at the given x."""
    lengths = sorted({route.length for route in board.routes} & set(board.rules.points))
    entries = []
    x = right
    for length in reversed(lengths):
        worth = str(board.rules.points[length])
        x -= text_width(worth, 12)
        entries.append(f'<text x="{short(x)}" y="-48">{worth}</text>')
        x -= 4 + PITCH * length
        blocks = "".join(f"h{BLOCK}v6h-{BLOCK}zm{PITCH} 0" for _ in range(length))
        entries.append(f'<path d="M{short(x)} -55.4{blocks}"/>')
        x -= 13
    x -= text_width("Points", 12) - 2
    entries.append(f'<text x="{short(x)}" y="-48">Points</text>')
    return f'<g class="points"><title>Points by length of a route</title>{"".join(entries)}</g>'


def key(board: Board, right: float) -> str:
    """The marks this board has besides plain routes, each with a word; it ends at the given x."""
    entries = []
    x = right
    for mark, wide, word in reversed(list(_marks(board))):
        x -= text_width(word, 12)
        entries.append(f'<text class="word" x="{short(x)}" y="-22">{word}</text>')
        x -= 6 + wide * SAMPLE
        entries.append(f'<g transform="translate({short(x)} -26.2)scale({SAMPLE})">{mark}</g>')
        x -= 16
    return f'<g class="key">{"".join(entries)}</g>' if entries else ""


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
        yield (
            f'<g class="toll" transform="translate({COIN_RADIUS} 0)">{coin_mark(2)}</g>',
            2 * COIN_RADIUS,
            "toll",
        )
    if board.festivals:
        mark = rosette_mark(len(board.festivals[0].points))
        place = f"translate({FESTIVAL_RADIUS} 0)"
        yield f'<g class="city" transform="{place}">{mark}</g>', 2 * FESTIVAL_RADIUS, "festival cards"


def _sample(kind: RouteKind) -> tuple[str, float]:
    """A route of one space without cities, and its width."""
    along = CASING[kind][0] + (PORTAL if kind == "tunnel" else 0.6)
    end = SHORTEST + 2 * along
    laid = lay(Track("", "", 1, kind, 0, (0,)), (0.0, 0.0), (end, 0.0), Bend(0.0, along, along), 0.0, 0.0)
    space = space_mark(laid.spaces[0], "grey", kind, engine=False)
    return f'{casing(laid)}<g class="route {kind} grey">{space}</g>', end
