"""The plots of a report as SVG: the curve of the chances, and luck and choices as bars that add up."""

from collections.abc import Callable, Sequence
from html import escape

from branchline.coach.analysis import Analysis, Balance, Point
from branchline.coach.words import signed

WIDTH, HEIGHT = 760, 260
LEFT, RIGHT, TOP, BOTTOM = 60, 96, 34, 28
BAND = 1.28  # standard errors on each side: 80 %


class Frame:
    """Where moves and chances lie in the plot."""

    def __init__(self, points: Sequence[Point]) -> None:
        self._last = max(1, len(points) - 1)
        self._by_move = {point.move: i for i, point in reversed(list(enumerate(points)))}

    def x(self, i: float) -> float:
        """Across, by the number of the point."""
        return LEFT + (WIDTH - LEFT - RIGHT) * i / self._last

    def y(self, chance: float) -> float:
        """Down."""
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(1.0, max(0.0, chance)))

    def of_move(self, move: int) -> float:
        """Across, by the number of a move."""
        return self.x(self._by_move.get(move, 0))


def curve(analysis: Analysis) -> str:
    """Everybody's chance to win over the moves, with a band of 80 %, costly decisions and strokes of luck."""
    frame = Frame(analysis.points)
    marks = "".join(
        f'<path class="grid" d="M{LEFT} {frame.y(c):.1f}H{WIDTH - RIGHT}"/>'
        f'<text class="axis" x="{LEFT - 8}" y="{frame.y(c) + 4:.1f}" text-anchor="end">{round(100 * c)} %</text>'
        for c in (0, 0.5, 1)
    )
    marks += _turns(analysis.points, frame)
    for player in range(len(analysis.names)):
        marks += _line(analysis, player, frame)
    marks += _ends(analysis, frame) + _moments(analysis, frame)
    names = ", ".join(analysis.names)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Chances to win of {escape(names)}">{marks}</svg>'
    )


def _turns(points: Sequence[Point], frame: Frame) -> str:
    last = points[-1].turn
    step = max(5, 5 * round(last / 25))
    marks, due = "", step
    for i, point in enumerate(points):
        if point.turn >= due and due < last:
            marks += f'<text class="axis" x="{frame.x(i):.1f}" y="{HEIGHT - 8}" text-anchor="middle">{due}</text>'
            due += step
    end = f'<text class="axis" x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">turn {last}</text>'
    return f'<text class="axis" x="{LEFT}" y="{HEIGHT - 8}">Start</text>' + (marks if last > 2 * step else "") + end


def _line(analysis: Analysis, player: int, frame: Frame) -> str:
    points = list(enumerate(analysis.points))
    line = "L".join(f"{frame.x(i):.1f} {frame.y(p.chances[player]):.1f}" for i, p in points)
    upper = [f"{frame.x(i):.1f} {frame.y(p.chances[player] + BAND * p.error):.1f}" for i, p in points]
    lower = [f"{frame.x(i):.1f} {frame.y(p.chances[player] - BAND * p.error):.1f}" for i, p in reversed(points)]
    band = f'<path class="band-{player}" d="M{"L".join(upper + lower)}Z"/>'
    return f'{band}<path class="line-{player}" d="M{line}"/>'


def _ends(analysis: Analysis, frame: Frame) -> str:
    """Names at the right end of the lines, moved apart where they would touch."""
    ends = sorted(range(len(analysis.names)), key=lambda p: -analysis.points[-1].chances[p])
    marks, lowest = "", 0.0
    for player in ends:
        y = max(frame.y(analysis.points[-1].chances[player]), lowest + 17)
        lowest = y
        name = analysis.names[player]
        marks += f'<text class="end-{player}" x="{WIDTH - RIGHT + 8}" y="{y + 4:.1f}">{escape(name[:12])}</text>'
    return marks


def _moments(analysis: Analysis, frame: Frame) -> str:
    marks = ""
    for stroke in analysis.strokes:
        x = frame.of_move(stroke.move)
        marks += (
            f'<path class="luck" d="M{x:.1f} {TOP - 24}l6 7l-6 7l-6 -7Z"><title>{escape(stroke.text)}</title></path>'
        )
    for player in range(len(analysis.names)):
        for number, costly in enumerate(analysis.costliest(player), 1):
            x, y = frame.of_move(costly.move), frame.y(_chance(analysis, costly.move, player))
            marks += f'<circle class="costly" cx="{x:.1f}" cy="{y:.1f}" r="8.5"/>'
            marks += f'<text class="number" x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{number}</text>'
    return marks


def _chance(analysis: Analysis, move: int, player: int) -> float:
    before = [point for point in analysis.points if point.move <= move]
    return before[-1].chances[player]


def bars(balance: Balance) -> str:
    """From the chance at the start to that at the end, in steps that add up."""
    steps = [
        ("Luck of the cards", "luck", "luck"),
        ("Own choices", "costly", "skill"),
        ("What could not be seen", "unseen", "unseen"),
        ("The others' choices", "rivals", "rivals"),
    ]
    row, left, right, wide = 30, 190, 590, 720
    values = [0.0, balance.start.value]
    for _, _, part in steps:
        values.append(values[-1] + balance.parts[part].value)
    low, high = min(*values, 0.0), max(*values, 1.0)

    def x(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    told, at = balance.percents, balance.start.value
    marks = _bar("At the start", "start", 0.0, at, 0, x, f"{told['start']} %")
    for i, (name, kind, part) in enumerate(steps, 1):
        sure = balance.parts[part]
        words = f"{signed(told[part])} % ± {round(100 * sure.error)}"
        marks += _bar(name, kind, at, at + sure.value, i * row, x, words)
        at += sure.value
    marks += _bar("At the end", "start", 0.0, balance.end, 5 * row, x, f"{told['end']} %")
    return f'<svg viewBox="0 0 {wide} {6 * row}" role="img" aria-label="Luck and choices as bars">{marks}</svg>'


def _bar(name: str, kind: str, a: float, b: float, y: float, x: Callable[[float], float], told: str) -> str:
    low, high = sorted((x(a), x(b)))
    return (
        f'<text class="label" x="0" y="{y + 19}">{name}</text>'
        f'<rect class="{kind}" x="{low:.1f}" y="{y + 5}" width="{max(high - low, 1.5):.1f}" height="19" rx="3"/>'
        f'<text class="told" x="610" y="{y + 19}">{told}</text>'
    )
