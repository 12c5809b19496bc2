"""The plots of a report: the curve of the chances as SVG, and luck and choices as bars that add up."""

from collections.abc import Sequence
from html import escape

from branchline.coach.analysis import Analysis, Balance, Point
from branchline.coach.words import signed

WIDE, NARROW = 760, 360  # of the curve, on a large screen and on a phone
HEIGHT = 260
LEFT, RIGHT, TOP, BOTTOM = 52, 84, 34, 28
LAST_TURN = 75  # room for the last turn's number
BAND = 1.28  # standard errors on each side: 80 %


class Frame:
    """Where moves and chances lie in the plot."""

    def __init__(self, points: Sequence[Point], width: int) -> None:
        self.width, self.right = width, width - RIGHT
        self._last = max(1, len(points) - 1)
        self._by_move = {point.move: i for i, point in reversed(list(enumerate(points)))}

    def x(self, i: float) -> float:
        """Across, by the number of the point."""
        return LEFT + (self.right - LEFT) * i / self._last

    def y(self, chance: float) -> float:
        """Down."""
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(1.0, max(0.0, chance)))

    def of_move(self, move: int) -> float:
        """Across, by the number of a move."""
        return self.x(self._by_move.get(move, 0))


def curve(analysis: Analysis) -> str:
    """Everybody's chance to win over the moves, with a band of 80 %, costly decisions and strokes of luck."""
    return "".join(
        f"<div class={name}>{_curve(analysis, Frame(analysis.points, width))}</div>"
        for name, width in (("wide", WIDE), ("narrow", NARROW))
    )


def _curve(analysis: Analysis, frame: Frame) -> str:
    marks = "".join(
        f'<path class="grid" d="M{LEFT} {frame.y(c):.1f}H{frame.right}"/>'
        f'<text class="axis" x="{LEFT - 8}" y="{frame.y(c) + 4:.1f}" text-anchor="end">{round(100 * c)} %</text>'
        for c in (0, 0.5, 1)
    )
    marks += _turns(analysis.points, frame)
    for player in range(len(analysis.names)):
        marks += _line(analysis, player, frame)
    marks += _ends(analysis, frame) + _moments(analysis, frame)
    names = ", ".join(analysis.names)
    words = f"Chances to win of {escape(names)}"
    return f'<svg viewBox="0 0 {frame.width} {HEIGHT}" role="img" aria-label="{words}">{marks}</svg>'


def _turns(points: Sequence[Point], frame: Frame) -> str:
    last = points[-1].turn
    step = max(5, 5 * round(last * WIDE / (25 * frame.width)))
    marks, due = "", step
    for i, point in enumerate(points):
        if point.turn >= due and frame.x(i) < frame.right - LAST_TURN:
            marks += f'<text class="axis" x="{frame.x(i):.1f}" y="{HEIGHT - 8}" text-anchor="middle">{due}</text>'
            due += step
    end = f'<text class="axis" x="{frame.right}" y="{HEIGHT - 8}" text-anchor="end">turn {last}</text>'
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
        marks += f'<text class="end-{player}" x="{frame.right + 8}" y="{y + 4:.1f}">{escape(name[:12])}</text>'
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
    values = [0.0, balance.start.value]
    for _, _, part in steps:
        values.append(values[-1] + balance.parts[part].value)
    low, high = min(*values, 0.0), max(*values, 1.0)

    def row(name: str, kind: str, a: float, b: float, told: str) -> str:
        left, right = (100 * (value - low) / (high - low) for value in sorted((a, b)))
        place = f"left:{left:.1f}%;width:{max(right - left, 0.4):.1f}%"
        return f'<tr><th scope="row">{name}<td class=bar><i class={kind} style="{place}"></i><td>{told}</tr>'

    told, at = balance.percents, balance.start.value
    rows = row("At the start", "start", 0.0, at, f"{told['start']} %")
    for name, kind, part in steps:
        sure = balance.parts[part]
        rows += row(
            name, kind, at, at + sure.value, f"{signed(told[part])} % <small>± {round(100 * sure.error)}</small>"
        )
        at += sure.value
    rows += row("At the end", "start", 0.0, balance.end, f"{told['end']} %")
    return f"<table class=bars>{rows}</table>"
