"""The geometry of a picture of a board, without any SVG.

Every line is drawn as pieces from station to station through those that it passes over. Where several modes use a piece they
run side by side; where a piece would cross the disc of a station that it does not serve, it bends.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from adjudicator.board.model import Board, Line
from adjudicator.values import frozen

Point = tuple[float, float]
Pair = tuple[int, int]  # the lower station first

GAP = 1.4  # between lines side by side
SAMPLES = 16  # points of a curve that are tested against discs
BUSY = 1_000_000  # pieces times stations: beyond that no one could read the picture, and nothing is bent
BENDS = (0.0, *(sign * amount for amount in range(6, 121, 6) for sign in (1, -1)))  # smallest first


@frozen
class Curve:
    """A piece of a line, as a quadratic curve."""

    start: Point
    control: Point
    end: Point

    def at(self, t: float) -> Point:
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
        return (
            a * self.start[0] + b * self.control[0] + c * self.end[0],
            a * self.start[1] + b * self.control[1] + c * self.end[1],
        )


@frozen(slots=False)
class Layout:
    """A board fitted into a picture of a given width, in pixels."""

    board: Board
    width: float = 1600
    margin: float = 34

    @cached_property
    def spots(self) -> dict[int, Point]:
        """The middle of every station that has coordinates."""
        return {
            station.number: self.spot(station.x, station.y)
            for station in self.board.stations.values()
            if station.x is not None and station.y is not None
        }

    def around(self, number: int, reach: float) -> tuple[tuple[int, Point], ...]:
        """The stations within reach of one, including itself; kept for each reach."""
        found = self._around.get((number, reach))
        if found is None:
            here = self.spots[number]
            found = tuple((n, spot) for n, spot in self.spots.items() if math.dist(here, spot) < reach)
            self._around[number, reach] = found
        return found

    @cached_property
    def _around(self) -> dict[tuple[int, float], tuple[tuple[int, Point], ...]]:
        return {}

    def spot(self, x: float, y: float) -> Point:
        """The place in the picture of a point of the board."""
        left, top, _, _ = self._box
        return self.margin + (x - left) * self.scale, self.margin + (y - top) * self.scale

    @cached_property
    def _box(self) -> tuple[float, float, float, float]:
        known = [(s.x, s.y) for s in self.board.stations.values() if s.x is not None and s.y is not None] or [(0, 0)]
        across, down = zip(*known, strict=True)
        return min(across), min(down), max(across), max(down)

    @cached_property
    def scale(self) -> float:
        left, top, right, bottom = self._box
        room = self.width - 2 * self.margin
        return min(room / max(right - left, 1e-6), 2 * room / max(bottom - top, 1e-6))

    @cached_property
    def height(self) -> float:
        return (self._box[3] - self._box[1]) * self.scale + 2 * self.margin

    @cached_property
    def radius(self) -> float:
        """The radius of a disc: as large as the two nearest stations allow, within reason."""
        return max(7.0, min(0.44 * self._nearest, 0.012 * self.width))

    @cached_property
    def _nearest(self) -> float:
        """The distance between the two nearest stations."""
        upright = self.height > self.width  # search along the longer side
        spots = sorted((y, x) if upright else (x, y) for x, y in self.spots.values())
        nearest = float(self.width)
        for index, spot in enumerate(spots):
            for at in range(index + 1, len(spots)):
                if spots[at][0] - spot[0] >= nearest:  # as are all after it
                    break
                nearest = min(nearest, math.dist(spot, spots[at]))
        return nearest

    # --- lines

    def curves(self, line: Line) -> list[Curve]:
        """The pieces of a line from a to b; none if coordinates are missing."""
        stops = (line.a, *line.passes, line.b)
        if not all(stop in self.spots for stop in stops):
            return []
        if line.via:
            return smooth([self.spots[line.a], *(self.spot(x, y) for x, y in line.via), self.spots[line.b]])
        return [self._piece(line.mode, *pair) for pair in pairwise(stops)]

    def _piece(self, mode: str, a: int, b: int) -> Curve:
        pair = (min(a, b), max(a, b))
        start, end = self.spots[pair[0]], self.spots[pair[1]]
        beside = self._slots[pair][mode]
        curve = _curve(start, end, self._bends[pair], beside)
        return curve if a < b else Curve(curve.end, curve.control, curve.start)

    @cached_property
    def _slots(self) -> dict[Pair, dict[str, float]]:
        """By piece and mode: the distance of the mode's line from the middle."""
        using: dict[Pair, dict[str, None]] = {}
        for line in self.board.lines:
            for pair in _pairs(line):
                using.setdefault(pair, {})[line.mode] = None
        widths = {mode.name: mode.width for mode in self.board.modes}
        return {pair: dict(_side_by_side(modes, widths)) for pair, modes in using.items()}

    @cached_property
    def _bends(self) -> dict[Pair, float]:
        pairs = [pair for pair in self._slots if pair[0] in self.spots and pair[1] in self.spots]
        if len(pairs) * len(self.spots) > BUSY:
            return dict.fromkeys(pairs, 0.0)
        return {pair: self._bend(pair) for pair in pairs}

    def _bend(self, pair: Pair) -> float:
        """The smallest bend that keeps a piece clear of the discs of other stations."""
        start, end = self.spots[pair[0]], self.spots[pair[1]]
        length = math.dist(start, end)
        half = max(abs(beside) for beside in self._slots[pair].values())
        clear = self.radius + half + 4
        near = [
            spot
            for number, spot in self.spots.items()
            if number not in pair and math.dist(spot, start) + math.dist(spot, end) < length + 200
        ]
        for bend in BENDS:
            if abs(bend) > length / 2:
                break
            points = [_curve(start, end, bend, 0).at(step / SAMPLES) for step in range(1, SAMPLES)]
            if all(math.dist(point, spot) >= clear for spot in near for point in points):
                return bend
        return 0.0


def smooth(points: Sequence[Point]) -> list[Curve]:
    """A smooth curve along a series of points, from the first to the last."""
    corners = [points[0], *(_middle(a, b) for a, b in pairwise(points[1:-1])), points[-1]]
    return [Curve(start, control, end) for (start, end), control in zip(pairwise(corners), points[1:-1], strict=True)]


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _pairs(line: Line) -> Iterator[Pair]:
    for a, b in pairwise((line.a, *line.passes, line.b)):
        yield (min(a, b), max(a, b))


def _side_by_side(modes: Iterable[str], widths: dict[str, float]) -> Iterator[tuple[str, float]]:
    names = list(modes)
    total = sum(widths[name] for name in names) + GAP * (len(names) - 1)
    edge = -total / 2
    for name in names:
        yield name, edge + widths[name] / 2
        edge += widths[name] + GAP


def _curve(start: Point, end: Point, bend: float, beside: float) -> Curve:
    """The curve from start to end, bulging by `bend` in the middle, and shifted sideways by `beside`."""
    length = math.dist(start, end) or 1.0
    nx, ny = -(end[1] - start[1]) / length, (end[0] - start[0]) / length
    sx, sy = nx * beside, ny * beside
    middle = ((start[0] + end[0]) / 2 + nx * 2 * bend + sx, (start[1] + end[1]) / 2 + ny * 2 * bend + sy)
    return Curve((start[0] + sx, start[1] + sy), middle, (end[0] + sx, end[1] + sy))
