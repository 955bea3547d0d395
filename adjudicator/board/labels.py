"""Words in the picture of a board: what everything is labelled with, the flags of pieces, the title and the legend."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from adjudicator.board.layout import Layout, Point
from adjudicator.board.model import Mode
from adjudicator.values import frozen

INK, FACE = "#20242a", "#ffffff"
ROW = 24  # of the text below the board
FLAG = 22  # the height of a flag, with what lies between two
LETTER = 0.62  # how wide a letter is, on average, for its size


@frozen
class Piece:
    """Something that stands on a station; the flags of pieces on one station are set above each other."""

    station: int
    label: str
    colour: str = INK


@frozen
class Strip:
    """What stands below a board: SVG elements, measured from the strip's own upper left corner, and how high they are."""

    height: float = 0
    parts: tuple[str, ...] = ()


@frozen
class Box:
    """A part of the picture that something covers."""

    left: float
    upper: float
    right: float
    lower: float

    def meets(self, other: Box) -> bool:
        return self.left < other.right and other.left < self.right and self.upper < other.lower and other.upper < self.lower

    def meets_disc(self, spot: Point, radius: float) -> bool:
        dx = max(self.left - spot[0], 0, spot[0] - self.right)
        dy = max(self.upper - spot[1], 0, spot[1] - self.lower)
        return math.hypot(dx, dy) < radius


# --- words


def clean(text: str) -> str:
    """Words from outside, as words: XML has no way to write a control character."""
    return escape("".join(character if character.isprintable() else " " for character in text))


def words(spot: Point, text: str, size: float, colour: str, anchor: str = "middle", weight: str = "bold") -> str:
    return (
        f'<text x="{spot[0]:.1f}" y="{spot[1]:.1f}" font-size="{size:.1f}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{colour}">{clean(text)}</text>'
    )


def readable_on(colour: str) -> str:
    """Dark letters on light colours, light ones on dark."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 150 else FACE


def stroke(mode: Mode, width: float) -> str:
    return f'stroke="{mode.colour}" stroke-width="{width:.1f}"'


# --- pieces


def flags(layout: Layout, pieces: Iterable[Piece]) -> Iterator[str]:
    by_station: dict[int, list[Piece]] = {}
    for piece in pieces:
        by_station.setdefault(piece.station, []).append(piece)
    taken: list[Box] = []
    written: list[str] = []
    for number, standing in by_station.items():
        if number not in layout.spots:
            continue
        x, y = layout.spots[number]
        ring = f'r="{layout.radius + 4:.1f}" fill="none" stroke="{standing[0].colour}" stroke-width="5"'
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" {ring}/>'
        box = _free_corner(layout, number, standing, by_station, taken)
        taken.append(box)
        written += [_flag((box.left, box.upper + FLAG * place), piece) for place, piece in enumerate(standing)]
    yield from written


def _free_corner(
    layout: Layout, number: int, standing: Sequence[Piece], held: Mapping[int, object], taken: Sequence[Box]
) -> Box:
    """Where the flags of a station stand: at that of its corners where they hide least."""
    (x, y), radius = layout.spots[number], layout.radius
    width, height = max(_flag_width(piece) for piece in standing), FLAG * len(standing)
    corners = [
        Box(left, upper, left + width, upper + height)
        for upper in (y - radius * 1.1 - height + 4, y + radius * 1.1)
        for left in (x + radius * 0.8, x - radius * 0.8 - width)
    ]

    def hidden(box: Box) -> int:
        near = [n for n, spot in layout.spots.items() if n != number and box.meets_disc(spot, radius)]
        outside = box.left < 0 or box.right > layout.width or box.upper < 0
        return len(near) + 2 * sum(n in held for n in near) + 4 * sum(map(box.meets, taken)) + 9 * outside

    return min(corners, key=hidden)


def _flag_width(piece: Piece) -> int:
    return 12 + 9 * len(piece.label)


def _flag(corner: Point, piece: Piece) -> str:
    x, y = corner
    width = _flag_width(piece)
    look = f'fill="{piece.colour}" stroke="{FACE}" stroke-width="1.5"'
    box = f'<rect x="{x:.1f}" y="{y:.1f}" width="{width}" height="{FLAG - 2}" rx="5" {look}/>'
    return box + words((x + width / 2, y + 14.5), piece.label, 13.5, readable_on(piece.colour))


# --- below the board


def legend(layout: Layout, title: str) -> Strip:
    """The title at the left, the modes at the right of the same row if there is room, else in rows of their own."""
    left, room = layout.margin, layout.width - 2 * layout.margin
    size = min(17, room / (LETTER * max(1, len(title))))
    parts = [words((left, ROW), title, size, INK, "start")]
    y, used = ROW, LETTER * size * len(title)
    for row in _rows([_Entry(mode) for mode in layout.board.modes], room):
        wide = sum(entry.width for entry in row)
        if used + wide > room:
            y += ROW
        used, x = room, layout.width - layout.margin - wide
        for entry in row:
            parts += entry.drawn(x, y)
            x += entry.width
    missing = [number for number in layout.board.stations if number not in layout.spots]
    if missing:
        y += ROW
        names = ", ".join(map(str, missing[:12])) + (", …" if len(missing) > 12 else "")
        parts.append(words((left, y), f"without coordinates: {names}", 13, INK, "start", "normal"))
    return Strip(y + 20, tuple(parts))


@frozen
class _Entry:
    """A mode in the legend: a piece of its line, and what it is called."""

    mode: Mode

    @property
    def label(self) -> str:
        return self.mode.title if self.mode.title == self.mode.name else f"{self.mode.title} ({self.mode.name})"

    @property
    def width(self) -> float:
        return 76 + 15 * LETTER * len(self.label)

    def drawn(self, x: float, y: float) -> Iterator[str]:
        dash = ' stroke-dasharray="8 5"' if self.mode.dashed else ""
        yield f'<path d="M{x + 28:.1f} {y - 5:.1f}h38" {stroke(self.mode, self.mode.width + 1)} fill="none"{dash}/>'
        yield words((x + 76, y), self.label, 15, INK, "start", "normal")


def _rows(entries: Iterable[_Entry], room: float) -> list[list[_Entry]]:
    rows: list[list[_Entry]] = [[]]
    for entry in entries:
        if rows[-1] and sum(one.width for one in rows[-1]) + entry.width > room:
            rows.append([])
        rows[-1].append(entry)
    return rows
