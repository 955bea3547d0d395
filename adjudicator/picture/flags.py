"""Pieces in the picture of a board: a ring round the station, and a flag with the name where it hides least."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.picture.labels import FACE, INK, readable_on, words
from adjudicator.picture.layout import Layout, Point
from adjudicator.values import frozen

FLAG = 22  # the height of a flag, including the gap to the next
RING = 4.5  # the width of a ring; pieces on one station have rings round each other


@frozen
class Piece:
    """A piece on a station. Flags of pieces on one station are stacked."""

    station: int
    label: str
    colour: str = INK


@frozen
class Flag:
    """A piece with the upper left corner of its flag in the picture, and its rank among the pieces on its station."""

    piece: Piece
    left: float
    upper: float
    rank: int


@frozen
class Box:
    """A rectangle that something covers in the picture."""

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


def placed(layout: Layout, pieces: Iterable[Piece]) -> tuple[Flag, ...]:
    """Every piece on a station that has coordinates, with its place in the picture."""
    by_station: dict[int, list[Piece]] = {}
    for piece in pieces:
        if piece.station in layout.spots:
            by_station.setdefault(piece.station, []).append(piece)
    taken: list[Box] = []
    found: list[Flag] = []
    for number, standing in by_station.items():
        box = _free_corner(layout, number, standing, by_station, taken)
        taken.append(box)
        found += [Flag(piece, box.left, box.upper + FLAG * rank, rank) for rank, piece in enumerate(standing)]
    return tuple(found)


def _free_corner(
    layout: Layout, number: int, standing: Sequence[Piece], held: Mapping[int, object], taken: Sequence[Box]
) -> Box:
    """The box for the flags of a station, at the corner of the station where they hide least."""
    (x, y), radius = layout.spots[number], layout.radius
    width, height = max(flag_width(piece.label) for piece in standing), FLAG * len(standing)
    corners = [
        Box(left, upper, left + width, upper + height)
        for upper in (y - radius * 1.1 - height + 4, y + radius * 1.1)
        for left in (x + radius * 0.8, x - radius * 0.8 - width)
    ]
    reach = width + height + 2 * radius
    around = [(n, spot) for n, spot in layout.around(number, reach) if n != number]

    def hidden(box: Box) -> int:
        near = [n for n, spot in around if box.meets_disc(spot, radius)]
        outside = box.left < 0 or box.right > layout.width or box.upper < 0
        return len(near) + 2 * sum(n in held for n in near) + 4 * sum(map(box.meets, taken)) + 9 * outside

    return min(corners, key=hidden)


# --- drawn


def flags(layout: Layout, standing: Iterable[Flag]) -> Iterator[str]:
    """Draw pieces: first all rings, so that no flag is under the ring of another piece."""
    standing = tuple(standing)
    for one in standing:
        x, y = layout.spots[one.piece.station]
        yield ring(layout, one.piece.colour, one.rank, f' transform="translate({x:.1f} {y:.1f})"')
    for one in standing:
        yield flag(one.piece.label, one.piece.colour, f' transform="translate({one.left:.1f} {one.upper:.1f})"')


def ring(layout: Layout, colour: str, rank: int = 0, attributes: str = "") -> str:
    radius = layout.radius + 4 + RING * rank
    return f'<circle class="ring" r="{radius:.1f}" fill="none" stroke="{colour}" stroke-width="{RING}"{attributes}/>'


def flag_width(label: str) -> int:
    return 12 + 9 * len(label)


def flag(label: str, colour: str, attributes: str = "") -> str:
    width = flag_width(label)
    look = f'fill="{colour}" stroke="{FACE}" stroke-width="1.5"'
    box = f'<rect width="{width}" height="{FLAG - 2}" rx="5" {look}/>'
    return f'<g class="flag"{attributes}>{box}{words((width / 2, 14.5), label, 13.5, readable_on(colour))}</g>'
