"""A board as a picture (SVG): lines in the colours of their modes, stations as discs, and what lies on them.

A disc has a ring with the colours of the modes that stop there; a line that only passes runs beneath it. Marks, routes,
pieces and what stands below the board are plain data, so that whoever has a position can draw it too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from adjudicator.board.labels import FACE, INK, Piece, Strip, clean, flags, legend, stroke, words
from adjudicator.board.layout import Curve, Layout, Point, smooth
from adjudicator.board.model import Board, Line, Mode
from adjudicator.values import frozen

PAPER, WATER = "#f6f2e7", "#cfe3ee"
ROUTE = "#7b3fe4"
WIDTH = 1600  # in which everything is measured; another width is the same picture, larger or smaller
FONT = "font-family=\"'DejaVu Sans', Verdana, Arial, sans-serif\""


@frozen
class Mark:
    """A station that the picture points out."""

    station: int
    colour: str = ROUTE


def draw(
    board: Board,
    marks: Iterable[Mark] = (),
    routes: Iterable[Sequence[int]] = (),
    pieces: Iterable[Piece] = (),
    width: int = WIDTH,
    title: str = "",
    strip: Strip | None = None,
) -> str:
    """The SVG text of a board. A route is a series of stations, each joined to the next by a line of the board."""
    layout = Layout(board, WIDTH)
    under, below = legend(layout, title or board.title), strip or Strip()
    foot = layout.height + under.height
    body = [
        *_water(layout),
        *_lines(layout),
        *(part for route in routes for part in _route(layout, route)),
        *_marks(layout, marks),
        *_discs(layout),
        *flags(layout, pieces),
        *_moved(under, layout.height),
        *_moved(below, foot),
    ]
    height = round(foot + below.height)
    size = f'width="{width}" height="{height * width / WIDTH:.0f}" viewBox="0 0 {WIDTH} {height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {FONT}>'
    paper = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
    return "\n".join([head, f"<title>{clean(title or board.title)}</title>", paper, *body, "</svg>", ""])


def _moved(strip: Strip, down: float) -> Iterator[str]:
    if strip.parts:
        yield f'<g transform="translate(0 {down:.1f})">'
        yield from strip.parts
        yield "</g>"


def joining(board: Board, a: int, b: int) -> Line | None:
    """A line between two stations, of the first mode that has one."""
    return next((line for mode in board.mode_names if (line := board.line(mode, a, b))), None)


# --- water and lines


def _water(layout: Layout) -> Iterator[str]:
    for water in layout.board.water:
        points = [layout.spot(x, y) for x, y in water.points]
        if len(points) > 2:
            width = water.width * layout.scale
            yield f'<path d="{_path(smooth(points))}" fill="none" stroke="{WATER}" stroke-width="{width:.1f}"/>'
    if layout.board.water:
        yield f'<rect y="{layout.height:.0f}" width="100%" height="100%" fill="{PAPER}"/>'


def _lines(layout: Layout) -> Iterator[str]:
    """Wide lines lie below narrow ones; each has an edge of paper, so that crossings can be told from junctions."""
    for mode in sorted(layout.board.modes, key=lambda mode: -mode.width):
        drawn = [curves for line in layout.board.lines if line.mode == mode.name and (curves := layout.curves(line))]
        paths = " ".join(_path(curves) for curves in drawn)
        if paths:
            dash = f' stroke-dasharray="{mode.width * 2.4:.1f} {mode.width * 1.6:.1f}"' if mode.dashed else ""
            common = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
            yield f'<path d="{paths}" {common} stroke="{PAPER}" stroke-width="{mode.width + 1.6:.1f}"/>'
            yield f'<path d="{paths}" {common} stroke="{mode.colour}" stroke-width="{mode.width:.1f}"{dash}/>'


def _path(curves: Iterable[Curve]) -> str:
    parts: list[str] = []
    for curve in curves:
        (x, y), (cx, cy), (ex, ey) = curve.start, curve.control, curve.end
        parts.append(f"{'L' if parts else 'M'}{x:.1f} {y:.1f}Q{cx:.1f} {cy:.1f} {ex:.1f} {ey:.1f}")
    return "".join(parts)


def _route(layout: Layout, route: Sequence[int]) -> Iterator[str]:
    for a, b in pairwise(route):
        line = joining(layout.board, a, b)
        curves = layout.curves(line) if line is not None else []
        if line is not None and line.a != a:
            curves = [Curve(curve.end, curve.control, curve.start) for curve in reversed(curves)]
        if not curves:
            continue
        yield (
            f'<path d="{_path(curves)}" fill="none" stroke="{ROUTE}" stroke-opacity="0.45" stroke-width="13" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
        yield _arrow(curves[len(curves) // 2])


def _arrow(curve: Curve) -> str:
    (x, y), (tx, ty) = curve.at(0.46), curve.at(0.58)
    turn = math.degrees(math.atan2(ty - y, tx - x))
    mx, my = curve.at(0.52)
    return f'<path d="M-7 -7L8 0L-7 7Z" transform="translate({mx:.1f} {my:.1f}) rotate({turn:.1f})" fill="{ROUTE}"/>'


def _marks(layout: Layout, marks: Iterable[Mark]) -> Iterator[str]:
    for mark in marks:
        if mark.station in layout.spots:
            x, y = layout.spots[mark.station]
            yield (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{layout.radius + 6:.1f}" fill="{mark.colour}" '
                f'fill-opacity="0.25" stroke="{mark.colour}" stroke-width="4"/>'
            )


# --- stations


def _discs(layout: Layout) -> Iterator[str]:
    for number, spot in layout.spots.items():
        stopping = {mode for mode, _, _ in layout.board.lines_from(number)}
        modes = [mode for mode in layout.board.modes if mode.name in stopping]
        yield "".join([f'<g id="station-{number}">', *_disc(spot, layout.radius, modes), _number(layout, number), "</g>"])


def _disc(spot: Point, radius: float, modes: Sequence[Mode]) -> Iterator[str]:
    """The ring begins at the left, so that with two modes the first is above and the second below."""
    x, y = spot
    ring = radius * 0.86
    width = radius * 0.28
    yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{FACE}" stroke="{INK}" stroke-width="1.4"/>'
    if len(modes) == 1:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{ring:.1f}" fill="none" {stroke(modes[0], width)}/>'
        return
    for index, mode in enumerate(modes):
        (ax, ay), (bx, by) = (
            (x + ring * math.cos(angle), y + ring * math.sin(angle))
            for angle in (math.pi + math.tau * part / len(modes) for part in (index, index + 1))
        )
        arc = f"M{ax:.1f} {ay:.1f}A{ring:.1f} {ring:.1f} 0 0 1 {bx:.1f} {by:.1f}"
        yield f'<path d="{arc}" fill="none" {stroke(mode, width)}/>'


def _number(layout: Layout, number: int) -> str:
    x, y = layout.spots[number]
    size = layout.radius * {1: 1.05, 2: 0.98, 3: 0.8}.get(len(str(number)), 0.62)
    return words((x, y + size * 0.36), str(number), size, INK)
