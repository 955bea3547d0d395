"""Charts of a report as paths for SVG: a course over the rounds with its interval, shares with theirs."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.lab.figures import Figure
from adjudicator.values import frozen

LEFT, RIGHT, TOP, BOTTOM = 34, 352, 8, 170  # of the space that curves are drawn in
STEPS = 4  # lines across a chart
LABELS = 8  # rounds that are named below it, at most


@frozen
class Curve:
    name: str
    line: str
    band: str  # between the ends of the intervals


@frozen
class Chart:
    """Curves in one space, with the marks at its sides: where, and what they say."""

    curves: tuple[Curve, ...]
    across: tuple[tuple[float, str], ...]
    below: tuple[tuple[float, str], ...]


def course(every: Sequence[tuple[str, Sequence[Figure]]], percent: bool) -> Chart:
    """Figures round by round, of several rules."""
    last = max((len(figures) for _, figures in every), default=1)
    most = 1.0 if percent else _round_up(max((one.high for _, figures in every for one in figures), default=1.0))

    def x(at: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * (at / max(1, last - 1)), 1)

    def y(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * min(1.0, max(0.0, value / most)), 1)

    curves = []
    for name, figures in every:
        line = " ".join(f"{x(at)},{y(one.value)}" for at, one in enumerate(figures))
        upper = [f"{x(at)},{y(one.high)}" for at, one in enumerate(figures)]
        lower = [f"{x(at)},{y(one.low)}" for at, one in enumerate(figures)]
        curves.append(Curve(name, line, " ".join([*upper, *reversed(lower)])))
    across = [(y(most * step / STEPS), _mark(most * step / STEPS, percent)) for step in range(STEPS + 1)]
    every_so_many = -(-last // LABELS)
    below = [(x(at), str(at + 1)) for at in range(0, last, every_so_many)]
    return Chart(tuple(curves), tuple(across), tuple(below))


def _mark(value: float, percent: bool) -> str:
    return f"{100 * value:.0f}%" if percent else f"{value:g}"


def _round_up(value: float) -> float:
    """The next number of a scale that is easy to read."""
    size = 1.0
    while True:
        for step in (1, 2, 4, 8):
            if value <= step * size:
                return step * size
        size *= 10


@frozen
class Bar:
    """A figure on a line from 0 to 100: the value, and its interval."""

    value: float
    low: float
    width: float


def bar(figure: Figure) -> Bar:
    return Bar(round(100 * figure.value, 2), round(100 * figure.low, 2), round(100 * (figure.high - figure.low), 2))


@frozen
class Swing:
    """A difference on a line around 0, whose ends are at the same distance."""

    value: float
    low: float
    width: float
    ends: str


def swing(figure: Figure) -> Swing:
    """In a space from 0 to 100, with 50 for no difference."""
    widest = next((one for one in (0.05, 0.1, 0.2, 0.5) if max(abs(figure.low), abs(figure.high)) <= one), 1.0)
    low, high, value = (round(50 + 50 * one / widest, 2) for one in (figure.low, figure.high, figure.value))
    return Swing(value, low, round(high - low, 2), f"{100 * widest:.0f}")
