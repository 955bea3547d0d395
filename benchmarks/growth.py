"""Measures how the time of judging grows with the clauses, and that of compiling with the rules: three sizes each, and a
plot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from attrs import frozen
from baseline import START
from logs import long_game
from measuring import alternate
from rows import Row, Size

import adjudicator as sy

ROUNDS = (100, 200, 400)
RULES = (50, 100, 200)
ENDLESS = str(Path(__file__).parent / "endless.toml")
WIDE, HIGH = 320, 220  # of one picture


@frozen
class Curve:
    """Seconds for each of three sizes."""

    what: str
    things: str
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def bend(self) -> float:
        """How many times more the largest size costs for each item than the smallest: 1 if time grows like the size."""
        each = [seconds / size for size, seconds in zip(self.sizes, self.seconds, strict=True)]
        return each[-1] / each[0]


def curves(size: Size, folder: Path) -> list[Curve]:
    return [_judging(size), _compiling(size, folder)]


def _measured(what: str, things: str, works: list[tuple[int, Callable[[], Any]]], repeats: int) -> Curve:
    timed = alternate(repeats, *(work for _, work in works))
    return Curve(what, things, tuple(count for count, _ in works), tuple(min(one.seconds) for one in timed))


def _judging(size: Size) -> Curve:
    """Seconds from the text of a record to its verdict. The text is read again each time, because a game keeps its verdict."""
    works: list[tuple[int, Callable[[], Any]]] = []
    rules = sy.load_variant(ENDLESS)
    for rounds in ROUNDS:
        text = long_game(rounds if size.logs > 100 else rounds // 10)
        clauses = len(sy.Game.parse(text, rules).record.clauses)
        works.append((clauses, lambda text=text: sy.Game.parse(text, rules).verdict))
    return _measured("judging", "clauses", works, size.repeats)


def _compiling(size: Size, folder: Path) -> Curve:
    """Seconds from the text of the rules to a game whose moves can be listed, each time from a new file."""
    works: list[tuple[int, Callable[[], Any]]] = []
    for count in RULES:
        numbers = iter(range(1_000_000))
        works.append((count, lambda count=count, numbers=numbers: _compile(folder, count, next(numbers))))
        _compile(folder, count, next(numbers))  # loads the parser before the measurement
    return _measured("compiling", "rules", works, size.repeats)


def _variant(count: int, number: int) -> Iterator[str]:
    yield f'id = "rules-{count}-{number}"\ntitle = "{count} rules more"\nextends = "2014"\n'
    for number in range(count):
        yield f'[rules.closed-{number}]\nsays = "Station {number + 1} is closed in round {number}."\nstatus = "house"\n'
        yield 'about = ["movement"]\n'
        yield f"code = '''\nforbid ride when to = {number % 199 + 1} and round = {number}\n  because \"closed\"\n'''\n"


def _compile(folder: Path, count: int, number: int) -> Any:
    path = folder / f"rules-{count}-{number}.toml"
    path.write_text("".join(_variant(count, number)), encoding="utf-8")
    return sy.Game.start(str(path), START).moves()


def rows(found: list[Curve]) -> Iterator[Row]:
    for curve in found:
        figures = ", ".join(
            f"{size:,} {curve.things} {seconds * 1e3:.1f} ms" for size, seconds in zip(curve.sizes, curve.seconds, strict=True)
        )
        yield Row(
            f"{curve.what}: cost of one of many against one of few",
            curve.bend,
            "x slower",
            "linear",
            figures,
            curve.bend <= 1.3,
        )


# --- the plot


def plot(found: list[Curve]) -> str:
    """The SVG of one picture for each curve: its points, and the straight line through the first."""
    width = WIDE * len(found)
    inner = "".join(f'<g transform="translate({WIDE * number} 0)">{_picture(curve)}</g>' for number, curve in enumerate(found))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HIGH}" width="{width}" height="{HIGH}" '
        f'font-family="sans-serif" font-size="11"><rect width="{width}" height="{HIGH}" fill="white"/>{inner}</svg>\n'
    )


def _picture(curve: Curve) -> str:
    most, longest = curve.sizes[-1], max(*curve.seconds, curve.seconds[0] / curve.sizes[0] * curve.sizes[-1])

    def spot(size: float, seconds: float) -> tuple[float, float]:
        return 50 + size / most * (WIDE - 80), HIGH - 40 - seconds / longest * (HIGH - 80)

    dots = [spot(size, seconds) for size, seconds in zip(curve.sizes, curve.seconds, strict=True)]
    x, y = spot(most, curve.seconds[0] / curve.sizes[0] * most)
    parts = [f'<text x="50" y="20" font-weight="bold">{curve.what}: time and {curve.things}</text>']
    parts += [f'<line x1="50" y1="{HIGH - 40}" x2="{x:.0f}" y2="{y:.0f}" stroke="#aaa" stroke-dasharray="4"/>']
    parts += [f'<polyline points="{" ".join(f"{a:.0f},{b:.0f}" for a, b in dots)}" fill="none" stroke="#0a58a0"/>']
    for (a, b), size, seconds in zip(dots, curve.sizes, curve.seconds, strict=True):
        parts.append(f'<circle cx="{a:.0f}" cy="{b:.0f}" r="3" fill="#0a58a0"/>')
        parts.append(f'<text x="{a:.0f}" y="{b - 8:.0f}" text-anchor="middle">{seconds * 1e3:.0f} ms</text>')
        parts.append(f'<text x="{a:.0f}" y="{HIGH - 22}" text-anchor="middle">{size:,}</text>')
    parts.append(f'<polyline points="50,30 50,{HIGH - 40} {WIDE - 20},{HIGH - 40}" fill="none" stroke="black"/>')
    return "".join(parts)
