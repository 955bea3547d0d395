"""A board as a picture (SVG): lines in the colours of their modes, stations as discs, and what lies on them.

A disc has a ring with the colours of the modes that stop there; a line that only passes runs beneath it. Marks, a route
and pieces are plain data, so that whoever has a position can draw it too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from xml.sax.saxutils import escape

from adjudicator.board.layout import Curve, Layout, Point, smooth
from adjudicator.board.model import Board, Line, Mode
from adjudicator.values import frozen

PAPER, WATER, INK, FACE = "#f6f2e7", "#cfe3ee", "#20242a", "#ffffff"
ROUTE = "#7b3fe4"
FONT = "font-family=\"'DejaVu Sans', Verdana, Arial, sans-serif\""


@frozen
class Mark:
    """A station that the picture points out."""

    station: int
    colour: str = ROUTE


@frozen
class Piece:
    """Something that stands on a station; pieces on one station are set side by side."""

    station: int
    label: str
    colour: str = INK


def draw(
    board: Board,
    marks: Iterable[Mark] = (),
    route: Sequence[int] = (),
    pieces: Iterable[Piece] = (),
    width: int = 1600,
    title: str = "",
) -> str:
    """The SVG text of a board. `route` is a series of stations, each joined to the next by a line of the board."""
    layout = Layout(board, width)
    height = layout.height + 44
    body = [
        *_water(layout),
        *_lines(layout),
        *_route(layout, route),
        *_marks(layout, marks),
        *_discs(layout),
        *_pieces(layout, pieces),
        *_legend(layout, title or board.title),
    ]
    size = f'width="{width}" height="{height:.0f}" viewBox="0 0 {width} {height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {FONT}>'
    paper = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
    return "\n".join([head, f"<title>{_clean(title or board.title)}</title>", paper, *body, "</svg>", ""])


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
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{ring:.1f}" fill="none" {_stroke(modes[0], width)}/>'
        return
    for index, mode in enumerate(modes):
        (ax, ay), (bx, by) = (
            (x + ring * math.cos(angle), y + ring * math.sin(angle))
            for angle in (math.pi + math.tau * part / len(modes) for part in (index, index + 1))
        )
        arc = f"M{ax:.1f} {ay:.1f}A{ring:.1f} {ring:.1f} 0 0 1 {bx:.1f} {by:.1f}"
        yield f'<path d="{arc}" fill="none" {_stroke(mode, width)}/>'


def _stroke(mode: Mode, width: float) -> str:
    return f'stroke="{mode.colour}" stroke-width="{width:.1f}"'


def _number(layout: Layout, number: int) -> str:
    x, y = layout.spots[number]
    size = layout.radius * {1: 1.05, 2: 0.98, 3: 0.8}.get(len(str(number)), 0.62)
    return _text((x, y + size * 0.36), str(number), size, INK)


def _clean(text: str) -> str:
    """Words from outside, as words: XML has no way to write a control character."""
    return escape("".join(character if character.isprintable() else " " for character in text))


def _text(spot: Point, text: str, size: float, colour: str, anchor: str = "middle", weight: str = "bold") -> str:
    return (
        f'<text x="{spot[0]:.1f}" y="{spot[1]:.1f}" font-size="{size:.1f}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{colour}">{_clean(text)}</text>'
    )


# --- pieces and legend


def _pieces(layout: Layout, pieces: Iterable[Piece]) -> Iterator[str]:
    by_station: dict[int, list[Piece]] = {}
    for piece in pieces:
        by_station.setdefault(piece.station, []).append(piece)
    for number, standing in by_station.items():
        if number in layout.spots:
            x, y = layout.spots[number]
            ring = f'r="{layout.radius + 4:.1f}" fill="none" stroke="{standing[0].colour}" stroke-width="5"'
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" {ring}/>'
            left, top, step = _free_corner(layout, number, standing, by_station)
            for place, piece in enumerate(standing):
                yield _flag((left, top + step * place), piece)


def _free_corner(
    layout: Layout, number: int, standing: Sequence[Piece], held: Mapping[int, object]
) -> tuple[float, float, float]:
    """Where the flags of a station stand so that they hide few others: left edge, lower edge, and the way to the next one."""
    (x, y), radius = layout.spots[number], layout.radius
    width = max(_flag_width(piece) for piece in standing)
    corners = [
        (left, lower, step)
        for lower, step in ((y - radius * 1.1, -22.0), (y + radius * 1.1 + 20, 22.0))
        for left in (x + radius * 0.8, x - radius * 0.8 - width)
    ]

    def hidden(corner: tuple[float, float, float]) -> float:
        left, lower, step = corner
        ends = (lower, lower + step * (len(standing) - 1))
        upper, bottom = min(ends) - 20, max(ends) + 2
        others = ((n, spot) for n, spot in layout.spots.items() if n != number)
        near = [n for n, spot in others if _reaches(spot, radius, left, upper, width, bottom)]
        outside = left < 0 or left + width > layout.width or upper < 0
        return len(near) + 2 * sum(n in held for n in near) + 9 * outside

    return min(corners, key=hidden)


def _reaches(spot: Point, radius: float, left: float, upper: float, width: float, lower: float) -> bool:
    """Whether a disc touches a box."""
    dx = max(left - spot[0], 0, spot[0] - left - width)
    dy = max(upper - spot[1], 0, spot[1] - lower)
    return math.hypot(dx, dy) < radius


def _flag_width(piece: Piece) -> int:
    return 12 + 9 * len(piece.label)


def _flag(corner: Point, piece: Piece) -> str:
    x, y = corner
    width = _flag_width(piece)
    look = f'fill="{piece.colour}" stroke="{FACE}" stroke-width="1.5"'
    box = f'<rect x="{x:.1f}" y="{y - 18:.1f}" width="{width}" height="20" rx="5" {look}/>'
    return box + _text((x + width / 2, y - 3.5), piece.label, 13.5, _readable_on(piece.colour))


def _readable_on(colour: str) -> str:
    """Dark letters on light colours, light ones on dark."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 150 else FACE


def _legend(layout: Layout, title: str) -> Iterator[str]:
    y = layout.height + 22
    yield _text((layout.margin, y + 5), title, 17, INK, "start")
    x = layout.width - layout.margin
    for mode in reversed(layout.board.modes):
        label = mode.title if mode.title == mode.name else f"{mode.title} ({mode.name})"
        x -= 9 * len(label)
        yield _text((x, y + 5), label, 15, INK, "start", "normal")
        dash = ' stroke-dasharray="8 5"' if mode.dashed else ""
        yield f'<path d="M{x - 48:.1f} {y:.1f}h38" {_stroke(mode, mode.width + 1)} fill="none"{dash}/>'
        x -= 76
    missing = [number for number in layout.board.stations if number not in layout.spots]
    if missing:
        names = ", ".join(map(str, missing[:12])) + (", …" if len(missing) > 12 else "")
        yield _text((layout.margin, y + 20), f"without coordinates: {names}", 12, INK, "start", "normal")
