"""A board as a picture (SVG): lines in the colours of their modes, stations as discs, and the pieces on them.

A disc has a ring with the colours of the modes that stop there; a line that only passes runs beneath it. Marks, routes, pieces
and the strip below the board are plain data, so a caller that has a position can draw it, too. The parts of a picture can be
drawn one by one (`ground`, `leg`, `mark_at`, `discs`), for a page that moves things on a board that is drawn once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from adjudicator.board.model import Board, Line, Mode
from adjudicator.picture.flags import Piece, flags, placed
from adjudicator.picture.labels import FACE, INK, Sign, Strip, clean, legend, stroke
from adjudicator.picture.layout import Curve, Layout, smooth
from adjudicator.picture.strokes import dashes, kind_of
from adjudicator.values import frozen

PAPER, WATER = "#f6f2e7", "#cfe3ee"
ROUTE = "#7b3fe4"
WIDTH = 1600  # the unit of all measures; another width scales the picture
FONT = "font-family=\"'DejaVu Sans', Verdana, Arial, sans-serif\""

POINTED_OUT = Sign("pointed out", ROUTE)
WAY = Sign("way", ROUTE, "arrow")
STANDS = Sign("a piece", INK, "ring")


@frozen
class Mark:
    """A station that the picture points out, and the meaning of the mark."""

    station: int
    sign: Sign = POINTED_OUT


def draw(
    board: Board,
    marked: Iterable[Mark] = (),
    routes: Iterable[Sequence[int]] = (),
    pieces: Iterable[Piece] = (),
    width: int = WIDTH,
    title: str = "",
    strip: Strip | None = None,
    way: Sign = WAY,
    faint: Iterable[Sequence[int]] = (),
) -> str:
    """The SVG text of a board. A route is a series of stations, each joined to the next by a line of the board. The legend
    explains routes, `faint` ones included, by `way`."""
    layout, marked = laid_out(board), tuple(marked)
    pairs = [pair for route in routes for pair in pairwise(route)]
    old = [pair for route in faint for pair in pairwise(route)]
    on_board = placed(layout, pieces)
    signs = [*dict.fromkeys(mark.sign for mark in marked), *([way] if pairs or old else []), *([STANDS] if on_board else [])]
    under, below = legend(layout, title or board.title, signs), strip or Strip()
    foot = layout.height + under.height
    body = [
        *ground(layout),
        '<g opacity="0.4">',
        *(part for pair in old for part in leg(layout, *pair)),
        "</g>",
        *(part for pair in pairs for part in leg(layout, *pair)),
        *(mark_at(layout, mark.station, mark.sign) for mark in marked if mark.station in layout.spots),
        *discs(layout),
        *flags(layout, on_board),
        *_moved(under, layout.height),
        *_moved(below, foot),
    ]
    height = round(foot + below.height)
    size = f'width="{width}" height="{height * width / WIDTH:.0f}" viewBox="0 0 {WIDTH} {height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {FONT}>'
    return "\n".join([head, f"<title>{clean(title or board.title)}</title>", *body, "</svg>", ""])


@lru_cache(maxsize=8)
def laid_out(board: Board) -> Layout:
    """The layout of pictures of this board, kept for further pictures of it."""
    return Layout(board, WIDTH)


def _moved(strip: Strip, down: float) -> Iterator[str]:
    if strip.parts:
        yield f'<g transform="translate(0 {down:.1f})">'
        yield from strip.parts
        yield "</g>"


def joining(board: Board, a: int, b: int) -> Line | None:
    """The line between two stations by the first mode that has one; None if there is none."""
    return next((line for mode in board.mode_names if (line := board.line(mode, a, b))), None)


# --- paper, water and lines


def ground(layout: Layout) -> Iterator[str]:
    """The background of the picture."""
    yield f'<rect class="paper" width="100%" height="100%" fill="{PAPER}"/>'
    for water in layout.board.water:
        points = [layout.spot(x, y) for x, y in water.points]
        if len(points) > 2:
            width = water.width * layout.scale
            yield f'<path class="water" d="{_path(smooth(points))}" fill="none" stroke="{WATER}" stroke-width="{width:.1f}"/>'
    if layout.board.water:
        yield f'<rect class="paper" y="{layout.height:.0f}" width="100%" height="100%" fill="{PAPER}"/>'
    yield '<g fill="none" stroke-linecap="round" stroke-linejoin="round">'
    yield from _lines(layout)
    yield "</g>"


def _lines(layout: Layout) -> Iterator[str]:
    """Draw wide lines below narrow ones, each with an edge of paper, so that crossings differ from junctions."""
    patterns = dashes(layout.board.modes)
    for number, mode in sorted(enumerate(layout.board.modes), key=lambda one: -one[1].width):
        drawn = [curves for line in layout.board.lines if line.mode == mode.name and (curves := layout.curves(line))]
        paths = " ".join(_path(curves) for curves in drawn)
        if paths:
            name, look = f"lines-{number}", f"{stroke(mode, mode.width)}{patterns[mode.name]}"
            yield f'<defs><path id="{name}" d="{paths}"/></defs>'
            yield f'<use href="#{name}" class="edge" stroke="{PAPER}" stroke-width="{mode.width + 1.6:.1f}"/>'
            yield f'<use href="#{name}" class="{kind_of(mode)}" {look}/>'


def _path(curves: Iterable[Curve]) -> str:
    parts: list[str] = []
    for curve in curves:
        (x, y), (cx, cy), (ex, ey) = curve.start, curve.control, curve.end
        parts.append(f"{'L' if parts else 'M'}{x:.1f} {y:.1f}Q{cx:.1f} {cy:.1f} {ex:.1f} {ey:.1f}")
    return "".join(parts)


# --- what is pointed out


def leg(layout: Layout, a: int, b: int) -> Iterator[str]:
    """One ride of a route: its line and an arrow. Nothing if no line can be drawn."""
    line = joining(layout.board, a, b)
    curves = layout.curves(line) if line is not None else []
    if line is not None and line.a != a:
        curves = [Curve(curve.end, curve.control, curve.start) for curve in reversed(curves)]
    if curves:
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


def mark_at(layout: Layout, station: int, sign: Sign) -> str:
    x, y = layout.spots[station]
    return f'<g class="mark" transform="translate({x:.1f} {y:.1f})">{sign.drawn(layout.radius + 6)}</g>'


# --- stations


def discs(layout: Layout) -> Iterator[str]:
    """Draw every station: its number on a disc. Discs of stations where the same modes stop are drawn once and reused."""
    stops = {number: _stopping(layout, number) for number in layout.spots}
    kinds = {modes: f"stop-{at}" for at, modes in enumerate(dict.fromkeys(stops.values()))}
    for modes, name in kinds.items():
        yield "".join(["<defs>", f'<g id="{name}">', *_disc(layout.radius, modes), "</g></defs>"])
    yield f'<g class="stations" font-weight="bold" text-anchor="middle" fill="{INK}">'
    for number, (x, y) in layout.spots.items():
        size = layout.radius * {1: 1.05, 2: 0.98, 3: 0.8}.get(len(str(number)), 0.62)
        text = f'<text y="{size * 0.36:.1f}" font-size="{size:.1f}">{number}</text>'
        place = f'id="station-{number}" transform="translate({x:.1f} {y:.1f})"'
        yield f'<g {place}><use href="#{kinds[stops[number]]}"/>{text}</g>'
    yield "</g>"


def _stopping(layout: Layout, number: int) -> tuple[Mode, ...]:
    stopping = {mode for mode, _, _ in layout.board.lines_from(number)}
    return tuple(mode for mode in layout.board.modes if mode.name in stopping)


def _disc(radius: float, modes: Sequence[Mode]) -> Iterator[str]:
    """A disc with a ring in the colours of its modes. It begins at the left, so that of two modes the first is above."""
    ring = radius * 0.86
    width = radius * 0.28
    yield f'<circle r="{radius:.1f}" class="face" fill="{FACE}" stroke="{INK}" stroke-width="1.4"/>'
    if len(modes) == 1:
        yield f'<circle r="{ring:.1f}" fill="none" {stroke(modes[0], width)}/>'
        return
    for index, mode in enumerate(modes):
        (ax, ay), (bx, by) = (
            (ring * math.cos(angle), ring * math.sin(angle))
            for angle in (math.pi + math.tau * part / len(modes) for part in (index, index + 1))
        )
        arc = f"M{ax:.1f} {ay:.1f}A{ring:.1f} {ring:.1f} 0 0 1 {bx:.1f} {by:.1f}"
        yield f'<path d="{arc}" fill="none" {stroke(mode, width)}/>'
